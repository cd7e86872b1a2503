-- Intel Xeon Scalable, third generation (Ice Lake-SP).

local agner = "Agner Fog, instruction tables, Ice Lake"
local llvm = "llvm-mca 14, icelake-server"
local mlc = "Intel MLC 3.10 on an Ice Lake server"
local manual = "Intel optimization reference manual (not seen; commonly quoted)"
local pfm = "Intel perfmon list for Ice Lake-SP: these only on counters 0-3"

local low = { 0, 1, 2, 3 } -- counters of the memory and front-end events

local function intel(event, umask, more, cmask)
  local native = more or {}
  native.raw = event | umask << 8 | (cmask or 0) << 24
  return native
end

return {
  inherits = "skylake_sp",
  name = "icelake_sp",
  title = "Intel Xeon Scalable, Ice Lake-SP",

  host = {
    { vendor = "GenuineIntel", family = 6, model = { 106, 108 } },
    { vendor = "GenuineIntel", family = 6, flags = { "avx512bw", "avx512_bitalg" }, weak = 200,
      note = "is taken for an Ice Lake server because it has AVX-512 BITALG" },
  },

  parameters = {
    CPI_threshold = { value = 0.4, unit = "cycles/instruction", guess = true,
      source = "half of the five instructions per cycle" },
    CPU_freq = { value = 2300000000, unit = "Hz", source = "Platinum 8380 base clock" },
    L1_dlat = { value = 8, unit = "cycles", guess = true,
      source = "OSACA icx: 5 integer; vector loads as Sapphire Rapids" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 14, unit = "cycles",
      source = "Chips and Cheese: two less than Sapphire Rapids' 16" },
    L3_lat = { value = 75, unit = "cycles", guess = true,
      source = "about 25 ns, a quarter less than Sapphire Rapids" },
    Mem_lat = { value = 100, unit = "ns", source = mlc .. ": 89 ns near; rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = llvm .. "; " .. agner },
    FP_slow_lat = { value = 21, unit = "cycles", source = agner .. ": x87 square root; SSE 18" },
    FP_slow_vec_lat = { value = 32, unit = "cycles", source = llvm .. ": 512-bit square root" },
    BR_lat = { value = 2, unit = "cycles", guess = true,
      source = "predicted branches take 1; 2 is the safe side" },
    BR_miss_lat = { value = 20, unit = "cycles",
      source = "Agner Fog, microarchitecture, the Lakes: 15-20" },
    TLB_lat = { value = 95, unit = "cycles", guess = true,
      source = "page walk that hits the L3 cache" },
    TLB_l2_lat = { value = 9, unit = "cycles", guess = true, source = "as Skylake" },
    TLB_worst_lat = { value = 100, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 48 << 10, ways = 12, line = 64, source = "AnandTech 14664" },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = "AnandTech 14664" },
    l2 = { size = 1280 << 10, ways = 20, line = 64, source = manual },
    l3 = { size = 48 << 20, ways = 12, line = 64, shared_by = 32,
      source = manual .. ": 1.5 MiB and 12 ways per core; here those of 32 cores" },
  },

  tlbs = {
    dtlb1 = { entries = 64, ways = 4, page = 4096, source = manual },
    dtlb2 = { entries = 2048, ways = 16, page = 4096, source = manual },
    itlb1 = { entries = 128, ways = 8, page = 4096, source = manual },
    unified = true,
  },

  peak = { issue_width = 5, vector_bits = 512, scalar_flops = 4, vector_flops = 32,
    socket_bytes_per_s = 204.8e9, socket_cores = 40,
    source = "two 512-bit fused multiply-adds a cycle; eight channels of DDR4-3200; "
      .. mlc .. ": 176 GB/s read" },

  counters = { programmable = 8, watchdog = true, source = pfm .. ", the rest on 0-7" },

  natives = {
    ["CPU_CLK_UNHALTED:THREAD_P"] =
      intel(0x3c, 0, { papi = "PAPI_TOT_CYC", perf = "cycles", fixed = true }),
    ["MEM_INST_RETIRED:ANY"] = intel(0xd0, 0x83, { counters = low }),
    ["MEM_INST_RETIRED:ALL_LOADS"] = intel(0xd0, 0x81, { counters = low }),
    ["MEM_INST_RETIRED:ALL_STORES"] = intel(0xd0, 0x82, { counters = low }),
    ["ICACHE_64B:IFTAG_HIT"] = intel(0x83, 0x01, { counters = low }),
    ["ICACHE_64B:IFTAG_MISS"] = intel(0x83, 0x02, { counters = low }),
    ["L2_RQSTS:ALL_DEMAND_DATA_RD"] = intel(0x24, 0xe1, { counters = low }),
    ["L2_RQSTS:DEMAND_DATA_RD_MISS"] = intel(0x24, 0x21, { counters = low }),
    ["L2_RQSTS:ALL_CODE_RD"] = intel(0x24, 0xe4, { papi = "PAPI_L2_ICA", counters = low }),
    ["L2_RQSTS:CODE_RD_MISS"] = intel(0x24, 0x24, { papi = "PAPI_L2_ICM", counters = low }),
    ["MEM_LOAD_RETIRED:L3_MISS"] = intel(0xd1, 0x20, { counters = low }),
    ["DTLB_LOAD_MISSES:WALK_COMPLETED"] = intel(0x08, 0x0e, { counters = low }),
    ["DTLB_STORE_MISSES:WALK_COMPLETED"] = intel(0x49, 0x0e, { counters = low }),
    ["DTLB_LOAD_MISSES:STLB_HIT"] = intel(0x08, 0x20, { counters = low }),
    ["DTLB_STORE_MISSES:STLB_HIT"] = intel(0x49, 0x20, { counters = low }),
    ["ITLB_MISSES:WALK_COMPLETED"] = intel(0x85, 0x0e, { counters = low }),
    ["ITLB_MISSES:STLB_HIT"] = intel(0x85, 0x20, { counters = low }),
    ["BR_INST_RETIRED:COND"] = intel(0xc4, 0x11),
    ["BR_INST_RETIRED:COND_TAKEN"] = intel(0xc4, 0x01),
    ["BR_INST_RETIRED:INDIRECT"] = intel(0xc4, 0x80),
    ["BR_MISP_RETIRED:INDIRECT"] = intel(0xc5, 0x80),
    ["FP_ARITH_INST_RETIRED:SCALAR"] = intel(0xc7, 0x03),
    ["FP_ARITH_INST_RETIRED:VECTOR"] = intel(0xc7, 0xfc),
    ["ARITH:DIVIDER_ACTIVE"] = intel(0x14, 0x09, {}, 1),
  },

  events = {
    TOT_CYC = "CPU_CLK_UNHALTED:THREAD_P",
    TLB_DM = { native = { "DTLB_LOAD_MISSES:WALK_COMPLETED",
                          "DTLB_STORE_MISSES:WALK_COMPLETED" } },
    TLB_IM = "ITLB_MISSES:WALK_COMPLETED",
    BR_CND = "BR_INST_RETIRED:COND",
    BR_TAKEN = "BR_INST_RETIRED:COND_TAKEN",
    BR_IND = "BR_INST_RETIRED:INDIRECT",
    BR_IND_MSP = "BR_MISP_RETIRED:INDIRECT",
    FP_INS = { native = { "FP_ARITH_INST_RETIRED:SCALAR", "FP_ARITH_INST_RETIRED:VECTOR" },
      note = "a fused multiply-add counts twice" },
    FP_PACKED = "FP_ARITH_INST_RETIRED:VECTOR",
  },
}
