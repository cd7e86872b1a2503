-- Data accesses: fewer of them, and nearer ones. Here: loops, their order and what they
-- load; data_accesses_layout.lua and data_accesses_lookups.lua have the rest.

category "data_accesses" {
  title = "Data accesses",
  subcategories = {
    "Reduce the number of memory accesses",
    "Improve the data locality",
    "Hide the latency",
    "Other",
  },
}

local REDUCE = "Reduce the number of memory accesses"
local LOCALITY = "Improve the data locality"
local SHARED = "threads write to one line: see pad-per-thread-data"

-- whether each iteration may be the last one, by what it finds: a search
local function searches(s)
  local l = s.loop
  if not l.iterations or not l.entries or not s.code.branches or s.code.branches < 2 then return false end
  return #select_facts(s.branches, function(b)
    return b.kind == "conditional" and math.min(b.taken, b.count - b.taken) <= l.entries + 1
      and b.count > 0.8 * l.iterations
  end) >= 2
end

-- what the other order of two loops would do to the references of the inner
-- one: part of the bound that it removes, less what it adds
local function exchange_gain(s)
  local line, gain, loss = line_of(s), 0, 0
  for _, r in ipairs(s.memrefs) do
    local other = outer_stride(s, r)
    if r.stride and math.abs(r.stride) >= line then
      -- one that stands still in the outer loop is better copied (copy-column)
      if other and other ~= 0 and math.abs(other) < line and miss_rate(r) > 0.02 then
        gain = gain + miss_share(s, { r }) * (1 - left_in_order(s, r, other))
      end
    elseif other and math.abs(other) >= line and r.stride and r.stride ~= 0 then
      loss = loss + (r.count or 0)
    end
  end
  return gain, ratio(loss, sum(s.memrefs, "count")) or 0
end

-- A sum that was in a register is one of a row of sums afterwards, each of which is fetched
-- and stored again: a turn takes a cycle at least
local function exchanged(s)
  local c, names = fp_recurrence(s), {}
  local cycles = s.account and (s.lcpi.overall or 0) * (s.events.TOT_INS or 0) or 0
  if not c or not s.code or s.code.stores > 0 or cycles <= 0 then return misses end
  for name in pairs(misses) do names[#names + 1] = name end
  local gone = charged(s, names)
  local least = (c.adds + c.fmas) * (s.loop.iterations or 0) / cycles
  local x, causes = gone > 0 and clamp((1 - math.max(least, 1 - gone)) / gone) or 0, {}
  for name, share in pairs(misses) do causes[name] = share * x end
  return causes
end

suggestion "loop-interchange" {
  number = 54,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = exchanged,
  remedy = "order of loops",
  title = "Exchange the loops so that the inner one walks along memory",
  why = "Memory comes in lines of 64 bytes or more: a loop that goes from element to element uses all "
    .. "of each line, a loop that jumps over whole rows uses one element of it and fetches the rest "
    .. "for nothing. Exchanging the inner with an outer loop turns the jumps into steps.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    if packs(s) then return PACKED end
    if #strided(s) == 0 then return "no reference here jumps over whole cache lines" end
    if not s.outer then return "there is no enclosing loop to exchange with" end
    local gain, loss = exchange_gain(s)
    if gain == 0 then return "the enclosing loop jumps as well" end
    if loss >= 0.4 then return "the other order makes other references jump" end
    return clamp(gain) * (1 - loss)
  end,
  evidence = function(s)
    local r = heaviest(strided(s), "l1_misses")
    return "the " .. r.access .. " at " .. at(r) .. " walks with a stride of " .. bytes(r.stride)
      .. " and uses " .. count(math.max(1, r.line_bytes_used or 8)) .. " of each " .. line_of(s) .. "-byte line"
  end,
  how = {
    "Find the loop whose variable is the last subscript in C (the first in Fortran).",
    "Make it the innermost loop; check that no iteration needs what a later one computes.",
    "Where there are statements between the loops, split them off first.",
  },
  example = "examples/loop-interchange",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-floop-interchange", "exchanges loops where that is proven safe (part of -O3)" } },
    clang = "no released version exchanges loops by default: do it by hand",
    intel = { { "-O3", "includes loop interchange" } },
    fujitsu_trad = { { "-O3", "includes loop interchange" } },
    fujitsu_clang = "does not exchange loops: do it by hand",
    nvidia = { { "-O3", "includes loop interchange" } },
    cray = { { "-O2", "Fortran: includes loop interchange" } },
  },
  not_when = "The other order makes another large array jump: then block both loops instead.",
  fallback = 0.3,
  source = "Burtscher et al., PerfExpert, SC'10, Figs 2 and 5(e)",
}

-- Loads that go from element to element and yet miss more than once for each
-- line: other lines of the loop's have thrown it out in the meantime.
local function thrown_out(s)
  local line = s.machine.line or 64
  return select_facts(s.memrefs, function(r)
    return r.access == "load" and r.stride and r.stride ~= 0 and math.abs(r.stride) <= line
      and (r.l1_misses or 0) > 1.5 * (r.count or 0) * math.abs(r.stride) / line
  end)
end

suggestion "fewer-arrays-per-loop" {
  number = 55,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Split the loop so that each part uses few arrays",
  why = "A cache has only some places for lines whose addresses share their low bits, and memory keeps "
    .. "only some regions open. A loop over many arrays throws its own lines out before they are used "
    .. "up; several loops over few arrays each do not.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local streams = thrown_out(s)
    if s.loop.innermost == false then return "its arrays are those of the loops in it, too" end
    if #s.memrefs < 8 then return "few references are used at a time" end
    if #streams < 4 then return "the lines of its arrays are used up before they are thrown out" end
    local gain = 0
    for _, r in ipairs(streams) do gain = gain + miss_share(s, { r }) * (1 - left_in_order(s, r, r.stride)) end
    return clamp(gain)
  end,
  evidence = function(s)
    local worst = heaviest(s.memrefs, "l1_misses")
    return "the loop at " .. s.place .. " has " .. #s.memrefs .. " memory references; the "
      .. worst.access .. " at " .. at(worst) .. " misses the first cache in "
      .. percent(clamp(ratio(worst.l1_misses, worst.count))) .. " of its accesses although it goes from "
      .. "element to element"
  end,
  how = {
    "Group the statements by the arrays they use, two or so in each group.",
    "Give each group a loop, and each loop a procedure, so that the compiler does not join them again.",
  },
  example = "examples/fewer-arrays-per-loop",
  level = "-O2",
  claims = { category = "time", at_least = 0.05 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-ftree-loop-distribution", "splits loops where it sees a gain (part of -O3)" } },
    clang = { { "-mllvm -enable-loop-distribute", "splits loops where that lets a part vectorise" } },
    fujitsu_trad = { { "-Kloop_fission", "splits loops that ask for it by a directive" } },
    fujitsu_clang = { { "-ffj-loop-fission", "splits loops that ask for it by a directive" } },
    intel = "asks for a directive, see below",
  },
  pragmas = {
    intel = { { "#pragma distribute_point", "where to split the loop" } },
    clang = { { "#pragma clang loop distribute(enable)", "before the loop" } },
    fujitsu_trad = { { "#pragma loop loop_fission_target", "before the loop" } },
    fujitsu_clang = { { "#pragma fj loop loop_fission_target", "before the loop" } },
  },
  not_when = "The parts share most of their arrays: each part would load them again.",
  fallback = 0.2,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(f) and sec. IV.B",
}

-- what stays at one place through all iterations, registers that were spilt aside
local function standing(s)
  return select_facts(s.memrefs, function(r) return r.stride == 0 and r.operand ~= "stack" end)
end

-- to one place in each iteration, which is no spilt register
local function fixed_store(r)
  return r.access == "store" and r.stride == 0 and (r.stride_share or 1) > 0.5 and r.operand ~= "stack"
end

-- of these, those of most iterations: what a few ways store takes little
local function fixed_stores(s)
  return select_facts(s.memrefs, function(r) return fixed_store(r) and r.count >= 0.3 * (s.loop.iterations or 0) end)
end

suggestion "local-scalar" {
  number = 56,
  category = "data_accesses",
  subcategory = REDUCE,
  removes = function(s)
    local refs = standing(s)
    if would_vectorise(s) then return vectors(s, { l1 = 1, chain_fp = free_order(s) and 1 or nil }) end
    -- what is stored is waited for when it is loaded again
    local through = #select_facts(s.chains, function(c) return c.kind == "memory" end) + #updated_in_memory(s) > 0
    local stores = ratio(sum(select_facts(refs, fixed_store), "count"), s.events.ST_INS)
    return fewer_accesses(s, sum(refs, "count"), accesses(s), through and { l1 = 1, stores = 1 } or { stores = clamp(stores or 0) })
  end,
  title = "Keep the accumulator in a local scalar",
  why = "What is reached through a pointer must be loaded and stored again and again, because any "
    .. "store in between might have changed it. A local variable whose address is not taken stays in "
    .. "a register.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    if #fixed_stores(s) == 0 then return "nothing is stored to the same place in each iteration" end
    if unoptimised(s) then return NOT_OPTIMISED end
    if #falsely_shared(s) > 0 then return SHARED end
    if s.code and s.code.fixed_refs == 0 and (s.code.unknown_refs or 0) > 0 then return "the place depends on the data" end
    -- a call stores its return address
    if s.code and s.code.calls > 0 then return "it calls procedures" end
    return s.account and 0.8 or ref_share(s, standing(s))
  end,
  evidence = function(s)
    local r, again = heaviest(fixed_stores(s), "count"), updated_in_memory(s)[1]
    return "the store at " .. at(r) .. " writes to the same place again and again, " .. count(r.count) .. " times"
      .. (again and "; the load at " .. at(again) .. " waits for what was stored" or "")
  end,
  how = {
    "Before the loop, copy what is used again and again into a local variable: the state of a filter, members of an object.",
    "Work on the copy in the loop, and store it back after the loop.",
  },
  fewer_instructions = true,
  example = "examples/local-scalar",
  level = "-O3",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = { "aliasing", says = "where the pointers do overlap, the results are wrong" },
  tolerance = 0,
  switches = {
    gcc = { { "-fstrict-aliasing", "lets types say what can't overlap (part of -O2)" } },
    clang = { { "-fstrict-aliasing", "lets types say what can't overlap (the default)" } },
    fujitsu_trad = { { "-Kstrict_aliasing", "lets types say what can't overlap" } },
    fujitsu_clang = { { "-fstrict-aliasing", "lets types say what can't overlap" } },
    intel = { { "-ansi-alias", "lets types say what can't overlap (the default from -O2)" } },
    nvidia = { { "-alias=ansi", "lets types say what can't overlap" } },
  },
  not_when = "Another thread or a signal handler watches the value while the loop runs.",
  fallback = 0.2,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(a)",
}

suggestion "loop-blocking" {
  number = 57,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Block (tile) the loops for the cache",
  why = "When one array is walked along its rows and another down its columns, each order of the loops "
    .. "makes one of them jump from line to line. In a block that fits in the cache, every line that was "
    .. "fetched is still there when its next element is needed.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    if packs(s) then return PACKED end
    local refs = strided(s)
    if #refs == 0 then return "no reference here jumps over whole cache lines" end
    local trips = s.loop.trips
    if not s.outer or not trips then return "it is not a loop within a loop" end
    if s.machine.L1_size and trips * line_of(s) < 0.5 * s.machine.L1_size then
      return "the lines of one pass of the loop fit in the first cache"
    end
    local gain = exchange_gain(s)
    if gain == 0 then return "the enclosing loop jumps as well" end
    return 0.8 * gain
  end,
  evidence = function(s)
    local r = heaviest(strided(s), "l1_misses")
    return "the " .. r.access .. " at " .. at(r) .. " jumps by " .. bytes(math.abs(r.stride)) .. ", "
      .. count(s.loop.trips) .. " times in a row: by the time the next element of a line is needed, the line "
      .. "is gone"
  end,
  how = {
    "Cut both loops into pieces of 8 to 64 iterations: loops over blocks outside, loops within a block inside.",
    "Choose the block so that the lines of both arrays fit in half of the first-level cache.",
    "Handle an incomplete last block after the loops, or with min() in their bounds.",
  },
  example = "examples/loop-blocking",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.2 },
  remedy = "tiles",
  changes = { "order_of_sums", says = "nothing for copies; sums over blocks are added in another order" },
  tolerance = 0,
  switches = {
    gcc = { { "-floop-nest-optimize", "blocks simple loop nests, where built with isl" } },
    clang = "needs the polyhedral optimiser Polly (-mllvm -polly), which few builds have",
    intel = { { "-O3", "includes blocking" } },
    fujitsu_trad = { { "-Kloop_blocking", "blocks loop nests (part of -O2)" } },
    fujitsu_clang = "does not block: do it by hand",
    cray = { { "-O2", "Fortran: includes blocking" } },
  },
  pragmas = {
    intel = { { "#pragma block_loop factor(16)", "before the loops" } },
    cray = { { "!dir$ blockable(2)", "Fortran: before the loops" } },
    fujitsu_trad = { { "#pragma loop loop_blocking(16)", "before the loops" } },
  },
  not_when = "The arrays fit in the cache anyway, or each element is used once only and in order.",
  fallback = 0.3,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(e)",
}

-- What a pass of a loop goes through; where that fits in the second cache, and the
-- next loop fetches from beyond it, the next loop's arrays are others.
local function stays_for_the_next(s, l)
  local bytes = 0
  for _, r in ipairs(sequential(l)) do bytes = bytes + (l.loop.trips or 0) * math.abs(r.stride) end
  return bytes < 0.5 * (s.machine.L2_size or 0)
end

-- whether it stores all over: counts, or elements that are put in their places, which a loop
-- behind it may need as a whole
local function stores_all_over(s)
  return #select_facts(s.memrefs, function(r)
    return r.access == "store" and r.stride and (r.stride_share or 1) < 0.3 and r.count > 0.5 * (s.loop.iterations or 0)
  end) > 0
end

local function streaming_loops(s)
  local best = {}
  local found = {}
  for _, inner in ipairs(s.inner) do
    local refs = select_facts(sequential(inner), function(r) return r.l2_misses > 0.02 * r.count end)
    if #refs > 0 and inner.loop and inner.loop.trips and inner.loop.trips >= 16 and not stays_for_the_next(s, inner)
      and not stores_all_over(inner) then
      found[#found + 1] = { loop = inner, refs = refs }
    end
  end
  for _, a in ipairs(found) do
    local group = { a }
    for _, b in ipairs(found) do
      if b ~= a and fusible(a.loop, b.loop, sequential) then group[#group + 1] = b end
    end
    if #group > #best then best = group end
  end
  return best
end

local function misses_of(entry)
  return sum(entry.refs, "l2_misses")
end

suggestion "fuse-loops" {
  number = 58,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  remedy = "one pass",
  title = "Join loops over the same arrays so that each is loaded once",
  why = "A loop over a large array pushes its beginning out of the cache before the next loop starts, "
    .. "which then fetches everything again from further away. One loop that does the work of several "
    .. "uses each element while it is there.",
  needs = {},
  when = function(s)
    local found = streaming_loops(s)
    if #found < 2 then return "it does not hold several loops of one length that stream through memory" end
    local all, most = 0, 0
    for _, e in ipairs(found) do
      all, most = all + misses_of(e), math.max(most, misses_of(e))
    end
    if all == most then return "it does not hold several loops that stream through memory" end
    -- at best, the joined loop fetches as much as the one that fetches most
    local refs = {}
    for _, e in ipairs(found) do
      for _, r in ipairs(e.refs) do refs[#refs + 1] = r end
    end
    return 0.9 * miss_share(s, refs) * (1 - most / all)
  end,
  evidence = function(s)
    local found = streaming_loops(s)
    return #found .. " loops of " .. count(found[1].loop.loop.trips) .. " iterations each (" .. found[1].loop.place .. ", "
      .. found[2].loop.place .. (#found > 2 and ", ..." or "") .. ") fetch arrays from beyond the second cache: see whether they are the same"
  end,
  how = {
    "Put the bodies of loops with the same bounds into one loop, in their order.",
    "Check that no iteration needs what a later iteration of an earlier loop computes.",
    "Where bounds differ a little, peel the odd iterations off.",
  },
  example = "examples/fuse-loops",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.25 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = "does not join loops: do it by hand",
    clang = "does not join loops by default: do it by hand",
    intel = { { "-O3", "includes loop fusion" } },
    fujitsu_trad = { { "-Kloop_fusion", "joins loops (part of -O2)" } },
    fujitsu_clang = "does not join loops: do it by hand",
    nvidia = { { "-O3", "includes loop fusion" } },
    cray = { { "-hfusion2", "Fortran: joins loops wherever possible; the default" } },
  },
  pragmas = { cray = { { "!dir$ fusion", "Fortran: before the loops" } } },
  not_when = "The arrays fit in the cache, or the joined loop would use so many arrays that they drive "
    .. "each other out.",
  source = "Treibig, Hager, Wellein: performance patterns, redundant passes; own measurements",
}

-- single numbers of a table that does not stay in the first cache; a function's
-- values are such, records and lists hold more
local function looked_up(s)
  return select_facts(larger_than(s, s.machine.L1_size, scattered(s)), function(r)
    return r.access == "load" and miss_rate(r) > 0.3 and (r.line_bytes_used or 8) < 12 and r.operand == nil
  end)
end

suggestion "recompute" {
  number = 59,
  category = "data_accesses",
  subcategory = REDUCE,
  removes = misses,
  title = "Recompute values instead of loading them",
  why = "A value that takes a few operations to compute is ready sooner than one that comes from far away "
    .. "in memory. Tables that are larger than the first cache cost more than they save.",
  needs = { "memref" },
  when = function(s)
    local refs = looked_up(s)
    if chases(s) then return "what it loads decides where it continues" end
    if #refs == 0 then return "no large table of single numbers is looked up here" end
    if compared(s, refs[1]) then return "what it finds decides where it continues: it searches" end
    if refs[1].rewritten then return "what it looks up is written again and again" end
    if (footprint(s, refs[1]) or 0) > 8 * 2 ^ 20 then return "so large a table holds data, not the values of a formula" end
    if not refs[1].line then return "its source is not known: nobody can say what the table holds" end
    local listed = select_facts(sequential(s), function(r)
      return r.access == "load" and math.abs(r.count - refs[1].count) < 0.02 * r.count
    end)
    if #listed > 1 then return "an index array selects the elements, and another array is read along with it: a sparse matrix" end
    return 0.2 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(looked_up(s), "l1_misses")
    return "the load at " .. at(r) .. " looks up a table of some " .. bytes(footprint(s, r)) .. " and misses the "
      .. "first cache in " .. percent(clamp(miss_rate(r))) .. " of its accesses"
  end,
  how = {
    "See whether the looked-up value is a short formula of its index.",
    "Compute it where it is needed; keep a table only for what takes dozens of operations.",
  },
  example = "examples/recompute",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.8 },
  changes = { "rounding", says = "nothing, if the formula is the one that filled the table" },
  tolerance = 0,
  not_when = "The value takes divides, roots or library functions to compute, or comes from input.",
  fallback = 0.15,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(b)",
}

-- whether it changes only some of what it walks over
local function stores_at_times(s)
  if #select_facts(s.memrefs, function(r) return r.stored_over end) == 0 then return false end
  return #select_facts(s.memrefs, function(r)
    return r.access == "store" and r.operand ~= "stack" and r.count < 0.9 * (s.loop.iterations or 0)
  end) > 0
end

-- whether what it changes under a condition are some of the elements that it walks over, here one
-- and there one: with a mask for each vector, as AVX-512 has them, the condition needs no branch
local function stores_by_mask(s)
  local c = s.code
  if (c.machine_vector_bits or 0) < 512 or c.branches > 4 or (c.unit_refs or 0) < 2 or (c.fixed_refs or 0) > 0 then return false end
  -- what leaves it elsewhere than at its own line has found something
  if #select_facts(s.branches, function(b) return b.leaves and b.line ~= s.line end) > 0 then return false end
  local loads = select_facts(sequential(s), function(r) return r.access == "load" and r.stored_over end)
  local stores = select_facts(s.memrefs, function(r) return r.access == "store" and r.operand ~= "stack" end)
  if #loads == 0 or #stores == 0 then return false end
  for _, r in ipairs(stores) do
    if not r.stride or r.stride % loads[1].stride ~= 0 or (r.stride_share or 1) > 0.9 then return false end
  end
  return stores_at_times(s)
end

suggestion "vectorise-loop" {
  number = 60,
  category = "data_accesses",
  subcategory = REDUCE,
  removes = function(s) return vectors(s, nil, true) end,
  remedy = "level",
  title = "Vectorise the loop (SIMD)",
  why = "A vector instruction loads, computes and stores 2 to 16 elements at once, so that the same work takes "
    .. "a fraction of the memory accesses. Even when all data are in the first cache, each access takes some "
    .. "cycles, and fewer accesses wait less.",
  needs = { "code", "memref", "loop" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local c = s.code
    if s.loop.innermost == false then return "it is not an innermost loop" end
    if in_vectors(s) or c.fp_packed == 0 and holds_vectors(s) then return "it works on vectors already" end
    if unoptimised(s) then return NOT_OPTIMISED end
    if c.calls > 0 then return "it calls procedures" end
    if c.x87 > 0.1 * c.instructions then return "no vectors hold its numbers: see double-for-long-double and use-sse-arithmetic" end
    if c.integer_divides > 0 then return "no vectors divide integers: see constant-divisor and counter-for-modulo" end
    if copies_to_grow(s) then return "it copies an array that grows: see reserve-capacity" end
    if c.gathers > 0 or (c.unknown_refs or 0) > 0 or #scattered(s) > 0 or chases(s) then
      return "its accesses do not follow each other"
    end
    if #select_facts(s.chains, function(x) return x.kind == "integer" end) > 0 then return "each iteration depends on the one before" end
    local chain = carried_fp(s)
    if recurs(s) or chain and (chain.kind == "memory" or c.stores > 0) then return "each iteration depends on the one before" end
    if chain and not free_order(s) then
      return "its sum may not be reordered: see reassociate-reduction"
    end
    local masks = stores_by_mask(s)
    if c.branches > 2 and not masks then return "it has branches" end
    if (c.stores or 0) == 0 and searches(s) then return "it ends where it finds something" end
    local refs = sequential(s)
    if #refs == 0 then return "its accesses do not follow each other" end
    if #select_facts(s.memrefs, function(r)
      return r.stride == 0 and r.operand == nil and (r.stored_over or r.access == "store" and (r.stride_share or 0) > 0.9)
    end) > 0 then return "it may store to what the next iteration loads" end
    if stores_at_times(s) and not masks then return "it stores, under a condition, where it loads" end
    if waits_for_memory(s) then return "it waits for memory: vectors don't fetch faster" end
    if #thrown_out(s) >= 4 then return "its lines are thrown out before they are used up" end
    local dense = per_instruction(s, "L1_DCA")
    if dense and dense < 0.15 and not masks then return "few of its instructions access memory" end
    if s.loop.trips and s.loop.trips < math.max(8, 2 * lanes(s, true)) then return "it has too few iterations" end
    local bits = c.machine_vector_bits or s.machine.vector_bits or 128
    local lanes = math.max(1, bits / (c.fp_single > c.fp_double and 32 or 64))
    local easy = ratio(sum(refs, "count"), sum(s.memrefs, "count")) or 0
    if easy < 0.6 then return "about half of its accesses jump" end
    local part = easy * (c.branches > 1 and 0.5 or 0.9)
    return clamp(s.account and part or (1 - 1 / lanes) * part)
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " loads and stores one element at a time, where the machine has "
      .. "vectors of " .. count(s.code.machine_vector_bits or s.machine.vector_bits or 128) .. " bits"
      .. (stores_by_mask(s) and ", with masks for what it stores under a condition" or "")
  end,
  how = {
    "Build for the machine that runs it, and ask the compiler why it did not vectorise (switches below).",
    "Give it what it can't know: restrict for pointers that do not overlap, #pragma omp simd for independent "
      .. "iterations.",
    "Sums need permission to be reordered: #pragma omp simd reduction(+:sum).",
  },
  example = "examples/vectorise-loop",
  level = "-O2 -fopenmp-simd",
  claims = { category = "data_accesses", at_least = 0.3 },
  changes = { "order_of_sums", says = "nothing here; sums are added in another order" },
  tolerance = 0,
  switches = {
    gcc = { { "-O3 -march=native", "vectorises for this machine, where iterations are independent" },
      { "-fopt-info-vec-missed", "says why a loop was not vectorised" } },
    clang = { { "-O3 -march=native", "vectorises for this machine, where iterations are independent" },
      { "-Rpass-missed=loop-vectorize", "says why a loop was not vectorised" } },
    intel = { { "-O3 -xHost", "vectorises for this machine" }, { "-qopt-report=3", "says what happened" } },
    fujitsu_trad = { { "-Kfast -Ksimd=2", "vectorises, loops with conditions too" }, { "-Koptmsg=2", "says what happened" } },
    fujitsu_clang = { { "-Ofast", "vectorises" }, { "-Rpass-missed=loop-vectorize", "says why not" } },
    nvidia = { { "-fast", "includes vectorisation" }, { "-Minfo=vect,loop -Mneginfo", "says what happened" } },
    cray = { { "-hvector3", "Fortran: vectorises with all means" }, { "-hlist=m", "Fortran: says what happened" } },
  },
  pragmas = {
    gcc = { { "#pragma omp simd", "with -fopenmp-simd; or #pragma GCC ivdep" } },
    clang = { { "#pragma omp simd", "with -fopenmp-simd; or #pragma clang loop vectorize(enable)" } },
    intel = { { "#pragma omp simd", "with -qopenmp-simd" } },
    fujitsu_trad = { { "#pragma loop simd", "before the loop" } },
    fujitsu_clang = { { "#pragma clang loop vectorize(enable)", "before the loop" } },
    cray = { { "!dir$ ivdep", "Fortran: before the loop" } },
    nvidia = { { "#pragma ivdep", "before the loop" } },
  },
  not_when = "Iterations need each other's results, or the loop has only a few.",
  fallback = 0.3,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(c) and sec. IV.A",
}

-- loads from one place, the same in each iteration of an inner loop
-- Not those of spilt registers, nor of constants, which lie in memory as well.
