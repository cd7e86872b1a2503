-- Build: calls of the compiler's library that become instructions.

local manual = "GCC manual, "

local ARITHMETIC = "Give the compiler more to see"

local to_integer = { "lrint", "llrint", "lrintf", "llrintf" }

local rounded, rounded_elsewhere = instead_of_calls(0.9, to_integer, "rint")

suggestion "round-without-errno" {
  number = 36,
  category = "build",
  subcategory = ARITHMETIC,
  removes = rounded,
  besides = rounded_elsewhere,
  everywhere = true,
  remedy = "errno",
  title = "Round to integers with instructions that set no errno",
  why = "lrint may set errno when the result does not fit, so the compiler calls the library for it although the machine "
    .. "has an instruction that rounds and converts. Hardly any program looks at errno there.",
  needs = { "callee" },
  fewer_instructions = true,
  when = function(s)
    if not frequent_calls(s, table.unpack(to_integer)) then return "it does not call a rounding procedure often" end
    if built_with(s, "-fno-math-errno", "-ffast-math") then return "errno is not asked for" end
    return s.account and 0.8 or time_of_callees(s, 0.5, calls_to(s, table.unpack(to_integer)), "rint")
  end,
  evidence = function(s) return calls_told(s, ", which could be one instruction", table.unpack(to_integer)) end,
  how = {
    "Compile with -fno-math-errno: it changes no result.",
  },
  example = "examples/round-without-errno",
  level = "-O2",
  after_level = "-O2 -fno-math-errno",
  link = "-lm",
  claims = { category = "time", at_least = 0.2 },
  changes = { "behaviour", says = "errno is not set; no result changes" },
  tolerance = 0,
  switches = {
    gcc = { { "-fno-math-errno", "sets no errno; part of -ffast-math" } },
    clang = { { "-fno-math-errno", "sets no errno; part of -ffast-math" } },
    intel = { { "-fno-math-errno", "sets no errno" } },
  },
  not_when = "The program tests errno after mathematical functions.",
  source = manual .. "-fno-math-errno",
}

local halves_away = { "round", "roundf", "lround", "llround", "lroundf", "llroundf" }

local halves, halves_elsewhere = instead_of_calls(0.7, halves_away, "round")

suggestion "round-halves-away" {
  number = 37,
  category = "build",
  subcategory = ARITHMETIC,
  removes = halves,
  besides = halves_elsewhere,
  everywhere = true,
  title = "Round halves away from zero in place, without a call",
  why = "round, lround and Fortran's nint and anint round halves away from zero, which no instruction of x86 does. Two or three "
    .. "together do, but may raise the flag for inexact results where the library does not. So compilers call the library, "
    .. "unless a switch says that nobody looks at such flags.",
  needs = { "callee" },
  fewer_instructions = true,
  when = function(s)
    if not frequent_calls(s, table.unpack(halves_away)) then return "it does not call such a rounding procedure often" end
    if built_with(s, "-ffast-math", "-Ofast") then return "nobody looks at the flags" end
    return s.account and 0.8 or time_of_callees(s, 0.5, calls_to(s, table.unpack(halves_away)), "round")
  end,
  evidence = function(s) return calls_told(s, ", which could be a few instructions in place", table.unpack(halves_away)) end,
  how = {
    "Compile with the switches; no result changes.",
    "Where it does not matter how halves are rounded, rint and lrint (with -fno-math-errno) are one instruction.",
  },
  example = "examples/round-halves-away",
  level = "-O2",
  after_level = "-O2 -fno-trapping-math -fno-math-errno",
  link = "-lm",
  claims = { category = "time", at_least = 0.2 },
  changes = { "behaviour", says = "errno and the flags of exceptions are not what the standard says; no result changes" },
  tolerance = 0,
  switches = {
    gcc = { { "-fno-trapping-math -fno-math-errno", "rounds in place; parts of -ffast-math. Fortran sets no errno anyway" } },
    clang = { { "-msse4.1", "x86: round() is an instruction; lround is called with any switch: use lrint" } },
  },
  not_when = "The program looks at the flags of exceptions, or lets them trap.",
  source = manual .. "-fno-trapping-math; own measurements",
}

local bits_counted, bits_counted_elsewhere = instead_of_calls(0.9, { "__popcountdi2", "__popcountsi2", "__parityd2", "__paritydi2", "__clzti2", "__ctzti2" }, "popcount", "parity", "__clzti2", "__ctzti2")

suggestion "popcount-instruction" {
  number = 38,
  category = "build",
  subcategory = ARITHMETIC,
  removes = bits_counted,
  besides = bits_counted_elsewhere,
  everywhere = true,
  title = "Allow the instruction that counts bits",
  why = "Counting the set bits of a word is one instruction on x86 processors since 2008, but the compiler's baseline for x86-64 is older and "
    .. "calls a routine with a table instead.",
  needs = { "callee" },
  when = function(s)
    local list = calls_to(s, "__popcountdi2", "__popcountsi2", "__parityd2", "__paritydi2", "__clzti2", "__ctzti2")
    if sum(list, "calls") < 1000 then return "it counts no bits by a routine" end
    if s.account then return 0.8 end
    local taken = time_in(s, "popcount", "parity", "__clzti2", "__ctzti2")
    return clamp(taken and 0.9 * taken + 0.3 * (s.fraction or 0) or 0.6 * (s.fraction or 0))
  end,
  evidence = function(s)
    local c = heaviest(calls_to(s, "__popcountdi2", "__popcountsi2", "__parityd2", "__paritydi2", "__clzti2", "__ctzti2"), "calls")
    return name_of(c) .. " is called " .. plural(c.calls, "time") .. " at " .. at(c) .. " for what is one instruction"
  end,
  how = { "Compile with -mpopcnt or, better, for the machine." },
  fewer_instructions = true,
  example = "examples/popcount-instruction",
  level = "-O2",
  after_level = "-O2 -mpopcnt",
  claims = { category = "time", at_least = 0.4 },
  changes = { "portability", says = "processors from before 2008 can't run it; AArch64 has such an instruction from FEAT_CSSC on only" },
  tolerance = 0,
  switches = {
    gcc = { { "-mpopcnt", "this instruction" }, { "-march=x86-64-v2", "this and others of its time" } },
    clang = { { "-mpopcnt", "this instruction" }, { "-march=x86-64-v2", "this and others of its time" } },
    intel = { { "-xHost", "all of the machine's" } },
  },
  not_when = "The program must run on such old machines.",
  source = "GCC manual, x86 options; x86-64 psABI, micro-architecture levels",
}

local complex_calls = { "__divdc3", "__divsc3", "__muldc3", "__mulsc3", "__divxc3", "__mulxc3" }

local complex, complex_elsewhere = instead_of_calls(0.6, complex_calls, "div[sdxt]c3", "mul[sdxt]c3")

-- Tests of complex products: whether both parts are no numbers, where a call would find out what
-- the result is. None is made, but what it would need is kept ready, in no register, for each.
local function products_tested(s)
  local c, n = s.code, 0
  if not c or c.calls == 0 or (executed(s, "calls") or 1) > 0 or s.language == "Fortran" then return 0 end
  if built_with(s, "-ffast-math", "-Ofast", "-fcx-limited-range", "-fcx-fortran-rules") then return 0 end
  n = sum(select_facts(s.branches, function(b)
    return b.kind == "conditional" and b.asks == "number" and math.min(b.taken, b.count - b.taken) == 0
  end), "count")
  -- a product of complex numbers takes four of their parts, one by one or two at a time, and two sums
  local products, sums = executed(s, "fp_mul") or 0, executed(s, "fp_add") or 0
  if n == 0 or products < 2 * n or sums < n or (executed(s, "square_roots") or 0) > 0 then return 0 end
  return n
end

suggestion "plain-complex-division" {
  number = 39,
  category = "build",
  subcategory = ARITHMETIC,
  removes = function(s)
    local n = products_tested(s)
    if n == 0 then return complex(s) end
    -- the comparison, the branch, and what a call in the loop keeps on the stack
    return fewer(s, 8 * n, nil, { l1 = 0.5, stores = 0.5, chain_integer = 0.5 })
  end,
  besides = complex_elsewhere,
  everywhere = true,
  title = "Use -fcx-fortran-rules for complex arithmetic",
  why = "C and C++ want complex products and quotients to be right even for infinities and huge values, which takes "
    .. "a call with scaling and tests for each. The textbook formula takes a few operations and can be vectorised.",
  needs = {},
  fewer_instructions = true,
  when = function(s)
    if products_tested(s) > 0 then return s.account and 0.8 or clamp(ratio(8 * products_tested(s), s.events.TOT_INS)) end
    if not frequent_calls(s, table.unpack(complex_calls)) then return "no library code for complex numbers is called often" end
    return s.account and 0.8 or time_of_callees(s, 0.6, calls_to(s, table.unpack(complex_calls)), "div[sdxt]c3", "mul[sdxt]c3")
  end,
  evidence = function(s)
    local n = products_tested(s)
    if n > 0 then
      return plural(n, "test") .. " in the code at " .. s.place .. " whether floating-point values are no numbers never found any, "
        .. "with a call for that case: complex products, or what is like them"
    end
    return calls_told(s, " for complex arithmetic", table.unpack(complex_calls))
  end,
  how = { "Compile with -fcx-fortran-rules (keeps scaling) or -fcx-limited-range (does not)." },
  example = "examples/plain-complex-division",
  level = "-O2",
  after_level = "-O2 -fcx-limited-range",
  claims = { category = "time", at_least = 0.3 },
  changes = { "rounding", "nan_infinity", "overflow",
    says = "quotients of values beyond 1e154 or below 1e-154 overflow or vanish, and infinities become NaN" },
  tolerance = 1e-12,
  switches = {
    gcc = { { "-fcx-limited-range", "textbook formulas; part of -ffast-math" },
      { "-fcx-fortran-rules", "formulas as in Fortran, which keep the range" } },
    clang = "-ffast-math includes textbook formulas; from version 18 -fcomplex-arithmetic=basic does alone",
    intel = { { "-complex-limited-range", "Fortran, classic: textbook formulas; icx and ifx: -fp-model=fast" } },
  },
  not_when = "Values are near the limits of the type, or infinities must come out right.",
  source = manual .. "-fcx-limited-range; C11, annex G",
}
