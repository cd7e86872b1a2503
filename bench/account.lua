-- bench/account.lua FOLDER ROUNDS NAME..: compares what bench/account.sh measured.

package.path = "tests/kernels/?.lua;" .. package.path
local json = require("json")

local folder, rounds = arg[1], tonumber(arg[2])

local function read(path)
  local f = io.open(path)
  if not f then return nil end
  local text = f:read("a")
  f:close()
  local ok, value = pcall(json.decode, text)
  return ok and value or nil
end

-- a number, or nil where it is null
local function number(v)
  return type(v) == "number" and v or nil
end

-- the hottest procedure of a measurement
local function hottest(report)
  local best
  for _, s in ipairs(report.sections) do
    local f = number(s.fraction[1])
    if s.kind == "procedure" and f and (not best or f > best.fraction[1]) then best = s end
  end
  return best
end

-- of the rounds, the one that the neighbours disturbed least
local function least(name)
  local best
  for i = 0, rounds - 1 do
    local report = read(("%s/%s.%d.json"):format(folder, name, i))
    local s = report and hottest(report)
    local measured = s and number(s.account.measured[1])
    if measured and (not best or measured < best.account.measured[1]) then best = s end
  end
  return best
end

local function largest(account)
  local names = {}
  for name in pairs(account.parts) do names[#names + 1] = name end
  table.sort(names, function(a, b)
    local x, y = account.parts[a][1] or 0, account.parts[b][1] or 0
    if x ~= y then return x > y end
    return a < b
  end)
  return ("%s %.2f, %s %.2f"):format(names[1], account.parts[names[1]][1],
    names[2], account.parts[names[2]][1])
end

local factors, without = {}, 0
print(("%-18s %-20s %9s %9s %7s  %s"):format("kernel", "procedure", "measured", "modelled",
  "factor", "largest parts"))
for i = 3, #arg do
  local s = least(arg[i])
  local a = s and s.account
  if not a then
    print(("%-18s no measurement"):format(arg[i]))
  elseif not number(a.modelled[1]) then
    without = without + 1
    print(("%-18s %-20.20s %9.2f %9s %7s  %s"):format(arg[i], s.name, a.measured[1], "-", "-",
      a.why_not[1]))
  else
    local f = a.modelled[1] / a.measured[1]
    factors[#factors + 1] = math.max(f, 1 / f)
    print(("%-18s %-20.20s %9.2f %9.2f %7.2f  %s"):format(arg[i], s.name, a.measured[1],
      a.modelled[1], f, largest(a)))
  end
end
table.sort(factors)
local n = #factors
if n > 0 then
  print(("%d kernels, %d not modelled; factor off: median %.2f (target 1.25), "
    .. "nine in ten %.2f (target 1.6), largest %.2f (target 3)"):format(n, without,
    factors[(n + 1) // 2], factors[math.max(1, math.ceil(0.9 * n))], factors[n]))
end
