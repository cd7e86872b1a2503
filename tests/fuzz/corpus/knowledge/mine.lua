suggestion "mine" {
  category = "data_accesses", subcategory = "mine", title = "Do this", why = "It helps.",
  how = { "So." }, needs = { "loop" }, scope = "loop", changes = { "nothing" }, not_when = "never",
  source = "me", when = function(s) return s.facts.loop[1].trips end,
  evidence = function(s) return "because" end,
}
