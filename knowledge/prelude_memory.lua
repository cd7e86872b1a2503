-- Helper functions for rules: what references to memory do.

local function line_of(s) return s.machine.line or 64 end

local function page_of(s) return s.machine.page or 4096 end

local function miss_rate(r) return ratio(r.l1_misses, r.count) or 0 end

-- whether what a reference does is worth a word: a hundredth of its section's
-- accesses, or of what they miss, with the loops in it
local function ref_matters(s, r)
  local all = math.max(sum(s.memrefs, "count"), #s.inner > 0 and accesses(s) or 0)
  local missed = math.max(sum(s.memrefs, "l1_misses"), #s.inner > 0 and s.events.L2_DCA or 0)
  return r.count >= 0.01 * all or r.l1_misses >= 0.01 * missed
end

-- what a reference touches in all; the estimate is of different lines
local function footprint(s, r) return (r.lines or 0) * line_of(s) end

-- the part of each fetched line that is used; nil when it was not sampled
local function line_used(s, r)
  return r.line_bytes_used and clamp(r.line_bytes_used / line_of(s))
end

-- references whose steps are so long that each takes another cache line
local function strided(s)
  local line = line_of(s)
  return select_facts(s.memrefs, function(r)
    return r.stride and math.abs(r.stride) >= line and (r.stride_share or 1) > 0.5
      and miss_rate(r) > 0.02 and (line_used(s, r) or 0) < 0.6
  end)
end

-- references that go from element to element
local function sequential(s)
  local line = line_of(s)
  return select_facts(s.memrefs, function(r)
    return r.stride and r.stride ~= 0 and math.abs(r.stride) < line and (r.stride_share or 0) > 0.5
  end)
end

-- references without a pattern that a machine could foresee
local function scattered(s)
  return select_facts(s.memrefs, function(r)
    local share, far = r.stride_share or 1, math.abs(r.stride or 0) >= 4096
    return r.stride and r.count > 0 and ref_matters(s, r) and (share < 0.3 or far and share < 0.9)
  end)
end

local function larger_than(s, size, refs)
  return select_facts(refs, function(r) return size and footprint(s, r) > size end)
end

-- Is what it loads compared each time, or with an answer that nobody can guess?
local function compared(s, r)
  return #select_facts(s.branches, function(b)
    return b.line and b.line == r.line and ((misprediction(b) or 0) > 0.2
      or b.line ~= s.line and not b.leaves and math.min(b.taken, b.count - b.taken) > 0 and b.count > 0.8 * r.count)
  end) > 0
end

-- whether each iteration waits for a load of the one before
local function chases(s)
  for _, c in ipairs(s.chains) do
    if c.kind == "load" then return true end
  end
  return false
end

-- Does each iteration go to where the one before points? An index that is computed from
-- what was loaded (a permutation of packed symbols, a hash of a hash) is no link.
local function follows_links(s)
  for _, c in ipairs(s.chains) do
    if c.kind == "load" and c.integers + c.integer_muls + c.integer_divides <= 2 * c.loads then return true end
  end
  return false
end

-- Elements are put in the order of their keys, each to a place that a counter gives: more stores go to and
-- fro than counters are raised. The order is what this makes, and smaller elements go to as many places.
local function puts_in_places(s)
  local function to_and_fro(access)
    return #select_facts(s.memrefs, function(r)
      return r.access == access and (access == "store" or r.stored_over) and r.stride and (r.stride_share or 1) < 0.3
    end)
  end
  local counters = to_and_fro("load")
  return counters > 0 and to_and_fro("store") > counters
end

local LEVELS = { "l2", "l3", "memory_latency", "memory_bandwidth", "stores" }
local LEVELS_AND_PAGES = { "data_tlb", table.unpack(LEVELS) }

-- Cycles that r's accesses wait for parts of the account, where there is one, else for lines
local function waited_for(s, r, parts)
  local all = (s.lcpi.overall or 0) * (s.events.TOT_INS or 0)
  local waited = s.account and miss_share(s, { r }) * all * charged(s, parts) or 0
  return waited > 0 and waited or miss_cycles(s, r)
end

-- What r's lines take in a row, in the levels where they are found now, if each access goes
-- on by step bytes: they are as many as these bytes fill. As a part of the waits for them, which
-- the account charges.
local function left_in_order(s, r, step)
  local l1 = r.l1_misses or 0
  if l1 <= 0 or miss_cycles(s, r) <= 0 then return 1 end
  -- as often as lines are fetched is told by misses of loops that fetch them once only
  local lines = clamp(ratio((r.count or 0) * math.abs(step), line_of(s) * l1) or 1)
  local way = row_cycles(s, l1, r.l2_misses or 0, r.l3_misses or 0)
  if not way then return lines end
  return clamp(math.min(lines, lines * way / waited_for(s, r, LEVELS)))
end

-- The same of elements in the order of a walk whose links stay: the next one's address comes
-- from the first cache, one load after the other.
local function left_of_links(s, r)
  local links = (s.machine.L1_load or 0) * (r.count or 0)
  return clamp(math.max(left_in_order(s, r, line_of(s)), ratio(links, waited_for(s, r, LEVELS_AND_PAGES)) or 0))
end

-- Loops that could be one: of the same function, entered as often, of the same length,
-- and walking in the same direction, as far as refs(loop) tells
local function fusible(a, b, refs)
  local function direction(l)
    local r = heaviest(refs(l), "l2_misses")
    return r and r.stride > 0
  end
  if direction(a) ~= direction(b) then return false end
  local function near(x, y) return x and y and math.abs(x - y) <= 0.05 * math.max(x, y) end
  return a.inlined == b.inlined and a.line and b.line and a.line ~= b.line and near(a.loop.trips, b.loop.trips)
    and near(a.loop.entries, b.loop.entries)
end

-- Does nothing else happen between one pass of the loop and its next that takes a tenth of their time? Otherwise the
-- next pass needs what that has made of all of the data.
local function only_passes(s)
  return #select_facts(s.outer.inner, function(l)
    return l.place ~= s.place and (l.fraction or 0) > 0.1 * (s.fraction or 1)
  end) == 0
end

-- The calls that copy at the loop's own line
local function copied_in_line(s)
  return select_facts(s.called or {}, function(c) return c.line == s.line and c.file == s.file and c.callee:find("^mem[cm][po][yv]") ~= nil end)
end

-- Whether the loop's own line calls a procedure of the program: in Fortran it can't, so the compiler made the loop for the call
local function calls_in_line(s, outer)
  return #select_facts(outer.callees, function(c)
    return c.line == s.line and (c.calls or 0) >= 0.5 * (s.loop.entries or math.huge) and c.name and (c.name:find("^[%a%d_]*_$") or c.name:find("_MOD_"))
  end) > 0
end

-- Whether the loop copies a section of an array with gaps to a piece of memory, allocated for it on the same line or on the stack, or
-- back from there: what Fortran's compilers make of a call whose argument has to lie in one piece.
local function packs_within(s, outer)
  if not s.loop or s.loop.innermost == false or not s.code then return false end
  local pieces = #copied_in_line(s) > 0
  if (s.code.fp_add or 0) + (s.code.fp_mul or 0) + (s.code.divides or 0) > 0 or (s.code.calls or 0) > 0 and not pieces then return false end
  local function made_here(...)
    return #select_facts(calls_to(outer, ...), function(c) return c.line and c.line == s.line and c.calls >= 0.5 * (s.loop.entries or math.huge) end) > 0
  end
  local allocated = made_here("malloc") and made_here("free")
  if not (allocated or calls_in_line(s, outer)) then return false end
  local steps = 1 - 1 / math.max(s.loop.trips or 1, 2) -- the other one leads to the next section
  local function walks(access, jumping)
    return #select_facts(s.memrefs, function(r)
      return r.access == access and r.operand ~= "stack" and r.stride and r.stride ~= 0
        and (r.stride_share or 1) > 0.8 * steps and (math.abs(r.stride) > 16) == jumping
    end) > 0
  end
  return pieces and allocated or walks("load", true) and walks("store", false)
    or allocated and walks("load", false) and walks("store", true)
end

local function packs(s)
  return s.language == "Fortran" and s.outer ~= nil and packs_within(s, s.outer)
end

local PACKED = "it copies a section of an array for a call: see no-packed-sections"

-- Loads from one place of what the loop itself stored there: a sum or a state that is kept in memory
local function updated_in_memory(s)
  return select_facts(s.memrefs, function(r)
    return r.access == "load" and r.stride == 0 and (r.stride_share or 0) > 0.9 and r.operand ~= "stack" and (r.flow or 0) > 0.5
  end)
end

-- Loads of words whose bits are taken one after the other: the word stays for as many iterations as it has bits.
-- Where the loop is short, jumps to the next row look the same.
local function bit_by_bit(s)
  local jumps = 1 / math.max(s.loop and s.loop.trips or 0, 1)
  return select_facts(s.memrefs, function(r)
    local word = math.abs(r.stride2 or 0)
    if r.access ~= "load" or r.stride ~= 0 or r.operand == "stack" or not r.stride_share or (word ~= 8 and word ~= 4) then return false end
    local moves = 1 - r.stride_share
    return jumps < 0.4 / (8 * word) and moves > 0.9 / (8 * word) and moves < 1.1 / (8 * word) + 2 * jumps
  end)
end

return {
  bit_by_bit = bit_by_bit, updated_in_memory = updated_in_memory, copied_in_line = copied_in_line, fusible = fusible, page_of = page_of, line_of = line_of, miss_rate = miss_rate, ref_matters = ref_matters, footprint = footprint,
  line_used = line_used, strided = strided, sequential = sequential, scattered = scattered,
  larger_than = larger_than, compared = compared, chases = chases, follows_links = follows_links,
  puts_in_places = puts_in_places, left_in_order = left_in_order, only_passes = only_passes,
  left_of_links = left_of_links, packs = packs, packs_within = packs_within, PACKED = PACKED,
}
