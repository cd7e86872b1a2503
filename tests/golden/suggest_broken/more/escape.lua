suggestion "escape" {
  category = "data_accesses", subcategory = "Other", title = "Red \27[31m", why = "It is so.",
  needs = {}, when = function(s) return 1 end, evidence = function(s) return "x" end, how = {},
  changes = { "nothing" }, not_when = "never", source = "none",
}
