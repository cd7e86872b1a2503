-- Checks what perfexpert says of the kernels against expect.lua.
--
--      lua5.4 check.lua --list         a line for each kernel: what to build, run
--      lua5.4 check.lua --applied      the same for bench/applied.sh: name, first
--                                      suggestion, then sources and flags of both
--                                      sides, and arguments
--      lua5.4 check.lua FOLDER [NAME...]
--
-- FOLDER holds NAME.db (from perfexpert-run), NAME.given.db (the same with a chosen
-- clock, from given.lua), of the latter NAME.json (from perfexpert --all) and
-- NAME.suggest.json (from perfexpert --suggest); and of a smaller run NAME.small.db,
-- NAME.callgrind and NAME.tlb, which must count the same.

local here = arg[0]:match("^(.*/)") or "./"
package.path = here .. "?.lua;" .. package.path

local json = require("json")
local callgrind = require("callgrind")
local measurement = require("measurement")
local kernels = dofile(here .. "expect.lua")

local BOUNDS = { "data_accesses", "instruction_accesses", "floating_point", "branches",
  "data_tlb", "instruction_tlb" }
-- Kernels are short on purpose.
local EXPECTED_WARNINGS = { "too short", "too briefly" }

-- Procedures that fill the kernel's arrays, or go through them once before
local FILLS = { main = true, MAIN__ = true, build = true, fill = true, warm = true }

local passed, failed, skipped = 0, 0, 0
local current

local function check(ok, what, ...)
  what = what:format(...)
  if ok then
    passed = passed + 1
    print(("ok     %-16s %s"):format(current, what))
  else
    failed = failed + 1
    print(("not ok %-16s %s"):format(current, what))
  end
  return ok
end

local function number(v)
  if v == nil or v == json.null then
    return "nothing"
  end
  return v == math.floor(v) and ("%.0f"):format(v) or ("%.4g"):format(v)
end

local function read(path)
  local file, message = io.open(path, "rb")

  if not file then
    error(message, 0)
  end
  local text = file:read("a")
  file:close()
  return text
end

-- The lines between the comments that mark the hot loop
local function marked_lines(source)
  local first, last, n = nil, nil, 0

  for line in io.lines(here .. source) do
    n = n + 1
    first = first or line:find("hot loop begin", 1, true) and n
    last = last or line:find("hot loop end", 1, true) and n
  end
  return first, last
end

local function matches(section, patterns, module)
  if module and not (section.module or ""):find(module, 1, true) then
    return false
  end
  for _, pattern in ipairs(type(patterns) == "table" and patterns or { patterns }) do
    if section.name:find(pattern) then
      return true
    end
  end
  return false
end

-- The sum over sections of one event of the report
local function total(sections, event)
  local sum

  for _, s in ipairs(sections) do
    local v = s.events[event] and s.events[event][1]
    if v and v ~= json.null then
      sum = (sum or 0) + v
    end
  end
  return sum
end

-- A category's LCPI over several sections: weighted by their instructions
local function bound(sections, category)
  local sum, instructions = nil, 0

  for _, s in ipairs(sections) do
    local v, n = s.lcpi[category][1], s.events.TOT_INS and s.events.TOT_INS[1]
    if v ~= json.null and n and n ~= json.null then
      sum = (sum or 0) + v * n
      instructions = instructions + n
    end
  end
  return sum and sum / instructions
end

-- The procedures that are expected to be hot, and whether they are
local function check_procedure(k, report)
  local hot, other, top = {}, 0, nil

  for _, s in ipairs(report.sections) do
    if s.kind == "procedure" then
      local time = s.fraction[1] ~= json.null and s.fraction[1] or 0
      if matches(s, k.procedure, k.module) then
        hot[#hot + 1] = s
        hot.time = (hot.time or 0) + time
      elseif time > other then
        other, top = time, s
      end
    end
  end
  check((hot.time or 0) > other and (hot.time or 0) > 0,
    "hot procedure %s has %.0f %% of the time, %s %.0f %%",
    hot[1] and hot[1].name or "(none)", 100 * (hot.time or 0),
    top and top.name or "the next", 100 * other)
  -- In a library, only the procedure with the most time is meant.
  if k.module then
    table.sort(hot, function(a, b)
      return (tonumber(a.fraction[1]) or 0) > (tonumber(b.fraction[1]) or 0)
    end)
    return { hot[1] }, hot.time or 0
  end
  return hot, hot.time or 0
end

local function check_worst(k, hot, good)
  local worst, largest = nil, -1

  for _, category in ipairs(BOUNDS) do
    local v = bound(hot, category)
    if not v then
      check(false, "%s was not measured", category)
    elseif v > largest then
      worst, largest = category, v
    end
  end
  if k.worst then
    check(worst == k.worst, "the worst category is %s (%s: %s)", k.worst, worst,
      number(largest))
  end
  for _, category in ipairs(k.problematic or {}) do
    local v = bound(hot, category) or 0
    check(v >= 4 * good, "%s is problematic: %s", category, number(v))
  end
  for _, category in ipairs(k.fine or {}) do
    local v = bound(hot, category) or math.huge
    check(v < 4 * good, "%s is not problematic: %s", category, number(v))
  end
end

-- The account of cycles is charged to what the kernel was built for.
local function check_cause(k, hot)
  local sum, all = {}, 0
  local largest

  if not k.cause then
    return
  end
  for _, s in ipairs(hot) do
    for event, v in pairs(s.events) do
      local part = event:match("^MODEL_(.*)")
      if part and part ~= "INS" then
        part = part:lower()
        sum[part] = (sum[part] or 0) + v[1]
        all = all + v[1]
      end
    end
  end
  for part, v in pairs(sum) do
    if not largest or v > sum[largest] then
      largest = part
    end
  end
  check(largest == k.cause, "the account's largest part is %s (%s: %.0f %%)", k.cause,
    largest or "none", all > 0 and 100 * sum[largest] / all or 0)
end

local function check_overall(k, hot, good)
  local overall = bound(hot, "overall")

  check(overall and overall > 0, "overall was measured: %s", number(overall))
  if k.great then
    check(overall and overall < good, "overall %s is great (under %s)", number(overall),
      number(good))
  end
  if k.unexplained then
    local sum = 0
    for _, category in ipairs(BOUNDS) do
      sum = sum + (bound(hot, category) or 0)
    end
    check(overall and overall > sum, "overall %s is more than all bounds explain, %s",
      number(overall), number(sum))
  end
end

-- A loop's own part of an event: without the loops in it
local function own(section, event)
  local sum = section.sum[event] or 0

  for _, child in ipairs(section.children) do
    sum = sum - (child.sum[event] or 0)
  end
  return sum
end

-- The loop with the most cycles of its own, as the measurement has it, must
-- be where the source says, and the report must list it.
local function check_loop(k, m, report)
  local first, last = marked_lines(k.source)
  local hot

  measurement.each(m.root, function(s)
    if s.kind == "loop" and (not hot or own(s, "TOT_CYC") > own(hot, "TOT_CYC")) then
      hot = s
    end
  end)
  if not check(hot ~= nil, "there is a loop") then
    return
  end
  local file = (hot.file or "?"):match("[^/]*$")
  check(file == k.source:match("[^/]*$") and hot.line == first and (hot.end_line or 0) >= first
      and hot.end_line <= last,
    "the hot loop is at %s:%d-%d: %s:%s-%s", k.source, first, last, file,
    number(hot.line), number(hot.end_line))
  local procedure, listed = hot, {}
  while procedure.kind == "loop" do
    procedure = procedure.parent
  end
  for _, s in ipairs(report.sections) do
    if s.kind == "loop" and s.file == hot.file and s.line == hot.line
        and s.procedure == procedure.name then
      listed[#listed + 1] = s
    end
  end
  check(#listed == 1, "the report lists that loop once: %d", #listed)
  return hot, listed
end

local function check_counts(k, hot, loop, listed)
  local function count(event)
    if k.loop then
      return listed and total(listed, event)
    end
    return total(hot, event)
  end

  for event, want in pairs(k.loop or {}) do
    if event ~= "iterations" and event ~= "entries" then
      local got = listed and total(listed, event)
      check(got == want, "the loop's %s is %s: %s", event, number(want), number(got))
    else
      local got
      for _, fact in ipairs(loop and loop.facts or {}) do
        got = fact.fact == "loop" and tonumber(fact[event]) or got
      end
      check(got == want, "the loop's %s are %s: %s", event, number(want), number(got))
    end
  end
  for event, want in pairs(k.counts or {}) do
    local got = total(hot, event)
    check(got == want, "%s is %s: %s", event, number(want), number(got))
  end
  for event, want in pairs(k.near or {}) do
    local got = count(event)
    check(got and math.abs(got - want[1]) <= want[2] * want[1],
      "%s is within %g %% of %s: %s", event, 100 * want[2], number(want[1]), number(got))
  end
  for event, limit in pairs(k.below or {}) do
    local got = count(event)
    check(got and got < limit, "%s is below %s: %s", event, number(limit), number(got))
  end
end

-- Sections add up: exactly for what was simulated, else within rounding
local function check_totals(m, report)
  local wrong = {}

  local function differs(how, a, b)
    if how == "simulated" then
      return a ~= b
    end
    return math.abs(a - b) > 1e-9 * math.max(a, b)
  end

  measurement.each(m.root, function(s)
    for _, event in ipairs(m.events) do
      local sum
      for _, child in ipairs(s.children) do
        local v = child.sum[event.name]
        sum = v and (sum or 0) + v or sum
      end
      local mine = s.sum[event.name]
      local whole = s.kind == "program" or s.kind == "module"
      if sum and (not mine or (whole and differs(event.how, sum, mine))
          or (not whole and sum > mine * (1 + 1e-9))) then
        wrong[#wrong + 1] = ("%s %s: %s, below %s"):format(s.name, event.name,
          number(mine), number(sum))
      end
    end
  end)
  check(#wrong == 0, "sections add up to the program%s", wrong[1] and ": " .. wrong[1] or "")

  local procedures = {}
  for _, s in ipairs(report.sections) do
    procedures[#procedures + 1] = s.kind == "procedure" and s or nil
  end
  wrong = {}
  for _, event in ipairs(m.events) do
    local sum, want = total(procedures, event.name), m.root.sum[event.name]
    -- nothing adds up to nothing: what no section has was measured as 0
    if want and (sum or want ~= 0) and (not sum or differs(event.how, sum, want)) then
      wrong[#wrong + 1] = ("%s: %s, program %s"):format(event.name, number(sum),
        number(want))
    end
    for _, run in ipairs(m.runs) do
      local of_run = run.totals and run.totals[event.name]
      if event.how == "simulated" and of_run and of_run ~= want then
        wrong[#wrong + 1] = ("%s: run %s, program %s"):format(event.name, number(of_run),
          number(want))
      end
    end
  end
  check(#wrong == 0, "the report's procedures add up to the program%s",
    wrong[1] and ": " .. wrong[1] or "")
end

local function check_warnings(k, report, hot)
  local found = {}

  local function look(list)
    for _, text in ipairs(list) do
      local expected = false
      for _, pattern in ipairs(EXPECTED_WARNINGS) do
        expected = expected or text:find(pattern, 1, true)
      end
      found[#found + 1] = not expected and text or nil
    end
  end

  for _, s in ipairs(hot) do
    look(s.warnings)
  end
  look(report.inputs[1].warnings)
  check(#found == 0, "no unexpected warning%s", found[1] and ": " .. found[1] or "")
  if k.threads then
    check(report.inputs[1].threads == k.threads, "%d threads: %s", k.threads,
      number(report.inputs[1].threads))
  end
end

-- Only where the host has several processors, and after all others
local OF_HOST = "share-iterations"

-- The suggestions that are printed for the hot procedures and their loops, in
-- their order; those that are hot only together: for what calls them
local function printed(k, report)
  local list, all, shown = {}, {}, false

  for _, s in ipairs(report.sections) do
    local procedure = s.kind == "procedure" and s.name or s.procedure
    local hot = matches({ name = procedure, module = s.module }, k.procedure, k.module)
    shown = shown or hot
    for _, suggestion in ipairs(s.suggestions) do
      if suggestion.id ~= OF_HOST then
        table.insert(all, suggestion.id)
        if hot then table.insert(list, suggestion.id) end
      end
    end
  end
  return shown and list or all
end

-- The first one that is about its bottleneck, behind exactly those of "before"
local function check_first(k, folder)
  local list = printed(k, json.decode(read(folder .. "/" .. k.name .. ".suggest.json")))
  local before = k.before or {}

  for i, id in ipairs(before) do
    check(list[i] == id, "suggestion %d is %s: %s", i, id, list[i] or "none")
  end
  local first = list[#before + 1]
  check((first or false) == k.first, "the first suggestion is %s: %s", k.first or "none",
    first or "none")
end

-- What callgrind counts in the program's own code is the same, exactly; misses of
-- the same caches are nearly so, as not all addresses are (the stack's).
local EXACT = { { "TOT_INS", "Ir" }, { "LD_INS", "Dr" }, { "ST_INS", "Dw" },
  { "BR_CND", "Bc" }, { "BR_IND", "Bi" } }
local MISSES = { { "L2_DCA", "D1mr", "D1mw" }, { "L2_DCM", "DLmr", "DLmw" },
  { "L2_ICA", "I1mr" }, { "L2_ICM", "ILmr" } }
-- With pages for lines: first-level misses hit or miss the second level.
local TLB = { { "TLB", "D1mr", "D1mw" }, { "TLB_DM", "DLmr", "DLmw" } }
local FEW_MISSES = 100
-- Callgrind knows the binary's .text only; these are elsewhere.
local OUTSIDE = { ["_init"] = true, ["_fini"] = true, ["<plt>"] = true }

local function callgrind_of(k, folder, what)
  for path, counts in pairs(callgrind.read(folder .. "/" .. k.name .. "." .. what)) do
    if path:match("[^/]*$") == k.name then
      return counts
    end
  end
end

local function compare_misses(what, counts, events, theirs)
  local differ = {}

  for _, e in ipairs(events) do
    local want = (theirs[e[2]] or 0) + (e[3] and theirs[e[3]] or 0)
    local got = counts[e[1]]
    if not got or math.abs(got - want) > math.max(0.01 * want, FEW_MISSES) then
      differ[#differ + 1] = ("%s is %s, callgrind's %s"):format(e[1], number(got),
        number(want))
    end
  end
  check(#differ == 0, "%s are within 1 %% of callgrind's%s", what,
    #differ > 0 and ": " .. table.concat(differ, "; ") or "")
end

local function check_callgrind(k, folder)
  local m = measurement.read(folder .. "/" .. k.name .. ".small.db")
  local mine, theirs = nil, callgrind_of(k, folder, "callgrind")

  for _, module in ipairs(m.root.children) do
    mine = (module.file or module.name):match("[^/]*$") == k.name and module or mine
  end
  if not mine or not theirs then
    return check(false, "callgrind and perfexpert-run saw the program")
  end
  local counts, differ = {}, {}
  for event, n in pairs(mine.sum) do
    counts[event] = n
    for _, procedure in ipairs(mine.children) do
      if OUTSIDE[procedure.name] then
        counts[event] = counts[event] - (procedure.sum[event] or 0)
      end
    end
  end
  for _, e in ipairs(EXACT) do
    if counts[e[1]] ~= (theirs[e[2]] or 0) then
      differ[#differ + 1] = ("%s is %s, %s %s"):format(e[1], number(counts[e[1]]), e[2],
        number(theirs[e[2]] or 0))
    end
  end
  check(#differ == 0, "counts are callgrind's (%s instructions)%s", number(theirs.Ir),
    #differ > 0 and ": " .. table.concat(differ, "; ") or "")
  compare_misses("misses", counts, MISSES, theirs)
  counts.TLB = counts.TLB_DM + counts.TLB_DH
  theirs = callgrind_of(k, folder, "tlb")
  compare_misses("data TLB misses", counts, TLB, theirs)
end

-- The clock's samples, as they were taken: where the chosen clock has nine tenths of
-- the time, at least a half must be seen, as far as so few samples can tell (one
-- correct run in a million fails). In some virtual machines memory that is touched
-- for the first time takes longer than the kernel: main and the C library fill it.
local function check_sampled(k, folder, share)
  local m = measurement.read(folder .. "/" .. k.name .. ".db")
  local all, hot, filling, module = m.root.samples or 0, 0, 0, nil

  check(all > 0 and (m.root.sum.TOT_CYC or 0) > 0, "the clock was sampled")
  measurement.each(m.root, function(s)
    module = s.kind == "module" and s.name or module
    if s.kind == "procedure" and matches({ name = s.name, module = module }, k.procedure,
        k.module) then
      hot = hot + (s.samples or 0)
    elseif s.kind == "procedure" and (FILLS[s.name] or module:find("%.so") or
        module:find("^%[")) then
      filling = filling + (s.samples or 0)
    end
  end)
  if share < 0.9 then
    return
  end
  local enough = hot >= all / 2 - 5 * math.sqrt(all) / 2
  if not enough and hot > 0 and hot + filling >= 0.9 * all then
    skipped = skipped + 1
    print(("skip   %-16s memory took most of the time when it was first touched: %d of %d samples")
      :format(k.name, filling, all))
    return
  end
  check(enough, "%d of %d samples are in the hot procedure", hot, all)
end

local function check_kernel(k, folder)
  local m = measurement.read(folder .. "/" .. k.name .. ".given.db")
  local report = json.decode(read(folder .. "/" .. k.name .. ".json"))
  local input = report.inputs[1]
  local good = input.good_cpi

  check(input.machine:match("([^/]*)$"):gsub("%.lua$", "") == k.machine, "the machine is %s: %s", k.machine,
    input.machine)
  local hot, share = check_procedure(k, report)
  if #hot == 0 then
    return
  end
  check_sampled(k, folder, share)
  check_worst(k, hot, good)
  check_overall(k, hot, good)
  check_cause(k, hot)
  local loop, listed
  if k.loop then
    loop, listed = check_loop(k, m, report)
  end
  check_counts(k, hot, loop, listed)
  check_totals(m, report)
  check_warnings(k, report, hot)
  check_first(k, folder)
  check_callgrind(k, folder)
end

local function list()
  for _, k in ipairs(kernels) do
    print(table.concat({ k.name, k.source, k.machine, k.only or "any",
      k.flags == "" and "-" or k.flags, table.concat(k.args, " "),
      table.concat(k.small, " ") }, "\t"))
  end
end

-- For bench/applied.sh: both sides of each first suggestion
local function list_applied()
  for _, k in ipairs(kernels) do
    if k.applied then
      local a = k.applied
      print(table.concat({ k.name, k.only or "any", k.first, k.source, a.source or k.source,
        k.flags == "" and "-" or k.flags, a.flags or "-", a.whole and "whole" or "part",
        table.concat(a.args or k.args, " ") }, "\t"))
    end
  end
end

local function main()
  if arg[1] == "--list" then
    return list()
  elseif arg[1] == "--applied" then
    return list_applied()
  end
  local wanted, known = {}, {}
  for i = 2, #arg do
    wanted[arg[i]] = true
  end
  for _, k in ipairs(kernels) do
    known[k.name] = true
  end
  for name in pairs(wanted) do
    current = name
    check(known[name], "there is no such kernel")
  end
  for _, k in ipairs(kernels) do
    if #arg < 2 or wanted[k.name] then
      current = k.name
      local reason = io.open(arg[1] .. "/" .. k.name .. ".skip")
      if reason then
        skipped = skipped + 1
        print(("skip   %-16s %s"):format(k.name, reason:read("l")))
        reason:close()
      else
        local ok, message = xpcall(check_kernel, function(e)
          return type(e) == "string" and e:find("%.lua:") and debug.traceback(e) or e
        end, k, arg[1])
        if not ok then
          check(false, "%s", message)
        end
      end
    end
  end
  print(("%d passed, %d failed, %d skipped"):format(passed, failed, skipped))
  os.exit(failed == 0)
end

main()
