-- Branches: calls and what jumps through pointers.

-- direct calls of the program's own procedures: the compiler might inline them
local function own_calls(s)
  return select_facts(calls_of_own(s), function(c) return not calls_itself(s, c) end)
end

suggestion "inline-small-procedure" {
  number = 12,
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  removes = function(s) return fewer_calls(s, own_calls(s)) end,
  besides = function(s) return cost_of_calls(s, own_calls(s)) end,
  title = "Let the compiler inline the small procedure called in the loop",
  why = "A call is two branches, saves and restores registers and hides from the compiler what the "
    .. "procedure does. For a procedure of a few instructions that costs more than its work; "
    .. "inlined, the loop around it can also be improved.",
  needs = { "callee", "loop" },
  scope = "loop",
  when = function(s)
    local calls = own_calls(s)
    local n = sum(calls, "calls")
    if unoptimised(s) then return NOT_OPTIMISED end
    if n <= 0.5 * (s.loop.iterations or math.huge) then
      return "no procedure of the program is called in each iteration"
    end
    if (s.events.TOT_INS or 0) > 25 * n then return "there is much work for each call" end
    return s.account and 0.8 or 0.6 * (part(s, "branches", "executed") or 0)
  end,
  evidence = function(s)
    local c = heaviest(own_calls(s), "calls")
    return "the loop at " .. s.place .. " calls " .. name_of(c) .. " " .. count(c.calls)
      .. " times, and itself has only " .. string.format("%.0f", s.events.TOT_INS / c.calls) .. " instructions for each call"
  end,
  how = {
    "Define it where the loop is, or in a header: static inline; in Fortran in the same module.",
    "In another file: link-time optimisation does it without changing the source.",
    "In a shared library: hide it (visibility, -fno-semantic-interposition), or it must stay replaceable.",
  },
  fewer_instructions = true,
  example = "examples/inline-small-procedure",
  level = "-O2 -fPIC",
  claims = { category = "branches", at_least = 0.3 },
  remedy = "inline",
  changes = { "behaviour", says = "a library's procedure that is hidden or inlined can't be replaced at run time" },
  tolerance = 0,
  switches = {
    gcc = { { "-O3 -flto", "inlines across files; -O2 inlines less" },
      { "-fno-semantic-interposition", "lets -fPIC code inline its own exported procedures" } },
    clang = { { "-O3 -flto", "inlines across files" } },
    intel = { { "-ipo", "inlines across files" } },
    fujitsu_trad = { { "-x-", "inlines all procedures of the file that qualify" }, { "-Klto", "Fortran: across files" } },
    fujitsu_clang = { { "-finline-functions -flto", "inlines, across files too" } },
    nvidia = { { "-Minline", "inlines" }, { "-Mipa=inline", "across files" } },
    cray = { { "-hipa4", "Fortran: inlines more" } },
  },
  pragmas = {
    gcc = { { "__attribute__((always_inline))", "at the procedure" } },
    clang = { { "__attribute__((always_inline))", "at the procedure" } },
    intel = { { "#pragma forceinline", "before the call" } },
  },
  not_when = "The procedure is large or called from many places: the code then grows beyond its cache.",
  fallback = 0.1,
  source = "Burtscher et al., SC'10, sec. IV (inlining); Fujitsu programming guide, -x-",
}

-- What std::functions hold, as it is called here: with c, at its line
local function held_by_functions(s, c)
  return select_facts(s.called or {}, function(x)
    return (not c or x.line == c.line and x.file == c.file) and (x.through or x.callee):find("^std::_?%a*_?[Ff]unction") ~= nil
  end)
end

-- Calls through a pointer, and whether a std::function holds it
local function through_function(s, c) return #held_by_functions(s, c) > 0 end

-- What a loop calls for each element: a procedure of the program by its name, or through
-- a pointer that is mostly the one of last time, though not always
local function for_each_element(s)
  local own = own_calls(s)
  if #own > 0 then return own end
  local guessed = select_facts(s.branches, function(b) return b.kind == "indirect" and (misprediction(b) or 0) > 0.02 end)
  if #guessed > 0 then return {} end
  return select_facts(s.callees, function(c) return c.indirect and (c.targets or 0) > 1 and not through_function(s, c) end)
end

suggestion "loop-into-procedure" {
  number = 13,
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  removes = function(s) return fewer_calls(s, for_each_element(s)) end,
  besides = function(s) return cost_of_calls(s, for_each_element(s)) end,
  title = "Move the loop into the procedure that it calls",
  why = "A procedure that treats one element is called once per element, with all that a call costs. One "
    .. "that takes the array and its length is called once, and its loop can be unrolled and "
    .. "vectorised.",
  needs = { "callee", "loop", "memref" },
  scope = "loop",
  when = function(s)
    local calls = for_each_element(s)
    local n = sum(calls, "calls")
    if unoptimised(s) then return NOT_OPTIMISED end
    if #calls ~= 1 or not s.loop.iterations or n < 0.9 * s.loop.iterations or n > 1.1 * s.loop.iterations then
      return "not one procedure of the program is called once per iteration"
    end
    if (s.events.TOT_INS or 0) > 12 * n or (s.loop.trips or 0) < 8 then return "the loop does more than call it" end
    return s.account and 0.8 or 0.7 * (part(s, "branches", "executed") or 0)
  end,
  evidence = function(s)
    local c = heaviest(for_each_element(s), "calls")
    local callee = c.indirect and "through a pointer that seldom changes" or name_of(c)
    return "the loop at " .. s.place .. " does little more than to call " .. callee .. ": "
      .. plural(c.calls, "time") .. ", " .. count(s.loop.trips) .. " for each time that it runs"
  end,
  how = {
    "Add a variant that takes a pointer and a length and contains the loop; do the same for a virtual function.",
    "Call it once; keep the one for single elements where it is needed.",
  },
  fewer_instructions = true,
  example = "examples/loop-into-procedure",
  level = "-O2 -fPIC",
  claims = { category = "branches", at_least = 0.5 },
  remedy = "inline",
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-flto", "may inline the procedure instead, which is as good" } },
    clang = { { "-flto", "may inline the procedure instead, which is as good" } },
    intel = { { "-ipo", "may inline the procedure instead, which is as good" } },
  },
  not_when = "The procedure is a library's, which has no such variant.",
  source = "Burtscher et al., SC'10, sec. IV (move loops into subroutines)",
}

suggestion "recursion-to-loop" {
  number = 14,
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  removes = work(0.7, { mispredicted = 0.5, chain_integer = 0.5, stores = 0.7 }),
  title = "Replace the recursion by a loop",
  why = "Each level of a recursion is a call and a return with saved registers, and processors predict "
    .. "returns only to a depth of some sixteen. A loop, if need be with its own small stack, "
    .. "needs neither.",
  needs = { "callee" },
  scope = "procedure",
  when = function(s)
    local n, inside = 0, { s }
    for _, l in ipairs(s.inner) do inside[#inside + 1] = l end
    for _, x in ipairs(inside) do
      n = n + sum(select_facts(x.callees, function(c)
        return not c.indirect and calls_itself(s, c)
      end), "calls")
    end
    if n == 0 then return "it does not call itself" end
    if (s.events.TOT_INS or 0) > 40 * n then return "there is much work for each call" end
    return s.account and 1 or 0.7
  end,
  evidence = function(s)
    local c = heaviest(select_facts(s.callees, function(x) return x.name == s.procedure_name end), "calls")
    if not c then return s.procedure_name .. " calls itself" end
    return s.procedure_name .. " calls itself " .. plural(c.calls, "time") .. " at " .. at(c) .. ", with "
      .. string.format("%.0f", s.events.TOT_INS / c.calls) .. " instructions for each call"
  end,
  how = {
    "When the recursive call is the last thing done, assign the arguments and go back to the start.",
    "Otherwise keep what is left to do in an array used as a stack.",
    "Let the recursion end early: treat small cases in a loop.",
  },
  fewer_instructions = true,
  example = "examples/recursion-to-loop",
  level = "-O2",
  claims = { category = "branches", at_least = 0.5 },
  changes = { "order_of_sums", says = "the order of the work that was done after the recursive call" },
  tolerance = 1e-9,
  switches = {
    gcc = { { "-foptimize-sibling-calls", "turns calls in last position into jumps (part of -O2)" } },
    clang = { { "-foptimize-sibling-calls", "turns calls in last position into jumps (from -O1)" } },
    fujitsu_trad = { { "-Ksibling_calls", "turns calls in last position into jumps (from -O2)" } },
  },
  not_when = "The recursion is shallow and each level does much.",
  source = "Codee open catalog PWR018 and PWR085",
}

local function through_functions(s)
  return select_facts(s.callees, function(c) return c.indirect and through_function(s, c) end)
end

local function single_targets(s)
  return select_facts(s.callees, function(c)
    return c.indirect and c.targets == 1 and (c.name or "") == "" and not through_function(s, c)
  end)
end

suggestion "function-as-template" {
  number = 15,
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  removes = function(s) return fewer_calls(s, through_functions(s), { mispredicted = 0.5 }) end,
  -- its arguments are stored by the caller and loaded by what is called: the time until
  -- they arrive is charged to either
  besides = function(s)
    local called, cost = sum(held_by_functions(s), "share"), cost_of_calls(s, through_functions(s))
    if not cost or not s.account or called == 0 then return cost end
    return math.min(called, cost + charged(s, { "l1" }) * called)
  end,
  title = "Take the function as a template parameter, not as std::function",
  why = "A std::function calls what it holds through two pointers, with its arguments in memory, and the compiler can't inline it. As a "
    .. "template parameter the function's own type is known, so that its code becomes part of the loop and can be improved with it.",
  needs = { "callee" },
  when = function(s)
    local n = sum(through_functions(s), "calls")
    if n == 0 then return "it calls no std::function" end
    if unoptimised(s) then return NOT_OPTIMISED end
    if (s.events.TOT_INS or 0) > 25 * n then return "there is much work for each call" end
    return s.account and 0.8 or 0.6 * (part(s, "branches", "executed") or 0)
  end,
  evidence = function(s)
    local list = through_functions(s)
    return "std::function is called " .. plural(sum(list, "calls"), "time") .. " at " .. at(heaviest(list, "calls"))
      .. (#list > 1 and " and other lines" or "") .. ", an indirect call that can't be inlined"
  end,
  how = {
    "template <class F> double integrate(F f, ...) in place of a parameter const std::function<double(double)> &f.",
    "Or test and call once for a whole array: the function gets pointer and length.",
    "If an object keeps the function: make the class a template of the function's type.",
  },
  fewer_instructions = true,
  remedy = "inline",
  example = "examples/function-as-template",
  level = "-O2",
  claims = { category = "time", at_least = 0.2 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The function is known only at run time, or each call does much work.",
  source = "Agner Fog, Optimizing software in C++, ch. 7.30; ISO C++, class template function",
}

suggestion "direct-call" {
  number = 16,
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  removes = function(s) return fewer_calls(s, single_targets(s), { mispredicted = 0.5 }) end,
  besides = function(s) return cost_of_calls(s, single_targets(s)) end,
  title = "Devirtualise: call the only target directly",
  why = "A call through a pointer can't be inlined, and its target must be loaded and guessed. When only "
    .. "one procedure is ever called from there, naming it lets the compiler inline it.",
  needs = { "callee" },
  when = function(s)
    local n = sum(single_targets(s), "calls")
    if n == 0 then return "no call through a pointer goes to one procedure only" end
    if (s.events.TOT_INS or 0) > 25 * n then return "there is much work for each call" end
    return s.account and 0.8 or 0.6 * (part(s, "branches", "executed") or 0)
  end,
  evidence = function(s)
    local c = heaviest(single_targets(s), "calls")
    return "the call through a pointer at " .. at(c) .. " went to the same procedure all "
      .. plural(c.calls, "time")
  end,
  how = {
    "C: name the procedure, or test once: if (f == common) { loop with common } else { loop with f }.",
    "C++: take the function as a template parameter (a lambda, std::less<>), declare classes final.",
    "Fortran: a module procedure instead of a procedure pointer or type-bound one.",
  },
  fewer_instructions = true,
  example = "examples/direct-call",
  level = "-O2",
  claims = { category = "branches", at_least = 0.5 },
  remedy = "inline",
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-fdevirtualize -fipa-cp-clone", "specialises for known pointers (the latter part of -O3)" } },
    clang = { { "-fwhole-program-vtables -flto", "calls directly where only one type is possible" } },
  },
  not_when = "Other inputs of the program use other procedures there: keep the general way as well.",
  source = "Agner Fog, Optimizing software in C++, ch. 7.22 and 7.30; perf-book, ch. 10",
}

-- What it takes to throw and catch an exception, at least, in seconds of processor time
local THROW_S = 1e-6
-- and cycles that a returned status takes, with the test for it
local STATUS = 10

suggestion "error-codes-in-hot-code" {
  number = 17,
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  of_program = true,
  title = "Return a status instead of throwing in hot code",
  why = "Throwing an exception unwinds the stack with tables that are searched at run time, thousands of "
    .. "instructions each time. That is fine for errors, but where it happens all the time a returned "
    .. "status is a hundred times cheaper.",
  needs = {}, -- or calls that take time elsewhere
  when = function(s)
    local list = calls_of(s, "exceptions")
    if #list > 0 then return instead_of(s, list, STATUS) end
    if #calls_to(s, "__cxa_throw", "__cxa_begin_catch", "_Unwind_Resume", "longjmp", "__longjmp_chk") == 0 then
      return "no exceptions are thrown here"
    end
    local throws = sum(calls_to(s, "__cxa_throw", "longjmp", "__longjmp_chk"), "calls")
    if throws > 0 then return clamp(ratio(throws * THROW_S, s.program.runtime_s) or 0) end
    return 0.5 * (s.fraction or 0)
  end,
  evidence = function(s)
    local calls = told_of_calls(s, "exceptions")
    if calls then return calls end
    local c = heaviest(calls_to(s, "__cxa_throw", "__cxa_begin_catch", "_Unwind_Resume", "longjmp",
      "__longjmp_chk"), "calls")
    return "exceptions are thrown or caught " .. plural(c.calls, "time") .. " at " .. at(c)
  end,
  how = {
    "Return std::optional, std::expected (C++23) or bool and a reference for the value.",
    "Test before calling what would throw, as with find instead of at.",
  },
  fewer_instructions = true,
  example = "examples/error-codes-in-hot-code",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-fno-exceptions", "shows where they are used: such code no longer compiles" } },
    clang = { { "-fno-exceptions", "shows where they are used: such code no longer compiles" } },
    fujitsu_trad = { { "-Nnoexceptions", "no exceptions" } },
    fujitsu_clang = { { "-fno-exceptions", "no exceptions" } },
  },
  not_when = "The exception is thrown once in a run.",
  source = "Agner Fog, Optimizing software in C++, ch. 7.31; ISO C++ Technical report on performance, TR 18015",
}

suggestion "type-tag-instead-of-cast" {
  number = 18,
  category = "branches",
  subcategory = "Avoid calls and indirect branches",
  of_program = true,
  title = "Ask an object for its kind instead of trying dynamic_cast",
  why = "dynamic_cast walks the class hierarchy at run time and compares type names, which takes tens to "
    .. "hundreds of instructions. A virtual function or a small number for the kind costs a few.",
  needs = { "callee" },
  when = function(s)
    if #calls_to(s, "__dynamic_cast") == 0 then return "no dynamic_cast here" end
    local time = time_in(s, "__dynamic_cast", "__cxxabiv1")
    return time and clamp(0.9 * time) or 0.7 * (s.fraction or 0)
  end,
  evidence = function(s)
    local c = heaviest(calls_to(s, "__dynamic_cast"), "calls")
    return "dynamic_cast is executed " .. plural(c.calls, "time") .. " at " .. at(c)
  end,
  how = {
    "Give the base class a virtual function that does what the cast was for.",
    "Or store a kind in the base class, compare it and use static_cast.",
  },
  fewer_instructions = true,
  example = "examples/type-tag-instead-of-cast",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The classes can't be changed.",
  source = "Agner Fog, Optimizing software in C++, ch. 7.21; ISO C++ Technical report on performance, TR 18015",
}

-- indirect calls and jumps to several places that are often guessed wrong
local function guessed_calls(s)
  return select_facts(s.branches, function(b)
    return b.kind == "indirect" and (misprediction(b) or 0) > 0.1 and (b.targets or 0) > 1
  end)
end

-- The cycles that wrong guesses of calls cost, which pass by where the call leads to, so
-- that most of them are seen there; those of the section and of all others
local function cost_of_guesses(s)
  local all, own = s.program.events and s.program.events.TOT_CYC, s.events.TOT_CYC
  if not all or all <= 0 or not own or own <= 0 or not s.account then return nil end
  return sum(guessed_calls(s), "mispredicted") * (s.machine.BR_miss_lat or 0), own, all - own
end

-- What is not in the caller's, as a share of the run's time
local function in_what_is_called(s)
  local cost, own, others = cost_of_guesses(s)
  return cost and clamp(math.min(others, math.max(0, cost - s.account.mispredicted * own)) / (own + others))
end

-- The latency of what they lay bare belongs to a wrong guess; what others have no time
-- for was waited for by the caller itself.
local function in_the_caller(s)
  local cost, own, others = cost_of_guesses(s)
  return wrong_guesses(s, cost and clamp((cost - others) / own))
end

suggestion "sort-by-type" {
  number = 9,
  category = "branches",
  subcategory = "Make branches predictable",
  removes = in_the_caller,
  besides = in_what_is_called,
  title = "Group objects by type before calling their methods",
  why = "A virtual call or a call through a pointer jumps to an address that the processor must guess, "
    .. "mostly the one of last time. With objects of mixed types in a list the guess is often wrong; "
    .. "grouped by type it is right, and the compiler may even inline the call.",
  needs = { "branch", "callee" },
  when = function(s)
    local list = guessed_calls(s)
    if #list == 0 then return "no indirect branch is mispredicted often" end
    if #select_facts(s.callees, function(c) return c.indirect end) == 0 then return "its indirect branches are not calls" end
    return 0.9 * misprediction_share(s, list)
  end,
  evidence = function(s)
    local b = heaviest(select_facts(s.branches, function(x) return x.kind == "indirect" and (x.targets or 0) > 1 end), "mispredicted")
    return "the indirect call at " .. at(b) .. " goes to " .. count(b.targets)
      .. (b.targets > 8 and " or more" or "") .. " procedures and is mispredicted in "
      .. percent(misprediction(b)) .. " of " .. count(b.count) .. " cases"
  end,
  how = {
    "Keep one container for each type, or sort the list of pointers by type.",
    "Loop over each group; in it the type is known and the call direct, and its code stays in the first cache and its page among those remembered.",
    "C++: mark classes final, or use std::variant of arrays instead of arrays of variants.",
  },
  example = "examples/sort-by-type",
  level = "-O2",
  claims = { category = "branches", at_least = 0.5 },
  changes = { "order_of_sums", says = "the order of the work, and with it the rounding of sums" },
  tolerance = 1e-9,
  switches = {
    gcc = { { "-fdevirtualize-speculatively", "tries the likely type first (part of -O2)" } },
    clang = { { "-fwhole-program-vtables -flto", "calls directly where only one type is possible" } },
  },
  not_when = "The order of the objects matters.",
  source = "Codee open catalog; perf-book, ch. 10; Intel optimization manual, indirect branches",
}

-- The one jump by which most iterations get to their case
local function dispatch(s)
  local list = select_facts(s.branches, function(b)
    return b.kind == "indirect" and (b.targets or 0) > 2 and b.count > 0.4 * (s.loop.iterations or math.huge)
  end)
  return #list == 1 and list[1] or nil
end

local function is_wrong(b) return (misprediction(b) or 0) > 0.1 end

suggestion "merge-dispatch" {
  number = 10,
  category = "branches",
  subcategory = "Make branches predictable",
  removes = function(s)
    local b = dispatch(s)
    if not b or is_wrong(b) then return wrong_guesses(s) end
    -- the jump back to the switch, one of two for each case, and the test of the range
    return fewer(s, 2 * b.count, nil, nil, ratio(b.count, 2 * b.count + (s.events.BR_TAKEN or 0)))
  end,
  title = "Use threaded dispatch (computed goto)",
  why = "A loop around a switch jumps to all cases from one place, where the processor remembers little "
    .. "more than the last target. When each case ends with its own jump, it remembers for each "
    .. "case what usually follows, and takes one jump fewer.",
  needs = { "branch", "loop" },
  scope = "loop",
  when = function(s)
    local b = dispatch(s)
    if not b then return "no single indirect jump takes it to its cases" end
    if #select_facts(s.callees, function(c) return c.indirect end) > 0 then return "its indirect branch is a call" end
    if not is_wrong(b) then
      local limit = s.account and s.account.floor and s.account.floor.limit
      return limit == "taken" and 0.8 or "its jump is predicted, and taken branches are not its limit"
    end
    -- what is wrong as often as a guess among all targets, no jump of its own foretells: then
    -- there is little but one jump less
    local learned = clamp(1 - misprediction(b) / (1 - 1 / b.targets))
    return (0.1 + 0.4 * learned) * misprediction_share(s, { b })
  end,
  evidence = function(s)
    local b = dispatch(s)
    return "the switch at " .. at(b) .. " jumps to " .. count(b.targets) .. (b.targets > 8 and " or more" or "")
      .. " places and is mispredicted in " .. percent(misprediction(b)) .. " of " .. count(b.count) .. " cases"
  end,
  how = {
    "GNU C: a table of label addresses, and goto *table[*next++]; at the end of each case.",
    "Or translate the program once into a list of function calls, or into larger operations.",
    "Common pairs of operations deserve a case of their own.",
  },
  fewer_instructions = true,
  example = "examples/merge-dispatch",
  level = "-O2 -fno-gcse",
  claims = { category = "branches", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-fno-gcse", "keeps the separate jumps separate" } },
    clang = "keeps them; __attribute__((musttail)) calls do the same without labels",
  },
  not_when = "The sequence of cases is random, or the processor predicts by long histories: measure.",
  source = "Ertl and Gregg, The structure and performance of efficient interpreters, 2003",
}
