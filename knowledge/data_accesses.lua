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

local function line_of(s) return s.machine.line or 64 end

local function miss_rate(r) return ratio(r.l1_misses, r.count) or 0 end

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
    return r.stride and (r.stride_share or 1) < 0.3 and (r.count or 0) > 0
  end)
end

local function larger_than(s, size, refs)
  return select_facts(refs, function(r) return size and footprint(s, r) > size end)
end

-- whether each iteration waits for a load of the one before
local function chases(s)
  for _, c in ipairs(s.chains) do
    if c.kind == "load" then return true end
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
      if other and math.abs(other) < line and miss_rate(r) > 0.02 then
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
    return gain * (1 - loss)
  end,
  evidence = function(s)
    local r = heaviest(strided(s), "l1_misses")
    return "the " .. r.access .. " at " .. at(r) .. " walks with a stride of " .. bytes(r.stride)
      .. " and uses " .. count(r.line_bytes_used or 8) .. " of each " .. line_of(s) .. "-byte line"
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

suggestion "fewer-arrays-per-loop" {
  category = "data_accesses",
  subcategory = LOCALITY,
  title = "Split the loop so that each part uses few arrays",
  why = "A cache has only some places for lines whose addresses share their low bits, and memory keeps "
    .. "only some regions open. A loop over many arrays throws its own lines out before they are used "
    .. "up; several loops over few arrays each do not.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local line = s.machine.line or 64
    local streams = select_facts(s.memrefs, function(r)
      return r.access == "load" and r.stride and r.stride ~= 0 and math.abs(r.stride) <= line
        and (r.l1_misses or 0) > 1.5 * (r.count or 0) * math.abs(r.stride) / line
    end)
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

suggestion "local-scalar" {
  category = "data_accesses",
  subcategory = REDUCE,
  title = "Copy data into local variables and work on the copies",
  why = "What is reached through a pointer must be loaded and stored again and again, because any "
    .. "store in between might have changed it. A local variable whose address is not taken stays in "
    .. "a register.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local fixed = select_facts(s.memrefs, function(r) return r.stride == 0 and r.access == "store" end)
    if #fixed == 0 then return "nothing is stored to the same place in each iteration" end
    return ref_share(s, select_facts(s.memrefs, function(r) return r.stride == 0 end))
  end,
  evidence = function(s)
    local r = heaviest(select_facts(s.memrefs, function(m)
      return m.stride == 0 and m.access == "store"
    end), "count")
    return "the store at " .. at(r) .. " writes the same " .. bytes(r.size or 8) .. " " .. count(r.count)
      .. " times"
  end,
  how = {
    "Before the loop, copy what is used again and again into a local variable.",
    "Work on the copy in the loop, and store it back behind the loop.",
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
    "Handle a rest that is no whole block behind the loops, or with min() in their bounds.",
  },
  example = "examples/loop-blocking",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.25 },
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

-- loops below a section that stream through memory, with their views
local function streaming_loops(s, found)
  for _, inner in ipairs(s.inner) do
    local refs = select_facts(sequential(inner), function(r) return (r.l2_misses or 0) > 0.02 * r.count end)
    if #refs > 0 then found[#found + 1] = { loop = inner, refs = refs } end
    if #found < 16 then streaming_loops(inner, found) end
  end
  return found
end

local function misses_of(entry)
  return sum(entry.refs, "l2_misses")
end

suggestion "fuse-loops" {
  category = "data_accesses",
  subcategory = LOCALITY,
  title = "Join loops over the same arrays so that each is loaded once",
  why = "A loop over a large array pushes its beginning out of the cache before the next loop starts, "
    .. "which then fetches everything again from further away. One loop that does the work of several "
    .. "uses each element while it is there.",
  needs = {},
  when = function(s)
    local found = streaming_loops(s, {})
    if #found < 2 then return "it does not hold several loops that stream through memory" end
    local all, most = 0, 0
    for _, e in ipairs(found) do
      all, most = all + misses_of(e), math.max(most, misses_of(e))
    end
    if all == most then return "it does not hold several loops that stream through memory" end
    local missing = part(s, "data_accesses", "L2", "L3", "memory", "beyond_L2") or 0
    return 0.9 * missing * (1 - most / all)
  end,
  evidence = function(s)
    local found = streaming_loops(s, {})
    return #found .. " loops (" .. found[1].loop.place .. ", " .. found[2].loop.place
      .. (#found > 2 and ", ..." or "") .. ") each fetch their arrays from beyond the second cache"
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

suggestion "aos-to-soa" {
  category = "data_accesses",
  subcategory = LOCALITY,
  title = "Keep a field that is walked through in an array of its own",
  why = "When a loop uses one field of each structure in an array, the other fields come along in the same "
    .. "cache lines and are thrown away unused. In an array of that field alone, everything that is "
    .. "fetched is used, and the compiler can work on several elements at once.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local refs = select_facts(s.memrefs, function(r)
      local other = outer_stride(s, r)
      return r.stride and math.abs(r.stride) >= 16 and math.abs(r.stride) <= 1024
        and (r.stride_share or 0) > 0.8 and miss_rate(r) > 0.05 and (used(s, r) or 1) <= 0.55
        and not (other and math.abs(other) < math.abs(r.stride) and s.outer)
    end)
    if #refs == 0 then return "no reference here uses a small part of its cache lines" end
    local gain = 0
    for _, r in ipairs(refs) do gain = gain + miss_share(s, { r }) * (1 - used(s, r)) end
    return gain
  end,
  evidence = function(s)
    local r = heaviest(strided(s), "l1_misses") or heaviest(s.memrefs, "l1_misses")
    return "the " .. r.access .. " at " .. at(r) .. " goes on by " .. bytes(r.stride) .. " and uses "
      .. count(r.line_bytes_used) .. " of the " .. line_of(s) .. " bytes of each line that it fetches"
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

suggestion "hot-cold-split" {
  category = "data_accesses",
  subcategory = LOCALITY,
  title = "Split structures into a hot and a cold part with a pointer between",
  why = "What a search or a loop uses of each structure is often a few bytes among many. When the rarely "
    .. "used rest lies elsewhere, behind a pointer, a cache line holds many structures' hot parts instead of "
    .. "a piece of one.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local line = line_of(s)
    local refs = select_facts(s.memrefs, function(r)
      return r.stride and math.abs(r.stride) > line and math.abs(r.stride) <= 4096
        and (r.stride_share or 0) > 0.5
    end)
    if #refs < 2 then return "it does not use several fields of large structures" end
    local r = heaviest(refs, "l1_misses")
    if not r or miss_rate(r) < 0.1 or (used(s, r) or 1) > 0.5 then
      return "most of each cache line is used"
    end
    return miss_share(s, refs) * (1 - used(s, r))
  end,
  evidence = function(s)
    local r = heaviest(s.memrefs, "l1_misses")
    return "the loop at " .. s.place .. " goes from structure to structure by " .. bytes(math.abs(r.stride))
      .. " and uses " .. count(math.max(1, r.line_bytes_used)) .. " bytes of each line"
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

suggestion "smaller-types" {
  category = "data_accesses",
  subcategory = OTHER,
  title = "Use smaller types: float for double, short or char for int",
  why = "Twice as many values fit in a cache line, and in the cache, when each takes half the bytes. A "
    .. "table that did not fit in the cache may fit then.",
  needs = { "memref" },
  when = function(s)
    local big = larger_than(s, s.machine.L2_size and s.machine.L2_size / 2, scattered(s))
    local refs = select_facts(big, function(r) return (r.line_bytes_used or 8) >= 4 and (r.l2_misses or 0) > 0.05 * r.count end)
    if #refs == 0 then return "no large table is looked up here" end
    return 0.6 * miss_share(s, refs)
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
    gcc = { { "-fsingle-precision-constant", "keeps constants from turning float arithmetic into double" } },
    clang = { { "-cl-single-precision-constant", "the same, for OpenCL only: write 1.0f instead" } },
  },
  not_when = "Values may outgrow the type, or precision is needed.",
  fallback = 0.2,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(h)",
}

suggestion "array-of-elements" {
  category = "data_accesses",
  subcategory = OTHER,
  title = "Allocate an array of elements instead of single elements",
  why = "Elements that were allocated one by one lie anywhere, and the next one's address is known only "
    .. "when the one before has arrived, so that every step waits for memory. In an array they lie side "
    .. "by side, the hardware sees where the loop goes, and no pointers take up room.",
  needs = { "memref", "chain" },
  scope = "loop",
  when = function(s)
    if not chases(s) then return "no iteration waits for an address that the one before loads" end
    local refs = larger_than(s, s.machine.L1_size, select_facts(s.memrefs, function(r)
      return r.access == "load" and miss_rate(r) > 0.1 and (used(s, r) or 0) < 0.7
    end))
    if #refs == 0 then return "the elements are in the first cache" end
    return 0.9 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(s.memrefs, "l1_misses")
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

suggestion "pad-arrays" {
  category = "data_accesses",
  subcategory = OTHER,
  title = "Pad rows and arrays so that they do not meet in the same cache sets",
  why = "Where a line may lie in the cache depends on some bits of its address. Rows whose distance is a "
    .. "power of two all want the same few places and throw each other out while the rest of the cache "
    .. "is empty; some bytes between them send each elsewhere.",
  needs = { "memref" },
  when = function(s)
    local size = s.machine.L1_size
    local refs = select_facts(s.memrefs, function(r)
      return size and r.lines and footprint(s, r) < 0.8 * size and miss_rate(r) > 0.15
        and (r.l1_misses or 0) > 8 * r.lines
    end)
    if #refs == 0 then return "nothing that would fit in the first cache misses it" end
    return 0.9 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(select_facts(s.memrefs, function(m)
      return m.lines and footprint(s, m) < 0.8 * s.machine.L1_size and (m.l1_misses or 0) > 8 * m.lines
    end), "l1_misses")
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
          return math.min(miss_share(s, { a }), miss_share(s, { b }))
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

suggestion "recompute" {
  category = "data_accesses",
  subcategory = REDUCE,
  title = "Recompute values instead of loading them",
  why = "A value that takes a few operations to compute is ready sooner than one that comes from far away "
    .. "in memory. Tables that are larger than the first cache cost more than they save.",
  needs = { "memref" },
  when = function(s)
    local refs = select_facts(larger_than(s, s.machine.L1_size, scattered(s)), function(r)
      return r.access == "load" and miss_rate(r) > 0.3
    end)
    if #refs == 0 then return "no large table is looked up here" end
    return 0.5 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(scattered(s), "l1_misses")
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

suggestion "vectorise-loop" {
  category = "data_accesses",
  subcategory = REDUCE,
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
    if (c.fp_packed or 0) > 0 or (c.any_vector_bits or 0) >= 128 then return "it works on vectors already" end
    if (c.calls or 0) > 0 then return "it calls procedures" end
    if (c.gathers or 0) > 0 or #scattered(s) > 0 or chases(s) then
      return "its accesses do not follow each other"
    end
    local refs = sequential(s)
    if #refs == 0 then return "its accesses do not follow each other" end
    if s.loop.trips and s.loop.trips < 8 then return "it has too few iterations" end
    local bits = c.machine_vector_bits or s.machine.vector_bits or 128
    local lanes = bits / ((c.fp_single or 0) > (c.fp_double or 0) and 32 or 64)
    local easy = ratio(sum(refs, "count"), sum(s.memrefs, "count")) or 0
    return (1 - 1 / lanes) * easy * ((c.branches or 1) > 1 and 0.5 or 0.9)
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
    gcc = { { "-O3 -march=native", "vectorises for this machine" },
      { "-fopt-info-vec-missed", "says why a loop was not vectorised" } },
    clang = { { "-O3 -march=native", "vectorises for this machine" },
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
