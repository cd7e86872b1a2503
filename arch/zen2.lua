-- AMD Zen 2 (EPYC 7002 "Rome"); Zen 3 to 5 build on this file.

local agner = "Agner Fog, instruction tables and microarchitecture, Zen 2"
local wikichip = "WikiChip and 7-cpu, Zen 2"
local kerncraft = "kerncraft machine file and likwid-bench, EPYC 7452"
local anandtech = "AnandTech 14694, EPYC Rome"
local pfm = "encodings from libpfm4, amd64_fam17h_zen2"

-- PERF_TYPE_RAW encoding of an AMD event
local function amd(event, umask, more)
  local native = more or {}
  native.raw = (event & 0xff) | umask << 8 | (event >> 8) << 32
  return native
end

-- Event 0x03 adds many in one cycle: it takes an even and an odd counter (Linux core.c)
local function flops(umask)
  return amd(0x03, umask, { width = 2 })
end

local walks = "L1_DTLB_MISS:TLB_RELOAD_1G_L2_MISS:TLB_RELOAD_2M_L2_MISS:"
  .. "TLB_RELOAD_COALESCED_PAGE_MISS:TLB_RELOAD_4K_L2_MISS"
local hits = "L1_DTLB_MISS:TLB_RELOAD_1G_L2_HIT:TLB_RELOAD_2M_L2_HIT:"
  .. "TLB_RELOAD_COALESCED_PAGE_HIT:TLB_RELOAD_4K_L2_HIT"
local per_element = "counts results, not operations: a packed one counts its elements"

local deep = "AnandTech 14525, Zen 2 deep dive"
local quoted = "commonly quoted; its source was not seen"

local alu = { "alu0", "alu1", "alu2", "alu3" }
local fp_all = { "fp0", "fp1", "fp2", "fp3" }
local fp_mul = { "fp0", "fp1" }
local fp_add = { "fp2", "fp3" }

return {
  name = "zen2",
  title = "AMD Zen 2 (EPYC 7002 Rome)",
  isa = "x86_64",

  host = {
    { vendor = "AuthenticAMD", family = 23,
      model_range = { 0x30, 0x4f, 0x60, 0x7f, 0x90, 0x91, 0xa0, 0xaf } },
    { vendor = "AuthenticAMD", family = 23, weak = 10,
      note = "is taken for Zen 2, its nearest relative here" },
  },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six dispatched operations per cycle" },
    CPU_freq = { value = 2350000000, unit = "Hz", source = kerncraft },
    L1_dlat = { value = 8, unit = "cycles", guess = true,
      source = "AMD optimization guides: 4-5 integer, 7-8 floating point" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 13, unit = "cycles", source = anandtech .. ": 12 documented, 13 measured" },
    L3_lat = { value = 40, unit = "cycles", source = agner .. ": 40; 34 on average measured" },
    Mem_lat = { value = 140, unit = "ns", source = anandtech .. ": 122-134 ns, rounded up" },
    FP_lat = { value = 5, unit = "cycles", source = agner .. ": add 3, multiply 3, fused 5" },
    FP_slow_lat = { value = 22, unit = "cycles", source = agner .. ": x87 square root" },
    FP_slow_vec_lat = { value = 20, unit = "cycles", source = agner .. ": VSQRTPD" },
    BR_lat = { value = 2, unit = "cycles", guess = true,
      source = "predicted branches take 1; 2 is the safe side" },
    BR_miss_lat = { value = 20, unit = "cycles", source = agner .. " sec. 3.13: about 18" },
    TLB_lat = { value = 60, unit = "cycles", guess = true,
      source = "page walk that hits the L3 cache" },
    TLB_l2_lat = { value = 7, unit = "cycles",
      source = "Chips and Cheese, Neoverse N1 compared with Zen 2" },
    TLB_worst_lat = { value = 140, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 64, source = agner },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = agner },
    l2 = { size = 512 << 10, ways = 8, line = 64, source = agner },
    l3 = { size = 16 << 20, ways = 16, line = 64, shared_by = 4, source = kerncraft },
  },

  tlbs = {
    dtlb1 = { entries = 64, page = 4096, source = wikichip },
    dtlb2 = { entries = 2048, ways = 8, page = 4096,
      source = wikichip .. " (12-way there, which does not divide 2048; 8 as on Zen 3)" },
    itlb1 = { entries = 64, page = 4096, source = wikichip },
    itlb2 = { entries = 512, ways = 8, page = 4096, source = wikichip },
  },

  frontend = { fetch_bytes = 32, branch_bits = 15,
    source = "the counter's fetch window is 32 bytes; TAGE by AMD's word (Hot Chips 31), of a size that is an estimate" },

  peak = { issue_width = 6, vector_bits = 256, scalar_flops = 4, vector_flops = 16,
    socket_bytes_per_s = 204.8e9, socket_cores = 32,
    source = kerncraft .. "; eight channels of DDR4-3200" },

  model = {
    numbers = {
      decode_width = of(4, wikichip),
      decode_bytes = of(32, wikichip .. ": two 16-byte windows"),
      op_cache = of(4096, wikichip),
      op_cache_entry = of(8, wikichip),
      op_cache_width = of(8, wikichip),
      op_cache_apart = guess(1, "as Zen 4 is measured"),
      taken_branch = of(1, wikichip .. ": no bubble from the smallest BTB"),
      branch_far = guess(4, "as Zen 4 is measured"),
      call_return = guess(2, "as Zen 4 is measured"),
      fetch_window = guess(64, "as Zen 4 is measured"),
      btb = of(512, wikichip .. ": first level"),
      btb_miss = guess(4, wikichip .. ": the second-level BTB"),
      btb_all = of(7168, wikichip .. ": second level"),
      btb_unknown = guess(13, "as Zen 4 is measured"),
      mispredict = guess(16, quoted .. ": 12 to 18"),
      dispatch_width = of(6, deep .. ": six micro-operations into the reorder buffer"),
      retire_width = of(8, wikichip),
      wide_passes = of(1, "no vectors of 512 bits"),
      rob = of(224, deep),
      window_hold = guess(16, "as Zen 4 is measured"),
      registers = of(164, deep .. ": 180, 16 of them the program's"),
      registers_fp = of(144, deep .. ": 160, 16 of them the program's"),
      scheduler = of(92, deep .. ": four of 16, and 28 for addresses"),
      scheduler_fp = of(100, wikichip .. ": 36, and 64 that wait before them"),
      queue_fp = of(64, wikichip .. ": as there"),
      load_queue = guess(72, quoted .. ": 44 and those that wait for their address"),
      store_queue = of(48, deep),
      load_indexed = guess(1, "as Zen 4 is measured"),
      load_extended = guess(1, "as Zen 4 is measured"),
      select_joint = of(0, "llvm-mca 14, znver2"),
      store_forward = guess(8, "as Zen 3"),
      store_forward_fail = guess(17, "as Zen 3"),
      store_commit = of(1, deep .. ": one write a cycle"),
      store_line = of(1, deep .. ": one write a cycle"),
      line_split = guess(1, "as Zen 3"),
      l1_misses = guess(22, quoted .. ": 22 miss address buffers"),
      l2_misses = guess(48, quoted),
      l2_latency = of(12, wikichip),
      l3_latency = of(39, wikichip),
      memory_latency = { value = 114, unit = "ns", guess = true, source = anandtech
        .. ": 104 to 140 ns by the way memory is interleaved" },
      l1_set = guess(10.5, "as Zen 4 is measured"),
      l2_line = of(2, deep .. ": 32 bytes a cycle"),
      l3_line = guess(3, "32 bytes a cycle, less some loss"),
      code_line_jump = guess(2, "as one after the other"),
      code_line = guess(2, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 3, unit = "ns", guess = true,
        source = "a core's share of the Infinity link: some 21 GB/s" },
      tlb2_hit = guess(7, "as Zen 4"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(20, "upper levels are cached"),
      walkers = guess(2, quoted),
      prefetch_next_into = guess(1, "not published"),
      prefetch_next_learns = guess(0, "not published"),
      prefetch_stream_near = guess(0, "not published"),
      prefetch_stride_page = guess(0, "not published"),
      prefetch_translates = guess(0, "not published"),
      gather_passes = guess(2, "as Zen 4 is measured"),
      string_start = guess(14, "as Zen 4 is measured"),
      string_long = guess(18, "as Zen 4 is measured"),
      prefetch_stride = guess(64, "not published"),
      prefetch_stride_ahead = guess(8, "not published"),
      prefetch_streams = guess(32, "not published"),
      prefetch_ahead = guess(40,
        "not published; lines in flight that its bandwidth takes at its latency"),
    },
    pipes = { source = deep .. "; " .. agner, names = { "alu0", "alu1", "alu2", "alu3", "branch1",
      "load0", "load1", "store0", "fp0", "fp1", "fp2", "fp3", "fp4" } },
    ops = {
      int = op(1, alu, agner),
      int_shift = op(1, alu, agner),
      int_select = op(1, alu, agner),
      int_address = guessed(2, { "alu0", "alu3" }, "as Zen 4 is measured"),
      int_mul = op(3, { "alu1" }, agner),
      int_div = guessed(14, { "alu2" }, agner .. ": 8 to 25 by the quotient", 12),
      int_div_wide = guessed(20, { "alu2" }, agner .. ": 8 to 41 by the quotient", 18),
      branch = op(1, { "alu0", "branch1" }, agner),
      vec_int = op(1, fp_all, agner),
      vec_shift = guessed(1, { "fp1", "fp2" }, "as Zen 4 is measured"),
      vec_shuffle = op(1, { "fp1", "fp2" }, agner),
      vec_int_mul = op(4, { "fp0" }, agner .. ": 3 to 4"),
      vec_to_int = guessed(3, { "fp4" }, "as Zen 3"),
      int_to_vec = guessed(3, { "fp4" }, "as Zen 3"),
      fp_add = op(3, fp_add, agner),
      fp_mul = op(3, fp_mul, agner),
      fp_fma = op(5, fp_mul, agner),
      fp_div = op(13, { "fp3" }, agner, 5),
      fp_div_float = op(10, { "fp3" }, agner, 3),
      fp_div_packed = op(13, { "fp3" }, agner, 5),
      fp_div_packed_float = op(10, { "fp3" }, agner, 3.5),
      fp_sqrt = op(20, { "fp3" }, agner, 9),
      fp_sqrt_float = op(14, { "fp3" }, agner, 5),
      fp_sqrt_packed = op(20, { "fp3" }, agner, 9),
      fp_sqrt_packed_float = op(14, { "fp3" }, agner, 5.5),
      fp_compare = op(1, fp_mul, agner),
      fp_convert = op(3, fp_add, agner .. ": 3 to 4"),
      fp_stack = op(5, { "fp0" }, agner),
      fp_slow = guessed(60, fp_mul, agner .. ": FSIN 50 to 170", 40),
      load = op(4, { "load0", "load1" }, agner),
      load_vec = op(7, { "load0", "load1" }, agner),
      load_wide = op(7, { "load0", "load1" }, agner),
      store = op(1, { "store0" }, agner),
      store_vec = op(1, { "store0" }, agner),
      store_wide = op(1, { "store0" }, agner),
      atomic = op(17, { "alu0" }, agner .. ": LOCK ADD", 17),
      control_read = guessed(22, alu, "as Zen 3"),
      serialise = guessed(20, alu, "as Zen 3", 20),
    },
  },

  counters = { programmable = 6, watchdog = true, source = "libpfm4: six core counters" },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, amdzen2)
    -- and libpfm4 (2024-10, amd64_fam17h_zen2)
    ["CYCLES_NOT_IN_HALT"] = amd(0x76, 0, { papi = "PAPI_TOT_CYC", perf = "cycles" }),
    ["RETIRED_INSTRUCTIONS"] = amd(0xc0, 0, { papi = "PAPI_TOT_INS", perf = "instructions" }),
    ["LS_DISPATCH:LD_ST_DISPATCH:STORE_DISPATCH:LD_DISPATCH"] = amd(0x29, 0x07),
    ["REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:LS_RD_BLK_C_S:CHANGE_TO_X"] = amd(0x60, 0xe8),
    ["REQUESTS_TO_L2_GROUP1:CACHEABLE_IC_READ"] = amd(0x60, 0x10),
    ["CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:LS_RD_BLK_C"] = amd(0x64, 0x08),
    ["CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:IC_FILL_MISS"] = amd(0x64, 0x01),
    [walks] = amd(0x45, 0xf0),
    [hits] = amd(0x45, 0x0f),
    ["L1_ITLB_MISS_L2_ITLB_MISS:IF1G:IF2M:IF4K"] = amd(0x85, 0x07),
    ["L1_ITLB_MISS_L2_ITLB_HIT"] = amd(0x84, 0),
    ["RETIRED_BRANCH_INSTRUCTIONS"] = amd(0xc2, 0, { papi = "PAPI_BR_INS", perf = "branches" }),
    ["RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED"] =
      amd(0xc3, 0, { papi = "PAPI_BR_MSP", perf = "branch-misses" }),
    ["RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS"] = amd(0xd1, 0),
    ["RETIRED_INDIRECT_BRANCH_INSTRUCTIONS_MISPREDICTED"] = amd(0xca, 0),
    ["RETIRED_SSE_AVX_FLOPS:ANY"] = flops(0x0f),
    ["RETIRED_SSE_AVX_FLOPS:ADD_SUB_FLOPS"] = flops(0x01),
    ["RETIRED_SSE_AVX_FLOPS:MULT_FLOPS"] = flops(0x02),
    ["RETIRED_SSE_AVX_FLOPS:DIV_FLOPS"] = flops(0x04),
    ["RETIRED_SSE_AVX_FLOPS:MAC_FLOPS"] = flops(0x08),
  },

  events = {
    TOT_CYC = "CYCLES_NOT_IN_HALT",
    TOT_INS = "RETIRED_INSTRUCTIONS",
    L1_DCA = { native = "LS_DISPATCH:LD_ST_DISPATCH:STORE_DISPATCH:LD_DISPATCH",
      note = "operations dispatched to the load-store unit, wrong paths included" },
    L2_DCA = "REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:LS_RD_BLK_C_S:CHANGE_TO_X",
    L2_ICA = "REQUESTS_TO_L2_GROUP1:CACHEABLE_IC_READ",
    L2_DCM = "CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:LS_RD_BLK_C",
    L2_ICM = "CORE_TO_L2_CACHEABLE_REQUEST_ACCESS_STATUS:IC_FILL_MISS",
    TLB_DM = { native = walks, note = "page walks; " .. pfm },
    TLB_DH = hits,
    TLB_IM = "L1_ITLB_MISS_L2_ITLB_MISS:IF1G:IF2M:IF4K",
    TLB_IH = "L1_ITLB_MISS_L2_ITLB_HIT",
    BR_INS = "RETIRED_BRANCH_INSTRUCTIONS",
    BR_MSP = "RETIRED_BRANCH_INSTRUCTIONS_MISPREDICTED",
    BR_CND = "RETIRED_CONDITIONAL_BRANCH_INSTRUCTIONS",
    BR_IND_MSP = "RETIRED_INDIRECT_BRANCH_INSTRUCTIONS_MISPREDICTED",
    FP_INS = { native = "RETIRED_SSE_AVX_FLOPS:ANY", note = per_element },
    FAD_INS = { native = "RETIRED_SSE_AVX_FLOPS:ADD_SUB_FLOPS", note = per_element },
    FML_INS = { native = "RETIRED_SSE_AVX_FLOPS:MULT_FLOPS", note = per_element },
    FDV_INS = { native = "RETIRED_SSE_AVX_FLOPS:DIV_FLOPS",
      note = per_element .. "; square roots are among them" },
    FMA_INS = { native = "RETIRED_SSE_AVX_FLOPS:MAC_FLOPS", formula = "n1 / 2",
      note = per_element .. ", two for each fused operation" },
    FLOPS = "RETIRED_SSE_AVX_FLOPS:ANY",
  },

  missing = {
    L1_ICA = "the event of fetches (0x80) counts wrongly, as AMD told the kernel's developers",
    FSQ_INS = "square roots are counted with the divisions (FDV_INS)",
    L3_DCA = "the L3 cache's events are counted for all cores that share it",
    L3_DCM = "the L3 cache's events are counted for all cores that share it",
  },
}
