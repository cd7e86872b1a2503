-- What takes time and is in none of the assessment's categories: these rules say
-- which part of the section's time they remove.

category "other_costs" {
  title = "What no category explains",
  subcategories = {
    "Integer divides",
    "Waiting for what was just computed",
    "Denormal numbers",
    "Work that is done again",
    "Scripts in Python",
  },
}

local INTEGER = "Integer divides"
local WAITS = "Waiting for what was just computed"

-- Cycles that integer divides take at least, as part of all; a 64-bit divide
-- keeps its unit busy for some 6 to 18 cycles on machines since 2019 and 40 and
-- more before
local function divides_of(s)
  -- of a procedure that loops call the code tells nothing of what stays the same
  return executed(s, s.kind == "loop" and "integer_divides_invariant" or "integer_divides") or 0
end

local function divide_part(s)
  local cycles, n = s.events.TOT_CYC, divides_of(s)
  if s.account then return 0.8 * clamp(ratio(n, executed_within(s, "integer_divides"))) end
  if not cycles or cycles == 0 then return 0 end
  return clamp(6 * n / cycles) * 0.9
end

-- Cycles for which a divide keeps its unit busy, about (Fog's tables: 6 to 20)
local BUSY = 10

-- What divides are charged for: chains, and as much of the busy pipes as is theirs
local function waits_for_divides(s)
  local full = s.account and ratio(ratio(BUSY * divides_of(s), s.events.TOT_CYC) or 1, s.account.pipes or 0) or 1
  return { pipes = clamp(full), chain_integer = 1, chain_address = 1, l1 = 1 }
end

local function evidence(s)
  return plural(divides_of(s), "integer divide") .. (s.kind == "loop" and " by a value that does not change in the loop" or "")
    .. " at " .. s.place
end

-- Whether it divides again what a division gave, as for the digits of a number: then the
-- size is a base, and no table's that can be rounded up
local function divides_on(s)
  return #select_facts(s.chains, function(c) return (c.integer_divides or 0) > 0 end) > 0
end

-- Whether it divides products, so that what it divides is no index
local function divides_products(s)
  local o = s.facts.operations and s.facts.operations[1]
  return o ~= nil and (o.int_mul or 0) >= 0.9 * math.max(1, executed(s, "integer_divides") or 0)
end

-- Indices that go on one by one can be counted, whatever the size is. What a procedure is
-- called for may be two arrays by turns.
local function in_order(s)
  local moving = select_facts(s.memrefs, function(r) return r.stride ~= 0 end)
  return #moving > 0 and (moving[1].stride_share or 0) >= (s.kind == "loop" and 0.9 or 0.45)
end

-- The compiler's routines for divides of 128 bits (libgcc and compiler-rt have them)
local WIDE = { __divti3 = true, __modti3 = true, __udivti3 = true, __umodti3 = true, __divmodti4 = true, __udivmodti4 = true }
local function wide_divides(s)
  return select_facts(s.called or {}, function(c) return (c.calls or 0) >= OFTEN and WIDE[c.callee] end)
end
-- and cycles of a product reduced without a divide: three multiplications one after the other
local REDUCED = 12

suggestion "reduce-products-without-divides" {
  number = 144,
  category = "other_costs",
  subcategory = INTEGER,
  of_program = true,
  title = "Multiply modulo a fixed number by Montgomery's or Barrett's method",
  why = "a * b % n of 64-bit numbers needs a product of 128 bits, and its remainder is a routine of the compiler with a divide of 128 by 64 "
    .. "bits or a loop. With a constant computed once from n, two multiplications more give the same.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = wide_divides(s)
    if #list == 0 then return "it divides no numbers of 128 bits" end
    return instead_of(s, list, REDUCED)
  end,
  evidence = function(s) return told_of_list(wide_divides(s)) end,
  how = {
    "Powers modulo an odd n: keep the factors in Montgomery's form, and convert once at the end.",
    "n below 2^63, on x86: the quotient from (long double)a * b / n, then one multiplication and a correction.",
    "n below 2^32: 64-bit numbers are enough.",
  },
  fewer_instructions = true,
  example = "examples/reduce-products-without-divides",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The modulus differs each time.",
  source = "Montgomery, Modular multiplication without trial division, Math. Comp. 44, 1985; GCC internals manual, libgcc integer routines",
}

suggestion "mask-for-modulo" {
  number = 145,
  category = "other_costs",
  subcategory = INTEGER,
  removes = waits_for_divides,
  title = "Make sizes powers of two, so that a mask replaces the remainder",
  why = "A remainder by a value that the compiler does not know takes an integer divide, one of the slowest "
    .. "instructions. When the value is a power of two, a bitwise and with size - 1 gives the same.",
  needs = { "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    if s.code.integer_divides == 0 then return "it has no integer divides" end
    if s.code.integer_divides_invariant == 0 then return "no size stays the same: each divide has another divisor" end
    if divides_on(s) then return "it divides what it has divided: see constant-divisor" end
    if in_order(s) then return "it goes through an array in order: see counter-for-modulo" end
    return divide_part(s)
  end,
  evidence = evidence,
  how = {
    "Round table sizes up to a power of two: i & (size - 1) instead of i % size.",
    "Where the size is known when compiling, make it a constant: the compiler multiplies instead.",
    "Any other size: (uint64_t)hash * size >> 32 maps 32-bit hashes evenly.",
  },
  example = "examples/mask-for-modulo",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "behaviour",
    says = "nothing for unsigned numbers; negative ones give another remainder. Keys that are multiples of a power of two collide "
      .. "under a mask: mix their bits first" },
  tolerance = 0,
  switches = {
    gcc = "constants known when compiling are replaced by multiplications at -O1 and above",
    clang = "constants known when compiling are replaced by multiplications at -O1 and above",
  },
  not_when = "The size is given.",
  source = "own measurements",
}

suggestion "constant-divisor" {
  number = 146,
  category = "other_costs",
  subcategory = INTEGER,
  removes = waits_for_divides,
  title = "Make the usual divisor a constant: the compiler then multiplies",
  why = "A divide by a value that the compiler does not know is one of the slowest instructions, and the next one waits for its result. "
    .. "By a constant, it is a multiplication and a shift.",
  needs = { "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    if s.code.integer_divides_invariant == 0 then return "no divisor stays the same" end
    if not divides_on(s) then
      return in_order(s) and divides_products(s) and 0.7 * divide_part(s) or "no divide waits for the one before"
    end
    if #select_facts(s.chains, function(c) return (c.integer_divides or 0) > 0 and (c.integer_muls or 0) > 0 end) > 0 then
      return "it divides products: what replaces the divide, two multiplications, takes as long"
    end
    return 0.7 * divide_part(s)
  end,
  evidence = evidence,
  how = {
    "Test for the usual value once: if (base == 10) return digits_in(v, 10); with digits_in inlined, so that 10 is a constant there.",
    "A template parameter, or a switch over the values that occur.",
    "Any other value that stays for long: a reciprocal computed once (libdivide).",
    "Sums of products modulo n: add up as many products as the type holds before each remainder.",
  },
  example = "examples/constant-divisor",
  level = "-O2",
  claims = { category = "time", at_least = 0.15 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = "constants known when compiling are replaced by multiplications at -O1 and above",
    clang = "constants known when compiling are replaced by multiplications at -O1 and above",
  },
  not_when = "The divisor differs each time.",
  source = "Granlund and Montgomery, Division by invariant integers using multiplication, PLDI 1994",
}

suggestion "counter-for-modulo" {
  number = 147,
  category = "other_costs",
  subcategory = INTEGER,
  removes = waits_for_divides,
  title = "Count rows and columns instead of dividing an index",
  why = "Finding row and column from one running index takes an integer divide for each element. Two nested "
    .. "loops, or two counters, have them for nothing.",
  needs = { "code" },
  fewer_instructions = true,
  when = function(s)
    if s.code.integer_divides == 0 then return "it has no integer divides" end
    if s.kind ~= "loop" and #s.inner > 0 then return "it has loops: see there" end
    if divides_of(s) == 0 then return "no length stays the same: each divide has another divisor" end
    if not in_order(s) then return "it does not go through an array in order" end
    if divides_products(s) then return "it divides products: see constant-divisor" end
    return 0.95 * divide_part(s)
  end,
  evidence = evidence,
  how = {
    "Replace the loop over i = row * columns + column by two loops.",
    "Or carry two counters: if (++column == columns) { column = 0; row++; }",
    "Neighbours in a field whose ends meet: only the first and last row and column need more than i - 1 and i + 1.",
  },
  example = "examples/counter-for-modulo",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Indices come in no order.",
  source = "own measurements",
}

-- A chain of integer operations that each iteration hands on, as long as a
-- multiplication or longer
local function integer_chain(s)
  for _, c in ipairs(s.chains) do
    if c.kind == "integer" then return c end
  end
  return nil
end

-- Whether it goes through the bits of an element, one by one: as many turns as a byte or a word
-- has bits, with no memory, each of which waits for the one before
local function goes_by_bits(s)
  local bits = s.loop and s.loop.innermost and s.loop.trips
  if bits ~= 8 and bits ~= 16 and bits ~= 32 and bits ~= 64 then return false end
  local c = s.code
  if not c or c.loads > 0 or c.stores > 0 or c.calls > 0 or c.fp_scalar + c.fp_packed > 0 or (c.instructions or 0) > 24 then return false end
  local chain = integer_chain(s)
  return chain ~= nil and chain.integer_divides == 0 and chain.integer_muls == 0
end

-- Cycles of a load from a table, with what makes its index and puts the value in
local BY_TABLE = 7

suggestion "bits-by-table" {
  number = 148,
  category = "other_costs",
  subcategory = WAITS,
  title = "Take eight bits at a time, with a table of 256 entries",
  why = "One bit at a time, a checksum, a parity or a reversal of bits takes eight steps for each byte, and each step waits for the one before. "
    .. "Eight bits have only 256 values: a table with the result for each of them takes one load.",
  needs = { "loop", "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    if not goes_by_bits(s) then return "it does not go through the bits of an element" end
    return clamp(1 - (ratio(BY_TABLE * s.loop.trips / 8 * (s.loop.entries or 0), s.events.TOT_CYC) or 1))
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " takes " .. count(s.loop.trips) .. " turns without memory for each of " .. count(s.loop.entries)
      .. " elements, and each turn waits for the one before"
  end,
  how = {
    "CRC: crc = table[(crc ^ byte) & 255] ^ crc >> 8, the table filled once by the loop as it is now.",
    "Slicing by eight takes eight tables and eight bytes at a time; x86 has CRC-32C, carry-less products and population counts as instructions.",
    "Library: zlib's crc32, __builtin_popcount, __builtin_parity, std::popcount.",
  },
  example = "examples/bits-by-table",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The table (1 to 2 KiB) is rarely in the cache.",
  source = "Sarwate, CACM 31(8), 1988; Kounavis and Berry, slicing-by-8, 2005",
}

suggestion "independent-chains" {
  number = 149,
  category = "other_costs",
  subcategory = WAITS,
  -- where the longest chain is of integers, what waits for other operations waits for their
  -- results
  removes = function(s)
    return integers_recur(s) and { chain_integer = 1, chain_address = 1, chain_fp = 1 } or { chain_integer = 1 }
  end,
  title = "Work on several chains of integer operations side by side",
  why = "Where each step needs the result of the one before, as in random numbers, hashes and checksums, the processor "
    .. "starts one operation and waits for it. Several chains that do not need each other take hardly longer than one.",
  needs = { "loop" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local c, cycles = integer_chain(s), integers_recur(s)
    if not c and not cycles then return "no integer operation waits for the iteration before" end
    if goes_by_bits(s) then return "it goes through bits: see bits-by-table" end
    if c and c.integer_divides > 0 then return "it waits for divides" end
    if #falsely_shared(s) > 0 then return "other threads write to the lines that it waits for" end
    if one_walk(s) then return "it is one walk: nothing shows others that go on without its results" end
    if c and (c.values or 1) >= 4 then return "several values go from iteration to iteration already" end
    if s.loop.trips and s.loop.trips < 8 then return "its chains are short" end
    local part = clamp(ratio(cycles or c.latency_cycles * (s.loop.iterations or 0), s.events.TOT_CYC))
    if part < 0.3 then return "other things take longer than the chain" end
    -- the floor says what stays of what else is done; the example's became 2.9 and 3.8
    -- times as fast
    return s.account and 0.85 or 0.7 * part
  end,
  evidence = function(s)
    local c, cycles = integer_chain(s), integers_recur(s)
    if not c then
      return string.format("each iteration of the loop at %s waits %.1f cycles for integer operations of the one before", s.place,
        cycles / s.loop.iterations)
    end
    return "each iteration of the loop at " .. s.place .. " waits for "
      .. plural(c.integers + c.integer_muls, "integer operation") .. " of the one before: " .. plural(c.latency_cycles, "cycle")
      .. " in which little else can be done"
  end,
  how = {
    "Random numbers: keep four or more states, each with its own seed, and advance all of them in an iteration.",
    "Checksums and hashes of long data: give each of four parts, or each fourth element, its own value and combine them.",
    "A sum whose carries are added again (an Internet checksum): add up in a wider type, and fold the carries in once, at the end.",
    "Many short texts or keys: work on several of them in one iteration.",
    "A polynomial h = h*m + x: four sums with the factor m^4 give the very same value when they are put together.",
  },
  example = "examples/independent-chains",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "order_of_sums", "behaviour", says = "nothing for sums that can be put together; random numbers and hashes become others" },
  tolerance = 0,
  switches = {
    gcc = "compilers do not change what a chain computes",
    clang = "compilers do not change what a chain computes",
  },
  not_when = "The sequence of values is prescribed, as that of a file format is, and has no formula to jump ahead.",
  source = "own measurements",
}

-- The stores that often write where the store before them wrote, at places that
-- only the data tell
local function same_place_by_data(s)
  if not s.code or (s.code.unknown_refs or 0) == 0 or (s.code.fixed_refs or 1) > 0 then return {} end
  return select_facts(s.memrefs, function(r)
    return r.access == "store" and r.operand ~= "stack" and r.stride == 0 and (r.stride_share or 0) > 0.25
  end)
end

-- whether what it does next is looked up each time, as interpreters do
local dispatches
function dispatches(s)
  for _, b in ipairs(s.branches) do
    if b.kind == "indirect" and (b.targets or 0) >= 2 then return true end
  end
  for _, l in ipairs(s.inner) do
    if dispatches(l) then return true end
  end
  return false
end

suggestion "several-tables" {
  number = 150,
  category = "other_costs",
  subcategory = WAITS,
  removes = { l1 = 1, chain_fp = 1, chain_integer = 1, stores = 0.5 },
  title = "Keep the last element in a variable, or use several tables in turn",
  why = "A value that was just stored is not in the cache yet: a load that needs it at once takes it from the store "
    .. "queue, some five cycles later. When several tables are used in turn, the same element is needed later, and nothing waits.",
  needs = { "memref", "code", "loop" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local refs = same_place_by_data(s)
    if #refs == 0 then return "it does not change the same element of a table again and again" end
    if #bit_by_bit(s) > 0 then return "what it changes are bits of words" end
    if #refs > 2 then return "several tables are changed in turn already" end
    if dispatches(s) then return "it interprets: what it stores to is a stack" end
    if #falsely_shared(s) > 0 then return "other threads write there as well" end
    if not s.account then return false end
    if charged(s, { "l1", "stores" }) < 0.25 then return "nothing waits for what was stored" end
    return 0.9 * clamp(heaviest(refs, "count").stride_share)
  end,
  evidence = function(s)
    local r = heaviest(same_place_by_data(s), "count")
    return percent(r.stride_share) .. " of the " .. count(r.count) .. " stores at " .. at(r)
      .. " go to the element that was changed just before"
  end,
  how = {
    "Equal keys in a row, as the rows of a matrix: remember the last key and its value in local variables, and store only when another key comes.",
    "Matrices as triplets: compress the rows, and sum each in a local variable.",
    "Keys in any order: keep two or four tables, change them in turn, and add them up after the loop.",
  },
  example = "examples/several-tables",
  level = "-O2",
  claims = { category = "time", at_least = 0.2 },
  changes = { "order_of_sums", says = "nothing for integers; sums of floating-point numbers in the last digits" },
  tolerance = 0,
  switches = {
    gcc = "compilers do not know that keys repeat",
    clang = "compilers do not know that keys repeat",
  },
  not_when = "The tables together no longer fit in the cache that one of them fits in.",
  source = "own measurements",
}

-- Calls of itself, in all loops of a procedure
local function calls_of_itself(s)
  local n = 0
  local function look(x)
    n = n + sum(select_facts(x.callees, function(c) return not c.indirect and calls_itself(s, c) end), "calls")
    for _, l in ipairs(x.inner) do look(l) end
  end
  look(s)
  return n
end

-- Whether it uses the stack, and beside that loads the same places again and again: its
-- result is one of few arguments
local function reads_little(s)
  local function fine(x)
    for _, r in ipairs(x.memrefs) do
      local moves = r.stride ~= 0 or (r.stride_share or 0) < 0.5
      local other = r.access == "store" or moves and not r.rewritten
      if r.operand ~= "stack" and other then return false end
    end
    for _, l in ipairs(x.inner) do
      if not fine(l) then return false end
    end
    return true
  end
  return fine(s)
end

-- Calls of itself for each call from elsewhere: more than a stack holds at a time, so that
-- levels call it more than once
local DEEP = 100000

suggestion "memoize" {
  number = 152,
  category = "other_costs",
  subcategory = "Work that is done again",
  title = "Keep the results of the recursion in a table (memoize)",
  why = "A function that calls itself two or more times takes twice as long or more with each level: it is called with the same arguments "
    .. "again and again. When its results are kept in a table, each is computed once.",
  needs = {}, -- calls in its loops
  scope = "procedure",
  fewer_instructions = true,
  when = function(s)
    local n, who = calls_of_itself(s), s.program.callers[s.linker_name] or s.program.callers[s.procedure_name]
    if n == 0 then return "it does not call itself" end
    -- a few calls are not recorded
    local others = who and who.all_calls and who.all_calls - n or 0
    if n < DEEP * math.max(1, others) then return "it calls itself a few times" end
    if not reads_little(s) then return "it works on data, and not on its arguments alone" end
    -- a table has as many places as there are different arguments: next to no calls stay
    return 1
  end,
  evidence = function(s)
    return s.procedure_name .. " calls itself " .. count(calls_of_itself(s))
      .. " times, stores nothing, and reads next to no data: the same arguments come back"
  end,
  how = {
    "Before computing, look into a table by the arguments; before returning, put the result there.",
    "Or fill the table from the smallest arguments up, in loops, without a recursion.",
    "Many possible arguments: a hash table, whose key they are.",
  },
  example = "examples/memoize",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "thread_safety", says = "threads share the table: give each thread its own" },
  tolerance = 0,
  not_when = "The arguments differ each time, as in a search that goes through all positions.",
  source = "Michie, Memo functions and machine learning, Nature 218, 1968",
}

-- The part of a search's time that one by halves does without: a step of it takes a
-- load and half a wrong guess, some twenty cycles together
local function saved_by_halves(s)
  local cycles, entries, trips = s.events.TOT_CYC, s.loop.entries or 0, s.loop.trips or 0
  if not cycles or cycles == 0 or trips < 2 then return 0 end
  return clamp(1 - 20 * math.log(2 * trips, 2) * entries / cycles)
end

-- Does it store anything but its own variables, which lie on the stack without optimisation?
local function stores_elsewhere(s)
  return s.code.stores > 0 and #select_facts(s.memrefs, function(r) return r.access == "store" and r.operand == "stack" end) == 0
    or #select_facts(s.memrefs, function(r) return r.access == "store" and r.operand ~= "stack" end) > 0
end

-- Is it std::find or its like, compiled for the elements of the program? Its code depends on how they are compared.
local function is_find(s)
  local name = s.inlined or s.procedure_name or ""
  return name:find("^std::__find_if") ~= nil or name:find("^std::find") ~= nil
end

suggestion "search-by-halves" {
  number = 24,
  category = "other_costs",
  for_libraries = true,
  subcategory = "Work that is done again",
  removes = function(s) return of_all(saved_by_halves(s), {}) end,
  remedy = "search",
  title = "Search by halves, or by an index, instead of one by one",
  why = "A search that looks at one element after the other takes half as many steps as there are elements. Where they are sorted, testing the one in the middle leaves half of them each time: ten steps for a thousand elements. Where they are not, an index or a "
    .. "hash table finds them in one or two.",
  needs = { "code", "loop", "branch", "memref" },
  scope = "loop",
  when = function(s)
    if not s.loop.innermost or not s.loop.trips or s.loop.trips < 64 or (s.loop.entries or 0) < 1000 then
      return "it is not a loop that is long and often entered"
    end
    if chases(s) then return "it follows links" end
    if is_find(s) and s.code.calls == 0 then return saved_by_halves(s) > 0 and 1 or "its steps are as quick as those of a search by halves" end
    if (s.file or ""):find("^/usr/include/") or (s.binary or ""):find("^/.*lib.*%.so") then return "the code is a library's" end
    if s.code.instructions > 16 or s.code.calls > 0 or s.code.loads == 0 or s.code.fp_packed > 0 or stores_elsewhere(s) then
      return "it does not look like a search"
    end
    -- one ends it where it finds something, and one at the end if it may find nothing
    local ends = select_facts(s.branches, function(b)
      return b.kind == "conditional" and b.leaves and b.count > 0.8 * s.loop.iterations
        and math.min(b.taken, b.count - b.taken) <= 1.01 * s.loop.entries + 1
    end)
    if not keeps_the_place(s) and (#ends == 0 or (#ends == 1 and not ends[1].element)) then return "no element that it looks at ends it" end
    local through = select_facts(s.memrefs, function(r)
      return r.access == "load" and r.stride and r.stride ~= 0 and (r.stride_share or 0) > 0.9 and r.count > 0.8 * s.loop.iterations
    end)
    if #through == 0 then return "it does not go through an array" end
    return saved_by_halves(s) > 0 and 1 or "its steps are as quick as those of a search by halves"
  end,
  evidence = function(s)
    return "the search at " .. s.place .. " went " .. count(s.loop.trips) .. " steps each of " .. count(s.loop.entries) .. " times"
  end,
  how = {
    "Where the elements are sorted: std::lower_bound, bsearch, or a loop that halves the part that is left.",
    "Where they can be sorted: sort them once, or insert new ones in order.",
    "Where only equality matters: a hash table, or an array of positions indexed by number.",
  },
  fewer_instructions = true,
  example = "examples/search-by-halves",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "behaviour", says = "among equal elements a different one may be found; the elements have to be sorted" },
  tolerance = 0,
  not_when = "The elements are in no order and change between all searches, or what is sought is nearly always among the first.",
  source = "Knuth, The art of computer programming, vol. 3, sec. 6.2.1",
}
