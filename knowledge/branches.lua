-- Branches: fewer mispredicted ones.

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
  clang = { { "-fprofile-generate", "build, run once, llvm-profdata merge -o default.profdata *.profraw, then build again with "
    .. "-fprofile-use=default.profdata" } },
  intel = { { "-fprofile-generate", "icx: build, run once, llvm-profdata merge -o default.profdata *.profraw, then build again with "
    .. "-fprofile-use=default.profdata" } },
}

-- those that choose between two ways; no select ends a loop
local function choices(s, least)
  return select_facts(badly_predicted(s, least), function(b)
    return not b.leaves and (not s.loop or b.line ~= s.line or not s.line)
  end)
end

local function describe(b)
  if not b then return "its branches are mispredicted" end
  return "the branch at " .. at(b) .. " is taken in " .. percent(taken_share(b)) .. " of "
    .. count(b.count) .. " cases and mispredicted in " .. percent(misprediction(b))
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
  number = 1,
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
    if #list == 0 then return "its branches are predicted well, except those that end loops" end
    if s.code.calls > 0 then return "the loop has calls, so one of the ways may be long" end
    if searches(s) then return SEARCHES end
    if s.code.instructions > 80 or not s.loop.innermost then return "the ways are too long to do both" end
    if (s.code.divides or 0) + (s.code.square_roots or 0) + (s.code.integer_divides or 0) > 0 then
      return "one of the ways holds a slow operation"
    end
    return 0.9 * misprediction_share(s, list)
  end,
  evidence = function(s)
    return describe(heaviest(choices(s), "mispredicted"))
  end,
  how = {
    "Use comparisons as numbers: sum += x * (x > t); for integers also x & -(x > t).",
    "Store always, with the old value where nothing changes: a[i] = x > t ? x : a[i];",
    "A list of those that fit: out[n] = i; n += x > t; the next one overwrites what does not fit.",
    "Look at the assembly: a select is cmov, blend, and (x86), fcsel or csel (Arm), isel (POWER).",
  },
  example = "examples/branchless-select",
  level = "-O2",
  claims = { category = "branches", at_least = 0.6 },
  changes = { "nan_infinity", "thread_safety",
    says = "0 times infinity is NaN; storing in each iteration writes to elements that another thread may own, and faults in "
      .. "read-only memory" },
  tolerance = 0,
  switches = {
    gcc = { { "-O3 -ftree-loop-if-convert", "replaces branches by selects in loops that it vectorises" } },
    clang = { { "-mllvm -x86-cmov-converter=false", "keeps selects that it would turn into branches again" } },
    intel = { { "-O3 -xHost", "vectorises with masks, which need no branches" } },
    fujitsu_trad = { { "-Ksimd=2", "uses masked vector instructions for loops with if" } },
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
  number = 2,
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
    if #list < 2 then return "it does not have two unpredictable branches" end
    if s.code.calls > 0 or s.code.instructions > 60 or executed_within(s, "divides", "square_roots") > 0
      or executed_within(s, "fp_add", "fp_mul", "fma") > 0.2 * (s.events.TOT_INS or 0) then
      return "more happens here than picking a number"
    end
    if searches(s) then return SEARCHES end
    local fixed = 0
    for _, b in ipairs(list) do if b.line ~= list[1].line then fixed = fixed + 1 end end
    if fixed == 0 then return "the tests are one condition" end
    return 0.85 * misprediction_share(s, list)
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
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The first test of the chain nearly always decides: then it is predicted well.",
  fallback = 0.2,
  source = "Burtscher et al., SC'10, sec. IV (Boolean values as integers); Agner Fog, Optimizing C++, ch. 7",
}

-- mispredicted branches on lines that have more than one of these: of a copy of a
-- test that never fails nothing is to be combined
local function same_line(s)
  local lines = {}
  for _, b in ipairs(badly_predicted(s, 0.03)) do
    if b.kind == "conditional" and b.line then lines[b.line] = (lines[b.line] or 0) + 1 end
  end
  -- the line of a loop has its entry, its test and its step, and none is a condition
  local loops, l = {}, s
  while l do
    if l.line then loops[l.line] = true end
    l = l.outer
  end
  for _, inner in ipairs(s.inner) do if inner.line then loops[inner.line] = true end end
  return select_facts(badly_predicted(s, 0.03), function(b) return b.line and lines[b.line] > 1 and not loops[b.line] end)
end

suggestion "combine-conditions" {
  number = 3,
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
    return 0.6 * misprediction_share(s, several)
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
  changes = { "behaviour", says = "all tests are made: none may have side effects or trap" },
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
  number = 4,
  category = "branches",
  subcategory = "Remove unpredictable branches",
  removes = wrong_guesses,
  title = "Limit values with minimum and maximum instead of if",
  why = "Processors have instructions for the minimum and the maximum of two numbers, which take as long as an addition. An if that stores only when a limit is exceeded needs a branch, and if its outcome depends on the data, the processor often guesses it wrong.",
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
      return "it appends the elements that meet the condition to a list"
    end
    if #sometimes == 0 or s.code.instructions > 40 then return "no store here depends on a condition alone" end
    return 0.92 * misprediction_share(s, list)
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
    "In C, fmin and fmax treat NaN specially: use the conditional expression, which becomes one instruction.",
  },
  example = "examples/clamp-with-min-max",
  level = "-O2",
  claims = { category = "branches", at_least = 0.6 },
  changes = { "nan_infinity", says = "with NaN the result may be the other operand" },
  tolerance = 0,
  switches = {
    gcc = { { "-ffinite-math-only -fno-signed-zeros", "turns if into minimum and maximum, and fmin into one instruction" } },
    clang = { { "-ffinite-math-only -fno-signed-zeros", "lets if become minimum and maximum" } },
    fujitsu_clang = { { "-ffinite-math-only", "assumes that there are no NaN and infinities" } },
  },
  not_when = "Limits are hardly ever exceeded: then the branch is predicted and the store saved.",
  source = "Codee open catalog RMK012; Agner Fog, Optimizing software in C++, ch. 14.3",
}

-- mispredicted comparisons with numbers so small that a table can hold an entry for each
local function constants(s)
  return select_facts(badly_predicted(s, 0.04), function(b) return b.asks == "constant" or b.asks == "zero" end)
end

suggestion "lookup-table" {
  number = 5,
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
    if #list < 3 then return "it does not have three unpredictable branches on small numbers" end
    if executed_within(s, "fp_scalar", "fp_packed") > 0 then return "the tested values are not small integers" end
    if s.code.calls > 0 or s.code.instructions > 80 then return "more happens here than picking an answer" end
    if searches(s) then return SEARCHES end
    return 0.9 * misprediction_share(s, list)
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
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The table is larger than some kilobytes: it then pushes data out of the cache.",
  source = "Agner Fog, Optimizing software in C++, ch. 14.1; Codee open catalog RMK012",
}

-- The loop around it that is the same one in the source: compilers make two of a search whose bounds move in two ways
local function same_loop_around(s)
  local o = s.outer
  return o and o.file == s.file and o.line == s.line and o.loop and o or nil
end

-- The steps of a search
local function steps_of(s)
  local around = same_loop_around(s)
  return around and ratio(s.loop.iterations, around.loop.entries) or s.loop.trips
end

-- What mispredictions cost in the loop around it that is the same one, as a share of the run's time
local function guessed_around(s)
  local o = same_loop_around(s)
  if not o or not o.account or not s.account then return nil end
  return math.max(0, (o.fraction or 0) * (o.account.mispredicted or 0) - (s.fraction or 0) * (s.account.mispredicted or 0))
end

suggestion "branchless-search" {
  number = 6,
  category = "branches",
  subcategory = "Remove unpredictable branches",
  for_libraries = true,
  removes = wrong_guesses,
  besides = guessed_around,
  title = "Make the binary search branchless",
  why = "A binary search asks a question whose answer is as good as random at each step, so half of the "
    .. "steps are guessed wrong. Moving the lower bound by a product or a conditional move needs no "
    .. "guess, and the number of steps is then the same for each search.",
  needs = { "branch", "loop", "memref" },
  scope = "loop",
  when = function(s)
    local trips = steps_of(s)
    if not trips or trips < 4 or trips > 40 or s.loop.innermost == false then
      return "the loop is not one of few iterations"
    end
    local list, probes = badly_predicted(s, 0.15), probed(s)
    if #list == 0 or #probes ~= 1 then return "it does not look like a search" end
    if #select_facts(s.memrefs, function(r) return r.access == "store" and r.operand ~= "stack" end) > 0 then
      return "it stores, so it is not a search"
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
    return 0.8 * misprediction_share(s, list)
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " jumps about in memory for " .. string.format("%.0f", steps_of(s))
      .. " steps each time it is entered, and " .. describe(heaviest(badly_predicted(s, 0.15), "mispredicted"))
  end,
  how = {
    "Keep a base and a length: half = n / 2; base += (a[base + half - 1] < key) * half; n -= half;",
    "For large tables prefetch both next candidates, or search several keys in turn.",
    "Where many keys are sought, sort them and merge instead of searching.",
  },
  example = "examples/branchless-search",
  level = "-O2",
  claims = { category = "branches", at_least = 0.5 },
  changes = { "nothing" },
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
  number = 7,
  category = "branches",
  subcategory = "Remove unpredictable branches",
  removes = steps_without_bits,
  title = "Iterate over set bits with ctz",
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
    local list = select_facts(badly_predicted(s, 0.04), function(b)
      local t = taken_share(b)
      return (t > 0.65 or t < 0.35) and math.abs(b.count - s.loop.iterations) < 0.1 * s.loop.iterations
        and (b.asks == "bit" or b.asks == "zero")
    end)
    if #list == 0 then return "no branch in each step tests a bit or flag and mostly goes one way" end
    if s.code.integer_divides > 0 then return "it divides integers" end
    if s.events.FOT_INS and s.events.FOT_INS > 0.1 * s.loop.iterations then return "it tests numbers, not bits" end
    return s.account and idle_steps(s) or 0.7 * misprediction_share(s, list)
  end,
  evidence = function(s)
    local b = heaviest(badly_predicted(s, 0.04), "mispredicted")
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
  changes = { "nothing" },
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
  number = 8,
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
    return 0.8 * misprediction_share(s, list)
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
  claims = { category = "branches", at_least = 0.5 },
  changes = { "order_of_sums", says = "the order of the work, and with it the rounding of sums" },
  tolerance = 1e-9,
  not_when = "The condition of an element changes from pass to pass, or the data are used once.",
  source = "Agner Fog, Optimizing software in C++, ch. 7.5; perf-book, ch. 10",
}

suggestion "profile-guided-branches" {
  number = 11,
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
  changes = { "nothing" },
  switches = pgo,
  not_when = "Inputs differ so much that no run is typical.",
  source = "GCC manual, instrumentation options; perf-book, ch. 11",
}
