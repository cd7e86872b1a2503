-- AMD Zen 5 (EPYC 9005 "Turin", Ryzen 9000).

local sog = "AMD Software Optimization Guide for Zen 5 (58455)"
local measured = "measured on an EPYC 9005 guest: pointer chase and dependent chains"
local review = "jia.je review of Zen 5, which quotes the guide and measures"
local cpuid = "CPUID of an EPYC 9005"
local chips = "Chips and Cheese, EPYC 9355P and 9575F"

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

  frontend = { fetch_bytes = 32, branch_bits = 16,
    source = sog .. ": two fetch pipes of 32 bytes; the predictor's size is an estimate" },

  peak = { issue_width = 8, vector_bits = 512, scalar_flops = 4, vector_flops = 32,
    core_bytes_per_s = 24e9, socket_bytes_per_s = 576e9, socket_cores = 128,
    source = review .. ": two 512-bit fused multiply-adds; twelve channels of DDR5-6000; "
      .. "one core's 24 GB/s measured" },

  counters = { programmable = 6, watchdog = true, source = "libpfm4 amd64_fam1ah_zen5: six" },

  natives = {
    ["REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:LS_RD_BLK_C_S"] = { raw = 0xe060 },
  },

  events = {
    L2_DCA = "REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:LS_RD_BLK_C_S",
  },
}
