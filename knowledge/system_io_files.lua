-- System and I/O: files that are read again, in small pieces, or not in their order.

-- Calls that go to a place of a file, and throw away what was read ahead
local function seeks(s)
  return select_facts(s.called or {}, function(c)
    return (c.calls or OFTEN) >= OFTEN
      and (c.callee:find("^f?seeko?%d*$") or c.callee == "fsetpos" or c.callee == "rewind" or api_of(c):find("stream::seek[gp]$")) ~= nil
  end)
end

-- and the reads after them, which ask the system each time, as the buffer is gone
local function with_reads(s, list)
  local n = sum(list, "calls")
  local reads = select_facts(s.called or {}, function(c)
    return (c.calls or math.huge) <= 1.1 * n and ((c.inner or ""):find("^_*read$") or c.callee:find("^_*read$")) ~= nil
  end)
  for _, c in ipairs(list) do reads[#reads + 1] = c end
  return reads
end

suggestion "read-on-without-seeking" {
  number = 190,
  category = "system_io",
  subcategory = "Read and write in large pieces",
  of_program = true,
  title = "Read sequentially, or all at once, instead of seeking each record",
  why = "fseek and seekg may throw the buffer away and ask the system for the new place, so that each record costs one or two requests and "
    .. "a buffer of 4 KB is read for a few bytes of it.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = seeks(s)
    if #list == 0 then return "no place of a file is sought often" end
    return instead_of(s, with_reads(s, list), 0)
  end,
  evidence = function(s) return told_of_list(seeks(s)) end,
  how = {
    "Records in file order: fread continues where it ended; leave out fseek and rewind.",
    "In any order: read the whole file once, or map it (mmap), and index the memory.",
    "Few records of a large file: pread of exactly these, in the order of their places.",
  },
  fewer_instructions = true,
  example = "examples/read-on-without-seeking",
  level = "-O2",
  claims = { category = "time", at_least = 0.4 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "Few places of a large file are read.",
  source = "Linux manual page fseek(3); GNU C library manual, File Positioning",
}

-- What goes back to a file's beginning, or anywhere
local function begins_anew(name)
  return name == "rewind" or name:find("^f?open%d*$") or name:find("^f?seeko?%d*$") or name:find("stream::seekg$")
    or name:find("fstream::open$") or name == "_gfortran_st_rewind" or name == "_gfortran_st_open"
end

-- How often that is done, in the section or around it: it takes hardly any time
local function times_begun(s)
  local most = 0
  for _, c in ipairs(s.called or {}) do
    if begins_anew(api_of(c)) then most = math.max(most, c.calls or 0) end
  end
  while s do
    for _, c in ipairs(s.callees or {}) do
      if c.name and begins_anew(c.name) then most = math.max(most, c.calls or 0) end
    end
    s = s.parent
  end
  return most
end

-- A file that is gone through from its beginning for each of many records: what reads it, and how often it begins
local function read_again(s)
  local reads = select_facts(s.called or {}, function(c)
    local name = api_of(c)
    return name == "fgets" or name == "std::getline" or name == "getline" or name == "fread" or is_call(c, "characters")
      or is_call(c, "numbers_read")
  end)
  local begins, n = times_begun(s), sum(reads, "calls")
  if begins < OFTEN or n < 20 * begins then return {}, 0, 0 end
  return reads, begins, n
end

suggestion "read-once" {
  number = 191,
  category = "system_io",
  subcategory = "Read and write in large pieces",
  of_program = true,
  title = "Go through the file once, and keep its records or where they begin",
  why = "Searching for a record from the beginning of a file reads all that is before it, again for each record: the work grows with the square "
    .. "of their number.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list, begins, n = read_again(s)
    if #list == 0 then return "no file is read again from its beginning" end
    -- a loop that reads compares and counts for each record, which goes as well
    local all = s.kind == "loop" and s.with_calls or sum(list, "share")
    return clamp(all * (1 - begins / n))
  end,
  evidence = function(s)
    local list, begins = read_again(s)
    return told_of_list(list, ", and the file is begun anew " .. plural(begins, "time"))
  end,
  how = {
    "Read all lines into an array once (std::vector<std::string>, or one block and pointers into it).",
    "Too large for memory: remember with ftell where each record begins, and fseek there.",
    "Many look-ups by a key: sort or hash the records after reading them.",
  },
  fewer_instructions = true,
  example = "examples/read-once",
  level = "-O2",
  claims = { category = "time", at_least = 0.5 },
  changes = { "nothing" },
  tolerance = 0,
  not_when = "The file changes while it is read.",
  source = "GNU C library manual, File Positioning; Spolsky, Back to basics",
}

-- Parts of arrays in files, by HDF5, netCDF and its Fortran module, or PnetCDF: pieces that
-- are read or written often; those below half a million cycles each are small
local SMALL = 500000

local function array_parts(s)
  local list = select_facts(s.called or {}, function(c)
    local name = api_of(c):lower()
    return (c.calls or 0) >= 30
      and (name:find("h5d_?read") or name:find("h5d_?write") or name:find("^n[cf]m?p?i?_[gp][eu]t_") or name:find("nf90_[gp][eu]t")) ~= nil
  end)
  local small = select_facts(list, function(c) return (cycles_of_call(s, c) or 0) < SMALL end)
  return list, small
end

suggestion "larger-hyperslabs" {
  number = 192,
  category = "system_io",
  subcategory = "Read and write in large pieces",
  of_program = true,
  title = "Read and write whole chunks of HDF5 and netCDF arrays",
  why = "Each request for a part of an array looks up its chunks, and reads, unpacks or writes each chunk as a whole. If chunks hold rows, each column that is read reads the whole file, and single values cost a call of a thousand instructions each.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list, small = array_parts(s)
    if #list == 0 then return "no parts of arrays are read or written often" end
    -- how often large parts touch the same chunks is not known: half of it
    return clamp(instead_of(s, small, 0) + 0.5 * (sum(list, "share") - sum(small, "share")))
  end,
  evidence = function(s) return told_of_list((array_parts(s))) end,
  how = {
    "Read many columns, levels or time steps with one request, and take them apart in memory.",
    "Chunks in the shape in which they are read: H5Pset_chunk or nc_def_var_chunking when the file is written; nccopy -c or h5repack -l CHUNK= for one that is there.",
    "A chunk cache that holds the chunks in use: H5Pset_chunk_cache, nc_set_var_chunk_cache (1 MB by default in HDF5).",
    "Ranks that write one file: collective transfers (H5FD_MPIO_COLLECTIVE, nc_var_par_access), and as many aggregators as the file has stripes (cb_nodes).",
  },
  fewer_instructions = true,
  changes = { "nothing" },
  not_when = "Each chunk is read once already, and the time is the disk's or the decompression's.",
  source = "HDF5 user guide, Chunking in HDF5; netCDF users guide, Chunking",
}

-- Reads of one byte: fewer are no reason to write a loop otherwise
local BYTES = 10000

local function reads_of_shell(s)
  if not is_shell(s) then return {} end
  return select_facts(s.called or {}, function(c) return c.callee == "read" and (c.calls or 0) >= BYTES end)
end

suggestion "shell-read" {
  number = 193,
  category = "system_io",
  subcategory = "Read and write in large pieces",
  of_program = true,
  for_libraries = true, -- a script is of a shell that is installed
  title = "Let awk or sed go through the lines, not the shell's read",
  why = "A shell must not take more than its line from a pipe, because the rest belongs to the next command, so its read asks the system for one byte at a time. "
    .. "awk, sed, cut and sort read 64 KB at a time and take a tenth of a microsecond for each line.",
  needs = {}, -- calls that take time elsewhere
  when = function(s)
    local list = reads_of_shell(s)
    if #list == 0 then return "no shell reads byte by byte" end
    return in_awk(s.with_calls or sum(list, "share"))
  end,
  evidence = function(s) return told_of_list(reads_of_shell(s), ", of one byte each") end,
  how = {
    "while read -r a b; do total=$((total + b)); done: awk '{ total += $2 } END { print total }'.",
    "Lines that a command needs one by one: xargs -n 1, or awk's system and getline.",
    "bash: mapfile -t lines reads all of them at once; a loop over the array asks the system for nothing.",
  },
  fewer_instructions = true,
  changes = { "nothing" },
  not_when = "There are few lines, or each one starts a long command.",
  source = "POSIX.1-2017, read utility, and sh, input files",
}

suggestion "shell-loops" {
  number = 249,
  category = "system_io",
  subcategory = "Call libraries and the system less often",
  of_program = true,
  for_libraries = true, -- a script is of a shell that is installed
  title = "Let awk, sort, tr or grep do what the script does in a loop",
  why = "A shell expands the words of each command of a loop anew, and keeps numbers as text: an addition takes microseconds, and a "
    .. "character of a long text is looked for from its beginning. awk translates its program once and works on fields and numbers.",
  needs = {}, -- its own time
  when = function(s)
    if not is_shell(s) then return "it is not a shell" end
    if #reads_of_shell(s) > 0 then return "it reads byte by byte" end
    local system = s.facts.system and s.facts.system[1]
    local own = (s.fraction or 0) * (1 - clamp(system and system.share or 0))
    return own > 0.5 and in_awk(own) or "the shell itself takes little of the time"
  end,
  evidence = function(s) return "the shell's own code takes " .. percent(s.fraction) .. " of the time" end,
  how = {
    "Loops over lines or fields: one awk '{ n[$1]++ } END { for (k in n) print k, n[k] }' FILE.",
    "Characters: fold -w1 FILE | sort | uniq -c, tr -cd A <FILE | wc -c, or grep -o A FILE | wc -l.",
    "Within the shell: ${v//[^A]/} and ${#v} work on all of a text at once; mapfile reads all lines.",
  },
  fewer_instructions = true,
  changes = { "nothing" },
  not_when = "The loop waits for the commands that it starts.",
  source = "POSIX.1-2017, awk utility and shell command language; GNU bash manual, Shell Parameter Expansion",
}
