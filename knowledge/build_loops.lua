-- Loops of few iterations that the compiler could do away with.

-- Iterations that compilers write out one by one, and instructions that come of it: of more, code no longer fits its cache
local FEW, LARGE = 32, 800
-- Instructions that count, compare and go back; and those of an index that is taken modulo a constant
local ROUND, MODULO = 3, 5

-- Loops that make the same few rounds each time, with nothing in them that waits for others
local function few_rounds(l)
  local c, trips = l.code, l.loop and l.loop.trips
  if not c or not trips or not l.loop.iterations or trips < 3 or trips > FEW or not fixed_length(l) or #l.inner > 0 then return false end
  if c.calls > 0 or c.branches ~= 1 or c.integer_divides + c.divides > 0 or trips * c.instructions > LARGE then return false end
  if in_vectors(l) or holds_vectors(l) then return false end
  -- what each round loads tells where the next one looks
  if #select_facts(l.chains, function(c) return c.kind == "load" end) > 0 then return false end
  -- the number of rounds is in the code, not in memory
  local ends = select_facts(l.branches, function(b) return b.leaves and b.asks == "constant" end)
  return #ends > 0
end

local function rounds_in(s, list)
  for _, l in ipairs(s.inner) do
    if few_rounds(l) then list[#list + 1] = l end
    rounds_in(l, list)
  end
  return list
end

-- Instructions that such loops need no longer, when each round knows its index
local function of_rounds(s)
  local gone = 0
  for _, l in ipairs(rounds_in(s, {})) do
    local o = l.facts.operations and l.facts.operations[1] or {}
    gone = gone + ROUND * (l.loop.iterations or 0) + MODULO * (o.int_mul or 0)
  end
  return gone
end

suggestion "unroll-few-rounds" {
  number = 276,
  category = "build",
  subcategory = "Optimise",
  remedy = "level",
  removes = function(s) return fewer(s, of_rounds(s), nil, nil, 0.9) end,
  title = "Unroll loops of few, always equally many iterations",
  why = "A loop of five iterations counts and branches as often as it works, and computes indices that are constants in each of them: modulo 5, "
    .. "or from a table. Written out, all that goes, and small arrays stay in registers; -O2 of GCC does it only where code gets no longer.",
  needs = { "code", "compiler" },
  scope = "procedure",
  fewer_instructions = true,
  when = function(s)
    if s.compiler.name ~= "gcc" or s.compiler.level ~= "O2" then return "it was not compiled by GCC with -O2" end
    if built_with(s, "unroll-loops") then return "it was compiled with unrolling" end
    local part = clamp(ratio(of_rounds(s), executed_within(s, "instructions")) or 0)
    if part < 0.15 then return "little of its time is in loops of few rounds" end
    return s.account and 0.9 or part
  end,
  evidence = function(s)
    local list, rounds, most = rounds_in(s, {}), 0, nil
    for _, l in ipairs(list) do
      rounds = rounds + l.loop.iterations
      if not most or l.loop.iterations > most.loop.iterations then most = l end
    end
    return plural(#list, "loop") .. " of few rounds, as at " .. most.place .. " of " .. count(most.loop.trips) .. ", go round " .. count(rounds)
      .. " times in all; some " .. percent(ratio(of_rounds(s), executed_within(s, "instructions"))) .. " of the instructions count, branch and compute indices"
  end,
  how = {
    "-O3 (GCC) writes out loops of at most 16 rounds, -funroll-loops others in part.",
    "#pragma GCC unroll 24 before the inner loops, and a local copy of the array, which then is kept in registers.",
    "C++: templates by the index, or std::array and constexpr tables.",
  },
  example = "examples/unroll-few-rounds",
  level = "-O2",
  after_level = "-O3",
  claims = { category = "instructions", at_least = 0.2 },
  changes = { "nothing" },
  tolerance = 0,
  switches = { gcc = { { "-O3", "inlines, unrolls and vectorises more" }, { "-funroll-loops", "unrolls loops whose number of iterations is known on entry" } } },
  pragmas = {
    gcc = { { "#pragma GCC unroll 24", "before the loop: as often as it goes round" } },
    clang = { { "#pragma clang loop unroll(full)", "before the loop" } },
    intel = { { "#pragma unroll(24)", "before the loop" } },
    cray = { { "!dir$ unroll 24", "Fortran: before the loop" } },
  },
  not_when = "The procedure is long and seldom called: more code takes longer to fetch.",
  source = "GCC manual, optimize options; own measurements",
}
