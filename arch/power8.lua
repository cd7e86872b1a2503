-- IBM POWER8.

local llvm = "LLVM scheduling model of POWER8"
local tree = "firmware device tree of a POWER8 S82x"
local anandtech = "AnandTech 10435, POWER8"
local review = "jia.je review of POWER8, which quotes IBM and measures"

local function power(code, more)
  local native = more or {}
  local pmc = code >> 16 & 0xf
  native.raw = code
  if pmc >= 1 and pmc <= 4 then native.counters = { pmc - 1 } end
  return native
end

local quoted = "commonly quoted; its source was not seen"

local alu = { "fx0", "fx1", "ls0", "ls1", "lu0", "lu1" }
local fp_both = { "vs0", "vs1" }
local loads = { "ls0", "ls1", "lu0", "lu1" }

-- what keeps the table of groups empty
local empty = {
  { part = "mispredicted", formula = "STALL_MISPREDICTED" },
  { part = "frontend" },
}

return {
  inherits = "power7",
  name = "power8",
  title = "IBM POWER8",
  isa = "ppc64le",
  host = { { cpu = "POWER8" }, { cpu = "POWER8E" }, { cpu = "POWER8NVL" } },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six dispatched instructions per cycle" },
    CPU_freq = { value = 3425000000, unit = "Hz", source = tree },
    L1_dlat = { value = 5, unit = "cycles", source = llvm .. ": 3, floating point and VSX 5" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 13, unit = "cycles", source = anandtech },
    L3_lat = { value = 28, unit = "cycles", source = anandtech .. ": the own region; others 190" },
    Mem_lat = { value = 110, unit = "ns", guess = true,
      source = anandtech .. ": 67-91 ns where prefetching may help" },
    FP_lat = { value = 6, unit = "cycles", source = llvm },
    FP_slow_lat = { value = 43, unit = "cycles", source = llvm .. ": division 32, square root 43" },
    FP_slow_vec_lat = { value = 43, unit = "cycles", source = llvm },
    BR_lat = { value = 3, unit = "cycles", source = review .. ": 3 for each taken branch" },
    BR_miss_lat = { value = 20, unit = "cycles", guess = true,
      source = llvm .. " says 16; 20 is the safe side" },
    TLB_lat = { value = 100, unit = "cycles", guess = true, source = "not published" },
    TLB_l2_lat = { value = 16, unit = "cycles", source = review .. ": 3 becomes 18.8" },
    TLB_worst_lat = { value = 110, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 64 << 10, ways = 8, line = 128, source = tree },
    l1i = { size = 32 << 10, ways = 8, line = 128,
      source = "IBM Redbook REDP-5137 (the device tree says 4 ways)" },
    l2 = { size = 512 << 10, ways = 8, line = 128, source = tree },
    l3 = { size = 8 << 20, ways = 8, line = 128, source = tree },
  },

  tlbs = {
    dtlb1 = { entries = 48, page = 65536, source = review .. ": DERAT with one thread" },
    dtlb2 = { entries = 2048, ways = 4, page = 65536, source = tree },
    itlb1 = { entries = 64, page = 65536, source = review },
    unified = true,
  },

  peak = { issue_width = 6, vector_bits = 128, scalar_flops = 8, vector_flops = 8,
    socket_bytes_per_s = 105e9, socket_cores = 10,
    source = review .. ": four double-precision pipes; " .. anandtech },

  model = {
    numbers = {
      decode_width = of(8, review .. ": groups of eight"),
      decode_bytes = of(32, "eight instructions fetched"),
      op_cache = of(0, "none"),
      op_cache_entry = guess(8, "none"),
      op_cache_width = guess(1, "none"),
      op_cache_apart = of(0, "without effect: there is none"),
      taken_branch = of(3, review .. ": no branch target buffer, three cycles"),
      btb = guess(16, "none: each is found again by decoding"),
      btb_miss = guess(1, "none"),
      btb_all = guess(65536, "none: each is found again by decoding"),
      btb_unknown = guess(1, "none"),
      mispredict = guess(16, "not published; as POWER7"),
      dispatch_width = of(6, review .. ": six, and two branches"),
      retire_width = of(8, review .. ": a group"),
      rob = of(168, review .. ": 28 groups; 168 measured"),
      scheduler = of(64, review .. ": unified queue of 64"),
      scheduler_fp = of(0, "with the integer ones"),
      queue_fp = of(0, "no scheduler of their own"),
      load_queue = of(44, review),
      store_queue = of(40, review),
      store_forward = guess(8, "not published"),
      store_forward_fail = guess(20, "not published"),
      store_commit = of(1, review .. ": one write port"),
      store_line = guess(1, "not published"),
      line_split = of(13, review .. ": 3 cycles become 16"),
      l1_misses = of(16, review .. ": load miss queue"),
      l2_misses = guess(24, "not published"),
      l2_latency = of(13, "as L2_lat above"),
      l3_latency = guess(28, "as L3_lat above"),
      memory_latency = { value = 100, unit = "ns", guess = true,
        source = "as Mem_lat above and a little less" },
      l2_line = guess(2, quoted .. ": 64 bytes a cycle"),
      l3_line = guess(4, quoted .. ": 32 bytes a cycle"),
      code_line_jump = guess(2, "as one after the other"),
      code_line = guess(2, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 6, unit = "ns", guess = true, source = "some 21 GB/s for one core" },
      tlb2_hit = of(14, review .. ": 3 cycles become 18.8"),
      select_joint = of(0, "the instruction set has none"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(30, "not published"),
      walkers = guess(1, "not published"),
      prefetch_next = guess(0, "streams only"),
      prefetch_stride = guess(0, "strides are streams of their own"),
      prefetch_streams = guess(16, quoted),
      prefetch_ahead = guess(12, quoted),
      prefetch_page = guess(65536, "pages of 64 KiB"),
    },
    pipes = { source = review .. "; " .. llvm, names = { "fx0", "fx1", "ls0", "ls1", "lu0", "lu1",
      "vs0", "vs1", "br0" } },
    ops = {
      int = guessed(2, alu, llvm .. "; 1 between the fixed-point pipes"),
      int_shift = guessed(2, { "fx0", "fx1" }, llvm),
      int_select = guessed(2, { "fx0", "fx1" }, llvm),
      int_address = guessed(3, { "fx0", "fx1" }, "a shift and an addition"),
      int_mul = op(5, { "fx0", "fx1" }, llvm),
      int_div = guessed(15, { "fx0", "fx1" }, llvm .. "; not pipelined", 12),
      int_div_wide = guessed(23, { "fx0", "fx1" }, llvm .. "; not pipelined", 20),
      branch = op(2, { "br0" }, llvm),
      vec_int = op(2, fp_both, llvm),
      vec_shift = guessed(2, fp_both, llvm),
      vec_shuffle = op(2, fp_both, llvm),
      vec_int_mul = op(7, fp_both, llvm),
      vec_to_int = op(5, fp_both, llvm),
      int_to_vec = op(5, fp_both, llvm),
      fp_add = op(6, fp_both, llvm),
      fp_mul = op(6, fp_both, llvm),
      fp_fma = op(6, fp_both, llvm),
      fp_div = guessed(32, fp_both, llvm .. "; not pipelined", 28),
      fp_div_float = guessed(26, fp_both, llvm .. "; not pipelined", 22),
      fp_div_packed = guessed(32, fp_both, llvm .. "; not pipelined", 28),
      fp_div_packed_float = guessed(28, fp_both, llvm .. "; not pipelined", 24),
      fp_sqrt = guessed(43, fp_both, llvm .. "; not pipelined", 39),
      fp_sqrt_float = guessed(32, fp_both, llvm .. ", packed; not pipelined", 28),
      fp_sqrt_packed = guessed(43, fp_both, llvm .. "; not pipelined", 39),
      fp_sqrt_packed_float = guessed(32, fp_both, llvm .. "; not pipelined", 28),
      fp_compare = op(2, fp_both, llvm),
      fp_convert = op(6, fp_both, llvm),
      fp_stack = guessed(6, { "vs0" }, "no such instruction"),
      fp_slow = guessed(60, { "vs0" }, "no such instruction", 60),
      load = op(3, loads, review .. "; " .. llvm),
      load_vec = op(5, { "lu0", "lu1" }, llvm),
      load_wide = op(5, { "lu0", "lu1" }, llvm),
      store = op(1, { "ls0", "ls1" }, llvm),
      store_vec = op(1, { "ls0", "ls1" }, llvm),
      store_wide = op(1, { "ls0", "ls1" }, llvm),
      atomic = guessed(30, { "ls0" }, "not published", 30),
      control_read = guessed(1, alu, "no such instruction"),
      serialise = guessed(60, alu, "not published", 60),
    },
  },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, power8)
    -- and libpfm4 (2024-10, power8)
    ["PM_LD_REF_L1"] = power(0x100ee),
    ["PM_LD_MISS_L1"] = power(0x3e054),
    ["PM_L1_ICACHE_MISS"] = power(0x200fd),
    ["PM_INST_FROM_L2MISS"] = power(0x1404e, { papi = "PAPI_L2_ICM" }),
    ["PM_BR_CMPL"] = power(0x40060, { papi = "PAPI_BR_INS", perf = "branches" }),
    ["PM_BR_MPRED"] = false,
    ["PM_GCT_NOSLOT_BR_MPRED"] = power(0x4d01e),
    ["PM_CMPLU_STALL_LSU"] = power(0x2c010),
    ["PM_CMPLU_STALL_DCACHE_MISS"] = false,
    ["PM_CMPLU_STALL_DMISS_L2L3"] = power(0x2c016),
    ["PM_CMPLU_STALL_DMISS_L3MISS"] = power(0x4c01a),
    ["PM_CMPLU_STALL_ERAT_MISS"] = power(0x4c012),
    ["PM_BR_MPRED_CMPL"] = power(0x400f6, { papi = "PAPI_BR_MSP", perf = "branch-misses" }),
  },

  events = {
    BR_INS = "PM_BRU_FIN", -- PM_BR_CMPL shares its counter with the mispredictions
    BR_MSP = "PM_BR_MPRED_CMPL",
    STALL_L2_L3 = "PM_CMPLU_STALL_DMISS_L2L3",
    STALL_MEMORY = "PM_CMPLU_STALL_DMISS_L3MISS",
  },

  missing = { STALL_BEYOND_L1 = "the levels beyond are counted apart" },

  -- IBM's CPI stack: cycles are charged to the group that is to be completed next.
  account = {
    source = "IBM's CPI stack, PM_CMPLU_STALL and PM_GCT_NOSLOT events of libpfm4 and LIKWID",
    parts = {
      { part = "useful", formula = "CYC_COMPLETE" },
      { part = "no_instructions", formula = "STALL_EMPTY", parts = empty },
      { part = "stalled", formula = "STALL_ANY", parts = {
        { part = "data_stores", formula = "STALL_MEMORY_UNIT", parts = {
          { part = "memory", formula = "STALL_MEMORY" },
          { part = "l2_l3", formula = "STALL_L2_L3" },
          { part = "data_tlb", formula = "STALL_TRANSLATION" },
          { part = "l1_stores" },
        } },
        { part = "execution_other" },
      } },
      { part = "other" },
    },
  },
}
