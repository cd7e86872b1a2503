-- NVIDIA Grace: Neoverse V2 with a smaller L2 cache and LPDDR5X memory.

local chips = "Chips and Cheese, Grace Hopper"



return {
  inherits = "neoverse_v2",
  name = "grace",
  title = "NVIDIA Grace (Neoverse V2)",

  -- the part number is Graviton4's: the L2 cache tells them apart
  host = { { implementer = 0x41, part = 0xd4f, l2_bytes = 1 << 20 } },

  parameters = {
    CPU_freq = { value = 3440000000, unit = "Hz", source = chips },
    L3_lat = { value = 39.2, unit = "ns", source = chips .. ": over 125 cycles and 38 ns" },
    Mem_lat = { value = 210, unit = "ns", source = chips .. ": about 208 ns" },
    TLB_lat = { value = 155, unit = "cycles", guess = true,
      source = "page walk that hits the system cache" },
    TLB_worst_lat = { value = 210, unit = "ns", guess = true, source = "one memory access" },
  },

  caches = {
    l2 = { size = 1 << 20, ways = 8, line = 64, source = "NVIDIA Grace architecture notes" },
    l3 = { size = 64 << 20, ways = 16, line = 64, shared_by = 72,
      source = chips .. ": 114 MiB; rounded down, the number of ways is an estimate" },
  },

  model = {
    same_core = true,
    numbers = {
      l3_latency = { value = 38, unit = "ns", source = chips .. ": over 125 cycles and 38 ns" },
      memory_latency = { value = 208, unit = "ns", source = chips .. ": about 208 ns" },
      memory_line = { value = 3.05, unit = "ns", source = chips .. ": 21 GB/s for one core" },
    },
  },

  peak = { core_bytes_per_s = 21e9, socket_bytes_per_s = 384e9, socket_cores = 72,
    source = chips .. ": 21 GB/s for one core, 384 GB/s in theory with 480 GB" },
}
