return setmetatable({}, { __index = function(t, k) return t end })
