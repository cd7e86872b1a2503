-- Lines of a Python script whose time goes into a library, where another call or another
-- kind of value does the same in a part of it.

local PYTHON = "Scripts in Python"

-- Files of Python's library whose objects do each operation in Python's own code
local IN_PYTHON = { "/enum%.py$", "/pathlib[/.]", "/ipaddress%.py$", "/_pydecimal%.py$" }
-- What makes a class, once
local MAKES_CLASS = { "EnumType%.__new__", "EnumMeta%.__new__", "__prepare__", "__set_name__", "_EnumDict", "__init_subclass__" }

local function is_any(text, patterns)
  for _, pattern in ipairs(patterns) do
    if text:find(pattern) then return true end
  end
  return false
end

-- The operations on such objects: a | b, path / name, address in network, a key of a dict, and
-- what makes one of a text
local function is_operation(c)
  local name = c.callee or ""
  return is_any(c.module or "", IN_PYTHON) and (name:find("%.__%l+__$") or name:find("^PurePath%.") or name:find("^ip_%l+$")) ~= nil
    and not is_any(name, MAKES_CLASS)
end

-- The lines in which they take most of the time, and what of it they take elsewhere
local function of_objects(s)
  local all, operations = {}, {}
  local lines = lines_saying(s, "")
  for _, c in ipairs(lines) do
    all[c.line] = (all[c.line] or 0) + (c.share or 0)
    if is_operation(c) then operations[c.line] = (operations[c.line] or 0) + (c.share or 0) end
  end
  return select_facts(lines, function(c) return is_operation(c) or (operations[c.line] or 0) > 0.5 * all[c.line] end)
end

suggestion "python-plain-values" {
  number = 266,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Use plain integers and texts in loops, not enum, pathlib or ipaddress",
  why = "Flags and members of enum, paths and addresses are objects of classes that are written in Python: an operator such as | or / calls "
    .. "functions that look up or make another object, a microsecond each time. The same with integers and texts takes a twentieth.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return time_or(of_objects(s), "no line works for long with objects of enum, pathlib or ipaddress", 0.9) end,
  evidence = function(s)
    local most = heaviest(select_facts(of_objects(s), is_operation), "share")
    return cost_of_lines(of_objects(s), "most of it in " .. most.callee .. " and its like, in Python's own code")
  end,
  how = {
    "Flags: constants of integers (CARRY, ZERO = 1, 2), and Flag(bits) only where they are printed; what is used often as a local variable.",
    "Members of an Enum: compare with 'is'; a dict with integers for keys; the members in a list or dict in place of Colour(number).",
    "Paths: f\"{folder}/{name}\", os.path and os.scandir in loops; Path outside of them.",
    "Addresses: int(ipaddress.ip_address(text)) once; in a network: bits & mask == net.",
  },
  fewer_instructions = true,
  changes = { "behaviour", says = "integers print as numbers, and nothing checks that they are members" },
  not_when = "The objects are used some thousand times.",
  source = "Python documentation, enum; CPython's enum.py, pathlib and ipaddress.py; own measurements",
}

-- The letters of a list of operands' indices; an ellipsis counts as one
local function indices_of(text)
  local set = {}
  for letter in text:gsub("%.%.%.", "?"):gmatch("[%a?]") do set[letter] = true end
  return set
end

local function size_of(...)
  local all, n = {}, 0
  for _, set in ipairs { ... } do
    for letter in pairs(set) do
      if not all[letter] then all[letter], n = true, n + 1 end
    end
  end
  return n
end

-- The indices of a product of two operands: those that the others or the result need
local function product(operands, i, j, result)
  local left = {}
  for _, of in ipairs { operands[i], operands[j] } do
    for letter in pairs(of) do
      local needed = result[letter]
      for k, other in ipairs(operands) do needed = needed or k ~= i and k ~= j and other[letter] end
      if needed then left[letter] = true end
    end
  end
  return left
end

-- The largest number of nested loops of the steps, each of two operands, that need the fewest
local function loops_in_steps(operands, result)
  if #operands < 2 then return 0 end
  local best = math.huge
  for i = 1, #operands - 1 do
    for j = i + 1, #operands do
      local rest = { product(operands, i, j, result) }
      for k, other in ipairs(operands) do
        if k ~= i and k ~= j then rest[#rest + 1] = other end
      end
      best = math.min(best, math.max(size_of(operands[i], operands[j]), loops_in_steps(rest, result)))
    end
  end
  return best
end

-- Of a line that calls einsum for several operands at once: the nested loops that it runs, and those of
-- the best steps; nil where it says how, or goes on in the next line
local function nested_loops(text)
  local call = text:match("%f[%w_]einsum%s*(%b())")
  local from, to = (call or ""):match("^%(%s*[\"']([^\"'>]+)%->([^\"']*)[\"']")
  if not from or call:find("optimize") then return nil end
  local operands = {}
  for one in (from .. ","):gmatch("([^,]*),") do operands[#operands + 1] = indices_of(one) end
  if #operands < 3 or #operands > 6 then return nil end
  return size_of(table.unpack(operands)), loops_in_steps(operands, indices_of(to))
end

local function at_once(s)
  return select_facts(lines_with(s, "%f[%w_]einsum", { "" }), function(c)
    local all, steps = nested_loops(c.text)
    return all ~= nil and steps < all
  end)
end

suggestion "python-einsum-steps" {
  number = 267,
  category = "other_costs",
  subcategory = PYTHON,
  for_scripts = true,
  of_program = true,
  title = "Let einsum multiply two arrays at a time: optimize=True",
  why = "Without optimize, np.einsum runs one nest of loops over all indices of all operands, and multiplies all of them in its middle. "
    .. "Two at a time, with arrays between the steps, need fewer nested loops, and products of matrices go to the BLAS library.",
  needs = {}, -- calls that take time elsewhere
  when = function(s) return time_or(at_once(s), "no line multiplies several arrays at once for long", 0.95) end,
  evidence = function(s)
    local list = at_once(s)
    local all, steps = nested_loops(heaviest(list, "share").text)
    return cost_of_lines(list, string.format("in %d nested loops, where steps need at most %d", all, steps))
  end,
  how = {
    "np.einsum(..., optimize=True); np.einsum_path(..., optimize=\"optimal\") shows the steps.",
    "The same einsum again and again: path = np.einsum_path(...)[0] once, and optimize=path.",
    "Or by hand: a.T @ m @ b, np.tensordot, or several calls of einsum with two operands each.",
  },
  fewer_instructions = true,
  changes = { "order_of_sums", says = "products are summed in another order; the arrays between the steps take memory" },
  not_when = "The arrays have a handful of elements.",
  source = "NumPy documentation, einsum and einsum_path",
}
