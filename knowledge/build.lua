-- Build: what the compiler and linker were told.

category "build" {
  title = "Build",
  subcategories = {
    "Optimise",
    "Leave out what slows down",
    "Give the compiler more to see",
    "Use better compilers and libraries",
  },
}

-- the time that is not spent waiting for memory can shrink
local function computing(s)
  if s.account then return 1 end
  local p = s.parts.data_accesses or {}
  local beyond = (p.L3 or 0) + (p.memory or 0) + (p.beyond_L2 or 0)
  local overall = s.lcpi.overall or 1
  if beyond >= overall then return 0.3 end
  return 1
end

local optimising = {
  gcc = { { "-O2", "optimises; -O3 more" } },
  clang = { { "-O2", "optimises; -O3 more" } },
  intel = { { "-O2", "optimises; the default unless -g alone is given to classic compilers" } },
  fujitsu_trad = { { "-Kfast", "the recommended set" } },
  fujitsu_clang = { { "-Ofast", "the recommended set" } },
  nvidia = { { "-fast", "the recommended set" } },
  cray = { { "-O2", "the default" } },
  ibm = { { "-O3", "optimises; -qstrict keeps the rounding" } },
}

-- Calls of these procedures that become instructions, by the account, and a share of the
-- time in procedures of such names: what a suggestion removes here, and elsewhere
local function instead_of_calls(share, list, ...)
  local names = { ... }
  return function(s) return fewer_calls(s, calls_to(s, table.unpack(list))) end,
    function(s)
      local time = time_of_calls(s, calls_to(s, table.unpack(list)), table.unpack(names))
      return time and share * time
    end
end

-- whether addresses come from what was loaded before
local follows
function follows(s)
  for _, c in ipairs(s.chains) do
    if c.kind == "load" then return true end
  end
  for _, l in ipairs(s.inner) do
    if follows(l) then return true end
  end
  return false
end

-- What an optimising compiler works on: instructions, and what is kept in memory
local function optimised(s)
  -- what a branch asks for goes by way of memory, too, before a wrong guess is found out
  local causes = work(0.9, { chain_fp = 0.5, chain_integer = 0.9, chain_address = 0.9, l1 = 0.95, stores = 0.9, mispredicted = 0.5 })
  -- of a tenth of the instructions the core has ten times as many misses under way
  for _, cause in ipairs { "l2", "l3", "memory_latency", "data_tlb" } do causes[cause] = not follows(s) and 0.9 or nil end
  return less_work(s, causes, { width = 0.9, pipes = 0.9, unit = 0.5, taken = 0.9 })
end

-- What a compiler makes better that is not held back: the code, and calls of small
-- procedures; elements: how many it may work on at a time
local function better_code(s, elements)
  local x = 1 - 0.4 / (elements or 1)
  local causes = work(x, { chain_integer = 0.5, chain_address = 0.5, l1 = x, stores = 0.5 })
  if through_memory(s) then
    causes.l1 = 1
    causes.stores = 1
  end
  for cause, share in pairs(fewer_calls(s, calls_of_own(s))) do causes[cause] = math.max(causes[cause] or 0, share) end
  return less_work(s, causes, { width = x, pipes = x, taken = x })
end

local function better_optimised(s) return better_code(s) end

-- A product of matrices at best: what the machine's multipliers need, two of them
-- as wide as its vectors, for two operations each
local function library_product(s)
  local flops = (executed(s, "fp_add") or 0) + (executed(s, "fp_mul") or 0) + 2 * (executed(s, "fma") or 0)
  local lanes = (s.machine.vector_bits or 128) / ((s.code and s.code.fp_single or 0) > (s.code and s.code.fp_double or 0) and 32 or 64)
  local x = 1 - clamp(ratio(flops / (4 * lanes), s.events.TOT_CYC) or 0)
  return work(x, { chain_fp = x, chain_integer = x, chain_address = x, l2 = x, l3 = x, memory_latency = x, memory_bandwidth = x,
    stores = x, data_tlb = x, mispredicted = x, instruction_tlb = x })
end

suggestion "optimise-at-all" {
  category = "build",
  subcategory = "Optimise",
  everywhere = true,
  removes = optimised,
  remedy = "level",
  title = "Compile with optimisation",
  why = "Without optimisation each variable is kept in memory and each statement translated on its own, so that debuggers find everything. "
    .. "The same source with -O2 usually runs three to ten times as fast.",
  needs = { "compiler" },
  when = function(s)
    local c = s.compiler
    if c.optimised ~= false and c.level ~= "O0" then return "it was compiled with optimisation" end
    if c.level and c.level ~= "O0" then return "it was compiled with optimisation" end
    return s.account and 0.8 or 0.7 * computing(s)
  end,
  evidence = function(s)
    return "the code at " .. s.place .. " was compiled by " .. (s.compiler.name or "its compiler") .. " without optimisation"
  end,
  how = { "Add -O2 to the compiler's switches (CFLAGS, FFLAGS, CMAKE_BUILD_TYPE=Release).", "Keep -g: it costs no time and shows lines here." },
  fewer_instructions = true,
  example = "examples/optimise-at-all",
  level = "-O0",
  after_level = "-O2",
  claims = { category = "instructions", at_least = 0.5 },
  changes = "nothing in correct programs; uninitialised variables and the like may show",
  tolerance = 1e-12,
  switches = optimising,
  not_when = "The program is being debugged.",
  source = "Compilers' manuals; Codee open catalog RMK015",
}

suggestion "raise-level" {
  category = "build",
  subcategory = "Optimise",
  everywhere = true,
  removes = function(s) return better_code(s, lanes(s)) end,
  remedy = "level",
  title = "Compile hot files with a higher level",
  why = "-O1, -Og and -Os leave out what takes compile time, hinders debugging or makes code longer: inlining, scheduling, loop "
    .. "transformations. Hot loops deserve them.",
  needs = { "compiler" },
  when = function(s)
    local level = s.compiler.level
    if level ~= "O1" and level ~= "Og" and level ~= "Os" and level ~= "Oz" then return "its level is another" end
    return s.account and 0.5 or 0.3 * computing(s)
  end,
  evidence = function(s)
    return "the code at " .. s.place .. " was compiled with -" .. s.compiler.level
  end,
  how = { "Compile the files of the hot procedures with -O2 or -O3.", "Measure both: -O3 is not always faster." },
  fewer_instructions = true,
  example = "examples/raise-level",
  level = "-O1",
  after_level = "-O3",
  claims = { category = "instructions", at_least = 0.3 },
  changes = "nothing in correct programs",
  tolerance = 1e-12,
  switches = optimising,
  not_when = "The code is large and cold.",
  source = "GCC manual, optimize options; Codee open catalog RMK015",
}

-- what -O3 does more of than -O2: scalar arithmetic in loops that nothing keeps from being vectorised, or that are
-- so short that they are unrolled away
local function gains_by_level(l)
  local c = l.code
  if not c or not l.loop or executed_within(l, "fp_scalar") <= 0.15 * executed_within(l, "instructions")
    or executed_within(l, "fp_packed") >= executed_within(l, "fp_scalar") then return false end
  local trips = l.loop and l.loop.trips
  if trips and trips <= 8 then return true end
  if c.calls > 0 or c.gathers > 0 or (c.unknown_refs or 0) > 0 then return false end
  if (c.strided_refs or 0) > (c.unit_refs or 0) then return false end
  if #select_facts(l.memrefs, function(r) return r.stored_over and r.stride == 0 and not r.operand end) > 0 then return false end
  -- a result that the next iteration waits for is not computed four at a time
  if recurs(l) then return false end
  for _, chain in ipairs(l.chains or {}) do
    if chain.kind ~= "load" then return false end
  end
  return true
end

-- the part of a procedure's scalar arithmetic that is in such loops
local function arithmetic_for_level(s)
  local all = executed_within(s, "fp_scalar")
  if #s.inner == 0 then return gains_by_level(s) and all or 0, all end
  local gains = 0
  for _, l in ipairs(s.inner) do gains = gains + arithmetic_for_level(l) end
  return gains, all
end

local function part_for_level(s)
  local gains, all = arithmetic_for_level(s)
  return clamp(ratio(gains, all))
end

suggestion "highest-level" {
  category = "build",
  subcategory = "Optimise",
  everywhere = true,
  removes = vectors,
  remedy = "level",
  title = "Compile with -O3 before changing the source",
  why = "-O2 of GCC inlines and unrolls little and vectorises only loops whose length is known. -O3 does more of each; it is tried in "
    .. "a minute, and what is left to do by hand shows afterwards.",
  needs = { "compiler", "code" },
  scope = "procedure",
  when = function(s)
    local c = s.compiler
    if c.name ~= "gcc" or c.level ~= "O2" then return "it was not compiled by GCC with -O2" end
    if built_with(s, "-ftree-vectorize", "-ftree-loop-vectorize") then return "vectorisation was on" end
    if waits_for_memory(s) and computing(s) < 1 then return "it waits for memory" end
    if part_for_level(s) < 0.1 then return "hardly any of its scalar arithmetic is in loops that -O3 can do more for" end
    return s.account and 0.4 or 0.2
  end,
  evidence = function(s)
    return s.procedure_name .. " was compiled by GCC with -O2 and does " .. count(executed_within(s, "fp_scalar"))
      .. " floating-point operations one at a time"
  end,
  how = {
    "Replace -O2 by -O3 for the whole program or for the files of the hot procedures, and measure again.",
    "Then add -march=native, where the program runs on this kind of machine only.",
  },
  fewer_instructions = true,
  example = "examples/highest-level",
  level = "-O2",
  after_level = "-O3",
  claims = { category = "instructions", at_least = 0.2 },
  changes = "nothing in correct programs",
  tolerance = 1e-12,
  switches = { gcc = { { "-O3", "inlines, unrolls and vectorises more" } } },
  not_when = "The code is larger than the instruction cache and cold.",
  source = "GCC manual, optimize options; own measurements",
}

-- Branches that are never taken, as those to where mistakes are reported
local never_taken
function never_taken(s)
  local n = sum(select_facts(s.branches, function(b) return b.kind == "conditional" and b.taken <= 0.001 * b.count end), "count")
  for _, l in ipairs(s.inner) do n = n + never_taken(l) end
  return n
end

-- Without these: what is compared is fetched or computed, compared and branched on
local function fewer_checks(s)
  local n = 3 * never_taken(s)
  local x = ratio(n, s.events.TOT_INS) or 0
  return less_work(s, fewer(s, n, nil, { chain_integer = x }), { width = x, pipes = x })
end

suggestion "drop-sanitizers" {
  category = "build",
  subcategory = "Leave out what slows down",
  everywhere = true,
  removes = fewer_checks,
  title = "Leave sanitizers out of the production build",
  why = "A sanitizer tests each access or operation while the program runs. That finds mistakes, and makes everything two to ten times slower.",
  needs = { "compiler" },
  when = function(s)
    if not built_with(s, "-fsanitize") then return "it was compiled without sanitizers" end
    return s.account and 0.9 or 0.5
  end,
  evidence = function(s)
    return "the code at " .. s.place .. " was compiled with " .. "-fsanitize" .. (switch_value(s, "-fsanitize") or "")
  end,
  how = { "Build the production version without -fsanitize; keep a tested one with it." },
  fewer_instructions = true,
  example = "examples/drop-sanitizers",
  level = "-O2 -fsanitize=undefined",
  after_level = "-O2",
  claims = { category = "instructions", at_least = 0.3 },
  changes = "mistakes are no longer reported",
  tolerance = 0,
  not_when = "The program is being tested.",
  source = "GCC manual, instrumentation options",
}

suggestion "drop-runtime-checks" {
  category = "build",
  subcategory = "Leave out what slows down",
  everywhere = true,
  removes = fewer_checks,
  title = "Leave bounds and overflow checks out of the production build",
  why = "Checking each subscript or operation adds a comparison and a branch to it and keeps loops from being vectorised. Test with checks, "
    .. "run without.",
  needs = { "compiler" },
  when = function(s)
    if not built_with(s, "-fcheck", "-fbounds-check", "-ftrapv", "-C=all", "-check", "-Mbounds", "-D_GLIBCXX_ASSERTIONS") then
      return "it was compiled without run-time checks"
    end
    return s.account and 0.9 or 0.4
  end,
  evidence = function(s)
    local c = s.compiler.producer
    return "the code at " .. s.place .. " was compiled with "
      .. (c:find("-fcheck", 1, true) and "-fcheck" .. (switch_value(s, "-fcheck") or "") or c:find("-fbounds-check", 1, true)
        and "-fbounds-check" or c:find("-ftrapv", 1, true) and "-ftrapv" or "run-time checks")
  end,
  how = { "Remove the switch from the production build.", "C++: v[i] instead of v.at(i), no _GLIBCXX_ASSERTIONS or _GLIBCXX_DEBUG; C: -DNDEBUG." },
  fewer_instructions = true,
  example = "examples/drop-runtime-checks",
  level = "-O3 -fno-inline -fcheck=bounds",
  after_level = "-O3 -fno-inline",
  claims = { category = "instructions", at_least = 0.3 },
  changes = "mistakes are no longer reported",
  tolerance = 0,
  switches = {
    gcc = { { "-fcheck=bounds", "gfortran's switch to remove; also -fcheck=all, -ftrapv" } },
    intel = { { "-check bounds", "the switch to remove" } },
    nvidia = { { "-Mbounds", "the switch to remove" } },
    fujitsu_trad = { { "-Hs", "the switch to remove; also -Ha, -Hu" } },
    cray = { { "-Rb", "the switch to remove" } },
    ibm = { { "-qcheck", "the switch to remove" } },
  },
  not_when = "The program is being tested.",
  source = "GNU Fortran manual; compilers' manuals",
}

-- the calls that -finstrument-functions and -pg put in
local function counting_calls(s)
  return calls_to(s, "__cyg_profile_func_enter", "__cyg_profile_func_exit", "mcount", "_mcount", "__fentry__")
end

suggestion "drop-instrumentation" {
  category = "build",
  subcategory = "Leave out what slows down",
  everywhere = true,
  removes = function(s)
    local calls = counting_calls(s)
    if #calls > 0 then return fewer_calls(s, calls) end
    -- each block of code adds to a counter: a load, a sum, a store
    return fewer(s, 3 * (s.events.BR_INS or 0), nil, { stores = 0.8, l1 = 0.5 })
  end,
  besides = function(s) return time_of_calls(s, counting_calls(s), "__cyg_profile_func", "mcount", "__fentry__") end,
  title = "Leave profiling and coverage out of the build",
  why = "-pg, -finstrument-functions and --coverage add code to each procedure or branch that counts. Measurements then show the counting, "
    .. "and production runs are slower for nothing.",
  needs = { "compiler" },
  when = function(s)
    if not built_with(s, " -pg", " -p ", "-finstrument-functions", "--coverage", "-fprofile-arcs", "-ftest-coverage", "-fprofile-generate",
      "-fprofile-instr-generate", "-fcoverage-mapping") then
      return "it was compiled without instrumentation"
    end
    return s.account and 0.8 or 0.3
  end,
  evidence = function(s)
    local c = s.compiler.producer
    return "the code at " .. s.place .. " was compiled with " .. (c:find("-finstrument-functions", 1, true) and "-finstrument-functions" or c:find("-fprofile-", 1, true)
        and "-fprofile-" .. (switch_value(s, "-fprofile-") or "") or c:find("--coverage", 1, true) and "--coverage" or "profiling code")
  end,
  how = { "Remove the switch. This tool needs none of them, only -g." },
  fewer_instructions = true,
  example = "examples/drop-instrumentation",
  level = "-O2 -finstrument-functions",
  after_level = "-O2",
  claims = { category = "instructions", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  not_when = "The profile is what is wanted.",
  source = "GCC manual, instrumentation options",
}

suggestion "use-sse-arithmetic" {
  category = "build",
  subcategory = "Leave out what slows down",
  title = "Compute with SSE instead of x87 instructions",
  why = "The old floating-point unit of x86 works on a stack of registers, can't be vectorised and must store and load again to round. "
    .. "It is used where a switch asks for it or where long double is.",
  needs = { "code" },
  when = function(s)
    if s.code.x87 < 3 or executed_part(s, "x87") < 0.1 then return "it has no x87 instructions to speak of" end
    return clamp(executed_part(s, "x87") * computing(s))
  end,
  evidence = function(s)
    return percent(executed_part(s, "x87")) .. " of the instructions executed at " .. s.place .. " are of the x87 unit"
      .. (built_with(s, "-mfpmath=387") and "; it was compiled with -mfpmath=387" or "")
  end,
  how = { "Remove -mfpmath=387, -mno-sse and -m32.", "Use double instead of long double where its digits are enough." },
  fewer_instructions = true,
  changes = "the last digits: x87 rounds to 64 bits in registers",
  switches = {
    gcc = { { "-mfpmath=sse", "the default for x86-64" } },
    clang = { { "-mfpmath=sse", "the default for x86-64" } },
    intel = { { "-mfpmath=sse", "the default for x86-64" } },
  },
  not_when = "The additional digits are needed.",
  source = "GCC manual, x86 options; Agner Fog, Optimizing software in C++, ch. 7",
}

suggestion "no-float-store" {
  category = "build",
  subcategory = "Leave out what slows down",
  everywhere = true,
  removes = function(s)
    local stores = ratio(s.events.ST_INS, s.events.TOT_INS) or 0
    return work(2 * stores, { l1 = 1, stores = 1 })
  end,
  title = "Remove -ffloat-store",
  why = "The switch stores each floating-point result to memory and loads it again, to get rid of extra digits of the x87 unit. With SSE there "
    .. "are none, and the detour costs several cycles for each operation.",
  needs = { "compiler" },
  when = function(s)
    if not built_with(s, "-ffloat-store") then return "it was compiled without it" end
    return s.account and 0.8 or 0.5 * computing(s)
  end,
  evidence = function(s)
    return "the code at " .. s.place .. " was compiled with -ffloat-store"
  end,
  how = { "Remove the switch: on x86-64, Arm and POWER results are the same without it." },
  fewer_instructions = true,
  example = "examples/no-float-store",
  level = "-O2 -ffloat-store",
  after_level = "-O2",
  claims = { category = "data_accesses", at_least = 0.3 },
  changes = "nothing on x86-64, Arm and POWER",
  tolerance = 0,
  not_when = "The program is built for 32-bit x86 without SSE.",
  source = "GCC manual, -ffloat-store",
}

suggestion "keep-strict-aliasing" {
  category = "build",
  subcategory = "Leave out what slows down",
  everywhere = true,
  removes = function(s)
    -- what is loaded again, where nothing else was found to be stored
    return fewer_accesses(s, 0.5 * (s.events.LD_INS or 0), accesses(s))
  end,
  title = "Remove -fno-strict-aliasing from clean files",
  why = "By the rules of C a store to an int can't change a double. Told not to rely on that, the compiler loads everything again after "
    .. "each store through a pointer.",
  needs = { "compiler", "code" },
  when = function(s)
    if not built_with(s, "-fno-strict-aliasing", "-Knostrict_aliasing", "-qalias=noansi") then return "it was compiled without it" end
    if s.code.stores == 0 then return "it stores nothing" end
    if not s.loop and s.account then return "no loop loads the same again" end
    local again = select_facts(s.memrefs, function(r)
      return r.access == "load" and r.stride == 0 and (r.stride_share or 0) > 0.9 and r.operand ~= "stack"
    end)
    if s.account then return clamp(ratio(sum(again, "count"), s.events.LD_INS)) end
    return 0.2 * computing(s)
  end,
  evidence = function(s)
    return "the code at " .. s.place .. " was compiled with -fno-strict-aliasing and has " .. plural(s.code.stores, "store")
      .. " and " .. plural(s.code.loads, "load")
  end,
  how = { "Find the code that casts pointers to other types and let it use memcpy or a union.", "Compile the other files without the switch." },
  fewer_instructions = true,
  example = "examples/keep-strict-aliasing",
  level = "-O3 -fno-strict-aliasing",
  after_level = "-O3",
  claims = { category = "instructions", at_least = 0.3 },
  changes = "nothing, where the rule is kept; else anything",
  tolerance = 0,
  switches = {
    gcc = { { "-fstrict-aliasing -Wstrict-aliasing", "part of -O2; warns of code that breaks the rule" } },
    clang = { { "-fstrict-aliasing", "the default" } },
    fujitsu_trad = { { "-Kstrict_aliasing", "relies on the rule" } },
    fujitsu_clang = { { "-fstrict-aliasing", "relies on the rule" } },
    ibm = { { "-qalias=ansi", "relies on the rule" } },
    intel = { { "-ansi-alias", "relies on the rule; the default" } },
  },
  not_when = "The code does break the rule.",
  source = "GCC manual, -fstrict-aliasing",
}

-- Calls that go by way of the linkage table, so that another library may have what is called
local function replaceable(s)
  return select_facts(s.callees, function(c)
    if c.by_table == false then return false end
    -- the compiler's own copies of procedures are seen by nobody else
    return not c.indirect and c.name and not c.name:find("^_?_?[%l%d]+$") and not c.name:find("%.[%l]+[%.%d]*$")
  end)
end

local function own_and_replaceable(s)
  local own = {}
  for _, c in ipairs(calls_of_own(s)) do own[c] = true end
  return select_facts(replaceable(s), function(c) return own[c] end)
end

suggestion "no-interposition" {
  category = "build",
  subcategory = "Give the compiler more to see",
  everywhere = true,
  removes = function(s) return fewer_calls(s, own_and_replaceable(s)) end,
  besides = function(s) return cost_of_calls(s, own_and_replaceable(s)) end,
  title = "Let a library call its own procedures directly",
  why = "In position-independent code each exported procedure might be replaced by another library's, so the compiler may not inline it even "
    .. "where its source is at hand. Hardly anyone needs that.",
  needs = { "compiler", "callee" },
  when = function(s)
    if not built_with(s, "-fPIC", "-fpic") or s.compiler.name ~= "gcc" or built_with(s, "-fno-semantic-interposition") then
      return "its procedures can't be replaced"
    end
    local n = sum(replaceable(s), "calls")
    if n * 25 < (s.events.TOT_INS or 0) or n < 10000 then return "it calls little for what it does" end
    return s.account and 0.8 or 0.3
  end,
  evidence = function(s)
    local c = heaviest(replaceable(s), "calls")
    return "the code at " .. s.place .. " was compiled with -fPIC and calls " .. name_of(c) .. " " .. count(c.calls)
      .. " times, with few instructions in between"
  end,
  how = { "Add the switch to the library's build, or mark procedures hidden or static." },
  fewer_instructions = true,
  example = "examples/no-interposition",
  level = "-O2 -fPIC",
  after_level = "-O2 -fPIC -fno-semantic-interposition",
  claims = { category = "instructions", at_least = 0.3 },
  changes = "nothing, unless LD_PRELOAD is to replace the library's procedures",
  tolerance = 0,
  switches = {
    gcc = { { "-fno-semantic-interposition", "inlines exported procedures; part of -Ofast" }, { "-fvisibility=hidden", "exports only what is marked" } },
    clang = { { "-fvisibility=hidden", "it inlines them by default; hidden saves the stubs as well" } },
    intel = { { "-fvisibility=hidden", "exports only what is marked" } },
  },
  not_when = "Tools replace these procedures at run time (MPI wrappers, malloc).",
  source = "GCC manual, -fsemantic-interposition; Drepper, How to write shared libraries",
}

local bits_counted, bits_counted_elsewhere = instead_of_calls(0.9, { "__popcountdi2", "__popcountsi2", "__parityd2", "__paritydi2", "__clzti2", "__ctzti2" }, "popcount", "parity", "__clzti2", "__ctzti2")

suggestion "popcount-instruction" {
  category = "build",
  subcategory = "Give the compiler more to see",
  removes = bits_counted,
  besides = bits_counted_elsewhere,
  everywhere = true,
  title = "Allow the instruction that counts bits",
  why = "Counting the set bits of a word is one instruction on all processors since 2008, but the compiler's baseline for x86-64 is older and "
    .. "calls a routine with a table instead.",
  needs = { "callee" },
  when = function(s)
    local list = calls_to(s, "__popcountdi2", "__popcountsi2", "__parityd2", "__paritydi2", "__clzti2", "__ctzti2")
    if sum(list, "calls") < 1000 then return "it counts no bits by a routine" end
    if s.account then return 0.8 end
    local taken = time_in(s, "popcount", "parity", "__clzti2", "__ctzti2")
    return clamp(taken and 0.9 * taken + 0.3 * (s.fraction or 0) or 0.6 * (s.fraction or 0))
  end,
  evidence = function(s)
    local c = heaviest(calls_to(s, "__popcountdi2", "__popcountsi2", "__parityd2", "__paritydi2", "__clzti2", "__ctzti2"), "calls")
    return name_of(c) .. " is called " .. plural(c.calls, "time") .. " at " .. at(c) .. " for what is one instruction"
  end,
  how = { "Compile with -mpopcnt or, better, for the machine." },
  fewer_instructions = true,
  example = "examples/popcount-instruction",
  level = "-O2",
  after_level = "-O2 -mpopcnt",
  claims = { category = "time", at_least = 0.4 },
  changes = "nothing; processors from before 2008 can't run it",
  tolerance = 0,
  switches = {
    gcc = { { "-mpopcnt", "this instruction" }, { "-march=x86-64-v2", "this and others of its time" } },
    clang = { { "-mpopcnt", "this instruction" }, { "-march=x86-64-v2", "this and others of its time" } },
    intel = { { "-xHost", "all of the machine's" } },
  },
  not_when = "The program must run on such old machines.",
  source = "GCC manual, x86 options; x86-64 psABI, micro-architecture levels",
}

-- calls of what seems to be the program's
-- Is what one file has unseen where the other is compiled? What a header has is not.
local function unseen(file, from)
  return file and from and file ~= from and not file:find("%.[hH]%w*$") and not file:find("%.tcc$") and not file:find("%.inc$")
end

local function other_files(s)
  return select_facts(s.callees, function(c)
    return not c.indirect and c.name and unseen(s.program.files[c.name], c.file and c.file:match("[^/]*$"))
  end)
end

-- Of a procedure of few instructions, the place in another file that calls it most
local function called_from_afar(s)
  local caller = s.linker_name and s.program.callers[s.linker_name]
  if not caller or caller.calls < 10000 or (s.events.TOT_INS or math.huge) > 40 * caller.all_calls then return nil end
  return unseen(s.file, caller.place:match("^(.*):%d+$")) and caller or nil
end

suggestion "link-time-optimisation" {
  category = "build",
  subcategory = "Give the compiler more to see",
  everywhere = true,
  title = "Optimise at link time, across files",
  why = "A compiler that sees one file at a time can't inline a procedure of another, nor know what it leaves unchanged. Link-time optimisation "
    .. "shows it the whole program.",
  needs = { "compiler" },
  when = function(s)
    if built_with(s, "-flto", "-ipo", "-fwhole-program") then return "it was optimised at link time" end
    if s.compiler.level == "O0" or s.compiler.level == "Og" then return "it was not optimised at all" end
    -- what a call costs beside the procedure's few instructions
    if called_from_afar(s) then return 0.5 end
    if not s.loop then return "it is no small procedure that another file calls often" end
    local n = sum(other_files(s), "calls")
    if n < 10000 or n * 20 < (s.events.TOT_INS or 0) or n < 0.5 * (s.loop.iterations or math.huge) then
      return "it calls no small procedures of the program"
    end
    return 0.2
  end,
  evidence = function(s)
    local caller = called_from_afar(s)
    if caller then
      return string.format("%s executes %.0f instructions a call and is called %s, most at %s; each file was compiled on its own",
        s.name, math.max(1, s.events.TOT_INS / caller.all_calls), plural(caller.all_calls, "time"), caller.place)
    end
    local c = heaviest(other_files(s), "calls")
    return "the loop at " .. s.place .. " calls " .. name_of(c) .. " " .. plural(c.calls, "time") .. "; each file was compiled on its own"
  end,
  how = { "Add the switch to compiling and linking; use gcc-ar and gcc-ranlib for archives." },
  fewer_instructions = true,
  changes = "nothing in correct programs",
  switches = {
    gcc = { { "-flto=auto", "at compiling and linking" } },
    clang = { { "-flto=thin", "at compiling and linking" } },
    intel = { { "-ipo", "at compiling and linking" } },
    fujitsu_trad = { { "-Klto", "Fortran" } },
    fujitsu_clang = { { "-flto", "at compiling and linking; ends SVE of fixed width" } },
    nvidia = { { "-Mipa=fast", "at compiling and linking" } },
    cray = { { "-hwp -hpl=DIR", "whole program" } },
    ibm = { { "-qipa", "at compiling and linking" } },
  },
  not_when = "All procedures that matter are in one file.",
  source = "GCC manual, -flto; compilers' manuals",
}

suggestion "newer-compiler" {
  category = "build",
  subcategory = "Use better compilers and libraries",
  everywhere = true,
  title = "Try a newer compiler",
  why = "Compilers learn new machines and transformations each year. One from before the processor was designed neither knows its "
    .. "instructions nor how long they take.",
  needs = { "compiler" },
  when = function(s)
    local major = tonumber((s.compiler.version or ""):match("^(%d+)"))
    local oldest = ({ gcc = 9, clang = 10 })[s.compiler.name or ""]
    if not major or not oldest then return "its compiler's version tells nothing" end
    if major >= oldest then return "its compiler is no more than some years old" end
    return 0.08
  end,
  evidence = function(s)
    return "the code at " .. s.place .. " was compiled by " .. s.compiler.name .. " " .. s.compiler.version
  end,
  how = { "Build with the newest compiler of the system's modules and with another vendor's, and compare." },
  changes = "the last digits, where the new compiler fuses or reorders operations",
  not_when = "Results were certified with this compiler.",
  source = "Codee open catalog; compilers' release notes",
}

-- Whether it is the innermost of three loops that form sums of products: for each
-- of n * n elements a row by a column. Else why not.
local function matrix_product(s)
  local rows = s.outer and s.outer.outer
  if not rows or s.loop.innermost == false then return false, "it is not the innermost of three loops" end
  for _, l in ipairs { s, s.outer, rows } do
    if not l.loop or (l.loop.trips or 0) < 16 then return false, "its loops are short" end
  end
  if s.code.calls > 0 or s.code.branches > 2 or s.code.divides + s.code.square_roots > 0 then return false, "it does more" end
  local fma = executed(s, "fma") or 0
  local products, sums = (executed(s, "fp_mul") or 0) + fma, (executed(s, "fp_add") or 0) + fma
  if sums == 0 or products < 0.8 * sums or products > 2.2 * sums then return false, "it forms no sums of products" end
  if (s.code.unknown_refs or 0) > 0 or #s.memrefs == 0 then return false, "it finds elements by way of an index" end
  local regular = select_facts(s.memrefs, function(r) return r.stride and (r.stride_share or 0) > 0.5 end)
  local stores = select_facts(regular, function(r) return r.access == "store" and r.stride ~= 0 end)
  local carried = select_facts(s.chains, function(c) return c.adds + c.fmas > 0 and c.muls + c.divides + c.loads == 0 end)
  local results = {}
  for _, r in ipairs(stores) do if r.line then results[r.line] = true end end
  if recurs(s) then return false, "each result needs the one before" end
  local lines = 0
  for _ in pairs(results) do lines = lines + 1 end
  if lines > 1 then return false, "it computes more than one result" end
  if #regular < #s.memrefs or #regular == #stores or #carried + #stores == 0 then return false, "it forms no sums of products" end
  -- as many loads and stores as two or three operands need for each product
  local accesses = sum(s.memrefs, "count")
  if accesses > 4.2 * sums or accesses < 0.2 * sums then return false, "it has other operands than a product of matrices" end
  -- each element is used for many products
  local bytes_used = sum(s.memrefs, "lines") * (s.machine.line or 64)
  if bytes_used > s.loop.iterations then return false, "each element is used a few times" end
  return true
end

suggestion "call-blas" {
  category = "build",
  subcategory = "Use better compilers and libraries",
  removes = library_product,
  title = "Call a BLAS library for the product of matrices",
  why = "A tuned library cuts the matrices into blocks that fit the registers and each cache, packs them, and uses all vector instructions. "
    .. "Three plain loops, however compiled, reach a tenth of that or less.",
  needs = { "code", "loop", "memref" },
  scope = "loop",
  when = function(s)
    local is_one, why = matrix_product(s)
    if not is_one then return why end
    return 0.85
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " is the innermost of three that form sums of products, of " .. count(s.loop.trips)
      .. " elements each"
  end,
  how = {
    "cblas_dgemm (sgemm, zgemm) for C += A * B; dsymm, dtrmm or dsyrk where a matrix is symmetric or triangular.",
    "Fortran: call dgemm, or matmul with -fexternal-blas. C++: Eigen does it, and calls a BLAS with EIGEN_USE_BLAS.",
    "Factorisations and solvers (LU, Cholesky, QR) are in LAPACK, which comes with the same libraries.",
  },
  fewer_instructions = true,
  changes = "the last digits: sums are taken in another order",
  switches = {
    gcc = { { "-lopenblas", "OpenBLAS; gfortran: -fexternal-blas for matmul" } },
    clang = { { "-lopenblas", "OpenBLAS" } },
    intel = { { "-qmkl", "MKL" } },
    fujitsu_trad = { { "-SSL2", "SSL II" } },
    nvidia = { { "-lblas", "comes with OpenBLAS" } },
    cray = "libsci is linked by default",
    ibm = { { "-lessl", "ESSL" } },
  },
  not_when = "The matrices are smaller than ten by ten or so, or the loops do more than it seems.",
  source = "Goto and van de Geijn, Anatomy of high-performance matrix multiplication, 2008; own measurements",
}

suggestion "tuned-blas" {
  category = "build",
  subcategory = "Use better compilers and libraries",
  removes = library_product,
  title = "Link a tuned BLAS instead of the reference one",
  why = "The reference BLAS says what results must be, not how to get them fast. Tuned libraries with the same interface block for the "
    .. "caches and use all vector instructions: often ten times as fast.",
  needs = { "compiler" },
  scope = "procedure",
  when = function(s)
    local name = s.procedure_name or ""
    if not name:find("^[sdcz]ge[mt][mvr][mv]?_?$") and not name:find("^[sdcz]sy[rm2][k2]?[mk]?_?$") and not name:find("^[sdcz]tr[sm]m_?$")
      and not name:find("^[sdcz]axpy_?$") and not name:find("^[sdcz]dot[uc]?_?$") then
      return "it is no procedure of the BLAS"
    end
    if s.language ~= "Fortran" or not (s.file or ""):find("%.f") then return "it is not the reference version" end
    return 0.6
  end,
  evidence = function(s)
    return s.procedure_name .. " is compiled from " .. (s.file or "Fortran"):match("[^/]*$") .. ": the reference BLAS"
  end,
  how = {
    "OpenBLAS, BLIS, MKL, Arm PL, ESSL, libsci or SSL II: link it before or instead of -lblas.",
    "Debian: update-alternatives --config libblas.so.3-x86_64-linux-gnu.",
  },
  changes = "the last digits",
  switches = {
    gcc = { { "-lopenblas", "OpenBLAS" } },
    intel = { { "-qmkl", "MKL" } },
    fujitsu_trad = { { "-SSL2", "SSL II; -SSL2BLAMP with threads" } },
    nvidia = { { "-lblas", "comes with OpenBLAS" } },
    cray = "libsci is linked by default",
    ibm = { { "-lessl", "ESSL" } },
  },
  not_when = "Matrices are smaller than ten by ten or so.",
  for_libraries = true,
  source = "Netlib BLAS FAQ; Fujitsu programming guide, mathematical libraries",
}

-- how often instructions of a kind were executed here; a text has that name below
local ran = executed

do

local OPTIMISE = "Optimise"
local CHECKS = "Leave out what slows down"
local ARITHMETIC = "Give the compiler more to see"
local MACHINE = "Use better compilers and libraries"

local manual = "GCC manual, "

local function executed(s)
  return s.events.TOT_INS and count(s.events.TOT_INS) .. " instructions" or "its instructions"
end

-- how a section was compiled, for evidence
local function compiled(s, switch)
  return s.procedure_name .. " at " .. s.place .. " was compiled with " .. switch .. " and executes " .. executed(s)
end

-- The calls of these procedures, where they are frequent for the code here:
-- once in less than 500 instructions
local function frequent(s, ...)
  local list = calls_to(s, ...)
  local calls = sum(list, "calls")
  if calls < 1000 or calls * 500 < (s.events.TOT_INS or 0) then return nil end
  return list, calls
end

local function called(s, what, ...)
  local _, calls = frequent(s, ...)
  local c = heaviest(calls_to(s, ...), "calls")
  return name_of(c) .. " is called " .. plural(calls, "time") .. ", first at " .. at(c) .. what
end

-- Of the program's time, what these calls take: part of the time that was seen in
-- such procedures, or of the section's where none was
local function of_callees(s, part, list, ...)
  local taken = time_in(s, ...)
  if not taken then return clamp(part * (s.fraction or 0)) end
  local calling = clamp(ratio(6 * sum(list, "calls"), s.events.TOT_INS)) * (s.fraction or 0)
  return clamp(0.9 * taken + part * calling)
end

-- C and C++ compilers that take GCC's switches
local function gnu(switch, what)
  return { gcc = { { switch, what } }, clang = { { switch, what } }, intel = { { switch, what } },
    fujitsu_clang = { { switch, what } } }
end

local levels = {
  gcc = { { "-O2", "optimises without changing results" }, { "-O3", "vectorises and unrolls more" } },
  clang = { { "-O2", "optimises and vectorises" } },
  intel = { { "-O2", "optimises and vectorises; results may change, -fp-model=precise prevents that" } },
  fujitsu_trad = { { "-O2", "optimises; -Kfast more, with other rounding" } },
  fujitsu_clang = { { "-O2", "optimises; -Ofast more, with other rounding" } },
  nvidia = { { "-O2", "optimises; -fast vectorises too" } },
  cray = { { "-O2", "optimises and vectorises" } },
  ibm = { { "-O2", "optimises; -O3 more, with other rounding unless -qstrict is given" } },
}

suggestion "speed-not-size" {
  category = "build",
  subcategory = OPTIMISE,
  everywhere = true,
  removes = better_optimised,
  remedy = "level",
  title = "Compile hot code for speed instead of size",
  why = "With -Os the compiler takes the shortest instructions even if they are slow: a divide by a constant "
    .. "stays a divide, and loops are neither unrolled nor aligned. The few hot procedures are worth some bytes.",
  needs = { "compiler" },
  fewer_instructions = true,
  when = function(s)
    local level = s.compiler.level
    if level ~= "Os" and level ~= "Oz" then return "it was not compiled for size" end
    local divides = s.code and executed_part(s, "integer_divides") or 0
    return clamp(0.15 + 20 * divides)
  end,
  evidence = function(s)
    local divides = s.code and s.code.integer_divides or 0
    return compiled(s, "-" .. s.compiler.level)
      .. (divides > 0 and "; " .. plural(divides, "integer divide") .. " among its code" or "")
  end,
  how = { "Compile this file with -O2; the others may keep -Os." },
  example = "examples/speed-not-size",
  level = "-Os",
  after_level = "-O2",
  claims = { category = "time", at_least = 0.2 },
  changes = "nothing; the program gets larger",
  tolerance = 0,
  switches = levels,
  not_when = "Misses in the instruction cache are what takes the time.",
  source = manual .. "-Os",
}

suggestion "release-build" {
  category = "build",
  subcategory = OPTIMISE,
  everywhere = true,
  removes = better_optimised,
  remedy = "level",
  title = "Use a release build instead of one for the debugger",
  why = "With -Og the compiler leaves out what would confuse a debugger: small procedures are called instead "
    .. "of copied in, loops and branches stay as written. A release build does all of that.",
  needs = { "compiler" },
  fewer_instructions = true,
  when = function(s)
    if s.compiler.level ~= "Og" then return "it was not compiled for the debugger" end
    return s.account and 0.6 or 0.3
  end,
  evidence = function(s) return compiled(s, "-Og") end,
  how = { "Replace -Og by -O2 -g; with CMake, CMAKE_BUILD_TYPE=RelWithDebInfo." },
  example = "examples/release-build",
  level = "-Og",
  after_level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  switches = levels,
  not_when = "The program is being debugged.",
  source = manual .. "-Og",
}

suggestion "inlining-on" {
  category = "build",
  subcategory = OPTIMISE,
  everywhere = true,
  removes = function(s) return fewer_calls(s, calls_of_own(s)) end,
  besides = function(s) return cost_of_calls(s, calls_of_own(s)) end,
  title = "Let the compiler copy small procedures into their callers",
  why = "A call costs some ten instructions for passing arguments, saving registers and returning, often more "
    .. "than a small procedure does. The switch that forbids copying it in was given, perhaps for a profiler.",
  needs = { "compiler" },
  fewer_instructions = true,
  when = function(s)
    if not built_with(s, "-fno-inline ", "-fno-default-inline", "-fno-inline-small-functions") then
      return "inlining was not switched off"
    end
    if not s.code or s.code.calls == 0 then return "it calls nothing" end
    return s.account and 0.8 or 0.4
  end,
  evidence = function(s)
    return compiled(s, "-fno-inline") .. "; " .. plural(s.code.calls, "call") .. " among its code"
  end,
  how = { "Remove -fno-inline: perfexpert finds inlined code by its lines." },
  example = "examples/inlining-on",
  level = "-O2 -fno-inline",
  after_level = "-O2",
  claims = { category = "instructions", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-finline-functions", "copies in procedures where it pays (part of -O2)" } },
    clang = { { "-finline-functions", "copies in procedures where it pays (part of -O2)" } },
    intel = { { "-inline-level=2", "copies in any procedure where it pays (the default)" } },
    fujitsu_trad = { { "-x-", "copies in procedures where it pays (part of -O3)" } },
    nvidia = { { "-Minline", "copies in procedures" } },
    cray = { { "-hipa3", "copies in procedures" } },
    ibm = { { "-qinline", "copies in procedures" } },
  },
  not_when = "Call counts of each procedure are wanted.",
  source = manual .. "-fno-inline",
}

local complex_calls = { "__divdc3", "__divsc3", "__muldc3", "__mulsc3", "__divxc3", "__mulxc3" }

local complex, complex_elsewhere = instead_of_calls(0.6, complex_calls, "div[sdxt]c3", "mul[sdxt]c3")

-- Tests of complex products: whether both parts are no numbers, where a call would find out what
-- the result is. None is made, but what it would need is kept ready, in no register, for each.
local function products_tested(s)
  local c, n = s.code, 0
  if not c or c.calls == 0 or (ran(s, "calls") or 1) > 0 or s.language == "Fortran" then return 0 end
  if built_with(s, "-ffast-math", "-Ofast", "-fcx-limited-range", "-fcx-fortran-rules") then return 0 end
  n = sum(select_facts(s.branches, function(b)
    return b.kind == "conditional" and b.asks == "float" and math.min(b.taken, b.count - b.taken) == 0
  end), "count")
  -- a product of complex numbers takes four of their parts, one by one or two at a time, and two sums
  local products, sums = ran(s, "fp_mul") or 0, ran(s, "fp_add") or 0
  if n == 0 or products < 2 * n or sums < n or (ran(s, "square_roots") or 0) > 0 then return 0 end
  return n
end

suggestion "plain-complex-division" {
  category = "build",
  subcategory = ARITHMETIC,
  removes = function(s)
    local n = products_tested(s)
    if n == 0 then return complex(s) end
    -- the comparison, the branch, and what a call in the loop keeps on the stack
    return fewer(s, 8 * n, nil, { l1 = 0.5, stores = 0.5, chain_integer = 0.5 })
  end,
  besides = complex_elsewhere,
  everywhere = true,
  title = "Use the plain formulas for complex numbers",
  why = "C and C++ want complex products and quotients to be right even for infinities and huge values, which takes "
    .. "a call with scaling and tests for each. The textbook formula takes a few operations and can be vectorised.",
  needs = {},
  fewer_instructions = true,
  when = function(s)
    if products_tested(s) > 0 then return s.account and 0.8 or clamp(ratio(8 * products_tested(s), s.events.TOT_INS)) end
    if not frequent(s, table.unpack(complex_calls)) then return "no library code for complex numbers is called often" end
    return s.account and 0.8 or of_callees(s, 0.6, calls_to(s, table.unpack(complex_calls)), "div[sdxt]c3", "mul[sdxt]c3")
  end,
  evidence = function(s)
    local n = products_tested(s)
    if n > 0 then
      return plural(n, "test") .. " in the code at " .. s.place .. " whether floating-point values are no numbers never found any, "
        .. "with a call for that case: complex products, or what is like them"
    end
    return called(s, " for complex arithmetic", table.unpack(complex_calls))
  end,
  how = { "Compile with -fcx-fortran-rules (keeps scaling) or -fcx-limited-range (does not)." },
  example = "examples/plain-complex-division",
  level = "-O2",
  after_level = "-O2 -fcx-limited-range",
  claims = { category = "time", at_least = 0.3 },
  changes = "rounding; quotients of values beyond 1e154 or below 1e-154 overflow or vanish",
  tolerance = 1e-12,
  switches = {
    gcc = { { "-fcx-limited-range", "textbook formulas; part of -ffast-math" },
      { "-fcx-fortran-rules", "formulas as in Fortran, which keep the range" } },
    clang = "-ffast-math includes textbook formulas; from version 18 -fcomplex-arithmetic=basic does alone",
    intel = { { "-complex-limited-range", "textbook formulas" } },
  },
  not_when = "Values are near the limits of the type, or infinities must come out right.",
  source = manual .. "-fcx-limited-range; C11, annex G",
}

suggestion "double-for-long-double" {
  category = "build",
  subcategory = MACHINE,
  title = "Compute in double instead of long double",
  why = "On x86 long double is computed by the old coprocessor, one element at a time, and takes 16 bytes of "
    .. "memory. double has vectors of two to eight elements and half the size.",
  needs = { "code", "compiler" },
  fewer_instructions = true,
  when = function(s)
    if built_with(s, "-mfpmath=387", "-m32", "-mno-sse") then return "a switch asked for the coprocessor" end
    local part = executed_part(s, "x87")
    if part < 0.2 then return "it hardly uses the coprocessor" end
    return clamp(0.8 * part)
  end,
  evidence = function(s)
    return percent(executed_part(s, "x87")) .. " of the instructions executed at " .. s.place
      .. " are of the coprocessor, which only long double needs"
  end,
  how = {
    "Look for long double, sqrtl and constants like 0.5L; one is enough to widen an expression.",
    "Where sums lose digits, compensated summation (Kahan) in double is faster.",
  },
  example = "examples/double-for-long-double",
  level = "-O3",
  claims = { category = "instructions", at_least = 0.4 },
  changes = "16 instead of 19 digits",
  tolerance = 1e-12,
  not_when = "The extra digits are needed.",
  source = "Agner Fog, Optimizing software in C++; System V ABI for x86-64",
}

local fused, fused_elsewhere = instead_of_calls(0.9, { "fma", "fmaf" }, "fma")

suggestion "fma-instruction" {
  category = "build",
  subcategory = MACHINE,
  removes = fused,
  besides = fused_elsewhere,
  everywhere = true,
  title = "Let fma() be an instruction instead of a call",
  why = "fma(a, b, c) rounds once, which takes one instruction where the compiler may use it. Compiled for every "
    .. "x86-64 it is a call of the library, and on machines without the instruction that is a hundred times slower.",
  needs = { "callee" },
  fewer_instructions = true,
  when = function(s)
    if not frequent(s, "fma", "fmaf") then return "it does not call fma often" end
    return s.account and 0.8 or of_callees(s, 0.7, calls_to(s, "fma", "fmaf"), "fma")
  end,
  evidence = function(s) return called(s, ", one instruction on machines that have it", "fma", "fmaf") end,
  how = {
    "Compile for the machine, or for x86-64-v3.",
    "Where a single rounding is not needed write a * b + c.",
  },
  example = "examples/fma-instruction",
  level = "-O3",
  after_level = "-O3 -mfma",
  link = "-lm",
  claims = { category = "time", at_least = 0.4 },
  changes = "nothing; the program does not start on processors of before 2013",
  tolerance = 0,
  switches = {
    gcc = { { "-mfma", "x86: uses the instruction; part of -march=x86-64-v3" } },
    clang = { { "-mfma", "x86: uses the instruction; part of -march=x86-64-v3" } },
    intel = { { "-xHost", "uses all instructions of this machine" } },
    nvidia = { { "-tp=host", "uses all instructions of this machine" } },
  },
  not_when = "The program must run on processors without it.",
  source = manual .. "x86 options; C11, 7.12.13",
}

local to_integer = { "lrint", "llrint", "lrintf", "llrintf", "lround", "llround", "lroundf", "llroundf" }

local rounded, rounded_elsewhere = instead_of_calls(0.9, to_integer, "rint", "round")

suggestion "round-without-errno" {
  category = "build",
  subcategory = ARITHMETIC,
  removes = rounded,
  besides = rounded_elsewhere,
  everywhere = true,
  remedy = "errno",
  title = "Round to integers with instructions that set no errno",
  why = "lrint may set errno when the result does not fit, so the compiler calls the library for it although the machine "
    .. "has an instruction that rounds and converts. Hardly any program looks at errno there.",
  needs = { "callee" },
  fewer_instructions = true,
  when = function(s)
    if not frequent(s, table.unpack(to_integer)) then return "it does not call a rounding procedure often" end
    if built_with(s, "-fno-math-errno", "-ffast-math") then return "errno is not asked for" end
    return s.account and 0.8 or of_callees(s, 0.5, calls_to(s, table.unpack(to_integer)), "rint", "round")
  end,
  evidence = function(s) return called(s, ", which could be one instruction", table.unpack(to_integer)) end,
  how = {
    "Compile with -fno-math-errno: it changes no result.",
    "lround rounds halves away from zero, which no x86 instruction does: use lrint where that does not matter.",
  },
  example = "examples/round-without-errno",
  level = "-O2",
  after_level = "-O2 -fno-math-errno",
  link = "-lm",
  claims = { category = "time", at_least = 0.2 },
  changes = "errno is not set; no result changes",
  tolerance = 0,
  switches = {
    gcc = { { "-fno-math-errno", "sets no errno; part of -ffast-math" } },
    clang = { { "-fno-math-errno", "sets no errno; part of -ffast-math" } },
    intel = { { "-fno-math-errno", "sets no errno" } },
    ibm = { { "-qignerrno", "sets no errno" } },
  },
  not_when = "The program tests errno after mathematical functions.",
  source = manual .. "-fno-math-errno",
}

local function detours(s)
  return select_facts(s.callees, function(c) return c.name and c.name:find("^__x86_indirect_thunk") end)
end

suggestion "no-retpolines" {
  category = "build",
  subcategory = CHECKS,
  everywhere = true,
  removes = function(s) return fewer_calls(s, detours(s), { mispredicted = 1, fetch = 1, other = 1, l1 = 1 }) end,
  title = "Call through pointers without the detour for kernels",
  why = "Retpolines replace each call through a pointer by a sequence that keeps the processor from predicting where it goes, so "
    .. "that it waits some 30 cycles each time. They protect kernels and sandboxes; a simulation has no secrets from itself.",
  needs = { "compiler" },
  fewer_instructions = true,
  when = function(s)
    if not built_with(s, "-mindirect-branch=", "-mretpoline") then return "calls through pointers take no detour" end
    if #detours(s) == 0 then return "it calls nothing through pointers" end
    return s.account and 0.8 or 0.4
  end,
  evidence = function(s)
    local detours = select_facts(s.callees, function(c) return c.name and c.name:find("^__x86_indirect_thunk") end)
    return plural(sum(detours, "calls"), "call") .. " through pointers at " .. at(detours[1]) .. " take the detour of "
      .. "-mindirect-branch"
  end,
  how = { "Build without -mindirect-branch=thunk (clang: -mretpoline)." },
  example = "examples/no-retpolines",
  level = "-O2 -mindirect-branch=thunk",
  after_level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-mindirect-branch=keep", "x86: calls directly through the pointer; the default" } },
    clang = { { "-mno-retpoline", "x86: calls directly through the pointer; the default" } },
  },
  not_when = "The process runs code of strangers beside secrets of its own.",
  source = manual .. "-mindirect-branch; Intel, Retpoline: a branch target injection mitigation",
}

-- whether it does nothing but store
local function fills(s)
  return s.loop ~= nil and (s.events.ST_INS or 0) > 0 and (s.events.LD_INS or 0) < 0.02 * s.events.ST_INS and (s.events.FP_INS or 0) == 0
end

suggestion "no-initial-values" {
  category = "build",
  subcategory = CHECKS,
  everywhere = true,
  removes = function(s) return of_all(fills(s) and 1 or 0.1) end,
  title = "Build without initial values for all local variables",
  why = "With -finit-real, -finit-integer or -finit-local-zero each local array is filled whenever its procedure is "
    .. "called, the part that is not used too. It finds uninitialised variables in tests.",
  needs = { "compiler" },
  fewer_instructions = true,
  when = function(s)
    if not built_with(s, "-finit-real=", "-finit-integer=", "-finit-local-zero", "-finit-derived") then
      return "local variables are not filled"
    end
    if s.code and s.code.stores == 0 then return "it stores nothing" end
    return s.account and 0.8 or 0.3
  end,
  evidence = function(s)
    return compiled(s, "-finit-" .. (switch_value(s, "-finit-") or "local-zero"))
  end,
  how = { "Build a second variant without the switch, and keep the first for tests." },
  example = "examples/no-initial-values",
  level = "-O2 -finit-real=snan",
  after_level = "-O2",
  claims = { category = "instructions", at_least = 0.3 },
  changes = "nothing where every variable is set before it is used",
  tolerance = 0,
  switches = {
    gcc = "leave -finit-real, -finit-integer and -finit-local-zero away",
    intel = "leave -init away",
    ibm = { { "-qnoinitauto", "fills nothing; the default" } },
    cray = "leave -e0 and -ei away",
  },
  not_when = "Results depend on it: then first set the variables in the source.",
  source = manual .. "gfortran -finit-real",
}

suggestion "no-automatic-initialisation" {
  category = "build",
  subcategory = CHECKS,
  everywhere = true,
  title = "Don't fill every local variable when a procedure starts",
  why = "With -ftrivial-auto-var-init each call first fills all local arrays, however large and however little of them "
    .. "is used. It hardens programs that handle data of strangers.",
  needs = { "compiler" },
  fewer_instructions = true,
  when = function(s)
    if not built_with(s, "-ftrivial-auto-var-init=zero", "-ftrivial-auto-var-init=pattern") then
      return "local variables are not filled"
    end
    if s.code and s.code.stores == 0 then return "it stores nothing" end
    return 0.2
  end,
  evidence = function(s)
    return compiled(s, "-ftrivial-auto-var-init=" .. (switch_value(s, "-ftrivial-auto-var-init=") or ""))
  end,
  how = {
    "Build hot files without the switch.",
    "Or mark large buffers: __attribute__((uninitialized)).",
  },
  example = "examples/no-automatic-initialisation",
  level = "-O2 -ftrivial-auto-var-init=zero",
  after_level = "-O2",
  claims = { category = "time", at_least = 0.1 },
  changes = "nothing where every variable is set before it is used",
  tolerance = 0,
  switches = {
    gcc = { { "-ftrivial-auto-var-init=uninitialized", "fills nothing; the default" } },
    clang = { { "-ftrivial-auto-var-init=uninitialized", "fills nothing; the default" } },
  },
  not_when = "The program handles data of strangers and must be hardened in full.",
  source = manual .. "-ftrivial-auto-var-init",
}

local simple = { "fabs", "fabsf", "sqrt", "sqrtf", "abs", "labs", "copysign", "fmin", "fmax", "memcpy", "memset", "strlen" }

suggestion "builtins-on" {
  category = "build",
  subcategory = OPTIMISE,
  everywhere = true,
  removes = function(s) return fewer_calls(s, calls_to(s, table.unpack(simple))) end,
  besides = function(s) return cost_of_calls(s, calls_to(s, table.unpack(simple))) end,
  title = "Let the compiler know the C library's procedures",
  why = "Compilers know what fabs, sqrt or memcpy do and use an instruction for them. -fno-builtin and -ffreestanding "
    .. "take that knowledge away, and each becomes a call.",
  needs = { "compiler", "callee" },
  fewer_instructions = true,
  when = function(s)
    if not built_with(s, "-fno-builtin", "-ffreestanding") then return "the compiler knows the C library" end
    if not frequent(s, table.unpack(simple)) then return "it rarely calls what could be an instruction" end
    return s.account and 0.8 or 0.5
  end,
  evidence = function(s) return called(s, ", in code that was compiled with -fno-builtin", table.unpack(simple)) end,
  how = { "Remove -fno-builtin; where one procedure is to be replaced, -fno-builtin-malloc names it." },
  example = "examples/builtins-on",
  level = "-O2 -fno-builtin",
  after_level = "-O2",
  link = "-lm",
  claims = { category = "instructions", at_least = 0.3 },
  changes = "nothing",
  tolerance = 0,
  switches = gnu("-fbuiltin", "knows the C library; the default"),
  not_when = "The program defines procedures of these names that do something else.",
  source = manual .. "-fno-builtin",
}

local function scalar_innermost(s)
  return s.loop.innermost and (s.loop.trips or 0) >= 16 and s.code.fp_packed == 0 and s.code.calls == 0
end

suggestion "no-trapping-math" {
  category = "build",
  subcategory = ARITHMETIC,
  everywhere = true,
  removes = function(s) return vectors(s, { chain_fp = 1, mispredicted = 1 }) end,
  title = "Allow operations whose results are then not used",
  why = "A divide that the program does only under a condition must not happen otherwise, since it might set an exception flag. So the "
    .. "loop can't compute all elements as vectors and keep the wanted ones, unless nobody looks at the flags.",
  needs = { "code", "loop", "compiler", "memref" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local level = s.compiler.level
    if level ~= "O3" and level ~= "Ofast" then return "it was not compiled with vectorisation" end
    if built_with(s, "-fno-trapping-math", "-ffast-math", "-Ofast") then return "exceptions are not asked for" end
    if s.compiler.name ~= "gcc" then return "only GCC minds exceptions without being told" end
    if not scalar_innermost(s) or s.code.branches < 2 then return "it is no scalar loop with a condition" end
    if s.code.divides == 0 then return "nothing under the condition could trap" end
    if #s.chains > 0 then return "each iteration needs the one before" end
    return 0.4
  end,
  evidence = function(s)
    return plural(s.code.divides, "divide") .. " under a condition in the loop at " .. s.place .. ", executed "
      .. count(s.loop.iterations or 0) .. " times one by one"
  end,
  how = { "Compile with -fno-trapping-math: no result changes, only exception flags." },
  example = "examples/no-trapping-math",
  level = "-O3",
  after_level = "-O3 -fno-trapping-math",
  claims = { category = "instructions", at_least = 0.3 },
  changes = "no result; exception flags may be set by operations whose results are not used",
  tolerance = 0,
  switches = {
    gcc = { { "-fno-trapping-math", "nobody looks at exception flags" } },
    clang = { { "-ffp-exception-behavior=ignore", "nobody looks at exception flags; the default" } },
    intel = { { "-fp-model=fast", "nobody looks at exception flags; the default" } },
    nvidia = { { "-Ktrap=none", "no traps; the default" } },
    cray = { { "-Ktrap=none", "no traps; the default" } },
    ibm = { { "-qflttrap=nozerodivide", "no trap; off is the default" } },
  },
  not_when = "The program has traps for division by zero or overflow, or tests the flags.",
  source = manual .. "-fno-trapping-math",
}

suggestion "finite-maximum" {
  category = "build",
  subcategory = ARITHMETIC,
  everywhere = true,
  removes = function(s) return vectors(s, { chain_fp = 1, mispredicted = 1 }) end,
  title = "Promise that no value is NaN, so that maxima are vectorised",
  why = "A comparison with NaN is always false, so the largest of several numbers depends on the order in which they are compared. "
    .. "When there are no NaNs and the sign of 0 does not matter, four or eight maxima can be kept side by side.",
  needs = { "code", "loop", "compiler", "memref" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local level = s.compiler.level
    if level ~= "O3" and level ~= "Ofast" then return "it was not compiled with vectorisation" end
    if built_with(s, "-ffinite-math-only", "-ffast-math", "-Ofast") then return "values are taken as finite" end
    if not scalar_innermost(s) then return "it is no scalar inner loop" end
    local c = s.code
    if c.fp_scalar == 0 or c.stores > 0 or c.fp_add + c.fp_mul + c.fma + c.divides > 0 then
      return "it does more than compare"
    end
    if c.branches > 1 or c.loads == 0 or #s.memrefs == 0 or (s.memrefs[1].stride_share or 0) < 0.9 then
      return "it searches, or does not go from element to element"
    end
    return 0.5
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " compares one value at a time with the largest or smallest so far, "
      .. count(s.loop.iterations or 0) .. " times"
  end,
  how = {
    "Compile the file with -ffinite-math-only -fno-signed-zeros.",
    "Or write #pragma omp simd reduction(max:m) and compile with -fopenmp-simd.",
  },
  example = "examples/finite-maximum",
  level = "-O3",
  after_level = "-O3 -ffinite-math-only -fno-signed-zeros",
  claims = { category = "instructions", at_least = 0.4 },
  changes = "nothing without NaNs; with them anything, and isnan() is always false",
  tolerance = 0,
  switches = {
    gcc = { { "-ffinite-math-only -fno-signed-zeros", "no NaNs, infinities or signs of 0" } },
    clang = { { "-ffinite-math-only -fno-signed-zeros", "no NaNs, infinities or signs of 0" } },
    intel = { { "-fp-model=fast", "the default" } },
    fujitsu_trad = { { "-Ksimd_reduction_product", "for products; -Kfast includes sums and maxima" } },
    fujitsu_clang = { { "-ffinite-math-only -fno-signed-zeros", "no NaNs, infinities or signs of 0; part of -Ofast" } },
  },
  pragmas = {
    gcc = { { "#pragma omp simd reduction(max:m)", "with -fopenmp-simd, for this loop only" } },
    clang = { { "#pragma omp simd reduction(max:m)", "with -fopenmp-simd, for this loop only" } },
    intel = { { "#pragma omp simd reduction(max:m)", "with -qopenmp-simd, for this loop only" } },
  },
  not_when = "NaN marks missing values, or the program tests for it.",
  source = manual .. "-ffinite-math-only",
}

end
