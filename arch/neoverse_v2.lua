-- Arm Neoverse V2 (AWS Graviton4; NVIDIA's Grace has a file of its own).

local llvm = "LLVM scheduling model of Neoverse V2, after Arm's optimization guide"
local review = "jia.je review of Neoverse V2, which quotes the TRM and measures"
local chips = "Chips and Cheese, Neoverse V2 in Graviton4"

local quoted = "commonly quoted; its source was not seen"

local alu = { "s0", "s1", "s2", "s3", "m0", "m1" }
local fp_all = { "v0", "v1", "v2", "v3" }
local loads = { "load0", "load1", "load2" }
local stores = { "store0", "store1" }

return {
  inherits = "neoverse_v1",
  name = "neoverse_v2",
  title = "Arm Neoverse V2 (Graviton4)",
  host = { { implementer = 0x41, part = 0xd4f } },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six instructions per cycle" },
    CPU_freq = { value = 2800000000, unit = "Hz", source = chips .. " (2.7 GHz with two sockets)" },
    L1_dlat = { value = 6, unit = "cycles", source = llvm .. ": 4 integer, 6 floating point, SVE" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 11, unit = "cycles",
      source = review .. ": 10 documented; " .. chips .. ": 11" },
    L3_lat = { value = 25, unit = "ns", source = chips .. ": 68 cycles, 25 ns" },
    Mem_lat = { value = 120, unit = "ns", source = chips .. ": 114 ns near; rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = llvm .. ": add 2, multiply 3, fused 4" },
    FP_slow_lat = { value = 16, unit = "cycles", source = llvm .. ": division 15, square root 16" },
    FP_slow_vec_lat = { value = 16, unit = "cycles", source = llvm .. ": vector the same" },
    BR_lat = { value = 1, unit = "cycles", source = llvm },
    BR_miss_lat = { value = 16, unit = "cycles", guess = true,
      source = llvm .. " says 10; 16 is the safe side" },
    TLB_lat = { value = 90, unit = "cycles", guess = true,
      source = "page walk that hits the system cache" },
    TLB_l2_lat = { value = 6, unit = "cycles", source = review .. ": 6 documented, 5 measured" },
    TLB_worst_lat = { value = 120, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 64 << 10, ways = 4, line = 64, source = review },
    l1i = { size = 64 << 10, ways = 4, line = 64, source = review },
    l2 = { size = 2 << 20, ways = 8, line = 64, source = review .. "; " .. chips },
    l3 = { size = 32 << 20, ways = 16, line = 64, shared_by = 96,
      source = chips .. ": 36 MiB; rounded down, the number of ways is an estimate" },
  },

  tlbs = {
    dtlb1 = { entries = 48, page = 4096, source = review },
    dtlb2 = { entries = 2048, ways = 8, page = 4096, source = review },
    itlb1 = { entries = 48, page = 4096, source = review },
    unified = true,
  },

  peak = { issue_width = 6, vector_bits = 128, scalar_flops = 8, vector_flops = 16,
    core_bytes_per_s = 37e9, socket_bytes_per_s = 537.6e9, socket_cores = 96,
    source = review .. ": four 128-bit pipes; Arm learning path: 37 GB/s for one core; "
      .. "twelve channels of DDR5-5600" },

  model = {
    numbers = {
      decode_width = of(6, review),
      decode_bytes = of(24, "six instructions of 4 bytes"),
      op_cache = of(1536, review),
      op_cache_width = of(8, review),
      op_cache_apart = guess(0, "not published"),
      taken_branch = of(1, review .. ": two predicted a cycle; 1 is the least that is modelled"),
      btb = guess(96, "as Neoverse V1"),
      btb_miss = guess(1, "as Neoverse V1"),
      mispredict = of(10, llvm),
      dispatch_width = of(8, review),
      retire_width = of(8, review),
      rob = of(320, review .. "; " .. llvm),
      scheduler = guess(180, "not published"),
      scheduler_fp = guess(0, "not published"),
      load_queue = guess(96, quoted),
      store_queue = guess(96, quoted),
      store_forward = of(5, review),
      store_forward_fail = of(10.5, review),
      store_commit = of(0.5, review .. ": two stores a cycle"),
      store_line = guess(1, "not published"),
      line_split = of(1, review .. ": 4 cycles become 5"),
      l1_misses = guess(24, "not published"),
      l2_misses = guess(64, "not published"),
      l2_latency = of(10, review .. ": 10 documented; " .. chips .. ": 11"),
      l3_latency = { value = 25, unit = "ns", source = chips .. ": 25 ns" },
      memory_latency = { value = 114, unit = "ns", source = chips .. ": 114 ns near" },
      l2_line = guess(1, review .. ": 128 bytes a cycle of four banks"),
      l3_line = guess(4, "not published"),
      code_line_jump = guess(1, "as one after the other"),
      code_line = guess(1, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 1.73, unit = "ns",
        source = "Arm learning path: 37 GB/s for one core" },
      tlb2_hit = of(5, review .. ": 6 documented, 5 measured"),
      walk = guess(20, "upper levels are cached"),
      walkers = guess(4, "not published"),
      prefetch_next = guess(1, "not published"),
      prefetch_stride = guess(32, "not published"),
      prefetch_stride_ahead = guess(8, "not published"),
      prefetch_streams = guess(16, "not published"),
      prefetch_ahead = guess(16, "not published"),
    },
    pipes = { source = llvm, names = { "s0", "s1", "s2", "s3", "m0", "m1", "b0", "b1", "load0",
      "load1", "load2", "store0", "store1", "v0", "v1", "v2", "v3" } },
    ops = {
      int = op(1, alu, llvm),
      int_shift = op(1, alu, llvm),
      int_select = op(1, alu, llvm),
      int_address = op(2, { "m0", "m1" }, llvm .. ": addition with a shift"),
      int_mul = op(2, { "m0", "m1" }, llvm),
      int_div = op(12, { "m0" }, llvm, 12),
      int_div_wide = op(20, { "m0" }, llvm, 20),
      branch = op(1, { "b0", "b1" }, llvm),
      vec_int = op(2, fp_all, llvm),
      vec_shift = op(2, { "v1", "v3" }, llvm),
      vec_shuffle = op(2, fp_all, llvm),
      vec_int_mul = op(4, { "v0", "v2" }, llvm),
      vec_to_int = op(2, { "v0", "v1" }, llvm),
      int_to_vec = op(3, { "m0" }, llvm),
      fp_add = op(2, fp_all, llvm),
      fp_mul = op(3, fp_all, llvm),
      fp_fma = op(4, fp_all, llvm),
      fp_div = op(15, { "v0", "v2" }, llvm, 8),
      fp_div_float = guessed(10, { "v0", "v2" }, llvm .. "; throughput as the vector", 5),
      fp_div_packed = op(15, { "v0", "v2" }, llvm, 14),
      fp_div_packed_float = op(10, { "v0", "v2" }, llvm, 10),
      fp_sqrt = op(16, { "v0", "v2" }, llvm, 8),
      fp_sqrt_float = guessed(9, { "v0", "v2" }, llvm .. "; throughput as the vector", 5),
      fp_sqrt_packed = op(16, { "v0", "v2" }, llvm, 15),
      fp_sqrt_packed_float = op(10, { "v0", "v2" }, llvm, 9),
      fp_compare = op(2, fp_all, llvm),
      fp_convert = op(3, { "v0", "v2" }, llvm),
      fp_stack = guessed(2, { "v0" }, "no such instruction"),
      fp_slow = guessed(30, { "v0" }, "no such instruction", 30),
      load = op(4, loads, llvm),
      load_vec = op(6, loads, llvm),
      load_wide = op(6, loads, llvm),
      store = op(1, stores, llvm),
      store_vec = op(2, stores, llvm),
      store_wide = op(2, stores, llvm),
      atomic = guessed(10, { "m0" }, "not published", 4),
      serialise = guessed(30, alu, "not published", 30),
    },
  },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, arm/neoverse-n2-v2)
    -- and libpfm4 (2024-10, arm_v2)
    ["BR_RETIRED"] = { raw = 0x21, papi = "PAPI_BR_INS", perf = "branches" },
    ["BR_MIS_PRED_RETIRED"] = { raw = 0x22, papi = "PAPI_BR_MSP", perf = "branch-misses" },
    ["L2D_CACHE"] = { raw = 0x16, papi = "PAPI_L2_DCA" },
    ["FP_HP_SPEC"] = { raw = 0x8014 },
    ["FP_SP_SPEC"] = { raw = 0x8018 },
    ["FP_DP_SPEC"] = { raw = 0x801c },
  },

  events = {
    FP_INS = { native = { "FP_SP_SPEC", "FP_DP_SPEC", "FP_HP_SPEC" },
      note = "wrong paths included; a packed operation counts once" },
    FLOPS = { native = { "FP_SCALE_OPS_SPEC", "FP_FIXED_OPS_SPEC" },
      note = "SVE registers have 128 bits" },
  },
}
