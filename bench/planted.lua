-- What may save most, by a report: planted.lua REPORT.json prints "ADVICE SHARE".
package.path = (arg[0]:match("^(.*)/") or ".") .. "/../tests/kernels/?.lua;" .. package.path
local json = require("json")

local f = assert(io.open(arg[1], "rb"))
local report = json.decode(f:read("a"))
f:close()
local best
for _, s in ipairs(report.sections) do
  for _, item in ipairs(s.suggestions or {}) do
    if not best or item.saved > best.saved then best = item end
  end
end
print(best and best.id or "-", best and best.saved or 0)
