-- Threads: sharing the work evenly and the data as little as possible.

category "threads" {
  title = "Threads and sharing",
  subcategories = {
    "Share less data",
    "Synchronise less often",
    "Share the work evenly",
  },
}

local function n_threads(s)
  return s.threads and s.threads.n or s.program.threads or 1
end

local function many(s, list, per_instructions)
  local n = sum(list, "calls")
  return n >= 100 and n * per_instructions > (s.events.TOT_INS or math.huge), n
end

-- Of the program's time, what the parallel runtime and locks take; part of the
-- section's where their time was not recorded
local function of_runtime(s, part)
  local taken = time_in(s, "[Gg][Oo][Mm][Pp]", "kmp", "mutex", "lll_lock", "lll_unlock", "futex", "barrier", "task")
  if not taken then return clamp(part * (s.fraction or 0)) end
  return clamp(0.9 * taken + 0.1 * part * (s.fraction or 0))
end

local function called(s, ...)
  local c = heaviest(calls_to(s, ...), "calls")
  return name_of(c) .. " is called " .. plural(c.calls, "time") .. " at " .. at(c)
end

suggestion "pad-per-thread-data" {
  number = 207,
  category = "threads",
  subcategory = "Share less data",
  title = "Keep the data that each thread writes in separate cache lines",
  why = "Caches exchange whole lines. When two threads write to different numbers in one line, the line travels between their cores for each "
    .. "write, a hundred cycles each time, although nothing is shared in the program.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    if n_threads(s) < 2 then return "one thread runs it" end
    local list = falsely_shared(s)
    if #list == 0 then return "no two threads were seen to write close to each other" end
    local writes = 0
    for _, r in ipairs(list) do writes = writes + r.count * r.false_sharing end
    local cost = cost_of_sharing(s, writes)
    if cost and cost < 0.01 then return "it takes no longer than alone" end
    return cost or 0.7 * heaviest(list, "false_sharing").false_sharing
  end,
  evidence = function(s)
    local r = heaviest(falsely_shared(s), "count")
    return percent(r.false_sharing) .. " of the " .. count(r.count) .. " writes of the store at " .. at(r)
      .. " are false sharing: another thread writes to other places of the same cache line (" .. bytes(s.machine.line or 64) .. ")"
  end,
  how = {
    "Count in a local variable and store once, at the end.",
    "Pad: struct { _Alignas(64) long n; } counts[THREADS]; 256 bytes on A64FX, 128 on POWER.",
    "OpenMP: reduction(+:n) or private variables instead of arrays indexed by thread number.",
  },
  fewer_instructions = true,
  changes = { "nothing" },
  not_when = "The writes are rare.",
  source = "Burtscher et al., SC'10, sec. III; Treibig, Hager and Wellein, Performance patterns (false sharing)",
}

-- Whether its atomic updates count the owners of shared objects, as std::shared_ptr does: by the
-- lines that they are from, by what the last owner calls, or by calls through the object that
-- are there for the last owner, and that nobody has made
local function counts_owners(s)
  if s.language ~= "C++" or not s.code or (s.code.atomics or 0) < 2 then return false end
  for _, r in ipairs(s.memrefs) do
    if r.file and (r.file:find("shared_ptr") or r.file:find("atomicity")) then return true end
  end
  for _, c in ipairs(s.callees) do
    if (c.name or ""):find("_Sp_counted") then return true end
  end
  local through = (s.code.indirect_calls or 0) > 0 and (executed(s, "calls") or 0) - sum(s.callees, "calls")
  return through and through < 0.01 * executed(s, "atomics")
end

-- Stores to places of which each thread may have a copy: one, or a table that stays in
-- half of the first cache. Each line of it was fetched once or more.
local function has_room_for_copies(s, r)
  local lines = math.min(r.lines or math.huge, r.l1_misses or math.huge)
  return r.stride == 0 or lines * line_of(s) <= 0.5 * (s.machine.L1_size or 0)
end

-- Cycles per instruction of a loop that waits for nothing, about
local QUICK = 0.5

suggestion "reduce-instead-of-atomics" {
  number = 208,
  category = "threads",
  subcategory = "Share less data",
  title = "Sum up in each thread and combine once, instead of atomically",
  why = "An atomic update takes twenty cycles when nobody else wants the line, and hundreds when others do. A sum in a local variable of each "
    .. "thread takes one, and is added to the others' once.",
  needs = { "code", "loop" },
  scope = "loop",
  when = function(s)
    if executed_within(s, "atomics") == 0 and #calls_to(s, "GOMP_atomic_start", "__kmpc_atomic_start") == 0 then
      return "it makes no atomic updates"
    end
    if s.code.instructions > 200 or executed_part(s, "atomics") < 0.005 and s.code.atomics > 0 then return "they are few among the rest" end
    if n_threads(s) < 2 then return "one thread makes them: nobody else wants the line" end
    if counts_owners(s) then return "they count the owners of shared pointers" end
    local few = select_facts(s.memrefs, function(r) return r.access == "store" and r.operand ~= "stack" and has_room_for_copies(s, r) end)
    if #few == 0 then return "they go to many different places" end
    local a = s.account
    if not a or not a.measured then return clamp(1 - QUICK / (s.lcpi.overall or 1)) end
    -- the model knows what the unit takes, not how long others keep the line
    local modelled = clamp(ratio(a.modelled, a.measured) or 1)
    local unit = a.floor and a.floor.busy_with == "atomics" and 0.8 * charged(s, { "pipes" }) or 0
    return unit * modelled + 1 - modelled
  end,
  evidence = function(s)
    return plural(math.max(1, executed(s, "atomics") or 0), "atomic update") .. " in the loop at " .. s.place .. ", by " .. plural(n_threads(s), "thread")
  end,
  how = {
    "OpenMP: reduction(+:sum) on the loop, and no atomic in it.",
    "Threads: a local variable, added atomically once at the end.",
    "Histograms: one array for each thread, added up at the end.",
  },
  fewer_instructions = true,
  example = "examples/reduce-instead-of-atomics",
  level = "-O2 -fopenmp",
  env = { "OMP_NUM_THREADS=2", "OMP_WAIT_POLICY=passive" },
  claims = { category = "time", at_least = 0.1 },
  changes = { "order_of_sums", says = "the rounding of floating-point sums, which depends on the number of threads" },
  tolerance = 1e-9,
  not_when = "Threads update different places, rarely at the same time, and copies would be too large.",
  source = "OpenMP specification; Codee open catalog; Hager and Wellein, Introduction to HPC, ch. 7",
}

local locks = { "GOMP_critical_start", "GOMP_critical_name_start", "pthread_mutex_lock", "omp_set_lock", "__kmpc_critical",
  "pthread_spin_lock", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "___pthread_mutex_lock" }
suggestion "narrow-critical-section" {
  number = 209,
  category = "threads",
  subcategory = "Synchronise less often",
  of_program = true,
  title = "Enter the critical section once per block, not per element",
  why = "Only one thread at a time may be in a critical section, and entering it costs tens of cycles even when it is free. Do the work outside, and hand over the results of many elements at once, so that the others can continue.",
  needs = { "callee" },
  when = function(s)
    local list = calls_to(s, table.unpack(locks))
    if #list == 0 then return "it takes no locks" end
    if #debug_containers(s) > 0 then return "the locks are those of the containers' debug mode" end
    if not many(s, list, 2000) then return "it takes locks rarely" end
    return of_runtime(s, 0.5)
  end,
  evidence = function(s)
    local n = sum(calls_to(s, table.unpack(locks)), "calls")
    return called(s, table.unpack(locks)) .. ", once in " .. string.format("%.0f", s.events.TOT_INS / n) .. " of its instructions"
  end,
  how = {
    "Collect in local variables, and lock once for all of them at the end.",
    "Sums, minima, maxima: a reduction needs no lock.",
    "Large tables: several locks, each for a part; atomics for single numbers.",
  },
  fewer_instructions = true,
  example = "examples/narrow-critical-section",
  level = "-O2 -fopenmp",
  env = { "OMP_NUM_THREADS=2", "OMP_WAIT_POLICY=passive" },
  claims = { category = "time", at_least = 0.1 },
  changes = { "order_of_sums", says = "the rounding of floating-point sums, which depends on the number of threads" },
  tolerance = 1e-9,
  not_when = "Others must see each change at once.",
  source = "Hager and Wellein, Introduction to HPC, ch. 7; POP best practices",
}

local regions = { "GOMP_parallel", "__kmpc_fork_call", "pthread_create" }
suggestion "merge-parallel-regions" {
  number = 210,
  category = "threads",
  subcategory = "Synchronise less often",
  title = "Make parallel regions fewer and larger",
  why = "Starting the threads of a region and waiting for the last one takes microseconds, the time of thousands of instructions. Small regions "
    .. "spend most of their time on that.",
  needs = {}, -- the calls, or where they are waited for
  of_elapsed = true,
  when = function(s)
    if s.program.threads == 1 then return "its parallel regions have one thread" end
    local waits = around_region(s)
    if waits > 0 then
      if not tiny_regions(s) then return "its parallel regions are long" end
      local barriers = sum(select_facts(s.program.facts.waits or {}, function(w) return w.kind == "barrier" end), "cpu_s")
      local here = clamp(ratio(waits, (s.program.path_s or 0) * at_a_time(s)) or 0)
      -- where these are the waits that there are, so is what threads idle between them; one
      -- thread alone may be as quick, where what is shared is so little
      return waits > 0.5 * barriers and math.max(here, by_own_work(s, 1) or 0) or here
    end
    local n = sum(calls_to(s, table.unpack(regions)), "calls")
    if n < 100 then return "it starts few parallel regions" end
    local t = s.program.runtime_s
    if not t or n < 2000 * t then return "its parallel regions are long" end
    return 0.3
  end,
  evidence = function(s)
    local waits = around_region(s)
    if waits > 0 then
      return string.format("a parallel region is started every %.0f microseconds, and at its start and end threads wait %.2f s, in all",
        1e6 * region_s(s), waits)
    end
    local n = sum(calls_to(s, table.unpack(regions)), "calls")
    return called(s, table.unpack(regions)) .. ", once in " .. string.format("%.0f", 1e6 * s.program.runtime_s / n) .. " microseconds"
  end,
  how = {
    "Put one parallel region around the outer loop, and omp for inside; nowait where no barrier is needed.",
    "Parallelise the outer loop instead of the inner one.",
    "if(n > 10000) on the directive: small cases stay serial.",
  },
  fewer_instructions = true,
  example = "examples/merge-parallel-regions",
  level = "-O2 -fopenmp",
  env = { "OMP_NUM_THREADS=2", "OMP_WAIT_POLICY=passive" },
  claims = { category = "time", at_least = 0.1 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    fujitsu_trad = "no switch; with FLIB_BARRIER=HARD the hardware's barriers, 12 times cheaper",
    fujitsu_clang = "no switch; with FLIB_BARRIER=HARD the hardware's barriers, 12 times cheaper",
    intel = "no switch; with KMP_BLOCKTIME=infinite threads stay awake between regions",
    gcc = "no switch; with OMP_WAIT_POLICY=active threads stay awake between regions",
  },
  not_when = "The regions are long: then the start does not matter.",
  source = "Fujitsu programming guide, OpenMP micro-benchmark; EPCC OpenMP micro-benchmarks",
}

-- Calls that wake a thread for something to do: what a pool of threads makes for each task
local function handed_over(s)
  return select_facts(s.called or {}, function(c)
    local name = api_of(c)
    return (c.calls or 0) >= OFTEN and (name:find("^std::condition_variable[_%a]*::notify") or name:find("^pthread_cond_signal") or name:find("^sem_post")) ~= nil
  end)
end

suggestion "larger-tasks" {
  number = 213,
  category = "threads",
  subcategory = "Synchronise less often",
  of_program = true,
  title = "Make fewer and larger tasks",
  why = "Making a task, queueing it and handing it to a thread takes a microsecond or so. A recursion that makes tasks down to single elements "
    .. "spends nearly all of its time on that.",
  needs = {}, -- calls, or calls that take time elsewhere
  when = function(s)
    local list, woken = calls_to(s, "GOMP_task", "__kmpc_omp_task", "__kmpc_omp_task_alloc", "GOMP_taskloop"), handed_over(s)
    if #list == 0 and #woken == 0 then return "it makes no tasks" end
    if #woken > 0 and not tiny_tasks(s, sum(woken, "calls")) then return "threads are woken for something large" end
    if #woken == 0 and not many(s, list, 2000) and not tiny_tasks(s) then return "its tasks are large" end
    -- all threads wait for each other at the queue
    local all = by_own_work(s, at_a_time(s))
    return all and all > 0 and all or of_runtime(s, 0.6)
  end,
  evidence = function(s)
    local woken = handed_over(s)
    if #woken > 0 then return told_of_list(woken, " to hand threads a piece of work of less than some microseconds") end
    local n = sum(calls_to(s, "GOMP_task", "__kmpc_omp_task"), "calls")
    return called(s, "GOMP_task", "__kmpc_omp_task", "__kmpc_omp_task_alloc", "GOMP_taskloop") .. ", once in "
      .. string.format("%.0f", s.events.TOT_INS / math.max(1, n)) .. " of its instructions"
  end,
  how = {
    "Below a size of some ten thousand instructions call the procedure directly.",
    "omp task final(n < 1000) mergeable, taskloop grainsize(1000).",
    "A pool of threads, std::async: one task for a block of some thousand elements, or one for each thread.",
  },
  fewer_instructions = true,
  example = "examples/larger-tasks",
  level = "-O2 -fopenmp",
  env = { "OMP_NUM_THREADS=2", "OMP_WAIT_POLICY=passive" },
  claims = { category = "time", at_least = 0.4 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "There are hardly more tasks than threads.",
  source = "OpenMP specification, final clause; Barcelona OpenMP tasks suite",
}

suggestion "balance-work" {
  number = 214,
  category = "threads",
  subcategory = "Share the work evenly",
  title = "Balance the threads' work: smaller parts, schedule(dynamic)",
  why = "A parallel loop is done when its last thread is. When one has twice the work of the others, these wait half of the time.",
  needs = { "threads" },
  when = function(s)
    local t = s.threads
    if t.n < 2 then return "one thread runs it" end
    if one_at_a_time(s) or t.imbalance > 0.95 * (t.n - 1) then return "one thread has all the work" end
    if crowded(s) then return "its threads take turns on too few processors" end
    if all_at_work(s) then return "the others have work meanwhile" end
    if t.imbalance < 0.25 then return "its threads have about the same work" end
    if (s.time_s or 0) < 0.05 then return "it runs too briefly to judge" end
    return clamp(t.imbalance / (1 + t.imbalance))
  end,
  evidence = function(s)
    return count(s.threads.n) .. " threads run " .. s.place .. ", and the busiest takes " .. percent(s.threads.imbalance)
      .. " more time than the average"
  end,
  how = {
    "OpenMP: schedule(dynamic, 16) or schedule(guided) where iterations differ; schedule(static, 1) for triangles.",
    "With your own threads: each takes its next part from an atomic counter, or every n-th element.",
    "collapse(2) where the outer loop has hardly more iterations than there are threads.",
    "MPI: distribute by measured cost, not by number of elements.",
  },
  fewer_instructions = true,
  changes = { "order_of_sums", says = "the order of reductions, and with it their rounding" },
  switches = {
    fujitsu_trad = { { "-Kopenmp_collapse_except_innermost", "collapses without the innermost loop" } },
  },
  not_when = "The threads do different things by design.",
  source = "POP metrics, load balance; Hager and Wellein, Introduction to HPC, ch. 6",
}

local SHARE = "Share less data"

-- Calls that are frequent for the code here: once in less than so many of its instructions
local function frequent(s, instructions, ...)
  local list = calls_to(s, ...)
  local calls = sum(list, "calls")
  if calls < 200 or calls * instructions < (s.events.TOT_INS or 0) then return nil end
  return list, calls
end

-- cycles per instruction that none of the categories explains: the simulation
-- knows one cache, so waiting for another core's line is among them
local function unexplained(s)
  local bounds = 0
  for name, v in pairs(s.lcpi) do
    if name ~= "overall" then bounds = bounds + v end
  end
  return s.lcpi.overall and clamp((s.lcpi.overall - 0.25 - 0.3 * bounds) / s.lcpi.overall) or 0
end

-- the place that each iteration stores to again, although it is in the cache
local function repeated_store(s)
  return heaviest(select_facts(s.memrefs, function(r)
    return r.access == "store" and r.stride == 0 and (r.stride_share or 1) > 0.9 and (r.l1_misses or 0) < 0.05 * r.count
  end), "count")
end

-- Cycles of an atomic update whose line nobody else wants, about (Fog's tables: 15 to 25)
local ATOMIC = 20

suggestion "relaxed-stores" {
  number = 217,
  category = "threads",
  subcategory = SHARE,
  title = "Publish progress with relaxed or release stores",
  why = "An atomic store as C and C++ do it by default waits until all earlier stores have reached the cache, some 20 cycles. A counter "
    .. "that others only look at needs no such order; a flag that announces data needs release, which is a plain store on x86.",
  needs = { "code", "loop", "memref", "compiler" },
  scope = "loop",
  when = function(s)
    if executed_within(s, "atomics") == 0 then return "it has no atomic instructions" end
    if s.language ~= "C" and s.language ~= "C++" then return "it is not written in C or C++" end
    local r = repeated_store(s)
    -- an update reads the place, too; what waits for all earlier stores is an exchange or a fence
    if r and #select_facts(s.memrefs, function(l) return l.access == "load" and l.line == r.line and l.stride == 0 end) > 0 then
      return "it updates the value, which another memory order does not make faster"
    end
    if not r or r.count < 0.5 * (s.loop.iterations or math.huge) then return "it does not write to one place each time" end
    return s.account and 0.9 * (s.account.other or 0) or 0.6 * unexplained(s)
  end,
  evidence = function(s)
    local r = repeated_store(s)
    return "the atomic instruction at " .. at(r) .. " goes to the same place in each of " .. count(s.loop.iterations or r.count)
      .. " iterations, each of which takes " .. string.format("%.1f", (s.lcpi.overall or 0) * s.code.instructions) .. " cycles"
  end,
  how = {
    "atomic_store_explicit(&progress, i, memory_order_relaxed), in C++ progress.store(i, std::memory_order_relaxed).",
    "memory_order_release where other threads then read data that were written before.",
    "Or publish every thousandth value.",
  },
  example = "examples/relaxed-stores",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "thread_safety", says = "other threads may see the value before or after other stores" },
  tolerance = 0,
  not_when = "Two threads each write one flag and then read the other's: that needs the full order.",
  source = "C11, 7.17.3; Boehm and Adve, Foundations of the C++ concurrency memory model",
}

suggestion "share-pointers-by-reference" {
  number = 218,
  category = "threads",
  subcategory = SHARE,
  title = "Pass shared pointers by reference where ownership stays",
  why = "Each copy of a std::shared_ptr counts its owners up, and down when it goes: two atomic updates in a program with threads. "
    .. "A procedure that only looks at the object needs no share of it.",
  needs = { "code", "memref" },
  fewer_instructions = true,
  when = function(s)
    if not counts_owners(s) or executed_part(s, "atomics") < 0.002 then return "it copies no shared pointers" end
    local part = clamp(ratio(ATOMIC * executed(s, "atomics"), s.events.TOT_CYC) or 0.5)
    -- what no model of one core explains is the counter's line, which others who copy the pointer have;
    -- what they take besides is in the model's full pipes
    local shared = n_threads(s) >= 2 and cost_of_sharing(s, executed(s, "atomics"))
    if shared then return shared + (1 - shared) * math.min(part, charged(s, { "pipes", "other" })) end
    -- while one is made, nothing else is: where they take much, all but the work waits for them
    return s.account and part > 0.3 and math.max(part, 1 - charged(s, { "useful" })) or part
  end,
  evidence = function(s)
    return plural(executed(s, "atomics"), "atomic instruction") .. " at " .. s.place .. " counted the owners of shared pointers"
  end,
  how = {
    "Parameters: const T & or const std::shared_ptr<T> &; loops: for (const auto &p : list).",
    "std::move hands a share over without counting; std::unique_ptr where there is one owner.",
  },
  example = "examples/share-pointers-by-reference",
  level = "-O2 -pthread",
  claims = { category = "time", at_least = 0.2 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The procedure keeps the pointer, or another thread may drop the last share meanwhile.",
  source = "C++ Core Guidelines R.30 and R.36",
}
