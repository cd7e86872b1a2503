suggestion "x" { when = function(s) while true do end end }
