-- Floating point: calls of functions that take care of all arguments, where few occur.

local FEWER = "Reduce the number of floating-point instructions"

-- Calls of fmod and its like that are quick because the quotient has few bits: what grows by steps and begins anew
local QUOTIENTS = { fmod = true, fmodf = true, __fmod_finite = true, __fmodf_finite = true, remainder = true, remainderf = true, drem = true }
local FEW_BITS = 40
local COMPARED = 3

local function begins_anew(s)
  local quick = select_facts(s.called or {}, function(c)
    return (c.calls or 0) >= OFTEN and QUOTIENTS[c.callee] and (cycles_of_call(s, c) or math.huge) <= FEW_BITS
  end)
  local calls = select_facts(s.callees, function(c) return (c.calls or 0) >= OFTEN and is_one_of(c, quick) end)
  return calls, quick
end

-- What takes care of all arguments, and the formula for those that occur, with its cycles
local FORMULAS = {
  hypot = { "sqrt(x*x + y*y), or to compare the square alone,", 6 }, fmod = { "x -= y where it is too large, or x - y*floor(x/y)", 6 }, drem = { "x - y*round(x/y)", 8 },
  cbrt = { "a cube root of your own: a first guess and two steps of Newton's", 15 },
  fmin = { "x < y ? x : y, or -ffinite-math-only, which makes instructions of fmin and fmax,", 2 },
  clog = { "atan2 of its parts for the imaginary part of the result, or half the log of the sum of their squares for the real part,", 60 },
}
FORMULAS.cabs, FORMULAS.remainder, FORMULAS.fmax = FORMULAS.hypot, FORMULAS.drem, FORMULAS.fmin

local function formula_named(name) return FORMULAS[(name:gsub("^std::", ""):gsub("^__", ""):gsub("_finite$", ""):gsub("f$", ""))] end
-- by what the line names, or what that calls: std::abs of a complex number is cabs
local function formula_of(c) return formula_named(api_of(c)) or formula_named(c.callee) end

-- The calls of a section and the loops in it that the next suggestion is about
local compared_below
function compared_below(s, list)
  for _, c in ipairs((begins_anew(s))) do list[#list + 1] = { file = c.file, line = c.line, callee = c.name } end
  for _, l in ipairs(s.inner) do compared_below(l, list) end
  return list
end

local function by_formula(s)
  local known = compared_below(s, {})
  return select_facts(s.called or {}, function(c)
    return (c.calls or 0) >= OFTEN and c.share and formula_of(c) ~= nil and not is_one_of(c, known)
  end)
end

-- Of the program's time, what goes where vectors take the place of calls for minima and maxima, in a loop that calls nothing else
local function saved_by_vectors(s, list)
  local c, level = s.code, s.compiler and s.compiler.level
  if not s.loop or not s.loop.innermost or not c or c.branches > 1 or level ~= "O3" and level ~= "Ofast" then return 0 end
  for _, call in ipairs(s.called) do
    if formula_of(call) ~= FORMULAS.fmin then return 0 end
  end
  return ((s.fraction or 0) + sum(list, "share")) * (1 - 1 / lanes(s))
end

suggestion "compare-to-begin-anew" {
  number = 273,
  category = "floating_point",
  subcategory = FEWER,
  remedy = "fmod",
  removes = function(s)
    local calls = begins_anew(s)
    local n = sum(calls, "calls")
    -- code is fetched from another place where a branch is taken or a procedure called
    return fewer_calls(s, calls, { fetch = clamp(ratio(n, n + sum(s.branches, "taken")) or 0) })
  end,
  besides = function(s)
    local _, quick = begins_anew(s)
    return instead_of(s, quick, COMPARED)
  end,
  title = "Compare and subtract where fmod only makes a phase begin anew",
  why = "A phase, an angle or a place in a ring that grows by steps is past its end by one step at most. A comparison and a subtraction, "
    .. "which is exact there, take the place of a call, around which all floating-point registers are kept in memory.",
  needs = { "callee" },
  fewer_instructions = true,
  when = function(s)
    if #begins_anew(s) == 0 then return "it calls no fmod that takes few steps" end
    return 0.9
  end,
  evidence = function(s)
    local _, quick = begins_anew(s)
    return told_of_list(quick, ", and so few cycles each that the quotient has few bits")
  end,
  how = {
    "x += step; if (x >= period) x -= period; and if (x < 0) x += period; where the step may be negative: the same result, bit by bit.",
    "Steps of several periods: x -= period * floor(x / period), or by the reciprocal of the period; floor is an instruction from SSE4.1 on.",
    "Or count in integers, whose overflow makes them begin anew: a phase of 32 bits, of which the upper ones are the index.",
  },
  example = "examples/compare-to-begin-anew",
  level = "-O2",
  link = "-lm",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The value may be many periods too large, or infinite.",
  source = "ISO C, annex F; Muller, Elementary functions: algorithms and implementation",
}

suggestion "plain-formula" {
  number = 98,
  category = "floating_point",
  subcategory = FEWER,
  of_program = true,
  title = "Compute hypot, fmod, fmin and their like by the plain formula",
  why = "These functions are right for all arguments: hypot avoids overflow, fmod divides bit by bit so that no digit is lost. "
    .. "For arguments of ordinary size a root, or a divide and a subtraction, give the same in a few cycles.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local saved = 0
    for _, c in ipairs(by_formula(s)) do saved = saved + instead_of(s, { c }, formula_of(c)[2]) end
    return saved > 0 and clamp(math.max(saved, saved_by_vectors(s, by_formula(s)))) or "it calls no function that a plain formula can replace"
  end,
  evidence = function(s)
    local list = by_formula(s)
    return told_of_list(list, ", where " .. formula_of(heaviest(list, "share"))[1] .. " may do")
  end,
  how = {
    "hypot(x, y): sqrt(x*x + y*y), inline; to compare lengths, compare their squares: x*x + y*y < r*r.",
    "cabs(z) < 2: creal(z)*creal(z) + cimag(z)*cimag(z) < 4; C++: std::norm(z) < 4; Fortran: real(z)**2 + aimag(z)**2 < 4.",
    "The angle of a complex z, aimag(log(z)): atan2(aimag(z), real(z)), in C carg(z), in C++ std::arg(z); where abs(z) is near 1, clog "
      .. "takes ten times as long as atan2.",
    "fmin(x, y), fmax(x, y): x < y ? x : y, which loops in vectors can have, too; the library's look for NaN, by a call.",
    "fmod(x, y) where x grows slowly: if (x >= y) x -= y; else x - y*floor(x/y) (or trunc, for negative x).",
  },
  fewer_instructions = true,
  example = "examples/plain-formula",
  level = "-O2",
  link = "-lm",
  claims = { category = "time", at_least = 0.4 },
  changes = { "rounding", "overflow", says = "the last digits; squares of very large or tiny numbers overflow or vanish" },
  tolerance = 0,
  switches = {
    gcc = { { "-ffast-math", "makes instructions of some of them" } },
    clang = { { "-ffast-math", "makes instructions of some of them" } },
  },
  not_when = "Arguments may be above 1e154 or below 1e-154, or x/y so large that its whole part has no exact digits.",
  source = "ISO C, annex F; ISO C++, std::norm; Muller, Elementary functions: algorithms and implementation",
}
