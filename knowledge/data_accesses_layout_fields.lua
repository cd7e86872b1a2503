-- Data accesses: the fields of records, in which order and how wide.

local LOCALITY = "Improve the data locality"
local OTHER = "Other"

-- the most accesses that pick at random, equally often and from as much
local function picked_together(s)
  local refs = select_facts(scattered(s), function(r) return miss_rate(r) > 0.3 and (line_used(s, r) or 1) < 0.3 end)
  local best = {}
  for _, a in ipairs(refs) do
    local same = select_facts(refs, function(b)
      return math.abs(a.count - b.count) < 0.01 * a.count and math.abs(footprint(s, a) - footprint(s, b)) < 0.5 * footprint(s, a)
    end)
    if #same > #best then best = same end
  end
  return best
end

suggestion "group-fields" {
  number = 73,
  category = "data_accesses",
  subcategory = LOCALITY,
  removes = placement,
  title = "Keep together what is used together at random places",
  why = "An element whose three values lie in three arrays takes three cache lines when it is picked at "
    .. "random. In one structure they come in one line.",
  needs = { "memref" },
  when = function(s)
    if chases(s) then return "it follows a chain" end
    local best = picked_together(s)
    local n = #best
    if n < 2 then return "it does not pick from several arrays" end
    -- several elements at once by several indices, not several arrays by one
    local index = select_facts(sequential(s), function(r) return math.abs(r.count - best[1].count) < 0.01 * r.count end)
    if #index >= n then return "it picks from one array" end
    return miss_share(s, best) * (1 - 1 / n)
  end,
  evidence = function(s)
    local refs, places, seen = picked_together(s), {}, {}
    for _, r in ipairs(refs) do
      if not seen[at(r)] then places[#places + 1] = at(r) end
      seen[at(r)] = true
    end
    local last = table.remove(places)
    return #refs .. " accesses at " .. (#places > 0 and table.concat(places, ", ") .. " and " or "") .. last
      .. " pick from as many arrays and each miss the first cache in " .. percent(clamp(miss_rate(refs[1]))) .. " of their accesses"
  end,
  how = {
    "Put the values of an element into a structure: p[k].x, p[k].y, p[k].z instead of x[k], y[k], z[k].",
    "Give it a size that divides the cache line: 16, 32 or 64 bytes.",
  },
  example = "examples/group-fields",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.3 },
  remedy = "records side by side",
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Other loops walk through one of the arrays in order: they would fetch the others for nothing.",
  source = "own measurements",
}

suggestion "small-links" {
  number = 74,
  category = "data_accesses",
  subcategory = OTHER,
  removes = placement,
  title = "Link elements by 32-bit indices instead of pointers",
  why = "A pointer takes 8 bytes where an index into an array takes 4. Nodes of half the size may fit in a cache where the full ones do not.",
  needs = { "memref", "chain" },
  scope = "loop",
  when = function(s)
    if not follows_links(s) then return "no iteration follows a pointer that the one before loaded" end
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
    "Let -1 or 0 mark the end of a list.",
  },
  example = "examples/small-links",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.4 },
  changes = { "portability", "overflow",
    says = "with -mx32 the whole program has 4 GiB of addresses, and the kernel must allow it (not by default in Debian)" },
  tolerance = 0,
  switches = {
    gcc = { { "-mx32", "pointers of 4 bytes throughout, where the system has such libraries" } },
    clang = { { "-mx32", "pointers of 4 bytes throughout, where the system has such libraries" } },
  },
  not_when = "More than 4 billion nodes, or nodes that come from many places.",
  source = "own measurements",
}

suggestion "bits-for-flags" {
  number = 75,
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
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Several threads set flags: a word holds other threads' flags too.",
  source = "own measurements",
}

-- Of a loop that takes words apart bit by bit: the shifts by which it does
local function shifts_for_bits(s)
  local o = s.facts.operations and s.facts.operations[1]
  local n = sum(select_facts(bit_by_bit(s), function(r) return r.count > 0.5 * (s.loop.iterations or math.huge) end), "count")
  local shifts = o and o.int_shift or 0
  return n > 0 and shifts >= n and shifts or 0
end

suggestion "bytes-for-flags" {
  number = 274,
  category = "data_accesses",
  subcategory = OTHER,
  -- of each bit a shift, and what makes a mask of it or tests it; and the word that is stored is waited for by the next bit
  removes = function(s)
    return work(clamp(ratio(2 * shifts_for_bits(s), s.events.TOT_INS) or 0), through_memory(s) and { l1 = 1 } or nil)
  end,
  title = "Keep flags in bytes where they are read and written one by one",
  why = "A processor loads bytes, and not bits: each bit of a std::vector<bool> or a bitmap takes a division of its index, a shift and a mask, "
    .. "and to set one its word is loaded and stored again. Bytes need none of that, and loops over them can be vectorised.",
  needs = { "memref", "loop", "operations" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    if s.loop.innermost == false or #bit_by_bit(s) == 0 then return "no words are taken apart bit by bit" end
    if shifts_for_bits(s) == 0 then return "it does not shift what it loads" end
    if waits_for_memory(s) and computing(s) < 1 then return "it waits for memory" end
    if unoptimised(s) then return NOT_OPTIMISED end
    return s.account and 0.9 or clamp(ratio(2 * shifts_for_bits(s), s.events.TOT_INS) or 0)
  end,
  evidence = function(s)
    local refs = bit_by_bit(s)
    return plural(#refs, "load") .. " in the loop at " .. s.place .. (refs[1].line and " (" .. at(refs[1]) .. ", ...)" or "")
      .. " fetch the same word for as many iterations as it has bits, and the loop shifts " .. count(shifts_for_bits(s)) .. " times"
  end,
  how = {
    "C++: std::vector<unsigned char> in place of std::vector<bool>; C: an array of uint8_t. Then try -O3, which vectorises simple loops of bytes.",
    "Or keep the bits, and work on whole words: 64 flags by one &, |, ^ or popcount.",
  },
  example = "examples/bytes-for-flags",
  level = "-O2",
  claims = { category = "time", at_least = 0.2 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The flags are so many that eight times the memory no longer fits in the cache.",
  source = "ISO C++, vector<bool>; own measurements",
}

-- references to several fields of structures that are not used whole
local function gapped(s)
  local line = line_of(s)
  for _, a in ipairs(s.memrefs) do
    local stride = math.abs(a.stride or 0)
    if stride > 8 and stride <= 256 and stride % 8 == 0 and (a.stride_share or 0) > 0.9 and (line_used(s, a) or 1) <= 0.6
        and line % stride ~= 0 then
      local group = select_facts(s.memrefs, function(b) return b.stride == a.stride and b ~= a end)
      if #group >= 2 then return { a, table.unpack(group) } end
    end
  end
end

suggestion "order-fields" {
  number = 76,
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
    if follows_links(s) then return "its elements are linked, not in an array" end
    if line_used(s, group[1]) < 0.4 then return "it uses a field or two, which no order brings together" end
    return miss_share(s, group) * (1 - line_used(s, group[1]))
  end,
  evidence = function(s)
    local r = gapped(s)[1]
    return "the structures at " .. at(r) .. " are " .. bytes(math.abs(r.stride)) .. " apart, and "
      .. percent(line_used(s, r)) .. " of what is fetched is used"
  end,
  how = {
    "Declare doubles and pointers first, then ints, shorts and chars.",
    "Look for gaps with pahole, or with the switch below.",
  },
  example = "examples/order-fields",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.2 },
  changes = { "behaviour", says = "the layout: files and messages that hold the bytes change" },
  tolerance = 0,
  switches = {
    gcc = { { "-Wpadded", "warns of gaps" } },
    clang = { { "-Wno-error=padded -Wpadded", "warns of gaps" } },
  },
  not_when = "The layout is that of a file, a message or another language.",
  source = "own measurements",
}
