/*
 * call_graph.h - a call graph for the profile, from the call paths of samples
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_CALL_GRAPH_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_CALL_GRAPH_H

#include <stddef.h>
#include <stdint.h>

struct attribution;

/* A place on a call path, below the one that called it; parents come first, and
 * the first is the unknown caller of the outermost. */
struct calls_place {
	uint32_t parent;
	const char *path; /* of the file, as for attribution_spot_file */
	uint64_t offset;
	/* of samples in it, not in what it calls: it worked; it waited */
	double cycles, waits;
};

/*
 * calls_build - places become procedures, and paths the tree of p->calls
 *
 * A procedure that calls itself is one node. What takes less than a
 * two-thousandth of all is put together as "<other>".
 */
void calls_build(struct attribution *b, const struct calls_place *places,
                 size_t n);

#endif
