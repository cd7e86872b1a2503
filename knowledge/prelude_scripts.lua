-- Helper functions for rules: what lines of a Python script cost.

-- A line that takes less is not worth a change
local WORTH = 0.05

-- The calls of lines that say so (a pattern of Lua), where their time is in one of the
-- functions, by patterns of their names
local function lines_with(s, says, functions)
  return select_facts(s.called or {}, function(c)
    local below = (c.callee or "") .. " " .. (c.inner or "")
    if not (c.text and c.file and c.line) or (c.share or 0) < WORTH or not c.text:find(says) then return false end
    for _, pattern in ipairs(functions) do
      if below:find(pattern) then return true end
    end
    return false
  end)
end

-- The lines of the script that say so, whatever takes their time below them
local function lines_saying(s, says)
  return select_facts(s.called or {}, function(c) return c.text and c.file and c.line and c.text:find(says) ~= nil end)
end

-- The part of their time that a change saves, or why there is none
local function time_or(list, none, part)
  local share = clamp(sum(list, "share"))
  return share >= WORTH and share * (part or 1) or none
end

-- "pop.py:4 takes 61 % of the time, most of it to move the elements: total += queue.pop(0)";
-- of several lines the first is the one that takes most
local function cost_of_lines(list, what)
  local c = heaviest(list, "share")
  local others, seen = 0, { [c.file .. ":" .. c.line] = true }
  for _, other in ipairs(list) do
    local place = other.file .. ":" .. other.line
    if not seen[place] then others, seen[place] = others + 1, true end
  end
  local also = others > 0 and string.format(" and %s take ", plural(others, "other line")) or " takes "
  return string.format("%s:%d%s%s of the time, %s: %s", c.file, c.line, also, percent(clamp(sum(list, "share"))), what, c.text)
end

-- Whether what a line says is executed again and again: in a loop, or by a comprehension
local function in_loop(c, says)
  if c.loop then return true end
  local element = c.text:match("^(.+)%f[%w]for%f[%W]")
  return element ~= nil and element:find(says) ~= nil
end

-- Functions of the interpreter that do many steps for one operation of a script
local MANY_STEPS = { "sort", "_count", "_find", "_contains", "index", "memmove", "memcpy", "concat", "_repeat", "builtin_", "sre_",
  "_match", "scan", "_join", "_split", "_replace", "_translate", "format", "import", "_load", "flush", "write" }

-- The lines in loops whose time is in the interpreter: it looks at one operation after the
-- other, and each makes or looks up an object
local function interpreted(s)
  return select_facts(s.called or {}, function(c)
    if not (c.text and c.file and c.line and in_loop(c, "")) then return false end
    -- what a built-in function calls for each element
    if c.text:find("%f[%w_]key *=") then return false end
    if not (c.module or ""):match("[^/]*$"):find("python3") then return false end
    local below = ((c.callee or "") .. " " .. (c.inner or "")):lower()
    for _, pattern in ipairs(MANY_STEPS) do
      if below:find(pattern) then return false end
    end
    return true
  end)
end

return { WORTH = WORTH, lines_with = lines_with, lines_saying = lines_saying, time_or = time_or, cost_of_lines = cost_of_lines, in_loop = in_loop,
  interpreted = interpreted }
