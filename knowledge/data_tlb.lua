-- Data TLB: fewer pages at a time, larger pages.

category "data_tlb" {
  title = "Data TLB",
  subcategories = {
    "Use fewer pages at a time",
    "Use larger pages",
  },
}

-- references that often leave the pages whose addresses are at hand
local function missing(s, least)
  local all = sum(s.memrefs, "tlb_misses")
  return select_facts(s.memrefs, function(r)
    return r.tlb_misses > (least or 0.3) * r.count and r.tlb_misses >= 0.01 * all
  end)
end

local function irregular(r)
  return not r.stride or (r.stride_share or 1) < 0.4
end

-- Of what leaves the pages of the first level, the part that is not in the second
-- either and walks the page table; the second one answers in a few cycles, which
-- a core hides.
local function walking(s)
  local walks, hits = s.events.TLB_DM, s.events.TLB_DH
  if not walks or not hits or walks + hits == 0 then return 1 end
  return walks / (walks + hits)
end

-- Their part of the section's misses, with those of the loops in it, as far as
-- it waits for them
local function share(s, refs)
  local all = (s.events.TLB_DM or 0) + (s.events.TLB_DH or 0)
  local theirs = clamp(ratio(sum(refs, "tlb_misses"), math.max(all, sum(s.memrefs, "tlb_misses"))))
  return s.account and theirs or theirs * (0.25 + 0.75 * walking(s))
end

-- What a page of the program costs to set up, larger ones not less, is earned by
-- the walks that it saves.
local WALKS_FOR_A_PAGE = 1000

local function how_often(r)
  return "the " .. r.access .. " at " .. at(r) .. " leaves the known pages in " .. percent(r.tlb_misses / r.count)
    .. " of " .. count(r.count) .. " accesses"
end

local huge_pages = {
  gcc = "none: it is the system's; GLIBC_TUNABLES=glibc.malloc.hugetlb=1 or madvise",
  clang = "none: it is the system's; GLIBC_TUNABLES=glibc.malloc.hugetlb=1 or madvise",
  intel = { { "-qopt-malloc-options=3", "classic compilers: larger blocks from the system" } },
  fujitsu_trad = { { "-Klargepage", "2 MiB pages for data; see XOS_MMM_L_HPAGE_TYPE" } },
  fujitsu_clang = { { "-ffj-largepage", "2 MiB pages for data; see XOS_MMM_L_HPAGE_TYPE" } },
  nvidia = { { "-Msmartalloc=huge", "huge pages where available" } },
  cray = "load the module craype-hugepages2M before linking",
}

-- A virtual machine's large pages may be small ones of the machine below, whose walks stay.
local function walks_left(s)
  return clamp(s.program.large_walk or 0)
end

suggestion "huge-pages" {
  number = 88,
  category = "data_tlb",
  subcategory = "Use larger pages",
  removes = function(s) return { data_tlb = 1 - walks_left(s) } end,
  remedy = "huge pages",
  title = "Put the large arrays on huge pages",
  why = "Programs use addresses that the processor must translate page by page, and it remembers only some "
    .. "hundreds to thousands of pages. With pages of 2 MiB instead of 4 KiB the same memory has 500 "
    .. "times fewer of them, and nothing in the program changes.",
  needs = { "memref" },
  when = function(s)
    local list = missing(s, 0.1)
    if #list == 0 then return "no reference misses the TLB often" end
    if page_of(s) > 65536 then return "its pages are large already" end
    local walks, pages = walking(s) * sum(list, "tlb_misses"), ratio(s.program.peak_bytes, page_of(s))
    if pages and walks < WALKS_FOR_A_PAGE * pages then return "in this run its pages are looked up too seldom to pay for setting up large ones" end
    if walks_left(s) > 0.9 then return "on this machine large pages are looked up no faster" end
    return 0.9 * share(s, list) * (s.account and 1 or 1 - walks_left(s))
  end,
  evidence = function(s)
    local left = walks_left(s)
    return how_often(heaviest(missing(s, 0.1), "tlb_misses")) .. "; pages have " .. bytes(page_of(s))
      .. (s.program.peak_bytes and " and the program uses " .. bytes(s.program.peak_bytes) or "")
      .. (left > 0.1 and "; with large pages a page walk still takes " .. percent(left) .. " of its time on this machine" or "")
  end,
  how = {
    "Without changing the program: GLIBC_TUNABLES=glibc.malloc.hugetlb=1 (glibc 2.35 or later).",
    "In the program: aligned_alloc(2 MiB, ...) and madvise(p, n, MADV_HUGEPAGE) for the large arrays.",
    "Ask the administrator for transparent huge pages: /sys/kernel/mm/transparent_hugepage/enabled.",
    "A64FX: large pages are the default; XOS_MMM_L_HPAGE_TYPE must not be none.",
  },
  changes = { "nothing" },
  switches = huge_pages,
  not_when = "Memory is short, or the data belong to many small files or processes.",
  for_libraries = true,
  fallback = 0.7,
  source = "Linux kernel documentation, transparent huge pages; glibc manual, tunables; Fujitsu programming guide",
}

suggestion "tile-for-pages" {
  number = 89,
  category = "data_tlb",
  subcategory = "Use fewer pages at a time",
  removes = placement,
  title = "Work in tiles so that a page is used up before it is left",
  why = "Walking down a column of a large matrix enters a new page with each step, and when the next column begins, the TLB has already lost the first pages. In small square tiles the same few pages serve many "
    .. "elements before the walk goes on.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local list = select_facts(missing(s), function(r)
      return not irregular(r) and math.abs(r.stride) >= page_of(s) / 2
    end)
    if #list == 0 then return "no reference steps from page to page" end
    if chases(s) then return "it goes where links lead, not down columns" end
    list = select_facts(list, function(r) return outer_stride(s, r) ~= 0 end)
    if #list == 0 then return "each pass uses the same elements: nothing else on their pages is used" end
    local around = s
    while around do
      if #select_facts(around.memrefs, function(r) return r.stored_over end) > 0 then
        return "it loads what it has stored: its order matters"
      end
      around = around.outer
    end
    if not s.outer then return "there is no loop around to tile with" end
    if (s.loop.trips or 0) <= 32 then return "it is short already" end
    return 0.85 * share(s, list)
  end,
  evidence = function(s)
    local r = heaviest(select_facts(missing(s), function(x)
      return not irregular(x) and math.abs(x.stride) >= page_of(s) / 2
    end), "tlb_misses")
    return "the " .. r.access .. " at " .. at(r) .. " steps by " .. bytes(math.abs(r.stride)) .. " through "
      .. count(s.loop.trips) .. " places, more pages than the " .. count(s.machine.dtlb1_entries or 64)
      .. " that the first level remembers"
  end,
  how = {
    "Split both loops into blocks of 16 to 64 and run over the blocks outside: for (ii ...) for (jj ...) for (i ...) for (j ...).",
    "Where only one array is walked that way, exchanging the loops is simpler.",
  },
  example = "examples/tile-for-pages",
  level = "-O2",
  claims = { category = "data_tlb", at_least = 0.4 },
  remedy = "tiles",
  changes = { "order_of_sums", says = "nothing here; sums over both loops are taken in another order" },
  tolerance = 0,
  switches = {
    gcc = { { "-floop-nest-optimize", "tiles where GCC was built with isl" } },
    fujitsu_trad = { { "-Kloop_blocking=32", "block size" } },
    cray = { { "-O3", "Fortran: includes tiling" } },
  },
  pragmas = {
    intel = { { "#pragma block_loop", "before the nest" } },
    cray = { { "!dir$ blockable(i, j)", "Fortran: before the nest" } },
  },
  not_when = "The matrix fits the pages that are remembered: then order hardly matters.",
  fallback = 0.3,
  source = "Codee open catalog PWR040; Drepper, What every programmer should know about memory, sec. 6.2",
}

local function wide_records(s)
  return select_facts(missing(s, 0.03), function(r)
    local step, other = r.stride and math.abs(r.stride) or 0, outer_stride(s, r)
    if other and s.outer and math.abs(other) < step or column(s, r) then return false end
    return not irregular(r) and step >= 128 and step < page_of(s) and (r.line_bytes_used or 8) <= 32
  end)
end

suggestion "hot-fields-apart" {
  number = 91,
  category = "data_tlb",
  subcategory = "Use fewer pages at a time",
  removes = placement,
  remedy = "arrays of components",
  title = "Keep the fields used in the loop apart from the rest of the record",
  why = "Large records spread the few fields that a loop needs over many pages: each page is entered for "
    .. "a handful of numbers. Collected in an array of their own, a page holds hundreds of them.",
  needs = { "memref" },
  scope = "loop",
  when = function(s)
    local list = wide_records(s)
    if #list == 0 then return "no reference steps through large records" end
    if chases(s) then return "it goes where links lead, not through an array" end
    return share(s, list) * 0.9
  end,
  evidence = function(s)
    local r = heaviest(wide_records(s), "tlb_misses")
    return "the " .. r.access .. " at " .. at(r) .. " steps by " .. bytes(math.abs(r.stride)) .. " and uses "
      .. bytes(r.line_bytes_used or 8) .. " at each step: a page of " .. bytes(page_of(s)) .. " serves "
      .. plural(math.floor(page_of(s) / math.abs(r.stride)), "step")
  end,
  how = {
    "Move what the loop uses into another array, indexed in the same way.",
    "Or split the record in two: the hot part, and a pointer or the same index for the rest.",
  },
  example = "examples/hot-fields-apart",
  level = "-O2",
  claims = { category = "data_tlb", at_least = 0.7 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The records are visited one at a time and all of each is used.",
  fallback = 0.2,
  source = "Burtscher et al., SC'10, sec. IV (hot and cold structure parts); Codee open catalog PWR016",
}

suggestion "sort-accesses" {
  number = 92,
  category = "data_tlb",
  subcategory = "Use fewer pages at a time",
  removes = { data_tlb = 1 },
  title = "Order the index list so that neighbours lie in the same page",
  why = "Indices without order send each access to another page, whose address has to be looked up anew. "
    .. "The same accesses in order of their addresses stay in a page for as long as there is something "
    .. "to do in it.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local list = select_facts(missing(s), function(r) return irregular(r) and r.access == "load" end)
    if #list == 0 then return "no load goes to pages without order" end
    local index = select_facts(s.memrefs, function(r)
      return r.access == "load" and (r.stride == 4 or r.stride == 8) and (r.stride_share or 1) > 0.9
    end)
    if #index == 0 then return "its order is not that of an index list" end
    return 0.9 * share(s, list)
  end,
  evidence = function(s)
    return how_often(heaviest(select_facts(missing(s), function(r) return irregular(r) and r.access == "load" end), "tlb_misses"))
      .. ", without a regular step: its order comes from an index list"
  end,
  how = {
    "Sort the index list once, or number the elements so that neighbours are close (meshes: Cuthill-McKee, space-filling curve).",
    "Group by page or block only, in one pass of counting, when full sorting is too slow.",
  },
  example = "examples/sort-accesses",
  level = "-O2",
  claims = { category = "data_tlb", at_least = 0.8 },
  remedy = "order of indices",
  changes = { "order_of_sums", says = "the order of the work, and with it the rounding of sums" },
  tolerance = 1e-9,
  switches = {
    fujitsu_trad = { { "-Kprefetch_indirect", "prefetches a(index(i)); helps where the order must stay" } },
  },
  not_when = "The list is used once: sorting costs more than it saves.",
  fallback = 0.2,
  source = "Codee open catalog PWR036 and RMK014; Fujitsu programming guide, -Kprefetch_indirect",
}

suggestion "interleave-arrays" {
  number = 93,
  category = "data_tlb",
  subcategory = "Use fewer pages at a time",
  removes = { data_tlb = 1 },
  title = "Interleave arrays that are read at the same scattered places",
  why = "Reading a[k], b[k] and c[k] at a scattered k enters three pages; a record with all three is in one. "
    .. "Cache lines are saved for the same reason.",
  needs = { "memref" },
  scope = "loop",
  when = function(s)
    local list = select_facts(missing(s), irregular)
    if #list < 2 then return "no two arrays are accessed without order" end
    local c = list[1].count
    for _, r in ipairs(list) do
      if r.count < 0.9 * c or r.count > 1.1 * c then return "they are accessed at different times" end
    end
    return share(s, list) * (1 - 1 / #list)
  end,
  evidence = function(s)
    local list = select_facts(missing(s), irregular)
    return count(#list) .. " references in the loop at " .. s.place .. " go to scattered places of their own pages: "
      .. how_often(heaviest(list, "tlb_misses"))
  end,
  how = {
    "Make one array of records: struct { double a, b, c; } p[n], and read p[k].",
    "Fortran: p(3, n), with the scattered subscript last.",
    "Pad the record to 32 or 64 bytes so that it does not straddle cache lines.",
  },
  example = "examples/interleave-arrays",
  level = "-O2",
  claims = { category = "data_tlb", at_least = 0.5 },
  remedy = "records side by side",
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Other loops walk a single one of the arrays in order.",
  source = "Codee open catalog PWR016 (the reverse case); Drepper, sec. 6.2",
}

suggestion "pool-nodes" {
  number = 94,
  category = "data_tlb",
  subcategory = "Use fewer pages at a time",
  removes = placement,
  title = "Allocate the nodes of lists and trees from one block",
  why = "Nodes allocated one by one, between other things, end up in different pages, and each step of a "
    .. "walk looks up a new page before it can even load the next pointer. From one block, a page holds "
    .. "many nodes.",
  needs = { "memref", "chain" },
  scope = "loop",
  when = function(s)
    -- a sum that is kept in memory goes by way of a load, too, but leads nowhere
    local follows = select_facts(s.chains, function(c) return c.kind == "load" end)
    if #follows == 0 then return "it follows no pointers" end
    local list = missing(s, 0.2)
    if #list == 0 then return "its nodes are in few pages" end
    return (s.account and 0.7 or 0.9) * share(s, list)
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " follows pointers, and " .. how_often(heaviest(missing(s, 0.2), "tlb_misses"))
  end,
  how = {
    "Allocate an array of nodes and hand them out one after the other; free all at once.",
    "C++: std::pmr::monotonic_buffer_resource, or indices into a std::vector instead of pointers.",
    "Rebuild the structure in the order of its walk when it has changed much.",
  },
  example = "examples/pool-nodes",
  level = "-O2",
  claims = { category = "data_tlb", at_least = 0.8 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Nodes come and go one by one for the whole run.",
  fallback = 0.2,
  source = "Codee open catalog; Drepper, sec. 6.2.1; perf-book, ch. 8",
}

suggestion "shrink-table" {
  number = 95,
  category = "data_tlb",
  subcategory = "Use fewer pages at a time",
  removes = placement,
  title = "Give the elements of the table a smaller type",
  why = "A table with scattered accesses should fit the pages that the processor remembers. Elements of one "
    .. "or two bytes instead of eight need four to eight times fewer pages, and cache lines as well.",
  needs = { "memref" },
  scope = "loop",
  when = function(s)
    local list = select_facts(missing(s), irregular)
    if #list ~= 1 or not list[1].lines then return "not one table is accessed without order" end
    local reach = page_of(s) * (s.machine.dtlb2_entries or s.machine.dtlb1_entries or 64)
    local size = list[1].lines * (s.machine.line or 64)
    if size < reach then return "the table fits the pages that are remembered" end
    if size > 8 * reach then return "the table is too large for a smaller type to help" end
    return 0.5 * share(s, list)
  end,
  evidence = function(s)
    local r = heaviest(select_facts(missing(s), irregular), "tlb_misses")
    return "the " .. r.access .. " at " .. at(r) .. " goes without order to about "
      .. bytes(r.lines * (s.machine.line or 64)) .. "; the pages that are remembered cover "
      .. bytes(page_of(s) * (s.machine.dtlb2_entries or s.machine.dtlb1_entries or 64))
  end,
  how = {
    "Use uint8_t, uint16_t or float where the values allow it; bits for flags.",
    "Store what is looked up most in a small table.",
  },
  example = "examples/shrink-table",
  level = "-O2",
  claims = { category = "data_tlb", at_least = 0.4 },
  changes = { "rounding", "overflow", says = "the range or precision of the table's values" },
  tolerance = 0,
  not_when = "The values need the full type.",
  source = "Burtscher et al., SC'10, sec. IV (smaller types)",
}
