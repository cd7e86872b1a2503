-- Helper functions for rules: what suggestions remove, as tables of causes of the
-- account of cycles.

local huge = math.huge

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
-- away, and nothing that one iteration hands on to the next. elsewhere: of what is
-- thrown away, as a share of the section's cycles, where other sections are charged it
local function wrong_guesses(s, elsewhere)
  local a, names = s.account, { "chain_fp", "chain_integer", "chain_address", "l1", "l2", "pipes" }
  local causes, bare = { mispredicted = 1 }, charged(s, names)
  local x = but_for(bare, carried_share(s, "load")) * clamp(math.max(a.mispredicted, elsewhere or 0) / math.max(bare, 0.001))
  for _, name in ipairs(names) do causes[name] = x end
  return causes
end

-- at least a part x of each cause (all_causes: arch/causes.def)
local function of_all(x, causes)
  causes = causes or {}
  for _, cause in ipairs(all_causes) do causes[cause] = math.max(causes[cause] or 0, clamp(x)) end
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

-- What is called at the line of a call through a pointer, as a share of the run's time
local function called_through(s, c)
  local list = c.indirect and select_facts(s.called or {}, function(x) return x.line == c.line and x.file == c.file end) or {}
  return #list > 0 and sum(list, "share") or nil
end

-- What these calls cost in the procedures that they call, as a share of the run's
-- time: at least their return and what passes the result, some two cycles
local function cost_of_calls(s, calls)
  local all, saved = s.program.events and s.program.events.TOT_CYC, 0
  if not all or all <= 0 then return nil end
  for _, c in ipairs(calls) do
    local share = c.name and s.program.fractions[(c.name:gsub("@.*", ""))] or called_through(s, c)
    -- what a pointer leads to has no name: not more than the time that is not of this section
    if not share and c.indirect then share = 1 - (s.fraction or 0) end
    saved = saved + math.min(share or 0, 2 * (c.calls or 0) / all)
  end
  return clamp(saved)
end

-- loads and stores
local function accesses(s)
  return (s.events.LD_INS or 0) + (s.events.ST_INS or 0)
end

-- of so many bits, what compilers use when they are told the machine: wider units than
-- 32 bytes are worth it on some x86-64 only
local function compiled_bits(s, bits)
  local most = s.machine.compiled_bits or s.machine.isa == "x86_64" and 256 or bits
  return math.min(bits, most)
end

-- working on several elements with one instruction: the lanes of vectors as wide
-- as the switches allow that it was compiled with, and 16 bytes without any; wide:
-- as when it is compiled for the machine
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
    bits = math.min(bits, wide and compiled_bits(s, bits) or 128)
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

-- Cycles of operations on integers that wait for each other from iteration to iteration, where
-- that is most of the time; else nil. More than one operation in each is no plain sum or count,
-- and of minima and maxima, which choose, compilers make vectors.
local function integers_recur(s)
  local chain, cycles = s.facts.longest_chain and s.facts.longest_chain[1], 0
  for key, n in pairs(chain or {}) do
    if key == "int" or key == "int_mul" or key == "int_shift" or key == "int_div" then cycles = cycles + n end
  end
  local turns = s.loop and s.loop.iterations or huge
  -- a chain that leads through procedures is not the loop's own
  if (executed(s, "calls") or 0) > 0.1 * turns then return nil end
  if cycles < 1.5 * turns or cycles < 0.4 * (s.events.TOT_CYC or huge) then return nil end
  if not chain or (chain.window or 0) * (s.machine.rob or 0) > 0.5 * chain.instructions then return nil end
  return cycles
end

-- Whether products, quotients or integers wait for each other most of the time: a
-- recurrence by way of an array is in no register, so that the code alone does not show it
local function recurs(s)
  if integers_recur(s) then return true end
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

-- The share of its cycles that its lines take to come from and go back to where they are,
-- with nothing between them: they are as many when fewer instructions ask for them.
local function lines_share(s)
  local e, all = s.events, (s.lcpi.overall or 0) * (s.events.TOT_INS or 0)
  local way = row_cycles(s, e.L2_DCA or 0, e.L2_DCM or 0, e.L3_DCM or 0)
  if not way or all <= 0 then return 0 end
  local stored = select_facts(s.memrefs, function(r) return r.access == "store" end)
  local back = clamp(ratio(sum(stored, "l1_misses"), sum(s.memrefs, "l1_misses")) or 0)
  return clamp((1 + back) * way / all)
end

local function vectors(s, others, wide)
  -- what each iteration fetches from the same place is fetched once
  local fixed = sum(select_facts(s.memrefs, function(r)
    return r.access == "load" and r.operand ~= "stack" and r.stride == 0 and (r.stride_share or 0) > 0.9
  end), "count")
  local x = (1 - (1 - clamp(ratio(fixed, s.events.TOT_INS) or 0)) / lanes(s, wide)) * (1 - behind_lines(s))
  x = math.min(x, 1 - lines_share(s))
  local causes = work(x, others)
  local free = x * (1 - carried_share(s, "load"))
  causes.stores = causes.stores or x
  for _, chain in ipairs { "chain_fp", "chain_integer", "chain_address" } do causes[chain] = causes[chain] or free end
  -- no vectors divide integers
  local floor = s.account and s.account.floor
  local unit = floor and floor.busy_with == "divides" and 0 or x
  return less_work(s, causes, { width = x, pipes = x, unit = unit, taken = x })
end

-- The same for what is done in vectors of `own` bits already, when compilers may take as many of
-- `bits` as the machine is worth; part: of all vectors and single numbers, those
local function wider(s, own, bits, part)
  local x = clamp(part) * (1 - own / math.max(own, compiled_bits(s, bits)))
  return math.min(x * (1 - behind_lines(s)), 1 - lines_share(s))
end

-- Whether it has vectors of integers, or moves data by them: what takes 8 bytes or fewer at a time of all that it goes
-- along has at most the minimum or maximum of two numbers in such a register
local function holds_vectors(s)
  if (s.code.any_vector_bits or 0) < 128 then return false end
  local moving = select_facts(s.memrefs, function(r) return r.stride and r.stride ~= 0 and (r.stride_share or 0) > 0.8 end)
  return #moving == 0 or #select_facts(moving, function(r) return math.abs(r.stride) > 8 end) > 0
end

-- Whether many addresses come from the stack, as registers did not suffice: the code then does not tell how they move
local function short_of_registers(s)
  local from = select_facts(s.memrefs, function(r) return r.access == "load" and r.operand == "stack" end)
  return sum(from, "count") >= 4 * (s.loop.iterations or huge)
end

-- whether nothing but what a rule is about keeps a compiler that was told to from
-- making vectors of a loop; reloaded: addresses that are loaded again and again would
-- then be in registers
local function would_vectorise(s, reloaded)
  local c, level = s.code, s.compiler and s.compiler.level
  if not c or not s.loop or s.loop.innermost == false or (s.loop.trips or 0) < 8 then return false end
  if c.calls > 0 or c.branches > 1 or holds_vectors(s) then return false end
  if (c.unknown_refs or 0) > 0 and not reloaded then return false end
  if not (level == "O3" or level == "Ofast" or built_with(s, "vectorize") or level == "O2" and s.compiler.name ~= "gcc") then
    return false
  end
  for _, chain in ipairs(s.chains) do
    local sum_of_any_order = chain.kind == "fp" and chain.muls + chain.divides == 0 and free_order(s)
    if chain.kind ~= "memory" and not sum_of_any_order then return false end
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

-- Whether at least as many arithmetic instructions work on vectors as on single numbers. Where fewer do,
-- a compiler put together what lies side by side, such as x and y, and not elements of several iterations
local function in_vectors(s) return executed_within(s, "fp_packed") > 0 and executed_within(s, "fp_packed") >= executed_within(s, "fp_scalar") end

-- Whether calls are executed: those for what hardly happens (the root of a negative number) are not
local function calls_made(s) return sum(s.callees, "calls") > 0.01 * (s.loop and s.loop.iterations or 0) end

-- Of what vectors remove, the account knowing what else there is to wait for; or of
-- the section's time, and then not more than memory leaves
local function gain_of_vectors(s, part)
  if s.account then return math.min(0.9, part + 0.3) end
  local slow = s.parts.data_accesses or {}
  local beyond = (slow.L3 or 0) + (slow.memory or 0) + (slow.beyond_L2 or 0)
  local overall = s.lcpi.overall or 1
  if beyond > overall then part = part * 0.3 end
  return clamp(part)
end

return {
  in_vectors = in_vectors, calls_made = calls_made, misses = misses, placement = placement, latency = latency, bandwidth = bandwidth,
  carried_share = carried_share, but_for = but_for, charged = charged, wrong_guesses = wrong_guesses,
  of_all = of_all, less_work = less_work, work = work, fewer = fewer, fewer_accesses = fewer_accesses,
  through_memory = through_memory, fewer_calls = fewer_calls, calls_of_own = calls_of_own,
  time_of_calls = time_of_calls, cost_of_calls = cost_of_calls, accesses = accesses, lanes = lanes,
  compiled_bits = compiled_bits, wider = wider,
  fp_chained = fp_chained, integers_recur = integers_recur, recurs = recurs, vectors = vectors,
  gain_of_vectors = gain_of_vectors, would_vectorise = would_vectorise, holds_vectors = holds_vectors, short_of_registers = short_of_registers, loads_integers = loads_integers, PARTIAL = PARTIAL,
}
