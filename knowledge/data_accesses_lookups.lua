-- Data accesses: look-ups without order, and what follows links.

local LOCALITY = "Improve the data locality"
local HIDE = "Hide the latency"

-- Does it stay near where it was? Lines are used up and pages remembered: the neighbours
-- in a grid, say, whatever the order among them.
local function near(s, r)
  return (line_used(s, r) or 0) > 0.7 and (r.tlb_misses or 0) < 0.05 * r.count
end

-- of these, those that are no columns either, whose other step is to the next element
local function random(s)
  return select_facts(scattered(s), function(r)
    if near(s, r) then return false end
    return (r.stride_share or 1) < 0.3 or not r.stride2 or math.abs(r.stride2) > line_of(s)
  end)
end

-- loads at scattered places that go far
local function far_lookups(s)
  return select_facts(scattered(s), function(r)
    return r.access == "load" and r.l2_misses > 0.3 * r.count
  end)
end

-- the steps of a search: little work for each, nothing stored, and two ways out
local function only_looks(s)
  local n, leaves = s.loop.iterations or 0, select_facts(s.branches, function(b) return b.leaves end)
  local compared = sum(select_facts(s.branches, function(b) return b.asks == "float" end), "count")
  return n > 0 and (s.events.TOT_INS or math.huge) < 15 * n and (s.events.ST_INS or math.huge) < 0.05 * n
    and (s.events.FP_INS or 0) - compared < 0.05 * n and #leaves >= 2
end

-- Is the same searched again and again, along links that lead through few elements?
local function searches_again(s)
  if not s.loop or (s.loop.trips or 0) < 50 or (s.loop.entries or 0) < 100 then return false, "its walks are short or few" end
  if not only_looks(s) then return false, "it does more than search" end
  local r = heaviest(select_facts(s.memrefs, function(m) return m.access == "load" end), "l1_misses")
  if r and (r.lines or 0) > 0.05 * s.loop.iterations then return false, "it sees other elements each time" end
  return true
end

suggestion "software-prefetch" {
  number = 77,
  category = "data_accesses",
  subcategory = HIDE,
  removes = latency,
  title = "Prefetch indirect accesses",
  why = "A processor starts a load when it reaches it, and looks a few hundred instructions ahead at most. Where "
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
    if rate and most and rate > 0.8 * most then return "memory bandwidth is used up" end
    -- each wrong guess throws away what was begun of the next ones
    local guessed = (s.events.BR_MSP or 0) < 0.1 * iterations
    if iterations == 0 or guessed and (s.events.TOT_INS or 0) / iterations < 30 then
      return "its iterations are so short that the hardware sees the next loads in time"
    end
    return 0.6 * miss_share(s, refs)
  end,
  evidence = function(s)
    local r = heaviest(far_lookups(s), "l2_misses")
    return "the load at " .. at(r) .. " goes through an index array and misses the second cache in "
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
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-fprefetch-loop-arrays", "prefetches for regular loops only" } },
    clang = "does not insert prefetches: use __builtin_prefetch",
    intel = { { "-qopt-prefetch=5", "prefetches for indirect accesses too" } },
    fujitsu_trad = { { "-Kprefetch_indirect", "prefetches for a(m(i))" } },
    fujitsu_clang = "use __builtin_prefetch; prefetches for a[m[i]] are in trad mode only",
    cray = { { "-hautoprefetch", "Fortran: lets the compiler insert prefetches" } },
  },
  pragmas = {
    intel = { { "#pragma prefetch table:1:8", "into the second cache, 8 iterations ahead" } },
    fujitsu_trad = { { "!OCL PREFETCH_READ(table(index(i+8)))", "in Fortran" } },
  },
  not_when = "The data are in the caches, or memory bandwidth is used up: then prefetches only add traffic.",
  source = "Fujitsu/RIKEN programming guide, common part, prefetch; own measurements",
}

suggestion "several-lists-at-once" {
  number = 78,
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
    if searches_again(s) then return "it searches again and again: see remember-what-was-found" end
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
    "Finish the rest of longer ones in a second loop.",
  },
  example = "examples/several-lists-at-once",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "order_of_sums", says = "the order of sums only" },
  tolerance = 0,
  not_when = "There is only one long chain: then replace it by an array.",
  fallback = 0.1,
  source = "own measurements",
}

-- In lists that are sorted, the step back is the one from a list's end to the start of
-- the next: without order every second step leads back.
local function rises(r)
  return r.falling ~= nil and r.falling < 0.25
end

-- what goes by an index array all over a large array, and the loads of that index; what
-- is gone through byte by byte tells 256 places apart: text, whose hash leads to others
local function indexed(s)
  local refs = select_facts(random(s), function(r) return miss_rate(r) > 0.3 and (r.l2_misses or 0) > 0.05 * r.count end)
  local index = #refs == 0 and {} or select_facts(sequential(s), function(r)
    return r.access == "load" and math.abs(r.count - refs[1].count) < 0.02 * r.count
      and (math.abs(r.stride) > 1 or (refs[1].lines or 0) <= 256)
  end)
  return refs, index
end

-- Those of refs that follow lists of neighbours, each sorted: only other numbers bring them nearer to each other
local function neighbours(s, refs)
  if not s.loop or not s.outer or (s.loop.trips or 0) > 1e4 then return {} end
  return select_facts(refs, function(r) return r.access == "load" and rises(r) and not r.stored_over end)
end

suggestion "sort-indices" {
  number = 79,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = placement,
  title = "Sort indices or particles so that neighbours follow each other",
  why = "Indices in random order fetch a cache line for each element and throw it away again. In rising order, "
    .. "the elements of a line are used together, and the next line is one that the hardware expects.",
  needs = { "memref" },
  when = function(s)
    local refs, index = indexed(s)
    if #refs == 0 then return "no large array is used in random order" end
    if #index == 0 then return "the order does not come from an index array" end
    if compared(s, refs[1]) and #select_facts(index, function(r) return not r.rewritten end) == 0 then
      return "it searches by a list that is written again and again"
    end
    if chases(s) then return "the order is that of a chain" end
    if puts_in_places(s) then return "it puts elements in their places itself" end
    local unsorted, sorted = select_facts(refs, function(r) return not rises(r) end), neighbours(s, refs)
    if #unsorted + #sorted == 0 then return "its indices are sorted already, list by list" end
    return 0.7 * miss_share(s, unsorted) + 0.5 * miss_share(s, sorted)
  end,
  evidence = function(s)
    local r = heaviest(random(s), "l1_misses")
    return "the " .. r.access .. " at " .. at(r) .. " follows " .. (rises(r) and "short lists, sorted already, over some " or "indices or positions to and fro over some ")
      .. bytes(footprint(s, r)) .. " and misses the first cache in " .. percent(clamp(miss_rate(r)))
      .. " of its accesses"
  end,
  how = {
    "Sort the index array once, when it is made; carry along what belongs to each index.",
    "Particles on a grid: sort them by cell, or by tile of some cells, with one counting pass, and again every few steps when many have moved on.",
    "Lists of neighbours, sorted or not: number the elements anew, so that those used together have near numbers: meshes and matrices by Reverse Cuthill-McKee or METIS, "
      .. "graphs in the order of a breadth-first search, particles along a space-filling curve. Keep the old numbers for the output.",
    "Updates that come once only: first distribute them to parts of the table that fit in the cache.",
  },
  example = "examples/sort-indices",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.4 },
  remedy = "order of indices",
  changes = { "order_of_sums", says = "the last digits of floating-point sums" },
  tolerance = 0,
  not_when = "The indices are used once or twice only: sorting them, or numbering the elements, costs a few passes. Random graphs have no better order.",
  fallback = 0.15,
  source = "own measurements; Cuthill and McKee, Reducing the bandwidth of sparse symmetric matrices, 1969",
}

-- loads all over a table that is larger than the second cache
local function random_lookups(s)
  return select_facts(larger_than(s, s.machine.L2_size, random(s)), function(r)
    return r.access == "load" and r.l2_misses > 0.2 * r.count
  end)
end

-- Cycles of putting a key where its like are, in a few thousand of them
local PUT_IN_ORDER = 10

suggestion "sort-lookups" {
  number = 81,
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
    if refs[1].rewritten then return "what it looks up is written again and again" end
    local waits = s.account and charged(s, { "l2", "l3", "memory_latency", "data_tlb" }) or 1
    if 0.5 * waits * (s.events.TOT_CYC or math.huge) < PUT_IN_ORDER * sum(refs, "count") then
      return "a look-up waits for less than it takes to sort its key"
    end
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
  changes = { "order_of_sums", says = "the order of the work, and with it the rounding of sums" },
  switches = {
    gcc = "no switch: sort the keys, or use __builtin_prefetch",
    clang = "no switch: sort the keys, or use __builtin_prefetch",
  },
  not_when = "Each look-up needs the result of the one before, or only a few are wanted at a time.",
  source = "Codee open catalog RMK014; own measurements",
}

suggestion "remember-what-was-found" {
  number = 82,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = function() return of_all(0.9) end,
  title = "Replace the repeated list search by an index or a heap",
  why = "A search that goes along a list, or up to the root, takes as many steps as there are elements, and it is done "
    .. "again each time: twice the elements take four times as long. A table of keys, or a note in each element, takes one step.",
  needs = { "memref", "chain", "loop", "branch" },
  scope = "loop",
  when = function(s)
    if not follows_links(s) then return "no iteration follows a pointer that the one before loaded" end
    local again, why = searches_again(s)
    return again and 0.95 or why
  end,
  evidence = function(s)
    local r = heaviest(s.memrefs, "count") or s.memrefs[1]
    return plural(s.loop.entries, "walk") .. " along links at " .. at(r) .. ", of " .. count(s.loop.trips)
      .. " steps each, over the same elements again and again"
  end,
  how = {
    "Look-ups by a key: keep a hash table beside the list (or instead of it), and take both along when elements come and go.",
    "Questions about what is above an element (\"is it within such a one?\"): note the answer in each element when it is made, or count on the way in and out.",
    "Sorted lists in which elements are put, of which the first is taken: a heap (std::priority_queue, heapq) needs ten steps for a thousand elements.",
    "The last element: keep a pointer to it. The same question again: keep the last answer.",
  },
  example = "examples/remember-what-was-found",
  level = "-O2",
  claims = { category = "time", at_least = 0.8 },
  changes = { "thread_safety", says = "the last answer, kept in a variable, is a data race where several threads ask: keep one for each thread" },
  tolerance = 0,
  not_when = "The list is this long only in this run.",
  source = "own measurements",
}

-- Is it a procedure of an installed program or library, in which nobody can say where?
local function no_lines(s)
  local path = s.binary or ""
  return not s.line and not (s.compiler and s.compiler.name)
    and (path:find("^/usr/") or path:find("^/lib") or path:find("^/opt/")) ~= nil
end

suggestion "see-where-it-waits" {
  number = 83,
  category = "data_accesses",
  subcategory = HIDE,
  for_libraries = true,
  -- half of it: some look-ups can't be begun earlier
  removes = { l3 = 0.5, memory_latency = 0.5, data_tlb = 0.5 },
  title = "Install its debugging information, then sort or prefetch its look-ups",
  why = "Most of the time, this code waits for data from L3 or memory, but it has no names and lines. With the package's debugging information the same measurement names the loop and the table. The advice is then specific: look-ups in batches, begun early or sorted, and smaller tables.",
  needs = { "memref" },
  scope = "procedure",
  when = function(s)
    if not no_lines(s) then return "its lines are known, or it is not installed for all" end
    if (s.name or ""):match("^_*mem") or (s.name or ""):match("^_*str") then return "it copies or compares for others" end
    if not s.account then return "no account says for what it waits" end
    if charged(s, { "l3", "memory_latency", "data_tlb" }) < 0.5 then return "it does not wait for data from far away most of the time" end
    return 0.5
  end,
  evidence = function(s)
    return percent(clamp(charged(s, { "l3", "memory_latency", "data_tlb" }))) .. " of the cycles of " .. s.name .. " in "
      .. (s.binary or "?"):match("[^/]*$") .. " wait for data from L3 and memory or for their addresses, and it has no lines"
  end,
  how = {
    "Install the package that ends in -dbgsym (Debian, Ubuntu) or run debuginfo-install (Fedora), or set DEBUGINFOD_URLS, and measure again.",
    "In its source: begin look-ups some iterations before they are needed (__builtin_prefetch), or collect and sort them.",
    "Without changing it: its own option for a smaller table or block, so that it stays in the last cache; large pages for its memory (GLIBC_TUNABLES=glibc.malloc.hugetlb=1, glibc 2.35) if address translation takes part of the time.",
  },
  changes = { "nothing" },
  switches = {
    gcc = "-g, and no strip, when you build it yourself",
    clang = "-g, and no strip, when you build it yourself",
  },
  not_when = "Each look-up depends on the one before: then only fewer or nearer ones help.",
  source = "own measurements",
}

-- what the C++ libraries call their sorted trees, and looking up in them
local function in_tree(s)
  local name = s.inlined or s.procedure_name or ""
  if not name:find("_Rb_tree<", 1, true) and not name:find("__tree<", 1, true) then return false end
  for _, part in ipairs { "lower_bound", "upper_bound", "_M_get_insert", "find", "equal_range" } do
    if name:find(part, 1, true) then return true end
  end
  return false
end

suggestion "hash-instead-of-tree" {
  number = 84,
  category = "data_accesses",
  subcategory = LOCALITY,
  for_libraries = true,
  -- a look-up loads the head of a chain and an entry or two, and asks no question that halves what is left
  removes = function(s) return of_all(1 - 3 / s.loop.trips, { mispredicted = 0.95 }) end,
  title = "Look up in a hash table instead of a sorted tree",
  why = "std::map and std::set are trees: among a million entries a look-up visits some twenty nodes, each in another cache line. The address of a node is known only when the one before has arrived, and the direction can't be predicted. A hash table goes to the entry in a step or two.",
  needs = { "loop", "memref" },
  scope = "loop",
  when = function(s)
    if not in_tree(s) then return "it looks up in no tree of the C++ library" end
    if (s.loop.trips or 0) < 6 then return "its trees are small" end
    if steps_in_trees(s) > (s.loop.entries or 0) + changes_of_trees(s) then return "the program goes through its trees in the order of their keys" end
    return s.account and 0.9 or 0.5
  end,
  evidence = function(s)
    local r = heaviest(s.memrefs, "l1_misses") or s.memrefs[1]
    return "each of " .. plural(s.loop.entries, "look-up") .. " at " .. at(r) .. " goes down " .. count(s.loop.trips)
      .. " nodes of a sorted tree, one after the other"
  end,
  how = {
    "std::unordered_map or std::unordered_set in its place; reserve() room for the elements first.",
    "Where the order is wanted only when all are in: fill a vector, sort it once, and search it by halves (std::lower_bound).",
    "Keys that are names: look each up once, when it is read, and keep a number or a pointer from then on.",
  },
  example = "examples/hash-instead-of-tree",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "behaviour",
    says = "the order in which a loop over all of it finds the elements; a rehash invalidates iterators, which a map never does "
      .. "(references stay), and a flat map moves the elements, too" },
  tolerance = 0,
  not_when = "The program goes through it in the order of the keys, or asks for the next larger key.",
  source = "own measurements",
}

-- Whether a list has one way out of it, its end: who looks something up leaves where it is found, too
local function goes_to_the_end(s)
  return #select_facts(s.branches, function(b) return b.leaves end) == 1
end

suggestion "open-addressing" {
  number = 85,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Keep hash table entries in the table, not in lists",
  why = "A look-up in a table of lists loads the head of the list and then each entry, one after the other and "
    .. "each from another line. With the entries in the table itself, the first load brings key and value.",
  needs = { "memref", "chain", "loop" },
  scope = "loop",
  when = function(s)
    if not follows_links(s) then return "no iteration follows a pointer that the one before loaded" end
    local around = s.outer or s.parent
    if (s.loop.trips or 100) >= 6 or not around then return "its chains are long" end
    if goes_to_the_end(s) or #select_facts(s.callees, function(c) return calls_itself(s, c) end) > 0 then
      return "it goes through a list or a tree to its end, and looks nothing up"
    end
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
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Pointers to entries are kept elsewhere, or entries are large and often removed.",
  source = "own measurements",
}

suggestion "unrolled-list" {
  number = 86,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = misses,
  title = "Put several values into each node of a list",
  why = "A node with one value uses a piece of the cache line that it brings, and every value costs a wait "
    .. "for the pointer before it. A node that fills a line or two brings a dozen values for one wait.",
  needs = { "memref", "chain" },
  scope = "loop",
  when = function(s)
    if not follows_links(s) then return "no iteration follows a pointer that the one before loaded" end
    if searches_again(s) then return "it searches again and again: see remember-what-was-found" end
    local refs = larger_than(s, s.machine.L1_size, select_facts(s.memrefs, function(r)
      return miss_rate(r) > 0.2 and (line_used(s, r) or 1) < 0.4
    end))
    if #refs == 0 then return "its nodes fill their lines, or are in the first cache" end
    if #select_facts(refs, function(r) return (r.line_bytes_used or 9) > 8 end) == 0 then
      return "nothing of its nodes is used but their links"
    end
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
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Values are often put into the middle or taken out.",
  source = "own measurements",
}
