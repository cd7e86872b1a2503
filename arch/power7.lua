-- IBM POWER7 and POWER7+; POWER8 to POWER10 build on this file.

local llvm = "LLVM scheduling model of POWER7"
local tree = "device tree of a POWER7 machine"
local redbook = "IBM Redbook, POWER7 and POWER7+ optimization, table 2-6"

-- The code's digit 5 names the counter, PMC1 to PMC4; 0 is any (Linux isa207-common.h).
-- Two events of one counter never run together.
local function power(code, more)
  local native = more or {}
  local pmc = code >> 16 & 0xf
  native.raw = code
  if pmc >= 1 and pmc <= 4 then native.counters = { pmc - 1 } end
  return native
end

local quoted = "commonly quoted; its source was not seen"

local alu = { "fx0", "fx1", "ls0", "ls1" }
local fp_both = { "vs0", "vs1" }

-- what keeps the table of groups empty
local empty = {
  { part = "mispredicted", formula = "STALL_MISPREDICTED" },
  { part = "frontend" },
}

return {
  name = "power7",
  title = "IBM POWER7 and POWER7+",
  isa = "ppc64",
  host = { { cpu = "POWER7" } },

  parameters = {
    CPI_threshold = { value = 0.5, unit = "cycles/instruction", guess = true,
      source = "as the paper" },
    CPU_freq = { value = 3864000000, unit = "Hz", source = tree },
    L1_dlat = { value = 3, unit = "cycles", source = llvm .. ": 2-3" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 10, unit = "cycles", guess = true, source = "Hot Chips 21: 8; rounded up" },
    L3_lat = { value = 30, unit = "cycles", guess = true,
      source = "Hot Chips 21: 25 in the own region; rounded up" },
    Mem_lat = { value = 120, unit = "ns", guess = true, source = "not published" },
    FP_lat = { value = 6, unit = "cycles", source = llvm },
    FP_slow_lat = { value = 44, unit = "cycles", source = llvm .. ": division 33, square root 44" },
    FP_slow_vec_lat = { value = 42, unit = "cycles", source = llvm .. ": VSX 31 and 42" },
    BR_lat = { value = 4, unit = "cycles", source = llvm .. ": 3-4" },
    BR_miss_lat = { value = 20, unit = "cycles", guess = true,
      source = llvm .. " says 16; 20 is the safe side" },
    TLB_lat = { value = 100, unit = "cycles", guess = true, source = "not published" },
    TLB_l2_lat = { value = 20, unit = "cycles", guess = true,
      source = "between POWER8 and POWER9" },
    TLB_worst_lat = { value = 120, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 128, source = tree .. "; " .. redbook },
    l1i = { size = 32 << 10, ways = 4, line = 128, source = tree .. "; " .. redbook },
    l2 = { size = 256 << 10, ways = 8, line = 128, source = tree .. "; " .. redbook },
    l3 = { size = 4 << 20, ways = 8, line = 128,
      source = redbook .. ": the core's own region; the number of ways is an estimate" },
  },

  tlbs = {
    dtlb1 = { entries = 64, page = 65536, source = "commonly quoted size of the ERAT" },
    dtlb2 = { entries = 512, ways = 4, page = 65536, source = tree },
    itlb1 = { entries = 64, page = 65536, source = "commonly quoted size of the ERAT" },
    unified = true,
  },

  frontend = { fetch_bytes = 32, branch_bits = 14, branch_history = 14, target_history = 4,
    source = "eight instructions fetched a cycle; local and global history tables with a selector "
      .. "(IBM J. Res. Dev. 55-3, 2011), of a size that is an estimate; the one that is simulated is better" },

  peak = { issue_width = 6, vector_bits = 128, scalar_flops = 4, vector_flops = 8,
    socket_cores = 8, source = llvm .. ": two 128-bit fused multiply-adds a cycle" },

  model = {
    numbers = {
      decode_width = guess(6, quoted .. ": groups of six"),
      decode_bytes = of(32, "eight instructions fetched"),
      op_cache = of(0, "none"),
      op_cache_turn = of(0, "none of them"),
      op_cache_entry = guess(8, "none"),
      op_cache_width = guess(1, "none"),
      op_cache_apart = of(0, "without effect: there is none"),
      taken_branch = guess(2, quoted .. ": fetched again after two or three cycles"),
      btb = guess(16, "none: each is found again by decoding"),
      btb_miss = guess(1, "none"),
      btb_all = guess(65536, "none: each is found again by decoding"),
      btb_unknown = guess(1, "none"),
      mispredict = guess(16, quoted),
      dispatch_width = guess(6, quoted .. ": four and two branches"),
      retire_width = guess(6, quoted .. ": a group"),
      wide_passes = of(1, "no vectors of 512 bits"),
      rob = guess(120, quoted .. ": 20 groups of six"),
      window_hold = guess(10, "not published"),
      registers = guess(0, "not published"),
      registers_fp = guess(0, "not published"),
      scheduler = guess(48, quoted .. ": two of 24"),
      scheduler_fp = of(0, "with the integer ones"),
      queue_fp = of(0, "no scheduler of their own"),
      load_queue = guess(32, quoted),
      store_queue = guess(32, quoted),
      load_indexed = guess(0, "not published"),
      load_extended = guess(0, "not published"),
      store_forward = guess(8, "not published"),
      store_forward_fail = guess(20, "not published"),
      store_commit = guess(1, "not published"),
      store_line = guess(1, "not published"),
      line_split = guess(13, "as POWER8"),
      l1_misses = guess(8, quoted .. ": eight of the load miss queue"),
      l2_misses = guess(24, "not published"),
      l2_latency = guess(9, redbook .. ": 8 to 10"),
      l3_latency = guess(28, redbook .. ": 25 to 30"),
      memory_latency = { value = 110, unit = "ns", guess = true,
        source = "as Mem_lat above and a little less" },
      l1_set = guess(1, "no limit is known"),
      l2_line = guess(4, quoted .. ": 32 bytes a cycle"),
      l3_line = guess(8, quoted .. ": 16 bytes a cycle"),
      code_line_jump = guess(4, "as one after the other"),
      code_line = guess(4, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 9, unit = "ns", guess = true, source = "some 14 GB/s for one core" },
      tlb2_hit = guess(14, "as POWER8"),
      select_joint = of(0, "the instruction set has none"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(30, "not published"),
      walkers = guess(1, "not published"),
      prefetch_next_into = of(1, "without effect: no such line is fetched"),
      prefetch_next_learns = of(0, "without effect: no such line is fetched"),
      prefetch_stream_near = guess(0, "not published"),
      prefetch_stride_page = of(0, "without effect: no stride is followed"),
      prefetch_translates = of(0, "without effect: no stride is followed"),
      prefetch_next = guess(0, "streams only"),
      string_start = of(0, "the instruction set has none"),
      string_long = of(0, "the instruction set has none"),
      prefetch_stride_far = guess(0, "not published"),
      prefetch_stride = guess(0, "strides are streams of their own"),
      prefetch_streams = guess(16, quoted),
      prefetch_ahead = guess(12, quoted),
      prefetch_page = guess(65536, "pages of 64 KiB"),
    },
    pipes = { source = llvm, names = { "fx0", "fx1", "ls0", "ls1", "vs0", "vs1", "br0" } },
    ops = {
      int = guessed(2, alu, llvm .. "; 1 between the fixed-point pipes"),
      int_shift = guessed(2, { "fx0", "fx1" }, llvm),
      int_select = guessed(2, { "fx0", "fx1" }, llvm),
      int_address = guessed(3, { "fx0", "fx1" }, "a shift and an addition"),
      int_mul = op(5, { "fx0", "fx1" }, llvm),
      int_div = op(38, { "fx0", "fx1" }, llvm .. "; not pipelined", 38),
      int_div_wide = op(69, { "fx0", "fx1" }, llvm .. "; not pipelined", 69),
      branch = op(3, { "br0" }, llvm),
      vec_int = op(2, { "vs0" }, llvm),
      vec_shift = guessed(2, { "vs0" }, llvm),
      vec_shuffle = op(3, { "vs1" }, llvm),
      vec_int_mul = guessed(7, { "vs0" }, llvm .. ", POWER8"),
      vec_to_int = guessed(12, { "ls0", "ls1" }, "through memory"),
      int_to_vec = guessed(12, { "ls0", "ls1" }, "through memory"),
      fp_add = op(6, fp_both, llvm),
      fp_mul = op(6, fp_both, llvm),
      fp_fma = op(6, fp_both, llvm),
      fp_div = guessed(31, fp_both, llvm .. "; not pipelined", 27),
      fp_div_float = guessed(25, fp_both, llvm .. "; not pipelined", 21),
      fp_div_packed = guessed(31, fp_both, llvm .. "; not pipelined", 27),
      fp_div_packed_float = guessed(25, fp_both, llvm .. "; not pipelined", 21),
      fp_sqrt = guessed(42, fp_both, llvm .. "; not pipelined", 38),
      fp_sqrt_float = guessed(32, fp_both, llvm .. "; not pipelined", 28),
      fp_sqrt_packed = guessed(42, fp_both, llvm .. "; not pipelined", 38),
      fp_sqrt_packed_float = guessed(30, fp_both, llvm .. "; not pipelined", 26),
      fp_compare = op(6, fp_both, llvm),
      fp_convert = op(6, fp_both, llvm),
      fp_stack = guessed(6, { "vs0" }, "no such instruction"),
      fp_slow = guessed(60, { "vs0" }, "no such instruction", 60),
      load = op(3, { "ls0", "ls1" }, llvm .. ": 3, and 2 for integers at best"),
      load_vec = op(3, { "ls0", "ls1" }, llvm),
      load_wide = op(3, { "ls0", "ls1" }, llvm),
      store = op(1, { "ls0", "ls1" }, llvm),
      store_vec = op(1, { "ls0", "ls1" }, llvm),
      store_wide = op(1, { "ls0", "ls1" }, llvm),
      atomic = guessed(30, { "ls0" }, "not published", 30),
      control_read = guessed(1, alu, "no such instruction"),
      serialise = guessed(60, alu, "not published", 60),
    },
  },

  counters = { programmable = 4,
    source = "libpfm4: PMC1 to PMC4; PMC5 and PMC6 count run instructions and run cycles" },

  natives = {
    -- codes checked against the kernel's power7-events-list.h and libpfm4 (2024-10, power7)
    -- the kernel puts these on PMC6 and PMC5, whatever counter the code names
    ["PM_RUN_CYC"] = { raw = 0x600f4, papi = "PAPI_TOT_CYC", perf = "cycles", fixed = true },
    ["PM_RUN_INST_CMPL"] = { raw = 0x500fa, perf = "instructions", fixed = true },
    ["PM_LD_REF_L1"] = power(0xc880),
    ["PM_ST_FIN"] = power(0x200f0),
    ["PM_INST_FROM_L1"] = power(0x4080),
    ["PM_LD_MISS_L1"] = power(0x400f0),
    ["PM_L1_ICACHE_MISS"] = power(0x200fc),
    ["PM_DATA_FROM_L2MISS"] = power(0x200fe),
    ["PM_INST_FROM_L2MISS"] = power(0x44048),
    ["PM_DTLB_MISS"] = power(0x300fc),
    ["PM_ITLB_MISS"] = power(0x400fc),
    ["PM_BRU_FIN"] = power(0x10068, { perf = "branches" }),
    ["PM_BR_MPRED"] = power(0x400f6, { perf = "branch-misses" }),
    ["PM_FLOP"] = power(0x100f4),
    ["PM_GRP_CMPL"] = power(0x30004),
    ["PM_GCT_NOSLOT_CYC"] = power(0x100f8),
    ["PM_GCT_NOSLOT_BR_MPRED"] = power(0x4001a),
    ["PM_CMPLU_STALL"] = power(0x4000a),
    ["PM_CMPLU_STALL_LSU"] = power(0x20012),
    ["PM_CMPLU_STALL_DCACHE_MISS"] = power(0x20016),
    ["PM_CMPLU_STALL_ERAT_MISS"] = power(0x40018),
  },

  events = {
    TOT_CYC = "PM_RUN_CYC",
    TOT_INS = "PM_RUN_INST_CMPL",
    L1_DCA = { native = { "PM_LD_REF_L1", "PM_ST_FIN" } },
    LD_INS = "PM_LD_REF_L1",
    ST_INS = "PM_ST_FIN",
    L1_ICA = { native = "PM_INST_FROM_L1", note = "fetch groups that hit the L1 cache" },
    L2_DCA = { native = "PM_LD_MISS_L1", note = "loads only" },
    L2_ICA = "PM_L1_ICACHE_MISS",
    L2_DCM = { native = "PM_DATA_FROM_L2MISS", note = "loads only" },
    L2_ICM = "PM_INST_FROM_L2MISS",
    TLB_DM = "PM_DTLB_MISS",
    TLB_IM = "PM_ITLB_MISS",
    BR_INS = "PM_BRU_FIN",
    BR_MSP = "PM_BR_MPRED",
    FP_INS = { native = "PM_FLOP", note = "counts results: a packed operation more than once" },
    CYC_COMPLETE = "PM_GRP_CMPL",
    STALL_EMPTY = "PM_GCT_NOSLOT_CYC",
    STALL_MISPREDICTED = "PM_GCT_NOSLOT_BR_MPRED",
    STALL_ANY = "PM_CMPLU_STALL",
    STALL_MEMORY_UNIT = "PM_CMPLU_STALL_LSU",
    STALL_BEYOND_L1 = "PM_CMPLU_STALL_DCACHE_MISS",
    STALL_TRANSLATION = "PM_CMPLU_STALL_ERAT_MISS",
  },

  -- IBM's CPI stack: cycles are charged to the group that is to be completed next.
  account = {
    source = "IBM's CPI stack, PM_CMPLU_STALL and PM_GCT_NOSLOT events of libpfm4 and the kernel",
    parts = {
      { part = "useful", formula = "CYC_COMPLETE" },
      { part = "no_instructions", formula = "STALL_EMPTY", parts = empty },
      { part = "stalled", formula = "STALL_ANY", parts = {
        { part = "data_stores", formula = "STALL_MEMORY_UNIT", parts = {
          { part = "beyond_l1", formula = "STALL_BEYOND_L1" },
          { part = "data_tlb", formula = "STALL_TRANSLATION" },
          { part = "l1_stores" },
        } },
        { part = "execution_other" },
      } },
      { part = "other" },
    },
  },

  missing = {
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
