-- Arm Neoverse V1 (AWS Graviton3).

local llvm = "LLVM scheduling model of Neoverse V1, after Arm's optimization guide"
local chips = "Chips and Cheese, Graviton 3: first impressions"

return {
  inherits = "neoverse_n1",
  name = "neoverse_v1",
  title = "Arm Neoverse V1 (Graviton3)",
  host = { { implementer = 0x41, part = 0xd40 } },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six to eight renamed operations per cycle" },
    CPU_freq = { value = 2600000000, unit = "Hz", source = chips },
    L1_dlat = { value = 6, unit = "cycles", source = llvm .. ": 4 integer, 6 vector" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 11, unit = "cycles", guess = true,
      source = chips .. ": two less than N1's 11; kept at 11" },
    L3_lat = { value = 33, unit = "ns", guess = true,
      source = "Chips and Cheese: like Sapphire Rapids' 33 ns" },
    Mem_lat = { value = 125, unit = "ns", source = "Chips and Cheese: 118-120 ns; rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = llvm .. ": add 2, multiply 3, fused 4" },
    FP_slow_lat = { value = 16, unit = "cycles", source = llvm .. ": division 15, square root 16" },
    FP_slow_vec_lat = { value = 20, unit = "cycles", source = llvm .. ": slowest SVE class" },
    BR_lat = { value = 1, unit = "cycles", source = llvm },
    BR_miss_lat = { value = 16, unit = "cycles", guess = true,
      source = llvm .. " says 11; 16 is the safe side" },
    TLB_lat = { value = 110, unit = "cycles", guess = true,
      source = "page walk that hits the system cache" },
    TLB_l2_lat = { value = 6, unit = "cycles", guess = true, source = "as Neoverse V2" },
    TLB_worst_lat = { value = 125, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 64 << 10, ways = 4, line = 64, source = chips .. "; ways as N1" },
    l1i = { size = 64 << 10, ways = 4, line = 64, source = chips .. "; ways as N1" },
    l2 = { size = 1 << 20, ways = 8, line = 64, source = chips },
    l3 = { size = 32 << 20, ways = 16, line = 64, shared_by = 64,
      source = "commonly quoted; the number of ways is an estimate" },
  },

  tlbs = {
    dtlb1 = { entries = 48, page = 4096, source = "not published; as N1 and V2" },
    dtlb2 = { entries = 2048, ways = 8, page = 4096, source = "not published; as V2" },
    itlb1 = { entries = 48, page = 4096, source = "not published; as N1 and V2" },
    unified = true,
  },

  peak = { issue_width = 6, vector_bits = 256, scalar_flops = 8, vector_flops = 16,
    socket_bytes_per_s = 307.2e9, socket_cores = 64,
    source = "WikiChip, Neoverse V1: two 256-bit SVE pipes; eight channels of DDR5-4800" },

  natives = {
    ["FP_SCALE_OPS_SPEC"] = { raw = 0x80c0 },
    ["FP_FIXED_OPS_SPEC"] = { raw = 0x80c1 },
  },

  events = {
    FLOPS = { native = { "FP_SCALE_OPS_SPEC", "FP_FIXED_OPS_SPEC" }, formula = "2 * n1 + n2",
      note = "SVE operations are counted for each 128 bits; registers have 256" },
  },
}
