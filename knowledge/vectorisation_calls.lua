-- Vectorisation: procedures that a loop calls.

-- what they call is named after them
local math_names = { "^exp", "_exp", "^log", "_log", "^sin", "_sin", "^cos", "_cos", "^pow", "_pow", "^tan", "_tan", "^atan", "_atan", "^erf" }

-- Those that are better computed once are not among them.
local function math_calls(s)
  local list = calls_to(s, "exp", "log", "sin", "cos", "pow", "tan", "exp2", "log2", "log10", "expf", "logf",
    "sinf", "cosf", "powf", "atan", "atan2", "tanh", "erf", "sincos", "__exp_finite", "__log_finite", "__pow_finite")
  -- small powers are cheaper as products, see power-by-products: not all of them may be known here
  local small = #select_facts(list, function(c) return few_products(c.exponent) end) > 0
  local same = made_again(s, "same")
  return select_facts(list, function(c) return not (small and c.name:find("pow")) and not is_one_of(c, same) end)
end

-- The turns of the longest of the loops in a loop; 0: it has none
local function turns_inside(s)
  local most = 0
  for _, l in ipairs(s.inner) do
    most = math.max(most, l.loop and l.loop.trips or 0)
  end
  return most
end

suggestion "vector-math" {
  number = 241,
  category = "vectorisation",
  subcategory = "Remove what prevents vectorisation",
  removes = function(s) return fewer_calls(s, math_calls(s)) end,
  -- most of these functions work on as many numbers in the same time
  besides = function(s)
    local time = time_of_calls(s, math_calls(s), table.unpack(math_names))
    return time and time * (1 - 1 / lanes(s))
  end,
  title = "Use the vector versions of mathematical functions",
  why = "exp, log, sin and their like are called for one number at a time. Vector libraries compute two to "
    .. "sixteen in hardly more time, and the loop around them can be vectorised as well.",
  needs = { "callee", "loop" },
  scope = "loop",
  when = function(s)
    local n = sum(math_calls(s), "calls")
    if n == 0 or not s.loop.iterations or n < 0.5 * s.loop.iterations then return "no mathematical function in each iteration" end
    if (s.loop.trips or 0) < 8 then return "it is too short" end
    -- what GCC makes of sin(x) beside cos(x)
    if s.compiler and s.compiler.name == "gcc" and sum(calls_to(s, "sincos", "sincosf"), "calls") > 0.5 * s.loop.iterations then
      return "GCC has no vector version of sincos"
    end
    -- a call takes some 40 cycles
    if 40 * n < 0.2 * (s.events.TOT_CYC or 0) then return "its calls take next to nothing of its time" end
    -- records and columns are put together one by one, which costs what vectors save
    for _, r in ipairs(s.memrefs) do
      if r.operand ~= "stack" and r.stride and math.abs(r.stride) > 16 and (r.stride_share or 0) > 0.5
        and r.count > 0.5 * s.loop.iterations then
        return "its data do not lie side by side"
      end
    end
    -- compilers make vectors of a loop around others only where these are unrolled whole
    if turns_inside(s) > 64 then return "the loops inside it are too long to be unrolled" end
    local turns = turns_inside(s)
    if s.loop.innermost == false and math.abs(turns - math.floor(turns + 0.5)) >= 0.01 * turns then
      return "the loops inside it end by their data"
    end
    return 0.6
  end,
  evidence = function(s)
    local c, turns = heaviest(math_calls(s), "calls"), turns_inside(s)
    local inside = turns > 0 and "; for vectors the loops inside it have to be unrolled whole (of some " .. count(turns) .. " turns)"
    return name_of(c) .. " is called " .. plural(c.calls, "time") .. " at " .. at(c) .. ", for one number each time" .. (inside or "")
  end,
  how = { "Let the compiler call its vector library (below).",
    "Inner loops with a fixed number of iterations: put #pragma GCC unroll 32 before each (Clang: #pragma unroll), else nothing changes.",
    "By hand: compute all arguments into an array first and call SLEEF, SVML, Arm PL or AMD LibM once." },
  fewer_instructions = true,
  example = "examples/vector-math",
  level = "-O3",
  after_level = "-O3 -ffast-math",
  link = "-lm",
  claims = { category = "time", at_least = 0.2 },
  changes = { "rounding", "order_of_sums", "nan_infinity", "denormals", "overflow", "behaviour",
    says = "the last digits: vector versions are allowed errors of up to 4 units in the last place; -ffast-math gives up NaN and "
      .. "infinity in its files, and when linking it flushes denormals in the whole process" },
  tolerance = 1e-9,
  switches = {
    gcc = { { "-O3 -ffast-math", "uses libmvec of the C library" } },
    clang = { { "-fveclib=libmvec -ffast-math", "or SVML, AMDLIBM, ArmPL, SLEEF" } },
    intel = { { "-O2 -fimf-precision=medium", "SVML; low precision is faster still" } },
    fujitsu_trad = { { "-Kilfunc", "inlines them; -Kmfunc several at a time" } },
    fujitsu_clang = { { "-ffj-ilfunc", "inlines them" } },
    nvidia = { { "-fast", "uses its vector library" } },
    cray = { { "-hvector2", "Fortran: uses its vector library" } },
  },
  not_when = "errno or exact rounding matters.",
  source = "glibc wiki, libmvec; Fujitsu programming guide, -Kilfunc and -Kmfunc",
}

suggestion "declare-simd" {
  number = 242,
  category = "vectorisation",
  subcategory = "Remove what prevents vectorisation",
  removes = function(s) return fewer_calls(s, s.callees) end,
  besides = function(s)
    local c = s.callees[1]
    local time = c and c.name and s.program.fractions[c.name]
    return time and time * (1 - 1 / lanes(s))
  end,
  title = "Declare a vector version of the procedure called in the loop",
  why = "A procedure called for each element keeps the loop from being vectorised. The compiler can make a "
    .. "version of it that takes several elements at a time.",
  needs = { "callee", "loop", "code" },
  scope = "loop",
  when = function(s)
    if s.loop.innermost == false or (s.loop.trips or 0) < 8 or #s.callees ~= 1 then return "it does not call one procedure" end
    local c = s.callees[1]
    if c.indirect or (c.name or "") == "" or c.name:find("^_ZGV") then return "its call is indirect, or a vector one" end
    if c.calls < 0.9 * s.loop.iterations or c.calls > 1.1 * s.loop.iterations then return "it is not called once in each iteration" end
    if (s.events.TOT_INS or 0) > 25 * c.calls or (s.events.LD_INS or 0) == 0 then return "the loop does more than call it" end
    if #calls_of_own(s) == 0 then return "what is called is a library's" end
    if #select_facts(s.memrefs, function(r) return r.stride == 4 or r.stride == 8 end) == 0 then
      return "it does not walk from element to element"
    end
    return s.account and 0.8 or 0.3
  end,
  evidence = function(s)
    local c = s.callees[1]
    return name_of(c) .. " is called once per element, " .. plural(c.calls, "time") .. ", at " .. at(c)
  end,
  how = { "#pragma omp declare simd before its declaration and definition, #pragma omp simd before the loop.",
    "Mind the switches: on x86 the compiler makes variants for SSE2, AVX, AVX2 and AVX-512, but the loop calls the one that its own "
      .. "file is compiled for: the AVX2 one only with -mavx2 or -march=native, otherwise the one of 16 bytes.",
    "Better still, where its source is at hand: let it be inlined." },
  fewer_instructions = true,
  example = "examples/declare-simd",
  level = "-O3 -mavx2 -fopenmp-simd",
  claims = { category = "instructions", at_least = 0.3 },
  remedy = "inline",
  changes = { "rounding", "portability",
    says = "nothing by itself; with -mavx2 or -march=native older processors stop at the first new instruction, and the latter fuses "
      .. "products and sums" },
  tolerance = 0,
  switches = {
    gcc = { { "-fopenmp-simd", "reads omp simd and declare simd" },
      { "-mavx2", "for the loop's file: else it calls the variant with vectors of 16 bytes" } },
    intel = { { "-qopenmp-simd", "reads omp simd and declare simd" } },
    clang = "does not make vector versions: inline the procedure",
    fujitsu_clang = "does not support declare simd: inline the procedure",
  },
  not_when = "It has side effects, or needs the elements in order.",
  source = "OpenMP specification 4.5, sec. 2.8.2; Codee open catalog PWR003 and PWR025",
}

suggestion "no-math-errno" {
  number = 239,
  category = "vectorisation",
  subcategory = "Remove what prevents vectorisation",
  everywhere = true,
  removes = function(s) return vectors(s, { mispredicted = 1 }) end,
  remedy = "errno",
  title = "Let square roots be instructions that set no errno",
  why = "By the C standard sqrt of a negative number sets errno, so the compiler adds a test and a call for "
    .. "that case, which keeps the loop from being vectorised. Hardly any program looks at it.",
  needs = { "code", "loop", "compiler" },
  scope = "loop",
  when = function(s)
    if slow_operations(s, "square_roots") == 0 or in_vectors(s) or s.loop.innermost == false then
      return "no scalar square root here"
    end
    if (executed(s, "square_roots") or 0) < 0.1 * (s.loop.iterations or 0) then return "few of its iterations take a root" end
    if s.language == "Fortran" or built_with(s, "-fno-math-errno", "-ffast-math", "-Ofast") then return "they set no errno" end
    if s.code.branches < 2 then return "the square root has no test" end
    if #calls_to(s, "sqrt", "sqrtf") == 0 and s.code.calls == 0 then return "the square root has no test" end
    if carried_fp(s) then return "each iteration depends on the one before" end
    -- beside the loop's own and the root's test
    local entries = s.loop.entries or 0
    local both_ways = select_facts(s.branches, function(b)
      local less = math.min(b.taken, b.count - b.taken)
      return b.kind == "conditional" and less > 0 and math.abs(less - entries) > 0.01 * entries + 1
    end)
    if s.code.branches > 2 and #both_ways > 0 then return "another branch keeps it from being vectorised" end
    return gain_of_vectors(s, 0.35)
  end,
  evidence = function(s)
    return plural(executed(s, "square_roots"), "square root") .. " in the loop at " .. s.place .. " with a test for negative values"
  end,
  how = { "Compile with -fno-math-errno: it changes no result." },
  fewer_instructions = true,
  example = "examples/no-math-errno",
  level = "-O3",
  after_level = "-O3 -fno-math-errno",
  link = "-lm",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "behaviour", says = "errno is not set by mathematical functions; no result changes" },
  tolerance = 0,
  switches = {
    gcc = { { "-fno-math-errno", "sets no errno; part of -ffast-math" } },
    clang = { { "-fno-math-errno", "sets no errno; part of -ffast-math" } },
    intel = { { "-fno-math-errno", "sets no errno; the default" } },
    fujitsu_trad = { { "-Kilfunc", "inlines mathematical functions" } },
  },
  not_when = "The program tests errno after mathematical functions.",
  source = "GCC manual, -fno-math-errno",
}
