-- Build: better compilers, libraries and instructions.

-- A product of matrices at best: what the machine's multipliers need, two of them
-- as wide as its vectors, for two operations each
local function library_product(s)
  local flops = (executed(s, "fp_add") or 0) + (executed(s, "fp_mul") or 0) + 2 * (executed(s, "fma") or 0)
  local lanes = (s.machine.vector_bits or 128) / ((s.code and s.code.fp_single or 0) > (s.code and s.code.fp_double or 0) and 32 or 64)
  local x = 1 - clamp(ratio(flops / (4 * lanes), s.events.TOT_CYC) or 0)
  return work(x, { chain_fp = x, chain_integer = x, chain_address = x, l2 = x, l3 = x, memory_latency = x, memory_bandwidth = x,
    stores = x, data_tlb = x, mispredicted = x, instruction_tlb = x })
end

suggestion "newer-compiler" {
  number = 49,
  category = "build",
  subcategory = "Use better compilers and libraries",
  everywhere = true,
  title = "Try a newer compiler",
  why = "Compilers learn new machines and transformations each year. A compiler that is older than the processor knows neither its instructions nor how long they take.",
  needs = { "compiler" },
  when = function(s)
    local major = tonumber((s.compiler.version or ""):match("^(%d+)"))
    local oldest = ({ gcc = 9, clang = 10 })[s.compiler.name or ""]
    if not major or not oldest then return "its compiler's version is unknown" end
    if major >= oldest then return "its compiler is no more than some years old" end
    return 0.08
  end,
  evidence = function(s)
    return "the code at " .. s.place .. " was compiled by " .. s.compiler.name .. " " .. s.compiler.version
  end,
  how = { "Build with the newest compiler of the system's modules and with another vendor's, and compare." },
  changes = { "rounding", says = "the last digits, where the new compiler fuses or reorders operations" },
  not_when = "Results were certified with this compiler.",
  source = "Codee open catalog; compilers' release notes",
}

-- Whether no row is used for more than one of the others: where each entry of the
-- loop goes on behind the last one, in all that it loads and stores, elements are
-- added up, each of them once, however often that is done.
local function goes_on(s, refs)
  local moving = 0
  for _, r in ipairs(refs) do
    if r.stride ~= 0 then
      local step = outer_stride(s, r)
      if not step or ratio(step, s.loop.trips * r.stride) < 0.75 then return false end
      moving = moving + 1
    end
  end
  return moving > 0
end

-- Whether it is the innermost of three loops that form sums of products: for each
-- of n * n elements a row by a column. Else why not.
local function matrix_product(s)
  local rows = s.outer and s.outer.outer
  if not rows or s.loop.innermost == false then return false, "it is not the innermost of three loops" end
  for _, l in ipairs { s, s.outer, rows } do
    if not l.loop or (l.loop.trips or 0) < 16 then return false, "its loops are short" end
  end
  if s.code.calls > 0 or s.code.branches > 2 or s.code.divides + s.code.square_roots > 0 then return false, "it does more" end
  local fma = executed(s, "fma") or 0
  local products, sums = (executed(s, "fp_mul") or 0) + fma, (executed(s, "fp_add") or 0) + fma
  if sums == 0 or products < 0.8 * sums or products > 2.2 * sums then return false, "it forms no sums of products" end
  if (s.code.unknown_refs or 0) > 0 or #s.memrefs == 0 then return false, "it finds elements through an index array" end
  local regular = select_facts(s.memrefs, function(r) return r.stride and (r.stride_share or 0) > 0.5 end)
  local stores = select_facts(regular, function(r) return r.access == "store" and r.stride ~= 0 end)
  local carried = select_facts(s.chains, function(c) return c.adds + c.fmas > 0 and c.muls + c.divides + c.loads == 0 end)
  local results = {}
  for _, r in ipairs(stores) do if r.line then results[r.line] = true end end
  local c = carried_fp(s)
  if recurs(s) or c and c.muls + c.divides > 0 then return false, "each result needs the one before" end
  local lines = 0
  for _ in pairs(results) do lines = lines + 1 end
  if lines > 1 then return false, "it computes more than one result" end
  if #regular < #s.memrefs or #regular == #stores or #carried + #stores == 0 then return false, "it forms no sums of products" end
  if goes_on(s, regular) then return false, "each element is used for one sum" end
  -- as many loads and stores as two or three operands need for each product
  local accesses = sum(s.memrefs, "count")
  if accesses > 4.2 * sums or accesses < 0.2 * sums then return false, "it has other operands than a product of matrices" end
  -- each element is used for many products
  local bytes_used = sum(s.memrefs, "lines") * (s.machine.line or 64)
  if bytes_used > s.loop.iterations then return false, "each element is used a few times" end
  return true
end

suggestion "call-blas" {
  number = 50,
  category = "build",
  subcategory = "Use better compilers and libraries",
  removes = library_product,
  title = "Call a BLAS library for the product of matrices",
  why = "A tuned library cuts the matrices into blocks that fit the registers and each cache, packs them, and uses all vector instructions. "
    .. "Three plain loops, however compiled, reach a tenth of that or less.",
  needs = { "code", "loop", "memref" },
  scope = "loop",
  when = function(s)
    local is_one, why = matrix_product(s)
    if not is_one then return why end
    return 0.85
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " is the innermost of three that form sums of products, of " .. count(s.loop.trips)
      .. " elements each"
  end,
  how = {
    "Where a vector is multiplied with the product, start there, A*(B*x): n^2 operations, and the product of the matrices is not needed.",
    "cblas_dgemm (sgemm, zgemm) for C += A * B; dsymm, dtrmm or dsyrk where a matrix is symmetric or triangular.",
    "Fortran: call dgemm, or matmul with -fexternal-blas. C++: Eigen does it, and calls a BLAS with EIGEN_USE_BLAS.",
    "If you call it from several ranks or threads: OPENBLAS_NUM_THREADS=1 (MKL_NUM_THREADS, BLIS_NUM_THREADS), else its threads compete for the cores.",
    "Factorisations and solvers (LU, Cholesky, QR) are in LAPACK, which comes with the same libraries.",
  },
  fewer_instructions = true,
  changes = { "rounding", "order_of_sums", says = "sums are taken in another order, with threads in one that depends on their number" },
  switches = {
    gcc = { { "-lopenblas", "OpenBLAS; gfortran: -fexternal-blas for matmul" } },
    clang = { { "-lopenblas", "OpenBLAS" } },
    intel = { { "-qmkl", "MKL" } },
    fujitsu_trad = { { "-SSL2", "SSL II" } },
    nvidia = { { "-lblas", "comes with OpenBLAS" } },
    cray = "libsci is linked by default",
  },
  not_when = "The matrices are smaller than ten by ten or so, or the loops do more than it seems.",
  source = "Goto and van de Geijn, Anatomy of high-performance matrix multiplication, 2008; own measurements",
}

-- Netlib's own, under its own name; others take that name in folders of theirs
local function reference_library(path)
  return path:find("/libblas%.so[^/]*$") and not path:find("openblas") and not path:find("atlas") and not path:find("blis")
    and not path:find("mkl")
end

-- The BLAS's procedures, without the letter of their type, and what a tuned library takes off them:
-- products of matrices run as fast as the core, those of vectors as memory or the caches allow
local BLAS = {}
for part, names in pairs { [0.85] = "gemm symm hemm trmm trsm syrk herk syr2k her2k",
  [0.6] = "gemv symv hemv trmv trsv ger geru gerc syr her syr2 her2 axpy dot dotu dotc nrm2 scal swap rot copy" } do
  for name in names:gmatch("%S+") do BLAS[name] = part end
end
local function blas_part(name) return BLAS[(name or ""):match("^[sdcz](%w+)_?$") or ""] end

-- Cycles of a call below which a procedure's matrices have some ten rows at most: products, and LAPACK's solvers and factorisations
local SMALL_PRODUCT, SMALL_SYSTEM = 600, 3000
local LAPACK = {}
for name in ("gesv posv sysv hesv gtsv ptsv gbsv getrf getrs getri potrf potrs potri geqrf gels syev syevd syevr heev heevd geev gesvd gesdd"):gmatch("%S+") do
  LAPACK[name] = true
end

-- The calls of the BLAS and of LAPACK for small matrices, most of whose time is spent on the choice of methods and on
-- checks of arguments
local function of_small_matrices(s)
  return select_facts(s.called or {}, function(c)
    local name = c.callee:match("^[sdcz](%w+)_$") or c.callee:match("^cblas_[sdcz](%w+)$") or c.callee:match("^LAPACKE_[sdcz](%w+)$")
    local most = name and (BLAS[name] == 0.85 and SMALL_PRODUCT or LAPACK[name] and SMALL_SYSTEM)
    return most and (c.calls or 0) >= OFTEN and c.share and (cycles_of_call(s, c) or math.huge) <= most
  end)
end

-- What a system of three equations or a product of 3 by 3 takes in the program's own code, in cycles
local OWN_SYSTEM = 30

suggestion "small-matrices-inline" {
  number = 253,
  category = "build",
  subcategory = "Use better compilers and libraries",
  of_program = true,
  title = "Solve and multiply small matrices in your own code, not by LAPACK",
  why = "LAPACK and the BLAS are made for large matrices: each call checks its arguments, chooses a block size and goes through several "
    .. "procedures. For three or four rows this takes ten times as long as the formula, which stays in registers.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = of_small_matrices(s)
    if #list == 0 then return "it calls no LAPACK or BLAS for small matrices" end
    return instead_of(s, list, OWN_SYSTEM)
  end,
  evidence = function(s)
    local list = of_small_matrices(s)
    return told_of_list(list) .. ", " .. count(cycles_of_call(s, heaviest(list, "share"))) .. " cycles each: its matrices are small"
  end,
  how = {
    "Two or three equations: Cramer's rule, or elimination written out. Four to ten: loops with constant limits, which the compiler unrolls.",
    "Many systems of the same size: the point as innermost index, so that each step is a loop over points, in vectors.",
    "C++: Eigen::Matrix3d (sizes as template arguments). Or a library for small matrices: LIBXSMM, MKL's direct calls (MKL_DIRECT_CALL).",
    "The inverse of a matrix that stays: compute it once.",
  },
  fewer_instructions = true,
  changes = { "rounding", says = "the last digits; Cramer's rule loses digits where the matrix is close to singular" },
  not_when = "The matrices may be close to singular: keep elimination with pivots.",
  source = "Heinecke et al., LIBXSMM, SC16; oneMKL developer guide, improving performance for small size problems; own measurements",
}

suggestion "tuned-blas" {
  number = 51,
  category = "build",
  subcategory = "Use better compilers and libraries",
  removes = library_product,
  title = "Link a tuned BLAS instead of the reference one",
  why = "The reference BLAS says what results must be, not how to get them fast. Tuned libraries with the same interface block for the "
    .. "caches and use all vector instructions: often ten times as fast.",
  needs = {},
  scope = "procedure",
  fewer_instructions = true,
  when = function(s)
    local part = blas_part(s.procedure_name)
    if not part then return "it is not a procedure of the BLAS" end
    local loop = heaviest(s.inner, "fraction")
    if loop and loop.loop and (loop.loop.trips or math.huge) < 8 then return "its matrices or vectors are small" end
    local compiled = s.language == "Fortran" and (s.file or ""):find("%.f")
    if not compiled and not reference_library(s.binary or "") then return "it is not the reference version" end
    return part
  end,
  evidence = function(s)
    if reference_library(s.binary or "") then
      return s.procedure_name .. " is of " .. s.binary:match("[^/]*$") .. ": the reference BLAS"
    end
    return s.procedure_name .. " is compiled from " .. (s.file or "Fortran"):match("[^/]*$") .. ": the reference BLAS"
  end,
  how = {
    "OpenBLAS, BLIS, MKL, Arm PL, ESSL, libsci or SSL II: link it before or instead of -lblas.",
    "If you call it from several ranks or threads: OPENBLAS_NUM_THREADS=1 (MKL_NUM_THREADS, BLIS_NUM_THREADS), else its threads compete for the cores.",
    "Debian: update-alternatives --config libblas.so.3-x86_64-linux-gnu.",
  },
  changes = { "rounding", "order_of_sums", says = "sums are taken in another order, with threads in one that depends on their number" },
  switches = {
    gcc = { { "-lopenblas", "OpenBLAS" } },
    intel = { { "-qmkl", "MKL" } },
    fujitsu_trad = { { "-SSL2", "SSL II; -SSL2BLAMP with threads" } },
    nvidia = { { "-lblas", "comes with OpenBLAS" } },
    cray = "libsci is linked by default",
  },
  not_when = "Matrices are smaller than ten by ten or so.",
  for_libraries = true,
  source = "Netlib BLAS FAQ; Fujitsu programming guide, mathematical libraries",
}

local MACHINE = "Use better compilers and libraries"
local manual = "GCC manual, "

-- The library's functions of long double that it calls: their names end with l, as no others of these do
local FUNCTIONS = { "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "sin", "cos", "tan", "sincos", "asin", "acos", "atan", "atan2",
  "sinh", "cosh", "tanh", "erf", "erfc", "tgamma", "lgamma", "cbrt", "hypot", "sqrt", "fmod", "floor", "ceil", "round", "lround", "trunc", "rint" }
local OF_LONG = {}
for _, name in ipairs(FUNCTIONS) do OF_LONG[name .. "l"] = true end

local function long_calls(s)
  return select_facts(s.called or {}, function(c) return OF_LONG[c.callee] or OF_LONG[(c.callee or ""):match("^__(%l+%d*)_finite$") or ""] end)
end

-- The same functions of double take at most this part of their time: glibc's log, round and erfc took a sixth, exp a
-- tenth, sin and pow less
local IN_DOUBLE = 1 / 5

suggestion "double-for-long-double" {
  number = 52,
  category = "build",
  subcategory = MACHINE,
  everywhere = true,
  -- to load or store one of its numbers takes several operations, and each is done by itself
  removes = function(s) return vectors(s, { pipes = 1 - 0.5 / lanes(s), chain_fp = 0.5, stored_in_part = 1 }) end,
  besides = function(s) return clamp((1 - IN_DOUBLE) * sum(long_calls(s), "share")) end,
  title = "Compute in double instead of long double",
  why = "On x86 long double is computed by the old coprocessor, one element at a time, and takes 16 bytes of "
    .. "memory. double has vectors of two to eight elements and half the size.",
  needs = { "code", "compiler" },
  fewer_instructions = true,
  when = function(s)
    if built_with(s, "-mfpmath=387", "-m32", "-mno-sse") then return "a switch asked for the coprocessor" end
    local part, calls = executed_part(s, "x87"), #long_calls(s) > 0
    if part < 0.2 and not calls then return "it hardly uses the coprocessor" end
    if calls then part = ratio(executed_within(s, "x87"), executed_within(s, "instructions")) or part end
    return s.account and 0.95 * clamp(5 * part) or clamp(0.8 * part)
  end,
  evidence = function(s)
    local calls = long_calls(s)
    if #calls > 0 then return told_of_list(calls, ", for long double") end
    return percent(executed_part(s, "x87")) .. " of the instructions executed at " .. s.place
      .. " are of the coprocessor, which only long double needs"
  end,
  how = {
    "C: look for long double, sqrtl and constants like 0.5L; one is enough to widen an expression.",
    "Fortran: real(real64), or selected_real_kind(15, 307): 16 digits are more than a double has, and give real(10).",
    "Where sums lose digits, compensated summation (Kahan) in double is faster.",
  },
  example = "examples/double-for-long-double",
  level = "-O3",
  claims = { category = "instructions", at_least = 0.4 },
  changes = { "rounding", "overflow", says = "16 instead of 19 digits, and overflow beyond 1.8e308" },
  tolerance = 1e-12,
  not_when = "The extra digits are needed.",
  source = "Agner Fog, Optimizing software in C++; System V ABI for x86-64",
}

local fused, fused_elsewhere = instead_of_calls(0.9, { "fma", "fmaf" }, "fma")

suggestion "fma-instruction" {
  number = 53,
  category = "build",
  subcategory = MACHINE,
  removes = fused,
  besides = fused_elsewhere,
  everywhere = true,
  title = "Let fma() be an instruction instead of a call",
  why = "fma(a, b, c) rounds once, which takes one instruction where the compiler may use it. Compiled for every "
    .. "x86-64 it is a call of the library, and on machines without the instruction that is a hundred times slower.",
  needs = { "callee" },
  fewer_instructions = true,
  when = function(s)
    if not frequent_calls(s, "fma", "fmaf") then return "it does not call fma often" end
    return s.account and 0.8 or time_of_callees(s, 0.7, calls_to(s, "fma", "fmaf"), "fma")
  end,
  evidence = function(s) return calls_told(s, ", one instruction on machines that have it", "fma", "fmaf") end,
  how = {
    "Compile for the machine, or for x86-64-v3.",
    "Where a single rounding is not needed write a * b + c.",
  },
  example = "examples/fma-instruction",
  level = "-O3",
  after_level = "-O3 -mfma",
  link = "-lm",
  claims = { category = "time", at_least = 0.4 },
  changes = { "rounding", "portability",
    says = "fma() itself computes the same; every other a * b + c of the file is fused, too, unless -ffp-contract=off is given; "
      .. "processors from before 2013 stop at the first such instruction (SIGILL)" },
  tolerance = 0,
  switches = {
    gcc = { { "-mfma", "x86: uses the instruction; part of -march=x86-64-v3" } },
    clang = { { "-mfma", "x86: uses the instruction; part of -march=x86-64-v3" } },
    intel = { { "-xHost", "uses all instructions of this machine" } },
    nvidia = { { "-tp=host", "uses all instructions of this machine" } },
  },
  not_when = "The program must run on processors without it.",
  source = manual .. "x86 options; C11, 7.12.13",
}
