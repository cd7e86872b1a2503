-- AMD Zen 3 (EPYC 7003 "Milan").

local agner = "Agner Fog, instruction tables, Zen 3"
local cpuid = "CPUID of an EPYC 7763"
local chips = "Chips and Cheese, EPYC 7763 beside Sapphire Rapids"

local guide = "AMD, Software Optimization Guide 56665"
local anandtech = "AnandTech 16214, Zen 3 deep dive"
local llvm = "LLVM, X86ScheduleZnver3.td"
local measured = "micro-benchmark of one operation on an EPYC Milan guest, 3.2 GHz"

local alu = { "alu0", "alu1", "alu2", "alu3" }
local fp_all = { "fp0", "fp1", "fp2", "fp3" }
local fp_mul, fp_add = { "fp0", "fp1" }, { "fp2", "fp3" }

local function amd(event, umask)
  return { raw = (event & 0xff) | umask << 8 | (event >> 8) << 32 }
end

return {
  inherits = "zen2",
  name = "zen3",
  title = "AMD Zen 3 (EPYC 7003 Milan)",

  host = {
    { vendor = "AuthenticAMD", family = 25, model_range = { 0x00, 0x0f, 0x20, 0x5f } },
  },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six dispatched operations per cycle" },
    CPU_freq = { value = 2450000000, unit = "Hz", source = "EPYC 7763 base clock (boost 3.5 GHz)" },
    L1_dlat = { value = 8, unit = "cycles", guess = true,
      source = "AMD optimization guides: 4-5 integer, 7-8 floating point" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 12, unit = "cycles", source = "AMD launch table" },
    L3_lat = { value = 50, unit = "cycles", source = chips .. ": about 47, 50 with V-Cache" },
    Mem_lat = { value = 120, unit = "ns", source = chips .. ": 112.3 ns, rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = agner .. ": add 3, multiply 3, fused 4" },
    FP_slow_lat = { value = 25, unit = "cycles", source = agner .. ": x87 square root" },
    FP_slow_vec_lat = { value = 21, unit = "cycles", source = agner .. ": VSQRTPD 20.5" },
    BR_lat = { value = 2, unit = "cycles", guess = true,
      source = "predicted branches take 1; 2 is the safe side" },
    BR_miss_lat = { value = 20, unit = "cycles", guess = true,
      source = "AMD optimization guide: 11-18, commonly 13" },
    TLB_lat = { value = 70, unit = "cycles", guess = true,
      source = "page walk that hits the L3 cache" },
    TLB_l2_lat = { value = 7, unit = "cycles", guess = true, source = "as Zen 2 and Zen 4" },
    TLB_worst_lat = { value = 120, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 64, source = cpuid },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = cpuid },
    l2 = { size = 512 << 10, ways = 8, line = 64, source = cpuid },
    l3 = { size = 32 << 20, ways = 16, line = 64, shared_by = 8, source = cpuid },
  },

  tlbs = {
    dtlb1 = { entries = 64, page = 4096, source = cpuid },
    dtlb2 = { entries = 2048, ways = 8, page = 4096, source = cpuid },
    itlb1 = { entries = 64, page = 4096, source = cpuid },
    itlb2 = { entries = 512, ways = 4, page = 4096, source = cpuid },
  },

  peak = { issue_width = 6, vector_bits = 256, scalar_flops = 4, vector_flops = 16,
    socket_bytes_per_s = 204.8e9, socket_cores = 64,
    source = "two 256-bit fused multiply-adds a cycle; eight channels of DDR4-3200" },

  model = {
    numbers = {
      decode_width = of(4, guide .. ": four instructions a cycle"),
      decode_bytes = of(32, guide),
      op_cache = of(4096, guide),
      op_cache_entry = of(8, guide),
      op_cache_width = of(8, anandtech .. ": 8 macro-ops a cycle"),
      op_cache_apart = guess(1, "as Zen 4 is measured"),
      taken_branch = of(1, anandtech .. ": no bubble from the first-level BTB"),
      branch_far = guess(4, "as Zen 4 is measured"),
      call_return = guess(2, "as Zen 4 is measured"),
      fetch_window = guess(64, "as Zen 4 is measured"),
      btb = of(1024, anandtech),
      btb_miss = guess(3, "the second-level BTB's bubbles, as on Zen 2"),
      btb_all = of(6656, anandtech .. ": second level"),
      btb_unknown = guess(13, "as Zen 4 is measured"),
      mispredict = of(13, guide .. ": 11 to 18, commonly 13"),
      dispatch_width = of(6, guide),
      retire_width = of(8, guide),
      rob = of(256, guide),
      window_hold = guess(16, "as Zen 4 is measured"),
      registers = of(176, llvm .. ": 192, 16 of them the program's"),
      registers_fp = of(144, llvm .. ": 160, 16 of them the program's"),
      scheduler = of(96, guide .. ": four of 24"),
      scheduler_fp = of(128, guide .. ": two of 32, and 64 that wait before them"),
      queue_fp = of(64, guide .. ": as there"),
      load_queue = of(72, anandtech .. ": 44 and 28 that wait for their address"),
      store_queue = of(64, anandtech),
      load_indexed = guess(1, "as Zen 4 is measured"),
      load_extended = guess(1, "as Zen 4 is measured"),
      select_joint = of(0, "llvm-mca 14, znver3"),
      store_forward = of(8, measured .. ": store and load of a double, 9 together"),
      store_forward_fail = of(17, measured .. ": two stores of 4 bytes, a load of 8"),
      store_predict = guess(0, "as Zen 4 is measured; "
        .. "AMD, Security Analysis of Predictive Store Forwarding (2021)"),
      store_rename = of(0, measured .. ": addition to memory, one a cycle"),
      store_commit = of(1, guide),
      store_line = guess(2, "as Zen 4 is measured"),
      line_split = of(1, measured .. ": loads over two lines at half the rate"),
      l1_misses = of(24, "Chips and Cheese, Zen 3: 24 miss address buffers"),
      l2_misses = of(64, anandtech .. ": 64 outstanding misses from L2 to L3"),
      l2_latency = of(12, "AMD launch table"),
      l3_latency = of(46, "AMD launch table"),
      memory_latency = { value = 112.3, unit = "ns", source = chips },
      l2_line = of(2, guide .. ": 32 bytes a cycle"),
      l3_line = guess(3, "32 bytes a cycle, less what Zen 3 is measured to lose"),
      code_line_jump = guess(2, "as Zen 4 is measured"),
      code_line = guess(4, "as Zen 4 is measured"),
      memory_line = { value = 3, unit = "ns", guess = true,
        source = "a core's share of the Infinity link: some 21 GB/s" },
      tlb2_hit = guess(7, "as Zen 2 and Zen 4"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(20, "upper levels are cached"),
      walk_nested = of(140,
        "micro-benchmark of a chase over 4096 pages on an EPYC Milan guest: 161 cycles, 12 for L2"),
      walkers = of(6, anandtech),
      gather_passes = guess(2, "as Zen 4 is measured"),
      string_start = guess(14, "as Zen 4 is measured"),
      string_long = guess(18, "as Zen 4 is measured"),
      prefetch_next = of(1, guide .. ": L1 region, stride and stream prefetchers"),
      prefetch_stride = guess(64, guide .. " names the prefetcher, not its size"),
      prefetch_next_into = of(2, guide .. ": the L2 up/down prefetcher"),
      prefetch_next_learns = of(1, guide .. ": the next or the line before, by the history of accesses"),
      prefetch_stream_near = guess(8, "as Zen 4 is measured"),
      prefetch_stride_reach = guess(4 << 20, "as Zen 4 is measured"),
      prefetch_stride_page = guess(1 << 30, "as Zen 4 is measured"),
      prefetch_stride_ahead = guess(8, guide .. " names the prefetcher, not its distance"),
      prefetch_streams = guess(32, guide .. " names the prefetcher, not its size"),
      prefetch_ahead = guess(40,
        "not published; lines in flight that its bandwidth takes at its latency"),
      prefetch_page = guess(2 << 20, "as Zen 4 is measured"),
    },
    pipes = { source = llvm, names = {
      "alu0", "alu1", "alu2", "alu3", "branch1", "agu0", "agu1", "agu2",
      "fp0", "fp1", "fp2", "fp3", "fp4", "fp5" } },
    ops = {
      int = op(1, alu, agner),
      int_shift = op(1, { "alu1", "alu2" }, llvm),
      int_select = op(1, { "alu0", "alu3" }, llvm),
      int_address = op(2, alu, llvm),
      int_mul = op(3, { "alu1" }, agner),
      int_div = op(11, { "alu2" }, measured .. ": 10 to 13 by the quotient, one in 6", 6),
      int_div_wide = op(13, { "alu2" }, measured .. ": 10 to 17 by the quotient, one in 7 to 9", 7),
      branch = op(1, { "alu0", "branch1" }, llvm),
      vec_int = op(1, fp_all, agner),
      vec_shift = op(1, { "fp1", "fp2" }, llvm),
      vec_shuffle = op(1, { "fp1", "fp2" }, agner),
      vec_int_mul = op(3, { "fp0", "fp3" }, agner),
      vec_to_int = op(3, { "fp4", "fp5" }, measured .. ": there and back 6"),
      int_to_vec = op(3, { "fp4", "fp5" }, measured .. ": there and back 6"),
      fp_add = op(3, fp_add, agner),
      fp_mul = op(3, fp_mul, agner),
      fp_fma = op(4, fp_mul, agner),
      fp_div = op(13.5, { "fp1" }, agner .. "; " .. measured .. ": one in 4.5 at all widths", 4.5),
      fp_div_float = op(10.5, { "fp1" }, agner .. "; " .. measured .. ": one in 3.5 at all widths", 3.5),
      fp_div_packed = op(13.5, { "fp1" }, agner .. "; " .. measured .. ": one in 4.5 at all widths", 4.5),
      fp_div_packed_float = op(10.5, { "fp1" }, agner .. "; " .. measured .. ": one in 3.5 at all widths", 3.5),
      fp_sqrt = op(20.5, { "fp1" }, agner .. "; " .. measured .. ": one in 8.5 at all widths", 8.5),
      fp_sqrt_float = op(14.5, { "fp1" }, agner .. "; " .. measured .. ": one in 5 at all widths", 5),
      fp_sqrt_packed = op(20.5, { "fp1" }, agner .. "; " .. measured .. ": one in 8.5 at all widths", 8.5),
      fp_sqrt_packed_float = op(14.5, { "fp1" }, agner .. "; " .. measured .. ": one in 5 at all widths", 5),
      fp_compare = op(1, fp_mul, agner),
      fp_convert = op(3, fp_add, agner),
      fp_stack = guessed(7, { "fp0" }, "as Zen 4"),
      fp_slow = { latency = 60, busy = 40, pipes = fp_mul, source = agner .. ": FSIN 50 to 170",
        guess = true },
      load = op(4, { "agu0", "agu1", "agu2" }, guide),
      load_vec = op(7, { "agu1", "agu2" }, guide),
      load_wide = op(7, { "agu1", "agu2" }, guide),
      store = op(1, { "agu0", "agu1" }, guide),
      store_vec = op(1, { "agu0" }, guide .. "; " .. measured .. ": one a cycle"),
      store_wide = op(1, { "agu0" }, guide .. "; " .. measured .. ": one a cycle"),
      atomic = op(7, { "alu0" }, measured .. ": one in 7", 7),
      control_read = guessed(22, alu, "as Zen 5, where a load of what it stored takes 7 more; llvm-mca 19: one"
        .. " in 15 cycles"),
      serialise = { latency = 20, busy = 20, pipes = alu, source = agner .. ": LFENCE, MFENCE",
        guess = true },
    },
  },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, amdzen3)
    -- and libpfm4 (2024-10, amd64_fam19h_zen3)
    ["IC_TAG_HIT_MISS:ALL_IC_ACCESS"] = amd(0x18e, 0x1f),
    ["L1_ITLB_MISS_L2_ITLB_MISS:IF1G:IF2M:IF4K"] = false,
    ["L1_ITLB_MISS_L2_ITLB_MISS:COALESCED4K:IF1G:IF2M:IF4K"] = amd(0x85, 0x0f),
  },

  events = {
    L1_ICA = { native = "IC_TAG_HIT_MISS:ALL_IC_ACCESS",
      note = "what the micro-op cache delivers is not among them" },
    TLB_IM = "L1_ITLB_MISS_L2_ITLB_MISS:COALESCED4K:IF1G:IF2M:IF4K",
  },
}
