-- What perfexpert must find in each kernel, and the counts that theory gives.
--
-- name       of the check; source, flags, args: what is built and run
-- small      arguments of the run that is compared with callgrind
-- machine    simulated: a fixed one, so that counts don't depend on the host
-- cpi        cycles for an instruction of the hot procedure that given.lua gives,
--            about what processors of the 2020s need, so that nothing that is
--            judged depends on the host or on its load; other_cpi: the others'
-- procedure  pattern of the name of the section with the most time (several:
--            procedures that only together are hot); module: the same
-- worst      the category with the largest bound there
-- cause      the largest part of the account of cycles there: what the kernel was built
--            for. Where columns are walked, it is the level behind L1: misses overlap, but
--            a set of L1 takes one line after the other (l1_set of the machine)
-- problematic, fine   categories that are, or are not, in the last range
-- loop       exact counts of the loop that is marked in the source (iterations
--            and entries are its facts); false: there is none
-- counts     exact counts of the procedure(s)
-- near       counts of the loop, else of the procedure: value, tolerance
-- below      the same: a limit
-- threads    that were seen, the first one included
-- first      id of the first suggestion; false: none may be made
-- before     ids of general advice that stands before it, in its order: -O3 where
--            that vectorises, a library where there is one
-- applied    what the first suggestion says, done: another source (fixed/...),
--            flags (after the others), args (where a longer run shows more of
--            the same: the last one alone differs), whole (that one does not
--            tell how often the same is done); bench/applied.sh shows that it pays
-- The bounds themselves follow from the machine file: what is worst was chosen
-- so that it wins by a good margin on the machine that is simulated.

local MACHINE = "own_clock" -- zen5: L1D 48 KiB, L1I 32 KiB, L2 1 MiB, L3 32 MiB; TLBs
                       -- 96 + 4096 (data), 64 + 2048 (instructions)
local DATA, CODE = "data_accesses", "instruction_accesses"
local FP, BRANCHES = "floating_point", "branches"

local VECTORS = "-O3 -ftree-vectorize -march=native"

local kernels = {}

local function kernel(k)
  k.machine = k.machine or MACHINE
  k.flags = k.flags or ""
  kernels[#kernels + 1] = k
end

-- Dependent loads in a full cycle through the nodes (64 bytes each): with LRU a
-- level that can't hold them all misses every time, one that can never does.
local function chase(name, nodes, passes, expect)
  local steps = nodes * passes
  local few = math.max(2, 262144 // nodes)

  kernel {
    name = name, cause = expect.cause, cpi = expect.cpi, source = "memory/chase.c", args = { nodes, passes },
    small = { math.min(nodes, 131072), few },
    procedure = "^chase$", worst = DATA, problematic = { DATA },
    loop = {
      entries = 1, iterations = steps / 8,
      LD_INS = steps, ST_INS = 0, L1_DCA = steps, BR_CND = steps / 8, FP_INS = 0,
      L2_DCA = expect.l1_misses and steps or 0,
      L2_DCM = expect.l2_misses and steps or 0,
      L3_DCM = expect.l3_misses and steps or 0,
    },
    near = expect.near,
    first = expect.l1_misses and "array-of-elements" or false,
    applied = expect.l1_misses and { source = "fixed/chase.c", args = { nodes, 10 * passes } },
  }
end

chase("chase_l1", 256, 150000, { cause = "l1", cpi = 2.9 })
chase("chase_l2", 8192, 1500, { cause = "l2", cpi = 13, l1_misses = true })
chase("chase_l3", 131072, 20, { cause = "l3", cpi = 50, l1_misses = true, l2_misses = true })
-- 16384 pages, of which the second-level TLB holds a quarter
chase("chase_memory", 1048576, 2, { cause = "memory_latency", cpi = 350, l1_misses = true, l2_misses = true, l3_misses = true,
  near = { TLB_DM = { 0.75 * 2097152, 0.02 } } })

kernel {
  name = "page_stride", cause = "data_tlb", cpi = 6.2, source = "memory/page_stride.c",
  args = { 6144, 1500 }, small = { 6144, 20 },
  procedure = "^walk$", worst = "data_tlb", problematic = { "data_tlb" },
  loop = {
    entries = 1500, iterations = 3072 * 1500,
    LD_INS = 6144 * 1500, L2_DCA = 6144 * 1500, L2_DCM = 0,
    TLB_DM = 6144 * 1500, TLB_DH = 0,
  },
  before = { "copy-column" }, first = "huge-pages",
  applied = { flags = "-DKERNEL_HUGE_PAGES", args = { 6144, 15000 } },
}

-- 1024 lines 8 KiB apart: one set of L1, sixteen of L2, 256 of L3; Zen 5's L2 keeps most of them
kernel {
  name = "column_walk", cause = "l3", cpi = 2.1, source = "memory/column_walk.c", machine = "zen4",
  args = { 1024, 8 }, small = { 1024, 1 },
  procedure = "^sum_columns$", worst = DATA, problematic = { DATA },
  loop = {
    entries = 1024 * 8, iterations = 1024 * 1024 * 8,
    LD_INS = 1024 * 1024 * 8, FAD_INS = 1024 * 1024 * 8, FLOPS = 1024 * 1024 * 8,
    L2_DCA = 1024 * 1024 * 8, L2_DCM = 1024 * 1024 * 8, L3_DCM = 0,
    TLB_DH = 1024 * 1024 * 8, TLB_DM = 0,
  },
  first = "loop-interchange",
  applied = { source = "fixed/column_walk.c", args = { 1024, 80 } },
}

-- three arrays of 8 MiB, 131072 lines each; two elements an operation and unrolled, as the
-- path from L3 is hardly slower than the loop otherwise
kernel {
  name = "triad", cause = "l3", cpi = 0.5, only = "x86_64", source = "memory/triad.c",
  args = { 1048576, 15 }, small = { 200000, 2 },
  flags = "-O3 -ftree-vectorize -funroll-loops --param max-unroll-times=2",
  procedure = "^triad$", worst = DATA, problematic = { DATA },
  loop = {
    entries = 15, iterations = 262144 * 15,
    LD_INS = 2 * 524288 * 15, ST_INS = 524288 * 15,
    FAD_INS = 524288 * 15, FML_INS = 524288 * 15, FP_INS = 2 * 524288 * 15,
    FLOPS = 2 * 1048576 * 15,
    L2_DCA = 3 * 131072 * 15, L2_DCM = 3 * 131072 * 15, L3_DCM = 0,
  },
  first = "smaller-types-in-memory",
  applied = { source = "fixed/triad.c", args = { 1048576, 300 } },
}

-- the same, of four times what the last cache holds, without unrolling
kernel {
  name = "triad_memory", first = "smaller-types-in-memory", cause = "memory_bandwidth", cpi = 1.8, only = "x86_64", source = "memory/triad.c",
  args = { 5592320, 2 }, small = { 200000, 2 }, flags = "-O3 -ftree-vectorize",
  procedure = "^triad$", worst = DATA, problematic = { DATA },
  loop = {
    entries = 2, iterations = 2796160 * 2,
    LD_INS = 2 * 2796160 * 2, ST_INS = 2796160 * 2,
    L2_DCM = 3 * 699040 * 2, L3_DCM = 3 * 699040 * 2,
  },
}

kernel {
  name = "integer_chain", first = "independent-chains", cause = "chain_integer", cpi = 0.8, source = "core/integer_chain.c",
  args = { 8000000 }, small = { 50000 }, procedure = "^generate$",
  loop = { entries = 1, iterations = 8000000, LD_INS = 0, ST_INS = 0 },
  applied = { source = "fixed/integer_chain.c", args = { 80000000 } },
}

-- each sum comes from the store before it
kernel {
  name = "forwarding", first = "several-tables", cause = "l1", cpi = 1.5, source = "core/forwarding.c",
  args = { 1000 }, small = { 20 }, procedure = "^add_same$",
  loop = { entries = 1000, iterations = 4096000, LD_INS = 8192000, ST_INS = 4096000 },
  applied = { source = "fixed/forwarding.c", args = { 10000 } },
}

kernel {
  name = "full_pipe", first = false, cause = "pipes", cpi = 0.8, source = "core/full_pipe.c",
  args = { 3000000 }, small = { 50000 }, procedure = "^products$",
  loop = { entries = 1, iterations = 3000000, LD_INS = 0, ST_INS = 0 },
}

kernel {
  name = "divide_chain", cause = "chain_fp", cpi = 4.9, source = "core/divide_chain.c",
  args = { 4000000 }, small = { 50000 },
  procedure = "^divide$", worst = FP, problematic = { FP },
  loop = {
    entries = 1, iterations = 4000000, L1_DCA = 0,
    FDV_INS = 32000000, FP_INS = 32000000, FAD_INS = 0, FML_INS = 0,
  },
  first = "divide-chain",
  applied = { source = "fixed/divide_chain.c" },
}

kernel {
  name = "sqrt_chain", cause = "chain_fp", cpi = 7.4, source = "core/sqrt_chain.c",
  args = { 4000000 }, small = { 50000 },
  flags = "-fno-math-errno", procedure = "^roots$", worst = FP, problematic = { FP },
  loop = {
    entries = 1, iterations = 4000000, L1_DCA = 0,
    FSQ_INS = 16000000, FAD_INS = 16000000, FP_INS = 32000000, FDV_INS = 0,
  },
  first = "float-for-double",
  applied = { source = "fixed/sqrt_chain.c" },
}

kernel {
  name = "add_chain", cause = "chain_fp", cpi = 2.2, source = "core/add_chain.c",
  args = { 8000000 }, small = { 50000 },
  procedure = "^add$", worst = FP, problematic = { FP },
  loop = {
    entries = 1, iterations = 8000000, L1_DCA = 0,
    FAD_INS = 128000000, FP_INS = 128000000, FLOPS = 128000000,
  },
  first = "several-sums",
  applied = { source = "fixed/add_chain.c" },
}

kernel {
  name = "branches_random", cause = "mispredicted", cpi = 2, source = "core/branches.c",
  -- so many that no predictor remembers them
  args = { "random", 5000000, 5 },
  small = { "random", 200000, 2 },
  procedure = "^classify$", worst = BRANCHES, problematic = { BRANCHES },
  loop = { entries = 5, iterations = 25000000, LD_INS = 25000000, BR_CND = 50000000 },
  near = { BR_MSP = { 12500000, 0.01 } },
  first = "branchless-select",
  applied = { source = "fixed/branches.c", args = { "random", 5000000, 20 } },
}

kernel {
  name = "branches_sorted", cause = "useful", cpi = 0.16, source = "core/branches.c",
  args = { "sorted", 1000000, 40 },
  small = { "sorted", 200000, 2 },
  procedure = "^classify$", fine = { BRANCHES },
  loop = { entries = 40, iterations = 40000000, LD_INS = 40000000, BR_CND = 80000000 },
  below = { BR_MSP = 1000 },
  -- the branch changes its mind once; as it is written the loop can't be vectorised
  first = "split-iteration-range",
}

-- 256 KiB of code: each of its 4096 lines comes from L2 (and the loop's own)
kernel {
  name = "code_l1", cause = "fetch", cpi = 0.46, source = "code/big_code.c",
  args = { 3000 }, small = { 20 },
  flags = "-DBYTES=262144", procedure = "^run_code$", worst = CODE, problematic = { CODE },
  loop = { entries = 1, iterations = 3000 },
  near = { L2_ICA = { 4096 * 3000, 0.001 } },
  below = { L2_ICM = 5000 },
  first = "split-large-body",
  applied = { source = "fixed/big_code.c", args = { 30000 } },
}

-- 1.5 MiB of code: each line comes from L3
kernel {
  name = "code_l2", cause = "fetch", cpi = 0.87, source = "code/big_code.c",
  args = { 300 }, small = { 4 },
  flags = "-DBYTES=1572864", procedure = "^run_code$", worst = CODE, problematic = { CODE },
  loop = { entries = 1, iterations = 300 },
  near = { L2_ICA = { 24576 * 300, 0.001 }, L2_ICM = { 24576 * 300, 0.001 } },
  below = { L3_ICM = 25000 },
  first = "split-large-body",
  applied = { source = "fixed/big_code.c", args = { 3000 } },
}

kernel {
  name = "page_functions", cause = "instruction_tlb", cpi = 20, other_cpi = 8, source = "code/page_functions.c",
  args = { 1500 }, small = { 20 },
  procedure = { "^page_%d+$" }, worst = "instruction_tlb",
  problematic = { "instruction_tlb" }, loop = false,
  counts = {
    TOT_INS = 5 * 3072 * 1500, L2_ICA = 3072 * 1500, TLB_IM = 3072 * 1500,
    LD_INS = 3072 * 1500, BR_INS = 3072 * 1500,
  },
  only = "x86_64",
  first = "place-code-together",
  applied = { source = "fixed/page_functions.c" },
}

-- every element of the second factor is a miss of L1, every eighth of the first
kernel {
  name = "mmm_bad", cause = "l2", cpi = 0.74, source = "memory/mmm_bad.c",
  args = { 256, 1 }, small = { 128, 1 },
  procedure = "^product$", worst = DATA, problematic = { DATA },
  loop = {
    entries = 256 * 256, iterations = 256 ^ 3, LD_INS = 2 * 256 ^ 3, ST_INS = 0,
    FAD_INS = 256 ^ 3, FML_INS = 256 ^ 3, FLOPS = 2 * 256 ^ 3,
  },
  near = { L2_DCA = { 256 ^ 3, 0.02 } },
  before = { "call-blas" },
  first = "loop-interchange",
  applied = { source = "fixed/mmm_bad.c", args = { 256, 16 } },
}

kernel {
  name = "mmm_good", cause = "useful", cpi = 0.29, source = "memory/mmm_good.c",
  args = { 256, 3 }, small = { 128, 1 },
  procedure = "^product$", worst = DATA,
  loop = {
    entries = 3 * 256 * 256, iterations = 3 * 256 ^ 3,
    LD_INS = 6 * 256 ^ 3, ST_INS = 3 * 256 ^ 3,
    FAD_INS = 3 * 256 ^ 3, FML_INS = 3 * 256 ^ 3, FLOPS = 6 * 256 ^ 3,
  },
  near = { L2_DCA = { 3 * 256 ^ 3 / 8, 0.02 } },
  before = { "call-blas" },
  first = "vectorise-loop",
  applied = { flags = VECTORS, args = { 256, 30 } },
}

-- Three loads, the call's store and the return's load weigh more than the three
-- mispredictions in four calls: both categories are bad.
kernel {
  name = "virtual_calls", cause = "mispredicted", cpi = 2.9, source = "code/virtual_calls.cpp",
  args = { 100000, 80 },
  small = { 50000, 4 },
  procedure = { "^shapes::%w+::sides", "^shapes::count_sides" },
  worst = DATA, problematic = { DATA, BRANCHES },
  loop = { entries = 80, iterations = 8000000, BR_IND = 8000000, CALLS = 8000000 },
  near = { BR_IND_MSP = { 6000000, 0.01 } },
  first = "sort-by-type",
  applied = { source = "fixed/virtual_calls.cpp" },
}

kernel {
  name = "template", cause = "chain_fp", cpi = 2, source = "code/templates.cpp",
  args = { 12000000 }, small = { 80000 },
  procedure = "^algebra::sum_of_powers<double>::eval", worst = FP, problematic = { FP },
  loop = {
    entries = 1, iterations = 12000000,
    FAD_INS = 48000000, FML_INS = 48000000, FLOPS = 96000000,
  },
  first = "fused-multiply-add",
  applied = { flags = "-march=native -ffp-contract=fast" },
}

-- 1022 x 1022 points; 1024 rows are read and 1022 written, of 128 lines each
kernel {
  name = "fortran_module", cause = "useful", cpi = 0.51, source = "memory/relax.f90",
  args = { 1024, 20 }, small = { 512, 2 },
  procedure = "relax", worst = DATA, problematic = { DATA },
  loop = {
    entries = 20 * 1022, iterations = 20 * 1022 ^ 2,
    LD_INS = 4 * 20 * 1022 ^ 2, ST_INS = 20 * 1022 ^ 2,
    FAD_INS = 3 * 20 * 1022 ^ 2, FML_INS = 20 * 1022 ^ 2,
  },
  near = { L2_DCA = { 20 * (1024 + 1022) * 128, 0.001 } },
  first = "vectorise-loop",
  applied = { flags = VECTORS, args = { 1024, 300 } },
}

kernel {
  name = "fortran_order", cause = "l3", -- more lines than the sets of L2 that they share hold
  cpi = 5, source = "memory/wrong_order.f90",
  args = { 1024, 3 }, small = { 512, 1 },
  flags = "-fno-inline", procedure = "combine", worst = DATA, problematic = { DATA },
  loop = {
    entries = 3 * 1024, iterations = 3 * 1024 ^ 2,
    LD_INS = 6 * 1024 ^ 2, ST_INS = 3 * 1024 ^ 2,
    FAD_INS = 3 * 1024 ^ 2, FML_INS = 3 * 1024 ^ 2,
    L2_DCA = 9 * 1024 ^ 2, L2_DCM = 9 * 1024 ^ 2,
  },
  first = "loop-interchange",
  applied = { source = "fixed/wrong_order.f90", args = { 1024, 20 } },
}

kernel {
  name = "stencil", cause = "useful", cpi = 0.44, source = "memory/stencil.c",
  args = { 1024, 20 }, small = { 512, 2 },
  procedure = "^sweep$", worst = DATA, problematic = { DATA },
  loop = {
    entries = 20 * 1022, iterations = 20 * 1022 ^ 2,
    LD_INS = 4 * 20 * 1022 ^ 2, ST_INS = 20 * 1022 ^ 2,
    FAD_INS = 3 * 20 * 1022 ^ 2, FML_INS = 20 * 1022 ^ 2, FLOPS = 4 * 20 * 1022 ^ 2,
  },
  near = { L2_DCA = { 20 * (1024 + 1022) * 128, 0.001 } },
  first = "vectorise-loop",
  applied = { flags = VECTORS, args = { 1024, 300 } },
}

-- A table of 8 MiB on a machine with 2 MiB of L3 and 512 entries of TLB: a quarter
-- of either is there at any time.
kernel {
  name = "histogram", cause = "memory_bandwidth", cpi = 2.6, source = "memory/histogram.c",
  args = { 1048576, 8000000 },
  small = { 65536, 300000 },
  machine = "opteron",
  procedure = "^count_keys$", worst = DATA, problematic = { DATA },
  loop = { entries = 1, iterations = 8000000, ST_INS = 8000000 },
  near = {
    L2_DCA = { 8000000 * (1 - 64 / 8192), 0.001 },
    L3_DCM = { 6000000, 0.01 }, TLB_DM = { 6000000, 0.01 },
  },
  before = { "shrink-table" }, first = "smaller-types",
  applied = { source = "fixed/histogram.c", args = { 1048576, 80000000 } },
}

-- an element's line is hardly ever there, an index's every sixteenth time
kernel {
  name = "gather", cause = "memory_latency", cpi = 6.8, source = "memory/gather.c",
  args = { 8388608, 1000000, 8 },
  small = { 262144, 100000, 2 },
  procedure = "^gather$", worst = DATA, problematic = { DATA },
  loop = { entries = 8, iterations = 8000000, LD_INS = 16000000, FAD_INS = 8000000 },
  near = { L2_DCA = { 8000000 * (1 + 1 / 16), 0.005 } },
  first = "sort-indices",
  applied = { source = "fixed/gather.c", args = { 8388608, 1000000, 100 } },
}

-- The C library's procedure is another one natively than under simulation if
-- the collector does not see to it; its own symbol may be missing. A small copy is as quick
-- as its instructions where a line can be stored in a cycle.
kernel {
  name = "library_copy", cause = "useful", cpi = 0.35, source = "memory/copy.c",
  args = { 2000, 4000000 }, small = { 2000, 2000 },
  procedure = "", module = "libc", worst = DATA, problematic = { DATA }, loop = false,
  first = false,
}

kernel {
  name = "library_strings", cause = "useful", cpi = 0.27, source = "memory/strings.c",
  args = { 4000, 2000000 },
  small = { 4000, 2000 },
  procedure = "", module = "libc", worst = DATA, problematic = { DATA }, loop = false,
  first = false,
}

-- Each function stores and loads a return address for one operation.
kernel {
  name = "small_functions", cause = "fetch", cpi = 1.1, source = "code/small_functions.c",
  args = { 7000000 }, small = { 50000 },
  procedure = { "^small_%d$", "^call_all$" }, worst = DATA, problematic = { DATA },
  loop = { entries = 1, iterations = 7000000, CALLS = 70000000, ST_INS = 70000000 },
  first = "inline-small-procedure",
  applied = { flags = "-DHOT=" },
}

kernel {
  name = "interpreter", cause = "mispredicted", cpi = 2.9, source = "code/interpreter.c",
  args = { 65536, 200 }, small = { 65536, 5 },
  procedure = "^interpret$", worst = BRANCHES, problematic = { BRANCHES },
  loop = {
    entries = 200, iterations = 65536 * 200, BR_IND = 65536 * 200,
    LD_INS = 2 * 65536 * 200,
  },
  near = { BR_IND_MSP = { 65536 * 200 * 7 / 8, 0.01 } },
  only = "x86_64",
  first = "merge-dispatch",
  applied = { source = "fixed/interpreter.c" },
}

kernel {
  name = "threads", cpi = 2.4, source = "core/threads.c",
  args = { 8000000 },
  small = { 50000 }, flags = "-pthread",
  procedure = "^add$", worst = FP, problematic = { FP }, threads = 3,
  loop = { entries = 2, iterations = 16000000, FAD_INS = 256000000, FP_INS = 256000000 },
  first = "several-sums",
  applied = { source = "fixed/threads.c" },
}

-- 2 Fibonacci(36) - 1 calls, all but the first by itself
kernel {
  name = "recursion", cpi = 0.34, source = "code/recursion.c",
  args = { 35 }, small = { 22 },
  flags = "-fno-optimize-sibling-calls",
  procedure = "^fibonacci$", worst = DATA, problematic = { DATA }, loop = false,
  counts = { CALLS = 29860702, BR_CND = 29860703 },
  first = "memoize",
  applied = { source = "fixed/recursion.c", whole = true },
}

kernel {
  name = "false_sharing", cpi = 4, source = "memory/false_sharing.c",
  args = { 8000000 }, small = { 50000 },
  flags = "-pthread", procedure = "^count_up$", worst = DATA, problematic = { DATA },
  threads = 3, loop = { entries = 2, iterations = 16000000, ST_INS = 64000000 },
  first = "pad-per-thread-data",
  applied = { source = "fixed/false_sharing.c", args = { 50000000 } },
}

kernel {
  name = "inlined", cause = "chain_fp", cpi = 5, source = "code/inlined.c",
  args = { 3000000 }, small = { 50000 },
  procedure = "^solve$", worst = FP, problematic = { FP },
  loop = { entries = 1, iterations = 3000000, FDV_INS = 24000000, FP_INS = 24000000 },
  first = "divide-chain",
  applied = { source = "fixed/inlined.c" },
}

-- two elements an operation with the vectors that every x86-64 has
kernel {
  name = "packed", cause = "useful", cpi = 0.17, source = "core/packed.c",
  args = { 1024, 100000 }, small = { 1024, 500 },
  flags = "-O3 -ftree-vectorize", procedure = "^scale_add$", worst = DATA,
  loop = {
    entries = 100000, iterations = 512 * 100000,
    FAD_INS = 512 * 100000, FML_INS = 512 * 100000, FP_PACKED = 1024 * 100000,
    FLOPS = 2 * 1024 * 100000, LD_INS = 1024 * 100000, ST_INS = 512 * 100000,
  },
  only = "x86_64",
  first = "target-machine",
  applied = { flags = "-march=native -ffp-contract=fast", args = { 1024, 1000000 } },
}

kernel {
  name = "int_divide", cause = "chain_integer", cpi = 1.8, source = "core/int_divide.c",
  args = { 4000000 }, small = { 50000 },
  machine = "opteron", procedure = "^divide$", unexplained = true,
  loop = { entries = 1, iterations = 4000000, FP_INS = 0, L1_DCA = 0 },
  first = false,
}

kernel {
  name = "healthy", cause = "useful", cpi = 0.36, source = "core/healthy.c",
  args = { 60000000 }, small = { 200000 },
  machine = "opteron", procedure = "^mix$", great = true,
  fine = { DATA, CODE, FP, BRANCHES, "data_tlb", "instruction_tlb" },
  loop = { entries = 1, iterations = 60000000, LD_INS = 60000000 },
  below = { L2_DCA = 100 },
  first = false,
}

-- The paper's own cases (SC'10, sec. IV), on its machine; mmm_bad is another.
-- All that the first one needs stays in the first cache.
kernel {
  name = "dgadvec", cause = "useful", cpi = 0.36, source = "paper/dgadvec.c",
  args = { 64, 1500 }, small = { 64, 50 },
  machine = "opteron", procedure = "^apply$", worst = DATA,
  loop = {
    entries = 64 * 1500, iterations = 4096 * 1500, LD_INS = 2 * 4096 * 1500,
    ST_INS = 4096 * 1500, FAD_INS = 4096 * 1500, FML_INS = 4096 * 1500,
  },
  below = { L2_DCA = 2000 },
  first = "vectorise-loop",
  applied = { flags = VECTORS, args = { 64, 30000 } },
}

kernel {
  name = "homme", cpi = 6.4, source = "paper/homme.f90",
  args = { 60 }, small = { 5 },
  machine = "opteron", procedure = "advance", worst = DATA, problematic = { DATA },
  loop = {
    entries = 60, iterations = 60 * 16384, LD_INS = 24 * 60 * 16384,
    ST_INS = 12 * 60 * 16384, FAD_INS = 12 * 60 * 16384, FML_INS = 12 * 60 * 16384,
  },
  first = "fewer-arrays-per-loop",
  applied = { source = "fixed/homme.f90", args = { 2000 } },
}

kernel {
  name = "ex18", cpi = 0.35, source = "paper/ex18.cpp",
  args = { 64, 60, 500 }, small = { 64, 60, 10 },
  machine = "opteron", procedure = "^assemble", worst = DATA,
  loop = { entries = 64 * 500, iterations = 64 * 60 * 500, ST_INS = 64 * 60 * 500 },
  first = "common-subexpressions",
  applied = { source = "fixed/ex18.cpp", args = { 64, 60, 20000 } },
}

return kernels
