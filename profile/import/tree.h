/*
 * tree.h - sections and their counts while databases are read
 *
 * Both readers walk call paths and add what they find here, where call paths
 * become static scopes: equal scopes are one node, whatever called them. A node
 * is found by its parent and identity through a hash table, so that memory
 * follows the distinct scopes.
 *
 * Counts come in series: one native metric in one run. They are added to the
 * line they belong to and to all that holds it, for one thread at a time; at
 * the end of a thread they are folded into sums and statistics.
 *
 * Invariants: a node's parent has a smaller number; node 0 is the program.
 * Strings in keys are interned in the tree's arena: same text, same pointer.
 */
#ifndef PERFEXPERT_PROFILE_IMPORT_TREE_H
#define PERFEXPERT_PROFILE_IMPORT_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/hash.h"
#include "base/ids.h"

struct arena;
struct err;
struct hpctoolkit_options;
struct profile;

enum {
	TREE_ROOT = 0,
	TREE_MAX_NEST = 60,
	TREE_MAX_NODES = 1 << 24,
	TREE_MAX_SERIES = 1 << 16,
	TREE_MAX_RUNS = 4096 /* PROFILE_MAX_RUNS */
};

enum tree_kind {
	TREE_PROGRAM,
	TREE_MODULE,
	TREE_PROCEDURE,
	TREE_LOOP,
	TREE_LINE
};

/* One series' statistics over threads, as far as they have values. */
struct tree_stats {
	double n, mean, squares, min, max; /* squares of the differences */
};

struct tree_node {
	uint32_t parent;
	enum tree_kind kind;
	const char *name; /* module: path; procedure: plain name; else NULL */
	const char *file; /* or NULL */
	unsigned line;    /* of a procedure: the first one seen */
	uint64_t id;      /* a loop's address or number; else 0 */
	unsigned depth;
	bool touched;
	uint32_t nseries; /* room in the three arrays */
	double *sum, *thread;
	struct tree_stats *stats; /* not for lines */
};

/* A native metric in a run. */
struct tree_series {
	unsigned run;
	const char *native, *name;
	double scale, period; /* of native counts; period 0: unknown */
	double samples;       /* all of them, where the file says so; or 0 */
	double threads;       /* that were measured */
	bool no_stats;        /* sums only */
};

struct tree {
	struct arena *arena;
	const struct hpctoolkit_options *options;
	struct tree_node *nodes;
	size_t nnodes, cap_nodes;
	struct hash hash; /* of nodes but the program */
	struct tree_series *series;
	size_t nseries, cap_series;
	struct ids strings, natives, names, events;
	unsigned nruns;
	uint32_t *touched; /* nodes with counts of this thread */
	size_t ntouched, cap_touched;
	size_t nlists;          /* nodes x series that have room */
	size_t dropped_metrics; /* beyond what a profile takes */
	double ranks, threads;  /* most seen in a database; NAN: none */
	const char *program, *version;
	const char **notes;
	size_t nnotes, cap_notes;
};

void tree_init(struct tree *t, const struct hpctoolkit_options *options);
void tree_release(struct tree *t);

/* tree_intern - the tree's copy of s; NULL stays NULL */
const char *tree_intern(struct tree *t, const char *s);

/* tree_note - a sentence for the report */
void tree_note(struct tree *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * tree_procedure, tree_loop, tree_line - the number of a scope's node, added if
 * it is new. Strings are interned ones. A NULL module or name is "<unknown>".
 *
 * A loop below TREE_MAX_NEST others is counted for the one above it.
 */
uint32_t tree_procedure(struct tree *t, const char *module, const char *name,
                        const char *file, unsigned line);
uint32_t tree_loop(struct tree *t, uint32_t parent, const char *file,
                   unsigned line, uint64_t id);
uint32_t tree_line(struct tree *t, uint32_t parent, const char *file,
                   unsigned line);

/* tree_too_large - ERR_FORMAT when there are more nodes or counts than is
 * reasonable, which the readers ask as they go */
int tree_too_large(const struct tree *t, struct err *err);

/*
 * tree_series - the number of a native metric in a run, added if it is new;
 * -1 when a profile has no room for more events
 */
int tree_series(struct tree *t, unsigned run, const char *native,
                double period);

/* tree_add - count for a line (or section) and all that holds it */
void tree_add(struct tree *t, uint32_t node, uint32_t series, double value);

/*
 * tree_thread_end - the counts added since the last call are those of a thread
 *
 * TREE_THREAD: sums and statistics; TREE_SUMS: of all threads together, no
 * statistics; TREE_STATS: statistics only, the sums are known already
 */
enum tree_fold { TREE_THREAD, TREE_SUMS, TREE_STATS };
void tree_thread_end(struct tree *t, enum tree_fold fold);

/* tree_profile - the profile of what was read (tree_profile.c) */
struct profile *tree_profile(struct tree *t);

#endif
