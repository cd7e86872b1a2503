/*
 * account_parts.h - the causes that an account of cycles knows: causes.def
 *
 * The timing model separates the first ACCOUNT_PARTS. Counters separate fewer:
 * the causes that they cannot separate are a joined part, named for all that it
 * may hold. A cause may be in several of these (a pipe that is busy delays
 * integer and FP operations), so a joined part is what its causes cost
 * together, and no more can be said of one of them.
 */
#ifndef PERFEXPERT_ARCH_ACCOUNT_PARTS_H
#define PERFEXPERT_ARCH_ACCOUNT_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The place of each in account_parts: first the separate ones */
enum {
#define CAUSE(name, ...) ACCOUNT_##name,
#include "causes.def"
	ACCOUNT_PARTS,
	ACCOUNT_BEFORE_JOINED = ACCOUNT_PARTS - 1,
#define JOINED(name, ...) ACCOUNT_##name,
#include "causes.def"
	ACCOUNT_ALL
};

struct account_part {
	const char *id;     /* "chain_fp" */
	const char *event;  /* "MODEL_CHAIN_FP"; NULL: only counters have it */
	char letter;        /* of a bar: 'f'; joined ones are upper case */
	const char *phrase; /* "wait for chains of FP operations" */
	const char *label;  /* "FP chains" */
	uint32_t holds;     /* bit i: part i may be in it; its own alone */
};
extern const struct account_part account_parts[ACCOUNT_ALL];

/* account_order - all, as reports list them */
extern const size_t account_order[ACCOUNT_ALL];

/* account_find - index in account_parts; ACCOUNT_ALL when there is none */
size_t account_find(const char *id);

/* account_is_joined - does it join several causes? */
static inline bool account_is_joined(size_t part)
{
	return part >= ACCOUNT_PARTS;
}

#endif
