-- Says whether a report finds the fault that was planted:
--	check.lua REPORT.json SOURCE KIND SHARE ADVICE LOW HIGH
-- The wait that takes most, spinning and blocked together, is of that KIND ("-": of
-- any) and within two lines of the one of SOURCE that says HERE; it takes at least
-- SHARE of the elapsed time of all threads that had a processor or did not want one.
-- What may save most is ADVICE (or "one|another"), and is said to save LOW to HIGH.
-- Exit status: 0, 1 when not, 3 when others had the processors and it can't be told.
local folder = arg[0]:match("^(.*)/") or "."
package.path = folder .. "/?.lua;" .. folder .. "/../kernels/?.lua;" .. package.path
local json = require("json")
local best_of = require("best")

local function read(path)
  local f = assert(io.open(path, "rb"))
  local text = f:read("a")
  f:close()
  return text
end

local report = json.decode(read(arg[1]))
local kind, share, advice, low, high = arg[3], tonumber(arg[4]), arg[5], tonumber(arg[6]), tonumber(arg[7])
local here, n = nil, 0
for line in io.lines(arg[2]) do
  n = n + 1
  if line:find("HERE", 1, true) then here = n end
end

local input = report.inputs[1]
local elapsed = input.elapsed
local wanted = elapsed.work_s + elapsed.spin_s + elapsed.blocked_s
local said, ok = {}, true

local first = input.waits[1]
if kind ~= "-" then
  local got = first and (first.cpu_s + first.blocked_s) / wanted or 0
  said[1] = first and ("%s at line %s with %.0f %% of the elapsed time; wanted %s at line %s"):format(first.kind,
    tostring(first.line), 100 * got, kind, tostring(here)) or "no waiting was found"
  ok = first and first.kind == kind and first.line ~= json.null and first.line >= here - 2 and first.line <= here + 2 and got >= share
end

local best = best_of(report)
said[#said + 1] = best and ("%s saves %.0f %%"):format(best.id, 100 * best.saved) or "no advice"
said[#said + 1] = ("wanted %s with %.0f to %.0f %%"):format(advice, 100 * low, 100 * high)
ok = ok and best and ("|" .. advice .. "|"):find("|" .. best.id .. "|", 1, true) and best.saved >= low and best.saved <= high

local disturbed = elapsed.processor_wait_s / (wanted + elapsed.processor_wait_s)
if not ok and disturbed > 0.1 then
  print(("other programs had the processors for %.0f %% of the time (%s)"):format(100 * disturbed, table.concat(said, "; ")))
  os.exit(3)
end
print(table.concat(said, "; "))
os.exit(ok and 0 or 1)
