-- System and I/O: what is prepared anew for each element, though once would do.

local SELDOM = "Call libraries and the system less often"

local function share_of(list) return clamp(sum(list, "share")) end

local SORTS = { "^qsort", "^std::sort", "^std::stable_sort", "^std::partial_sort", "^std::nth_element", "^std::__introsort", "^std::__%w*sort",
  "^std::__merge", "^std::__adjust_heap", "^std::__unguarded", "^std::list::sort" }

-- Whether code runs as the comparison of a sort
local function compares(c)
  local by = c.called_back_by and api_of { callee = c.called_back_by }
  for _, pattern in ipairs(SORTS) do
    if by and by:find(pattern) then return true end
  end
  return false
end

-- A sort whose comparison is compiled into it, and which spends most of its time in what makes
-- a key: a function of mathematics, of numbers in texts, of dates
local MAKES_KEYS = { "^_*ieee754_", "^_*sin", "^_*cos", "^_*tan", "^_*atan", "^_*exp", "^_*log", "^_*pow", "^_*hypot", "strto%a+_l_internal", "^_*mktime", "^_*tz" }

local function computes_in_sort(c)
  for _, pattern in ipairs(compares { called_back_by = c.callee } and MAKES_KEYS or {}) do
    if (c.inner or ""):find(pattern) then return true end
  end
  return false
end

-- Cycles from which on a call makes a key, and does not only compare two
local MAKES = 50
-- and those that comparing two keys that are there takes
local COMPARES = 5

-- What comparisons of a sort call, where one of the calls makes a key: takes long, or copies an object
local function keys_made(s)
  local list = select_facts(s.called or {}, function(c)
    local name = api_of(c)
    return computes_in_sort(c) or compares(c) and (c.calls or OFTEN) >= OFTEN and not name:find("cmp") and not name:find("compare")
      and not name:find("^std::operator")
  end)
  local copies = copied(s)
  local made = select_facts(list, function(c)
    return computes_in_sort(c) or not c.calls or (cycles_of_call(s, c) or 0) >= MAKES or is_one_of(c, copies)
  end)
  return #made > 0 and list or {}
end

suggestion "sort-by-keys" {
  number = 196,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Compute the key of each element once, before sorting",
  why = "A sort compares each element with some twenty others, and each comparison parses, copies or computes the keys of both again. Keys that are kept beside the elements are computed once each, and comparing them takes an instruction or two.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = keys_made(s)
    if #list == 0 then return "no comparison of a sort makes keys" end
    local sorts = select_facts(list, computes_in_sort)
    -- of a sort most is its comparison: to sort keys stays
    return clamp(instead_of(s, list, COMPARES) - 0.2 * sum(sorts, "share"))
  end,
  evidence = function(s)
    local list = keys_made(s)
    local most = heaviest(list, "share")
    return told_of_list(list, ", in comparisons of " .. api_of { callee = most.called_back_by or most.callee })
  end,
  how = {
    "Make an array of pairs of key and index, sort that by the key, and put the elements in its order.",
    "Or keep the key in the element, and compute it when the element is made.",
    "C: strxfrm once for each text in place of strcoll in each comparison.",
  },
  fewer_instructions = true,
  example = "examples/sort-by-keys",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "There are only a few elements, or no memory for the keys.",
  source = "Schwartz's transform; Python documentation, key functions of sorting",
}

-- Cycles in which qsort and its like sort a few elements, and those of a network of compares for nine
local FEW_SORTED, NETWORK = 4000, 40

suggestion "sort-few-inline" {
  number = 197,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  remedy = "sort",
  title = "Sort a few elements inline: minimum and maximum of pairs, or insertion",
  why = "For a few elements qsort takes longer to begin, to call back and to copy than to sort. A fixed list of compares and exchanges "
    .. "has no branches to guess, and finds a median without sorting the rest.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = calls_of(s, "sort", FEW_SORTED)
    if #list == 0 then return "it does not sort a few elements again and again" end
    return instead_of(s, list, NETWORK)
  end,
  evidence = function(s) return told_of_calls(s, "sort", FEW_SORTED, ", for a few elements each time") end,
  how = {
    "A median of nine: 19 times the minimum and maximum of a pair (fmin and fmax, std::min and std::max), in registers.",
    "Up to 30 elements or so: insertion sort in the loop.",
    "Only the k-th one: std::nth_element, or a histogram where the values are few.",
  },
  fewer_instructions = true,
  example = "examples/sort-few-inline",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "behaviour", says = "nothing, except perhaps the order of equal elements" },
  tolerance = 0,
  not_when = "Some calls sort much more.",
  source = "Knuth, The art of computer programming, vol. 3, sec. 5.3.4; Smith, Implementing median filters in XC4000E FPGAs, 1996",
}

-- streams that are made and thrown away
local function streams_made(s)
  return select_facts(s.called or {}, function(c)
    return (c.calls or OFTEN) >= OFTEN and api_of(c):find("^std::basic_[io]?stringstream::~?basic_[io]?stringstream$") ~= nil
  end)
end

suggestion "keep-string-streams" {
  number = 198,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Keep one string stream, and fill it only when its text is used",
  why = "Constructing a stream sets up a locale, its facets and a buffer: hundreds to thousands of instructions before the first character. If the log is off, nobody reads its texts.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = streams_made(s)
    if #list == 0 then return "no string stream is constructed often" end
    return instead_of(s, list, 20)
  end,
  evidence = function(s) return told_of_list(streams_made(s)) end,
  how = {
    "Ask for the level of the log first: if (level >= DEBUG) log(...), or a macro that does.",
    "One stream before the loop, or thread_local: s.str(\"\"); s.clear(); for the next text.",
    "Few numbers in a text: std::to_chars, std::format_to or snprintf into a buffer.",
  },
  fewer_instructions = true,
  example = "examples/keep-string-streams",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Each text takes long in any case.",
  source = "ISO C++, basic_ios::init; Agner Fog, Optimizing software in C++, ch. 9.9",
}

local function facets_used(s)
  return select_facts(s.called or {}, function(c)
    return (c.calls or 0) >= OFTEN and (api_of { callee = c.callee }:find("^std::use_facet$") or api_of { callee = c.callee }:find("^std::has_facet$"))
  end)
end

suggestion "facet-once" {
  number = 199,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Take the locale's facet once, before the loop",
  why = "std::toupper(c, locale) and its like look up the locale's table of characters for each character, and check its type with a dynamic_cast. The facet, taken once, converts a character with a call, or all of a text with one.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = facets_used(s)
    if #list == 0 then return "no facet of a locale is looked up often" end
    return instead_of(s, list, 5)
  end,
  evidence = function(s) return told_of_list(facets_used(s)) end,
  how = {
    "const auto &facet = std::use_facet<std::ctype<char>>(locale); before the loop, facet.toupper(c) in it.",
    "A whole text at once: facet.toupper(first, last).",
    "Where all text is ASCII: c >= 'a' && c <= 'z' ? c - 32 : c.",
  },
  fewer_instructions = true,
  example = "examples/facet-once",
  level = "-O2",
  claims = { category = "time", at_least = 0.25 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The locale changes from character to character.",
  source = "ISO C++, locale convenience interfaces",
}

-- Calls that ask the C library about one character, or convert one
local function characters_asked(s)
  return select_facts(s.called or {}, function(c)
    local name = c.callee:gsub("@.*", "")
    return (c.calls or 0) >= OFTEN and (name:find("^tow?upper$") or name:find("^tow?lower$") or name:find("^isw?%l+$") or name:find("^__ctype_%l+_loc$")) ~= nil
  end)
end

suggestion "characters-by-table" {
  number = 264,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Convert characters by comparisons or a table, without a call",
  why = "toupper, isspace and their like are calls of the C library, which looks into the locale's table: some ten cycles for a character. A comparison, or a table of 256 bytes, takes one, and loops of comparisons work on vectors.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = characters_asked(s)
    if #list == 0 then return "it asks the C library about few characters" end
    return instead_of(s, list, 1)
  end,
  evidence = function(s) return told_of_list(characters_asked(s)) end,
  how = {
    "ASCII: c - (c >= 'a' && c <= 'z' ? 32 : 0); digits: (unsigned)(c - '0') < 10.",
    "Any 8-bit locale: unsigned char upper[256], filled by toupper once; upper[(unsigned char)c].",
    "Texts that are compared again and again: convert each once, and keep it.",
  },
  fewer_instructions = true,
  example = "examples/characters-by-table",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "behaviour", says = "letters beyond ASCII, if only comparisons for ASCII are written" },
  tolerance = 0,
  not_when = "Characters have several bytes (UTF-8), or the locale changes.",
  source = "ISO C, character handling; glibc manual, case conversion",
}

-- Fortran's statements for reading and writing, and what they move each
local function statements(s)
  local list = select_facts(s.called or {}, function(c)
    return (c.calls or 0) >= OFTEN and (c.callee:find("^_gfortran_st_read") or c.callee:find("^_gfortran_st_write"))
  end)
  local n = heaviest(list, "calls") and heaviest(list, "calls").calls or 0
  local moved = select_facts(s.called or {}, function(c) return c.callee:find("^_gfortran_transfer_") ~= nil end)
  return list, moved, n
end

-- Whether values become text or are made of it: bytes are moved in some 60 cycles a value, digits take hundreds
local function converts(s, moved)
  return #select_facts(moved, function(c) return (cycles_of_call(s, c) or math.huge) > 150 end) > 0
end

suggestion "fewer-io-statements" {
  number = 200,
  category = "system_io",
  subcategory = "Read and write in large pieces",
  of_program = true,
  title = "Read or write a whole array with one statement",
  why = "Each READ or WRITE statement of Fortran finds the unit, locks it, checks the format and the position of the file, and ends a "
    .. "record; for one number, this takes many times as long as reading or writing it. One statement can move a whole array.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list, moved, n = statements(s)
    if #list == 0 then return "no input or output statement of Fortran is executed often" end
    if sum(moved, "calls") > 4 * n then return "its statements move several values each" end
    return (converts(s, moved) and 0.5 or 0.9) * clamp(sum(list, "share") + sum(moved, "share"))
  end,
  evidence = function(s)
    local list, moved = statements(s)
    for _, c in ipairs(moved) do list[#list + 1] = c end
    return told_of_list(list, ", for a value or two each time")
  end,
  how = {
    "write (unit) f in place of a loop with write (unit) f(i); parts of it: write (unit) f(a:b), or (f(i), i = a, b, 2).",
    "Numbers of one line: read (line, *) a, b, c, or an array: read (line, *) values(1:n).",
    "Records that must stay apart: collect them in a character variable, and write that.",
  },
  fewer_instructions = true,
  example = "examples/fewer-io-statements",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "behaviour", says = "unformatted sequential files: one record in place of many; stream access: nothing" },
  tolerance = 0,
  not_when = "Other programs read the file, and expect a record for each value.",
  source = "GNU Fortran manual, file format of unformatted sequential files; Fortran best practices",
}

suggestion "unsynchronised-streams" {
  number = 201,
  category = "system_io",
  subcategory = "Read and write in large pieces",
  of_program = true,
  title = "Turn off what ties C++ streams to C's: sync_with_stdio(false)",
  why = "The standard streams of C++ have no buffer, so that printf and std::cout can be mixed: each character goes through a stream of C, with a call that locks. One line at the start of main gives them buffers of their own.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = synchronised_streams(s)
    if #list == 0 then return "no stream of C++ goes through a stream of C" end
    return 0.8 * share_of(list)
  end,
  evidence = function(s) return told_of_list(synchronised_streams(s), ", a character at a time by C's stream") end,
  how = {
    "First in main: std::ios::sync_with_stdio(false); std::cin.tie(nullptr);",
    "Then don't mix them: all input with std::cin, or all with scanf.",
  },
  fewer_instructions = true,
  changes = { "behaviour", says = "the order of what is written by C and by C++ streams; C++ streams are flushed at the end only" },
  not_when = "C and C++ functions write to the same stream in turns.",
  source = "ISO C++, ios_base::sync_with_stdio; libstdc++ manual, chapter Input and Output, performance",
}
