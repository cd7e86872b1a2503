-- Gives a measurement a clock: its cycles become those that the test chose, so that
-- what is said of a kernel depends on exact counts only, and neither on the
-- processor that the test runs on nor on what else it has to do.
--
--      lua5.4 given.lua NAME IN.db OUT.db
--
-- The procedures that expect.lua expects to be hot take its `cpi` cycles for an
-- instruction, all others `other_cpi` or OTHER. What the kernel's clock and the system said
-- (page faults, time in the system, in calls, threads that were late) is left out.

local here = arg[0]:match("^(.*/)") or "./"
package.path = here .. "?.lua;" .. package.path

local measurement = require("measurement")
local kernels = dofile(here .. "expect.lua")

local CLOCK_HZ, OTHER, SAMPLES = 2.5e9, 0.5, 10000
local TIMED = { SYS_CYC = true, PAGE_FAULTS = true, CAUSED_CYC = true }
local LISTS = { sum = true, samples = true, totals = true, periods = true, n = true,
  min = true, max = true, mean = true, sd = true, line = true }

local function matches(k, procedure, module)
  if k.module and not module:find(k.module, 1, true) then
    return false
  end
  for _, pattern in ipairs(type(k.procedure) == "table" and k.procedure or { k.procedure }) do
    if procedure:find(pattern) then
      return true
    end
  end
  return false
end

-- Cycles of every section, in the file's order: those of a procedure and what is in
-- it from its instructions, those around it from its own.
local function choose(k, m)
  local chosen = {}

  local function visit(s, module, cpi)
    if s.kind == "procedure" then
      cpi = matches(k, s.name, module) and k.cpi or k.other_cpi or OTHER
    end
    local at = #chosen + 1
    chosen[at] = { cpi = cpi }
    local sum
    for _, child in ipairs(s.children) do
      local cycles = visit(child, s.kind == "module" and s.name or module, cpi)
      sum = cycles and (sum or 0) + cycles or sum
    end
    if cpi then
      sum = s.sum.TOT_INS and s.sum.TOT_INS * cpi
    end
    chosen[at].cycles = sum
    return sum
  end

  visit(m.root, "", nil)
  return chosen
end

local function value(v)
  return v and ("%.17g"):format(v) or "-"
end

-- A list with TOT_CYC's value replaced and what depends on time left out
local function replace(events, list, cycles)
  local i = 0

  return (list:gsub("%S+", function(word)
    i = i + 1
    local name = events[i].name
    return name == "TOT_CYC" and value(cycles) or TIMED[name] and "-" or word
  end))
end

local function instructions(events, list)
  local i = 0

  for word in list:gmatch("%S+") do
    i = i + 1
    if events[i].name == "TOT_INS" then
      return tonumber(word)
    end
  end
end

local function attribute(line, key, v)
  return (line:gsub('( ' .. key .. '=")[^"]*"', "%1" .. v .. '"'))
end

-- A run of the program: the chosen time, none of it in the system
local function run_line(line, total)
  line = attribute(line, "wall%-s", value(total / CLOCK_HZ))
  line = attribute(line, "user%-s", value(total / CLOCK_HZ))
  line = attribute(line, "sys%-s", "0")
  line = attribute(line, "samples", value(SAMPLES))
  return attribute(line, "clock%-hz", value(CLOCK_HZ))
end

-- What a list of a section or of a run holds now; nil: it is left out
local function list_value(name, at, total, content, events)
  local cycles = at and at.cycles

  if name == "line" then
    local n = instructions(events, content)
    cycles = n and at.cpi and n * at.cpi
  elseif name == "samples" then
    cycles = cycles and math.ceil(cycles / total * SAMPLES)
  elseif name == "periods" then
    cycles = total / SAMPLES
  elseif name == "totals" then
    cycles = total
  elseif name ~= "sum" then
    return nil -- over threads: which ran how long
  end
  return cycles or false
end

local function give(k, input, output)
  local m = measurement.read(input)
  local chosen = choose(k, m)
  local total = chosen[1].cycles
  local out, at, native, threads = {}, 0, false, 0

  for line in io.lines(input) do
    threads = threads + (line:find("^<thread ") and 1 or 0)
  end
  for line in io.lines(input) do
    local tag = line:match("^<([%w-]+)")
    local open, content, close = line:match("^(<[%w-]+[^>]*>)([^<]*)(</[%w-]+>)$")
    if tag == "measurement" then
      line = attribute(line, "clock%-hz", value(CLOCK_HZ))
      line = attribute(line, "runtime%-s", value(total / CLOCK_HZ))
      line = line:gsub(' estimated="[^"]*"', "")
    elseif tag == "event" and line:find('"TOT_CYC"', 1, true) then
      line = attribute(line, "how", "sampled")
    elseif tag == "run" then
      native = line:find('purpose="native"', 1, true) ~= nil
      line = native and run_line(line, total) or line
    elseif tag == "section" then
      at = at + 1
    elseif tag == "thread" then
      line = attribute(line, "cpu%-s", value(total / CLOCK_HZ / threads))
      line = attribute(line, "blocked%-s", "0")
      line = attribute(line, "delay%-s", "0")
    elseif tag == "fact" and (line:find('fact="system"', 1, true)
        or line:find('fact="threads"', 1, true)
        or line:find('fact="caused"', 1, true)) then
      line = nil
    elseif tag == "runs" then
      local cycles = chosen[at].cycles
      local i = 0
      content = content:gsub("%S+", function()
        i = i + 1
        return m.runs[i].purpose == "native" and value(cycles) or "-"
      end)
      line = cycles and open .. content .. close or nil
    elseif open and LISTS[tag] then
      local cycles = list_value(tag, at > 0 and chosen[at], total, content, m.events)
      line = cycles ~= nil and open .. replace(m.events, content, cycles) .. close or nil
    end
    out[#out + 1] = line
  end
  local file = assert(io.open(output, "wb"))
  file:write(table.concat(out, "\n"), "\n")
  assert(file:close())
end

for _, k in ipairs(kernels) do
  if k.name == arg[1] then
    give(k, arg[2], arg[3])
    os.exit(true)
  end
end
error("no kernel '" .. tostring(arg[1]) .. "'", 0)
