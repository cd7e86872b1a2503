-- Other costs: work that is done again, though its results are known.

local AGAIN = "Work that is done again"

-- "pow" of "std::pow", "__pow_finite" and "powf"
local function function_of(c) return (api_of(c):gsub("^std::", ""):gsub("^__", ""):gsub("_finite$", ""):gsub("f$", "")) end

-- The lines whose powers the code tells: they are another rule's
local known_powers
function known_powers(s, known)
  for _, c in ipairs(calls_to(s, "pow", "powf", "__pow_finite", "__powf_finite")) do
    if c.exponent then known[at(c)] = true end
  end
  for _, l in ipairs(s.inner) do known_powers(l, known) end
  return known
end

local function unknown_powers(s)
  local known = known_powers(s, {})
  return select_facts(s.called or {}, function(c) return (c.calls or 0) >= OFTEN and function_of(c) == "pow" and not known[at(c)] end)
end

-- Of the program's time: less is no reason to write it otherwise
local MUCH = 0.1
-- Cycles of a few products, or of a load from a table
local QUICK = 8

local function saves_much(s, list, none)
  local saved = #list > 0 and instead_of(s, list, QUICK) or 0
  if saved < MUCH then return none end
  return saved
end

suggestion "powers-by-cases" {
  number = 153,
  category = "other_costs",
  subcategory = AGAIN,
  of_program = true,
  title = "Multiply for whole exponents, or take powers from a table",
  why = "pow computes a logarithm and an exponential, in some fifty cycles, whatever its arguments are. Where the exponent is a small whole "
    .. "number, one or two products do; where the base is always the same, as in pow(10, n), its powers fit in a small table.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return saves_much(s, unknown_powers(s), "no power of an exponent that varies takes much time") end,
  evidence = function(s) return told_of_list(unknown_powers(s), ", with exponents that vary: see whether they are whole numbers") end,
  how = {
    "Exponents 1, 2, 3: if (p == 2) y = x*x; else if (p == 3) y = x*x*x; else y = pow(x, p).",
    "Powers of ten or of another fixed base: static const double power[] = { 1, 1e1, 1e2, ... }; of two: ldexp(1, n).",
    "Compute each power from the one before: one multiplication for each step.",
    "Fortran: an integer exponent, x**n, is made of products.",
  },
  fewer_instructions = true,
  example = "examples/powers-by-cases",
  level = "-O2",
  link = "-lm",
  claims = { category = "time", at_least = 0.4 },
  changes = { "rounding", says = "the last digit of the powers" },
  tolerance = 1e-12,
  not_when = "Exponents are any real numbers, and the base changes.",
  source = "Agner Fog, Optimizing software in C++, ch. 14.1; ISO C, ldexp",
}

-- Of the program's time: what calls with the arguments of the call before take
local function repeated(s)
  local saved = 0
  for _, c in ipairs(made_again(s, "same")) do saved = saved + (c.share or 0) * c.same end
  return clamp(saved)
end

-- Of the program's time: less is no reason to write a line otherwise
local SOME = 0.02

suggestion "same-arguments" {
  number = 154,
  category = "other_costs",
  subcategory = AGAIN,
  of_program = true,
  title = "Compute a function once while its arguments stay the same",
  why = "pow, exp, log and sines take twenty to a hundred cycles, and the compiler calls them each time: it may not leave out a call that can "
    .. "set errno, or whose arguments lie in memory that the loop writes. A variable before the loop keeps the value.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local saved = repeated(s)
    return saved >= SOME and saved or "no mathematical function is called with the same arguments for much of the time"
  end,
  evidence = function(s)
    local list = made_again(s, "same")
    return told_of_list(list, string.format(", %s of the calls with the arguments of the call before", percent(heaviest(list, "share").same)))
  end,
  how = {
    "Before the loop: const double f = pow(p, 0.37); in it: f.",
    "Arguments that change now and then: keep them and the value, and compute again only if (x != last).",
    "Arguments in a structure or by reference: copy them into local variables, so that the compiler sees that they stay.",
  },
  fewer_instructions = true,
  example = "examples/same-arguments",
  level = "-O2",
  link = "-lm",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The arguments are the same in this input only: then keep the last value and compare.",
  source = "Agner Fog, Optimizing software in C++, ch. 8.2 (loop-invariant code motion, functions that the compiler can't see into)",
}

local ANGLES = { sin = true, cos = true, tan = true, sincos = true, cexp = true, sinh = true, cosh = true }

-- Not worth a table: a loop over the coordinates or the few atoms of a molecule
local FEW_TURNS = 8

-- The loop that goes through the angles: the section, or the one around a few turns that
-- is entered again and again; nil: no other loop repeats it
local function through_angles(s)
  if outer_trips(s) < FEW_TURNS or not s.loop then return nil end
  if (s.loop.trips or 0) >= FEW_TURNS then return s.loop end
  local outer = s.outer.loop
  return outer.trips and (outer.entries or 0) >= FEW_TURNS and outer or nil
end

-- Functions of angles in a loop that another one repeats
local function angles(s)
  if not through_angles(s) then return {} end
  return select_facts(s.called or {}, function(c)
    return (c.calls or 0) >= 8 * OFTEN and c.calls > 0.5 * (s.loop.iterations or 0) and ANGLES[function_of(c)] ~= nil
  end)
end

-- Those whose arguments come back, but are not the same each time
local function tabulated(s)
  local same = made_again(s, "same")
  return select_facts(made_again(s, "known"), function(c) return not is_one_of(c, same) end)
end

-- Where libraries bring a large argument of sin, cos or tan into the first octant: the C
-- library's, FreeBSD's (musl, Julia), Intel's
local REDUCTIONS = { "^__branred", "rem_pio2_large", "kernel_rem_pio2", "^__libm_reduce" }
-- Cycles of a sine of a small argument
local OF_AN_ANGLE = 40

-- Of the time: as the library's own procedures take it, or where calls here spend most of theirs
local function reductions(s)
  local calls = select_facts(s.called or {}, function(c)
    for _, name in ipairs(REDUCTIONS) do
      if (c.inner or ""):find(name) then return true end
    end
    return false
  end)
  return math.max(time_in(s, table.unpack(REDUCTIONS)) or 0, sum(calls, "share"))
end

suggestion "reduce-angles" {
  number = 155,
  category = "other_costs",
  subcategory = AGAIN,
  of_program = true,
  title = "Keep the argument of sin and cos small",
  why = "For a large argument the library divides by pi in many digits, which takes longer than the sine itself. "
    .. "A phase that grows with time needs only its remainder modulo 2 pi, and then loses fewer digits.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    if reductions(s) < 0.5 * MUCH then return "no large arguments of sines are reduced" end
    local list = select_facts(s.called or {}, function(c) return (c.calls or 0) >= OFTEN and ANGLES[function_of(c)] ~= nil end)
    local saved = #list > 0 and instead_of(s, list, OF_AN_ANGLE) or 0
    return saved >= MUCH and saved or "it calls no function of angles for much of the time"
  end,
  evidence = function(s)
    local list = select_facts(s.called, function(c) return ANGLES[function_of(c)] ~= nil end)
    return told_of_list(list, string.format(", %s of the time to reduce large arguments", percent(reductions(s))))
  end,
  how = {
    "Let the phase wrap: phase += step; if (phase > pi) phase -= 2*pi;",
    "Or reduce once, before the loop: start = fmod(start, 2*pi), where the steps after it are small.",
    "Degrees or turns: keep the part x - floor(x) of a turn, and multiply only that by 2*pi.",
  },
  fewer_instructions = true,
  example = "examples/reduce-angles",
  level = "-O2",
  link = "-lm",
  claims = { category = "time", at_least = 0.3 },
  changes = { "rounding", says = "the last digits: a large argument has few digits of the angle to begin with" },
  tolerance = 1e-6,
  not_when = "The arguments are data, and large values are correct.",
  source = "Payne and Hanek, Radian reduction for trigonometric functions, SIGNUM Newsletter 18 (1983)",
}

suggestion "table-of-values" {
  number = 156,
  category = "other_costs",
  subcategory = AGAIN,
  of_program = true,
  scope = "loop",
  title = "Compute sines and the like once, and keep them in a table",
  why = "A sine or a complex exponential takes twenty to a hundred cycles. In nested loops there are often only a few different arguments: the angles of a circle, a wave number times a position. A table, or a rotation of the value before, takes a few cycles.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    if reductions(s) >= 0.5 * MUCH then return "its arguments are large" end
    local list = tabulated(s)
    if #list > 0 then
      local saved = instead_of(s, list, QUICK)
      return saved >= SOME and saved or "the calls with known arguments take little time"
    end
    return saves_much(s, angles(s), "no function of an angle takes much time in nested loops")
  end,
  evidence = function(s)
    local known = tabulated(s)
    if #known > 0 then
      return told_of_list(known, string.format(", %s of the calls with the arguments of one of some 2,000 before", percent(heaviest(known, "share").known)))
    end
    local l = through_angles(s)
    return told_of_list(angles(s), string.format(", in %s iterations of a loop that is entered %s times: see whether its arguments come back",
      count(l.trips), count(l.entries)))
  end,
  how = {
    "Before the loops: root(k) = exp(-2*pi*i*k/n) for k = 0 ... n-1; in them: root(mod(j*k, n)).",
    "Arguments that grow by a fixed step: multiply by cos(step) + i*sin(step), and start anew now and then.",
    "Sums of products, such as h*x + k*y + l*z for whole h, k, l: the powers of exp(i*x), exp(i*y), exp(i*z) in tables, and their product.",
    "An argument that only the outer loop changes: compute it there. Fourier sums: an FFT (FFTW) takes n log n steps.",
  },
  fewer_instructions = true,
  example = "examples/table-of-values",
  level = "-O2",
  link = "-lm",
  claims = { category = "time", at_least = 0.3 },
  changes = { "rounding", says = "the last digits, where the arguments are computed in another way" },
  tolerance = 1e-10,
  not_when = "The arguments are data, and different each time.",
  source = "Press et al., Numerical Recipes, ch. 5.4 (recurrences) and 12.1",
}

local SORTS = { sort = true, stable_sort = true, qsort = true, ["list::sort"] = true }

-- Cycles from which on a sort has hundreds of elements
local MANY = 20000
-- and those of a place found and made in so many
local INSERTS = 500

-- What sorts do, by parts of linker's names, and the part of its branches that are guessed wrong: of what has no order a third,
-- of what is nearly sorted next to none
local SORTING = { "__introsort_loop", "__adjust_heap", "__insertion_sort", "__merge_", "__move_merge", "msort_with_tmp", "quicksort" }
local WITHOUT_ORDER = 0.15

local function has_no_order(s)
  local time, wrong = 0, 0
  for name, mispredicted in pairs(s.program.mispredicted) do
    for _, part in ipairs(SORTING) do
      if name:find(part, 1, true) then
        local fraction = s.program.fractions[name]
        time, wrong = time + fraction, wrong + fraction * mispredicted
        break
      end
    end
  end
  return time > 0 and wrong / time > WITHOUT_ORDER
end

local function sorted_again(s)
  if s.kind ~= "loop" then return {} end
  return select_facts(s.called or {}, function(c)
    return (c.calls or 0) >= OFTEN and SORTS[function_of(c)] ~= nil and (cycles_of_call(s, c) or 0) >= MANY
  end)
end

suggestion "keep-it-sorted" {
  number = 157,
  category = "other_costs",
  subcategory = AGAIN,
  of_program = true,
  title = "Insert into what is sorted, or use a heap, instead of sorting again",
  why = "Sorting all elements after each new one takes n log n steps each time. In a sorted array, a binary search finds the place of the new element, and moving some bytes makes room for it. If only the smallest element is needed, a heap is enough.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = sorted_again(s)
    if #list == 0 then return "nothing large is sorted again and again" end
    if has_no_order(s) then return "what it sorts was in no order before" end
    local saved = instead_of(s, list, INSERTS)
    return saved >= MUCH and saved or "what it sorts takes little time"
  end,
  evidence = function(s) return told_of_list(sorted_again(s), ", once in each iteration: see whether most of it was sorted before") end,
  how = {
    "v.insert(std::upper_bound(v.begin(), v.end(), x), x) in place of push_back and sort.",
    "Smallest or largest first: std::priority_queue, std::push_heap and pop_heap; Python: heapq, bisect.insort.",
    "A median or a few ranks: std::nth_element, which takes n steps.",
    "Where the order is needed only at the end: add all elements first, then sort once.",
  },
  fewer_instructions = true,
  example = "examples/keep-it-sorted",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "It sorts a different array each time.",
  source = "Knuth, The Art of Computer Programming 3, 5.2.1 and 5.2.3",
}

-- What makes and seeds generators of random numbers, and asks the system for seeds
local SEEDS = { "^std::random_device::", "^std::.*_engine::seed$", "^std::seed_seq::", "^s_?rand$", "^srandom", "^srand48$", "^initstate",
  "^_gfortran_random_seed", "^gsl_rng_alloc$" }

-- Cycles of a draw, and from which on the state was computed for it alone: a Mersenne
-- twister that is kept computes 624 numbers at once, in some ten cycles each
local DRAW = 20
local ALONE = 500

local function computes_state(name) return api_of { callee = name } == "std::mersenne_twister_engine::_M_gen_rand" end

local function draws_alone(s, c)
  return computes_state(c.inner) and api_of(c):find("::operator%(%)$") ~= nil and (cycles_of_call(s, c) or 0) >= ALONE
end

-- The share of the time that loops of their own, inlined here, take to fill the state of generators, and how often they do
local function seeding_loops(s)
  local loops = select_facts(s.inner, function(l)
    return api_of { callee = l.inlined }:find("_engine::seed$") ~= nil and (l.loop and l.loop.entries or 0) >= OFTEN
  end)
  local times = 0
  for _, l in ipairs(loops) do times = math.max(times, l.loop.entries) end
  return sum(loops, "fraction"), times, loops[1]
end

-- What is saved of computing the states of generators that are seeded so often: each serves but some draws, and one that
-- is kept computes a state for as many draws as it has words
local function states_saved(s, times)
  local saved = 0
  for _, l in ipairs(times > 0 and s.inner or {}) do
    for _, c in ipairs(l.called or {}) do
      local words = tonumber((c.callee:match("_engine<(.*)") or ""):sub(1, 60):match("^[^,]*, %d+%a*, (%d+)")) or 624
      if (computes_state(c.callee) or computes_state(c.inner)) and c.calls then saved = saved + (c.share or 0) * (1 - clamp(c.calls / (words * times))) end
    end
  end
  return saved
end

-- The calls for generators that are made again and again; the share of the time for those that loops here seed
local function generators_made(s)
  local list = select_facts(s.called or {}, function(c)
    if (c.calls or 0) < OFTEN then return false end
    for _, name in ipairs(SEEDS) do
      if api_of(c):find(name) then return true end
    end
    return draws_alone(s, c)
  end)
  local seeding, times, loop = seeding_loops(s)
  return list, seeding + states_saved(s, times), loop, times
end

suggestion "keep-the-generator" {
  number = 158,
  category = "other_costs",
  subcategory = AGAIN,
  of_program = true,
  title = "Make and seed the random number generator once, and keep it",
  why = "Seeding a generator fills its whole state (624 words of a Mersenne twister), and std::random_device asks the system or the processor for each word. A generator that is kept gives the next number in some ten cycles, and only then its numbers are well distributed.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list, seeding = generators_made(s)
    if #list == 0 and seeding == 0 then return "no random number generator is made often" end
    return clamp(instead_of(s, list, DRAW) + seeding)
  end,
  evidence = function(s)
    local list, seeding, loop, times = generators_made(s)
    if #list > 0 then return told_of_list(list, ", of a generator that is made and seeded again and again") end
    return "the loop at " .. loop.place .. " fills the state of a generator " .. plural(times, "time") .. "; that and the new states for few draws each take "
      .. percent(seeding) .. " of the time"
  end,
  how = {
    "C++: static thread_local std::mt19937 generator(seed); or a member, or a parameter by reference.",
    "std::random_device only for the seed, once; distributions may be made each time.",
    "C: srand once in main; Fortran: random_seed once.",
  },
  fewer_instructions = true,
  example = "examples/keep-the-generator",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "behaviour", says = "the random numbers: they continue where the last call stopped" },
  tolerance = 0.05,
  not_when = "Each call must give the same numbers again for its seed: a counter-based generator (Philox) has next to no state.",
  source = "ISO C++, random number engines; Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC'11",
}

-- Nodes of a std::unordered container that a search compares, from which on their hashes
-- meet: it keeps at most one element for each bucket, in the mean
local COLLIDE = 8

-- Searches only read; what moves all elements to more buckets writes
local function walks_bucket(s)
  local name = s.inlined or s.procedure_name or ""
  return s.file == "hashtable.h" and name:find("std::_Hashtable<", 1, true) ~= nil and s.code.stores == 0 and (s.loop.trips or 0) >= COLLIDE
end

-- Looks at one place of a large table after the other, until one is empty or has what is sought: open addressing
local function probes_places(s)
  local c, l = s.code, s.loop
  if not l.innermost or (l.trips or 0) < COLLIDE or (l.entries or 0) < OFTEN or c.stores + c.calls > 0 or c.instructions > 20 then return false end
  local ends = select_facts(s.branches, function(b) return b.leaves and b.count > 0.2 * l.iterations end)
  local empty = select_facts(ends, function(b) return b.asks == "zero" and b.count > 0.8 * l.iterations end)
  local walks = select_facts(s.memrefs, function(r)
    return r.access == "load" and r.count > 0.8 * l.iterations and math.abs(r.stride or 0) > 1 and (r.stride_share or 0) > 0.8
      and footprint(s, r) > 16 * l.trips * math.abs(r.stride)
  end)
  return #ends >= 2 and #empty > 0 and #walks > 0
end

suggestion "spread-hash" {
  number = 159,
  category = "other_costs",
  subcategory = AGAIN,
  scope = "loop",
  of_program = true,
  for_libraries = true, -- the loop is in a header of the library
  title = "Give the hash table a hash function that spreads its keys",
  why = "A std::unordered_map or set has at least as many buckets as elements, so that a search compares one or two. Where many keys have the "
    .. "same hash, for example x ^ y or x + y for pairs, they share a bucket, and each search walks along them; in a table with open "
    .. "addressing they take the places that follow.",
  needs = { "loop", "code" },
  when = function(s)
    if not walks_bucket(s) and not probes_places(s) then return "no search walks along a bucket of many elements, or many places" end
    return clamp((s.fraction or 0) * (1 - 2 / s.loop.trips))
  end,
  evidence = function(s)
    local by = s.parent and s.parent.file ~= s.file and " for " .. s.parent.place or ""
    return string.format("a search%s compares %s %s on average, %s times: their hashes collide", by, count(s.loop.trips),
      walks_bucket(s) and "elements of one bucket" or "places of a table, one after the other,", count(s.loop.entries))
  end,
  how = {
    "Pairs of integers: one 64-bit number, x << 32 | y, then a mixing step (multiply by a large odd number, shift, xor).",
    "Several fields: combine them with a multiplication each, as boost::hash_combine does, not with ^ or + alone.",
    "Keys that are multiples of one number, such as addresses: an odd or prime number of buckets, or mix their bits and take the upper ones.",
    "Open addressing: keep a third of the places empty, and put the elements anew when many are marked as deleted.",
  },
  fewer_instructions = true,
  example = "examples/spread-hash",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "order_of_sums", says = "the order in which the elements are visited" },
  tolerance = 0,
  not_when = "max_load_factor was set high on purpose.",
  source = "ISO C++, unordered associative containers; Knuth, The Art of Computer Programming 3, 6.4",
}

-- Steps through a std::set or map, element by element, for what the calling line names
local function steps_for(s, ...)
  local wanted = { ... }
  return select_facts(s.called or {}, function(c)
    if not (c.callee .. " " .. (c.inner or "")):find("_Rb_tree_%a*crement") then return false end
    for _, pattern in ipairs(wanted) do
      if api_of(c):find(pattern) then return true end
    end
    return false
  end)
end

-- debug information names templates without std::, where they have no code apart
local function searched_through(s)
  return steps_for(s, "^std::find", "^find", "^std::lower_bound", "^lower_bound", "^std::upper_bound", "^upper_bound", "^std::equal_range",
    "^std::binary_search", "^binary_search")
end

suggestion "find-of-container" {
  number = 160,
  category = "other_costs",
  subcategory = AGAIN,
  of_program = true,
  title = "Search with the container's own find or lower_bound, not with std's",
  why = "std::find looks at one element after the other, and std::lower_bound has to walk to the middle of what is left step by step. The find of a std::set or std::map goes down its tree, "
    .. "which takes 20 steps among a million elements.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = searched_through(s)
    if #list == 0 then return "no std::find or std::lower_bound goes through a sorted tree" end
    local share = 0.95 * (sum(list, "share") + (s.fraction or 0))
    return share >= MUCH and clamp(share) or "its searches take little time"
  end,
  evidence = function(s)
    local c = heaviest(searched_through(s), "share")
    return string.format("a search at %s goes through a sorted tree element by element, in %s, which takes %s of the time", at(c), plural(c.calls or 0, c.callee:find("crement") and "step" or "search"), percent(c.share))
  end,
  how = { "s.find(x) != s.end(), s.count(x), in C++20 s.contains(x); ranges: s.lower_bound(x).", "To search by another order, keep a second set or map." },
  fewer_instructions = true,
  example = "examples/find-of-container",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "behaviour", says = "elements are equal where the order of the set says so, not where == does" },
  tolerance = 0,
  not_when = "It looks for another field than the one by which the elements are sorted.",
  source = "Meyers, Effective STL, item 44; ISO C++, associative containers",
}

local function counted_through(s) return steps_for(s, "^std::next$", "^std::prev$", "^std::advance$", "^std::distance$") end

suggestion "place-by-number" {
  number = 161,
  category = "other_costs",
  subcategory = AGAIN,
  of_program = true,
  title = "Take the k-th element from an array, not by steps through a set or map",
  why = "std::next(s.begin(), k) of a set or map takes k steps, each of which waits for the address in the last node. In a vector the k-th "
    .. "element is one addition away.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = counted_through(s)
    if #list == 0 then return "nothing is counted through a sorted tree" end
    local share = 0.95 * sum(list, "share")
    return share >= MUCH and clamp(share) or "its steps take little time"
  end,
  evidence = function(s) return told_of_list(counted_through(s), ", a step each time") end,
  how = {
    "Keep a sorted std::vector, with lower_bound and insert: moving a few thousand elements is quicker than the same number of steps.",
    "An index beside the set; or a tree that knows how many are below (order statistics, __gnu_pbds::tree).",
    "Only a random element: remove it from a vector by moving the last one to its place.",
  },
  fewer_instructions = true,
  example = "examples/place-by-number",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "It is one of the first elements.",
  source = "ISO C++, std::advance (complexity); Cormen et al., Introduction to algorithms, ch. 14.1",
}

-- A loop over all of a set or map, which is gone through far more often than anything is put in
local function walked(s)
  return steps_for(s, "operator%+%+", "operator%-%-", "_Rb_tree_%a*crement")
end

suggestion "walk-an-array" {
  number = 162,
  category = "other_costs",
  subcategory = AGAIN,
  of_program = true,
  title = "Go through a sorted array (compressed rows), not through a set or map",
  why = "Each step through a set or map goes up and down the tree to its next node, and waits for the address in the last one. In an array "
    .. "the next element is the next address, which is fetched ahead.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = walked(s)
    if #list == 0 then return "it goes through no set or map" end
    if sum(list, "calls") < 1000 * OFTEN then return "it goes through few elements" end
    if steps_in_trees(s) < 3 * changes_of_trees(s) then return "elements come and go between the walks" end
    -- what its own code waits for is in the nodes
    local waits = s.account and charged(s, { "l1", "l2", "l3", "memory_latency", "data_tlb" }) or 0
    local share = 0.95 * (sum(list, "share") + clamp(waits) * (s.fraction or 0))
    return share >= MUCH and clamp(share) or "its steps take little time"
  end,
  evidence = function(s) return told_of_list(walked(s), ", a step through the tree each time") end,
  how = {
    "A sorted std::vector of pairs, made once from the map: std::vector<...> v(m.begin(), m.end()).",
    "A sparse matrix: arrays of columns and values, and where each row begins (compressed rows, CSR).",
    "C++23 and Boost: flat_map and flat_set.",
  },
  fewer_instructions = true,
  example = "examples/walk-an-array",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Elements come and go between the walks.",
  source = "ISO C++, associative containers; Saad, Iterative methods for sparse linear systems, 3.4",
}

-- Cycles of strncpy from which on it fills far more than a text of some words takes
local FILLS = 60

local function filled_up(s)
  return select_facts(s.called or {}, function(c)
    return (c.calls or 0) >= OFTEN and (c.callee or ""):find("^_*strncpy") ~= nil and (cycles_of_call(s, c) or 0) >= FILLS
  end)
end

suggestion "copy-only-text" {
  number = 163,
  category = "other_costs",
  subcategory = AGAIN,
  of_program = true,
  title = "Copy only the text: strncpy fills the rest with zeros",
  why = "strncpy writes all the bytes of its third argument, whatever the length of the text: the rest of the buffer becomes zeros. For a word in a "
    .. "buffer of kilobytes nearly all of the work is that.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = filled_up(s)
    local saved = #list > 0 and instead_of(s, list, FILLS) or 0
    return saved >= MUCH and saved or "strncpy fills no long buffers often"
  end,
  evidence = function(s)
    local list = filled_up(s)
    return told_of_list(list, string.format(", %.0f cycles for each", cycles_of_call(s, heaviest(list, "share"))))
  end,
  how = {
    "n = strnlen(text, sizeof(to) - 1); memcpy(to, text, n); to[n] = 0;",
    "snprintf(to, sizeof(to), \"%s\", text), or strlcpy where there is one.",
    "Or a buffer that is no longer than the texts.",
  },
  fewer_instructions = true,
  example = "examples/copy-only-text",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "behaviour", says = "bytes after the end of the text keep what they were" },
  tolerance = 0,
  not_when = "All bytes of the buffer are written to a file, or compared, or the texts fill the buffer.",
  source = "ISO C, strncpy; Linux manual, strncpy(3)",
}
