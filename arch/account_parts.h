/*
 * account_parts.h - the causes that an account of cycles knows
 *
 * The first ACCOUNT_PARTS are told apart by the timing model. Counters tell
 * fewer: what they can't tell apart is a joined part, named for all that it
 * may hold. A cause may be in several of these (a pipe that is busy delays
 * integer and FP operations), so a joined part is what its causes cost
 * together, and no more can be said of one of them.
 */
#ifndef PERFEXPERT_ARCH_ACCOUNT_PARTS_H
#define PERFEXPERT_ARCH_ACCOUNT_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The places of some parts in account_parts */
enum {
	ACCOUNT_USEFUL = 0,
	ACCOUNT_CHAIN_FP = 1,
	ACCOUNT_CHAIN_INTEGER = 2,
	ACCOUNT_CHAIN_ADDRESS = 3,
	ACCOUNT_L1 = 4,
	ACCOUNT_L2 = 5,
	ACCOUNT_L3 = 6,
	ACCOUNT_MEMORY_LATENCY = 7,
	ACCOUNT_MEMORY_BANDWIDTH = 8,
	ACCOUNT_STORES = 9,
	ACCOUNT_DATA_TLB = 10,
	ACCOUNT_FETCH = 11,
	ACCOUNT_INSTRUCTION_TLB = 12,
	ACCOUNT_MISPREDICTED = 13,
	ACCOUNT_PIPES = 14,
	ACCOUNT_OTHER = 15,
	ACCOUNT_PARTS = 16,
	ACCOUNT_ALL = 38 /* with those that are joined */
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

/* account_order - all, as reports list them: a joined one stands before the
 * first of those that it holds */
extern const size_t account_order[ACCOUNT_ALL];

/* account_find - index in account_parts; ACCOUNT_ALL when there is none */
size_t account_find(const char *id);

/* account_is_joined - are causes in it that nobody told apart? */
static inline bool account_is_joined(size_t part)
{
	return part >= ACCOUNT_PARTS;
}

#endif
