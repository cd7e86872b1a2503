-- Arm Neoverse N1 (AWS Graviton2, Ampere Altra); V1 and V2 build on this file.

local llvm = "LLVM scheduling model of Neoverse N1, after Arm's optimization guide"
local asct = "Arm learning path on the memory subsystem, Graviton2"
local trm = "Arm Cortex-A76 TRM (its mobile sibling) sec. A5.2"
local chips = "Chips and Cheese, Deep diving Neoverse N1"
local unified = "the L2 cache is unified and does not count instruction misses separately"

local function arm(code, more)
  local native = more or {}
  native.raw = code
  return native
end

local buffers = "jia.je on Arm's branch target buffers, which quotes Arm and measures"
local quoted = "commonly quoted; its source was not seen"

local alu = { "s0", "s1", "m0" }
local fp_both = { "v0", "v1" }
local loads = { "load0", "load1" }
local stores = { "store0", "store1" }

return {
  name = "neoverse_n1",
  title = "Arm Neoverse N1 (Graviton2, Ampere Altra)",
  isa = "aarch64",
  host = { { implementer = 0x41, part = 0xd0c } },

  parameters = {
    CPI_threshold = { value = 0.5, unit = "cycles/instruction", guess = true,
      source = "half of the four instructions per cycle, as the paper" },
    CPU_freq = { value = 2500000000, unit = "Hz", source = "Graviton2 (Altra 3.0 GHz)" },
    L1_dlat = { value = 5, unit = "cycles", source = llvm .. ": 4 integer, 5 floating point" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 11, unit = "cycles", source = "AnandTech 15578, Graviton2" },
    L3_lat = { value = 100, unit = "cycles", guess = true,
      source = chips .. ": over twice Zen 2's on Altra" },
    Mem_lat = { value = 110, unit = "ns", guess = true,
      source = "AnandTech 15578: 81-83 ns along a pattern; fully random is higher" },
    FP_lat = { value = 4, unit = "cycles", source = llvm .. ": add 2, multiply 3, fused 4" },
    FP_slow_lat = { value = 17, unit = "cycles", source = llvm .. ": division 15, square root 17" },
    FP_slow_vec_lat = { value = 17, unit = "cycles", source = llvm },
    BR_lat = { value = 1, unit = "cycles", source = llvm },
    BR_miss_lat = { value = 16, unit = "cycles", guess = true,
      source = llvm .. " says 11; 16 is the safe side" },
    TLB_lat = { value = 120, unit = "cycles", guess = true,
      source = "page walk that hits the system cache" },
    TLB_l2_lat = { value = 5, unit = "cycles", source = chips },
    TLB_worst_lat = { value = 110, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 64 << 10, ways = 4, line = 64, source = asct },
    l1i = { size = 64 << 10, ways = 4, line = 64, source = asct },
    l2 = { size = 1 << 20, ways = 8, line = 64, source = asct },
    l3 = { size = 32 << 20, ways = 16, line = 64, shared_by = 64,
      source = asct .. "; the number of ways is an estimate" },
  },

  tlbs = {
    dtlb1 = { entries = 48, page = 4096, source = trm },
    dtlb2 = { entries = 1280, ways = 5, page = 4096, source = trm },
    itlb1 = { entries = 48, page = 4096, source = trm },
    unified = true,
  },

  frontend = { fetch_bytes = 32, branch_bits = 15,
    source = chips .. ": eight instructions fetched; the predictor's kind and size are estimates" },

  peak = { issue_width = 4, vector_bits = 128, scalar_flops = 4, vector_flops = 8,
    core_bytes_per_s = 20.9e9, socket_bytes_per_s = 204.8e9, socket_cores = 64,
    source = llvm .. ": two 128-bit pipes; " .. asct .. "; eight channels of DDR4-3200" },

  model = {
    numbers = {
      decode_width = of(4, chips),
      decode_bytes = of(16, "four instructions of 4 bytes"),
      op_cache = of(0, chips .. ": none"),
      op_cache_turn = of(0, chips .. ": no cache of operations"),
      op_cache_entry = guess(8, "none"),
      op_cache_width = guess(1, "none"),
      op_cache_apart = of(0, "without effect: there is none"),
      taken_branch = of(1, buffers .. ": no bubble from the smallest"),
      btb = of(64, buffers .. ": 16, 64, and 6 K"),
      btb_miss = of(2, buffers .. ": three cycles from the largest"),
      btb_all = of(6144, buffers .. ": 6 K"),
      btb_unknown = guess(7, "not published"),
      mispredict = of(11, llvm),
      dispatch_width = of(4, chips .. ": four instructions, eight operations"),
      retire_width = guess(4, "not published; as wide as dispatch"),
      wide_passes = of(1, "no vectors of 512 bits"),
      rob = of(128, llvm),
      window_hold = guess(10, "not published"),
      registers = guess(0, "not published"),
      registers_fp = guess(0, "not published"),
      scheduler = guess(120, "not published"),
      scheduler_fp = guess(0, "not published"),
      queue_fp = of(0, "no scheduler of their own"),
      load_queue = guess(68, quoted),
      store_queue = guess(72, quoted),
      load_indexed = guess(0, "not published"),
      load_extended = guess(0, "not published"),
      store_forward = guess(5, "as Neoverse V2"),
      store_forward_fail = guess(11, "as Neoverse V2"),
      store_commit = guess(1, "not published"),
      store_line = guess(1, "not published"),
      line_split = guess(1, "as Neoverse V2"),
      l1_misses = guess(20, quoted .. ": 20 for the Cortex-A76"),
      l2_misses = guess(46, quoted .. ": 46 for the Cortex-A76"),
      l2_latency = of(11, "as L2_lat above"),
      l3_latency = { value = 35, unit = "ns", guess = true,
        source = "a system cache over the mesh: some 35 ns" },
      memory_latency = { value = 100, unit = "ns", guess = true, source = asct .. " and " .. chips
        .. ": 95-110 ns" },
      l1_set = guess(1, "no limit is known"),
      l2_line = guess(2, quoted .. ": 32 bytes a cycle"),
      l3_line = guess(4, "not published"),
      code_line_jump = guess(2, "as one after the other"),
      code_line = guess(2, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 3.06, unit = "ns", source = asct .. ": 20.9 GB/s for one core" },
      tlb2_hit = guess(5, "not published"),
      select_joint = of(0, "the instruction set has none"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(20, "upper levels are cached"),
      walkers = guess(4, quoted .. ": four of the Cortex-A76"),
      prefetch_next_into = guess(1, "not published"),
      prefetch_next_learns = guess(0, "not published"),
      prefetch_stream_near = guess(0, "not published"),
      prefetch_stride_page = guess(0, "not published"),
      prefetch_translates = guess(0, "not published"),
      prefetch_next = guess(1, "not published"),
      string_start = of(0, "the instruction set has none"),
      string_long = of(0, "the instruction set has none"),
      prefetch_stride_far = guess(0, "not published"),
      prefetch_stride = guess(32, "not published"),
      prefetch_stride_ahead = guess(8, "not published"),
      prefetch_streams = guess(16, "not published"),
      prefetch_ahead = guess(16, "not published"),
    },
    pipes = { source = llvm, names = { "s0", "s1", "m0", "b0", "load0", "load1", "store0",
      "store1", "v0", "v1" } },
    ops = {
      int = op(1, alu, llvm),
      int_shift = op(1, alu, llvm),
      int_select = op(1, alu, llvm),
      int_address = op(2, { "m0" }, llvm .. ": addition with a shift"),
      int_mul = op(3, { "m0" }, llvm .. ": 2 for 32 bits, 4 for 64", 2),
      int_div = op(12, { "m0" }, llvm, 5),
      int_div_wide = op(20, { "m0" }, llvm, 5),
      branch = op(1, { "b0" }, llvm),
      vec_int = op(2, fp_both, llvm),
      vec_shift = op(2, { "v1" }, llvm),
      vec_shuffle = op(2, fp_both, llvm),
      vec_int_mul = op(5, { "v0" }, llvm, 2),
      vec_to_int = op(2, { "v1" }, llvm),
      int_to_vec = op(3, { "m0" }, llvm),
      fp_add = op(2, fp_both, llvm),
      fp_mul = op(3, fp_both, llvm),
      fp_fma = op(4, fp_both, llvm),
      fp_div = op(15, { "v0" }, llvm .. ": 7 to 15", 7),
      fp_div_float = op(10, { "v0" }, llvm .. ": 7 to 10", 7),
      fp_div_packed = guessed(15, { "v0" }, llvm .. "; twice the scalar throughput", 14),
      fp_div_packed_float = guessed(10, { "v0" }, llvm .. "; twice the scalar throughput", 14),
      fp_sqrt = op(17, { "v0" }, llvm .. ": 7 to 17", 7),
      fp_sqrt_float = op(10, { "v0" }, llvm .. ": 7 to 10", 7),
      fp_sqrt_packed = guessed(17, { "v0" }, llvm .. "; twice the scalar throughput", 14),
      fp_sqrt_packed_float = guessed(10, { "v0" }, llvm .. "; twice the scalar throughput", 14),
      fp_compare = op(2, fp_both, llvm),
      fp_convert = op(3, { "v0" }, llvm),
      fp_stack = guessed(2, { "v0" }, "no such instruction"),
      fp_slow = guessed(30, { "v0" }, "no such instruction", 30),
      load = op(4, loads, llvm),
      load_vec = op(5, loads, llvm),
      load_wide = op(5, loads, llvm .. ": pairs of 128 bits"),
      store = op(1, stores, llvm),
      store_vec = op(2, stores, llvm),
      store_wide = op(2, stores, llvm .. ": 128 bits take both", 2),
      atomic = guessed(10, { "m0" }, "not published", 4),
      control_read = guessed(1, alu, "no such instruction"),
      serialise = guessed(30, alu, "not published", 30),
    },
  },

  counters = { programmable = 6, source = "Arm Neoverse TRMs: six and the cycle counter" },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, arm/neoverse-n1)
    -- and libpfm4 (2024-10, arm_n1)
    ["CPU_CYCLES"] = arm(0x11, { papi = "PAPI_TOT_CYC", perf = "cycles", fixed = true }),
    ["INST_RETIRED"] = arm(0x08, { papi = "PAPI_TOT_INS", perf = "instructions" }),
    ["L1D_CACHE"] = arm(0x04, { papi = "PAPI_L1_DCA" }),
    ["L1I_CACHE_ACCESS"] = arm(0x14, { papi = "PAPI_L1_ICA" }),
    ["L1I_CACHE_REFILL"] = arm(0x01),
    ["L2D_CACHE"] = arm(0x16),
    ["L2D_CACHE_REFILL"] = arm(0x17, { papi = "PAPI_L2_DCM" }),
    ["LL_CACHE_RD"] = arm(0x36),
    ["LL_CACHE_MISS_RD"] = arm(0x37),
    ["DTLB_WALK"] = arm(0x34),
    ["ITLB_WALK"] = arm(0x35),
    ["BR_RETIRED"] = arm(0x21, { perf = "branches" }),
    ["BR_MIS_PRED_RETIRED"] = arm(0x22, { perf = "branch-misses" }),
    ["VFP_SPEC"] = arm(0x75),
    ["STALL_FRONTEND"] = arm(0x23),
    ["STALL_BACKEND"] = arm(0x24),
  },

  events = {
    TOT_CYC = "CPU_CYCLES",
    TOT_INS = "INST_RETIRED",
    L1_DCA = { native = "L1D_CACHE", note = "page walks are among them" },
    L1_ICA = "L1I_CACHE_ACCESS",
    L2_DCA = { native = "L2D_CACHE", note = "instruction fetches and write-backs are among them" },
    L2_ICA = "L1I_CACHE_REFILL",
    L2_DCM = { native = "L2D_CACHE_REFILL", note = "instruction fetches are among them" },
    L3_DCA = { native = "LL_CACHE_RD", note = "reads only" },
    L3_DCM = { native = "LL_CACHE_MISS_RD", note = "reads only" },
    TLB_DM = "DTLB_WALK",
    TLB_IM = "ITLB_WALK",
    BR_INS = "BR_RETIRED",
    BR_MSP = "BR_MIS_PRED_RETIRED",
    FP_INS = { native = "VFP_SPEC",
      note = "scalar operations, wrong paths included; packed ones are counted with integer SIMD" },
    STALL_FRONT = "STALL_FRONTEND",
    STALL_BACK = "STALL_BACKEND",
  },

  -- Cycles that dispatch nothing; in all others something is dispatched, wanted or not.
  account = {
    source = "Arm Neoverse N1 Performance Analysis Methodology: STALL_FRONTEND, STALL_BACKEND",
    parts = {
      { part = "no_instructions", formula = "STALL_FRONT" },
      { part = "backend", formula = "STALL_BACK" },
      { part = "work" },
    },
  },

  missing = {
    L2_ICM = unified,
    FAD_INS = "no event for the kinds of floating-point operations",
    FML_INS = "no event for the kinds of floating-point operations",
    FDV_INS = "no event for the kinds of floating-point operations",
  },

  metrics = {
    floating_point = {
      extend = true,
      formula = "all_fast",
      note = "divisions and square roots are not counted apart on this processor: they are "
        .. "charged as additions, so this is no upper bound where they matter",
      source = "refines the SC'10 formula for processors with one floating-point event",
      parts = {
        { id = "all_fast", label = "FP operations", formula = "FP_INS * FP_lat / TOT_INS" },
      },
    },
  },
}
