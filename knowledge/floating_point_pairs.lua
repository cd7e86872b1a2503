-- Floating-point instructions: distances of all pairs, where only those of few are needed.

-- A distance takes three differences, squares and two sums, twice that in a box whose sides meet
local MOST = 20

-- The rarer way of a test between floating-point values that nearly every iteration makes,
-- as a share of the iterations: the pairs that are near, where distances are tested. What
-- never happens is no distance: a root asks whether its operand is negative.
local function near_share(s)
  local least
  for _, b in ipairs(s.branches) do
    if b.kind == "conditional" and b.asks == "float" and not b.leaves and b.count > 0.5 * s.loop.iterations then
      local rarer = math.min(b.taken, b.count - b.taken)
      if rarer > 0.1 * s.loop.entries and rarer < (least or math.huge) then least = rarer end
    end
  end
  return least and least / s.loop.iterations
end

-- Is something computed or called for the rarer cases only?
local function has_rare_part(s)
  local computed = fp_operations(s) or executed(s, "fp_scalar") or 0
  local calls = executed(s, "calls") or 0
  return s.code.fp_scalar * s.loop.iterations > 1.15 * computed or calls > 0 and calls < 0.05 * s.loop.iterations
end

-- What is left with cells as wide as the distance: 27 of them are looked at, which hold
-- 27 / (4/3 pi) times the pairs that are near, and take as long as ten pairs each to begin
local function left_of_pairs(s)
  return math.min(1, 6.5 * (near_share(s) or 1) + 270 / s.loop.trips)
end

suggestion "near-pairs" {
  number = 115,
  category = "floating_point",
  subcategory = "Reduce the number of floating-point instructions",
  removes = function(s) return of_all(1 - left_of_pairs(s), {}) end,
  title = "Look at near pairs only: cells, a neighbour list or a tree",
  why = "The distance of every pair is computed, and nearly all are too far apart: n elements take n * n / 2 distances. Sorted into "
    .. "cells as wide as the limit, each element meets only those of the same cell and of the cells around it, however large n is.",
  needs = { "code", "loop", "branch" },
  scope = "loop",
  when = function(s)
    local l = s.loop
    if not l.innermost or not l.trips or l.trips < 256 or (l.entries or 0) < l.trips / 4 then
      return "it is not a loop over all elements that is entered for each element"
    end
    local products = (executed(s, "fp_mul") or 0) + (executed(s, "fma") or 0)
    local sums = (executed(s, "fp_add") or 0) + (executed(s, "fma") or 0)
    if products < 1.5 * l.iterations or sums < 2.5 * l.iterations then return "it computes no distances" end
    if products + sums > MOST * l.iterations then return "all pairs act on each other" end
    local near = near_share(s)
    if not near or near > 0.05 then return "no test of a floating-point value fails in nearly all cases" end
    if not has_rare_part(s) then return "nothing is computed for few pairs only" end
    return left_of_pairs(s) < 0.7 and 1 or "many pairs are near"
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " computes " .. count(s.loop.iterations) .. " distances, " .. count(s.loop.trips)
      .. " for each of " .. count(s.loop.entries) .. " elements, and " .. percent(near_share(s)) .. " are within the limit"
  end,
  how = {
    "Cells: number = (int)(x / limit) and the same in y and z; sort the elements by cell; compare each with those of the same cell and of the 26 around it.",
    "Where elements move slowly: keep a list of the pairs within the limit and a margin (Verlet list), and make it anew when one has moved by half the margin.",
    "Where densities differ much: a k-d tree or an octree.",
  },
  fewer_instructions = true,
  example = "examples/near-pairs",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "order_of_sums", says = "the last digits: pairs are added in another order" },
  tolerance = 1e-9,
  not_when = "All pairs act on each other (gravity, charges): then a tree or a mesh for those far apart (Barnes-Hut, particle mesh).",
  source = "Allen and Tildesley, Computer simulation of liquids, sec. 5.3; Verlet, Phys. Rev. 159 (1967) 98",
}
