-- AMD Opteron family 10h "Barcelona", as in TACC's Ranger: the PerfExpert paper's machine.
--
-- The parameters are the paper's to the digit.  Its L2 latency of 9 is what the L2 cache
-- adds to the L1 hit of 3; all other files have load-to-use latencies.

local paper = "Burtscher et al., PerfExpert, SC'10, sec. II.A.1 (Ranger)"
local cpuid = "CPUID of family 10h parts (Opteron 8439 SE, 6164 HE)"
local bkdg = "AMD family 10h performance events, as named by libpfm4 and PAPI 7"

-- PERF_TYPE_RAW encoding of an AMD event
local function amd(event, umask, papi, perf)
  return { raw = (event & 0xff) | umask << 8 | (event >> 8) << 32, papi = papi, perf = perf }
end

local agner = "Agner Fog, instruction tables and microarchitecture, K10"
local quoted = "commonly quoted; its source was not seen"

local alu = { "alu0", "alu1", "alu2" }
local fp_simple = { "fp0", "fp1" }

return {
  name = "opteron",
  title = "AMD Opteron family 10h, Barcelona to Magny-Cours (TACC Ranger)",
  isa = "x86_64",

  host = {
    { vendor = "AuthenticAMD", family = 16, model = { 2, 4, 8, 9 } },
    { vendor = "AuthenticAMD", family = 16, weak = 10,
      note = "is taken for an Opteron of the same family" },
  },

  parameters = {
    CPI_threshold = { value = 0.5, unit = "cycles/instruction", source = paper },
    CPU_freq = { value = 2300000000, unit = "Hz", source = paper },
    L1_dlat = { value = 3, unit = "cycles", source = paper },
    L1_ilat = { value = 2, unit = "cycles", source = paper },
    L2_lat = { value = 9, unit = "cycles", source = paper .. ", beyond the L1 hit" },
    L3_lat = { value = 53, unit = "cycles", guess = true,
      source = "23 ns measured on a 2.0 GHz Opteron 2350 (Tech Report 13176), at 2.3 GHz" },
    Mem_lat = { value = 310, unit = "cycles", source = paper },
    FP_lat = { value = 4, unit = "cycles", source = paper },
    FP_slow_lat = { value = 31, unit = "cycles", source = paper },
    FP_slow_vec_lat = { value = 31, unit = "cycles",
      source = paper .. ": packed operands take no longer" },
    BR_lat = { value = 2, unit = "cycles", source = paper },
    BR_miss_lat = { value = 10, unit = "cycles", source = paper },
    TLB_lat = { value = 50, unit = "cycles", source = paper },
    TLB_l2_lat = { value = 10, unit = "cycles", guess = true,
      source = "not published; between the L2 latency and later AMD cores" },
  },

  caches = {
    l1d = { size = 64 << 10, ways = 2, line = 64, source = paper .. "; " .. cpuid },
    l1i = { size = 64 << 10, ways = 2, line = 64, source = cpuid },
    l2 = { size = 512 << 10, ways = 16, line = 64,
      source = cpuid .. " (the paper's 8-way is the raw CPUID code of 16-way)" },
    l3 = { size = 2 << 20, ways = 32, line = 64, shared_by = 4, source = paper },
  },

  tlbs = {
    dtlb1 = { entries = 48, page = 4096, source = cpuid },
    dtlb2 = { entries = 512, ways = 4, page = 4096, source = cpuid },
    itlb1 = { entries = 32, page = 4096, source = cpuid },
    itlb2 = { entries = 512, ways = 4, page = 4096, source = cpuid },
  },

  frontend = { fetch_bytes = 16, branch_bits = 14, branch_history = 14, target_history = 4,
    source = "Agner Fog, microarchitecture: 16 bytes decoded per cycle on K10 (fetched by 32); "
      .. "16 K history counters, in one table: it mispredicts more where outcomes are random" },

  peak = { issue_width = 3, vector_bits = 128, scalar_flops = 2, vector_flops = 4,
    socket_bytes_per_s = 10.7e9, socket_cores = 4,
    source = "AMD family 10h: one 128-bit add and one 128-bit multiply a cycle; "
      .. "two channels of DDR2-667" },

  model = {
    numbers = {
      decode_width = of(3, agner),
      decode_bytes = of(16, agner),
      op_cache = of(0, agner .. ": none"),
      op_cache_turn = of(0, agner .. ": none of them"),
      op_cache_entry = guess(8, "none"),
      op_cache_width = guess(1, "none"),
      op_cache_apart = of(0, "without effect: there is none"),
      taken_branch = of(2, agner),
      call_return = guess(2, "as other taken branches"),
      btb = of(2048, agner),
      btb_miss = guess(5, "not published"),
      btb_all = of(2048, agner),
      btb_unknown = guess(5, "as btb_miss"),
      mispredict = of(12, agner .. ": 12 to 13"),
      dispatch_width = of(3, agner),
      retire_width = of(3, agner),
      rob = of(72, agner .. ": 24 lines of three"),
      window_hold = guess(10, "not published"),
      registers = of(0, agner .. ": results are in the reorder buffer"),
      registers_fp = guess(0, quoted .. ": 120, more than the reorder buffer holds"),
      scheduler = of(24, agner .. ": three of 8"),
      scheduler_fp = of(36, agner .. ": three of 12"),
      queue_fp = of(0, agner .. ": none"),
      load_queue = of(44, agner .. ": 12 and 32, with the stores"),
      store_queue = of(32, agner .. ": the second load-store queue"),
      load_indexed = guess(0, "not published"),
      load_extended = guess(0, "not published"),
      select_joint = guess(0, "its manual has all conditions as one operation"),
      store_forward = of(4, agner),
      store_forward_fail = guess(10, "not published"),
      store_predict = guess(20, "none is known of"),
      store_commit = of(1, agner),
      store_line = guess(1, "not published"),
      line_split = of(1, agner),
      l1_misses = guess(8, quoted .. ": eight miss buffers"),
      l2_misses = guess(8, "as many"),
      l2_latency = of(12, paper .. ": 9 beyond the 3 of L1"),
      l3_latency = guess(53, "as L3_lat above"),
      memory_latency = { value = 95, unit = "ns", guess = true,
        source = "McCalpin, Opteron local memory latency, 2010: some 95 ns at 2.3 GHz" },
      l1_set = guess(1, "no limit is known"),
      l2_line = guess(4, quoted .. ": 16 bytes a cycle"),
      l3_line = guess(8, "not published"),
      code_line_jump = guess(4, "as one after the other"),
      code_line = guess(4, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 13, unit = "ns", guess = true, source = "some 5 GB/s for one core" },
      tlb2_hit = guess(5, "not published"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(20, "upper levels are cached"),
      walkers = guess(1, "not published"),
      prefetch_next_into = guess(1, "not published"),
      prefetch_next_learns = guess(0, "not published"),
      prefetch_stream_near = guess(0, "not published"),
      prefetch_stride_page = of(0, "without effect: no stride is followed"),
      prefetch_translates = of(0, "without effect: no stride is followed"),
      prefetch_next = of(1, agner .. ": a prefetcher into L1"),
      string_start = guess(20, "commonly quoted; its source was not seen"),
      string_long = guess(10, "commonly quoted; its source was not seen"),
      prefetch_stride_far = guess(0, "strides are followed into L1 only"),
      prefetch_stride = guess(0, quoted .. ": none by instruction"),
      prefetch_streams = guess(8, quoted),
      prefetch_ahead = guess(3, quoted),
    },
    pipes = { source = agner .. ": three integer, three floating-point, two memory operations",
      names = { "alu0", "alu1", "alu2", "load0", "load1", "store0", "fp0", "fp1", "fp2" } },
    ops = {
      int = op(1, alu, agner),
      int_shift = op(1, alu, agner),
      int_select = op(1, alu, agner),
      int_address = op(2, alu, agner),
      int_mul = op(3, { "alu0" }, agner .. ": 3 to 4"),
      int_div = guessed(30, { "alu0" }, agner .. ": 15 to 46", 30),
      int_div_wide = guessed(46, { "alu0" }, agner .. ": 15 to 78", 46),
      branch = op(1, alu, agner),
      vec_int = op(2, fp_simple, agner),
      vec_shift = guessed(2, fp_simple, "as vec_int"),
      vec_shuffle = op(3, fp_simple, agner),
      vec_int_mul = op(3, { "fp1" }, agner),
      vec_to_int = op(6, { "fp2" }, agner .. ": 3 to 7"),
      int_to_vec = op(6, { "fp2" }, agner .. ": 6 to 9"),
      fp_add = op(4, { "fp0" }, agner),
      fp_mul = op(4, { "fp1" }, agner),
      fp_fma = guessed(8, { "fp1" }, "the processor has none"),
      fp_div = op(20, { "fp1" }, agner, 17),
      fp_div_float = op(16, { "fp1" }, agner, 13),
      fp_div_packed = op(20, { "fp1" }, agner, 17),
      fp_div_packed_float = op(18, { "fp1" }, agner, 15),
      fp_sqrt = op(27, { "fp1" }, agner, 24),
      fp_sqrt_float = op(19, { "fp1" }, agner, 16),
      fp_sqrt_packed = op(27, { "fp1" }, agner, 24),
      fp_sqrt_packed_float = op(21, { "fp1" }, agner, 18),
      fp_compare = op(2, { "fp0" }, agner),
      fp_convert = op(4, { "fp2" }, agner .. ": 2 to 8"),
      fp_stack = op(4, { "fp0" }, agner),
      fp_slow = guessed(80, { "fp1" }, agner .. ": FSIN some 50 to 100", 80),
      load = op(3, { "load0", "load1" }, agner),
      load_vec = op(4, { "load0", "load1" }, agner .. ": 2 to 4"),
      load_wide = guessed(4, { "load0", "load1" }, agner .. ": two of 16 bytes"),
      store = op(1, { "store0" }, agner),
      store_vec = op(1, { "store0" }, agner),
      store_wide = guessed(1, { "store0" }, "two of 16 bytes", 2),
      atomic = guessed(18, { "alu0" }, "not published", 18),
      control_read = guessed(10, alu, "not published"),
      serialise = guessed(30, alu, "not published", 30),
    },
  },

  counters = { programmable = 4, watchdog = true,
    source = "libpfm4 amd64_fam10h: four counters, cycles and instructions take two of them" },

  natives = {
    -- codes checked against OProfile's x86-64/family10 event list and libpfm4
    -- (2024-10, amd64_fam10h_barcelona)
    ["CPU_CLK_UNHALTED"] = amd(0x76, 0, "PAPI_TOT_CYC", "cycles"),
    ["RETIRED_INSTRUCTIONS"] = amd(0xc0, 0, "PAPI_TOT_INS", "instructions"),
    ["DATA_CACHE_ACCESSES"] = amd(0x40, 0, "PAPI_L1_DCA"),
    ["INSTRUCTION_CACHE_FETCHES"] = amd(0x80, 0, "PAPI_L1_ICA"),
    ["REQUESTS_TO_L2:DATA"] = amd(0x7d, 0x02, "PAPI_L2_DCA"),
    ["REQUESTS_TO_L2:INSTRUCTIONS"] = amd(0x7d, 0x01, "PAPI_L2_ICA"),
    ["L2_CACHE_MISS:DATA"] = amd(0x7e, 0x02, "PAPI_L2_DCM"),
    ["L2_CACHE_MISS:INSTRUCTIONS"] = amd(0x7e, 0x01, "PAPI_L2_ICM"),
    ["L1_DTLB_AND_L2_DTLB_MISS:ALL"] = amd(0x46, 0x07, "PAPI_TLB_DM"),
    ["L1_ITLB_MISS_AND_L2_ITLB_MISS:ALL"] = amd(0x85, 0x03, "PAPI_TLB_IM"),
    ["RETIRED_BRANCH_INSTRUCTIONS"] = amd(0xc2, 0, "PAPI_BR_INS", "branches"),
    ["RETIRED_MISPREDICTED_BRANCH_INSTRUCTIONS"] =
      amd(0xc3, 0, "PAPI_BR_MSP", "branch-misses"),
    ["RETIRED_SSE_OPERATIONS:SINGLE_ADD_SUB_OPS:SINGLE_MUL_OPS:DOUBLE_ADD_SUB_OPS:DOUBLE_MUL_OPS"] =
      amd(0x03, 0x1b, "PAPI_FP_INS"),
    ["RETIRED_SSE_OPERATIONS:SINGLE_ADD_SUB_OPS:DOUBLE_ADD_SUB_OPS:OP_TYPE"] =
      amd(0x03, 0x49, "PAPI_FAD_INS"),
    ["RETIRED_SSE_OPERATIONS:SINGLE_MUL_OPS:DOUBLE_MUL_OPS:OP_TYPE"] =
      amd(0x03, 0x52, "PAPI_FML_INS"),
    ["RETIRED_SSE_OPERATIONS:SINGLE_DIV_OPS:DOUBLE_DIV_OPS:OP_TYPE"] =
      amd(0x03, 0x64, "PAPI_FDV_INS"),
  },

  events = {
    TOT_CYC = "CPU_CLK_UNHALTED",
    TOT_INS = "RETIRED_INSTRUCTIONS",
    L1_DCA = "DATA_CACHE_ACCESSES",
    L1_ICA = "INSTRUCTION_CACHE_FETCHES",
    L2_DCA = "REQUESTS_TO_L2:DATA",
    L2_ICA = "REQUESTS_TO_L2:INSTRUCTIONS",
    L2_DCM = "L2_CACHE_MISS:DATA",
    L2_ICM = "L2_CACHE_MISS:INSTRUCTIONS",
    TLB_DM = "L1_DTLB_AND_L2_DTLB_MISS:ALL",
    TLB_IM = "L1_ITLB_MISS_AND_L2_ITLB_MISS:ALL",
    BR_INS = "RETIRED_BRANCH_INSTRUCTIONS",
    BR_MSP = "RETIRED_MISPREDICTED_BRANCH_INSTRUCTIONS",
    FP_INS = {
      native = "RETIRED_SSE_OPERATIONS:SINGLE_ADD_SUB_OPS:SINGLE_MUL_OPS:"
        .. "DOUBLE_ADD_SUB_OPS:DOUBLE_MUL_OPS",
      note = "counts the micro-operations of adds and multiplies, no divisions: " .. bkdg,
    },
    FAD_INS = "RETIRED_SSE_OPERATIONS:SINGLE_ADD_SUB_OPS:DOUBLE_ADD_SUB_OPS:OP_TYPE",
    FML_INS = "RETIRED_SSE_OPERATIONS:SINGLE_MUL_OPS:DOUBLE_MUL_OPS:OP_TYPE",
    FDV_INS = {
      native = "RETIRED_SSE_OPERATIONS:SINGLE_DIV_OPS:DOUBLE_DIV_OPS:OP_TYPE",
      note = "counts square roots too: " .. bkdg,
    },
  },

  missing = {
    FSQ_INS = "square roots are counted with the divisions (FDV_INS)",
    FMA_INS = "the processor has no fused multiply-add",
    FOT_INS = "no event for the other floating-point operations",
    L3_DCA = "the L3 cache's events are counted for the whole socket",
    L3_DCM = "the L3 cache's events are counted for the whole socket",
  },
}
