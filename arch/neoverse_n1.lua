-- Arm Neoverse N1 (AWS Graviton2, Ampere Altra); V1 and V2 build on this file.

local llvm = "LLVM scheduling model of Neoverse N1, after Arm's optimization guide"
local asct = "Arm learning path on the memory subsystem, Graviton2"
local trm = "Arm Cortex-A76 TRM (its mobile sibling) sec. A5.2"
local chips = "Chips and Cheese, Deep diving Neoverse N1"
local unified = "the L2 cache is unified and does not tell instruction misses apart"

local function arm(code, more)
  local native = more or {}
  native.raw = code
  return native
end

return {
  name = "neoverse_n1",
  title = "Arm Neoverse N1 (Graviton2, Ampere Altra)",
  isa = "aarch64",
  host = { { implementer = 0x41, part = 0xd0c } },

  parameters = {
    CPI_threshold = { value = 0.5, unit = "cycles/instruction", guess = true,
      source = "half of the four instructions per cycle, as the paper" },
    CPU_freq = { value = 2500000000, unit = "Hz", source = "Graviton2 (Altra 3.0 GHz)" },
    L1_dlat = { value = 5, unit = "cycles", source = llvm .. ": 4 integer, 5 floating point" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 11, unit = "cycles", source = "AnandTech 15578, Graviton2" },
    L3_lat = { value = 100, unit = "cycles", guess = true,
      source = chips .. ": over twice Zen 2's on Altra" },
    Mem_lat = { value = 110, unit = "ns", guess = true,
      source = "AnandTech 15578: 81-83 ns along a pattern; fully random is higher" },
    FP_lat = { value = 4, unit = "cycles", source = llvm .. ": add 2, multiply 3, fused 4" },
    FP_slow_lat = { value = 17, unit = "cycles", source = llvm .. ": division 15, square root 17" },
    FP_slow_vec_lat = { value = 17, unit = "cycles", source = llvm },
    BR_lat = { value = 1, unit = "cycles", source = llvm },
    BR_miss_lat = { value = 16, unit = "cycles", guess = true,
      source = llvm .. " says 11; 16 is the safe side" },
    TLB_lat = { value = 120, unit = "cycles", guess = true,
      source = "page walk that hits the system cache" },
    TLB_l2_lat = { value = 5, unit = "cycles", source = chips },
    TLB_worst_lat = { value = 110, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 64 << 10, ways = 4, line = 64, source = asct },
    l1i = { size = 64 << 10, ways = 4, line = 64, source = asct },
    l2 = { size = 1 << 20, ways = 8, line = 64, source = asct },
    l3 = { size = 32 << 20, ways = 16, line = 64, shared_by = 64,
      source = asct .. "; the number of ways is an estimate" },
  },

  tlbs = {
    dtlb1 = { entries = 48, page = 4096, source = trm },
    dtlb2 = { entries = 1280, ways = 5, page = 4096, source = trm },
    itlb1 = { entries = 48, page = 4096, source = trm },
    unified = true,
  },

  frontend = { fetch_bytes = 32, branch_bits = 15,
    source = chips .. ": eight instructions fetched; the predictor's size is an estimate" },

  peak = { issue_width = 4, vector_bits = 128, scalar_flops = 4, vector_flops = 8,
    core_bytes_per_s = 20.9e9, socket_bytes_per_s = 204.8e9, socket_cores = 64,
    source = llvm .. ": two 128-bit pipes; " .. asct .. "; eight channels of DDR4-3200" },

  counters = { programmable = 6, source = "Arm Neoverse TRMs: six and the cycle counter" },

  natives = {
    ["CPU_CYCLES"] = arm(0x11, { papi = "PAPI_TOT_CYC", perf = "cycles", fixed = true }),
    ["INST_RETIRED"] = arm(0x08, { papi = "PAPI_TOT_INS", perf = "instructions" }),
    ["L1D_CACHE"] = arm(0x04, { papi = "PAPI_L1_DCA" }),
    ["L1I_CACHE"] = arm(0x14, { papi = "PAPI_L1_ICA" }),
    ["L1I_CACHE_REFILL"] = arm(0x01),
    ["L2D_CACHE"] = arm(0x16),
    ["L2D_CACHE_REFILL"] = arm(0x17, { papi = "PAPI_L2_DCM" }),
    ["LL_CACHE_RD"] = arm(0x36),
    ["LL_CACHE_MISS_RD"] = arm(0x37),
    ["DTLB_WALK"] = arm(0x34),
    ["ITLB_WALK"] = arm(0x35),
    ["BR_RETIRED"] = arm(0x21, { perf = "branches" }),
    ["BR_MIS_PRED_RETIRED"] = arm(0x22, { perf = "branch-misses" }),
    ["VFP_SPEC"] = arm(0x75),
  },

  events = {
    TOT_CYC = "CPU_CYCLES",
    TOT_INS = "INST_RETIRED",
    L1_DCA = { native = "L1D_CACHE", note = "page walks are among them" },
    L1_ICA = "L1I_CACHE",
    L2_DCA = { native = "L2D_CACHE", note = "instruction fetches and write-backs are among them" },
    L2_ICA = "L1I_CACHE_REFILL",
    L2_DCM = { native = "L2D_CACHE_REFILL", note = "instruction fetches are among them" },
    L3_DCA = { native = "LL_CACHE_RD", note = "reads only" },
    L3_DCM = { native = "LL_CACHE_MISS_RD", note = "reads only" },
    TLB_DM = "DTLB_WALK",
    TLB_IM = "ITLB_WALK",
    BR_INS = "BR_RETIRED",
    BR_MSP = "BR_MIS_PRED_RETIRED",
    FP_INS = { native = "VFP_SPEC",
      note = "scalar operations, wrong paths included; packed ones are counted with integer SIMD" },
  },

  missing = {
    L2_ICM = unified,
    FAD_INS = "no event for the kinds of floating-point operations",
    FML_INS = "no event for the kinds of floating-point operations",
    FDV_INS = "no event for the kinds of floating-point operations",
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
