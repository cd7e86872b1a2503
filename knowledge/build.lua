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

suggestion "optimise-at-all" {
  category = "build",
  subcategory = "Optimise",
  title = "Compile with optimisation",
  why = "Without optimisation each variable is kept in memory and each statement translated on its own, so that debuggers find everything. "
    .. "The same source with -O2 usually runs three to ten times as fast.",
  needs = { "compiler" },
  when = function(s)
    local c = s.compiler
    if c.optimised ~= false and c.level ~= "O0" then return "it was compiled with optimisation" end
    if c.level and c.level ~= "O0" then return "it was compiled with optimisation" end
    return 0.7 * computing(s)
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
  title = "Compile hot files with a higher level",
  why = "-O1, -Og and -Os leave out what takes compile time, hinders debugging or makes code longer: inlining, scheduling, loop "
    .. "transformations. Hot loops deserve them.",
  needs = { "compiler" },
  when = function(s)
    local level = s.compiler.level
    if level ~= "O1" and level ~= "Og" and level ~= "Os" and level ~= "Oz" then return "its level is another" end
    return 0.3 * computing(s)
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

suggestion "drop-sanitizers" {
  category = "build",
  subcategory = "Leave out what slows down",
  title = "Leave sanitizers out of the production build",
  why = "A sanitizer tests each access or operation while the program runs. That finds mistakes, and makes everything two to ten times slower.",
  needs = { "compiler" },
  when = function(s)
    if not built_with(s, "-fsanitize") then return "it was compiled without sanitizers" end
    return 0.5
  end,
  evidence = function(s)
    return "the code at " .. s.place .. " was compiled with " .. (s.compiler.producer:match("%-fsanitize[%w=,%-]*") or "-fsanitize")
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
  title = "Leave bounds and overflow checks out of the production build",
  why = "Checking each subscript or operation adds a comparison and a branch to it and keeps loops from being vectorised. Test with checks, "
    .. "run without.",
  needs = { "compiler" },
  when = function(s)
    if not built_with(s, "-fcheck", "-fbounds-check", "-ftrapv", "-C=all", "-check", "-Mbounds", "-D_GLIBCXX_ASSERTIONS") then
      return "it was compiled without run-time checks"
    end
    return 0.4
  end,
  evidence = function(s)
    local c = s.compiler.producer
    return "the code at " .. s.place .. " was compiled with "
      .. (c:match("%-fcheck[=%w,%-]*") or c:match("%-fbounds%-check") or c:match("%-ftrapv") or "run-time checks")
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

suggestion "drop-instrumentation" {
  category = "build",
  subcategory = "Leave out what slows down",
  title = "Leave profiling and coverage out of the build",
  why = "-pg, -finstrument-functions and --coverage add code to each procedure or branch that counts. Measurements then show the counting, "
    .. "and production runs are slower for nothing.",
  needs = { "compiler" },
  when = function(s)
    if not built_with(s, " -pg", " -p ", "-finstrument-functions", "--coverage", "-fprofile-arcs", "-ftest-coverage", "-fprofile-generate",
      "-fprofile-instr-generate", "-fcoverage-mapping") then
      return "it was compiled without instrumentation"
    end
    return 0.3
  end,
  evidence = function(s)
    local c = s.compiler.producer
    return "the code at " .. s.place .. " was compiled with " .. (c:match("%-finstrument%-functions") or c:match("%-fprofile%-arcs")
      or c:match("%-%-coverage") or c:match("%-fprofile%-%l+") or "profiling code")
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
    local x87 = s.code.x87 or 0
    if x87 < 3 or x87 < 0.1 * s.code.instructions then return "it has no x87 instructions to speak of" end
    return 0.3 * computing(s)
  end,
  evidence = function(s)
    return count(s.code.x87) .. " of " .. count(s.code.instructions) .. " instructions at " .. s.place .. " are of the x87 unit"
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
  title = "Remove -ffloat-store",
  why = "The switch stores each floating-point result to memory and loads it again, to get rid of extra digits of the x87 unit. With SSE there "
    .. "are none, and the detour costs several cycles for each operation.",
  needs = { "compiler" },
  when = function(s)
    if not built_with(s, "-ffloat-store") then return "it was compiled without it" end
    return 0.5 * computing(s)
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
  title = "Remove -fno-strict-aliasing from clean files",
  why = "By the rules of C a store to an int can't change a double. Told not to rely on that, the compiler loads everything again after "
    .. "each store through a pointer.",
  needs = { "compiler", "code" },
  when = function(s)
    if not built_with(s, "-fno-strict-aliasing", "-Knostrict_aliasing", "-qalias=noansi") then return "it was compiled without it" end
    if (s.code.stores or 0) == 0 then return "it stores nothing" end
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

suggestion "no-interposition" {
  category = "build",
  subcategory = "Give the compiler more to see",
  title = "Let a library call its own procedures directly",
  why = "In position-independent code each exported procedure might be replaced by another library's, so the compiler may not inline it even "
    .. "where its source is at hand. Hardly anyone needs that.",
  needs = { "compiler", "callee" },
  when = function(s)
    if not built_with(s, "-fPIC", "-fpic") or s.compiler.name ~= "gcc" or built_with(s, "-fno-semantic-interposition") then
      return "its procedures can't be replaced"
    end
    local list = select_facts(s.callees, function(c)
      return not c.indirect and (c.name or "") ~= "" and not c.name:find("^_?_?[%l%d]+$")
    end)
    local n = sum(list, "calls")
    if n * 25 < (s.events.TOT_INS or 0) or n < 10000 then return "it calls little for what it does" end
    return 0.3
  end,
  evidence = function(s)
    local c = heaviest(s.callees, "calls")
    return "the code at " .. s.place .. " was compiled with -fPIC and calls " .. c.name .. " " .. count(c.calls)
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

suggestion "popcount-instruction" {
  category = "build",
  subcategory = "Give the compiler more to see",
  title = "Allow the instruction that counts bits",
  why = "Counting the set bits of a word is one instruction on all processors since 2008, but the compiler's baseline for x86-64 is older and "
    .. "calls a routine with a table instead.",
  needs = { "callee" },
  when = function(s)
    local list = calls_to(s, "__popcountdi2", "__popcountsi2", "__parityd2", "__paritydi2", "__clzti2", "__ctzti2")
    if sum(list, "calls") < 1000 then return "it counts no bits by a routine" end
    return 0.6
  end,
  evidence = function(s)
    local c = heaviest(calls_to(s, "__popcountdi2", "__popcountsi2", "__parityd2", "__paritydi2", "__clzti2", "__ctzti2"), "calls")
    return c.name .. " is called " .. count(c.calls) .. " times at " .. at(c) .. " for what is one instruction"
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

suggestion "link-time-optimisation" {
  category = "build",
  subcategory = "Give the compiler more to see",
  title = "Optimise at link time, across files",
  why = "A compiler that sees one file at a time can't inline a procedure of another, nor know what it leaves unchanged. Link-time optimisation "
    .. "shows it the whole program.",
  needs = { "compiler", "callee", "loop" },
  scope = "loop",
  when = function(s)
    if built_with(s, "-flto", "-ipo", "-fwhole-program") then return "it was optimised at link time" end
    if s.compiler.level == "O0" or s.compiler.level == "Og" then return "it was not optimised at all" end
    local list = select_facts(s.callees, function(c)
      return not c.indirect and (c.name or ""):find("_") and not c.name:find("^[_G]") and c.name ~= s.procedure_name
    end)
    local n = sum(list, "calls")
    if n < 10000 or n * 20 < (s.events.TOT_INS or 0) or n < 0.5 * (s.loop.iterations or math.huge) then
      return "it calls no small procedures of the program"
    end
    return 0.2
  end,
  evidence = function(s)
    local c = heaviest(s.callees, "calls")
    return "the loop at " .. s.place .. " calls " .. c.name .. " " .. count(c.calls) .. " times; each file was compiled on its own"
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

suggestion "tuned-blas" {
  category = "build",
  subcategory = "Use better compilers and libraries",
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
  source = "Netlib BLAS FAQ; Fujitsu programming guide, mathematical libraries",
}
