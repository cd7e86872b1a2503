-- What may save most, by a report: planted.lua REPORT.json prints "ADVICE SHARE".
local tests = (arg[0]:match("^(.*)/") or ".") .. "/../tests"
package.path = tests .. "/parallel/?.lua;" .. tests .. "/kernels/?.lua;" .. package.path
local json = require("json")
local best_of = require("best")

local f = assert(io.open(arg[1], "rb"))
local report = json.decode(f:read("a"))
f:close()
local best = best_of(report)
print(best and best.id or "-", best and best.saved or 0)
