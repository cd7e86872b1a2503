-- What all machine files can use: how a figure is written down with its source, and
-- what several machines of a family share.

-- a figure, and where it is from; a guess says so
local function of(value, source)
  return { value = value, source = source }
end

local function guess(value, source)
  return { value = value, source = source, guess = true }
end

-- an operation of the timing model: cycles until its result, the pipes that can do
-- it, and for how long it keeps one of them busy
local function op(latency, pipes, source, busy)
  return { latency = latency, pipes = pipes, busy = busy, source = source }
end

local function guessed(latency, pipes, source, busy)
  return { latency = latency, pipes = pipes, busy = busy, source = source, guess = true }
end

-- Intel's events: PERF_TYPE_RAW encoding; cmask counts the cycles in which something
-- happens
local function intel(event, umask, more, cmask)
  local native = more or {}
  native.raw = event | umask << 8 | (cmask or 0) << 24
  return native
end

-- what the account of cycles splits alike on Intel's processors, from Skylake on
local restarts = {
  { part = "mispredicted", formula = "whole * BR_MSP / (BR_MSP + RESTARTS)" },
  { part = "other" },
}
local code_walks = {
  { part = "instruction_tlb", formula = "CODE_WALK_CYC" },
  { part = "fetch" },
}
local many_reads = {
  { part = "memory_bandwidth", formula = "whole * MANY_READS_CYC / READ_CYC" },
  { part = "memory_latency" },
}

return {
  of = of, guess = guess, op = op, guessed = guessed, intel = intel,
  intel_account = { restarts = restarts, code_walks = code_walks, many_reads = many_reads },
}
