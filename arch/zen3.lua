-- AMD Zen 3 (EPYC 7003 "Milan").

local agner = "Agner Fog, instruction tables, Zen 3"
local cpuid = "CPUID of an EPYC 7763"
local chips = "Chips and Cheese, EPYC 7763 beside Sapphire Rapids"

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
    FP_slow_vec_lat = { value = 20, unit = "cycles", source = agner .. ": VSQRTPD" },
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

  natives = {
    ["IC_TAG_HIT_MISS:ALL_IC_ACCESS"] = amd(0x18e, 0x1f),
    ["L1_ITLB_MISS_L2_ITLB_MISS:COALESCED4K:IF1G:IF2M:IF4K"] = amd(0x85, 0x0f),
  },

  events = {
    L1_ICA = { native = "IC_TAG_HIT_MISS:ALL_IC_ACCESS",
      note = "what the micro-op cache delivers is not among them" },
    TLB_IM = "L1_ITLB_MISS_L2_ITLB_MISS:COALESCED4K:IF1G:IF2M:IF4K",
  },
}
