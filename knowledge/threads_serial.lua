-- Threads: what one of them does alone, of several or on a machine with many processors.

-- Seconds that an entry of a loop has to take, so that starting threads pays (EPCC OpenMP
-- micro-benchmarks: some microseconds, on large nodes tens)
local ENTRY_S = 1e-4

-- Of what waits for memory's bandwidth, threads take at least a half: one core alone gets that
-- much of it where memory has few channels (STREAM with one thread and all)
local STREAMS = 2

-- Why its iterations are not to be shared out among threads; nil: they may be
local function why_not(l, n)
  local p, entries = l.program, l.loop and l.loop.entries or 0
  if not l.loop or entries <= 0 then return "how often it is executed was not measured" end
  if (l.loop.trips or 0) < 2 * n then return "it has few iterations" end
  if (l.fraction or 0) * (p.runtime_s or 0) < ENTRY_S * entries then return "it is too short to start threads for" end
  local why = hands_on(l)
  if why then return why end
  return nil
end

suggestion "share-iterations" {
  number = 220,
  category = "threads",
  subcategory = "Share the work evenly",
  title = "Run the loop's iterations on several processors (OpenMP)",
  why = "The program has one thread, and a thread uses one processor: the others are idle. Iterations that need nothing of each other "
    .. "can run side by side.",
  needs = { "loop" },
  scope = "loop",
  last = true,
  fewer_instructions = true,
  when = function(s)
    local p = s.program
    local n = p.processors or 1
    if (p.threads or 1) > 1 or (p.all_threads or 1) > 1 then return "the program has threads" end
    if (p.ranks or 1) > 1 then return "the program has ranks" end
    if n < 2 then return "the program may use one processor" end
    local reason = why_not(s, n)
    if reason then return reason end
    if s.outer and not why_not(s.outer, n) then return "the loop around it has independent iterations, too" end
    local lines = s.account and charged(s, { "memory_bandwidth", "stores" }) or 0
    return 1 - clamp(lines) / math.min(n, STREAMS) - (1 - clamp(lines)) / n
  end,
  evidence = function(s)
    return "one of " .. plural(s.program.processors, "processor") .. " runs the loop at " .. s.place .. ", whose " .. count(s.loop.trips)
      .. " iterations hand nothing on" .. (#s.chains > 0 and " but a sum" or "") .. ", as far as was seen"
  end,
  how = {
    "#pragma omp parallel for in front of the loop (!$omp parallel do), reduction(+:sum) where it sums up; build with -fopenmp.",
    "Declare in the loop, or list in private(), what each iteration sets for itself.",
    "Check that no iteration reads what another one writes: a[i] = a[i + 1] needs a second array.",
    "Initialise the arrays in a parallel loop of the same schedule, too: pages lie where they are first written.",
  },
  example = "examples/share-iterations",
  level = "-O2 -fno-math-errno",
  after_level = "-O2 -fno-math-errno -fopenmp",
  link = "-lm",
  claims = { category = "elapsed", at_least = 0.3 },
  tolerance = 0,
  changes = { "order_of_sums", "thread_safety", says = "the rounding of sums; what the loop calls has to be safe with threads" },
  switches = {
    gcc = { { "-fopenmp", "OpenMP's directives" }, { "-ftree-parallelize-loops=4", "parallelises simple loops by itself" } },
    clang = { { "-fopenmp", "OpenMP's directives" } },
    intel = { { "-qopenmp", "OpenMP's directives" } },
    fujitsu_trad = { { "-Kopenmp", "OpenMP's directives" }, { "-Kparallel", "parallelises by itself" } },
    nvidia = { { "-mp", "OpenMP's directives" } },
    cray = { { "-homp", "Fortran: OpenMP's directives" } },
  },
  not_when = "Other programs, or other instances of this one, use the processors.",
  source = "OpenMP specification, parallel for; Codee open catalog, PWR050 and PWR051",
}

suggestion "parallelise-serial-part" {
  number = 215,
  category = "threads",
  subcategory = "Share the work evenly",
  title = "Parallelise what one thread does while the others wait",
  why = "While one thread works alone, the other cores are idle. A tenth of the work left serial limits any number of threads to a speed-up of ten.",
  needs = { "loop" },
  scope = "loop",
  of_elapsed = true,
  when = function(s)
    local n = s.program.threads or 1
    if n < 2 then return "the program has one thread" end
    if s.threads then return "several threads run it" end
    if one_at_a_time(s) then return "no threads that would have work wait for it" end
    if all_at_work(s) then return "the others have work meanwhile" end
    if s.outer and #starts_regions(s.outer) == 0 then return "it is an inner loop" end
    -- of the elapsed time: what one thread does, all others wait for
    local path = s.path or s.fraction or 0
    if path < 0.02 then return "it takes little of the elapsed time" end
    for _, c in ipairs(s.chains) do
      if c.kind ~= "integer" and not (c.adds + c.muls <= 1) then return "each iteration depends on the one before" end
    end
    if recurs(s) then return "each iteration depends on the one before" end
    if #starts_regions(s) > 0 or #calls_to(s, "GOMP_barrier") > 0 then return "it starts parallel regions" end
    return clamp(0.9 * path * (1 - 1 / at_a_time(s)))
  end,
  evidence = function(s)
    return "one of " .. count(s.program.threads) .. " threads runs the loop at " .. s.place .. ", for " .. percent(s.path or s.fraction)
      .. " of the elapsed time"
  end,
  how = {
    "#pragma omp parallel for, with reduction for sums; check that iterations are independent.",
    "What can't be parallelised can perhaps overlap with other work: sections or tasks.",
  },
  fewer_instructions = true,
  changes = { "order_of_sums", "thread_safety", says = "the rounding of reductions; what the loop calls has to be safe with threads" },
  switches = {
    gcc = { { "-ftree-parallelize-loops=4", "parallelises simple loops" } },
    intel = { { "-qopenmp", "OpenMP; -parallel (classic compilers) by itself" } },
    fujitsu_trad = { { "-Kparallel", "parallelises by itself" } },
    nvidia = { { "-Mconcur", "parallelises by itself" } },
    cray = { { "-hautothread", "Fortran: parallelises by itself" } },
  },
  not_when = "It runs while other threads do other work.",
  source = "Amdahl, 1967; POP metrics, serial fraction",
}

-- What gives threads of a region different parts of its work, or a number by which they choose theirs
local HANDS_OUT = { "^GOMP_", "^__kmpc_", "^omp_", "^_?_?pthread_" }

local function hands_out(s)
  local found = #calls_of_own(s) > 0 or executed_part(s, "atomics") > 0
  for _, c in ipairs(s.callees) do
    for _, pattern in ipairs(HANDS_OUT) do found = found or c.name:find(pattern) ~= nil end
  end
  for _, l in ipairs(s.inner) do found = found or hands_out(l) end
  return found
end

suggestion "share-out-the-loop" {
  number = 282,
  category = "threads",
  subcategory = "Share the work evenly",
  title = "Add for (do) to the parallel region whose threads all do the same",
  why = "omp parallel alone starts threads, each of which executes all that follows. Only for (Fortran: do), sections or tasks give each of them a part.",
  needs = { "code", "threads" },
  scope = "procedure",
  fewer_instructions = true,
  when = function(s)
    if not (s.name or ""):find("(parallel region)", 1, true) then return "it is no parallel region" end
    if s.threads.n < 2 then return "one thread runs it" end
    if #s.inner == 0 then return "it has no loop" end
    if hands_out(s) then return "its threads get different parts" end
    if s.threads.imbalance > 0.25 then return "its threads do different work" end
    return 0.95 * (1 - 1 / s.threads.n)
  end,
  evidence = function(s)
    return count(s.threads.n) .. " threads run " .. s.place .. ", and nothing there gives them different parts of the work: each does all of it"
  end,
  how = {
    "#pragma omp parallel for, !$omp parallel do; or for (do) before the loop within the region.",
    "What all threads write to is then written once; private what each needs for itself, reduction for sums.",
  },
  example = "examples/share-out-the-loop",
  level = "-O2 -fopenmp",
  env = { "OMP_NUM_THREADS=2", "OMP_WAIT_POLICY=passive" },
  claims = { category = "time", at_least = 0.3 },
  changes = { "order_of_sums", "thread_safety", says = "the rounding of reductions; iterations must not need each other" },
  tolerance = 0,
  not_when = "Each thread works with what is threadprivate, or takes its part by a number from elsewhere.",
  source = "OpenMP specification, parallel construct; own measurements",
}
