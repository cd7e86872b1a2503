-- Threads: programs that have one, on machines with many processors.

-- Seconds that an entry of a loop has to take, so that starting threads pays (EPCC OpenMP
-- micro-benchmarks: some microseconds, on large nodes tens)
local ENTRY_S = 1e-4

-- Of what waits for memory's bandwidth, threads take at least a half: one core alone gets that
-- much of it where memory has few channels (STREAM with one thread and all)
local STREAMS = 2

local function functions_of_math(c)
  local name = c.name or ""
  for _, f in ipairs { "exp", "log", "pow", "sin", "cos", "tan", "sincos", "cbrt", "hypot", "atan", "atan2", "tanh", "erf", "sqrt",
    "fabs", "floor", "ceil", "round", "fmod" } do
    if name:find("^_*" .. f .. "f?$") or name:find("^_*" .. f .. "f?_?_?f?i?n?i?t?e?@") then return true end
  end
  return false
end

-- Does it only add up what each iteration gives?
local function adds_up(c)
  return c.kind == "fp" and c.adds > 0 and c.muls == 0 and (c.divides or 0) == 0 and (c.loads or 0) == 0 and c.stored ~= true
end

-- Where the loop stores something that matters, and not in private memory
local function stores_of(l)
  local often = 0.01 * (l.loop and l.loop.iterations or 0)
  return select_facts(l.memrefs, function(r) return r.access == "store" and r.operand ~= "stack" and r.count > often end)
end

-- Why the iterations of a loop may need each other, in its own code; nil: nothing was seen
local function own_dependence(l)
  for _, c in ipairs(l.chains) do
    if not adds_up(c) then return "each iteration needs the one before" end
  end
  for _, c in ipairs(l.callees) do
    if not functions_of_math(c) then return "what it calls may need the iteration before" end
  end
  for _, r in ipairs(stores_of(l)) do
    if not r.stride or r.stride == 0 or (r.stride_share or 0) < 0.9 then return "its iterations may store at the same place" end
  end
  if executed_within(l, "atomics") > 0 then return "it makes atomic updates" end
  local ways_out = select_facts(l.branches, function(b) return b.leaves and b.count > 0.8 * l.loop.iterations end)
  if #ways_out > 1 or #ways_out == 1 and ways_out[1].asks == "float" then return "what it computes decides how long it goes on" end
  return nil
end

-- The same for the loop in it: what that hands on it may begin anew, but each of its entries
-- has to store elsewhere, and not where others load
local function inner_dependence(l)
  if #l.inner > 0 then return "what is stored two loops further in is not known well enough" end
  for _, c in ipairs(l.chains) do
    if c.kind ~= "fp" then return "the loop in it hands on what is no plain sum" end
  end
  for _, c in ipairs(l.callees) do
    if not functions_of_math(c) then return "what it calls may need the iteration before" end
  end
  for _, r in ipairs(stores_of(l)) do
    local step = outer_stride(l, r)
    if not step or step == 0 then return "its iterations may store at the same place" end
  end
  return nil
end

-- In place: each element is loaded where it is stored. Loads from more of these addresses are
-- of other elements, unless the stores fetch lines of their own: those of another array.
local function loads_what_others_store(l)
  local loads, stores = 0, 0
  for _, part in ipairs { l, table.unpack(l.inner) } do
    for _, r in ipairs(part.memrefs) do
      if r.stored_over then loads = loads + r.count end
    end
    for _, r in ipairs(stores_of(part)) do
      local fetches = (r.l1_misses or 0) > 0.5 * r.count * math.min(1, math.abs(r.stride or 0) / line_of(l))
      stores = stores + (fetches and math.huge or r.count)
    end
  end
  return loads > 1.1 * stores
end

local function stores_or_sums(l)
  local stores, seen = #l.chains, 0
  for _, part in ipairs { l, table.unpack(l.inner) } do
    stores, seen = stores + #stores_of(part), seen + #part.memrefs
  end
  return stores > 0 and seen > 0
end

-- Why its iterations are not to be shared out among threads; nil: they may be
local function why_not(l, n)
  local p, entries = l.program, l.loop and l.loop.entries or 0
  if not l.loop or entries <= 0 then return "how often it is executed was not measured" end
  if (l.loop.trips or 0) < 2 * n then return "it has few iterations" end
  if (l.fraction or 0) * (p.runtime_s or 0) < ENTRY_S * entries then return "it is too short to start threads for" end
  local why = own_dependence(l)
  for _, i in ipairs(l.inner) do why = why or inner_dependence(i) end
  if why then return why end
  if recurs(l) and #l.inner == 0 then return "each iteration needs the one before" end
  if loads_what_others_store(l) then return "iterations load what others store" end
  if not stores_or_sums(l) then return "what it computes is not stored by it" end
  return nil
end

suggestion "share-iterations" {
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
  changes = { "order_of_sums", "thread_safety", says = "the rounding of sums; what the loop calls has to be safe with threads" },
  switches = {
    gcc = { { "-fopenmp", "OpenMP's directives" }, { "-ftree-parallelize-loops=4", "parallelises simple loops by itself" } },
    clang = { { "-fopenmp", "OpenMP's directives" } },
    intel = { { "-qopenmp", "OpenMP's directives" } },
    fujitsu_trad = { { "-Kopenmp", "OpenMP's directives" }, { "-Kparallel", "parallelises by itself" } },
    nvidia = { { "-mp", "OpenMP's directives" } },
    cray = { { "-homp", "Fortran: OpenMP's directives" } },
  },
  not_when = "Other programs, or other instances of this one, have the processors.",
  source = "OpenMP specification, parallel for; Codee open catalog, PWR050 and PWR051",
}
