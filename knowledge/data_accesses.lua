-- Data accesses: fewer of them, and nearer ones.

category "data_accesses" {
  title = "Data accesses",
  subcategories = {
    "Reduce the number of memory accesses",
    "Improve the data locality",
  },
}

-- references whose steps are so long that each takes another cache line
local function strided(s)
  local line = s.machine.line or 64
  return select_facts(s.memrefs, function(r)
    return r.stride and math.abs(r.stride) >= line and (r.stride_share or 1) > 0.5
      and (r.l1_misses or 0) > 0.02 * (r.count or 0)
  end)
end

suggestion "loop-interchange" {
  category = "data_accesses",
  subcategory = "Improve the data locality",
  title = "Exchange the loops so that the inner one walks along memory",
  why = "Memory comes in lines of 64 bytes or more: a loop that goes from element to element uses all "
    .. "of each line, a loop that jumps over whole rows uses one element of it and fetches the rest "
    .. "for nothing. Exchanging the inner with an outer loop turns the jumps into steps.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local refs = strided(s)
    if #refs == 0 then return "no reference here jumps over whole cache lines" end
    if not s.outer then return "there is no enclosing loop to exchange with" end
    local line, gain = s.machine.line or 64, 0
    for _, r in ipairs(refs) do
      local other = outer_stride(s, r)
      if not other or math.abs(other) < line then
        gain = gain + miss_share(s, { r }) * (1 - math.abs(other or r.size or 8) / line)
      end
    end
    if gain == 0 then return "the enclosing loop jumps as well" end
    return gain
  end,
  evidence = function(s)
    local r = heaviest(strided(s), "l1_misses")
    return "the " .. r.access .. " at " .. at(r) .. " walks with a stride of " .. bytes(r.stride)
      .. " and uses " .. count(r.line_bytes_used or r.size or 8) .. " of each " .. (s.machine.line or 64)
      .. "-byte line"
  end,
  how = {
    "Find the loop whose variable is the last subscript in C (the first in Fortran).",
    "Make it the innermost loop; check that no iteration needs what a later one computes.",
    "Where statements stand between the loops, split them off first.",
  },
  example = "examples/loop-interchange",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = "nothing here: each sum is taken in the same order",
  tolerance = 0,
  switches = {
    gcc = { { "-floop-interchange", "exchanges loops where that is proven safe (part of -O3)" } },
    clang = "no released version exchanges loops by default: do it by hand",
    intel = { { "-O3", "includes loop interchange" } },
    fujitsu_trad = { { "-O3", "includes loop interchange" } },
    fujitsu_clang = "does not exchange loops: do it by hand",
    nvidia = { { "-O3", "includes loop interchange" } },
    cray = { { "-O2", "includes loop interchange" } },
    ibm = { { "-qhot", "includes loop interchange" } },
  },
  not_when = "The other order makes another large array jump: then block both loops instead.",
  fallback = 0.3,
  source = "Burtscher et al., PerfExpert, SC'10, Figs 2 and 5(e)",
}

suggestion "fewer-arrays-per-loop" {
  category = "data_accesses",
  subcategory = "Improve the data locality",
  title = "Split the loop so that each part uses few arrays",
  why = "A cache has only some places for lines whose addresses share their low bits, and memory keeps "
    .. "only some regions open. A loop over many arrays throws its own lines out before they are used "
    .. "up; several loops over few arrays each do not.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local line = s.machine.line or 64
    local streams = select_facts(s.memrefs, function(r)
      return r.access == "load" and r.stride and r.stride ~= 0 and math.abs(r.stride) <= line
        and (r.l1_misses or 0) > 1.5 * (r.count or 0) * math.abs(r.stride) / line
    end)
    if #s.memrefs < 8 then return "few references are used at a time" end
    if #streams < 4 then return "the lines of its arrays are used up before they are thrown out" end
    return 0.8 * miss_share(s, streams)
  end,
  evidence = function(s)
    local worst = heaviest(s.memrefs, "l1_misses")
    return "the loop at " .. s.place .. " has " .. #s.memrefs .. " memory references; the "
      .. worst.access .. " at " .. at(worst) .. " misses the first cache in "
      .. percent(clamp(ratio(worst.l1_misses, worst.count))) .. " of its accesses although it goes from "
      .. "element to element"
  end,
  how = {
    "Group the statements by the arrays they use, two or so in each group.",
    "Give each group a loop, and each loop a procedure, lest the compiler join them again.",
  },
  example = "examples/fewer-arrays-per-loop",
  level = "-O2",
  claims = { category = "data_accesses", at_least = 0.4 },
  changes = "nothing",
  tolerance = 0,
  switches = {
    gcc = { { "-ftree-loop-distribution", "splits loops where it sees a gain (part of -O3)" } },
    clang = { { "-mllvm -enable-loop-distribute", "splits loops where that lets a part vectorise" } },
    fujitsu_trad = { { "-Kloop_fission", "splits loops that ask for it by a directive" } },
    fujitsu_clang = { { "-ffj-loop-fission", "splits loops that ask for it by a directive" } },
    intel = "asks for a directive, see below",
    ibm = { { "-qhot", "includes loop distribution" } },
  },
  pragmas = {
    intel = { { "#pragma distribute_point", "where to split the loop" } },
    clang = { { "#pragma clang loop distribute(enable)", "before the loop" } },
    fujitsu_trad = { { "#pragma loop loop_fission_target", "before the loop" } },
    fujitsu_clang = { { "#pragma fj loop loop_fission_target", "before the loop" } },
    cray = { { "#pragma _CRI loop_info", "no own directive: split by hand" } },
  },
  not_when = "The parts share most of their arrays: each part would load them again.",
  fallback = 0.2,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(f) and sec. IV.B",
}

suggestion "local-scalar" {
  category = "data_accesses",
  subcategory = "Reduce the number of memory accesses",
  title = "Copy data into local variables and work on the copies",
  why = "What is reached through a pointer must be loaded and stored again and again, because any "
    .. "store in between might have changed it. A local variable whose address is not taken stays in "
    .. "a register.",
  needs = { "memref", "loop" },
  scope = "loop",
  when = function(s)
    local fixed = select_facts(s.memrefs, function(r) return r.stride == 0 and r.access == "store" end)
    if #fixed == 0 then return "nothing is stored to the same place in each iteration" end
    return ref_share(s, select_facts(s.memrefs, function(r) return r.stride == 0 end))
  end,
  evidence = function(s)
    local r = heaviest(select_facts(s.memrefs, function(m)
      return m.stride == 0 and m.access == "store"
    end), "count")
    return "the store at " .. at(r) .. " writes the same " .. bytes(r.size or 8) .. " " .. count(r.count)
      .. " times"
  end,
  how = {
    "Before the loop, copy what is used again and again into a local variable.",
    "Work on the copy in the loop, and store it back behind the loop.",
  },
  fewer_instructions = true,
  example = "examples/local-scalar",
  level = "-O3",
  claims = { category = "data_accesses", at_least = 0.5 },
  changes = "nothing, unless the pointers do overlap",
  tolerance = 0,
  switches = {
    gcc = { { "-fstrict-aliasing", "lets types tell what can't overlap (part of -O2)" } },
    clang = { { "-fstrict-aliasing", "lets types tell what can't overlap (the default)" } },
    fujitsu_trad = { { "-Kstrict_aliasing", "lets types tell what can't overlap" } },
    fujitsu_clang = { { "-fstrict-aliasing", "lets types tell what can't overlap" } },
    intel = { { "-ansi-alias", "lets types tell what can't overlap (the default from -O2)" } },
    ibm = { { "-qalias=ansi", "lets types tell what can't overlap (the default)" } },
    nvidia = { { "-alias=ansi", "lets types tell what can't overlap" } },
  },
  not_when = "Another thread or a signal handler watches the value while the loop runs.",
  fallback = 0.2,
  source = "Burtscher et al., PerfExpert, SC'10, Fig. 5(a)",
}
