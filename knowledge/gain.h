/*
 * gain.h - what a suggestion would save, of the program's time
 *
 * From the account of cycles where there is one: the cycles that it charges to
 * the causes which the suggestion removes. Elsewhere from the bounds, which
 * give an order but no expected gain.
 */
#ifndef PERFEXPERT_KNOWLEDGE_GAIN_H
#define PERFEXPERT_KNOWLEDGE_GAIN_H

#include <stdbool.h>
#include <stddef.h>

struct account;
struct causes;
struct assess_value;
struct assessment;
struct suggestion;

/* What a suggestion is asked about: one section of an input */
struct gain_question {
	const struct assessment *assessment;
	size_t input;
	const struct suggestion *s;
	const struct assess_value *at; /* the section's values */
	double bound;   /* of its category, cycles/instruction; NAN: none */
	double overall; /* measured cycles/instruction */
	double part;    /* what its rule said, 0 to 1 */
};

struct gain {
	double saved;   /* of the program's time, 0 to 1 */
	double most;    /* the same at most; NAN: not known */
	bool expected;  /* saved is what to expect, and no mere order */
	bool together;  /* the sum over several procedures */
	bool doubtful;  /* the account is uncertain */
	bool joined;    /* by parts that hold other causes, too: a bound */
	size_t cause;   /* part of the account that gives most of it;
	                   ACCOUNT_ALL: none */
	double charged; /* share of the section's cycles charged to cause */
};

/* gain_account - the account that a suggestion goes by here; false: none */
bool gain_account(const struct gain_question *q, struct account *account);

/* gain_of_causes - by what the account charges to the causes */
void gain_of_causes(const struct gain_question *q,
                    const struct account *account, const struct causes *causes,
                    struct gain *gain);

/* gain_of_bounds - by the category's bound, or by the section's time */
void gain_of_bounds(const struct gain_question *q, struct gain *gain);

/* gain_besides - add what it saves elsewhere: a share of the run's time */
void gain_besides(struct gain *gain, double share);

/* gain_together - make it one of several whose sums are given; NAN: no limit */
void gain_together(struct gain *gain, double saved, double most);

/*
 * gain_times - how many times as fast the program is without that share of its
 *              time; NAN stays NAN
 */
double gain_times(double saved);

#endif
