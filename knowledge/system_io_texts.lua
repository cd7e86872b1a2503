-- System and I/O: what libraries do anew for each text or date, though once would do.

local SELDOM = "Call libraries and the system less often"

-- Cycles from which on a call for a text copies much of it, and not a word
local LONG_COPY = 1000
-- and those that copying a word takes
local WORD = 30

-- Of what copies long texts, what does so where a text is made of others each time: beside what
-- appends there is what begins a new one. Appending alone copies the new piece.
local function copies_to_append(s)
  local lines = {}
  local copies = select_facts(s.called or {}, function(c) return (c.calls or 0) >= 100 and (is_call(c, "texts") or is_call(c, "copies")) end)
  for _, c in ipairs(copies) do
    local l = lines[at(c)] or { appends = 0, begins = 0 }
    lines[at(c)] = l
    local puts = c.callee:find("operator%+") or c.callee:find("concat_string")
    local appends = c.callee:find("append")
    if appends or puts then l.appends = l.appends + c.calls end
    if not appends then l.begins = l.begins + c.calls end
  end
  return select_facts(copies, function(c)
    local l = lines[at(c)]
    return l.appends > 0 and 4 * l.begins >= l.appends and (cycles_of_call(s, c) or 0) >= LONG_COPY
  end)
end

suggestion "sum-strings-in-place" {
  number = 202,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Append to a text in place instead of making a longer copy",
  why = "all = all + word copies the whole text and the word to a new text, and frees the old one, so that the time grows "
    .. "with the square of the length. all += word copies the word alone, and now and then the rest.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = copies_to_append(s)
    if #list == 0 then return "no long text is copied to be longer" end
    return instead_of(s, list, WORD)
  end,
  evidence = function(s) return told_of_list(copies_to_append(s), ", and the whole text is copied each time") end,
  how = {
    "C++: all += word; and all += ','; each on its own, reserve() where the length is known.",
    "C: remember the end and append there, with realloc to twice the size.",
    "Fortran: a longer variable and a position, all(n+1:n+len(word)) = word.",
  },
  fewer_instructions = true,
  example = "examples/sum-strings-in-place",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The texts are short.",
  source = "Spolsky, Back to basics; clang-tidy, performance-inefficient-string-concatenation",
}

-- Cycles of making a number's digits, two with each multiplication, without a format and a locale
local DIGITS = 30

-- Of what a look-up by a text takes, what one by a number does without: characters to hash, compare and copy
local BY_NUMBER = 0.8

-- Look-ups in maps and sets with texts for keys
local function keyed_by_texts(s)
  return select_facts(s.called or {}, function(c)
    local container = (c.through or c.callee):match("^std::([%w_:]*)<std::[%w_:]*basic_string<")
    return container and (container:find("[Mm]ap") or container:find("set$") or container:find("Hashtable") or container:find("_tree"))
  end)
end

-- those as often as texts are made of numbers
local function looked_up_by(s, made)
  local most = heaviest(made, "calls")
  return select_facts(most and keyed_by_texts(s) or {}, function(c) return (c.calls or 0) >= 0.1 * most.calls end)
end

suggestion "texts-when-needed" {
  number = 203,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Make texts of numbers with to_chars, and only where they are read",
  why = "snprintf, std::to_string and string streams read a format or a locale for each number and make its digits: hundreds of "
    .. "cycles; to_chars, or digits made by hand, take tens. A text that only serves as a key, or that is made for a log that is off, is worth no time.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = texts_in_memory(s)
    if #list == 0 then return "no texts of numbers are made in memory" end
    local digits = select_facts(list, function(c) return is_call(c, "numbers_written") end)
    local others = select_facts(list, function(c) return not is_call(c, "numbers_written") end)
    return clamp(instead_of(s, digits, DIGITS) + instead_of(s, others, 0) + BY_NUMBER * sum(looked_up_by(s, list), "share"))
  end,
  evidence = function(s)
    local list = texts_in_memory(s)
    local keys = heaviest(looked_up_by(s, list), "share")
    if keys then return told_of_list({ keys }, " with texts for keys that are made of numbers") end
    return told_of_list(list, " to make texts in memory")
  end,
  how = {
    "Ask for the log's level first: if (level >= limit) log(...), or a macro that does.",
    "Keys: the numbers themselves, as a struct with == and a hash, or put together in one integer.",
    "Where the text is needed: C++17 std::to_chars, or for whole numbers a loop with % 10; keep it if it is needed again.",
  },
  fewer_instructions = true,
  example = "examples/texts-when-needed",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Texts are few, or printf's format does more than digits, such as columns.",
  source = "ISO C++17, std::to_chars; Alexandrescu, Three optimization tips for C++ (digits of integers)",
}

-- Whether texts are read or made about as often as they are looked up, in the outermost loop around: then each may be a new one
local function new_texts(s, lookups)
  local around = s
  while around.outer do around = around.outer end
  local made = select_facts(around.called or {}, function(c)
    return is_call(c, "texts") or is_call(c, "copies") or is_call(c, "requests") or is_call(c, "characters")
  end)
  return sum(made, "calls") > 0.1 * sum(lookups, "calls")
end

-- Texts that lines make of characters, to look them up: names that are written in the program, as a rule
local function names_made(s)
  return called_anywhere(s, "basic_stringIcSt11char_traitsIcESaIcEE12_M_constructIPKc", "basic_stringIcSt11char_traitsIcESaIcEEC1EPKc",
    "basic_stringIcSt11char_traitsIcESaIcEEC2EPKc", "basic_stringIcSt11char_traitsIcESaIcEEC1IS3_EEPKc", "basic_stringIcSt11char_traitsIcESaIcEEC2IS3_EEPKc")
end

-- What reads words, or takes a text to pieces
local WORDS_READ = { "getline", "strtok", "strsep", "fgets", "scanf", "rsIcSt11char_traits", "substr" }

-- Why the look-ups of a procedure are no search for names that its callers write out
local function not_by_name(s, lookups)
  if s.loop then
    if sum(lookups, "calls") < 0.5 * (s.loop.iterations or math.huge) then return "it does not look up names in each iteration" end
    return (s.loop.entries or 0) < 100 and "it goes through its names a few times only" or nil
  end
  local names = names_made(s)
  if names < OFTEN or names < 0.05 * sum(lookups, "calls") then return "the program makes few texts of characters" end
  return called_anywhere(s, table.unpack(WORDS_READ)) > 0.1 * names and "the names may be words that it reads" or nil
end

-- What compares texts of Fortran, and what makes those that it compares: at its line or, of select case, at lines of the same section
local COMPARES = { "^_gfortran_select_string$", "^_gfortran_compare_string$" }
local PREPARES = { "^_gfortran_string_trim$", "^_gfortran_adjust[lr]$" }

local function calls_like(s, patterns)
  return select_facts(s.called or {}, function(c)
    for _, pattern in ipairs(patterns) do
      if c.callee:find(pattern) then return (c.calls or 0) >= OFTEN end
    end
    return false
  end)
end

-- The comparisons of names in Fortran, with the copies made for them; nothing where the program reads or makes about as many texts, or
-- the section moves them, as a sort does
local function names_compared(s)
  if s.language ~= "Fortran" then return {} end
  local list = calls_like(s, COMPARES)
  local n = sum(list, "calls")
  if #list == 0 or new_texts(s, list) then return {} end
  if called_anywhere(s, "_gfortran_st_read", "_gfortran_concat_string", "_gfortran_string_index", "_gfortran_string_scan") > 0.1 * n then return {} end
  local lines = {}
  for _, c in ipairs(calls_like(s, PREPARES)) do
    lines[at(c)] = true
    list[#list + 1] = c
  end
  for _, c in ipairs(calls_like(s, { "^free$" })) do
    if lines[at(c)] then list[#list + 1] = c end
  end
  return list
end

suggestion "look-names-up-once" {
  number = 252,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Look names up once, and keep a number or a pointer",
  why = "A map with names for keys, or a select case of texts, compares the characters of several names, or computes a hash of all of them, each "
    .. "time that one is looked up. What a name leads to does not change from step to step: an index of an array takes a cycle or two.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local compared = names_compared(s)
    if #compared > 0 then return instead_of(s, compared, 2) end
    local list = select_facts(keyed_by_texts(s), function(c) return not api_of(c):find("::~") end)
    if #list == 0 then return "it does not look up names" end
    local why = not_by_name(s, list)
    if why then return why end
    if new_texts(s, list) then return "it looks up texts that were just made or read" end
    return BY_NUMBER * clamp(sum(list, "share") + (s.fraction or 0))
  end,
  evidence = function(s)
    local compared = names_compared(s)
    if #compared > 0 then return told_of_list(compared, ", to compare names that the program does not read") end
    return told_of_list(keyed_by_texts(s), ", with names for keys that " .. (s.loop and "no step makes" or "its callers give"))
  end,
  how = {
    "Where a name is read: number = map.at(name), or a pointer to the element of a map, which stays where it is.",
    "In the loops: value[number], with the values in a std::vector<double>.",
    "Fortran: integer, parameter :: HLL = 1, RUSANOV = 2; select case (trim(adjustl(name))) once, where the name is read, sets scheme = HLL; in the loops select case (scheme), or a procedure pointer.",
    "Where other code needs the names: a second array has the name of each number.",
  },
  fewer_instructions = true,
  example = "examples/look-names-up-once",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The names are data that are different each time: then a hash table in place of a tree.",
  source = "own measurements",
}

-- Texts that a search looks at each time, from which on a table pays
local TEXTS = 6

-- Whether the next text to look at depends on how the last one compares, as in a search by halves: what leaves no loop where texts are
-- equal, or computes a place from the one before
local function by_halves(s)
  local equal = select_facts(s.branches, function(b) return b.leaves and b.asks == "zero" end)
  return #s.branches > 0 and #equal == 0 or #select_facts(s.chains, function(c) return c.kind == "integer" end) > 0
end

-- The comparison of texts that a loop makes in about each iteration, as a search does that looks at one after the other; and how
-- many each search makes
local function searches_texts(s)
  if s.library or not s.loop or not s.loop.innermost or (s.loop.entries or 0) < 1000 or by_halves(s) then return nil end
  local list = select_facts(s.callees, function(c)
    local name = (c.name or ""):gsub("@.*", "")
    return (name:find("^strn?c%l*mp$") or name == "memcmp" or name == "bcmp") and (c.calls or 0) > 0.5 * (s.loop.iterations or math.huge)
  end)
  local each = sum(list, "calls") / s.loop.entries
  -- what calls push stays where it is
  local stores = sum(select_facts(s.memrefs, function(r) return r.access == "store" and r.stride ~= 0 end), "count")
  if each < TEXTS or stores >= 0.1 * s.loop.iterations then return nil end
  return list[1], each
end

suggestion "look-up-texts" {
  number = 204,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Look texts up in a hash table or by binary search, not one by one",
  why = "A search that compares a text with each one in a table takes as many calls as there are texts before it. A hash table compares "
    .. "one or two; a sorted table of a thousand, ten.",
  needs = { "callee", "loop" },
  scope = "loop",
  for_libraries = true, -- std::find is in a header of the library
  when = function(s)
    local c, each = searches_texts(s)
    if not c then return "it is not a search among texts" end
    local time = sum(select_facts(s.called or {}, function(c) return (c.inner or c.callee):find("cmp") ~= nil end), "share")
    return clamp((time + (s.fraction or 0)) * (1 - 2 / each))
  end,
  evidence = function(s)
    local c, each = searches_texts(s)
    return "the search at " .. at(c) .. " calls " .. name_of(c) .. " for one text after the other: " .. count(each) .. " each of "
      .. plural(s.loop.entries, "time")
  end,
  how = {
    "C++: std::unordered_map<std::string_view, int>; C: a hash table, hsearch, or a sorted table and bsearch.",
    "A fixed set of words: a perfect hash (gperf), or a switch on length and first letter before the comparison.",
    "Turn texts into numbers once, when they are read, and compare these.",
  },
  fewer_instructions = true,
  example = "examples/look-up-texts",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The text is nearly always one of the first.",
  source = "Knuth, The art of computer programming, vol. 3, sec. 6.4; GNU gperf manual",
}

-- What goes through all characters of a variable of Fortran, the blanks that fill it up included; and what is about these blanks
local THROUGH = { "^_gfortran_string_", "^_gfortran_adjust[lr]", "^_gfortran_compare_string", "^_gfortran_concat_string", "^_gfortran_select_string" }
local BLANKS = { "_gfortran_string_len_trim", "_gfortran_string_trim", "_gfortran_adjustl", "_gfortran_adjustr" }
-- Cycles of a call from which on it goes through more than a line has, and of one for a line
local LONG_TEXT, LINE = 200, 40

local function goes_through(c)
  for _, pattern in ipairs(THROUGH) do
    if c.callee:find(pattern) then return true end
  end
  return false
end

-- The calls for variables that are far longer than their texts, and what is done for them or as often: copies to move a text along,
-- memory for its result
local function padded(s)
  local long = select_facts(s.called or {}, function(c) return (c.calls or 0) >= OFTEN and goes_through(c) end)
  local most = heaviest(long, "share")
  -- where nothing asks for the blanks, the text may fill its variable
  if not most or (cycles_of_call(s, most) or 0) < LONG_TEXT or called_anywhere(s, table.unpack(BLANKS)) < 0.1 * most.calls then return {} end
  return select_facts(s.called, function(c)
    return goes_through(c) or (c.calls or 0) >= 0.5 * most.calls and (is_call(c, "copies") or is_call(c, "allocator") or c.callee == "memset")
  end)
end

suggestion "short-character-variables" {
  number = 254,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Declare character variables no longer than their texts",
  why = "A text in a longer variable of Fortran is filled up with blanks. index, adjustl, trim, comparisons and assignments go through all of them, "
    .. "for each word of the text.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = padded(s)
    if #list == 0 then return "no long character variables are gone through often" end
    return instead_of(s, list, LINE)
  end,
  evidence = function(s)
    local list = padded(s)
    return told_of_list(list, string.format(", %.0f cycles for each: its variable is far longer than a line", cycles_of_call(s, heaviest(list, "share")) or LONG_TEXT))
  end,
  how = {
    "character(len=128) :: line, if that is enough, in place of thousands; character(len=:), allocatable where the length is known late.",
    "Or look for the end once, n = len_trim(line), and work on line(1:n).",
    "Keep the position of the next word, at = at + index(line(at:n), ';'), in place of line = line(p+1:), which moves all that follows.",
  },
  fewer_instructions = true,
  example = "examples/short-character-variables",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "behaviour", says = "longer texts are cut off" },
  tolerance = 0,
  not_when = "The texts fill the variable.",
  source = "ISO Fortran 2018, character assignment and comparison; own measurements",
}

-- What does the same work for each call, but for so many cycles
local function each_time(s, family, stays, reason)
  local list = calls_of(s, family)
  return #list > 0 and instead_of(s, list, stays) or reason
end

suggestion "time-zone-once" {
  number = 205,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Ask for the time zone once, not for each date",
  why = "localtime and mktime check each time whether the time zone has changed (with a system call if TZ is not set), lock, and search a table. Within a quarter of an hour only minutes and seconds change, which takes two divides.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return each_time(s, "time_zone", 20, "no local times are computed often") end,
  evidence = function(s) return told_of_calls(s, "time_zone") end,
  how = {
    "Keep the last result, and call again only for another quarter of an hour: no zone changes in between.",
    "Set TZ (TZ=:/etc/localtime in the environment), so that no file is looked up each time; localtime_r does not check it, either.",
    "Where no local time is needed: gmtime_r, or count days and seconds.",
  },
  fewer_instructions = true,
  example = "examples/time-zone-once",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "behaviour", says = "a change of the time zone while the program runs is noticed later" },
  tolerance = 0,
  not_when = "The dates come in no order: remember the offset of each day then.",
  source = "C library manual, broken-down time; tzset(3)",
}

suggestion "regex-once" {
  number = 206,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Compile a regular expression once, outside of the loop",
  why = "Constructing a regular expression compiles it: its text is parsed, and an automaton is built from many small allocations. That takes longer than matching a line with it.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return each_time(s, "regex", 0, "no regular expression is compiled often") end,
  evidence = function(s) return told_of_calls(s, "regex") end,
  how = {
    "C++: static const std::regex r(\"...\"); or construct it before the loop; C: regcomp once.",
    "Several expressions that come again: keep them in a map by their text.",
    "A fixed text or a single character needs no expression: find, strchr.",
  },
  fewer_instructions = true,
  example = "examples/regex-once",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Each expression is used once.",
  source = "POSIX, regcomp; ISO C++, class template basic_regex",
}
