-- Memory bandwidth: fewer bytes between memory and the processor.

category "memory_bandwidth" {
  title = "Memory bandwidth",
  subcategories = {
    "Go over the data fewer times",
    "Move fewer bytes",
    "Use the bandwidth better",
  },
}

-- references that walk through more data than the nearest caches hold, and use up their lines before others throw them out
local function streams(s, access)
  return select_facts(s.memrefs, function(r)
    return (not access or r.access == access) and r.stride and r.stride ~= 0 and math.abs(r.stride) <= line_of(s)
      and (r.stride_share or 1) > 0.8 and (r.conflicts or 0) < 0.3 and (r.l2_misses or 0) > 0.5 * r.count * math.abs(r.stride) / line_of(s)
  end)
end

-- bytes that come from beyond L2 for each cycle
local function rate(s)
  return ratio((s.events.L2_DCM or 0) * line_of(s), s.events.TOT_CYC)
end

-- what its streams fetch, of all that the section fetches from beyond L2
local function streamed(s)
  return clamp(ratio(sum(streams(s), "l2_misses"), s.events.L2_DCM))
end

-- Whether the loop's time is that of its streams: a few bytes per cycle, most of
-- what a core can get where the machine file says how much that is. What a third
-- cache delivers comes faster.
local function bound(s)
  if s.account and charged(s, { "memory_bandwidth" }) > 0.2 then return true end
  local r = rate(s)
  local from_memory, most = saturation(s)
  if not r then return false end
  if most and from_memory and from_memory < 0.1 * r then return r > 0.6 * most end
  return r > (most and 0.25 * most or 1.2)
end

local function moved(s)
  local text = bytes((s.events.L2_DCM or 0) * line_of(s)) .. " came from beyond the second-level cache, "
    .. string.format("%.1f", rate(s) or 0) .. " bytes per cycle"
  local from_memory, most = saturation(s)
  if from_memory and most and from_memory > 0.1 * (rate(s) or 0) then
    text = text .. string.format("; memory delivers %.1f of at most %.1f bytes per cycle to a core", from_memory, most)
    if from_memory > 0.8 * most then text = text .. ": move fewer bytes" end
  end
  return text
end

-- Loops directly below that could be one pass, each with streams. Which arrays they
-- share is not recorded.
local function passes(s)
  local found, best = {}, {}
  for _, l in ipairs(s.inner) do
    -- what fits in the second cache would be there for the next, if it were the same
    local bytes = 0
    for _, r in ipairs(streams(l)) do bytes = bytes + (l.loop and l.loop.trips or 0) * math.abs(r.stride) end
    if l.loop and (l.loop.trips or 0) >= 64 and #streams(l) > 0 and bound(l) and bytes > 0.5 * (s.machine.L2_size or 0) then found[#found + 1] = l end
  end
  for _, a in ipairs(found) do
    local group = { a }
    for _, b in ipairs(found) do
      if b ~= a and fusible(a, b, streams) then group[#group + 1] = b end
    end
    if #group > #best then best = group end
  end
  return best
end

suggestion "fuse-passes" {
  number = 128,
  category = "memory_bandwidth",
  subcategory = "Go over the data fewer times",
  removes = bandwidth,
  remedy = "one pass",
  title = "Do several steps in one pass over the data",
  why = "Each loop over arrays that are larger than the cache brings all of them from memory again. What several loops do one after the "
    .. "other can be done for each element while it is there.",
  needs = {},
  scope = "procedure",
  when = function(s)
    local list = passes(s)
    if #list < 2 then return "no two loops of one length in it walk through large arrays" end
    local all, most, time = 0, 0, 0
    for _, l in ipairs(list) do
      local n = sum(streams(l), "l2_misses")
      all, most, time = all + n, math.max(most, n), time + (l.fraction or 0)
    end
    -- at best the one loop fetches as much as the one that fetches most
    return clamp(0.8 * (1 - (ratio(most, all) or 1)) * (ratio(time, s.fraction) or 0))
  end,
  evidence = function(s)
    local list = passes(s)
    return plural(#list, "loop") .. " (" .. list[1].place .. ", " .. list[2].place .. (#list > 2 and ", ..." or "") .. "), of "
      .. count(list[1].loop.trips) .. " iterations each, walk through large arrays: see whether they are the same; in the first "
      .. moved(list[1])
  end,
  how = {
    "Put the bodies into one loop where they have the same range.",
    "Where an array is only passed from one loop to the next, a local variable takes its place.",
    "Where fusing is too complicated: run all loops over blocks that fit the cache.",
  },
  fewer_instructions = true,
  example = "examples/fuse-passes",
  level = "-O3",
  claims = { category = "data_accesses", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = "does not fuse loops: do it by hand",
    clang = "does not fuse loops by default: do it by hand",
    intel = { { "-O3", "includes loop fusion" } },
    fujitsu_trad = { { "-O3", "includes loop fusion" } },
    fujitsu_clang = "does not fuse loops: do it by hand",
    cray = { { "-hfusion2", "Fortran: fuses loops" } },
  },
  not_when = "The loops together need more registers or arrays at a time than the machine handles well.",
  source = "Burtscher et al., SC'10, sec. IV (loop fusion); Fujitsu programming guide, loop fusion",
}

suggestion "block-repeated-sweeps" {
  number = 129,
  category = "memory_bandwidth",
  subcategory = "Go over the data fewer times",
  removes = bandwidth,
  title = "Do all sweeps over a block before the next block",
  why = "Sweeping many times over an array that does not fit the cache fetches it from memory each time. When the sweeps of different parts "
    .. "don't depend on each other, doing them all for one block after the other fetches it once.",
  needs = { "loop", "memref" },
  scope = "loop",
  when = function(s)
    if not s.outer or not s.outer.loop or (s.loop.entries or 0) < 4 or (s.loop.trips or 0) < 64 then
      return "it does not sweep over the same data again"
    end
    local list = streams(s)
    if #list == 0 then return "its data come from near caches" end
    if not bound(s) then return "it does not wait for the transport of data" end
    -- each sweep, from start to end, fetches nearly all that there is
    local again = select_facts(list, function(r) return r.lines and r.l2_misses / s.loop.entries > 0.6 * r.lines end)
    local seen, distinct = sum(again, "l2_misses"), sum(again, "lines")
    if distinct == 0 or seen < 2.5 * distinct then return "each sweep uses different data" end
    if distinct * line_of(s) < (s.machine.L2_size or 0) then return "the second cache holds it" end
    if not only_passes(s) then return "the sweeps need what happens between them" end
    return 0.6 * clamp(ratio(seen, s.events.L2_DCM))
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " went " .. count(s.loop.entries) .. " times over the same data, and fetched them each time: " .. moved(s)
  end,
  how = {
    "Split the array into blocks that fit half of the second-level cache; exchange the loop over sweeps with the one over blocks.",
    "Stencils need a skewed or overlapping block (temporal blocking): see the literature before trying.",
  },
  fewer_instructions = true,
  example = "examples/block-repeated-sweeps",
  level = "-O3",
  claims = { category = "data_accesses", at_least = 0.2 },
  remedy = "strips",
  changes = { "behaviour", says = "nothing, as long as blocks don't depend on each other" },
  tolerance = 0,
  switches = { fujitsu_trad = { { "-Kloop_fission_stripmining=L2", "strips that fit L2, where it splits loops" } } },
  not_when = "Each sweep needs results of the sweep before from all parts of the array.",
  source = "Wellein, Hager et al., temporal blocking; Codee open catalog PWR040",
}

-- What half the bytes save, of what the account charges to moving them. As far as that
-- is for want of bandwidth, lines move all the time, and what else the loop does is
-- done meanwhile: half the lines take half of that time as well.
local function of_half_the_bytes(s)
  if not s.account then return 0.4 end
  local names = {}
  for name in pairs(bandwidth) do names[#names + 1] = name end
  local waits = charged(s, names)
  if waits <= 0 then return 0.5 end
  return clamp(0.5 * (1 + (1 - waits) * clamp(s.account.memory_bandwidth / waits) / waits))
end

suggestion "smaller-types-in-memory" {
  number = 130,
  category = "memory_bandwidth",
  subcategory = "Move fewer bytes",
  removes = bandwidth,
  remedy = "smaller types",
  title = "Store large arrays in a smaller type",
  why = "A loop that waits for memory runs as fast as bytes arrive. Numbers stored as float instead of double, or as 16 or 8 bits instead of "
    .. "64, come twice to eight times as fast, and can still be computed with in double.",
  needs = { "memref", "loop", "code" },
  scope = "loop",
  when = function(s)
    if s.loop.innermost == false then return "it is not an innermost loop" end
    local list = streams(s)
    if #list == 0 then return "its data come from near caches" end
    if not bound(s) then return "it does not wait for the transport of data" end
    if s.code and s.code.conversions > 0 then return "its data are converted: they may be small already" end
    if s.code and s.code.fp_single > 0 then return "its data are single-precision numbers" end
    if s.code and s.code.fp_double == 0 then return "its data are not floating-point numbers" end
    return of_half_the_bytes(s) * streamed(s)
  end,
  -- memory that is fresh from the system is cleared page by page: half the pages
  besides = function(s)
    local all = s.program.facts.system[1]
    if not all or not all.page_faults or all.page_faults == 0 then return nil end
    local pages = sum(streams(s), "lines") * line_of(s) / (s.machine.page or 4096)
    return 0.5 * clamp(pages / all.page_faults) * clamp(all.share)
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " walks through large arrays: " .. moved(s)
  end,
  how = {
    "Store as float, compute in double: double t = x[i]; the conversion costs little.",
    "Integers: int32_t, int16_t or uint8_t where values allow it; flags as bits.",
    "Matrices of sparse solvers: int32_t indices, float preconditioner.",
  },
  fewer_instructions = true,
  example = "examples/smaller-types-in-memory",
  level = "-O3",
  claims = { category = "data_accesses", at_least = 0.2 },
  changes = { "rounding", "overflow", says = "stored values keep seven digits instead of sixteen" },
  tolerance = 1e-6,
  not_when = "The stored digits matter: test the solver's convergence.",
  source = "Burtscher et al., SC'10, sec. IV (smaller types); Higham and Mary, Mixed precision algorithms, 2022",
}

-- Whether what happens n times does so in about each iteration of this loop,
-- or each time that a loop directly below begins or goes round: not by the way.
local function each_iteration(s, n)
  local function at_least_half(k)
    return not k or n >= 0.5 * k
  end
  if s.loop and at_least_half(s.loop.iterations) then return true end
  for _, l in ipairs(s.inner) do
    if l.loop and (at_least_half(l.loop.entries) or at_least_half(l.loop.iterations)) then return true end
  end
  return not s.loop and #s.inner == 0
end

-- the call of one of these that is made most often, if again and again
local function repeated(s, ...)
  local c = heaviest(calls_to(s, ...), "calls")
  if c and c.calls >= 3 and each_iteration(s, c.calls) then return c end
end

-- Of the program's time, what these calls of a line take; as the rule says of the section's
-- where nothing is known of the procedures called
local function cost(s, c, part, ...)
  if #(s.called or {}) > 0 then
    return clamp(sum(select_facts(s.called, function(x) return x.callee == c.name and at(x) == at(c) end), "share"))
  end
  return clamp(time_in(s, ...) or part * (s.fraction or 0))
end

local copying = { "memcpy", "memmove", "__memcpy_chk" }

-- Whether a distribution is made of what is copied, which has a table of its own
local function made_from(s, c)
  return #select_facts(s.called or {}, function(x) return at(x) == at(c) and (x.through or ""):find("_distribution<", 1, true) ~= nil end) > 0
end

suggestion "swap-instead-of-copy" {
  number = 131,
  category = "memory_bandwidth",
  subcategory = "Go over the data fewer times",
  of_program = true,
  title = "Exchange pointers instead of copying arrays",
  why = "Copying the new state over the old one moves each array through the processor for nothing. Exchanging two pointers has the same "
    .. "effect.",
  needs = { "callee" },
  when = function(s)
    local c = repeated(s, table.unpack(copying))
    if not c then return "nothing is copied again and again" end
    if #own_copies(s) > 0 then return "each thread copies what is firstprivate: see share-read-only" end
    if made_from(s, c) then return "it is copied for a distribution that is made" end
    if #(calls_of(s, "texts")) > 0 then return "it copies texts to join them" end
    if s.loop and s.loop.innermost and c.calls > 10000 then return "what is copied is small" end
    if c.calls * 5000 > (s.events.TOT_INS or 0) then return "what is copied is small beside the rest" end
    -- not more than copying takes in the whole program
    return cost(s, c, 0.2, "memcpy", "memmove", "mempcpy")
  end,
  evidence = function(s)
    local c = repeated(s, table.unpack(copying))
    return name_of(c) .. " copies memory " .. plural(c.calls, "time") .. " at " .. at(c)
      .. ": exchanging the pointers does the same, if the source is written anew before it is read"
  end,
  how = {
    "Keep two pointers, old and new, and exchange them after each step.",
    "Fortran: move_alloc or pointers.",
  },
  fewer_instructions = true,
  example = "examples/swap-instead-of-copy",
  level = "-O3",
  claims = { category = "time", at_least = 0.15 },
  changes = { "behaviour", says = "which of the two arrays holds the result alternates" },
  tolerance = 0,
  not_when = "The copy is kept for later, or the array's address is known elsewhere.",
  source = "Codee open catalog; Burtscher et al., SC'10, sec. IV (avoid local copies)",
}

-- Stores for each call from which on more than single arguments are passed
local ARGUMENTS = 8

-- Calls of the program's own procedures that get arguments copied to memory, as structs by
-- value are: the call, and how often its line stores
local function passed_by_value(s)
  local most, stores = nil, 0
  for _, c in ipairs(calls_of_own(s)) do
    local n = sum(select_facts(s.memrefs, function(r) return r.access == "store" and r.line == c.line and r.file == c.file end), "count")
    if (c.calls or 0) >= OFTEN and n >= ARGUMENTS * c.calls and n > stores then most, stores = c, n end
  end
  return most, stores
end

suggestion "pass-structs-by-pointer" {
  number = 132,
  category = "memory_bandwidth",
  subcategory = "Go over the data fewer times",
  removes = function(s)
    local _, n = passed_by_value(s)
    return fewer_accesses(s, 2 * n, accesses(s), { stores = clamp(ratio(n, s.events.ST_INS) or 0) })
  end,
  title = "Pass large structs by pointer, not by value",
  why = "A struct that is an argument is copied for each call, all of it, though the procedure may read one member only. A pointer to it "
    .. "takes one register.",
  needs = { "callee", "memref" },
  when = function(s)
    local c, n = passed_by_value(s)
    if not c then return "no call writes many arguments" end
    if s.language == "Fortran" then return "Fortran passes addresses" end
    if unoptimised(s) then return NOT_OPTIMISED end
    return s.account and 0.8 or clamp(ratio(n, accesses(s)) or 0)
  end,
  evidence = function(s)
    local c, n = passed_by_value(s)
    return "each of the " .. plural(c.calls, "call") .. " of " .. name_of(c) .. " at " .. at(c) .. " comes with "
      .. count(n / c.calls) .. " stores, which copy what is passed by value"
  end,
  how = {
    "C: double at(const struct state *s, int i), called with &s; C++: a parameter const state &s.",
    "Results: let the caller pass where they go, or return a struct of at most 16 bytes.",
  },
  fewer_instructions = true,
  example = "examples/pass-structs-by-pointer",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = { "behaviour", says = "the procedure then works on the caller's struct: members that it changes must be copied to local variables" },
  tolerance = 0,
  not_when = "The procedure changes its copy, or the struct has two members or fewer.",
  source = "C++ Core Guidelines F.16; System V ABI, AMD64 supplement, 3.2.3 (classification of arguments)",
}

-- Turns from which on an array is no handful of elements
local LONG = 256

-- Loops of a procedure that make an array of its own for its caller, an operation or two for each
-- element: memory for it each time, which others give back
local function makes_for_caller(s)
  local fetched = heaviest(calls_to(s, "malloc", "calloc", "_Znwm", "_Znam", "aligned_alloc"), "calls")
  if not fetched or (fetched.calls or 0) < OFTEN then return {} end
  if sum(calls_to(s, "free", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"), "calls") > 0.5 * fetched.calls then return {} end
  return select_facts(s.inner, function(l)
    local turns = l.loop and l.loop.innermost and (l.loop.trips or 0) >= LONG and l.loop.iterations
    if not turns or math.abs((l.loop.entries or 0) - fetched.calls) > 0.02 * fetched.calls then return false end
    return #select_facts(sequential(l), function(r) return r.access == "store" end) == 1 and (fp_operations(l) or turns) <= 2 * turns
  end)
end

suggestion "no-temporary-arrays" {
  number = 133,
  category = "memory_bandwidth",
  subcategory = "Go over the data fewer times",
  of_program = true,
  everywhere = true,
  title = "Compute an expression in one loop, without temporary arrays",
  why = "An operator or a function that returns a new array walks through memory for one operation: a + 0.5*b + c makes three arrays, "
    .. "stores each and loads it again, and allocates and frees their memory. One loop loads each operand once and stores the result.",
  needs = {}, -- calls that fetch memory, and the loops beside them
  scope = "procedure",
  when = function(s)
    local loops = makes_for_caller(s)
    if #loops == 0 then return "it makes no large array for its caller each time" end
    -- fetching and clearing it goes; of two arrays loaded and one stored, one is left
    local calls = select_facts(s.called or {}, function(c) return c.callee == "memset" or is_call(c, "allocator") end)
    return clamp(sum(calls, "share") + 2 / 3 * sum(loops, "fraction"))
  end,
  evidence = function(s)
    local l = heaviest(makes_for_caller(s), "fraction") or makes_for_caller(s)[1]
    return s.procedure_name .. " makes an array of some " .. count(l.loop.trips) .. " elements " .. plural(l.loop.entries, "time")
      .. ", with an operation or two for each in the loop at " .. l.place
  end,
  how = {
    "Write the whole expression in one loop: r[i] = x[i] + 0.25*k1[i] + 0.5*k2[i] + 0.25*k3[i].",
    "C++: expression templates do that for operators: Eigen, Blaze, xtensor; std::valarray in some libraries.",
    "Fortran: the whole array expression in one statement, p = p + 0.001*v, in place of functions that return arrays.",
    "Write results into an existing array: add(a, b, r), or r += b.",
  },
  fewer_instructions = true,
  example = "examples/no-temporary-arrays",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The array is kept, and used many times.",
  source = "Veldhuizen, Expression templates, C++ Report 7(5), 1995",
}

-- Cycles from which on a call clears much
local LARGE = 300

-- What is set to zero again and again: more than all that is done with it afterwards takes
local function cleared(s)
  local list = select_facts(s.called or {}, function(c)
    return (c.calls or 0) >= OFTEN and (c.callee == "memset" or (c.inner or ""):find("^_*memset")) and (cycles_of_call(s, c) or 0) >= LARGE
  end)
  return sum(list, "share") > 0.5 * math.max(s.with_calls or 0, s.fraction or 0) and list or {}
end

suggestion "no-clearing-before-writing" {
  number = 134,
  category = "memory_bandwidth",
  subcategory = "Go over the data fewer times",
  of_program = true,
  title = "Don't clear what is overwritten anyway, or more than was used",
  why = "Setting an array to zero before computing all of its elements writes it twice. The first value can be assigned instead of added to "
    .. "zero; and of a large buffer or table only the used part has to be cleared.",
  needs = {}, -- calls of memset
  when = function(s)
    local list = cleared(s)
    if #list > 0 then return instead_of(s, list, 0) end
    if #makes_for_caller(s) > 0 then return "it makes an array for its caller: see no-temporary-arrays" end
    local c = repeated(s, "memset", "__memset_chk", "calloc")
    if not c then return "nothing is cleared again and again" end
    if c.calls * 2000 > (s.events.TOT_INS or 0) then return "what is cleared is small" end
    -- memory that is fresh from the system is cleared there; other callers' is this kind
    return clamp(own_time_in(s, "memset", "calloc") or 0.15 * (s.fraction or 0))
  end,
  evidence = function(s)
    local list = cleared(s)
    if #list > 0 then return told_of_list(list, ", more than all that is done with it") end
    local c = repeated(s, "memset", "__memset_chk", "calloc")
    return name_of(c) .. " clears memory " .. plural(c.calls, "time") .. " at " .. at(c) .. ", before loops that write"
  end,
  how = {
    "Assign in the first of the loops that add: a[i] = b[i] instead of a[i] += b[i].",
    "malloc instead of calloc; C++: reserve and push_back, or make_unique_for_overwrite, instead of a sized vector.",
    "A buffer for text: text[0] = 0 is enough; a table: remember which places were used, and clear these.",
    "std::unordered_map::clear() clears all buckets: reserve no more than is needed, or make a new, small one each time.",
  },
  fewer_instructions = true,
  example = "examples/no-clearing-before-writing",
  level = "-O3",
  claims = { category = "time", at_least = 0.1 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Some elements are not overwritten.",
  source = "Codee open catalog; Burtscher et al., SC'10, sec. IV (avoid updates)",
}

suggestion "store-past-the-cache" {
  number = 135,
  category = "memory_bandwidth",
  subcategory = "Use the bandwidth better",
  removes = bandwidth,
  title = "Use non-temporal (streaming) stores",
  why = "Storing to a line that is not in the cache first reads it from memory, although all of it is overwritten. Stores that go past the cache "
    .. "save that read, and leave the cache to data that are used again.",
  needs = { "memref", "loop", "code" },
  scope = "loop",
  when = function(s)
    local stores, all = streams(s, "store"), streams(s)
    if #stores == 0 then return "it writes no large arrays" end
    if s.code.nontemporal > 0 then return "its stores go past the cache already" end
    if not bound(s) then return "it does not wait for the transport of data" end
    local footprint = sum(all, "l2_misses") * line_of(s) / (s.loop.entries or 1)
    if footprint < 0.5 * (s.machine.L3_size or s.machine.L2_size or 1 << 20) then return "its results stay in a cache" end
    -- what a loop has read from the same place is in the cache: only stores that
    -- miss themselves fetch lines for nothing. A line written takes two transports,
    -- one to fetch it and one to write it back; past the cache it takes one.
    local written, read = sum(stores, "l2_misses"), sum(select_facts(all, function(r) return r.access == "load" end), "l2_misses")
    return clamp(written / (2 * written + read)) * streamed(s)
  end,
  evidence = function(s)
    local r = heaviest(streams(s, "store"), "l2_misses")
    return "the store at " .. at(r) .. " writes " .. bytes(r.l2_misses * line_of(s)) .. " that are not in the caches; " .. moved(s)
  end,
  how = {
    "Let the compiler do it for this loop (below), or use its intrinsics: _mm_stream_pd, stnp, dcbz.",
    "A64FX: -Kzfill claims the line in the cache without reading it.",
  },
  changes = { "thread_safety", "behaviour",
    says = "such stores need addresses aligned to the vector (_mm_stream_pd: 16 bytes, else SIGSEGV), and an sfence before another "
      .. "thread learns that the data are there" },
  switches = {
    gcc = "no switch: __builtin_ia32_movntpd and the like; memset and memcpy do it for large sizes",
    clang = "no switch: __builtin_nontemporal_store(value, &a[i])",
    intel = { { "-qopt-streaming-stores=always", "streaming stores; also a directive" } },
    fujitsu_trad = { { "-Kzfill", "claims lines without reading them" } },
    fujitsu_clang = { { "-ffj-zfill", "claims lines without reading them" } },
    nvidia = { { "-Mnontemporal", "streaming stores" } },
  },
  pragmas = {
    intel = { { "#pragma vector nontemporal", "before the loop" } },
    cray = { { "!dir$ loop_info cache_nt(a)", "Fortran: a goes past the cache" } },
    fujitsu_trad = { { "!OCL ZFILL", "before the loop, Fortran" } },
  },
  not_when = "The results are read again soon, or fit the last-level cache.",
  source = "Fujitsu programming guide, zfill; Drepper, sec. 6.1; Intel optimization manual, streaming stores",
}

suggestion "fewer-threads-on-memory" {
  number = 136,
  category = "memory_bandwidth",
  subcategory = "Use the bandwidth better",
  title = "Try fewer threads where memory is the limit",
  why = "A few cores can use up the bandwidth of a socket; more of them only wait for each other and disturb the order in which memory is read. "
    .. "The others are better used elsewhere, or left idle, so that the clock can be faster.",
  needs = { "memref", "threads" },
  scope = "loop",
  when = function(s)
    local n = s.threads and s.threads.n or 0
    if n < 4 then return "few threads run it" end
    local list = streams(s)
    if #list == 0 then return "its data come from near caches" end
    local peak = s.machine.socket_bytes_per_s
    if not peak or not s.time_s or s.time_s <= 0 then return false end
    local used = (s.events.L2_DCM or 0) * line_of(s) / s.time_s
    if used < 0.5 * peak then return "the memory could deliver more" end
    return 0.1
  end,
  evidence = function(s)
    return count(s.threads.n) .. " threads run the loop at " .. s.place .. " and " .. moved(s)
  end,
  how = {
    "num_threads(n) for this region; try half of the cores first.",
    "One thread per memory channel or so is a good start; spread them: OMP_PROC_BIND=spread.",
  },
  changes = { "order_of_sums", says = "reductions round differently with another number of threads" },
  not_when = "The program has one loop of this kind between many that compute.",
  source = "Treibig, Hager and Wellein, Performance patterns; Burtscher et al., SC'10 (homme)",
}
