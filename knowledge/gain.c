#include "gain.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "diagnose/assessment.h"
#include "diagnose/floor.h"
#include "diagnose/transfer.h"
#include "knowledge.h"
#include "profile/profile.h"

/* What nobody removes: a change that saved all of a section would leave none.
 */
static const double most_of_all = 0.99;

/* The share of the removed causes that has to be known separately from others
 * for an expected gain. */
static const double mostly = 0.25;

/* How much longer than at best changed code is expected to take, which may wait
 * for other things then: of five kernels whose account is useful work and pipes
 * two do (1.24, 1.28), the others take 1.01 to 1.11 times as long (a Zen 4). */
static const double usually = 1.25;

/* From this share of the modelled cycles on, the model sees a cause. */
static const double seen = 0.05;

/* The values that the category is judged by */
static const struct assess_value *judged(const struct gain_question *q)
{
	return q->s->whole_program ? &q->assessment->program.in[q->input]
	                           : q->at;
}

static double fraction(const struct gain_question *q)
{
	return q->s->whole_program ? 1 : q->at->path;
}

static bool is_of_the_system(const struct suggestion *s)
{
	static const char *const of_the_system[] = { "system_io", "threads",
		                                     "numa", "other_costs" };

	for (size_t i = 0; i < sizeof(of_the_system) / sizeof(char *); i++) {
		if (strcmp(s->category, of_the_system[i]) == 0)
			return true;
	}
	return false;
}

/* The share of its time that it runs itself, and not the system for it */
static double own_share(const struct gain_question *q)
{
	const struct profile *p = q->assessment->in[q->input].profile;
	const int system = profile_event(p, "SYS_CYC");
	const int cycles = profile_event(p, "TOT_CYC");

	if (is_of_the_system(q->s) || system < 0 || cycles < 0)
		return 1;
	const double *sum = judged(q)->section->sum;
	const double share = sum[system] / sum[cycles];

	return share >= 0 ? fmax(0, 1 - share) : 1; /* NAN: not measured */
}

bool gain_account(const struct gain_question *q, struct account *account)
{
	if (!q->s->removes_something || q->s->of_elapsed)
		return false;
	account_make(account, &q->assessment->in[q->input], judged(q)->section);
	return !account->why_not && account->modelled > 0;
}

/*
 * What a category's bound holds that can't overlap easily, in cycles per
 * instruction: not the first-level hits, quick operations and right guesses, of
 * which a core has several under way at any time.
 */
static double exposed(const struct assessment *a, const struct assess_value *v,
                      size_t c)
{
	static const char *const hidden[] = { "L1", "fast", "executed" };
	const struct assess_category *category = &a->categories[c];
	double left = v->lcpi[c];

	for (size_t p = 0; p < category->nparts; p++) {
		for (size_t i = 0; i < sizeof(hidden) / sizeof(*hidden); i++) {
			const size_t part = category->first_part + p;

			if (strcmp(a->parts[part].id, hidden[i]) == 0 &&
			    v->parts[part] > 0)
				left -= v->parts[part];
		}
	}
	return left > 0 ? left : 0;
}

/* What of the account a category's bound is about: bits of its parts */
#define PART(name) (UINT32_C(1) << ACCOUNT_##name)
static const struct {
	const char *category;
	uint32_t parts;
} suspects[] = {
	{ "data_accesses", PART(L2) | PART(L3) | PART(MEMORY_LATENCY) |
	                           PART(MEMORY_BANDWIDTH) | PART(STORES) },
	{ "data_tlb", PART(DATA_TLB) },
	{ "instruction_accesses", PART(FETCH) },
	{ "instruction_tlb", PART(INSTRUCTION_TLB) },
	{ "branches", PART(MISPREDICTED) },
	/* a divide takes the longer the odder its operands are */
	{ "floating_point", PART(CHAIN_FP) | PART(PIPES) },
};
#undef PART

/* The largest part of the account represents the group. */
static double largest(const struct causes *causes, uint32_t parts)
{
	double most = 0;

	for (size_t i = 0; i < ACCOUNT_PARTS; i++) {
		if (parts >> i & 1)
			most = fmax(most, causes->share[i]);
	}
	return most;
}

/*
 * Of measured cycles that the model does not explain: the share that belongs to
 * the causes, by the bounds of the categories, which say who may have them;
 * what no bound may have, as the modelled cycles are.
 */
static double of_unexplained(const struct gain_question *q,
                             const struct account *account,
                             const struct causes *causes)
{
	const struct assessment *a = q->assessment;
	const double unexplained = account->measured - account->modelled;
	double all = 0, theirs = 0, alike = 0;

	if (!(unexplained > 0))
		return 0;
	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		alike +=
			causes->share[i] * account->part[i] / account->modelled;
	for (size_t k = 0; k < sizeof(suspects) / sizeof(*suspects); k++) {
		for (size_t c = 1; c < a->ncategories; c++) {
			const char *id = a->categories[c].id;
			const double v = exposed(a, judged(q), c);

			if (strcmp(id, suspects[k].category) != 0 || !(v > 0))
				continue;
			all += v;
			theirs += v * largest(causes, suspects[k].parts);
		}
	}
	const double suspected = fmin(1, all / unexplained);

	return (all > 0 ? suspected * theirs / all : 0) +
	       (1 - suspected) * alike;
}

/*
 * The most that may belong to them: where the model sees a cause, it may have
 * seen too little of it.
 */
static double of_unexplained_at_most(const struct account *account,
                                     const struct causes *causes)
{
	double most = 0;

	for (size_t i = 0; i < ACCOUNT_PARTS; i++) {
		if (account->part[i] > seen * account->modelled)
			most = fmax(most, causes->share[i]);
	}
	return most;
}

/*
 * The most that a cause of a joined part may have: what the category allows
 * that is about it alone, in cycles per instruction. Prefetches are in no count
 * of misses, so what waits for data has no such limit.
 */
static double limit_of(const struct gain_question *q, size_t cause)
{
	static const struct {
		size_t cause;
		const char *category;
	} limits[] = {
		{ ACCOUNT_CHAIN_FP, "floating_point" },
		{ ACCOUNT_DATA_TLB, "data_tlb" },
		{ ACCOUNT_INSTRUCTION_TLB, "instruction_tlb" },
	};
	const struct assessment *a = q->assessment;

	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		for (size_t c = 1;
		     limits[i].cause == cause && c < a->ncategories; c++) {
			const double v = judged(q)->lcpi[c];

			if (strcmp(a->categories[c].id, limits[i].category) ==
			            0 &&
			    !isnan(v))
				return v;
		}
	}
	return INFINITY;
}

/*
 * What can go of a joined part at most, however its cycles are dealt out to the
 * causes that it may hold: those of which most is removed have all they can.
 */
static double of_joined(const struct gain_question *q,
                        const struct account *account,
                        const struct causes *causes, size_t part)
{
	double left = account->part[part], removed = 0;
	uint32_t todo = account_parts[part].holds;

	while (todo && left > 0) {
		size_t most = ACCOUNT_PARTS;

		for (size_t i = 0; i < ACCOUNT_PARTS; i++) {
			if (todo >> i & 1 &&
			    (most == ACCOUNT_PARTS ||
			     causes->share[i] > causes->share[most]))
				most = i;
		}
		const double theirs = fmin(left, limit_of(q, most));

		removed += causes->share[most] * theirs;
		left -= theirs;
		todo &= ~((uint32_t)1 << most);
	}
	return removed;
}

/*
 * Who removes waits, but no instructions, leaves what these cost at best: their
 * work, which takes so many times what it could at best, and the longest chain
 * of them but for what is removed of chains. Cycles per instruction; 0 where
 * nobody knows.
 */
static double stays(const struct gain_question *q,
                    const struct account *account, const struct causes *causes,
                    double slower)
{
	static const size_t chains[] = { ACCOUNT_CHAIN_FP,
		                         ACCOUNT_CHAIN_INTEGER,
		                         ACCOUNT_CHAIN_ADDRESS };
	struct floor floor;
	double removed = 0;

	if (account->counted || causes->share[ACCOUNT_USEFUL] > 0)
		return 0;
	floor_assess(&floor, &q->assessment->in[q->input], judged(q)->section);
	if (isnan(floor.cpi))
		return 0;
	for (size_t i = 0; i < sizeof(chains) / sizeof(*chains); i++)
		removed = fmax(removed, causes->share[chains[i]]);
	const double chain = isnan(floor.chain) ? 0 : floor.chain;
	/* other code for the same may jump less */
	const bool less =
		causes->share[ACCOUNT_PIPES] > 0 || floor.limit == FLOOR_BRANCH;
	const double work = less ? 0 : slower * floor.throughput;

	return fmin(fmax(floor.cpi, work), fmax(work, (1 - removed) * chain));
}

void gain_of_causes(const struct gain_question *q,
                    const struct account *account, const struct causes *causes,
                    struct gain *gain)
{
	const double scale = own_share(q) * fraction(q);
	const double cycles = fmax(account->modelled, account->measured);
	const double unexplained = 1 - account->modelled / cycles;
	const double alike = of_unexplained(q, account, causes);
	const double rest = of_unexplained_at_most(account, causes);
	double most = 0, best = 0, joined = 0;

	*gain = (struct gain){ .expected = true,
		               .doubtful = account->doubtful,
		               .cause = ACCOUNT_ALL };
	for (size_t i = 0; i < ACCOUNT_ALL; i++) {
		const double charged = account->part[i] / cycles;
		double removed;

		if (isnan(charged))
			continue;
		removed = account_is_joined(i)
		                  ? of_joined(q, account, causes, i) / cycles
		                  : causes->share[i] * charged;
		most += removed;
		joined += account_is_joined(i) ? removed : 0;
		if (removed > best) {
			best = removed;
			gain->cause = i;
			gain->charged = charged;
		}
	}
	gain->joined = joined > mostly * most;
	const double all = fmax(0, 1 - stays(q, account, causes, 1) / cycles);
	const double likely =
		fmax(0, 1 - stays(q, account, causes, usually) / cycles);
	/* a part of the causes goes, but not what stays of all */
	const double expected =
		fmin(likely, q->part * (most + unexplained * alike));

	most = fmin(all, most + unexplained * fmax(alike, rest));
	gain->most = fmin(most_of_all, scale * most);
	gain->saved = fmin(most_of_all, scale * expected);
}

/*
 * The share of the section's time that its category may have: a bound may be
 * many times what the section took, as bounds don't overlap, and what others
 * wait for competes with it. No code runs faster while the system works.
 */
static double share_of_time(const struct gain_question *q)
{
	const struct assessment *a = q->assessment;
	const double own = own_share(q);
	double all = q->bound;

	if (isnan(q->bound) || !(q->overall > 0))
		return own;
	for (size_t c = 1; c < a->ncategories; c++) {
		if (strcmp(a->categories[c].id, q->s->category) != 0)
			all += exposed(a, judged(q), c);
	}
	return q->bound > 0
	               ? own * fmin(1, q->bound / fmax(own * q->overall, all))
	               : 0;
}

void gain_of_bounds(const struct gain_question *q, struct gain *gain)
{
	const bool whole = q->s->of_elapsed || q->s->of_program;
	const bool timed = whole || is_of_the_system(q->s);

	*gain = (struct gain){ .most = NAN,
		               .expected = timed,
		               .cause = ACCOUNT_ALL };
	gain->saved =
		whole ? q->part : q->part * share_of_time(q) * fraction(q);
}

void gain_besides(struct gain *gain, double share)
{
	gain->saved = fmin(most_of_all, gain->saved + share);
	if (!isnan(gain->most))
		gain->most = fmin(most_of_all, gain->most + share);
}

void gain_together(struct gain *gain, double saved, double most)
{
	gain->together = saved > 1.001 * gain->saved;
	gain->saved = fmin(most_of_all, saved);
	gain->most = isnan(most) ? NAN : fmin(most_of_all, most);
}

double gain_times(double saved)
{
	return isnan(saved) ? NAN : 1 / (1 - fmin(saved, most_of_all));
}
