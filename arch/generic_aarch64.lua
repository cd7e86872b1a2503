-- Any 64-bit Arm processor: each latency is at least that of the known ones, each cache
-- and TLB at most theirs, so that bounds stay bounds.

local envelope = "safe envelope of the Arm machines known here"
local common = "events that the Arm architecture defines for every processor"

local function guess(value, unit)
  return { value = value, unit = unit or "cycles", source = envelope, guess = true }
end

return {
  name = "generic_aarch64",
  title = "any 64-bit Arm processor (estimates)",
  isa = "aarch64",
  host = {}, -- taken when nothing else fits

  parameters = {
    CPI_threshold = guess(0.5, "cycles/instruction"),
    CPU_freq = guess(2500000000, "Hz"),
    L1_dlat = guess(11),
    L1_ilat = guess(2),
    L2_lat = guess(56),
    L3_lat = guess(135),
    Mem_lat = guess(210, "ns"),
    FP_lat = guess(9),
    FP_slow_lat = guess(43),
    FP_slow_vec_lat = guess(154),
    BR_lat = guess(4),
    BR_miss_lat = guess(30),
    TLB_lat = guess(155),
    TLB_l2_lat = guess(20),
    TLB_worst_lat = guess(210, "ns"),
  },

  caches = {
    l1d = { size = 32 << 10, ways = 4, line = 64, source = envelope },
    l1i = { size = 32 << 10, ways = 4, line = 64, source = envelope },
    l2 = { size = 512 << 10, ways = 8, line = 64, source = envelope },
    l3 = { size = 8 << 20, ways = 16, line = 64, shared_by = 4, source = envelope },
  },

  tlbs = {
    dtlb1 = { entries = 32, page = 4096, source = envelope },
    dtlb2 = { entries = 1024, ways = 4, page = 4096, source = envelope },
    itlb1 = { entries = 32, page = 4096, source = envelope },
    unified = true,
  },

  frontend = { fetch_bytes = 16, branch_bits = 11, source = envelope },

  peak = { vector_bits = 128, scalar_flops = 4, vector_flops = 8,
    source = envelope .. ": two 128-bit fused multiply-adds a cycle" },

  -- the rest of the model is that of model.lua
  model = {
    numbers = {
      op_cache = { value = 0, source = envelope .. ": some have none", guess = true },
      walkers = { value = 1, source = envelope, guess = true },
    },
  },

  counters = { programmable = 4,
    source = "server processors have six or eight; four is the safe side" },

  natives = {
    -- codes checked against the kernel's common-and-microarch.json (Linux 6.12) and Arm's
    -- own list of common events (ARM-software/data, pmu/common_armv8.json)
    ["perf::CYCLES"] = { papi = "PAPI_TOT_CYC", perf = "cycles", raw = 0x11, fixed = true },
    ["perf::INSTRUCTIONS"] = { papi = "PAPI_TOT_INS", perf = "instructions", raw = 0x08 },
    ["perf_raw::r04"] = { raw = 0x04 },
    ["perf_raw::r14"] = { raw = 0x14 },
    ["perf_raw::r01"] = { raw = 0x01 },
    ["perf_raw::r16"] = { raw = 0x16 },
    ["perf_raw::r17"] = { raw = 0x17 },
    ["perf::BRANCH-MISSES"] = { perf = "branch-misses", raw = 0x10 },
  },

  events = {
    TOT_CYC = "perf::CYCLES",
    TOT_INS = "perf::INSTRUCTIONS",
    L1_DCA = { native = "perf_raw::r04", note = common .. ": L1D_CACHE" },
    L1_ICA = { native = "perf_raw::r14", note = common .. ": L1I_CACHE" },
    L2_ICA = { native = "perf_raw::r01", note = common .. ": L1I_CACHE_REFILL" },
    L2_DCA = { native = "perf_raw::r16",
      note = common .. ": L2D_CACHE, instruction fetches are among them" },
    L2_DCM = { native = "perf_raw::r17",
      note = common .. ": L2D_CACHE_REFILL, instruction fetches are among them" },
    BR_MSP = "perf::BRANCH-MISSES",
  },

  missing = {
    L2_ICM = "no event that all processors share",
    TLB_DM = "no event that all processors share",
    TLB_IM = "no event that all processors share",
    BR_INS = "no event that all processors share",
    FP_INS = "no event that all processors share",
    FAD_INS = "no event that all processors share",
    FML_INS = "no event that all processors share",
  },
}
