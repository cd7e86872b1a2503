-- Floating-point instructions: fewer of them, cheaper ones, and shorter chains.

category "floating_point" {
  title = "Floating-point instructions",
  subcategories = {
    "Reduce the number of floating-point instructions",
    "Avoid divides",
    "Avoid square roots",
    "Speed up divide and square-root operations",
    "Shorten dependence chains",
    "Avoid conversions",
  },
}

local function fast_part(s)
  return part(s, "floating_point", "fast") or 0
end

-- floating-point operations of the section's own code, as a part of all in it
local function fp_part(s)
  local own = (executed(s, "fp_scalar") or 0) + (executed(s, "fp_packed") or 0)
  return clamp(ratio(own, executed_within(s, "fp_scalar", "fp_packed")))
end

-- n operations less of all sums and products; shorter: by so many cycles the longest
-- chain that was executed gets shorter, of which sums and products may be a part
local function fewer_operations(s, n, shorter)
  local all = executed_within(s, "fp_add", "fp_mul", "fma")
  -- a divide keeps its pipe as long as some eight of them
  local busy = all + 8 * executed_within(s, "divides", "square_roots")
  local cycles, chain = fp_chained(s)
  local x = cycles > 0 and ratio(shorter(chain), cycles) or ratio(n, all)
  return fewer(s, n, busy, { chain_fp = clamp(x) }, nil, "arithmetic")
end

-- one product less for each sum of two that share a factor
local function fewer_products(s)
  local n, all = executed(s, "common_factors") or 0, executed(s, "fp_mul") or 0
  return fewer_operations(s, n, function(chain) return (chain.fp_mul or 0) * clamp(ratio(n, all) or 0) end)
end

-- whether it walks through arrays of 4-byte elements: those are what is converted
local function single_data(s)
  return #select_facts(s.memrefs, function(r) return r.stride and math.abs(r.stride) == 4 end) > 0
end

suggestion "distributivity" {
  number = 96,
  category = "floating_point",
  subcategory = "Reduce the number of floating-point instructions",
  removes = fewer_products,
  title = "Take common factors out of sums",
  why = "a*b + a*c needs two multiplications where a*(b + c) needs one. Compilers must not do that by "
    .. "themselves, as it changes the rounding.",
  needs = { "code" },
  when = function(s)
    local add, mul = executed(s, "fp_add") or 0, executed(s, "fp_mul") or 0
    local common = executed(s, "common_factors") or 0
    if (executed(s, "fma") or 0) > 0 and (executed(s, "powers") or 0) == 0 then return "products and sums are already fused" end
    if common == 0 then return "it adds no products that share a factor" end
    return s.account and 0.8 or fast_part(s) * fp_part(s) * common / (mul + add)
  end,
  evidence = function(s)
    return plural(executed(s, "common_factors"), "addition") .. " of products that share a factor " .. where_executed(s)
      .. ", of " .. plural(executed(s, "fp_mul"), "multiplication")
  end,
  how = {
    "Look for sums of products with a common factor: a*b + a*c.",
    "Write a*(b + c); polynomials in Horner's form: ((c3*x + c2)*x + c1)*x + c0.",
  },
  fewer_instructions = true,
  example = "examples/distributivity",
  level = "-O2",
  claims = { category = "floating_point", at_least = 0.2 },
  changes = { "rounding", says = "the last digits: the operations are rounded in another order" },
  tolerance = 1e-12,
  switches = {
    gcc = { { "-fassociative-math -fno-signed-zeros -fno-trapping-math",
      "allows the compiler to regroup (part of -ffast-math)" } },
    clang = { { "-ffast-math", "allows the compiler to regroup, among other liberties" } },
    intel = { { "-fp-model=fast", "allows the compiler to regroup; the default" } },
    fujitsu_trad = { { "-Keval", "allows a changed order of evaluation (part of -Kfast)" } },
    fujitsu_clang = { { "-ffast-math", "allows a changed order of evaluation" } },
    cray = { { "-hfp2", "Fortran: allows the compiler to regroup" } },
  },
  not_when = "b + c cancels or overflows where the products do not.",
  fallback = 0.1,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 4(a)",
}

local FEWER = "Reduce the number of floating-point instructions"

-- what raises to a power, and what its own procedures are called
local POWERS = { "pow", "powf", "__pow_finite", "__powf_finite" }
local POWER_NAMES = { "^pow", "^__pow", "^__ieee754_pow" }

local function cheap_powers(s)
  return select_facts(calls_to(s, table.unpack(POWERS)), function(c) return few_products(c.exponent) end)
end

-- "2, 3 and 4", the frequent ones of them
local function told_exponents(list)
  local seen, out = {}, {}
  for _, c in ipairs(list) do
    if not seen[c.exponent] and #out < 5 then
      seen[c.exponent] = true
      out[#out + 1] = c.exponent
    end
  end
  table.sort(out)
  for i, e in ipairs(out) do out[i] = string.format("%g", e) end
  if #out == 1 then return " " .. out[1] end
  return "s " .. table.concat(out, ", ", 1, #out - 1) .. " and " .. out[#out]
end

-- Cycles that the products take which replace a call
local PRODUCTS = 4

suggestion "power-by-products" {
  number = 97,
  category = "floating_point",
  subcategory = FEWER,
  removes = function(s) return fewer_calls(s, cheap_powers(s)) end,
  besides = function(s)
    local list = cheap_powers(s)
    local time, cycles = time_of_calls(s, list, table.unpack(POWER_NAMES)), s.program.events and s.program.events.TOT_CYC
    return time and time * (1 - clamp(ratio(PRODUCTS * sum(list, "calls"), time * (cycles or 0)) or 0.15))
  end,
  title = "Multiply instead of calling pow for small powers",
  why = "pow(x, 3) computes a logarithm and an exponential for any power, in some fifty cycles; x*x*x takes eight. Compilers must not do that by themselves, except for squares, because the last digit differs. In C++, std::pow(x, 3) is that call, too; in Fortran x**3.0 is, "
    .. "while x**3 is made of products.",
  needs = { "callee" },
  fewer_instructions = true,
  when = function(s)
    local list = cheap_powers(s)
    if #list == 0 then return "it raises nothing to a small, constant power" end
    -- a call takes some 40 cycles
    if 40 * sum(list, "calls") < 0.05 * (s.events.TOT_CYC or 0) then return "its calls of pow take next to nothing of its time" end
    return s.account and 0.9 or 0.1
  end,
  evidence = function(s)
    local list = cheap_powers(s)
    local c = heaviest(list, "calls")
    return name_of(c) .. " is called " .. plural(sum(list, "calls"), "time") .. ", first at " .. at(c) .. ", for the power"
      .. told_exponents(list)
  end,
  how = {
    "Write x*x*x, or a small function cube(x); x*sqrt(x) for the power 1.5; 1/(x*x) for -2.",
    "Several powers of one x: take each from the one before, or use Horner's form for a polynomial.",
    "In Fortran, give whole powers as integers: x**3, not x**3.0 or x**real(n).",
    "Or allow the compiler to, with the switch.",
  },
  example = "examples/power-by-products",
  level = "-O2",
  link = "-lm",
  claims = { category = "time", at_least = 0.5 },
  changes = { "rounding", says = "the last digit of the powers" },
  tolerance = 1e-13,
  switches = {
    gcc = { { "-funsafe-math-optimizations", "makes products and roots of them (part of -ffast-math)" } },
    clang = { { "-ffast-math", "makes products and roots of them" } },
    intel = { { "-fp-model=fast", "the default" } },
    fujitsu_trad = { { "-Keval", "part of -Kfast" } },
    fujitsu_clang = { { "-ffast-math", "makes products of them" } },
    nvidia = { { "-Mfprelaxed", "relaxes powers, too" } },
    cray = { { "-hfp3", "Fortran: makes products of them" } },
  },
  not_when = "Results must stay the same to the last bit.",
  source = "GCC manual, -funsafe-math-optimizations; own measurements",
}

local CHAINS = "Shorten dependence chains"

-- Whether its end comes as a surprise each time: lists and rows of which most are shorter than the mean
local function of_many_lengths(s)
  return s.loop.entries and sum(s.branches, "mispredicted") > 0.5 * s.loop.entries
end

suggestion "several-sums" {
  number = 99,
  category = "floating_point",
  subcategory = CHAINS,
  removes = { chain_fp = 1 },
  everywhere = true,
  remedy = "order of sums",
  title = "Use several sums that do not wait for each other",
  why = "Each addition to a sum waits until the one before is done, which takes some cycles, though the processor could "
    .. "start several in each cycle. With four or more partial sums it has something to start.",
  needs = { "code", "chain" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local c = fp_recurrence(s)
    if not c or c.divides > 0 or c.loads > 0 then return "no sum waits for the iteration before" end
    if c.stored then return PARTIAL end
    if free_order(s) and #select_facts(s.memrefs, kept_in_memory) > 0 then return "its order is free already, but it is stored in each iteration" end
    local on_chain = c.adds + c.fmas
    local all = s.code.fp_add + s.code.fma
    if on_chain == 0 or c.muls > 0 then return "no sum waits for the iteration before" end
    if on_chain < all then return "it has several sums already" end
    local terms = terms_of_sum(s, c) or math.huge
    if terms < 8 then return "its sums are short" end
    if (s.code.unknown_refs or 0) > 0 and s.loop and terms < 64 and of_many_lengths(s) then
      return "its sums are short, of many lengths, and their terms are found through an index array"
    end
    local cycles, n = s.events.TOT_CYC, s.loop and s.loop.iterations
    if cycles and n and c.latency_cycles * n < 0.3 * cycles then return "other things take longer than the sum" end
    if s.account then return 0.75 end
    return (waits_for_memory(s) and 0.3 or 1) * 0.7 * fast_part(s) * fp_part(s) * clamp(on_chain / math.max(1, s.code.fp_packed + s.code.fp_scalar) + 0.3)
  end,
  evidence = function(s)
    local c = fp_recurrence(s)
    return "each iteration of the loop at " .. s.place .. " waits for " .. plural(c.adds + c.fmas, "addition")
      .. " of the one before: " .. count(c.latency_cycles) .. " cycles in which nothing else can be added"
  end,
  how = {
    "Unroll by four or eight with a sum for each, added up after the loop.",
    "Or allow the compiler to reorder the sum; then it vectorises as well.",
    "In Fortran, use sum() and dot_product(), and the switch.",
  },
  example = "examples/several-sums",
  level = "-O2",
  claims = { category = "floating_point", at_least = 0.3 },
  changes = { "order_of_sums", says = "the last digits: terms are added in another order" },
  tolerance = 1e-12,
  switches = {
    gcc = { { "-O3 -fassociative-math -fno-signed-zeros -fno-trapping-math", "permits reordering; part of -ffast-math" } },
    clang = { { "-O3 -ffast-math", "permits reordering; interleaves by itself" } },
    intel = { { "-fp-model=fast", "permits reordering; the default" } },
    fujitsu_trad = { { "-Keval", "leave to reorder" } },
    fujitsu_clang = { { "-ffast-math", "leave to reorder" } },
    nvidia = { { "-Mvect=assoc", "leave to reorder" } },
    cray = { { "-hfp2", "Fortran: leave to reorder" } },
  },
  pragmas = {
    gcc = { { "#pragma omp simd reduction(+:sum)", "leave for this loop" } },
    clang = { { "#pragma omp simd reduction(+:sum)", "leave for this loop" } },
    intel = { { "#pragma omp simd reduction(+:sum)", "leave for this loop" } },
  },
  not_when = "The order of additions is part of the result.",
  fallback = 0.2,
  source = "own measurements",
}

-- Additions in a row between the value of one iteration and that of the next: how many
-- of them one could be, and of how many cycles. Plain sums are better taken in parts.
local function sums_on_the_way(s)
  local c, n = fp_recurrence(s), s.loop and s.loop.iterations
  local latency = s.machine.FP_lat
  if not n or n == 0 or not latency then return 0, "it is not a loop" end
  if c and not c.stored and c.divides + c.muls == 0 then return 0, "it is a plain sum" end
  local spare
  if c and c.loads == 0 then
    spare = c.adds_in_row
  else -- by way of an array: what the simulation saw
    local cycles, chain = fp_chained(s)
    if cycles <= 0 or cycles < 0.4 * (s.events.TOT_CYC or 0) or (chain.store or 0) + (chain.store_vec or 0) == 0
      or chain.window * (s.machine.rob or 0) > 0.5 * chain.instructions then
      return 0, "no iteration waits for sums of the one before"
    end
    -- before and behind each of its other operations there may be one addition
    local others = math.max(0, cycles - chain.fp_add)
    spare = (chain.fp_add - others) / (latency * n) - 1
  end
  if spare < 0.8 then return 0, "between two iterations there is one addition" end
  return spare * latency * n
end

suggestion "sum-before-recurrence" {
  number = 100,
  category = "floating_point",
  subcategory = CHAINS,
  removes = function(s)
    local saved = sums_on_the_way(s)
    local cycles = s.facts.longest_chain and s.facts.longest_chain[1] and s.facts.longest_chain[1].cycles
    return { chain_fp = clamp(ratio(saved, math.max(saved, cycles or s.events.TOT_CYC or 0)) or 0) }
  end,
  remedy = "order of sums",
  title = "Shorten the recurrence with parentheses",
  why = "x[i-1] + a + b + c is computed from left to right: three additions, one after the other, before the next "
    .. "iteration can begin. x[i-1] + (a + b + c) has one there, as the sum in parentheses waits for nothing. Compilers "
    .. "must not do that by themselves, as it changes the rounding.",
  needs = { "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local saved, why = sums_on_the_way(s)
    if saved == 0 then return why end
    local part = clamp(ratio(saved, s.events.TOT_CYC))
    if part < 0.05 then return "other things take longer than its sums" end
    return s.account and 0.9 or part
  end,
  evidence = function(s)
    local c = fp_recurrence(s)
    if c and c.loads == 0 then
      return plural(c.adds, "addition") .. " on the way from one iteration of the loop at " .. s.place .. " to the next, "
        .. count(c.adds_in_row) .. " of them right after another one"
    end
    local _, chain = fp_chained(s)
    return "additions take " .. percent(chain.fp_add / chain.cycles) .. " of the way from one iteration of the loop at "
      .. s.place .. " to the next, which leads through an array"
  end,
  how = {
    "Put in parentheses what does not come from the iteration before: x[i] = x[i-1] + (a[i] - b[i]);",
    "Write what comes from it last: ((a + b) + c) + x, not ((x + a) + b) + c.",
  },
  example = "examples/sum-before-recurrence",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "order_of_sums", says = "the last digits: terms are added in another order" },
  tolerance = 1e-10,
  switches = {
    gcc = { { "-fassociative-math -fno-signed-zeros -fno-trapping-math", "permits regrouping; part of -ffast-math" } },
    clang = { { "-ffast-math", "permits regrouping, among other liberties" } },
    intel = { { "-fp-model=fast", "permits regrouping; the default" } },
    fujitsu_trad = { { "-Keval", "permits regrouping; part of -Kfast" } },
    fujitsu_clang = { { "-ffast-math", "leave to regroup" } },
    cray = { { "-hfp2", "Fortran: leave to regroup" } },
  },
  not_when = "The order of additions is part of the result.",
  fallback = 0.1,
  source = "own measurements",
}

-- Sums under a condition carry no chain in the code, but may wait for each other as it
-- runs: additions, and hardly a product, make the longest chain, for much of the time
local function waits_for_sums(s)
  local chain, cycles = s.longest_chain, s.events.TOT_CYC
  if not chain or not cycles or (chain.cycles or 0) < 0.4 * cycles then return false end
  local add = chain.fp_add or 0
  return add > 0.5 * chain.cycles and (chain.fp_mul or 0) < 0.5 * add
end

suggestion "fused-multiply-add" {
  number = 102,
  category = "floating_point",
  subcategory = FEWER,
  everywhere = true,
  judges_machine = true,
  removes = function(s)
    -- a product and a sum of three or four cycles each become one operation of four; every
    -- second product is of that form (programs gained 1.00 to 1.16 where all were said to be)
    return fewer_operations(s, 0.5 * math.min(executed(s, "fp_add") or 0, executed(s, "fp_mul") or 0),
      function(chain) return 1 / 3 * math.min(chain.fp_add, chain.fp_mul) end)
  end,
  remedy = "machine",
  title = "Build for a machine with fused multiply-add",
  why = "a*b + c is one instruction on most processors of the last ten years, but compilers use it only when a switch says that "
    .. "the program need not run on older ones.",
  needs = { "code", "compiler" },
  fewer_instructions = true,
  when = function(s)
    local add, mul = executed(s, "fp_add") or 0, executed(s, "fp_mul") or 0
    if executed_within(s, "fma") > 0 or (s.events.FMA_INS or 0) > 0 then return "it uses fused instructions" end
    if built_with(s, "-mfma", "-march=native", "-march=x86-64-v3", "-march=x86-64-v4", "-march=haswell") then
      return "the compiler was allowed to already"
    end
    if s.machine.isa == "x86_64" and (s.machine.vector_bits or 0) < 256 then return "the machine has none" end
    local pairs_of = math.min(add, mul)
    if pairs_of == 0 then return "it has no products that are added" end
    -- an addition waits for 3 or 4 cycles, a fused operation for 4 or 5: where sums
    -- wait for each other, fusing makes the wait longer
    local c = fp_recurrence(s)
    if c and c.adds > 0 and c.muls == 0 or waits_for_sums(s) then
      return "its sums wait for each other, which fusing makes longer"
    end
    if waits_for_memory(s) and (s.lcpi.data_accesses or 0) > 2 * (s.lcpi.floating_point or 0) then
      return "it waits for memory"
    end
    return s.account and 0.8 or 0.9 * fast_part(s) * fp_part(s) * pairs_of / (add + mul)
  end,
  evidence = function(s)
    return plural(executed(s, "fp_mul"), "multiplication") .. " and " .. plural(executed(s, "fp_add"), "addition")
      .. " by instructions of their own " .. where_executed(s)
  end,
  how = { "Name the machine, and allow contraction, with the switches below." },
  example = "examples/fused-multiply-add",
  level = "-O2 -mavx",
  after_level = "-O2 -mfma -ffp-contract=fast",
  claims = { category = "floating_point", at_least = 0.3 },
  changes = { "rounding", "portability",
    says = "the last digit: the product is not rounded before the addition; what rests on that rounding (exact predicates, sums in "
      .. "twice the precision) needs -ffp-contract=off for its file; older processors stop at such an instruction" },
  tolerance = 1e-12,
  switches = {
    gcc = { { "-march=native -ffp-contract=fast", "fast contraction is the default for GNU C" } },
    clang = { { "-march=native -ffp-contract=fast", "fused across statements too" } },
    intel = { { "-xHost -fma", "fused is the default where the machine has it" } },
    fujitsu_trad = { { "-Kfp_contract", "part of -Kfast" } },
    fujitsu_clang = { { "-ffp-contract=fast", "part of -Ofast" } },
    nvidia = { { "-Mfma", "the default where the machine has it" } },
    cray = { { "-hfp2", "Fortran: contracts" } },
  },
  not_when = "Results must agree with those of a build without it, or x*x - y*y must be exactly 0 for x = y.",
  source = "own measurements",
}

suggestion "round-instruction" {
  number = 103,
  category = "floating_point",
  subcategory = "Avoid conversions",
  everywhere = true,
  removes = function(s)
    local both = executed(s, "conversions_back") or 0
    -- there and back, a comparison and a correction: some fifteen cycles for four
    return fewer(s, 4 * both, executed_within(s, "fp_scalar"), { chain_fp = clamp(ratio(11 * both, s.events.TOT_CYC) or 0) })
  end,
  title = "Let floor() and its like be one instruction",
  why = "Processors since 2008 round a floating-point number with one instruction, but code for every x86-64 may not use "
    .. "it: it converts to an integer and back, compares and corrects.",
  needs = { "code", "compiler" },
  fewer_instructions = true,
  when = function(s)
    if s.machine.isa ~= "x86_64" then return "its processor always has the instruction" end
    if built_with(s, "-msse4", "-mavx", "-march=native", "-march=x86-64-v", "-march=haswell", "-march=znver", "-march=skylake") then
      return "the compiler was allowed to already"
    end
    local both = executed(s, "conversions_back") or 0
    if both == 0 then return "nothing is converted to an integer and back" end
    -- floor() tests for numbers that are so large that they are integers already, which
    -- hardly any is; (double)(int)x does not, and no switch makes one instruction of it
    local tests = select_facts(s.branches, function(b)
      return b.kind == "conditional" and b.asks == "float" and not b.leaves
        and math.min(b.taken, b.count - b.taken) <= 1e-6 * b.count
    end)
    if sum(tests, "count") < 0.8 * both then return "it converts without a test, as casts do" end
    -- five instructions for one
    return s.account and 0.8 or clamp(4 * both / executed_within(s, "instructions"))
  end,
  evidence = function(s)
    return plural(executed(s, "conversions_back"), "conversion") .. " to integers and back " .. where_executed(s)
      .. ", as floor() and ceil() are done without the instruction"
  end,
  how = {
    "See that the conversions are those of floor, ceil, trunc or rint, and not of indices.",
    "Compile the file with -msse4.1, or for the machine that runs it.",
  },
  example = "examples/round-instruction",
  level = "-O2",
  after_level = "-O2 -msse4.1",
  link = "-lm",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "portability", says = "processors from before 2008 can't run it" },
  tolerance = 0,
  switches = {
    gcc = { { "-msse4.1", "x86: this instruction" }, { "-march=x86-64-v2", "this and others of its time" } },
    clang = { { "-msse4.1", "x86: this instruction" }, { "-march=x86-64-v2", "this and others of its time" } },
    intel = { { "-xHost", "all of the machine's" } },
    nvidia = { { "-tp=host", "all of the machine's" } },
  },
  not_when = "The conversions are those of indices: then nothing can be saved.",
  source = "GCC manual, x86 options; own measurements",
}

suggestion "no-conversions" {
  number = 104,
  category = "floating_point",
  subcategory = "Avoid conversions",
  -- no conversions, and half as many vectors
  removes = function(s)
    local n, packed = executed(s, "conversions_precision") or 0, executed(s, "fp_double") or 0
    packed = math.min(packed, executed(s, "fp_packed") or 0)
    local of = executed_within(s, "fp_scalar", "fp_packed") + (executed(s, "conversions") or 0)
    return fewer(s, n + 0.5 * packed, of, { chain_fp = clamp(ratio(4 * n, s.events.TOT_CYC) or 0) })
  end,
  title = "Do not mix precisions: constants and functions of the data's type",
  why = "One constant without f makes C compute a float expression in double precision: every value is widened, "
    .. "computed in double and narrowed again, with half as many values in a vector.",
  needs = { "code" },
  fewer_instructions = true,
  when = function(s)
    local n = executed(s, "conversions_precision") or 0
    if n == 0 then return "it converts no floating-point numbers" end
    if executed_part(s, "conversions_precision") < 0.02 then return "it converts few values" end
    if (executed(s, "fp_single") or 0) == 0 and not single_data(s) then
      return "it computes in double: its conversions are intended"
    end
    if s.account then return 1 end
    return clamp(0.9 * fp_part(s) * n / math.max(1, executed_within(s, "fp_scalar", "fp_packed", "conversions")))
  end,
  evidence = function(s)
    return plural(executed(s, "conversions_precision"), "conversion") .. " between float and double for "
      .. plural((executed(s, "fp_packed") or 0) + (executed(s, "fp_scalar") or 0), "floating-point operation") .. " " .. where_executed(s)
  end,
  how = {
    "Write 0.5f with float data, and call sqrtf, fabsf, expf.",
    "In Fortran, 0.5 is single and 0.5d0 double: write real(0.5, kind(x)), or a named kind (0.5_wp), throughout.",
    "Keep loop indices that are used as numbers in a floating-point variable of their own.",
  },
  example = "examples/no-conversions",
  level = "-O2",
  claims = { category = "floating_point", at_least = 0.5 },
  changes = { "rounding", "overflow", says = "results are rounded to single precision earlier" },
  tolerance = 1e-5,
  switches = {
    gcc = { { "-Wdouble-promotion", "warns where float becomes double" } },
    clang = { { "-Wdouble-promotion", "warns where float becomes double" } },
    intel = { { "-Wdouble-promotion", "warns where float becomes double" } },
  },
  not_when = "The expression was meant to be computed in double.",
  source = "Codee open catalog PWR044; GCC manual, -Wdouble-promotion",
}
