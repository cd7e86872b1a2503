-- Branches: fewer of them in and around loops.

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

-- branches of each iteration that always go the same way
local function one_way(s)
  local iterations = s.loop.iterations
  local fixed = select_facts(s.branches, function(b)
    -- one that leaves the loop asks anew in each iteration: the loop goes on for as long as
    -- the answer is the same
    return b.kind == "conditional" and not b.leaves and b.count > 0.9 * iterations
      and (taken_share(b) < 0.0001 or taken_share(b) > 0.9999) and (misprediction(b) or 1) < 0.001
  end)
  -- each entry leaves the loop once: that branch is not among them when entries are many
  if (s.loop.entries or 0) < 0.001 * iterations then
    fixed = select_facts(fixed, function(b) return b.line ~= s.line end)
  end
  return fixed
end

suggestion "unswitch-loop" {
  number = 19,
  category = "branches",
  subcategory = "Reduce the number of branches",
  removes = function(s) return fewer_branches(s, one_way(s)) end,
  title = "Unswitch the loop: hoist the invariant test",
  why = "A test of something that does not change in the loop is made again in each iteration, and takes "
    .. "the place of useful instructions even when it is guessed right. Testing once and having one "
    .. "loop for each outcome removes it.",
  needs = { "branch", "loop", "code" },
  scope = "loop",
  when = function(s)
    local iterations = s.loop.iterations
    if not iterations or s.loop.innermost == false or s.loop.trips < 8 then return "it is not a long inner loop" end
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
  changes = { "nothing" },
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

-- branches that change their way once or twice as the loop runs, as no bit of a number does; those
-- that ask elements do where these are sorted, and then go the other way for long, too
local function changing(s, iterations, entries)
  return select_facts(s.branches, function(b)
    local changes = math.min(b.taken, b.count - b.taken)
    return b.kind == "conditional" and b.asks ~= "float" and b.asks ~= "bit" and (not b.element or changes > 30 * b.mispredicted) and b.count > 0.3 * iterations and b.mispredicted < 3 * entries + 16
      and (changes > 0.04 * b.count or (changes > 0.5 * entries and changes < 3 * entries))
  end)
end

suggestion "split-iteration-range" {
  number = 20,
  category = "branches",
  subcategory = "Reduce the number of branches",
  removes = function(s)
    return fewer_branches(s, { changing(s, s.loop.iterations, s.loop.entries)[2] }, { mispredicted = 0.5 })
  end,
  title = "Split the loop at its index test",
  why = "A test of the loop's own counter, at the border or in the middle, has the same outcome for long "
    .. "runs of iterations. Several loops over the runs need no test, and the compiler can vectorise "
    .. "what has no branch inside.",
  needs = { "branch", "loop" },
  scope = "loop",
  when = function(s)
    local iterations, entries = s.loop.iterations, s.loop.entries
    if not iterations or s.loop.innermost == false or s.loop.trips < 16 then return "it is not a long inner loop" end
    local runs = changing(s, iterations, entries)
    -- one branch ends the loop
    if #runs < 2 then return "no test here changes its outcome only once or twice during the loop" end
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
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-fsplit-loops -fpeel-loops", "does it for simple conditions (part of -O3)" } },
    clang = "no dependable switch: split by hand",
  },
  not_when = "The parts are only a few iterations long.",
  source = "Codee open catalog PWR049",
}

suggestion "unroll-loop" {
  number = 21,
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
    -- beginning and ending the unrolled one takes what some forty iterations save
    if not s.loop.innermost or not s.loop.trips or s.loop.trips < 40 then return "it is not a long inner loop" end
    if s.code.instructions > 7 or s.code.branches ~= 1 then return "its body is long enough" end
    if s.code.calls > 0 then return "a call takes longer than the branch" end
    if built_with(s, "unroll-loops") then return "it was compiled with unrolling" end
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
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-funroll-loops", "unrolls loops whose number of iterations is known on entry" } },
    clang = { { "-funroll-loops", "on from -O2; -mllvm -unroll-count=N says how often" } },
    intel = { { "-funroll-loops", "unrolls; classic compilers: -unroll=N" } },
    fujitsu_trad = { { "-Kunroll", "unrolls; -Kunroll=N says how often" } },
    fujitsu_clang = { { "-funroll-loops", "unrolls" } },
    nvidia = { { "-Munroll", "unrolls" } },
    cray = { { "-hunroll2", "Fortran: unrolls all loops where it pays" } },
  },
  pragmas = {
    gcc = { { "#pragma GCC unroll 4", "before the loop" } },
    clang = { { "#pragma clang loop unroll_count(4)", "before the loop" } },
    intel = { { "#pragma unroll(4)", "before the loop" } },
    fujitsu_trad = { { "#pragma loop unroll(4)", "before the loop; !OCL UNROLL(4) in Fortran" } },
    fujitsu_clang = { { "#pragma clang loop unroll_count(4)", "before the loop" } },
    cray = { { "!dir$ unroll 4", "Fortran: before the loop" } },
  },
  not_when = "It waits for memory or for a chain of dependent operations, or the code is too large already.",
  source = "Burtscher et al., SC'10, sec. IV; Fujitsu programming guide, loop unrolling",
}

suggestion "special-case-trip-count" {
  number = 22,
  category = "branches",
  subcategory = "Reduce the number of branches",
  removes = function(s)
    return fewer(s, 3 * (s.loop.iterations or 0), nil, { mispredicted = misprediction_share(s, badly_predicted(s)) }, 1)
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
    return s.account and 0.8 or clamp(3 * iterations / all + misprediction_share(s, badly_predicted(s)))
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
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-fpeel-loops", "peels loops that a profile shows to be short" } },
    fujitsu_trad = { { "-Kassume=shortloop", "says that inner loops are short" } },
    intel = { { "-O3", "with the directive below" } },
  },
  pragmas = {
    intel = { { "#pragma loop_count(3)", "the usual number of iterations" } },
    cray = { { "!dir$ loop_info est_trips(3)", "Fortran: the usual number of iterations" } },
  },
  not_when = "The length is usually larger, or differs from call to call.",
  source = "Burtscher et al., SC'10, sec. IV (special-case common trip counts); Codee open catalog PWR019",
}

suggestion "sentinel" {
  number = 23,
  category = "branches",
  subcategory = "Reduce the number of branches",
  removes = function(s) return fewer(s, 2 * (s.loop.iterations or 0), nil, nil, 0.5) end,
  remedy = "search",
  title = "Search with a sentinel so that one test per step is enough",
  why = "A search asks twice per element: is this it, and is this the end? With the sought value stored "
    .. "after the last element the search always ends by finding it, and the second test is made "
    .. "once, afterwards.",
  needs = { "code", "loop", "branch" },
  scope = "loop",
  when = function(s)
    if not s.loop.innermost or not s.loop.trips or s.loop.trips < 8 then return "it is not a long inner loop" end
    if s.code.branches ~= 2 or s.code.instructions > 9 or s.code.stores > 0 or s.code.calls > 0
      or s.code.loads > 1 or s.code.fp_packed > 0 or s.code.integer_divides > 0 then
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
    "Unroll it: four steps in a row never go past the key. Processors that execute two branches in a cycle gain only by this.",
    "For bytes use memchr, which tests many at a time.",
  },
  fewer_instructions = true,
  example = "examples/sentinel",
  level = "-O2",
  claims = { category = "branches", at_least = 0.4 },
  changes = { "behaviour", "thread_safety", says = "the element after the last one is written: no other thread may search the array meanwhile" },
  tolerance = 0,
  not_when = "Several threads search the same array, or it can't be written to.",
  source = "Knuth, The art of computer programming, vol. 3, sec. 6.1, algorithm Q",
}
