-- AMD Zen 5 (EPYC 9005 "Turin", Ryzen 9000).

local sog = "AMD Software Optimization Guide for Zen 5 (58455)"
local measured = "measured on an EPYC 9005 guest: pointer chase and dependent chains"
local review = "jia.je review of Zen 5, which quotes the guide and measures"
local cpuid = "CPUID of an EPYC 9005"
local chips = "Chips and Cheese, EPYC 9355P and 9575F"

local llvm = "LLVM, X86ScheduleZnver5.td, which quotes the guide"
local osaca = "OSACA zen5 model"
local quoted = "commonly quoted; its source was not seen"

local alu = { "alu0", "alu1", "alu2", "alu3", "alu4", "alu5" }
local fp_all = { "fp0", "fp1", "fp2", "fp3" }
local fp_mul = { "fp0", "fp1" }
local fp_add = { "fp2", "fp3" }
local loads = { "agu0", "agu1", "agu2", "agu3" }

return {
  inherits = "zen4",
  name = "zen5",
  title = "AMD Zen 5 (EPYC 9005 Turin, Ryzen 9000)",
  isa = "x86_64",

  host = {
    { vendor = "AuthenticAMD", family = 26, model = { 2, 17, 68 } },
    { vendor = "AuthenticAMD", family = 26, weak = 100,
      note = "is taken for a Zen 5 server core by its family" },
  },

  parameters = {
    CPI_threshold = { value = 0.25, unit = "cycles/instruction", guess = true,
      source = "two of eight dispatched operations per cycle, as the paper's 0.5 for three" },
    CPU_freq = { value = 2700000000, unit = "Hz", source = "EPYC 9755 base clock (boost 4.1 GHz)" },
    L1_dlat = { value = 8, unit = "cycles",
      source = sog .. " sec. 2.6.2: 4-5 integer, 7-8 floating point" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 15, unit = "cycles", source = sog .. ": 14 or more; 13-14 measured" },
    L3_lat = { value = 55, unit = "cycles", source = measured .. ": 47-55" },
    Mem_lat = { value = 140, unit = "ns", source = chips .. ": about 130 ns near, under 140 far" },
    FP_lat = { value = 4, unit = "cycles", source = measured .. ": add 3, multiply 3, fused 4" },
    FP_slow_lat = { value = 23, unit = "cycles",
      source = "OSACA zen5: division 13, square root 20-23; 13 and 20 measured" },
    FP_slow_vec_lat = { value = 23, unit = "cycles", source = "OSACA zen5: the same at 512 bits" },
    BR_lat = { value = 2, unit = "cycles", guess = true,
      source = "predicted branches take 1; 2 is the safe side" },
    BR_miss_lat = { value = 28, unit = "cycles",
      source = measured .. ": 25-28 with the load before; " .. sog .. " sec. 2.8: 12-18" },
    TLB_lat = { value = 100, unit = "cycles", guess = true,
      source = "page walk that hits the L3 cache; 99-128 measured in a guest" },
    TLB_l2_lat = { value = 7, unit = "cycles", source = review .. ": 4 becomes 11" },
    TLB_worst_lat = { value = 140, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 48 << 10, ways = 12, line = 64, source = sog .. "; " .. cpuid },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = sog .. "; " .. cpuid },
    l2 = { size = 1 << 20, ways = 16, line = 64, source = sog .. "; " .. cpuid },
    l3 = { size = 32 << 20, ways = 16, line = 64, shared_by = 8, source = cpuid },
  },

  tlbs = {
    dtlb1 = { entries = 96, page = 4096, source = sog },
    dtlb2 = { entries = 4096, ways = 16, page = 4096, source = sog },
    itlb1 = { entries = 64, page = 4096, source = sog },
    itlb2 = { entries = 2048, ways = 8, page = 4096, source = sog },
  },

  frontend = { fetch_bytes = 32, branch_bits = 20,
    source = sog .. ": two fetch pipes of 32 bytes; the predictor is taken for no smaller than Zen 4's, " ..
      "which is measured" },

  peak = { issue_width = 8, vector_bits = 512, scalar_flops = 4, vector_flops = 32,
    core_bytes_per_s = 24e9, socket_bytes_per_s = 576e9, socket_cores = 128,
    source = review .. ": two 512-bit fused multiply-adds; twelve channels of DDR5-6000; "
      .. "one core's 24 GB/s measured" },

  model = {
    numbers = {
      decode_width = of(4, review .. ": four for a thread"),
      decode_bytes = of(16, review .. ": 16 sustained"),
      op_cache = of(6144, llvm .. ": 64 sets, 16 ways, 6 instructions"),
      op_cache_width = of(12, review .. ": two entries of 6"),
      op_cache_apart = guess(1, "as Zen 4 is measured"),
      taken_branch = guess(1, quoted .. ": two a cycle; 1 is the least that is modelled"),
      branch_far = guess(4, "as Zen 4 is measured"),
      call_return = guess(2, "as Zen 4 is measured"),
      btb = of(16384, review),
      btb_miss = guess(4, "the second-level BTB"),
      btb_all = guess(24576, "both levels together"),
      btb_unknown = guess(13, "as Zen 4 is measured"),
      mispredict = of(15, llvm .. ": 12 to 18, commonly 15"),
      dispatch_width = of(8, llvm),
      retire_width = of(8, llvm),
      wide_passes = of(1, sog .. ": units of 512 bits on server cores"),
      rob = of(448, llvm),
      registers = guess(224, quoted .. ": 240, 16 of them the program's"),
      registers_fp = guess(368, quoted .. ": 384, 16 of them the program's"),
      scheduler = guess(144, quoted .. ": 88 and 56 for addresses; " .. llvm .. ": 136"),
      scheduler_fp = of(210, llvm .. ": three of 38, and 96 that wait before them"),
      load_queue = of(128, llvm),
      store_queue = of(104, llvm),
      load_indexed = guess(1, "as Zen 4 is measured"),
      load_extended = guess(1, "as Zen 4 is measured"),
      store_forward = of(8, review),
      store_forward_fail = of(14.5, review .. ": 14-15"),
      store_predict = guess(0, "as Zen 4 is measured; "
        .. "AMD, Security Analysis of Predictive Store Forwarding (2021)"),
      store_commit = of(1, sog),
      store_line = guess(2, "as Zen 4 is measured"),
      line_split = of(1, review .. ": 4 cycles become 5"),
      l1_misses = guess(24, "as Zen 3"),
      l2_misses = guess(64, "as Zen 3"),
      l2_latency = of(14, measured .. ": 13-14"),
      l3_latency = of(51, measured .. ": 47-55"),
      memory_latency = { value = 130, unit = "ns", source = chips .. ": about 130 ns near" },
      l1_set = guess(10.5, "as Zen 4 is measured"),
      l2_line = guess(1, quoted .. ": 64 bytes a cycle"),
      l3_line = guess(3, "32 bytes a cycle, less some loss, as Zen 3"),
      code_line_jump = guess(2, "as Zen 4 is measured"),
      code_line = guess(4, "as Zen 4 is measured"),
      memory_line = { value = 2.67, unit = "ns", source = "24 GB/s for one core, measured" },
      tlb2_hit = of(7, review .. ": 4 becomes 11"),
      walk = guess(20, "upper levels are cached"),
      walkers = guess(6, "as Zen 4"),
      gather_passes = guess(2, "as Zen 4 is measured"),
      string_start = guess(14, "as Zen 4 is measured"),
      string_long = guess(18, "as Zen 4 is measured"),
      prefetch_next = of(1, sog .. ": L1 region, stride and stream prefetchers"),
      prefetch_stride = guess(64, sog .. " names the prefetcher, not its size"),
      prefetch_next_into = guess(2, "as Zen 4 is measured"),
      prefetch_next_learns = guess(1, "as Zen 4 is measured"),
      prefetch_stream_near = guess(8, "as Zen 4 is measured"),
      prefetch_stride_reach = guess(4 << 20, "as Zen 4 is measured"),
      prefetch_stride_page = guess(1 << 30, "as Zen 4 is measured"),
      prefetch_stride_ahead = guess(8, sog .. " names the prefetcher, not its distance"),
      prefetch_streams = guess(32, sog .. " names the prefetcher, not its size"),
      prefetch_ahead = guess(48,
        "not published; lines in flight that its bandwidth takes at its latency"),
      prefetch_page = guess(2 << 20, "as Zen 4 is measured"),
    },
    pipes = { source = llvm, names = { "alu0", "alu1", "alu2", "alu3", "alu4", "alu5", "agu0",
      "agu1", "agu2", "agu3", "fp0", "fp1", "fp2", "fp3", "fp4", "fp5" } },
    ops = {
      int = op(1, alu, llvm),
      int_shift = guessed(1, { "alu0", "alu1", "alu2" }, "not published"),
      int_select = guessed(1, { "alu0", "alu1", "alu2", "alu3" }, "not published"),
      int_address = guessed(2, { "alu0", "alu1", "alu2", "alu3" }, "as Zen 4 is measured"),
      int_mul = op(3, { "alu0", "alu1", "alu2" }, llvm),
      int_div = guessed(11, { "alu3" }, "as Zen 4 is measured", 6),
      int_div_wide = guessed(13, { "alu3" }, "as Zen 4 is measured", 7),
      branch = op(1, { "alu3", "alu4", "alu5" }, llvm),
      vec_int = op(1, fp_all, llvm),
      vec_shift = guessed(1, { "fp1", "fp2" }, "as Zen 4 is measured"),
      vec_shuffle = op(1, { "fp1", "fp2" }, llvm),
      vec_int_mul = op(3, { "fp0", "fp1", "fp3" }, llvm),
      vec_to_int = guessed(3, { "fp4", "fp5" }, "as Zen 3 is measured"),
      int_to_vec = guessed(3, { "fp4", "fp5" }, "as Zen 3 is measured"),
      fp_add = op(3, fp_add, measured),
      fp_mul = op(3, fp_mul, measured),
      fp_fma = op(4, fp_mul, measured),
      fp_div = op(13, { "fp1" }, measured .. "; " .. osaca, 5),
      fp_div_float = guessed(11, { "fp1" }, "LLVM, Zen 4", 3),
      fp_div_packed = op(13, { "fp1" }, osaca .. ": the same at all widths", 5),
      fp_div_packed_float = guessed(11, { "fp1" }, "LLVM, Zen 4", 3),
      fp_sqrt = op(20, { "fp1" }, measured .. "; " .. osaca, 8.5),
      fp_sqrt_float = guessed(15, { "fp1" }, "LLVM, Zen 4", 5),
      fp_sqrt_packed = op(20, { "fp1" }, osaca, 8.5),
      fp_sqrt_packed_float = guessed(15, { "fp1" }, "LLVM, Zen 4", 5),
      fp_compare = guessed(2, fp_mul, "LLVM, Zen 4"),
      fp_convert = guessed(3, fp_add, "LLVM, Zen 4"),
      fp_stack = guessed(7, { "fp0" }, "as Zen 4"),
      fp_slow = guessed(60, fp_mul, "as Zen 3: FSIN 50 to 170", 40),
      load = op(4, loads, review),
      load_vec = op(7, { "agu2", "agu3" }, llvm),
      load_wide = op(7, { "agu2", "agu3" }, llvm),
      store = op(1, { "agu0", "agu1" }, llvm),
      store_vec = op(1, { "agu0" }, llvm .. ": one a cycle"),
      store_wide = op(1, { "agu0" }, llvm .. ": one a cycle"),
      atomic = guessed(7, { "alu0" }, "as Zen 3 is measured", 7),
      serialise = guessed(20, alu, "as Zen 3", 20),
    },
  },

  counters = { programmable = 6, watchdog = true, source = "libpfm4 amd64_fam1ah_zen5: six" },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, amdzen5)
    -- and libpfm4 (2024-10, amd64_fam1ah_zen5)
    -- the upper half of the mask chooses the type here, 0 is all of them
    ["RETIRED_SSE_AVX_FLOPS:ANY"] = { raw = 0x0f03, width = 2 },
    ["REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:LS_RD_BLK_C_S:CHANGE_TO_X"] = false,
    ["REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:LS_RD_BLK_C_S"] = { raw = 0xe060 },
    ["OPS_SOURCE_DISPATCHED_FROM_DECODER:DECODER:OPCACHE:LOOP_BUFFER"] = false,
    ["perf_raw::r07aa"] = { raw = 0x7aa }, -- any source, of which libpfm4 names two
    ["RESYNCS"] = false,
    ["BP_REDIRECTS:RESYNC"] = { raw = 0x19f },
    ["CYCLES_NO_RETIRE:NOT_COMPLETE_LOAD_AND_ALU"] = false,
    ["CYCLES_NO_RETIRE:NOT_COMPLETE_MISSING_LOAD"] = false,
  },

  events = {
    L2_DCA = "REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:LS_RD_BLK_C_S",
    SLOTS_ISSUED = "perf_raw::r07aa",
    RESTARTS = "BP_REDIRECTS:RESYNC",
  },

  missing = {
    NO_RETIRE = "public lists differ on the masks of the event",
    NO_RETIRE_LOAD = "public lists differ on the masks of the event",
  },

  -- As Zen 4, with eight places a cycle; what waits for loads is not told.
  account = {
    source = "AMD's pipeline utilization, by the kernel's tools/perf/pmu-events (amdzen5)",
    note = "the places that another thread of the core takes are among other causes",
    parts = {
      { part = "useful", formula = "SLOTS_USEFUL / 8" },
      { part = "frontend", formula = "SLOTS_FRONT / 8" },
      { part = "speculation", formula = "(SLOTS_ISSUED - SLOTS_USEFUL) / 8", parts = {
        { part = "mispredicted", formula = "whole * BR_MSP / (BR_MSP + RESTARTS)" },
        { part = "other" },
      } },
      { part = "backend", formula = "SLOTS_BACK / 8" },
      { part = "other" },
    },
  },
}
