-- What the timing model of a core needs, and what it takes where a machine file says
-- nothing: a plain out-of-order core of about 2018, every figure a guess.
--
-- A machine file has `model = { numbers = { NAME = { value, source, guess } }, pipes = {
-- names, source }, ops = { NAME = { latency, pipes, busy, source, guess } } }`. What is in
-- nanoseconds there (unit = "ns") is turned into cycles with the clock that ran.

local plain = "a plain out-of-order core of about 2018"

-- unit, what it is, the generic value, the least and the most that make sense
local function number(unit, value, least, most, description)
  return { unit = unit, value = value, least = least, most = most, description = description }
end

local function op(description, latency, pipes, busy)
  return { description = description, latency = latency, pipes = pipes, busy = busy or 1 }
end

local alu = { "alu0", "alu1", "alu2", "alu3" }
local fp = { "fp0", "fp1" }

return {
  source = plain,

  numbers = {
    -- front end
    decode_width = number("instructions/cycle", 4, 1, 16, "instructions decoded"),
    decode_bytes = number("bytes/cycle", 16, 4, 128, "bytes of code decoded"),
    op_cache = number("operations", 1536, 0, 65536,
      "decoded operations kept, which need no decoding again; 0: none"),
    op_cache_width = number("operations/cycle", 6, 1, 16, "operations delivered from there"),
    op_cache_entry = number("operations", 8, 1, 16, "of one line of code in an entry of it"),
    op_cache_apart = number("yes: 1, no: 0", 0, 0, 1,
      "decoded operations stay when their line leaves L1I"),
    op_cache_turn = number("cycles", 0, 0, 8,
      "from op_cache_width operations of a line of code until the next so many of it;"
      .. " 0: as op_cache_width says"),
    taken_branch = number("cycles", 1, 0.5, 8, "from one taken branch to the next, at least"),
    call_return = number("cycles", 1, 1, 20,
      "from a call or a return to what follows it, at least"),
    branch_far = number("cycles", 0, 0, 20,
      "lost by a taken branch, but for returns, from the program to a shared library or back:"
      .. " the upper parts of their addresses differ"),
    fetch_ahead = number("lines", 8, 1, 256,
      "of code that are asked for ahead of decoding, as predicted"),
    fetch_window = number("bytes", 0, 0, 4096,
      "aligned block of code from which one cycle fetches; 0: not limited"),
    btb = number("branches", 4096, 16, 65536, "taken branches that are remembered at full speed"),
    btb_miss = number("cycles", 3, 0, 30, "lost by a taken branch that is not in btb"),
    btb_all = number("branches", 8192, 16, 1 << 20, "taken branches that are remembered at all"),
    btb_unknown = number("cycles", 8, 0, 40, "lost by a branch that is not in btb_all, until it is decoded"),
    mispredict = number("cycles", 15, 1, 60,
      "from a mispredicted branch's execution until the right path is dispatched"),
    -- the window
    dispatch_width = number("operations/cycle", 4, 1, 16, "operations renamed and dispatched"),
    retire_width = number("operations/cycle", 4, 1, 32, "operations retired"),
    rob = number("operations", 224, 1, 2048, "reorder buffer"),
    window_hold = number("cycles", 10, 0, 60,
      "that an instruction holds its places in the window beyond its wait and its execution: from"
      .. " renaming until it can begin, and from when it retires until they are free"),
    registers = number("registers", 0, 0, 2048,
      "for results of integer operations and loads between dispatch and retirement: the physical"
      .. " ones less the program's; 0: as many as the reorder buffer wants"),
    registers_fp = number("registers", 0, 0, 2048, "the same, floating-point and vector ones"),
    scheduler = number("operations", 97, 1, 1024,
      "operations that wait for operands; of integer and memory ones, where scheduler_fp is given"),
    scheduler_fp = number("operations", 0, 0, 1024,
      "floating-point and vector ones that wait; 0: in the same scheduler"),
    queue_fp = number("operations", 0, 0, 1024,
      "of scheduler_fp that wait, in order, until one of the others has begun; 0: all are looked at"),
    load_queue = number("loads", 72, 1, 1024, "loads between dispatch and retirement"),
    store_queue = number("stores", 56, 1, 1024, "stores between dispatch and the L1 data cache"),
    wide_passes = number("passes", 1, 1, 4,
      "of an operation on 512 bits through a pipe, also of a load or store"),
    fp_add_next = number("cycles", 0, 0, 20,
      "from an FP addition to the next one, which takes its sum sooner than others do; 0: as others"),
    select_joint = number("conditions", 0, 0, 2,
      "of CMOVcc that test several flags and take two operations: 1: those of carry and zero (A, BE); 2: those of sign and overflow (L, GE, LE, G), too"),
    -- memory
    load_indexed = number("cycles", 0, 0, 10,
      "that a load takes longer when its address has an index with a factor or a displacement"),
    load_extended = number("cycles", 0, 0, 10, "that a load takes longer when it extends a sign"),
    store_forward = number("cycles", 5, 0, 60, "a load from a store that is still queued"),
    store_forward_fail = number("cycles", 13, 0, 100,
      "a load that needs more than one queued store holds, after the store is done"),
    store_rename = number("cycles", 20, 0, 20,
      "from a stored value to that of a load of 32 or 64 bits as they are, from the address of the"
      .. " queued store, known by its register and constant alone; 20: as any other"),
    store_predict = number("cycles", 20, 0, 20,
      "the same from the queued store that it took its value from last time, as predicted; 20: as"
      .. " any other"),
    store_line = number("stores", 1, 1, 16, "in a row to one line that go to the L1 cache as one"),
    store_lines = number("lines", 1, 1, 16,
      "latest lines with whose stores a further store to the same line is combined"),
    store_commit = number("cycles", 1, 0.25, 20, "of the L1 data cache for one store"),
    line_split = number("cycles", 1, 0, 100,
      "more for a load of two lines, which takes its pipe twice; a store takes L1 for each of them"),
    gather_passes = number("passes", 1, 1, 8, "through a load's pipe of each element of a gather"),
    string_start = number("cycles", 20, 0, 200, "start of a repeated string instruction, until its first step"),
    string_long = number("cycles", 10, 0, 200, "more for one of 128 bytes and more"),
    string_bytes = number("bytes/cycle", 32, 1, 128, "rate of a repeated string instruction after its start"),
    l1_misses = number("lines", 12, 1, 256, "of L1 data misses in flight"),
    waiting_loads = number("loads", 0, 0, 512,
      "whose line was not in L1, from the oldest one on that waits for its line; 0: any number"),
    l2_misses = number("lines", 32, 1, 512, "in flight beyond L2, prefetched ones included"),
    l2_latency = number("cycles", 14, 2, 200, "load to use from L2"),
    l3_latency = number("cycles", 50, 4, 500, "load to use from L3"),
    memory_latency = number("cycles", 300, 10, 5000, "load to use from memory"),
    l1_set = number("cycles", 1, 0, 100, "from one line that comes into a set of L1 to the next"),
    l1_set_far = number("cycles", 0, 0, 400,
      "the same from a line that comes from beyond L2; 0: as any other"),
    l2_line = number("cycles", 2, 0.25, 64, "of the path from L2 for one line"),
    l3_line = number("cycles", 4, 0.25, 200, "of the path from L3 for one line"),
    code_line = number("cycles", 2, 0.25, 64,
      "of the path into the L1 instruction cache for one line"),
    code_line_far = number("cycles", 0, 0, 400,
      "the same for one from beyond L2; 0: as any other"),
    code_line_jump = number("cycles", 2, 0.25, 64,
      "of L1I, for a line of code from L2 that a branch leads to"),
    memory_line = number("cycles", 16, 0.25, 2000,
      "of the path from memory for one line, one core alone"),
    memory_write = number("cycles", 4, 0, 2000,
      "of the same path, for a line that is written back beside those that are read"),
    -- of a host, not of a machine: perfexpert-run measures it
    l3_others = { unit = "cycles", value = 0, least = 0, most = 1e6, of_host = true,
      description = "from one line that others bring into the shared L3 cache to the next;"
        .. " 0: they bring none" },
    l3_random = { unit = "cycles", value = 0, least = 0, most = 2000, of_host = true,
      description = "from one line that is asked for from L3, and was not fetched ahead, to the next,"
        .. " where none waits for another; 0: as l3_line" },
    memory_random = { unit = "cycles", value = 0, least = 0, most = 5000, of_host = true,
      description = "the same from memory; 0: as memory_line" },
    tlb2_hit = number("cycles", 8, 0, 100, "a hit of the second-level TLB"),
    tlb2_code = number("cycles", 0, 0, 100,
      "from one such page of code to the next, as they are predicted; 0: as tlb2_hit"),
    walk = number("cycles", 25, 1, 1000,
      "a page walk, without the access to its last entry in L2 and beyond"),
    walk_nested = number("cycles", 100, 1, 5000,
      "the same in a virtual machine, where each step walks the host's tables"),
    walkers = number("walks", 2, 1, 64, "page walks at once"),
    -- prefetching
    prefetch_next = number("lines", 1, 0, 16, "fetched after a line that missed L1"),
    prefetch_next_into = number("level", 1, 1, 2, "of the caches, that they are fetched into"),
    prefetch_next_learns = number("flag", 0, 0, 1,
      "1: only where the last times it was of use, and down as well as up; 0: always"),
    prefetch_stride = number("strides", 16, 0, 1024,
      "loads whose strides are remembered; 0: no such prefetcher"),
    prefetch_stride_ahead = number("strides", 4, 1, 64, "how far ahead of the load it fetches"),
    prefetch_stride_reach = number("bytes", 2048, 64, 1 << 30, "longest stride that it follows"),
    prefetch_stride_far = number("strides", 0, 0, 64,
      "how far ahead of it at most it fetches into L2, the farther the more often a stride came; 0: not"),
    prefetch_streams = number("streams", 16, 0, 1024,
      "of lines in a row that are followed into L2; 0: no such prefetcher"),
    prefetch_ahead = number("lines", 16, 1, 256, "how far ahead it fetches"),
    prefetch_stream_near = number("lines", 0, 0, 64, "of a stream that are fetched into L1"),
    prefetch_page = number("bytes", 4096, 4096, 1 << 30, "boundary at which prefetching ends"),
    prefetch_stride_page = number("bytes", 0, 0, 1 << 40,
      "boundary at which following a stride ends; 0: the same"),
    prefetch_translates = number("flag", 0, 0, 1,
      "1: the pages of lines that follow a stride or a row are translated ahead, too; 0: when asked for"),
  },

  pipes = { "alu0", "alu1", "alu2", "alu3", "load0", "load1", "store", "fp0", "fp1" },

  -- latency in cycles; busy: cycles until the pipe takes the next one
  ops = {
    int = op("integer add, logic, address", 1, alu),
    int_shift = op("integer shift, rotation", 1, alu),
    int_select = op("integer that a condition selects or sets", 1, alu),
    int_address = op("address of two registers and a displacement, as a number", 1, alu),
    int_mul = op("integer multiply", 3, { "alu1" }),
    int_div = op("integer divide, up to 32 bits", 24, { "alu0" }, 6),
    int_div_wide = op("integer divide, 64 bits", 40, { "alu0" }, 20),
    branch = op("branch, jump, call, return", 1, { "alu0", "alu3" }),
    vec_int = op("integer and logic on vectors", 1, fp),
    vec_shift = op("shift of vectors", 1, fp),
    vec_shuffle = op("shuffle, pack, unpack", 1, fp),
    vec_int_mul = op("integer multiply on vectors", 5, fp),
    vec_to_int = op("from a vector to an integer register", 2, { "fp0" }),
    int_to_vec = op("from an integer to a vector register", 2, { "fp1" }),
    fp_add = op("FP add, subtract", 4, fp),
    fp_mul = op("FP multiply", 4, fp),
    fp_fma = op("FP fused multiply and add", 4, fp),
    fp_div = op("FP divide, double", 15, { "fp0" }, 5),
    fp_div_float = op("FP divide, float", 11, { "fp0" }, 4),
    fp_div_packed = op("FP divide, vector of double", 16, { "fp0" }, 9),
    fp_div_packed_float = op("FP divide, vector of float", 12, { "fp0" }, 6),
    fp_sqrt = op("FP square root, double", 20, { "fp0" }, 7),
    fp_sqrt_float = op("FP square root, float", 14, { "fp0" }, 5),
    fp_sqrt_packed = op("FP square root, vector of double", 22, { "fp0" }, 13),
    fp_sqrt_packed_float = op("FP square root, vector of float", 15, { "fp0" }, 8),
    fp_compare = op("FP compare, minimum, maximum", 3, fp),
    fp_convert = op("FP conversion, rounding", 5, { "fp0" }),
    fp_stack = op("add, subtract, multiply on the x87 stack", 5, { "fp0" }),
    fp_slow = op("FP function in microcode (x87)", 60, { "fp0" }, 40),
    load = op("load from L1, integer", 5, { "load0", "load1" }),
    load_vec = op("load from L1, FP and vector", 6, { "load0", "load1" }),
    load_wide = op("load from L1, vector of 256 bits and more", 7, { "load0", "load1" }),
    store = op("store of an integer", 1, { "store" }),
    store_vec = op("store of an FP value or vector", 1, { "store" }),
    store_wide = op("store of a vector of 256 bits and more", 1, { "store" }),
    atomic = op("atomic read, change and write", 20, { "alu0" }, 18),
    control_read = op("FP control and flags stored (STMXCSR), after all before it", 10, alu),
    serialise = op("instruction that waits for all before it", 30, { "alu0" }, 30),
  },
}
