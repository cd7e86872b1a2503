-- Any x86-64 processor: each latency is at least that of the known ones, each cache and
-- TLB at most theirs, so that bounds stay bounds.

local envelope = "safe envelope of the x86-64 machines known here"
local perf = "events that the Linux kernel defines for every processor"

local function guess(value, unit)
  return { value = value, unit = unit or "cycles", source = envelope, guess = true }
end

return {
  name = "generic_x86_64",
  title = "any x86-64 processor (estimates)",
  isa = "x86_64",
  host = {}, -- taken when nothing else fits

  parameters = {
    CPI_threshold = guess(0.5, "cycles/instruction"),
    CPU_freq = guess(3000000000, "Hz"),
    L1_dlat = guess(8),
    L1_ilat = guess(2),
    L2_lat = guess(20),
    L3_lat = guess(130),
    Mem_lat = guess(200, "ns"),
    FP_lat = guess(5),
    FP_slow_lat = guess(40),
    FP_slow_vec_lat = guess(40),
    BR_lat = guess(2),
    BR_miss_lat = guess(28),
    TLB_lat = guess(150),
    TLB_l2_lat = guess(10),
    TLB_worst_lat = guess(200, "ns"),
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 64, source = envelope },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = envelope },
    l2 = { size = 512 << 10, ways = 8, line = 64, source = envelope },
    l3 = { size = 8 << 20, ways = 16, line = 64, shared_by = 4, source = envelope },
  },

  tlbs = {
    dtlb1 = { entries = 64, ways = 4, page = 4096, source = envelope },
    dtlb2 = { entries = 1024, ways = 8, page = 4096, source = envelope },
    itlb1 = { entries = 64, ways = 8, page = 4096, source = envelope },
    unified = true,
  },

  frontend = { fetch_bytes = 16, branch_bits = 14, source = envelope },

  peak = { vector_bits = 256, scalar_flops = 4, vector_flops = 16,
    source = envelope .. ": two 256-bit fused multiply-adds a cycle" },

  counters = { programmable = 4, watchdog = true,
    source = "every x86-64 server processor of the last ten years has four or more" },

  natives = {
    ["perf::CYCLES"] = { papi = "PAPI_TOT_CYC", perf = "cycles" },
    ["perf::INSTRUCTIONS"] = { papi = "PAPI_TOT_INS", perf = "instructions" },
    ["perf::BRANCHES"] = { papi = "PAPI_BR_INS", perf = "branches" },
    ["perf::BRANCH-MISSES"] = { papi = "PAPI_BR_MSP", perf = "branch-misses" },
    ["perf::L1-DCACHE-LOADS"] = { perf = "L1-dcache-loads" },
    ["perf::L1-DCACHE-LOAD-MISSES"] = { perf = "L1-dcache-load-misses" },
    ["perf::DTLB-LOAD-MISSES"] = { perf = "dTLB-load-misses" },
    ["perf::ITLB-LOAD-MISSES"] = { perf = "iTLB-load-misses" },
  },

  events = {
    TOT_CYC = "perf::CYCLES",
    TOT_INS = "perf::INSTRUCTIONS",
    BR_INS = "perf::BRANCHES",
    BR_MSP = "perf::BRANCH-MISSES",
    L1_DCA = { native = "perf::L1-DCACHE-LOADS", note = "loads only" },
    L2_DCA = { native = "perf::L1-DCACHE-LOAD-MISSES", note = "loads that missed L1; " .. perf },
    TLB_DM = { native = "perf::DTLB-LOAD-MISSES",
      note = "loads only; may include hits of the second-level TLB" },
    TLB_IM = { native = "perf::ITLB-LOAD-MISSES",
      note = "may include hits of the second-level TLB" },
  },

  missing = {
    L2_DCM = "no event that all processors share",
    L1_ICA = "no event that all processors share",
    L2_ICA = "no event that all processors share",
    L2_ICM = "no event that all processors share",
    FP_INS = "no event that all processors share",
    FAD_INS = "no event that all processors share",
    FML_INS = "no event that all processors share",
  },
}
