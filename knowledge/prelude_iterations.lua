-- Helper functions for rules: whether the iterations of a loop need each other.

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
    if not adds_up(c) then return "each iteration depends on the one before" end
  end
  for _, c in ipairs(l.callees) do
    if not functions_of_math(c) then return "what it calls may need the iteration before" end
  end
  for _, r in ipairs(stores_of(l)) do
    if not r.stride or r.stride == 0 or (r.stride_share or 0) < 0.9 then return "its iterations may store at the same place" end
    -- one next to the other, though not in each iteration: out[n++] = i
    if r.count < 0.95 * l.loop.iterations and r.stride_share > 0.99 then return "where an iteration stores depends on how many did before" end
  end
  if executed_within(l, "atomics") > 0 then return "it makes atomic updates" end
  local ways_out = select_facts(l.branches, function(b) return b.leaves and b.count > 0.8 * l.loop.iterations end)
  if #ways_out > 1 or #ways_out == 1 and ways_out[1].asks == "float" then return "its number of iterations depends on what it computes" end
  return nil
end

-- The same for the loop in it: what that hands on it may begin anew, but each of its entries
-- has to store elsewhere, and not where others load
local function inner_dependence(l)
  if #l.inner > 0 then return "stores two loop levels further in are not known well enough" end
  for _, c in ipairs(l.chains) do
    if c.kind ~= "fp" then return "the loop in it carries a value that is not a plain sum" end
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

-- What a loop loads was stored by itself: so many of its iterations before, at least and at most
local function loads_from(part, least, most)
  return #select_facts(part.memrefs, function(r)
    return (r.flow or 0) > 0.1 and (r.distance or -1) >= least and r.distance <= most
  end) > 0
end

-- Whether an iteration loads what one before it stored. In a loop in it that is as many of the
-- iterations ago as that one has, and fewer than all of them in a pass of this one.
local function loads_from_before(l)
  local trips = l.loop.trips or math.huge
  if loads_from(l, 1, 0.5 * trips) then return true end
  for _, i in ipairs(l.inner) do
    local length = i.loop and i.loop.trips or math.huge
    if loads_from(i, 0.9 * (length - 1), 0.5 * trips * length) then return true end
  end
  return false
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

-- Why iterations of the loop may need those before; nil: nothing was seen that they need
local function hands_on(l)
  if (l.loop.iterations or 0) <= 0 then return "how often it is executed was not measured" end
  local why = own_dependence(l)
  for _, i in ipairs(l.inner) do why = why or inner_dependence(i) end
  if why then return why end
  if recurs(l) and #l.inner == 0 then return "each iteration depends on the one before" end
  if loads_from_before(l) or loads_what_others_store(l) then return "iterations load what others store" end
  if not stores_or_sums(l) then return "what it computes is not stored by it" end
  return nil
end

-- Whether a loop of integers is one walk that cannot be divided: what each step loads tells where
-- the next one goes, and nothing is gone through in order; or all steps change one table, at places
-- that the data give. There are several walks where the loop around it hands nothing on.
local function one_walk(s)
  if s.outer and s.outer.loop and not hands_on(s.outer) then return false end
  local often = 0.5 * (s.loop.iterations or 0)
  local in_order = select_facts(sequential(s), function(r) return r.access == "load" and r.count > often end)
  if chases(s) and #in_order == 0 then return true end
  local changed = select_facts(s.memrefs, function(r) return r.access == "load" and r.stored_over and (r.flow or 0) > 0.1 end)
  return #changed > 0 and #select_facts(stores_of(s), function(r) return (r.stride_share or 1) < 0.3 end) > 0
end

-- Whether an iteration needs an integer of the one before, but for a sum, which may be kept on the stack
local function hands_on_integers(s)
  for _, c in ipairs(s.chains) do
    if c.kind ~= "memory" or c.integers > 1 or c.integer_muls + c.integer_divides > 0 then return true end
  end
  return integers_recur(s) ~= nil
end

-- Whether a counted loop goes along integers of less than 8 bytes, one by one, so that compilers
-- make vectors of it. What was executed tells its steps, also where the code fetches the
-- addresses from the stack.
local function steps_along_integers(s)
  local c, trips = s.code, s.loop.trips or 0
  if s.loop.innermost == false or c.fp_scalar + c.fp_packed + (c.x87 or 0) > 0 or holds_vectors(s) then return false end
  if c.calls > 0 or c.branches > 1 or c.integer_divides > 0 or c.gathers > 0 then return false end
  if lanes(s) < 4 or trips < lanes(s) or hands_on_integers(s) then return false end
  local refs, loads = select_facts(s.memrefs, function(r) return r.operand ~= "stack" end), 0
  for _, r in ipairs(refs) do
    local step, share = math.abs(r.stride or 0), r.stride_share or 0
    -- the jump back to its start is one step of each pass
    if step > 4 or share < 0.9 * (1 - 1 / trips) then return false end
    if r.access == "store" and (step == 0 or r.count < 0.9 * s.loop.iterations) then return false end
    if step == 0 and c.stores > 0 then return false end
    if step > 0 and r.access == "load" then loads = loads + 1 end
  end
  return loads > 0
end

-- So many accesses before a load the simulator knows at least who stored what it loads: half of FLOW bursts (memory/data.c)
local SEEN = 32000

-- Whether passes of the inner loop for different iterations of l, one of those around it, need nothing of each other but memory to
-- work in: it stores its elements, and no load is of what the iteration of l before stored, as far as can be seen
local function apart_by(s, l)
  local length = s.loop.trips or math.huge
  local around = s.outer
  while around and around.place ~= l.place do
    length, around = length * (around.loop and around.loop.trips or math.huge), around.outer
  end
  for _, c in ipairs(l.chains) do
    if not adds_up(c) then return false end
  end
  local unknown = select_facts(s.memrefs, function(r)
    return r.access == "load" and r.operand ~= "stack" and (not r.flow or (r.flow_elsewhere or 0) > 0.1)
  end)
  if length * #s.memrefs > SEEN or #s.inner > 0 or #unknown > 0 or #stores_of(s) == 0 then return false end
  return not loads_from(s, 0.9 * (length - 1), 0.5 * length * (l.loop.trips or math.huge)) and not loads_from(l, 1, math.huge)
end

-- The calls of a procedure whose loop is entered once in each, as such a loop around it; nil where it loads what a call before
-- stored in it. What callers do between calls is not known.
local function calls_of_elements(s)
  local caller = {}
  for _, c in pairs(s.program.callers) do
    if c.title == s.procedure_name and (c.all_calls or 0) > (caller.all_calls or 0) then caller = c end
  end
  local calls, entries = caller.all_calls or 0, s.loop.entries or 0
  local length = s.loop.trips or math.huge
  if #s.inner > 0 or entries < 0.5 * calls or entries > 2 * calls or length * #s.memrefs > SEEN then return nil end
  if #stores_of(s) == 0 or loads_from(s, 0.9 * (length - 1), math.huge) then return nil end
  return { place = caller.place, calls = true, loop = { trips = calls } }
end

-- The innermost loop around the recurrence whose iterations do not need each other's elements, or the calls of its procedure; or
-- nil, why not
local function loop_of_elements(s)
  if not s.outer or not s.outer.loop then return calls_of_elements(s), "there is no loop around it" end
  local why = hands_on(s.outer)
  local l = s.outer
  if not why then return l end
  while l and l.loop do
    if apart_by(s, l) then return l end
    l = l.outer
  end
  return nil, why
end

-- Whether a loop has as many iterations each time that it is entered. Counts of a part of the run that were scaled up
-- differ by rounding; where lengths differ, their mean is nearly whole by chance at most.
local function fixed_length(s)
  local trips = s.loop and s.loop.trips
  return trips ~= nil and math.abs(trips - math.floor(trips + 0.5)) <= 1e-6 * trips
end

-- Whether a loop looks for the place of the least or greatest element of an array (minloc): of each it compares the value and
-- selects the index, and it stores nothing
local function keeps_the_place(s)
  local o, n = s.facts.operations and s.facts.operations[1], s.loop and s.loop.iterations or 0
  return o ~= nil and n > 0 and s.code.stores == 0 and (o.fp_mul or 0) < 0.1 * n and (o.int_select or 0) >= 0.9 * n
    and (o.fp_compare or 0) >= 1.8 * n
end

return {
  keeps_the_place = keeps_the_place, fixed_length = fixed_length, hands_on = hands_on, one_walk = one_walk, loop_of_elements = loop_of_elements, steps_along_integers = steps_along_integers }
