-- Intel Xeon Scalable, fourth and fifth generation (Sapphire Rapids, Emerald Rapids).

local llvm = "LLVM scheduling model of Sapphire Rapids"
local osaca = "OSACA spr model"
local chips = "Chips and Cheese, A peek at Sapphire Rapids"
local cove = "jia.je review of Golden Cove, which quotes Intel and measures"
local cpuid = "CPUID of a Xeon Max 9460"

local low = { 0, 1, 2, 3 } -- counters of the memory and front-end events

local quoted = "commonly quoted; its source was not seen"

local alu = { "p0", "p1", "p5", "p6", "p10" }
local fp_both = { "p0", "p1" }
local fp_all = { "p0", "p1", "p5" }
local fp_add = { "p1", "p5" }
local loads = { "load2", "load3", "load11" }
local stores = { "store4", "store9" }

local top_down = "Yasin, A top-down method for performance analysis (ISPASS 2014), with the "
  .. "formulas of the kernel's tools/perf/pmu-events (sapphirerapids metrics, tma_...)"

return {
  inherits = "icelake_sp",
  name = "sapphire_rapids",
  title = "Intel Xeon Scalable, Sapphire Rapids and Emerald Rapids",

  host = {
    { vendor = "GenuineIntel", family = 6, model = { 143, 207 } },
    { vendor = "GenuineIntel", family = 6, model = { 173, 174 },
      note = "(Granite Rapids) is taken for Sapphire Rapids, its nearest relative here" },
    { vendor = "GenuineIntel", family = 6, flags = { "avx512bw", "amx_tile" }, weak = 300,
      note = "is not known, but has AMX: it is taken for Sapphire Rapids" },
  },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six instructions per cycle" },
    CPU_freq = { value = 2000000000, unit = "Hz",
      source = "Platinum 8480+ base clock (boost 3.8 GHz)" },
    L1_dlat = { value = 8, unit = "cycles", source = cove .. ": 5 integer, 7-8 vector; " .. llvm },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 16, unit = "cycles", source = chips },
    L3_lat = { value = 33, unit = "ns", source = chips .. ": 33 ns with 2 MiB pages" },
    Mem_lat = { value = 120, unit = "ns", source = chips .. ": 107 ns; rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = llvm .. "; " .. osaca .. ": add 3, others 4" },
    FP_slow_lat = { value = 21, unit = "cycles", guess = true,
      source = llvm .. ": division 14; square root as Ice Lake" },
    FP_slow_vec_lat = { value = 32, unit = "cycles", guess = true,
      source = osaca .. ": 512-bit division 23; square root as Ice Lake" },
    BR_lat = { value = 2, unit = "cycles", guess = true,
      source = "predicted branches take 1; 2 is the safe side" },
    BR_miss_lat = { value = 25, unit = "cycles", guess = true,
      source = llvm .. ": 14, Intel states 17; with the load before" },
    TLB_lat = { value = 145, unit = "cycles", guess = true,
      source = "page walk that hits the L3 cache" },
    TLB_l2_lat = { value = 7, unit = "cycles", source = cove .. ": 5 becomes 12; " .. chips },
    TLB_worst_lat = { value = 120, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 48 << 10, ways = 12, line = 64, source = cpuid },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = cpuid },
    l2 = { size = 2 << 20, ways = 16, line = 64, source = cpuid },
    l3 = { size = 60 << 20, ways = 15, line = 64, shared_by = 32,
      source = cpuid .. ": 1.875 MiB and 15 ways per core; here those of 32 cores" },
  },

  tlbs = {
    dtlb1 = { entries = 64, ways = 4, page = 4096,
      source = cpuid .. " (96 6-way documented and measured: " .. cove .. ")" },
    dtlb2 = { entries = 2048, ways = 16, page = 4096,
      source = cpuid .. ": two of 1024 entries and 8 ways" },
    itlb1 = { entries = 256, ways = 8, page = 4096, source = cpuid },
    unified = true,
  },

  frontend = { fetch_bytes = 32, branch_bits = 16,
    source = cove .. ": 32 bytes fetched a cycle; the predictor's kind and size are estimates" },

  peak = { issue_width = 6, vector_bits = 512, scalar_flops = 4, vector_flops = 32,
    socket_bytes_per_s = 307.2e9, socket_cores = 56,
    source = chips .. ": two 512-bit fused multiply-adds; eight channels of DDR5-4800" },

  model = {
    numbers = {
      decode_width = guess(6, quoted),
      decode_bytes = of(32, cove),
      op_cache = of(4096, cove),
      op_cache_entry = of(8, cove),
      op_cache_width = of(8, cove),
      op_cache_apart = guess(0, "as Skylake"),
      taken_branch = guess(1, quoted),
      btb = guess(5120, quoted .. ": 128 without a bubble, 5 K with one"),
      btb_miss = guess(2, quoted .. ": a third level of 12 K"),
      btb_all = guess(12288, quoted .. ": a third level of 12 K"),
      btb_unknown = guess(8, "not published"),
      mispredict = of(17, "Intel states 17; " .. llvm .. ": 14"),
      dispatch_width = of(6, cove),
      retire_width = guess(8, quoted),
      rob = of(512, llvm),
      registers = guess(264, quoted .. ": 280, 16 of them the program's"),
      registers_fp = guess(316, quoted .. ": 332, 16 of them the program's"),
      scheduler = guess(205, quoted .. ": 97, and 70 for loads and 38 for stores"),
      scheduler_fp = guess(0, quoted .. ": with the integer ones"),
      queue_fp = of(0, "no scheduler of their own"),
      load_queue = guess(192, quoted),
      store_queue = guess(114, quoted),
      select_joint = guess(1, "as Ice Lake"),
      store_forward = of(5, cove),
      store_forward_fail = of(19, cove),
      store_commit = of(0.5, cove .. ": two a cycle"),
      store_line = guess(1, "not published"),
      line_split = guess(1, "not published"),
      l1_misses = guess(16, quoted .. ": sixteen line fill buffers"),
      l2_misses = guess(48, quoted),
      l2_latency = of(16, chips),
      l3_latency = { value = 33, unit = "ns", source = chips .. ": 33 ns with 2 MiB pages" },
      memory_latency = { value = 107, unit = "ns", source = chips },
      l2_line = guess(1.33, "as Skylake"),
      l3_line = guess(6, "as Skylake"),
      code_line_jump = guess(1.33, "as one after the other"),
      code_line = guess(1.33, "as lines of data from L2"),
      code_line_far = guess(0, "as from L2: nothing else is known"),
      waiting_loads = guess(0, "no limit is known"),
      memory_line = { value = 4.9, unit = "ns", guess = true,
        source = "some 13 GB/s for one core" },
      tlb2_hit = of(7, cove .. ": 5 becomes 12"),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(20, "upper levels are cached"),
      walkers = guess(4, quoted),
      prefetch_next = guess(1, "as Skylake"),
      prefetch_stride = guess(256, "as Skylake"),
      prefetch_stride_ahead = guess(1, "as Skylake"),
      prefetch_stride_reach = guess(2048, "as Skylake"),
      prefetch_streams = guess(32, "as Skylake"),
      prefetch_ahead = guess(20, "as Skylake"),
    },
    pipes = { source = llvm .. "; " .. cove, names = { "p0", "p1", "p5", "p6", "p10", "load2",
      "load3", "load11", "store4", "store9" } },
    ops = {
      int = op(1, alu, llvm),
      int_shift = op(1, { "p0", "p6" }, llvm),
      int_select = op(1, { "p0", "p6" }, llvm),
      int_address = guessed(2, { "p1" }, "not published"),
      int_mul = op(3, { "p1" }, llvm),
      int_div = op(15, { "p1" }, llvm .. "; throughput as Ice Lake", 6),
      int_div_wide = op(18, { "p1" }, llvm .. "; throughput as Ice Lake", 10),
      branch = op(1, { "p0", "p6" }, llvm),
      vec_int = op(1, fp_all, llvm),
      vec_shift = op(1, fp_both, llvm),
      vec_shuffle = op(1, { "p1", "p5" }, llvm),
      vec_int_mul = op(10, fp_both, llvm .. ": two operations", 2),
      vec_to_int = op(3, { "p0" }, llvm),
      int_to_vec = op(3, { "p5" }, llvm),
      fp_add = op(3, fp_add, llvm .. "; " .. osaca),
      fp_mul = op(4, fp_both, llvm .. "; " .. osaca),
      fp_fma = op(4, fp_both, llvm .. "; " .. osaca),
      fp_div = op(14, { "p0" }, osaca, 4),
      fp_div_float = op(11, { "p0" }, llvm .. "; throughput as Ice Lake", 3),
      fp_div_packed = op(14, { "p0" }, osaca, 8),
      fp_div_packed_float = op(11, { "p0" }, llvm .. "; throughput as Ice Lake", 5),
      fp_sqrt = op(18, { "p0" }, llvm .. "; " .. osaca .. ": one in 6", 6),
      fp_sqrt_float = op(12, { "p0" }, llvm .. "; throughput as Ice Lake", 3),
      fp_sqrt_packed = op(18, { "p0" }, llvm .. "; throughput as Ice Lake", 12),
      fp_sqrt_packed_float = op(12, { "p0" }, llvm .. "; throughput as Ice Lake", 6),
      fp_compare = op(4, fp_both, llvm),
      fp_convert = op(7, fp_both, llvm),
      fp_stack = guessed(4, { "p0", "p5" }, "as Skylake"),
      fp_slow = guessed(80, { "p0" }, "as Skylake", 60),
      load = op(5, loads, llvm .. "; " .. cove),
      load_vec = op(7, loads, llvm),
      load_wide = op(8, loads, llvm),
      store = op(1, stores, cove .. ": two a cycle"),
      store_vec = op(1, stores, cove .. ": two a cycle"),
      store_wide = op(1, stores, cove .. ": two a cycle"),
      atomic = guessed(18, { "p0" }, "as Skylake", 18),
      control_read = guessed(1, alu, "llvm-mca 19: one a cycle"),
      serialise = guessed(33, alu, "as Skylake", 33),
    },
  },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, sapphirerapids)
    -- and libpfm4 (2024-10, spr)
    ["DTLB_LOAD_MISSES:WALK_COMPLETED"] = intel(0x12, 0x0e, { counters = low }),
    ["DTLB_STORE_MISSES:WALK_COMPLETED"] = intel(0x13, 0x0e, { counters = low }),
    ["DTLB_LOAD_MISSES:STLB_HIT"] = intel(0x12, 0x20, { counters = low }),
    ["DTLB_STORE_MISSES:STLB_HIT"] = intel(0x13, 0x20, { counters = low }),
    ["ITLB_MISSES:WALK_COMPLETED"] = intel(0x11, 0x0e, { counters = low }),
    ["ITLB_MISSES:STLB_HIT"] = intel(0x11, 0x20, { counters = low }),
    ["ARITH:DIVIDER_ACTIVE"] = intel(0xb0, 0x09, {}, 1),
    ["ARITH:FPDIV_ACTIVE"] = intel(0xb0, 0x01, {}, 1),
    ["ICACHE_64B:IFTAG_HIT"] = false,
    ["ICACHE_64B:IFTAG_MISS"] = false,
    ["ICACHE_64B:IFTAG_STALL"] = false,
    ["CYCLE_ACTIVITY:STALLS_MEM_ANY"] = false,
    ["CYCLE_ACTIVITY:STALLS_L1D_MISS"] = false,
    ["CYCLE_ACTIVITY:STALLS_L2_MISS"] = false,
    ["CYCLE_ACTIVITY:STALLS_L3_MISS"] = false,
    ["OFFCORE_REQUESTS_OUTSTANDING:ALL_DATA_RD:c=4"] = false,
    ["perf_raw::r10a4"] = intel(0xa4, 0x10), -- libpfm4 gives MEMORY_BOUND_SLOTS no event code
    ["MEMORY_ACTIVITY:STALLS_L1D_MISS"] = intel(0x47, 0x03, { counters = low }, 3),
    ["MEMORY_ACTIVITY:STALLS_L2_MISS"] = intel(0x47, 0x05, { counters = low }, 5),
    ["MEMORY_ACTIVITY:STALLS_L3_MISS"] = intel(0x47, 0x09, { counters = low }, 9),
    ["DTLB_LOAD_MISSES:WALK_ACTIVE"] = intel(0x12, 0x10, { counters = low }, 1),
    ["ICACHE_TAG:STALLS"] = intel(0x83, 0x04, { counters = low }),
    ["OFFCORE_REQUESTS_OUTSTANDING:CYCLES_WITH_DATA_RD"] = intel(0x20, 0x08, { counters = low }, 1),
    ["OFFCORE_REQUESTS_OUTSTANDING:DATA_RD:c=4"] = intel(0x20, 0x08, { counters = low }, 4),
  },

  events = {
    FP_DIV_CYC = "ARITH:FPDIV_ACTIVE",
    SLOTS_MEMORY = "perf_raw::r10a4",
    IDLE_L1_MISS = "MEMORY_ACTIVITY:STALLS_L1D_MISS",
    IDLE_L2_MISS = "MEMORY_ACTIVITY:STALLS_L2_MISS",
    IDLE_L3_MISS = "MEMORY_ACTIVITY:STALLS_L3_MISS",
    CODE_WALK_CYC = "ICACHE_TAG:STALLS",
    MANY_READS_CYC = "OFFCORE_REQUESTS_OUTSTANDING:DATA_RD:c=4",
  },

  -- As on Ice Lake, with slots for what waits for memory.
  account = {
    source = top_down,
    note = "a page walk is charged where a load waits in L1 for it",
    parts = {
      { part = "useful", formula = "SLOTS_USEFUL / SLOTS * TOT_CYC" },
      { part = "frontend", formula = "SLOTS_FRONT / SLOTS * TOT_CYC", parts = intel_account.code_walks },
      { part = "backend", formula = "SLOTS_BACK / SLOTS * TOT_CYC", parts = {
        { part = "data_stores", formula = "SLOTS_MEMORY / SLOTS * TOT_CYC", parts = {
          { part = "stores", formula = "IDLE_STORES" },
          { part = "memory", formula = "IDLE_L3_MISS", parts = intel_account.many_reads },
          { part = "l2_l3", formula = "IDLE_L1_MISS - IDLE_L3_MISS", parts = {
            { part = "l3", formula = "IDLE_L2_MISS - IDLE_L3_MISS" },
            { part = "l2" },
          } },
          { part = "l1_translation", parts = {
            { part = "data_tlb", formula = "WALK_CYC" },
            { part = "l1" },
          } },
        } },
        { part = "execution" },
      } },
      { part = "speculation", parts = intel_account.restarts },
    },
  },

  missing = {
    IDLE_LOAD = "the slots that memory keeps empty are counted instead",
    L1_ICA = "the processor counts the stalls of its instruction cache, not its accesses",
  },
}
