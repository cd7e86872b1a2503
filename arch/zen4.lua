-- AMD Zen 4 (EPYC 9004 "Genoa", "Bergamo").

local sog = "AMD Software Optimization Guide for Zen 4 (57647)"
local osaca = "OSACA zen4 model"
local cpuid = "CPUID of an EPYC 9654"
local chips = "Chips and Cheese, Genoa-X"

-- Event 0x0a counts operations of one type; scalar and vector ones apart
local function ops(umask)
  return { raw = 0x0a | umask << 8 }
end

-- the natives of an operation, scalar and vector
local function both(operation)
  return { native = { "RETIRED_FP_OPS_BY_TYPE:SCALAR_" .. operation,
                      "RETIRED_FP_OPS_BY_TYPE:VECTOR_" .. operation } }
end

return {
  inherits = "zen3",
  name = "zen4",
  title = "AMD Zen 4 (EPYC 9004 Genoa and Bergamo)",

  host = {
    { vendor = "AuthenticAMD", family = 25,
      model_range = { 0x10, 0x1f, 0x60, 0xaf } },
    { vendor = "AuthenticAMD", family = 25, flags = "avx512f", weak = 100,
      note = "is taken for Zen 4 by its family and AVX-512" },
  },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six dispatched operations per cycle" },
    CPU_freq = { value = 2400000000, unit = "Hz", source = "EPYC 9654 base clock (boost 3.7 GHz)" },
    L1_dlat = { value = 8, unit = "cycles",
      source = sog .. " sec. 2.6.2 and 2.12: 4-5 integer, 7-8 floating point" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 14, unit = "cycles", source = "AMD launch table" },
    L3_lat = { value = 54, unit = "cycles", source = "AMD launch table: 50; V-Cache adds 4" },
    Mem_lat = { value = 120, unit = "ns",
      source = chips .. " and Graviton 4 articles: 107-114 ns, rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = osaca .. ": add 3, multiply 3, fused 4" },
    FP_slow_lat = { value = 21, unit = "cycles",
      source = osaca .. ": division 13, square root 21" },
    FP_slow_vec_lat = { value = 21, unit = "cycles", source = osaca .. ": the same at all widths" },
    BR_lat = { value = 2, unit = "cycles", guess = true,
      source = "predicted branches take 1; 2 is the safe side" },
    BR_miss_lat = { value = 25, unit = "cycles", guess = true,
      source = sog .. " sec. 2.8: 11-18; plus the load before, by what Zen 5 showed" },
    TLB_lat = { value = 75, unit = "cycles", guess = true,
      source = "page walk that hits the L3 cache" },
    TLB_l2_lat = { value = 7, unit = "cycles", source = chips },
    TLB_worst_lat = { value = 120, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 64, source = cpuid },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = cpuid },
    l2 = { size = 1 << 20, ways = 8, line = 64, source = cpuid },
    l3 = { size = 32 << 20, ways = 16, line = 64, shared_by = 8, source = cpuid },
  },

  tlbs = {
    dtlb1 = { entries = 72, page = 4096, source = cpuid },
    dtlb2 = { entries = 3072, ways = 12, page = 4096,
      source = cpuid .. ": 3072 entries, skewed; 12 ways so that the sets are a power of two" },
    itlb1 = { entries = 64, page = 4096, source = cpuid },
    itlb2 = { entries = 512, ways = 4, page = 4096, source = cpuid },
  },

  peak = { issue_width = 6, vector_bits = 512, scalar_flops = 4, vector_flops = 16,
    core_bytes_per_s = 37e9, socket_bytes_per_s = 460.8e9, socket_cores = 96,
    source = sog .. ": 512-bit operations take the 256-bit units twice; " .. chips
      .. ": 37 GB/s for one core; twelve channels of DDR5-4800" },

  natives = {
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_ALL"] = ops(0x0f),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_ALL"] = ops(0xf0),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_ADD"] = ops(0x01),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_ADD"] = ops(0x10),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_SUB"] = ops(0x02),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_SUB"] = ops(0x20),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_MUL"] = ops(0x03),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_MUL"] = ops(0x30),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_MAC"] = ops(0x04),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_MAC"] = ops(0x40),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_DIV"] = ops(0x05),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_DIV"] = ops(0x50),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_SQRT"] = ops(0x06),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_SQRT"] = ops(0x60),
  },

  events = {
    FP_INS = both("ALL"),
    FAD_INS = { native = {
      "RETIRED_FP_OPS_BY_TYPE:SCALAR_ADD", "RETIRED_FP_OPS_BY_TYPE:VECTOR_ADD",
      "RETIRED_FP_OPS_BY_TYPE:SCALAR_SUB", "RETIRED_FP_OPS_BY_TYPE:VECTOR_SUB" } },
    FML_INS = both("MUL"),
    FMA_INS = both("MAC"),
    FDV_INS = both("DIV"),
    FSQ_INS = both("SQRT"),
    FP_PACKED = "RETIRED_FP_OPS_BY_TYPE:VECTOR_ALL",
  },
}
