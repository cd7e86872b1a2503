-- Helper functions for rules about switches of compilers.

-- the time that is not spent waiting for memory can shrink
local function computing(s)
  if s.account then return 1 end
  local p = s.parts.data_accesses or {}
  local beyond = (p.L3 or 0) + (p.memory or 0) + (p.beyond_L2 or 0)
  local overall = s.lcpi.overall or 1
  if beyond >= overall then return 0.3 end
  return 1
end

-- Calls of these procedures that become instructions, by the account, and a share of the
-- time in procedures of such names: what a suggestion removes here, and elsewhere
local function instead_of_calls(share, list, ...)
  local names = { ... }
  return function(s) return fewer_calls(s, calls_to(s, table.unpack(list))) end,
    function(s)
      local time = time_of_calls(s, calls_to(s, table.unpack(list)), table.unpack(names))
      return time and share * time
    end
end

local function how_many(s)
  return s.events.TOT_INS and count(s.events.TOT_INS) .. " instructions" or "its instructions"
end

-- how a section was compiled, for evidence
local function compiled_with(s, switch)
  return s.procedure_name .. " at " .. s.place .. " was compiled with " .. switch .. " and executes " .. how_many(s)
end

-- The calls of these procedures, where they are frequent for the code here:
-- once in less than 500 instructions
local function frequent_calls(s, ...)
  local list = calls_to(s, ...)
  local calls = sum(list, "calls")
  if calls < 1000 or calls * 500 < (s.events.TOT_INS or 0) then return nil end
  return list, calls
end

local function calls_told(s, what, ...)
  local _, calls = frequent_calls(s, ...)
  local c = heaviest(calls_to(s, ...), "calls")
  return name_of(c) .. " is called " .. plural(calls, "time") .. ", first at " .. at(c) .. what
end

-- Of the program's time, what these calls take: part of the time that was seen in
-- such procedures, or of the section's where none was
local function time_of_callees(s, part, list, ...)
  local taken = time_in(s, ...)
  if not taken then return clamp(part * (s.fraction or 0)) end
  local calling = clamp(ratio(6 * sum(list, "calls"), s.events.TOT_INS)) * (s.fraction or 0)
  return clamp(0.9 * taken + part * calling)
end

-- Code that was compiled without optimisation says nothing of what the compiler leaves undone
local function unoptimised(s)
  local c = s.compiler
  return c ~= nil and (c.level == "O0" or c.level == nil and c.optimised == false)
end

local NOT_OPTIMISED = "it was compiled without optimisation: see optimise-at-all"

local FAST_MATH = {
  gcc = { { "-ffast-math", "all liberties at once; -freciprocal-math and -fassociative-math are parts of it" } },
  clang = { { "-ffast-math", "all liberties at once; -freciprocal-math and -fassociative-math are parts of it" } },
  intel = { { "-fp-model=fast=2", "all liberties at once" } },
  fujitsu_trad = { { "-Kfast", "includes -Keval, -Kfp_relaxed and -Kfz" } },
  fujitsu_clang = { { "-Ofast -ffj-fp-relaxed", "reordering and approximate divides" } },
  nvidia = { { "-Mfprelaxed", "approximate divides and roots" } },
  cray = { { "-hfp3", "Fortran: all liberties at once" } },
}

return {
  computing = computing, instead_of_calls = instead_of_calls, compiled_with = compiled_with,
  frequent_calls = frequent_calls, calls_told = calls_told, time_of_callees = time_of_callees,
  FAST_MATH = FAST_MATH, unoptimised = unoptimised, NOT_OPTIMISED = NOT_OPTIMISED,
}
