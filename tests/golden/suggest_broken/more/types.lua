suggestion "types" {
  category = "data_accesses", subcategory = "Other", title = "Wrong types", why = "It is so.",
  needs = {}, when = 1, evidence = function(s) return "x" end, how = {}, changes = { "nothing" },
  not_when = "never", source = "none",
}
