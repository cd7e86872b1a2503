-- expected.lua FILE: compares what bench/expected.sh wrote, a line each: id,
-- measured, expected, at most (times), and what tells: "account" or "bound".
-- expected.lua --of NAME ID MEASURED: such a line of a report as JSON (stdin). What is
-- expected of the program is made what is expected of the section, as MEASURED has
-- nothing else in it: by the part of the elapsed time that the section takes, which
-- waits for a processor where others want it, too.

local function of(name, id, measured)
  local best
  for line in io.lines() do
    local path = tonumber(line:match('"path":%[([^%],]*)'))
    for entry in line:gmatch('{"id":"' .. id:gsub("%-", "%%-") .. '".-"at_most":[^,]*') do
      local expected, most = entry:match('"expected":([^,]*),"at_most":(.*)')
      local saved = tonumber(entry:match('"saved":([^,]*)'))
      if saved and path and (not best or saved > best.saved) then
        best = { saved = saved, expected = tonumber(expected), most = tonumber(most), path = path }
      end
    end
  end
  if not best or not tonumber(measured) then
    print(name .. " - - - -")
    return
  end
  -- what it saves elsewhere, too, is a part of it all
  local part = best.saved < best.path and best.path or 1
  local function of_section(saved) return 1 / (1 - math.min(0.99, saved / part)) end
  print(("%s %s %.3f %s %s"):format(name, measured, of_section(best.saved),
    best.most and of_section(1 - 1 / best.most) or "nan", best.expected and "account" or "bound"))
end

-- how many are smaller, of equal ones half of them
local function ranks(v)
  local out = {}
  for i = 1, #v do
    out[i] = 0
    for k = 1, #v do out[i] = out[i] + (v[k] < v[i] and 1 or v[k] == v[i] and 0.5 or 0) end
  end
  return out
end

local function spearman(a, b)
  local x, y, mean = ranks(a), ranks(b), #a / 2
  local xy, xx, yy = 0, 0, 0
  for i = 1, #a do
    local p, q = x[i] - mean, y[i] - mean
    xy, xx, yy = xy + p * q, xx + p * p, yy + q * q
  end
  return xy / math.sqrt(xx * yy)
end

local function summary(name, list)
  local measured, said, within, over, bounded = {}, {}, 0, 0, 0
  for i, r in ipairs(list) do
    measured[i], said[i] = r.measured, r.said
    local factor = math.max(r.measured / r.said, r.said / r.measured)
    if factor <= 1.5 then within = within + 1 end
    if r.most then
      bounded = bounded + 1
      if r.measured > 1.1 * r.most then over = over + 1 end
    end
  end
  if #list < 3 then return end
  print(("%-8s %3d suggestions: Spearman %.2f (target 0.7), within 1.5: %.0f %% (target 80), at most exceeded: %d of %d")
    :format(name, #list, spearman(measured, said), 100 * within / #list, over, bounded))
end

if arg[1] == "--of" then
  of(arg[2], arg[3], arg[4])
  return
end
local by, all, without = { account = {}, bound = {} }, {}, 0
print(("%-28s %8s %8s %8s  %s"):format("suggestion", "measured", "said", "at most", "by"))
for line in io.lines(arg[1]) do
  local id, measured, said, most, basis = line:match("^(%S+) (%S+) (%S+) (%S+) (%S+)$")
  local r = { measured = tonumber(measured), said = tonumber(said), most = tonumber(most) }
  if r.most and r.most ~= r.most then r.most = nil end
  if not r.measured or not r.said then
    without = without + 1
  else
    all[#all + 1], by[basis][#by[basis] + 1] = r, r
    print(("%-28s %8.2f %8.2f %8s  %s"):format(id, r.measured, r.said, r.most and ("%.2f"):format(r.most) or "-", basis))
  end
end
print(("%d are not made or not measured"):format(without))
summary("account", by.account)
summary("bound", by.bound)
summary("all", all)
