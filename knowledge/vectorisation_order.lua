-- Vectorisation: the order of loops and of data.

-- Whether a step from entry to entry is that from element to element, more or less:
-- some are estimates
local function is_unit(step, size) return step and math.abs(step) > 0.75 * size and math.abs(step) < 1.25 * size end

-- What walks from row to row in the inner loop, where all would go from element to
-- element, or stand still, in the other order of the two loops; else nil
local function down_columns(s)
  local size = element_size(s)
  local columns, stored = {}, false
  for _, r in ipairs(s.memrefs) do
    if r.operand ~= "stack" then
      local other = (r.stride_share or 1) > 0.8 and outer_stride(s, r) or nil
      if not other or math.abs(other) >= 1 and not is_unit(other, size) then return nil end
      -- one of a table of rows stands still in the other order
      if math.abs(r.stride) > 1.5 * size and math.abs(other) >= 1 then
        if not is_unit(other, size) then return nil end
        columns[#columns + 1] = r
      end
      stored = stored or r.access == "store" and is_unit(other, size)
    end
  end
  -- a sum for each entry is stored by the loop around it
  for _, r in ipairs(s.outer.memrefs) do
    stored = stored or r.access == "store" and is_unit(r.stride, size)
  end
  return #columns > 0 and stored and columns or nil
end

suggestion "interchange-for-vectors" {
  number = 245,
  category = "vectorisation",
  subcategory = "Remove what prevents vectorisation",
  removes = function(s) return vectors(s, { chain_fp = 1, l2 = 0.5 }) end,
  remedy = "order of loops",
  title = "Exchange the loops so that the inner one can work on vectors",
  why = "A vector holds elements that lie side by side. A loop that walks down a column takes one element of each row, so that "
    .. "compilers do not change it even when all of it is in the caches, and sums that it forms wait for each other. With the loop "
    .. "along the rows inside, each instruction works on 2 to 16 elements, and no sum waits.",
  needs = { "code", "memref", "loop" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local c = s.code
    if s.loop.innermost == false or (s.loop.trips or 0) < 4 then return "it is not an inner loop of some length" end
    if not s.outer or not s.outer.loop then return "there is no enclosing loop to exchange with" end
    if outer_trips(s) < 2 * lanes(s) then return "the enclosing loop is short" end
    -- products in vectors don't help a sum that is taken in order
    if c.fp_scalar == 0 or not fp_recurrence(s) and (executed_within(s, "fp_packed") > 0 or c.any_vector_bits >= 128) then
      return "it works on vectors already, or on no floating-point numbers"
    end
    if executed_part(s, "fp_scalar") < 0.1 then return "arithmetic is a small part of it" end
    if c.calls > 0 or c.branches > 1 then return "calls or branches in it prevent that" end
    -- a table of rows gives addresses, too, but always the same steps
    local jumps = select_facts(s.memrefs, function(r) return not r.stride or (r.stride_share or 1) < 0.9 end)
    if (c.unknown_refs or 0) > 0 and #jumps > 0 or c.gathers > 0 then return "it finds elements through an index array" end
    for _, chain in ipairs(s.chains) do
      if chain.loads + chain.divides + chain.muls > 0 or chain.stored or chain.kind == "integer" then
        return "each iteration depends on the one before"
      end
    end
    if recurs(s) or through_memory(s) then return "each iteration depends on the one before" end
    if not down_columns(s) then return "the other order does not go from element to element" end
    return 0.9
  end,
  evidence = function(s)
    local r = heaviest(down_columns(s), "count")
    return "the " .. r.access .. " at " .. at(r) .. " goes on by " .. bytes(math.abs(r.stride)) .. " in each iteration of the loop at "
      .. s.place .. "; with the loop around it inside, all go from element to element"
  end,
  how = {
    "Make the loop over the last subscript in C (the first in Fortran) the innermost one.",
    "A sum becomes a row of sums: c[i][j] += a[i][k] * b[k][j] with j inside; clear them first.",
    "Compile with -O3, and look whether the compiler reports the loop as vectorised.",
  },
  example = "examples/interchange-for-vectors",
  level = "-O3",
  claims = { category = "time", at_least = 0.4 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-O3", "vectorises; -floop-interchange, part of it, exchanges loops where that is proven safe" } },
    clang = { { "-O2", "vectorises; exchange the loops by hand" } },
    intel = { { "-O3", "includes loop interchange" } },
    fujitsu_trad = { { "-O3", "includes loop interchange" } },
    nvidia = { { "-O3", "includes loop interchange" } },
    cray = { { "-O2", "Fortran: includes loop interchange" } },
  },
  not_when = "An iteration of the outer loop needs what a later one of the inner loop computes.",
  source = "own measurements; Codee open catalog PWR039",
}

-- The recurrence that starts anew for each iteration of a loop around it, and that loop; or nil, why not
local function recurrence_of_element(s)
  local c = carried_fp(s)
  if not c or c.muls + c.divides == 0 then return nil, "no iteration waits for products of the one before" end
  if s.code.calls > 0 or #s.callees > 0 then return nil, "calls in it prevent that" end
  if #select_facts(s.branches, function(b) return b.leaves and b.asks == "float" end) > 0 then
    return nil, "its number of iterations depends on what it computes"
  end
  local l, why = loop_of_elements(s)
  if not l then return nil, why end
  if (l.loop.trips or 0) < 2 * lanes(s) then return nil, "the loop around it is short" end
  return c, l
end

suggestion "elements-side-by-side" {
  number = 246,
  category = "vectorisation",
  subcategory = "Remove what prevents vectorisation",
  removes = function(s) return vectors(s, { chain_fp = 1 }) end,
  remedy = "order of loops",
  title = "Put the loop over independent elements inside the recurrence",
  why = "Each step of a recurrence waits for the step before, so one element at a time uses a small part of the processor. "
    .. "Other elements do not depend on it. With the loop over elements inside the one over steps, or a block of elements in it, "
    .. "their operations overlap, and one vector instruction advances 2 to 16 of them.",
  needs = { "code", "loop", "chain" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    if s.loop.innermost == false or (s.loop.trips or 0) < 8 then return "it is not an inner loop of some length" end
    local c, l = recurrence_of_element(s)
    if not c then return l end
    local part = clamp(ratio(c.latency_cycles * (s.loop.iterations or 0), s.events.TOT_CYC) or 0)
    if part < 0.3 then return "other things take longer than the recurrence" end
    return s.account and 0.9 or 0.7 * part
  end,
  evidence = function(s)
    local c, l = recurrence_of_element(s)
    local waits = "each iteration of the loop at " .. s.place .. " waits " .. plural(c.latency_cycles, "cycle") .. " for the one before; "
    if l.calls then
      return waits .. "see whether the " .. count(l.loop.trips) .. " calls of " .. s.procedure_name .. ", most of them at " .. l.place
        .. ", need each other's results"
    end
    return waits .. "the " .. count(l.loop.trips) .. " iterations of the loop around it at " .. l.place
      .. " pass nothing on to each other, as far as was seen"
  end,
  how = {
    "Exchange the loops: for each step, all elements. Scalars that an element keeps become arrays.",
    "If these arrays exceed the cache: blocks of some 100 elements outside, then steps, then the elements of the block.",
    "A procedure for one element becomes one for a block of them, with the loop over them inside.",
    "Compile with -O3, and look whether the compiler reports the inner loop as vectorised.",
  },
  example = "examples/elements-side-by-side",
  level = "-O3",
  claims = { category = "time", at_least = 0.4 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-O3", "vectorises the inner loop; exchange the loops by hand" } },
    clang = { { "-O2", "vectorises the inner loop; exchange the loops by hand" } },
  },
  not_when = "The number of steps differs from element to element, or elements interact.",
  source = "own measurements; Intel optimization manual, loop interchange",
}

-- The loads that go from element to element but for two steps of each pass, to the other
-- end and to where the next pass begins: indices that wrap around
local function wrapped(s)
  return select_facts(s.memrefs, function(r)
    local jumps = (1 - (r.stride_share or 0)) * s.loop.trips
    return r.access == "load" and r.operand ~= "stack" and r.stride and is_unit(math.abs(r.stride), element_size(s)) and jumps > 1.5 and jumps < 2.5
  end)
end

-- Does all else go from element to element, or stand still?
local function steady(s)
  return #select_facts(s.memrefs, function(r)
    return r.operand ~= "stack" and not (r.stride and math.abs(r.stride) <= 1.25 * element_size(s) and (r.stride_share or 0) > 0.8)
  end) == 0
end

suggestion "border-apart" {
  number = 247,
  category = "vectorisation",
  subcategory = "Remove what prevents vectorisation",
  -- what computes indices goes, and vectors do the rest
  removes = function(s)
    local stays = executed_part(s, "fp_scalar") + executed_part(s, "loads") + executed_part(s, "stores")
    local x = clamp(1 - (stays + 2 * ratio(s.loop.iterations, s.events.TOT_INS)) / lanes(s))
    return less_work(s, work(x, { chain_integer = 1, chain_address = 1 }), { width = x, pipes = x, unit = x, taken = x })
  end,
  title = "Treat the border apart, so that no index wraps around in the loop",
  why = "A remainder, or a condition, that leads from the last element back to the first one is computed for each element, though only "
    .. "those at the border need it. Compilers then do not know that neighbours lie side by side, and use no vectors.",
  needs = { "code", "loop", "memref" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local c = s.code
    if s.loop.innermost == false or (s.loop.trips or 0) < 16 then return "it is not a long inner loop" end
    if unoptimised(s) then return NOT_OPTIMISED end
    if c.fp_scalar == 0 or (c.any_vector_bits or 0) >= 128 then return "it works on vectors already, or on no floating-point numbers" end
    if c.calls > 0 or c.branches > 2 or c.gathers > 0 then return "calls or branches in it prevent that" end
    if carried_fp(s) or recurs(s) then return "each iteration depends on the one before" end
    if (c.unknown_refs or 0) == 0 or #wrapped(s) == 0 then return "no index wraps around at the end of each pass" end
    if not steady(s) then return "other accesses do not follow each other" end
    return gain_of_vectors(s, 0.6)
  end,
  evidence = function(s)
    local list = wrapped(s)
    return (#list > 1 and plural(#list, "load") .. ", as that at " or "the load at ") .. at(heaviest(list, "count")) .. (#list > 1 and ", go" or ", goes")
      .. " from element to element but at the end of the " .. count(s.loop.trips) .. " iterations of a pass, where the index wraps around"
  end,
  how = {
    "Compute the first and the last element by statements of their own, and the loop from the second to the last but one with i - 1 and i + 1.",
    "Or give the array a border of one more element at each end, and copy the opposite ends into it before each sweep.",
    "Rows: choose the row above and below once for each row, before the inner loop.",
    "Compile with -O3, and look whether the compiler reports the loop as vectorised.",
  },
  example = "examples/border-apart",
  level = "-O3",
  claims = { category = "time", at_least = 0.4 },
  changes = { "nothing" },
  tolerance = 0,
  switches = { gcc = { { "-O3", "vectorises the loop without the border" } }, clang = { { "-O2", "vectorises the loop without the border" } } },
  not_when = "The rows are so short that most elements are at the border.",
  source = "own measurements; halo cells of stencil codes",
}

-- references that step over some elements, in each iteration
local function components(s)
  local size = element_size(s)
  return select_facts(s.memrefs, function(r)
    return r.stride and math.abs(r.stride) >= 2 * size and math.abs(r.stride) <= 8 * size
      and (r.stride_share or 1) > 0.8 and r.count > 0.9 * (s.loop.iterations or 0)
  end)
end

-- Whether they are the copies that unrolling made: as many on a line, of the same
-- step, as there are elements in the step. Those of a structure that is used
-- whole look the same.
local function unrolled(s, list)
  local size = element_size(s)
  for _, a in ipairs(list) do
    local copies = select_facts(list, function(b)
      return b.line == a.line and b.stride == a.stride and b.access == a.access
    end)
    if #copies * size >= math.abs(a.stride) then return true end
  end
  return false
end

suggestion "arrays-of-components" {
  number = 248,
  category = "vectorisation",
  subcategory = "Use more of each vector",
  removes = vectors,
  remedy = "arrays of components",
  title = "Keep components in arrays of their own instead of structures",
  why = "A vector load takes neighbouring elements. In an array of structures the next x is not the next "
    .. "number in memory, so vectors must be put together piece by piece or are not used at all.",
  needs = { "code", "loop", "memref" },
  scope = "loop",
  when = function(s)
    if s.loop.innermost == false or (s.loop.trips or 0) < 16 then return "it is not a long inner loop" end
    if s.code.fp_scalar + s.code.fp_packed < 2 then return "it has no arithmetic to vectorise" end
    if s.code.calls > 0 or s.code.branches > 2 then return "calls or branches prevent that" end
    local apart = components(s)
    if s.code.fp_packed > 0 and #select_facts(apart, function(r)
      return math.abs(r.stride) > s.code.vector_bits / 8
    end) == 0 then
      return "its references step by whole vectors"
    end
    if #apart < 2 or #apart < 0.5 * #s.memrefs then return "its references go from element to element" end
    if unrolled(s, apart) then return "it is unrolled: its references together go from element to element" end
    local c = carried_fp(s)
    -- but for a plain sum, what an iteration hands on leaves nothing to do side by side
    if c and (c.stored or c.muls + c.divides + c.loads > 0) then return "each iteration depends on the one before" end
    if s.code.fp_scalar > 0 and c and #apart < 3 then return "it waits for its own results" end
    return gain_of_vectors(s, 0.4)
  end,
  evidence = function(s)
    local list = components(s)
    local r = heaviest(list, "count")
    return count(#list) .. " references in the loop at " .. s.place .. " step by " .. bytes(math.abs(r.stride))
      .. " for elements of " .. count(element_size(s)) .. ", as through structures"
  end,
  how = { "One array for each component: p.x[i], p.y[i], p.z[i] instead of p[i].x.",
    "Or blocks of eight: struct { double x[8], y[8], z[8]; } p[n / 8].",
    "C++: a small class with access functions keeps the notation." },
  fewer_instructions = true,
  example = "examples/arrays-of-components",
  level = "-O3",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    fujitsu_trad = { { "-Ksimd_use_multiple_structures", "SVE's structure loads; the default" } },
    fujitsu_clang = { { "-msve-vector-bits=scalable", "uses SVE's structure loads" } },
  },
  not_when = "All components are used together at scattered places: then one line holds them all.",
  fallback = 0.1,
  source = "Codee open catalog PWR016; Intel optimization manual, data layout",
}
