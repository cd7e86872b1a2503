-- Other costs: elementary algorithms that take more steps than they need.

local AGAIN = "Work that is done again"

-- A loop of fewer iterations is fast enough, whatever it does
local LONG = 100
-- Steps of a library's sort for each element, in iterations of a loop that compares two
local SORT_STEPS = 30

-- Whether a loop only compares and moves what it loads
local function only_moves(s)
  local o, n = s.facts.operations and s.facts.operations[1], s.loop.iterations or 0
  if not o or n <= 0 or s.code.calls > 0 then return false end
  local arithmetic = (o.fp_add or 0) + (o.fp_mul or 0) + (o.fp_fma or 0) + (o.fp_div or 0) + (o.int_mul or 0) + (o.int_div or 0)
  return arithmetic < 0.01 * n and (o.int or 0) < 4.5 * n
end

-- Whether the loop around it has as many iterations, about: both go through the same elements
local function of_all_pairs(s)
  local around = s.outer and s.outer.loop and s.outer.loop.trips or 0
  return around > 0.3 * s.loop.trips and around < 20 * s.loop.trips
end

-- Loads or stores of more than so many elements, not of the stack
local function refs(s, access, least)
  return select_facts(s.memrefs, function(r) return r.access == access and r.operand ~= "stack" and r.count > least end)
end

-- Elements that are exchanged, or moved along, among those that the loop compares
local function moved(s)
  local n = s.loop.iterations or 0
  local stores, loads = refs(s, "store", 0.001 * n), refs(s, "load", 0.001 * n)
  local over = select_facts(loads, function(r) return r.stored_over end)
  if #stores == 0 or #over < #loads then return nil end
  local compared = #select_facts(s.branches, function(b)
    return (not b.leaves and b.taken > 0.01 * b.count and b.taken < 0.99 * b.count) or (b.leaves and b.element)
  end)
  return compared > 0 and stores or nil
end

-- What the loop around exchanges, of which this one finds the least or greatest
local function selected(s)
  local around = s.outer
  if #refs(s, "store", 0) > 0 then return nil end
  if math.abs(around.loop.trips / (2 * s.loop.trips) - 1) > 0.02 then return nil end
  local stores = refs(around, "store", 0.9 * (around.loop.iterations or 0))
  return #stores >= 2 and stores or nil
end

suggestion "sort-by-library" {
  number = 259,
  category = "other_costs",
  subcategory = AGAIN,
  title = "Call the library's sort instead of two nested loops",
  why = "Exchanging neighbours, inserting each element and looking for the least one again and again take n x n / 2 or n x n / 4 steps for n "
    .. "elements; std::sort, qsort and their like take some n x log2(n): for 10,000 elements hundreds of times fewer.",
  needs = { "loop", "memref", "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    if s.loop.innermost == false or (s.loop.trips or 0) < LONG or not s.outer or not s.outer.loop then return "it is not a long loop in another one" end
    if not only_moves(s) then return "it computes with what it loads" end
    if not of_all_pairs(s) then return "the loop around it is much shorter or longer" end
    if not moved(s) and not selected(s) then return "it does not bring what it compares into order" end
    return clamp(1 - SORT_STEPS / s.loop.trips)
  end,
  evidence = function(s)
    local how = moved(s) and "and moves them among one another" or "and the loop around it exchanges one of them"
    return "the loop at " .. s.place .. " compares " .. count(s.loop.iterations) .. " times, " .. count(s.loop.trips) .. " elements each time, " .. how
  end,
  how = {
    "C++: std::sort(v.begin(), v.end(), before); C: qsort, with a comparison function; Python: sorted(list, key=...).",
    "Fortran has none: a merge sort or heap sort of 30 lines, or a library's (stdlib: sort, sort_index).",
    "Only the k first, or a median: std::partial_sort, std::nth_element. One more for a list that is in order: a heap, or insert by halves.",
  },
  example = "examples/sort-by-library",
  level = "-O2",
  claims = { category = "time", at_least = 0.8 },
  changes = { "behaviour", says = "the order of equal elements, unless the sort is stable" },
  tolerance = 0,
  not_when = "The elements are nearly in order already: then insertion takes few steps.",
  source = "Knuth, The art of computer programming, vol. 3, sec. 5.2",
}

suggestion "divide-up-to-the-root" {
  number = 260,
  category = "other_costs",
  subcategory = AGAIN,
  title = "Try divisors up to the square root only, or sieve",
  why = "If a number has a divisor, it has one that is not larger than its square root: for a million 1,000 divisions instead of a million. "
    .. "A sieve finds all primes below a limit without a division.",
  needs = { "loop", "code" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local n = s.loop.iterations or 0
    if s.loop.innermost == false or (s.loop.trips or 0) < LONG or s.code.loads + s.code.stores > 0 then return "it is not a long loop of registers" end
    if (executed(s, "integer_divides") or 0) < 0.4 * n or #s.chains > 0 then return "it does not divide by one number after the other" end
    if #select_facts(s.branches, function(b) return b.leaves and b.asks == "zero" end) == 0 then return "it does not end where nothing remains" end
    return clamp(1 - 2 / math.sqrt(s.loop.trips))
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " makes " .. plural(executed(s, "integer_divides"), "division") .. ", " .. count(s.loop.trips)
      .. " for each number, and ends where one leaves no remainder"
  end,
  how = {
    "for (i = 2; i <= n / i; i++), or i * i <= n where that cannot overflow.",
    "2 first, then odd numbers only: half as many.",
    "Many numbers below a limit: a sieve, for (j = i * i; j < limit; j += i) composite[j] = 1;",
  },
  example = "examples/divide-up-to-the-root",
  level = "-O2",
  claims = { category = "time", at_least = 0.8 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "All divisors are wanted: then each one below the root gives one above.",
  source = "Knuth, The art of computer programming, vol. 2, sec. 4.5.4",
}

suggestion "tabulate-factorials" {
  number = 262,
  category = "other_costs",
  subcategory = AGAIN,
  title = "Keep factorials in a table, or get each from the one before",
  why = "A factorial is a chain of as many multiplications, each of which waits for the one before. The few that fit a double (170!) fit a "
    .. "table, too; terms of a series differ from the ones before by a factor or two.",
  needs = { "loop", "code", "chain" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local n, c = s.loop.iterations or 0, s.chains[1]
    if s.loop.innermost == false or (s.loop.entries or 0) < 10 * OFTEN or s.code.loads + s.code.stores + s.code.calls > 0 then
      return "it is not a loop of registers that is entered often"
    end
    if not c or c.kind ~= "fp" or c.muls == 0 or c.adds > 0 or (s.loop.trips or math.huge) > 170 then return "it makes no product of a few numbers" end
    if (executed(s, "conversions") or 0) < 0.9 * n then return "it does not multiply by what it counts" end
    return 0.9
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " multiplies " .. plural(s.loop.iterations, "number") .. " that it counts, "
      .. count(s.loop.trips) .. " for each of " .. plural(s.loop.entries, "product")
  end,
  how = {
    "real(8) :: fact(0:170), filled once: fact(i) = fact(i - 1) * i; the products are the same to the last digit.",
    "In a series: term = term * x / (k + 1) in place of x**k / fact(k).",
    "Large arguments: log_gamma(n + 1.0) in a table, and exp of sums and differences.",
  },
  example = "examples/tabulate-factorials",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Each product is needed once.",
  source = "Press et al., Numerical Recipes, sec. 6.1",
}

-- Distributions that compute tables when they are made
local function has_table(name)
  for kind in (name or ""):gmatch("std::(%a+_?%a*)_distribution<") do
    if kind == "discrete" or kind == "piecewise_constant" or kind == "piecewise_linear" then return true end
  end
  return false
end

local function in_header(part)
  local file = part.file or ""
  return file == "random.tcc" or file == "random.h" or file:find("^stl_") ~= nil
end

-- Where tables of distributions are made: the calls for it, the loops here that do so as often, and how often
local function tables_made(s)
  local calls = select_facts(s.called or {}, function(c)
    return (c.calls or 0) >= OFTEN and has_table(c.through or c.callee) and not (c.through or c.callee):find("operator()", 1, true)
  end)
  if #calls == 0 or in_header(s) then return {}, {}, 0 end
  local times = math.huge
  for _, c in ipairs(calls) do times = math.min(times, c.calls) end
  return calls, select_facts(s.inner, function(l)
    return in_header(l) and l.loop and math.abs((l.loop.entries or 0) / times - 1) < 0.02
  end), times
end

-- The same where a procedure of the library's headers makes them, which was not inlined
local function makes_table(s)
  local caller = not s.loop and (s.procedure_name or ""):find("_M_initialize", 1, true) and has_table(s.procedure_name) and s.program.callers[s.linker_name or ""]
  return caller and (caller.all_calls or 0) >= OFTEN and caller or nil
end

suggestion "keep-the-distribution" {
  number = 275,
  category = "other_costs",
  subcategory = AGAIN,
  of_program = true,
  for_libraries = true, -- the procedure may be one of a header
  title = "Make a distribution with a table once, and draw from it many times",
  why = "A std::discrete_distribution or piecewise distribution copies all weights when it is made, divides them by their sum and adds them up: as many steps as "
    .. "there are weights. A draw from one that is kept takes a search by halves.",
  needs = {}, -- calls that take time elsewhere
  fewer_instructions = true,
  when = function(s)
    if makes_table(s) then return clamp(0.95 * (s.fraction or 0)) end
    local calls, loops = tables_made(s)
    if #calls == 0 then return "no distribution with a table is made often" end
    return clamp(sum(calls, "share") + 0.95 * sum(loops, "fraction"))
  end,
  evidence = function(s)
    local caller = makes_table(s)
    if caller then return s.procedure_name:gsub("<.*", "") .. " makes its table " .. plural(caller.all_calls, "time") .. (caller.place and ", most for " .. caller.place or "") end
    local calls, loops, times = tables_made(s)
    local made = (calls[1].through or calls[1].callee):match("std::[%a_]+_distribution")
    return string.format("the line %s makes a %s %s; that takes %s of the time", at(calls[1]), made, plural(times, "time"),
      percent(clamp(sum(calls, "share") + sum(loops, "fraction"))))
  end,
  how = {
    "std::discrete_distribution<int> pick(w.begin(), w.end()); before the loop, and pick(generator) in it: the same numbers.",
    "Weights that change with each draw: a Fenwick tree of their sums, or rejection.",
    "Resampling of particles: one pass along the sums of the weights, for sorted or equally spaced random numbers.",
    "Very many draws: Walker's table of aliases takes a few cycles for each.",
  },
  example = "examples/keep-the-distribution",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The weights differ at each draw.",
  source = "ISO C++, rand.dist.samp; Walker, ACM Transactions on Mathematical Software 3 (1977)",
}
