-- Prints doc/results.md from the data beside it:
--   lua5.4 doc/data/results.lua >doc/results.md
-- tests/documents.sh compares the two.

local function fields(line)
  local list, at = {}, 1
  while at <= #line + 1 do
    if line:sub(at, at) == '"' then
      local text, close = "", at
      repeat
        local from = close + 1
        close = line:find('"', from, true)
        text = text .. line:sub(from, close - 1)
        local again = line:sub(close + 1, close + 1) == '"'
        if again then text, close = text .. '"', close + 1 end
      until not again
      list[#list + 1], at = text, close + 2
    else
      local comma = line:find(",", at, true) or #line + 1
      list[#list + 1], at = line:sub(at, comma - 1), comma + 1
    end
  end
  return list
end

local function read(name)
  local rows, head = {}, nil
  for line in io.lines(arg[0]:gsub("[^/]*$", "") .. name .. ".csv") do
    local f = fields(line)
    if not head then
      head = f
    else
      local row = {}
      for i, key in ipairs(head) do row[key] = f[i] or "" end
      rows[#rows + 1] = row
    end
  end
  return rows
end

local trials = {}
for _, r in ipairs(read("trials")) do
  if r.judgement ~= "none" then trials[#trials + 1] = r end
end

-- Rows of equal keys, in the order of their first
local function grouped(key)
  local groups, by = {}, {}
  for _, r in ipairs(trials) do
    local k = key(r)
    if not by[k] then
      by[k] = { name = k }
      groups[#groups + 1] = by[k]
    end
    table.insert(by[k], r)
  end
  return groups
end

local function count(rows, ...)
  local n = 0
  for _, wanted in ipairs({ ... }) do
    for _, r in ipairs(rows) do
      if r.judgement == wanted then n = n + 1 end
    end
  end
  return n
end

local function first(text) return tonumber(text:match("^~?(%d+%.?%d*)")) end

local function median(list)
  if #list == 0 then return "" end
  table.sort(list)
  local m = #list // 2
  return ("%.2f"):format(#list % 2 == 1 and list[m + 1] or (list[m] + list[m + 1]) / 2)
end

-- Ratios of processor time of those that were tried alone
local function speedups(rows)
  local list = {}
  for _, r in ipairs(rows) do
    local v = first(r.tried)
    if v and v < 100 then list[#list + 1] = v end
  end
  return list
end

local function percent(a, b) return b > 0 and ("%.0f %%"):format(100 * a / b) or "" end
local function row(...) print("| " .. table.concat({ ... }, " | ") .. " |") end

print([[
# Results

Generated from `doc/data/*.csv` by `doc/data/results.lua`; do not edit.

perfexpert was run on programs that were not written for it. Each suggestion that it printed
at a threshold of 0.1 was judged, and many were tried. `doc/data/trials.csv` has each one: the
expected and the measured speedup (processor time before / after, the minimum of several
alternating runs), and the judgement. `doc/data/programs.csv` has versions and arguments. Each
set was assessed by a later version than the set before, which had not seen its programs.

- *faster*, *no gain* (within 2 %), *slower*: it was tried.
- In the data also *applicable*: correct according to the source code, but not tried; *doubtful*:
  of little use; *same*: the same change as another suggestion.
- *false*: the change is impossible, or its reason is wrong.

## By set of programs

| set | machine | suggestions | not false | faster | no gain | slower |
|---|---|---|---|---|---|---|]])
for _, g in ipairs(grouped(function(r) return r.set .. "|" .. r.machine end)) do
  local name, machine = g.name:match("(.*)|(.*)")
  row(name, machine, #g, percent(#g - count(g, "false"), #g), count(g, "faster"), count(g, "no gain"),
    count(g, "slower"))
end
row("all", "", #trials, percent(#trials - count(trials, "false"), #trials), count(trials, "faster"),
  count(trials, "no gain"), count(trials, "slower"))

print([[

## By suggestion

Suggestions that were made at least six times, with the median of the measured speedups.

| suggestion | made | false | faster | no gain or slower | median speedup |
|---|---|---|---|---|---|]])
local by = grouped(function(r)
  return (r.suggestion:gsub("%s*%b()", ""):gsub("^the ", ""):gsub(" the ", " "):gsub(",.*", ""))
end)
table.sort(by, function(a, b)
  if #a ~= #b then return #a > #b end
  return a.name < b.name
end)
for _, g in ipairs(by) do
  if #g < 6 then break end
  row(g.name, #g, count(g, "false"), count(g, "faster"), count(g, "no gain", "slower"), median(speedups(g)))
end

local near, far, n = 0, 0, 0
for _, r in ipairs(trials) do
  local said, got = first(r.said), first(r.tried)
  if said and got and got > 0 and said >= 1 and not r.said:find("%%") then
    local off = math.max(said / got, got / said)
    n = n + 1
    if off <= 1.25 then near = near + 1 end
    if off > 2 then far = far + 1 end
  end
end
print(([[

## Expected and measured

Of %d suggestions of these trials with both speedups, %s agree within a factor of 1.25, and %s
differ by more than a factor of two. For all examples of the knowledge base and the test kernels:

| programs | machine | suggestions | rank correlation | within 1.5 | "at most" exceeded by 10 %% |
|---|---|---|---|---|---|]]):format(n, percent(near, n), percent(far, n)))
for _, r in ipairs(read("expected")) do
  row(r.programs, r.machine, r.suggestions, r["rank correlation"], r["within a factor of 1.5"],
    r["at most exceeded by 10 %"])
end

print([[

## Timing model

Modelled divided by measured CPI of the hottest section (`bench/account.sh`), on virtual machines.

| programs | machine | median | nine in ten within | largest |
|---|---|---|---|---|]])
for _, r in ipairs(read("model_accuracy")) do
  row(r.programs, r.machine, r["median modelled / measured"], r["nine in ten within"],
    r.largest .. (r.where ~= "" and " (" .. r.where .. ")" or ""))
end

print([[

## Planted faults

Parallel programs with one known fault (`tests/parallel`): the share of the elapsed time that the
first suggestion promises, and the share that the fix saved (`bench/planted.sh`).

| fault | promised | saved | promised / saved | in a later version |
|---|---|---|---|---|]])
for _, r in ipairs(read("planted")) do
  row(r.fault, r.said, r["the fix saves"], r["said / saves"], r.later)
end

print([[

## Languages and runtimes

A small program with one known hot loop for each of Debian 12's packages (`doc/data/runtimes.csv`),
by default options. What programs print and return was the same with perfexpert each time.

| runtimes | hot place | counts | reported as missing |
|---|---|---|---|]])
local alike, order = {}, {}
for _, r in ipairs(read("runtimes")) do
  local key = table.concat({ r["hot place"], r.counts, r["said is missing"] }, "|")
  if not alike[key] and r.counts ~= "" then
    alike[key] = { row = r, names = {} }
    order[#order + 1] = alike[key]
  end
  if r.counts ~= "" then
    table.insert(alike[key].names, (r.runtime .. " " .. r.version .. (r.how:match("^with") and " " .. r.how or "")))
  end
end
for _, a in ipairs(order) do
  row(table.concat(a.names, ", "), a.row["hot place"], a.row.counts, a.row["said is missing"])
end

print([[

## Compared with other tools

- Call graphs with `perf record -g` (CoMD, sqlite3, Lua, bzip2): the shares of procedures of 2 %
  and more differ by at most 1.6 points, inclusive or exclusive (`bench/calls.sh`).
- MPI calls with mpiP 3.5 (CoMD, two ranks, Open MPI 4.1): the same 2,516 calls at 15 places, and
  the same bytes; only broadcasts are counted at the root here and at each rank there.]])
