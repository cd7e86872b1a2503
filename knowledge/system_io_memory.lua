-- System and I/O: what memory from the system costs.

-- here and in the loops directly below; in the system's own counting a section's
-- faults are those of all that is in it
local function page_faults(s)
  local n = s.system and s.system.page_faults or 0
  for _, l in ipairs(s.inner) do
    n = math.max(n, l.system and l.system.page_faults or 0)
  end
  return n
end

local function allocations(s)
  return calls_to(s, "malloc", "calloc", "free", "realloc", "_Znwm", "_Znam", "_ZdlPv", "_ZdaPv", "_gfortran_internal_pack")
end

-- the procedures in which the C library gets memory and gives it back
local system_memory = { "^_*s?brk$", "^_*munmap$", "^_*mmap", "^systrim", "^sysmalloc", "^__glibc_morecore", "^__default_morecore" }

local function is_allocator(s)
  for _, pattern in ipairs(system_memory) do
    if s.kind == "procedure" and (s.procedure_name or ""):find(pattern) then return true end
  end
  return false
end

-- Where memory is touched first that somebody else has let go of and fetched
-- again: a library's temporary arrays, say. A page that a process touches first is
-- fresh in each process, too, so the time of the calls that give memory back is
-- asked for, which no process spends when it ends.
local function touches_again(s)
  local all, peak = s.program.facts.system[1], s.program.peak_bytes
  local faults, share = s.system and s.system.page_faults or 0, s.system and s.system.share or 0
  return all and all.page_faults and peak and faults > 1000 and faults > 0.05 * all.page_faults and share > 0.15
    and all.page_faults * (s.machine.page or 4096) > 3 * peak and (s.program.system_memory or 0) > 0.01
end

-- The share of its time that its page faults take. Below a virtual machine another
-- system has to find the page, in time that counts as the program's: as much as a fresh
-- page took when it was measured there, as far as nothing else explains the time.
local function share_of_faults(s)
  local share = clamp(s.system.share)
  local taken = ratio(share * (s.program.fresh_s or 0) * (s.system.page_faults or 0), s.system.sys_s) or 0
  local a = s.account
  local unexplained = a and a.measured and clamp(1 - ratio(a.modelled, a.measured)) or 0
  return math.max(share, math.min(taken, share + (1 - share) * unexplained))
end

suggestion "keep-freed-memory" {
  number = 194,
  category = "system_io",
  subcategory = "Reduce the cost of memory from the system",
  title = "Let the C library keep large blocks instead of returning them",
  why = "Large blocks are fetched from the system when allocated and given back when freed; each page is then cleared and mapped anew when "
    .. "first touched. Kept by the library, the same pages are used again.",
  needs = {},
  everywhere = true,
  for_libraries = true,
  when = function(s)
    -- In the C library's own procedures: where memory comes from the system again
    -- and again, who asks for it is in the program.
    if is_allocator(s) then
      local faults, peak = s.program.facts.system[1] and s.program.facts.system[1].page_faults or 0, s.program.peak_bytes
      if not peak or faults * (s.machine.page or 4096) < 3 * peak then return "the program's page faults are those of first touches" end
      return 0.8
    end
    if touches_again(s) then return 0.9 * share_of_faults(s) end
    local n, faults = sum(allocations(s), "calls"), page_faults(s)
    if n < 20 then return "nothing is allocated again and again" end
    if faults < 4 * n then return "its allocations take no new pages from the system" end
    if faults * (s.machine.page or 4096) < 2 * (s.program.peak_bytes or 0) then
      return "its page faults are those of first touches"
    end
    -- what the system takes, and not what the program does itself
    return s.system and s.system.share and math.min(0.9, share_of_faults(s) + 0.1) or 0.7
  end,
  evidence = function(s)
    if is_allocator(s) then
      local all, who = s.program.facts.system[1], s.program.callers
      local caller = who.malloc or who._Znwm or who._Znam or who.free or who.munmap
      return s.procedure_name .. " takes " .. percent(s.fraction or 0) .. " of the time: memory is given back to the system and fetched again, "
        .. count(all.page_faults) .. " page faults in all"
        .. (caller and "; most is allocated in " .. caller.procedure .. " at " .. caller.place or "")
    end
    local c = heaviest(allocations(s), "calls")
    if not c or touches_again(s) then
      return plural(s.system.page_faults, "page fault") .. " at " .. s.place .. ", and " .. percent(clamp(s.system.share))
        .. " of its time is spent in the system; in all there are "
        .. count(s.program.facts.system[1].page_faults * (s.machine.page or 4096) / s.program.peak_bytes)
        .. " times as many as its memory has pages: memory is given back to the system and fetched again"
    end
    return plural(page_faults(s), "page fault") .. " at " .. s.place .. ", where " .. name_of(c) .. " is called " .. count(c.calls)
      .. " times: memory is given back to the system and fetched again"
  end,
  how = {
    "Without changing the program: MALLOC_MMAP_MAX_=0 MALLOC_TRIM_THRESHOLD_=1000000000 MALLOC_TOP_PAD_=16777216 in the environment; "
      .. "a threshold alone (MALLOC_MMAP_THRESHOLD_) keeps no blocks of more than 32 MiB.",
    "In the program: mallopt(M_MMAP_MAX, 0) and mallopt(M_TRIM_THRESHOLD, ...), or allocate once.",
    "A64FX: XOS_MMM_L_ARENA_FREE=2 keeps freed memory.",
  },
  fewer_instructions = true,
  example = "examples/keep-freed-memory",
  level = "-O2",
  after_env = { "MALLOC_MMAP_MAX_=0", "MALLOC_TRIM_THRESHOLD_=1000000000", "MALLOC_TOP_PAD_=16777216" },
  claims = { category = "time", at_least = 0.3 },
  changes = { "behaviour", says = "freed memory stays with the program" },
  tolerance = 0,
  not_when = "Memory is short and other programs need it.",
  source = "glibc manual, malloc tunable parameters; Fujitsu programming guide, XOS_MMM_L variables",
}

-- In the C library's procedures that touch memory first, for a program that calls
-- them: who does so most, and what it calls
local function touches_for_others(s)
  local who = s.program.callers
  if is_allocator(s) or (s.procedure_name or ""):find("malloc") or (s.procedure_name or ""):find("calloc") then
    for _, name in ipairs { "malloc", "calloc", "realloc", "_Znwm", "_Znam" } do
      if who[name] then return who[name], name end
    end
  end
  for _, name in ipairs { "memset", "memcpy", "memmove" } do
    if (s.procedure_name or ""):find(name) and who[name] then return who[name], name end
  end
end

-- Of the time that fresh memory takes, what is saved by large pages: as measured on
-- that host just before, or else by far the most. In a virtual machine the system
-- below may have to find room for each.
local function saved_by_large_pages(s)
  local large = s.program.fresh_large
  return large and clamp(1 - large) or 0.8
end

suggestion "fewer-page-faults" {
  number = 195,
  category = "system_io",
  subcategory = "Reduce the cost of memory from the system",
  remedy = "huge pages",
  title = "Take fresh memory from the system in huge pages",
  why = "The system hands out memory when it is first touched, page by page: each first touch interrupts the program for a microsecond or so. "
    .. "With huge pages one interruption hands out 512 times as much.",
  needs = { "system" },
  for_libraries = true,
  when = function(s)
    local faults, share = s.system.page_faults or 0, clamp(s.system.share)
    if s.library and not touches_for_others(s) then return "the code is a library's" end
    if faults < 500 or share < 0.15 then return "it spends little time in the system" end
    if #calls_to(s, "malloc", "free", "calloc", "_Znwm", "_Znam") > 0 and #often(s, "malloc", "free", "calloc") > 0 then
      return "its memory comes and goes"
    end
    if (s.program.peak_bytes or 0) > 0 and faults * (s.machine.page or 4096) > 2 * s.program.peak_bytes then
      return "the same memory is fetched again and again: see keep-freed-memory"
    end
    if #s.callees > 4 and not s.library then return "it may be in the system for other reasons" end
    if s.program.memory_given_back == 1 then
      return "this virtual machine returns free memory to its host, which takes longer to find large pages again"
    end
    local saved = saved_by_large_pages(s)
    if saved < 0.1 then return "fresh memory took as long in large pages when it was measured there" end
    return saved * share
  end,
  evidence = function(s)
    local caller, name
    if s.library then caller, name = touches_for_others(s) end
    return plural(s.system.page_faults, "page fault") .. " at " .. (caller and s.procedure_name or s.place) .. ", and "
      .. percent(clamp(s.system.share)) .. " of its time is spent in the system"
      .. (s.program.fresh_large and string.format("; in large pages fresh memory took %.1f times less",
        1 / math.max(0.01, s.program.fresh_large)) or "")
      .. (caller and "; " .. name .. " is called most in " .. caller.procedure .. " at " .. caller.place or "")
  end,
  how = {
    "madvise(p, n, MADV_HUGEPAGE) on large aligned blocks, or GLIBC_TUNABLES=glibc.malloc.hugetlb=1.",
    "Touch memory once and keep it, instead of allocating fresh memory for each step.",
    "MAP_POPULATE, or one parallel loop that touches all pages, moves the cost to the start and spreads it over the threads.",
  },
  fewer_instructions = true,
  example = "examples/fewer-page-faults",
  level = "-O2",
  claims = { category = "time", at_least = 0.2 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    fujitsu_trad = { { "-Klargepage", "2 MiB pages; XOS_MMM_L_PAGING_POLICY says when" } },
    fujitsu_clang = { { "-ffj-largepage", "2 MiB pages; XOS_MMM_L_PAGING_POLICY says when" } },
    cray = "load the module craype-hugepages2M before linking",
  },
  not_when = "Only a part of each block is ever touched.",
  source = "Linux kernel documentation, transparent huge pages; Fujitsu programming guide, paging policy",
}
