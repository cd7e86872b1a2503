suggestion "no-end" {
  title = "Has no end",
