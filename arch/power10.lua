-- IBM POWER10.

local llvm = "LLVM scheduling model of POWER10"
local talk = "IBM, POWER10 at Hot Chips 32"
local text = "public descriptions of POWER10"

local function power(code, more)
  local native = more or {}
  local pmc = code >> 16 & 0xf
  native.raw = code
  if pmc >= 1 and pmc <= 4 then native.counters = { pmc - 1 } end
  return native
end

local quoted = "commonly quoted; its source was not seen"

local alu = { "alu0", "alu1", "alu2", "alu3" }

return {
  inherits = "power9",
  name = "power10",
  title = "IBM POWER10",
  isa = "ppc64le",
  host = { { cpu = "POWER10" },
    { cpu = "Power11", note = "is taken for POWER10, its nearest relative here" } },

  parameters = {
    CPI_threshold = { value = 0.25, unit = "cycles/instruction", guess = true,
      source = "half of the eight instructions per cycle" },
    CPU_freq = { value = 4000000000, unit = "Hz", source = talk .. ": 4 GHz and more" },
    L1_dlat = { value = 6, unit = "cycles", source = llvm },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 14, unit = "cycles", guess = true, source = talk .. ": 13.5" },
    L3_lat = { value = 30, unit = "cycles", guess = true, source = talk .. ": 27.5, own region" },
    Mem_lat = { value = 130, unit = "ns", guess = true,
      source = "not published; " .. talk .. ": under 10 ns more than direct DDR" },
    FP_lat = { value = 7, unit = "cycles", source = llvm .. ": 5 when forwarded" },
    FP_slow_lat = { value = 36, unit = "cycles", source = llvm .. ": division 27, square root 36" },
    FP_slow_vec_lat = { value = 36, unit = "cycles", source = llvm },
    BR_lat = { value = 2, unit = "cycles", source = llvm },
    BR_miss_lat = { value = 20, unit = "cycles", guess = true,
      source = "not published; as POWER9" },
    TLB_lat = { value = 100, unit = "cycles", guess = true, source = "not published" },
    TLB_l2_lat = { value = 9, unit = "cycles", guess = true, source = talk .. ": 8.5" },
    TLB_worst_lat = { value = 130, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 128, source = text },
    l1i = { size = 48 << 10, ways = 6, line = 128, source = text },
    l2 = { size = 2 << 20, ways = 8, line = 128, shared_by = 2,
      source = talk .. ": for an SMT8 core; the number of ways is an estimate" },
    l3 = { size = 8 << 20, ways = 16, line = 128, shared_by = 2,
      source = talk .. ": an SMT8 core's own region; the number of ways is an estimate" },
  },

  tlbs = {
    dtlb1 = { entries = 64, page = 65536, source = "not published; the safe side" },
    dtlb2 = { entries = 4096, ways = 4, page = 65536, source = talk .. ": 4 times POWER9's" },
    itlb1 = { entries = 64, page = 65536, source = "not published; the safe side" },
    unified = true,
  },

  peak = { issue_width = 8, vector_bits = 128, scalar_flops = 8, vector_flops = 16,
    socket_bytes_per_s = 409e9, socket_cores = 30,
    source = talk .. ": twice POWER9 for each SMT4 half; 16 channels of buffered DDR4" },

  model = {
    numbers = {
      decode_width = of(8, talk),
      decode_bytes = guess(32, quoted .. ": 32 bytes, eight instructions"),
      op_cache = of(0, "none"),
      op_cache_entry = guess(8, "none"),
      op_cache_width = guess(1, "none"),
      op_cache_apart = of(0, "without effect: there is none"),
      taken_branch = guess(1, "as POWER9"),
      btb = guess(4096, "not published"),
      btb_miss = guess(2, "not published"),
      mispredict = guess(14, "not published"),
      dispatch_width = of(8, llvm),
      retire_width = guess(8, "not published"),
      rob = guess(256, talk .. ": 512 for an SMT8 core; half for one SMT4 half"),
      scheduler = guess(80, "not published"),
      scheduler_fp = of(0, "with the integer ones"),
      queue_fp = of(0, "no scheduler of their own"),
      load_queue = guess(64, talk .. ": 128 for an SMT8 core"),
      store_queue = guess(40, talk .. ": 80 for an SMT8 core"),
      store_forward = guess(8, "not published"),
      store_forward_fail = guess(20, "not published"),
      store_commit = guess(0.5, talk .. ": two stores a cycle"),
      store_line = guess(1, "not published"),
      line_split = guess(13, "as POWER8"),
      l1_misses = guess(12, talk .. ": twelve of the load miss queue"),
      l2_misses = guess(24, "not published"),
      l2_latency = guess(13.5, talk .. ": 13.5"),
      l3_latency = guess(27.5, talk .. ": 27.5, own region"),
      memory_latency = { value = 120, unit = "ns", guess = true, source = "not published" },
      l2_line = guess(2, quoted .. ": 64 bytes a cycle"),
      l3_line = guess(4, "not published"),
      code_line_jump = guess(2, "as one after the other"),
      code_line = guess(2, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 4, unit = "ns", guess = true, source = "some 32 GB/s for one core" },
      tlb2_hit = guess(8.5, talk .. ": 8.5"),
      select_joint = of(0, "the instruction set has none"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(30, "not published"),
      walkers = guess(4, talk .. ": four times the translation"),
      prefetch_next = guess(0, "streams only"),
      prefetch_stride = guess(0, "strides are streams of their own"),
      prefetch_streams = guess(16, quoted),
      prefetch_ahead = guess(16, quoted),
      prefetch_page = guess(65536, "pages of 64 KiB"),
    },
    pipes = { source = llvm, names = { "alu0", "alu1", "alu2", "alu3", "dv0", "dv1", "ls0", "ls1",
      "st0", "st1", "br0", "br1" } },
    ops = {
      int = guessed(3, alu, llvm .. ": 3, and 1 when forwarded"),
      int_shift = guessed(3, alu, llvm),
      int_select = guessed(3, alu, llvm),
      int_address = guessed(4, alu, "a shift and an addition"),
      int_mul = op(5, alu, llvm .. ": four a cycle"),
      int_div = op(20, { "dv0", "dv1" }, llvm, 10),
      int_div_wide = op(25, { "dv0", "dv1" }, llvm, 10),
      branch = op(2, { "br0", "br1" }, llvm),
      vec_int = op(3, alu, llvm .. ": four a cycle"),
      vec_shift = op(3, alu, llvm),
      vec_shuffle = op(4, alu, llvm .. ": four a cycle"),
      vec_int_mul = op(7, alu, llvm .. ": four a cycle"),
      vec_to_int = op(3, alu, llvm .. ": four a cycle"),
      int_to_vec = op(3, alu, llvm .. ": four a cycle"),
      fp_add = op(7, alu, llvm .. ": four a cycle"),
      fp_mul = op(7, alu, llvm .. ": four a cycle"),
      fp_fma = op(7, alu, llvm .. ": four a cycle"),
      fp_div = op(27, alu, llvm .. ": one in 1.75 of four", 7),
      fp_div_float = op(22, alu, llvm .. ": one in 1.25 of four", 5),
      fp_div_packed = op(27, alu, llvm .. ": one in 1.75 of four", 7),
      fp_div_packed_float = op(24, alu, llvm .. ": one in 2 of four", 8),
      fp_sqrt = op(36, alu, llvm .. ": one in 2.5 of four", 10),
      fp_sqrt_float = op(26, alu, llvm .. ": one in 1.25 of four", 5),
      fp_sqrt_packed = op(36, alu, llvm .. ": one in 2.5 of four", 10),
      fp_sqrt_packed_float = op(27, alu, llvm .. ": one in 1.75 of four", 7),
      fp_compare = op(4, alu, llvm .. ": four a cycle"),
      fp_convert = op(7, alu, llvm .. ": four a cycle"),
      fp_stack = guessed(7, { "alu0" }, "no such instruction"),
      fp_slow = guessed(60, { "alu0" }, "no such instruction", 60),
      load = op(6, { "ls0", "ls1" }, llvm .. ": two a cycle"),
      load_vec = op(6, { "ls0", "ls1" }, llvm .. ": two a cycle"),
      load_wide = op(6, { "ls0", "ls1" }, llvm .. ": two a cycle"),
      store = op(1, { "st0", "st1" }, llvm .. ": two a cycle"),
      store_vec = op(1, { "st0", "st1" }, llvm .. ": two a cycle"),
      store_wide = op(1, { "st0", "st1" }, llvm .. ": two a cycle"),
      atomic = guessed(30, { "ls0" }, "not published", 30),
      control_read = guessed(1, alu, "no such instruction"),
      serialise = guessed(60, alu, "not published", 60),
    },
  },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, power10)
    -- and libpfm4 (2024-10, power10); the kernel's older
    -- power10-events-list.h has PM_L1_ICACHE_MISS as 0x200fc and PM_BR_FIN as 0x2f04a
    -- run cycles and run instructions by code: libpfm4's PM_RUN_CYC would take PMC2
    ["perf_raw::r600f4"] = { raw = 0x600f4, perf = "cycles", fixed = true },
    ["perf_raw::r500fa"] = { raw = 0x500fa, perf = "instructions", fixed = true },
    ["PM_RUN_CYC"] = false,
    ["PM_RUN_INST_CMPL"] = false,
    ["PM_BRU_FIN"] = false,
    ["PM_NTC_FIN"] = false,
    ["PM_ICT_NOSLOT_CYC"] = false,
    ["PM_ICT_NOSLOT_BR_MPRED"] = false,
    ["PM_CMPLU_STALL_LSU"] = false,
    ["PM_CMPLU_STALL_EXEC_UNIT"] = false,
    ["PM_CMPLU_STALL_DMISS_L2L3"] = false,
    ["PM_CMPLU_STALL_DMISS_L3MISS"] = false,
    ["PM_CMPLU_STALL_ERAT_MISS"] = false,
    ["PM_DISP_STALL_CYC"] = power(0x100f8),
    ["PM_EXEC_STALL"] = power(0x30008),
    ["PM_ISSUE_STALL"] = power(0x20004),
    ["PM_EXEC_STALL_LSU"] = power(0x2c010),
    ["PM_EXEC_STALL_VSU"] = power(0x2d018),
    ["PM_EXEC_STALL_DMISS_L2L3"] = power(0x1003c),
    ["PM_EXEC_STALL_DMISS_L3MISS"] = power(0x2c018),
    ["PM_EXEC_STALL_TRANSLATION"] = power(0x10004),
    ["PM_EXEC_STALL_STORE"] = power(0x30014),
    ["PM_DATA_FROM_L2MISS"] = { raw = 0x3c0000001c040, counters = { 0 } },
    ["PM_INST_FROM_L2MISS"] = { raw = 0x380000001c040, counters = { 0 }, papi = "PAPI_L2_ICM" },
    ["PM_BR_FIN"] = power(0x10068),
    ["PM_FLOP_CMPL"] = power(0x100f4, { papi = "PAPI_FP_INS" }),
    ["PM_BR_CMPL"] = power(0x4d05e, { papi = "PAPI_BR_INS", perf = "branches" }),
  },

  events = {
    TOT_CYC = "perf_raw::r600f4",
    TOT_INS = "perf_raw::r500fa",
    FP_INS = { native = "PM_FLOP_CMPL", note = "a packed operation counts once" },
    BR_INS = "PM_BR_FIN", -- PM_BR_CMPL shares its counter with the mispredictions
    STALL_EMPTY = "PM_DISP_STALL_CYC",
    STALL_ANY = "PM_EXEC_STALL",
    STALL_ISSUE = "PM_ISSUE_STALL",
    STALL_MEMORY_UNIT = "PM_EXEC_STALL_LSU",
    STALL_EXECUTE = "PM_EXEC_STALL_VSU",
    STALL_L2_L3 = "PM_EXEC_STALL_DMISS_L2L3",
    STALL_MEMORY = "PM_EXEC_STALL_DMISS_L3MISS",
    STALL_TRANSLATION = "PM_EXEC_STALL_TRANSLATION",
    STALL_STORE_UNIT = "PM_EXEC_STALL_STORE",
  },

  missing = {
    CYC_COMPLETE = "the rest of the cycles has it",
    STALL_MISPREDICTED = "it is counted apart for each place that the instructions came from",
  },

  -- IBM's CPI stack: cycles are charged to the oldest instruction.
  account = {
    source = "IBM's CPI stack, PM_DISP_STALL, PM_ISSUE_STALL and PM_EXEC_STALL events of the "
      .. "kernel's tools/perf/pmu-events (power10/pipeline.json)",
    parts = {
      { part = "no_instructions", formula = "STALL_EMPTY" },
      { part = "stalled", formula = "STALL_ANY + STALL_ISSUE", parts = {
        { part = "data_stores", formula = "STALL_MEMORY_UNIT", parts = {
          { part = "memory", formula = "STALL_MEMORY" },
          { part = "l2_l3", formula = "STALL_L2_L3" },
          { part = "stores", formula = "STALL_STORE_UNIT" },
          { part = "l1_translation", parts = {
            { part = "data_tlb", formula = "STALL_TRANSLATION" },
            { part = "l1" },
          } },
        } },
        { part = "execution_other", parts = {
          { part = "execution", formula = "STALL_EXECUTE + STALL_ISSUE" },
          { part = "other" },
        } },
      } },
      { part = "work_other" },
    },
  },
}
