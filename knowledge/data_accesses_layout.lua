-- Data accesses: how data lies in memory.

local LOCALITY = "Improve the data locality"
local OTHER = "Other"

-- references that step through structures and use a part of each line
local function one_field(s)
  return select_facts(s.memrefs, function(r)
    local other = outer_stride(s, r)
    return r.stride and math.abs(r.stride) >= 16 and math.abs(r.stride) <= 1024
      and (r.stride_share or 0) > 0.8 and miss_rate(r) > 0.05 and (line_used(s, r) or 1) <= 0.55
      and r.line_bytes_used < 0.9 * math.min(math.abs(r.stride), line_of(s)) -- else thrown out, not unused
      and not (other and math.abs(other) < math.abs(r.stride) and s.outer) and not column(s, r)
  end)
end

suggestion "aos-to-soa" {
  number = 65,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = placement,
  remedy = "arrays of components",
  title = "Turn the array of structures into a structure of arrays",
  why = "When a loop uses one field of each structure in an array, the other fields come along in the same "
    .. "cache lines and are thrown away unused. In an array of that field alone, everything that is "
    .. "fetched is used, and the compiler can work on several elements at once.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local refs = one_field(s)
    if #refs == 0 then return "no reference here uses a small part of its cache lines" end
    if follows_links(s) then return "its elements are linked, not in an array" end
    local gain = 0
    for _, r in ipairs(refs) do gain = gain + miss_share(s, { r }) * (1 - line_used(s, r)) end
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
  changes = { "nothing" },
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
  number = 66,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = placement,
  title = "Split structures into a hot and a cold part with a pointer between",
  why = "What a search or a loop uses of each structure is often a few bytes among many. When the rarely "
    .. "used rest lies elsewhere, reached by a pointer, a cache line holds many structures' hot parts instead of "
    .. "a piece of one.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local refs = large_records(s)
    if #refs < 2 then return "it does not use several fields of large structures" end
    local r = heaviest(refs, "l1_misses")
    if not r or miss_rate(r) < 0.1 or (line_used(s, r) or 1) > 0.5 then
      return "most of each cache line is used"
    end
    return miss_share(s, refs) * (1 - (line_used(s, r) or 1))
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
  changes = { "nothing" },
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
  number = 67,
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
  changes = { "rounding", "overflow", says = "nothing while the values fit; float has 7 digits instead of 16" },
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
  number = 68,
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
    if not follows_links(s) then return "no iteration follows a pointer that the one before loaded" end
    local refs = larger_than(s, s.machine.L1_size, select_facts(s.memrefs, function(r)
      return r.access == "load" and miss_rate(r) > 0.1 and (line_used(s, r) or 0) < 0.7
    end))
    if #refs == 0 then return "the elements are in the first cache" end
    if (s.loop and s.loop.trips or 100) < 16 then return "its chains are short: it looks up elements in no order" end
    -- elements may be as large as a line
    local gain = 0
    for _, r in ipairs(refs) do gain = gain + miss_share(s, { r }) * (1 - left_of_links(s, r)) end
    return clamp(gain)
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
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Elements are often put into the middle, or other code keeps pointers to them.",
  fallback = 0.15,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(i)",
}

-- references whose lines a cache of the same size without sets would have kept
local function in_few_sets(s)
  return select_facts(s.memrefs, function(r)
    -- what is in no order, and more than fits, meets by chance, however far rows are apart
    local fits = (r.lines or math.huge) * line_of(s) <= s.machine.L1_size
    return (r.conflicts or 0) > 0.3 and ref_matters(s, r) and miss_rate(r) > 0.01 and (fits or (r.stride_share or 1) > 0.3)
  end)
end

local function gcd(a, b)
  while b > 0 do a, b = b, a % b end
  return a
end

-- Columns whose lines hold the next columns, too, and would fit in the second cache, but want so few of its places (some
-- 16 for each address) that they throw each other out before these come
local function columns_meet(s)
  local size, trips = s.machine.L2_size, s.loop and s.loop.trips
  return select_facts(s.outer and trips and size and strided(s) or {}, function(r)
    local other, step = outer_stride(s, r), gcd(math.abs(r.stride), size // 16)
    return other and other ~= 0 and math.abs(other) < line_of(s)
      and step > line_of(s) and trips * line_of(s) <= size and trips * step > 2 * size
  end)
end

-- From the second cache they still come where the first has no room
local function meeting(s)
  local causes = {}
  for cause, share in pairs(placement) do causes[cause] = (cause ~= "l2" or #in_few_sets(s) > 0) and share or nil end
  return causes
end

suggestion "pad-arrays" {
  number = 69,
  category = "data_accesses",
  subcategory = OTHER,
  removes = meeting,
  title = "Pad rows and arrays so that they do not meet in the same cache sets",
  why = "Where a line may lie in the cache depends on some bits of its address. Rows whose distance is a "
    .. "power of two all want the same few places and throw each other out while the rest of the cache "
    .. "is empty; some bytes between them send each elsewhere.",
  needs = { "memref" },
  when = function(s)
    local columns, refs, saved = columns_meet(s), in_few_sets(s), 0
    for _, r in ipairs(columns) do saved = saved + miss_share(s, { r }) * (1 - left_in_order(s, r, outer_stride(s, r))) end
    if #columns > 0 then return clamp(saved) end
    if #refs == 0 then return "no lines miss the first cache because others take their places" end
    for _, r in ipairs(refs) do saved = saved + r.conflicts * miss_share(s, { r }) end
    return clamp(saved)
  end,
  evidence = function(s)
    local c, r = heaviest(columns_meet(s), "l1_misses"), heaviest(in_few_sets(s), "l1_misses")
    if c then
      return "the " .. c.access .. " at " .. at(c) .. " goes down a column whose elements are " .. bytes(math.abs(c.stride))
        .. " apart: its " .. count(s.loop.trips) .. " lines want the same few places of the cache"
    end
    return percent(r.conflicts) .. " of the misses of the " .. r.access .. " at " .. at(r)
      .. " are for lines that others with the same low address bits threw out: there was room elsewhere in the cache"
  end,
  how = {
    "Make the length of a row no multiple of 512 bytes: double a[1024][1024 + 8].",
    "Put a cache line or two between arrays that are used together.",
    "Where the inner loop goes from row to row: make it the outer one, so that few rows are in use at a time.",
  },
  example = "examples/pad-arrays",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.3 },
  remedy = "padding",
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    intel = { { "-qopt-mem-layout-trans=3", "lets the compiler change layouts" } },
  },
  not_when = "Other programs or files expect the layout without gaps.",
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(k)",
}

suggestion "align-data" {
  number = 70,
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
  changes = { "nothing" },
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

-- whether it walks upwards and uses up each line, as rows do that stand one behind the other
local function walks_upwards(s, r)
  return (r.falling or 1) < 0.01 and (line_used(s, r) or 0) > 0.9
end

-- Whether what it loads may be the address of a row: lists and hash tables store the heads of their chains anew, and ask whether there is one
local function leads_to_row(s, r)
  return not r.stored_over and not r.rewritten and #select_facts(s.branches, function(b)
    return b.asks == "zero" and b.line == r.line and b.count > 0.5 * r.count
  end) == 0
end

-- A load that fetches, for each entry of a loop inside, the address of the row that the loop goes along, at the same line; what is loaded
-- beside it, for the same purpose, would be the row's end in one block
local function row_of_loop(s)
  local refs = select_facts(scattered(s), function(r)
    return r.access == "load" and miss_rate(r) > 0.1 and (r.line_bytes_used or 0) >= 7 and loads_integers(s, r.count)
  end)
  for _, a in ipairs(refs) do
    local beside = #select_facts(s.memrefs, function(r) return r ~= a and r.line == a.line and r.count == a.count and r.stride == a.stride end)
    for _, l in ipairs(beside == 0 and s.inner or {}) do
      for _, b in ipairs(sequential(l)) do
        if b.access == "load" and b.line == a.line and l.loop and math.abs((l.loop.entries or 0) - a.count) < 0.01 * a.count
            and (b.l1_misses or 0) > 0.1 * a.count then
          return a
        end
      end
    end
  end
end

suggestion "flat-array" {
  number = 71,
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
            and footprint(s, a) < 0.3 * footprint(s, b) and leads_to_row(s, a) and (a.line_bytes_used or 0) >= 7 and loads_integers(s, a.count)
            and not walks_upwards(s, b) then
          return s.account and 0.8 or ref_share(s, { a })
        end
      end
    end
    local a = row_of_loop(s)
    if a then return s.account and 0.8 or ref_share(s, { a }) end
    return "no access loads the address of a row first"
  end,
  evidence = function(s)
    local r = row_of_loop(s) or heaviest(scattered(s), "l1_misses")
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
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Rows differ much in length, or are exchanged often.",
  source = "own measurements",
}

suggestion "copy-column" {
  number = 72,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = placement,
  title = "Pack the strided column into a contiguous buffer",
  why = "A column of a matrix lies in as many cache lines as it has elements. When it is needed more than once, a "
    .. "copy in another array costs one walk, and all later ones go from neighbour to neighbour.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    if packs(s) then return PACKED end
    local trips, size = s.loop.trips or 0, s.machine.L1_size
    local refs = select_facts(strided(s), function(r)
      -- most walks go back to where they began; now and then another column comes
      local back = r.stride2 and (1 - (r.stride_share or 0)) * trips < 8 and r.stride2 + math.floor(trips - 0.5) * r.stride
      local other = back == 0 and 0 or outer_stride(s, r)
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
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-fexternal-blas", "gfortran: calls a BLAS library for matmul" } },
    fujitsu_trad = { { "-Kfast_matmul", "calls a fast library for matrix products" } },
    fujitsu_clang = { { "-ffj-fast-matmul", "calls a fast library for matrix products" } },
    intel = { { "-qopt-matmul", "calls a fast library for matrix products" } },
  },
  not_when = "Each element is used once or twice only.",
  source = "own measurements",
}
