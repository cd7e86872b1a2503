-- The categories of the assessment: local cycles-per-instruction (LCPI) and what bounds it.
--
-- A formula is arithmetic (+ - * / parentheses, min, max, numbers) over event names
-- (events.lua), parameter names (below, values in the machine files), the ids of the
-- category's own parts and of other categories.  Where a list of formulas stands, the
-- first one counts whose names were all measured.  A value that was not measured makes
-- a result "not measured", never 0, and so does a division by zero.
--
-- Every category and part has a unit, a range, a formula and a source; the loader insists.

local paper = "Burtscher et al., PerfExpert, SC'10, sec. II.A"
local ours = "refines the SC'10 formula as its sec. II.A foresees"
local inf = math.huge

local function part(id, label, formula)
  return { id = id, label = label, formula = formula }
end

return {
  -- What a machine file says.  `required` ones are the eleven of the paper.
  parameters = {
    CPI_threshold = { unit = "cycles/instruction", required = true,
      description = "good CPI: one tenth of the scale ends here" },
    CPU_freq = { unit = "Hz", required = true, description = "clock frequency" },
    L1_dlat = { unit = "cycles", required = true, description = "L1 data cache hit latency" },
    L1_ilat = { unit = "cycles", required = true,
      description = "L1 instruction cache hit latency" },
    L2_lat = { unit = "cycles", required = true, description = "L2 cache hit latency" },
    L3_lat = { unit = "cycles", description = "L3 cache hit latency" },
    Mem_lat = { unit = "cycles", required = true, description = "memory access latency" },
    FP_lat = { unit = "cycles", required = true,
      description = "floating-point add, subtract, multiply and fused latency" },
    FP_slow_lat = { unit = "cycles", required = true,
      description = "maximum floating-point divide and square-root latency" },
    FP_slow_vec_lat = { unit = "cycles",
      description = "maximum divide and square-root latency of the widest packed operands" },
    BR_lat = { unit = "cycles", required = true, description = "branch latency" },
    BR_miss_lat = { unit = "cycles", required = true,
      description = "maximum branch misprediction penalty" },
    TLB_lat = { unit = "cycles", required = true,
      description = "TLB miss latency (a page walk, where there is a second-level TLB)" },
    TLB_l2_lat = { unit = "cycles",
      description = "latency of a first-level TLB miss that hits the second level" },
    TLB_worst_lat = { unit = "cycles",
      description = "page walk whose last entry comes from memory" },
  },

  categories = {
    {
      id = "overall", label = "overall", bound = false,
      description = "cycles per instruction of this code",
      unit = "cycles/instruction", range = { 0, inf }, source = paper,
      formula = "TOT_CYC / TOT_INS",
    },
    {
      id = "data_accesses", label = "data accesses", bound = true,
      description = "loads and stores, by the level of the memory hierarchy that serves them",
      unit = "cycles/instruction", range = { 0, inf },
      source = paper .. "; with L3 as in its refinement example",
      formula = { "L1 + L2 + L3 + memory", "L1 + L2 + beyond_L2" },
      parts = {
        part("L1", "L1 cache hits", "L1_DCA * L1_dlat / TOT_INS"),
        part("L2", "L2 cache hits", "L2_DCA * L2_lat / TOT_INS"),
        part("L3", "L3 cache hits", "L3_DCA * L3_lat / TOT_INS"),
        part("memory", "memory", "L3_DCM * Mem_lat / TOT_INS"),
        part("beyond_L2", "memory", "L2_DCM * Mem_lat / TOT_INS"),
      },
    },
    {
      id = "instruction_accesses", label = "instruction accesses", bound = true,
      description = "instruction fetches, by the level of the memory hierarchy that serves them",
      unit = "cycles/instruction", range = { 0, inf },
      source = paper .. "; with L3 as in its refinement example",
      formula = { "L1 + L2 + L3 + memory", "L1 + L2 + beyond_L2" },
      parts = {
        part("L1", "L1 cache hits", "L1_ICA * L1_ilat / TOT_INS"),
        part("L2", "L2 cache hits", "L2_ICA * L2_lat / TOT_INS"),
        part("L3", "L3 cache hits", "L3_ICA * L3_lat / TOT_INS"),
        part("memory", "memory", "L3_ICM * Mem_lat / TOT_INS"),
        part("beyond_L2", "memory", "L2_ICM * Mem_lat / TOT_INS"),
      },
    },
    {
      id = "floating_point", label = "floating-point instr", bound = true,
      description = "floating-point operations, fast ones and divides and square roots",
      unit = "cycles/instruction", range = { 0, inf },
      source = paper .. "; divides, roots, fused and other operations apart: " .. ours,
      -- With the slow operations counted, compares and conversions are not among them.
      formula = { "fast + other + slow", "fast + slow", "fast + slow_rest" },
      parts = {
        part("fast", "fast FP (add, sub, mul, fma)", {
          "(FAD_INS + FML_INS + FMA_INS) * FP_lat / TOT_INS",
          "(FAD_INS + FML_INS) * FP_lat / TOT_INS",
        }),
        part("other", "other FP (compare, convert)", "FOT_INS * FP_lat / TOT_INS"),
        part("slow", "slow FP (div, sqrt)", {
          "((FDV_INS + FSQ_INS - FP_SLOW_PACKED) * FP_slow_lat"
            .. " + FP_SLOW_PACKED * FP_slow_vec_lat) / TOT_INS",
          "(FDV_INS + FSQ_INS) * FP_slow_lat / TOT_INS",
          "FDV_INS * FP_slow_lat / TOT_INS",
        }),
        part("slow_rest", "slow FP (div, sqrt)", {
          "max(0, FP_INS - FAD_INS - FML_INS - FMA_INS) * FP_slow_lat / TOT_INS",
          "max(0, FP_INS - FAD_INS - FML_INS) * FP_slow_lat / TOT_INS",
        }),
      },
    },
    {
      id = "branches", label = "branch instructions", bound = true,
      description = "branches and the cost of predicting them wrongly",
      unit = "cycles/instruction", range = { 0, inf }, source = paper,
      formula = "executed + mispredicted",
      parts = {
        part("executed", "branches executed", "BR_INS * BR_lat / TOT_INS"),
        part("mispredicted", "branches mispredicted", "BR_MSP * BR_miss_lat / TOT_INS"),
      },
    },
    {
      id = "data_tlb", label = "data TLB", bound = true,
      description = "translation of data addresses",
      unit = "cycles/instruction", range = { 0, inf },
      source = paper .. "; hits of the second-level TLB: " .. ours,
      formula = { "second_level + walks", "walks" },
      parts = {
        part("second_level", "second-level TLB hits", "TLB_DH * TLB_l2_lat / TOT_INS"),
        part("walks", "page walks", "TLB_DM * TLB_lat / TOT_INS"),
      },
    },
    {
      id = "instruction_tlb", label = "instruction TLB", bound = true,
      description = "translation of instruction addresses",
      unit = "cycles/instruction", range = { 0, inf },
      source = paper .. "; hits of the second-level TLB: " .. ours,
      formula = { "second_level + walks", "walks" },
      parts = {
        part("second_level", "second-level TLB hits", "TLB_IH * TLB_l2_lat / TOT_INS"),
        part("walks", "page walks", "TLB_IM * TLB_lat / TOT_INS"),
      },
    },
  },
}
