-- Fujitsu A64FX (Fugaku, PRIMEHPC FX1000 and FX700, Ookami).

local manual = "Fujitsu A64FX Microarchitecture Manual 1.8.1"
local guide = "Fujitsu/RIKEN programming guide 1.6"
local pmu = "Fujitsu A64FX PMU events 1.3 and errata 1.0"

local function arm(code, more)
  local native = more or {}
  native.raw = code
  return native
end

local llvm = "LLVM 19, scheduling model of A64FX"
local quoted = "commonly quoted; its source was not seen"

local alu = { "ex0", "ex1", "eag0", "eag1" }
local fp_both = { "fl0", "fl1" }
local eag = { "eag0", "eag1" }

return {
  name = "a64fx",
  title = "Fujitsu A64FX (Fugaku, FX1000, FX700)",
  isa = "aarch64",
  host = { { implementer = 0x46, part = 0x001 } },

  parameters = {
    CPI_threshold = { value = 0.5, unit = "cycles/instruction", guess = true,
      source = "two of four committed operations per cycle, as the paper" },
    CPU_freq = { value = 2200000000, unit = "Hz", source = "FX1000 boost (2.0 normal, FX700 1.8)" },
    L1_dlat = { value = 11, unit = "cycles",
      source = manual .. " table 9-2: 5 integer, 8 SIMD, 11 SVE" },
    L1_ilat = { value = 4, unit = "cycles", source = manual .. " table 9-2" },
    L2_lat = { value = 56, unit = "cycles", source = manual .. " table 9-3: 46-56 by position" },
    Mem_lat = { value = 144.5, unit = "ns",
      source = manual .. " table 10-3: 135.5-144.5 ns in the own CMG" },
    FP_lat = { value = 9, unit = "cycles", source = manual .. " tables 16-2 and 16-3" },
    FP_slow_lat = { value = 43, unit = "cycles", source = manual .. " table 16-2: scalar double" },
    FP_slow_vec_lat = { value = 154, unit = "cycles",
      source = manual .. " table 16-3: 512-bit SVE double, not pipelined" },
    BR_lat = { value = 4, unit = "cycles", guess = true,
      source = manual .. " table 16-1 and sec. 3.1: 1, and 3 for the predictor" },
    BR_miss_lat = { value = 30, unit = "cycles", guess = true, source = "not published" },
    TLB_lat = { value = 120, unit = "cycles", guess = true,
      source = "walk with its tables in the L2 cache; not published" },
    TLB_l2_lat = { value = 20, unit = "cycles", guess = true, source = "not published" },
    TLB_worst_lat = { value = 144.5, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 64 << 10, ways = 4, line = 256, source = manual .. " table 9-2" },
    l1i = { size = 64 << 10, ways = 4, line = 256, source = manual .. " table 9-2" },
    l2 = { size = 8 << 20, ways = 16, line = 256, shared_by = 12,
      source = manual .. " table 9-3: one for the 12 cores of a CMG" },
  },

  tlbs = {
    dtlb1 = { entries = 16, page = 65536, source = manual .. " table 8-1; page: " .. guide },
    dtlb2 = { entries = 1024, ways = 4, page = 65536, source = manual .. " table 8-1" },
    itlb1 = { entries = 16, page = 65536, source = manual .. " table 8-1" },
    itlb2 = { entries = 1024, ways = 4, page = 65536, source = manual .. " table 8-1" },
  },

  frontend = { fetch_bytes = 32, branch_bits = 11,
    source = manual .. ": 32-byte fetch (eight instructions); tables of 2048 entries, 15-2" },

  peak = { issue_width = 4, vector_bits = 512, scalar_flops = 4, vector_flops = 32,
    socket_bytes_per_s = 1024e9, socket_cores = 48,
    source = manual .. " tables 16-3 and 10-3: two 512-bit pipes; four HBM2 stacks" },

  model = {
    numbers = {
      decode_width = of(4, manual),
      decode_bytes = of(32, manual .. ": 32-byte fetch"),
      op_cache = of(0, manual .. ": none"),
      op_cache_turn = of(0, manual .. ": none of them"),
      op_cache_entry = guess(8, "none"),
      op_cache_width = guess(1, "none"),
      op_cache_apart = of(0, "without effect: there is none"),
      taken_branch = guess(1, manual .. " sec. 3: small loops from the small predictor"),
      btb = of(2048, manual .. " table 15-2: tables of 2048 entries"),
      btb_miss = guess(3, manual .. ": three cycles of the predictor"),
      btb_all = of(2048, manual .. " table 15-2"),
      btb_unknown = guess(5, "not published"),
      mispredict = guess(16, "not published"),
      dispatch_width = of(4, manual),
      retire_width = of(4, manual),
      wide_passes = of(1, "units of 512 bits"),
      rob = of(128, manual .. " table 15-1: commit stack entries"),
      window_hold = guess(10, "not published"),
      registers = guess(64, quoted .. ": 96, 32 of them the program's"),
      registers_fp = guess(96, quoted .. ": 128, 32 of them the program's"),
      scheduler = of(79, manual .. " table 5-1: 20, 20, 10, 10 and 19"),
      scheduler_fp = of(0, manual .. ": with the integer ones"),
      queue_fp = of(0, "no scheduler of their own"),
      load_queue = of(40, manual .. " table 15-1: fetch ports"),
      store_queue = of(32, manual .. " table 15-1: 24 store ports and 8 write buffers"),
      load_indexed = guess(0, "not published"),
      load_extended = guess(0, "not published"),
      store_forward = guess(11, manual .. " sec. 7: store fetch bypass; latency as a load"),
      store_forward_fail = guess(30, "not published"),
      store_commit = guess(1, manual),
      store_line = guess(1, "not published"),
      line_split = guess(1, manual .. " sec. 7: no penalty when both lines are there"),
      l1_misses = of(12, manual .. " table 15-4: 12 move-in buffers"),
      l2_misses = guess(40, "256 move-in buffers for 12 cores; what one core can have"),
      l2_latency = of(46, manual .. " table 9-3: 46-56 by position"),
      l3_latency = guess(50, "there is no L3 cache"),
      memory_latency = { value = 135.5, unit = "ns", source = manual
        .. " table 10-3: 135.5-144.5 ns" },
      l1_set = guess(1, "no limit is known"),
      l2_line = of(4, manual .. ": four transfers for a line of 256 bytes"),
      l3_line = guess(4, "there is no L3 cache"),
      code_line_jump = guess(4, "as one after the other"),
      code_line = guess(4, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 5, unit = "ns", guess = true, source = "some 50 GB/s for one core" },
      tlb2_hit = guess(7, "not published"),
      select_joint = of(0, "the instruction set has none"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(40, "not published"),
      walkers = guess(1, "not published"),
      prefetch_next_into = of(1, "without effect: no such line is fetched"),
      prefetch_next_learns = of(0, "without effect: no such line is fetched"),
      prefetch_stream_near = of(6, guide .. ": up to 6 lines into L1"),
      prefetch_stride_page = of(0, "without effect: no stride is followed"),
      prefetch_translates = of(0, "without effect: no stride is followed"),
      prefetch_next = of(0, guide .. ": streams only"),
      string_start = of(0, "the instruction set has none"),
      string_long = of(0, "the instruction set has none"),
      prefetch_stride_far = guess(0, "not published"),
      prefetch_stride = of(0, guide .. ": only where a program asks"),
      prefetch_streams = of(16, guide .. ": 16 entries"),
      prefetch_ahead = of(40, guide .. ": up to 40 lines into L2"),
      prefetch_page = guess(65536, "pages of 64 KiB"),
    },
    pipes = { source = manual .. " table 5-1", names = { "ex0", "ex1", "eag0", "eag1", "fl0",
      "fl1", "br0" } },
    ops = {
      int = op(1, alu, llvm),
      int_shift = op(1, alu, llvm),
      int_select = op(1, alu, llvm),
      int_address = guessed(2, alu, "a shift and an addition"),
      int_mul = op(5, { "ex0" }, llvm .. "; " .. manual .. " table 16-1"),
      int_div = guessed(39, { "ex1" }, llvm .. ": the longest", 39),
      int_div_wide = guessed(39, { "ex1" }, llvm .. ": 23 to 39", 39),
      branch = op(1, { "br0" }, llvm),
      vec_int = op(4, fp_both, llvm),
      vec_shift = guessed(4, { "fl0" }, llvm),
      vec_shuffle = op(6, { "fl0" }, llvm),
      vec_int_mul = op(9, fp_both, llvm .. ": 8 to 9"),
      vec_to_int = op(4, { "fl0" }, llvm, 2),
      int_to_vec = op(4, { "fl0" }, llvm, 2),
      fp_add = op(9, fp_both, manual .. " tables 16-2 and 16-3"),
      fp_mul = op(9, fp_both, manual .. " tables 16-2 and 16-3"),
      fp_fma = op(9, fp_both, manual .. " tables 16-2 and 16-3"),
      fp_div = op(43, { "fl0" }, manual .. " table 16-2: not pipelined", 43),
      fp_div_float = op(29, { "fl0" }, llvm .. "; not pipelined", 29),
      fp_div_packed = op(154, { "fl0" }, manual .. " table 16-3: 512 bits, not pipelined", 154),
      fp_div_packed_float = op(98, { "fl0" }, llvm .. ": 512 bits, not pipelined", 98),
      fp_sqrt = op(43, { "fl0" }, manual .. " table 16-2: not pipelined", 43),
      fp_sqrt_float = op(29, { "fl0" }, llvm .. "; not pipelined", 29),
      fp_sqrt_packed = op(154, { "fl0" }, manual .. " table 16-3: 512 bits, not pipelined", 154),
      fp_sqrt_packed_float = op(98, { "fl0" }, llvm .. ": 512 bits, not pipelined", 98),
      fp_compare = op(4, fp_both, llvm),
      fp_convert = op(9, fp_both, llvm .. ": 4 to 9"),
      fp_stack = guessed(9, { "fl0" }, "no such instruction"),
      fp_slow = guessed(60, { "fl0" }, "no such instruction", 60),
      load = op(5, eag, manual .. " table 9-2"),
      load_vec = op(8, eag, manual .. " table 9-2"),
      load_wide = op(11, eag, manual .. " table 9-2"),
      store = op(1, eag, llvm .. ": one of the two"),
      store_vec = op(1, eag, llvm .. ": one of the two"),
      store_wide = op(1, { "eag0" }, llvm .. ": one a cycle"),
      atomic = guessed(20, { "eag0" }, "not published", 20),
      control_read = guessed(1, alu, "no such instruction"),
      serialise = guessed(50, alu, "not published", 50),
    },
  },

  counters = { programmable = 6,
    source = "LIKWID and the programming guide: six per core besides the cycle counter "
      .. "(libpfm4 says eight)" },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, fujitsu/a64fx)
    -- and libpfm4 (2024-10, arm_a64fx)
    ["CPU_CYCLES"] = arm(0x11, { papi = "PAPI_TOT_CYC", perf = "cycles", fixed = true }),
    ["INST_RETIRED"] = arm(0x08, { papi = "PAPI_TOT_INS", perf = "instructions" }),
    ["LDST_SPEC"] = arm(0x72),
    ["LD_SPEC"] = arm(0x70),
    ["ST_SPEC"] = arm(0x71),
    ["L1I_CACHE"] = arm(0x14, { papi = "PAPI_L1_ICA" }),
    ["L1I_CACHE_REFILL"] = arm(0x01),
    ["L2D_CACHE"] = arm(0x16, { papi = "PAPI_L2_DCA" }),
    ["L2D_CACHE_REFILL"] = arm(0x17),
    ["L2D_SWAP_DM"] = arm(0x325),
    ["L2D_CACHE_MIBMCH_PRF"] = arm(0x326),
    ["L2D_TLB_REFILL"] = arm(0x2d, { papi = "PAPI_TLB_DM" }),
    ["L2I_TLB_REFILL"] = arm(0x2e, { papi = "PAPI_TLB_IM" }),
    ["BR_PRED"] = arm(0x12, { papi = "PAPI_BR_INS" }),
    ["BR_MIS_PRED"] = arm(0x10, { papi = "PAPI_BR_MSP", perf = "branch-misses" }),
    ["FP_SPEC"] = arm(0x8010, { papi = "PAPI_FP_INS" }),
    ["LD_COMP_WAIT_L2_MISS"] = arm(0x180),
    ["LD_COMP_WAIT_L1_MISS"] = arm(0x182),
    ["LD_COMP_WAIT"] = arm(0x184),
    ["EU_COMP_WAIT"] = arm(0x189),
    ["FL_COMP_WAIT"] = arm(0x18a),
    ["BR_COMP_WAIT"] = arm(0x18b),
    ["ROB_EMPTY"] = arm(0x18c),
    ["ROB_EMPTY_STQ_BUSY"] = arm(0x18d),
    ["0INST_COMMIT"] = arm(0x190),
    ["1INST_COMMIT"] = arm(0x191),
  },

  events = {
    TOT_CYC = "CPU_CYCLES",
    TOT_INS = "INST_RETIRED",
    L1_DCA = { native = "LDST_SPEC",
      note = "loads and stores issued; the cache's own event counts prefetches too: " .. pmu },
    LD_INS = "LD_SPEC",
    ST_INS = "ST_SPEC",
    L1_ICA = "L1I_CACHE",
    L2_DCA = { native = "L2D_CACHE", note = "instruction fetches are among them" },
    L2_ICA = "L1I_CACHE_REFILL",
    L2_DCM = { native = { "L2D_CACHE_REFILL", "L2D_SWAP_DM", "L2D_CACHE_MIBMCH_PRF" },
      formula = "max(0, n1 - n2 - n3)", note = "corrected as the errata say: " .. pmu },
    TLB_DM = "L2D_TLB_REFILL",
    TLB_IM = "L2I_TLB_REFILL",
    BR_INS = "BR_PRED",
    BR_MSP = "BR_MIS_PRED",
    FP_INS = { native = "FP_SPEC", note = "an SVE instruction counts once" },
    CYC_COMMIT_0 = "0INST_COMMIT",
    CYC_COMMIT_1 = "1INST_COMMIT",
    STALL_LOAD = "LD_COMP_WAIT",
    STALL_MEMORY = "LD_COMP_WAIT_L2_MISS",
    STALL_L2 = "LD_COMP_WAIT_L1_MISS",
    STALL_EXECUTE = "EU_COMP_WAIT",
    STALL_FP = "FL_COMP_WAIT",
    STALL_BRANCH = "BR_COMP_WAIT",
    STALL_EMPTY = "ROB_EMPTY",
    STALL_STORE = "ROB_EMPTY_STQ_BUSY",
  },

  -- The oldest instruction says what a cycle without a completion waited for. A branch
  -- that is not decided waits for what it compares; one that was mispredicted leaves the
  -- window empty behind it, as a fetch that takes long does.
  account = {
    source = "Fujitsu profiler guide J2UL-1891, sec. on the precision PA: cycle accounting; " .. pmu,
    note = "a cycle that completes one instruction is as useful as one that completes four",
    parts = {
      { part = "useful", formula = "TOT_CYC - CYC_COMMIT_0" },
      { part = "data", formula = "STALL_LOAD", parts = {
        { part = "memory", formula = "STALL_MEMORY" },
        { part = "caches", parts = {
          { part = "l2", formula = "STALL_L2" },
          { part = "l3", formula = "0" }, -- there is none
          { part = "l1_translation" },
        } },
      } },
      { part = "execution", formula = "STALL_EXECUTE + STALL_BRANCH", parts = {
        { part = "fp_execution", formula = "STALL_FP" },
        { part = "integer_execution" },
      } },
      { part = "stores", formula = "STALL_STORE" },
      { part = "no_instructions", formula = "STALL_EMPTY - STALL_STORE" },
      { part = "other" },
    },
  },

  missing = {
    L2_ICM = "the L2 cache is unified and does not count instruction misses separately",
    FAD_INS = "no event for the kinds of floating-point operations",
    FML_INS = "no event for the kinds of floating-point operations",
    FDV_INS = "no event for the kinds of floating-point operations",
    L3_DCA = "there is no L3 cache",
    L3_DCM = "there is no L3 cache",
  },

  metrics = {
    -- no L3 cache: what misses L2 comes from memory
    memory_volume = { source = "the L2 cache is the last one", formula = "L2_DCM * L2_line * 1e-6" },
    memory_per_cycle = { source = "the L2 cache is the last one",
      formula = "100 * L2_DCM / TOT_CYC" },
    memory_latency_time = { source = "the L2 cache is the last one",
      formula = "L2_DCM * Mem_lat / CPU_freq" },
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
