-- Helper functions for rules: what calls of libraries take, by the line that calls.

-- A function's name without the types that it was made for and is given:
-- "std::basic_regex::_M_compile"
local function plain(name)
  name = (name or ""):gsub("%b<>", ""):gsub("%(anonymous namespace%)", ""):gsub("std::__cxx11::", "std::")
  -- the brackets of operator() are of the name, and begin no arguments
  name = name:gsub("operator%(%)", "operator call"):gsub("%(.*", ""):gsub("operator call$", "operator()")
  return (name:gsub("^.* (std::)", "%1"):gsub("@.*", ""))
end

-- What the calling line names, though it be inlined: "std::vector::erase" of a call of memmove
local function api_of(c) return plain(c.through or c.callee) end

-- Whether the call is for an array or text that gets longer: at its end, or by so much
local function grows(c)
  local name = api_of(c)
  return name:find("::push_back$") ~= nil or name:find("::emplace_back$") ~= nil or name:find("::resize$") ~= nil or name:find("::append$") ~= nil
    or name:find("^std::basic_string::operator%+=") ~= nil or name == "realloc" or name == "reallocarray" or name:find("::_M_realloc") ~= nil
end

-- Kinds of work that libraries do, by patterns of the plain names of what is called
local FAMILIES = {
  allocator = { "^[mc]alloc$", "^realloc$", "^c?free$", "^operator new", "^operator delete", "^posix_memalign$", "^aligned_alloc$", "^memalign$",
    "^_int_%l+$", "^unlink_chunk", "^_gfortran_internal_u?n?pack$" },
  characters = { "^f?getc$", "^getchar$", "^f?putc$", "^putchar$", "^ungetc$", "^_IO_[gp][eu]tc$", "^std::.*stream::get$", "^std::.*stream::put$" },
  clock = { "^_*gettimeofday$", "^_*clock_gettime$", "^times?$", "^clock$", "^getrusage$", "^omp_get_wtime$", "^MPI_Wtime$", "^mpi_wtime_$",
    "^std::chrono::.*clock::now$", "^_gfortran_system_clock_%d$", "^_gfortran_cpu_time_%d$" },
  copies = { "^memcpy$", "^memmove$", "^__mem%l+_chk$", "^std::copy$", "^std::__copy_move" },
  exceptions = { "^__cxa_%l*throw$", "^__cxa_begin_catch$", "^__cxa_end_catch$", "^__cxa_allocate_exception$", "^_Unwind_", "^std::__throw_",
    "longjmp", "^libgcc_s%.so" },
  files = { "^f?open%d*$", "^openat%d*$", "^f?close$", "^f?stat%l*%d*$", "^access$", "^unlink$", "^mkdir$", "^opendir$", "^_gfortran_st_open$",
    "^_gfortran_st_close$", "^std::.*file%l*::open$", "^std::.*file%l*::close$" },
  flush = { "^fflush", "^f%l*sync$", "^msync$", "^sync$", "^_gfortran_flush", "^_gfortran_st_flush$", "^std::.*ostream::flush$", "^std::endl$", "^std::flush$" },
  lengths = { "^strn?len$", "^wcslen$", "^strn?cat$", "^__strn?cat_chk$", "^_gfortran_string_len_trim$" },
  locks = { "^GOMP_critical_", "^GOMP_atomic_", "^_*pthread_mutex_%l*lock$", "^pthread_spin_", "^omp_%l*set_lock$", "^__kmpc_%l*_?critical" },
  numbers_read = { "scanf$", "^std::.*istream::_M_extract$", "^std::.*istream::operator>>$", "^_gfortran_st_read", "^_gfortran_transfer_%l+$" },
  numbers_written = { "printf$", "printf_chk$", "^std::.*ostream::_M_insert$", "^std::.*ostream::operator<<$", "^_gfortran_st_write$",
    "^_gfortran_st_write_done$", "^_gfortran_transfer_%l+_write$" },
  random = { "^rand$", "^rand_r$", "^random$", "^%l?rand48$", "^_gfortran_random_r%d+$" },
  regex = { "^std::basic_regex::", "^std::__detail::_Compiler::", "^regcomp$", "^pcre2?_compile" },
  requests = { "^_*p?write%d*$", "^_*p?read%d*$", "^_*l?lseek%d*$", "^writev$", "^readv$" },
  sort = { "^qsort$", "^qsort_r$", "^bsearch$" },
  texts = { "^std::basic_string::", "^std::operator%+$", "^_gfortran_concat_string$" },
  time_zone = { "^localtime", "^mktime$", "^timelocal$", "^ctime", "^tzset$", "^__tz" },
}

local function is_of(name, family)
  for _, pattern in ipairs(FAMILIES[family]) do
    if name:find(pattern) then return true end
  end
  return false
end

-- Those that others call for their users, so that what takes most of a call tells, too:
-- a container's procedure allocates
local BELOW = { allocator = true, exceptions = true, regex = true, time_zone = true }

-- Whether a call is of a family, by what is called or, where that is of none, by what
-- takes most of it
local function is_call_of(c, family)
  -- in >> c of a single character
  if family == "characters" and c.callee:find("operator>>.*, char&%)$") then return true end
  local callee = plain(c.callee)
  if is_of(callee, family) then return true end
  for other in pairs(FAMILIES) do
    if is_of(callee, other) then return false end
  end
  return BELOW[family] and c.inner ~= nil and is_of(plain(c.inner), family)
end

-- Fewer calls are no habit
local OFTEN = 100

-- Of the program's time, what a call takes, with what it calls back, as a sort its comparisons
local function share_with_back(c) return (c.share or 0) + (c.called_back or 0) end

-- What the program's time of one call is, in cycles
local function cycles_of_call(s, c)
  local cycles = s.program.events and s.program.events.TOT_CYC
  return cycles and ratio(share_with_back(c) * cycles, c.calls)
end

-- Whether a line calls it often: where nobody counted its calls, as those of another line here
local function is_frequent(s, c)
  if c.calls then return c.calls >= OFTEN end
  return #select_facts(s.called, function(other) return other.callee == c.callee and (other.calls or 0) >= OFTEN end) > 0
end

-- The calls of a family that lines here make often, and their share of the program's
-- time; those that take more than `most` cycles each do much work, and do not count.
local function calls_of(s, family, most)
  local list = select_facts(s.called or {}, function(c)
    if not (is_frequent(s, c) and c.share and is_call_of(c, family)) then return false end
    return not most or (cycles_of_call(s, c) or 0) <= most
  end)
  return list, clamp(sum(list, "share"))
end

-- Of the program's time, what goes when each of these calls gives way to something that
-- takes `stays` cycles. Where nobody counted them, all of a call goes, and so does what only
-- begins and ends a statement of Fortran, around the calls for its values.
local function instead_of(s, list, stays)
  local saved = 0
  for _, c in ipairs(list) do
    local left = c.callee:find("^_gfortran_st_") and 0 or stays
    saved = saved + share_with_back(c) * (1 - clamp(ratio(left, cycles_of_call(s, c))))
  end
  return clamp(saved)
end

-- For evidence: "strlen is called 7,183,333 times at x.c:25 and takes 95 % of the time";
-- what: said of the calls, or of all where it starts with a comma
local function told_of_list(list, what)
  local c, share = heaviest(list, "share") or list[1], clamp(sum(list, "share"))
  local callee, inner = api_of(c), plain(c.inner)
  if inner == "" and c.through then inner = plain(c.callee) end
  local where = c.file and c.line and string.format(" at %s:%d", c.file, c.line) or ""
  local of_all = what and what:sub(1, 1) == ","
  return callee .. " is called" .. (c.calls and " " .. plural(c.calls, "time") or "") .. where .. (not of_all and what or "") .. " and takes " .. percent(clamp(c.share))
    .. " of the time" .. (inner ~= "" and not inner:find(callee, 1, true) and ", most of it in " .. inner or "")
    .. (share > 1.1 * (c.share or 0) and ", with the like of it " .. percent(share) or "")
    .. (of_all and what or "")
end

-- The same of a family's calls, or nil
local function told_of_calls(s, family, most, what)
  local list = calls_of(s, family, most)
  return #list > 0 and told_of_list(list, what) or nil
end

-- Whether calls are as often as others, but for the first or the last
local function as_often(a, b) return a.calls ~= nil and b.calls ~= nil and math.abs(a.calls - b.calls) <= 0.02 * b.calls end

-- What lines of Fortran call for memory, a copy into it and the end of other memory, each as often: no growth, which moves the memory
-- (realloc), or ends it at another line
local function copied_anew(s)
  if s.language ~= "Fortran" then return {} end
  return select_facts(s.called or {}, function(copy)
    if (copy.calls or 0) < OFTEN or not is_call_of(copy, "copies") then return false end
    local as_many = {}
    for _, c in ipairs(s.called) do
      if at(c) == at(copy) then as_many[c.callee] = as_often(c, copy) end
    end
    return as_many.malloc and as_many.free and as_many.realloc == nil
  end)
end

-- Those for the components of a derived type that is assigned: lines that call nothing else, and compute nothing in a loop
local function deep_copies(s)
  return select_facts(copied_anew(s), function(copy)
    local function here(c) return c.line == copy.line and c.file == copy.file end
    local others = select_facts(s.called, function(c) return here(c) and not (is_call_of(c, "copies") or is_call_of(c, "allocator")) end)
    return #others == 0 and #select_facts(calls_of_own(s), here) == 0 and #select_facts(s.inner or {}, here) == 0
  end)
end

-- Whether the line calls Fortran's library, whose result the memory may be for
local function for_result(s, c)
  return #select_facts(s.called, function(other) return other.callee:find("^_gfortran_") ~= nil and at(other) == at(c) end) > 0
end

-- What lines of C or Fortran call to let an array grow: memory for all of it, a copy, and
-- the end of the old place, each as often. Objects of C++ are copied for other reasons.
local function regrown(s)
  if s.language == "C++" or #copied_anew(s) > 0 then return {} end
  local list = select_facts(s.called or {}, function(c) return (c.calls or 0) >= OFTEN and c.callee:find("^mem%l+$") ~= nil and is_call_of(c, "copies") end)
  local copy = heaviest(list, "share")
  if not copy then return {} end
  local of_copy = select_facts(s.called, function(c)
    return as_often(c, copy) and (is_call_of(c, "copies") or c.callee == "malloc" or c.callee == "realloc" or c.callee == "free") and not for_result(s, c)
  end)
  local called = {}
  for _, c in ipairs(of_copy) do called[c.callee] = true end
  local ends = called.free or called.realloc or #select_facts(calls_to(s, "free"), function(c) return as_often(c, copy) end) > 0
  return (called.malloc or called.realloc) and ends and of_copy or {}
end

-- How often the section's line of Fortran makes a list (malloc, free) that gets another place (realloc), all by calls around its loops
local function relisted(s)
  if not s.parent or s.language ~= "Fortran" then return 0 end
  local least = math.huge
  for _, name in ipairs { "malloc", "realloc", "free" } do
    local here = select_facts(s.parent.callees or {}, function(c) return c.name == name and c.line == s.line and c.file == s.file end)
    least = math.min(least, sum(here, "calls"))
  end
  return least >= OFTEN and least or 0
end

-- Whether a loop copies an array that grows, beside the calls for that at its line
local function copies_to_grow(s)
  local by = s.parent and regrown(s.parent) or {}
  local here = #select_facts(by, function(c) return c.line == s.line and c.file == s.file end) > 0
  return (here or relisted(s) > 0) and fp_operations(s) == 0
end

-- How often the program calls procedures of libraries with such a part in their linker's names, from all places
local function called_anywhere(s, ...)
  local n = 0
  for name, c in pairs(s.program.callers) do
    for _, part in ipairs { ... } do
      if name:find(part, 1, true) then n = n + (c.all_calls or 0) break end
    end
  end
  return n
end

-- What the containers and iterators of libstdc++'s debug mode call to check themselves
local function debug_containers(s)
  return select_facts(s.called or {}, function(c)
    local names = (c.through or "") .. " " .. c.callee
    return names:find("__gnu_debug::", 1, true) ~= nil or names:find("std::__debug::", 1, true) ~= nil
  end)
end

-- Steps through the sorted trees of the C++ library, and elements that come or go
local function steps_in_trees(s) return called_anywhere(s, "_Rb_tree_increment", "_Rb_tree_decrement") end
local function changes_of_trees(s) return called_anywhere(s, "_Rb_tree_insert_and_rebalance", "_Rb_tree_rebalance_for_erase") end

-- Streams of C++ that ask those of C for each character: what they call, or where the library's own procedures for that take time
local function synchronised_streams(s)
  local asks = (own_time_in(s, "stdio_sync_filebuf") or 0) > 0.05
  return select_facts(s.called or {}, function(c)
    local inner = c.inner or ""
    return (c.calls or OFTEN) >= OFTEN and (c.through or c.callee):find("std::.*stream") ~= nil
      and (asks or inner:find("stdio_sync_filebuf") or inner:find("^_IO_") or inner:find("getc$") or inner:find("^_*uflow$")) ~= nil
  end)
end

-- Whether a line makes a text of characters that are there, for its own end: to look it up, or to pass it on
local function makes_text(s, c)
  if not (c.through or c.callee):find("::basic_string<.*>%(char const%*") then return false end
  return #select_facts(s.called, function(other) return at(other) == at(c) and api_of(other):find("::~basic_string$") ~= nil end) > 0
end

-- A constructor or an assignment that takes another object of its type, or a part of a text
local function copies_object(c)
  local called = c.through or c.callee
  local name = api_of(c)
  if name:find("::substr$") then return true end
  if called:find("_M_construct<char*>", 1, true) or name:find("::_M_assign$") then return true end
  local class, method = name:match("([%w_]+)::([%w_]+)$")
  local of = called:match("%((.*)%)$")
  -- of its own type, and nothing else
  return class ~= nil and class == method and of ~= nil and of:gsub("%b<>", ""):find("^[%w_:]*" .. class .. " const&$") ~= nil
end

local function copied(s)
  local of_types = deep_copies(s)
  if #of_types > 0 then return of_types end
  return select_facts(s.called or {}, function(c) return (c.calls or OFTEN) >= OFTEN and not grows(c) and (copies_object(c) or makes_text(s, c)) end)
end

-- How often the named procedures are called here; for each a call in many
-- iterations counts, not one at the start.
local function often(s, ...)
  local list = calls_to(s, ...)
  local iterations = s.loop and s.loop.iterations
  return select_facts(list, function(c)
    return c.calls >= 100 and (not iterations or c.calls >= 0.05 * iterations)
  end)
end

-- Texts of numbers that stay in memory: calls that put them into a buffer, or all that is
-- done with string streams, where nothing as frequent sends them on to a file
local function texts_in_memory(s)
  local function often(c) return (c.calls or OFTEN) >= OFTEN end
  local streams, sent, read = false, false, false
  for _, c in ipairs(s.called or {}) do
    local name = api_of(c)
    if name:find("stringstream::") then streams = true end
    read = read or often(c) and name:find("istream::operator>>", 1, true) ~= nil
    if often(c) and (name:find("^f?put[sc]$") or name:find("^f?write$") or name:find("^_IO_f?puts$") or is_of(name, "characters")) then sent = true end
  end
  if sent then return {} end
  -- what is put into a stream to be read as numbers is no text that somebody needs
  streams = streams and not read
  -- of whole numbers, to_string makes the digits where it is inlined
  local written = select_facts(s.called or {}, function(c)
    local name = api_of(c)
    if not c.share or not is_frequent(s, c) then return false end
    return name == "std::to_string" or is_call_of(c, "numbers_written") and (name:find("sn?printf") or streams and name:find("ostream"))
  end)
  if #written == 0 or not streams then return written end
  return select_facts(s.called, function(c) return often(c) and api_of(c):find("stream") ~= nil end)
end

-- Calls of mathematical functions of which half, at least, are made again: with the
-- arguments of the call before ("same"), or with those of an earlier one ("known")
local function made_again(s, how)
  return select_facts(s.called or {}, function(c) return (c.calls or 0) >= OFTEN and (c[how] or 0) >= 0.5 end)
end

-- Whether a call of s.called or s.callees is of the same line and function as one of the list
local function is_one_of(c, list)
  for _, other in ipairs(list) do
    if at(other) == at(c) and plain(other.callee) == plain(c.callee or c.name) then return true end
  end
  return false
end

local SHELLS = { sh = true, dash = true, bash = true, ksh = true, zsh = true }

-- Whether the code is a shell's, which a script runs in
local function is_shell(s) return SHELLS[(s.binary or ""):match("[^/]*$")] ~= nil end

-- awk takes a tenth of a shell's time for what both can do: where what is saved is most of the
-- time, that much is left of the rest
local function in_awk(saved) return saved > 0.5 and 1 - 0.1 * (1 - clamp(saved)) or saved end

return { debug_containers = debug_containers, as_often = as_often, called_anywhere = called_anywhere, steps_in_trees = steps_in_trees, changes_of_trees = changes_of_trees, is_shell = is_shell, in_awk = in_awk, made_again = made_again, is_one_of = is_one_of, often = often, copied = copied, texts_in_memory = texts_in_memory, synchronised_streams = synchronised_streams, regrown = regrown, relisted = relisted, copies_to_grow = copies_to_grow, api_of = api_of, grows = grows, OFTEN = OFTEN, calls_of = calls_of, is_call = is_call_of, cycles_of_call = cycles_of_call, instead_of = instead_of, told_of_list = told_of_list, told_of_calls = told_of_calls }
