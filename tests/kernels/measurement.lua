-- Reads a measurement file (profile/FORMAT.md), independently of profile/: what
-- perfexpert-run wrote is checked by other code than that which reads it.
--
-- measurement.read(path) returns { attributes, events = { name, how }, runs,
-- root }; a section is { kind, name, file, line, end_line, sum = { EVENT = n },
-- samples (of the clock), children, facts = { { fact = ..., ... } }, parent }.

local measurement = {}

local ENTITIES = { lt = "<", gt = ">", amp = "&", quot = '"', apos = "'" }

local function unescape(s)
  return (s:gsub("&#x(%x+);", function(h) return utf8.char(tonumber(h, 16)) end)
    :gsub("&#(%d+);", function(d) return utf8.char(tonumber(d)) end)
    :gsub("&(%a+);", ENTITIES))
end

-- Calls element(name, attributes), text(s) and close(name) in order.
local function parse(s, element, text, close)
  local at = 1

  while true do
    local before, start = s:match("^([^<]*)()", at)
    if before:find("%S") then
      text(unescape(before))
    end
    if start > #s then
      return
    end
    local name, p = s:match("^</([%w_-]+)>()", start)
    if name then
      close(name)
      at = p
    elseif s:match("^<%?", start) then
      at = s:match("%?>()", start)
    elseif s:match("^<!%-%-", start) then
      at = s:match("%-%->()", start)
    else
      name, p = s:match("^<([%w_-]+)()", start)
      if not name then
        error("not a tag at byte " .. start, 0)
      end
      local attributes = {}
      while true do
        local key, quote, q = s:match("^%s+([%w_-]+)%s*=%s*([\"'])()", p)
        if not key then
          break
        end
        local v, after = s:match("^([^" .. quote .. "]*)" .. quote .. "()", q)
        attributes[key] = unescape(v)
        p = after
      end
      local slash, after = s:match("^%s*(/?)>()", p)
      if not slash then
        error("not a tag's end at byte " .. p, 0)
      end
      element(name, attributes)
      if slash == "/" then
        close(name)
      end
      at = after
    end
  end
end

-- "1 - 3" as { EVENT = 1, EVENT3 = 3 }
local function counts(events, text)
  local sum, i = {}, 0

  for word in text:gmatch("%S+") do
    i = i + 1
    sum[events[i].name] = tonumber(word)
  end
  if i ~= #events then
    error("a list of " .. i .. " values for " .. #events .. " events", 0)
  end
  return sum
end

function measurement.read(path)
  local file = assert(io.open(path, "rb"))
  local m = { events = {}, runs = {}, notes = {} }
  local section, list

  local function element(name, a)
    list = name
    if name == "measurement" then
      m.attributes = a
    elseif name == "event" then
      m.events[#m.events + 1] = a
    elseif name == "note" then
      m.notes[#m.notes + 1] = a.text
    elseif name == "run" then
      m.runs[#m.runs + 1] = a
    elseif name == "fact" then
      section.facts[#section.facts + 1] = a
    elseif name == "section" then
      local s = {
        kind = a.kind, name = a.name, file = a.file, line = tonumber(a.line),
        end_line = tonumber(a["end-line"]), sum = {}, children = {}, facts = {},
        parent = section,
      }
      if section then
        section.children[#section.children + 1] = s
      else
        m.root = s
      end
      section = s
    end
  end

  local function text(s)
    if list == "sum" then
      section.sum = counts(m.events, s)
    elseif list == "samples" then
      section.samples = counts(m.events, s).TOT_CYC
    elseif list == "totals" then
      m.runs[#m.runs].totals = counts(m.events, s)
    end
  end

  local function close(name)
    list = nil
    if name == "section" then
      section = section.parent
    end
  end

  parse(file:read("a"), element, text, close)
  file:close()
  return m
end

-- All sections below one, itself included, outer before inner.
function measurement.each(section, call)
  call(section)
  for _, child in ipairs(section.children) do
    measurement.each(child, call)
  end
end

return measurement
