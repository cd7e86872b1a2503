-- Fujitsu A64FX (Fugaku, PRIMEHPC FX1000 and FX700, Ookami).

local manual = "Fujitsu A64FX Microarchitecture Manual 1.8.1"
local guide = "Fujitsu/RIKEN programming guide 1.6"
local pmu = "Fujitsu A64FX PMU events 1.3 and errata 1.0"

local function arm(code, more)
  local native = more or {}
  native.raw = code
  return native
end

return {
  name = "a64fx",
  title = "Fujitsu A64FX (Fugaku, FX1000, FX700)",
  isa = "aarch64",
  host = { { implementer = 0x46, part = 0x001 } },

  parameters = {
    CPI_threshold = { value = 0.5, unit = "cycles/instruction", guess = true,
      source = "two of four committed operations per cycle, as the paper" },
    CPU_freq = { value = 2200000000, unit = "Hz", source = "FX1000 boost (2.0 normal, FX700 1.8)" },
    L1_dlat = { value = 11, unit = "cycles",
      source = manual .. " table 9-2: 5 integer, 8 SIMD, 11 SVE" },
    L1_ilat = { value = 4, unit = "cycles", source = manual .. " table 9-2" },
    L2_lat = { value = 56, unit = "cycles", source = manual .. " table 9-3: 46-56 by position" },
    Mem_lat = { value = 144.5, unit = "ns",
      source = manual .. " table 10-3: 135.5-144.5 ns in the own CMG" },
    FP_lat = { value = 9, unit = "cycles", source = manual .. " tables 16-2 and 16-3" },
    FP_slow_lat = { value = 43, unit = "cycles", source = manual .. " table 16-2: scalar double" },
    FP_slow_vec_lat = { value = 154, unit = "cycles",
      source = manual .. " table 16-3: 512-bit SVE double, not pipelined" },
    BR_lat = { value = 4, unit = "cycles", guess = true,
      source = manual .. " table 16-1 and sec. 3.1: 1, and 3 for the predictor" },
    BR_miss_lat = { value = 30, unit = "cycles", guess = true, source = "not published" },
    TLB_lat = { value = 120, unit = "cycles", guess = true,
      source = "walk with its tables in the L2 cache; not published" },
    TLB_l2_lat = { value = 20, unit = "cycles", guess = true, source = "not published" },
    TLB_worst_lat = { value = 144.5, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 64 << 10, ways = 4, line = 256, source = manual .. " table 9-2" },
    l1i = { size = 64 << 10, ways = 4, line = 256, source = manual .. " table 9-2" },
    l2 = { size = 8 << 20, ways = 16, line = 256, shared_by = 12,
      source = manual .. " table 9-3: one for the 12 cores of a CMG" },
  },

  tlbs = {
    dtlb1 = { entries = 16, page = 65536, source = manual .. " table 8-1; page: " .. guide },
    dtlb2 = { entries = 1024, ways = 4, page = 65536, source = manual .. " table 8-1" },
    itlb1 = { entries = 16, page = 65536, source = manual .. " table 8-1" },
    itlb2 = { entries = 1024, ways = 4, page = 65536, source = manual .. " table 8-1" },
  },

  frontend = { fetch_bytes = 32, branch_bits = 11,
    source = manual .. ": 32-byte fetch (eight instructions); tables of 2048 entries, 15-2" },

  peak = { issue_width = 4, vector_bits = 512, scalar_flops = 4, vector_flops = 32,
    socket_bytes_per_s = 1024e9, socket_cores = 48,
    source = manual .. " tables 16-3 and 10-3: two 512-bit pipes; four HBM2 stacks" },

  counters = { programmable = 6,
    source = "LIKWID and the programming guide: six per core besides the cycle counter "
      .. "(libpfm4 says eight)" },

  natives = {
    ["CPU_CYCLES"] = arm(0x11, { papi = "PAPI_TOT_CYC", perf = "cycles", fixed = true }),
    ["INST_RETIRED"] = arm(0x08, { papi = "PAPI_TOT_INS", perf = "instructions" }),
    ["LDST_SPEC"] = arm(0x72),
    ["LD_SPEC"] = arm(0x70),
    ["ST_SPEC"] = arm(0x71),
    ["L1I_CACHE"] = arm(0x14, { papi = "PAPI_L1_ICA" }),
    ["L1I_CACHE_REFILL"] = arm(0x01),
    ["L2D_CACHE"] = arm(0x16, { papi = "PAPI_L2_DCA" }),
    ["L2D_CACHE_REFILL"] = arm(0x17),
    ["L2D_SWAP_DM"] = arm(0x325),
    ["L2D_CACHE_MIBMCH_PRF"] = arm(0x326),
    ["L2D_TLB_REFILL"] = arm(0x2d, { papi = "PAPI_TLB_DM" }),
    ["L2I_TLB_REFILL"] = arm(0x2e, { papi = "PAPI_TLB_IM" }),
    ["BR_PRED"] = arm(0x12, { papi = "PAPI_BR_INS" }),
    ["BR_MIS_PRED"] = arm(0x10, { papi = "PAPI_BR_MSP", perf = "branch-misses" }),
    ["FP_SPEC"] = arm(0x8010, { papi = "PAPI_FP_INS" }),
  },

  events = {
    TOT_CYC = "CPU_CYCLES",
    TOT_INS = "INST_RETIRED",
    L1_DCA = { native = "LDST_SPEC",
      note = "loads and stores issued; the cache's own event counts prefetches too: " .. pmu },
    LD_INS = "LD_SPEC",
    ST_INS = "ST_SPEC",
    L1_ICA = "L1I_CACHE",
    L2_DCA = { native = "L2D_CACHE", note = "instruction fetches are among them" },
    L2_ICA = "L1I_CACHE_REFILL",
    L2_DCM = { native = { "L2D_CACHE_REFILL", "L2D_SWAP_DM", "L2D_CACHE_MIBMCH_PRF" },
      formula = "max(0, n1 - n2 - n3)", note = "corrected as the errata say: " .. pmu },
    TLB_DM = "L2D_TLB_REFILL",
    TLB_IM = "L2I_TLB_REFILL",
    BR_INS = "BR_PRED",
    BR_MSP = "BR_MIS_PRED",
    FP_INS = { native = "FP_SPEC", note = "an SVE instruction counts once" },
  },

  missing = {
    L2_ICM = "the L2 cache is unified and does not tell instruction misses apart",
    FAD_INS = "no event for the kinds of floating-point operations",
    FML_INS = "no event for the kinds of floating-point operations",
    FDV_INS = "no event for the kinds of floating-point operations",
    L3_DCA = "there is no L3 cache",
    L3_DCM = "there is no L3 cache",
  },

  metrics = {
    floating_point = {
      extend = true,
      formula = "all_fast",
      note = "divisions and square roots are not counted apart on this processor: they are "
        .. "charged as additions, so this is no upper bound where they matter",
      source = "refines the SC'10 formula for processors with one floating-point event",
      parts = {
        { id = "all_fast", label = "FP operations", formula = "FP_INS * FP_lat / TOT_INS" },
      },
    },
  },
}
