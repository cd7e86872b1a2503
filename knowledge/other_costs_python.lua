-- What lines of a Python script cost, and what to write instead. A rule asks what the
-- line says, and what takes its time below it: names of the interpreter's own functions
-- are known only where it is not stripped.

local PYTHON = "Scripts in Python"

-- A line that takes less is not worth a change
local WORTH = 0.05

-- The calls of lines that say so (a pattern of Lua), where their time is in one of the
-- functions, by patterns of their names
local function lines_with(s, says, functions)
  return select_facts(s.called or {}, function(c)
    local below = (c.callee or "") .. " " .. (c.inner or "")
    if not (c.text and c.file and c.line) or (c.share or 0) < WORTH or not c.text:find(says) then return false end
    for _, pattern in ipairs(functions) do
      if below:find(pattern) then return true end
    end
    return false
  end)
end

-- "pop.py:4 takes 61 % of the time, most of it to move the elements: total += queue.pop(0)";
-- of several lines the first is the one that takes most
local function cost_of_lines(list, what)
  local c = heaviest(list, "share")
  local others, seen = 0, { [c.file .. ":" .. c.line] = true }
  for _, other in ipairs(list) do
    local place = other.file .. ":" .. other.line
    if not seen[place] then others, seen[place] = others + 1, true end
  end
  local also = others > 0 and string.format(" and %s take ", plural(others, "other line")) or " takes "
  return string.format("%s:%d%s%s of the time, %s: %s", c.file, c.line, also, percent(clamp(sum(list, "share"))), what, c.text)
end

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
local SEARCHES = { "^list_contains", "^list_index", "^list_count", "^tuplecontains", "^PySequence_Contains",
  "RichCompare", "richcompare" }
local QUESTIONS = { "%f[%w]in%f[%W]", "%.index%(", "%.count%(" }

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
  changes = { "behaviour", says = "values must be hashable (tuples in place of lists), and equal ones are one" },
  not_when = "The list has a handful of elements, or its values can't be hashed.",
  source = "Python documentation, set types; Python wiki, TimeComplexity",
}

-- Elements of numpy's arrays as Python's numbers, one at a time
local function of_numpy(c) return (c.module or ""):find("_multiarray_umath") ~= nil end

local function element_by_element(s)
  return select_facts(s.called or {}, function(c)
    -- a slice or a whole array is worked on in one call
    return c.text and c.file and c.line and (c.share or 0) >= 0.01 and of_numpy(c) and c.text:find("%[[^%]:]+%]") ~= nil
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
