-- A machine whose events are the kernel's: they count wherever a program runs. Cycles
-- are CPU time at a nominal clock of 2 GHz. What is inherited from the generic machine
-- and not named here (branches) needs hardware counters and is refused without.

local gone = "software events know nothing of caches"

return {
  inherits = "generic_x86_64",
  name = "soft",
  title = "software events",
  isa = "x86_64",
  parameters = { CPU_freq = { value = 2000000000, unit = "Hz", source = "made up" } },
  counters = { programmable = 3, source = "so few that there are two runs" },
  natives = {
    ["cpu-clock"] = { perf = "cpu-clock" },
    ["task-clock"] = { perf = "task-clock" },
    ["page-faults"] = { perf = "page-faults" },
    ["context-switches"] = { perf = "context-switches" },
  },
  events = {
    TOT_CYC = { native = "cpu-clock", scale = "CPU_freq * 1e-9" },
    TOT_INS = { native = "task-clock", scale = "CPU_freq * 1e-9 / 2",
      note = "made up: half of the cycles" },
    PAGE_FAULTS = "page-faults",
    SLOTS_USEFUL = { native = "task-clock", scale = "CPU_freq * 1e-9",
      note = "made up: one place a cycle" },
    STALL_FRONT = { native = "page-faults", note = "made up" },
    TLB_DM = { native = { "page-faults", "context-switches" }, note = "made up: a sum" },
  },
  account = {
    source = "made up",
    parts = {
      { part = "useful", formula = "SLOTS_USEFUL / 4" },
      { part = "no_instructions", formula = "STALL_FRONT" },
      { part = "stalled" },
    },
  },
  missing = { L1_DCA = gone, L2_DCA = gone, TLB_IM = gone },
}
