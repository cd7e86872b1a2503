-- Build: what slows down and can be left out.

-- Branches that are never taken, as those to where mistakes are reported
local never_taken
function never_taken(s)
  local n = sum(select_facts(s.branches, function(b) return b.kind == "conditional" and b.taken <= 0.001 * b.count end), "count")
  for _, l in ipairs(s.inner) do n = n + never_taken(l) end
  return n
end

-- Checks by assert, here and in the loops in it, and the one that is made most often
local assertions
function assertions(s)
  local n, most = 0, nil
  for _, b in ipairs(s.branches) do
    if b.asserts then
      n = n + b.count
      if b.line and (not most or b.count > most.count) then most = b end
    end
  end
  for _, l in ipairs(s.inner) do
    local inner, of_inner = assertions(l)
    n = n + inner
    if of_inner and (not most or of_inner.count > most.count) then most = of_inner end
  end
  return n, most
end

-- Without these: what is compared is fetched or computed, compared and branched on
local function fewer_checks(s, checks)
  local n = 3 * (checks or never_taken(s))
  local x = ratio(n, s.events.TOT_INS) or 0
  return less_work(s, fewer(s, n, nil, { chain_integer = x }), { width = x, pipes = x })
end

suggestion "drop-sanitizers" {
  number = 40,
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
  changes = { "behaviour", says = "mistakes are no longer reported" },
  tolerance = 0,
  not_when = "The program is being tested.",
  source = "GCC manual, instrumentation options",
}

-- Of the time of its calls the part that goes with the checks, where the code around them is checked, too
local CHECKS = 0.98

suggestion "no-debug-containers" {
  number = 263,
  category = "build",
  subcategory = "Leave out what slows down",
  of_program = true,
  title = "Leave the debug mode of the C++ library out of the production build",
  why = "With _GLIBCXX_DEBUG each iterator is on a list of its container, which a lock guards, and each step is checked: tens of times as slow as a pointer.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = debug_containers(s)
    if #list == 0 then return "its containers are not in debug mode" end
    return CHECKS * clamp(sum(list, "share") + (s.fraction or 0))
  end,
  evidence = function(s) return told_of_list(debug_containers(s), ", in the debug mode of libstdc++'s containers") end,
  how = { "Build without -D_GLIBCXX_DEBUG and -D_GLIBCXX_DEBUG_PEDANTIC; -D_GLIBCXX_ASSERTIONS checks subscripts for far less." },
  fewer_instructions = true,
  example = "examples/no-debug-containers",
  level = "-O2 -D_GLIBCXX_DEBUG",
  after_level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "behaviour", says = "mistakes are no longer reported; all files of the program have to be built anew, as containers have another layout" },
  tolerance = 0,
  not_when = "The program is being tested.",
  source = "libstdc++ manual, debug mode",
}

suggestion "drop-assertions" {
  number = 281,
  category = "build",
  subcategory = "Leave out what slows down",
  everywhere = true,
  removes = function(s) return fewer_checks(s, (assertions(s))) end,
  title = "Build the production version without assertions: -DNDEBUG",
  why = "assert() fetches, compares and branches each time that it is passed, also in inner loops, where it keeps the compiler from "
    .. "inlining and vectorising. CMake's Release type and most packages leave assertions out of what is used for results.",
  needs = { "code", "branch" },
  when = function(s)
    if assertions(s) < 0.01 * (s.events.TOT_INS or 0) then return "assertions are few, or none" end
    return 0.9
  end,
  evidence = function(s)
    local n, most = assertions(s)
    return plural(n, "check") .. " by assert" .. (most and ", first at " .. at(most) or "") .. ": none of them failed"
  end,
  how = {
    "Add -DNDEBUG to the switches of the production version; keep a build with assertions for tests.",
    "CMake: -DCMAKE_BUILD_TYPE=Release sets it; RelWithDebInfo too. Meson: -Db_ndebug=true.",
    "Look whether an assert's condition also changes something: it is left out with the assert.",
  },
  fewer_instructions = true,
  example = "examples/drop-assertions",
  level = "-O2",
  after_level = "-O2 -DNDEBUG",
  claims = { category = "instructions", at_least = 0.2 },
  changes = { "behaviour", says = "mistakes are no longer reported; what the condition of an assert does besides is left out, too" },
  tolerance = 0,
  switches = {
    gcc = { { "-DNDEBUG", "leaves assert() out; the same for other compilers" } },
    clang = { { "-DNDEBUG", "leaves assert() out" } },
  },
  not_when = "The assertions are what makes sure that results are right.",
  source = "ISO C, assert.h",
}

suggestion "drop-runtime-checks" {
  number = 41,
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
  how = { "Remove the switch from the production build.", "C++: v[i] instead of v.at(i), no _GLIBCXX_ASSERTIONS; C: -DNDEBUG." },
  fewer_instructions = true,
  example = "examples/drop-runtime-checks",
  level = "-O3 -fno-inline -fcheck=bounds",
  after_level = "-O3 -fno-inline",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "behaviour", says = "mistakes are no longer reported" },
  tolerance = 0,
  switches = {
    gcc = { { "-fcheck=bounds", "gfortran's switch to remove; also -fcheck=all, -ftrapv" } },
    intel = { { "-check bounds", "the switch to remove" } },
    nvidia = { { "-Mbounds", "the switch to remove" } },
    fujitsu_trad = { { "-Hs", "the switch to remove; also -Ha, -Hu" } },
    cray = { { "-Rb", "Fortran: the switch to remove" } },
  },
  not_when = "The program is being tested.",
  source = "GNU Fortran manual; compilers' manuals",
}

-- the calls that -finstrument-functions and -pg put in
local function counting_calls(s)
  return calls_to(s, "__cyg_profile_func_enter", "__cyg_profile_func_exit", "mcount", "_mcount", "__fentry__")
end

suggestion "drop-instrumentation" {
  number = 42,
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
  changes = { "nothing" },
  tolerance = 0,
  not_when = "You need this profile.",
  source = "GCC manual, instrumentation options",
}

suggestion "use-sse-arithmetic" {
  number = 43,
  category = "build",
  subcategory = "Leave out what slows down",
  title = "Compute with SSE instead of x87 instructions",
  why = "The old floating-point unit of x86 works on a stack of registers, can't be vectorised and must store and load again to round. "
    .. "It is used for long double, or if a switch asks for it.",
  needs = { "code" },
  when = function(s)
    if s.code.x87 < 3 or executed_part(s, "x87") < 0.1 then return "it has no x87 instructions to speak of" end
    if s.compiler and not built_with(s, "-mfpmath=387", "-m32", "-mno-sse") then return "no switch asked for them" end
    return clamp(executed_part(s, "x87") * computing(s))
  end,
  evidence = function(s)
    return percent(executed_part(s, "x87")) .. " of the instructions executed at " .. s.place .. " are of the x87 unit"
      .. (built_with(s, "-mfpmath=387") and "; it was compiled with -mfpmath=387" or "")
  end,
  how = { "Remove -mfpmath=387, -mno-sse and -m32.", "Use double instead of long double where its digits are enough." },
  fewer_instructions = true,
  example = "examples/use-sse-arithmetic",
  level = "-O2 -mfpmath=387",
  after_level = "-O2",
  claims = { category = "time", at_least = 0.05 },
  changes = { "rounding", says = "the last digits: x87 rounds to 64 bits in registers" },
  tolerance = 1e-12,
  switches = {
    gcc = { { "-mfpmath=sse", "the default for x86-64" } },
    clang = { { "-mfpmath=sse", "the default for x86-64" } },
    intel = { { "-mfpmath=sse", "the default for x86-64" } },
  },
  not_when = "The additional digits are needed.",
  source = "GCC manual, x86 options; Agner Fog, Optimizing software in C++, ch. 7",
}

suggestion "no-float-store" {
  number = 44,
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
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The program is built for 32-bit x86 without SSE.",
  source = "GCC manual, -ffloat-store",
}

suggestion "keep-strict-aliasing" {
  number = 45,
  category = "build",
  subcategory = "Leave out what slows down",
  everywhere = true,
  removes = function(s)
    if would_vectorise(s, true) then return vectors(s, { l1 = 1 }) end
    -- what is loaded again, where nothing else was found to be stored
    return fewer_accesses(s, 0.5 * (s.events.LD_INS or 0), accesses(s))
  end,
  title = "Remove -fno-strict-aliasing from clean files",
  why = "By the rules of C a store to an int can't change a double. With -fno-strict-aliasing the compiler loads everything again after "
    .. "each store through a pointer.",
  needs = { "compiler", "code" },
  when = function(s)
    if not built_with(s, "-fno-strict-aliasing", "-Knostrict_aliasing", "-qalias=noansi") then return "it was compiled without it" end
    if s.code.stores == 0 then return "it stores nothing" end
    if not s.loop and s.account then return "no loop loads the same again" end
    local again = select_facts(s.memrefs, function(r)
      return r.access == "load" and r.stride == 0 and (r.stride_share or 0) > 0.9 and r.operand ~= "stack"
    end)
    if s.account and #again > 0 and would_vectorise(s, true) then return 0.8 end
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
  changes = { "aliasing", says = "code that breaks the rule may compute anything" },
  tolerance = 0,
  switches = {
    gcc = { { "-fstrict-aliasing -Wstrict-aliasing", "part of -O2; warns of code that breaks the rule" } },
    clang = { { "-fstrict-aliasing", "the default" } },
    fujitsu_trad = { { "-Kstrict_aliasing", "relies on the rule" } },
    fujitsu_clang = { { "-fstrict-aliasing", "relies on the rule" } },
    intel = { { "-ansi-alias", "relies on the rule; the default" } },
  },
  not_when = "The code does break the rule.",
  source = "GCC manual, -fstrict-aliasing",
}

local CHECKS = "Leave out what slows down"
local manual = "GCC manual, "

local function detours(s)
  return select_facts(s.callees, function(c) return c.name and c.name:find("^__x86_indirect_thunk") end)
end

suggestion "no-retpolines" {
  number = 46,
  category = "build",
  subcategory = CHECKS,
  everywhere = true,
  removes = function(s) return fewer_calls(s, detours(s), { mispredicted = 1, fetch = 1, other = 1, l1 = 1 }) end,
  title = "Build without retpolines",
  why = "Retpolines replace each call through a pointer by a sequence that keeps the processor from predicting where it goes, so "
    .. "that it waits some 30 cycles each time. They protect kernels and sandboxes; a simulation does not need this protection.",
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
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-mindirect-branch=keep", "x86: calls directly through the pointer; the default" } },
    clang = { { "-mno-retpoline", "x86: calls directly through the pointer; the default" } },
  },
  not_when = "The process runs untrusted code and holds secrets.",
  source = manual .. "-mindirect-branch; Intel, Retpoline: a branch target injection mitigation",
}

-- whether it does nothing but store
local function fills(s)
  return s.loop ~= nil and (s.events.ST_INS or 0) > 0 and (s.events.LD_INS or 0) < 0.02 * s.events.ST_INS and (s.events.FP_INS or 0) == 0
end

suggestion "no-initial-values" {
  number = 47,
  category = "build",
  subcategory = CHECKS,
  everywhere = true,
  removes = function(s) return of_all(fills(s) and 1 or 0.1) end,
  title = "Build without initial values for all local variables",
  why = "With -finit-real, -finit-integer or -finit-local-zero each local array is filled whenever its procedure is called, including the unused part. It finds uninitialised variables in tests.",
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
    return compiled_with(s, "-finit-" .. (switch_value(s, "-finit-") or "local-zero"))
  end,
  how = { "Build a second variant without the switch, and keep the first for tests." },
  example = "examples/no-initial-values",
  level = "-O2 -finit-real=snan",
  after_level = "-O2",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "behaviour", says = "variables that are used before they are set have any value" },
  tolerance = 0,
  switches = {
    gcc = "leave out -finit-real, -finit-integer and -finit-local-zero",
    intel = "leave -init away",
    cray = "leave out -e0 and -ei",
  },
  not_when = "Results depend on it: then first set the variables in the source.",
  source = manual .. "gfortran -finit-real",
}

suggestion "no-automatic-initialisation" {
  number = 48,
  category = "build",
  subcategory = CHECKS,
  everywhere = true,
  title = "Don't fill every local variable when a procedure starts",
  why = "With -ftrivial-auto-var-init each call first fills all local arrays, however large and however little of them "
    .. "is used. It hardens programs that handle untrusted data.",
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
    return compiled_with(s, "-ftrivial-auto-var-init=" .. (switch_value(s, "-ftrivial-auto-var-init=") or ""))
  end,
  how = {
    "Build hot files without the switch.",
    "Or mark large buffers: __attribute__((uninitialized)).",
  },
  example = "examples/no-automatic-initialisation",
  level = "-O2 -ftrivial-auto-var-init=zero",
  after_level = "-O2",
  claims = { category = "time", at_least = 0.1 },
  changes = { "behaviour", says = "variables that are used before they are set have any value" },
  tolerance = 0,
  switches = {
    gcc = { { "-ftrivial-auto-var-init=uninitialized", "fills nothing; the default" } },
    clang = { { "-ftrivial-auto-var-init=uninitialized", "fills nothing; the default" } },
  },
  not_when = "The program handles untrusted data and must be fully hardened.",
  source = manual .. "-ftrivial-auto-var-init",
}
