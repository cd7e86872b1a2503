-- Memory bandwidth: Fortran arrays that are copied for a call or a shift.

-- the part of the copies that the procedure called does not need itself: with no copy, it jumps to as many elements as it uses
local function not_used_itself(s, outer)
  local own, used = calls_of_own(outer), 0
  if #own > 0 then
    -- to use them takes its procedures' time
    for _, c in ipairs(own) do used = used + (s.program.fractions[(c.name:gsub("@.*", ""))] or 1) end
    return 0.95 - 0.45 * clamp(ratio(used, s.fraction) or 1)
  end
  for _, l in ipairs(outer.inner) do
    if l.line ~= s.line then used = used + (l.loop and l.loop.iterations or 0) end
  end
  return 0.95 - 0.45 * clamp(ratio(used, s.loop.entries * s.loop.trips) or 1)
end

-- Of the program's time: the loop's copies; of pieces the elements lie side by side in any case
local function saved_by(s, outer)
  local pieces = copied_in_line(s)
  return (#pieces > 0 and 0.95 or not_used_itself(s, outer)) * ((s.fraction or 0) + sum(pieces, "share"))
end

local PACKING = { "_gfortran_internal_pack", "_gfortran_internal_unpack" }

suggestion "no-packed-sections" {
  number = 137,
  category = "memory_bandwidth",
  subcategory = "Go over the data fewer times",
  of_program = true,
  title = "Pass array sections without a packed copy",
  why = "An argument that is declared with its size has to lie in one piece. When a section with gaps is passed, such as a row of a matrix, the "
    .. "compiler allocates memory, copies the section there, and copies it back after the call, whatever the procedure does with it.",
  needs = {}, -- the calls, or the copies
  when = function(s)
    if #select_facts(calls_to(s, table.unpack(PACKING)), function(c) return c.calls >= 100 end) > 0 then
      return clamp(time_in(s, "^_gfortran_internal_u?n?pack") or 0.2 * (s.fraction or 0))
    end
    if not packs(s) then return "it copies no section of an array for a call" end
    local part = saved_by(s, s.outer)
    for _, l in ipairs(s.outer.inner) do
      if l.place ~= s.place and packs_within(l, s.outer) then part = part + saved_by(l, s.outer) end
    end
    return clamp(part)
  end,
  evidence = function(s)
    local c = heaviest(calls_to(s, table.unpack(PACKING)), "calls")
    if c then return "sections of arrays are copied for the call at " .. at(c) .. ", " .. plural(c.calls, "time") end
    local r = heaviest(select_facts(s.memrefs, function(r) return math.abs(r.stride or 0) > 16 end), "count")
    return "the call at " .. s.place .. " copies a section of " .. count(s.loop.trips) .. (r and " elements, " .. bytes(math.abs(r.stride))
      .. " apart, " or " pieces ") .. plural(s.loop.entries, "time") .. ", into other memory, or back"
  end,
  how = {
    "Declare the argument with assumed shape, a(:), in a module: the section is then used where it lies.",
    "Better: store what is passed side by side, so that it is a column: a(:, k) needs no copy.",
    "intent(in) or intent(out) leaves one of the two copies out.",
    "gfortran -Warray-temporaries names each such call when compiling.",
  },
  fewer_instructions = true,
  example = "examples/no-packed-sections",
  level = "-O2",
  claims = { category = "time", at_least = 0.2 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = "no switch; -Warray-temporaries names the copies",
    intel = "no switch; -check arg_temp_created names the copies",
  },
  not_when = "The procedure uses the elements many times: in one piece they are quicker then.",
  source = "GNU Fortran manual, -Warray-temporaries and -finline-arg-packing; Fortran 2018, 15.5.2.4",
}

-- Calls of Fortran's functions that make a moved copy of an array
local function moved_arrays(s)
  return select_facts(s.called or {}, function(c)
    return c.callee:find("^_gfortran_[ce]o?shift%d") ~= nil or c.callee:find("^_gfortran_reshape") ~= nil
      or c.callee:find("^_gfortran_spread") ~= nil or c.callee:find("^_gfortran_transpose") ~= nil
  end)
end

suggestion "loops-for-shifts" {
  number = 138,
  category = "memory_bandwidth",
  subcategory = "Go over the data fewer times",
  of_program = true,
  title = "Write shifts and transposes of arrays as loops with other indices",
  why = "cshift, eoshift, reshape, spread and transpose make a copy of the whole array, in memory that is fetched for it, before anything is "
    .. "computed. A loop that reads a(i+1, j) in its place copies nothing.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = moved_arrays(s)
    if #list == 0 then return "no array functions move data" end
    -- the elements are loaded in any case, from where they are
    return clamp(0.95 * sum(list, "share"))
  end,
  evidence = function(s) return told_of_list(moved_arrays(s), ", to make a moved copy of an array") end,
  how = {
    "do j = 2, n-1; do i = 2, m-1; r(i,j) = a(i+1,j) + a(i-1,j) + a(i,j+1) + a(i,j-1) - 4*a(i,j).",
    "Treat borders separately, or add rows and columns around the array that hold copies of the opposite side.",
  },
  fewer_instructions = true,
  example = "examples/loops-for-shifts",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The arrays are small, or the copy is used many times.",
  source = "Fortran 2018, 16.9.68 (CSHIFT); GNU Fortran manual, -Warray-temporaries",
}

-- Of the program's time, what these copies take: where a thread's calls are not known, as many as they are of all copies
local function time_of_copies(s)
  local list = own_copies(s)
  local seen = sum(select_facts(s.called or {}, function(c) return c.line == s.line and c.file == s.file and is_call(c, "copies") end), "share")
  return #list > 0 and seen >= 0.02 and clamp(math.max(seen, time_of_calls(s, list, "memcpy", "memmove") or 0)) or 0
end

suggestion "share-read-only" {
  number = 269,
  category = "memory_bandwidth",
  subcategory = "Go over the data fewer times",
  title = "Share what a parallel region only reads: shared, not firstprivate",
  why = "Each thread has its own copy of what is firstprivate, and makes it anew each time that the region starts. Of a table that nobody writes to, all can "
    .. "read the same one, which needs no copying and less room in the caches.",
  needs = { "callee" },
  of_program = true,
  scope = "procedure",
  fewer_instructions = true,
  when = function(s)
    local share = time_of_copies(s)
    return share > 0 and share or "its threads make no copies for themselves that take long"
  end,
  evidence = function(s)
    local list = own_copies(s)
    return string.format("%s copy what they need at %s, %s in all, which takes %s of the time", plural(s.threads.n or 2, "thread"), s.place,
      plural(sum(list, "calls"), "time"), percent(time_of_copies(s)))
  end,
  how = {
    "shared(table) in place of firstprivate(table); C and C++: const, so that the compiler refuses code that writes to it.",
    "Small values and what a thread changes stay private; a work array: allocate it once per thread, in a parallel region around the steps, or threadprivate.",
  },
  example = "examples/share-read-only",
  level = "-O2 -fopenmp",
  env = { "OMP_NUM_THREADS=2", "OMP_WAIT_POLICY=passive" },
  claims = { category = "time", at_least = 0.3 },
  changes = { "thread_safety", says = "no thread may write to what is shared" },
  tolerance = 0,
  not_when = "Threads change their copies.",
  source = "OpenMP specification, firstprivate clause; own measurements",
}
