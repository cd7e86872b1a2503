-- Floating-point instructions: divides and square roots, fewer or cheaper ones.

-- of the category's bound: divides and square roots, and the rest
local function slow_part(s)
  return part(s, "floating_point", "slow", "slow_rest") or 0
end

-- divides and square roots that ran in the section's own code
local function slow_executed(s)
  return (executed(s, "divides") or 0) + (executed(s, "square_roots") or 0)
end

-- the part of the bound that its own divides and square roots are
local function slow_here(s)
  return (s.account and 1 or slow_part(s)) * clamp(slow_operations(s, "divides") + slow_operations(s, "square_roots"))
end

-- What waits for slow operations, also through what is computed of their results, and
-- is kept busy by them: as much of the chains and of the pipes as they have of the
-- cycles of all operations; not what other results hand on from iteration to iteration
local function slow_causes(s)
  local x = slow_part(s) * but_for(charged(s, { "chain_fp", "chain_integer", "pipes" }), carried_share(s, "divides"))
  -- where the unit that divides is what all wait for, nothing else fills the pipes
  local floor = s.account and s.account.floor
  local all = floor and floor.limit == "unit" and x > 0 and (executed_within(s, "integer_divides") or 0) == 0
  return { chain_fp = x, chain_integer = x, pipes = all and 1 or x }
end

-- of what slow operations cost: the account has it by causes, the bound as a part
local function of_slow(s)
  return s.account and 1 or slow_part(s)
end

-- What allows a multiplication by the reciprocal, and no more: FAST_MATH lets NaN in where a program tests for it
local RECIPROCAL = {
  gcc = { { "-freciprocal-math", "allows the compiler to do it (part of -ffast-math)" } },
  clang = { { "-freciprocal-math", "allows the compiler to do it (part of -ffast-math)" } },
  intel = { { "-no-prec-div", "classic compilers; icx: part of -fp-model=fast, the default" } },
  fujitsu_trad = { { "-Kfp_relaxed", "reciprocal approximation for divides and roots" } },
  fujitsu_clang = { { "-ffj-fp-relaxed", "reciprocal approximation for divides and roots" } },
  nvidia = { { "-Mfprelaxed=div", "relaxed divides" } },
  cray = { { "-hfp2", "Fortran: allows it; -hfp3 goes further" } },
}

suggestion "reciprocal" {
  number = 105,
  category = "floating_point",
  subcategory = "Avoid divides",
  removes = slow_causes,
  title = "Divide once outside the loop and multiply inside it",
  why = "A divide takes several times as long as a multiplication and keeps its unit busy, so that "
    .. "the next divide has to wait. When the divisor stays the same for the whole loop, its "
    .. "reciprocal can be computed once and each element multiplied by it.",
  needs = { "code" },
  scope = "loop",
  when = function(s)
    local part = slow_operations(s, "divides_invariant")
    if part == 0 then return "no divide here has a divisor that is the same in all iterations" end
    return 0.9 * part * of_slow(s)
  end,
  evidence = function(s)
    local n = executed(s, "divides_invariant")
    return plural(n, "divide") .. " in the loop at " .. s.place .. (n == 1 and " divides" or " divide")
      .. " by a value that does not change in the loop"
  end,
  how = {
    "Before the loop, compute the reciprocal: const double cinv = 1.0 / c;",
    "In the loop, replace x / c by x * cinv; terms of a sum: add them up, and divide the sum once.",
  },
  fewer_instructions = true,
  example = "examples/reciprocal",
  level = "-O2",
  claims = { category = "floating_point", at_least = 0.5 },
  changes = { "rounding", "overflow", says = "the last digit: x * (1 / c) is rounded twice, x / c once; 1 / c overflows for the smallest c" },
  tolerance = 1e-12,
  switches = RECIPROCAL,
  not_when = "The results must be the same to the last bit, or the divisor is so small that its "
    .. "reciprocal overflows.",
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 4(b)",
}

suggestion "compare-squares" {
  number = 106,
  category = "floating_point",
  subcategory = "Avoid square roots",
  removes = slow_causes,
  title = "Compare squares instead of computing the square root",
  why = "A square root takes as long as many multiplications, and the next one has to wait for it. "
    .. "When the root is only compared with a limit, the comparison of the squares gives the same answer.",
  needs = { "code" },
  when = function(s)
    local part = slow_operations(s, "roots_compared")
    if part == 0 then return "no square root here is only compared" end
    return 0.9 * part * of_slow(s)
  end,
  evidence = function(s)
    local n = executed(s, "roots_compared")
    return plural(n, "square root") .. " at " .. s.place .. (n == 1 and " is" or " are") .. " computed only to be compared"
  end,
  how = {
    "Square the other side once, before the loop: const double limit = r * r;",
    "Compare the sum of squares with it: if (d2 < limit).",
    "Where the other side may be negative, ask for that first: x < sqrt(y) is x < 0 || x * x < y.",
  },
  fewer_instructions = true,
  example = "examples/compare-squares",
  level = "-O2",
  link = "-lm",
  claims = { category = "floating_point", at_least = 0.4 },
  changes = { "rounding", "overflow",
    says = "comparisons of values that agree in all but the last digit may turn out otherwise; squares overflow beyond 1.3e154" },
  tolerance = 0,
  switches = {
    gcc = { { "-fno-math-errno", "the square root becomes one instruction; the comparison stays yours" } },
    clang = { { "-fno-math-errno", "the square root becomes one instruction; the comparison stays yours" } },
    intel = { { "-no-prec-sqrt", "classic compilers: faster, less exact roots" } },
    fujitsu_trad = { { "-Kfp_relaxed", "reciprocal approximation for divides and roots" } },
    fujitsu_clang = { { "-ffj-fp-relaxed", "reciprocal approximation for divides and roots" } },
    nvidia = { { "-Mfprelaxed=sqrt", "relaxed square roots" } },
  },
  not_when = "The root itself is needed as well, or the squares overflow.",
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 4(c)",
}

local DIVIDES = "Avoid divides"
local SPEED_UP = "Speed up divide and square-root operations"
local CHAINS = "Shorten dependence chains"

-- Of the program's time: a type goes through all of a program
local MUCH = 0.1

-- the part of its operations that are in double precision; which of the slow ones are is
-- not counted
local function double_share(s)
  local double = executed(s, "fp_double") or 0
  local all = double + (executed(s, "fp_single") or 0)
  return all > 0 and double / all or 0
end

suggestion "float-for-double" {
  number = 107,
  category = "floating_point",
  subcategory = SPEED_UP,
  removes = slow_causes,
  remedy = "smaller types",
  title = "Use float instead of double where 7 digits are enough",
  why = "A single precision divide or square root takes about half as long as a double precision one, a vector "
    .. "holds twice as many values, and so does a cache line.",
  needs = { "code" },
  fewer_instructions = true,
  when = function(s)
    if (executed(s, "fp_double") or 0) == 0 then return "it computes in single precision" end
    if slow_executed(s) == 0 then return "it has no divides or square roots" end
    if (s.fraction or 1) < MUCH then return "it takes too little of the time for another type" end
    return 0.45 * slow_here(s) * double_share(s)
  end,
  evidence = function(s)
    local share = double_share(s)
    return plural(slow_executed(s), "slow operation")
      .. (share < 1 and ", where " .. percent(share) .. " of the floating-point operations are in double precision, "
        or " in double precision ") .. where_executed(s)
  end,
  how = {
    "Change the arrays to float, and the constants: 0.5f instead of 0.5.",
    "Call sqrtf, expf, ...; in Fortran real(4), in C++ std::sqrt chooses by itself.",
    "Keep sums of many terms in double.",
  },
  example = "examples/float-for-double",
  level = "-O2",
  claims = { category = "floating_point", at_least = 0.4 },
  changes = { "rounding", "overflow", says = "results have 7 digits instead of 16, and overflow beyond 3.4e38" },
  tolerance = 1e-5,
  switches = {
    gcc = { { "-Wdouble-promotion -Wfloat-conversion", "warn where float becomes double, and double float" } },
    fujitsu_trad = "change the declarations",
  },
  not_when = "Small differences of large numbers matter, or long sums.",
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 4(d)",
}

suggestion "relaxed-divides" {
  number = 108,
  category = "floating_point",
  subcategory = SPEED_UP,
  everywhere = true,
  removes = slow_causes,
  title = "Let the compiler trade the last digit for faster divides and roots",
  why = "A correctly rounded divide takes long. Where you allow the last digit to differ, the compiler may multiply "
    .. "by reciprocals, move them out of loops, and start from the hardware's quick estimates.",
  needs = { "code", "compiler" },
  fewer_instructions = true,
  when = function(s)
    if built_with(s, "-ffast-math", "-Ofast", "-freciprocal-math", "-Kfast", "-Kfp_relaxed", "-Mfprelaxed") then
      return "the compiler was allowed to already"
    end
    local n = slow_executed(s)
    if n == 0 then return "it has no divides or square roots" end
    local easy = executed(s, "divides_invariant") or 0
    -- estimates and a Newton step exist for single precision; gcc takes them in vectors
    -- only, unless -mrecip tells it to
    if s.loop and s.code.calls == 0 and (executed(s, "fp_single") or 0) > (executed(s, "fp_double") or 0)
      and (s.compiler.name ~= "gcc" or s.code.fp_packed > 0 or s.code.branches <= 1 and (s.code.unknown_refs or 0) == 0) then
      easy = n
    end
    if easy == 0 then return "there is no quicker way that is nearly as exact" end
    return 0.7 * slow_here(s) * clamp(easy / n)
  end,
  evidence = function(s)
    return plural(slow_executed(s), "exactly rounded operation") .. " of the slow kind " .. where_executed(s)
      .. ", built without a switch that permits faster ones"
  end,
  how = {
    "Add the switch for the files that need it, not for the whole program.",
    "Compare results with those of the exact build.",
  },
  example = "examples/relaxed-divides",
  level = "-O2",
  after_level = "-O2 -ffast-math",
  claims = { category = "floating_point", at_least = 0.5 },
  changes = { "rounding", "order_of_sums", "nan_infinity", "denormals", "overflow", "behaviour",
    says = "the last digits; -ffast-math gives up NaN and infinity in its files, and when linking it flushes denormals in the whole "
      .. "process" },
  tolerance = 1e-12,
  switches = FAST_MATH,
  not_when = "Results must be the same to the last bit on all machines, or the code tests for NaN.",
  fallback = 0.2,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 4(e)",
}

suggestion "reciprocal-root" {
  number = 109,
  category = "floating_point",
  subcategory = SPEED_UP,
  removes = slow_causes,
  title = "Compute 1 / sqrt(x) from the hardware's estimate",
  why = "Processors have an instruction that estimates a reciprocal square root in a few cycles, and one step of "
    .. "Newton's method makes it good to single precision. That replaces a root and a divide, the two slowest operations "
    .. "there are.",
  needs = { "code", "compiler" },
  fewer_instructions = true,
  when = function(s)
    if (executed(s, "square_roots") or 0) == 0 or (executed(s, "divides") or 0) == 0 then return "it has no root with a divide" end
    if (executed(s, "fp_single") or 0) <= (executed(s, "fp_double") or 0) then return "the estimate is for single precision" end
    return 0.7 * slow_here(s)
  end,
  evidence = function(s)
    return plural(executed(s, "square_roots"), "square root") .. " and " .. plural(executed(s, "divides"), "divide")
      .. " in single precision " .. where_executed(s)
  end,
  how = {
    "Allow it with the switch; or use the intrinsic and a Newton step: r = r * (1.5f - 0.5f * x * r * r).",
  },
  example = "examples/reciprocal-root",
  level = "-O3 -fno-math-errno",
  after_level = "-O3 -ffast-math",
  claims = { category = "floating_point", at_least = 0.2 },
  changes = { "rounding", "order_of_sums", "nan_infinity", "denormals", "overflow", "behaviour",
    says = "the last digit or two of single precision; -ffast-math gives up NaN and infinity in its files, and when linking it "
      .. "flushes denormals in the whole process" },
  tolerance = 1e-5,
  switches = {
    gcc = { { "-ffast-math -mrecip", "uses estimates and a Newton step" } },
    clang = { { "-ffast-math -mrecip=all", "uses estimates and a Newton step" } },
    intel = { { "-no-prec-sqrt -no-prec-div", "classic compilers" } },
    fujitsu_trad = { { "-Kfp_relaxed", "uses estimates and Newton steps" } },
    fujitsu_clang = { { "-ffj-fp-relaxed", "uses estimates and Newton steps" } },
    nvidia = { { "-Mfprelaxed=rsqrt", "uses estimates and a Newton step" } },
  },
  not_when = "Double precision, or x may be 0 or infinite.",
  source = "own measurements",
}

suggestion "one-divide-for-several" {
  number = 110,
  category = "floating_point",
  subcategory = DIVIDES,
  removes = slow_causes,
  title = "Divide once where several values are divided by the same",
  why = "Several divides by the same value each wait for the divide unit. One reciprocal and as many multiplications "
    .. "take a fraction of the time.",
  needs = { "code" },
  fewer_instructions = true,
  when = function(s)
    local n = s.code.divides - s.code.divides_invariant
    if n < 3 then return "it has fewer than three divides by changing values" end
    local changing = (executed(s, "divides") or 0) - (executed(s, "divides_invariant") or 0)
    if s.loop and s.loop.iterations and changing < 2 * s.loop.iterations then return "hardly two of them are executed in an iteration" end
    return 0.6 * (1 - 1 / n) * of_slow(s) * clamp(slow_operations(s, "divides") - slow_operations(s, "divides_invariant"))
  end,
  evidence = function(s)
    return plural(executed(s, "divides"), "divide") .. " " .. where_executed(s) .. ": see whether they share a divisor"
  end,
  how = {
    "const double inverse = 1.0 / r; then x * inverse, y * inverse, z * inverse.",
    "For divisors a and b: one divide gives both, t = 1 / (a * b), 1 / a = b * t, 1 / b = a * t.",
  },
  example = "examples/one-divide-for-several",
  level = "-O2",
  claims = { category = "floating_point", at_least = 0.3 },
  changes = { "rounding", "overflow", says = "the last digit; the one reciprocal overflows where its divisor is smallest" },
  tolerance = 1e-12,
  switches = RECIPROCAL,
  not_when = "The divisors differ, or the last digit matters.",
  source = "own measurements; the kind is that of SC'10, Fig. 4(b)",
}

suggestion "combine-divides" {
  number = 111,
  category = "floating_point",
  subcategory = DIVIDES,
  removes = slow_causes,
  title = "Replace two divides in a row by one",
  why = "a / b / c waits for two divides, a / (b * c) for a multiplication and one divide.",
  needs = { "code" },
  fewer_instructions = true,
  when = function(s)
    local n = s.code.divides - s.code.divides_invariant
    if n < 2 then return "it has fewer than two divides by changing values" end
    if n > 2 then return "it has many divides" end
    local changing = (executed(s, "divides") or 0) - (executed(s, "divides_invariant") or 0)
    if s.loop and s.loop.iterations and changing < 1.5 * s.loop.iterations then return "only one of them is executed in an iteration" end
    return 0.45 * of_slow(s) * clamp(slow_operations(s, "divides") - slow_operations(s, "divides_invariant"))
  end,
  evidence = function(s)
    return plural(executed(s, "divides"), "divide") .. " " .. where_executed(s) .. ": see whether one divides the other's result"
  end,
  how = {
    "a / b / c becomes a / (b * c); (a / b) / (c / d) becomes (a * d) / (b * c).",
    "a / b + c / d becomes (a * d + c * b) / (b * d).",
  },
  example = "examples/combine-divides",
  level = "-O2",
  claims = { category = "floating_point", at_least = 0.3 },
  changes = { "rounding", "overflow", says = "the last digit; the product may overflow where the divides do not" },
  tolerance = 1e-12,
  switches = {
    gcc = RECIPROCAL.gcc,
    clang = FAST_MATH.clang, -- it must be free to reorder, too
    intel = FAST_MATH.intel,
    fujitsu_trad = FAST_MATH.fujitsu_trad,
    fujitsu_clang = FAST_MATH.fujitsu_clang,
    nvidia = FAST_MATH.nvidia,
    cray = FAST_MATH.cray,
  },
  not_when = "b * c may overflow or vanish.",
  source = "own measurements",
}

suggestion "compare-products" {
  number = 112,
  category = "floating_point",
  subcategory = DIVIDES,
  removes = slow_causes,
  title = "Compare products instead of a quotient",
  why = "Where a divide's result is only compared with a limit, multiplying the limit gives the same answer "
    .. "in a fraction of the time.",
  needs = { "code" },
  fewer_instructions = true,
  when = function(s)
    local part = slow_operations(s, "divides_compared")
    if part == 0 then return "no divide here is only compared" end
    return 0.9 * of_slow(s) * part
  end,
  evidence = function(s)
    local n = executed(s, "divides_compared")
    return plural(n, "divide") .. " " .. where_executed(s) .. (n == 1 and " is" or " are") .. " computed only to be compared"
  end,
  how = {
    "a / b < c becomes a < c * b, where b is positive.",
    "Where b is negative, reverse the comparison.",
  },
  example = "examples/compare-products",
  level = "-O2",
  claims = { category = "floating_point", at_least = 0.5 },
  changes = { "rounding", "overflow",
    says = "comparisons of values that agree in all but the last digit may turn out otherwise; products may overflow" },
  tolerance = 0,
  not_when = "The sign of the divisor is not known, or the product may overflow.",
  source = "own measurements; the kind is that of SC'10, Fig. 4(c)",
}

suggestion "divide-chain" {
  number = 114,
  category = "floating_point",
  subcategory = CHAINS,
  removes = slow_causes,
  title = "Take divides out of the chain from iteration to iteration",
  why = "When each iteration divides what the one before has divided, nothing overlaps, and each step takes a divide's "
    .. "full time. Products of several divisors can be formed meanwhile, so that one divide serves several steps.",
  needs = { "code", "chain" },
  scope = "loop",
  when = function(s)
    local c = fp_recurrence(s)
    if not c or c.divides == 0 or (executed(s, "divides") or 0) == 0 then
      return "no divide waits for the iteration before"
    end
    return 0.85 * of_slow(s) * slow_operations(s, "divides")
  end,
  evidence = function(s)
    local c = fp_recurrence(s)
    return plural(c.divides, "divide") .. " on the way from one iteration of the loop at " .. s.place
      .. " to the next: at least " .. count(c.latency_cycles) .. " cycles for each"
  end,
  how = {
    "x / d1 / d2 / d3 / d4 becomes x / (d1 * d2 * d3 * d4).",
    "Recurrences x = a / (b + x) can be written for numerator and denominator, divided once in a while.",
  },
  example = "examples/divide-chain",
  level = "-O2",
  claims = { category = "floating_point", at_least = 0.5 },
  changes = { "rounding", says = "the last digits" },
  tolerance = 1e-10,
  switches = FAST_MATH,
  not_when = "The products may overflow or vanish.",
  source = "own measurements",
}
