local t = {} t.t = t t.inherits = "zen4" t.parameters = t return t
