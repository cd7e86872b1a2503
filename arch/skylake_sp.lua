-- Intel Xeon Scalable, first and second generation (Skylake-SP, Cascade Lake).

local agner = "Agner Fog, instruction tables, Skylake-X"
local llvm = "llvm-mca 14, skylake-avx512"
local wikichip = "WikiChip, Skylake (server), after Intel's optimization manual"
local kerncraft = "kerncraft machine files and likwid-bench, Gold 6148 and 6248"
local cpuid = "CPUID of Gold 6140 and 6230"

local model19 = "LLVM 19, scheduling model of Skylake server"
local quoted = "commonly quoted; its source was not seen"

local alu = { "p0", "p1", "p5", "p6" }
local fp_both = { "p0", "p1" }
local fp_all = { "p0", "p1", "p5" }
local loads = { "load2", "load3" }

local top_down = "Yasin, A top-down method for performance analysis (ISPASS 2014), with the "
  .. "formulas of the kernel's tools/perf/pmu-events (skylakex metrics, tma_...)"

return {
  name = "skylake_sp",
  title = "Intel Xeon Scalable, Skylake-SP and Cascade Lake",
  isa = "x86_64",

  host = {
    { vendor = "GenuineIntel", family = 6, model = 85 },
    { vendor = "GenuineIntel", family = 6, flags = "avx512bw", weak = 100,
      note = "is taken for a Skylake server because it has AVX-512" },
  },

  parameters = {
    CPI_threshold = { value = 0.5, unit = "cycles/instruction", guess = true,
      source = "half of the four instructions per cycle, as the paper" },
    CPU_freq = { value = 2500000000, unit = "Hz", source = kerncraft .. ": 2.4 and 2.5 GHz" },
    L1_dlat = { value = 7, unit = "cycles", source = wikichip .. ": 4-5 integer, 6-7 vector" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 14, unit = "cycles", source = wikichip },
    L3_lat = { value = 70, unit = "cycles", source = wikichip .. ": 50-70 over the mesh" },
    Mem_lat = { value = 100, unit = "ns",
      source = "Intel MLC: 81 ns near; AnandTech 11544: 89-91 ns; rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = llvm .. "; " .. agner },
    FP_slow_lat = { value = 21, unit = "cycles", source = agner .. ": x87 square root; SSE 18" },
    FP_slow_vec_lat = { value = 32, unit = "cycles", source = llvm .. ": 512-bit square root" },
    BR_lat = { value = 2, unit = "cycles", guess = true,
      source = "predicted branches take 1; 2 is the safe side" },
    BR_miss_lat = { value = 20, unit = "cycles",
      source = "Agner Fog, microarchitecture sec. 3.8: 15-20" },
    TLB_lat = { value = 90, unit = "cycles", guess = true,
      source = "page walk that hits the L3 cache" },
    TLB_l2_lat = { value = 9, unit = "cycles", guess = true, source = "commonly reported" },
    TLB_worst_lat = { value = 100, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 64, source = cpuid },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = cpuid },
    l2 = { size = 1 << 20, ways = 16, line = 64, source = cpuid },
    l3 = { size = 22 << 20, ways = 11, line = 64, shared_by = 16,
      source = wikichip .. ": 1.375 MiB and 11 ways per core; here those of 16 cores" },
  },

  tlbs = {
    dtlb1 = { entries = 64, ways = 4, page = 4096, source = wikichip },
    dtlb2 = { entries = 1536, ways = 12, page = 4096, source = wikichip },
    itlb1 = { entries = 128, ways = 8, page = 4096, source = wikichip },
    unified = true,
  },

  frontend = { fetch_bytes = 16, branch_bits = 14,
    source = wikichip .. ": 16 bytes fetched a cycle; the predictor's kind and size are estimates" },

  peak = { issue_width = 4, vector_bits = 512, scalar_flops = 4, vector_flops = 32,
    socket_bytes_per_s = 140.8e9, socket_cores = 20,
    source = kerncraft .. "; six channels of DDR4-2933" },

  model = {
    numbers = {
      decode_width = of(4, wikichip .. ": five with fusion"),
      decode_bytes = of(16, wikichip),
      op_cache = of(1536, wikichip),
      op_cache_entry = of(6, wikichip),
      op_cache_width = of(6, wikichip),
      op_cache_apart = of(0, "Intel, optimization reference manual: the decoded ICache is included in L1I"),
      taken_branch = of(1, agner),
      btb = guess(4096, quoted),
      btb_miss = guess(3, "not published"),
      btb_all = guess(4096, quoted .. ": there is one level"),
      btb_unknown = guess(8, "not published"),
      mispredict = of(16,
        "Agner Fog, microarchitecture sec. 3.8: 15-20; the lower end without the load before"),
      dispatch_width = of(4, wikichip .. ": four renamed"),
      retire_width = of(4, wikichip),
      wide_passes = of(1, "ports 0 and 1 together, and port 5"),
      rob = of(224, model19),
      window_hold = guess(16, "as Zen 4 is measured"),
      registers = guess(164, quoted .. ": 180, 16 of them the program's"),
      registers_fp = guess(152, quoted .. ": 168, 16 of them the program's"),
      scheduler = of(97, wikichip),
      scheduler_fp = of(0, wikichip .. ": one for all"),
      queue_fp = of(0, "no scheduler of their own"),
      load_queue = of(72, wikichip),
      store_queue = of(56, wikichip),
      load_indexed = of(0, "the latency of a load is that with an index"),
      load_extended = guess(0, "not published"),
      select_joint = of(1, llvm),
      store_forward = of(5, agner .. ": 4 to 5"),
      store_forward_fail = of(13, agner .. ": 11 to 13"),
      store_commit = of(1, wikichip),
      store_line = guess(1, "not published"),
      line_split = guess(1, "not published"),
      l1_misses = guess(12, quoted .. ": twelve line fill buffers"),
      l2_misses = guess(32, "not published for the server"),
      l2_latency = of(14, wikichip),
      l3_latency = of(60, wikichip .. ": 50-70 over the mesh"),
      memory_latency = { value = 89, unit = "ns",
        source = "Intel MLC: 81 ns near; AnandTech 11544: 89-91 ns" },
      l1_set = guess(1, "no limit is known"),
      l2_line = of(1.33, wikichip .. ": 64 bytes a cycle, 48 sustained"),
      l3_line = guess(6, "some 10 bytes a cycle for one core"),
      code_line_jump = guess(1.33, "as one after the other"),
      code_line = guess(1.33, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 4.9, unit = "ns", guess = true,
        source = "some 13 GB/s for one core" },
      tlb2_hit = guess(9, "commonly reported"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(20, "upper levels are cached"),
      walkers = guess(2, quoted .. ": two page walks at once"),
      prefetch_next_into = guess(1, quoted .. ": into L1"),
      prefetch_next_learns = guess(0, quoted .. ": always"),
      prefetch_stream_near = guess(0, quoted .. ": streams are followed into L2"),
      prefetch_stride_page = guess(0, quoted .. ": no page is left"),
      prefetch_translates = guess(0, quoted .. ": no page is left"),
      prefetch_next = guess(1, quoted .. ": next line into L1"),
      string_start = guess(20, "commonly quoted; its source was not seen"),
      string_long = guess(10, "commonly quoted; its source was not seen"),
      prefetch_stride_far = guess(0, "strides are followed into L1 only"),
      prefetch_stride = guess(256, quoted .. ": by instruction pointer"),
      prefetch_stride_ahead = guess(1, quoted .. ": the next stride"),
      prefetch_stride_reach = guess(2048, quoted .. ": up to 2 KB"),
      prefetch_streams = guess(32, quoted .. ": 32 streams"),
      prefetch_ahead = guess(20, quoted .. ": up to 20 lines"),
    },
    pipes = { source = model19, names = { "p0", "p1", "p5", "p6", "load2", "load3", "store4" } },
    ops = {
      int = op(1, alu, model19),
      int_shift = op(1, { "p0", "p6" }, model19),
      int_select = op(1, { "p0", "p6" }, model19),
      int_address = op(3, { "p1" }, agner),
      int_mul = op(3, { "p1" }, model19),
      int_div = op(26, { "p0" }, agner .. ": 26, one in 6", 6),
      int_div_wide = guessed(42, { "p0" }, agner .. ": 35-88, one in 21-83; small quotients", 24),
      branch = op(1, { "p0", "p6" }, model19),
      vec_int = op(1, fp_all, model19),
      vec_shift = op(1, fp_both, model19),
      vec_shuffle = op(1, { "p5" }, model19),
      vec_int_mul = op(10, fp_both, model19 .. ": two operations", 2),
      vec_to_int = op(2, { "p0" }, model19),
      int_to_vec = op(2, { "p5" }, agner),
      fp_add = op(4, fp_both, model19 .. "; " .. agner),
      fp_mul = op(4, fp_both, model19 .. "; " .. agner),
      fp_fma = op(4, fp_both, model19 .. "; " .. agner),
      fp_div = op(14, { "p0" }, model19 .. "; " .. agner, 4),
      fp_div_float = op(11, { "p0" }, model19 .. "; " .. agner, 3),
      fp_div_packed = op(14, { "p0" }, model19 .. "; " .. agner, 8),
      fp_div_packed_float = op(11, { "p0" }, model19 .. "; " .. agner, 5),
      fp_sqrt = op(18, { "p0" }, model19 .. "; " .. agner, 6),
      fp_sqrt_float = op(12, { "p0" }, model19 .. "; " .. agner, 3),
      fp_sqrt_packed = op(18, { "p0" }, model19 .. "; " .. agner, 12),
      fp_sqrt_packed_float = op(12, { "p0" }, model19 .. "; " .. agner, 6),
      fp_compare = op(4, fp_both, model19),
      fp_convert = op(6, fp_both, model19 .. ": 6 to 7, two operations"),
      fp_stack = op(4, { "p0", "p5" }, agner .. ": 3 and 5"),
      fp_slow = guessed(80, { "p0" }, agner .. ": FSIN 50 to 120", 60),
      load = op(5, loads, model19 .. "; " .. wikichip .. ": 4-5"),
      load_vec = op(6, loads, wikichip .. ": 6-7"),
      load_wide = op(7, loads, model19),
      store = op(1, { "store4" }, model19 .. ": one a cycle"),
      store_vec = op(1, { "store4" }, model19 .. ": one a cycle"),
      store_wide = op(1, { "store4" }, model19 .. ": one a cycle"),
      atomic = op(18, { "p0" }, agner .. ": LOCK XADD", 18),
      control_read = guessed(1, alu, "llvm-mca 19: one a cycle"),
      serialise = guessed(33, alu, agner .. ": MFENCE", 33),
    },
  },

  counters = { programmable = 4, watchdog = true,
    source = "libpfm4 skl: four with hyper-threading, eight without; three fixed ones" },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, skylakex)
    -- and libpfm4 (2024-10, skx)
    ["CPU_CLK_THREAD_UNHALTED:THREAD_P"] =
      intel(0x3c, 0, { papi = "PAPI_TOT_CYC", perf = "cycles", fixed = true }),
    ["INST_RETIRED:ANY_P"] =
      intel(0xc0, 0, { papi = "PAPI_TOT_INS", perf = "instructions", fixed = true }),
    ["MEM_INST_RETIRED:ANY"] = intel(0xd0, 0x83),
    ["MEM_INST_RETIRED:ALL_LOADS"] = intel(0xd0, 0x81),
    ["MEM_INST_RETIRED:ALL_STORES"] = intel(0xd0, 0x82),
    ["ICACHE_64B:IFTAG_HIT"] = intel(0x83, 0x01),
    ["ICACHE_64B:IFTAG_MISS"] = intel(0x83, 0x02),
    ["L2_RQSTS:ALL_DEMAND_DATA_RD"] = intel(0x24, 0xe1),
    ["L2_RQSTS:DEMAND_DATA_RD_MISS"] = intel(0x24, 0x21),
    ["L2_RQSTS:ALL_CODE_RD"] = intel(0x24, 0xe4, { papi = "PAPI_L2_ICA" }),
    ["L2_RQSTS:CODE_RD_MISS"] = intel(0x24, 0x24, { papi = "PAPI_L2_ICM" }),
    ["MEM_LOAD_RETIRED:L3_MISS"] = intel(0xd1, 0x20),
    ["DTLB_LOAD_MISSES:MISS_CAUSES_A_WALK"] = intel(0x08, 0x01),
    ["DTLB_STORE_MISSES:MISS_CAUSES_A_WALK"] = intel(0x49, 0x01),
    ["DTLB_LOAD_MISSES:STLB_HIT"] = intel(0x08, 0x20),
    ["DTLB_STORE_MISSES:STLB_HIT"] = intel(0x49, 0x20),
    ["ITLB_MISSES:MISS_CAUSES_A_WALK"] = intel(0x85, 0x01, { papi = "PAPI_TLB_IM" }),
    ["ITLB_MISSES:STLB_HIT"] = intel(0x85, 0x20),
    ["BR_INST_RETIRED:ALL_BRANCHES"] =
      intel(0xc4, 0, { papi = "PAPI_BR_INS", perf = "branches" }),
    ["BR_INST_RETIRED:CONDITIONAL"] = intel(0xc4, 0x01),
    ["BR_INST_RETIRED:NEAR_CALL"] = intel(0xc4, 0x02),
    ["BR_MISP_RETIRED:ALL_BRANCHES"] = intel(0xc5, 0, { perf = "branch-misses" }),
    ["FP_ARITH_INST_RETIRED:SCALAR_DOUBLE:SCALAR_SINGLE:128B_PACKED_DOUBLE:128B_PACKED_SINGLE:"
      .. "256B_PACKED_DOUBLE:256B_PACKED_SINGLE:512B_PACKED_DOUBLE:512B_PACKED_SINGLE"] =
      intel(0xc7, 0xff),
    ["ARITH:DIVIDER_ACTIVE"] = intel(0x14, 0x01, {}, 1),
    ["UOPS_RETIRED:RETIRE_SLOTS"] = intel(0xc2, 0x02),
    ["UOPS_ISSUED:ANY"] = intel(0x0e, 0x01),
    ["INT_MISC:RECOVERY_CYCLES"] = intel(0x0d, 0x01),
    ["IDQ_UOPS_NOT_DELIVERED:CORE"] = intel(0x9c, 0x01),
    ["CYCLE_ACTIVITY:STALLS_MEM_ANY"] = intel(0xa3, 0x14, {}, 20),
    ["CYCLE_ACTIVITY:STALLS_L1D_MISS"] = intel(0xa3, 0x0c, {}, 12),
    ["CYCLE_ACTIVITY:STALLS_L2_MISS"] = intel(0xa3, 0x05, {}, 5),
    ["CYCLE_ACTIVITY:STALLS_L3_MISS"] = intel(0xa3, 0x06, {}, 6),
    ["EXE_ACTIVITY:BOUND_ON_STORES"] = intel(0xa6, 0x40),
    ["MACHINE_CLEARS:COUNT"] = intel(0xc3, 0x01 | 1 << 10, {}, 1), -- edges of it
    ["DTLB_LOAD_MISSES:WALK_ACTIVE"] = intel(0x08, 0x10, {}, 1),
    ["ICACHE_64B:IFTAG_STALL"] = intel(0x83, 0x04),
    ["OFFCORE_REQUESTS_OUTSTANDING:ALL_DATA_RD_CYCLES"] = intel(0x60, 0x08, {}, 1),
    ["OFFCORE_REQUESTS_OUTSTANDING:ALL_DATA_RD:c=4"] = intel(0x60, 0x08, {}, 4),
  },

  events = {
    TOT_CYC = "CPU_CLK_THREAD_UNHALTED:THREAD_P",
    TOT_INS = "INST_RETIRED:ANY_P",
    L1_DCA = "MEM_INST_RETIRED:ANY",
    LD_INS = "MEM_INST_RETIRED:ALL_LOADS",
    ST_INS = "MEM_INST_RETIRED:ALL_STORES",
    L1_ICA = { native = { "ICACHE_64B:IFTAG_HIT", "ICACHE_64B:IFTAG_MISS" },
      note = "64-byte lookups; what the micro-op cache delivers is not among them" },
    L2_DCA = { native = "L2_RQSTS:ALL_DEMAND_DATA_RD", note = "loads only" },
    L2_ICA = "L2_RQSTS:ALL_CODE_RD",
    L2_DCM = { native = "L2_RQSTS:DEMAND_DATA_RD_MISS", note = "loads only" },
    L2_ICM = "L2_RQSTS:CODE_RD_MISS",
    L3_DCA = { native = "L2_RQSTS:DEMAND_DATA_RD_MISS", note = "the loads that miss L2" },
    L3_DCM = { native = "MEM_LOAD_RETIRED:L3_MISS", note = "loads that completed" },
    TLB_DM = { native = { "DTLB_LOAD_MISSES:MISS_CAUSES_A_WALK",
                          "DTLB_STORE_MISSES:MISS_CAUSES_A_WALK" } },
    TLB_DH = { native = { "DTLB_LOAD_MISSES:STLB_HIT", "DTLB_STORE_MISSES:STLB_HIT" } },
    TLB_IM = "ITLB_MISSES:MISS_CAUSES_A_WALK",
    TLB_IH = "ITLB_MISSES:STLB_HIT",
    BR_INS = "BR_INST_RETIRED:ALL_BRANCHES",
    BR_MSP = "BR_MISP_RETIRED:ALL_BRANCHES",
    BR_CND = "BR_INST_RETIRED:CONDITIONAL",
    CALLS = "BR_INST_RETIRED:NEAR_CALL",
    FP_INS = {
      native = "FP_ARITH_INST_RETIRED:SCALAR_DOUBLE:SCALAR_SINGLE:128B_PACKED_DOUBLE:"
        .. "128B_PACKED_SINGLE:256B_PACKED_DOUBLE:256B_PACKED_SINGLE:512B_PACKED_DOUBLE:"
        .. "512B_PACKED_SINGLE",
      note = "a fused multiply-add counts twice",
    },
    FP_DIV_CYC = { native = "ARITH:DIVIDER_ACTIVE", note = "integer divisions are among them" },
    SLOTS_USEFUL = "UOPS_RETIRED:RETIRE_SLOTS",
    SLOTS_ISSUED = "UOPS_ISSUED:ANY",
    SLOTS_FRONT = "IDQ_UOPS_NOT_DELIVERED:CORE",
    RECOVERY_CYC = "INT_MISC:RECOVERY_CYCLES",
    RESTARTS = "MACHINE_CLEARS:COUNT",
    IDLE_LOAD = "CYCLE_ACTIVITY:STALLS_MEM_ANY",
    IDLE_L1_MISS = "CYCLE_ACTIVITY:STALLS_L1D_MISS",
    IDLE_L2_MISS = "CYCLE_ACTIVITY:STALLS_L2_MISS",
    IDLE_L3_MISS = "CYCLE_ACTIVITY:STALLS_L3_MISS",
    IDLE_STORES = "EXE_ACTIVITY:BOUND_ON_STORES",
    WALK_CYC = "DTLB_LOAD_MISSES:WALK_ACTIVE",
    CODE_WALK_CYC = "ICACHE_64B:IFTAG_STALL",
    READ_CYC = "OFFCORE_REQUESTS_OUTSTANDING:ALL_DATA_RD_CYCLES",
    MANY_READS_CYC = "OFFCORE_REQUESTS_OUTSTANDING:ALL_DATA_RD:c=4",
  },

  -- The first level by slots, four a cycle; what the back end waits for by the cycles in
  -- which nothing executes, innermost misses first.
  account = {
    source = top_down,
    note = "a page walk is charged where a load waits in L1 for it; with two threads on a core, "
      .. "the places that the other one takes are among data, chains and pipes",
    parts = {
      { part = "useful", formula = "SLOTS_USEFUL / 4" },
      { part = "frontend", formula = "SLOTS_FRONT / 4", parts = intel_account.code_walks },
      { part = "speculation", formula = "(SLOTS_ISSUED - SLOTS_USEFUL) / 4 + RECOVERY_CYC",
        parts = intel_account.restarts },
      { part = "backend", parts = {
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
    },
  },

  missing = {
    FAD_INS = "additions and multiplications are not counted apart since Nehalem",
    FML_INS = "additions and multiplications are not counted apart since Nehalem",
    FDV_INS = "divisions are not counted, only the cycles they keep the divider busy",
    FSQ_INS = "square roots are not counted, only the cycles they keep the divider busy",
  },

  metrics = {
    floating_point = {
      extend = true,
      formula = "all_fast + divider",
      note = "divisions are not counted on this processor: the cycles that its divider is busy "
        .. "count instead, which is less than their latency",
      source = "refines the SC'10 formula for Intel counters",
      parts = {
        { id = "all_fast", label = "FP operations", formula = "FP_INS * FP_lat / TOT_INS" },
        { id = "divider", label = "divider busy", formula = "FP_DIV_CYC / TOT_INS" },
      },
    },
  },
}
