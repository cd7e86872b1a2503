-- Helper functions for rules: what this file and prelude_*.lua return becomes known to
-- every knowledge file by its key.  README.md lists them.

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

-- What lines take in a row that miss so many times each level: what they take on their
-- way is all that prefetching leaves. Nil where the machine file does not tell.
local function row_cycles(s, l1, l2, l3)
  local m = s.machine
  if not (m.L2_line and m.L3_line and m.Mem_line) then return nil end
  if not m.L3_size then l3 = l2 end
  return math.max(0, (l1 - l2) * m.L2_line + (l2 - l3) * m.L3_line + l3 * m.Mem_line)
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

-- Of the references of a section the heaviest are recorded; what is not known of
-- the others is taken to be as with these.
local MOST_REFS = 16

-- of the waits that the account charges, or else of the data-access bound
local function miss_share(s, refs)
  if not s.account then return share_of(s, refs, miss_cycles, data_bound(s)) end
  local bound = miss_bound(s)
  if #s.memrefs >= MOST_REFS then
    local all = 0
    for _, r in ipairs(s.memrefs) do all = all + miss_cycles(s, r) end
    bound = math.min(bound or all, all)
  end
  return share_of(s, refs, miss_cycles, bound)
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
-- loop around takes the next column, or other places of its lines are wanted too,
-- and not only the same ones again.
local function column(s, ref)
  if not s.outer or not ref.stride then return false end
  local other, trips = outer_stride(s, ref), s.loop and s.loop.trips
  if other and other ~= 0 and math.abs(other) < math.abs(ref.stride) then return true end
  if ref.places and ref.lines and ref.places < 2 * ref.lines then return false end
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

-- Bytes of code that an iteration executes, about, and of the procedure
local function code_of_iteration(s)
  local p = s
  while p.parent do p = p.parent end
  local executed = ratio(s.events.TOT_INS, s.loop.iterations)
  return executed and 4.5 * executed, executed and p.code and p.code.bytes
end

-- of the floating-point operations that are slow, those that are of this kind
-- and in the section's own code
local function slow_operations(s, kind)
  return clamp(ratio(executed(s, kind) or 0, executed_within(s, "divides", "square_roots")))
end

local function misprediction(branch)
  return ratio(branch.mispredicted, branch.count)
end

local function taken_share(b)
  return ratio(b.taken, b.count) or 0
end

-- conditional branches of which a good part is mispredicted
local function badly_predicted(s, least)
  return select_facts(s.branches, function(b)
    return b.kind == "conditional" and (misprediction(b) or 0) > (least or 0.08)
  end)
end

-- their part of the section's branch bound
local function misprediction_share(s, branches)
  if s.account then return clamp(ratio(sum(branches, "mispredicted"), s.events.BR_MSP)) end
  local lcpi, ins = s.lcpi.branches, s.events.TOT_INS
  return clamp(ratio(sum(branches, "mispredicted") * (s.machine.BR_miss_lat or 0),
    lcpi and ins and lcpi * ins))
end

local function per_instruction(s, event)
  return ratio(s.events[event], s.events.TOT_INS)
end

local function fp_operations(s)
  return s.events.FP_INS
end

-- the chain of floating-point operations from iteration to iteration, or nil
local function fp_recurrence(s)
  for _, c in ipairs(s.chains) do
    if c.kind == "fp" then return c end
  end
end

-- The chain whose floating-point result an iteration needs of the one before, or nil
local function carried_fp(s)
  for _, c in ipairs(s.chains) do
    if c.kind ~= "load" and c.adds + c.muls + c.fmas + c.divides > 0 then return c end
  end
end

-- bytes of a number that is calculated with
local function element_size(s) return s.code.fp_single > s.code.fp_double and 4 or 8 end

-- Iterations of the loop around it each time that it is entered; where no whole execution of
-- that one was seen, as often as this one was entered, which is fewer
local function outer_trips(s)
  local outer = s.outer and s.outer.loop
  return outer and (outer.trips or (s.loop and s.loop.entries)) or 0
end

-- what stores to one place in each iteration, so that no partial sums may take its place
local function kept_in_memory(r)
  return r.access == "store" and r.stride == 0 and (r.stride_share or 1) > 0.9 and r.operand ~= "stack"
end

-- Terms of the sum that such a chain makes each time that the loop runs: an unrolled
-- iteration adds several.
local function terms_of_sum(s, c)
  return s.loop and s.loop.trips and s.loop.trips * math.max(1, c.adds + c.fmas)
end

-- where it was executed; its own code is meant, not loops in it
local function where_executed(s)
  local iterations = s.loop and s.loop.iterations
  if iterations then return "in " .. plural(iterations, "iteration") .. " of the loop at " .. s.place end
  return "at " .. s.place
end

-- The name of a called procedure for people
local function name_of(c)
  return ((c.title or c.name or "a procedure"):gsub("@.*", ""))
end

-- whether a procedure calls itself
local function calls_itself(s, c)
  return c.name == s.procedure_name or c.name == s.linker_name or c.title ~= nil and c.title == s.procedure_name
end

-- Calls here of the procedures of these names (the linker's, without version)
local function calls_to(s, ...)
  local wanted = {}
  for _, name in ipairs { ... } do wanted[name] = true end
  return select_facts(s.callees, function(c)
    return c.name and (c.calls or 0) > 0 and wanted[(c.name:gsub("@.*", ""))]
  end)
end

-- Is x to this power a few products, with a root at most?
local function few_products(exponent)
  local twice = math.abs(2 * (exponent or 0.1))
  return twice == floor(twice) and twice >= 1 and twice <= 32
end

-- Whether the compiler recorded one of these switches (parts of words will do)
local function built_with(s, ...)
  local producer = s.compiler and s.compiler.producer or ""
  for _, switch in ipairs { ... } do
    if producer:find(switch, 1, true) then return true end
  end
  return false
end

-- whether the compiler may add up in another order
local function free_order(s) return built_with(s, "-ffast-math", "-Ofast", "-fassociative-math") end

-- The value that the compiler was given with a switch: "native" of "-march="
local function switch_value(s, switch)
  local producer = s.compiler and s.compiler.producer or ""
  local _, last = producer:find(switch, 1, true)
  return last and producer:sub(last + 1, last + 64):match("^[^%s]*")
end

-- Sums of the program asked last, by table and patterns: each section asks for the same
local sums_of, sums = nil, {}

local function sum_of_names(s, fractions, ...)
  if (s.program.modules or 0) < 2 then return nil end
  if sums_of ~= s.program then sums_of, sums = s.program, {} end
  local known, key = sums[fractions] or {}, table.concat({ ... }, " ")
  sums[fractions] = known
  if known[key] then return known[key] end
  local total = 0
  for name, fraction in pairs(fractions) do
    for _, pattern in ipairs { ... } do
      -- a name of the program's own that is like it is none of these
      if name:find(pattern) and s.program.files[name] == nil then
        total = total + fraction
        break
      end
    end
  end
  known[key] = clamp(total)
  return known[key]
end

-- The part of the program's time that is spent in procedures of these names
-- (patterns), or in what the calls of them here lead to, if that is more; nil where
-- only the program's own module was recorded
local function time_in(s, ...)
  local taken, below = sum_of_names(s, s.program.fractions, ...), 0
  for _, c in ipairs(taken and s.called or {}) do
    for _, pattern in ipairs { ... } do
      if (c.callee or ""):find(pattern) then
        below = below + (c.share or 0)
        break
      end
    end
  end
  return taken and math.max(taken, clamp(below))
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

-- Have all threads work nearly all of the time, or as many as there are processors?
-- Those that spin have none.
local function all_at_work(s)
  local spun = sum(s.program.facts.waits or {}, "cpu_s")
  local elapsed, most = s.program.elapsed_s or 0, math.min(s.program.all_threads or huge, s.program.processors or huge)
  return elapsed > 0 and (threads_at_work(s) or 0) - spun / elapsed > 0.9 * most
end

-- Are more threads at work than there are processors? Who waits for others then
-- waits for their turn, whoever has how much to do.
local function crowded(s, by)
  return (threads_at_work(s) or 0) > (by or 1.5) * (s.program.processors or huge)
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

return {
  bytes = bytes, count = count, percent = percent, times = times, plural = plural, at = at, ratio = ratio,
  clamp = clamp, sum = sum, heaviest = heaviest, select_facts = select_facts, miss_cycles = miss_cycles,
  row_cycles = row_cycles,
  ref_cycles = ref_cycles, ref_share = ref_share, miss_share = miss_share, part = part,
  waits_for_memory = waits_for_memory, falsely_shared = falsely_shared, cost_of_sharing = cost_of_sharing,
  outer_stride = outer_stride, column = column, executed = executed, executed_within = executed_within,
  executed_part = executed_part, code_of_iteration = code_of_iteration, slow_operations = slow_operations, misprediction = misprediction,
  taken_share = taken_share, badly_predicted = badly_predicted, misprediction_share = misprediction_share,
  per_instruction = per_instruction, fp_operations = fp_operations, fp_recurrence = fp_recurrence, carried_fp = carried_fp,
  element_size = element_size, kept_in_memory = kept_in_memory, outer_trips = outer_trips, terms_of_sum = terms_of_sum,
  where_executed = where_executed, name_of = name_of, calls_itself = calls_itself, calls_to = calls_to, few_products = few_products,
  built_with = built_with, free_order = free_order, switch_value = switch_value, time_in = time_in, own_time_in = own_time_in,
  one_at_a_time = one_at_a_time, all_at_work = all_at_work, crowded = crowded, saturation = saturation,
}
