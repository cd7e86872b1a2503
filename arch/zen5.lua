-- AMD Zen 5 (EPYC 9005 "Turin", Ryzen 9000).

local sog = "AMD Software Optimization Guide for Zen 5 (58455)"
local chased = "measured on an EPYC 9005 guest: pointer chase and dependent chains"
local measured = "micro-benchmarks on an EPYC 9005 (virtual machine, 4.0 GHz, November 2026)"
local review = "jia.je review of Zen 5, which quotes the guide and measures"
local cpuid = "CPUID of an EPYC 9005"
local chips = "Chips and Cheese, EPYC 9355P and 9575F"

local llvm = "LLVM, X86ScheduleZnver5.td, which quotes the guide"
local osaca = "OSACA zen5 model"
local quoted = "commonly quoted; its source was not seen"

local alu = { "alu0", "alu1", "alu2", "alu3", "alu4", "alu5" }
local fp_all = { "fp0", "fp1", "fp2", "fp3" }
local fp_mul = { "fp0", "fp1" }
local fp_add = { "fp2", "fp3" }
local loads = { "agu0", "agu1", "agu2", "agu3" }

return {
  inherits = "zen4",
  name = "zen5",
  title = "AMD Zen 5 (EPYC 9005 Turin, Ryzen 9000)",
  isa = "x86_64",

  host = {
    { vendor = "AuthenticAMD", family = 26, model = { 2, 17, 68 } },
    { vendor = "AuthenticAMD", family = 26, weak = 100,
      note = "is taken for a Zen 5 server core by its family" },
  },

  parameters = {
    CPI_threshold = { value = 0.25, unit = "cycles/instruction", guess = true,
      source = "two of eight dispatched operations per cycle, as the paper's 0.5 for three" },
    CPU_freq = { value = 2700000000, unit = "Hz", source = "EPYC 9755 base clock (boost 4.1 GHz)" },
    L1_dlat = { value = 8, unit = "cycles",
      source = sog .. " sec. 2.6.2: 4-5 integer, 7-8 floating point" },
    L1_ilat = { value = 2, unit = "cycles", guess = true,
      source = "not published; fetches run ahead on prediction, so the paper's 2 is on the safe side" },
    L2_lat = { value = 15, unit = "cycles", source = sog .. ": 14 or more; 13-14 measured" },
    L3_lat = { value = 55, unit = "cycles", source = chased .. ": 47-55" },
    Mem_lat = { value = 140, unit = "ns", source = chips .. ": about 130 ns near, under 140 far" },
    FP_lat = { value = 4, unit = "cycles", source = measured .. ": add 3, multiply 3, fused 4" },
    FP_slow_lat = { value = 23, unit = "cycles",
      source = "OSACA zen5: division 13, square root 20-23; 13 and 20 measured" },
    FP_slow_vec_lat = { value = 23, unit = "cycles", source = "OSACA zen5: the same at 512 bits" },
    BR_lat = { value = 2, unit = "cycles", guess = true,
      source = "predicted branches take 1; 2 is the safe side" },
    BR_miss_lat = { value = 28, unit = "cycles",
      source = chased .. ": 25-28 with the load before; " .. sog .. " sec. 2.8: 12-18" },
    TLB_lat = { value = 100, unit = "cycles", guess = true,
      source = "page walk that hits the L3 cache; 99-128 measured in a guest" },
    TLB_l2_lat = { value = 7, unit = "cycles", source = review .. ": 4 becomes 11" },
    TLB_worst_lat = { value = 140, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l1d = { size = 48 << 10, ways = 12, line = 64, source = sog .. "; " .. cpuid },
    l1i = { size = 32 << 10, ways = 8, line = 64, source = sog .. "; " .. cpuid },
    l2 = { size = 1 << 20, ways = 16, line = 64, hashed = 6, source = sog .. "; " .. cpuid .. "; sets by "
      .. measured .. ": of lines 256 bytes apart 4,096 stay, 512 bytes 2,048, and 1, 2, 4 and 8 KiB 1,024" },
    l3 = { size = 32 << 20, ways = 16, line = 64, shared_by = 8, source = cpuid },
  },

  tlbs = {
    dtlb1 = { entries = 96, page = 4096, source = sog },
    dtlb2 = { entries = 4096, ways = 16, page = 4096, source = sog },
    itlb1 = { entries = 64, page = 4096, source = sog },
    itlb2 = { entries = 2048, ways = 8, page = 4096, source = sog },
  },

  frontend = { fetch_bytes = 32, branch_bits = 19, target_history = 16, target_bits = 10,
    source = sog .. ": two fetch pipes of 32 bytes; the predictor by " .. measured .. ": of one branch with a "
      .. "pattern of random outcomes 16,384 are remembered, of 32,768 nine in ten, of 65,536 none; of one jump's "
      .. "pattern of eight targets 1,024 are remembered, of 2,048 six in ten, of 4,096 a third" },

  peak = { issue_width = 8, vector_bits = 512, compiled_bits = 512, scalar_flops = 4, vector_flops = 32,
    core_bytes_per_s = 24e9, socket_bytes_per_s = 576e9, socket_cores = 128,
    source = review .. ": two 512-bit fused multiply-adds; twelve channels of DDR5-6000; "
      .. "one core's 24 GB/s measured; GCC 12 and Clang 14 make vectors of 512 bits with -march=native" },

  model = {
    numbers = {
      decode_width = of(4, review .. ": four for a thread; " .. measured .. ": 64 KB of NOPs, 4.0 a cycle"),
      decode_bytes = of(16, review .. ": 16 sustained"),
      op_cache = of(6144, llvm .. ": 64 sets, 16 ways, 6 instructions; " .. measured
        .. ": 5,120 instructions in a row come 8 a cycle, of 6,144 4.8, of 8,192 3"),
      op_cache_entry = of(6, llvm .. "; " .. measured .. ": 1,000 lines with 5 operations each take 1.06 cycles, 1,200 2.0"),
      op_cache_width = of(12, review .. ": two entries of 6; " .. measured .. ": loops of 12 operations 1.5 cycles, of 13 3"),
      op_cache_apart = of(1, measured .. ": 1,024 lines with 5 operations each, twice what L1I "
        .. "holds, take 1.1 cycles each"),
      op_cache_turn = of(2, measured .. ": loops in one line: 3 cycles with 13 to 24 operations, "
        .. "5 with 25 to 36, 7 with 37 to 48, with 12 1.5; lines that follow without a branch "
        .. "take 2.3 with 16"),
      taken_branch = of(0.5, measured .. ": 64 to 1,024 jumps 16 bytes apart, 0.52 to 0.59 each"),
      branch_far = of(2, measured .. ": calls of an empty function 4.0, 1 GB away or further 6.2 "
        .. "to 7.2; by way of a jump 5.0 and 6.9"),
      call_return = of(2, measured .. ": calls of an empty function, 4.0 each"),
      fetch_window = of(0, measured .. ": eight operations over two lines around and around, one "
        .. "cycle; jumps 64 bytes apart 0.59 each"),
      btb = of(1024, measured .. ": so many jumps 16 bytes apart take 0.59 cycles each, 1,280 one"),
      btb_miss = of(0.5, measured .. ": 1,280 to 2,048 jumps take 1.0 each, 4,096 to 32,768 1.4 "
        .. "to 2.2 with what their lines take"),
      btb_all = of(36000, measured .. ": 32,768 jumps in a row take 1.5 cycles each, 40,000 14.6"),
      btb_unknown = of(14, measured .. ": 49,152 to 65,536 jumps in a row 17 to 19 cycles each"),
      mispredict = of(18, measured .. ": random branches on registers, with nothing, with 20 "
        .. "additions and after products, 11 to 14 cycles an outcome; 17 and 19 do nearly as "
        .. "well"),
      dispatch_width = of(8, llvm .. "; " .. measured .. ": NOPs, 8.0 a cycle"),
      retire_width = of(8, llvm),
      wide_passes = of(1, sog .. ": units of 512 bits on server cores"),
      window_hold = of(13, measured .. ": loads of 2 MB in any order, beside each 16 to 64 "
        .. "exclusive ors 8.2 to 22.8 cycles, moves 4.2 to 11.5, additions of vectors 4.3 to 16"),
      fp_add_next = of(2, measured .. ": chains of ADDSD, ADDPD and 512 bits 2.0; after other "
        .. "operations or before them an addition takes 3"),
      rob = of(448, llvm .. "; " .. measured .. ": two loads from memory part at 444 moves or NOPs between them"),
      registers = of(204, measured .. ": so many exclusive ors, LEA or loads between two loads "
        .. "from memory do not part them; 212 do"),
      registers_fp = of(448, measured .. ": no fewer vector additions than the reorder buffer "
        .. "holds do, 440, nor of 512 bits"),
      scheduler = of(88, measured .. ": operations that wait for a load from memory: 80 of "
        .. "integers do not part it from the next one, 90 do, 58 loads, 110 of both in turn; with "
        .. "loads that wait in a queue of their own more than 170 in all"),
      scheduler_fp = of(165, measured .. ": 160 vector additions that wait for it, 170 do"),
      queue_fp = of(105, measured .. ": 60 products that wait for a chain of sums do not hold it up, 80 do for 11 cycles, 190 for 65"),
      load_queue = of(408, measured .. ": 408 FP loads between two loads from memory, 412 part "
        .. "them; integer ones as many as registers"),
      store_queue = of(104, llvm .. "; " .. measured .. ": 100 stores, 104 do"),
      load_indexed = of(1, measured .. ": chains of loads, 5.0 with a factor or a displacement "
        .. "beside an index, else 4.0"),
      load_extended = of(1, measured .. ": chains of MOVSXD, MOVSX 5.0, MOV, MOVZX 4.0"),
      select_joint = of(2, measured .. ": a comparison and CMOVG or CMOVL that wait for each other 3.0 "
        .. "cycles, CMOVB or CMOVS 2.0; eight CMOVcc of L, LE, G, GE, A or BE 4.3, of other conditions 2.5"),
      store_forward = of(8, review .. "; " .. measured .. ": of 64 to 256 bits through a vector register, 9 with "
        .. "the store, of 512 11, of a byte 7"),
      store_forward_fail = of(13, measured .. ": 64 bits where the last 8 to 32 were stored, 14.0 with the store; "
        .. review .. ": 14-15"),
      store_predict = of(0, measured .. ": a stored integer loaded again through another "
        .. "register, two a cycle; bytes and FP, 7 and 9"),
      store_rename = of(0, measured .. ": stores and loads of one place, PUSH and POP, two pairs a cycle"),
      store_commit = of(1, measured .. ": a store to each line of 16 KB, 1.04; to the same eight "
        .. "lines again and again 0.5, of 512 bits 1.0"),
      store_line = of(2, measured .. ": two stores to each line of 16 KB take 1.0 for both"),
      store_lines = of(8, measured .. ": stores to 3 and 4 rows in turn, two a cycle, 6 to 8 rows "
        .. "1.4 to 1.6; to 8 lines again and again two, to 16 one"),
      line_split = of(2, measured .. ": chains of loads over two lines 7.0, else 5.0; of vectors "
        .. "one a cycle, integers two, stores one"),
      l1_misses = of(46, measured .. ": lines of 128 MB in any order, one in 13.5 cycles with 620 "
        .. "each"),
      waiting_loads = of(60, measured .. ": 16, 20, 24, 32 and 48 lines of one set of L1 again and again "
        .. "take 1.9, 2.5, 2.9, 4.3 and 5.1 cycles each, so that of lines that come one in 7.5 62, 60, 62, 56 and 70 "
        .. "loads are served together; eight loads of each line, in any order, from L3 7.1; one of memory takes 10 "
        .. "by itself, 64 beside seven from L2"),
      l2_misses = of(107, measured .. ": rows of 128 MB read at 1.44 ns a line, with 154 ns each, "
        .. "have as many in flight"),
      l2_latency = of(14, chased .. ": 13-14; " .. measured .. ": lines of 256 KB in any order, 14.0"),
      l3_latency = of(51, chased .. ": 47-55; " .. measured .. ": lines of 2 to 8 MB in any order, 46 to 55"),
      memory_latency = { value = 130, unit = "ns", source = chips .. ": about 130 ns near" },
      l1_set = of(7.5, measured .. ": 100 to 512 lines 4 or 8 KiB apart, in any order 6.8 to 7.6 each, one "
        .. "after the other 7.6 to 7.9"),
      l1_set_far = of(26, measured .. ": 2,048 to 16,384 lines 4 or 8 KiB apart, from L3 or from memory, "
        .. "24 to 28 each in any order, one after the other 33 to 35"),
      l2_line = of(1, measured .. ": rows of 256 and 512 KB, 1.02 cycles for a line"),
      l3_line = of(2.2, measured .. ": rows of 2 to 4 MB, 2.0 to 2.5 cycles for a line, copied "
        .. "2.2 for each, two added up to a third 2.2"),
      code_line_jump = of(2, measured .. ": 2,048 to 8,192 lines with four additions and a jump "
        .. "to the next, 2.1 to 2.6"),
      code_line = of(4.4, measured .. ": 256 and 512 KB of instructions of 8 bytes without a "
        .. "branch, 14.5 bytes a cycle"),
      code_line_far = of(7.7, measured .. ": the same of 1.25 to 4 MB, 7.1 to 8.1 cycles for 64 bytes"),
      memory_line = { value = 1.45, unit = "ns", source = measured .. ": rows of 128 MB, 1.44 ns for a line" },
      memory_write = of(2, measured .. ": a line of rows that are written 7.2 and 9.2 cycles, "
        .. "only read 5.8 and 6.6"),
      tlb2_hit = of(7, review .. ": 4 becomes 11; " .. measured .. ": a line of each of 110 to 400 pages, 11.0"),
      tlb2_code = of(1.7, measured .. ": a jump in each of 128 and 256 pages, 1.7 and 1.9 cycles, of "
        .. "3,072 13.5"),
      walk = guess(20, "upper levels are cached"),
      walk_nested = of(34, measured .. ": a line of each of 6,049 pages, 62 cycles, less two "
        .. "accesses to L2"),
      walkers = of(6, measured .. ": a line of each of 6,000 pages, 7.1 cycles where none waits "
        .. "for another, 57 where each does"),
      gather_passes = of(3, measured .. ": 2, 4 and 8 elements in 3.0, 6.1 and 12.0; of AVX-512 8 "
        .. "and 16 in 14.5 and 19.9"),
      string_start = of(10, measured .. ": MOVSB of up to 120 bytes 10.4, STOSB 7, STOSQ 15"),
      string_long = of(21, measured .. ": of 128 bytes 33 to 35, of 1 KB 43 to 52"),
      string_bytes = of(42, measured .. ": 4 to 16 KB, 40 bytes a cycle"),
      prefetch_next = of(1, sog .. ": L1 region, stride and stream prefetchers"),
      prefetch_stride = guess(64, sog .. " names the prefetcher, not its size"),
      prefetch_next_into = of(2, measured .. ": the second of two lines at random places costs 60 "
        .. "to 90 cycles from memory, but nothing is saved where both are in L2"),
      prefetch_next_learns = of(1, measured .. ": of two lines at random places the second costs "
        .. "as little, whichever of them comes first"),
      prefetch_stream_near = of(8, measured .. ": lines in a row of up to 48 streams, up or down, "
        .. "take L1's latency from L2"),
      prefetch_stride_reach = of(4 << 20, measured .. ": chains of loads 64 bytes to 16 KB apart "
        .. "take 4.0 to 5.4 cycles from L2; runs of sixteen loads from memory up to 2.4 MB apart, "
        .. "three tenths of its latency"),
      prefetch_stride_far = of(8, measured .. ": runs of 3, 8, 16, 32 and 64 loads from memory, 4 "
        .. "KB apart, take 2.2, 3.6, 4.9, 6.2 and 9.1 times its latency"),
      prefetch_stride_page = of(1 << 30, measured .. ": 128 KB apart as well, sixteen to each "
        .. "huge page"),
      prefetch_translates = of(1, measured .. ": chains of loads 1,088 and 16,448 bytes apart "
        .. "take 4.2 and 5.4 cycles from L2 in small pages as in large ones, rows from L3 and "
        .. "written ones as long"),
      prefetch_stride_ahead = guess(8, sog .. " names the prefetcher, not its distance"),
      prefetch_streams = of(44, measured .. ": streams in memory, in any order, take 6.4 cycles a "
        .. "line with 24, 8.9 with 44, more with 56"),
      prefetch_ahead = guess(107, "what l2_misses leaves; not published"),
      prefetch_page = of(2 << 20, measured .. ": rows in large pages are read at 5.8 cycles a "
        .. "line, in small ones at 6.7"),
    },
    pipes = { source = llvm, names = { "alu0", "alu1", "alu2", "alu3", "alu4", "alu5", "agu0",
      "agu1", "agu2", "agu3", "fp0", "fp1", "fp2", "fp3", "fp4", "fp5" } },
    ops = {
      int = op(1, alu, llvm .. "; " .. measured .. ": ADD, CMP, POPCNT six a cycle"),
      int_shift = op(1, { "alu1", "alu2", "alu3" }, measured .. ": eight shifts or rotations in "
        .. "2.7; with three products beside each three 1.6; which pipes is a guess"),
      int_select = op(1, { "alu0", "alu1", "alu2", "alu3" }, measured .. ": SETcc and CMOVcc of "
        .. "equal, carry, sign six a cycle, of less, greater, above 2.3; four is between them"),
      int_address = op(2, { "alu1", "alu2" }, measured .. ": a chain of LEA 2.0 each, beside each "
        .. "other two a cycle; which pipes is a guess"),
      int_mul = op(3, { "alu0", "alu1", "alu2" }, llvm .. "; " .. measured .. ": eight in 2.7"),
      int_div = op(11, { "alu3" }, measured .. ": 10 with a quotient of 8 bits, 11 of 16, 13 of "
        .. "31; one in 6", 6),
      int_div_wide = op(13, { "alu3" }, measured .. ": 10 to 16, with half of the bits 13; one in "
        .. "7, of 62 bits 9", 7),
      branch = op(1, { "alu3", "alu4", "alu5" }, llvm .. "; " .. measured .. ": eight that are "
        .. "not taken in 2.9"),
      vec_int = op(2, fp_all, measured .. ": chains of PADDD, PXOR 2.0; four a cycle"),
      vec_shift = op(2, fp_add, measured .. ": chains of PSLLD 2.0; two a cycle, as many fewer FP "
        .. "additions beside them"),
      vec_shuffle = op(2, fp_all, measured .. ": chains of PSHUFB, SHUFPD 2.0, across 128 bits 3, "
        .. "512 5; PSHUFD, UNPCKLPD, SHUFPS, VPERMILPD four a cycle, PSHUFB and those across 128 "
        .. "bits two"),
      vec_int_mul = op(3, fp_mul, measured .. ": PMULLD, PMULUDQ, PMULLW two a cycle, as many "
        .. "fewer FP products beside them"),
      vec_to_int = op(2, { "fp4", "fp5" }, measured .. ": CVTTSD2SI takes 5 after a load, MOVQ "
        .. "2; two a cycle"),
      int_to_vec = op(5, { "fp4" }, measured .. ": CVTSI2SD takes 8 where a load of vectors takes "
        .. "7, MOVQ 7; one a cycle"),
      fp_add = op(3, fp_add, measured .. ": as in fp_add_next; two a cycle at all widths"),
      fp_mul = op(3, fp_mul, measured .. ": chains 3.0; two a cycle at all widths"),
      fp_fma = op(4, fp_mul, measured .. ": chains 4.0; eight in 4.3"),
      fp_div = op(13, { "fp1" }, measured .. ": chains 13.0; one in 4.0 at all widths", 4),
      fp_div_float = op(10, { "fp1" }, measured .. ": chains 10.0; one in 2.5 at all widths", 2.5),
      fp_div_packed = op(13, { "fp1" }, measured .. ": the same at all widths", 4),
      fp_div_packed_float = op(10, { "fp1" }, measured .. ": the same at all widths", 2.5),
      fp_sqrt = op(20, { "fp1" }, measured .. ": with a product 23.0; one in 7.5 at all widths", 7.5),
      fp_sqrt_float = op(14, { "fp1" }, measured .. ": with a product 17.0; one in 4.5 at all "
        .. "widths", 4.5),
      fp_sqrt_packed = op(20, { "fp1" }, measured .. ": the same at all widths", 7.5),
      fp_sqrt_packed_float = op(14, { "fp1" }, measured .. ": the same at all widths", 4.5),
      fp_compare = op(2, fp_add, measured .. ": chains of MAXSD, CMPSD 2.0; two a cycle, as many "
        .. "fewer additions beside them"),
      fp_convert = op(3, fp_add, measured .. ": CVTDQ2PS and back 6.0; two a cycle, as many fewer "
        .. "additions beside them"),
      fp_stack = op(6, { "fp0" }, measured .. ": chains 6.0; six beside each other one a cycle"),
      fp_slow = op(64, fp_mul, measured .. ": F2XM1, FYL2X 64, FPTAN 101, FCOS 139, FPATAN 197, "
        .. "FPREM 21; how many at once is a guess", 60),
      load = op(4, loads, measured .. ": chains 4.0; four a cycle, loads and stores together too"),
      load_vec = op(7, { "agu2", "agu3" }, llvm .. "; " .. measured .. ": two a cycle"),
      load_wide = op(7, { "agu2", "agu3" }, llvm .. "; " .. measured .. ": two a cycle, of 512 "
        .. "bits too"),
      store = op(1, { "agu0", "agu1" }, llvm .. "; " .. measured .. ": two a cycle"),
      store_vec = op(1, { "agu0", "agu1" }, measured .. ": two a cycle"),
      store_wide = op(1, { "agu0", "agu1" }, measured .. ": two a cycle of 256 bits; rows copied "
        .. "1.4 cycles a line, changed 1.1, one added to another 2.1"),
      atomic = op(20, { "alu0" }, measured .. ": LOCK ADD, XCHG, LOCK CMPXCHG 20.0, also to other "
        .. "lines", 20),
      control_read = op(21, alu, measured .. ": with a load of what it stored, as all do, 14 without; 16 additions"
        .. " take two more, 32 products 4 more, chains of them go on"),
      serialise = op(38, alu, measured .. ": RDTSC 38, LFENCE 12, MFENCE 76", 38),
    },
  },

  counters = { programmable = 6, watchdog = true, source = "libpfm4 amd64_fam1ah_zen5: six" },

  natives = {
    -- codes checked against the kernel's tools/perf/pmu-events (Linux 6.12, amdzen5)
    -- and libpfm4 (2024-10, amd64_fam1ah_zen5)
    -- the upper half of the mask chooses the type here, 0 is all of them
    ["RETIRED_SSE_AVX_FLOPS:ANY"] = { raw = 0x0f03, width = 2 },
    ["REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:LS_RD_BLK_C_S:CHANGE_TO_X"] = false,
    ["REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:LS_RD_BLK_C_S"] = { raw = 0xe060 },
    ["OPS_SOURCE_DISPATCHED_FROM_DECODER:DECODER:OPCACHE:LOOP_BUFFER"] = false,
    ["perf_raw::r07aa"] = { raw = 0x7aa }, -- any source, of which libpfm4 names two
    ["RESYNCS"] = false,
    ["BP_REDIRECTS:RESYNC"] = { raw = 0x19f },
    ["CYCLES_NO_RETIRE:NOT_COMPLETE_LOAD_AND_ALU"] = false,
    ["CYCLES_NO_RETIRE:NOT_COMPLETE_MISSING_LOAD"] = false,
  },

  events = {
    L2_DCA = "REQUESTS_TO_L2_GROUP1:RD_BLK_L:RD_BLK_X:LS_RD_BLK_C_S",
    SLOTS_ISSUED = "perf_raw::r07aa",
    RESTARTS = "BP_REDIRECTS:RESYNC",
  },

  missing = {
    NO_RETIRE = "public lists differ on the masks of the event",
    NO_RETIRE_LOAD = "public lists differ on the masks of the event",
  },

  -- As Zen 4, with eight places a cycle; what waits for loads is not told.
  account = {
    source = "AMD's pipeline utilization, by the kernel's tools/perf/pmu-events (amdzen5)",
    note = "the places that another thread of the core takes are among other causes",
    parts = {
      { part = "useful", formula = "SLOTS_USEFUL / 8" },
      { part = "frontend", formula = "SLOTS_FRONT / 8" },
      { part = "speculation", formula = "(SLOTS_ISSUED - SLOTS_USEFUL) / 8", parts = {
        { part = "mispredicted", formula = "whole * BR_MSP / (BR_MSP + RESTARTS)" },
        { part = "other" },
      } },
      { part = "backend", formula = "SLOTS_BACK / 8" },
      { part = "other" },
    },
  },
}
