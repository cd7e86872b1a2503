-- System and I/O: what is copied more often than it changes, by what the calling lines name.

local SELDOM = "Call libraries and the system less often"

-- Of the program's time: what is copied for less may be wanted
local MUCH = 0.1
-- Cycles from which on a call moves many elements
local MANY = 500

local function share_of(list) return clamp(sum(list, "share")) end

local function class_of(c) return api_of(c):match("^(.*)::[^:]*$") end

-- Whether the call is made once for each of these copies, for an object of their class: to
-- append to the copy, which has no room left, or to end it
local function once_each(c, copies)
  local class = class_of(c)
  return class ~= nil and #select_facts(copies, function(copy) return class_of(copy) == class and as_often(c, copy) end) > 0
end

-- What runs for these copies besides: at their lines (memory for a copy, its end), and once for each of them
local function with_its_lines(s, list)
  local lines = {}
  for _, c in ipairs(list) do lines[at(c)] = true end
  return select_facts(s.called or {}, function(c) return (lines[at(c)] or once_each(c, list)) and not api_of(c):find("::find$") end)
end

-- The part of the program's time that loops of the library's take here to copy elements, inlined
local function copied_by_its_loops(s)
  return sum(select_facts(s.inner, function(l)
    local name = api_of { callee = l.inlined }
    return name:find("^std::__do_uninit_copy$") ~= nil or name:find("^std::__copy_move") ~= nil
  end), "fraction")
end

-- Of the program's time, what these copies take with all that belongs to them
local function share_of_copies(s, list)
  return #list > 0 and clamp(share_of(with_its_lines(s, list)) + copied_by_its_loops(s)) or 0
end

-- Whether the copy ends at the line that makes it, as a parameter or a loop's element does
local function ends_at_once(s, c)
  return #select_facts(s.called, function(other)
    return at(other) == at(c) and api_of(other):find("::~", 1, true) ~= nil and (other.calls or 0) >= 0.9 * (c.calls or math.huge)
  end) > 0
end

-- Copies that nobody seems to want: all where they take much of the time, else those that
-- are made for one line
local function unwanted(s)
  local list = copied(s)
  if share_of_copies(s, list) >= MUCH then return list end
  return select_facts(list, function(c) return ends_at_once(s, c) end)
end

suggestion "refer-instead-of-copying" {
  number = 187,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Refer to a text, container or object instead of copying it",
  why = "A parameter, a loop variable or a result that is an object and not a reference is a copy: memory is allocated for it, all is copied, and it is freed soon after. A reference takes one instruction; so does a view of a part of a text.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    if #copied(s) == 0 then return "no object is copied often" end
    local list = unwanted(s)
    return #list > 0 and share_of_copies(s, list) or "its copies take little time"
  end,
  evidence = function(s) return told_of_list(unwanted(s), s.language == "Fortran" and ", to copy all components of an object" or ", to copy what is there already") end,
  how = {
    "Parameters: f(const std::vector<int> &v) in place of f(std::vector<int> v); loops: for (const auto &x : all).",
    "A map's elements are pair<const Key, Value>: a loop over const pair<Key, Value> & copies each of them; write auto.",
    "Texts to look up: std::map<std::string, int, std::less<>> finds a string_view or a literal without making a string of it.",
    "A part of a text: std::string_view, or a position in the text, in place of substr; the rest of a text needs no copy at all.",
    "If the original is no longer needed: std::move(x).",
    "Fortran: c = all(i) copies the allocatable components of a derived type, too: associate (c => all(i)), a pointer, or all(i) as an argument.",
  },
  fewer_instructions = true,
  example = "examples/refer-instead-of-copying",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "behaviour", says = "nothing, if the original is neither changed nor destroyed while it is referred to" },
  tolerance = 0,
  not_when = "The copy is changed, or outlives the original.",
  source = "C++ Core Guidelines F.16 and SL.str.2; clang-tidy, performance-unnecessary-value-param and performance-for-range-copy",
}

-- What takes elements out of the front or the middle, or puts them there: all that follow move
local function shifts(c, language)
  local name = api_of(c)
  if name:find("^std::vector::erase$") or name:find("^std::vector::insert$") or name:find("^std::vector::emplace$")
    or name:find("^std::basic_string::erase$") or name:find("^std::basic_string::insert$") or name:find("::_M_erase$")
    or name:find("::_M_insert_aux$") then return true end
  return language == "C" and name == "memmove"
end

local function shifted(s)
  return select_facts(s.called or {}, function(c)
    return (c.calls or OFTEN) >= OFTEN and shifts(c, s.language) and (not c.calls or (cycles_of_call(s, c) or 0) >= MANY)
  end)
end

suggestion "index-instead-of-shifting" {
  number = 188,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Use a deque or an index instead of erasing or inserting in front",
  why = "When an element is removed from or inserted at the front or the middle of an array, all elements after it are moved: the time grows "
    .. "with the square of their number. A queue that remembers where it starts moves nothing.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = shifted(s)
    if #list == 0 then return "no elements are moved along often" end
    return instead_of(s, list, 20)
  end,
  evidence = function(s) return told_of_list(shifted(s), ", and moves all elements that follow, each time") end,
  how = {
    "First in, first out: std::deque (or std::queue); C: a ring buffer, or the index of the first element, which goes up.",
    "To remove many elements: std::remove_if and one erase, or copy those that stay; one pass in all.",
    "Where the order does not matter: put the last element in the place of the removed one.",
    "Elements that come in order: append all, and sort or reverse once.",
  },
  fewer_instructions = true,
  example = "examples/index-instead-of-shifting",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The array has a few dozen elements.",
  source = "ISO C++, complexity of vector::erase and of deque; Lea, the queue as a ring buffer",
}

-- What lines whose loops copy an array to a larger place call for other parts of it, and for the memory
local function called_beside_loops(s)
  local loops = select_facts(s.inner, copies_to_grow)
  return select_facts(s.called or {}, function(c)
    return (is_call(c, "copies") or is_call(c, "allocator")) and c.share
      and #select_facts(loops, function(l) return l.line == c.line and l.file == c.file end) > 0
  end)
end

-- What a growing container takes to make room; a copy that grows once is a cost of copying
local function grown(s)
  local by_copies, copies = regrown(s), copied(s)
  if #by_copies > 0 then return by_copies end
  local beside = called_beside_loops(s)
  if #beside > 0 then return beside end
  return select_facts(s.called or {}, function(c)
    return grows(c) and not once_each(c, copies) and (c.callee:find("_M_realloc", 1, true) or c.callee == "realloc" or c.callee:find("reallocarray", 1, true))
  end)
end

-- The part of the program's time that loops take to copy what grows
local function copied_by_loops(s)
  return sum(select_facts(s.inner, copies_to_grow), "fraction")
end

suggestion "reserve-capacity" {
  number = 189,
  category = "system_io",
  subcategory = SELDOM,
  of_program = true,
  title = "Reserve the capacity of an array that grows, or double it each time",
  why = "An array that has no room left is copied to a larger place. If it grows by one element at a time, the time grows with the square of the length. A vector doubles its size, and still copies (or moves) each element about once; reserving a known size saves that.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list, loops = grown(s), copied_by_loops(s)
    if #list == 0 and loops == 0 then return "no array grows" end
    local share = clamp(share_of(list) + loops)
    if share < MUCH then return "the growth of arrays takes little time" end
    -- one that doubles is copied a few times, one that grows by an element each time
    local most = heaviest(list, "share")
    return most and (most.calls or 0) < OFTEN and 0.9 * share or 0.99 * share
  end,
  evidence = function(s)
    local loops, list = copied_by_loops(s), grown(s)
    if #list == 0 then
      local copies = select_facts(s.inner, copies_to_grow)[1]
      return string.format("the array at %s is moved to another address %s times, and a loop copies all of it each time, which takes %s of the time",
        copies.place, count(relisted(copies)), percent(loops))
    end
    return told_of_list(list, ", to move all elements to a larger place" .. (loops > 0 and "; a loop there copies for another " .. percent(loops) or ""))
  end,
  how = {
    "C++: v.reserve(n) before the loop, where n (or a guess that is large enough) is known.",
    "Elements that own memory: a move constructor that is declared noexcept, or the vector copies them when it grows.",
    "C: realloc to twice the capacity, not to one element more.",
    "Fortran: list = [list, x] copies all of list: allocate twice the size when it is full, and keep the number of elements.",
  },
  fewer_instructions = true,
  example = "examples/reserve-capacity",
  level = "-O2",
  claims = { category = "time", at_least = 0.3 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "There are few elements, or their number can't be guessed and the capacity doubles already.",
  source = "C++ Core Guidelines C.66; clang-tidy, performance-inefficient-vector-operation and performance-noexcept-move-constructor",
}
