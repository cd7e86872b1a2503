#include "account.h"

#include <math.h>
#include <string.h>

#include "arch/account.h"
#include "arch/machine.h"
#include "assessment.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "profile/profile.h"

static double value(const struct profile *p, const struct profile_section *s,
                    const char *event)
{
	return profile_value(p, s, event);
}

static void none(struct account *account, const char *why_not)
{
	for (size_t i = 0; i < ACCOUNT_ALL; i++) {
		account->part[i] = NAN;
		account->cut[i] = 0;
	}
	account->modelled = account->uncut = NAN;
	account->why_not = why_not;
}

/* Of user mode: what a model says has none of the system's. */
static double measured(const struct profile *p, const struct profile_section *s)
{
	const double system = value(p, s, "SYS_CYC");
	const double cycles = value(p, s, "TOT_CYC");

	return (isnan(system) ? cycles : cycles - system) /
	       value(p, s, "TOT_INS");
}

double account_system_share(const struct profile *p,
                            const struct profile_section *s)
{
	const double share = value(p, s, "SYS_CYC") / value(p, s, "TOT_CYC");

	return isfinite(share) ? share : 0;
}

double account_unexplained(const struct account *account)
{
	return account->doubtful && account->measured > account->modelled
	               ? account->measured - account->modelled
	               : 0;
}

bool account_of_system(const struct account *account)
{
	return account->system > ACCOUNT_SYSTEM;
}

/*
 * Cycles that were not there, nobody waited for: what is modelled beyond the
 * measured ones goes from all that waits, or from all, where work alone is
 * more.
 */
static void cut_to_measured(struct account *account)
{
	const double work = account->part[0];
	const bool waits = work < account->measured;
	const double keep =
		waits ? (account->measured - work) / (account->modelled - work)
		      : account->measured / account->modelled;

	for (size_t i = waits; i < ACCOUNT_PARTS; i++)
		account->part[i] *= keep;
	account->modelled = account->measured;
}

/* Cycles of the loops in it of which the model executed nothing */
static double unseen_cycles(const struct profile *p,
                            const struct profile_section *s)
{
	double sum = 0;

	for (const struct profile_section *l = s->child; l; l = l->next) {
		const double cycles = value(p, l, "TOT_CYC");

		if (value(p, l, "MODEL_INS") > 0)
			sum += unseen_cycles(p, l);
		else if (cycles > 0)
			sum += cycles;
	}
	return sum;
}

static void of_model(struct account *account, const struct profile *p,
                     const struct profile_section *s)
{
	const double instructions = value(p, s, "TOT_INS");
	const double modelled = value(p, s, "MODEL_INS");

	account->covered = modelled / instructions;
	if (!(modelled >= ACCOUNT_LEAST * instructions) ||
	    unseen_cycles(p, s) > value(p, s, "TOT_CYC") / 2) {
		none(account, "the timing model executed too little of it");
		return;
	}
	account->modelled = 0;
	for (size_t i = 0; i < ACCOUNT_PARTS; i++) {
		const double v = value(p, s, account_parts[i].event) / modelled;

		account->part[i] = isnan(v) ? 0 : v;
		account->modelled += account->part[i];
	}
	account->doubtful =
		!account_of_system(account) &&
		(account->modelled > ACCOUNT_DOUBT * account->measured ||
	         account->measured > ACCOUNT_DOUBT * account->modelled);
	account->uncut = account->modelled;
	if (account->doubtful && !(account->measured > 0)) {
		none(account, "no cycles were measured in it");
		return;
	}
	/* another machine's cycles were not measured */
	if (account->doubtful && account->modelled > account->measured &&
	    !p->estimated)
		cut_to_measured(account);
}

struct counts {
	const struct profile *p;
	const struct profile_section *s;
};

static double count_of(const void *ctx, const char *event)
{
	const struct counts *c = ctx;

	return value(c->p, c->s, event);
}

static void of_counters(struct account *account, const struct assess_input *in,
                        const struct profile_section *s)
{
	const struct counts counts = { in->profile, s };
	const double cycles = value(in->profile, s, "TOT_CYC");
	const double instructions = value(in->profile, s, "TOT_INS");
	struct account_counts dealt;

	account->counted = true;
	account->measured = cycles / instructions;
	if (!(account->measured > 0)) {
		none(account, "cycles or instructions were not counted");
		return;
	}
	account->missing =
		machine_account(in->machine, count_of, &counts, cycles, &dealt);
	if (account->missing) {
		none(account,
		     "the events that the account needs were not counted");
		return;
	}
	account->modelled = account->uncut = account->measured;
	account->covered = 1;
	for (size_t i = 0; i < ACCOUNT_ALL; i++) {
		account->part[i] = dealt.cycles[i] / instructions;
		account->cut[i] = dealt.cut[i] / instructions;
	}
}

static bool has_model(const struct assess_input *in)
{
	return profile_event(in->profile, "MODEL_INS") >= 0;
}

bool account_known(const struct assess_input *in)
{
	return has_model(in) ||
	       (in->machine && machine_has_account(in->machine) &&
	        assess_own_machine(in));
}

void account_make(struct account *account, const struct assess_input *in,
                  const struct profile_section *s)
{
	*account = (struct account){ .measured = measured(in->profile, s),
		                     .system = account_system_share(in->profile,
		                                                    s),
		                     .modelled = NAN,
		                     .covered = NAN };
	none(account, NULL);
	if (has_model(in))
		of_model(account, in->profile, s);
	else if (account_known(in))
		of_counters(account, in, s);
	else
		none(account, "the collector runs no timing model");
}

void account_reason(struct strbuf *b, const struct account *account)
{
	strbuf_adds(b, account->why_not);
	if (account->missing)
		strbuf_addf(b, " (%s)", account->missing);
}

double account_bound(const struct account *account, size_t cause)
{
	double most = NAN;

	if (!isnan(account->part[cause]))
		return account->part[cause];
	for (size_t i = ACCOUNT_PARTS; i < ACCOUNT_ALL; i++) {
		if (!(account_parts[i].holds >> cause & 1) ||
		    isnan(account->part[i]))
			continue;
		most = (isnan(most) ? 0 : most) + account->part[i];
	}
	return most;
}

size_t account_largest(const struct account *account, size_t from)
{
	size_t best = ACCOUNT_ALL;

	for (size_t i = from; i < ACCOUNT_ALL; i++) {
		if (account->part[i] >
		    (best == ACCOUNT_ALL ? 0 : account->part[best]))
			best = i;
	}
	return best;
}

double account_cuts(const struct account *account)
{
	double all = 0;

	for (size_t i = 0; i < ACCOUNT_ALL; i++)
		all += fabs(account->cut[i]);
	return account->modelled > 0 ? all / account->modelled : 0;
}

struct best {
	const struct profile_line *line;
	double value;
};

static void best_line(struct best *best, const struct profile_section *s,
                      size_t event)
{
	for (size_t i = 0; i < s->nlines; i++) {
		const double v = s->lines[i].sum[event];

		if (v > best->value)
			*best = (struct best){ &s->lines[i], v };
	}
	for (const struct profile_section *c = s->child; c; c = c->next)
		best_line(best, c, event);
}

/* The line of a section, and of the loops in it, that has most of a part of the
 * model; NULL when lines are not known or none has a third of it */
static const char *line_of(const struct profile *p,
                           const struct profile_section *s, size_t part,
                           unsigned *line)
{
	const char *name = account_parts[part].event;
	const int event = name ? profile_event(p, name) : -1;
	struct best best = { NULL, 0 };

	if (event < 0)
		return NULL;
	best_line(&best, s, (size_t)event);
	if (!best.line || best.value * 3 < s->sum[event])
		return NULL;
	*line = best.line->line;
	return best.line->file;
}

/* The next largest part after another one, useful work aside; equal ones
 * keep their order. */
static size_t next_part(const struct account *account, size_t last)
{
	const double than = last < ACCOUNT_ALL ? account->part[last] : INFINITY;
	size_t best = ACCOUNT_ALL;

	for (size_t i = 1; i < ACCOUNT_ALL; i++) {
		const double v = account->part[i];

		if ((v < than || (v == than && i > last)) &&
		    (best == ACCOUNT_ALL || v > account->part[best]))
			best = i;
	}
	return best;
}

/* Two digits that count. */
static void add_figure(struct strbuf *b, double cycles)
{
	strbuf_addf(b, cycles < 9.95 ? "%.2g" : "%.0f", cycles);
}

static void add_part(struct strbuf *b, const struct account *account,
                     const struct profile *p, const struct profile_section *s,
                     size_t part)
{
	unsigned line;
	const char *file = line_of(p, s, part, &line);

	strbuf_addc(b, ' ');
	add_figure(b, account->part[part]);
	strbuf_addf(b, " %s", account_parts[part].phrase);
	if (file)
		strbuf_addf(b, " at %s:%u", io_basename(file), line);
}

void account_sentence(struct strbuf *b, const struct account *account,
                      const struct profile *p, const struct profile_section *s)
{
	const double least = 0.1 * account->modelled;
	size_t last = ACCOUNT_ALL;
	bool any = false;

	if (account->why_not) {
		strbuf_adds(b, account->counted ? "none: " : "not modelled: ");
		account_reason(b, account);
		return;
	}
	strbuf_adds(b, "of ");
	add_figure(b, account->modelled);
	strbuf_adds(b, " cycles per instruction");
	for (size_t i = 0; i < 3; i++) {
		const size_t part = next_part(account, last);

		if (part == ACCOUNT_ALL || account->part[part] < least)
			break;
		if (any)
			strbuf_adds(b, ",");
		add_part(b, account, p, s, part);
		last = part;
		any = true;
	}
	if (!isnan(account->part[0]) && (account->part[0] >= least || !any)) {
		strbuf_adds(b, any ? ", " : " ");
		add_figure(b, account->part[0]);
		strbuf_addf(b, " %s", account_parts[0].phrase);
	}
	if (account_unexplained(account) > 0) {
		strbuf_adds(b, "; ");
		add_figure(b, account_unexplained(account));
		strbuf_adds(b, " more are unexplained");
	}
}
