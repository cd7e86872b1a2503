-- NUMA: data in the memory that is next to the threads that use them.

category "numa" {
  title = "NUMA",
  subcategories = {
    "Place data near their threads",
    "Keep threads near their data",
  },
}

local function beyond_caches(s)
  local share = part(s, "data_accesses", "memory", "beyond_L2")
  return share or 0
end

-- that can run at a time
local function threads(s)
  return math.min(s.threads and s.threads.n or 1, s.program.processors or math.huge)
end

local function irregular(s)
  return select_facts(s.memrefs, function(r)
    return (not r.stride or (r.stride_share or 1) < 0.4) and r.l2_misses > 0.2 * r.count and r.l2_misses > 0.01 * (s.events.L2_DCM or 0)
  end)
end

local function from_memory(s)
  return percent(beyond_caches(s)) .. " of the data-access bound of " .. s.place .. " is for accesses to memory"
end

suggestion "initialise-in-parallel" {
  number = 139,
  category = "numa",
  subcategory = "Place data near their threads",
  title = "First touch: initialise arrays in parallel",
  why = "The system places a page in the memory next to the core that first writes to it. When one thread initialises everything, all data lie in one "
    .. "socket's memory, and the threads of the others share its bandwidth from afar.",
  needs = { "system" },
  when = function(s)
    local n, all = s.program.threads or 1, s.program.facts.system[1]
    if n < 2 then return "one thread runs it" end
    if one_at_a_time(s) then return "there are no threads that would share it" end
    if not all or not all.page_faults then return "the program's page faults were not counted" end
    if (s.threads and s.threads.n or 1) > 1 then return "several threads run it" end
    local faults, total = s.system.page_faults or 0, all and all.page_faults or 0
    if faults < 500 or faults < 0.2 * total then return "it is not where memory is first touched" end
    if #s.inner > 0 and s.kind == "procedure" then return "its loops are looked at one by one" end
    -- touching is shared at least; what else the placement saves depends on the machine
    return 1 - 1 / n
  end,
  evidence = function(s)
    return "one of " .. count(s.program.threads) .. " threads takes " .. count(s.system.page_faults) .. " of the program's "
      .. count(s.program.facts.system[1].page_faults) .. " page faults at " .. s.place .. ": it touches these pages first"
  end,
  how = {
    "#pragma omp parallel for schedule(static) on the loops that initialise, with the same division as in the loops that compute.",
    "malloc instead of calloc and no memset by one thread; C++: vector with an allocator that does not initialise.",
    "A64FX: XOS_MMM_L_PAGING_POLICY=demand:demand:demand, else memory is placed before it is touched.",
  },
  fewer_instructions = true,
  changes = { "nothing" },
  switches = {
    fujitsu_trad = { { "-Kopenmp", "with XOS_MMM_L_PAGING_POLICY as above" } },
  },
  not_when = "The machine has one memory for all cores, and initialising takes no time.",
  source = "Fujitsu programming guide, paging policy (93 to 804 GB/s); Treibig, Hager and Wellein, Performance patterns",
}

suggestion "bind-threads" {
  number = 140,
  category = "numa",
  subcategory = "Keep threads near their data",
  title = "Bind threads to cores",
  why = "A thread that the system moves to another socket loses its caches and is far from its memory. Bound to a core it stays with them.",
  needs = { "threads" },
  scope = "procedure",
  when = function(s)
    if threads(s) < 4 then return "few threads run it" end
    if beyond_caches(s) < 0.4 then return "its data come from the caches" end
    return 0.15
  end,
  evidence = function(s)
    return count(s.threads.n) .. " threads run it, and " .. from_memory(s)
  end,
  how = {
    "OMP_PROC_BIND=close OMP_PLACES=cores; spread where threads are fewer than cores.",
    "MPI with threads: mpirun --map-by numa:PE=$OMP_NUM_THREADS --bind-to core, srun --cpus-per-task=$OMP_NUM_THREADS --cpu-bind=cores. Without PE all threads of a rank share one core.",
    "Check: OMP_DISPLAY_AFFINITY=true shows the cores of each thread; omp_get_num_procs() is 1 where all have the same one.",
  },
  for_libraries = true,
  changes = { "nothing" },
  switches = {
    intel = "no switch; KMP_AFFINITY=compact is the Intel library's own variable",
    gcc = "no switch; GOMP_CPU_AFFINITY=0-15 is the GNU library's own variable",
    fujitsu_trad = "no switch; FLIB_CPU_AFFINITY with -Nfjomplib, else the default binds",
  },
  not_when = "The node is shared and other programs are bound to the same cores.",
  source = "OpenMP specification, OMP_PROC_BIND; POP best practices",
}

-- Whether each socket may have a copy of what is read so: nobody writes there, and it is small
local function copyable(s, list)
  return threads(s) >= 8 and #select_facts(list, function(r)
    return r.access == "store" or (r.lines or math.huge) * line_of(s) >= 64 * 1024 ^ 2
  end) == 0
end

suggestion "interleave-shared-tables" {
  number = 141,
  category = "numa",
  subcategory = "Place data near their threads",
  title = "Spread tables that all threads read over all memories, or copy them",
  why = "A table that all threads use in no particular order can't be near all of them. Spread page by page over the sockets, its accesses at least "
    .. "use the bandwidth of all memories instead of one; a small one that is only read can exist once per socket.",
  needs = { "memref", "threads" },
  scope = "loop",
  when = function(s)
    if threads(s) < 4 then return "few threads run it" end
    local list = irregular(s)
    if #list == 0 then return "it has no scattered accesses to memory" end
    return (copyable(s, list) and 0.25 or 0.2) * miss_share(s, list)
  end,
  evidence = function(s)
    local list = irregular(s)
    local r = heaviest(list, "l2_misses")
    return count(s.threads.n) .. " threads make " .. count(r.count) .. " accesses without order at " .. at(r) .. ", of which "
      .. percent(r.l2_misses / r.count) .. " go beyond the second-level cache"
      .. (copyable(s, list) and ", in about " .. bytes((r.lines or 0) * line_of(s)) .. " that nothing here writes" or "")
  end,
  how = {
    "numactl --interleave=all ./program, or numa_alloc_interleaved for that table alone.",
    "Initialise it in parallel with schedule(static, 512) so that pages alternate.",
    "Small and only read: copy it in a parallel region with one thread per socket, each for its socket; a rank per NUMA domain does that by itself.",
  },
  changes = { "nothing" },
  not_when = "Each thread uses its own part: place the parts with the threads; or the last-level cache of each socket holds it.",
  source = "numactl manual; Lameter, NUMA, ACM Queue 2013; POP best practices",
}

suggestion "rank-per-domain" {
  number = 142,
  category = "numa",
  subcategory = "Keep threads near their data",
  title = "Run one process per NUMA domain, with threads inside it",
  why = "Threads of one process share memory that may lie with any socket. A process for each NUMA domain keeps memory and threads together without "
    .. "a change of the source, where the program uses MPI.",
  needs = { "threads" },
  scope = "procedure",
  when = function(s)
    if threads(s) < 12 then return "its threads fit a domain" end
    if (s.program.ranks or 1) > 1 then return "it runs in several processes" end
    if beyond_caches(s) < 0.4 then return "its data come from the caches" end
    return 0.2
  end,
  evidence = function(s)
    return count(s.threads.n) .. " threads of one process run it, and " .. from_memory(s)
  end,
  how = {
    "numactl --hardware or lstopo shows the domains: A64FX has 4 of 12 cores, EPYC up to 8 or 16.",
    "Four ranks of 12 threads instead of one of 48; bind each to its domain.",
  },
  for_libraries = true,
  changes = { "order_of_sums", says = "the order of reductions" },
  not_when = "The program is not parallel over processes.",
  source = "Fujitsu programming guide; AMD EPYC tuning guide for HPC",
}

suggestion "stop-page-migration" {
  number = 143,
  category = "numa",
  subcategory = "Keep threads near their data",
  title = "Turn automatic NUMA balancing off",
  why = "From time to time the kernel unmaps pages to see which core uses them, and moves them. For threads that are bound and whose data are placed well that is "
    .. "only overhead, in the form of page faults.",
  needs = { "system", "threads" },
  when = function(s)
    if threads(s) < 4 then return "few threads run it" end
    local faults, t = s.system.page_faults or 0, s.time_s or 0
    if t < 1 or faults < 2000 * t or (s.system.share or 0) < 0.05 then return "it takes few page faults" end
    if (s.program.peak_bytes or 0) > 0 and faults * (s.machine.page or 4096) < 2 * s.program.peak_bytes then
      return "its page faults are those of first touches"
    end
    return 0.5 * s.system.share
  end,
  evidence = function(s)
    return count(s.system.page_faults) .. " page faults at " .. s.place .. ", more than the program has pages, and "
      .. percent(s.system.share) .. " of its time in the system"
  end,
  how = {
    "echo 0 > /proc/sys/kernel/numa_balancing (by the administrator), or numactl --membind, which exempts the memory.",
    "See first whether memory is allocated and freed again and again: that causes page faults, too.",
  },
  for_libraries = true,
  changes = { "nothing" },
  not_when = "Threads are not bound.",
  source = "Linux kernel documentation, numa_balancing",
}
