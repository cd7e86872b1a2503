/*
 * account.h - where a section's cycles went
 *
 * The bounds say what a category could cost at most; the account deals out
 * what a timing model of the simulated run charged, each cycle to one cause.
 * Its parts add up to the modelled cycles, never to the measured ones: both
 * are shown, and where they differ by more than ACCOUNT_DOUBT the account is
 * in doubt. It is never scaled to fit.
 */
#ifndef PERFEXPERT_DIAGNOSE_ACCOUNT_H
#define PERFEXPERT_DIAGNOSE_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>

struct profile;
struct profile_section;
struct strbuf;

/* The places of some parts in account_parts */
enum {
	ACCOUNT_USEFUL = 0,
	ACCOUNT_CHAIN_FP = 1,
	ACCOUNT_CHAIN_INTEGER = 2,
	ACCOUNT_L1 = 4,
	ACCOUNT_L2 = 5,
	ACCOUNT_MEMORY_LATENCY = 7,
	ACCOUNT_MEMORY_BANDWIDTH = 8,
	ACCOUNT_STORES = 9,
	ACCOUNT_DATA_TLB = 10,
	ACCOUNT_FETCH = 11,
	ACCOUNT_INSTRUCTION_TLB = 12,
	ACCOUNT_MISPREDICTED = 13,
	ACCOUNT_PIPES = 14,
	ACCOUNT_PARTS = 16
};

/* Modelled and measured cycles may differ by this factor. */
#define ACCOUNT_DOUBT 1.6

/*
 * Less of a section's instructions modelled than this tells nothing of it.
 * Bursts begin at random, so of much code a part stands for the rest.
 */
#define ACCOUNT_LEAST 0.03

struct account_part {
	const char *id;     /* "chain_fp" */
	const char *event;  /* "MODEL_CHAIN_FP" */
	char letter;        /* of a bar: 'f' */
	const char *phrase; /* "wait for chains of FP operations" */
	const char *label;  /* "FP chains" */
};
extern const struct account_part account_parts[ACCOUNT_PARTS];

struct account {
	double measured; /* cycles per instruction, of user mode; NAN */
	double modelled; /* the same of the model: the sum of the parts */
	double covered;  /* share of the instructions that were modelled */
	double part[ACCOUNT_PARTS]; /* cycles per instruction */
	bool doubtful;              /* ACCOUNT_DOUBT */
	const char *why_not;        /* there is none because, or NULL */
};

/* account_make - a section's; why_not says why there is none */
void account_make(struct account *account, const struct profile *p,
                  const struct profile_section *s);

/*
 * account_line - the line of a section, and of the loops in it, that has most
 * of a part; NULL when lines are not known or none has a third of it
 */
const char *account_line(const struct profile *p,
                         const struct profile_section *s, size_t part,
                         unsigned *line);

/*
 * account_sentence - one sentence in plain words, without a full stop
 *
 * "of 2.1 cycles per instruction 1.4 wait for memory (latency), 0.3 for
 * mispredicted branches at tree.c:31"
 */
void account_sentence(struct strbuf *b, const struct account *account,
                      const struct profile *p, const struct profile_section *s);

#endif
