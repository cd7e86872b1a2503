/*
 * flow.h - the control flow of one procedure: decoded instructions, basic
 * blocks and the edges between them
 *
 * Calls do not end a block unless they never return. Edges that only an
 * exception takes are marked, as they are no condition of a loop.
 */
#ifndef PERFEXPERT_MEASURE_BINARY_FLOW_FLOW_H
#define PERFEXPERT_MEASURE_BINARY_FLOW_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/binary/decode/decode.h"

struct debug;
struct frames;
struct image;
struct structure_range;
struct symbols;

#define FLOW_NONE UINT32_MAX

struct flow_edge {
	uint32_t from, to; /* blocks */
	bool exception;
};

struct flow_block {
	uint32_t first, count; /* instructions */
	uint32_t succ, nsucc;  /* in edges */
};

struct flow {
	struct insn *insns; /* sorted by address */
	size_t ninsns, insns_cap;
	struct flow_block *blocks; /* sorted by address */
	size_t nblocks;
	struct flow_edge *edges; /* sorted by from, then to */
	size_t nedges, edges_cap;
	uint32_t *block_of; /* of each instruction */
	uint32_t entry;     /* block */
};

/* What is needed of a file to build the flow of its procedures */
struct flow_source {
	const struct image *img;
	struct symbols *symbols;
	const struct frames *frames;
	struct decoder *decoder;
	struct debug *debug; /* or NULL */
};

/* flow_build - decode ranges (sorted by address); entry is an address */
void flow_build(struct flow *f, const struct flow_source *src,
                const struct structure_range *ranges, size_t nranges,
                uint64_t entry);
void flow_release(struct flow *f);

/* flow_insn - index of the instruction at addr, or FLOW_NONE */
uint32_t flow_insn(const struct flow *f, uint64_t addr);

/* flow_insn_after - index of the first instruction at or after addr */
uint32_t flow_insn_after(const struct flow *f, uint64_t addr);

/*
 * jumptable_targets - where the indirect jump at instruction at goes
 *
 * Calls back for each target, which is an instruction of f. False when the
 * table was not understood.
 */
bool jumptable_targets(const struct flow *f, const struct image *img,
                       uint32_t at, void (*each)(void *ctx, uint32_t insn),
                       void *ctx);

#endif
