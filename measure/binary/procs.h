/*
 * procs.h - the procedures of a structure that were asked for (internal)
 */
#ifndef PERFEXPERT_MEASURE_BINARY_PROCS_H
#define PERFEXPERT_MEASURE_BINARY_PROCS_H

#include "measure/binary/elf/debug.h"
#include "measure/binary/flow/flow.h"
#include "measure/binary/elf/frames.h"
#include "measure/binary/elf/image.h"
#include "structure.h"
#include "measure/binary/elf/symbols.h"

/* From low on, to the next segment or the end of the range */
struct proc_segment {
	uint64_t low;
	const struct structure_part *part;
	const char *file;
	const struct structure_inline *inlined;
	unsigned line;
};

struct insn_classes {
	uint64_t addr;
	uint64_t classes; /* bits of enum code_class, not 0 */
};

/* A call of pow with a power that is a constant in the code */
struct call_exponent {
	uint64_t addr;
	double value;
};

struct proc {
	struct structure_proc pub;
	const struct debug_func *func; /* or NULL */
	struct proc_segment *segments;
	size_t nsegments, last;       /* last: the one that was found last */
	struct insn_classes *classes; /* by address */
	size_t nclasses;
	struct call_exponent *exponents; /* by address */
	size_t nexponents;
	bool analysed;
};

/* A stretch of code of a procedure */
struct proc_piece {
	uint64_t low, high;
	struct proc *proc;
};

struct structure {
	struct image image, debug_image;
	struct arena *arena;
	struct frames frames;
	struct symbols symbols;
	struct debug *debug; /* or NULL */
	struct decoder *decoder;
	struct proc_piece *pieces; /* sorted, not overlapping */
	size_t npieces, pieces_cap, last;
	struct proc *plt;
	struct map *parents; /* "scope:name" to symbol, for cold parts */
	char *note;
};

/* procs_locate - make the procedure that holds vaddr known; NULL: none */
struct proc *procs_locate(struct structure *s, uint64_t vaddr);

/* exponents_find - fill p's exponents from the flow of its code */
void exponents_find(struct structure *s, struct proc *p, const struct flow *f,
                    const struct flow_source *from);

/* procs_analyse - decode it and find its loops, lines and facts, once */
void procs_analyse(struct structure *s, struct proc *p);

#endif
