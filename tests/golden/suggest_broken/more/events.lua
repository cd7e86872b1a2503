suggestion "events" {
  category = "data_accesses", subcategory = "Other", title = "Unknown event", why = "It is so.", needs = {},
  when = function(s) return s.events.TOTAL_CYCLES and 0.5 or false end,
  evidence = function(s) return "x" end, how = {}, changes = { "nothing" }, not_when = "never", source = "none",
}
