suggestion "name" {
  category = "data_accesses", subcategory = "Other", title = "Names what is not there", why = "It is so.", needs = {},
  when = function(s)
    local list = badly_predictd(s)
    return #list > 0
  end,
  evidence = function(s) return "x" end, how = {}, changes = { "nothing" }, not_when = "never", source = "none",
}
