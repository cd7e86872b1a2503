-- waits.lua RUN.json CALL RANK LEAST MOST WHOM: do the calls of that name wait, most
-- for that rank, so many seconds for it, and for late WHOM?
local f = assert(io.open(arg[1]))
local text = f:read("a")
f:close()
local call, rank, least, most = arg[2], tonumber(arg[3]), tonumber(arg[4]), tonumber(arg[5])

local sum, late, whom = 0, {}, nil
for place in text:gmatch('{"call":".-%]}%]}') do
	if place:match('"call":"([^"]*)"') == call then
		whom = place:match('"wait_for":"([^"]*)"') or whom
		sum = sum + (tonumber(place:match('"wait_s":([%d.e+-]+)')) or 0)
		for row in place:match('"ranks":%[(.*)%]'):gmatch("{.-}") do
			local who = tonumber(row:match('"late_rank":(%d+)'))
			if who then
				local s = tonumber(row:match('"wait_s":([%d.e+-]+)'))
				late[who] = (late[who] or 0) + s
			end
		end
	end
end
local who
for r, s in pairs(late) do
	if not who or s > late[who] then
		who = r
	end
end
print(string.format("%s waits %.3f s for %s, most for rank %s; late was rank %d", call, sum,
	tostring(whom), tostring(who), rank))
os.exit(who == rank and whom == arg[6] and sum >= least and sum <= most and 0 or 1)
