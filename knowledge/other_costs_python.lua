-- What lines of a Python script cost, and what to write instead. A rule asks what the
-- line says, and what takes its time below it: names of the interpreter's own functions
-- are known only where it is not stripped.

local PYTHON = "Scripts in Python"

-- What moves the elements of a list, and takes its time only where they are many; in an
-- interpreter that is stripped, a function without a name
local MOVES = { "^<0x", "memmove", "memcpy", "^list_insert", "^ins1", "^list_pop", "^list_ass_slice" }
local FRONT = { "%.pop%(0%)", "%.insert%(0,", "del [%w_.]+%[0%]" }

local function shifted(s)
  for _, says in ipairs(FRONT) do
    local list = lines_with(s, says, MOVES)
    if #list > 0 then return list end
  end
  return {}
end

suggestion "python-deque" {
  number = 164,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Use collections.deque for a list that changes at its front",
  why = "A list is an array: when its first element goes, or another one comes in front of it, all that follow are moved. "
    .. "A deque takes and gives elements at both ends in a time that does not depend on their number.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = shifted(s)
    if #list == 0 then return "no line changes a long list at its front" end
    return clamp(sum(list, "share"))
  end,
  evidence = function(s) return cost_of_lines(shifted(s), "most of it to move the elements that follow") end,
  how = {
    "from collections import deque; queue = deque(items); then queue.popleft() and queue.appendleft(x).",
    "Or keep the index of the first element, or take elements from the end: pop() moves nothing.",
    "In order of size: heapq.heappop and heapq.heappush.",
  },
  fewer_instructions = true,
  changes = { "nothing" },
  not_when = "Elements in the middle are read by their index often: a deque walks to them.",
  source = "Python documentation, collections.deque; Python wiki, TimeComplexity",
}

-- What compares elements one after the other
local SEARCHES = { "^list_contains", "^list_index", "^tuplecontains", "^PySequence_Contains", "RichCompare", "richcompare" }
local QUESTIONS = { "%f[%w]in%f[%W]", "%.index%(" }

local function searched(s)
  return select_facts(lines_with(s, "", SEARCHES), function(c)
    if c.text:find("^for%f[%W]") then return false end
    for _, says in ipairs(QUESTIONS) do
      if c.text:find(says) then return true end
    end
    return false
  end)
end

suggestion "python-set" {
  number = 165,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Look values up in a set or dict, not in a list",
  why = "'in' compares with one element of a list after the other, so each question takes longer the more elements there are. "
    .. "A set or dict finds a value by its hash, in a time that does not depend on their number.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = searched(s)
    if #list == 0 then return "no line searches a list for long" end
    return clamp(sum(list, "share"))
  end,
  evidence = function(s) return cost_of_lines(searched(s), "most of it to compare with one element after the other") end,
  how = {
    "seen = set(); if value not in seen: seen.add(value)",
    "Where the order matters, keep the list beside the set, or use a dict, which keeps the order.",
    "Positions: a dict {value: index} in place of list.index(value).",
    "A list that is sorted: bisect.bisect_left.",
  },
  fewer_instructions = true,
  changes = { "behaviour", says = "values must be hashable (tuples in place of lists), and equal values are kept once" },
  not_when = "The list has a handful of elements, or its values can't be hashed.",
  source = "Python documentation, set types; Python wiki, TimeComplexity",
}

-- "a = np.append(a, x)", "a = np.vstack([a, row])", "t = pd.concat([t, rows])": a longer array or table of one
local LENGTHENS = { append = true, concatenate = true, concat = true, vstack = true, hstack = true, insert = true }

local function makes_longer_array(text)
  local name, rest = text:match("^([%w_.]+) *= *(.*)$")
  local how, of = (rest or ""):match("^%w+%.(%w+) ?(%b())")
  return LENGTHENS[how] ~= nil and of:match("^[%(%[ ]*([%w_.]+),") == name
end

-- Lines that make a longer list or text of one and put that in its place: "a = a + b" or "a = b + a", or "a += b" of a text that can't
-- be made longer where it is, as it is put after another one or is no local variable
local function rebuilt(s)
  return select_facts(s.called or {}, function(c)
    if not (c.text and c.file and c.line) then return false end
    if makes_longer_array(c.text) then return true end
    local below = (c.callee or "") .. " " .. (c.inner or "")
    local text, list = below:find("PyUnicode_Concat", 1, true), below:find("list_concat", 1, true) or c.text:find("%+%s*%[")
    if text and c.text:find("^[%w_.]+%s*%+=") then return true end
    local longer, sum = c.text:match("^([%w_.]+)%s*=([^=].*)$")
    return (text or list) and longer and (sum:match("^%s*([%w_.]+)%s*%+[^=]") == longer or sum:match("%+%s*([%w_.]+)%s*$") == longer)
  end)
end

-- Elements of numpy's arrays as Python's numbers, one at a time
local function of_numpy(c) return (c.module or ""):find("_multiarray_umath") ~= nil end

local function element_by_element(s)
  return select_facts(s.called or {}, function(c)
    -- a slice or a whole array is worked on in one call
    return c.text and c.file and c.line and (c.share or 0) >= 0.01 and of_numpy(c) and c.text:find("%[[^%]:]+%]") ~= nil
      and not makes_longer_array(c.text)
  end)
end

local function lines_of(s, list)
  return select_facts(s.called or {}, function(c)
    for _, other in ipairs(list) do
      if c.file == other.file and c.line == other.line then return true end
    end
    return false
  end)
end

suggestion "python-whole-arrays" {
  number = 166,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Compute with whole numpy arrays, not element by element",
  why = "Each a[i, j] makes an object of Python and takes some hundred instructions before anything is computed. "
    .. "An operation on whole arrays or slices goes through numpy's compiled loop, with a few instructions for an element.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = element_by_element(s)
    local all = clamp(sum(lines_of(s, list), "share"))
    if #list == 0 or all < WORTH then return "no line takes elements of numpy arrays one at a time" end
    return 0.9 * all
  end,
  evidence = function(s)
    return cost_of_lines(lines_of(s, element_by_element(s)), "in Python's and numpy's code for single elements")
  end,
  how = {
    "Slices in place of indices: out[1:-1, 1:-1] = 0.25 * (a[:-2, 1:-1] + a[2:, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:])",
    "Conditions: numpy.where, or a boolean array as the index; sums and extremes: a.sum(axis=...), a.max().",
    "Where each step needs the one before: compile the function with numba (@numba.njit) or Cython.",
    "Values that are used one by one after all: a.tolist() once, and a loop over that.",
  },
  fewer_instructions = true,
  changes = { "order_of_sums", says = "numpy adds in another order than a loop does" },
  not_when = "Each element needs the result of the one before; the arrays have a few elements.",
  source = "NumPy user guide, broadcasting and indexing; Gorelick and Ozsvald, High Performance Python, chapter 6",
}

local DEEPCOPY = "%f[%w_]deepcopy%s*%("

suggestion "python-copy-less" {
  number = 167,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Copy only what changes, not all that is below it (deepcopy)",
  why = "copy.deepcopy walks in Python's own code through everything that an object refers to, and notes each object in a dict: about a "
    .. "microsecond for each number in a list. A copy of the list or dict that changes takes a hundredth.",
  needs = {}, -- calls that take time elsewhere
  -- lists and sets are still copied, by code in C
  when = function(s) return time_or(lines_saying(s, DEEPCOPY), "no line takes long for deepcopy", 0.9) end,
  evidence = function(s) return cost_of_lines(lines_saying(s, DEEPCOPY), "to copy objects and all below them") end,
  how = {
    "Change the original and undo it afterwards, or keep only the differences in a dict.",
    "Shallow copies of what changes: row[:], list(row), dict(d), [row[:] for row in grid].",
    "For a class of your own: write a method copy() that makes a new object from its fields; immutable parts (tuples) are shared.",
    "numpy: a.copy() of an array of numbers.",
  },
  fewer_instructions = true,
  changes = { "behaviour", says = "parts that are shared change in both: copy each one that is written to" },
  not_when = "All of it changes in each copy.",
  source = "Python documentation, copy; Python wiki, PerformanceTips",
}

-- The first arguments of the calls of a function in a line, as texts
local function arguments_of_calls(text, name)
  local calls = {}
  for inner in text:gmatch("%f[%w_]" .. name .. "%s*(%b())") do
    calls[#calls + 1] = inner:sub(2, -2) .. ","
  end
  return calls
end

-- An argument that is a name, or a name plus or minus something: "n - 1", "left - w[i]";
-- the name, and whether anything is added
local function step_of(argument)
  local name, rest = argument:match("^%s*([%a_][%w_]*)%s*(.-)%s*$")
  if not name then return nil end
  if rest == "" then return name, false end
  if rest:find("^[-+]%s*[%w_]+$") or rest:find("^[-+]%s*[%a_][%w_]*%[[%w_]+%]$") then return name, true end
  return nil
end

-- Whether calls step through the same arguments: each is as it was, or some more or less
-- of it, and no two calls are alike. A walk of a tree or of halves names other things;
-- a loop may try all places to divide at (split: a call in a loop).
local function steps_through(calls, split)
  local names, seen, steps = {}, {}, 0
  for _, call in ipairs(calls) do
    local n, stepped = 0, false
    for argument in call:gmatch("([^,]*),") do
      local name, more = step_of(argument)
      n = n + 1
      if not name or (names[n] and names[n] ~= name and not split) then return false end
      names[n] = name
      stepped = stepped or more
    end
    local plain = call:gsub("%s", "")
    if n == 0 or not stepped then return false end
    if not seen[plain] then steps = steps + 1 end
    seen[plain] = true
  end
  return steps >= 2
end

-- The lines of a function that calls itself twice or more, with arguments of which
-- several ways lead to the same; and where it does so
local function recurs_by_steps(s)
  local calls, places, split = {}, {}, false
  local name = (s.procedure_name or ""):match("[%a_][%w_]*$") -- of a qualified name the last part
  if not name then return {}, places end
  local seen = {}
  for _, c in ipairs(lines_saying(s, "%f[%w_]" .. name .. "%s*%(")) do
    if not seen[c.line] and not c.text:find("^def%f[%W]") then
      for _, call in ipairs(arguments_of_calls(c.text, name)) do calls[#calls + 1] = call end
      places[#places + 1] = c
      split = split or c.loop ~= nil
    end
    seen[c.line] = true
  end
  return steps_through(calls, split) and lines_saying(s, "") or {}, places
end

suggestion "python-remember-results" {
  number = 168,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Remember the results of the recursion (functools.lru_cache)",
  why = "A function that calls itself twice or more, as f(n - 1) + f(n - 2), reaches the same arguments on many paths, and computes each result again: the number of calls grows exponentially. With its results remembered, each is computed once.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = recurs_by_steps(s)
    if #list == 0 then return "it does not call itself with arguments such as n - 1" end
    return time_or(list, "its calls of itself take little time")
  end,
  evidence = function(s)
    local list, places = recurs_by_steps(s)
    local c = heaviest(places, "share")
    return string.format("%s calls itself at %s:%d with arguments that come again, so that the number of calls grows exponentially; it takes %s of the time: %s", s.procedure_name, c.file,
      c.line, percent(clamp(sum(list, "share"))), c.text)
  end,
  how = {
    "from functools import lru_cache, and @lru_cache(maxsize=None) above the def.",
    "Arguments that can't be hashed (lists): pass an index, a tuple, or keep a dict of results.",
    "Or a table from small arguments to large: a loop that keeps the last results needs no deep stack.",
  },
  fewer_instructions = true,
  changes = { "behaviour", says = "it keeps all results in memory, and what it prints or changes happens once for the same arguments" },
  not_when = "It prints or changes something, so that each call counts.",
  source = "Python documentation, functools.lru_cache; Cormen et al., Introduction to Algorithms, dynamic programming",
}

suggestion "python-append" {
  number = 169,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Append, or join at the end, in place of making a longer copy",
  why = "a = a + [x], a = np.append(a, x) and text = c + text make a new list, array or text, copy all that is there, and throw the old one away: each step takes longer "
    .. "the more there is. append writes one element, at the end of an array with room to grow.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return time_or(rebuilt(s), "no line copies a list or text for long to make it longer") end,
  evidence = function(s) return cost_of_lines(rebuilt(s), "to copy what grows") end,
  how = {
    "a.append(x); several elements: a.extend(others), or a += others.",
    "Texts: pieces in a list, and \"\".join(pieces) once; in front: append, and reversed(pieces) or a collections.deque.",
    "If the length is known beforehand: a list comprehension, or [0] * n and indices.",
    "numpy and pandas: rows in a list, and np.array(rows) or pd.concat(rows) once; or an array of the full size, and its elements set.",
  },
  fewer_instructions = true,
  changes = { "behaviour", says = "other names of the same list see the new element, too" },
  not_when = "The old list is still needed.",
  source = "Python wiki, TimeComplexity; Python documentation, data structures",
}

-- The lines of loops that say one of these, where their time is in one of the functions
local function again(s, says, functions)
  return select_facts(lines_with(s, "", functions), function(c)
    for _, pattern in ipairs(says) do
      if c.text:find(pattern) and in_loop(c, pattern) then return true end
    end
    return false
  end)
end

local SORTS = { "^list_sort", "^builtin_sorted", "^<0x" }

-- The key function of a sort takes its time in the interpreter.
local function sorted_again(s)
  local list = again(s, { "%.sort%(", "%f[%w_]sorted%(" }, SORTS)
  for _, c in ipairs(again(s, { "sort%(.*%f[%w_]key *=", "sorted%(.*%f[%w_]key *=" }, { "^_PyEval" })) do list[#list + 1] = c end
  return list
end

suggestion "python-sort-once" {
  number = 170,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Keep values in order (heapq, bisect), or sort each once",
  why = "A list that is sorted again after each change is gone through as a whole each time, though all but one element are in order. "
    .. "A heap gives the smallest element, and bisect.insort puts one in its place, in a few steps.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return time_or(sorted_again(s), "no line sorts for long in a loop") end,
  evidence = function(s)
    local list = sorted_again(s)
    local loop = heaviest(list, "share").loop
    return cost_of_lines(list, "to sort, again and again") .. (loop and " (in the loop '" .. loop .. "')" or "")
  end,
  how = {
    "The smallest first: heapq.heapify(jobs) once, then heapq.heappop(jobs) and heapq.heappush(jobs, job); the largest: with -key.",
    "All in order, one more now and then: bisect.insort(values, value).",
    "The few smallest or largest: heapq.nsmallest(k, values), min, max.",
    "To find sequences with the same elements: tuple(sorted(x)), made once for each x, as the key of a dict.",
  },
  fewer_instructions = true,
  changes = { "behaviour", says = "elements that compare as equal may come in another order" },
  not_when = "Each time a different list is needed in order.",
  source = "Python documentation, heapq and bisect",
}

local PASSES = { "%f[%w_]sum%(", "%f[%w_]min%(", "%f[%w_]max%(", "%f[%w_]any%(", "%f[%w_]all%(", "%.count%(" }

local function gone_through(s)
  return again(s, PASSES, { "^builtin_sum", "^min_max", "^builtin_m[ai][nx]", "^builtin_a[nl][yl]", "_count", "RichCompare", "richcompare" })
end

suggestion "python-keep-totals" {
  number = 171,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Update sums, counts and extremes in place of going through all again",
  why = "sum, min, max and count go through all elements each time. In a loop the time grows with the square of their number, although "
    .. "one addition or comparison for each new element would keep the result up to date.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return time_or(gone_through(s), "no line goes through all elements in a loop") end,
  evidence = function(s) return cost_of_lines(gone_through(s), "to go through all elements, again and again") end,
  how = {
    "Counts of all values in one pass: collections.Counter(values), or numpy.bincount.",
    "total += value beside each append, and total -= value where one leaves.",
    "Sums of ranges: itertools.accumulate once, then differences. The smallest of a window: a heapq or collections.deque.",
  },
  fewer_instructions = true,
  changes = { "rounding", says = "a running sum of floating-point numbers differs in its last digits" },
  not_when = "Each pass goes through different elements.",
  source = "Python documentation, collections.Counter and itertools; Python wiki, TimeComplexity",
}

-- The lines of loops that call a function of Python's library; module: whose code it is
local function library_calls(s, says, module)
  return select_facts(lines_saying(s, says), function(c) return in_loop(c, says) and (c.module or ""):find(module) ~= nil end)
end

local DATES = "strp?f?time%s*%("

suggestion "python-dates" {
  number = 172,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Read and write dates without strptime (fromisoformat, slices)",
  why = "strptime looks its format up, matches a regular expression and asks the locale for each date: some microseconds. "
    .. "fromisoformat, or int() of the digits at known positions, takes a tenth.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return time_or(lines_saying(s, DATES), "no line reads or writes dates for long") end,
  evidence = function(s) return cost_of_lines(lines_saying(s, DATES), "to read or write dates") end,
  how = {
    "2024-05-17 12:30:00: datetime.fromisoformat(text); other formats of digits: datetime(int(text[0:4]), int(text[5:7]), ...).",
    "Many lines of one day: keep the date of the text before, and read only the time.",
    "Writing: t.isoformat(), or an f-string of t.hour and t.minute. Columns: numpy.datetime64, pandas.to_datetime.",
  },
  fewer_instructions = true,
  changes = { "behaviour", says = "texts of another form are refused, or read wrongly, in other ways" },
  not_when = "The form of the dates varies.",
  source = "Python documentation, datetime",
}

local EXPRESSIONS = "%f[%w_]re%.%a+%s*%("

suggestion "python-regex-once" {
  number = 173,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Compile regular expressions once, before the loop",
  why = "re.match and its like look the expression up among those used before, in Python's own code, for each text. "
    .. "A compiled expression is one call; tests that need no expression are faster still.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local all = time_or(library_calls(s, EXPRESSIONS, "/re[/.]"), "no line looks regular expressions up for long")
    -- the match itself remains
    return type(all) == "number" and 0.5 * all or all
  end,
  evidence = function(s) return cost_of_lines(library_calls(s, EXPRESSIONS, "/re[/.]"), "to look up regular expressions and match them") end,
  how = {
    "find = re.compile(r\"...\").search before the loop, and find(line) in it.",
    "Fixed texts: line.startswith(\"...\"), \"...\" in line, line.split(\",\"), str.partition.",
  },
  fewer_instructions = true,
  changes = { "nothing" },
  not_when = "Each text needs a different expression.",
  source = "Python documentation, re.compile",
}

-- "rest = text[at:]": a slice from a place to the end, in a loop; copying it takes time where much is left
local function sliced(s)
  return lines_of(s, select_facts(again(s, { "%[[^%[%]:]*[^%[%]:%s][^%[%]:]*:%s*%]" }, { "memcpy", "memmove", "list_slice", "tupleslice" }), function(c)
    return c.callee:find("subscript") ~= nil or c.callee:find("GetItem") ~= nil or c.callee:find("slice") ~= nil or c.callee:find("^<0x") ~= nil
  end))
end

suggestion "python-position" {
  number = 255,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Pass a position instead of a slice of the rest",
  why = "text[at:] copies all that follows. In a loop that goes through a text, bytes or a list, the time grows with the square of its length; "
    .. "most functions take the position at which to begin.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return time_or(sliced(s), "no line copies the rest of a text or list for long in a loop") end,
  evidence = function(s) return cost_of_lines(sliced(s), "to copy all that follows") end,
  how = {
    "Compiled expressions: pattern.match(text, at), pattern.finditer(text, at); text.startswith(word, at), text.find(word, at).",
    "The next few characters: text[at:at + 3]. Numbers in bytes: struct.unpack_from(format, data, at), or memoryview(data)[at:], which copies nothing.",
    "Lists: an index that goes up, for i in range(at, len(items)), or itertools.islice(items, at, None); to take from the front: collections.deque.",
  },
  fewer_instructions = true,
  changes = { "behaviour", says = "^ in an expression means the begin of the whole text then, also with a position" },
  not_when = "The rest is short, or is changed or kept.",
  source = "Python documentation, re.Pattern.match, str.find and memoryview; Python wiki, TimeComplexity",
}

-- What computes in fractions of whole numbers, so that no sum is rounded
local function exact(s)
  return select_facts(lines_saying(s, ""), function(c)
    local module = (c.module or ""):match("/(%w+)%.py$")
    return module == "fractions" or module == "statistics" and c.callee ~= "fmean"
      and (c.callee:find("mean$") or c.callee:find("variance$") or c.callee:find("stdev$")) ~= nil
  end)
end

suggestion "python-floats" {
  number = 256,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Compute with floats (fmean, fsum), not in exact fractions",
  why = "statistics.mean, variance and stdev turn each value into a fraction of two integers and add these exactly, in Python's own code: "
    .. "some microseconds for each value. fmean, sum or numpy take a hundredth.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return time_or(exact(s), "no line computes with fractions for long", 0.95) end,
  evidence = function(s) return cost_of_lines(exact(s), "to compute exactly, with fractions") end,
  how = {
    "statistics.fmean(x), or sum(x) / len(x); math.fsum(x) rounds once only.",
    "m = fmean(x); variance = sum((v - m) ** 2 for v in x) / (len(x) - 1), and math.sqrt of it; at least variance(x, m), which computes no mean.",
    "numpy: a.mean(), a.var(ddof=1), a.std(ddof=1), of many samples at once with axis=1.",
    "Fraction: floats; or integers, with one denominator for all.",
  },
  fewer_instructions = true,
  changes = { "rounding", says = "sums are rounded at each step" },
  not_when = "The values are Fraction or Decimal, and the result must be exact.",
  source = "Python documentation, statistics and fractions",
}

local function flushed(s) return lines_with(s, "flush", { "flush", "write" }) end

suggestion "python-flush" {
  number = 265,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Don't flush after each line",
  why = "A flush is a request to the system for what little there is. Files collect thousands of bytes by themselves, and write them when they are closed.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return time_or(flushed(s), "no line flushes often", 0.9) end,
  evidence = function(s) return cost_of_lines(flushed(s), "to write out what was collected") end,
  how = { "Leave out .flush() and flush=True, or flush once in some seconds; don't run the script with -u for large outputs." },
  fewer_instructions = true,
  changes = { "behaviour", says = "what was written last is lost if the script is killed; others see it later" },
  not_when = "Somebody waits for each line.",
  source = "Python documentation, io and print",
}

-- Of the interpreter's time, what goes: a built-in does a step in less than half of it,
-- numpy and compiled code in far less
local BUILT_IN = 0.6

suggestion "python-built-in-loops" {
  number = 174,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Let built-in functions, numpy or numba do the loop",
  why = "The interpreter takes some fifty to a hundred instructions for each operation of a script: it looks up names, makes an object for "
    .. "each number, and counts references. Built-in functions and numpy go through many elements in compiled code.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local all = clamp(sum(interpreted(s), "share"))
    if all < 0.2 then return "the interpreter takes little of the time in its loops" end
    return BUILT_IN * all
  end,
  evidence = function(s) return cost_of_lines(interpreted(s), "in the interpreter, for one operation after the other") end,
  how = {
    "Numbers: numpy arrays and operations on all of them (a * b + c, numpy.where, a.sum(axis=0)).",
    "Each step needs the one before: compile the function, @numba.njit above the def, or Cython.",
    "Lists and texts: sum, min, zip, map, itertools, collections.Counter, \"\".join, str.translate, bytes.translate.",
    "Near pairs of two lists: sort one (bisect) or put it into cells or a tree (scipy.spatial.cKDTree) first, and look at what is near only.",
    "Few different arguments: a table of all results, made once: table = [f(v) for v in range(256)], then table[v].",
    "In loops that remain: take attributes and globals (append = rows.append) out of the loop, go through elements (for x, y in zip(a, b)), not indices.",
    "Without changing the script: run it with PyPy.",
  },
  fewer_instructions = true,
  changes = { "order_of_sums", says = "numpy adds in another order than a loop does, and its integers don't grow" },
  not_when = "It runs once, or most of the time is in libraries.",
  source = "Gorelick and Ozsvald, High Performance Python; Python wiki, PythonSpeed/PerformanceTips",
}

-- Of the interpreter's time, what looking up names in a dictionary takes: 0.29 to 0.55 of five scripts under Python 3.11
local NAMES = 0.45

suggestion "python-function" {
  number = 257,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Put the loops of a script into a function, and call it",
  why = "Outside of functions each name is a key of the module's dictionary, which is searched for each use and changed for each assignment. "
    .. "A function keeps its variables in an array, and the interpreter knows their places.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    if (s.procedure_name or ""):find("^<module>") == nil then return "its loops are in functions" end
    local all = clamp(sum(interpreted(s), "share"))
    if all < 0.2 then return "the interpreter takes little of the time in its loops" end
    return NAMES * all
  end,
  evidence = function(s) return cost_of_lines(interpreted(s), "in loops outside of functions") end,
  how = {
    "def main(): in front of all that is not a definition, which is indented; main() at the end.",
    "What functions below need of it: pass it to them, rather than declare it global.",
  },
  fewer_instructions = true,
  changes = { "nothing" },
  not_when = "Others import its variables.",
  source = "Python documentation, Programming FAQ; Python wiki, PythonSpeed/PerformanceTips; own measurements",
}
