-- Other costs: what the numbers are that code computes with.

-- A matrix with more zeros than this is worth another form
local MOSTLY = 0.9

-- additions, multiplications and divides per instruction: comparing takes no detour
local function arithmetic(s)
  local e, all = s.events, 0
  if not e.FP_INS or (e.TOT_INS or 0) == 0 then return 0 end
  for _, name in ipairs { "FAD_INS", "FML_INS", "FMA_INS", "FDV_INS" } do all = all + (e[name] or 0) end
  return clamp(all / e.TOT_INS)
end

-- Loads of subnormal numbers, and a place of them
local function subnormal_loads(s)
  local n, first = 0, nil
  for _, r in ipairs(s.memrefs) do
    n = n + (r.subnormal or 0) * r.count
    if (r.subnormal or 0) > 0 and r.line and (not first or r.count > first.count) then first = r end
  end
  return n, first
end

-- Cycles that no category allows, where values were not looked at
local function beyond_all_bounds(s)
  if s.events.BR_MSP and s.events.BR_MSP > 0.02 * s.events.TOT_INS then return "its branches are mispredicted often" end
  local bounds = 0
  for name, v in pairs(s.lcpi) do
    if name ~= "overall" then bounds = bounds + v end
  end
  if s.lcpi.overall < 1.5 * bounds + 1 then return "its time is explained by the categories" end
  if s.system and (s.system.share or 0) > 0.2 then return "the system takes much of its time" end
  if executed_part(s, "atomics") > 0.002 then return "its atomic instructions may wait for other threads" end
  if executed_within(s, "integer_divides") > 0 then return "integer divides take time as well" end
  return 0.9 * (1 - bounds / s.lcpi.overall)
end

suggestion "flush-denormals" {
  number = 151,
  category = "other_costs",
  subcategory = "Denormal numbers",
  title = "Flush denormal numbers to zero, or keep values from decaying so far",
  why = "Numbers below 2.2e-308 (float: 1.2e-38) are stored in a special way that many processors handle by a slow "
    .. "detour of 100 cycles and more. Values that decay, as in filters and at the edge of simulations, get there.",
  needs = { "code" },
  when = function(s)
    local fp = arithmetic(s)
    if not s.lcpi.overall or fp < 0.1 then return "it computes little" end
    if not s.lcpi.data_accesses then return "what it waits for was not measured" end
    if #s.memrefs == 0 then return beyond_all_bounds(s) end
    -- each takes some hundred cycles, which the model does not know
    if subnormal_loads(s) < 0.001 * (s.events.TOT_INS or 0) then return "its values are not that small" end
    local a = s.account
    if not a or not a.measured then return "its cycles were not measured" end
    return 0.9 * clamp(1 - ratio(a.modelled, a.measured))
  end,
  evidence = function(s)
    local n, first = subnormal_loads(s)
    if first then
      return string.format("%s loads, first at %s, were of numbers below the smallest normal one", count(n), at(first))
    end
    return string.format("the code at %s takes %.1f cycles per instruction, more than all categories together allow, and "
      .. "%s of its instructions are floating-point operations", s.place, s.lcpi.overall,
      percent(arithmetic(s)))
  end,
  how = {
    "Set flush-to-zero at the start of each thread: _mm_setcsr(_mm_getcsr() | 0x8040) on x86, FPCR bit 24 on Arm.",
    "The switch below does it at start-up when it is given to the linking command.",
    "In Fortran: call ieee_set_underflow_mode(gradual=.false.).",
    "Or set values below a limit of your own to 0, or add a tiny constant.",
  },
  example = "examples/flush-denormals",
  level = "-O2",
  after_level = "-O2 -ffast-math",
  claims = { category = "time", at_least = 0 },
  changes = { "rounding", "order_of_sums", "nan_infinity", "denormals", "overflow", "behaviour",
    says = "values below 2.2e-308 become 0, in the whole process when -ffast-math is given to the linking command; its files give up "
      .. "NaN and infinity, too. MXCSR or -mdaz-ftz by hand do only the first" },
  tolerance = 0,
  switches = {
    gcc = { { "-ffast-math", "sets it at start-up, when linking; also in shared libraries, before GCC 13" } },
    clang = { { "-ffast-math", "sets it at start-up, when linking" } },
    intel = { { "-ftz", "sets it at start-up, when main is compiled; the default with -O1 and above" } },
    fujitsu_trad = { { "-Kfz", "sets it; part of -Kfast" } },
    nvidia = { { "-Mflushz -Mdaz", "sets it when main is compiled; part of -fast" } },
    cray = { { "-hflush_to_zero", "Fortran: sets it" } },
  },
  not_when = "Differences of nearly equal tiny numbers matter: x - y may then be 0 for x /= y.",
  source = "own measurements",
}

-- The load of a matrix that a loop of products goes along, if nearly all it loads is 0
local function matrix_of_zeros(s)
  local l = s.loop
  if not l or l.innermost == false or (l.trips or 0) < 16 then return nil, "its loops are short" end
  if not s.outer or not s.outer.loop or (s.outer.loop.trips or 0) < 16 then return nil, "it goes along one row only" end
  local fma = executed(s, "fma") or 0
  local products, sums = (executed(s, "fp_mul") or 0) + fma, (executed(s, "fp_add") or 0) + fma
  if products == 0 or products > 1.2 * sums or sums > 1.2 * products then return nil, "it forms no sums of products" end
  -- a stencil has more; its field may begin as zeros, and be filled as time goes on
  local loads = select_facts(s.memrefs, function(r) return r.access == "load" and r.count > 0.05 * sum(s.memrefs, "count") end)
  if #loads > 2 * math.max(1, math.floor((s.code.fp_mul or 0) + (s.code.fma or 0) + 0.5)) then return nil, "it has other operands than a matrix" end
  local most
  for _, r in ipairs(loads) do
    if r.stride and r.stride ~= 0 and (r.zeros or 0) > (most and most.zeros or MOSTLY) then most = r end
  end
  return most, "what it multiplies is not zero"
end

suggestion "leave-out-the-zeros" {
  number = 280,
  category = "other_costs",
  subcategory = "Work that is done again",
  title = "Store and compute only what is not zero: bands, or a sparse matrix",
  why = "A product with zero adds nothing, and takes as long as any other. A matrix of neighbours, of a grid or of a network, "
    .. "has a few numbers in each row; solving its equations as a full one takes n^3 steps, as a band a few n.",
  needs = { "code", "loop", "memref" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local r, why = matrix_of_zeros(s)
    if not r then return why end
    -- the index of each number that is left is loaded, too
    return 0.95 * clamp(1 - 2 * (1 - r.zeros))
  end,
  evidence = function(s)
    local r = matrix_of_zeros(s)
    return string.format("%s of what the load at %s fetches to be multiplied is zero", percent(r.zeros), at(r))
  end,
  how = {
    "One diagonal on each side of the main one: three arrays and the Thomas algorithm, or dgtsv of LAPACK.",
    "A band: dgbsv, or dpbsv for symmetric ones; the loops run from i - width to i + width.",
    "Elsewhere compressed rows (CSR): for each row the columns and values that are not zero; solvers are in SuiteSparse, "
      .. "PETSc, Eigen::SparseMatrix.",
    "Where the pattern stays, analyse it once; where the matrix stays, factorise it once.",
  },
  example = "examples/leave-out-the-zeros",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "order_of_sums", says = "the order of the sums; zero times infinity is no NaN any more" },
  tolerance = 1e-12,
  not_when = "The zeros were seen at the start only, and the rest of the run fills them.",
  source = "own measurements",
}
