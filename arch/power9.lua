-- IBM POWER9 (AC922 "Summit" nodes, Talos II).

local llvm = "LLVM scheduling model of POWER9"
local tree = "firmware device tree of an AC922 (op920 Witherspoon)"
local review = "jia.je review of POWER9, which quotes IBM and measures"
local slide = "derived from IBM's POWER10 talk at Hot Chips 32"

local function power(code, more)
  local native = more or {}
  local pmc = code >> 16 & 0xf
  native.raw = code
  if pmc >= 1 and pmc <= 4 then native.counters = { pmc - 1 } end
  return native
end

local quoted = "commonly quoted; its source was not seen"

local alu = { "alu0", "alu1", "alu2", "alu3" }
local loads = { "ls0", "ls1", "ls2", "ls3" }

-- what keeps the table of instructions empty
local empty = {
  { part = "mispredicted", formula = "STALL_MISPREDICTED" },
  { part = "frontend" },
}

return {
  inherits = "power8",
  name = "power9",
  title = "IBM POWER9 (AC922)",
  isa = "ppc64le",
  host = { { cpu = "POWER9" } },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six dispatched instructions per cycle" },
    CPU_freq = { value = 3070000000, unit = "Hz",
      source = "AC922 with 22 cores, as commonly stated" },
    L1_dlat = { value = 5, unit = "cycles", source = llvm .. ": 4, floating point and VSX 5" },
    L1_ilat = { value = 3, unit = "cycles", guess = true,
      source = review .. ": redirects of 1, 3 and 5 cycles, most of them 1 or 3" },
    L2_lat = { value = 16, unit = "cycles", guess = true, source = slide .. ": 15.5" },
    L3_lat = { value = 40, unit = "cycles", guess = true, source = slide .. ": 35.5, own region" },
    Mem_lat = { value = 115, unit = "ns", guess = true,
      source = "not published; POWER8 measured 89-91 ns" },
    FP_lat = { value = 7, unit = "cycles", source = llvm },
    FP_slow_lat = { value = 36, unit = "cycles", source = llvm .. ": division 33, square root 36" },
    FP_slow_vec_lat = { value = 36, unit = "cycles", source = llvm },
    BR_lat = { value = 5, unit = "cycles", source = llvm .. ": 2 or 5" },
    BR_miss_lat = { value = 20, unit = "cycles", guess = true,
      source = llvm .. " says 16; 20 is the safe side" },
    TLB_lat = { value = 100, unit = "cycles", guess = true, source = "not published" },
    TLB_l2_lat = { value = 25, unit = "cycles", source = review .. ": instruction side 25" },
    TLB_worst_lat = { value = 115, unit = "ns", guess = true, source = "one memory access" },
  },

  frontend = { branch_history = 63, target_history = 16,
    source = "a TAGE predictor beside the older ones (IBM J. Res. Dev. 62-4/5, 2018); the size is POWER7's" },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 128, source = tree },
    l1i = { size = 32 << 10, ways = 8, line = 128, source = tree },
    l2 = { size = 512 << 10, ways = 8, line = 128, shared_by = 2, source = tree },
    l3 = { size = 10 << 20, ways = 20, line = 128, shared_by = 2,
      source = review .. ": 20 ways (the device tree says 8)" },
  },

  tlbs = {
    dtlb1 = { entries = 64, page = 65536,
      source = "not published; 256 seen in " .. review .. ", 64 is the safe side" },
    dtlb2 = { entries = 1024, ways = 4, page = 65536, source = tree },
    itlb1 = { entries = 256, page = 65536, source = review },
    unified = true,
  },

  peak = { issue_width = 6, vector_bits = 128, scalar_flops = 8, vector_flops = 8,
    socket_bytes_per_s = 170.6e9, socket_cores = 22,
    source = llvm .. ": four double-precision pipes; eight channels of DDR4-2666" },

  model = {
    numbers = {
      decode_width = of(6, review),
      decode_bytes = of(32, review),
      op_cache = of(0, "none"),
      op_cache_entry = guess(8, "none"),
      op_cache_width = guess(1, "none"),
      op_cache_apart = of(0, "without effect: there is none"),
      taken_branch = of(1, review .. ": a target cache of one cycle"),
      btb = guess(1024, "not published"),
      btb_miss = of(2, review .. ": three cycles without it"),
      btb_all = guess(65536, "not published"),
      btb_unknown = guess(2, "not published"),
      mispredict = guess(14, "not published"),
      dispatch_width = of(6, review),
      retire_width = guess(8, "not published"),
      rob = of(256, review),
      scheduler = of(54, review),
      scheduler_fp = of(0, "with the integer ones"),
      queue_fp = of(0, "no scheduler of their own"),
      load_queue = guess(64, "not published"),
      store_queue = guess(64, "not published"),
      store_forward = guess(8, "not published"),
      store_forward_fail = guess(20, "not published"),
      store_commit = guess(1, "not published"),
      store_line = guess(1, "not published"),
      line_split = guess(13, "as POWER8"),
      l1_misses = guess(12, quoted),
      l2_misses = guess(24, "not published"),
      l2_latency = of(16, "as L2_lat above"),
      l3_latency = guess(40, "as L3_lat above"),
      memory_latency = { value = 105, unit = "ns", guess = true,
        source = "as Mem_lat above and a little less" },
      l2_line = guess(2, "as POWER8"),
      l3_line = guess(4, "as POWER8"),
      code_line_jump = guess(2, "as one after the other"),
      code_line = guess(2, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 6, unit = "ns", guess = true, source = "some 21 GB/s for one core" },
      tlb2_hit = guess(14, "as POWER8"),
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
    pipes = { source = llvm, names = { "alu0", "alu1", "alu2", "alu3", "dv0", "dv1", "ls0", "ls1",
      "ls2", "ls3", "st0", "st1", "br0" } },
    ops = {
      int = op(2, alu, llvm),
      int_shift = op(2, alu, llvm),
      int_select = op(2, alu, llvm),
      int_address = guessed(4, alu, "a shift and an addition"),
      int_mul = op(5, { "alu0", "alu1" }, llvm .. ": two a cycle"),
      int_div = op(16, { "dv0", "dv1" }, llvm, 8),
      int_div_wide = op(24, { "dv0", "dv1" }, llvm, 8),
      branch = op(2, { "br0" }, llvm),
      vec_int = op(2, { "alu0", "alu1" }, llvm .. ": two a cycle"),
      vec_shift = op(2, { "alu0", "alu1" }, llvm),
      vec_shuffle = op(3, { "alu0", "alu1" }, llvm .. ": two a cycle"),
      vec_int_mul = op(7, { "alu0", "alu1" }, llvm .. ": two a cycle"),
      vec_to_int = op(2, alu, llvm),
      int_to_vec = op(2, alu, llvm),
      fp_add = op(7, alu, llvm .. ": four a cycle"),
      fp_mul = op(7, alu, llvm .. ": two to four a cycle"),
      fp_fma = op(7, alu, llvm .. ": two to four a cycle"),
      fp_div = op(33, alu, llvm .. ": one in 2 of four", 8),
      fp_div_float = op(22, alu, llvm .. ": one in 1.25 of four", 5),
      fp_div_packed = op(33, { "alu0", "alu1" }, llvm .. ": one in 4 of two", 8),
      fp_div_packed_float = op(24, { "alu0", "alu1" }, llvm .. ": one in 4 of two", 8),
      fp_sqrt = op(36, alu, llvm .. ": one in 2.5 of four", 10),
      fp_sqrt_float = op(22, alu, llvm .. ": one in 1.25 of four", 5),
      fp_sqrt_packed = op(36, { "alu0", "alu1" }, llvm .. ": one in 5 of two", 10),
      fp_sqrt_packed_float = op(27, { "alu0", "alu1" }, llvm .. ": one in 5 of two", 10),
      fp_compare = op(3, alu, llvm),
      fp_convert = op(7, alu, llvm),
      fp_stack = guessed(7, { "alu0" }, "no such instruction"),
      fp_slow = guessed(60, { "alu0" }, "no such instruction", 60),
      load = op(4, loads, review .. "; " .. llvm .. ": four a cycle"),
      load_vec = op(5, loads, llvm .. ": 4 to 5"),
      load_wide = op(5, loads, llvm),
      store = op(1, { "st0", "st1" }, llvm),
      store_vec = op(1, { "st0", "st1" }, llvm),
      store_wide = op(1, { "st0", "st1" }, llvm),
      atomic = guessed(30, { "ls0" }, "not published", 30),
      control_read = guessed(1, alu, "no such instruction"),
      serialise = guessed(60, alu, "not published", 60),
    },
  },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, power9)
    -- and libpfm4 (2024-10, power9)
    ["PM_LD_REF_L1"] = power(0x100fc),
    ["PM_ST_CMPL"] = power(0x200f0),
    ["PM_BR_CMPL"] = power(0x4d05e, { perf = "branches" }),
    ["PM_ST_FIN"] = false,
    ["PM_GRP_CMPL"] = false,
    ["PM_GCT_NOSLOT_CYC"] = false,
    ["PM_GCT_NOSLOT_BR_MPRED"] = false,
    ["PM_ICT_NOSLOT_CYC"] = power(0x100f8),
    ["PM_ICT_NOSLOT_BR_MPRED"] = power(0x4d01e),
    ["PM_CMPLU_STALL"] = false,
    ["PM_CMPLU_STALL_DMISS_L2L3"] = power(0x1003c),
    ["PM_NTC_FIN"] = power(0x2405a),
    ["PM_CMPLU_STALL_EXEC_UNIT"] = power(0x2d018),
    ["PM_FLOP"] = false,
    ["PM_FLOP_CMPL"] = power(0x4505e, { papi = "PAPI_FP_INS" }),
  },

  events = {
    L1_DCA = { native = { "PM_LD_REF_L1", "PM_ST_CMPL" } },
    ST_INS = "PM_ST_CMPL",
    FP_INS = { native = "PM_FLOP_CMPL",
      note = "counts results: a packed operation more than once" },
    CYC_COMPLETE = "PM_NTC_FIN",
    STALL_EMPTY = "PM_ICT_NOSLOT_CYC",
    STALL_MISPREDICTED = "PM_ICT_NOSLOT_BR_MPRED",
    STALL_EXECUTE = "PM_CMPLU_STALL_EXEC_UNIT",
  },

  missing = { STALL_ANY = "the rest of the cycles has it" },

  -- IBM's CPI stack: cycles are charged to the instruction that is to be completed next.
  -- PM_CMPLU_STALL is what is left: it would take the counter of a finer event.
  account = {
    source = "IBM's CPI stack, kernel's tools/perf/pmu-events (power9/metrics.json)",
    parts = {
      { part = "useful", formula = "CYC_COMPLETE" },
      { part = "no_instructions", formula = "STALL_EMPTY", parts = empty },
      { part = "stalled", parts = {
        { part = "data_stores", formula = "STALL_MEMORY_UNIT", parts = {
          { part = "memory", formula = "STALL_MEMORY" },
          { part = "l2_l3", formula = "STALL_L2_L3" },
          { part = "data_tlb", formula = "STALL_TRANSLATION" },
          { part = "l1_stores" },
        } },
        { part = "execution_other", parts = {
          { part = "execution", formula = "STALL_EXECUTE" },
          { part = "other" },
        } },
      } },
    },
  },
}
