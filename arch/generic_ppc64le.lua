-- Any 64-bit POWER processor: each latency is at least that of the known ones, each cache
-- and TLB at most theirs, so that bounds stay bounds.

local envelope = "safe envelope of POWER7 to POWER10"

local function guess(value, unit)
  return { value = value, unit = unit or "cycles", source = envelope, guess = true }
end

return {
  name = "generic_ppc64le",
  title = "any 64-bit POWER processor (estimates)",
  isa = "ppc64le",
  host = {}, -- taken when nothing else fits

  parameters = {
    CPI_threshold = guess(0.5, "cycles/instruction"),
    CPU_freq = guess(3500000000, "Hz"),
    L1_dlat = guess(6),
    L1_ilat = guess(2),
    L2_lat = guess(17),
    L3_lat = guess(190),
    Mem_lat = guess(130, "ns"),
    FP_lat = guess(7),
    FP_slow_lat = guess(44),
    FP_slow_vec_lat = guess(44),
    BR_lat = guess(5),
    BR_miss_lat = guess(20),
    TLB_lat = guess(100),
    TLB_l2_lat = guess(25),
    TLB_worst_lat = guess(130, "ns"),
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 128, source = envelope },
    l1i = { size = 32 << 10, ways = 8, line = 128, source = envelope },
    l2 = { size = 512 << 10, ways = 8, line = 128, source = envelope },
    l3 = { size = 8 << 20, ways = 8, line = 128, source = envelope },
  },

  tlbs = {
    dtlb1 = { entries = 64, page = 65536, source = envelope },
    dtlb2 = { entries = 1024, ways = 4, page = 65536, source = envelope },
    itlb1 = { entries = 64, page = 65536, source = envelope },
    unified = true,
  },

  frontend = { fetch_bytes = 32, branch_bits = 14,
    source = envelope .. ": eight instructions fetched a cycle" },

  peak = { vector_bits = 128, scalar_flops = 4, vector_flops = 8, source = envelope },

  -- the rest of the model is that of model.lua
  model = {
    numbers = {
      decode_width = { value = 6, source = envelope, guess = true },
      decode_bytes = { value = 32, source = envelope, guess = true },
      op_cache = { value = 0, source = envelope .. ": none", guess = true },
      dispatch_width = { value = 6, source = envelope, guess = true },
      prefetch_next = { value = 0, source = envelope .. ": streams only", guess = true },
      prefetch_stride = { value = 0, source = envelope .. ": streams only", guess = true },
      walkers = { value = 1, source = envelope, guess = true },
    },
  },

  counters = { programmable = 4,
    source = "libpfm4: PMC1 to PMC4; PMC5 and PMC6 count run instructions and run cycles" },

  natives = {
    ["perf::CYCLES"] = { papi = "PAPI_TOT_CYC", perf = "cycles", fixed = true },
    ["perf::INSTRUCTIONS"] = { papi = "PAPI_TOT_INS", perf = "instructions", fixed = true },
    ["perf::BRANCHES"] = { perf = "branches" },
    ["perf::BRANCH-MISSES"] = { perf = "branch-misses" },
  },

  events = {
    TOT_CYC = "perf::CYCLES",
    TOT_INS = "perf::INSTRUCTIONS",
    BR_INS = "perf::BRANCHES",
    BR_MSP = "perf::BRANCH-MISSES",
  },

  missing = {
    L1_DCA = "no event that all processors share",
    L2_DCA = "no event that all processors share",
    L2_DCM = "no event that all processors share",
    L1_ICA = "no event that all processors share",
    L2_ICA = "no event that all processors share",
    L2_ICM = "no event that all processors share",
    TLB_DM = "no event that all processors share",
    TLB_IM = "no event that all processors share",
    FP_INS = "no event that all processors share",
    FAD_INS = "no event that all processors share",
    FML_INS = "no event that all processors share",
  },
}
