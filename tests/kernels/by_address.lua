-- zen5 with sets of L2 that are bits of the address, as callgrind's are.
return {
  inherits = "zen5",
  name = "by_address",
  title = "Zen 5 with sets by the address",
  isa = "x86_64",
  caches = {
    l2 = { size = 1 << 20, ways = 16, line = 64, source = "callgrind's --LL in run.sh" },
  },
}
