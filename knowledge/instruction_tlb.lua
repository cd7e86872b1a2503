-- Instruction TLB: hot code in fewer pages.

category "instruction_tlb" {
  title = "Instruction TLB",
  subcategories = {
    "Keep hot code together",
    "Use larger pages for code",
  },
}

local function missed(s)
  return count((s.events.TLB_IM or 0) + (s.events.TLB_IH or 0)) .. " times code was in a page that had to be looked up"
end

suggestion "rare-code-to-other-pages" {
  number = 123,
  category = "instruction_tlb",
  subcategory = "Keep hot code together",
  removes = { instruction_tlb = 1, fetch = 0.5 },
  title = "Keep rarely executed code in separate pages",
  why = "The processor remembers the addresses of some tens to hundreds of pages of code. Hot pieces with rare code between them "
    .. "lie in many pages; without it they fit a few.",
  needs = { "code", "loop" },
  scope = "loop",
  when = function(s)
    if #select_facts(s.branches, function(b) return b.kind == "indirect" end) > 0 then return "it chooses among many pieces of code" end
    local executed, all = code_of_iteration(s)
    if not all or executed > 0.4 * all then return "most of its code is executed" end
    if all < 0.3 * page_of(s) * (s.machine.itlb1_entries or 64) then return "its code is not spread over many pages" end
    return 0.8
  end,
  evidence = function(s)
    local executed, all = code_of_iteration(s)
    return "an iteration of the loop at " .. s.place .. " executes some " .. bytes(executed) .. " of code that is spread over the "
      .. bytes(all) .. " of its procedure; " .. missed(s)
  end,
  how = {
    "Put rare parts into procedures marked __attribute__((cold, noinline)): they go to a section of their own.",
    "Mark hot procedures __attribute__((hot)), or order them by a profile.",
  },
  example = "examples/rare-code-to-other-pages",
  level = "-O2",
  claims = { category = "instruction_tlb", at_least = 0.7 },
  remedy = "rare code apart",
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-freorder-functions", "hot and cold procedures apart, by a profile or by attributes (part of -O2)" } },
    clang = { { "-ffunction-sections -Wl,--symbol-ordering-file=FILE", "with lld: procedures in a given order" } },
    intel = { { "-ffunction-sections", "with an ordering file for the linker" } },
  },
  not_when = "Little of the code is rare.",
  fallback = 0.3,
  source = "Burtscher et al., SC'10, sec. IV (sort subroutines by call chain, split cold code); GCC manual, hot and cold",
}

-- calls of code that only other sections show: by pointer to many places, or of
-- many procedures one after the other
local function many_called(s)
  local list = select_facts(s.callees, function(c)
    return c.calls > 0.5 * (s.loop.iterations or math.huge) and (not c.indirect or (c.targets or 0) >= 9)
  end)
  local indirect = select_facts(list, function(c) return c.indirect end)
  return (#indirect > 0 or #list >= 16) and sum(list, "calls") or 0
end

local function all_missed(s)
  local e = s.program.events
  return (e.TLB_IM or 0) + (e.TLB_IH or 0)
end

suggestion "place-code-together" {
  number = 125,
  category = "instruction_tlb",
  subcategory = "Keep hot code together",
  removes = { instruction_tlb = 1, fetch = 0.5 },
  title = "Place procedures that are called one after another side by side",
  why = "The processor remembers the addresses of some tens to hundreds of pages of code. Procedures that lie all over a large "
    .. "program take a page each; side by side, dozens of small ones share one.",
  needs = { "callee", "loop" },
  scope = "loop",
  whole_program = true,
  when = function(s)
    local calls = many_called(s)
    if calls == 0 then return "it does not call many different procedures" end
    if calls < 0.3 * all_missed(s) then return "most code that was not in remembered pages is called elsewhere" end
    if all_missed(s) < 0.01 * (s.program.events.TOT_INS or math.huge) then return "the code is in pages that are remembered" end
    return 0.8
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " calls many procedures, " .. count(many_called(s)) .. " times in all, and "
      .. count(all_missed(s)) .. " times in the program code was in a page that had to be looked up"
  end,
  how = {
    "Give each procedure its own section and let the linker order them by a list, by a profile, or by the order of calls.",
    "Mark them __attribute__((hot)): they go to one section, away from the rest.",
    "Do not put large tables, padding or rarely called procedures between them.",
  },
  changes = { "nothing" },
  switches = {
    gcc = { { "-ffunction-sections -Wl,--section-ordering-file=FILE", "binutils 2.43 or later; gold has --section-ordering-file too" },
      { "-freorder-functions", "by a profile or by attributes (part of -O2)" } },
    clang = { { "-ffunction-sections -Wl,--symbol-ordering-file=FILE", "with lld" } },
    intel = { { "-ffunction-sections -Wl,--symbol-ordering-file=FILE", "icx with lld" } },
  },
  not_when = "The procedures are as large as pages: then put the code on huge pages.",
  source = "Burtscher et al., SC'10, sec. IV (sort subroutines by call chain); own measurements",
}

suggestion "huge-pages-for-code" {
  number = 126,
  category = "instruction_tlb",
  subcategory = "Use larger pages for code",
  removes = { instruction_tlb = 1, fetch = 0.5 },
  title = "Put the program's code on huge pages",
  why = "Code of several megabytes takes thousands of pages of 4 KiB, of which the processor remembers a few hundred at most. "
    .. "On pages of 2 MiB the same code takes a handful.",
  needs = {},
  scope = "procedure",
  when = function(s)
    local misses = (s.events.TLB_IM or 0) + (s.events.TLB_IH or 0)
    if misses < 0.002 * (s.events.TOT_INS or math.huge) then return "its code is in pages that are remembered" end
    if page_of(s) > 65536 then return "its pages are large already" end
    return 0.8
  end,
  evidence = function(s)
    return missed(s) .. ", once every " .. count(s.events.TOT_INS / ((s.events.TLB_IM or 0) + (s.events.TLB_IH or 0)))
      .. " instructions"
  end,
  how = {
    "Link with -Wl,-z,common-page-size=2097152 -Wl,-z,max-page-size=2097152 and remap the code at start (libhugetlbfs, HUGETLB_ELFMAP=RX).",
    "Kernels with CONFIG_READ_ONLY_THP_FOR_FS: madvise(MADV_HUGEPAGE) on the code of an aligned binary.",
    "POWER: 64 KiB pages for text; on A64FX text always has pages of 64 KiB.",
  },
  changes = { "nothing" },
  switches = {
    gcc = { { "-Wl,-z,common-page-size=2097152 -Wl,-z,max-page-size=2097152", "aligns code for huge pages" } },
    clang = { { "-Wl,-z,common-page-size=2097152 -Wl,-z,max-page-size=2097152", "aligns code for huge pages" } },
    fujitsu_trad = "none: large pages don't hold code",
    fujitsu_clang = "none: large pages don't hold code",
  },
  not_when = "The hot code is small: then keeping it together is the better way.",
  source = "Linux kernel documentation, transparent huge pages; libhugetlbfs manual; Fujitsu programming guide",
}

suggestion "link-hot-libraries-statically" {
  number = 127,
  category = "instruction_tlb",
  subcategory = "Keep hot code together",
  removes = { instruction_tlb = 1, fetch = 0.5 },
  title = "Link libraries with small hot procedures statically",
  why = "Each shared library has its own pages for its code and for the stubs through which it is called. Linked statically, what is used "
    .. "of it lies beside the program's code and is called directly.",
  needs = { "callee" },
  when = function(s)
    local misses = (s.events.TLB_IM or 0) + (s.events.TLB_IH or 0)
    local calls = select_facts(s.callees, function(c) return not c.indirect and (c.name or "") ~= "" end)
    if sum(calls, "calls") < 0.02 * (s.events.TOT_INS or math.huge) then return "it does not call much" end
    if misses < 0.002 * s.events.TOT_INS then return "its code is in pages that are remembered" end
    return 0.3
  end,
  evidence = function(s)
    local c = heaviest(s.callees, "calls")
    return name_of(c) .. " is called " .. plural(c.calls, "time") .. " at " .. at(c) .. ", and " .. missed(s)
  end,
  how = {
    "Link the library's archive: -Wl,-Bstatic -lname -Wl,-Bdynamic.",
    "Where it must be shared: -fno-plt, hidden visibility, -Wl,-Bsymbolic for the library itself.",
  },
  changes = { "start_up", "behaviour", says = "security updates of the library then need a new link" },
  switches = {
    gcc = { { "-static", "all libraries" }, { "-fno-plt", "calls without stubs" } },
    clang = { { "-static", "all libraries" }, { "-fno-plt", "calls without stubs" } },
    intel = { { "-static-intel", "the compiler's own libraries" } },
    fujitsu_trad = { { "-Knoplt", "calls without stubs, with -KPIC" } },
  },
  not_when = "Several programs share the library's pages on a node short of memory.",
  source = "Drepper, How to write shared libraries; GCC manual, -fno-plt",
}
