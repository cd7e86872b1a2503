/*
 * lcpi_private.h - compiled categories, shared by their reader and evaluator
 *
 * Invariant, once compiled: every name of a formula is bound, and following
 * parts and categories never comes back to where it started.
 */
#ifndef PERFEXPERT_ARCH_LCPI_PRIVATE_H
#define PERFEXPERT_ARCH_LCPI_PRIVATE_H

#include "lcpi.h"

struct expr;

enum {
	LCPI_EVENTS = 64, /* different events in one category */
	LCPI_PARTS = 32
};

enum binding_kind {
	BIND_EVENT,
	BIND_PARAM,
	BIND_CONSTANT,
	BIND_PART,
	BIND_CATEGORY
};

/* the meaning of a name in a formula */
struct binding {
	enum binding_kind kind;
	size_t index;     /* event slot, part or category */
	const char *name; /* BIND_PARAM, BIND_CONSTANT */
};

struct alternative {
	struct expr *e;
	struct binding *bindings; /* one for each name of e */
	const char *note;
};

struct formula {
	struct alternative *alts; /* best first */
	size_t n;
	enum { UNVISITED, VISITING, VISITED } state;
};

struct category {
	struct lcpi_category pub;
	struct formula formula;
	struct formula *parts; /* pub.nparts */
	const char *file, *where;
	const char *events[LCPI_EVENTS];
	size_t nevents;
};

/* The categories, then the derived metrics. */
struct lcpi_set {
	struct category *list;
	size_t n, cap;
	size_t ncategories;        /* once compiled */
	struct lcpi_category *pub; /* the public halves, once compiled */
};

/* lcpi_position - index of a category or metric, or -1 */
int lcpi_position(const struct lcpi_set *set, const char *id);

#endif
