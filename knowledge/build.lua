-- Build: levels, and what lets the compiler see more.

category "build" {
  title = "Build",
  subcategories = {
    "Optimise",
    "Leave out what slows down",
    "Give the compiler more to see",
    "Use better compilers and libraries",
  },
}

local optimising = {
  gcc = { { "-O2", "optimises; -O3 more" } },
  clang = { { "-O2", "optimises; -O3 more" } },
  intel = { { "-O2", "optimises; the default unless -g alone is given to classic compilers" } },
  fujitsu_trad = { { "-Kfast", "the recommended set" } },
  fujitsu_clang = { { "-Ofast", "the recommended set" } },
  nvidia = { { "-fast", "the recommended set" } },
  cray = { { "-O2", "Fortran: the default" } },
}

-- whether addresses come from what was loaded before: by a load beside that of the variable that is kept in memory
local follows
function follows(s)
  for _, c in ipairs(s.chains) do
    if c.kind == "load" or c.kind == "memory" and (c.loads or 0) > 1 then return true end
  end
  for _, l in ipairs(s.inner) do
    if follows(l) then return true end
  end
  return false
end

-- Branches that go both ways or end the loop; checks of subscripts do neither
local function deciding(s)
  if #s.branches == 0 then return s.events.BR_CND or 0 end
  return sum(select_facts(s.branches, function(b)
    local taken = (b.taken or 0) / math.max(b.count, 1)
    return b.leaves or taken > 0.001 and taken < 0.999
  end), "count")
end

-- The part of the instructions that optimising does away with: all but operations on
-- floating-point numbers, accesses to one place after the other, and branches that decide,
-- with what they ask for
local function superfluous(s)
  -- a small procedure is inlined, and goes whole
  if s.kind == "procedure" and #s.inner == 0 and s.code and s.code.instructions <= 60 then return 0.95 end
  if sum(s.memrefs, "count") < 0.5 * accesses(s) then return 0.9 end
  local moving = select_facts(s.memrefs, function(r) return r.operand ~= "stack" and (r.stride ~= 0 or (r.stride_share or 0) < 0.9) end)
  local needed = (s.events.FP_INS or 0) + sum(moving, "count") + 2 * deciding(s)
  return math.max(0.6, math.min(0.95, 1 - (ratio(needed, s.events.TOT_INS) or 0.1)))
end

-- Iterations of a loop that the window holds once most instructions are gone
local SHORT = 64

-- What an optimising compiler works on: instructions, and what is kept in memory
local function optimised(s)
  local x = superfluous(s)
  -- of chains the way through memory goes, which is charged to L1; those of short loops overlap once there is less work between them
  local chains = s.loop and (s.loop.trips or math.huge) < SHORT and 0.8 or 0.2
  local busy = s.account and s.account.floor and s.account.floor.busy_with == "arithmetic" and 0.2 or x
  -- what a branch asks for goes by way of memory, too, before a wrong guess is found out
  local causes = work(x, { chain_fp = chains, chain_integer = 0.9, chain_address = 0.9, l1 = 0.95, stores = 0.9, mispredicted = 0.2, fetch = x })
  -- of a tenth of the instructions the core has ten times as many misses under way, unless an address waits for what was found
  local ahead = not follows(s) and #scattered(s) == 0
  for _, cause in ipairs { "l2", "l3", "memory_latency", "data_tlb" } do causes[cause] = ahead and 0.9 or nil end
  return less_work(s, causes, { width = x, pipes = busy, unit = 0.2, taken = x })
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

suggestion "optimise-at-all" {
  number = 25,
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
    return s.account and 0.95 or 0.7 * computing(s)
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
  changes = { "behaviour", says = "correct programs compute the same; uninitialised variables and the like may show" },
  tolerance = 0,
  switches = optimising,
  not_when = "The program is being debugged.",
  source = "Compilers' manuals; Codee open catalog RMK015",
}

suggestion "raise-level" {
  number = 26,
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
  changes = { "nothing" },
  tolerance = 0,
  switches = optimising,
  not_when = "The code is large and cold.",
  source = "GCC manual, optimize options; Codee open catalog RMK015",
}

-- what -O3 does more of than -O2: scalar arithmetic in loops that nothing keeps from being vectorised, or that are
-- so short, and always as long, that they are unrolled away
local function gains_by_level(l)
  local c = l.code
  if not c or not l.loop or executed_within(l, "fp_scalar") <= 0.15 * executed_within(l, "instructions")
    or executed_within(l, "fp_packed") >= executed_within(l, "fp_scalar") then return false end
  local trips = l.loop and l.loop.trips
  if trips and trips <= 8 then return fixed_length(l) end
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

-- the share of the program's time that is in such loops of a procedure
local function time_for_level(s)
  if #s.inner == 0 then return gains_by_level(s) and s.fraction or 0 end
  local gains = 0
  for _, l in ipairs(s.inner) do gains = gains + time_for_level(l) end
  return gains
end

local function part_for_level(s)
  return clamp(ratio(time_for_level(s), s.fraction))
end

suggestion "highest-level" {
  number = 27,
  category = "build",
  subcategory = "Optimise",
  everywhere = true,
  removes = vectors,
  remedy = "level",
  title = "Compile with -O3 before changing the source",
  why = "-O2 of GCC inlines and unrolls little and vectorises only loops whose length is known. -O3 does more of each; trying it takes a minute, and then shows what remains to be done by hand.",
  needs = { "compiler", "code" },
  scope = "procedure",
  when = function(s)
    local c = s.compiler
    if c.name ~= "gcc" or c.level ~= "O2" then return "it was not compiled by GCC with -O2" end
    if built_with(s, "-ftree-vectorize", "-ftree-loop-vectorize") then return "vectorisation was on" end
    if waits_for_memory(s) and computing(s) < 1 then return "it waits for memory" end
    local part = part_for_level(s)
    if part < 0.1 then return "little of its time is in loops that -O3 can improve" end
    return (s.account and 0.4 or 0.2) * part
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
  changes = { "rounding", "portability",
    says = "nothing by -O3; -march=native fuses products and sums, and the binary runs only on this kind of machine" },
  tolerance = 1e-12,
  switches = { gcc = { { "-O3", "inlines, unrolls and vectorises more" } } },
  not_when = "The code is larger than the instruction cache and cold.",
  source = "GCC manual, optimize options; own measurements",
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
  number = 28,
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
    if n * 25 < (s.events.TOT_INS or 0) or n < 10000 then return "it makes few calls for its work" end
    return s.account and 0.8 or 0.3
  end,
  evidence = function(s)
    local c = heaviest(replaceable(s), "calls")
    return "the code at " .. s.place .. " was compiled with -fPIC and calls " .. name_of(c) .. " " .. count(c.calls)
      .. " times, with few instructions in between"
  end,
  how = { "Add the switch to the library's build, or mark procedures hidden or static." },
  fewer_instructions = true,
  changes = { "behaviour", says = "LD_PRELOAD can no longer replace the library's procedures" },
  switches = {
    gcc = { { "-fno-semantic-interposition", "inlines exported procedures; part of -Ofast" }, { "-fvisibility=hidden", "exports only what is marked" } },
    clang = { { "-fvisibility=hidden", "it inlines them by default; hidden saves the stubs as well" } },
    intel = { { "-fvisibility=hidden", "exports only what is marked" } },
  },
  not_when = "Tools replace these procedures at run time (MPI wrappers, malloc).",
  source = "GCC manual, -fsemantic-interposition; Drepper, How to write shared libraries",
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
  number = 29,
  category = "build",
  subcategory = "Give the compiler more to see",
  everywhere = true,
  removes = function(s)
    local caller = called_from_afar(s)
    return fewer_calls(s, caller and { { calls = caller.all_calls } } or other_files(s))
  end,
  title = "Optimise at link time, across files",
  why = "A compiler that sees one file at a time can't inline a procedure of another, nor know what it leaves unchanged. Link-time optimisation "
    .. "shows it the whole program.",
  needs = { "compiler" },
  when = function(s)
    if built_with(s, "-flto", "-ipo", "-fwhole-program") then return "it was optimised at link time" end
    if s.compiler.level == "O0" or s.compiler.level == "Og" then return "it was not optimised at all" end
    -- what a call costs beside the procedure's few instructions
    if called_from_afar(s) then return 0.5 end
    if not s.loop then return "it is not a small procedure that another file calls often" end
    local n = sum(other_files(s), "calls")
    if n < 10000 or n * 20 < (s.events.TOT_INS or 0) or n < 0.5 * (s.loop.iterations or math.huge) then
      return "it calls no small procedures of the program"
    end
    return s.account and 0.8 or 0.2
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
  changes = { "nothing" },
  switches = {
    gcc = { { "-flto=auto", "at compiling and linking" } },
    clang = { { "-flto=thin", "at compiling and linking" } },
    intel = { { "-ipo", "at compiling and linking" } },
    fujitsu_trad = { { "-Klto", "Fortran" } },
    fujitsu_clang = { { "-flto", "at compiling and linking; ends SVE of fixed width" } },
    nvidia = { { "-Mipa=fast", "at compiling and linking" } },
    cray = { { "-hwp -hpl=DIR", "Fortran: whole program" } },
  },
  not_when = "All procedures that matter are in one file.",
  source = "GCC manual, -flto; compilers' manuals",
}

local OPTIMISE = "Optimise"
local ARITHMETIC = "Give the compiler more to see"
local manual = "GCC manual, "

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
  cray = { { "-O2", "Fortran: optimises and vectorises" } },
}

suggestion "speed-not-size" {
  number = 30,
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
    return compiled_with(s, "-" .. s.compiler.level)
      .. (divides > 0 and "; " .. plural(divides, "integer divide") .. " among its code" or "")
  end,
  how = { "Compile this file with -O2; the others may keep -Os." },
  example = "examples/speed-not-size",
  level = "-Os",
  after_level = "-O2",
  claims = { category = "time", at_least = 0.2 },
  changes = { "nothing" },
  tolerance = 0,
  switches = levels,
  not_when = "Instruction cache misses take most of the time.",
  source = manual .. "-Os",
}

suggestion "release-build" {
  number = 31,
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
  evidence = function(s) return compiled_with(s, "-Og") end,
  how = { "Replace -Og by -O2 -g; with CMake, CMAKE_BUILD_TYPE=RelWithDebInfo." },
  example = "examples/release-build",
  level = "-Og",
  after_level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  switches = levels,
  not_when = "The program is being debugged.",
  source = manual .. "-Og",
}

suggestion "inlining-on" {
  number = 32,
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
    return compiled_with(s, "-fno-inline") .. "; " .. plural(s.code.calls, "call") .. " among its code"
  end,
  how = { "Remove -fno-inline: perfexpert finds inlined code by its lines." },
  example = "examples/inlining-on",
  level = "-O2 -fno-inline",
  after_level = "-O2",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-finline-functions", "copies in procedures where it pays (part of -O2)" } },
    clang = { { "-finline-functions", "copies in procedures where it pays (part of -O2)" } },
    intel = { { "-inline-level=2", "copies in any procedure where it pays (the default)" } },
    fujitsu_trad = { { "-x-", "copies in procedures where it pays (part of -O3)" } },
    nvidia = { { "-Minline", "copies in procedures" } },
    cray = { { "-hipa3", "Fortran: copies in procedures" } },
  },
  not_when = "Call counts of each procedure are wanted.",
  source = manual .. "-fno-inline",
}

local simple = { "fabs", "fabsf", "sqrt", "sqrtf", "abs", "labs", "copysign", "fmin", "fmax", "memcpy", "memset", "strlen" }

suggestion "builtins-on" {
  number = 33,
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
    if not frequent_calls(s, table.unpack(simple)) then return "it rarely calls what could be an instruction" end
    return s.account and 0.8 or 0.5
  end,
  evidence = function(s) return calls_told(s, ", in code that was compiled with -fno-builtin", table.unpack(simple)) end,
  how = { "Remove -fno-builtin; to replace one procedure, name it: -fno-builtin-malloc." },
  example = "examples/builtins-on",
  level = "-O2 -fno-builtin",
  after_level = "-O2",
  link = "-lm",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  switches = gnu("-fbuiltin", "knows the C library; the default"),
  not_when = "The program defines procedures of these names that do something else.",
  source = manual .. "-fno-builtin",
}

local function scalar_innermost(s)
  return s.loop.innermost and (s.loop.trips or 0) >= 16 and s.code.fp_packed == 0 and s.code.calls == 0
end

suggestion "no-trapping-math" {
  number = 34,
  category = "build",
  subcategory = ARITHMETIC,
  everywhere = true,
  removes = function(s) return vectors(s, { chain_fp = 1, mispredicted = 1 }) end,
  title = "Let divides run speculatively (-fno-trapping-math)",
  why = "A divide that the program does only under a condition must not happen otherwise, since it might set an exception flag. So the "
    .. "loop can't compute all elements as vectors and keep the wanted ones, unless nobody looks at the flags.",
  needs = { "code", "loop", "compiler", "memref" },
  scope = "loop",
  fewer_instructions = true,
  when = function(s)
    local level = s.compiler.level
    if level ~= "O3" and level ~= "Ofast" then return "it was not compiled with vectorisation" end
    if built_with(s, "-fno-trapping-math", "-ffast-math", "-Ofast") then return "exceptions are not asked for" end
    if s.compiler.name ~= "gcc" then return "only GCC preserves exceptions by default" end
    if not scalar_innermost(s) or s.code.branches < 2 then return "it is not a scalar loop with a condition" end
    if s.code.divides == 0 then return "nothing under the condition could trap" end
    if #s.chains > 0 then return "each iteration depends on the one before" end
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
  changes = { "behaviour", says = "no result; exception flags may be set by operations whose results are not used" },
  tolerance = 0,
  switches = {
    gcc = { { "-fno-trapping-math", "nobody looks at exception flags" } },
    clang = { { "-ffp-exception-behavior=ignore", "nobody looks at exception flags; the default" } },
    intel = { { "-fp-model=fast", "nobody looks at exception flags; the default" } },
    nvidia = { { "-Ktrap=none", "no traps; the default" } },
    cray = { { "-Ktrap=none", "Fortran: no traps; the default" } },
  },
  not_when = "The program has traps for division by zero or overflow, or tests the flags.",
  source = manual .. "-fno-trapping-math",
}

suggestion "finite-maximum" {
  number = 35,
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
    if not scalar_innermost(s) then return "it is not a scalar inner loop" end
    local c = s.code
    if c.fp_scalar == 0 or c.stores > 0 or c.fp_add + c.fp_mul + c.fma + c.divides > 0 then
      return "it does more than compare"
    end
    if c.branches > 1 or c.loads == 0 or #s.memrefs == 0 or (s.memrefs[1].stride_share or 0) < 0.9 then
      return "it searches, or does not go from element to element"
    end
    return 0.8
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
  changes = { "rounding", "order_of_sums", "nan_infinity",
    says = "in the whole file the compiler assumes that there are no NaN and no infinity: isnan() and isinf() are always false, and a search that "
      .. "starts from INFINITY goes wrong; the sign of 0 may change" },
  tolerance = 0,
  switches = {
    gcc = { { "-ffinite-math-only -fno-signed-zeros", "no NaNs, infinities or signs of 0" } },
    clang = { { "-ffinite-math-only -fno-signed-zeros", "no NaNs, infinities or signs of 0" } },
    intel = { { "-fp-model=fast", "the default" } },
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
