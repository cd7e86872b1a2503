-- Reads JSON, strictly: json.decode(text) or an error with the position.
-- null becomes json.null, so that arrays keep their length.

local json = { null = setmetatable({}, { __tostring = function() return "null" end }) }

local ESCAPES = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t",
  ['"'] = '"', ["\\"] = "\\", ["/"] = "/" }

local value

local function fail(text, at, what)
  error(("JSON at byte %d: %s, not '%s'"):format(at, what, text:sub(at, at + 10)), 0)
end

local function skip(text, at)
  return text:match("^[ \t\r\n]*()", at)
end

local function string_at(text, at)
  local parts = {}

  at = at + 1
  while true do
    local plain, stop = text:match('^([^"\\%c]*)()', at)
    parts[#parts + 1] = plain
    local c = text:sub(stop, stop)
    if c == '"' then
      return table.concat(parts), stop + 1
    elseif c ~= "\\" then
      fail(text, stop, "a string goes on")
    end
    local e = text:sub(stop + 1, stop + 1)
    local hex = text:match("^\\u(%x%x%x%x)", stop)
    if hex then
      parts[#parts + 1] = utf8.char(tonumber(hex, 16))
      at = stop + 6
    elseif ESCAPES[e] then
      parts[#parts + 1] = ESCAPES[e]
      at = stop + 2
    else
      fail(text, stop, "an escape")
    end
  end
end

local function number_at(text, at)
  local int, stop = text:match("^(%-?%d+)()", at)
  if not int or int:match("^%-?0%d") then
    fail(text, at, "a value")
  end
  stop = text:match("^%.%d+()", stop) or stop
  stop = text:match("^[eE][+-]?%d+()", stop) or stop
  return tonumber(text:sub(at, stop - 1)), stop
end

local function members(text, at, close, member)
  at = skip(text, at + 1)
  if text:sub(at, at) == close then
    return at + 1
  end
  while true do
    at = skip(text, member(at))
    local c = text:sub(at, at)
    if c == close then
      return at + 1
    elseif c ~= "," then
      fail(text, at, "',' or '" .. close .. "'")
    end
    at = skip(text, at + 1)
  end
end

local function object_at(text, at)
  local object = {}

  at = members(text, at, "}", function(p)
    if text:sub(p, p) ~= '"' then
      fail(text, p, "a name")
    end
    local name
    name, p = string_at(text, p)
    p = skip(text, p)
    if text:sub(p, p) ~= ":" then
      fail(text, p, "':'")
    end
    object[name], p = value(text, p + 1)
    return p
  end)
  return object, at
end

local function array_at(text, at)
  local array = {}

  at = members(text, at, "]", function(p)
    array[#array + 1], p = value(text, p)
    return p
  end)
  return array, at
end

local WORDS = { t = { "true", true }, f = { "false", false }, n = { "null", json.null } }

function value(text, at)
  at = skip(text, at)
  local c = text:sub(at, at)
  local word = WORDS[c]

  if c == "{" then
    return object_at(text, at)
  elseif c == "[" then
    return array_at(text, at)
  elseif c == '"' then
    return string_at(text, at)
  elseif word and text:sub(at, at + #word[1] - 1) == word[1] then
    return word[2], at + #word[1]
  end
  return number_at(text, at)
end

function json.decode(text)
  local v, at = value(text, 1)

  at = skip(text, at)
  if at <= #text then
    fail(text, at, "the end")
  end
  return v
end

return json
