/*
 * source_loops.h - loops of the machine code as loops of the source (internal)
 *
 * A loop is named by the lines of its exit conditions, as HPCToolkit's
 * hpcstruct does: the code of "for (...)" is where a loop is left, wherever the
 * compiler put it. Among the calls that were inlined, the loop belongs to the
 * innermost one that holds all of it.
 */
#ifndef PERFEXPERT_MEASURE_BINARY_FACTS_SOURCE_LOOPS_H
#define PERFEXPERT_MEASURE_BINARY_FACTS_SOURCE_LOOPS_H

#include "measure/binary/flow/flow.h"
#include "measure/binary/flow/loops.h"
#include "parts.h"

struct arena;

/* Where an instruction comes from */
struct source_site {
	const char *file; /* NULL: not known */
	unsigned line;
	const struct structure_inline *inlined;
};

/* One procedure on its way from instructions to loops */
struct source_loops {
	struct arena *arena;
	struct flow flow;
	struct loops loops;
	struct source_site *sites;     /* of each instruction */
	struct structure_proc *proc;   /* file and line are set */
	struct structure_part *parts;  /* the result, in the arena */
	struct structure_loop *result; /* source loops, in the arena */
	size_t nresult;
	uint64_t *classes; /* of each instruction, see enum code_class */
	uint32_t *part_of; /* of each loop of loops */
	const struct structure_inline **level; /* of each loop of loops */
	size_t facts_work; /* blocks and instructions looked at for facts */
};

/* source_loops - fill in parts, result and part_of; the caller frees part_of */
void source_loops(struct source_loops *s);

/* source_merge - parts that are one loop of the source; after they have names
 */
void source_merge(struct source_loops *s);

/* source_lines - the lines of each source loop and of the procedure */
void source_lines(struct source_loops *s);

/* source_same_file - by the last part of their paths */
bool source_same_file(const char *a, const char *b);

/* source_line_at - the line of instruction i as seen from inline level */
struct source_site source_line_at(const struct source_loops *s, uint32_t i,
                                  const struct structure_inline *level);

#endif
