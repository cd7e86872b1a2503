-- Reads what callgrind wrote (--compress-strings=no): callgrind.read(path) returns
-- { OBJECT = { EVENT = n } }, the costs of each binary's own instructions.

local callgrind = {}

function callgrind.read(path)
  local events, objects, object = {}, {}, nil
  local inclusive = false -- the next line of costs is a call's

  for line in io.lines(path) do
    local key, value = line:match("^(%a+)[=:]%s*(.*)")
    if key == "events" then
      for name in value:gmatch("%S+") do
        events[#events + 1] = name
      end
    elseif key == "ob" then
      objects[value] = objects[value] or {}
      object = objects[value]
    elseif key == "calls" then
      inclusive = true
    elseif line:match("^[%d+*-]") then
      local i = 0
      for n in line:match("^%S+%s*(.*)"):gmatch("%d+") do
        i = i + 1
        if not inclusive then
          object[events[i]] = (object[events[i]] or 0) + tonumber(n)
        end
      end
      inclusive = false
    end
  end
  return objects
end

return callgrind
