-- bench/account.lua FOLDER NAME..: compares what bench/account.sh measured.

package.path = "tests/kernels/?.lua;" .. package.path
local measurement = require("measurement")

local what, folder = arg[1], arg[2]

local function first_line(path)
  local f = io.open(path)
  local line = f and f:read("l")
  if f then f:close() end
  return line
end

local function sections(m)
  local list = {}
  local function visit(s)
    list[#list + 1] = s
    for _, c in ipairs(s.children) do visit(c) end
  end
  visit(m.root)
  return list
end

-- The procedure with most of the time; the program where none has half of it, or it
-- calls so often that clock samples don't tell it from what it calls.
local function hottest(m)
  local best = m.root
  for _, s in ipairs(sections(m)) do
    if s.kind == "procedure" and (s.sum.TOT_CYC or 0) > m.root.sum.TOT_CYC / 2 then best = s end
  end
  if (best.sum.CALLS or 0) > 0.05 * (best.sum.TOT_INS or 0) then best = m.root end
  return best
end

local function same(m, section)
  for _, s in ipairs(sections(m)) do
    if s.kind == section.kind and s.name == section.name then return s end
  end
end

-- the section, its measured and modelled cycles per instruction, the parts
local function result(name)
  local path = ("%s/%s"):format(folder, name)
  local time, hz = (first_line(path .. ".time") or ""):match("^(%S+) (%d+)")
  local ok, timed = pcall(measurement.read, path .. ".timed.db")
  local ok2, m = pcall(measurement.read, path .. ".db")
  if not (time and ok and ok2) then return nil end
  local hot = hottest(timed)
  if not hot.sum.TOT_INS then return nil end -- its pass failed
  local s = same(m, hot)
  local user = (hot.sum.TOT_CYC - (hot.sum.SYS_CYC or 0)) / timed.root.sum.TOT_CYC
  local measured = time * hz * user / hot.sum.TOT_INS
  local parts, modelled = {}, 0
  for event, v in pairs(s and s.sum or {}) do
    local part = event:match("^MODEL_(.*)")
    if part and part ~= "INS" then
      parts[#parts + 1] = { part:lower(), v / s.sum.MODEL_INS }
      modelled = modelled + v / s.sum.MODEL_INS
    end
  end
  local covered = s and s.sum.MODEL_INS and s.sum.MODEL_INS / s.sum.TOT_INS or 0
  return hot, measured, covered >= 0.03 and modelled, parts, covered
end

local function largest(parts, modelled)
  local list = {}
  table.sort(parts, function(a, b) return a[2] > b[2] end)
  for i = 1, math.min(3, #parts) do
    if parts[i][2] > 0.02 * modelled then
      list[#list + 1] = ("%s %.2f"):format(parts[i][1], parts[i][2])
    end
  end
  return table.concat(list, ", ")
end

local factors, without = {}, 0
print(("%-18s %-16s %8s %8s %6s %5s  %s"):format("program", "section", "measured", "modelled",
  "factor", "cover", "largest parts"))
for i = 3, #arg do
  local s, measured, modelled, parts, covered = result(arg[i])
  if not s then
    print(("%-18s no measurement"):format(arg[i]))
  elseif not modelled then
    without = without + 1
    print(("%-18s %-16.16s %8.2f %8s %6s %4.0f%%"):format(arg[i], s.name, measured, "-", "-",
      100 * covered))
  else
    local f = modelled / measured
    factors[#factors + 1] = math.max(f, 1 / f)
    print(("%-18s %-16.16s %8.2f %8.2f %6.2f %4.0f%%  %s"):format(arg[i],
      s.kind == "program" and "(program)" or s.name, measured, modelled, f, 100 * covered,
      largest(parts, modelled)))
  end
end
table.sort(factors)
local n = #factors
if n > 0 then
  print(("%d programs, %d not modelled; factor off: median %.2f (target 1.25), "
    .. "nine in ten %.2f (target 1.6), largest %.2f (target 3)"):format(n, without,
    factors[(n + 1) // 2], factors[math.max(1, math.ceil(0.9 * n))], factors[n]))
end
