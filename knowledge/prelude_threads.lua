-- Helper functions for rules: what starting threads and tasks takes, in elapsed time.

local REGIONS = { "GOMP_parallel", "__kmpc_fork_call" }
local TASKS = { "GOMP_task", "__kmpc_omp_task", "__kmpc_omp_task_alloc" }

-- Seconds that waking threads and waiting for the last of them takes, about, and ten
-- times what making a task takes (EPCC OpenMP micro-benchmarks)
local REGION_S, TASK_S = 50e-6, 5e-6

local function starts_regions(s)
  local list = calls_to(s, table.unpack(REGIONS))
  for _, l in ipairs(s.inner or {}) do
    for _, c in ipairs(starts_regions(l)) do list[#list + 1] = c end
  end
  return list
end

-- How often the program calls these
local function all_calls(s, names)
  local n = 0
  for _, name in ipairs(names) do n = n + ((s.program.callers[name] or {}).all_calls or 0) end
  return n
end

-- Of a parallel region's procedure: seconds that threads wait where it starts and ends, all
-- together, and how often it is executed, by what each of its threads enters
local function around_region(s)
  local waits, n = 0, 0
  for _, w in ipairs(s.facts.wait or {}) do
    if w.call and w.call:find("of the parallel region") then waits = waits + (w.cpu_s or 0) + (w.blocked_s or 0) end
  end
  for _, l in ipairs(s.inner) do n = math.max(n, l.loop and l.loop.entries or 0) end
  if n == 0 then
    for _, r in ipairs(s.memrefs) do n = math.max(n, r.count) end
  end
  return waits, n / (s.threads and s.threads.n or 1)
end

-- The elapsed seconds of each such region
local function region_s(s)
  local waits, n = around_region(s)
  local p = s.program
  if n < 100 or not p.path_s then return nil end
  return ((s.path or 0) * p.path_s + waits / math.max(1, p.all_threads or 1)) / n
end

-- Whether the work of a region, in the thread that has most of it, takes less than starting it:
-- not by the time until its end, which is long where other programs have the processors
local function tiny_regions(s)
  local _, n = around_region(s)
  return n >= 100 and s.program.path_s ~= nil and (s.path or 0) * s.program.path_s / n < REGION_S
end

local function tiny_tasks(s, number)
  local n, p = number or all_calls(s, TASKS), s.program
  return n >= 100 and p.own_s ~= nil and p.own_s / n < TASK_S
end

local function by_own_work(s, n)
  local p = s.program
  if not p.own_s or (p.path_s or 0) <= 0 then return nil end
  return math.min(0.95, math.max(0, 1 - p.own_s / n / p.path_s))
end

-- Threads that the program can have at work at a time
local function at_a_time(s)
  return math.max(1, math.min(s.program.all_threads or s.program.threads or 1, s.program.processors or math.huge))
end

-- The copies that each thread of a parallel region makes where it starts, of what is firstprivate
local function own_copies(s)
  if s.kind ~= "procedure" or not s.threads or not (s.name or ""):find("(parallel region)", 1, true) then return {} end
  return select_facts(calls_to(s, "memcpy", "memmove"), function(c) return c.line == s.line and c.file == s.file end)
end

return { own_copies = own_copies, around_region = around_region, starts_regions = starts_regions, region_s = region_s, tiny_regions = tiny_regions, tiny_tasks = tiny_tasks, by_own_work = by_own_work, at_a_time = at_a_time }
