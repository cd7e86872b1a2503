-- Arm Neoverse V2 (AWS Graviton4; NVIDIA's Grace has a file of its own).

local llvm = "LLVM scheduling model of Neoverse V2, after Arm's optimization guide"
local review = "jia.je review of Neoverse V2, which quotes the TRM and measures"
local chips = "Chips and Cheese, Neoverse V2 in Graviton4"

return {
  inherits = "neoverse_v1",
  name = "neoverse_v2",
  title = "Arm Neoverse V2 (Graviton4)",
  host = { { implementer = 0x41, part = 0xd4f } },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six instructions per cycle" },
    CPU_freq = { value = 2800000000, unit = "Hz", source = chips .. " (2.7 GHz with two sockets)" },
    L1_dlat = { value = 6, unit = "cycles", source = llvm .. ": 4 integer, 6 floating point, SVE" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 11, unit = "cycles",
      source = review .. ": 10 documented; " .. chips .. ": 11" },
    L3_lat = { value = 25, unit = "ns", source = chips .. ": 68 cycles, 25 ns" },
    Mem_lat = { value = 120, unit = "ns", source = chips .. ": 114 ns near; rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = llvm .. ": add 2, multiply 3, fused 4" },
    FP_slow_lat = { value = 16, unit = "cycles", source = llvm .. ": division 15, square root 16" },
    FP_slow_vec_lat = { value = 16, unit = "cycles", source = llvm .. ": vector the same" },
    BR_lat = { value = 1, unit = "cycles", source = llvm },
    BR_miss_lat = { value = 16, unit = "cycles", guess = true,
      source = llvm .. " says 10; 16 is the safe side" },
    TLB_lat = { value = 90, unit = "cycles", guess = true,
      source = "page walk that hits the system cache" },
    TLB_l2_lat = { value = 6, unit = "cycles", source = review .. ": 6 documented, 5 measured" },
    TLB_worst_lat = { value = 120, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 64 << 10, ways = 4, line = 64, source = review },
    l1i = { size = 64 << 10, ways = 4, line = 64, source = review },
    l2 = { size = 2 << 20, ways = 8, line = 64, source = review .. "; " .. chips },
    l3 = { size = 32 << 20, ways = 16, line = 64, shared_by = 96,
      source = chips .. ": 36 MiB; rounded down, the number of ways is an estimate" },
  },

  tlbs = {
    dtlb1 = { entries = 48, page = 4096, source = review },
    dtlb2 = { entries = 2048, ways = 8, page = 4096, source = review },
    itlb1 = { entries = 48, page = 4096, source = review },
    unified = true,
  },

  peak = { issue_width = 6, vector_bits = 128, scalar_flops = 8, vector_flops = 16,
    core_bytes_per_s = 37e9, socket_bytes_per_s = 537.6e9, socket_cores = 96,
    source = review .. ": four 128-bit pipes; Arm learning path: 37 GB/s for one core; "
      .. "twelve channels of DDR5-5600" },

  natives = {
    ["BR_RETIRED"] = { raw = 0x21, papi = "PAPI_BR_INS", perf = "branches" },
    ["BR_MIS_PRED_RETIRED"] = { raw = 0x22, papi = "PAPI_BR_MSP", perf = "branch-misses" },
    ["L2D_CACHE"] = { raw = 0x16, papi = "PAPI_L2_DCA" },
    ["FP_HP_SPEC"] = { raw = 0x8014 },
    ["FP_SP_SPEC"] = { raw = 0x8018 },
    ["FP_DP_SPEC"] = { raw = 0x801c },
  },

  events = {
    FP_INS = { native = { "FP_SP_SPEC", "FP_DP_SPEC", "FP_HP_SPEC" },
      note = "wrong paths included; a packed operation counts once" },
    FLOPS = { native = { "FP_SCALE_OPS_SPEC", "FP_FIXED_OPS_SPEC" },
      note = "SVE registers have 128 bits" },
  },
}
