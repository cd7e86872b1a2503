-- AMD Zen 4 (EPYC 9004 "Genoa", "Bergamo").

local sog = "AMD Software Optimization Guide for Zen 4 (57647)"
local osaca = "OSACA zen4 model"
local cpuid = "CPUID of an EPYC 9654"
local chips = "Chips and Cheese, Genoa-X"

-- Event 0x0a counts operations of one type; scalar and vector ones apart
local function ops(umask)
  return { raw = 0x0a | umask << 8 }
end

local function flops(umask)
  return { raw = 0x03 | umask << 8, width = 2 }
end

-- the natives of an operation, scalar and vector
local function both(operation)
  return { native = { "RETIRED_FP_OPS_BY_TYPE:SCALAR_" .. operation,
                      "RETIRED_FP_OPS_BY_TYPE:VECTOR_" .. operation } }
end

local measured = "micro-benchmarks on an EPYC 9004 (virtual machine, 3.6 GHz)"
local llvm = "LLVM 19, scheduling model of Zen 4, after the optimization guide"
local quoted = "commonly quoted; its source was not seen"

local alu = { "alu0", "alu1", "alu2", "alu3" }
local fp_all = { "fp0", "fp1", "fp2", "fp3" }
local fp_mul = { "fp0", "fp1" }
local fp_add = { "fp2", "fp3" }

return {
  inherits = "zen3",
  name = "zen4",
  title = "AMD Zen 4 (EPYC 9004 Genoa and Bergamo)",

  host = {
    { vendor = "AuthenticAMD", family = 25,
      model_range = { 0x10, 0x1f, 0x60, 0xaf } },
    { vendor = "AuthenticAMD", family = 25, flags = "avx512f", weak = 100,
      note = "is taken for Zen 4 by its family and AVX-512" },
  },

  parameters = {
    CPI_threshold = { value = 0.33, unit = "cycles/instruction", guess = true,
      source = "half of the six dispatched operations per cycle" },
    CPU_freq = { value = 2400000000, unit = "Hz", source = "EPYC 9654 base clock (boost 3.7 GHz)" },
    L1_dlat = { value = 8, unit = "cycles",
      source = sog .. " sec. 2.6.2 and 2.12: 4-5 integer, 7-8 floating point" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 14, unit = "cycles", source = "AMD launch table" },
    L3_lat = { value = 54, unit = "cycles", source = "AMD launch table: 50; V-Cache adds 4" },
    Mem_lat = { value = 120, unit = "ns",
      source = chips .. " and Graviton 4 articles: 107-114 ns, rounded up" },
    FP_lat = { value = 4, unit = "cycles", source = osaca .. ": add 3, multiply 3, fused 4" },
    FP_slow_lat = { value = 21, unit = "cycles",
      source = osaca .. ": division 13, square root 21" },
    FP_slow_vec_lat = { value = 21, unit = "cycles", source = osaca .. ": the same at all widths" },
    BR_lat = { value = 2, unit = "cycles", guess = true,
      source = "predicted branches take 1; 2 is the safe side" },
    BR_miss_lat = { value = 25, unit = "cycles", guess = true,
      source = sog .. " sec. 2.8: 11-18; plus the load before, by what Zen 5 showed" },
    TLB_lat = { value = 75, unit = "cycles", guess = true,
      source = "page walk that hits the L3 cache" },
    TLB_l2_lat = { value = 7, unit = "cycles", source = chips },
    TLB_worst_lat = { value = 120, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 32 << 10, ways = 8, line = 64, source = cpuid },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = cpuid },
    l2 = { size = 1 << 20, ways = 8, line = 64, source = cpuid },
    l3 = { size = 32 << 20, ways = 16, line = 64, shared_by = 8, source = cpuid },
  },

  tlbs = {
    dtlb1 = { entries = 72, page = 4096, source = cpuid },
    dtlb2 = { entries = 3072, ways = 12, page = 4096,
      source = cpuid .. ": 3072 entries, skewed; 12 ways so that the sets are a power of two" },
    itlb1 = { entries = 64, page = 4096, source = cpuid },
    itlb2 = { entries = 512, ways = 4, page = 4096, source = cpuid },
  },

  frontend = { fetch_bytes = 32, branch_bits = 20, target_history = 6, target_bits = 6,
    source = "the fetch window as Zen 2's; the predictor by " .. measured .. ": of one branch with a " ..
      "pattern of random outcomes 32,768 are remembered, of 65,536 nine in ten; of one jump's pattern of eight "
      .. "targets 64 are remembered four in five, of 256 two in five, of eight jumps' 16 nine in ten, 64 one in seven" },

  peak = { issue_width = 6, vector_bits = 512, scalar_flops = 4, vector_flops = 16,
    core_bytes_per_s = 37e9, socket_bytes_per_s = 460.8e9, socket_cores = 96,
    source = sog .. ": 512-bit operations take the 256-bit units twice; " .. chips
      .. ": 37 GB/s for one core; twelve channels of DDR5-4800" },

  model = {
    numbers = {
      decode_width = of(4, sog),
      decode_bytes = of(32, sog .. ": two 16-byte windows"),
      op_cache = guess(6912, quoted .. ": 6.75 K"),
      op_cache_entry = guess(8, "as Zen 3"),
      op_cache_width = guess(9, quoted .. ": 9 a cycle"),
      op_cache_apart = of(1, measured .. ": 512 lines with 8 operations each, 192 bytes apart, take 1.3 cycles each"),
      op_cache_turn = guess(0, "not looked for"),
      taken_branch = of(1, sog .. ": no bubble from the first-level BTB"),
      branch_far = of(4, measured .. ": calls of an empty function by way of a jump take 5.9 cycles, 9.9 "
        .. "where it lies 64 GB away or further; called itself, 5.0 and 7.9"),
      call_return = of(2, measured .. ": calls of an empty function, 4.0 each"),
      fetch_window = of(64, measured
        .. ": a loop takes as many cycles as it has lines of code, at least"),
      btb = of(3072, measured .. ": so many jumps 16 bytes apart take 1.4 cycles each, 2,048 one"),
      btb_miss = of(2, measured .. ": 6,000 to 8,192 jumps take 2.1 to 2.8 cycles each"),
      btb_all = of(8192, measured .. ": so many jumps in a row take 2.4 cycles each, 16,384 take 14.6"),
      btb_unknown = of(13, measured .. ": jumps in a row 14.6 cycles each, in any order 26 from L2"),
      mispredict = of(17, measured .. ": random branches on registers, 17.5; " .. sog
        .. " sec. 2.8: 11 to 18, commonly 13"),
      dispatch_width = of(6, llvm),
      retire_width = of(8, sog),
      fp_add_next = of(0, llvm .. "; " .. osaca .. ": as others"),
      rob = of(320, llvm),
      window_hold = of(16, measured .. ": loads of 2 MB in any order, beside each 16 to 64 additions of"
        .. " vectors, of integers, or moves: with 200, 152 registers and the reorder buffer's 320"),
      registers = of(200, measured
        .. ": so many exclusive ors between two loads from memory do not part them; " .. llvm .. ": 224"),
      registers_fp = of(152, measured .. ": so many vector additions; " .. llvm .. ": 192"),
      scheduler = of(96, llvm .. ": four of 24"),
      scheduler_fp = of(128, llvm .. ": two of 32, and 64 that wait before them"),
      queue_fp = of(64, llvm .. ": as there"),
      wide_passes = of(2, sog .. ": 512-bit operations take the 256-bit units twice"),
      load_queue = of(192, measured .. ": so many loads from L1, and as many as registers; " .. quoted .. ": 88 that wait"),
      store_queue = of(64, llvm),
      load_indexed = of(1, measured .. ": chains of loads, 5.0 with a factor or a displacement, 4.0 of two registers"),
      load_extended = of(1, measured .. ": chains of MOVSXD 5.0, MOV 4.0"),
      select_joint = of(0, measured .. ": comparisons and CMOVL or CMOVG that wait for each other, 2.0 cycles"),
      store_forward = of(7, measured .. ": through a vector register, 9 with both moves"),
      store_forward_fail = of(17, measured .. ": half of a store, 18.8 with the store"),
      store_predict = of(0, measured .. ": a stored integer loaded again and increased, one a cycle, "
        .. "also through another register; bytes, sign-extended ones and FP, 6 to 9; "
        .. "AMD, Security Analysis of Predictive Store Forwarding (2021)"),
      store_rename = of(0, measured .. ": addition to memory, one a cycle"),
      store_commit = of(1, sog .. "; " .. measured .. ": four stores to as many lines in 3.9"),
      store_line = of(2, measured .. ": four stores to one line in 1.9 cycles"),
      store_lines = of(1, measured .. ": four stores to as many lines, again and again, in 3.9"),
      line_split = of(1, measured .. ": loads over two lines at half the rate, 256 bits one a cycle; "
        .. "stores one in two cycles"),
      gather_passes = of(2, measured .. ": 4, 8 and 16 elements in 4.8, 11.0 and 16.5 cycles"),
      string_start = of(14, measured .. ": MOVS and STOS of up to 128 bytes, 14 to 15 cycles; of STOSB 9"),
      string_long = of(18, measured .. ": of 256 bytes 33 to 37"),
      string_bytes = of(32, measured .. ": 4 to 16 KB, 29 to 32 bytes a cycle"),
      l1_misses = of(18, measured .. ": lines of 64 to 256 MB in any order, one in 29 to 32 cycles with "
        .. "533 to 552 each"),
      l2_misses = of(88, measured
        .. ": rows read at 1.4 ns a line, with a latency of 114 ns, have as many in flight"),
      l2_latency = of(14, "AMD launch table"),
      l3_latency = of(50, "AMD launch table"),
      memory_latency = { value = 114, unit = "ns", source = chips
        .. " and Graviton 4 articles: 107-114 ns" },
      l1_set = of(10.5, measured .. ": lines 4 KiB apart, in any order, from L2 as from L3: one in 10.5"),
      l1_set_far = of(10.5, measured .. ": the same from L3"),
      l2_line = of(2, sog .. ": 32 bytes a cycle"),
      l3_line = of(2.3, measured .. ": rows of 6 MB copied, 4.7 cycles for two lines"),
      code_line_jump = of(2, measured .. ": 64 to 256 KB of lines with a jump to the next one, 2.1 to 2.4"),
      code_line = of(4, measured .. ": 40 to 512 KB of instructions of 7, 8 bytes without a branch, "
        .. "16 bytes a cycle"),
      memory_line = { value = 1.4, unit = "ns", source = measured .. ": a row of doubles added; "
        .. chips .. ": 1.73, 37 GB/s for one core" },
      memory_write = of(0, measured .. ": a line of rows that are written, 7.1 to 9.6 cycles, "
        .. "only read, 6.8 to 10"),
      tlb2_hit = of(7, chips),
      tlb2_code = guess(0, "as for data: nothing else is known"),
      walk = guess(20, "upper levels are cached"),
      walk_nested = of(60, measured .. ": a line of each of 6,144 pages, 89 cycles, "
        .. "less two accesses to L2"),
      walkers = of(6, sog),
      prefetch_next = of(1, sog .. ": L1 region, stride and stream prefetchers"),
      prefetch_stride = guess(64, sog .. " names the prefetcher, not its size"),
      prefetch_next_into = of(2, measured .. ": the second of two lines at random places costs little "
        .. "from memory, but nothing is saved where both are in L2"),
      prefetch_next_learns = of(1, measured .. ": of two lines at random places the second costs little, "
        .. "whichever of them comes first"),
      prefetch_stream_near = of(8, measured .. ": lines in a row of up to 24 streams, up or down, take "
        .. "L1's latency from L2"),
      prefetch_stride_reach = of(4 << 20, measured .. ": chains of loads whose addresses are 64 bytes to "
        .. "16 KB apart take L1's latency from L2, but for the TLB; runs of sixteen loads from memory up to "
        .. "4 MB apart, three tenths of its latency"),
      prefetch_stride_far = of(8, measured .. ": runs of 3, 8, 16, 32 and 64 loads from memory, 4 KB apart, "
        .. "take 2.4, 3.4, 4.5, 6.0 and 9.0 times its latency"),
      prefetch_stride_page = of(1 << 30, measured .. ": 128 KB apart as well, sixteen to each huge page"),
      prefetch_translates = of(0, measured .. ": chains of loads 1,088 bytes and 16 KB apart take 6.6 to 7.1 and 11 "
        .. "to 12 cycles from L2 in small pages"),
      prefetch_stride_ahead = guess(8, sog .. " names the prefetcher, not its distance"),
      prefetch_streams = of(24, measured .. ": so many are followed whole, of 32 a half"),
      prefetch_page = of(2 << 20, measured
        .. ": rows are read at 4.9 cycles a line, with no time for a miss in each small page"),
      prefetch_ahead = guess(64, "what l2_misses leaves; " .. sog .. " names no distance"),
    },
    ops = {
      int = op(1, alu, llvm),
      int_shift = op(1, { "alu1", "alu2" }, llvm .. "; " .. measured .. ": eight shifts or rotations 3.9"),
      int_select = op(1, { "alu0", "alu3" }, llvm .. "; " .. measured .. ": eight CMOVL after a comparison 4.4"),
      int_address = op(2, { "alu0", "alu3" }, measured .. ": a chain of LEA 2.0 each, eight beside each other 4.2; which pipes is a guess"),
      int_mul = op(3, { "alu1" }, llvm),
      int_div = op(11, { "alu2" }, measured .. ": 10 with a quotient of 8 bits, one more for each "
        .. "8 bits more, so with half of the bits 11; one in 6", 6),
      int_div_wide = op(13, { "alu2" }, measured .. ": the same, 10 to 17, with half of the bits 13; "
        .. "one in 7", 7),
      branch = op(1, { "alu0", "branch1" }, llvm),
      vec_int = op(1, fp_all, llvm),
      vec_shift = op(1, { "fp1", "fp2" }, llvm .. "; " .. measured .. ": eight PSLLD 3.9"),
      vec_shuffle = op(1, { "fp1", "fp2", "fp3" }, measured .. ": PSHUFD, UNPCKLPD, SHUFPS, "
        .. "VPERMILPD three a cycle, PSHUFB and those across 128 bits two; the third pipe is a guess"),
      vec_int_mul = op(3, { "fp0", "fp3" }, llvm),
      vec_to_int = guessed(3, { "fp4" }, "as Zen 3 is measured; one a cycle, " .. measured .. ": four MOVQ, COMISD 4.0"),
      int_to_vec = guessed(3, { "fp5" }, "as Zen 3 is measured; one a cycle, " .. measured .. ": four MOVQ 4.0 to 4.6"),
      fp_add = op(3, fp_add, llvm .. "; " .. osaca),
      fp_mul = op(3, fp_mul, llvm .. "; " .. osaca),
      fp_fma = op(4, fp_mul, llvm .. "; " .. osaca),
      fp_div = op(13, { "fp1" }, llvm .. "; " .. osaca .. "; " .. measured .. ": one in 4.2", 4.2),
      fp_div_float = op(11, { "fp1" }, llvm, 3),
      fp_div_packed = op(13, { "fp1" }, llvm .. "; " .. osaca, 5),
      fp_div_packed_float = op(11, { "fp1" }, llvm, 3),
      fp_sqrt = op(21, { "fp1" }, llvm .. "; " .. osaca .. "; " .. measured .. ": one in 8.3", 8.3),
      fp_sqrt_float = op(15, { "fp1" }, llvm, 5),
      fp_sqrt_packed = op(21, { "fp1" }, llvm .. "; " .. measured .. ": one in 8.3", 8.3),
      fp_sqrt_packed_float = op(15, { "fp1" }, llvm, 5),
      fp_compare = op(2, fp_mul, llvm),
      fp_convert = op(3, fp_add, llvm),
      fp_stack = op(7, { "fp0" }, measured .. ": sums of one variable"),
      fp_slow = guessed(60, fp_mul, "as Zen 3: FSIN 50 to 170", 40),
      load = op(4, { "agu0", "agu1", "agu2" }, sog .. " sec. 2.6.2: 4-5; " .. measured
        .. ": loads and stores together, three a cycle"),
      load_vec = op(7, { "agu1", "agu2" }, sog .. " sec. 2.6.2: 7-8"),
      load_wide = op(7, { "agu1", "agu2" }, sog .. " sec. 2.6.2: 7-8"),
      store = op(1, { "agu0", "agu1" }, llvm .. "; " .. measured .. ": two a cycle"),
      store_vec = op(1, { "agu0" }, llvm .. ": one a cycle"),
      store_wide = op(1, { "agu0" }, llvm .. ": one a cycle"),
      atomic = op(7, { "alu0" }, measured .. ": 7.4 cycles", 7),
      control_read = guessed(22, alu, "as Zen 5, where a load of what it stored takes 7 more; llvm-mca 19: one"
        .. " in 15 cycles"),
      serialise = guessed(20, alu, "as Zen 3", 20),
    },
  },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, amdzen4)
    -- and libpfm4 (2024-10, amd64_fam19h_zen4)
    ["RETIRED_SSE_AVX_FLOPS:ANY"] = flops(0x1f), -- bfloat16 too
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_ALL"] = ops(0x0f),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_ALL"] = ops(0xf0),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_ADD"] = ops(0x01),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_ADD"] = ops(0x10),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_SUB"] = ops(0x02),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_SUB"] = ops(0x20),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_MUL"] = ops(0x03),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_MUL"] = ops(0x30),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_MAC"] = ops(0x04),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_MAC"] = ops(0x40),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_DIV"] = ops(0x05),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_DIV"] = ops(0x50),
    ["RETIRED_FP_OPS_BY_TYPE:SCALAR_SQRT"] = ops(0x06),
    ["RETIRED_FP_OPS_BY_TYPE:VECTOR_SQRT"] = ops(0x60),
    ["RETIRED_OPS"] = { raw = 0xc1 },
    ["OPS_SOURCE_DISPATCHED_FROM_DECODER:DECODER:OPCACHE:LOOP_BUFFER"] = { raw = 0x7aa },
    ["DISPATCH_STALLS_1:FE_NO_OPS"] = { raw = 0x1000001a0 },
    ["DISPATCH_STALLS_1:BE_STALLS"] = { raw = 0x100001ea0 },
    ["RESYNCS"] = { raw = 0x96 },
    ["CYCLES_NO_RETIRE:NOT_COMPLETE_LOAD_AND_ALU"] = { raw = 0x2d6 },
    ["CYCLES_NO_RETIRE:NOT_COMPLETE_MISSING_LOAD"] = { raw = 0xa2d6 },
  },

  events = {
    FP_INS = both("ALL"),
    FAD_INS = { native = {
      "RETIRED_FP_OPS_BY_TYPE:SCALAR_ADD", "RETIRED_FP_OPS_BY_TYPE:VECTOR_ADD",
      "RETIRED_FP_OPS_BY_TYPE:SCALAR_SUB", "RETIRED_FP_OPS_BY_TYPE:VECTOR_SUB" } },
    FML_INS = both("MUL"),
    FMA_INS = both("MAC"),
    FDV_INS = both("DIV"),
    FSQ_INS = both("SQRT"),
    FP_PACKED = "RETIRED_FP_OPS_BY_TYPE:VECTOR_ALL",
    SLOTS_USEFUL = "RETIRED_OPS",
    SLOTS_ISSUED = "OPS_SOURCE_DISPATCHED_FROM_DECODER:DECODER:OPCACHE:LOOP_BUFFER",
    SLOTS_FRONT = "DISPATCH_STALLS_1:FE_NO_OPS",
    SLOTS_BACK = "DISPATCH_STALLS_1:BE_STALLS",
    RESTARTS = "RESYNCS",
    NO_RETIRE = "CYCLES_NO_RETIRE:NOT_COMPLETE_LOAD_AND_ALU",
    NO_RETIRE_LOAD = "CYCLES_NO_RETIRE:NOT_COMPLETE_MISSING_LOAD",
  },

  -- Six places a cycle; a wait of the back end is memory's as often as the oldest
  -- operation, when it is not done, is a load.
  account = {
    source = "AMD's pipeline utilization, by the kernel's tools/perf/pmu-events (amdzen4)",
    note = "the places that another thread of the core takes are among other causes",
    parts = {
      { part = "useful", formula = "SLOTS_USEFUL / 6" },
      { part = "frontend", formula = "SLOTS_FRONT / 6" },
      { part = "speculation", formula = "(SLOTS_ISSUED - SLOTS_USEFUL) / 6", parts = {
        { part = "mispredicted", formula = "whole * BR_MSP / (BR_MSP + RESTARTS)" },
        { part = "other" },
      } },
      { part = "backend", formula = "SLOTS_BACK / 6", parts = {
        { part = "data", formula = "whole * NO_RETIRE_LOAD / NO_RETIRE" },
        { part = "execution_stores" },
      } },
      { part = "other" },
    },
  },
}
