-- bench/account_pairs.lua: both sides of the knowledge base's pairs of one thread, a line
-- each: name, source, compiler switches, environment.

local list = {}
local env = setmetatable({}, { __index = function(_, name)
  return _G[name] or function() end
end })

env.category = function() return function() end end
env.suggestion = function(id)
  return function(s)
    if s.example and s.level then list[#list + 1] = { id = id, s = s } end
  end
end

local function exists(path)
  local f = io.open(path)
  if f then f:close() end
  return f ~= nil
end

local function source(folder, side)
  for _, ext in ipairs { "c", "cpp", "f90" } do
    local path = ("%s/%s.%s"):format(folder, side, ext)
    if exists(path) then return path end
  end
end

for _, path in ipairs(arg) do
  -- rules and categories, not their helpers
  if not path:find("/prelude[._]") then
    assert(loadfile(path, "t", env))()
  end
end
table.sort(list, function(a, b) return a.id < b.id end)
for _, p in ipairs(list) do
  local folder = "knowledge/" .. p.s.example
  local before = source(folder, "before")
  local after = source(folder, "after") or before
  local link = p.s.link or ""
  local function line(side, path, level, environment)
    print(table.concat({ p.id .. "." .. side, path, (level .. " " .. link):gsub("%s+$", ""),
      table.concat(environment or {}, " ") }, "\t"))
  end
  line("before", before, p.s.level, p.s.env)
  line("after", after, p.s.after_level or p.s.level, p.s.after_env or p.s.env)
end
