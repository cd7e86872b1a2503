-- Arm Neoverse V1 (AWS Graviton3).

local llvm = "LLVM scheduling model of Neoverse V1, after Arm's optimization guide"
local chips = "Chips and Cheese, Graviton 3: first impressions"

local buffers = "jia.je on Arm's branch target buffers, which quotes Arm and measures"
local quoted = "commonly quoted; its source was not seen"

local alu = { "s0", "s1", "m0", "m1" }
local fp_all = { "v0", "v1", "v2", "v3" }
local loads = { "load0", "load1", "load2" }
local stores = { "store0", "store1" }

return {
  inherits = "neoverse_n1",
  name = "neoverse_v1",
  title = "Arm Neoverse V1 (Graviton3)",
  host = { { implementer = 0x41, part = 0xd40 } },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six to eight renamed operations per cycle" },
    CPU_freq = { value = 2600000000, unit = "Hz", source = chips },
    L1_dlat = { value = 6, unit = "cycles", source = llvm .. ": 4 integer, 6 vector" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 11, unit = "cycles", guess = true,
      source = chips .. ": two less than N1's 11; kept at 11" },
    L3_lat = { value = 33, unit = "ns", guess = true,
      source = "Chips and Cheese: like Sapphire Rapids' 33 ns" },
    Mem_lat = { value = 125, unit = "ns", source = "Chips and Cheese: 118-120 ns; rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = llvm .. ": add 2, multiply 3, fused 4" },
    FP_slow_lat = { value = 16, unit = "cycles", source = llvm .. ": division 15, square root 16" },
    FP_slow_vec_lat = { value = 20, unit = "cycles", source = llvm .. ": slowest SVE class" },
    BR_lat = { value = 1, unit = "cycles", source = llvm },
    BR_miss_lat = { value = 16, unit = "cycles", guess = true,
      source = llvm .. " says 11; 16 is the safe side" },
    TLB_lat = { value = 110, unit = "cycles", guess = true,
      source = "page walk that hits the system cache" },
    TLB_l2_lat = { value = 6, unit = "cycles", guess = true, source = "as Neoverse V2" },
    TLB_worst_lat = { value = 125, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 64 << 10, ways = 4, line = 64, source = chips .. "; ways as N1" },
    l1i = { size = 64 << 10, ways = 4, line = 64, source = chips .. "; ways as N1" },
    l2 = { size = 1 << 20, ways = 8, line = 64, source = chips },
    l3 = { size = 32 << 20, ways = 16, line = 64, shared_by = 64,
      source = "commonly quoted; the number of ways is an estimate" },
  },

  tlbs = {
    dtlb1 = { entries = 48, page = 4096, source = "not published; as N1 and V2" },
    dtlb2 = { entries = 2048, ways = 8, page = 4096, source = "not published; as V2" },
    itlb1 = { entries = 48, page = 4096, source = "not published; as N1 and V2" },
    unified = true,
  },

  peak = { issue_width = 6, vector_bits = 256, scalar_flops = 8, vector_flops = 16,
    socket_bytes_per_s = 307.2e9, socket_cores = 64,
    source = "WikiChip, Neoverse V1: two 256-bit SVE pipes; eight channels of DDR5-4800" },

  model = {
    numbers = {
      decode_width = guess(5, quoted),
      decode_bytes = guess(20, "five instructions of 4 bytes"),
      op_cache = guess(3072, quoted),
      op_cache_turn = guess(0, "nothing is said of turns"),
      op_cache_entry = guess(8, "not published"),
      op_cache_width = guess(8, quoted),
      op_cache_apart = guess(0, "not published"),
      taken_branch = of(1, buffers .. ": no bubble from the smallest"),
      btb = of(96, buffers .. ": 96, and 8 K"),
      btb_miss = guess(1, buffers .. ": two cycles from the larger"),
      btb_all = of(8192, buffers .. ": 8 K"),
      btb_unknown = guess(7, "not published"),
      mispredict = of(11, llvm),
      dispatch_width = guess(8, quoted .. ": eight from the macro-operation cache"),
      retire_width = guess(8, "not published"),
      rob = of(256, llvm),
      scheduler = guess(160, "not published"),
      scheduler_fp = guess(0, "not published"),
      queue_fp = of(0, "no scheduler of their own"),
      load_queue = guess(85, quoted),
      store_queue = guess(90, quoted),
      store_forward = guess(5, "as Neoverse V2"),
      store_forward_fail = guess(11, "as Neoverse V2"),
      store_commit = of(0.5, llvm .. ": two stores a cycle"),
      store_line = guess(1, "not published"),
      line_split = guess(1, "as Neoverse V2"),
      l1_misses = guess(20, "not published"),
      l2_misses = guess(48, "not published"),
      l2_latency = of(11, "as L2_lat above"),
      l3_latency = { value = 33, unit = "ns", guess = true, source = "as Neoverse V2 and more" },
      memory_latency = { value = 118, unit = "ns", source = chips .. ": 118 ns" },
      l2_line = guess(2, quoted .. ": 32 bytes a cycle"),
      l3_line = guess(4, "not published"),
      code_line_jump = guess(2, "as one after the other"),
      code_line = guess(2, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 2.1, unit = "ns", guess = true,
        source = "some 30 GB/s for one core" },
      tlb2_hit = guess(6, "as Neoverse V2"),
      select_joint = of(0, "the instruction set has none"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(20, "upper levels are cached"),
      walkers = guess(4, "not published"),
      prefetch_next = guess(1, "not published"),
      prefetch_stride = guess(32, "not published"),
      prefetch_stride_ahead = guess(8, "not published"),
      prefetch_streams = guess(16, "not published"),
      prefetch_ahead = guess(16, "not published"),
    },
    pipes = { source = llvm, names = { "s0", "s1", "m0", "m1", "b0", "b1", "load0", "load1",
      "load2", "store0", "store1", "v0", "v1", "v2", "v3" } },
    ops = {
      int = op(1, alu, llvm),
      int_shift = op(1, alu, llvm),
      int_select = op(1, alu, llvm),
      int_address = op(2, { "m0", "m1" }, llvm .. ": addition with a shift"),
      int_mul = op(2, { "m0", "m1" }, llvm),
      int_div = op(12, { "m0" }, llvm, 5),
      int_div_wide = op(20, { "m0" }, llvm, 5),
      branch = op(1, { "b0", "b1" }, llvm),
      vec_int = op(2, fp_all, llvm),
      vec_shift = op(2, { "v1", "v3" }, llvm),
      vec_shuffle = op(2, fp_all, llvm),
      vec_int_mul = op(4, { "v0", "v2" }, llvm),
      vec_to_int = op(2, { "v1" }, llvm),
      int_to_vec = op(3, { "m0" }, llvm),
      fp_add = op(2, fp_all, llvm),
      fp_mul = op(3, fp_all, llvm),
      fp_fma = op(4, fp_all, llvm),
      fp_div = op(15, { "v0", "v2" }, llvm .. ": 7 to 15", 7),
      fp_div_float = op(10, { "v0", "v2" }, llvm .. ": 7 to 10", 7),
      fp_div_packed = op(15, { "v0" }, llvm .. ": SVE, one in 7", 7),
      fp_div_packed_float = op(10, { "v0" }, llvm .. ": SVE, one in 7", 7),
      fp_sqrt = op(16, { "v0", "v2" }, llvm .. ": 7 to 16", 7),
      fp_sqrt_float = op(10, { "v0", "v2" }, llvm .. ": 7 to 10", 7),
      fp_sqrt_packed = op(16, { "v0" }, llvm .. ": SVE, one in 7", 7),
      fp_sqrt_packed_float = op(10, { "v0" }, llvm .. ": SVE, one in 7", 7),
      fp_compare = op(2, fp_all, llvm),
      fp_convert = op(3, { "v0", "v2" }, llvm),
      fp_stack = guessed(2, { "v0" }, "no such instruction"),
      fp_slow = guessed(30, { "v0" }, "no such instruction", 30),
      load = op(4, loads, llvm),
      load_vec = op(6, loads, llvm),
      load_wide = op(6, { "load0", "load1" }, llvm .. ": SVE, two a cycle"),
      store = op(1, stores, llvm),
      store_vec = op(2, stores, llvm),
      store_wide = op(2, stores, llvm),
      atomic = guessed(10, { "m0" }, "not published", 4),
      control_read = guessed(1, alu, "no such instruction"),
      serialise = guessed(30, alu, "not published", 30),
    },
  },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, arm/neoverse-v1)
    -- and libpfm4 (2024-10, arm_v1)
    ["FP_SCALE_OPS_SPEC"] = { raw = 0x80c0 },
    ["FP_FIXED_OPS_SPEC"] = { raw = 0x80c1 },
    ["OP_RETIRED"] = { raw = 0x3a },
    ["OP_SPEC"] = { raw = 0x3b },
    ["STALL_SLOT_FRONTEND"] = { raw = 0x3e },
    ["STALL_SLOT"] = { raw = 0x3f },
    ["STALL_BACKEND_MEM"] = { raw = 0x4005 },
    ["STALL_FRONTEND"] = false,
  },

  events = {
    FLOPS = { native = { "FP_SCALE_OPS_SPEC", "FP_FIXED_OPS_SPEC" }, formula = "2 * n1 + n2",
      note = "SVE operations are counted for each 128 bits; registers have 256" },
    SLOTS_USEFUL = "OP_RETIRED",
    SLOTS_ISSUED = "OP_SPEC",
    SLOTS_FRONT = "STALL_SLOT_FRONTEND",
    SLOTS_EMPTY = "STALL_SLOT",
    STALL_BACK_FAR = "STALL_BACKEND_MEM",
  },

  missing = { STALL_FRONT = "slots are counted instead" },

  -- Eight places a cycle. A misprediction keeps the front end empty for a while.
  account = {
    source = "Arm's top-down formulas in the kernel's tools/perf/pmu-events (arm64/sbsa.json, "
      .. "neoverse-v1/metrics.json)",
    parts = {
      { part = "useful", formula = "SLOTS_USEFUL / SLOTS_ISSUED * (TOT_CYC - SLOTS_EMPTY / 8)" },
      { part = "speculation",
        formula = "(1 - SLOTS_USEFUL / SLOTS_ISSUED) * (TOT_CYC - SLOTS_EMPTY / 8)" },
      { part = "no_instructions", formula = "SLOTS_FRONT / 8" },
      { part = "backend", parts = {
        { part = "beyond_l2", formula = "whole * STALL_BACK_FAR / STALL_BACK" },
        { part = "near" },
      } },
    },
  },
}
