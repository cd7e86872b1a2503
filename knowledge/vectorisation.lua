-- Vectorisation: the same operation on several elements at a time.

category "vectorisation" {
  title = "Vectorisation",
  subcategories = {
    "Let the compiler vectorise",
    "Remove what prevents vectorisation",
    "Use more of each vector",
  },
}

local guide = "Fujitsu programming guide, SIMD; compilers' manuals"

-- arithmetic in a loop that runs one element at a time
local function scalar_loop(s)
  if s.loop.innermost == false or (s.loop.trips or 0) < 8 then return nil, "it is not a long inner loop" end
  if s.code.fp_scalar == 0 then return nil, "it has no scalar floating-point arithmetic" end
  if in_vectors(s) then return nil, "it is vectorised already" end
  if executed_part(s, "fp_scalar") < 0.1 then return nil, "arithmetic is a small part of it" end
  if recurs(s) then return nil, "each iteration depends on the one before" end
  return true
end

-- references that go from element to element, and all that are to arrays
local function unit(s)
  local size = element_size(s)
  local arrays = select_facts(s.memrefs, function(r) return r.operand ~= "stack" end)
  local contiguous = select_facts(arrays, function(r)
    return r.stride and math.abs(r.stride) == size and (r.stride_share or 1) > 0.8
  end)
  return #contiguous, #arrays
end

-- whether some are found by way of an index: no compiler for x86 or Arm makes vectors of these unless forced
local function indirect(s)
  return (s.code.unknown_refs or 0) > 0 or #select_facts(s.memrefs, function(r) return r.stride and (r.stride_share or 1) < 0.5 end) > 0
end

-- whether it finds elements by strides that are read at run time, and always the same: those of a pointer or an assumed shape
local function reads_strides(s)
  local fixed = select_facts(s.memrefs, function(r) return r.stride and (r.stride_share or 1) >= 0.9 end)
  return s.language == "Fortran" and (s.code.unknown_refs or 0) > 0 and #fixed == #s.memrefs
end

-- whether some of its elements are in another line each: they are put into vectors one by one
local function down_lines(s)
  return #select_facts(s.memrefs, function(r) return r.stride and math.abs(r.stride) > (s.machine.line or 64) end) > 0
end

local vectorise = {
  gcc = { { "-O3", "vectorises; -O2 does so from version 12, but only the simplest loops" },
    { "-fopt-info-vec-missed", "says why a loop is not vectorised" } },
  clang = { { "-O2", "vectorises" }, { "-Rpass-missed=loop-vectorize -Rpass-analysis=loop-vectorize", "says why not" } },
  intel = { { "-O2 -xHost", "vectorises for this machine" }, { "-qopt-report", "says what was vectorised and why not" } },
  fujitsu_trad = { { "-Kfast", "includes -Ksimd" }, { "-Koptmsg=2 -Nlst=t", "says what was vectorised" } },
  fujitsu_clang = { { "-Ofast", "vectorises" }, { "-Rpass=.*", "says what was vectorised" } },
  nvidia = { { "-fast", "includes -Mvect=simd" }, { "-Minfo=vect -Mneginfo=vect", "says why not" } },
  cray = { { "-O2 -hvector2", "Fortran: vectorises" }, { "-hlist=m", "Fortran: a listing with loop marks" } },
}

local simd_pragmas = {
  gcc = { { "#pragma GCC ivdep", "no dependence between iterations" } },
  clang = { { "#pragma clang loop vectorize(enable)", "vectorise this loop" } },
  intel = { { "#pragma ivdep", "no assumed dependences" }, { "#pragma omp simd", "with -qopenmp-simd" } },
  fujitsu_trad = { { "#pragma loop simd", "vectorise this loop; !OCL SIMD" } },
  fujitsu_clang = { { "#pragma clang loop vectorize(enable)", "vectorise this loop" } },
  cray = { { "!dir$ ivdep", "Fortran: no dependence between iterations" } },
}

suggestion "vectorising-level" {
  number = 232,
  category = "vectorisation",
  subcategory = "Let the compiler vectorise",
  everywhere = true,
  removes = vectors,
  remedy = "level",
  title = "Compile with the level that vectorises",
  why = "Vector instructions do two to sixteen operations at once, but compilers use them only from a "
    .. "certain optimisation level on. This loop was compiled below it and does one element at a time.",
  needs = { "code", "loop", "compiler", "memref" },
  scope = "loop",
  when = function(s)
    local integers = steps_along_integers(s)
    local ok, why = scalar_loop(s)
    if not ok and not integers then return why end
    local level, name = s.compiler.level, s.compiler.name
    if not (level == "O1" or level == "Os" or level == "Og" or (level == "O2" and name == "gcc")) then
      return "it was compiled with a level that vectorises, or without optimisation"
    end
    if built_with(s, "-ftree-vectorize", "-ftree-loop-vectorize") then return "vectorisation was on" end
    if integers then return gain_of_vectors(s, 0.5) end
    if carried_fp(s) then return "each iteration depends on the one before" end
    if #updated_in_memory(s) > 0 then return "it loads what it stored: copy that to a local variable first" end
    if s.code.calls > 0 or s.code.branches > 2 or keeps_the_place(s) then return "calls, branches or the index that it looks for prevent that" end
    if indirect(s) then return "it finds elements through an index array" end
    if unit(s) == 0 then return "it does not walk from element to element" end
    return gain_of_vectors(s, 0.5)
  end,
  evidence = function(s)
    local what = steps_along_integers(s) and " goes along integers, one at a time" or " has "
      .. plural(s.code.fp_scalar, "scalar floating-point instruction") .. " and no vector ones"
    return "the loop at " .. s.place .. what .. "; it was compiled by " .. (s.compiler.name or "an unknown compiler") .. " with -"
      .. s.compiler.level
  end,
  how = { "Compile the file with -O3 (GCC), and let the compiler report what it vectorised." },
  fewer_instructions = true,
  example = "examples/vectorising-level",
  level = "-O2",
  after_level = "-O3",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  switches = vectorise,
  not_when = "The loop waits for memory: vectors don't fetch faster.",
  source = guide,
}

-- Whether the additions that wait for each other take much of the time
local function waits_for_sum(s, c)
  local cycles = s.events.TOT_CYC
  return not cycles or c.latency_cycles * s.loop.iterations >= 0.3 * cycles
end

suggestion "reassociate-reduction" {
  number = 233,
  category = "vectorisation",
  subcategory = "Let the compiler vectorise",
  everywhere = true,
  removes = function(s) return vectors(s, { chain_fp = 1 - 1 / lanes(s) }) end,
  remedy = "order of sums",
  title = "Allow the sum to be taken in another order",
  why = "A running sum must by the rules be added up one element after the other, and each addition waits "
    .. "for the one before. When the order is free, several partial sums run side by side in vectors.",
  needs = { "code", "loop", "chain", "compiler" },
  scope = "loop",
  when = function(s)
    local c = carried_fp(s)
    if s.loop.innermost == false or (c and terms_of_sum(s, c) or s.loop.trips or 0) < 8 or s.code.fp_scalar == 0 then
      return "it is not a long inner loop that adds up one at a time"
    end
    if not c then return "no sum is carried from iteration to iteration" end
    if c.stored then return PARTIAL end
    if c.divides > 0 or c.muls > 0 or c.loads > 0 or c.adds + c.fmas > 8 then
      return "what is carried is not a plain sum"
    end
    if c.kind == "memory" or #select_facts(s.memrefs, kept_in_memory) > 0 then
      return "the sum is kept in memory: copy it to a local variable first"
    end
    if free_order(s) then return "the order was free already" end
    if in_vectors(s) and not waits_for_sum(s, c) then return "it is vectorised already" end
    if calls_made(s) or s.code.branches > 2 then return "calls or branches prevent that" end
    if indirect(s) then return "it finds elements through an index array: several sums help, vectors don't" end
    if down_lines(s) then return "it walks from line to line: several sums help, vectors don't" end
    -- the account knows what else vectors would do sooner
    if not s.account and not waits_for_sum(s, c) then return "other things take longer than the sum" end
    return gain_of_vectors(s, 0.7)
  end,
  evidence = function(s)
    local c = carried_fp(s)
    if not waits_for_sum(s, c) then
      return "the order of its sums is all that keeps the loop at " .. s.place .. " from being vectorised: " .. count(s.loop.iterations)
        .. " iterations, one at a time"
    end
    -- sums of several turns of an outer loop may go on side by side
    local each = ratio(s.events.TOT_CYC, s.loop.iterations) or math.huge
    return "each iteration of the loop at " .. s.place .. " waits " .. count(math.min(c.latency_cycles, each))
      .. " cycles for the sum of the one before, " .. count(s.loop.iterations) .. " times"
  end,
  how = { "Allow it for the file or function by a switch, or for the loop by a directive.",
    "Or write four sums by hand: s0 += a[i]; s1 += a[i + 1]; ..., added up at the end." },
  fewer_instructions = true,
  example = "examples/reassociate-reduction",
  level = "-O3",
  after_level = "-O3 -fassociative-math -fno-signed-zeros -fno-trapping-math -fno-math-errno",
  claims = { category = "floating_point", at_least = 0.3 },
  changes = { "rounding", "order_of_sums", "behaviour",
    says = "the rounding of sums, which usually become more exact, in the whole file; flags of exceptions and the sign of 0" },
  tolerance = 1e-9,
  switches = {
    gcc = { { "-O3 -fassociative-math -fno-signed-zeros -fno-trapping-math -fno-math-errno", "permits reordering; part of -ffast-math" } },
    clang = { { "-fassociative-math -fno-signed-zeros -fno-math-errno", "permits reordering; part of -ffast-math" } },
    intel = { { "-fp-model=fast", "permits reordering; the default" } },
    fujitsu_trad = { { "-Keval", "permits reordering; part of -Kfast" } },
    fujitsu_clang = { { "-ffast-math", "permits reordering; part of -Ofast" } },
    nvidia = { { "-Mvect=assoc", "permits reordering; the default of -fast" } },
    cray = { { "-hfp2", "Fortran: permits reordering; the default" } },
  },
  not_when = "Results must be the same to the last bit, or the sum is a compensated one (Kahan).",
  fallback = 0.2,
  source = "Codee open catalog PWR054; Goldberg, What every computer scientist should know about floating point",
}

suggestion "simd-reduction-directive" {
  number = 234,
  category = "vectorisation",
  subcategory = "Let the compiler vectorise",
  removes = function(s) return vectors(s, { chain_fp = 1 - 1 / lanes(s) }) end,
  remedy = "order of sums",
  title = "Mark the reduction with omp simd",
  why = "A directive on the loop allows a new order for just this sum, and leaves the rest of the program "
    .. "as exact as it was. Without it the additions wait for each other.",
  needs = { "code", "loop", "chain" },
  scope = "loop",
  when = function(s)
    local ok, why = scalar_loop(s)
    if not ok then return why end
    local c = carried_fp(s)
    if not c or c.divides > 0 or c.loads > 0 or c.adds + c.fmas + c.muls > 2 or c.muls > 0 and c.adds + c.fmas > 0 then
      return "no plain sum or product is carried from iteration to iteration"
    end
    if c.stored then return PARTIAL end
    if #select_facts(s.memrefs, kept_in_memory) > 0 then return "the sum is kept in memory: copy it to a local variable first" end
    if c.kind == "memory" or s.code.calls > 0 or s.code.branches > 2 then return "calls or branches prevent that" end
    if indirect(s) then return "it finds elements through an index array" end
    if down_lines(s) then return "it walks from line to line: several sums help, vectors don't" end
    local cycles = s.events.TOT_CYC
    if cycles and c.latency_cycles * s.loop.iterations < 0.3 * cycles then return "other things take longer than the sum" end
    if unit(s) == 0 then return "it does not walk from element to element" end
    return gain_of_vectors(s, 0.6)
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " adds up " .. count(s.loop.trips) .. " elements one after the other, with "
      .. count(carried_fp(s).latency_cycles) .. " cycles from one to the next"
  end,
  how = { "#pragma omp simd reduction(+:sum) before the loop; !$omp simd reduction(+:sum) in Fortran.",
    "Compile with the switch that reads only these directives; it starts no threads." },
  fewer_instructions = true,
  example = "examples/simd-reduction-directive",
  level = "-O2 -fopenmp-simd",
  claims = { category = "floating_point", at_least = 0.3 },
  changes = { "order_of_sums", says = "the rounding of this sum" },
  tolerance = 1e-9,
  switches = {
    gcc = { { "-fopenmp-simd", "reads omp simd only" } },
    clang = { { "-fopenmp-simd", "reads omp simd only" } },
    intel = { { "-qopenmp-simd", "reads omp simd only" } },
    fujitsu_trad = { { "-Kopenmp_simd", "reads omp simd only" } },
    fujitsu_clang = { { "-fopenmp-simd", "reads omp simd only" } },
  },
  not_when = "Results must be the same to the last bit.",
  source = "OpenMP specification 4.5, sec. 2.8.1; Codee open catalog PWR054",
}

suggestion "promise-no-overlap" {
  number = 235,
  category = "vectorisation",
  subcategory = "Remove what prevents vectorisation",
  removes = vectors,
  remedy = "restrict",
  title = "Promise that the arrays don't overlap",
  why = "As far as the compiler knows, a store through one pointer may change what another points to; so the elements have to be done in order, one at a time. With restrict it may load several, compute "
    .. "and store them together.",
  needs = { "code", "loop", "compiler", "memref" },
  scope = "loop",
  when = function(s)
    local ok, why = scalar_loop(s)
    if not ok then return why end
    local level = s.compiler.level
    if not (level == "O3" or level == "Ofast" or built_with(s, "vectorize")) and s.compiler.name == "gcc" then
      return "it was not compiled with vectorisation"
    end
    if carried_fp(s) then return "each iteration depends on the one before" end
    if indirect(s) then return "it finds elements through an index array" end
    if #select_facts(s.memrefs, function(r) return r.access == "store" and not r.operand end) == 0 then
      return "it stores through no pointer"
    end
    local n, all = unit(s)
    if n < 3 or n < 0.6 * all then return "it does not walk several arrays from element to element" end
    if s.code.calls > 0 or s.code.branches > 1 then return "calls or branches prevent that" end
    return gain_of_vectors(s, 0.4)
  end,
  evidence = function(s)
    local n = unit(s)
    return "the loop at " .. s.place .. " walks " .. count(n) .. " references from element to element but does "
      .. "one element at a time, though it was compiled with -" .. (s.compiler.level or "O3")
  end,
  how = { "Declare the pointers restrict (C), __restrict (C++): double *restrict a.",
    "Copy pointers out of structures into local restrict pointers before the loop.",
    "Fortran: allocatable instead of pointer; contiguous where it has to be a pointer, or an argument of assumed shape." },
  fewer_instructions = true,
  example = "examples/promise-no-overlap",
  level = "-O3",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "aliasing", says = "where the arrays do overlap, the results are wrong" },
  tolerance = 0,
  switches = {
    gcc = { { "--param vect-max-version-for-alias-checks=50", "lets it test at run time whether more arrays overlap" } },
    intel = { { "-restrict", "classic compilers: allows the keyword in C++" } },
    fujitsu_trad = { { "-Krestp=all", "treats all pointers as restrict" } },
    nvidia = { { "-Msafeptr", "treats all pointers as restrict" } },
  },
  pragmas = simd_pragmas,
  not_when = "The arrays may overlap in a call somewhere.",
  source = "Burtscher et al., SC'10, sec. IV (restrict); Codee open catalog PWR023",
}

suggestion "no-pointer-arrays" {
  number = 258,
  category = "vectorisation",
  subcategory = "Remove what prevents vectorisation",
  removes = vectors,
  title = "Make arrays allocatable or of explicit shape, not pointers",
  why = "A pointer to an array may be a section with any distance between its elements, and may overlap other pointers' targets. So addresses "
    .. "are made by multiplying with distances that are read at run time, and elements are done one at a time, in order.",
  needs = { "code", "loop", "compiler", "memref" },
  scope = "loop",
  when = function(s)
    local ok, why = scalar_loop(s)
    if not ok then return why end
    if not reads_strides(s) then return "the distance between its elements is known to the compiler" end
    if carried_fp(s) then return "each iteration depends on the one before" end
    local n, all = unit(s)
    if n < 0.6 * all then return "it does not walk its arrays from element to element" end
    if s.code.calls > 0 or s.code.branches > 1 then return "calls or branches prevent that" end
    return gain_of_vectors(s, 0.7)
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " walks " .. count(unit(s)) .. " references from element to element, by distances that it reads from "
      .. "descriptors, one element at a time"
  end,
  how = {
    "Components and variables: real, allocatable :: a(:, :) in place of real, pointer.",
    "What has to be a pointer: call a procedure with it whose argument has explicit shape, real :: a(n, m), or is assumed shape and contiguous.",
    "contiguous with the pointer itself helps some compilers; gfortran 12 made no vectors for it.",
  },
  fewer_instructions = true,
  example = "examples/no-pointer-arrays",
  level = "-O3",
  claims = { category = "time", at_least = 0.2 },
  changes = { "behaviour", says = "an assignment copies allocatable components, and only points to the same pointer components" },
  tolerance = 0,
  switches = { gcc = { { "-O3", "makes vectors of it then" } } },
  not_when = "The pointers do point to sections, or overlap.",
  source = "Fortran 2018, 8.5.7 (contiguous); own measurements",
}

suggestion "isolate-recurrence" {
  number = 236,
  category = "vectorisation",
  subcategory = "Remove what prevents vectorisation",
  removes = vectors,
  title = "Split off the part of the loop that can't be vectorised",
  why = "One statement that needs the result of the iteration before keeps the whole loop from being "
    .. "vectorised. In a separate loop it alone is slow, and the rest is done several "
    .. "elements at a time.",
  needs = { "code", "loop", "chain" },
  scope = "loop",
  when = function(s)
    local ok, why = scalar_loop(s)
    if not ok then return why end
    if indirect(s) then return "its accesses do not follow each other: the rest would not be vectorised either" end
    local c = carried_fp(s)
    if not c then return "no iteration needs the one before" end
    local carried = c.adds + c.muls + c.fmas + c.divides
    if s.code.fp_scalar < 2 * c.latency_cycles then return "the chain takes longer than all the rest" end
    if carried > 0.5 * s.code.fp_scalar or s.code.fp_scalar < 4 then return "all of it is carried from iteration to iteration" end
    if s.code.calls > 0 or s.code.stores < 1 then return "there is nothing to split off" end
    if s.code.stores < 2 then return "only one array is computed" end
    return gain_of_vectors(s, 0.5 * (1 - carried / s.code.fp_scalar))
  end,
  evidence = function(s)
    local c = carried_fp(s)
    local carried = c.adds + c.muls + c.fmas + c.divides
    return "in the loop at " .. s.place .. " " .. count(carried) .. " of " .. count(s.code.fp_scalar)
      .. " floating-point instructions need the iteration before, and all run one element at a time"
  end,
  how = { "Put the independent statements into a loop of their own, before or after the recurrence.",
    "Work in blocks of a few hundred elements when intermediate results would leave the cache." },
  fewer_instructions = true,
  example = "examples/isolate-recurrence",
  level = "-O3 -mavx2",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-ftree-loop-distribution", "splits loops where it sees a gain (part of -O3)" } },
    fujitsu_trad = { { "-Kloop_part_simd", "vectorises the part of a loop that can be" } },
    clang = { { "-mllvm -enable-loop-distribute", "splits loops where that lets a part vectorise" } },
  },
  not_when = "The loop is memory-bound and the parts would read the same arrays twice.",
  source = "Codee open catalog PWR020; Fujitsu programming guide, loop fission",
}

-- Floating-point operations of an iteration from which on it pays to gather what they need
-- into vectors one by one
local LONG = 40

-- Why groups of its iterations are not to be computed in vectors, or nil
local function no_groups(s)
  local ok, why = scalar_loop(s)
  if not ok then return why end
  local iterations = s.loop.iterations or 0
  if s.loop.trips < 32 or (executed(s, "fp_scalar") or 0) < LONG * iterations then return "its iterations have little arithmetic" end
  if s.code.calls == 0 and (not indirect(s) or short_of_registers(s)) then return "nothing is found by way of an index, and nothing called" end
  if sum(s.callees, "calls") > 0.3 * iterations then return "it calls procedures in most iterations" end
  local c = carried_fp(s)
  if c and c.adds + c.muls + c.fmas + c.divides > 0.1 * s.code.fp_scalar then return "each iteration needs the one before" end
  if sum(badly_predicted(s), "mispredicted") > 0.5 * iterations then return "its iterations take different ways" end
  return nil
end

suggestion "vector-groups" {
  number = 250,
  category = "vectorisation",
  subcategory = "Remove what prevents vectorisation",
  removes = vectors,
  title = "Compute groups of elements in vectors, and the rest one by one",
  why = "When a loop finds elements by way of an index, adds to places that may be the same, or calls something now and then, compilers leave "
    .. "all of it scalar. Its arithmetic takes most of the time and needs none of that: for 8 or 16 elements at a time it can be done in vectors.",
  needs = { "code", "loop", "memref" },
  scope = "loop",
  when = function(s)
    local why = no_groups(s)
    return why or gain_of_vectors(s, 0.4)
  end,
  evidence = function(s)
    return string.format("each of the %s iterations of the loop at %s does %.0f floating-point operations one at a time%s",
      count(s.loop.iterations), s.place, executed(s, "fp_scalar") / s.loop.iterations,
      indirect(s) and ", and finds elements by way of an index" or ", and some call a procedure")
  end,
  how = {
    "A loop over groups of 16 (W), and in it three loops of W iterations each: gather what they need into small local arrays; compute on "
      .. "these arrays; store, add to tables, and call one element after the other.",
    "Conditions become selections; elements that need a rare way are noted and done after the group.",
    "The last elements, fewer than W, by the old loop.",
  },
  fewer_instructions = true,
  example = "examples/vector-groups",
  level = "-O3",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-O3", "vectorises the loop in the middle; -march=native makes it wider" } },
    clang = { { "-O2", "vectorises the loop in the middle" } },
  },
  pragmas = simd_pragmas,
  not_when = "Elements take different ways through the code, or an iteration needs what the one before has computed.",
  source = "Bowers et al., VPIC, Physics of Plasmas 15, 055703 (2008); own measurements",
}

-- loads of the same place for the loop's condition; of a loop so small that its registers
-- suffice, from the stack, too: there lies a structure that others were given the address of
local function limit_loads(s)
  return select_facts(s.memrefs, function(r)
    return r.access == "load" and r.stride == 0 and (r.stride_share or 1) > 0.95 and s.line and r.line == s.line
      and r.count > 0.9 * (s.loop.iterations or math.huge)
  end)
end

-- whether more than the limit is in the way of vectors: a decision, or elements found by an index
local function is_irregular(s)
  return s.code.branches > 1 or #select_facts(s.memrefs, function(r)
    return r.operand ~= "stack" and r.stride ~= 0 and (r.stride_share or 1) < 0.5
  end) > 0
end

suggestion "fix-trip-count" {
  number = 237,
  category = "vectorisation",
  subcategory = "Remove what prevents vectorisation",
  removes = function(s)
    if would_vectorise(s, true) then return vectors(s) end
    return fewer_accesses(s, sum(limit_loads(s), "count"), s.events.LD_INS)
  end,
  title = "Copy the loop's limit into a local variable",
  why = "When the limit is read through a pointer, any store in the loop might change it, so the compiler "
    .. "must read it again in each iteration and can't know how many there will be. Only counted loops "
    .. "can be vectorised.",
  needs = { "code", "loop", "memref" },
  scope = "loop",
  when = function(s)
    if s.loop.innermost == false or (s.loop.trips or 0) < 8 or s.code.stores == 0 then return "it is not a long inner loop with stores" end
    if s.code.calls > 0 or s.code.fp_packed > 0 or s.code.fp_scalar == 0 and holds_vectors(s) then
      return "it has calls or is vectorised"
    end
    if unoptimised(s) then return NOT_OPTIMISED end
    if s.language == "Fortran" then return "a loop of Fortran counts its iterations before it begins" end
    if #limit_loads(s) == 0 or s.code.instructions > 40 then return "its limit is not loaded again in each iteration" end
    if #select_facts(s.memrefs, function(r) return r.access == "store" and r.stride == 0 end) > 0 then
      return "it also stores to the same place again and again"
    end
    return gain_of_vectors(s, is_irregular(s) and 0.1 or 0.4)
  end,
  evidence = function(s)
    return "the condition of the loop at " .. s.place .. " loads the same value " .. count(limit_loads(s)[1].count) .. " times"
  end,
  how = { "const int n = s->n; for (int i = 0; i < n; i++) ...",
    "The same for pointers kept in structures and for global variables used in the loop." },
  fewer_instructions = true,
  example = "examples/fix-trip-count",
  level = "-O3",
  claims = { category = "instructions", at_least = 0.4 },
  changes = { "behaviour", says = "nothing, unless the loop does change its own limit" },
  tolerance = 0,
  switches = {
    fujitsu_trad = { { "-Ksimd_uncounted_loop", "vectorises some loops of unknown length" } },
  },
  not_when = "Another thread changes the limit while the loop runs.",
  source = "Codee open catalog PWR024 and PWR028 to PWR030",
}

local SHORT = 12 -- iterations of a loop that fills vectors badly

-- The nearest loop around s that is four times as long, with short ones only between them
local function long_loop_outside(s)
  local o = s.outer
  while o and o.loop and (o.loop.trips or s.loop.entries or 0) < 4 * s.loop.trips do
    o = (o.loop.trips or math.huge) <= SHORT and o.outer or nil
  end
  return o and o.loop and o
end

-- Whether each entry of a loop stores something, in it or beside it in the loop around it: a sum
local function stores_results(s)
  return s.code.stores > 0 or s.outer.code and s.outer.code.stores > 0 and (s.outer.loop.trips or math.huge) <= SHORT
end

suggestion "long-inner-loop" {
  number = 238,
  category = "vectorisation",
  subcategory = "Use more of each vector",
  removes = vectors,
  title = "Make the long loop the inner one",
  why = "Vectors are filled along the inner loop. With three or five iterations they are filled badly and "
    .. "the start and end of the loop cost more than its work; the long loop inside fills all of them.",
  needs = { "code", "loop" },
  scope = "loop",
  when = function(s)
    local trips = s.loop.trips
    if not trips or trips > SHORT or trips < 1.5 or s.loop.innermost == false or (s.loop.entries or 0) < 1000 then
      return "it is not a short inner loop"
    end
    if s.code.fp_scalar + s.code.fp_packed == 0 or not s.outer or not s.outer.loop then return "it has no arithmetic or no outer loop" end
    if not long_loop_outside(s) or s.code.calls > 0 then return "the outer loop is not longer" end
    if s.code.instructions > 40 or not stores_results(s) then return "its body is long, or it only adds up" end
    if not fixed_length(s) then
      return "its length depends on the outer loop, which can't become the inner one"
    end
    local c = s.compiler
    if c and c.name == "gcc" and c.level == "O2" and trips == math.floor(trips) then
      return "if its length is fixed, -O3 unrolls it away"
    end
    return gain_of_vectors(s, 0.5)
  end,
  evidence = function(s)
    return "the inner loop at " .. s.place .. " has " .. string.format("%.0f", s.loop.trips)
      .. " iterations each time, the one at " .. long_loop_outside(s).place .. " around it " .. count(long_loop_outside(s).loop.trips or s.loop.entries)
  end,
  how = { "Exchange the loops, and the subscripts with them: a[d][i] instead of a[i][d].",
    "Where the short length is fixed, unroll it by hand inside the long loop.",
    "Fortran's matmul and array expressions: constant shapes (b(6,24) for b(:,:)) let the compiler choose; or write the loops." },
  fewer_instructions = true,
  example = "examples/long-inner-loop",
  level = "-O3",
  claims = { category = "instructions", at_least = 0.4 },
  changes = { "nothing" },
  tolerance = 0,
  switches = vectorise,
  not_when = "The layout is needed elsewhere, and copying costs more.",
  fallback = 0.1,
  source = "Codee open catalog PWR019 and RMK013; Fujitsu programming guide, loop collapse",
}

suggestion "read-vector-report" {
  number = 240,
  category = "vectorisation",
  subcategory = "Let the compiler vectorise",
  removes = vectors,
  title = "Read the compiler's report on this loop",
  why = "The loop does one element at a time though nothing obvious prevents more. The compiler can say "
    .. "which statement it could not handle.",
  needs = { "code", "loop", "compiler", "memref" },
  scope = "loop",
  when = function(s)
    local ok, why = scalar_loop(s)
    if not ok then return why end
    local level = s.compiler.level
    if not (level == "O3" or level == "Ofast" or (level == "O2" and s.compiler.name ~= "gcc")) then
      return "it was not compiled with vectorisation"
    end
    if carried_fp(s) or s.code.calls > 0 or s.code.branches > 2 or indirect(s) then return "the reason is known" end
    if unit(s) == 0 then return "it does not walk from element to element" end
    return gain_of_vectors(s, 0.2)
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " has " .. plural(s.code.fp_scalar, "scalar floating-point instruction")
      .. " and no vector ones although it was compiled with -" .. s.compiler.level
  end,
  how = { "Compile this file with the report switch and look for the loop's line." },
  changes = { "nothing" },
  switches = vectorise,
  pragmas = simd_pragmas,
  not_when = "The loop takes little time.",
  source = guide,
}
