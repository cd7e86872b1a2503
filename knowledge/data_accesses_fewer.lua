-- Data accesses: fewer of them, by values that are loaded once.

local REDUCE = "Reduce the number of memory accesses"
local LOCALITY = "Improve the data locality"
local SHARED = "threads write to one line: see pad-per-thread-data"

-- of what the loop does not store there itself
local function fixed_loads(s)
  local bits = {}
  for _, r in ipairs(bit_by_bit(s)) do bits[r] = true end
  return select_facts(s.memrefs, function(r)
    return r.access == "load" and r.stride == 0 and (r.stride_share or 0) > 0.5 and not r.operand and (r.flow or 0) <= 0.5 and not bits[r]
  end)
end

-- through pointers, as far as is known
local function stores_of(s)
  return select_facts(s.memrefs, function(r) return r.access == "store" and r.operand ~= "stack" end)
end

-- each of these once before the loop; and what the compiler makes of it then
local function fewer_loads(s)
  if would_vectorise(s) then return vectors(s) end
  local n = sum(fixed_loads(s), "count")
  -- what is waited for is what the loop stored
  if #updated_in_memory(s) > 0 then return fewer(s, n, accesses(s), nil, nil, "memory") end
  return fewer_accesses(s, n, s.events.LD_INS)
end

suggestion "common-subexpressions" {
  number = 61,
  category = "data_accesses",
  subcategory = REDUCE,
  removes = fewer_loads,
  title = "Take common subexpressions with memory accesses out of the loop",
  why = "A value that is reached through pointers looks the same in every iteration to you, but not to the "
    .. "compiler: any store in between might have changed it. So the compiler loads it, and computes from it, in every iteration; a local variable shows that once is enough.",
  needs = { "memref", "loop", "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local refs = fixed_loads(s)
    if #stores_of(s) == 0 then return "no store could change what it loads" end
    if #falsely_shared(s) > 0 then return SHARED end
    if #refs < 2 then return "no iteration loads what the one before has loaded" end
    if executed_within(s, "calls") >= 0.5 * (s.loop.iterations or math.huge) then return "what it calls may change what it loads" end
    if unoptimised(s) then return NOT_OPTIMISED end
    return 0.95 * (s.account and 1 or ref_share(s, refs))
  end,
  evidence = function(s)
    local refs = fixed_loads(s)
    local where = refs[1].line and " (" .. at(refs[1]) .. ", ...)" or ""
    return plural(#refs, "load") .. " in the loop at " .. s.place .. where .. " fetch the same values in each of its " .. count(s.loop.trips or 0) .. " iterations"
  end,
  how = {
    "Find what does not depend on the loop's variable, pointers and members included.",
    "Compute it into a local variable before the loop: const double force = e->w[q] * (...);",
    "In C++, look into operators and templates: each u(i) may hide two or three loads.",
  },
  example = "examples/common-subexpressions",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = { "rounding", says = "the last digit, where products are formed in another order" },
  tolerance = 1e-12,
  switches = {
    gcc = { { "-O3", "may test for overlap once and then hoist" } },
    clang = { { "-O3", "may test for overlap once and then hoist" } },
    intel = { { "-O3 -fargument-noalias", "assumes that arguments do not overlap" } },
    fujitsu_trad = { { "-Kpreex", "moves invariant expressions out of loops" }, { "-Krestp=all", "trusts that pointers do not overlap" } },
    fujitsu_clang = { { "-ffj-preex", "moves invariant expressions out of loops" } },
    nvidia = { { "-Msafeptr", "trusts that pointers do not overlap" } },
    cray = { { "-hrestrict=a", "Fortran: trusts that pointers do not overlap" } },
  },
  not_when = "The store does change one of the values.",
  fallback = 0.25,
  source = "Burtscher et al., PerfExpert, SC'10, sec. IV.C (EX18)",
}

suggestion "restrict-pointers" {
  number = 62,
  category = "data_accesses",
  subcategory = REDUCE,
  removes = fewer_loads,
  remedy = "restrict",
  title = "Declare with restrict that pointers do not overlap",
  why = "When a loop stores through one pointer and loads through others, the compiler must assume that the "
    .. "store changes what is loaded next. restrict is your promise that it does not: values stay in registers, and "
    .. "several iterations can be done at once.",
  needs = { "memref", "loop", "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local refs = fixed_loads(s)
    if #stores_of(s) == 0 or #refs == 0 then return "no store makes it load anything again" end
    if not refs[1].line then return "its source is not known" end
    if #falsely_shared(s) > 0 then return SHARED end
    if #select_facts(refs, function(r) return r.stored_over end) > 0 then return "it stores where it loads: they do overlap" end
    if s.code and s.code.calls > 0 then return "what it calls may store as well" end
    -- too short for vectors: several loads are better done once before it, which needs no promise
    if #refs > 1 and (s.loop.trips or 8) < 8 then return "several values stay the same: see common-subexpressions" end
    return s.account and 0.6 or 0.8 * ref_share(s, refs)
  end,
  evidence = function(s)
    local r = fixed_loads(s)[1]
    return "the load at " .. at(r) .. " fetches the same place " .. count(s.loop.trips or r.count)
      .. " times in a row, because the store at " .. at(stores_of(s)[1]) .. " might have changed it"
  end,
  how = {
    "Write double *restrict y in C, double *__restrict y in C++, for pointers that overlap no others.",
    "Copy members that are pointers into local restrict pointers before the loop.",
    "Fortran: arguments don't overlap, but pointer and target do: use allocatable, or copy the value into a local variable.",
  },
  example = "examples/restrict-pointers",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = { "aliasing", says = "where the pointers do overlap, the results are wrong" },
  tolerance = 0,
  switches = {
    gcc = "use restrict",
    clang = "use restrict",
    intel = { { "-fargument-noalias", "assumes that arguments do not overlap" } },
    fujitsu_trad = { { "-Krestp=arg", "assumes that arguments do not overlap" } },
    nvidia = { { "-Msafeptr=arg", "assumes that arguments do not overlap" } },
    cray = { { "-hrestrict=f", "Fortran: assumes that arguments do not overlap" } },
  },
  not_when = "They do overlap, even at one call: results are wrong then.",
  source = "Burtscher et al., PerfExpert, SC'10, sec. IV.C; C11, 6.7.3.1",
}

-- loads that each iteration of the outer loop repeats
local function loaded_again(s)
  return select_facts(sequential(s), function(r)
    local other = outer_stride(s, r)
    return other and math.abs(other) < 64 and miss_rate(r) < 0.02 and (s.loop.trips or 0) >= 8
  end)
end

suggestion "unroll-and-jam" {
  number = 63,
  category = "data_accesses",
  subcategory = REDUCE,
  removes = function(s)
    return fewer_accesses(s, 0.75 * sum(loaded_again(s), "count"), accesses(s), { chain_fp = 1 })
  end,
  title = "Unroll and jam the outer loop",
  why = "An inner loop often loads the same values again for every iteration of the outer loop. If several outer iterations are done together, a value in a register serves all of them. With four rows at a time, a vector is loaded a quarter as often, and four sums do not wait for each other.",
  needs = { "memref", "loop", "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local products = s.code.fp_mul + s.code.fma
    if not s.outer then return "it is not a loop within a loop" end
    if products == 0 or #stores_of(s) > 0 then return "it does not accumulate products" end
    if s.code.loads / products < 1.6 then return "each load is used for several products already" end
    if (s.code.unknown_refs or 0) > 0 then return "what it loads is found through an index array" end
    local again = loaded_again(s)
    if #again == 0 then return "nothing is loaded again for each outer iteration" end
    return s.account and 0.8 or 0.75 * ref_share(s, again)
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " has " .. plural(s.code.loads, "load") .. " for "
      .. plural(s.code.fp_mul + s.code.fma, "product")
      .. " and walks the same elements again for each iteration of the loop around it"
  end,
  how = {
    "Let the outer loop go in steps of four, with four sums in the inner loop.",
    "Do the last one to three rows in a loop of their own.",
    "For matrix products, do it in both directions, or call a BLAS library.",
  },
  example = "examples/unroll-and-jam",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.25 },
  changes = { "order_of_sums", says = "nothing, if each sum keeps its order" },
  tolerance = 0,
  switches = {
    gcc = { { "-floop-unroll-and-jam", "does it for simple loops (part of -O3)" } },
    clang = { { "-mllvm -enable-unroll-and-jam", "does it for simple loops" } },
    intel = { { "-O3", "includes it" } },
    fujitsu_trad = { { "-Kunroll_and_jam=4", "does it" } },
    cray = { { "-O3", "Fortran: includes it" } },
  },
  pragmas = {
    gcc = { { "#pragma GCC unroll 4", "before the outer loop, unrolls only" } },
    clang = { { "#pragma clang loop unroll_count(4)", "before the outer loop; #pragma unroll_and_jam(4) joins" } },
    intel = { { "#pragma unroll_and_jam(4)", "before the outer loop" } },
    cray = { { "!dir$ unroll 4", "Fortran: before the outer loop" } },
  },
  not_when = "The inner loop has so many values that registers run out.",
  source = "Fujitsu/RIKEN programming guide, common part, unroll and jam; own measurements",
}

-- bytes that one pass of the loop, from its start to its end, fetches on average
local function pass_bytes(s, r)
  return r.l2_misses * line_of(s) / s.loop.entries
end

-- What each pass fetches anew: nearly all that the reference goes through, not a
-- row of it, and more than fits in the second cache
local function fetched_again(s)
  if (s.loop.entries or 0) < 2 then return {} end
  return select_facts(sequential(s), function(r)
    return r.lines and footprint(s, r) > (s.machine.L2_size or 1e18) and pass_bytes(s, r) > 0.6 * footprint(s, r)
  end)
end

suggestion "strip-passes" {
  number = 64,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Strip-mine the passes into cache-sized blocks",
  why = "When one pass after the other goes through a large array, each fetches all of it from memory. If all passes are made over one piece before the next, each piece is fetched once and stays in the cache.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    if not s.outer or not s.outer.loop then return "it is not a loop within a loop" end
    local rate, most = saturation(s)
    if rate and rate > (most and 0.25 * most or 1.5) then return "bandwidth is its limit: see block-repeated-sweeps" end
    local refs = fetched_again(s)
    if #refs == 0 then return "nothing is fetched again for each pass" end
    if not only_passes(s) then return "the passes need what happens between them" end
    return 0.8 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(fetched_again(s), "l2_misses")
    return "each of the " .. count(s.loop.entries) .. " passes of the loop at " .. s.place .. " fetches some "
      .. bytes(pass_bytes(s, r)) .. " again, " .. bytes(r.l2_misses * line_of(s)) .. " in all, more than the second cache holds"
  end,
  how = {
    "Put a loop over pieces of a few thousand elements around the loop over passes.",
    "Where a pass needs neighbours, let pieces overlap, or shift them from pass to pass.",
  },
  example = "examples/strip-passes",
  level = "-O3 -march=x86-64-v3",
  claims = { category = "data_accesses", at_least = 0.1 },
  remedy = "strips",
  changes = { "behaviour", says = "nothing, where elements do not depend on each other" },
  tolerance = 0,
  switches = {
    fujitsu_trad = { { "-Kloop_fission_stripmining=L1", "cuts loops that it splits into pieces for the first cache" } },
    gcc = { { "-floop-nest-optimize", "where built with isl" } },
  },
  not_when = "A pass needs results from all of the array.",
  source = "own measurements",
}

suggestion "build-in-register" {
  number = 251,
  category = "data_accesses",
  subcategory = REDUCE,
  -- what waits for a value that goes through memory waits less, too
  removes = { stored_in_part = 0.95, chain_integer = 0.5, chain_address = 0.5 },
  title = "Put words together in a register, not by bytes in memory",
  why = "A load takes its value from a store that has not reached the cache yet if the store has all of it. If the store has a part "
    .. "only, one byte of a word, the load waits until it is in the cache, which takes some fifteen cycles more.",
  needs = {}, -- an account of the simulator's
  fewer_instructions = true,
  when = function(s)
    if not s.account then return "no account of its cycles is known" end
    if (s.account.stored_in_part or 0) < 0.05 then return "no load waits for stores of a part of what it loads" end
    return 0.9
  end,
  evidence = function(s)
    return percent(s.account.stored_in_part) .. " of the cycles at " .. s.place .. " wait until bytes or halves of what is loaded, stored just before, are in the cache"
  end,
  how = {
    "word ^= (uint64_t)byte << 8 * i, in place of a union or an array of bytes that overlays the word.",
    "Fortran: ior and ishft, in place of transfer or equivalence with an array of bytes.",
    "Load in the width in which it was stored: two values of 4 bytes that are loaded as 8 wait, too.",
  },
  example = "examples/build-in-register",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The word is loaded long after its parts were stored.",
  source = "Agner Fog, The microarchitecture of Intel, AMD and VIA CPUs (store forwarding stalls); Intel optimisation manual, 3.6.4",
}
