-- IBM POWER9 (AC922 "Summit" nodes, Talos II).

local llvm = "LLVM scheduling model of POWER9"
local tree = "firmware device tree of an AC922 (op920 Witherspoon)"
local review = "jia.je review of POWER9, which quotes IBM and measures"
local slide = "derived from IBM's POWER10 talk at Hot Chips 32"

local function power(code, more)
  local native = more or {}
  local pmc = code >> 16 & 0xf
  native.raw = code
  if pmc >= 1 and pmc <= 4 then native.counters = { pmc - 1 } end
  return native
end

return {
  inherits = "power8",
  name = "power9",
  title = "IBM POWER9 (AC922)",
  isa = "ppc64le",
  host = { { cpu = "POWER9" } },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six dispatched instructions per cycle" },
    CPU_freq = { value = 3070000000, unit = "Hz",
      source = "AC922 with 22 cores, as commonly stated" },
    L1_dlat = { value = 5, unit = "cycles", source = llvm .. ": 4, floating point and VSX 5" },
    L1_ilat = { value = 3, unit = "cycles", guess = true,
      source = review .. ": redirects of 1, 3 and 5 cycles, most of them 1 or 3" },
    L2_lat = { value = 16, unit = "cycles", guess = true, source = slide .. ": 15.5" },
    L3_lat = { value = 40, unit = "cycles", guess = true, source = slide .. ": 35.5, own region" },
    Mem_lat = { value = 115, unit = "ns", guess = true,
      source = "not published; POWER8 measured 89-91 ns" },
    FP_lat = { value = 7, unit = "cycles", source = llvm },
    FP_slow_lat = { value = 36, unit = "cycles", source = llvm .. ": division 33, square root 36" },
    FP_slow_vec_lat = { value = 36, unit = "cycles", source = llvm },
    BR_lat = { value = 5, unit = "cycles", source = llvm .. ": 2 or 5" },
    BR_miss_lat = { value = 20, unit = "cycles", guess = true,
      source = llvm .. " says 16; 20 is the safe side" },
    TLB_lat = { value = 100, unit = "cycles", guess = true, source = "not published" },
    TLB_l2_lat = { value = 25, unit = "cycles", source = review .. ": instruction side 25" },
    TLB_worst_lat = { value = 115, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 128, source = tree },
    l1i = { size = 32 << 10, ways = 8, line = 128, source = tree },
    l2 = { size = 512 << 10, ways = 8, line = 128, shared_by = 2, source = tree },
    l3 = { size = 10 << 20, ways = 20, line = 128, shared_by = 2,
      source = review .. ": 20 ways (the device tree says 8)" },
  },

  tlbs = {
    dtlb1 = { entries = 64, page = 65536,
      source = "not published; 256 seen in " .. review .. ", 64 is the safe side" },
    dtlb2 = { entries = 1024, ways = 4, page = 65536, source = tree },
    itlb1 = { entries = 256, page = 65536, source = review },
    unified = true,
  },

  peak = { issue_width = 6, vector_bits = 128, scalar_flops = 8, vector_flops = 8,
    socket_bytes_per_s = 170.6e9, socket_cores = 22,
    source = llvm .. ": four double-precision pipes; eight channels of DDR4-2666" },

  natives = {
    ["PM_LD_REF_L1"] = power(0x100fc),
    ["PM_ST_CMPL"] = power(0x200f0),
    ["PM_BR_CMPL"] = power(0x4d05e, { perf = "branches" }),
    ["PM_FLOP_CMPL"] = power(0x4505e, { papi = "PAPI_FP_INS" }),
  },

  events = {
    L1_DCA = { native = { "PM_LD_REF_L1", "PM_ST_CMPL" } },
    ST_INS = "PM_ST_CMPL",
    FP_INS = { native = "PM_FLOP_CMPL",
      note = "counts results: a packed operation more than once" },
  },
}
