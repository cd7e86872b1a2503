-- Canonical events: what a count means, whatever machine or collector it comes from.
--
-- `group` names events that one formula uses together; a plan tries to keep a group
-- in one run.  `core = true` marks the 15 events of the PerfExpert paper (SC'10,
-- sec. II.A.1); the others refine a bound where they can be had.
--
-- A relation that does not hold within its tolerance is a reason to distrust the
-- counts of a section, so it names the categories that it casts doubt on.

local function event(name, group, unit, description)
  return { name = name, group = group, unit = unit, description = description }
end

local function core(name, group, unit, description)
  local e = event(name, group, unit, description)
  e.core = true
  return e
end

local events = {
  core("TOT_CYC", "time", "cycles",
    "processor cycles in which the core ran this code"),
  core("TOT_INS", "time", "instructions",
    "instructions completed"),

  core("L1_DCA", "data", "accesses",
    "accesses to the first-level data cache: loads and stores (a counter may see loads only)"),
  core("L2_DCA", "data", "accesses",
    "data accesses that missed the first level and went to the second-level cache"),
  core("L2_DCM", "data", "misses",
    "data accesses that missed the second-level cache"),
  event("L3_DCA", "data", "accesses",
    "data accesses that went to the third-level cache"),
  event("L3_DCM", "data", "misses",
    "data accesses that missed the third-level cache and went to memory"),
  event("LD_INS", "data", "instructions",
    "loads from memory"),
  event("ST_INS", "data", "instructions",
    "stores to memory"),

  core("L1_ICA", "instruction", "accesses",
    "fetches from the first-level instruction cache, one per fetch block, not per instruction"),
  core("L2_ICA", "instruction", "accesses",
    "instruction fetches that missed the first level and went to the second-level cache"),
  core("L2_ICM", "instruction", "misses",
    "instruction fetches that missed the second-level cache"),
  event("L3_ICA", "instruction", "accesses",
    "instruction fetches that went to the third-level cache"),
  event("L3_ICM", "instruction", "misses",
    "instruction fetches that missed the third-level cache and went to memory"),

  core("TLB_DM", "data_tlb", "misses",
    "data accesses whose page translation was in no TLB and needed a page walk"),
  event("TLB_DH", "data_tlb", "hits",
    "data accesses that missed the first-level TLB and hit the second-level TLB"),
  core("TLB_IM", "instruction_tlb", "misses",
    "instruction fetches whose page translation was in no TLB and needed a page walk"),
  event("TLB_IH", "instruction_tlb", "hits",
    "instruction fetches that missed the first-level TLB and hit the second-level TLB"),

  core("BR_INS", "branch", "instructions",
    "branch instructions: conditional, unconditional, calls and returns"),
  core("BR_MSP", "branch", "mispredictions",
    "branches that were predicted wrongly"),
  event("BR_CND", "branch", "instructions",
    "conditional branches"),
  event("BR_TAKEN", "branch", "instructions",
    "conditional branches that were taken"),
  event("BR_IND", "branch", "instructions",
    "indirect jumps and calls, returns excluded"),
  event("BR_IND_MSP", "branch", "mispredictions",
    "indirect jumps and calls whose target was predicted wrongly"),
  event("CALLS", "branch", "instructions",
    "procedure calls"),

  core("FP_INS", "floating_point", "operations",
    "floating-point operations of all kinds; one packed operation counts once"),
  core("FAD_INS", "floating_point", "operations",
    "floating-point additions and subtractions"),
  core("FML_INS", "floating_point", "operations",
    "floating-point multiplications"),
  event("FMA_INS", "floating_point", "operations",
    "fused multiply-adds, each counted once and in neither FAD_INS nor FML_INS"),
  event("FDV_INS", "floating_point", "operations",
    "floating-point divisions (with the square roots where a counter can't tell them apart)"),
  event("FSQ_INS", "floating_point", "operations",
    "floating-point square roots, where they are counted apart from divisions"),
  event("FOT_INS", "floating_point", "operations",
    "other floating-point operations: compares, conversions, minimum, maximum, rounding"),
  event("FP_SLOW_PACKED", "floating_point", "operations",
    "those of the divisions and square roots that work on packed (SIMD) operands"),
  event("FP_PACKED", "floating_point", "operations",
    "floating-point operations on packed (SIMD) operands"),
  event("FLOPS", "floating_point", "flops",
    "floating-point results computed: a packed operation counts its elements, a fused one twice"),
  event("FP_DIV_CYC", "floating_point", "cycles",
    "cycles in which the divide and square-root unit was busy"),

  event("SYS_CYC", "system", "cycles",
    "cycles spent in the operating system on behalf of this code"),
  event("PAGE_FAULTS", "system", "faults",
    "page faults taken by this code"),

  -- what the oldest instruction waited for in the cycles that completed none
  event("CYC_COMMIT_0", "accounting", "cycles", "cycles in which no instruction was completed"),
  event("CYC_COMMIT_1", "accounting", "cycles", "cycles in which one instruction was completed"),
  event("STALL_LOAD", "accounting", "cycles",
    "cycles without a completion because the oldest instruction waited for data"),
  event("STALL_MEMORY", "accounting", "cycles",
    "those of STALL_LOAD whose data came from beyond the second-level cache"),
  event("STALL_EXECUTE", "accounting", "cycles",
    "cycles without a completion because the oldest instruction was being computed"),
  event("STALL_FP", "accounting", "cycles",
    "those of STALL_EXECUTE whose instruction was a floating-point one"),
  event("STALL_BRANCH", "accounting", "cycles",
    "cycles without a completion because the oldest instruction was a branch"),
  event("STALL_EMPTY", "accounting", "cycles",
    "cycles without a completion because there was no instruction to complete"),
  event("STALL_STORE", "accounting", "cycles",
    "those of STALL_EMPTY in which no store could be taken"),

  -- of a whole run: what the system told, not counters
  event("WALL_TIME", "run", "s", "elapsed time of one undisturbed run"),
  event("USER_TIME", "run", "s", "processor time of the program itself, over all threads"),
  event("SYS_TIME", "run", "s", "processor time of the operating system on its behalf"),
  event("PEAK_MEMORY", "run", "bytes", "largest resident set"),
  event("THREADS", "run", "threads", "threads that were measured, over all ranks"),
  event("BUSIEST_CYC", "run", "cycles", "cycles of the thread that has most of them"),
  -- what the timing model charged, extrapolated from the executions that it followed
  event("MODEL_INS", "model", "instructions", "instructions of which some executions were modelled"),
  event("MODEL_USEFUL", "model", "cycles", "modelled cycles: useful work, as wide as the core goes"),
  event("MODEL_CHAIN_FP", "model", "cycles", "modelled cycles: chains of FP operations"),
  event("MODEL_CHAIN_INTEGER", "model", "cycles", "modelled cycles: chains of integer operations"),
  event("MODEL_CHAIN_ADDRESS", "model", "cycles", "modelled cycles: chains that make addresses"),
  event("MODEL_L1", "model", "cycles", "modelled cycles: data from L1"),
  event("MODEL_L2", "model", "cycles", "modelled cycles: data from L2"),
  event("MODEL_L3", "model", "cycles", "modelled cycles: data from L3"),
  event("MODEL_MEMORY_LATENCY", "model", "cycles", "modelled cycles: the latency of memory"),
  event("MODEL_MEMORY_BANDWIDTH", "model", "cycles", "modelled cycles: the bandwidth of memory"),
  event("MODEL_STORES", "model", "cycles", "modelled cycles: stores that wait to leave"),
  event("MODEL_DATA_TLB", "model", "cycles", "modelled cycles: translation of data addresses"),
  event("MODEL_FETCH", "model", "cycles", "modelled cycles: fetching and decoding instructions"),
  event("MODEL_INSTRUCTION_TLB", "model", "cycles",
    "modelled cycles: translation of instruction addresses"),
  event("MODEL_MISPREDICTED", "model", "cycles", "modelled cycles: mispredicted branches"),
  event("MODEL_PIPES", "model", "cycles", "modelled cycles: pipes that are busy"),
  event("MODEL_OTHER", "model", "cycles", "modelled cycles: anything else"),
}

local function relation(text, message, ...)
  return { relation = text, tolerance = 0.05, message = message, categories = { ... } }
end

return {
  events = events,

  -- Two counts that were sampled in different runs differ by a few percent even when
  -- all is well, hence the tolerance; it is relative to the right side.
  relations = {
    relation("L2_DCA <= L1_DCA", "more data accesses reach the L2 cache than the L1 cache",
      "data_accesses"),
    relation("L2_DCM <= L2_DCA", "more L2 data misses than L2 data accesses", "data_accesses"),
    relation("L3_DCA <= L2_DCA", "more data accesses reach the L3 cache than the L2 cache",
      "data_accesses"),
    relation("L3_DCM <= L3_DCA", "more L3 data misses than L3 data accesses", "data_accesses"),
    relation("L3_DCM <= L2_DCM", "more L3 data misses than L2 data misses", "data_accesses"),
    relation("L2_ICA <= L1_ICA", "more instruction fetches reach the L2 cache than the L1 cache",
      "instruction_accesses"),
    relation("L2_ICM <= L2_ICA", "more L2 instruction misses than L2 instruction accesses",
      "instruction_accesses"),
    relation("L3_ICA <= L2_ICA", "more instruction fetches reach the L3 cache than the L2 cache",
      "instruction_accesses"),
    relation("L3_ICM <= L3_ICA", "more L3 instruction misses than L3 instruction accesses",
      "instruction_accesses"),
    relation("TLB_DM <= L1_DCA", "more data TLB misses than data accesses", "data_tlb"),
    relation("TLB_DM + TLB_DH <= L1_DCA",
      "more data TLB hits and misses beyond the first level than data accesses", "data_tlb"),
    relation("TLB_IM <= TOT_INS", "more instruction TLB misses than instructions",
      "instruction_tlb"),
    relation("TLB_IM + TLB_IH <= L1_ICA",
      "more instruction TLB hits and misses beyond the first level than fetches",
      "instruction_tlb"),
    relation("BR_INS <= TOT_INS", "more branches than instructions", "branches"),
    relation("BR_MSP <= BR_INS", "more mispredicted branches than branches", "branches"),
    relation("BR_TAKEN <= BR_CND", "more taken branches than conditional branches", "branches"),
    relation("BR_CND <= BR_INS", "more conditional branches than branches", "branches"),
    relation("BR_IND_MSP <= BR_IND", "more mispredicted indirect branches than indirect branches",
      "branches"),
    relation("FAD_INS <= FP_INS", "more floating-point additions than floating-point operations",
      "floating_point"),
    relation("FML_INS <= FP_INS",
      "more floating-point multiplications than floating-point operations", "floating_point"),
    relation("FAD_INS + FML_INS <= FP_INS",
      "more floating-point additions and multiplications than floating-point operations",
      "floating_point"),
    relation("FAD_INS + FML_INS + FMA_INS + FDV_INS <= FP_INS",
      "the kinds of floating-point operations add up to more than all of them",
      "floating_point"),
    relation("FAD_INS + FML_INS + FMA_INS + FDV_INS + FSQ_INS + FOT_INS <= FP_INS",
      "the kinds of floating-point operations add up to more than all of them",
      "floating_point"),
    relation("FP_SLOW_PACKED <= FDV_INS + FSQ_INS",
      "more packed divisions and square roots than divisions and square roots",
      "floating_point"),
    relation("FP_PACKED <= FP_INS", "more packed than floating-point operations",
      "floating_point"),
    relation("SYS_CYC <= TOT_CYC", "more cycles in the operating system than cycles", "overall"),
  },
}
