-- Helper functions for rules: what this file returns becomes known to every
-- knowledge file by its key.  README.md lists them.

local huge, floor = math.huge, math.floor

local function grouped(n)
  local s = string.format("%.0f", n)
  local sign, digits = s:match("^(-?)(%d+)$")
  if not digits then return s end
  local out = digits:sub(-3)
  for i = #digits - 3, 1, -3 do
    out = digits:sub(i > 2 and i - 2 or 1, i) .. "," .. out
  end
  return sign .. out
end

local function decimals(x)
  if x >= 9.95 then return string.format("%.0f", x) end
  return (string.format("%.1f", x):gsub("%.0$", ""))
end

local function bytes(n)
  if n == 1 then return "1 byte" end
  if math.abs(n) < 65536 then return grouped(n) .. " bytes" end
  for _, unit in ipairs { { 1024 ^ 3, "GiB" }, { 1024 ^ 2, "MiB" }, { 1024, "KiB" } } do
    if math.abs(n) >= unit[1] then
      local sign = n < 0 and "-" or ""
      return sign .. decimals(math.abs(n) / unit[1]) .. " " .. unit[2]
    end
  end
end

local function count(n)
  if n >= 1e10 then return grouped(n / 1e9) .. " billion" end
  if n >= 1e9 then return decimals(n / 1e9) .. " billion" end
  if n >= 1e7 then return grouped(n / 1e6) .. " million" end
  return grouped(n)
end

local function percent(x)
  if x > 0 and x < 0.01 then return "less than 1 %" end
  return string.format("%.0f %%", 100 * x)
end

local function times(x)
  return decimals(x) .. " times"
end

local function plural(n, word)
  if n == 1 then return "1 " .. word end
  local ending = word:find("[sx]$") or word:find("[cs]h$")
  return count(n) .. " " .. word .. (ending and "es" or "s")
end

-- the last part of a path
local function base(path)
  return path:match("[^/]*$")
end

local function at(fact)
  if not fact.file or not fact.line then return "a place without a line number (compiled without -g?)" end
  return base(fact.file) .. ":" .. string.format("%.0f", fact.line)
end

local function ratio(a, b)
  if not a or not b or b == 0 then return nil end
  return a / b
end

local function clamp(x)
  if not x or x ~= x or x < 0 then return 0 end
  return x > 1 and 1 or x
end

local function sum(list, key)
  local total = 0
  for _, fact in ipairs(list) do total = total + (fact[key] or 0) end
  return total
end

local function heaviest(list, key)
  local best
  for _, fact in ipairs(list) do
    if (fact[key] or 0) > (best and best[key] or 0) then best = fact end
  end
  return best
end

local function select_facts(list, wanted)
  local out = {}
  for _, fact in ipairs(list) do
    if wanted(fact) then out[#out + 1] = fact end
  end
  return out
end

-- Cycles beyond the first level, as the data-access formula charges them: what
-- missed L1 pays L2, what missed L2 pays L3 (where there is one), ...
local function miss_cycles(s, ref)
  local m = s.machine
  local cycles = (ref.l1_misses or 0) * (m.L2_lat or 0)
  if m.L3_lat and m.L3_size then
    return cycles + (ref.l2_misses or 0) * m.L3_lat + (ref.l3_misses or 0) * m.Mem_lat
  end
  return cycles + (ref.l2_misses or 0) * (m.Mem_lat or 0)
end

local function ref_cycles(s, ref)
  return (ref.count or 0) * (s.machine.L1_dlat or 0) + miss_cycles(s, ref)
end

local function data_bound(s)
  local lcpi, ins = s.lcpi.data_accesses, s.events.TOT_INS
  return lcpi and ins and lcpi * ins
end

-- the data-access bound without what the first level serves
local function miss_bound(s)
  local all = data_bound(s)
  return all and all - ((s.parts.data_accesses or {}).L1 or 0) * s.events.TOT_INS
end

local function share_of(s, refs, cycles, bound)
  local total = 0
  for _, ref in ipairs(refs) do total = total + cycles(s, ref) end
  return clamp(ratio(total, bound))
end

local function ref_share(s, refs)
  return share_of(s, refs, ref_cycles, data_bound(s))
end

-- of the waits that the account charges, or else of the data-access bound
local function miss_share(s, refs)
  return share_of(s, refs, miss_cycles, s.account and miss_bound(s) or data_bound(s))
end

local function part(s, category, ...)
  local parts, all = s.parts[category], s.lcpi[category]
  if not parts or not all or all == 0 then return nil end
  local total = 0
  for _, name in ipairs { ... } do total = total + (parts[name] or 0) end
  return clamp(total / all)
end

-- Whether what comes from beyond the second cache takes so much of the
-- data-access bound that computing faster changes nothing
local function waits_for_memory(s)
  return (part(s, "data_accesses", "L3", "memory", "beyond_L2") or 0) > 1 / 3
end

-- The stores to places that lie in one line with those of other threads
local function falsely_shared(s)
  return select_facts(s.memrefs, function(r)
    return r.access == "store" and (r.false_sharing or 0) > 0.3
  end)
end

-- What so many writes to lines that other threads write to as well cost, as a share
-- of the section's time. The model knows of one core's caches only: what the section
-- takes longer than that is the lines' way between the cores, but no write waits
-- longer than for memory. nil where no model tells.
local function cost_of_sharing(s, writes)
  local a = s.account
  if not a or not a.measured or a.measured <= 0 then return nil end
  local most = ratio(writes * (s.machine.Mem_lat or 0), s.events.TOT_CYC) or 0
  return math.min(clamp(1 - a.modelled / a.measured), most)
end

-- The second most frequent step of an inner loop's reference is the jump back
-- to the next start: what is left of it is the enclosing loop's own step. In long
-- loops no jump may be seen, and other breaks are more frequent; but where lines are
-- fetched again for several places, each pass goes a part of the line further.
local function outer_stride(s, ref)
  local trips = s.loop and s.loop.trips
  if not ref.stride or not trips then return nil end
  trips = floor(trips + 0.5)
  local line = s.machine.line or 64
  if math.abs(ref.stride) >= line and (ref.places or 0) > 3 * (ref.lines or huge) and ref.count > 3 * ref.lines then
    return line * ref.lines / ref.places
  end
  if ref.stride2 and (1 - (ref.stride_share or 0)) * trips < 8 then return ref.stride2 + (trips - 1) * ref.stride end
  -- no jump was seen: each entry goes on where the last one ended
  if trips >= 2 and trips <= 20000 and (ref.stride_share or 0) > 0.99 then return trips * ref.stride end
  return nil
end

-- Whether it goes down a column of a matrix, and not from record to record: the
-- loop around takes the next column, or other places of its lines are wanted too.
local function column(s, ref)
  if not s.outer or not ref.stride then return false end
  local other, trips = outer_stride(s, ref), s.loop and s.loop.trips
  if other and other ~= 0 and math.abs(other) < math.abs(ref.stride) then return true end
  return trips and ref.lines and ref.lines > 3 * trips and ref.count > 4 * ref.lines or false
end

-- How often instructions of a kind (a name of the fact "executed") ran in the
-- section's own code, without the loops in it; nil where nothing tells. Where
-- executions were not counted, those of a loop without loops in it are taken as
-- evenly spread over its code; static code says nothing else of what ran.
local function executed(s, kind)
  if s.executed then return s.executed[kind] end
  if not s.code or #s.inner > 0 or s.code.instructions == 0 then return nil end
  local instructions = s.events.TOT_INS
  return instructions and s.code[kind] * instructions / s.code.instructions
end

-- the same with all loops in it: what does not tell counts as 0
local executed_within
function executed_within(s, ...)
  local total = 0
  for _, kind in ipairs { ... } do total = total + (executed(s, kind) or 0) end
  for _, inner in ipairs(s.inner) do total = total + executed_within(inner, ...) end
  return total
end

-- the part of all instructions of the section that are of this kind and in its
-- own code; 0 where nothing tells
local function executed_part(s, kind)
  local all = s.executed and executed_within(s, "instructions") or s.events.TOT_INS
  return clamp(ratio(executed(s, kind) or 0, all))
end

-- of the floating-point operations that are slow, those that are of this kind
-- and in the section's own code
local function slow_operations(s, kind)
  return clamp(ratio(executed(s, kind) or 0, executed_within(s, "divides", "square_roots")))
end

local function misprediction(branch)
  return ratio(branch.mispredicted, branch.count)
end

local function per_instruction(s, event)
  return ratio(s.events[event], s.events.TOT_INS)
end

local function fp_operations(s)
  return s.events.FP_INS
end

-- Calls here of the procedures of these names (the linker's, without version)
-- its name for people
local function name_of(c)
  return ((c.title or c.name or "a procedure"):gsub("@.*", ""))
end

-- whether a procedure calls itself
local function calls_itself(s, c)
  return c.name == s.procedure_name or c.name == s.linker_name or c.title ~= nil and c.title == s.procedure_name
end

local function calls_to(s, ...)
  local wanted = {}
  for _, name in ipairs { ... } do wanted[name] = true end
  return select_facts(s.callees, function(c)
    return c.name and (c.calls or 0) > 0 and wanted[(c.name:gsub("@.*", ""))]
  end)
end

-- Whether the compiler recorded one of these switches (parts of words will do)
local function built_with(s, ...)
  local producer = s.compiler and s.compiler.producer or ""
  for _, switch in ipairs { ... } do
    if producer:find(switch, 1, true) then return true end
  end
  return false
end

-- The value that the compiler was given with a switch: "native" of "-march="
local function switch_value(s, switch)
  local producer = s.compiler and s.compiler.producer or ""
  local _, last = producer:find(switch, 1, true)
  return last and producer:sub(last + 1, last + 64):match("^[^%s]*")
end

local function sum_of_names(s, fractions, ...)
  if (s.program.modules or 0) < 2 then return nil end
  local total = 0
  for name, fraction in pairs(fractions) do
    for _, pattern in ipairs { ... } do
      if name:find(pattern) then
        total = total + fraction
        break
      end
    end
  end
  return clamp(total)
end

-- The part of the program's time that is spent in procedures of these names
-- (patterns); nil where only the program's own module was recorded
local function time_in(s, ...)
  return sum_of_names(s, s.program.fractions, ...)
end

-- The same without what the operating system has of it: fresh pages, say
local function own_time_in(s, ...)
  return sum_of_names(s, s.program.own_fractions, ...)
end

-- Threads that had work at a time, with a processor or ready for one, in the mean
-- over the run; nil: not known
local function threads_at_work(s)
  local e = s.program.facts.elapsed[1]
  if not e or not e.cpu_s or not ((s.program.elapsed_s or 0) > 0) then return nil end
  return (e.cpu_s + (e.delay_s or 0)) / s.program.elapsed_s
end

-- Does one thread work at a time, though there are more? A thread that is made and
-- waited for at once is no parallel program.
-- Nor is one whose threads only wait for each other's end: the second figure leaves
-- room for what they do before.
local function one_at_a_time(s)
  local n, others = threads_at_work(s) or math.huge, 0
  for _, w in ipairs(s.program.facts.waits or {}) do
    if w.kind ~= "join" then others = others + (w.blocked_s or 0) + (w.cpu_s or 0) end
  end
  return n < 1.05 or n < 1.25 and others < 0.1 * (s.program.elapsed_s or 0)
end

-- Have all threads work nearly all of the time? Those that spin have none.
local function all_at_work(s)
  local spun = sum(s.program.facts.waits or {}, "cpu_s")
  local elapsed = s.program.elapsed_s or 0
  return elapsed > 0 and (threads_at_work(s) or 0) - spun / elapsed > 0.9 * (s.program.all_threads or math.huge)
end

-- Are more threads at work than there are processors? Who waits for others then
-- waits for their turn, whoever has how much to do.
local function crowded(s)
  return (threads_at_work(s) or 0) > 1.5 * (s.program.processors or huge)
end

-- Bytes that come from memory for each cycle, of what the machine's core gets
-- at most; nil where one is not known
local function saturation(s)
  local m, line = s.machine, s.machine.line or 64
  local misses = s.events.L3_DCM or s.events.L2_DCM
  local rate = ratio(misses and misses * line, s.events.TOT_CYC)
  local most = ratio(m.core_bytes_per_s, m.CPU_freq)
  return rate, most
end

-- What suggestions remove, as tables of causes of the account of cycles.

-- waits for data from beyond the first cache, and for the stores there
local misses = {
  l2 = 1, l3 = 1, memory_latency = 1, memory_bandwidth = 1, stores = 1, data_tlb = 1, chain_address = 0.5,
}
-- the same by placing data otherwise, which leaves addresses to be computed as before
local placement = { l2 = 1, l3 = 1, memory_latency = 1, memory_bandwidth = 1, stores = 1, data_tlb = 1 }
-- of these, what is waited for one after the other, and not for want of bandwidth
local latency = { l2 = 1, l3 = 1, memory_latency = 1, data_tlb = 1 }
local bandwidth = { memory_bandwidth = 1, stores = 1, memory_latency = 1, l3 = 1, l2 = 1 }

-- The share of the section's cycles that results take which one iteration hands to
-- the next, in it or in the loops in it: what is left when all else is gone. Of
-- chains that a rule shortens, none.
local carried_cycles
function carried_cycles(s, but)
  local most, inner = 0, 0
  for _, c in ipairs(s.chains) do
    if c.kind ~= but and not (but == "divides" and (c.divides or 0) > 0) then
      most = math.max(most, c.latency_cycles or 0)
    end
  end
  for _, l in ipairs(s.inner) do inner = inner + carried_cycles(l, but) end
  return math.max(most * (s.loop and s.loop.iterations or 0), inner)
end

local function carried_share(s, but)
  local cycles = math.max(s.account and s.account.modelled or 0, s.lcpi.overall or 0) * (s.events.TOT_INS or 0)
  local share = clamp(ratio(carried_cycles(s, but), cycles) or 0)
  -- the code may have chains that are seldom executed: not more than the longest that was
  local floor = s.account and s.account.floor
  return floor and floor.chain and math.min(share, floor.chain) or share
end

-- the part of causes that add up to all which can go while a share stays
local function but_for(all, stays)
  return all > 0 and clamp((all - stays) / all) or 0
end

-- What causes have of the section's cycles together; those that are joined count
-- once, with all that is in that part
local function charged(s, names)
  local a, all, wanted = s.account, 0, {}
  for _, name in ipairs(names) do wanted[name] = true end
  for _, part in pairs(a.joined) do
    local any = false
    for name in pairs(part.holds) do
      any = any or wanted[name]
    end
    for name in pairs(any and part.holds or {}) do wanted[name] = nil end
    if any then all = all + part.share end
  end
  for name in pairs(wanted) do all = all + a[name] end
  return all
end

-- A wrong guess also lays bare the operations that it is found out by, which would
-- have been under way with the iterations before: about as long as what it throws
-- away, and nothing that one iteration hands on to the next.
local function wrong_guesses(s)
  local a, names = s.account, { "chain_fp", "chain_integer", "chain_address", "l1", "l2", "pipes" }
  local causes, bare = { mispredicted = 1 }, charged(s, names)
  local x = but_for(bare, carried_share(s, "load")) * clamp(a.mispredicted / math.max(bare, 0.001))
  for _, name in ipairs(names) do causes[name] = x end
  return causes
end

-- all that a section's cycles may be charged to
local everything = { "useful", "chain_fp", "chain_integer", "chain_address", "l1", "l2", "l3", "memory_latency",
  "memory_bandwidth", "stores", "data_tlb", "fetch", "instruction_tlb", "mispredicted", "pipes", "other" }

-- at least a part x of each cause
local function of_all(x, causes)
  causes = causes or {}
  for _, cause in ipairs(everything) do causes[cause] = math.max(causes[cause] or 0, clamp(x)) end
  return causes
end

-- Where the core does what it has to do as fast as it can, less of that takes less
-- time, whatever its cycles are charged to. gone: the part that goes, by what the
-- core is busy with: its "width", "pipes" or a "unit", branches that are "taken".
local function less_work(s, causes, gone)
  local floor = s.account and s.account.floor
  local x = floor and gone[floor.limit]
  return x and of_all(clamp(x) * floor.work, causes) or causes
end

-- executing a part x of the instructions no more, with other causes besides
local function work(x, others)
  x = clamp(x)
  local causes = { useful = x, pipes = x, l1 = x, fetch = x, other = x }
  for cause, share in pairs(others or {}) do causes[cause] = clamp(share) end
  return causes
end

-- executing n instructions less; of: how many there are of their kind, which share
-- the pipes that may be full; taken: the part of the taken branches that goes; kind:
-- "memory" or "arithmetic", where others than its pipes may be full
local function fewer(s, n, of, others, taken, kind)
  local x = ratio(n, s.events.TOT_INS) or 0
  local causes = work(x, others)
  local full = of and of > 0 and clamp(n / of) or nil
  causes.pipes = full or causes.pipes
  local busy = s.account and s.account.floor and s.account.floor.busy_with
  if kind and busy and busy ~= kind then
    -- pipes that stay full let nothing but what is beyond them go
    local rest = 1 - s.account.floor.work
    for cause, share in pairs(causes) do causes[cause] = share * rest end
    return causes
  end
  return less_work(s, causes, { width = x, pipes = full, taken = taken })
end

-- n loads and stores less, of all that there are
local function fewer_accesses(s, n, of, others)
  local causes = { l1 = clamp(ratio(n, of) or 0) }
  for cause, share in pairs(others or {}) do causes[cause] = math.max(causes[cause] or 0, share) end
  return fewer(s, n, of, causes, nil, "memory")
end

-- whether a loop in it stores what its next iteration loads
local through_memory
function through_memory(s)
  for _, c in ipairs(s.chains) do
    if c.kind == "memory" then return true end
  end
  for _, l in ipairs(s.inner) do
    if through_memory(l) then return true end
  end
  return false
end

-- Executing these calls no more. Each is some six instructions here: itself, what
-- passes arguments, and what saves and fetches again what no call leaves in
-- registers. What is kept on the stack for their sake is no longer waited for.
local CALL_INSTRUCTIONS = 6

-- of the longest chain that was executed, the part that is loads from L1
local function loads_in_chain(s)
  local chain = s.facts.longest_chain and s.facts.longest_chain[1]
  if not chain then return 0 end
  return clamp(ratio((chain.load or 0) + (chain.load_vec or 0) + (chain.load_wide or 0), chain.cycles) or 0)
end

local function fewer_calls(s, calls, others)
  local n, causes = sum(calls, "calls"), {}
  local all = (s.events.LD_INS or 0) + (s.events.ST_INS or 0)
  local rounds = math.min(n, s.loop and s.loop.iterations or n)
  local kept = select_facts(s.memrefs, function(r) return r.operand == "stack" and (r.count or 0) > 0.5 * rounds end)
  local x = clamp(ratio(sum(kept, "count") + n, all) or 0)
  local saved = #select_facts(kept, function(r) return r.access == "store" end) > 0
  -- a value that is put there by one iteration and fetched by the next is the chain of all
  local fetched = saved and #kept > 1
  for cause, share in pairs(others or {}) do causes[cause] = share end
  causes.l1 = math.max(causes.l1 or 0, fetched and 1 or x)
  causes.stores = math.max(causes.stores or 0, fetched and 1 or x)
  -- iterations that hand on nothing run side by side when no call is between them
  local floor = s.account and s.account.floor
  local chain = floor and floor.chain and floor.chain * (fetched and 1 - loads_in_chain(s) or 1)
  local free = chain and (1 - chain) * clamp(2 * n / (s.loop and s.loop.iterations or huge)) or 0
  for _, chain in ipairs { "chain_fp", "chain_integer", "chain_address" } do causes[chain] = math.max(causes[chain] or 0, free) end
  local taken = ratio(n, n + sum(s.branches, "taken"))
  -- counting and going back stays
  local gone = math.min(CALL_INSTRUCTIONS * n, (s.events.TOT_INS or 0) - 2 * (s.loop and s.loop.iterations or 0))
  return fewer(s, math.max(gone, 0), nil, causes, taken)
end

-- Calls of procedures of the program itself, by their names
local function calls_of_own(s)
  return select_facts(s.callees, function(c)
    return not c.indirect and c.name and c.name ~= s.linker_name and s.program.files[c.name] ~= nil
  end)
end

-- Of the time that the program spends in procedures of such names, what the calls
-- here are for; nil where libraries were not recorded
local function time_of_calls(s, calls, ...)
  local time, all, seen = time_in(s, ...), 0, {}
  for _, c in ipairs(calls) do
    local name = c.name and c.name:gsub("@.*", "") or ""
    local callers = s.program.callers[name]
    if callers and not seen[name] then all = all + (callers.all_calls or 0) end
    seen[name] = true
  end
  return time and time * clamp(all > 0 and sum(calls, "calls") / all or 1)
end

-- What these calls cost in the procedures that they call, as a share of the run's
-- time: at least their return and what passes the result, some two cycles
local function cost_of_calls(s, calls)
  local all, saved = s.program.events and s.program.events.TOT_CYC, 0
  if not all or all <= 0 then return nil end
  for _, c in ipairs(calls) do
    local share = c.name and s.program.fractions[(c.name:gsub("@.*", ""))]
    saved = saved + math.min(share or 0, 2 * (c.calls or 0) / all)
  end
  return clamp(saved)
end

-- loads and stores
local function accesses(s)
  return (s.events.LD_INS or 0) + (s.events.ST_INS or 0)
end

-- working on several elements with one instruction: the lanes of vectors as wide
-- as the switches allow that it was compiled with, and 16 bytes without any; wide:
-- as when it is compiled for the machine, for which compilers take 32 bytes
local function lanes(s, wide)
  local element = s.code and (s.code.fp_single or 0) > (s.code.fp_double or 0) and 4 or 8
  -- of integers, the step from one to the next tells
  if s.code and s.code.fp_scalar + s.code.fp_packed == 0 then
    for _, r in ipairs(s.memrefs) do
      local step = math.abs(r.stride or 0)
      if step >= 1 and step <= 8 and (r.stride_share or 0) > 0.9 then element = step break end
    end
  end
  local bits = s.machine.vector_bits or 128
  if s.machine.isa == "x86_64" then
    wide = wide or built_with(s, "-march=native", "-march=x86-64-v", "-mavx", "-march=haswell", "-march=znver", "-march=skylake")
    bits = math.min(bits, wide and 256 or 128)
  end
  return math.max(1, bits / (8 * element))
end

-- Of the longest chain that was executed, the cycles of floating-point operations
local function fp_chained(s)
  local chain, cycles = s.facts.longest_chain and s.facts.longest_chain[1], 0
  for key, n in pairs(chain or {}) do
    if key:find("^fp_") then cycles = cycles + n end
  end
  return cycles, chain
end

-- Whether products or quotients wait for each other most of the time: a recurrence
-- by way of an array is in no register, so that the code alone does not show it
local function recurs(s)
  local cycles, chain = fp_chained(s)
  if cycles <= 0 or cycles < 0.4 * (s.events.TOT_CYC or huge) then return false end
  -- most of its way leads through places of the window that get free: beside it there
  -- are others, of which the window holds too few
  if chain.window * (s.machine.rob or 0) > 0.5 * chain.instructions then return false end
  return cycles - chain.fp_add - chain.fp_fma > 0.25 * cycles
end

-- Where memory delivers lines as fast as it can, the work is done while they come: the share
-- of it that is, so that less work takes no less time
local function behind_lines(s)
  local a = s.account
  if not a then return 0 end
  for _ in pairs(a.joined) do return 0 end -- bounds tell no ratio
  local waits = charged(s, { "l2", "l3", "memory_latency", "memory_bandwidth" })
  if waits <= 0 then return 0 end
  return clamp(a.memory_bandwidth / waits) * clamp(waits / math.max(1 - waits, 0.01))
end

local function vectors(s, others, wide)
  -- what each iteration fetches from the same place is fetched once
  local fixed = sum(select_facts(s.memrefs, function(r)
    return r.access == "load" and r.operand ~= "stack" and r.stride == 0 and (r.stride_share or 0) > 0.9
  end), "count")
  local x = (1 - (1 - clamp(ratio(fixed, s.events.TOT_INS) or 0)) / lanes(s, wide)) * (1 - behind_lines(s))
  local causes = work(x, others)
  local free = x * (1 - carried_share(s, "load"))
  causes.stores = causes.stores or x
  for _, chain in ipairs { "chain_fp", "chain_integer", "chain_address" } do causes[chain] = causes[chain] or free end
  return less_work(s, causes, { width = x, pipes = x, unit = x, taken = x })
end

-- whether nothing but what a rule is about keeps a compiler that was told to from
-- making vectors of a loop
local function would_vectorise(s)
  local c, level = s.code, s.compiler and s.compiler.level
  if not c or not s.loop or s.loop.innermost == false or (s.loop.trips or 0) < 8 then return false end
  if c.calls > 0 or c.branches > 1 or (c.any_vector_bits or 0) >= 128 or (c.unknown_refs or 0) > 0 then return false end
  if not (level == "O3" or level == "Ofast" or built_with(s, "vectorize") or level == "O2" and s.compiler.name ~= "gcc") then
    return false
  end
  for _, chain in ipairs(s.chains) do
    if chain.kind ~= "memory" then return false end
  end
  for _, r in ipairs(s.memrefs) do
    if r.operand ~= "stack" and (not r.stride or math.abs(r.stride) > 8 or (r.stride_share or 1) < 0.8) then return false end
  end
  return #s.memrefs > 0
end

-- Does it load so many integers or addresses? Other registers take what is computed with
-- as floating-point numbers. True where nothing tells.
local function loads_integers(s, n)
  local o = s.facts.operations and s.facts.operations[1]
  if not o or not o.instructions or o.instructions == 0 then return true end
  -- not all of them need have been followed
  local followed = clamp(ratio(o.instructions, s.executed and s.executed.instructions or o.instructions) or 1)
  return (o.load or 0) >= 0.5 * n * followed
end

-- why a sum can't be taken in parts
local PARTIAL = "each of its partial sums is stored"

return {
  PARTIAL = PARTIAL, loads_integers = loads_integers, misses = misses, placement = placement, latency = latency, bandwidth = bandwidth, wrong_guesses = wrong_guesses,
  charged = charged, would_vectorise = would_vectorise, carried_share = carried_share, but_for = but_for,
  fewer_calls = fewer_calls, calls_of_own = calls_of_own, time_of_calls = time_of_calls, cost_of_calls = cost_of_calls, of_all = of_all, fewer_accesses = fewer_accesses, through_memory = through_memory, less_work = less_work, work = work, fewer = fewer, accesses = accesses, lanes = lanes, vectors = vectors,
  bytes = bytes, count = count, percent = percent, times = times, plural = plural,
  at = at, ratio = ratio, clamp = clamp, sum = sum, heaviest = heaviest,
  select_facts = select_facts, miss_cycles = miss_cycles, ref_cycles = ref_cycles,
  ref_share = ref_share, miss_share = miss_share, part = part,
  outer_stride = outer_stride, column = column, misprediction = misprediction,
  per_instruction = per_instruction, waits_for_memory = waits_for_memory,
  falsely_shared = falsely_shared, cost_of_sharing = cost_of_sharing, fp_operations = fp_operations,
  calls_to = calls_to, name_of = name_of, calls_itself = calls_itself, built_with = built_with, switch_value = switch_value,
  executed = executed, executed_within = executed_within, executed_part = executed_part,
  slow_operations = slow_operations, saturation = saturation, fp_chained = fp_chained, recurs = recurs,
  time_in = time_in, own_time_in = own_time_in, one_at_a_time = one_at_a_time, all_at_work = all_at_work, crowded = crowded,
}
