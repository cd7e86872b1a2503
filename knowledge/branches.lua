-- Branch instructions: fewer of them, predictable ones, and fewer calls.

category "branches" {
  title = "Branch instructions",
  subcategories = {
    "Remove unpredictable branches",
    "Make branches predictable",
    "Reduce the number of branches",
    "Avoid calls and indirect branches",
  },
}

local pgo = {
  gcc = { { "-fprofile-generate", "build, run once, then build again with -fprofile-use" } },
  clang = { { "-fprofile-instr-generate", "build, run once, then build again with -fprofile-instr-use" } },
  intel = { { "-fprofile-instr-generate", "icx: build, run once, then build again with -fprofile-instr-use" } },
  ibm = { { "-qpdf1", "build, run once, then build again with -qpdf2" } },
}

-- conditional branches of which a good part is mispredicted
local function bad(s, least)
  return select_facts(s.branches, function(b)
    return b.kind == "conditional" and (misprediction(b) or 0) > (least or 0.08)
  end)
end

-- those that choose between two ways; no select ends a loop
local function choices(s, least)
  return select_facts(bad(s, least), function(b)
    return not b.leaves and (not s.loop or b.line ~= s.line or not s.line)
  end)
end

-- their part of the section's branch bound
local function penalty(s, branches)
  if s.account then return clamp(ratio(sum(branches, "mispredicted"), s.events.BR_MSP)) end
  local lcpi, ins = s.lcpi.branches, s.events.TOT_INS
  return clamp(ratio(sum(branches, "mispredicted") * (s.machine.BR_miss_lat or 0),
    lcpi and ins and lcpi * ins))
end

local function taken_share(b)
  return ratio(b.taken, b.count) or 0
end

local function describe(b)
  if not b then return "its branches are mispredicted" end
  return "the branch at " .. at(b) .. " is taken in " .. percent(taken_share(b)) .. " of "
    .. count(b.count) .. " cases and mispredicted in " .. percent(misprediction(b))
end

-- the part of the executed conditional branches that these are
local function executed_share(s, branches)
  local executed = part(s, "branches", "executed") or 0
  return executed * clamp(ratio(sum(branches, "count"), s.events.BR_INS))
end

-- Executing these no more, each with the comparison before it
local function fewer_branches(s, branches, others)
  return fewer(s, 2 * sum(branches, "count"), nil, others, ratio(sum(branches, "taken"), sum(s.branches, "taken")))
end

-- cycles that a dependence needs are there whatever becomes of the branches
local function waits_for_chain(s)
  local iterations, cycles = s.loop and s.loop.iterations, s.events.TOT_CYC
  if not iterations or not cycles then return false end
  for _, c in ipairs(s.chains) do
    if (c.latency_cycles or 0) * iterations > 0.7 * cycles then return true end
  end
  return false
end

-- the loads that each step of a search makes: at places without a pattern
local function probed(s)
  return select_facts(s.memrefs, function(r)
    return r.access == "load" and (not r.stride or (r.stride_share or 1) < 0.5) and r.operand ~= "stack"
      and r.count > 0.8 * s.loop.iterations
  end)
end

-- Where each step's place depends on the test before: the search itself must change.
local SEARCHES = "where it looks next depends on its tests: it searches"
local function searches(s)
  return s.loop and s.loop.iterations and #probed(s) > 0
end

suggestion "branchless-select" {
  category = "branches",
  subcategory = "Remove unpredictable branches",
  removes = wrong_guesses,
  title = "Compute both ways and select instead of branching",
  why = "A processor guesses which way a branch will go and works ahead; a wrong guess throws away "
    .. "the work of some twenty cycles. When both ways are short it is cheaper to compute both and "
    .. "to select the result by arithmetic, which needs no guess.",
  needs = { "branch", "code", "loop" },
  scope = "loop",
  when = function(s)
    local list = choices(s)
    if #list == 0 then return "its branches are predicted well, but for those that end loops" end
    if s.code.calls > 0 then return "there are calls in the loop, a way may be long" end
    if searches(s) then return SEARCHES end
    if s.code.instructions > 80 or not s.loop.innermost then return "the ways are too long to do both" end
    if (s.code.divides or 0) + (s.code.square_roots or 0) + (s.code.integer_divides or 0) > 0 then
      return "one of the ways holds a slow operation"
    end
    return 0.9 * penalty(s, list)
  end,
  evidence = function(s)
    return describe(heaviest(choices(s), "mispredicted"))
  end,
  how = {
    "Use comparisons as numbers: sum += x * (x > t); for integers also x & -(x > t).",
    "Store always, with the old value where nothing changes: a[i] = x > t ? x : a[i];",
    "Look at the assembly: a select is cmov, blend, and (x86), fcsel or csel (Arm), isel (POWER).",
  },
  example = "examples/branchless-select",
  level = "-O2",
  claims = { category = "branches", at_least = 0.6 },
  changes = "nothing, unless values are infinite or not a number (0 times infinity)",
  tolerance = 0,
  switches = {
    gcc = { { "-O3 -ftree-loop-if-convert", "replaces branches by selects in loops that it vectorises" } },
    clang = { { "-mllvm -x86-cmov-converter=false", "keeps selects that it would turn into branches again" } },
    intel = { { "-O3 -xHost", "vectorises with masks, which need no branches" } },
    fujitsu_trad = { { "-Ksimd=2", "uses masked vector instructions for loops with if" } },
    ibm = { { "-qhot", "vectorises conditional loops where it can" } },
  },
  pragmas = {
    clang = { { "__builtin_unpredictable(condition)", "prefer a select here" } },
    gcc = { { "__builtin_expect_with_probability(x, 1, 0.5)", "neither way is the likely one" } },
  },
  not_when = "One way is hardly ever taken, or loads from memory that the other does not need.",
  fallback = 0.3,
  source = "Burtscher et al., SC'10, sec. IV; Codee open catalog RMK012; Intel optimization manual, branch prediction",
}

suggestion "comparison-as-number" {
  category = "branches",
  subcategory = "Remove unpredictable branches",
  removes = wrong_guesses,
  title = "Use comparisons as numbers 0 and 1 instead of if chains",
  why = "In C a comparison is a number, 1 when it holds and 0 when not, and can be added up without a "
    .. "branch. A chain of if and else that only picks an index makes the processor guess several "
    .. "times per element, and each wrong guess costs some twenty cycles.",
  needs = { "branch", "code", "loop" },
  scope = "loop",
  when = function(s)
    local list = choices(s, 0.05)
    if #list < 2 then return "there are no two unpredictable branches" end
    if s.code.calls > 0 or s.code.instructions > 60 or executed_within(s, "divides", "square_roots") > 0
      or executed_within(s, "fp_add", "fp_mul", "fma") > 0.2 * (s.events.TOT_INS or 0) then
      return "more happens here than picking a number"
    end
    if searches(s) then return SEARCHES end
    local fixed = 0
    for _, b in ipairs(list) do if b.line ~= list[1].line then fixed = fixed + 1 end end
    if fixed == 0 then return "the tests are one condition" end
    return 0.85 * penalty(s, list)
  end,
  evidence = function(s)
    local list = choices(s, 0.05)
    return plural(#list, "branch") .. " in the loop at " .. s.place
      .. " can't be predicted: " .. describe(heaviest(list, "mispredicted"))
  end,
  how = {
    "An index from a chain of limits: k = (x >= a) + (x >= b) + (x >= c);",
    "Count without if: n += x < limit;",
    "Fortran: merge(1, 0, x < limit) and count() do the same.",
  },
  example = "examples/comparison-as-number",
  level = "-O2",
  claims = { category = "branches", at_least = 0.6 },
  changes = "nothing",
  tolerance = 0,
  switches = pgo,
  not_when = "The first test of the chain nearly always decides: then it is predicted well.",
  fallback = 0.2,
  source = "Burtscher et al., SC'10, sec. IV (Boolean values as integers); Agner Fog, Optimizing C++, ch. 7",
}

-- mispredicted branches on lines that have more than one
local function same_line(s)
  local lines = {}
  for _, b in ipairs(s.branches) do
    if b.kind == "conditional" and b.line then lines[b.line] = (lines[b.line] or 0) + 1 end
  end
  -- the line of a loop has its entry, its test and its step, and none is a condition
  local loops, l = {}, s
  while l do
    if l.line then loops[l.line] = true end
    l = l.outer
  end
  for _, inner in ipairs(s.inner) do if inner.line then loops[inner.line] = true end end
  return select_facts(bad(s, 0.03), function(b) return b.line and lines[b.line] > 1 and not loops[b.line] end)
end

suggestion "combine-conditions" {
  category = "branches",
  subcategory = "Remove unpredictable branches",
  removes = wrong_guesses,
  title = "Combine the tests of one condition with & instead of &&",
  why = "&& and || must stop at the first test that decides, so the compiler makes a branch of each "
    .. "test. When the tests have no side effects, & and | evaluate all of them and leave a single "
    .. "branch or none, so that the processor has less to guess.",
  needs = { "branch", "code" },
  scope = "loop",
  when = function(s)
    local several = same_line(s)
    if #several < 2 then return "no line here has several unpredictable branches" end
    return 0.6 * penalty(s, several)
  end,
  evidence = function(s)
    local several = same_line(s)
    local worst = heaviest(several, "mispredicted") or several[1]
    local n = #select_facts(s.branches, function(b) return b.line == worst.line and b.kind == "conditional" end)
    return plural(n, "branch") .. " of one condition: " .. describe(worst)
  end,
  how = {
    "Replace && by & and || by | where all operands are comparisons: (x > a) & (x < b).",
    "Use the result as a number, or select by it, and no branch remains.",
    "Keep && where the second test is only valid when the first holds: p && p->next.",
  },
  example = "examples/combine-conditions",
  level = "-O2",
  claims = { category = "branches", at_least = 0.5 },
  changes = "nothing, as long as the tests have no side effects and can't trap",
  tolerance = 0,
  not_when = "A test is expensive, or guards the next one.",
  fallback = 0.15,
  source = "Agner Fog, Optimizing software in C++, ch. 7.5; Codee open catalog RMK012",
}

-- Whether a store that happens at times goes from place to place all the same: one that follows the loop
-- leaves out as many places as it is left out times.
local function appends(r, iterations)
  return r.stride and r.stride ~= 0 and (r.stride_share or 0) > r.count / iterations + 0.2
end

suggestion "clamp-with-min-max" {
  category = "branches",
  subcategory = "Remove unpredictable branches",
  removes = wrong_guesses,
  title = "Limit values with minimum and maximum instead of if",
  why = "Processors have instructions for the minimum and the maximum of two numbers, which take as "
    .. "long as an addition. An if that stores only when a limit is exceeded needs a branch, and "
    .. "when the data decide, the processor guesses it wrong again and again.",
  needs = { "branch", "memref", "loop", "code" },
  scope = "loop",
  when = function(s)
    local list, iterations = choices(s), s.loop.iterations
    if #list == 0 then return "its branches are predicted well" end
    if not iterations or (s.events.FOT_INS or 0) < 0.5 * iterations then
      return "no floating-point comparisons in each iteration"
    end
    local sometimes = select_facts(s.memrefs, function(r)
      return r.access == "store" and r.operand ~= "stack" and r.count < 0.95 * iterations
    end)
    if #select_facts(sometimes, function(r) return appends(r, iterations) end) > 0 then
      return "it appends to a list what meets the condition"
    end
    if #sometimes == 0 or s.code.instructions > 40 then return "no store here depends on a condition alone" end
    return 0.92 * penalty(s, list)
  end,
  evidence = function(s)
    local store = heaviest(select_facts(s.memrefs, function(r)
      return r.access == "store" and r.operand ~= "stack" and r.count < 0.95 * s.loop.iterations
    end), "count")
    return "the store at " .. at(store) .. " happens in " .. percent(store.count / s.loop.iterations)
      .. " of the iterations, and " .. describe(heaviest(choices(s), "mispredicted"))
  end,
  how = {
    "v = v < low ? low : v;  v = v > high ? high : v;  a[i] = v;",
    "Fortran: a(i) = min(max(a(i), low), high); C++: std::clamp.",
    "In C fmin and fmax treat NaN specially: the conditional expression is what becomes one instruction.",
  },
  example = "examples/clamp-with-min-max",
  level = "-O2",
  claims = { category = "branches", at_least = 0.6 },
  changes = "nothing for numbers; think about NaN where it may occur",
  tolerance = 0,
  switches = {
    gcc = { { "-ffinite-math-only -fno-signed-zeros", "lets if become minimum and maximum, and fmin one instruction" } },
    clang = { { "-ffinite-math-only -fno-signed-zeros", "lets if become minimum and maximum" } },
    fujitsu_clang = { { "-ffinite-math-only", "assumes that there are no NaN and infinities" } },
  },
  not_when = "Limits are hardly ever exceeded: then the branch is predicted and the store saved.",
  source = "Codee open catalog RMK012; Agner Fog, Optimizing software in C++, ch. 14.3",
}

-- mispredicted comparisons with numbers so small that a table can hold an entry for each
local function constants(s)
  return select_facts(bad(s, 0.04), function(b) return b.asks == "constant" or b.asks == "zero" end)
end

suggestion "lookup-table" {
  category = "branches",
  subcategory = "Remove unpredictable branches",
  removes = wrong_guesses,
  title = "Replace a cascade of tests by a small table",
  why = "Each test of a cascade is a branch that has to be guessed, and with mixed data the guesses are "
    .. "often wrong. A table that holds the answer for each possible value gives it with one load "
    .. "from the nearest cache.",
  needs = { "branch", "code" },
  scope = "loop",
  when = function(s)
    local list = constants(s)
    if #list < 3 then return "there are no three unpredictable branches on small numbers" end
    if executed_within(s, "fp_scalar", "fp_packed") > 0 then return "what is tested are no small integers" end
    if searches(s) then return SEARCHES end
    return 0.9 * penalty(s, list)
  end,
  evidence = function(s)
    local list = constants(s)
    return plural(#list, "branch") .. " in the loop at " .. s.place
      .. " compare integers with constants and are mispredicted "
      .. count(sum(list, "mispredicted")) .. " times; " .. describe(heaviest(list, "mispredicted"))
  end,
  how = {
    "Make a table with one entry for each possible value: unsigned char kind[256].",
    "Fill it once with the cascade, and look up in the loop: kind[c].",
    "For ranges of larger numbers, index by the upper bits.",
  },
  example = "examples/lookup-table",
  level = "-O2",
  claims = { category = "branches", at_least = 0.7 },
  changes = "nothing",
  tolerance = 0,
  not_when = "The table is larger than some kilobytes: it then pushes data out of the cache.",
  source = "Agner Fog, Optimizing software in C++, ch. 14.1; Codee open catalog RMK012",
}

suggestion "branchless-search" {
  category = "branches",
  subcategory = "Remove unpredictable branches",
  removes = wrong_guesses,
  title = "Halve by arithmetic in binary searches",
  why = "A binary search asks a question whose answer is as good as random at each step, so half of the "
    .. "steps are guessed wrong. Moving the lower bound by a product or a conditional move needs no "
    .. "guess, and the number of steps is then the same for each search.",
  needs = { "branch", "loop", "memref" },
  scope = "loop",
  when = function(s)
    local trips = s.loop.trips
    if not trips or trips < 4 or trips > 40 or s.loop.innermost == false then
      return "the loop is not one of few iterations"
    end
    local list, probes = bad(s, 0.15), probed(s)
    if #list == 0 or #probes ~= 1 then return "it does not look like a search" end
    if #select_facts(s.memrefs, function(r) return r.access == "store" and r.operand ~= "stack" end) > 0 then
      return "it stores: it is no search"
    end
    -- A search goes from the middle of the table to one place: the steps are the
    -- logarithm of its length. An index list goes from element to element.
    if #select_facts(s.memrefs, function(r) return r.stride and r.stride ~= 0 and (r.stride_share or 0) > 0.6 end) > 0 then
      return "it goes through an index list"
    end
    local length = (probes[1].lines or 0) * (s.machine.line or 64)
    if length > 0 and (2 ^ trips > 64 * length or 2 ^ (trips + 8) < length / 64) then
      return "its steps do not halve a table"
    end
    -- The guess starts the next load early: without it each load waits for the one
    -- before. That pays where the loads are quick beside a wrong guess.
    local m, p = s.machine, probes[1]
    local load = (m.L1_dlat or 4) + miss_cycles(s, p) / p.count
    local guess = (m.BR_miss_lat or 20) * (misprediction(heaviest(list, "mispredicted")) or 0)
    if load > guess + (m.L1_dlat or 4) then return "its loads take longer than wrong guesses" end
    return 0.8 * penalty(s, list)
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " jumps about in memory for " .. string.format("%.0f", s.loop.trips)
      .. " steps each time it is entered, and " .. describe(heaviest(bad(s, 0.15), "mispredicted"))
  end,
  how = {
    "Keep a base and a length: half = n / 2; base += (a[base + half - 1] < key) * half; n -= half;",
    "For large tables prefetch both next candidates, or search several keys in turn.",
    "Where many keys are sought, sort them and merge instead of searching.",
  },
  example = "examples/branchless-search",
  level = "-O2",
  claims = { category = "branches", at_least = 0.6 },
  changes = "nothing",
  tolerance = 0,
  not_when = "The table is far larger than the caches: a guessed branch then at least starts the next load early.",
  source = "Khuong and Morin, Array layouts for comparison-based searching, 2017; perf-ninja, branches to cmov",
}

-- Of a loop's steps the share that finds no bit set: what most of its rare branches do not do
local function idle_steps(s)
  local idle = 0
  for _, b in ipairs(s.branches) do
    if b.kind == "conditional" and (b.asks == "bit" or b.asks == "zero") and math.abs(b.count - s.loop.iterations) < 0.1 * s.loop.iterations then
      local t = taken_share(b)
      -- the loop's own branch goes the other way once in each entry
      if math.abs(1 - t - 1 / s.loop.trips) > 0.01 then idle = math.max(idle, t, 1 - t) end
    end
  end
  return idle
end

-- Steps that find nothing go with all that they execute: to take the bit, to ask,
-- to count and to go back, some six instructions
local function steps_without_bits(s)
  local x = clamp(ratio(6 * s.loop.iterations, s.events.TOT_INS) or 0)
  return of_all(x, { mispredicted = 1 })
end

suggestion "iterate-over-set-bits" {
  category = "branches",
  subcategory = "Remove unpredictable branches",
  removes = steps_without_bits,
  title = "Go from set bit to set bit instead of testing each",
  why = "A loop that tests each bit of a mask has a branch for each, and where the bits have no pattern "
    .. "many are guessed wrong. Processors find the next set bit with a single instruction, so that "
    .. "the loop runs only as often as there are bits set.",
  needs = { "branch", "loop", "code" },
  scope = "loop",
  when = function(s)
    local trips = s.loop.trips
    if not trips or trips < 6 or trips > 64.5 or not s.loop.innermost or not s.outer then
      return "it is not an inner loop of at most 64 steps"
    end
    if s.code.branches < 2 then return "nothing is tested in it" end
    local list = select_facts(bad(s, 0.04), function(b)
      local t = taken_share(b)
      return (t > 0.65 or t < 0.35) and math.abs(b.count - s.loop.iterations) < 0.1 * s.loop.iterations
        and (b.asks == "bit" or b.asks == "zero")
    end)
    if #list == 0 then return "no branch in each step that asks for a bit or flag and goes mostly one way" end
    if s.code.integer_divides > 0 then return "it divides integers" end
    if s.events.FOT_INS and s.events.FOT_INS > 0.1 * s.loop.iterations then return "it tests numbers, not bits" end
    return s.account and idle_steps(s) or 0.7 * penalty(s, list)
  end,
  evidence = function(s)
    local b = heaviest(bad(s, 0.04), "mispredicted")
    return "the loop at " .. s.place .. " tests " .. string.format("%.0f", s.loop.trips)
      .. " positions one by one; " .. describe(b)
  end,
  how = {
    "while (mask) { j = __builtin_ctzll(mask); ...; mask &= mask - 1; }",
    "C++20: std::countr_zero; Fortran: trailz and iand(mask, mask - 1).",
    "Where flags are bytes, collect the positions of the set ones in a list first.",
  },
  example = "examples/iterate-over-set-bits",
  level = "-O2",
  claims = { category = "branches", at_least = 0.4 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-march=native", "uses the machine's own bit-scan instructions (tzcnt)" } },
    clang = { { "-march=native", "uses the machine's own bit-scan instructions (tzcnt)" } },
    intel = { { "-xHost", "uses the machine's own bit-scan instructions" } },
  },
  not_when = "Most bits are set.",
  source = "Hacker's Delight, ch. 5; Intel optimization manual, bit manipulation",
}

suggestion "partition-by-condition" {
  category = "branches",
  subcategory = "Make branches predictable",
  removes = wrong_guesses,
  title = "Sort or partition the data by the condition once",
  why = "A branch that follows data without order can't be guessed; the same branch over sorted data "
    .. "goes one way first and then the other. When a loop goes over the same data many times, "
    .. "ordering them once pays for itself.",
  needs = { "branch", "loop" },
  scope = "loop",
  when = function(s)
    local list, entries = choices(s, 0.1), s.loop.entries
    if #list == 0 then return "its branches are predicted well" end
    if not s.outer or not entries or entries < 8 or (s.loop.trips or 0) < 200 then return "it does not go over much data many times" end
    return 0.8 * penalty(s, list)
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " is entered " .. count(s.loop.entries) .. " times for "
      .. count(s.loop.trips) .. " iterations each, and " .. describe(heaviest(choices(s, 0.1), "mispredicted"))
  end,
  how = {
    "Before the repeated loop, move the elements for which the condition holds to the front.",
    "Run one loop over the front and one over the rest, each without the test.",
    "C++: std::partition; keep an index list where the elements must stay in place.",
  },
  example = "examples/partition-by-condition",
  level = "-O2",
  claims = { category = "branches", at_least = 0.7 },
  changes = "the order of the work, and with it the rounding of sums",
  tolerance = 1e-9,
  not_when = "The condition of an element changes from pass to pass, or the data are used once.",
  source = "Agner Fog, Optimizing software in C++, ch. 7.5; perf-book, ch. 10",
}

suggestion "sort-by-type" {
  category = "branches",
  subcategory = "Make branches predictable",
  removes = wrong_guesses,
  title = "Group objects by type before calling their methods",
  why = "A virtual call or a call through a pointer jumps to an address that the processor must guess, "
    .. "mostly the one of last time. With objects of mixed types in a list the guess is often wrong; "
    .. "grouped by type it is right, and the compiler may even inline the call.",
  needs = { "branch", "callee" },
  when = function(s)
    local list = select_facts(s.branches, function(b)
      return b.kind == "indirect" and (misprediction(b) or 0) > 0.1 and (b.targets or 0) > 1
    end)
    if #list == 0 then return "no indirect branch is mispredicted often" end
    if #select_facts(s.callees, function(c) return c.indirect end) == 0 then return "its indirect branches are no calls" end
    return 0.9 * penalty(s, list)
  end,
  evidence = function(s)
    local b = heaviest(select_facts(s.branches, function(x) return x.kind == "indirect" and (x.targets or 0) > 1 end), "mispredicted")
    return "the indirect call at " .. at(b) .. " goes to " .. count(b.targets)
      .. (b.targets > 8 and " or more" or "") .. " procedures and is mispredicted in "
      .. percent(misprediction(b)) .. " of " .. count(b.count) .. " cases"
  end,
  how = {
    "Keep one container for each type, or sort the list of pointers by type.",
    "Loop over each group; in it the type is known and the call direct.",
    "C++: mark classes final, or use std::variant of arrays instead of arrays of variants.",
  },
  example = "examples/sort-by-type",
  level = "-O2",
  claims = { category = "branches", at_least = 0.5 },
  changes = "the order of the work, and with it the rounding of sums",
  tolerance = 1e-9,
  switches = {
    gcc = { { "-fdevirtualize-speculatively", "tries the likely type first (part of -O2)" } },
    clang = { { "-fwhole-program-vtables -flto", "calls directly where only one type can be meant" } },
  },
  not_when = "The order of the objects matters.",
  source = "Codee open catalog; perf-book, ch. 10; Intel optimization manual, indirect branches",
}

suggestion "merge-dispatch" {
  category = "branches",
  subcategory = "Make branches predictable",
  removes = wrong_guesses,
  title = "Give each case its own jump to the next one",
  why = "A loop around a switch jumps to all cases from one place, where the processor remembers little "
    .. "more than the last target. When each case ends with a jump of its own, what usually follows "
    .. "that case is remembered with it.",
  needs = { "branch", "loop" },
  scope = "loop",
  when = function(s)
    local list = select_facts(s.branches, function(b)
      return b.kind == "indirect" and (b.targets or 0) > 2 and (misprediction(b) or 0) > 0.1
        and b.count > 0.4 * (s.loop.iterations or math.huge)
    end)
    if #list ~= 1 then return "no single indirect jump is mispredicted often" end
    if #select_facts(s.callees, function(c) return c.indirect end) > 0 then return "its indirect branch is a call" end
    return 0.5 * penalty(s, list)
  end,
  evidence = function(s)
    local b = heaviest(select_facts(s.branches, function(x) return x.kind == "indirect" and (x.targets or 0) > 2 end), "mispredicted")
    return "the switch at " .. at(b) .. " jumps to " .. count(b.targets) .. (b.targets > 8 and " or more" or "")
      .. " places and is mispredicted in " .. percent(misprediction(b)) .. " of " .. count(b.count) .. " cases"
  end,
  how = {
    "GNU C: a table of label addresses, and goto *table[*next++]; at the end of each case.",
    "Or translate the program once into a list of function calls, or into larger operations.",
    "Common pairs of operations deserve a case of their own.",
  },
  example = "examples/merge-dispatch",
  level = "-O2 -fno-gcse",
  claims = { category = "branches", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-fno-gcse", "keeps the separate jumps separate" } },
    clang = "keeps them; __attribute__((musttail)) calls do the same without labels",
  },
  not_when = "The sequence of cases is random, or the processor predicts by long histories: measure.",
  source = "Ertl and Gregg, The structure and performance of efficient interpreters, 2003",
}

-- branches of each iteration that always go the same way
local function one_way(s)
  local iterations = s.loop.iterations
  local fixed = select_facts(s.branches, function(b)
    return b.kind == "conditional" and b.count > 0.9 * iterations
      and (taken_share(b) < 0.0001 or taken_share(b) > 0.9999) and (misprediction(b) or 1) < 0.001
  end)
  -- each entry leaves the loop once: that branch is not among them when entries are many
  if (s.loop.entries or 0) < 0.001 * iterations then
    fixed = select_facts(fixed, function(b) return b.line ~= s.line end)
  end
  return fixed
end

suggestion "unswitch-loop" {
  category = "branches",
  subcategory = "Reduce the number of branches",
  removes = function(s) return fewer_branches(s, one_way(s)) end,
  title = "Take tests whose outcome is fixed out of the loop",
  why = "A test of something that does not change in the loop is made again in each iteration, and takes "
    .. "the place of useful instructions even when it is guessed right. Testing once and having one "
    .. "loop for each outcome removes it.",
  needs = { "branch", "loop", "code" },
  scope = "loop",
  when = function(s)
    local iterations = s.loop.iterations
    if not iterations or s.loop.innermost == false or s.loop.trips < 8 then return "it is no long inner loop" end
    local fixed = one_way(s)
    if #fixed == 0 then return "no branch here always goes the same way" end
    if s.code.instructions > 60 then return "next to the rest of the loop they hardly matter" end
    return s.account and 0.7 or 0.9 * executed_share(s, fixed)
  end,
  evidence = function(s)
    local iterations = s.loop.iterations
    local b = heaviest(select_facts(s.branches, function(x)
      return x.kind == "conditional" and x.count > 0.9 * iterations and x.line ~= s.line
        and (taken_share(x) < 0.0001 or taken_share(x) > 0.9999)
    end), "count") or s.branches[1]
    return "the branch at " .. at(b) .. " was decided " .. count(b.count) .. " times and "
      .. (taken_share(b) > 0.5 and "always" or "never") .. " taken"
  end,
  how = {
    "Write the test around the loop, and the loop once for each outcome.",
    "In C++ make the outcome a template parameter: if constexpr in the loop, one if outside.",
    "Copy what is tested into a local constant, so that the compiler sees that it is fixed.",
  },
  fewer_instructions = true,
  example = "examples/unswitch-loop",
  level = "-O2",
  claims = { category = "branches", at_least = 0.25 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-funswitch-loops", "does it for values that it sees to be fixed (part of -O3)" } },
    clang = { { "-O3", "includes loop unswitching" } },
    intel = { { "-O3", "includes loop unswitching" } },
    fujitsu_trad = { { "-O3", "includes loop unswitching" } },
    fujitsu_clang = { { "-O3", "includes loop unswitching" } },
  },
  not_when = "The loop is long and there are many such tests: each doubles the code.",
  source = "Burtscher et al., SC'10, sec. IV (invariant tests); Codee open catalog PWR022",
}

-- branches that change their way once or twice as the loop runs
local function changing(s, iterations, entries)
  return select_facts(s.branches, function(b)
    local changes = math.min(b.taken, b.count - b.taken)
    return b.kind == "conditional" and b.asks ~= "float" and b.count > 0.3 * iterations and b.mispredicted < 3 * entries + 16
      and (changes > 0.04 * b.count or (changes > 0.5 * entries and changes < 3 * entries))
  end)
end

suggestion "split-iteration-range" {
  category = "branches",
  subcategory = "Reduce the number of branches",
  removes = function(s)
    return fewer_branches(s, { changing(s, s.loop.iterations, s.loop.entries)[2] }, { mispredicted = 0.5 })
  end,
  title = "Split the loop where the test on its counter changes",
  why = "A test of the loop's own counter, at the border or in the middle, has the same outcome for long "
    .. "runs of iterations. Several loops over the runs need no test, and the compiler can vectorise "
    .. "what has no branch inside.",
  needs = { "branch", "loop" },
  scope = "loop",
  when = function(s)
    local iterations, entries = s.loop.iterations, s.loop.entries
    if not iterations or s.loop.innermost == false or s.loop.trips < 16 then return "it is no long inner loop" end
    local runs = changing(s, iterations, entries)
    -- one branch ends the loop
    if #runs < 2 then return "no test here changes once or twice as the loop runs" end
    return s.account and 0.7 or 0.9 * executed_share(s, { runs[2] })
  end,
  evidence = function(s)
    local b
    for _, x in ipairs(s.branches) do
      local changes = math.min(x.taken, x.count - x.taken)
      if x.kind == "conditional" and x.line ~= s.line and changes > 0.5 * s.loop.entries
        and x.mispredicted < 3 * s.loop.entries + 16 and (not b or x.count > b.count) then b = x end
    end
    b = b or s.branches[1]
    return "the branch at " .. at(b) .. " goes both ways (" .. percent(taken_share(b)) .. " taken of "
      .. count(b.count) .. ") but is hardly ever mispredicted: it is the same for many iterations in a row"
  end,
  how = {
    "One loop for each part: for (i = 0; i < k; i++) ...; for (; i < n; i++) ...;",
    "Treat the first and last iteration before and after the loop.",
    "For a wrap-around (i + 1) % n, do the last element on its own.",
  },
  fewer_instructions = true,
  example = "examples/split-iteration-range",
  level = "-O2",
  claims = { category = "branches", at_least = 0.25 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-fsplit-loops -fpeel-loops", "does it for simple conditions (part of -O3)" } },
    clang = "no dependable switch: split by hand",
  },
  not_when = "The parts are only a few iterations long.",
  source = "Codee open catalog PWR049",
}

suggestion "unroll-loop" {
  category = "branches",
  subcategory = "Reduce the number of branches",
  removes = function(s)
    -- counting, comparing and branching, in three of four iterations
    return fewer(s, 0.75 * 3 * (s.loop.iterations or 0), nil, nil, 0.75)
  end,
  title = "Unroll the short loop",
  why = "Each iteration ends with counting, comparing and a branch. Doing several elements per iteration "
    .. "spreads that over more work.",
  needs = { "code", "loop", "branch", "compiler" },
  scope = "loop",
  when = function(s)
    if not s.loop.innermost or not s.loop.trips or s.loop.trips < 16 then return "it is no long inner loop" end
    if s.code.instructions > 7 or s.code.branches ~= 1 then return "its body is long enough" end
    if s.code.calls > 0 then return "a call takes longer than the branch" end
    if built_with(s, "unroll-loops", "-Ofast") then return "it was compiled with unrolling" end
    if (part(s, "data_accesses", "L1") or 1) < 0.9 then return "it waits for memory" end
    if waits_for_chain(s) then return "it waits for its own results" end
    return s.account and 0.7 or 0.5 * (part(s, "branches", "executed") or 0)
  end,
  evidence = function(s)
    return "an iteration of the loop at " .. s.place .. " has " .. count(s.code.instructions)
      .. " instructions, of which some 3 only make the loop; it runs "
      .. count(s.loop.trips) .. " times"
  end,
  how = {
    "Let the compiler do it, for this file or this loop.",
    "By hand: four elements in the body, i += 4, and a second loop for the rest.",
  },
  fewer_instructions = true,
  example = "examples/unroll-loop",
  level = "-O2",
  after_level = "-O2 -funroll-loops",
  claims = { category = "branches", at_least = 0.4 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-funroll-loops", "unrolls loops whose number of iterations is known on entry" } },
    clang = { { "-funroll-loops", "on from -O2; -mllvm -unroll-count=N says how often" } },
    intel = { { "-funroll-loops", "unrolls; classic compilers: -unroll=N" } },
    fujitsu_trad = { { "-Kunroll", "unrolls; -Kunroll=N says how often" } },
    fujitsu_clang = { { "-funroll-loops", "unrolls" } },
    nvidia = { { "-Munroll", "unrolls" } },
    cray = { { "-hunroll2", "unrolls all loops where it pays" } },
    ibm = { { "-qunroll=yes", "unrolls more" } },
  },
  pragmas = {
    gcc = { { "#pragma GCC unroll 4", "before the loop" } },
    clang = { { "#pragma clang loop unroll_count(4)", "before the loop" } },
    intel = { { "#pragma unroll(4)", "before the loop" } },
    fujitsu_trad = { { "#pragma loop unroll(4)", "before the loop; !OCL UNROLL(4) in Fortran" } },
    fujitsu_clang = { { "#pragma clang loop unroll_count(4)", "before the loop" } },
    cray = { { "#pragma _CRI unroll 4", "before the loop" } },
    ibm = { { "#pragma unroll(4)", "before the loop" } },
  },
  not_when = "It waits for memory or for a chain of dependent operations, or the code is too large already.",
  source = "Burtscher et al., SC'10, sec. IV; Fujitsu programming guide, loop unrolling",
}

suggestion "special-case-trip-count" {
  category = "branches",
  subcategory = "Reduce the number of branches",
  removes = function(s)
    return fewer(s, 3 * (s.loop.iterations or 0), nil, { mispredicted = penalty(s, bad(s)) }, 1)
  end,
  title = "Make a version of the loop for its common short length",
  why = "A loop of three or four iterations spends as much on counting and on its exit, which is easily "
    .. "guessed wrong, as on its work. With the length known when compiling, the loop disappears.",
  needs = { "loop", "code", "branch" },
  scope = "loop",
  when = function(s)
    local trips, entries = s.loop.trips, s.loop.entries
    if not trips or trips > 6 or (entries or 0) < 1000 or not s.loop.innermost then
      return "it is not a loop of a few iterations"
    end
    if math.abs(trips - math.floor(trips + 0.5)) > 0.02 or trips < 1.5 then return "its length varies" end
    if s.code.instructions > 30 or s.code.calls > 0 then return "its body is long enough" end
    -- counting and leaving it: some three instructions for each iteration, and a
    -- mispredicted exit for each entry
    local iterations, all = s.loop.iterations, s.events.TOT_INS or math.huge
    return s.account and 0.8 or clamp(3 * iterations / all + penalty(s, bad(s)))
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " was entered " .. count(s.loop.entries) .. " times and had "
      .. string.format("%.0f", s.loop.trips) .. " iterations each time"
  end,
  how = {
    "Test for the common length outside: if (n == 3) { straight code } else { the loop }.",
    "In C++ make the length a template parameter, in Fortran a parameter or a fixed dimension.",
  },
  fewer_instructions = true,
  example = "examples/special-case-trip-count",
  level = "-O2",
  claims = { category = "branches", at_least = 0.4 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-fpeel-loops", "peels loops that a profile shows to be short" } },
    fujitsu_trad = { { "-Kassume=shortloop", "says that inner loops are short" } },
    intel = { { "-O3", "with the directive below" } },
  },
  pragmas = {
    intel = { { "#pragma loop_count(3)", "the usual number of iterations" } },
    cray = { { "#pragma _CRI loop_info est_trips(3)", "the usual number of iterations" } },
  },
  not_when = "The length is usually larger, or differs from call to call.",
  source = "Burtscher et al., SC'10, sec. IV (special-case common trip counts); Codee open catalog PWR019",
}

suggestion "sentinel" {
  category = "branches",
  subcategory = "Reduce the number of branches",
  removes = function(s) return fewer(s, 2 * (s.loop.iterations or 0), nil, nil, 0.5) end,
  title = "Search with a sentinel so that one test per step is enough",
  why = "A search asks twice per element: is this it, and is this the end? With the sought value stored "
    .. "after the last element the search always ends by finding it, and the second test is made "
    .. "once, afterwards.",
  needs = { "code", "loop", "branch" },
  scope = "loop",
  when = function(s)
    if not s.loop.innermost or not s.loop.trips or s.loop.trips < 8 then return "it is no long inner loop" end
    if s.code.branches ~= 2 or s.code.instructions > 9 or s.code.stores > 0 or s.code.calls > 0
      or s.code.loads > 1 or s.code.fp_packed > 0 then
      return "it does not look like a search"
    end
    local steady = select_facts(s.branches, function(b)
      return b.kind == "conditional" and math.min(b.taken, b.count - b.taken) <= s.loop.entries + 1
        and b.count > 0.8 * s.loop.iterations
    end)
    if #steady ~= 2 then return "its branches do more than to end it" end
    return s.account and 0.8 or 0.45 * (part(s, "branches", "executed") or 0)
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " makes two tests per step and went " .. count(s.loop.trips)
      .. " steps each time, " .. count(s.loop.iterations) .. " in all"
  end,
  how = {
    "Make the array one element longer and store the key there: a[n] = key;",
    "Search without a limit: while (a[i] != key) i++; afterwards i == n says that it was not there.",
    "Unroll it: four steps in a row never go past the key. Processors that decide two branches in a cycle gain by this only.",
    "For bytes use memchr, which tests many at a time.",
  },
  fewer_instructions = true,
  example = "examples/sentinel",
  level = "-O2",
  claims = { category = "branches", at_least = 0.4 },
  changes = "nothing; the array is written to, if only beyond its end",
  tolerance = 0,
  not_when = "Several threads search the same array, or it can't be written to.",
  source = "Knuth, The art of computer programming, vol. 3, sec. 6.1, algorithm Q",
}

local libraries = { "^_?_?libc", "^mem", "^str", "^_gfortran", "^GOMP", "^omp_", "^_Z[nd][lawv]", "^__cxa",
  "^malloc", "^free", "^printf", "^fprintf", "^f?write", "^f?read", "^exp", "^log", "^sin", "^cos", "^pow",
  "^sqrt", "^tan", "^a[stc]%l+$", "^f%l+$", "^rand", "^qsort", "^pthread", "^MPI_", "^clock", "^gettime",
  "^time$", "^_ZGV", "^__%l+_finite", "^_ZNS[ot]", "^_ZNKS[ot]", "^_ZS[ot]", "^__dynamic", "^__isoc", "^get",
  "^put", "^sn?printf", "^open", "^close", "^std::", "^__%u?%l+%d$", "^__", "%[" }

-- direct calls of what is not a library's: the compiler might inline it
local function own_calls(s)
  return select_facts(s.callees, function(c)
    if c.indirect or not c.name or c.name == "" or calls_itself(s, c) then return false end
    for _, pattern in ipairs(libraries) do
      if c.name:find(pattern) then return false end
    end
    return true
  end)
end

suggestion "inline-small-procedure" {
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  removes = function(s) return fewer_calls(s, own_calls(s)) end,
  besides = function(s) return cost_of_calls(s, own_calls(s)) end,
  title = "Let the compiler inline the small procedure called in the loop",
  why = "A call is two branches, saves and restores registers and hides from the compiler what the "
    .. "procedure does. For a procedure of a few instructions that costs more than its work; "
    .. "inlined, the loop around it can also be improved.",
  needs = { "callee", "loop" },
  scope = "loop",
  when = function(s)
    local calls = own_calls(s)
    local n = sum(calls, "calls")
    if n == 0 or not s.loop.iterations or n < 0.5 * s.loop.iterations then
      return "no procedure of the program is called in each iteration"
    end
    if (s.events.TOT_INS or 0) > 25 * n then return "there is much work for each call" end
    return s.account and 0.8 or 0.6 * (part(s, "branches", "executed") or 0)
  end,
  evidence = function(s)
    local c = heaviest(own_calls(s), "calls")
    return "the loop at " .. s.place .. " calls " .. name_of(c) .. " " .. count(c.calls)
      .. " times, and itself has only " .. string.format("%.0f", s.events.TOT_INS / c.calls) .. " instructions for each call"
  end,
  how = {
    "Define it where the loop is, or in a header: static inline; in Fortran in the same module.",
    "In another file: link-time optimisation does it without changing the source.",
    "In a shared library: hide it (visibility, -fno-semantic-interposition), or it must stay replaceable.",
  },
  fewer_instructions = true,
  example = "examples/inline-small-procedure",
  level = "-O2 -fPIC",
  claims = { category = "branches", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-O3 -flto", "inlines across files; -O2 inlines less" },
      { "-fno-semantic-interposition", "lets -fPIC code inline its own exported procedures" } },
    clang = { { "-O3 -flto", "inlines across files" } },
    intel = { { "-ipo", "inlines across files" } },
    fujitsu_trad = { { "-x-", "inlines all procedures of the file that qualify" }, { "-Klto", "Fortran: across files" } },
    fujitsu_clang = { { "-finline-functions -flto", "inlines, across files too" } },
    nvidia = { { "-Minline", "inlines" }, { "-Mipa=inline", "across files" } },
    cray = { { "-hipa4", "inlines more" } },
    ibm = { { "-qinline", "inlines" }, { "-qipa", "across files" } },
  },
  pragmas = {
    gcc = { { "__attribute__((always_inline))", "at the procedure" } },
    clang = { { "__attribute__((always_inline))", "at the procedure" } },
    intel = { { "#pragma forceinline", "before the call" } },
  },
  not_when = "The procedure is large or called from many places: the code then grows beyond its cache.",
  fallback = 0.1,
  source = "Burtscher et al., SC'10, sec. IV (inlining); Fujitsu programming guide, -x-",
}

suggestion "loop-into-procedure" {
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  removes = function(s) return fewer_calls(s, own_calls(s)) end,
  besides = function(s) return cost_of_calls(s, own_calls(s)) end,
  title = "Move the loop into the procedure that it calls",
  why = "A procedure that treats one element is called once per element, with all that a call costs. One "
    .. "that takes the array and its length is called once, and its loop can be unrolled and "
    .. "vectorised.",
  needs = { "callee", "loop", "memref" },
  scope = "loop",
  when = function(s)
    local calls = own_calls(s)
    local n = sum(calls, "calls")
    if #calls ~= 1 or not s.loop.iterations or n < 0.9 * s.loop.iterations or n > 1.1 * s.loop.iterations then
      return "not one procedure of the program is called once per iteration"
    end
    if (s.events.TOT_INS or 0) > 12 * n or (s.loop.trips or 0) < 8 then return "the loop does more than to call it" end
    return s.account and 0.8 or 0.7 * (part(s, "branches", "executed") or 0)
  end,
  evidence = function(s)
    local c = heaviest(own_calls(s), "calls")
    return "the loop at " .. s.place .. " does little more than to call " .. name_of(c) .. ": "
      .. plural(c.calls, "time") .. ", " .. count(s.loop.trips) .. " for each time that it runs"
  end,
  how = {
    "Add a variant that takes pointer and length and holds the loop.",
    "Call it once; keep the one for single elements where it is needed.",
  },
  fewer_instructions = true,
  example = "examples/loop-into-procedure",
  level = "-O2 -fPIC",
  claims = { category = "branches", at_least = 0.5 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-flto", "may inline the procedure instead, which is as good" } },
    clang = { { "-flto", "may inline the procedure instead, which is as good" } },
    intel = { { "-ipo", "may inline the procedure instead, which is as good" } },
  },
  not_when = "The procedure is a library's, which has no such variant.",
  source = "Burtscher et al., SC'10, sec. IV (move loops into subroutines)",
}

suggestion "recursion-to-loop" {
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  removes = work(0.7, { mispredicted = 0.5, chain_integer = 0.5, stores = 0.7 }),
  title = "Replace the recursion by a loop",
  why = "Each level of a recursion is a call and a return with saved registers, and processors predict "
    .. "returns only to a depth of some sixteen. A loop, if need be with a small stack of its own, "
    .. "needs neither.",
  needs = { "callee" },
  scope = "procedure",
  when = function(s)
    local n, inside = 0, { s }
    for _, l in ipairs(s.inner) do inside[#inside + 1] = l end
    for _, x in ipairs(inside) do
      n = n + sum(select_facts(x.callees, function(c)
        return not c.indirect and calls_itself(s, c)
      end), "calls")
    end
    if n == 0 then return "it does not call itself" end
    if (s.events.TOT_INS or 0) > 40 * n then return "there is much work for each call" end
    return 0.7
  end,
  evidence = function(s)
    local c = heaviest(select_facts(s.callees, function(x) return x.name == s.procedure_name end), "calls")
    if not c then return s.procedure_name .. " calls itself" end
    return s.procedure_name .. " calls itself " .. plural(c.calls, "time") .. " at " .. at(c) .. ", with "
      .. string.format("%.0f", s.events.TOT_INS / c.calls) .. " instructions for each call"
  end,
  how = {
    "When the recursive call is the last thing done, assign the arguments and go back to the start.",
    "Otherwise keep what is left to do in an array used as a stack.",
    "Let the recursion end early: treat small cases in a loop.",
  },
  fewer_instructions = true,
  example = "examples/recursion-to-loop",
  level = "-O2",
  claims = { category = "branches", at_least = 0.5 },
  changes = "the order of the work where it was done on the way back",
  tolerance = 1e-9,
  switches = {
    gcc = { { "-foptimize-sibling-calls", "turns calls in last position into jumps (part of -O2)" } },
    clang = { { "-foptimize-sibling-calls", "turns calls in last position into jumps (from -O1)" } },
    fujitsu_trad = { { "-Ksibling_calls", "turns calls in last position into jumps (from -O2)" } },
  },
  not_when = "The recursion is shallow and each level does much.",
  source = "Codee open catalog PWR018 and PWR085",
}

suggestion "direct-call" {
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  removes = function(s)
    return fewer_calls(s, select_facts(s.callees, function(c) return c.indirect and c.targets == 1 end), { mispredicted = 0.5 })
  end,
  title = "Call the one procedure that a pointer ever holds directly",
  why = "A call through a pointer can't be inlined, and its target must be loaded and guessed. When only "
    .. "one procedure is ever called from there, naming it lets the compiler inline it.",
  needs = { "callee" },
  when = function(s)
    local list = select_facts(s.callees, function(c)
      return c.indirect and c.targets == 1 and (c.name or "") == ""
    end)
    local n = sum(list, "calls")
    if n == 0 then return "no call through a pointer goes to one procedure only" end
    if (s.events.TOT_INS or 0) > 25 * n then return "there is much work for each call" end
    return s.account and 0.8 or 0.6 * (part(s, "branches", "executed") or 0)
  end,
  evidence = function(s)
    local c = heaviest(select_facts(s.callees, function(x) return x.indirect and x.targets == 1 end), "calls")
    return "the call through a pointer at " .. at(c) .. " went to the same procedure all "
      .. plural(c.calls, "time")
  end,
  how = {
    "C: name the procedure, or test once: if (f == common) { loop with common } else { loop with f }.",
    "C++: take the function as a template parameter (a lambda, std::less<>), declare classes final.",
    "Fortran: a module procedure instead of a procedure pointer or type-bound one.",
  },
  fewer_instructions = true,
  example = "examples/direct-call",
  level = "-O2",
  claims = { category = "branches", at_least = 0.5 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-fdevirtualize -fipa-cp-clone", "specialises for known pointers (the latter part of -O3)" } },
    clang = { { "-fwhole-program-vtables -flto", "calls directly where only one type can be meant" } },
  },
  not_when = "Other inputs of the program use other procedures there: keep the general way as well.",
  source = "Agner Fog, Optimizing software in C++, ch. 7.22 and 7.30; perf-book, ch. 10",
}

-- What it takes to throw and catch an exception, at least, in seconds of processor time
local THROW_S = 1e-6

suggestion "error-codes-in-hot-code" {
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  of_program = true,
  title = "Return a status instead of throwing in hot code",
  why = "Throwing an exception unwinds the stack with tables that are searched at run time, thousands of "
    .. "instructions each time. That is fine for errors, but where it happens all the time a returned "
    .. "status is a hundred times cheaper.",
  needs = { "callee" },
  when = function(s)
    if #calls_to(s, "__cxa_throw", "__cxa_begin_catch", "_Unwind_Resume", "longjmp", "__longjmp_chk") == 0 then
      return "no exceptions are thrown here"
    end
    local throws = sum(calls_to(s, "__cxa_throw", "longjmp", "__longjmp_chk"), "calls")
    if throws > 0 then return clamp(ratio(throws * THROW_S, s.program.runtime_s) or 0) end
    return 0.5 * (s.fraction or 0)
  end,
  evidence = function(s)
    local c = heaviest(calls_to(s, "__cxa_throw", "__cxa_begin_catch", "_Unwind_Resume", "longjmp",
      "__longjmp_chk"), "calls")
    return "exceptions are thrown or caught " .. plural(c.calls, "time") .. " at " .. at(c)
  end,
  how = {
    "Return std::optional, std::expected (C++23) or bool and a reference for the value.",
    "Test before calling what would throw, as with find instead of at.",
  },
  fewer_instructions = true,
  example = "examples/error-codes-in-hot-code",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-fno-exceptions", "shows where they are used: such code no longer compiles" } },
    clang = { { "-fno-exceptions", "shows where they are used: such code no longer compiles" } },
    fujitsu_trad = { { "-Nnoexceptions", "no exceptions" } },
    fujitsu_clang = { { "-fno-exceptions", "no exceptions" } },
  },
  not_when = "It is thrown once in a run.",
  source = "Agner Fog, Optimizing software in C++, ch. 7.31; ISO C++ Technical report on performance, TR 18015",
}

suggestion "type-tag-instead-of-cast" {
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  of_program = true,
  title = "Ask an object for its kind instead of trying dynamic_cast",
  why = "dynamic_cast walks the class hierarchy at run time and compares type names, which takes tens to "
    .. "hundreds of instructions. A virtual function or a small number that tells the kind costs a few.",
  needs = { "callee" },
  when = function(s)
    if #calls_to(s, "__dynamic_cast") == 0 then return "no dynamic_cast here" end
    local time = time_in(s, "__dynamic_cast", "__cxxabiv1")
    return time and clamp(0.9 * time) or 0.7 * (s.fraction or 0)
  end,
  evidence = function(s)
    local c = heaviest(calls_to(s, "__dynamic_cast"), "calls")
    return "dynamic_cast is executed " .. plural(c.calls, "time") .. " at " .. at(c)
  end,
  how = {
    "Give the base class a virtual function that does what the cast was for.",
    "Or store a kind in the base class, compare it and use static_cast.",
  },
  fewer_instructions = true,
  example = "examples/type-tag-instead-of-cast",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = "nothing",
  tolerance = 0,
  not_when = "Classes of others, which can't be changed, are involved.",
  source = "Agner Fog, Optimizing software in C++, ch. 7.21; ISO C++ Technical report on performance, TR 18015",
}

suggestion "profile-guided-branches" {
  category = "branches",
  subcategory = "Make branches predictable",
  removes = wrong_guesses,
  title = "Let the compiler arrange branches by a measured profile",
  why = "Code runs fastest when the common way is straight ahead and the rare one is a jump. The compiler "
    .. "can only guess which is which, unless it is given a profile of a typical run.",
  needs = { "branch", "compiler" },
  scope = "procedure",
  when = function(s)
    if built_with(s, "-fprofile-use", "-fprofile-instr-use", "-fauto-profile") then return "it was compiled with a profile" end
    local taken, all = s.events.BR_TAKEN, s.events.BR_CND
    if not taken or not all or #s.inner > 0 then return "its branches are mostly those of loops" end
    if taken < 0.5 * all or #s.branches < 4 then return "its code is straight already" end
    return 0.15
  end,
  evidence = function(s)
    return percent(s.events.BR_TAKEN / s.events.BR_CND) .. " of the " .. count(s.events.BR_CND)
      .. " conditional branches of " .. s.procedure_name .. ", which has no loops, were taken"
  end,
  how = {
    "Compile with profile generation, run a typical case, compile again with the profile.",
    "Or mark rare ways by hand: __builtin_expect, [[unlikely]], __attribute__((cold)).",
  },
  changes = "nothing",
  switches = pgo,
  not_when = "Inputs differ so much that no run is typical.",
  source = "GCC manual, instrumentation options; perf-book, ch. 11",
}
