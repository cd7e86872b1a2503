-- Says whether a report finds the fault that was planted:
--	check.lua REPORT.json SOURCE KIND [SHARE]
-- The wait that takes most, spinning and blocked together, is of that KIND and
-- at the line of SOURCE that says HERE, or just behind it; it takes at least SHARE of the elapsed
-- time of all threads that had a processor or did not want one.
package.path = (arg[0]:match("^(.*)/") or ".") .. "/../kernels/?.lua;" .. package.path
local json = require("json")

local function read(path)
  local f = assert(io.open(path, "rb"))
  local text = f:read("a")
  f:close()
  return text
end

local report = json.decode(read(arg[1]))
local here, n = nil, 0
for line in io.lines(arg[2]) do
  n = n + 1
  if line:find("HERE", 1, true) then here = n end
end
local input = report.inputs[1]
local elapsed = input.elapsed
local first = input.waits[1]
if not first then
  print("no waiting was found")
  os.exit(1)
end
local seconds = first.cpu_s + first.blocked_s
local share = seconds / (elapsed.work_s + elapsed.spin_s + elapsed.blocked_s)
local function at(w)
  return ("%s at line %s"):format(w.kind, tostring(w.line))
end
local ok = first.kind == arg[3] and first.line ~= json.null
  and first.line >= here and first.line <= here + 2
  and share >= tonumber(arg[4] or "0")
print(("%s with %.0f %% of the elapsed time; wanted %s at line %s"):format(
  at(first), 100 * share, arg[3], tostring(here)))
os.exit(ok and 0 or 1)
