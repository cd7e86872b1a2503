-- Vectorisation: the vectors of the machine that it runs on.

local guide = "Fujitsu programming guide, SIMD; compilers' manuals"

-- Of its work, what wider vectors do with fewer instructions: what is done one at a time stays
-- so, and the work of inner loops counts for these
local function wider_vectors(s)
  local packed = ratio(executed(s, "fp_packed") or 0, executed_within(s, "fp_packed", "fp_scalar"))
  return wider(s, s.code.vector_bits, s.code.machine_vector_bits or 0, packed or 0)
end

-- Vector variants of procedures (their names: x86-64 vector function ABI), where a loop calls
-- nothing but these; else nil
local function vector_variants(s)
  local variants = select_facts(s.callees, function(c) return (c.name or ""):find("^_ZGV") end)
  return #variants > 0 and #variants == #s.callees and variants or nil
end

-- of the run's time, what variants for wider vectors save in these procedures
local function wider_variants(s)
  local variants = vector_variants(s)
  return variants and (time_of_calls(s, variants, "^_ZGV") or 0) * wider(s, s.code.vector_bits, s.code.machine_vector_bits or 0, 1)
end

suggestion "target-machine" {
  number = 243,
  category = "vectorisation",
  subcategory = "Use more of each vector",
  everywhere = true,
  removes = function(s)
    local x = wider_vectors(s)
    -- as many bytes are stored, by fewer stores
    return work(x, { stores = x })
  end,
  besides = wider_variants,
  remedy = "machine",
  title = "Compile for the machine that it runs on",
  why = "By default a compiler uses only instructions that all processors of the family have: on "
    .. "x86-64 vectors of 16 bytes, as in 2003. The machine's own vectors hold two to four times as much.",
  needs = { "code", "loop", "compiler" },
  scope = "loop",
  when = function(s)
    if (executed(s, "fp_packed") or 0) == 0 or s.code.vector_bits == 0 then return "it is not vectorised" end
    if s.code.calls > 0 and not vector_variants(s) then
      return "it calls procedures: its vectors hold what belongs together, not elements"
    end
    if s.code.vector_bits >= (s.code.machine_vector_bits or 0) then return "its vectors are as wide as the machine's" end
    if integers_recur(s) then return "each iteration depends on the one before" end
    if s.compiler.name ~= "gcc" and s.compiler.name ~= "clang" then return "its compiler is neither GCC nor Clang" end
    local march = switch_value(s, "-march=")
    if (march and march ~= "x86-64" and march ~= "armv8-a") or built_with(s, "-mavx", "-mcpu=", "-mprefer-vector") then
      return "it was compiled for a certain machine"
    end
    local own = s.code.vector_bits
    return s.account and 0.8 or gain_of_vectors(s, 0.8 * (1 - own / math.max(own, compiled_bits(s, s.code.machine_vector_bits))))
  end,
  evidence = function(s)
    return "the loop at " .. s.place .. " uses vectors of " .. count(s.code.vector_bits) .. " bits; the machine has "
      .. count(s.code.machine_vector_bits) .. ", and it was compiled for every processor of the family"
  end,
  how = { "Compile on the machine that runs it, with the switch for that very machine.",
    "Where several kinds of machine must run it: one build each, or function versions (target_clones)." },
  fewer_instructions = true,
  example = "examples/target-machine",
  level = "-O3",
  after_level = "-O3 -march=x86-64-v3",
  claims = { category = "instructions", at_least = 0.3 },
  changes = { "rounding", "portability",
    says = "the last digits, where the compiler fuses products and sums (-ffp-contract=off prevents that); older processors stop at "
      .. "the first new instruction" },
  tolerance = 1e-12,
  switches = {
    gcc = { { "-march=native", "for the machine that compiles; on Arm and POWER -mcpu=native" },
      { "-mprefer-vector-width=512", "full width on x86 with AVX-512" } },
    clang = { { "-march=native", "for the machine that compiles; on Arm and POWER -mcpu=native" } },
    intel = { { "-xHost", "for the machine that compiles" }, { "-qopt-zmm-usage=high", "full width with AVX-512" } },
    fujitsu_trad = { { "-KA64FX -KSVE", "the default" } },
    fujitsu_clang = { { "-mcpu=a64fx -msve-vector-bits=512", "SVE of known width" } },
    nvidia = { { "-tp=host", "for the machine that compiles" } },
    cray = { { "-hcpu=target", "Fortran: by the craype module that is loaded" } },
  },
  not_when = "The same binary must run on older machines.",
  source = "GCC manual, x86 options; " .. guide,
}

suggestion "build-package" {
  number = 244,
  category = "vectorisation",
  subcategory = "Use more of each vector",
  everywhere = true,
  for_libraries = true,
  removes = function(s)
    local x = wider_vectors(s)
    return work(x, { stores = x })
  end,
  remedy = "machine",
  title = "Build the package for the machine that it runs on",
  why = "What a distribution ships has to run on every processor of the family: on x86-64 with vectors of 16 bytes, as in 2003, unless it chooses its code when it starts. The machine's own vectors hold two to four times as much.",
  needs = { "code", "loop" },
  scope = "loop",
  when = function(s)
    if s.line or (s.compiler and s.compiler.name) then return "it has the compiler's notes: it was not made for others" end
    local path = s.binary or ""
    if not path:find("^/usr/") and not path:find("^/lib") and not path:find("^/opt/") then return "it is not installed for all" end
    if (executed(s, "fp_packed") or 0) == 0 or s.code.vector_bits == 0 then return "it is not vectorised" end
    if s.code.calls > 0 then return "it calls procedures: its vectors hold what belongs together, not elements" end
    if wider_vectors(s) < 0.25 then return "its vectors are as wide as the machine's, or do little of the work" end
    return 0.8 * wider_vectors(s)
  end,
  evidence = function(s)
    return "the loop of " .. (s.binary or "?"):match("[^/]*$") .. " uses vectors of " .. count(s.code.vector_bits) .. " bits; the machine has "
      .. count(s.code.machine_vector_bits)
  end,
  how = {
    "Look whether the distribution or the site has a build for newer processors (x86-64-v3, v4).",
    "Build it from its source, with the switch below or its own (GMX_SIMD of GROMACS, for one).",
  },
  fewer_instructions = true,
  changes = { "rounding", "portability",
    says = "the last digits, where the compiler fuses products and sums (-ffp-contract=off prevents that); older processors stop at "
      .. "the first new instruction" },
  switches = {
    gcc = { { "-march=native", "for the machine that compiles; on Arm and POWER -mcpu=native" } },
    clang = { { "-march=native", "for the machine that compiles; on Arm and POWER -mcpu=native" } },
    intel = { { "-xHost", "for the machine that compiles" } },
    fujitsu_trad = { { "-KA64FX -KSVE", "the default" } },
    nvidia = { { "-tp=host", "for the machine that compiles" } },
    cray = { { "-hcpu=target", "Fortran: by the craype module that is loaded" } },
  },
  not_when = "Each operation has little data, such as a position or a block of 4 x 4: longer vectors do not help then.",
  source = "x86-64 psABI, micro-architecture levels; " .. guide,
}
