-- Every size of arch/limits.h at its end: largest caches, TLBs, lines and predictor.
return {
  inherits = "generic_x86_64", name = "largest", title = "the largest that is taken",
  caches = {
    l1d = { size = 32 << 20, ways = 4096, line = 1024, source = "limits.h" },
    l1i = { size = 32 << 20, ways = 8, line = 1024, source = "limits.h" },
    l2 = { size = 64 << 20, ways = 4096, line = 1024, source = "limits.h" },
    l3 = { size = 1 << 33, ways = 1, line = 32, source = "limits.h" },
  },
  tlbs = {
    dtlb1 = { entries = 4096, page = 1 << 30, source = "limits.h" },
    dtlb2 = { entries = 65536, ways = 16, page = 4096, source = "limits.h" },
    itlb1 = { entries = 65536, ways = 1, page = 1 << 30, source = "limits.h" },
    itlb2 = { entries = 65536, ways = 4096, page = 4096, source = "limits.h" },
  },
  frontend = { fetch_bytes = 64, branch_bits = 20, source = "limits.h" },
}
