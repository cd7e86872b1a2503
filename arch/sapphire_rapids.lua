-- Intel Xeon Scalable, fourth and fifth generation (Sapphire Rapids, Emerald Rapids).

local llvm = "LLVM scheduling model of Sapphire Rapids"
local osaca = "OSACA spr model"
local chips = "Chips and Cheese, A peek at Sapphire Rapids"
local cove = "jia.je review of Golden Cove, which quotes Intel and measures"
local cpuid = "CPUID of a Xeon Max 9460"

local low = { 0, 1, 2, 3 } -- counters of the memory and front-end events

local function intel(event, umask, more, cmask)
  local native = more or {}
  native.raw = event | umask << 8 | (cmask or 0) << 24
  return native
end

return {
  inherits = "icelake_sp",
  name = "sapphire_rapids",
  title = "Intel Xeon Scalable, Sapphire Rapids and Emerald Rapids",

  host = {
    { vendor = "GenuineIntel", family = 6, model = { 143, 207 } },
    { vendor = "GenuineIntel", family = 6, model = { 173, 174 },
      note = "(Granite Rapids) is taken for Sapphire Rapids, its nearest relative here" },
    { vendor = "GenuineIntel", family = 6, flags = { "avx512bw", "amx_tile" }, weak = 300,
      note = "is not known, but has AMX: it is taken for Sapphire Rapids" },
  },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six instructions per cycle" },
    CPU_freq = { value = 2000000000, unit = "Hz",
      source = "Platinum 8480+ base clock (boost 3.8 GHz)" },
    L1_dlat = { value = 8, unit = "cycles", source = cove .. ": 5 integer, 7-8 vector; " .. llvm },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 16, unit = "cycles", source = chips },
    L3_lat = { value = 33, unit = "ns", source = chips .. ": 33 ns with 2 MiB pages" },
    Mem_lat = { value = 120, unit = "ns", source = chips .. ": 107 ns; rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = llvm .. "; " .. osaca .. ": add 3, others 4" },
    FP_slow_lat = { value = 21, unit = "cycles", guess = true,
      source = llvm .. ": division 14; square root as Ice Lake" },
    FP_slow_vec_lat = { value = 32, unit = "cycles", guess = true,
      source = osaca .. ": 512-bit division 23; square root as Ice Lake" },
    BR_lat = { value = 2, unit = "cycles", guess = true,
      source = "predicted branches take 1; 2 is the safe side" },
    BR_miss_lat = { value = 25, unit = "cycles", guess = true,
      source = llvm .. ": 14, Intel states 17; with the load before" },
    TLB_lat = { value = 145, unit = "cycles", guess = true,
      source = "page walk that hits the L3 cache" },
    TLB_l2_lat = { value = 7, unit = "cycles", source = cove .. ": 5 becomes 12; " .. chips },
    TLB_worst_lat = { value = 120, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 48 << 10, ways = 12, line = 64, source = cpuid },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = cpuid },
    l2 = { size = 2 << 20, ways = 16, line = 64, source = cpuid },
    l3 = { size = 60 << 20, ways = 15, line = 64, shared_by = 32,
      source = cpuid .. ": 1.875 MiB and 15 ways per core; here those of 32 cores" },
  },

  tlbs = {
    dtlb1 = { entries = 64, ways = 4, page = 4096,
      source = cpuid .. " (96 6-way documented and measured: " .. cove .. ")" },
    dtlb2 = { entries = 2048, ways = 16, page = 4096,
      source = cpuid .. ": two of 1024 entries and 8 ways" },
    itlb1 = { entries = 256, ways = 8, page = 4096, source = cpuid },
    unified = true,
  },

  frontend = { fetch_bytes = 32, branch_bits = 16,
    source = cove .. ": 32 bytes fetched a cycle; the predictor's size is an estimate" },

  peak = { issue_width = 6, vector_bits = 512, scalar_flops = 4, vector_flops = 32,
    socket_bytes_per_s = 307.2e9, socket_cores = 56,
    source = chips .. ": two 512-bit fused multiply-adds; eight channels of DDR5-4800" },

  natives = {
    ["DTLB_LOAD_MISSES:WALK_COMPLETED"] = intel(0x12, 0x0e, { counters = low }),
    ["DTLB_STORE_MISSES:WALK_COMPLETED"] = intel(0x13, 0x0e, { counters = low }),
    ["DTLB_LOAD_MISSES:STLB_HIT"] = intel(0x12, 0x20, { counters = low }),
    ["DTLB_STORE_MISSES:STLB_HIT"] = intel(0x13, 0x20, { counters = low }),
    ["ITLB_MISSES:WALK_COMPLETED"] = intel(0x11, 0x0e, { counters = low }),
    ["ITLB_MISSES:STLB_HIT"] = intel(0x11, 0x20, { counters = low }),
    ["ARITH:FPDIV_ACTIVE"] = intel(0xb0, 0x01, {}, 1),
  },

  events = {
    FP_DIV_CYC = "ARITH:FPDIV_ACTIVE",
  },

  missing = {
    L1_ICA = "the processor counts the stalls of its instruction cache, not its accesses",
  },
}
