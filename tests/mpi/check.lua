-- check.lua EXPECTED RUN.json: is what the program says that it did what was
-- seen of it, by rank and call, and nothing else?
local function read(path)
	local f = assert(io.open(path))
	local text = f:read("a")
	f:close()
	return text
end

local want, n = {}, 0
for rank, call, calls, sent, received in read(arg[1]):gmatch(
		"(%d+) (MPI_[%w_]+) (%d+) (%d+) (%d+)\n") do
	want[rank .. " " .. call] = calls .. " " .. sent .. " " .. received
	n = n + 1
end
if n == 0 then
	print("the program says nothing")
	os.exit(1)
end

local got = {}
for place in read(arg[2]):gmatch('{"call":".-%]}%]}') do
	local call = place:match('"call":"([^"]*)"')
	for row in place:match('"ranks":%[(.*)%]'):gmatch("{.-}") do
		local function number(name)
			return tonumber(row:match('"' .. name .. '":([%d.e+-]+)'))
		end
		local key = string.format("%d %s", number("rank"), call)
		local sum = got[key] or { 0, 0, 0 }
		sum[1] = sum[1] + number("calls")
		sum[2] = sum[2] + number("sent")
		sum[3] = sum[3] + number("received")
		got[key] = sum
	end
end

local bad = 0
local function complain(...)
	bad = bad + 1
	if bad < 10 then
		print(string.format(...))
	end
end
for key, text in pairs(want) do
	local sum = got[key]
	local seen = sum and string.format("%d %d %d", table.unpack(sum)) or "nothing"
	if seen ~= text then
		complain("%s: %s instead of %s", key, seen, text)
	end
end
for key in pairs(got) do
	if not want[key] then
		complain("%s: not called", key)
	end
end
if bad == 0 then
	print(n .. " sums of calls and bytes")
end
os.exit(bad == 0 and 0 or 1)
