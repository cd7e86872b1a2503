-- Where a rule changes its mind: each number, word and table that its place and
-- its program have is changed alone, and the limits are searched. They are found
-- by trying, so nothing of a rule is repeated here.

local FACTORS = { 1e-4, 0.02, 0.3, 1, 3, 50, 1e4 } -- of what was measured
local FROM_ZERO = { 1, 1000, 1e6 }
local HALVES = 40
local DEPTH, ELEMENTS = 4, 2 -- so far into tables, and into arrays

local kept = {} -- the places that the rule was asked about
local when

-- Its reason against or "fires", and the share that it gives then
local function ask(s)
  local ok, part = pcall(when, s)
  if not ok then return "an error", 0 end
  if type(part) ~= "number" then return tostring(part), 0 end
  return "fires", part
end

-- FNV
local function add(sum, text)
  for i = 1, #text do sum = (sum ~ text:byte(i)) * 16777619 & 0xffffffff end
  return sum
end

-- The first six digits, as limits are written
local function short(x) return tonumber(string.format("%.6g", x)) end

-- Lines with all limits at a place, and a sum over what was said on the way
local function limits(s, lines)
  local base, base_part = ask(s)
  local sum, seen = 0, {}
  lines[1] = base

  -- what it needs its measurement has, so that it may be an error without
  local function note(path, what, now)
    if now ~= "an error" then lines[#lines + 1] = "  " .. path .. " " .. what .. ": " .. now end
  end

  -- the answer with another value; the second: is the share the same, too?
  local function try(t, key, v)
    local was = t[key]
    t[key] = v
    local class, part = ask(s)
    t[key] = was
    if class == base and part == base_part then return class, true end
    sum = add(sum, string.format("%.6g", part))
    return class, false
  end

  -- between two values with different answers
  local function search(t, key, path, a, b, of_a, whole)
    for _ = 1, HALVES do
      if whole and b - a <= 1 or not whole and short(a) == short(b) then break end
      local m = whole and (a + b) // 2 or (a + b) / 2
      if try(t, key, m) == of_a then a = m else b = m end
    end
    local at = whole and b or short(b)
    local now = try(t, key, at)
    if now == of_a then
      note(path, string.format("> %.6g", at), (try(t, key, b)))
    else
      note(path, string.format(">= %.6g", at), now)
    end
  end

  local function number(t, key, path, v)
    local none, same = try(t, key, nil)
    if none ~= base then note(path, "missing", none) end
    local _, same_then = try(t, key, v == 0 and 1e6 or v * 1e4)
    if same and same_then then return end
    local whole = v == math.floor(v) and v < 2 ^ 50
    local last = 0
    local class = try(t, key, last)
    for _, f in ipairs(v == 0 and FROM_ZERO or FACTORS) do
      local x = v == 0 and f or v * f
      if whole then x = math.floor(x) end
      if x > last then
        local now = try(t, key, x)
        if now ~= class then search(t, key, path, last, x, class, whole) end
        last, class = x, now
      end
    end
  end

  local function other(t, key, path, v, what)
    local now = try(t, key, v)
    if now ~= base then note(path, what, now) end
  end

  -- nothing is searched in a table that may as well be empty
  local function walk(t, path, depth)
    seen[t] = true
    local keys = {}
    for key in pairs(t) do keys[#keys + 1] = key end
    for _, key in ipairs(keys) do
      local v, at = t[key], path .. tostring(key)
      if type(key) == "string" and type(v) ~= "number" then other(t, key, at, nil, "missing") end
      if type(v) == "number" then
        number(t, key, at, v)
      elseif type(v) == "boolean" then
        other(t, key, at, not v, tostring(not v))
      elseif type(v) == "string" then
        other(t, key, at, "x", "another")
      elseif type(v) == "table" and not seen[v] and depth < DEPTH and not (type(key) == "number" and key > ELEMENTS) then
        local _, same = try(t, key, {})
        if not same then walk(v, at .. ".", depth + 1) end
      end
    end
  end
  walk(s, "", 1)
  return sum
end

local tools = {}

-- Stands in for a rule's 'when', and keeps what it is asked about
function tools.watch(rule)
  kept, when = {}, rule
  return function(s)
    kept[#kept + 1] = s
    return rule(s)
  end
end

-- All about the first place for which it fires, or else the first
function tools.say()
  local at = kept[1]
  if not at then return "it was not asked\n" end
  for _, s in ipairs(kept) do
    if ask(s) == "fires" then
      at = s
      break
    end
  end
  local lines = {}
  local sum = limits(at, lines)
  lines[1] = string.format("%s %08x", lines[1], sum)
  kept = {}
  return table.concat(lines, "\n") .. "\n"
end

return tools
