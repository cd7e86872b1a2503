/*
 * regions.h - the named regions of a program, over its runs
 *
 * Nodes form a tree, as in area.h; here each path is there once, whatever run
 * or process it was seen in. Node 0 is outside of all regions.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_REGION_REGIONS_H
#define PERFEXPERT_MEASURE_COLLECT_REGION_REGIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct regions;

struct regions_node {
	uint32_t parent; /* less than its own number */
	int number;
	const char *name;
	/* of all native runs; elapsed in this node, not in those below it */
	double entries, elapsed_s;
};

/* A pair of calls that does not match, as native runs found it. */
struct regions_fault {
	const char *text; /* "'a' ends inside 'b'" without the place */
	const char *path; /* of the file that the call is in; "": the program */
	uint64_t vaddr;   /* of the call's return; 0: not known */
};

struct regions *regions_new(void);
void regions_free(struct regions *r);

/*
 * regions_mentioned - does the file name a function of the region library?
 *
 * Read as bytes, so that scripts and stripped programs are no errors.
 */
bool regions_mentioned(const char *path);

/*
 * regions_open - shared memory for one native run
 *
 * The library finds it by the variable REGION_AREA_VARIABLE; its value is
 * copied into value (SHARED_MEMORY_ID bytes). Errors: ERR_UNSUPPORTED if the
 * system refuses it
 */
int regions_open(struct regions *r, char *value, struct err *err);

/* regions_close - the run has ended: take what is there, and release it */
void regions_close(struct regions *r);

/* regions_seen - the node for a number that a sampler read in the open area;
 * 0 if there is none */
uint32_t regions_seen(struct regions *r, uint32_t node);

/* regions_at - a node below a parent, made when it is new; 0: too many */
uint32_t regions_at(struct regions *r, uint32_t parent, const char *name,
                    int number);

/* regions_all - nodes, from 0, which has no name */
const struct regions_node *regions_all(const struct regions *r, size_t *n);

/* regions_runs - native runs that were taken; regions_dropped - begins that
 * were not counted; regions_pair_s - what a pair of calls costs, NAN: unknown
 */
size_t regions_runs(const struct regions *r);
double regions_dropped(const struct regions *r);
double regions_pair_s(const struct regions *r);

/* regions_faults - what does not match, each place once */
const struct regions_fault *regions_faults(const struct regions *r, size_t *n);

#endif
