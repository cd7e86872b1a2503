-- Waiting that was measured: by what is waited for, where. What these save is of
-- the run's elapsed time: what the threads wait there, on average over them, is
-- what the run gets shorter when they need not.

-- The waits of these kinds in a section, and the share of the run that they take.
-- Who waits for a thread that has no processor waits longer: a free machine's share.
local function waited(s, ...)
  local kinds, total, free = {}, 0, 0
  for _, kind in ipairs { ... } do kinds[kind] = true end
  local list = select_facts(s.facts.wait or {}, function(w) return kinds[w.kind] end)
  for _, w in ipairs(list) do
    local outside = w.kind == "sleep" or w.kind == "I/O"
    local blocked = w.blocked_s or 0
    total = total + w.cpu_s + blocked
    free = free + w.cpu_s + blocked * (outside and 1 or s.program.undelayed or 1)
  end
  local path = (s.program.path_s or 0) * (s.program.all_threads or 1)
  return path > 0 and math.min(0.95, free / path) or 0, list, total
end

local function seconds(w)
  return (w.cpu_s or 0) + (w.blocked_s or 0)
end

local function longest(list)
  local best = list[1]
  for _, w in ipairs(list) do
    if seconds(w) > seconds(best) then best = w end
  end
  return best
end

-- "the threads wait 1.24 s, in all, in GOMP_barrier at work.c:31"
local function told(s, who, ...)
  local _, list, total = waited(s, ...)
  local w = longest(list)
  local where = w.line and " at " .. at(w) or ""
  return string.format("%s wait %.2f s, in all, %s%s", who, total,
    w.call and w.call:find("^end of") and "at the " .. w.call or "in " .. (w.call or w.kind), where)
end

local for_others = { "barrier", "message", "collective", "start of MPI" }

-- Seconds of all waits of these kinds, in the program
local function all_waits(s, kinds)
  local all = 0
  for _, w in ipairs(s.program.facts.waits or {}) do
    for _, kind in ipairs(kinds) do
      if w.kind == kind then all = all + seconds(w) end
    end
  end
  return all
end

-- Seconds of waiting that uneven work explains: the program's, but for what one
-- thread does between parallel regions, or that of this section.
local function of_uneven_work(s)
  local t = s.threads or {}
  return math.max(0, (s.program.uneven_s or 0) - all_waits(s, { "idle" }), (t.imbalance or 0) * (s.time_s or 0))
end

-- What of the waiting for others is for one that has no processor: all others wait for
-- it as long as it waits longer for a processor than they. Where threads lose their
-- processors by turns, the others may wait for each of them, but for uneven work.
local function for_late(s)
  local p, all = s.program, all_waits(s, for_others)
  if all == 0 then return 0 end
  local n = p.all_threads or 1
  local late, by_turns = (p.late_s or 0) * (n - 1), 0
  if (p.delay_s or 0) > 0.1 * n * (p.elapsed_s or math.huge) then
    by_turns = math.min(p.delay_s * (n - 1), all - of_uneven_work(s))
  end
  return math.min(1, math.max(late, by_turns) / all)
end

-- Waiting for what comes from outside: a run takes as long as the thread that works
-- most, however long others, which may have nothing else to do, wait meanwhile.
local function outside(kind, none)
  return function(s)
    local share, p = waited(s, kind), s.program
    if share == 0 then return none end
    if (p.path_s or 0) <= 0 or not p.busiest_s then return share end
    share = math.min(share, 1 - p.busiest_s / p.path_s)
    return share >= 0.01 and share or "another thread works all the time meanwhile"
  end
end

-- Waiting for others, but not for one that has no processor: what they have to do more
-- stays when it has one
local function rule(kinds, none, others)
  return function(s)
    local share = waited(s, table.unpack(kinds))
    if share == 0 then return none end
    if others then
      local uneven = of_uneven_work(s) / (s.program.path_s * (s.program.all_threads or 1))
      share = math.max(share * (1 - for_late(s)), math.min(share, uneven))
    end
    return share > 0 and share or "the threads that wait here wait for one that has no processor"
  end
end

local function evidence(kinds, who)
  return function(s) return told(s, who, table.unpack(kinds)) end
end

-- What the run gets shorter when nobody waits for a lock: its threads wait as long on average; or, where one of them does all of the waiting, as long as that one.
local function without_locks(s, kinds)
  local share, list, here = waited(s, table.unpack(kinds))
  local p, all = s.program, all_waits(s, kinds)
  if #list == 0 or not p.path_s or not p.unlocked_s then return share end
  local most = math.min(1 - p.unlocked_s / p.path_s, all / p.path_s)
  return math.min(0.95, math.max(share, all > 0 and most * math.min(1, here / all) or 0))
end

local locks = { "critical", "lock" }

-- With what taking and giving back locks takes that are free: none of it stays where each thread works on data that are its own
local function locking(s)
  local list, share = calls_of(s, "locks")
  return #list > 0 and share or 0
end
suggestion "wait-less-for-locks" {
  number = 221,
  category = "threads",
  subcategory = "Synchronise less often",
  title = "Give each thread its own data, or hold the lock for less",
  why = "While one thread is inside, all others that want to get in wait: the section runs as if there were one thread. What is done "
    .. "inside can be prepared outside, or several locks let threads into different parts at once.",
  needs = { "wait" },
  of_elapsed = true,
  when = function(s)
    local share = without_locks(s, locks)
    if share == 0 then return "nothing waits for a lock here" end
    return math.min(0.95, share + locking(s))
  end,
  evidence = evidence(locks, "threads"),
  how = {
    "Compute into local variables outside, and only store inside; sums: reduction, or a local sum that is added once.",
    "A table: a lock for each part of it; a single number: an atomic update.",
    "What is only read needs no lock, or a reader's (pthread_rwlock_rdlock).",
  },
  changes = { "order_of_sums", says = "the order of updates, and with it the rounding of floating-point sums" },
  not_when = "All of the work has to be done by one thread at a time: then it is serial, whatever the lock.",
  source = "Hager and Wellein, Introduction to HPC, ch. 7; POP best practices",
}

suggestion "share-out-ordered-work" {
  number = 261,
  category = "threads",
  subcategory = "Synchronise less often",
  title = "Take ordered iterations by turns: schedule(static, 1)",
  why = "An ordered region is executed in the order of the iterations. If each thread has a block of them, as it has by default, the second "
    .. "thread waits at its first iteration until the first thread has done all of its block, and so on: all is done one after the other.",
  needs = { "wait" },
  of_elapsed = true,
  when = function(s)
    local share = without_locks(s, { "ordered" })
    return share > 0 and share or "nothing waits for its turn here"
  end,
  evidence = evidence({ "ordered" }, "threads"),
  how = {
    "#pragma omp parallel for ordered schedule(static, 1): neighbours are worked on at the same time, and the regions follow each other.",
    "Better: keep the results of all iterations in an array, and do the ordered part in a serial loop after the parallel one.",
  },
  changes = { "nothing" },
  not_when = "Nearly all of the work is in the ordered region.",
  source = "OpenMP specification, ordered construct and schedule clause",
}

-- How often threads come to a part that is for one of them, as a rule executed by who comes first: single, and in GCC workshare, too
local function singles(s)
  local list = calls_to(s, "GOMP_single_start", "GOMP_single_copy_start", "__kmpc_single", "__kmpc_master")
  return sum(list, "calls"), list
end

-- Whether only one thread does something each time: two come to the part twice as often as one of them does what is in it
local function is_alone(s, times) return (times or math.huge) * (s.threads and s.threads.n or 2) <= 1.2 * singles(s) end

-- Why what it waits for is nothing that one thread does for all; nil if it may be
local function not_alone(s)
  if singles(s) == 0 then return "no part of it is for one of its threads" end
  if (s.program.callers.GOMP_task or s.program.callers.__kmpc_omp_task) ~= nil then return "one thread makes tasks for the others" end
  local alone, shared = 0, 0
  for _, l in ipairs(s.inner) do
    if is_alone(s, l.loop and l.loop.entries) then alone = alone + (l.fraction or 0) else shared = shared + (l.fraction or 0) end
  end
  if shared > alone then return "all threads execute most of its loops" end
  local calls = select_facts(calls_of_own(s), function(c) return is_alone(s, c.calls) end)
  return alone == 0 and #calls == 0 and "what is for one thread takes no time" or nil
end

suggestion "share-single-work" {
  number = 268,
  category = "threads",
  subcategory = "Share the work evenly",
  title = "Share out what one thread does in single or workshare",
  why = "One thread executes a single construct, and all others wait at its end. gfortran does the same with workshare: one thread computes "
    .. "all of the array statements.",
  needs = { "wait", "callee" },
  of_elapsed = true,
  when = function(s)
    local reason = not_alone(s)
    if reason then return reason end
    if crowded(s) then return "its threads take turns on too few processors" end
    local share = waited(s, "barrier")
    return share > 0 and share or "nobody waits for it"
  end,
  evidence = function(s)
    local n, list = singles(s)
    return string.format("what starts at %s is executed by one of %s each time that they come there (%s); ", at(list[1]), plural(s.threads and s.threads.n or 2, "thread"),
      plural(n, "time")) .. told(s, "the others", "barrier")
  end,
  how = {
    "Fortran: in place of workshare, !$omp do over the last index, with the statements for (:, j) in it, or explicit loops: each thread computes some columns, one statement after the other in cache.",
    "single: only what reads, writes or allocates stays in it; its loops become loops of all threads (omp for, !$omp do).",
    "single nowait where the others don't need what it does; several independent parts: sections or tasks.",
  },
  changes = { "order_of_sums", "thread_safety", says = "the rounding of reductions; what the loops call has to be safe with threads" },
  not_when = "Each step of it needs the one before.",
  source = "OpenMP specification, single and workshare; GNU libgomp manual; own measurements",
}

local uneven = rule({ "barrier" }, "nothing waits at a barrier here", true)
suggestion "share-work-evenly" {
  number = 222,
  category = "threads",
  subcategory = "Share the work evenly",
  title = "Give the threads that wait at the barrier some of the work",
  why = "At a barrier, for example at the end of a parallel region, all threads wait until the last one has arrived. The others wait for as long as that thread has more to do.",
  needs = { "wait" },
  of_elapsed = true,
  when = function(s)
    if crowded(s) then return "its threads take turns on too few processors" end
    if tiny_regions(s) then return "its parallel regions are tiny: see merge-parallel-regions" end
    if tiny_tasks(s) then return "its tasks are tiny: see larger-tasks" end
    if not not_alone(s) then return "one thread works for all: see share-single-work" end
    return uneven(s)
  end,
  evidence = evidence({ "barrier" }, "threads"),
  how = {
    "perfexpert --balance shows which thread is late, and whether it has more work or is slower with the same work.",
    "Iterations of different length: schedule(dynamic, 16) or (guided); the same work by thread number: divide it by its cost.",
    "Barriers between loops that do not need each other's results: nowait on the loop before (OpenMP: omp for nowait).",
  },
  changes = { "order_of_sums", says = "which thread does what, and with it the rounding of reductions" },
  not_when = "Other programs use the processor of the late thread: give the program its own processors.",
  source = "OpenMP specification, worksharing-loop construct; POP standard metrics (load balance)",
}

-- Of the run, what it costs that parts which follow each other, and go to different
-- threads, write to the same lines: with larger parts, or each thread's own, they don't.
local function shared_between_parts(s)
  local line, cost = s.machine.line or 64, 0
  for _, l in ipairs(s.inner) do
    local trips, writes = l.loop and l.loop.trips or math.huge, 0
    for _, r in ipairs(l.memrefs) do
      local step = math.abs(r.stride or 0)
      if r.access == "store" and r.operand ~= "stack" and step > 0 and step * trips < line then
        writes = writes + r.count * (r.stride_share or 1)
      end
    end
    if writes > 0 then cost = cost + (l.path or 0) * (cost_of_sharing(l, writes) or 0) end
  end
  return cost
end

suggestion "deal-out-larger-parts" {
  number = 223,
  category = "threads",
  subcategory = "Synchronise less often",
  title = "Raise the OpenMP chunk size",
  why = "With schedule(dynamic) each thread asks for its next iterations, and all of them change one counter. If a part is short, they spend most of their time asking.",
  needs = { "wait" },
  of_elapsed = true,
  when = function(s)
    local share = waited(s, "scheduling")
    if share == 0 then return "nothing waits for iterations here" end
    return math.min(0.95, share + shared_between_parts(s))
  end,
  evidence = function(s)
    local shared = shared_between_parts(s)
    return told(s, "threads", "scheduling")
      .. (shared >= 0.01 and "; neighbouring parts write to the same cache lines, which takes " .. percent(shared) .. " of the run" or "")
  end,
  how = {
    "schedule(static) where all iterations take about as long: nothing is asked for. A chunk should take some ten microseconds.",
    "schedule(dynamic, 64), or (guided): some hundred parts per thread are enough, and each of them writes to its own cache lines.",
  },
  changes = { "order_of_sums", says = "which thread does what, and with it the rounding of reductions" },
  not_when = "Iterations are few, long and of very different length.",
  source = "OpenMP specification, worksharing-loop construct, schedule clause",
}

local messages = { "message", "collective" }
suggestion "wait-less-for-messages" {
  number = 224,
  category = "threads",
  subcategory = "Share the work evenly",
  title = "Let ranks that wait for a message work meanwhile, or send earlier",
  why = "A rank that receives before the other one has sent waits. Either the sender is late because it has more to do, or the receiver asks for the message earlier than it needs it, or the transfer itself takes long.",
  needs = { "wait" },
  of_elapsed = true,
  when = rule(messages, "nothing waits for a message here", true),
  evidence = evidence(messages, "ranks"),
  how = {
    "perfexpert --balance: where one rank works most, give the others some of its work.",
    "MPI_Irecv early and MPI_Wait late, with work between them; send before the work that the receiver does not need. Large messages move only inside MPI calls: MPI_Test now and then, or a progress thread.",
    "Many small messages: one large one. A collective in each step: a non-blocking one (MPI_Iallreduce), or every tenth step where a few steps more do no harm.",
  },
  changes = { "behaviour", says = "the order of work and messages; a solver that checks for its end less often does a few steps more" },
  not_when = "Each step needs the other ranks' results of the step before, and all have the same work.",
  source = "MPI 4.0, ch. 3.7 and 6.12; POP best practices (late sender)",
}

suggestion "more-processors" {
  number = 225,
  category = "threads",
  subcategory = "Share the work evenly",
  of_elapsed = true,
  title = "Let the threads use more than one processor",
  why = "Threads that are all bound to one processor take turns on it: the program is as slow as with one thread. Launchers bind a rank "
    .. "to one core unless they know how many threads it has.",
  needs = {},
  fewer_instructions = true,
  scope = "procedure",
  for_libraries = true,
  when = function(s)
    local p = s.program
    local n = p.all_threads or p.threads or 1
    if n < 2 then return "the program has one thread" end
    if (p.processors or 2) > 1 then return "it may use several processors" end
    -- who has had its turn waits at the next barrier: of two threads one and a half are ready
    if not crowded(s, 1.25) then return "one of its threads is ready to run at a time" end
    return clamp((s.fraction or 0) * (1 - 1 / n))
  end,
  evidence = function(s)
    return count(s.program.all_threads or s.program.threads) .. " threads take turns on the one processor that the program may use"
  end,
  how = {
    "taskset -p PID, or Cpus_allowed_list in /proc/PID/status, shows the processors; OMP_DISPLAY_AFFINITY=true those of each thread.",
    "mpirun --map-by numa:PE=$OMP_NUM_THREADS --bind-to core; srun --cpus-per-task=$OMP_NUM_THREADS --cpu-bind=cores.",
    "A container or a batch job that has one core: ask for as many as there are threads, or start one thread.",
  },
  changes = { "nothing" },
  not_when = "The machine has one processor.",
  source = "Open MPI and Slurm manuals (--map-by, --cpus-per-task); OpenMP specification, omp_get_num_procs",
}

local BLAS = { "openblas", "libmkl", "libblis", "libarmpl", "libsci", "libessl" }

-- Of the processor time, what threads spin at places that are no waits of MPI or OpenMP, as
-- those of a BLAS do between its calls. Where few spin, it is something else.
local function spinning(s)
  local all = ratio(s.program.events.TOT_CYC, s.machine.CPU_freq) or 0
  local spun = sum(select_facts(s.program.facts.waits or {}, function(w) return w.kind == "other" end), "cpu_s")
  return all > 0 and spun > 0.1 * all and clamp(spun / all) or 0
end

suggestion "one-thread-in-libraries" {
  number = 226,
  category = "threads",
  subcategory = "Share the work evenly",
  title = "Let libraries use one thread where the program has its own",
  why = "OpenBLAS, MKL and BLIS start a thread for each core. If each rank or thread of a program calls them, there are many more threads than cores: they take turns on the cores and wait for each other, often spinning.",
  needs = {},
  of_program = true,
  fewer_instructions = true,
  scope = "procedure",
  for_libraries = true,
  when = function(s)
    local path = (s.binary or ""):lower()
    if #select_facts(BLAS, function(name) return path:find(name, 1, true) end) == 0 then return "it is not a procedure of a BLAS with threads" end
    if (s.fraction or 0) < 0.1 then return "it takes little of the time" end
    local p, spins = s.program, spinning(s)
    if crowded(s) then return math.max(0.3, spins) end
    if (p.ranks or 1) < 2 and (p.threads or 1) < 2 then return "the library's threads are the only ones" end
    return spins > 0 and spins or "no more threads have work than there are processors, and none spins"
  end,
  evidence = function(s)
    local p = s.program
    local who = (p.ranks or 1) > 1 and plural(p.ranks, "rank") or count(p.all_threads or p.threads or 1) .. " threads"
    return (crowded(s) and who .. " take turns on " .. plural(p.processors, "processor")
        or who .. " have threads of a library between their calls, which spin for " .. percent(spinning(s)) .. " of the time")
      .. ", and " .. percent(s.fraction or 0) .. " of the time is spent in " .. s.procedure_name .. " of a library that starts its own"
  end,
  how = {
    "OPENBLAS_NUM_THREADS=1, MKL_NUM_THREADS=1 or BLIS_NUM_THREADS=1, where ranks or threads of your own call it.",
    "Or the other way round: one rank, and threads in the library only.",
    "Link the sequential version: libopenblas (Debian: libopenblas0-serial), -lmkl_sequential.",
  },
  changes = { "order_of_sums", says = "sums are taken in an order that depends on the number of threads" },
  not_when = "The library's threads are the only ones of the program, and other programs use the processors.",
  source = "OpenBLAS FAQ (multi-threaded programs); Intel oneMKL developer guide, threading",
}

suggestion "own-processors" {
  number = 227,
  category = "threads",
  subcategory = "Share the work evenly",
  title = "Dedicate a processor to the thread or rank that all wait for",
  why = "A thread or rank that shares its processor with something else takes longer for the same work, and all others wait for it each time that they synchronise: the whole program runs as fast as its slowest part.",
  needs = { "wait" },
  of_elapsed = true,
  when = function(s)
    local p, all = s.program, all_waits(s, for_others)
    local _, _, here = waited(s, table.unpack(for_others))
    if here == 0 or all == 0 then return "nothing waits for others here" end
    if here < 0.5 * all then return "there is more waiting for others elsewhere" end
    if not p.late_s or (p.elapsed_s or 0) <= 0 then return "it is unknown which threads had a processor" end
    if p.late_s < 0.1 * p.elapsed_s then return "none of them waited much longer for a processor than the others" end
    local waits = all / math.max(1, (p.all_threads or 1) - 1)
    return math.min(0.95, math.min(p.late_s, waits) / p.elapsed_s)
  end,
  evidence = function(s)
    return told(s, "the others", table.unpack(for_others)) .. string.format("; one of them was ready to run, but had no processor, for %.2f s longer "
      .. "than the others", s.program.late_s)
  end,
  how = {
    "perfexpert --balance shows which one is late; look at what else runs on its node (top, ps), and at how it is bound.",
    "Start as many threads and ranks as there are processors for them, and no other jobs there: srun --exclusive, mpirun --map-by core.",
    "Start one thread less in each rank if the system or a file system's daemon needs a processor.",
  },
  changes = { "nothing" },
  not_when = "It shares the processor with other work of the program that has to be done.",
  source = "Petrini, Kerbyson and Pakin, The case of the missing supercomputer performance, SC'03",
}

suggestion "sleep-less" {
  number = 228,
  category = "system_io",
  subcategory = "Call libraries and the system less often",
  title = "Wait for the event itself, not for a fixed time",
  why = "A program that sleeps and then checks whether something has happened sleeps too long on average. One that sleeps between steps takes longer by the sum of its sleeps.",
  needs = { "wait" },
  of_elapsed = true,
  when = outside("sleep", "it does not sleep"),
  evidence = evidence({ "sleep" }, "threads"),
  how = {
    "A condition variable or a semaphore that the other thread signals; poll or select for a descriptor; waitpid for a process.",
    "Sleeps that are left over from debugging, or that were meant to let others go first: remove them.",
  },
  changes = { "behaviour", says = "when things happen; what relied on the delay has to be made right" },
  not_when = "The pause is the purpose: polite polling of a server, a simulation in real time.",
  source = "POSIX.1-2017, pthread_cond_wait, poll",
}

-- The fact of the threads, or of the processes, that it starts
local function started(s, kind)
  for _, f in ipairs(s.program.facts.started or {}) do
    if f.kind == kind then return f end
  end
end

suggestion "read-ahead" {
  number = 229,
  category = "system_io",
  subcategory = "Read and write in large pieces",
  title = "Read the next piece while this one is worked on",
  why = "While it reads, or writes to what is slow, the program does nothing else. A second buffer and a thread, or a read that does not wait, "
    .. "let work and transfer go on at the same time.",
  needs = { "wait" },
  of_elapsed = true,
  when = function(s)
    if started(s, "processes") then return "it may wait for what its own processes write" end
    return outside("I/O", "it waits for no input or output here")(s)
  end,
  evidence = evidence({ "I/O" }, "threads"),
  how = {
    "Two buffers and a reading thread; io_uring or aio_read; posix_fadvise(POSIX_FADV_WILLNEED) before a file is needed.",
    "Keep what is read again; write once at the end.",
    "If the other end of a pipe is slow, look at that end.",
  },
  changes = { "nothing" },
  not_when = "Each piece says which one to read next.",
  source = "POSIX.1-2017, aio_read; Linux posix_fadvise(2)",
}

-- whether more of them are started than live at a time, and they live shortly
-- Many, one after the other. A shell that waits for all others lives long, so that the mean says
-- little: it is no more than what the run has for each.
local function short_lived(s, f)
  if not f or f.n < 100 or f.n < 10 * f.most then return false end
  return math.min(f.life_s, f.most * (s.program.elapsed_s or math.huge) / f.n) < 0.02
end

local function waits_in(s, ...)
  local wanted = {}
  for _, call in ipairs { ... } do wanted[call] = true end
  return select_facts(s.facts.wait or {}, function(w) return w.kind == "join" and wanted[w.call or ""] end)
end

local function waits_for_processes(s)
  return waits_in(s, "waitpid", "wait", "wait3", "wait4", "waitid", "system", "pclose")
end

local function milliseconds(t)
  return string.format(t < 0.001 and "%.2f" or "%.1f", 1000 * t) .. " ms"
end

local function forks(s)
  return select_facts(s.called or {}, function(c) return c.callee:find("^_*v?fork$") ~= nil or c.callee:find("^posix_spawnp?$") ~= nil end)
end

-- What is left is the program's own work, by as many at a time as now
local function only_own_work(s, f)
  return by_own_work(s, math.min(f.most, s.program.processors or math.huge))
end

suggestion "keep-threads" {
  number = 230,
  category = "threads",
  subcategory = "Synchronise less often",
  title = "Keep the threads in a pool, and give them the next part of the work",
  why = "Making a thread and waiting for its end takes some ten to a hundred microseconds: a stack is mapped and unmapped, and a thread has to be woken. Threads that live hardly longer than that spend most of their time on starting and ending.",
  needs = { "wait" },
  of_elapsed = true,
  when = function(s)
    local f = started(s, "threads")
    if not short_lived(s, f) then return "it starts few threads, or they live long" end
    local made = select_facts(s.facts.wait or {}, function(w) return w.kind == "making threads" end)
    if #made + #waits_in(s, "pthread_join", "std::thread::join") == 0 then return "it does not make them" end
    return only_own_work(s, f)
  end,
  evidence = function(s)
    local f = started(s, "threads")
    return string.format("%s threads are made%s, at most %d at a time, and live for %s on average", count(f.n),
      f.line and " at " .. at(f) or "", f.most, milliseconds(f.life_s))
  end,
  how = {
    "Start as many threads as there are processors once, and let them take their work from a queue or a counter.",
    "OpenMP and TBB keep theirs: one parallel region around, or a task for each part.",
    "std::async and std::thread in a loop make a thread each time: use a thread pool instead.",
  },
  changes = { "behaviour", says = "which thread does what" },
  not_when = "The threads wait for something outside most of their life.",
  source = "POSIX.1-2017, pthread_create; Hager and Wellein, Introduction to HPC, ch. 7",
}

suggestion "start-fewer-processes" {
  number = 231,
  category = "system_io",
  subcategory = "Call libraries and the system less often",
  title = "Do in the program what short processes do, or give each more to do",
  why = "A process takes about a millisecond before its first line is executed: memory is copied or allocated, the file is mapped, its libraries are "
    .. "looked up and linked. The one that started it waits for that, too.",
  needs = {}, -- waiting, or calls
  for_libraries = true, -- a script is of a shell that is installed
  of_elapsed = true,
  when = function(s)
    local f = started(s, "processes")
    if not short_lived(s, f) then return "it starts few processes, or they live long" end
    if #waits_for_processes(s) + #forks(s) == 0 then return "it neither starts nor awaits them" end
    local saved = only_own_work(s, f)
    return saved and is_shell(s) and in_awk(saved) or saved
  end,
  evidence = function(s)
    local f = started(s, "processes")
    local text = string.format("%s processes are started, at most %d at a time", count(f.n), f.most)
    if f.program then text = text .. string.format(", %s of them of %s", count(f.of_program), f.program) end
    if f.text then text = text .. string.format(" (%s: %s)", at(f), f.text) end
    local w = longest(waits_for_processes(s))
    if not w then return text .. ", and " .. told_of_list(forks(s)) end
    return text .. string.format(", and live for %s on average; %s%s waits for them", milliseconds(f.life_s), w.call, w.line and " at " .. at(w) or "")
  end,
  how = {
    "Call the library that the other program uses; in a script use what the shell does itself, such as ${v#*;} or read a b, or one awk for all lines.",
    "Hand it all items at once (xargs, a list on its input), or keep one process running and talk to it through a pipe.",
    "Where it has to be a process: link it statically and small; posix_spawn or vfork instead of fork.",
  },
  changes = { "behaviour", says = "an error in this part then affects the whole program" },
  not_when = "Each process works for much longer than a millisecond.",
  source = "POSIX.1-2017, posix_spawn; Linux vfork(2)",
}
