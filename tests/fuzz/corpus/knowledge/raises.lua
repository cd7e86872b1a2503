suggestion(setmetatable({}, { __index = function() error({}) end }))
