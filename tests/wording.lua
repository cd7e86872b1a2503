-- Prints each message of the C and Lua files on standard input's list that has a
-- word to avoid: string literals of more than one word, those beside each other
-- joined. Arguments: the words, as Lua patterns between word boundaries.
local avoid = { ... }

local function has_to_be_avoided(text)
  local lower = " " .. text:gsub("\\n", " "):lower() .. " "
  for _, words in ipairs(avoid) do
    if lower:find("%f[%w]" .. words .. "%f[^%w]") then return words end
  end
end

-- messages(source): a list of { at =, text = }
local function messages(source)
  local list, pos, ended = {}, 1, nil
  while true do
    local at = source:find("[/\"']", pos)
    if not at then return list end
    local two, c = source:sub(at, at + 1), source:sub(at, at)
    if two == "/*" then
      pos = (select(2, source:find("*/", at + 2, true)) or #source) + 1
    elseif c == "/" then
      pos = at + 1
    else
      local stop = at + 1
      while source:sub(stop, stop) ~= c and stop <= #source do
        stop = stop + (source:sub(stop, stop) == "\\" and 2 or 1)
      end
      if c == '"' then
        local text = source:sub(at + 1, stop - 1)
        if ended and source:sub(ended, at - 1):find("^[%s%w_.]*$") then
          list[#list].text = list[#list].text .. text
        else
          list[#list + 1] = { at = at, text = text }
        end
        ended = stop + 1
      end
      pos = stop + 1
    end
  end
end

for name in io.lines() do
  local source = assert(io.open(name)):read("a")
  if name:find("%.lua$") then
    source = source:gsub("\n[ \t]*%-%- [^\n]*", "\n"):gsub("[ \t]%-%- [^\n\"]*\n", "\n")
  end
  for _, m in ipairs(messages(source)) do
    local words = m.text:find(" ", 1, true) and has_to_be_avoided(m.text)
    if words then
      local _, lines = source:sub(1, m.at):gsub("\n", "")
      print(name .. ":" .. lines + 1 .. ": '" .. words .. "': " .. m.text)
    end
  end
end
