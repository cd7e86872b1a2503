-- zen5 under a name that no host has, so that its model has the clock of its file, not
-- the one that was measured here, which depends on what else the host has to do.
return {
  inherits = "zen5",
  name = "own_clock",
  title = "Zen 5 with a clock of its own",
  isa = "x86_64",
  parameters = { CPU_freq = { value = 4.1e9, unit = "Hz", source = "its highest clock" } },
  model = { same_core = true },
}
