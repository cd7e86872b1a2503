suggestion "rule" {
  category = "data_accesses", subcategory = "Other", title = "Fails when asked", why = "It is so.", needs = {},
  when = function(s)
    return s.nothing.at_all
  end,
  evidence = function(s) return "x" end, how = {}, changes = { "nothing" }, not_when = "never", source = "none",
}
