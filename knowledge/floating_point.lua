-- Floating-point instructions: fewer of them, cheaper ones, and shorter chains.

category "floating_point" {
  title = "Floating-point instructions",
  subcategories = {
    "Reduce the number of floating-point instructions",
    "Avoid divides",
    "Avoid square roots",
  },
}

suggestion "reciprocal" {
  category = "floating_point",
  subcategory = "Avoid divides",
  title = "Divide once outside the loop and multiply inside it",
  why = "A divide takes several times as long as a multiplication and keeps its unit busy, so that "
    .. "the next divide has to wait. When the divisor stays the same for the whole loop, its "
    .. "reciprocal can be computed once and each element multiplied by it.",
  needs = { "code" },
  scope = "loop",
  when = function(s)
    local invariant = s.code.divides_invariant or 0
    if invariant == 0 then return "no divide here has a divisor that is the same in all iterations" end
    local slow = part(s, "floating_point", "slow", "slow_rest") or 0
    local all = s.code.divides + (s.code.square_roots or 0)
    return slow * invariant / all * 0.8
  end,
  evidence = function(s)
    return plural(s.code.divides_invariant, "divide") .. " in the loop at " .. s.place
      .. " divide by a value that does not change in the loop"
      .. (s.events.FDV_INS and ", " .. count(s.events.FDV_INS) .. " times in all" or "")
  end,
  how = {
    "Before the loop, compute the reciprocal: const double cinv = 1.0 / c;",
    "In the loop, replace x / c by x * cinv.",
  },
  fewer_instructions = true,
  example = "examples/reciprocal",
  level = "-O2",
  claims = { category = "floating_point", at_least = 0.5 },
  changes = "the last digit: x * (1 / c) is rounded twice, x / c once",
  tolerance = 1e-12,
  switches = {
    gcc = { { "-freciprocal-math", "allows the compiler to do it (part of -ffast-math)" } },
    clang = { { "-freciprocal-math", "allows the compiler to do it (part of -ffast-math)" } },
    intel = { { "-no-prec-div", "classic compilers; icx: part of -fp-model=fast, the default" } },
    fujitsu_trad = { { "-Kfp_relaxed", "reciprocal approximation for divides and roots" } },
    fujitsu_clang = { { "-ffj-fp-relaxed", "reciprocal approximation for divides and roots" } },
    nvidia = { { "-Mfprelaxed=div", "relaxed divides" } },
    cray = { { "-hfp2", "allows it; -hfp3 goes further" } },
    ibm = { { "-qnostrict", "allows it, with other changes of rounding" } },
  },
  not_when = "The results must be the same to the last bit, or the divisor is so small that its "
    .. "reciprocal overflows.",
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 4(b)",
}

suggestion "compare-squares" {
  category = "floating_point",
  subcategory = "Avoid square roots",
  title = "Compare squares instead of computing the square root",
  why = "A square root takes as long as many multiplications, and the next one has to wait for it. "
    .. "When the root is only compared with a limit, the comparison of the squares gives the same answer.",
  needs = { "code" },
  when = function(s)
    local roots = s.code.roots_compared or 0
    if roots == 0 then return "no square root here is only compared" end
    local slow = part(s, "floating_point", "slow", "slow_rest") or 0
    return slow * clamp(roots / ((s.code.divides or 0) + s.code.square_roots)) * 0.9
  end,
  evidence = function(s)
    return plural(s.code.roots_compared, "square root") .. " at " .. s.place
      .. (s.code.roots_compared == 1 and " is" or " are") .. " computed only to be compared"
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
  changes = "comparisons of values that agree in all but the last digit may turn out otherwise",
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

suggestion "distributivity" {
  category = "floating_point",
  subcategory = "Reduce the number of floating-point instructions",
  title = "Take common factors out of sums",
  why = "a*b + a*c needs two multiplications where a*(b + c) needs one. Compilers must not do that by "
    .. "themselves, as it changes the rounding.",
  needs = { "code" },
  when = function(s)
    local add, mul = s.code.fp_add or 0, (s.code.fp_mul or 0) + (s.code.fma or 0)
    if s.code.fma and s.code.fma > 0 then return "products and sums are already fused" end
    if add == 0 or mul < 2 or mul <= add then return "not more products than sums" end
    return (1 - part(s, "floating_point", "slow", "slow_rest")) * (mul - add) / (mul + add)
  end,
  evidence = function(s)
    return "the code at " .. s.place .. " has " .. plural(s.code.fp_mul, "multiplication") .. " for "
      .. plural(s.code.fp_add, "addition") .. ": look for a common factor"
  end,
  how = {
    "Look for sums of products with a common factor: a*b + a*c.",
    "Write a*(b + c); polynomials in Horner's form: ((c3*x + c2)*x + c1)*x + c0.",
  },
  fewer_instructions = true,
  example = "examples/distributivity",
  level = "-O2",
  claims = { category = "floating_point", at_least = 0.3 },
  changes = "the last digits: the operations are rounded in another order",
  tolerance = 1e-12,
  switches = {
    gcc = { { "-fassociative-math -fno-signed-zeros -fno-trapping-math",
      "allows the compiler to regroup (part of -ffast-math)" } },
    clang = { { "-ffast-math", "allows the compiler to regroup, among other liberties" } },
    intel = { { "-fp-model=fast", "allows the compiler to regroup; the default" } },
    fujitsu_trad = { { "-Keval", "allows a changed order of evaluation (part of -Kfast)" } },
    fujitsu_clang = { { "-ffast-math", "allows a changed order of evaluation" } },
    cray = { { "-hfp2", "allows the compiler to regroup" } },
    ibm = { { "-qnostrict", "allows the compiler to regroup" } },
  },
  not_when = "b + c cancels or overflows where the products do not.",
  fallback = 0.1,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 4(a)",
}
