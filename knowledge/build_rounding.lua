-- Build: calls that round to integers.

local manual = "GCC manual, "

local ARITHMETIC = "Give the compiler more to see"

local to_integer = { "lrint", "llrint", "lrintf", "llrintf" }

local rounded, rounded_elsewhere = instead_of_calls(0.9, to_integer, "rint")

suggestion "round-without-errno" {
  category = "build",
  subcategory = ARITHMETIC,
  removes = rounded,
  besides = rounded_elsewhere,
  everywhere = true,
  remedy = "errno",
  title = "Round to integers with instructions that set no errno",
  why = "lrint may set errno when the result does not fit, so the compiler calls the library for it although the machine "
    .. "has an instruction that rounds and converts. Hardly any program looks at errno there.",
  needs = { "callee" },
  fewer_instructions = true,
  when = function(s)
    if not frequent_calls(s, table.unpack(to_integer)) then return "it does not call a rounding procedure often" end
    if built_with(s, "-fno-math-errno", "-ffast-math") then return "errno is not asked for" end
    return s.account and 0.8 or time_of_callees(s, 0.5, calls_to(s, table.unpack(to_integer)), "rint")
  end,
  evidence = function(s) return calls_told(s, ", which could be one instruction", table.unpack(to_integer)) end,
  how = {
    "Compile with -fno-math-errno: it changes no result.",
  },
  example = "examples/round-without-errno",
  level = "-O2",
  after_level = "-O2 -fno-math-errno",
  link = "-lm",
  claims = { category = "time", at_least = 0.2 },
  changes = { "behaviour", says = "errno is not set; no result changes" },
  tolerance = 0,
  switches = {
    gcc = { { "-fno-math-errno", "sets no errno; part of -ffast-math" } },
    clang = { { "-fno-math-errno", "sets no errno; part of -ffast-math" } },
    intel = { { "-fno-math-errno", "sets no errno" } },
  },
  not_when = "The program tests errno after mathematical functions.",
  source = manual .. "-fno-math-errno",
}

local halves_away = { "round", "roundf", "lround", "llround", "lroundf", "llroundf" }

local halves, halves_elsewhere = instead_of_calls(0.7, halves_away, "round")

suggestion "round-halves-away" {
  category = "build",
  subcategory = ARITHMETIC,
  removes = halves,
  besides = halves_elsewhere,
  everywhere = true,
  title = "Round halves away from zero in place, without a call",
  why = "round, lround and Fortran's nint and anint round halves away from zero, which no instruction of x86 does. Two or three do, but "
    .. "may raise the flag for inexact results where the library does not, so that compilers call it unless a switch says that "
    .. "nobody looks at such flags.",
  needs = { "callee" },
  fewer_instructions = true,
  when = function(s)
    if not frequent_calls(s, table.unpack(halves_away)) then return "it does not call such a rounding procedure often" end
    if built_with(s, "-ffast-math", "-Ofast") then return "nobody looks at the flags" end
    return s.account and 0.8 or time_of_callees(s, 0.5, calls_to(s, table.unpack(halves_away)), "round")
  end,
  evidence = function(s) return calls_told(s, ", which could be a few instructions in place", table.unpack(halves_away)) end,
  how = {
    "Compile with the switches; no result changes.",
    "Where it does not matter how halves are rounded, rint and lrint (with -fno-math-errno) are one instruction.",
  },
  example = "examples/round-halves-away",
  level = "-O2",
  after_level = "-O2 -fno-trapping-math -fno-math-errno",
  link = "-lm",
  claims = { category = "time", at_least = 0.2 },
  changes = { "behaviour", says = "errno and the flags of exceptions are not what the standard says; no result changes" },
  tolerance = 0,
  switches = {
    gcc = { { "-fno-trapping-math -fno-math-errno", "rounds in place; parts of -ffast-math. Fortran sets no errno anyway" } },
    clang = { { "-msse4.1", "x86: round() is an instruction; lround is called with any switch: use lrint" } },
  },
  not_when = "The program looks at the flags of exceptions, or lets them trap.",
  source = manual .. "-fno-trapping-math; own measurements",
}
