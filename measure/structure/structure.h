/*
 * structure.h - procedures, inlined code, loops and lines of one binary
 *
 * A structure is one ELF file (an executable or a shared object). Opening it
 * reads headers and symbols only; a procedure is decoded when an address in it
 * is asked for. All addresses are the file's own virtual addresses (p_vaddr),
 * not those of a process. Everything that is returned is borrowed and lives
 * until structure_free.
 *
 * Every address belongs to at most one procedure and in it to one innermost
 * loop. A loop is a source loop: the parts that a compiler makes of one loop
 * (a vectorised body, its peel and remainder loops, versions for aliased
 * arrays) are one struct structure_loop with several parts.
 */
#ifndef PERFEXPERT_MEASURE_STRUCTURE_STRUCTURE_H
#define PERFEXPERT_MEASURE_STRUCTURE_STRUCTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/structure/facts.h"

struct err;
struct structure;

enum structure_detail {
	STRUCTURE_NONE,    /* stripped: procedures from unwind tables */
	STRUCTURE_SYMBOLS, /* names, but no files and lines */
	STRUCTURE_LINES    /* DWARF: files, lines, inlined code */
};

/* A half-open range of addresses */
struct structure_range {
	uint64_t low, high;
};

/*
 * An inlined call. The chain goes outwards by parent; NULL is the procedure's
 * own code. call_file:call_line is where the enclosing function calls it.
 */
struct structure_inline {
	const struct structure_inline *parent;
	const char *name; /* demangled, never NULL */
	const char *call_file;
	unsigned call_line;
	unsigned depth; /* 1: inlined into the procedure itself */
};

/* Where a part goes back to its header: that many times it iterates again. */
struct structure_latch {
	uint64_t addr; /* of the last instruction of the block */
	bool falls;    /* by running on, not by a jump */
};

/*
 * One loop of the machine code: natural, or the outermost one of an irreducible
 * region. parent is the part that directly encloses it. Its facts are those of
 * its own instructions, without the parts nested in it.
 */
struct structure_part {
	const struct structure_part *parent;
	const struct structure_loop *loop; /* the source loop it is part of */
	uint64_t header; /* address of the (lowest) entry block */
	const char *file;
	unsigned line;
	bool irreducible;
	const struct structure_latch *latches;
	size_t nlatches;
	struct structure_facts facts;
};

struct structure_loop {
	const struct structure_loop *parent;
	const struct structure_proc *proc;
	const struct structure_inline *inlined; /* code it is in, or NULL */
	const char *file; /* NULL without line information, then line is 0 */
	unsigned line;    /* of the loop's condition (for, while) */
	unsigned begin_line,
		end_line; /* the statements; do-loops begin above */
	uint64_t header;  /* address; the main part's */
	unsigned depth;   /* 1 is outermost */
	unsigned nest;    /* loops below it, itself included: 1 is innermost */
	bool perfect;     /* it holds one loop and nothing else of its own */
	/* parts[0] is the main one: widest vectors, then most instructions */
	const struct structure_part *const *parts;
	size_t nparts;
	const struct structure_facts *facts; /* of parts[0] */
};

struct structure_proc {
	const char *name; /* for people: demangled, without clone suffixes */
	const char *raw_name; /* the linker's, or as name where there is none */
	const char *file;     /* NULL when not known, then line is 0 */
	unsigned line, end_line;
	uint64_t low, high; /* of ranges[0], which holds the entry */
	const struct structure_range *ranges; /* the others: cold parts */
	size_t nranges;
	const char *producer; /* DW_AT_producer, or NULL */
	const char *language; /* "C", "C++", "Fortran", ..., or NULL */
	const char *level;    /* "-O2", from the producer's switches, or NULL */
	bool optimised; /* by its switches, else by the look of its code */
	bool frame_pointer;
	bool has_debug;
	const struct structure_loop *loops; /* outer before inner, by address */
	size_t nloops;
	const struct structure_part *parts; /* the same order */
	size_t nparts;
	struct structure_facts facts; /* of the code outside its loops */
};

/* What is known about one address */
struct structure_place {
	const struct structure_proc *proc;
	const struct structure_loop *loop; /* innermost, or NULL */
	const struct structure_part *part; /* innermost, or NULL */
	const char *file;                  /* of the instruction, or NULL */
	unsigned line;                     /* or 0 */
	const struct structure_inline *inlined; /* innermost, or NULL */
	const char *inlined_from;               /* inlined->name, or NULL */
};

/*
 * structure_open - the structure of an ELF file
 *
 * Separate debug information is looked for as debuggers do: by build id and by
 * .gnu_debuglink, in /usr/lib/debug and beside the file.
 * Errors: ERR_SYSTEM when it can't be read, ERR_FORMAT when it is no ELF file,
 *         ERR_UNSUPPORTED for 32-bit, big-endian and relocatable ones
 */
struct structure *structure_open(const char *path, struct err *err);

/* structure_open_memory - the same for size bytes at data, which are copied */
struct structure *structure_open_memory(const void *data, size_t size,
                                        struct err *err);

void structure_free(struct structure *s);

/* structure_build_id - lower-case hexadecimal digits, or NULL */
const char *structure_build_id(const struct structure *s);

enum structure_detail structure_detail(const struct structure *s);

/* structure_note - what is missing and why, one line for people, or NULL */
const char *structure_note(const struct structure *s);

/*
 * structure_find - where vaddr belongs
 *
 * False, and *out zeroed, when no procedure holds it. Fast for addresses that
 * come more or less sorted, and for any that were seen before.
 */
bool structure_find(struct structure *s, uint64_t vaddr,
                    struct structure_place *out);

/*
 * structure_callee - the linker's name of what the instruction at vaddr calls
 *
 * Through the procedure linkage table too. NULL when it calls nothing, or what
 * it calls is only known when it runs.
 */
const char *structure_callee(struct structure *s, uint64_t vaddr);

/*
 * structure_each - call back for every procedure of the file, by address
 *
 * Analyses all of them, so it takes its time on a large file. Stops when the
 * callback returns false.
 */
void structure_each(struct structure *s,
                    bool (*each)(void *ctx, const struct structure_proc *p),
                    void *ctx);

#endif
