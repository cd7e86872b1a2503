/*
 * parts.h - a procedure, its loops, and the parts that a compiler made of them
 */
#ifndef PERFEXPERT_MEASURE_BINARY_FACTS_PARTS_H
#define PERFEXPERT_MEASURE_BINARY_FACTS_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code_facts.h"
#include "measure/binary/elf/inlined.h"

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
	bool innermost;   /* there is none in it */
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
	const struct structure_loop *loops; /* outer before inner, by address */
	size_t nloops;
	const struct structure_part *parts; /* the same order */
	size_t nparts;
	struct structure_facts facts; /* of the code outside its loops */
	size_t facts_work; /* blocks and instructions looked at for facts */
};

#endif
