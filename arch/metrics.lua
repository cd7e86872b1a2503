-- Derived metrics of a whole program, as `perfexpert --summary` shows them, and how each is
-- computed: hpmcount's of the IBM HPM Toolkit, those of Fujitsu's hardware monitor and of
-- LIKWID's groups.  doc/metrics.md sets them side by side.
--
-- Formulas as in lcpi.lua: over events, parameters, other metrics, what is known of the run
-- (WALL_TIME, USER_TIME, SYS_TIME in seconds, PEAK_MEMORY in bytes, THREADS, BUSIEST_CYC)
-- and the machine's constants (L1_line ..., issue_width, vector_flops, socket_bytes_per_s).
-- A machine file changes one in its `metrics`, by id.

local hpm = "IBM HPM Toolkit, hpmcount"
local fujitsu = "Fujitsu profiler guide J2UL-1891, sec. on the hardware monitor"
local hitachi = "Hitachi SR8000 performance monitor"
local likwid = "LIKWID, group "
local inf = math.huge
local any, percent = { 0, inf }, { 0, 100 }

local list = {}
local group

-- range: what a sound measurement can give
local function metric(id, label, unit, range, source, formula, description)
  list[#list + 1] = { group = group, id = id, label = label, unit = unit, range = range,
    source = source, formula = formula, description = description }
end

group = "time"
metric("wall_time", "elapsed time", "s", any, hpm, "WALL_TIME",
  "from start to end of one undisturbed run")
metric("user_time", "user time", "s", any, hpm, "USER_TIME",
  "processor time of the program itself, over all threads")
metric("system_time", "system time", "s", any, hpm, "SYS_TIME",
  "processor time of the operating system on its behalf")
metric("utilisation", "utilisation", "%", any, hpm .. ": utilization rate",
  "100 * USER_TIME / WALL_TIME",
  "user time of the elapsed time; above 100 when several threads run")
metric("system_share", "system share", "%", percent, "getrusage",
  "100 * SYS_TIME / (USER_TIME + SYS_TIME)", "system time of all processor time")
metric("clock", "clock", "MHz", any, likwid .. "CLOCK", "TOT_CYC * 1e-6 / (USER_TIME + SYS_TIME)",
  "cycles for each second of processor time")
metric("peak_memory", "peak memory", "MB", any, "getrusage", "PEAK_MEMORY * 1e-6",
  "largest resident set, in 10^6 bytes")
metric("parallel_efficiency", "parallel efficiency", "%", percent, hitachi .. ": Par.E",
  "100 * TOT_CYC / (THREADS * BUSIEST_CYC)",
  "cycles of the mean thread by those of the busiest one")

group = "performance"
metric("ipc", "instructions per cycle", "instructions/cycle", any, hpm .. "; " .. likwid .. "CPI",
  "TOT_INS / TOT_CYC", "instructions completed in a cycle")
metric("cpi", "cycles per instruction", "cycles/instruction", any, likwid .. "CPI",
  "TOT_CYC / TOT_INS", "cycles that an instruction took, on average")
metric("mips", "MIPS", "10^6 instructions/s", any, hpm .. "; " .. fujitsu,
  "TOT_INS * 1e-6 / WALL_TIME", "instructions in a second of elapsed time")
metric("mips_peak", "of peak instruction rate", "%", percent, fujitsu .. ": MIPS/PEAK",
  "100 * TOT_INS / (TOT_CYC * issue_width)",
  "instructions by the most that the cores could issue while they ran this program")
metric("flop", "floating-point results", "results", any, fujitsu .. ": flop",
  { "FLOPS", "FAD_INS + FML_INS + 2 * FMA_INS + FDV_INS + FSQ_INS",
    "FAD_INS + FML_INS + FDV_INS", "FAD_INS + FML_INS" },
  "computed; where only operations are counted, a packed one counts once")
metric("mflops", "MFLOPS", "10^6 results/s", any, hpm .. ": flop rate; " .. fujitsu,
  "flop * 1e-6 / WALL_TIME", "floating-point results in a second of elapsed time")
metric("mflops_user", "MFLOPS, user time", "10^6 results/s", any, hpm .. ": flops / user time",
  "flop * 1e-6 / USER_TIME", "floating-point results in a second of user time")
metric("mflops_algebraic", "algebraic MFLOPS", "10^6 results/s", any,
  hpm .. ": algebraic flop rate", "(FAD_INS + FML_INS + 2 * FMA_INS) * 1e-6 / WALL_TIME",
  "additions, multiplications and fused ones, which count twice; no divisions")
metric("mflops_weighted", "weighted MFLOPS", "10^6 results/s", any,
  hpm .. ": weighted flop rate, with its example's HPM_DIV_WEIGHT of 5",
  "(flop + 4 * FDV_INS) * 1e-6 / WALL_TIME", "a division counts as five results")
metric("mflops_peak", "of peak MFLOPS", "%", percent, hpm .. ": % of peak; " .. fujitsu,
  "100 * flop / (TOT_CYC * vector_flops)",
  "results by the most that the cores could compute while they ran this program")
metric("flop_per_cycle", "results per cycle", "results/cycle", any, hpm .. ": flips per cycle",
  "flop / TOT_CYC", "floating-point results in a cycle")

group = "instructions"
metric("instructions_per_load", "instructions per load", "instructions/load", any, hpm,
  "TOT_INS / LD_INS", "instructions for each load")
metric("instructions_per_access", "instructions per load or store", "instructions/access", any,
  hpm, { "TOT_INS / (LD_INS + ST_INS)", "TOT_INS / L1_DCA" },
  "instructions for each load or store")
metric("load_share", "loads", "%", percent, likwid .. "DATA", "100 * LD_INS / TOT_INS",
  "loads of all instructions")
metric("store_share", "stores", "%", percent, likwid .. "DATA", "100 * ST_INS / TOT_INS",
  "stores of all instructions")
metric("load_store_ratio", "loads per store", "loads/store", any, likwid .. "DATA",
  "LD_INS / ST_INS", "loads for each store")
metric("access_share", "loads and stores", "%", percent, fujitsu .. ": Load/Store",
  { "100 * (LD_INS + ST_INS) / TOT_INS", "100 * L1_DCA / TOT_INS" },
  "memory instructions of all instructions")
metric("fp_share", "floating-point operations", "%", any, fujitsu .. ": Floating operand",
  "100 * FP_INS / TOT_INS", "for each hundred instructions")
metric("simd_share", "SIMD share", "%", percent, fujitsu .. ": SIMD; " .. likwid .. "FLOPS_DP",
  "100 * FP_PACKED / FP_INS", "packed operations of the floating-point ones")
metric("fma_share", "FMA share", "%", percent, fujitsu .. ": FMA", "100 * FMA_INS / FP_INS",
  "fused multiply-adds of the floating-point operations")
metric("fma_percentage", "results by FMA", "%", percent, hpm .. ": FMA percentage",
  "200 * FMA_INS / (FAD_INS + FML_INS + 2 * FMA_INS)",
  "of the additions and multiplications, those done by fused operations")
metric("divide_share", "divides and roots", "%", percent, likwid .. "DIVIDE",
  { "100 * (FDV_INS + FSQ_INS) / FP_INS", "100 * FDV_INS / FP_INS" },
  "divisions and square roots of the floating-point operations")
metric("computation_intensity", "computation intensity", "results/access", any,
  hpm .. ": computation intensity, here over all loads and stores",
  { "flop / (LD_INS + ST_INS)", "flop / L1_DCA" },
  "floating-point results for each load or store")

group = "caches"
metric("l1d_hit", "L1 data hits", "%", percent, hpm .. ": L1 cache hit rate, mended",
  "100 * (1 - L2_DCA / L1_DCA)", "accesses that the first-level data cache served")
metric("accesses_per_l1_miss", "loads and stores per L1 miss", "accesses/miss", any, hpm,
  "L1_DCA / L2_DCA", "accesses between two that miss the first level")
metric("l1d_miss_rate", "L1 data misses", "per 1000 instructions", any, likwid .. "CACHE",
  "1000 * L2_DCA / TOT_INS", "data accesses that went to the second level")
metric("l1i_hit", "L1 instruction hits", "%", percent, likwid .. "ICACHE",
  "100 * (1 - L2_ICA / L1_ICA)", "fetches that the first-level instruction cache served")
metric("l1i_miss_rate", "L1 instruction misses", "per 1000 instructions", any,
  fujitsu .. ": L1 instruction cache miss", "1000 * L2_ICA / TOT_INS",
  "instruction fetches that went to the second level")
metric("l2_hit", "L2 data hits", "%", percent, likwid .. "L2CACHE",
  "100 * (1 - L2_DCM / L2_DCA)", "data accesses to the second level that it served")
metric("l2_miss_rate", "L2 data misses", "per 1000 instructions", any, likwid .. "L2CACHE",
  "1000 * L2_DCM / TOT_INS", "data accesses that missed the second level")
metric("l2_miss_of_accesses", "L2 misses of all accesses", "%", percent,
  fujitsu .. ": L2 cache miss", "100 * L2_DCM / L1_DCA",
  "loads and stores that the second level could not serve")
metric("l2_per_cycle", "L2 hits per cycle", "%", any, hpm .. ": % loads from L2 per cycle",
  "100 * (L2_DCA - L2_DCM) / TOT_CYC", "accesses that L2 served, for each hundred cycles")
metric("l3_hit", "L3 data hits", "%", percent, likwid .. "L3CACHE",
  "100 * (1 - L3_DCM / L3_DCA)", "data accesses to the third level that it served")
metric("l3_miss_rate", "L3 data misses", "per 1000 instructions", any, likwid .. "L3CACHE",
  "1000 * L3_DCM / TOT_INS", "data accesses that went to memory")
metric("l3_per_cycle", "L3 hits per cycle", "%", any, hpm .. ": % loads from L3 per cycle",
  "100 * (L3_DCA - L3_DCM) / TOT_CYC", "accesses that L3 served, for each hundred cycles")

group = "memory"
metric("l2_volume", "data from L2 and beyond", "MB", any, hpm .. ": L2 load traffic",
  "L2_DCA * L1_line * 1e-6", "lines fetched into L1, in 10^6 bytes")
metric("l2_bandwidth", "into L1", "MB/s", any, hpm .. "; " .. likwid .. "L2",
  "L2_DCA * L1_line * 1e-6 / WALL_TIME", "lines fetched into L1, by elapsed time")
metric("l3_volume", "data from L3 and beyond", "MB", any, hpm .. ": L3 load traffic",
  "L3_DCA * L2_line * 1e-6", "lines fetched into L2, in 10^6 bytes")
metric("l3_bandwidth", "into L2", "MB/s", any, hpm .. "; " .. likwid .. "L3",
  "L3_DCA * L2_line * 1e-6 / WALL_TIME", "lines fetched into L2, by elapsed time")
metric("memory_volume", "data from memory", "MB", any, hpm .. ": memory load traffic",
  "L3_DCM * L3_line * 1e-6", "lines fetched from memory, in 10^6 bytes; no write-backs")
metric("memory_bandwidth", "from memory", "MB/s", any,
  hpm .. "; " .. fujitsu .. ": memory access throughput; " .. likwid .. "MEM",
  "memory_volume / WALL_TIME", "lines fetched from memory, by elapsed time; no write-backs")
metric("memory_peak", "of a socket's bandwidth", "%", any,
  fujitsu .. ": memory access throughput peak rate",
  "100e6 * memory_bandwidth / socket_bytes_per_s",
  "what was fetched from memory by what a socket can deliver")
metric("memory_per_cycle", "from memory per cycle", "%", any,
  hpm .. ": % loads from memory per cycle", "100 * L3_DCM / TOT_CYC",
  "accesses that memory served, for each hundred cycles")
metric("operational_intensity", "operational intensity", "results/byte", any,
  likwid .. "MEM_DP", "flop * 1e-6 / memory_volume",
  "floating-point results for each byte from memory")
metric("l2_latency_time", "latency of L2 at most", "s", any,
  hpm .. ": estimated latency from loads from L2", "(L2_DCA - L2_DCM) * L2_lat / CPU_freq",
  "if no access to L2 overlapped another; over all threads")
metric("l3_latency_time", "latency of L3 at most", "s", any,
  hpm .. ": estimated latency from loads from L3", "(L3_DCA - L3_DCM) * L3_lat / CPU_freq",
  "if no access to L3 overlapped another; over all threads")
metric("memory_latency_time", "latency of memory at most", "s", any,
  hpm .. ": estimated latency from loads from memory", "L3_DCM * Mem_lat / CPU_freq",
  "if no access to memory overlapped another; over all threads")

group = "TLBs"
metric("tlb_miss_rate", "data TLB misses", "per 1000 instructions", any, likwid .. "TLB_DATA",
  "1000 * TLB_DM / TOT_INS", "accesses that needed a page walk")
metric("tlb_ratio", "data TLB misses of accesses", "%", percent, fujitsu .. ": mTLB miss",
  "100 * TLB_DM / L1_DCA", "loads and stores that needed a page walk")
metric("utlb_ratio", "first-level TLB misses of accesses", "%", percent,
  fujitsu .. ": uTLB miss", "100 * (TLB_DH + TLB_DM) / L1_DCA",
  "loads and stores whose page the first-level TLB did not know")
metric("loads_per_tlb_miss", "loads per TLB miss", "loads/miss", any, hpm, "LD_INS / TLB_DM",
  "loads between two page walks")
metric("accesses_per_tlb_miss", "loads and stores per TLB miss", "accesses/miss", any, hpm,
  "L1_DCA / TLB_DM", "accesses between two page walks")
metric("tlb_per_cycle", "data TLB misses per cycle", "%", any, hpm .. ": % TLB misses per cycle",
  "100 * TLB_DM / TOT_CYC", "page walks for data, for each hundred cycles")
metric("tlb_latency_time", "latency of page walks at most", "s", any,
  hpm .. ": estimated latency from TLB misses", "TLB_DM * TLB_lat / CPU_freq",
  "if no page walk overlapped another; over all threads")
metric("itlb_miss_rate", "instruction TLB misses", "per 1000 instructions", any,
  likwid .. "TLB_INSTR", "1000 * TLB_IM / TOT_INS", "fetches that needed a page walk")

group = "branches"
metric("branch_share", "branches", "%", percent, likwid .. "BRANCH", "100 * BR_INS / TOT_INS",
  "branches of all instructions")
metric("instructions_per_branch", "instructions per branch", "instructions/branch", any,
  likwid .. "BRANCH", "TOT_INS / BR_INS", "instructions for each branch")
metric("mispredicted", "mispredicted branches", "%", percent,
  hpm .. ": branches mispredicted percentage; " .. likwid .. "BRANCH", "100 * BR_MSP / BR_INS",
  "branches that were predicted wrongly")
metric("misprediction_rate", "mispredictions", "per 1000 instructions", any, likwid .. "BRANCH",
  "1000 * BR_MSP / TOT_INS", "for each thousand instructions")

-- Percent of the cycles; all but fp_operation_wait, a part of operation_wait, add up to 100.
group = "cycle accounting"
local set = fujitsu .. ": Performance set, there in seconds"
metric("commit_more", "2 and more completed", "%", percent, set,
  "100 * (TOT_CYC - CYC_COMMIT_0 - CYC_COMMIT_1) / TOT_CYC",
  "cycles that completed two or more instructions")
metric("commit_one", "1 completed", "%", percent, set, "100 * CYC_COMMIT_1 / TOT_CYC",
  "cycles that completed one instruction")
metric("operation_wait", "operation wait", "%", percent, set, "100 * STALL_EXECUTE / TOT_CYC",
  "cycles that waited for a result")
metric("fp_operation_wait", "floating-point part of it", "%", percent,
  fujitsu .. ": precision PA, floating-point operation wait", "100 * STALL_FP / TOT_CYC",
  "cycles that waited for a floating-point result")
metric("cache_access_wait", "cache access wait", "%", percent, set,
  "100 * (STALL_LOAD - STALL_MEMORY) / TOT_CYC", "cycles that waited for data from a cache")
metric("memory_access_wait", "memory access wait", "%", percent, set,
  "100 * (STALL_MEMORY + STALL_STORE) / TOT_CYC",
  "cycles that waited for data from memory, or for room for stores")
metric("branch_wait", "branch wait", "%", percent,
  fujitsu .. ": precision PA, branch instruction wait", "100 * STALL_BRANCH / TOT_CYC",
  "cycles that waited for a branch to be decided")
metric("fetch_wait", "fetch wait", "%", percent, set,
  "100 * (STALL_EMPTY - STALL_STORE) / TOT_CYC", "cycles that waited for instructions")
metric("other_wait", "other wait", "%", percent, set,
  "100 * (CYC_COMMIT_0 - STALL_LOAD - STALL_EXECUTE - STALL_BRANCH - STALL_EMPTY) / TOT_CYC",
  "cycles that completed nothing for any other reason")

return { metrics = list }
