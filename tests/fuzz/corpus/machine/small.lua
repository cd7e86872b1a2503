return { inherits = "generic_x86_64", name = "soft", title = "software events", isa = "x86_64",
  parameters = { CPU_freq = { value = 2e9, unit = "Hz", source = "made up" } },
  counters = { programmable = 2, source = "made up" },
  natives = { ["perf::CPU-CLOCK"] = {}, ["PAGE-FAULTS"] = {} },
  events = { TOT_CYC = { native = "perf::CPU-CLOCK", scale = "CPU_freq * 1e-9" },
    L1_DCA = "PAGE-FAULTS" } }
