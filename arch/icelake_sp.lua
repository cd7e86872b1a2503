-- Intel Xeon Scalable, third generation (Ice Lake-SP).

local agner = "Agner Fog, instruction tables, Ice Lake"
local llvm = "llvm-mca 14, icelake-server"
local mlc = "Intel MLC 3.10 on an Ice Lake server"
local manual = "Intel optimization reference manual (not seen; commonly quoted)"
local pfm = "Intel perfmon list for Ice Lake-SP: these only on counters 0-3"

local low = { 0, 1, 2, 3 } -- counters of the memory and front-end events

local model19 = "LLVM 19, scheduling model of Ice Lake server"
local quoted = "commonly quoted; its source was not seen"

local alu = { "p0", "p1", "p5", "p6" }
local fp_both = { "p0", "p1" }
local fp_all = { "p0", "p1", "p5" }
local loads = { "load2", "load3" }
local stores = { "store4", "store9" }

local top_down = "Yasin, A top-down method for performance analysis (ISPASS 2014), with the "
  .. "formulas of the kernel's tools/perf/pmu-events (icelakex metrics, tma_...)"

return {
  inherits = "skylake_sp",
  name = "icelake_sp",
  title = "Intel Xeon Scalable, Ice Lake-SP",

  host = {
    { vendor = "GenuineIntel", family = 6, model = { 106, 108 } },
    { vendor = "GenuineIntel", family = 6, flags = { "avx512bw", "avx512_bitalg" }, weak = 200,
      note = "is taken for an Ice Lake server because it has AVX-512 BITALG" },
  },

  parameters = {
    CPI_threshold = { value = 0.4, unit = "cycles/instruction", guess = true,
      source = "half of the five instructions per cycle" },
    CPU_freq = { value = 2300000000, unit = "Hz", source = "Platinum 8380 base clock" },
    L1_dlat = { value = 8, unit = "cycles", guess = true,
      source = "OSACA icx: 5 integer; vector loads as Sapphire Rapids" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 14, unit = "cycles",
      source = "Chips and Cheese: two less than Sapphire Rapids' 16" },
    L3_lat = { value = 75, unit = "cycles", guess = true,
      source = "about 25 ns, a quarter less than Sapphire Rapids" },
    Mem_lat = { value = 100, unit = "ns", source = mlc .. ": 89 ns near; rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = llvm .. "; " .. agner },
    FP_slow_lat = { value = 21, unit = "cycles", source = agner .. ": x87 square root; SSE 18" },
    FP_slow_vec_lat = { value = 32, unit = "cycles", source = llvm .. ": 512-bit square root" },
    BR_lat = { value = 2, unit = "cycles", guess = true,
      source = "predicted branches take 1; 2 is the safe side" },
    BR_miss_lat = { value = 20, unit = "cycles",
      source = "Agner Fog, microarchitecture, the Lakes: 15-20" },
    TLB_lat = { value = 95, unit = "cycles", guess = true,
      source = "page walk that hits the L3 cache" },
    TLB_l2_lat = { value = 9, unit = "cycles", guess = true, source = "as Skylake" },
    TLB_worst_lat = { value = 100, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 48 << 10, ways = 12, line = 64, source = "AnandTech 14664" },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = "AnandTech 14664" },
    l2 = { size = 1280 << 10, ways = 20, line = 64, source = manual },
    l3 = { size = 48 << 20, ways = 12, line = 64, shared_by = 32,
      source = manual .. ": 1.5 MiB and 12 ways per core; here those of 32 cores" },
  },

  tlbs = {
    dtlb1 = { entries = 64, ways = 4, page = 4096, source = manual },
    dtlb2 = { entries = 2048, ways = 16, page = 4096, source = manual },
    itlb1 = { entries = 128, ways = 8, page = 4096, source = manual },
    unified = true,
  },

  peak = { issue_width = 5, vector_bits = 512, scalar_flops = 4, vector_flops = 32,
    socket_bytes_per_s = 204.8e9, socket_cores = 40,
    source = "two 512-bit fused multiply-adds a cycle; eight channels of DDR4-3200; "
      .. mlc .. ": 176 GB/s read" },

  model = {
    numbers = {
      decode_width = guess(5, quoted .. ": four, five with fusion"),
      decode_bytes = guess(16, quoted),
      op_cache = guess(2304, quoted),
      op_cache_entry = guess(6, "as Skylake"),
      op_cache_width = guess(6, quoted),
      op_cache_apart = guess(0, "as Skylake"),
      taken_branch = guess(1, "as Skylake"),
      btb = guess(5120, quoted),
      btb_miss = guess(3, "not published"),
      btb_all = guess(5120, quoted .. ": there is one level"),
      btb_unknown = guess(8, "not published"),
      mispredict = of(17, "Agner Fog, microarchitecture, the Lakes: 15-20"),
      dispatch_width = guess(5, quoted .. ": five renamed"),
      retire_width = guess(8, quoted),
      rob = of(352, model19),
      registers = guess(264, quoted .. ": 280, 16 of them the program's"),
      registers_fp = guess(208, quoted .. ": 224, 16 of them the program's"),
      scheduler = guess(160, quoted),
      scheduler_fp = guess(0, quoted .. ": one for all"),
      queue_fp = of(0, "no scheduler of their own"),
      load_queue = guess(128, quoted),
      store_queue = guess(72, quoted),
      select_joint = of(1, llvm),
      store_forward = guess(5, "as Skylake"),
      store_forward_fail = guess(14, "as Skylake and a little"),
      store_commit = guess(1, quoted .. ": two to the same line, else one"),
      store_line = guess(2, quoted .. ": two to the same line"),
      line_split = guess(1, "as Skylake"),
      l1_misses = guess(12, quoted .. ": twelve line fill buffers"),
      l2_misses = guess(48, quoted),
      l2_latency = of(14, "Chips and Cheese: two less than Sapphire Rapids"),
      l3_latency = guess(70, "as L3_lat above, at its typical"),
      memory_latency = { value = 89, unit = "ns", source = mlc .. ": 89 ns near" },
      l2_line = guess(1.33, "as Skylake"),
      l3_line = guess(6, "as Skylake"),
      code_line_jump = guess(1.33, "as one after the other"),
      code_line = guess(1.33, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 4.9, unit = "ns", guess = true,
        source = "some 13 GB/s for one core" },
      tlb2_hit = guess(9, "as Skylake"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(20, "upper levels are cached"),
      walkers = guess(2, "as Skylake"),
      prefetch_next = guess(1, "as Skylake"),
      prefetch_stride = guess(256, "as Skylake"),
      prefetch_stride_ahead = guess(1, "as Skylake"),
      prefetch_stride_reach = guess(2048, "as Skylake"),
      prefetch_streams = guess(32, "as Skylake"),
      prefetch_ahead = guess(20, "as Skylake"),
    },
    pipes = { source = model19, names = { "p0", "p1", "p5", "p6", "load2", "load3", "store4",
      "store9" } },
    ops = {
      int = op(1, alu, model19),
      int_shift = op(1, { "p0", "p6" }, model19),
      int_select = op(1, { "p0", "p6" }, model19),
      int_address = guessed(3, { "p1" }, "as Skylake"),
      int_mul = op(3, { "p1" }, model19),
      int_div = op(12, { "p1" }, agner .. ": 12, one in 6", 6),
      int_div_wide = op(15, { "p1" }, agner .. ": 15-18, one in 10", 10),
      branch = op(1, { "p0", "p6" }, model19),
      vec_int = op(1, fp_all, model19),
      vec_shift = op(1, fp_both, model19),
      vec_shuffle = op(1, { "p1", "p5" }, model19),
      vec_int_mul = op(10, fp_both, model19 .. ": two operations", 2),
      vec_to_int = op(2, { "p0" }, model19),
      int_to_vec = op(2, { "p5" }, agner),
      fp_add = op(4, fp_both, model19 .. "; " .. agner),
      fp_mul = op(4, fp_both, model19 .. "; " .. agner),
      fp_fma = op(4, fp_both, model19 .. "; " .. agner),
      fp_div = op(14, { "p0" }, model19, 4),
      fp_div_float = op(11, { "p0" }, model19, 3),
      fp_div_packed = op(14, { "p0" }, model19, 8),
      fp_div_packed_float = op(11, { "p0" }, model19, 5),
      fp_sqrt = op(18, { "p0" }, model19, 6),
      fp_sqrt_float = op(12, { "p0" }, model19, 3),
      fp_sqrt_packed = op(18, { "p0" }, model19, 12),
      fp_sqrt_packed_float = op(12, { "p0" }, model19, 6),
      fp_compare = op(4, fp_both, model19),
      fp_convert = op(6, fp_both, model19 .. ": 6 to 7, two operations"),
      fp_stack = guessed(4, { "p0", "p5" }, "as Skylake"),
      fp_slow = guessed(80, { "p0" }, "as Skylake", 60),
      load = op(5, loads, model19),
      load_vec = guessed(6, loads, "as Skylake"),
      load_wide = op(7, loads, model19),
      store = op(1, stores, model19 .. ": two a cycle"),
      store_vec = op(1, stores, model19 .. ": two a cycle"),
      store_wide = op(1, stores, model19 .. ": two a cycle"),
      atomic = guessed(18, { "p0" }, "as Skylake", 18),
      control_read = guessed(1, alu, "llvm-mca 19: one a cycle"),
      serialise = guessed(33, alu, "as Skylake", 33),
    },
  },

  counters = { programmable = 8, watchdog = true, source = pfm .. ", the rest on 0-7" },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, icelakex)
    -- and libpfm4 (2024-10, icx)
    ["CPU_CLK_THREAD_UNHALTED:THREAD_P"] = false,
    ["CPU_CLK_UNHALTED:THREAD_P"] =
      intel(0x3c, 0, { papi = "PAPI_TOT_CYC", perf = "cycles", fixed = true }),
    ["MEM_INST_RETIRED:ANY"] = intel(0xd0, 0x83, { counters = low }),
    ["MEM_INST_RETIRED:ALL_LOADS"] = intel(0xd0, 0x81, { counters = low }),
    ["MEM_INST_RETIRED:ALL_STORES"] = intel(0xd0, 0x82, { counters = low }),
    ["ICACHE_64B:IFTAG_HIT"] = intel(0x83, 0x01, { counters = low }),
    ["ICACHE_64B:IFTAG_MISS"] = intel(0x83, 0x02, { counters = low }),
    ["L2_RQSTS:ALL_DEMAND_DATA_RD"] = intel(0x24, 0xe1, { counters = low }),
    ["L2_RQSTS:DEMAND_DATA_RD_MISS"] = intel(0x24, 0x21, { counters = low }),
    ["L2_RQSTS:ALL_CODE_RD"] = intel(0x24, 0xe4, { papi = "PAPI_L2_ICA", counters = low }),
    ["L2_RQSTS:CODE_RD_MISS"] = intel(0x24, 0x24, { papi = "PAPI_L2_ICM", counters = low }),
    ["MEM_LOAD_RETIRED:L3_MISS"] = intel(0xd1, 0x20, { counters = low }),
    ["DTLB_LOAD_MISSES:MISS_CAUSES_A_WALK"] = false,
    ["DTLB_STORE_MISSES:MISS_CAUSES_A_WALK"] = false,
    ["ITLB_MISSES:MISS_CAUSES_A_WALK"] = false,
    ["DTLB_LOAD_MISSES:WALK_COMPLETED"] = intel(0x08, 0x0e, { counters = low }),
    ["DTLB_STORE_MISSES:WALK_COMPLETED"] = intel(0x49, 0x0e, { counters = low }),
    ["DTLB_LOAD_MISSES:STLB_HIT"] = intel(0x08, 0x20, { counters = low }),
    ["DTLB_STORE_MISSES:STLB_HIT"] = intel(0x49, 0x20, { counters = low }),
    ["ITLB_MISSES:WALK_COMPLETED"] = intel(0x85, 0x0e, { counters = low }),
    ["ITLB_MISSES:STLB_HIT"] = intel(0x85, 0x20, { counters = low }),
    ["BR_INST_RETIRED:CONDITIONAL"] = false,
    ["BR_INST_RETIRED:COND"] = intel(0xc4, 0x11),
    ["BR_INST_RETIRED:COND_TAKEN"] = intel(0xc4, 0x01),
    ["BR_INST_RETIRED:INDIRECT"] = intel(0xc4, 0x80),
    ["BR_MISP_RETIRED:INDIRECT"] = intel(0xc5, 0x80),
    -- the names of sums: Skylake has to spell out the sizes
    ["FP_ARITH_INST_RETIRED:SCALAR_DOUBLE:SCALAR_SINGLE:128B_PACKED_DOUBLE:128B_PACKED_SINGLE:"
      .. "256B_PACKED_DOUBLE:256B_PACKED_SINGLE:512B_PACKED_DOUBLE:512B_PACKED_SINGLE"] = false,
    ["FP_ARITH_INST_RETIRED:SCALAR"] = intel(0xc7, 0x03),
    ["FP_ARITH_INST_RETIRED:VECTOR"] = intel(0xc7, 0xfc),
    ["FP_ARITH_INST_RETIRED:128B_PACKED_DOUBLE"] = intel(0xc7, 0x04),
    ["FP_ARITH_INST_RETIRED:4_FLOPS"] = intel(0xc7, 0x18),
    ["FP_ARITH_INST_RETIRED:8_FLOPS"] = intel(0xc7, 0x60),
    ["FP_ARITH_INST_RETIRED:512B_PACKED_SINGLE"] = intel(0xc7, 0x80),
    ["ARITH:DIVIDER_ACTIVE"] = intel(0x14, 0x09, {}, 1),
    ["UOPS_RETIRED:RETIRE_SLOTS"] = false,
    ["UOPS_ISSUED:ANY"] = false,
    ["INT_MISC:RECOVERY_CYCLES"] = false,
    ["OFFCORE_REQUESTS_OUTSTANDING:ALL_DATA_RD_CYCLES"] = false,
    ["UOPS_RETIRED:SLOTS"] = intel(0xc2, 0x02),
    ["TOPDOWN:SLOTS_P"] = intel(0xa4, 0x01),
    ["perf_raw::r02a4"] = intel(0xa4, 0x02), -- libpfm4 gives BACKEND_BOUND_SLOTS no event code
    ["CYCLE_ACTIVITY:STALLS_L1D_MISS"] = intel(0xa3, 0x0c, { counters = low }, 12),
    ["CYCLE_ACTIVITY:STALLS_L2_MISS"] = intel(0xa3, 0x05, { counters = low }, 5),
    ["CYCLE_ACTIVITY:STALLS_L3_MISS"] = intel(0xa3, 0x06, { counters = low }, 6),
    ["EXE_ACTIVITY:BOUND_ON_STORES"] = intel(0xa6, 0x40, {}, 2),
    ["DTLB_LOAD_MISSES:WALK_ACTIVE"] = intel(0x08, 0x10, { counters = low }, 1),
    ["ICACHE_64B:IFTAG_STALL"] = intel(0x83, 0x04, { counters = low }),
    ["OFFCORE_REQUESTS_OUTSTANDING:CYCLES_WITH_DATA_RD"] = intel(0x60, 0x08, { counters = low }, 1),
    ["OFFCORE_REQUESTS_OUTSTANDING:ALL_DATA_RD:c=4"] = intel(0x60, 0x08, { counters = low }, 4),
  },

  events = {
    TOT_CYC = "CPU_CLK_UNHALTED:THREAD_P",
    TLB_DM = { native = { "DTLB_LOAD_MISSES:WALK_COMPLETED",
                          "DTLB_STORE_MISSES:WALK_COMPLETED" } },
    TLB_IM = "ITLB_MISSES:WALK_COMPLETED",
    BR_CND = "BR_INST_RETIRED:COND",
    BR_TAKEN = "BR_INST_RETIRED:COND_TAKEN",
    BR_IND = "BR_INST_RETIRED:INDIRECT",
    BR_IND_MSP = "BR_MISP_RETIRED:INDIRECT",
    FP_INS = { native = { "FP_ARITH_INST_RETIRED:SCALAR", "FP_ARITH_INST_RETIRED:VECTOR" },
      note = "a fused multiply-add counts twice" },
    FP_PACKED = "FP_ARITH_INST_RETIRED:VECTOR",
    FLOPS = { native = { "FP_ARITH_INST_RETIRED:SCALAR", "FP_ARITH_INST_RETIRED:128B_PACKED_DOUBLE",
        "FP_ARITH_INST_RETIRED:4_FLOPS", "FP_ARITH_INST_RETIRED:8_FLOPS",
        "FP_ARITH_INST_RETIRED:512B_PACKED_SINGLE" },
      formula = "n1 + 2 * n2 + 4 * n3 + 8 * n4 + 16 * n5" },
    SLOTS = "TOPDOWN:SLOTS_P",
    SLOTS_USEFUL = "UOPS_RETIRED:SLOTS",
    SLOTS_BACK = "perf_raw::r02a4",
    READ_CYC = "OFFCORE_REQUESTS_OUTSTANDING:CYCLES_WITH_DATA_RD",
  },

  missing = {
    SLOTS_ISSUED = "the slots of the back end say what it was for",
    RECOVERY_CYC = "the slots of the back end say what it was for",
  },

  -- Slots are those of this thread: what another one on the core takes is not among them.
  account = {
    source = top_down,
    note = "a page walk is charged where a load waits in L1 for it",
    parts = {
      { part = "useful", formula = "SLOTS_USEFUL / SLOTS * TOT_CYC" },
      { part = "frontend", formula = "SLOTS_FRONT / SLOTS * TOT_CYC", parts = intel_account.code_walks },
      { part = "backend", formula = "SLOTS_BACK / SLOTS * TOT_CYC", parts = {
        { part = "stores", formula = "IDLE_STORES" },
        { part = "memory", formula = "IDLE_L3_MISS", parts = intel_account.many_reads },
        { part = "l2_l3", formula = "IDLE_L1_MISS - IDLE_L3_MISS", parts = {
          { part = "l3", formula = "IDLE_L2_MISS - IDLE_L3_MISS" },
          { part = "l2" },
        } },
        { part = "l1_translation", formula = "IDLE_LOAD - IDLE_L1_MISS", parts = {
          { part = "data_tlb", formula = "WALK_CYC" },
          { part = "l1" },
        } },
        { part = "execution" },
      } },
      { part = "speculation", parts = intel_account.restarts },
    },
  },
}
