-- Instruction accesses: less code at a time.

category "instruction_accesses" {
  title = "Instruction accesses",
  subcategories = {
    "Make hot code smaller",
    "Keep rare code out of the way",
    "Reuse code while it is in the cache",
  },
}

-- the part of the bound that comes from beyond the first-level cache
local function beyond(s)
  local first = part(s, "instruction_accesses", "L1")
  return first and 1 - first or 0
end

local function L1i(s) return s.machine.L1i_size or 32768 end

local function code_bytes(s)
  -- of a loop: about four and a half bytes an instruction on x86, four elsewhere
  return s.code.bytes or s.code.instructions * ((s.machine.isa or "") == "x86_64" and 4.5 or 4)
end

local function fetched(s)
  return count(s.events.L2_ICA or 0) .. " lines of code came from beyond the first-level cache"
end

local smaller = {
  gcc = { { "-O2 -fno-unroll-loops", "without the unrolling of -funroll-loops" }, { "-Os", "smallest code" } },
  clang = { { "-Os", "small code" }, { "-fno-unroll-loops", "without unrolling" } },
  intel = { { "-O2 -unroll=0", "without unrolling" }, { "-Os", "small code" } },
  fujitsu_trad = { { "-Knounroll -Knoswp", "without unrolling and software pipelining" } },
  fujitsu_clang = { { "-fno-unroll-loops", "without unrolling" } },
  nvidia = { { "-Mnounroll", "without unrolling" } },
  cray = { { "-hunroll0", "Fortran: without unrolling" } },
}

suggestion "roll-up-code" {
  number = 116,
  category = "instruction_accesses",
  subcategory = "Make hot code smaller",
  removes = { fetch = 1 },
  title = "Write repeated code as a loop",
  why = "Code must be fetched like data, and the nearest cache for it holds some thousand instructions. Straight code "
    .. "longer than that is fetched anew each time, while a loop stays where it is.",
  needs = { "code" },
  scope = "procedure",
  when = function(s)
    if beyond(s) < 0.25 then return "its code comes from the first-level cache" end
    if code_bytes(s) < 0.75 * L1i(s) then return "its code is not large" end
    if s.code.instructions * 5 < 0.5 * code_bytes(s) then return "most of its code is in loops" end
    if s.code.branches > 0.05 * s.code.instructions then return "its code is not straight" end
    return 0.9 * (s.account and 1 or beyond(s))
  end,
  evidence = function(s)
    return s.procedure_name .. " has " .. count(s.code.instructions) .. " instructions (" .. bytes(code_bytes(s))
      .. ") in a row and only " .. count(s.code.branches) .. " branches; " .. fetched(s)
  end,
  how = {
    "Look for what repeats, put what differs into arrays, and loop.",
    "Code generators: let them write a loop for some hundred repetitions or more.",
    "Let fewer iterations be unrolled: a factor of 4 is nearly always enough.",
  },
  example = "examples/roll-up-code",
  level = "-O2",
  claims = { category = "instruction_accesses", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  switches = smaller,
  pragmas = {
    gcc = { { "#pragma GCC unroll 1", "this loop not" } },
    clang = { { "#pragma clang loop unroll(disable)", "this loop not" } },
    fujitsu_trad = { { "#pragma loop nounroll", "this loop not" } },
  },
  not_when = "The code is short enough to stay in the cache.",
  fallback = 0.3,
  source = "Burtscher et al., SC'10, sec. IV (lower the unroll factor, factor out common code)",
}

suggestion "unroll-less" {
  number = 117,
  category = "instruction_accesses",
  subcategory = "Make hot code smaller",
  removes = { fetch = 1 },
  title = "Compile without aggressive unrolling",
  why = "Unrolling writes the body of each loop several times. Where loops are short or many, the copies are "
    .. "hardly used but push each other out of the nearest code cache.",
  needs = { "code", "compiler" },
  when = function(s)
    if not built_with(s, "-funroll-loops", "-funroll-all-loops") then return "it was compiled without unrolling" end
    if beyond(s) < 0.5 then return "its code comes from the first-level cache" end
    return 0.7 * (s.account and 1 or beyond(s))
  end,
  evidence = function(s)
    return "it was compiled with unrolling, and " .. fetched(s)
      .. (s.code.bytes and " for a procedure of " .. bytes(s.code.bytes) or "")
  end,
  how = { "Unroll only the files or loops that gain from it." },
  changes = { "nothing" },
  switches = smaller,
  not_when = "The hot loops are long and few.",
  source = "Burtscher et al., SC'10, sec. IV (lower the unroll factor); GCC manual",
}

suggestion "batch-stages" {
  number = 119,
  category = "instruction_accesses",
  subcategory = "Reuse code while it is in the cache",
  removes = { fetch = 1 },
  title = "Run each step over a batch of items before the next step",
  why = "When each item goes through a long sequence of procedures, their code is fetched again for each item. "
    .. "Running one procedure for a hundred items, then the next, fetches each once per hundred.",
  needs = { "code" },
  scope = "procedure",
  when = function(s)
    if beyond(s) < 0.3 then return "its code comes from the first-level cache" end
    if code_bytes(s) > 0.5 * L1i(s) or code_bytes(s) < 128 then return "its own size is what matters" end
    return 0.85 * (s.account and 1 or beyond(s))
  end,
  evidence = function(s)
    return "the " .. bytes(code_bytes(s)) .. " of " .. s.procedure_name .. " were pushed out of the cache between calls: "
      .. fetched(s)
  end,
  how = {
    "Exchange the loop over items with the sequence of steps, for blocks of 50 to 500 items.",
    "Many instances of a template, or copies for constant arguments: make the parameter an argument, at least for rarely used values, or sort the items by it.",
    "Keep intermediate results in arrays of the block's length.",
  },
  example = "examples/batch-stages",
  level = "-O2",
  claims = { category = "instruction_accesses", at_least = 0.3 },
  remedy = "batches",
  changes = { "behaviour", says = "nothing, as long as items don't depend on each other" },
  tolerance = 0,
  not_when = "The intermediate results of a block don't fit the data cache.",
  source = "Burtscher et al., SC'10, sec. IV (order of calls); Ailamaki et al. on staged execution",
}

suggestion "split-large-body" {
  number = 120,
  category = "instruction_accesses",
  subcategory = "Reuse code while it is in the cache",
  removes = { fetch = 1 },
  title = "Split a loop whose body is larger than the code cache",
  why = "A loop runs fast because its code is fetched once. A body that is larger than the cache is fetched again "
    .. "in each iteration; in several loops over the same data each part stays in the cache.",
  needs = { "code", "loop" },
  scope = "loop",
  when = function(s)
    if beyond(s) < 0.5 or (s.loop.trips or 0) < 4 then return "its code comes from the first-level cache" end
    if s.code.instructions * 4 < 0.6 * L1i(s) then return "its body is not large" end
    local executed = ratio(s.events.TOT_INS, s.loop.iterations)
    if not executed or executed < 0.5 * s.code.instructions then return "most of its body is not executed" end
    -- each part is still fetched once for a block of iterations
    return (1 - 1 / math.min(s.loop.trips, 100)) * (s.account and 1 or beyond(s))
  end,
  evidence = function(s)
    return "the body of the loop at " .. s.place .. " has " .. count(s.code.instructions) .. " instructions, about "
      .. bytes(code_bytes(s)) .. ", more than the cache of " .. bytes(L1i(s)) .. " keeps; " .. fetched(s)
  end,
  how = {
    "Make several loops, each with a part of the statements.",
    "Keep what the parts share in small arrays, for blocks of some hundred iterations.",
  },
  changes = { "nothing" },
  switches = {
    gcc = { { "-ftree-loop-distribution", "splits loops where it sees a gain (part of -O3)" } },
    fujitsu_trad = { { "-Kloop_fission -Kloop_fission_threshold=20", "smaller loops; the default is 50" } },
    fujitsu_clang = { { "-ffj-loop-fission", "splits loops that ask for it" } },
  },
  not_when = "The parts would have to recompute much of what they share.",
  source = "Burtscher et al., SC'10, sec. IV; Fujitsu programming guide, loop fission",
}

suggestion "move-rare-code-out" {
  number = 121,
  category = "instruction_accesses",
  subcategory = "Keep rare code out of the way",
  removes = { fetch = 1 },
  title = "Move code that hardly ever runs into separate procedures",
  why = "Code is fetched in lines of 64 bytes or more. Error messages and special cases in the middle of hot code share its "
    .. "lines and spread it over many more of them, although they are hardly ever executed.",
  needs = { "code", "loop" },
  scope = "loop",
  when = function(s)
    if beyond(s) < 0.2 then return "its code comes from the first-level cache" end
    local executed, all = code_of_iteration(s)
    if not all or executed > 0.5 * all then return "most of its code is executed" end
    if all < L1i(s) then return "its code is not large" end
    return 0.8 * (s.account and 1 or beyond(s))
  end,
  evidence = function(s)
    local executed, all = code_of_iteration(s)
    return "an iteration of the loop at " .. s.place .. " executes some " .. bytes(executed) .. " of code that is spread over the "
      .. bytes(all) .. " of its procedure; " .. fetched(s)
  end,
  how = {
    "Put the rare part into a procedure marked __attribute__((cold, noinline)).",
    "Mark the condition: if (__builtin_expect(bad, 0)), or [[unlikely]].",
    "Or let a profile decide: compilers then move rare parts away by themselves.",
  },
  example = "examples/move-rare-code-out",
  level = "-O2",
  claims = { category = "instruction_accesses", at_least = 0.3 },
  remedy = "rare code apart",
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-freorder-blocks-and-partition", "moves rare blocks away, with a profile (-fprofile-use)" } },
    clang = { { "-mllvm -hot-cold-split", "moves rare blocks away, with a profile (-fprofile-instr-use)" } },
    intel = { { "-fprofile-instr-use", "icx: moves rare blocks away by a profile" } },
  },
  not_when = "The rare code is a few instructions.",
  source = "Burtscher et al., SC'10, sec. IV (split cold code); GCC manual",
}

suggestion "align-hot-loops" {
  number = 122,
  category = "instruction_accesses",
  subcategory = "Make hot code smaller",
  removes = { fetch = 1 },
  title = "Align the short hot loop",
  why = "Instructions are fetched in blocks of 16 to 64 bytes. A loop of a few instructions that begins at the end of a "
    .. "block needs one block more per iteration than it would from the start of one.",
  needs = { "code", "loop" },
  scope = "loop",
  when = function(s)
    if s.code.calls > 0 or s.code.branches > 1 then return "it does not run straight through" end
    if s.loop.innermost == false or s.code.instructions > 12 or (s.loop.trips or 0) < 50 then return "it is not a short hot loop" end
    local blocks = ratio(s.events.L1_ICA, s.loop.iterations)
    local needed = math.ceil(code_bytes(s) / 32)
    if not blocks or blocks < needed + 0.9 then return "it is fetched in as few blocks as possible" end
    return 0.4 * (1 - needed / blocks)
  end,
  evidence = function(s)
    return "each iteration of the loop at " .. s.place .. " fetches " .. string.format("%.1f", s.events.L1_ICA / s.loop.iterations)
      .. " blocks for " .. count(s.code.instructions) .. " instructions"
  end,
  how = { "Compile with alignment of loops to 32 or 64 bytes, and measure; without it the alignment is a matter of chance." },
  changes = { "nothing" },
  switches = {
    gcc = { { "-falign-loops=32", "starts loops at multiples of 32 bytes" } },
    clang = { { "-falign-loops=32", "starts loops at multiples of 32 bytes" } },
    fujitsu_trad = { { "-Kalign_loops=32", "starts loops at multiples of 32 bytes" } },
    intel = { { "-falign-loops=32", "starts loops at multiples of 32 bytes" } },
  },
  pragmas = { intel = { { "#pragma code_align 32", "before the loop; classic compilers" } } },
  not_when = "The loop is fed from a cache of decoded instructions, which does not depend on alignment: measure.",
  source = "Intel optimization manual, code alignment; Fujitsu programming guide, -Kalign_loops",
}
