-- IBM POWER7 and POWER7+; POWER8 to POWER10 build on this file.

local llvm = "LLVM scheduling model of POWER7"
local tree = "device tree of a POWER7 machine"
local redbook = "IBM Redbook, POWER7 and POWER7+ optimization, table 2-6"

-- The code's digit 5 names the counter, PMC1 to PMC4; 0 is any (Linux isa207-common.h).
-- Two events of one counter never run together.
local function power(code, more)
  local native = more or {}
  local pmc = code >> 16 & 0xf
  native.raw = code
  if pmc >= 1 and pmc <= 4 then native.counters = { pmc - 1 } end
  return native
end

return {
  name = "power7",
  title = "IBM POWER7 and POWER7+",
  isa = "ppc64",
  host = { { cpu = "POWER7" } },

  parameters = {
    CPI_threshold = { value = 0.5, unit = "cycles/instruction", guess = true,
      source = "as the paper" },
    CPU_freq = { value = 3864000000, unit = "Hz", source = tree },
    L1_dlat = { value = 3, unit = "cycles", source = llvm .. ": 2-3" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 10, unit = "cycles", guess = true, source = "Hot Chips 21: 8; rounded up" },
    L3_lat = { value = 30, unit = "cycles", guess = true,
      source = "Hot Chips 21: 25 in the own region; rounded up" },
    Mem_lat = { value = 120, unit = "ns", guess = true, source = "not published" },
    FP_lat = { value = 6, unit = "cycles", source = llvm },
    FP_slow_lat = { value = 44, unit = "cycles", source = llvm .. ": division 33, square root 44" },
    FP_slow_vec_lat = { value = 42, unit = "cycles", source = llvm .. ": VSX 31 and 42" },
    BR_lat = { value = 4, unit = "cycles", source = llvm .. ": 3-4" },
    BR_miss_lat = { value = 20, unit = "cycles", guess = true,
      source = llvm .. " says 16; 20 is the safe side" },
    TLB_lat = { value = 100, unit = "cycles", guess = true, source = "not published" },
    TLB_l2_lat = { value = 20, unit = "cycles", guess = true,
      source = "between POWER8 and POWER9" },
    TLB_worst_lat = { value = 120, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 128, source = tree .. "; " .. redbook },
    l1i = { size = 32 << 10, ways = 4, line = 128, source = tree .. "; " .. redbook },
    l2 = { size = 256 << 10, ways = 8, line = 128, source = tree .. "; " .. redbook },
    l3 = { size = 4 << 20, ways = 8, line = 128,
      source = redbook .. ": the core's own region; the number of ways is an estimate" },
  },

  tlbs = {
    dtlb1 = { entries = 64, page = 65536, source = "commonly quoted size of the ERAT" },
    dtlb2 = { entries = 512, ways = 4, page = 65536, source = tree },
    itlb1 = { entries = 64, page = 65536, source = "commonly quoted size of the ERAT" },
    unified = true,
  },

  frontend = { fetch_bytes = 32, branch_bits = 14,
    source = "eight instructions fetched a cycle; the predictor's size is an estimate" },

  peak = { issue_width = 6, vector_bits = 128, scalar_flops = 4, vector_flops = 8,
    socket_cores = 8, source = llvm .. ": two 128-bit fused multiply-adds a cycle" },

  counters = { programmable = 4,
    source = "libpfm4: PMC1 to PMC4; PMC5 and PMC6 count run instructions and run cycles" },

  natives = {
    -- the kernel puts these on PMC6 and PMC5, whatever counter the code names
    ["PM_RUN_CYC"] = { raw = 0x600f4, papi = "PAPI_TOT_CYC", perf = "cycles", fixed = true },
    ["PM_RUN_INST_CMPL"] = { raw = 0x500fa, perf = "instructions", fixed = true },
    ["PM_LD_REF_L1"] = power(0xc880),
    ["PM_ST_FIN"] = power(0x200f0),
    ["PM_INST_FROM_L1"] = power(0x4080),
    ["PM_LD_MISS_L1"] = power(0x400f0),
    ["PM_L1_ICACHE_MISS"] = power(0x200fc),
    ["PM_DATA_FROM_L2MISS"] = power(0x200fe),
    ["PM_INST_FROM_L2MISS"] = power(0x44048),
    ["PM_DTLB_MISS"] = power(0x300fc),
    ["PM_ITLB_MISS"] = power(0x400fc),
    ["PM_BRU_FIN"] = power(0x10068, { perf = "branches" }),
    ["PM_BR_MPRED"] = power(0x400f6, { perf = "branch-misses" }),
    ["PM_FLOP"] = power(0x100f4),
  },

  events = {
    TOT_CYC = "PM_RUN_CYC",
    TOT_INS = "PM_RUN_INST_CMPL",
    L1_DCA = { native = { "PM_LD_REF_L1", "PM_ST_FIN" } },
    LD_INS = "PM_LD_REF_L1",
    ST_INS = "PM_ST_FIN",
    L1_ICA = { native = "PM_INST_FROM_L1", note = "fetch groups that hit the L1 cache" },
    L2_DCA = { native = "PM_LD_MISS_L1", note = "loads only" },
    L2_ICA = "PM_L1_ICACHE_MISS",
    L2_DCM = { native = "PM_DATA_FROM_L2MISS", note = "loads only" },
    L2_ICM = "PM_INST_FROM_L2MISS",
    TLB_DM = "PM_DTLB_MISS",
    TLB_IM = "PM_ITLB_MISS",
    BR_INS = "PM_BRU_FIN",
    BR_MSP = "PM_BR_MPRED",
    FP_INS = { native = "PM_FLOP", note = "counts results: a packed operation more than once" },
  },

  missing = {
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
