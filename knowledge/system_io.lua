-- System and I/O: fewer and larger requests to libraries, files and the system.

category "system_io" {
  title = "System and I/O",
  subcategories = {
    "Read and write in large pieces",
    "Call libraries and the system less often",
    "Reduce the cost of memory from the system",
  },
}

-- What a rule about calls can save, of the program's time: it pays by what happens
-- in the callees, whose time is elsewhere; as much of it as the calls here are of
-- those of the place that calls them most. As the rule says of the section's own time
-- where nothing is known of theirs.
local function saved(s, part, list, ...)
  local taken = time_in(s, ...)
  if not taken then return clamp(part * (s.fraction or 0)) end
  local calls, most = sum(list, "calls"), 0
  for _, c in ipairs(list) do
    local caller = s.program.callers[c.name]
    most = math.max(most, caller and caller.calls or 0)
  end
  -- some ten instructions for each call
  local calling = clamp(ratio(10 * calls, s.events.TOT_INS)) * (s.fraction or 0)
  return clamp(part * (taken * clamp(ratio(calls, math.max(calls, most))) + calling))
end

local function is_one_of(name, patterns)
  for _, pattern in ipairs(patterns) do
    if name:find(pattern) then return true end
  end
  return false
end

-- In the library's own procedure, where the time is: who calls it most, and how often
local function caller_of(s, core, names)
  local best, called
  if not core or not s.library or s.kind ~= "procedure" or not is_one_of(s.procedure_name or "", core) then return nil end
  for _, name in ipairs(names) do
    local caller = s.program.callers[name]
    if caller and caller.calls >= 100 and (not best or caller.calls > best.calls) then best, called = caller, name end
  end
  return best, called
end

local function when_called(part, reason, callees, ...)
  local names = { ... }
  return function(s)
    local list = calls_of(s, callees.family, callees.most)
    if #list > 0 then
      if callees.none and callees.none(s, list) then return reason end
      return instead_of(s, list, callees.stays)
    end
    local caller = caller_of(s, callees.core, names)
    if s.library and not caller then return "the code is a library's" end
    list = caller and { caller } or often(s, table.unpack(names))
    if #list == 0 then return reason end
    -- what the library's own procedure takes says what a call costs, the system's part too
    local each = caller and s.events.TOT_CYC and 20000
    local all = each and s.events.TOT_CYC or (caller and s.program or s).events.TOT_INS
    if not all then return "its instructions were not counted" end
    if sum(list, "calls") * (each or 5000) < all then return "there is much work for each call" end
    if caller then return clamp(part * (time_in(s, table.unpack(callees)) or s.fraction)) end
    return saved(s, part, list, table.unpack(callees))
  end
end

local function told(what, callees, ...)
  local names = { ... }
  return function(s)
    local list = callees.family and calls_of(s, callees.family, callees.most) or {}
    if #list > 0 then return told_of_list(list, what) .. (callees.why and callees.why(heaviest(list, "share")) or "") end
    local c = heaviest(often(s, table.unpack(names)), "calls")
    return name_of(c) .. " is called " .. plural(c.calls, "time") .. " at " .. at(c) .. what
  end
end

-- the same, also in the library's own procedure
local function told_of_caller(what, callees, ...)
  local names, here = { ... }, told(what, callees, ...)
  return function(s)
    local caller, name = caller_of(s, callees.core, names)
    if not caller then return here(s) end
    return (caller.title or name) .. " is called " .. plural(caller.calls, "time") .. " at " .. (caller.place or caller.procedure) .. what
  end
end

-- the C library's procedures behind the calls, as patterns of their names
local IO = { "write", "read", "lseek" }
local PRINT = { "printf", "_IO_", "__overflow", "_itoa", "gfortran", "__mpn", "_ZNSo", "_ZNSt", "strchrnul", "write" }
local SCAN = { "scanf", "strto", "_IO_", "strlen", "rawmemchr", "gfortran", "_ZNSi", "_ZNKSt", "read" }
-- a number at the start of a long text: its end is looked for in each call
local function looks_for_end(c)
  return c.inner and (c.inner:find("rawmemchr") or c.inner:find("strn?len"))
end
-- Cycles that a value takes at most that Fortran moves and makes no text of
local UNFORMATTED = 300
local function moves_only(s, list)
  for _, c in ipairs(list) do
    if not c.callee:find("^_gfortran") then return false end
  end
  return #select_facts(s.called, function(t)
    return t.callee:find("^_gfortran_transfer_") and (cycles_of_call(s, t) or UNFORMATTED) < UNFORMATTED
  end) > 0
end
-- Streams that go by way of C's are slow for that reason
local function is_slow_for_others(s, list) return moves_only(s, list) or #synchronised_streams(s) > 0 and not heaviest(list, "share").callee:find("scanf") end
PRINT.none, SCAN.none = moves_only, is_slow_for_others
function SCAN.why(c) return looks_for_end(c) and ": each call looks for the end of all the text, so the time grows with its square" or "" end
PRINT.core, SCAN.core = { "^_*I?O?_?v%l*printf" }, { "^_*I?O?_?v%l*scanf" }
local CHARACTERS = { "getc", "putc", "_IO_", "__overflow", "__uflow", "_ZNSi", "_ZNSo", "lock" }
local FILES = { "open", "close", "stat", "access", "unlink", "mkdir", "_IO_", "malloc", "free" }
local FLUSH = { "flush", "sync", "write", "_IO_", "_ZNSo", "endl" }
local CLOCKS = { "clock", "gettime", "time", "getrusage", "chrono", "vdso" }
CLOCKS.core = { "^_*gettimeofday", "^_*clock_gettime", "^_*getrusage$", "^_*times?$", "^_*clock$" }
local MEMORY = { core = { "alloc" }, "alloc", "free", "_Zn[wa]", "_Zd[la]", "unlink_chunk", "tcache", "brk", "mmap", "munmap", "trim", "madvise" }
local RANDOM = { "rand", "lock", core = { "^_*random", "^_*%l?rand%d*_?r?$", "^_gfortran_a?random" } }

local LENGTHS = {}
-- the families of what takes time by the calling line; requests that are large, and
-- what is fresh from the system, are something else
for family, callees in pairs { requests = IO, numbers_written = PRINT, numbers_read = SCAN, characters = CHARACTERS, files = FILES, flush = FLUSH,
  clock = CLOCKS, allocator = MEMORY, random = RANDOM, lengths = LENGTHS } do
  callees.family = family
end
IO.most, MEMORY.most = 20000, 20000
-- Cycles that what takes a call's place takes, about: a number's bytes copied, its digits read by strtol,
-- an array's next element, a few instructions inline
for stays, list in pairs { [2] = { CHARACTERS, MEMORY, LENGTHS }, [5] = { CLOCKS, RANDOM }, [10] = { IO, PRINT, FILES, FLUSH }, [50] = { SCAN } } do
  for _, callees in ipairs(list) do callees.stays = stays end
end

local raw_io = { "write", "read", "pread", "pwrite", "pread64", "pwrite64", "writev", "readv", "lseek", "__write", "__read" }
suggestion "buffer-small-io" {
  number = 175,
  category = "system_io",
  subcategory = "Read and write in large pieces",
  of_program = true,
  title = "Collect small reads and writes into large ones",
  why = "Each read or write is a request to the system, which takes as long as hundreds to thousands of instructions before a "
    .. "single byte is moved. Collected in a buffer, thousands of small records need one request.",
  needs = {}, -- or calls that take time elsewhere
  when = when_called(0.95, "no read or write is called often", IO, table.unpack(raw_io)),
  evidence = told(", each time a request to the system", IO, table.unpack(raw_io)),
  how = {
    "Use fwrite and fread, which buffer, with a larger buffer where files are large: setvbuf(f, NULL, _IOFBF, 1 << 20).",
    "Or collect records in an array and write it when it is full.",
    "On parallel file systems: requests of one or more megabytes, aligned to stripes.",
  },
  fewer_instructions = true,
  example = "examples/buffer-small-io",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "behaviour", says = "data reach the file later, so flush before what must not be lost" },
  tolerance = 0,
  switches = { intel = { { "-assume buffered_io", "Fortran: buffers output" } } },
  not_when = "Another process must see each record at once.",
  source = "Codee open catalog; Thakur, Gropp and Lusk, Optimizing noncontiguous accesses in MPI-IO",
}

local printing = { "printf", "fprintf", "__fprintf_chk", "__printf_chk", "sprintf", "snprintf", "__sprintf_chk", "__snprintf_chk",
  "vfprintf", "vsnprintf", "_gfortran_st_write", "_gfortran_transfer_real_write", "_gfortran_st_write_done", "_ZNSolsEd", "_ZNSo9_M_insertIdEERSoT_" }
-- Whether what printf prints is text by far, as a compiler's output is: of its time next to
-- nothing makes digits. With numbers alone it is a quarter and more. Nothing tells where its
-- own procedures have no names.
local function prints_text(s, called)
  for _, name in ipairs(called) do
    if not name:find("printf", 1, true) then return false end
  end
  local core = own_time_in(s, "vfprintf", "vfwprintf") or 0
  local digits = own_time_in(s, "printf_fp", "hack_digit", "__mpn", "_itoa") or 0
  return core > 0.02 and digits < 0.15 * own_time_in(s, table.unpack(PRINT))
end

local function printing_numbers(part, reason, callees, ...)
  local names, when = { ... }, when_called(part, reason, callees, ...)
  return function(s)
    local answer = when(s)
    if type(answer) ~= "number" or answer <= 0 then return answer end
    if #texts_in_memory(s) > 0 then return "its texts stay in memory" end
    local _, called = caller_of(s, callees.core, names)
    local list = { called }
    for _, c in ipairs((calls_of(s, callees.family))) do list[#list + 1] = c.callee end
    if #list == 0 then
      for i, c in ipairs(often(s, table.unpack(names))) do list[i] = c.name end
    end
    if prints_text(s, list) then return "what it prints is text, with few digits in it" end
    local to_memory = select_facts(list, function(name) return name:find("sn?printf") ~= nil end)
    if #to_memory == #list and #(calls_of(s, callees.family)) == 0 then return "only the calling line shows whether its texts stay in memory" end
    return answer
  end
end

suggestion "binary-output" {
  number = 176,
  category = "system_io",
  for_libraries = true,
  subcategory = "Read and write in large pieces",
  of_program = true,
  title = "Write numbers in binary, or convert them with to_chars or own code",
  why = "Turning a number into decimal digits takes hundreds of instructions, and turning it back as many again. Binary data are "
    .. "copied as they are, exact and in less space.",
  needs = {}, -- callers are looked for in the whole program
  when = printing_numbers(0.8, "nothing is printed often", PRINT, table.unpack(printing)),
  evidence = told_of_caller(" to make text of numbers", PRINT, table.unpack(printing)),
  how = {
    "Write arrays with fwrite, Fortran's access='stream', form='unformatted', or HDF5 and netCDF.",
    "Print progress every thousandth step, not every one.",
    "Where it must be text: C++17 std::to_chars, or fewer digits.",
    "Fortran, integers into a variable: digits by mod(n, 10) and achar, or a table of the texts that come again.",
  },
  fewer_instructions = true,
  example = "examples/binary-output",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "behaviour", says = "the format of the file" },
  tolerance = 0,
  not_when = "People read the file, and it is short.",
  source = "HDF5 user guide; POP best practices; Codee open catalog",
}

local scanning = { "scanf", "fscanf", "sscanf", "__isoc99_scanf", "__isoc99_fscanf", "__isoc99_sscanf", "__isoc23_sscanf",
  "__isoc23_fscanf", "__isoc23_scanf", "_gfortran_st_read", "_ZNSi10_M_extractIdEERSiRT_", "_ZNSirsERd", "_ZNSirsERi" }
suggestion "parse-without-scanf" {
  number = 177,
  category = "system_io",
  for_libraries = true,
  subcategory = "Read and write in large pieces",
  of_program = true,
  title = "Parse numbers with strtod or read them in binary",
  why = "scanf interprets its format anew for each number, and sscanf looks for the end of the whole string first each time, so that "
    .. "parsing a long string takes time with the square of its length.",
  needs = {}, -- callers are looked for in the whole program
  when = when_called(0.7, "nothing is scanned often", SCAN, table.unpack(scanning)),
  evidence = told_of_caller(" to read numbers from text", SCAN, table.unpack(scanning)),
  how = {
    "Read a block or line, then strtol or strtod, which also say where the number ended: p = end.",
    "C++17: std::from_chars, which is several times faster still.",
    "Better: keep large inputs in a binary format.",
  },
  fewer_instructions = true,
  example = "examples/parse-without-scanf",
  level = "-O2",
  claims = { category = "time", at_least = 0.2 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Only a few numbers are read at the start.",
  source = "C library manual, parsing of integers and floats; perf-book",
}

local bytewise = { "fgetc", "getc", "getchar", "_IO_getc", "fputc", "putc", "_IO_putc", "putchar", "ungetc", "_ZNSi3getEv", "_ZNSi3getERc", "_ZNSo3putEc" }
suggestion "blocks-instead-of-characters" {
  number = 178,
  category = "system_io",
  subcategory = "Read and write in large pieces",
  of_program = true,
  title = "Read blocks instead of characters",
  why = "Each call for one character locks the file against other threads, looks at the buffer and returns. Reading a block and walking "
    .. "through it in memory needs one instruction or two for each character.",
  needs = {}, -- or calls that take time elsewhere
  when = when_called(0.85, "no characters are read or written one by one", CHARACTERS, table.unpack(bytewise)),
  evidence = told(", for one character each time", CHARACTERS, table.unpack(bytewise)),
  how = {
    "fread a block of 64 KiB or a line with getline, and loop over its bytes.",
    "With one thread: getc_unlocked and putc_unlocked are a small change.",
  },
  fewer_instructions = true,
  example = "examples/blocks-instead-of-characters",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The input is interactive.",
  source = "POSIX, getc_unlocked; C library manual, streams and threads",
}

local flushing = { "fflush", "fflush_unlocked", "_ZSt4endlIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_", "_ZNSo5flushEv",
  "fsync", "fdatasync", "msync", "sync", "_gfortran_flush_i4", "_gfortran_flush" }
suggestion "flush-rarely" {
  number = 179,
  category = "system_io",
  subcategory = "Read and write in large pieces",
  of_program = true,
  title = "Flush output rarely",
  why = "Flushing sends what was written to the system at once, one request for each line, and waits for a disk with fsync. Left to itself "
    .. "the library sends full buffers. std::endl flushes as well.",
  needs = {}, -- or calls that take time elsewhere
  when = when_called(0.95, "nothing is flushed often", FLUSH, table.unpack(flushing)),
  evidence = told(", and each time the buffer is sent though it is not full", FLUSH, table.unpack(flushing)),
  how = {
    "C++: '\\n' instead of std::endl; C: no fflush in the loop; Fortran: no flush in the loop.",
    "Flush at checkpoints, and where a crash must not lose the last lines.",
  },
  fewer_instructions = true,
  example = "examples/flush-rarely",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "behaviour", says = "lines appear later, and the last ones are lost when the program crashes" },
  tolerance = 0,
  not_when = "Somebody watches the output, or follows it with another program.",
  source = "C++ Core Guidelines SL.io.50; C library manual, flushing buffers",
}

local opening = { "open", "open64", "openat", "fopen", "fopen64", "fclose", "close", "stat", "stat64", "access", "unlink", "mkdir",
  "_gfortran_st_open", "_gfortran_st_close", "opendir", "fstat" }
local opens_often = when_called(0.95, "no file is opened or looked up often", FILES, table.unpack(opening))

-- The first use of a file that was just opened asks the system, too: what it is, and where its end is.
-- That is most of what such a call takes, the other half at most is the writing itself.
local function first_uses(s)
  local opens = heaviest(calls_of(s, "files"), "share")
  return clamp(0.5 * sum(select_facts(s.called or {}, function(c)
    local inner = { callee = c.inner or "" }
    return opens and as_often(c, opens) and not is_call(c, "files") and (is_call(inner, "files") or is_call(inner, "requests"))
  end), "share"))
end

suggestion "open-once" {
  number = 180,
  category = "system_io",
  subcategory = "Read and write in large pieces",
  of_program = true,
  title = "Open a file once and keep it open",
  why = "Opening and closing look up names and permissions and allocate buffers; on a parallel file system each asks a server that all "
    .. "nodes share. A file kept open, or one file with many records, asks once.",
  needs = {}, -- or calls that take time elsewhere
  when = function(s)
    local saved = opens_often(s)
    return type(saved) == "number" and clamp(saved + first_uses(s)) or saved
  end,
  evidence = told(", which looks up a name each time", FILES, table.unpack(opening)),
  how = {
    "Open before the loop, close after it; rewind or seek instead of opening again.",
    "One large file instead of thousands of small ones: HDF5, netCDF, ADIOS, or offsets of your own.",
  },
  fewer_instructions = true,
  example = "examples/open-once",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Others must be able to replace the file in between.",
  source = "Lustre best practices; POP co-design, file-per-process pattern",
}

local clocks = { "gettimeofday", "clock_gettime", "time", "clock", "times", "getrusage", "omp_get_wtime", "MPI_Wtime", "mpi_wtime_",
  "_ZNSt6chrono3_V212steady_clock3nowEv", "_ZNSt6chrono3_V212system_clock3nowEv", "_gfortran_system_clock_8", "_gfortran_cpu_time_8" }
suggestion "ask-the-clock-rarely" {
  number = 181,
  category = "system_io",
  for_libraries = true,
  subcategory = "Call libraries and the system less often",
  of_program = true,
  title = "Look at the clock rarely",
  why = "Reading the time takes some 50 to 100 cycles, and where the virtual clock is not available a request to the system of ten times "
    .. "that. Looking at it every thousandth time is exact enough for limits and progress.",
  needs = {}, -- callers are looked for in the whole program
  when = when_called(0.9, "the clock is not read often", CLOCKS, table.unpack(clocks)),
  evidence = told_of_caller(" to read the time", CLOCKS, table.unpack(clocks)),
  how = {
    "Count iterations and read the clock when the counter is a multiple of 1024.",
    "For timing: measure the whole loop, and divide.",
    "getrusage and times are requests to the system each time; clock_gettime(CLOCK_MONOTONIC) mostly is none.",
    "Virtual machines: check that the kernel's clock source can be read without a system call.",
  },
  fewer_instructions = true,
  example = "examples/ask-the-clock-rarely",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "behaviour", says = "a time limit is noticed a little later" },
  tolerance = 0,
  not_when = "Each iteration takes milliseconds.",
  source = "Linux vDSO manual page; POP best practices",
}

local allocation = { "malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc", "memalign", "_Znwm", "_Znam", "_ZdlPv",
  "_ZdaPv", "_ZdlPvm", "_ZdaPvm", "_mm_malloc" }
-- Without the calls at lines that copy an object: with the copy their memory goes, too
local function not_for_copies(s, list)
  local lines = {}
  for _, c in ipairs(copied(s)) do lines[at(c)] = true end
  -- of Fortran the text without its blanks
  for _, c in ipairs(s.called or {}) do
    if c.callee == "_gfortran_string_trim" then lines[at(c)] = true end
  end
  return select_facts(list, function(c) return not lines[at(c)] end)
end

suggestion "allocate-outside" {
  number = 182,
  category = "system_io",
  for_libraries = true,
  subcategory = "Call libraries and the system less often",
  of_program = true,
  title = "Allocate once, or from a pool",
  why = "Each allocation searches for free memory and does bookkeeping, a hundred instructions and more, and fresh memory is not in the caches. Memory that is allocated once and used again costs nothing and is warm; a pool gives pieces of one large block in a few instructions.",
  needs = {}, -- callers are looked for in the whole program
  when = function(s)
    local list = calls_of(s, MEMORY.family, MEMORY.most)
    local kept = not_for_copies(s, list)
    if #kept < #list and #kept == 0 then return "what it allocates is for copies" end
    if #kept > 0 then return instead_of(s, kept, MEMORY.stays) end
    local caller = caller_of(s, MEMORY.core, allocation)
    if s.library and not caller then return "the code is a library's" end
    list = caller and { caller } or often(s, table.unpack(allocation))
    if #list == 0 then return "nothing is allocated or freed often" end
    if sum(list, "calls") * 2000 < ((caller and s.program or s).events.TOT_INS or 0) then return "there is much work for each allocation" end
    -- what is fresh from the system is touched once in any case
    if caller then return clamp(0.5 * (own_time_in(s, table.unpack(MEMORY)) or s.fraction or 0)) end
    return saved(s, 0.5, list, table.unpack(MEMORY))
  end,
  evidence = told_of_caller("", MEMORY, table.unpack(allocation)),
  how = {
    "Move the allocation before the loop, with the largest size that occurs.",
    "Small arrays of fixed size: on the stack. C++: reuse a vector with clear(), call reserve().",
    "Many small objects, and the nodes of lists, maps and sets: from one block, freed together (pool, arena, std::pmr).",
    "Fortran: allocate work arrays once; automatic arrays of large size are allocated at each call.",
  },
  fewer_instructions = true,
  example = "examples/allocate-outside",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "thread_safety", says = "buffers that are kept are shared by threads and by recursive calls: use one for each" },
  tolerance = 0,
  switches = {
    gcc = { { "-fstack-arrays", "Fortran: automatic arrays and temporaries on the stack (part of -Ofast)" } },
    intel = { { "-no-heap-arrays", "Fortran: automatic arrays on the stack, the default" } },
    nvidia = { { "-Mstack_arrays", "Fortran: automatic arrays on the stack" } },
    fujitsu_trad = { { "-Kautoobjstack", "Fortran: automatic arrays on the stack, the default" } },
  },
  not_when = "The memory would be held for long without need.",
  source = "Codee open catalog; perf-book, ch. 8; Agner Fog, Optimizing software in C++, ch. 9.6",
}

local text = { "strlen", "strcat", "strncat", "strcpy", "strchr", "strstr", "_gfortran_string_len_trim", "_gfortran_concat_string", "__strcat_chk", "__strcpy_chk",
  -- std::string::compare(char const *): it measures the constant anew each time
  "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE7compareEPKc", "_ZNKSs7compareEPKc" }

suggestion "remember-string-lengths" {
  number = 183,
  category = "system_io",
  subcategory = "Call libraries and the system less often",
  of_program = true,
  title = "Remember lengths of strings instead of looking for their ends",
  why = "strlen and strcat walk through the whole string to find its end. In a loop over that string this makes the time grow with the "
    .. "square of its length.",
  needs = {}, -- or calls that take time elsewhere
  when = function(s)
    local list = calls_of(s, LENGTHS.family)
    if #list > 0 then return instead_of(s, list, LENGTHS.stays) end
    list = often(s, table.unpack(text))
    if #list == 0 then return "no string function is called often" end
    if sum(list, "calls") * 100 < (s.events.TOT_INS or 0) then return "there is much work for each call" end
    -- where strings are compared, looking for the constant's end is about half of it
    local part = heaviest(list, "calls").name:find("compare") and 0.3 or 0.6
    -- those of the libraries: many a user's name holds "str", as std::string's own does
    return saved(s, part, list, "^_*str", "^_gfortran_.*str", "^_gfortran_.*trim", "compareEPKc", "::compare%(char const%*%)")
  end,
  evidence = told("", LENGTHS, table.unpack(text)),
  how = {
    "Take strlen out of the loop's condition: const size_t n = strlen(s);",
    "Append at a remembered end: p = stpcpy(p, word); C++: std::string knows its length.",
    "C++: s == \"name\" measures the constant each time; compare with a std::string_view, lengths first.",
  },
  fewer_instructions = true,
  example = "examples/remember-string-lengths",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The string changes its length in the loop in ways that can't be followed.",
  source = "Codee open catalog; Spolsky, Back to basics",
}

local moving = { "memcpy", "memmove", "memset", "__memcpy_chk", "bcopy" }
-- Cycles that a call of one of these takes for a few bytes
local SMALL_CALL = 20

suggestion "copy-small-things-inline" {
  number = 184,
  category = "system_io",
  subcategory = "Call libraries and the system less often",
  of_program = true,
  title = "Copy a few bytes with assignments instead of memcpy",
  why = "A call of memcpy finds out which of its many variants suits size and alignment before it copies. For a few bytes that takes "
    .. "longer than copying; with a size known when compiling it becomes one or two instructions.",
  needs = { "callee", "loop" },
  scope = "loop",
  when = function(s)
    local list = often(s, table.unpack(moving))
    local n = sum(list, "calls")
    if n < 0.5 * (s.loop.iterations or math.huge) or n < 10000 then return "no memory function is called in each iteration" end
    if n * 40 < (s.events.TOT_INS or 0) then return "there is much work for each call" end
    -- the call, the choice by length and the return go, what moves much stays
    local time, cycles = time_in(s, "mem", "str", "bcopy"), s.program.events and s.program.events.TOT_CYC
    local small = time and cycles and clamp(ratio(SMALL_CALL * n, time * cycles) or 0)
    return saved(s, small and 0.9 * small or 0.4, list, "mem", "str", "bcopy")
  end,
  evidence = told(", once in about each iteration", {}, table.unpack(moving)),
  how = {
    "Give the size as a constant: memcpy(p, q, sizeof(*p)), or assign structures: *p = *q.",
    "Sizes that vary within small limits: a loop, or copy the largest size each time.",
  },
  fewer_instructions = true,
  example = "examples/copy-small-things-inline",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  switches = {
    gcc = { { "-minline-all-stringops", "x86: copies without a call" } },
    intel = { { "-fbuiltin", "lets memcpy of known size become instructions; the default" } },
    fujitsu_trad = { { "-Koptlib_string", "uses the optimised string library" } },
    fujitsu_clang = { { "-ffj-optlib-string", "uses the optimised string library" } },
  },
  not_when = "Hundreds of bytes are copied each time.",
  source = "Agner Fog, Optimizing subroutines in assembly language, ch. 17.9; GCC manual",
}

local drawing = { "rand", "random", "drand48", "rand_r", "lrand48", "_gfortran_random_r8" }
suggestion "own-random-numbers" {
  number = 185,
  category = "system_io",
  for_libraries = true,
  subcategory = "Call libraries and the system less often",
  of_program = true,
  title = "Use a random number generator of your own",
  why = "A call for each number costs more than the number, and rand and random lock their state in each, because other threads may "
    .. "call them too. A small generator in the program is inlined, needs a few instructions and has a state for each thread.",
  needs = {}, -- callers are looked for in the whole program
  when = when_called(0.8, "no random numbers of the C library are used often", RANDOM, table.unpack(drawing)),
  evidence = told_of_caller("", RANDOM, table.unpack(drawing)),
  how = {
    "xoshiro or PCG in a static inline function, with the state in a local variable or structure.",
    "Many numbers: fill an array at once (MKL VSL, ROCRAND, Fortran's random_number of an array).",
    "Threads and ranks: different seeds or a generator with streams (Philox).",
  },
  fewer_instructions = true,
  example = "examples/own-random-numbers",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "behaviour", says = "the sequence of random numbers" },
  tolerance = 0.05,
  not_when = "Results must be comparable with earlier ones number by number.",
  source = "Blackman and Vigna, Scrambled linear pseudorandom number generators; POSIX, rand",
}

suggestion "sort-without-callback" {
  number = 186,
  category = "system_io",
  subcategory = "Call libraries and the system less often",
  of_program = true,
  remedy = "sort",
  title = "Sort and search with the comparison compiled in",
  why = "qsort calls a procedure through a pointer for each comparison, some n log n times, and moves "
    .. "elements without knowing their size. A sort whose comparison the compiler sees does the same "
    .. "with a few instructions.",
  needs = {}, -- or calls that take time elsewhere
  when = function(s)
    local list, share = calls_of(s, "sort")
    if #list > 0 then return 0.5 * share end
    list = calls_to(s, "qsort", "qsort_r", "bsearch")
    if #list == 0 then return "it sorts nothing with a callback" end
    return saved(s, 0.5, list, "sort", "bsearch")
  end,
  evidence = function(s)
    local calls = told_of_calls(s, "sort", nil, ", with a call back for each comparison")
    if calls then return calls end
    local c = heaviest(calls_to(s, "qsort", "qsort_r", "bsearch"), "calls")
    return name_of(c) .. " is called " .. plural(c.calls, "time") .. " at " .. at(c)
      .. " and calls back for each comparison"
  end,
  how = {
    "C++: std::sort with a lambda; C: a small sort of your own for the type, or a radix sort for integers.",
    "Is each sort needed? If the data are nearly sorted, insert new elements at the right place.",
  },
  fewer_instructions = true,
  example = "examples/sort-without-callback",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "behaviour", says = "nothing, except perhaps the order of equal elements" },
  tolerance = 0,
  not_when = "Sorting takes little of the time.",
  source = "Musser and Stepanov; perf-book, ch. 10; Codee open catalog",
}
