-- Waiting that was measured: by what is waited for, where. What these save is of
-- the run's elapsed time: what the threads wait there, in the mean over them, is
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

local function rule(kinds, none)
  return function(s)
    local share = waited(s, table.unpack(kinds))
    if share == 0 then return none end
    return share
  end
end

local function evidence(kinds, who)
  return function(s) return told(s, who, table.unpack(kinds)) end
end

local locks = { "critical", "lock", "ordered" }
suggestion "wait-less-for-locks" {
  category = "threads",
  subcategory = "Synchronise less often",
  title = "Hold the lock for less, or give each part its own",
  why = "While one thread is inside, all others that want to get in stand still: the section runs as if there were one thread. What is done "
    .. "inside can be prepared outside, or several locks let threads into different parts at once.",
  needs = { "wait" },
  of_elapsed = true,
  when = rule(locks, "nothing waits for a lock here"),
  evidence = evidence(locks, "threads"),
  how = {
    "Compute into local variables outside, and only store inside; sums: reduction, or a local sum that is added once.",
    "A table: a lock for each part of it; a single number: an atomic update.",
    "What is only read needs no lock, or a reader's (pthread_rwlock_rdlock).",
  },
  changes = "the order of updates, and with it the rounding of floating-point sums",
  not_when = "All of the work has to be done by one thread at a time: then it is serial, whatever the lock.",
  source = "Hager and Wellein, Introduction to HPC, ch. 7; POP best practices",
}

suggestion "share-work-evenly" {
  category = "threads",
  subcategory = "Share the work evenly",
  title = "Give the threads that wait at the barrier some of the work",
  why = "A barrier, and the end of a parallel region is one, lets nobody on before the last thread has come. The others wait as long as that "
    .. "thread has more to do than they.",
  needs = { "wait" },
  of_elapsed = true,
  when = rule({ "barrier" }, "nothing waits at a barrier here"),
  evidence = evidence({ "barrier" }, "threads"),
  how = {
    "perfexpert --balance says which thread is late, and whether it has more work or is slower with the same.",
    "Iterations of different length: schedule(dynamic, 16) or (guided); the same work by thread number: divide it by its cost.",
    "Barriers that protect nothing: nowait on the loop before.",
  },
  changes = "which thread does what, and with it the rounding of reductions",
  not_when = "Others have the processors of the late thread: give the program its own.",
  source = "OpenMP specification, worksharing-loop construct; POP standard metrics (load balance)",
}

suggestion "deal-out-larger-parts" {
  category = "threads",
  subcategory = "Synchronise less often",
  title = "Deal the loop out in larger parts",
  why = "With schedule(dynamic) each thread asks for its next iterations, and all of them change one counter. When a part is short they do "
    .. "little else than ask.",
  needs = { "wait" },
  of_elapsed = true,
  when = rule({ "scheduling" }, "nothing waits for iterations here"),
  evidence = evidence({ "scheduling" }, "threads"),
  how = {
    "schedule(static) where all iterations take about as long: nothing is asked for.",
    "schedule(dynamic, 64), or (guided): some hundred parts per thread are enough.",
  },
  changes = "which thread does what, and with it the rounding of reductions",
  not_when = "Iterations are few, long and of very different length.",
  source = "OpenMP specification, worksharing-loop construct, schedule clause",
}

local messages = { "message", "collective" }
suggestion "wait-less-for-messages" {
  category = "threads",
  subcategory = "Share the work evenly",
  title = "Let ranks that wait for a message work meanwhile, or send earlier",
  why = "Who receives before the other has sent stands still. Either the sender is late, as it has more to do, or the message is asked for "
    .. "earlier than it is needed, or the transfer itself is long.",
  needs = { "wait" },
  of_elapsed = true,
  when = rule(messages, "nothing waits for a message here"),
  evidence = evidence(messages, "ranks"),
  how = {
    "perfexpert --balance: where one rank works most, give the others some of its work.",
    "MPI_Irecv early and MPI_Wait late, with work between them; send before the work that the receiver does not need.",
    "Many small messages: one large one. A collective in each step: every tenth, or a non-blocking one (MPI_Iallreduce).",
  },
  changes = "the order of work and messages, not the results",
  not_when = "Each step needs the other ranks' results of the step before, and all have the same work.",
  source = "MPI 4.0, ch. 3.7 and 5.12; POP best practices (late sender)",
}

suggestion "sleep-less" {
  category = "system_io",
  subcategory = "Call libraries and the system less often",
  title = "Wait for what is to happen, not for a time",
  why = "A program that sleeps and then looks whether something has happened sleeps too long on average, and one that sleeps between steps "
    .. "takes the sum of its sleeps longer.",
  needs = { "wait" },
  of_elapsed = true,
  when = rule({ "sleep" }, "it does not sleep"),
  evidence = evidence({ "sleep" }, "threads"),
  how = {
    "A condition variable or a semaphore that the other thread signals; poll or select for a descriptor; waitpid for a process.",
    "Sleeps that are left of debugging, or that were meant to let others go first: remove them.",
  },
  changes = "when things happen; what relied on the delay has to be made right",
  not_when = "The pause is the purpose: polite polling of a server, a simulation in real time.",
  source = "POSIX.1-2017, pthread_cond_wait, poll",
}

suggestion "read-ahead" {
  category = "system_io",
  subcategory = "Read and write in large pieces",
  title = "Read the next piece while this one is worked on",
  why = "While it reads, or writes to what is slow, the program does nothing else. A second buffer and a thread, or a read that does not wait, "
    .. "let work and transfer go on at the same time.",
  needs = { "wait" },
  of_elapsed = true,
  when = rule({ "I/O" }, "it waits for no input or output here"),
  evidence = evidence({ "I/O" }, "threads"),
  how = {
    "Two buffers and a reading thread; io_uring or aio_read; posix_fadvise(POSIX_FADV_WILLNEED) before a file is needed.",
    "Keep what is read again; write once at the end.",
    "A pipe whose other end is slow: that end is what to look at.",
  },
  changes = "nothing",
  not_when = "Each piece says which one to read next.",
  source = "POSIX.1-2017, aio_read; Linux posix_fadvise(2)",
}
