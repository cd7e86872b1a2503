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
    source = "the counter's fetch window is 32 bytes; the predictor's size is an estimate" },

  peak = { issue_width = 6, vector_bits = 256, scalar_flops = 4, vector_flops = 16,
    socket_bytes_per_s = 204.8e9, socket_cores = 32,
    source = kerncraft .. "; eight channels of DDR4-3200" },

  counters = { programmable = 6, watchdog = true, source = "libpfm4: six core counters" },

  natives = {
    ["CYCLES_NOT_IN_HALT"] = amd(0x76, 0, { papi = "PAPI_TOT_CYC", perf = "cycles" }),
    ["RETIRED_INSTRUCTIONS"] = amd(0xc0, 0, { papi = "PAPI_TOT_INS", perf = "instructions" }),
    ["LS_DISPATCH:LD_ST_DISPATCH:STORE_DISPATCH:LD_DISPATCH"] = amd(0x29, 0x07),
    ["perf_raw::r0080"] = { raw = 0x80 },
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
    L1_ICA = { native = "perf_raw::r0080",
      note = "32-byte fetches; what the micro-op cache delivers is not among them" },
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
    FSQ_INS = "square roots are counted with the divisions (FDV_INS)",
    L3_DCA = "the L3 cache's events are counted for all cores that share it",
    L3_DCM = "the L3 cache's events are counted for all cores that share it",
  },
}
