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

  natives = {
    ["PM_LD_REF_L1"] = power(0x100ee),
    ["PM_LD_MISS_L1"] = power(0x3e054),
    ["PM_L1_ICACHE_MISS"] = power(0x200fd),
    ["PM_INST_FROM_L2MISS"] = power(0x1404e, { papi = "PAPI_L2_ICM" }),
    ["PM_BR_CMPL"] = power(0x40060, { papi = "PAPI_BR_INS", perf = "branches" }),
    ["PM_BR_MPRED_CMPL"] = power(0x400f6, { papi = "PAPI_BR_MSP", perf = "branch-misses" }),
  },

  events = {
    BR_INS = "PM_BRU_FIN", -- PM_BR_CMPL shares its counter with the mispredictions
    BR_MSP = "PM_BR_MPRED_CMPL",
  },
}
