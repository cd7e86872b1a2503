-- Data accesses: fewer of them, and nearer ones.

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
local HIDE = "Hide the latency"
local OTHER = "Other"
local SHARED = "threads write to one line: see pad-per-thread-data"

local function line_of(s) return s.machine.line or 64 end

local function miss_rate(r) return ratio(r.l1_misses, r.count) or 0 end

-- whether what a reference does is worth a word: a hundredth of its section's
-- accesses, or of what they miss
local function matters(s, r)
  return r.count >= 0.01 * sum(s.memrefs, "count") or r.l1_misses >= 0.01 * sum(s.memrefs, "l1_misses")
end

-- what a reference touches in all; the estimate is of different lines
local function footprint(s, r) return (r.lines or 0) * line_of(s) end

-- the part of each fetched line that is used; nil when it was not sampled
local function used(s, r)
  return r.line_bytes_used and clamp(r.line_bytes_used / line_of(s))
end

-- references whose steps are so long that each takes another cache line
local function strided(s)
  local line = line_of(s)
  return select_facts(s.memrefs, function(r)
    return r.stride and math.abs(r.stride) >= line and (r.stride_share or 1) > 0.5
      and miss_rate(r) > 0.02 and (used(s, r) or 0) < 0.6
  end)
end

-- references that go from element to element
local function sequential(s)
  local line = line_of(s)
  return select_facts(s.memrefs, function(r)
    return r.stride and r.stride ~= 0 and math.abs(r.stride) < line and (r.stride_share or 0) > 0.5
  end)
end

-- references without a pattern that a machine could foresee
local function scattered(s)
  return select_facts(s.memrefs, function(r)
    local share, far = r.stride_share or 1, math.abs(r.stride or 0) >= 4096
    return r.stride and r.count > 0 and matters(s, r) and (share < 0.3 or far and share < 0.9)
  end)
end

-- of these, those that are no columns either, whose other step is to the next element
local function random(s)
  return select_facts(scattered(s), function(r)
    return (r.stride_share or 1) < 0.3 or not r.stride2 or math.abs(r.stride2) > line_of(s)
  end)
end

local function larger_than(s, size, refs)
  return select_facts(refs, function(r) return size and footprint(s, r) > size end)
end

-- whether each iteration may be the last one, by what it finds: a search
local function searches(s)
  local l = s.loop
  if not l.iterations or not l.entries or not s.code.branches or s.code.branches < 2 then return false end
  return #select_facts(s.branches, function(b)
    return b.kind == "conditional" and math.min(b.taken, b.count - b.taken) <= l.entries + 1
      and b.count > 0.8 * l.iterations
  end) >= 2
end

-- Is what it loads compared each time, or with an answer that nobody can guess?
local function compared(s, r)
  return #select_facts(s.branches, function(b)
    return b.line and b.line == r.line and ((misprediction(b) or 0) > 0.2
      or b.line ~= s.line and not b.leaves and math.min(b.taken, b.count - b.taken) > 0 and b.count > 0.8 * r.count)
  end) > 0
end

-- whether each iteration waits for a load of the one before
local function chases(s)
  for _, c in ipairs(s.chains) do
    if c.kind == "load" then return true end
  end
  return false
end

-- Does each iteration go to where the one before points? An index that is computed from
-- what was loaded (a permutation of packed symbols, a hash of a hash) is no link.
local function follows_links(s)
  for _, c in ipairs(s.chains) do
    if c.kind == "load" and c.integers + c.integer_muls + c.integer_divides <= 2 * c.loads then return true end
  end
  return false
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
        gain = gain + miss_share(s, { r }) * (1 - math.abs(other) / line)
      end
    elseif other and math.abs(other) >= line and r.stride and r.stride ~= 0 then
      loss = loss + (r.count or 0)
    end
  end
  return gain, ratio(loss, sum(s.memrefs, "count")) or 0
end

suggestion "loop-interchange" {
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Exchange the loops so that the inner one walks along memory",
  why = "Memory comes in lines of 64 bytes or more: a loop that goes from element to element uses all "
    .. "of each line, a loop that jumps over whole rows uses one element of it and fetches the rest "
    .. "for nothing. Exchanging the inner with an outer loop turns the jumps into steps.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
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
    "Where statements stand between the loops, split them off first.",
  },
  example = "examples/loop-interchange",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = "nothing here: each sum is taken in the same order",
  tolerance = 0,
  switches = {
    gcc = { { "-floop-interchange", "exchanges loops where that is proven safe (part of -O3)" } },
    clang = "no released version exchanges loops by default: do it by hand",
    intel = { { "-O3", "includes loop interchange" } },
    fujitsu_trad = { { "-O3", "includes loop interchange" } },
    fujitsu_clang = "does not exchange loops: do it by hand",
    nvidia = { { "-O3", "includes loop interchange" } },
    cray = { { "-O2", "includes loop interchange" } },
    ibm = { { "-qhot", "includes loop interchange" } },
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
    if #s.memrefs < 8 then return "few references are used at a time" end
    if #streams < 4 then return "the lines of its arrays are used up before they are thrown out" end
    return 0.8 * miss_share(s, streams)
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
    "Give each group a loop, and each loop a procedure, lest the compiler join them again.",
  },
  example = "examples/fewer-arrays-per-loop",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.4 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-ftree-loop-distribution", "splits loops where it sees a gain (part of -O3)" } },
    clang = { { "-mllvm -enable-loop-distribute", "splits loops where that lets a part vectorise" } },
    fujitsu_trad = { { "-Kloop_fission", "splits loops that ask for it by a directive" } },
    fujitsu_clang = { { "-ffj-loop-fission", "splits loops that ask for it by a directive" } },
    intel = "asks for a directive, see below",
    ibm = { { "-qhot", "includes loop distribution" } },
  },
  pragmas = {
    intel = { { "#pragma distribute_point", "where to split the loop" } },
    clang = { { "#pragma clang loop distribute(enable)", "before the loop" } },
    fujitsu_trad = { { "#pragma loop loop_fission_target", "before the loop" } },
    fujitsu_clang = { { "#pragma fj loop loop_fission_target", "before the loop" } },
    cray = { { "#pragma _CRI loop_info", "no own directive: split by hand" } },
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

suggestion "local-scalar" {
  category = "data_accesses",
  subcategory = REDUCE,
  removes = function(s)
    local refs = standing(s)
    if would_vectorise(s) then return vectors(s, { l1 = 1 }) end
    -- what is stored is waited for when it is loaded again
    local through = #select_facts(s.chains, function(c) return c.kind == "memory" end) > 0
    return fewer_accesses(s, sum(refs, "count"), accesses(s), through and { l1 = 1, stores = 1 })
  end,
  title = "Copy data into local variables and work on the copies",
  why = "What is reached through a pointer must be loaded and stored again and again, because any "
    .. "store in between might have changed it. A local variable whose address is not taken stays in "
    .. "a register.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local fixed = select_facts(s.memrefs, fixed_store)
    if #fixed == 0 then return "nothing is stored to the same place in each iteration" end
    if #falsely_shared(s) > 0 then return SHARED end
    if s.code and s.code.fixed_refs == 0 and (s.code.unknown_refs or 0) > 0 then return "only the data tell which place it is" end
    -- a call stores its return address
    if s.code and s.code.calls > 0 then return "it calls procedures" end
    return s.account and 0.8 or ref_share(s, standing(s))
  end,
  evidence = function(s)
    local r = heaviest(select_facts(s.memrefs, fixed_store), "count")
    return "the store at " .. at(r) .. " writes to the same place again and again, " .. count(r.count) .. " times"
  end,
  how = {
    "Before the loop, copy what is used again and again into a local variable.",
    "Work on the copy in the loop, and store it back after the loop.",
  },
  fewer_instructions = true,
  example = "examples/local-scalar",
  level = "-O3",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = "nothing, unless the pointers do overlap",
  tolerance = 0,
  switches = {
    gcc = { { "-fstrict-aliasing", "lets types tell what can't overlap (part of -O2)" } },
    clang = { { "-fstrict-aliasing", "lets types tell what can't overlap (the default)" } },
    fujitsu_trad = { { "-Kstrict_aliasing", "lets types tell what can't overlap" } },
    fujitsu_clang = { { "-fstrict-aliasing", "lets types tell what can't overlap" } },
    intel = { { "-ansi-alias", "lets types tell what can't overlap (the default from -O2)" } },
    ibm = { { "-qalias=ansi", "lets types tell what can't overlap (the default)" } },
    nvidia = { { "-alias=ansi", "lets types tell what can't overlap" } },
  },
  not_when = "Another thread or a signal handler watches the value while the loop runs.",
  fallback = 0.2,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(a)",
}

suggestion "loop-blocking" {
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Work block by block so that what is loaded is used up",
  why = "When one array is walked along its rows and another down its columns, each order of the loops "
    .. "makes one of them jump from line to line. In a block that fits in the cache, every line that was "
    .. "fetched is still there when its next element is needed.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local refs = strided(s)
    if #refs == 0 then return "no reference here jumps over whole cache lines" end
    local trips = s.loop.trips
    if not s.outer or not trips then return "it is no loop within a loop" end
    if s.machine.L1_size and trips * line_of(s) < 0.5 * s.machine.L1_size then
      return "the lines of one pass of the loop fit in the first cache"
    end
    local gain, loss = exchange_gain(s)
    if gain == 0 then return "the enclosing loop jumps as well" end
    return 0.8 * gain * (loss < 0.4 and 0.5 or 1)
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
    "Handle a rest that is no whole block after the loops, or with min() in their bounds.",
  },
  example = "examples/loop-blocking",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.2 },
  changes = "nothing for copies; sums over blocks are added in another order",
  tolerance = 0,
  switches = {
    gcc = { { "-floop-nest-optimize", "blocks simple loop nests, where built with isl" } },
    clang = "needs the polyhedral optimiser Polly (-mllvm -polly), which few builds have",
    intel = { { "-O3", "includes blocking" }, { "-qopt-block-factor=16", "with this block" } },
    fujitsu_trad = { { "-Kloop_blocking", "blocks loop nests (part of -O2)" } },
    fujitsu_clang = "does not block: do it by hand",
    cray = { { "-O2", "includes blocking" } },
    ibm = { { "-qhot", "includes blocking" } },
  },
  pragmas = {
    intel = { { "#pragma block_loop factor(16)", "before the loops" } },
    cray = { { "#pragma _CRI blockable(2)", "before the loops" } },
    fujitsu_trad = { { "#pragma loop loop_blocking(16)", "before the loops" } },
  },
  not_when = "The arrays fit in the cache anyway, or each element is used once only and in order.",
  fallback = 0.3,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(e)",
}

-- Loops directly below a section that could be one: of the same function, entered
-- as often, of the same length, and each going through as much memory, about.
-- Which arrays they use isn't recorded.
local function direction(l)
  local r = heaviest(sequential(l), "l2_misses")
  return r and r.stride > 0
end

local function alike(a, b)
  if direction(a) ~= direction(b) then return false end
  local function near(x, y) return x and y and math.abs(x - y) <= 0.05 * math.max(x, y) end
  return a.inlined == b.inlined and a.line and b.line and a.line ~= b.line and near(a.loop.trips, b.loop.trips)
    and near(a.loop.entries, b.loop.entries)
end

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
      if b ~= a and alike(a.loop, b.loop) then group[#group + 1] = b end
    end
    if #group > #best then best = group end
  end
  return best
end

local function misses_of(entry)
  return sum(entry.refs, "l2_misses")
end

suggestion "fuse-loops" {
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
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = "does not join loops: do it by hand",
    clang = "does not join loops by default: do it by hand",
    intel = { { "-O3", "includes loop fusion" } },
    fujitsu_trad = { { "-Kloop_fusion", "joins loops (part of -O2)" } },
    fujitsu_clang = "does not join loops: do it by hand",
    nvidia = { { "-O3", "includes loop fusion" } },
    cray = { { "-hfusion2", "joins loops wherever possible; the default" } },
    ibm = { { "-qhot", "includes loop fusion" } },
  },
  pragmas = { cray = { { "#pragma _CRI fusion", "before the loops" } } },
  not_when = "The arrays fit in the cache, or the joined loop would use so many arrays that they drive "
    .. "each other out.",
  source = "Treibig, Hager, Wellein: performance patterns, redundant passes; own measurements",
}

-- references that step through structures and use a part of each line
local function one_field(s)
  return select_facts(s.memrefs, function(r)
    local other = outer_stride(s, r)
    return r.stride and math.abs(r.stride) >= 16 and math.abs(r.stride) <= 1024
      and (r.stride_share or 0) > 0.8 and miss_rate(r) > 0.05 and (used(s, r) or 1) <= 0.55
      and r.line_bytes_used < 0.9 * math.min(math.abs(r.stride), line_of(s)) -- else thrown out, not unused
      and not (other and math.abs(other) < math.abs(r.stride) and s.outer) and not column(s, r)
  end)
end

suggestion "aos-to-soa" {
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = placement,
  remedy = "arrays of components",
  title = "Keep a field that is walked through in an array of its own",
  why = "When a loop uses one field of each structure in an array, the other fields come along in the same "
    .. "cache lines and are thrown away unused. In an array of that field alone, everything that is "
    .. "fetched is used, and the compiler can work on several elements at once.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local refs = one_field(s)
    if #refs == 0 then return "no reference here uses a small part of its cache lines" end
    local gain = 0
    for _, r in ipairs(refs) do gain = gain + miss_share(s, { r }) * (1 - used(s, r)) end
    return clamp(gain)
  end,
  evidence = function(s)
    local r = heaviest(one_field(s), "l1_misses")
    return "the " .. r.access .. " at " .. at(r) .. " goes on by " .. bytes(r.stride) .. " and uses "
      .. count(math.max(1, r.line_bytes_used)) .. " of the " .. line_of(s) .. " bytes of each line that it fetches"
  end,
  how = {
    "Turn the array of structures into a structure of arrays: p[i].mass becomes p.mass[i].",
    "Where several fields are always used together, keep those together.",
  },
  example = "examples/aos-to-soa",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.6 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = "no compiler changes the layout of data: do it by hand",
    clang = "no compiler changes the layout of data: do it by hand",
    fujitsu_trad = { { "-Ksimd_use_multiple_structures",
      "loads neighbouring fields together where all are used (the default)" } },
  },
  not_when = "Elements are used in random order with most of their fields: then one line per element is best.",
  fallback = 0.2,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(g); own measurements",
}

local function large_records(s)
  local line = line_of(s)
  return select_facts(s.memrefs, function(r)
    return r.stride and math.abs(r.stride) > line and math.abs(r.stride) <= 4096 and (r.stride_share or 0) > 0.5
      and not column(s, r)
  end)
end

suggestion "hot-cold-split" {
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = placement,
  title = "Split structures into a hot and a cold part with a pointer between",
  why = "What a search or a loop uses of each structure is often a few bytes among many. When the rarely "
    .. "used rest lies elsewhere, behind a pointer, a cache line holds many structures' hot parts instead of "
    .. "a piece of one.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local refs = large_records(s)
    if #refs < 2 then return "it does not use several fields of large structures" end
    local r = heaviest(refs, "l1_misses")
    if not r or miss_rate(r) < 0.1 or (used(s, r) or 1) > 0.5 then
      return "most of each cache line is used"
    end
    return miss_share(s, refs) * (1 - (used(s, r) or 1))
  end,
  evidence = function(s)
    local r = heaviest(large_records(s), "l1_misses")
    return "the loop at " .. s.place .. " goes from structure to structure by " .. bytes(math.abs(r.stride))
      .. " and uses " .. count(math.max(1, r.line_bytes_used or 8)) .. " bytes of each line"
  end,
  how = {
    "Find the fields that the loop uses: they are the hot part.",
    "Move all others into a structure of their own and keep a pointer (or the same index) to it.",
  },
  example = "examples/hot-cold-split",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = "nothing",
  tolerance = 0,
  not_when = "The cold part is used nearly as often: each use then costs one more access.",
  fallback = 0.2,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(g)",
}

-- What half the size changes for look-ups without order: the part of the table that
-- a cache holds grows with it, so a table of many times a cache's size gains little.
local function nearer_when_halved(s, r)
  local size, best = footprint(s, r), 0
  for _, cache in ipairs { s.machine.L1_size or 0, s.machine.L2_size or 0, s.machine.L3_size or 0 } do
    if cache > 0 and cache < size then best = math.max(best, 2 * cache / size) end
  end
  return clamp(best)
end

-- whether what it loads is stored again, as counters are
local function counts_up(s, r)
  for _, o in ipairs(s.memrefs) do
    if o ~= r and o.line == r.line and o.access ~= r.access and math.abs(o.count - r.count) < 0.01 * r.count
        and math.abs((o.lines or 0) - (r.lines or 0)) <= 0.1 * (r.lines or 0) then
      return true
    end
  end
  return r.access == "modify"
end

-- Elements are put in the order of their keys, each to a place that a counter gives: more stores go to and
-- fro than counters are raised. The order is what this makes, and smaller elements go to as many places.
local function puts_in_places(s)
  local function to_and_fro(access)
    return #select_facts(s.memrefs, function(r)
      return r.access == access and (access == "store" or r.stored_over) and r.stride and (r.stride_share or 1) < 0.3
    end)
  end
  local counters = to_and_fro("load")
  return counters > 0 and to_and_fro("store") > counters
end

-- Whether other fields of the same large elements are loaded with it, which take the same steps:
-- some find lines that it has fetched, others lie in a line of their own. Of such records the
-- same lines are fetched, whatever the types of a few fields.
local function in_a_record(s, r)
  local fields = select_facts(s.memrefs, function(o)
    return o ~= r and o.access == "load" and r.stride and o.stride == r.stride and math.abs(r.stride) >= line_of(s)
      and (o.stride_share or 1) < 0.3 and math.abs(o.count - r.count) < 0.1 * r.count
  end)
  return #select_facts(fields, function(o) return o.l1_misses < 0.3 * r.l1_misses end) > 0
    and #select_facts(fields, function(o) return o.l1_misses > 0.5 * r.l1_misses end) > 0
end

suggestion "smaller-types" {
  category = "data_accesses",
  subcategory = OTHER,
  removes = placement,
  remedy = "smaller types",
  title = "Use smaller types: float for double, short or char for int",
  why = "Twice as many values fit in a cache line, and in the cache, when each takes half the bytes. A "
    .. "table that did not fit in the cache may fit then.",
  needs = { "memref" },
  when = function(s)
    local big = larger_than(s, s.machine.L2_size and s.machine.L2_size / 2, scattered(s))
    -- four bytes are small already, but for what counts: loaded and stored in place
    local refs = select_facts(big, function(r)
      return ((r.line_bytes_used or 8) >= 8 or (r.line_bytes_used >= 4 and counts_up(s, r))) and (r.l2_misses or 0) > 0.05 * r.count
    end)
    if chases(s) then return "it follows a chain" end
    if #refs == 0 then return "no large table is looked up here" end
    if s.code and s.code.fp_single > 0 and s.code.fp_double == 0 and not loads_integers(s, sum(refs, "count") / #refs) then
      return "its data are single-precision numbers"
    end
    if puts_in_places(s) then return "it puts elements in their places" end
    refs = select_facts(refs, function(r) return not in_a_record(s, r) end)
    if #refs == 0 then return "its elements are records, of which several fields are used" end
    local gain = 0
    for _, r in ipairs(refs) do gain = gain + 0.6 * miss_share(s, { r }) * nearer_when_halved(s, r) end
    return clamp(gain)
  end,
  evidence = function(s)
    local r = heaviest(scattered(s), "l2_misses")
    return "the " .. r.access .. " at " .. at(r) .. " picks single elements out of some "
      .. bytes(footprint(s, r)) .. ", more than half of the second cache"
  end,
  how = {
    "Find the range of the values: counts below 256 fit in an unsigned char, below 65,536 in a short.",
    "Where 7 digits are enough, use float; keep sums in double.",
    "Flags take one bit each in an array of words.",
  },
  example = "examples/smaller-types",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = "nothing while the values fit; float has 7 digits instead of 16",
  tolerance = 0,
  switches = {
    gcc = { { "-Wdouble-promotion", "warns where float becomes double" } },
    clang = { { "-Wdouble-promotion", "warns where float becomes double" } },
  },
  not_when = "Values may outgrow the type, or precision is needed.",
  fallback = 0.2,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(h)",
}

suggestion "array-of-elements" {
  category = "data_accesses",
  subcategory = OTHER,
  removes = misses,
  title = "Allocate an array of elements instead of single elements",
  why = "Elements that were allocated one by one lie anywhere, and the next one's address is known only "
    .. "when the one before has arrived, so that every step waits for memory. In an array they lie side "
    .. "by side, the hardware sees where the loop goes, and no pointers take up room.",
  needs = { "memref", "chain" },
  scope = "loop",
  when = function(s)
    if not follows_links(s) then return "no iteration goes to where the one before points" end
    local refs = larger_than(s, s.machine.L1_size, select_facts(s.memrefs, function(r)
      return r.access == "load" and miss_rate(r) > 0.1 and (used(s, r) or 0) < 0.7
    end))
    if #refs == 0 then return "the elements are in the first cache" end
    if (s.loop and s.loop.trips or 100) < 16 then return "its chains are short: what it looks up comes in no order" end
    return 0.9 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(s.memrefs, "l1_misses") or s.memrefs[1]
    return "each iteration of the loop at " .. s.place .. " waits for the load at " .. at(r) .. ", which misses "
      .. "the first cache in " .. percent(clamp(miss_rate(r))) .. " of its accesses"
  end,
  how = {
    "Allocate many elements at once and use them in the order in which they are walked.",
    "Replace pointers by indices, or, where elements keep their order, by the next index.",
    "Where elements come and go, put several into each node of the list.",
  },
  example = "examples/array-of-elements",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = "nothing",
  tolerance = 0,
  not_when = "Elements are often put into the middle, or other code keeps pointers to them.",
  fallback = 0.15,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(i)",
}

-- Is what would fit in the first cache thrown out for want of room, and not of places? By
-- what procedures that the loop calls use in between, or by look-ups in a larger table.
local function for_want_of_room(s, r)
  if (executed(s, "calls") or 0) > 0.1 * r.l1_misses then return true end
  return #larger_than(s, s.machine.L1_size, select_facts(scattered(s), function(o)
    return o ~= r and (o.stride_share or 1) < 0.3 and o.l1_misses > 0.5 * r.count
  end)) > 0
end

-- references to little that miss again and again
local function in_few_sets(s)
  local size = s.machine.L1_size
  return select_facts(s.memrefs, function(r)
    return size and r.lines and matters(s, r) and footprint(s, r) < 0.8 * size and miss_rate(r) > 0.15
      and (r.l1_misses or 0) > 8 * r.lines and not for_want_of_room(s, r)
  end)
end

suggestion "pad-arrays" {
  category = "data_accesses",
  subcategory = OTHER,
  removes = placement,
  title = "Pad rows and arrays so that they do not meet in the same cache sets",
  why = "Where a line may lie in the cache depends on some bits of its address. Rows whose distance is a "
    .. "power of two all want the same few places and throw each other out while the rest of the cache "
    .. "is empty; some bytes between them send each elsewhere.",
  needs = { "memref" },
  when = function(s)
    local refs = in_few_sets(s)
    if #refs == 0 then return "nothing that would fit in the first cache misses it, but for want of room" end
    return 0.9 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(in_few_sets(s), "l1_misses")
    return "the " .. r.access .. " at " .. at(r) .. " uses only " .. bytes(footprint(s, r))
      .. " and still misses the first cache in " .. percent(clamp(miss_rate(r))) .. " of its accesses"
  end,
  how = {
    "Make the length of a row no multiple of 512 bytes: double a[1024][1024 + 8].",
    "Put a cache line or two between arrays that are used together.",
  },
  example = "examples/pad-arrays",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    intel = { { "-qopt-mem-layout-trans=3", "lets the compiler change layouts" } },
    nvidia = { { "-Mpre", "no padding of its own: do it by hand" } },
    ibm = { { "-qhot=arraypad", "pads arrays of powers of two" } },
  },
  not_when = "Other programs or files expect the layout without gaps.",
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(k)",
}

suggestion "align-data" {
  category = "data_accesses",
  subcategory = OTHER,
  removes = placement,
  title = "Align arrays and structures to cache lines",
  why = "A structure that starts in the middle of a cache line ends in the next one, so that using it "
    .. "takes two lines instead of one. When it starts at a multiple of the line's size, one is enough.",
  needs = { "memref" },
  when = function(s)
    local refs = select_facts(scattered(s), function(r) return miss_rate(r) > 0.3 end)
    for i, a in ipairs(refs) do
      for k = i + 1, #refs do
        local b = refs[k]
        if a.line == b.line and math.abs(a.count - b.count) < 0.01 * a.count and a.stride == b.stride then
          -- the second line is on its way while the first one is waited for
          return 0.3 * math.min(miss_share(s, { a }), miss_share(s, { b }))
        end
      end
    end
    return "no structure here takes two cache lines at a time"
  end,
  evidence = function(s)
    local r = heaviest(scattered(s), "l1_misses")
    return "two accesses at " .. at(r) .. " to the same structure both miss the first cache: it lies across "
      .. "two lines"
  end,
  how = {
    "Make the size of the structure a multiple or a divisor of the line's size: 16, 32, 64 bytes.",
    "Allocate with aligned_alloc(64, n), or declare _Alignas(64); in C++ alignas(64).",
    "In Fortran, use the compiler's directive or switch.",
  },
  example = "examples/align-data",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = "_Alignas(64), aligned_alloc and __builtin_assume_aligned in the source",
    clang = "_Alignas(64), aligned_alloc and __builtin_assume_aligned in the source",
    intel = { { "-align array64byte", "ifort, ifx: start arrays at multiples of 64" } },
    nvidia = { { "-Mcache_align", "start large arrays at cache lines" } },
  },
  not_when = "Padding makes the data outgrow a cache that it would fit into.",
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(j)",
}

-- single numbers of a table that does not stay in the first cache; a function's
-- values are such, records and lists hold more
local function looked_up(s)
  return select_facts(larger_than(s, s.machine.L1_size, scattered(s)), function(r)
    return r.access == "load" and miss_rate(r) > 0.3 and (r.line_bytes_used or 8) < 12 and r.operand == nil
  end)
end

suggestion "recompute" {
  category = "data_accesses",
  subcategory = REDUCE,
  removes = misses,
  title = "Recompute values instead of loading them",
  why = "A value that takes a few operations to compute is ready sooner than one that comes from far away "
    .. "in memory. Tables that are larger than the first cache cost more than they save.",
  needs = { "memref" },
  when = function(s)
    local refs = looked_up(s)
    if chases(s) then return "what it loads tells where to go on" end
    if #refs == 0 then return "no large table of single numbers is looked up here" end
    if compared(s, refs[1]) then return "it decides where to go by what it finds: it searches" end
    if refs[1].rewritten then return "what it looks up is written again and again" end
    if (footprint(s, refs[1]) or 0) > 8 * 2 ^ 20 then return "so large a table holds data, not the values of a formula" end
    if not refs[1].line then return "its source is not known: nobody can say what the table holds" end
    local listed = select_facts(sequential(s), function(r)
      return r.access == "load" and math.abs(r.count - refs[1].count) < 0.02 * r.count
    end)
    if #listed > 1 then return "what it picks is told by an array, beside one that goes along with it: a sparse matrix" end
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
  changes = "nothing, if the formula is the one that filled the table",
  tolerance = 0,
  not_when = "The value takes divides, roots or library functions to compute, or comes from input.",
  fallback = 0.15,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(b)",
}

-- the floating-point result that an iteration needs of the one before, or nil
local function carried(s)
  for _, c in ipairs(s.chains) do
    if c.kind ~= "load" and c.adds + c.muls + c.fmas + c.divides > 0 then return c end
  end
end

-- whether it changes only some of what it walks over
local function stores_at_times(s)
  if #select_facts(s.memrefs, function(r) return r.stored_over end) == 0 then return false end
  return #select_facts(s.memrefs, function(r)
    return r.access == "store" and r.operand ~= "stack" and r.count < 0.9 * (s.loop.iterations or 0)
  end) > 0
end

suggestion "vectorise-loop" {
  category = "data_accesses",
  subcategory = REDUCE,
  removes = function(s) return vectors(s, nil, true) end,
  remedy = "level",
  title = "Let the loop work on vectors",
  why = "A vector instruction loads, computes and stores 2 to 16 elements at once, so that the same work takes "
    .. "a fraction of the memory accesses. Even when all data are in the first cache, each access takes some "
    .. "cycles, and fewer accesses wait less.",
  needs = { "code", "memref", "loop" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local c = s.code
    if s.loop.innermost == false then return "it is not an innermost loop" end
    if executed_within(s, "fp_packed") > 0 or c.any_vector_bits >= 128 then return "it works on vectors already" end
    if c.calls > 0 then return "it calls procedures" end
    if c.gathers > 0 or (c.unknown_refs or 0) > 0 or #scattered(s) > 0 or chases(s) then
      return "its accesses do not follow each other"
    end
    if #select_facts(s.chains, function(x) return x.kind == "integer" end) > 0 then return "each iteration needs the one before" end
    local chain = carried(s)
    if recurs(s) or chain and (chain.kind == "memory" or c.stores > 0) then return "each iteration needs the one before" end
    if chain and not built_with(s, "-ffast-math", "-Ofast", "-fassociative-math") then
      return "its sum may not be reordered: see reassociate-reduction"
    end
    if c.branches > 2 then return "it has branches" end
    if (c.stores or 0) == 0 and searches(s) then return "it ends where it finds something" end
    local refs = sequential(s)
    if #refs == 0 then return "its accesses do not follow each other" end
    if #select_facts(s.memrefs, function(r) return r.stored_over and r.stride == 0 and r.operand == nil end) > 0 then
      return "it may store to what the next iteration loads"
    end
    if stores_at_times(s) then return "it stores, under a condition, where it loads" end
    if waits_for_memory(s) then return "it waits for memory: vectors don't fetch faster" end
    if #thrown_out(s) >= 4 then return "its lines are thrown out before they are used up" end
    local dense = per_instruction(s, "L1_DCA")
    if dense and dense < 0.15 then return "few of its instructions access memory" end
    if s.loop.trips and s.loop.trips < 8 then return "it has too few iterations" end
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
  end,
  how = {
    "Build for the machine that runs it, and ask the compiler why it did not vectorise (switches below).",
    "Tell it what it can't know: restrict for pointers that do not overlap, #pragma omp simd for independent "
      .. "iterations.",
    "Sums need permission to be reordered: #pragma omp simd reduction(+:sum).",
  },
  example = "examples/vectorise-loop",
  level = "-O2 -fopenmp-simd",
  claims = { category = "data_accesses", at_least = 0.3 },
  changes = "nothing here; sums are added in another order",
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
    cray = { { "-hvector3", "vectorises with all means" }, { "-hlist=m", "says what happened" } },
    ibm = { { "-O3 -qsimd=auto", "vectorises" }, { "-qreport", "says what happened" } },
  },
  pragmas = {
    gcc = { { "#pragma omp simd", "with -fopenmp-simd; or #pragma GCC ivdep" } },
    clang = { { "#pragma omp simd", "with -fopenmp-simd; or #pragma clang loop vectorize(enable)" } },
    intel = { { "#pragma omp simd", "with -qopenmp-simd" } },
    fujitsu_trad = { { "#pragma loop simd", "before the loop" } },
    fujitsu_clang = { { "#pragma clang loop vectorize(enable)", "before the loop" } },
    cray = { { "#pragma _CRI ivdep", "before the loop" } },
    nvidia = { { "#pragma ivdep", "before the loop" } },
  },
  not_when = "Iterations need each other's results, or the loop has only a few.",
  fallback = 0.3,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(c) and sec. IV.A",
}

-- loads at scattered places that go far
local function far_lookups(s)
  return select_facts(scattered(s), function(r)
    return r.access == "load" and r.l2_misses > 0.3 * r.count
  end)
end

suggestion "software-prefetch" {
  category = "data_accesses",
  subcategory = HIDE,
  removes = latency,
  title = "Ask for indirectly used data some iterations ahead",
  why = "A processor starts a load when it comes to it, and looks a few hundred instructions ahead at most. Where "
    .. "each iteration does a lot of work, the next iteration's load starts too late; a prefetch instruction "
    .. "starts it as early as you like.",
  needs = { "memref", "loop", "code" },
  scope = "loop",
  when = function(s)
    if s.code.prefetches + executed_within(s, "prefetches") > 0 then return "it prefetches already" end
    if chases(s) then return "the next address is not known earlier" end
    local iterations = s.loop.iterations or 0
    local refs = far_lookups(s)
    if #refs == 0 then return "no load at scattered places misses" end
    if #sequential(s) == 0 then return "what it looks up does not come from an array" end
    local rate, most = saturation(s)
    if rate and most and rate > 0.8 * most then return "the memory delivers no more" end
    if iterations == 0 or (s.events.TOT_INS or 0) / iterations < 30 then
      return "its iterations are so short that the hardware sees the next loads in time"
    end
    return 0.6 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(far_lookups(s), "l2_misses")
    return "the load at " .. at(r) .. " goes by way of an index and misses the second cache in "
      .. percent(clamp(ratio(r.l2_misses, r.count))) .. " of its accesses, with "
      .. count(s.events.TOT_INS / s.loop.iterations) .. " instructions between two of them"
  end,
  how = {
    "Prefetch what a later iteration will need: __builtin_prefetch(&table[index[i + 8]]);",
    "Choose the distance so that its work takes as long as a memory access: 4 to 64 iterations.",
    "Make the index array a little longer, so that the last iterations may look ahead.",
  },
  example = "examples/software-prefetch",
  level = "-O2",
  claims = { category = "time", at_least = 0.2 },
  changes = "nothing: a prefetch has no result",
  tolerance = 0,
  switches = {
    gcc = { { "-fprefetch-loop-arrays", "prefetches for regular loops only" } },
    clang = "does not insert prefetches: use __builtin_prefetch",
    intel = { { "-qopt-prefetch=5", "prefetches for indirect accesses too" } },
    fujitsu_trad = { { "-Kprefetch_indirect", "prefetches for a(m(i))" } },
    fujitsu_clang = "use __builtin_prefetch; prefetches for a[m[i]] are in trad mode only",
    cray = { { "-hautoprefetch", "lets the compiler insert prefetches" } },
    ibm = { { "-qprefetch=aggressive", "inserts more prefetches" } },
  },
  pragmas = {
    intel = { { "#pragma prefetch table:1:8", "into the second cache, 8 iterations ahead" } },
    fujitsu_trad = { { "!OCL PREFETCH_READ(table(index(i+8)))", "in Fortran" } },
  },
  not_when = "The data are in the caches, or memory bandwidth is used up: then prefetches only add traffic.",
  source = "Fujitsu/RIKEN programming guide, common part, prefetch; own measurements",
}

suggestion "several-lists-at-once" {
  category = "data_accesses",
  subcategory = HIDE,
  removes = latency,
  title = "Walk several lists or chains at the same time",
  why = "Each step along a list waits for the load before it, and the processor has nothing else to do "
    .. "meanwhile. Steps along several lists do not depend on each other, so that several loads are under "
    .. "way at once.",
  needs = { "memref", "chain", "code" },
  scope = "loop",
  when = function(s)
    if not chases(s) then return "no iteration waits for an address that the one before loads" end
    if s.code.loads > 3 then return "it has several loads under way already" end
    if not s.outer then return "there is one chain only" end
    if s.loop and (s.loop.trips or 8) < 8 then return "the chains are short" end
    local refs = select_facts(s.memrefs, function(r) return miss_rate(r) > 0.3 end)
    return 0.7 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(s.memrefs, "l1_misses") or s.memrefs[1]
    return "one load is under way at a time at " .. at(r) .. ": each waits for the one before, and "
      .. percent(clamp(miss_rate(r))) .. " miss the first cache"
  end,
  how = {
    "Take four or eight lists (look-ups, particles, rows) and step along all of them in one loop.",
    "Finish what is left of longer ones in a loop of its own.",
  },
  example = "examples/several-lists-at-once",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = "nothing but the order of sums",
  tolerance = 0,
  not_when = "There is one long chain only: then an array in its place is what helps.",
  fallback = 0.1,
  source = "own measurements",
}

-- loads from one place, the same in each iteration of an inner loop
-- Not those of spilt registers, nor of constants, which lie in memory as well.
local function fixed_loads(s)
  return select_facts(s.memrefs, function(r)
    return r.access == "load" and r.stride == 0 and (r.stride_share or 0) > 0.5 and not r.operand
  end)
end

-- through pointers, as far as is known
local function stores_of(s)
  return select_facts(s.memrefs, function(r) return r.access == "store" and r.operand ~= "stack" end)
end

-- each of these once before the loop; and what the compiler makes of it then
local function fewer_loads(s)
  if would_vectorise(s) then return vectors(s) end
  return fewer_accesses(s, sum(fixed_loads(s), "count"), s.events.LD_INS)
end

suggestion "common-subexpressions" {
  category = "data_accesses",
  subcategory = REDUCE,
  removes = fewer_loads,
  title = "Take common subexpressions with memory accesses out of the loop",
  why = "A value that is reached through pointers looks the same in every iteration to you, but not to the "
    .. "compiler: any store in between might have changed it. So it is loaded, and what is computed from it is "
    .. "computed, each time anew; a local variable makes clear that once is enough.",
  needs = { "memref", "loop", "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local refs = fixed_loads(s)
    if #stores_of(s) == 0 then return "no store makes the compiler doubt" end
    if #falsely_shared(s) > 0 then return SHARED end
    if #refs < 2 then return "no iteration loads what the one before has loaded" end
    return s.account and 0.6 or 0.95 * ref_share(s, refs)
  end,
  evidence = function(s)
    local refs = fixed_loads(s)
    local where = refs[1].line and " (" .. at(refs[1]) .. ", ...)" or ""
    return plural(#refs, "load") .. " in the loop at " .. s.place .. where .. " fetch the same values in each of its " .. count(s.loop.trips or 0) .. " iterations"
  end,
  how = {
    "Find what does not depend on the loop's variable, pointers and members included.",
    "Compute it into a local variable before the loop: const double force = e->w[q] * (...);",
    "In C++, look behind operators and templates: each u(i) may hide two or three loads.",
  },
  example = "examples/common-subexpressions",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = "the last digit, where products are formed in another order",
  tolerance = 1e-12,
  switches = {
    gcc = { { "-O3", "may test for overlap once and then hoist" } },
    clang = { { "-O3", "may test for overlap once and then hoist" } },
    intel = { { "-O3 -fargument-noalias", "assumes that arguments do not overlap" } },
    fujitsu_trad = { { "-Kpreex", "moves invariant expressions out of loops" }, { "-Krestp=all", "trusts that pointers do not overlap" } },
    fujitsu_clang = { { "-ffj-preex", "moves invariant expressions out of loops" } },
    nvidia = { { "-Msafeptr", "trusts that pointers do not overlap" } },
    cray = { { "-hrestrict=a", "trusts that pointers do not overlap" } },
    ibm = { { "-qalias=allp", "trusts that pointers do not overlap" } },
  },
  not_when = "The store does change one of the values.",
  fallback = 0.25,
  source = "Burtscher et al., PerfExpert, SC'10, sec. IV.C (EX18)",
}

suggestion "restrict-pointers" {
  category = "data_accesses",
  subcategory = REDUCE,
  removes = fewer_loads,
  remedy = "restrict",
  title = "Declare with restrict that pointers do not overlap",
  why = "When a loop stores through one pointer and loads through others, the compiler must assume that the "
    .. "store changes what is loaded next. restrict is your word that it does not: values stay in registers, and "
    .. "several iterations can be done at once.",
  needs = { "memref", "loop", "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local refs = fixed_loads(s)
    if s.language == "Fortran" then return "Fortran's arguments do not overlap" end
    if #stores_of(s) == 0 or #refs == 0 then return "no store makes it load anything again" end
    if not refs[1].line then return "its source is not known" end
    if #falsely_shared(s) > 0 then return SHARED end
    if #select_facts(refs, function(r) return r.stored_over end) > 0 then return "it stores where it loads: they do overlap" end
    if s.code and s.code.calls > 0 then return "what it calls may store as well" end
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
  },
  example = "examples/restrict-pointers",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = "nothing, as long as it is true",
  tolerance = 0,
  switches = {
    gcc = "use restrict",
    clang = "use restrict",
    intel = { { "-fargument-noalias", "assumes that arguments do not overlap" } },
    fujitsu_trad = { { "-Krestp=arg", "assumes that arguments do not overlap" } },
    nvidia = { { "-Msafeptr=arg", "assumes that arguments do not overlap" } },
    cray = { { "-hrestrict=f", "assumes that arguments do not overlap" } },
    ibm = { { "-qrestrict", "assumes that arguments do not overlap" } },
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
  category = "data_accesses",
  subcategory = REDUCE,
  removes = function(s)
    return fewer_accesses(s, 0.75 * sum(loaded_again(s), "count"), accesses(s), { chain_fp = 1 })
  end,
  title = "Do several iterations of the outer loop in one inner loop",
  why = "What an inner loop loads again for every iteration of the outer one can be used for several of them "
    .. "while it is in a register. Four rows at a time load a vector a quarter as often, and have four sums "
    .. "that do not wait for each other.",
  needs = { "memref", "loop", "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local products = s.code.fp_mul + s.code.fma
    if not s.outer then return "it is no loop within a loop" end
    if products == 0 or #stores_of(s) > 0 then return "it does not accumulate products" end
    if s.code.loads / products < 1.6 then return "each load is used for several products already" end
    if (s.code.unknown_refs or 0) > 0 then return "what it loads is found by way of an index" end
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
  changes = "nothing, if each sum keeps its order",
  tolerance = 0,
  switches = {
    gcc = { { "-floop-unroll-and-jam", "does it for simple loops (part of -O3)" } },
    clang = { { "-mllvm -enable-unroll-and-jam", "does it for simple loops" } },
    intel = { { "-O3", "includes it" } },
    fujitsu_trad = { { "-Kunroll_and_jam=4", "does it" } },
    cray = { { "-O3", "includes it" } },
    ibm = { { "-qhot", "includes it" } },
  },
  pragmas = {
    gcc = { { "#pragma GCC unroll 4", "before the outer loop, unrolls only" } },
    clang = { { "#pragma clang loop unroll_count(4)", "before the outer loop; #pragma unroll_and_jam(4) joins" } },
    intel = { { "#pragma unroll_and_jam(4)", "before the outer loop" } },
    ibm = { { "#pragma unrollandfuse(4)", "before the outer loop" } },
    cray = { { "#pragma _CRI unroll 4", "before the outer loop" } },
  },
  not_when = "The inner loop has so many values that registers run out.",
  source = "Fujitsu/RIKEN programming guide, common part, unroll and jam; own measurements",
}

suggestion "flat-array" {
  category = "data_accesses",
  subcategory = OTHER,
  removes = function(s)
    return { l1 = 0.5, l2 = 0.5, l3 = 0.5, memory_latency = 0.5, chain_address = 0.5, useful = 0.1 }
  end,
  title = "Keep a table in one block instead of an array of row pointers",
  why = "In a table of row pointers, each access loads the address of the row first and waits for it. In "
    .. "one block the address is computed from row and column, and no memory is spent on pointers.",
  needs = { "memref" },
  when = function(s)
    local refs = select_facts(scattered(s), function(r) return r.access == "load" and miss_rate(r) > 0.1 end)
    for i, a in ipairs(refs) do
      for k, b in ipairs(refs) do
        if i ~= k and a.line == b.line and math.abs(a.count - b.count) < 0.01 * a.count and a.stride ~= b.stride
            and footprint(s, a) < 0.3 * footprint(s, b) and (a.line_bytes_used or 0) >= 7 and loads_integers(s, a.count) then
          return s.account and 0.8 or ref_share(s, { a })
        end
      end
    end
    return "no access loads the address of a row first"
  end,
  evidence = function(s)
    local r = heaviest(scattered(s), "l1_misses")
    return "the access at " .. at(r) .. " takes two loads, of a row's address and of the element, and both miss "
      .. "the first cache"
  end,
  how = {
    "Allocate rows * columns elements at once and use a[i * columns + j].",
    "In C, double (*a)[columns] = malloc(sizeof(double[rows][columns])) keeps the a[i][j].",
    "In C++, use one std::vector, or std::mdspan; in Fortran, an allocatable array.",
  },
  example = "examples/flat-array",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  not_when = "Rows differ much in length, or are exchanged often.",
  source = "own measurements",
}

suggestion "sort-indices" {
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = placement,
  title = "Sort indices so that neighbours are used one after the other",
  why = "Indices in random order fetch a cache line for each element and throw it away again. In rising order, "
    .. "the elements of a line are used together, and the next line is one that the hardware expects.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local refs = select_facts(random(s), function(r) return miss_rate(r) > 0.3 and (r.l2_misses or 0) > 0.05 * r.count end)
    if #refs == 0 then return "no large array is used in random order" end
    local index = select_facts(sequential(s), function(r)
      return r.access == "load" and math.abs(r.count - refs[1].count) < 0.02 * r.count
    end)
    if #index == 0 then return "the order does not come from an index array" end
    if compared(s, refs[1]) and #select_facts(index, function(r) return not r.rewritten end) == 0 then
      return "it searches by a list that is written again and again"
    end
    if chases(s) then return "the order is that of a chain" end
    if puts_in_places(s) then return "it puts elements in their places itself" end
    return 0.7 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(random(s), "l1_misses") or random(s)[1]
    return "the " .. r.access .. " at " .. at(r) .. " follows an index array to and fro over some "
      .. bytes(footprint(s, r)) .. " and misses the first cache in " .. percent(clamp(miss_rate(r)))
      .. " of its accesses"
  end,
  how = {
    "Sort the index array once, when it is made; carry along what belongs to each index.",
    "Or number the elements anew, so that those used together are neighbours (meshes, particles).",
  },
  example = "examples/sort-indices",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.4 },
  changes = "the order of sums, so the last digits of floating-point ones",
  tolerance = 0,
  not_when = "The indices are used once only: sorting costs more than one pass.",
  fallback = 0.15,
  source = "own measurements",
}

-- loads all over a table that is larger than the second cache
local function random_lookups(s)
  return select_facts(larger_than(s, s.machine.L2_size, random(s)), function(r)
    return r.access == "load" and r.l2_misses > 0.2 * r.count
  end)
end

suggestion "sort-lookups" {
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Collect look-ups and make them in the order of their keys",
  why = "A look-up at a random place of a large table waits for a line that is used once. When many are wanted, "
    .. "those for neighbouring places can be made one after the other: the line is fetched once, and the next one is "
    .. "foreseen.",
  needs = { "memref" },
  when = function(s)
    local refs = random_lookups(s)
    if #refs == 0 then return "no large table is looked up at random places" end
    if chases(s) then return "it follows a chain" end
    local listed = select_facts(sequential(s), function(r) return math.abs(r.count - refs[1].count) < 0.02 * r.count end)
    if #listed > 0 then return "the order comes from an index array: see sort-indices" end
    return 0.5 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(random_lookups(s), "l2_misses")
    return "the load at " .. at(r) .. " goes " .. plural(r.count, "time") .. " without order to places in some " .. bytes(footprint(s, r))
      .. " and misses the second cache in " .. percent(clamp(ratio(r.l2_misses, r.count))) .. " of them"
  end,
  how = {
    "Collect the keys of some thousand look-ups first, sort them (or only by their high bits), and make them in that order.",
    "Where the order must stay: start the loads of the next look-ups early, with __builtin_prefetch(&table[k]) for several keys in turn.",
  },
  changes = "the order of the work, and with it the rounding of sums",
  switches = {
    gcc = "no switch: sort the keys, or use __builtin_prefetch",
    clang = "no switch: sort the keys, or use __builtin_prefetch",
  },
  not_when = "Each look-up needs the result of the one before, or only a few are wanted at a time.",
  source = "Codee open catalog RMK014; own measurements",
}

suggestion "copy-column" {
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = placement,
  title = "Copy what is walked with long strides once, without gaps",
  why = "A column of a matrix lies in as many cache lines as it has elements. When it is needed more than once, a "
    .. "copy in an array of its own costs one walk, and all later ones go from neighbour to neighbour.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local trips, size = s.loop.trips or 0, s.machine.L1_size
    local refs = select_facts(strided(s), function(r)
      local other = outer_stride(s, r)
      return other and math.abs(other) < 1 and size and trips * line_of(s) > 0.5 * size
    end)
    if #refs == 0 or not s.outer then return "no column is walked again and again" end
    return 0.9 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(strided(s), "l1_misses")
    return "the " .. r.access .. " at " .. at(r) .. " walks the same " .. count(s.loop.trips)
      .. " elements, " .. bytes(math.abs(r.stride)) .. " apart, for each iteration of the loop around it"
  end,
  how = {
    "Before the loops, copy the column into a local array.",
    "In matrix products, copy a block of it: that is what BLAS libraries do.",
  },
  example = "examples/copy-column",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.6 },
  changes = "nothing",
  tolerance = 1e-12,
  switches = {
    gcc = { { "-fexternal-blas", "gfortran: calls a BLAS library for matmul" } },
    fujitsu_trad = { { "-Kfast_matmul", "calls a fast library for matrix products" } },
    fujitsu_clang = { { "-ffj-fast-matmul", "calls a fast library for matrix products" } },
    intel = { { "-qopt-matmul", "calls a fast library for matrix products" } },
  },
  not_when = "Each element is used once or twice only.",
  source = "own measurements",
}

suggestion "group-fields" {
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = placement,
  title = "Keep together what is used together at random places",
  why = "An element whose three values lie in three arrays takes three cache lines when it is picked at "
    .. "random. In one structure they come in one line.",
  needs = { "memref" },
  when = function(s)
    local refs = select_facts(scattered(s), function(r) return miss_rate(r) > 0.3 and (used(s, r) or 1) < 0.3 end)
    if chases(s) then return "it follows a chain" end
    local best, n = nil, 0
    for _, a in ipairs(refs) do
      local same = select_facts(refs, function(b)
        return math.abs(a.count - b.count) < 0.01 * a.count and math.abs(footprint(s, a) - footprint(s, b)) < 0.5 * footprint(s, a)
      end)
      if #same > n then best, n = same, #same end
    end
    if n < 2 then return "it does not pick from several arrays" end
    -- several elements at once by several indices, not several arrays by one
    local index = select_facts(sequential(s), function(r) return math.abs(r.count - best[1].count) < 0.01 * r.count end)
    if #index >= n then return "it picks from one array" end
    return miss_share(s, best) * (1 - 1 / n)
  end,
  evidence = function(s)
    local refs = select_facts(scattered(s), function(r) return miss_rate(r) > 0.3 end)
    return #refs .. " accesses at " .. at(refs[1]) .. " pick from as many arrays and each miss the first cache in "
      .. percent(clamp(miss_rate(refs[1]))) .. " of their accesses"
  end,
  how = {
    "Put the values of an element into a structure: p[k].x, p[k].y, p[k].z instead of x[k], y[k], z[k].",
    "Give it a size that divides the cache line: 16, 32 or 64 bytes.",
  },
  example = "examples/group-fields",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  not_when = "Other loops walk through one of the arrays in order: they would fetch the others for nothing.",
  source = "own measurements",
}

suggestion "open-addressing" {
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Keep hash table entries in the table, not in lists behind it",
  why = "A look-up in a table of lists loads the head of the list and then each entry, one after the other and "
    .. "each from another line. With the entries in the table itself, the first load brings key and value.",
  needs = { "memref", "chain", "loop" },
  scope = "loop",
  when = function(s)
    if not follows_links(s) then return "no iteration goes to where the one before points" end
    local around = s.outer or s.parent
    if (s.loop.trips or 100) >= 6 or not around then return "its chains are long" end
    -- heads and entries are anywhere: what is walked through is no table of lists
    local function anywhere(r) return miss_rate(r) > 0.2 and (not r.stride or (r.stride_share or 1) < 0.8) end
    local before = select_facts(around.memrefs, function(r) return r.access == "load" and anywhere(r) end)
    local refs = select_facts(s.memrefs, anywhere)
    if #before == 0 or #refs == 0 then return "heads and entries are in the first cache" end
    return 0.9 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(s.memrefs, "l1_misses") or s.memrefs[1]
    return "each look-up loads the head of a chain and then follows it for " .. count(math.max(1, s.loop.trips or 1))
      .. " step" .. ((s.loop.trips or 1) < 1.5 and "" or "s") .. " at " .. at(r) .. ", where " .. percent(clamp(miss_rate(r)))
      .. " of the loads miss the first cache"
  end,
  how = {
    "Store keys and values in the table, and on a collision take the next free place.",
    "Keep the table less than 70 % full, its size a power of two.",
    "Keep keys apart from large values: keys are what a look-up compares.",
  },
  example = "examples/open-addressing",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  not_when = "Pointers to entries are kept elsewhere, or entries are large and often removed.",
  source = "own measurements",
}

suggestion "unrolled-list" {
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Put several values into each node of a list",
  why = "A node with one value uses a piece of the cache line that it brings, and every value costs a wait "
    .. "for the pointer before it. A node that fills a line or two brings a dozen values for one wait.",
  needs = { "memref", "chain" },
  scope = "loop",
  when = function(s)
    if not follows_links(s) then return "no iteration goes to where the one before points" end
    local refs = larger_than(s, s.machine.L1_size, select_facts(s.memrefs, function(r)
      return miss_rate(r) > 0.2 and (used(s, r) or 1) < 0.4
    end))
    if #refs == 0 then return "its nodes fill their lines, or are in the first cache" end
    if s.loop and (s.loop.trips or 100) < 8 then return "its lists are short" end
    return 0.8 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(s.memrefs, "l1_misses") or s.memrefs[1]
    return "each step of the list at " .. at(r) .. " fetches a line of " .. line_of(s) .. " bytes and uses "
      .. count(math.max(1, r.line_bytes_used or 1)) .. " of them"
  end,
  how = {
    "Give each node an array of values and a count; fill a node before the next one is made.",
    "Choose the size so that a node is one or two cache lines.",
  },
  example = "examples/unrolled-list",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = "nothing",
  tolerance = 0,
  not_when = "Values are often put into the middle or taken out.",
  source = "own measurements",
}

suggestion "small-links" {
  category = "data_accesses",
  subcategory = OTHER,
  removes = placement,
  title = "Link elements by 32-bit indices instead of pointers",
  why = "A pointer takes 8 bytes where an index into an array takes 4. Small nodes of half the size fit where "
    .. "whole ones do not.",
  needs = { "memref", "chain" },
  scope = "loop",
  when = function(s)
    if not follows_links(s) then return "no iteration goes to where the one before points" end
    local m = s.machine
    local r = heaviest(s.memrefs, "l1_misses")
    if not r or miss_rate(r) < 0.3 or (r.line_bytes_used or 0) < 8 then return "its nodes are in the first cache" end
    if r.lines and r.count > 3 * r.lines and #s.memrefs > 3 then return "links are a small part of its nodes" end
    for _, size in ipairs { m.L1_size or 0, m.L2_size or 0 } do
      if size > 0 and footprint(s, r) > size and footprint(s, r) < 2 * size then
        return (size == m.L1_size and 0.8 or 0.5) * miss_share(s, { r })
      end
    end
    return "half the size would not make it fit in a cache"
  end,
  evidence = function(s)
    local r = heaviest(s.memrefs, "l1_misses") or s.memrefs[1]
    return "the nodes at " .. at(r) .. " take some " .. bytes(footprint(s, r)) .. ": half of that would fit in a cache"
  end,
  how = {
    "Keep all nodes in one array, and store int next instead of struct node *next.",
    "Let -1 or 0 stand for the end of a list.",
  },
  example = "examples/small-links",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.4 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-mx32", "pointers of 4 bytes throughout, where the system has such libraries" } },
    clang = { { "-mx32", "pointers of 4 bytes throughout, where the system has such libraries" } },
  },
  not_when = "More than 4 billion nodes, or nodes that come from many places.",
  source = "own measurements",
}

suggestion "bits-for-flags" {
  category = "data_accesses",
  subcategory = OTHER,
  removes = placement,
  title = "Store flags as bits instead of bytes",
  why = "A flag needs one bit. Eight of them in a byte make a table an eighth as large, so that it may fit in a "
    .. "nearer cache; taking a bit out of a word costs two quick instructions.",
  needs = { "memref" },
  when = function(s)
    local refs = select_facts(larger_than(s, s.machine.L1_size, scattered(s)), function(r)
      return (r.line_bytes_used or 8) < 1.6 and miss_rate(r) > 0.2
    end)
    if #refs == 0 then return "no large table of bytes is looked up here" end
    return 0.6 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(scattered(s), "l1_misses")
    return "the " .. r.access .. " at " .. at(r) .. " uses 1 byte of each line that it fetches, out of some "
      .. bytes(footprint(s, r))
  end,
  how = {
    "Keep the flags in an array of words: word[k / 32] >> k % 32 & 1.",
    "In C++, std::vector<bool> and std::bitset do it; in Fortran, btest and ibset.",
  },
  example = "examples/bits-for-flags",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = "nothing",
  tolerance = 0,
  not_when = "Several threads set flags: a word holds other threads' flags too.",
  source = "own measurements",
}

-- references to several fields of structures that are not used whole
local function gapped(s)
  local line = line_of(s)
  for _, a in ipairs(s.memrefs) do
    local stride = math.abs(a.stride or 0)
    if stride > 8 and stride <= 256 and stride % 8 == 0 and (a.stride_share or 0) > 0.9 and (used(s, a) or 1) <= 0.6
        and line % stride ~= 0 then
      local group = select_facts(s.memrefs, function(b) return b.stride == a.stride and b ~= a end)
      if #group >= 2 then return { a, table.unpack(group) } end
    end
  end
end

suggestion "order-fields" {
  category = "data_accesses",
  subcategory = OTHER,
  removes = placement,
  title = "Order the fields of structures by size, the largest first",
  why = "A field starts at a multiple of its size, so that small fields between large ones leave gaps, which are "
    .. "fetched with the rest. With the largest first there are none, and more structures fit in a line.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local group = gapped(s)
    if not group then return "no structure here has unused bytes among those that are used" end
    if used(s, group[1]) < 0.4 then return "it uses a field or two, which no order brings together" end
    return miss_share(s, group) * (1 - used(s, group[1]))
  end,
  evidence = function(s)
    local r = gapped(s)[1]
    return "the structures at " .. at(r) .. " are " .. bytes(math.abs(r.stride)) .. " apart, and "
      .. percent(used(s, r)) .. " of what is fetched is used"
  end,
  how = {
    "Declare doubles and pointers first, then ints, shorts and chars.",
    "Look for gaps with pahole, or with the switch below.",
  },
  example = "examples/order-fields",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.2 },
  changes = "nothing but the layout: files and messages that hold the bytes change",
  tolerance = 0,
  switches = {
    gcc = { { "-Wpadded", "warns of gaps" } },
    clang = { { "-Wno-error=padded -Wpadded", "warns of gaps" } },
  },
  not_when = "The layout is that of a file, a message or another language.",
  source = "own measurements",
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
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Do all passes over a piece that fits in the cache, then the next",
  why = "When one pass after the other goes through a large array, each fetches all of it from memory. Done piece by "
    .. "piece, a piece is fetched once and stays in the cache for all of its passes.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    if not s.outer or not s.outer.loop then return "it is no loop within a loop" end
    local rate, most = saturation(s)
    if rate and rate > (most and 0.25 * most or 1.5) then return "bandwidth is its limit: see block-repeated-sweeps" end
    local refs = fetched_again(s)
    if #refs == 0 then return "nothing is fetched again for each pass" end
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
  changes = "nothing, where elements do not depend on each other",
  tolerance = 0,
  switches = {
    fujitsu_trad = { { "-Kloop_fission_stripmining=L1", "cuts loops that it splits into pieces for the first cache" } },
    gcc = { { "-floop-nest-optimize", "where built with isl" } },
    ibm = { { "-qhot", "includes blocking" } },
  },
  not_when = "A pass needs results from all of the array.",
  source = "own measurements",
}

suggestion "partition-first" {
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Sort updates into parts that fit in the cache, then apply each part",
  why = "Updates all over a large table miss the caches every time. Sorting them into some dozens of parts goes "
    .. "through memory in order, and then all updates of one part find their piece of the table in the cache.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local refs = select_facts(larger_than(s, s.machine.L2_size, random(s)), function(r)
      return r.access == "store" and (r.l2_misses or 0) > 0.3 * r.count
    end)
    if #refs == 0 then return "it does not update a large table in random order" end
    if #sequential(s) == 0 then return "what it updates with does not come from an array" end
    return 0.6 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(select_facts(random(s), function(m) return m.access == "store" end), "l2_misses")
    return "the update at " .. at(r) .. " goes to and fro over some " .. bytes(footprint(s, r)) .. " and misses the second "
      .. "cache in " .. percent(clamp(ratio(r.l2_misses, r.count))) .. " of its accesses"
  end,
  how = {
    "Choose the parts by the high bits of the key: 64 or so, each piece of the table smaller than the second cache.",
    "First pass: append each key (with what belongs to it) to its part. Second pass: apply part after part.",
    "With threads, give each thread parts of its own: no two of them update the same lines then.",
  },
  example = "examples/partition-first",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0 },
  changes = "nothing, where updates may come in another order",
  tolerance = 0,
  not_when = "The last cache holds the table and is quick (1.2 x on Sapphire Rapids and Zen 3, 0.65 on Zen 5): measure. The table fits in the second cache, or the keys come nearly in order.",
  source = "own measurements",
}
