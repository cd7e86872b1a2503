-- IBM POWER10.

local llvm = "LLVM scheduling model of POWER10"
local talk = "IBM, POWER10 at Hot Chips 32"
local text = "public descriptions of POWER10"

local function power(code, more)
  local native = more or {}
  local pmc = code >> 16 & 0xf
  native.raw = code
  if pmc >= 1 and pmc <= 4 then native.counters = { pmc - 1 } end
  return native
end

return {
  inherits = "power9",
  name = "power10",
  title = "IBM POWER10",
  isa = "ppc64le",
  host = { { cpu = "POWER10" },
    { cpu = "Power11", note = "is taken for POWER10, its nearest relative here" } },

  parameters = {
    CPI_threshold = { value = 0.25, unit = "cycles/instruction", guess = true,
      source = "half of the eight instructions per cycle" },
    CPU_freq = { value = 4000000000, unit = "Hz", source = talk .. ": 4 GHz and more" },
    L1_dlat = { value = 6, unit = "cycles", source = llvm },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 14, unit = "cycles", guess = true, source = talk .. ": 13.5" },
    L3_lat = { value = 30, unit = "cycles", guess = true, source = talk .. ": 27.5, own region" },
    Mem_lat = { value = 130, unit = "ns", guess = true,
      source = "not published; " .. talk .. ": under 10 ns more than direct DDR" },
    FP_lat = { value = 7, unit = "cycles", source = llvm .. ": 5 when forwarded" },
    FP_slow_lat = { value = 36, unit = "cycles", source = llvm .. ": division 27, square root 36" },
    FP_slow_vec_lat = { value = 36, unit = "cycles", source = llvm },
    BR_lat = { value = 2, unit = "cycles", source = llvm },
    BR_miss_lat = { value = 20, unit = "cycles", guess = true,
      source = "not published; as POWER9" },
    TLB_lat = { value = 100, unit = "cycles", guess = true, source = "not published" },
    TLB_l2_lat = { value = 9, unit = "cycles", guess = true, source = talk .. ": 8.5" },
    TLB_worst_lat = { value = 130, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 128, source = text },
    l1i = { size = 48 << 10, ways = 6, line = 128, source = text },
    l2 = { size = 2 << 20, ways = 8, line = 128, shared_by = 2,
      source = talk .. ": for an SMT8 core; the number of ways is an estimate" },
    l3 = { size = 8 << 20, ways = 16, line = 128, shared_by = 2,
      source = talk .. ": an SMT8 core's own region; the number of ways is an estimate" },
  },

  tlbs = {
    dtlb1 = { entries = 64, page = 65536, source = "not published; the safe side" },
    dtlb2 = { entries = 4096, ways = 4, page = 65536, source = talk .. ": 4 times POWER9's" },
    itlb1 = { entries = 64, page = 65536, source = "not published; the safe side" },
    unified = true,
  },

  peak = { issue_width = 8, vector_bits = 128, scalar_flops = 8, vector_flops = 16,
    socket_bytes_per_s = 409e9, socket_cores = 30,
    source = talk .. ": twice POWER9 for each SMT4 half; 16 channels of buffered DDR4" },

  natives = {
    -- run cycles and run instructions by code: libpfm4's PM_RUN_CYC would take PMC2
    ["perf_raw::r600f4"] = { raw = 0x600f4, perf = "cycles", fixed = true },
    ["perf_raw::r500fa"] = { raw = 0x500fa, perf = "instructions", fixed = true },
    ["PM_DATA_FROM_L2MISS"] = { raw = 0x3c0000001c040, counters = { 0 } },
    ["PM_INST_FROM_L2MISS"] = { raw = 0x380000001c040, counters = { 0 }, papi = "PAPI_L2_ICM" },
    ["PM_BR_FIN"] = power(0x10068),
    ["PM_FLOP_CMPL"] = power(0x100f4, { papi = "PAPI_FP_INS" }),
    ["PM_BR_CMPL"] = power(0x4d05e, { papi = "PAPI_BR_INS", perf = "branches" }),
  },

  events = {
    TOT_CYC = "perf_raw::r600f4",
    TOT_INS = "perf_raw::r500fa",
    BR_INS = "PM_BR_FIN", -- PM_BR_CMPL shares its counter with the mispredictions
  },
}
