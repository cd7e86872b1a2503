/*
 * account.h - where a section's cycles went
 *
 * The bounds say what a category could cost at most. In the account, a timing
 * model of the simulated run charges each cycle to one cause. Its parts add up
 * to the modelled cycles, which are shown beside the measured ones. Where these
 * differ by more than ACCOUNT_DOUBT the account is uncertain, and the measured
 * cycles win: modelled cycles beyond them are cut from waiting, missing ones
 * are unexplained.
 *
 * Where counters were sampled instead, it comes from these (arch/account.h): it
 * adds up to the measured cycles, and causes that counters cannot separate are
 * joined.
 */
#ifndef PERFEXPERT_DIAGNOSE_ACCOUNT_H
#define PERFEXPERT_DIAGNOSE_ACCOUNT_H

#include <stdbool.h>
#include <stddef.h>

#include "arch/account_parts.h"

struct assess_input;
struct profile;
struct profile_section;
struct strbuf;

/* Modelled and measured cycles may differ by this factor. */
#define ACCOUNT_DOUBT 1.6

/*
 * With a smaller share of its instructions modelled, a section has no account.
 * Bursts begin at random, so of much code a part represents the rest.
 */
#define ACCOUNT_LEAST 0.03

/*
 * From this share on a section's cycles are the operating system's: the rest is
 * the difference of two estimates, which can confirm or refute no model.
 */
#define ACCOUNT_SYSTEM 0.8

struct account {
	bool counted;    /* by the machine's counters: modelled is measured */
	double measured; /* cycles per instruction, of user mode; NAN. All of
	                    them where it is counted */
	double modelled; /* the same of the model: the sum of the parts */
	double uncut;    /* the same before it was cut to the measured ones */
	double covered;  /* share of the instructions that were modelled */
	double part[ACCOUNT_ALL]; /* cycles per instruction; NAN: unknown */
	double cut[ACCOUNT_ALL];  /* what counts gave beyond that, below 0 or
	                             above what there is; 0 of a model */
	bool doubtful;            /* ACCOUNT_DOUBT; not of the system's */
	double system; /* share of its cycles that are the operating system's;
	                  0: not known */
	const char *why_not; /* there is none because, or NULL */
	const char *missing; /* with why_not: of this event, or NULL */
};

/* account_make - a section's; why_not says why there is none */
void account_make(struct account *account, const struct assess_input *in,
                  const struct profile_section *s);

/* account_known - may sections of this input have an account at all? */
bool account_known(const struct assess_input *in);

/*
 * account_system_share - of a section's time in p, what the operating system
 * had of it, 0 to 1; 0: not known
 */
double account_system_share(const struct profile *p,
                            const struct profile_section *s);

/*
 * account_unexplained - measured cycles per instruction that the model of a
 * doubtful account misses; 0: none
 */
double account_unexplained(const struct account *account);

/* account_of_system - is the section the operating system's (ACCOUNT_SYSTEM)?
 */
bool account_of_system(const struct account *account);

/* account_reason - why_not with what is missing */
void account_reason(struct strbuf *b, const struct account *account);

/*
 * account_bound - what a cause costs at most, in cycles per instruction: its
 * part, or all of those joined parts that may hold it; NAN without an account
 */
double account_bound(const struct account *account, size_t cause);

/* account_largest - the part that has most cycles, from `from` on in
 * account_parts; ACCOUNT_ALL when no part has any */
size_t account_largest(const struct account *account, size_t from);

/*
 * account_cuts - how much counts contradicted each other, as a share of the
 * cycles: what parts were less than nothing or more than there is; 0: nothing
 */
double account_cuts(const struct account *account);

/*
 * account_sentence - one sentence in plain words, without a full stop
 *
 * "of 2.1 cycles per instruction 1.4 wait for memory (latency), 0.3 for
 * mispredicted branches at tree.c:31"
 */
void account_sentence(struct strbuf *b, const struct account *account,
                      const struct profile *p, const struct profile_section *s);

#endif
