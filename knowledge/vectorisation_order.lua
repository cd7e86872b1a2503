-- Vectorisation: the order of loops.

-- Whether a step from entry to entry is that from element to element, more or less:
-- some are estimates
local function is_unit(step, size) return step and math.abs(step) > 0.75 * size and math.abs(step) < 1.25 * size end

-- What walks from row to row in the inner loop, where all would go from element to
-- element, or stand still, in the other order of the two loops; else nil
local function down_columns(s)
  local size = s.code.fp_single > s.code.fp_double and 4 or 8
  local columns, stored = {}, false
  for _, r in ipairs(s.memrefs) do
    if r.operand ~= "stack" then
      local other = (r.stride_share or 1) > 0.8 and outer_stride(s, r) or nil
      if not other or math.abs(other) >= 1 and not is_unit(other, size) then return nil end
      if math.abs(r.stride) > 1.5 * size then
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
    if s.loop.innermost == false or (s.loop.trips or 0) < 4 then return "it is no inner loop of some length" end
    if not s.outer or not s.outer.loop then return "there is no enclosing loop to exchange with" end
    if (s.outer.loop.trips or 0) < 2 * lanes(s) then return "the enclosing loop is short" end
    if c.fp_scalar == 0 or executed_within(s, "fp_packed") > 0 or c.any_vector_bits >= 128 then
      return "it works on vectors already, or on no floating-point numbers"
    end
    if executed_part(s, "fp_scalar") < 0.1 then return "arithmetic is a small part of it" end
    if c.calls > 0 or c.branches > 1 then return "calls or branches in it prevent that" end
    if (c.unknown_refs or 0) > 0 or c.gathers > 0 then return "it finds elements by way of an index" end
    for _, chain in ipairs(s.chains) do
      if chain.loads + chain.divides + chain.muls > 0 or chain.stored or chain.kind == "integer" then
        return "each iteration needs the one before"
      end
    end
    if recurs(s) or through_memory(s) then return "each iteration needs the one before" end
    if not down_columns(s) then return "the other order is not from element to element" end
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
