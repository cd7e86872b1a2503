#include "difference.h"

#include <math.h>
#include <stdlib.h>

#include "answer.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/account.h"
#include "diagnose/assessment.h"
#include "diagnose/check.h"
#include "diagnose/transfer.h"
#include "profile/profile.h"
#include "report.h"

enum { MOST = 10, INDENT = 3 };

/* A loop that has so much of a section's change is the place of it. */
static const double nearly_all = 0.9;
/* A change of less than this share of the longer run is not worth a line. */
static const double worth = 0.02;

struct place {
	const struct assess_section *at;
	double seconds; /* that the second one takes more */
	double noise;   /* what chance may make of it */
};

struct difference {
	const struct assessment *a;
	struct place *places;
	size_t n, cap;
};

static double seconds(const struct assess_section *s, size_t input)
{
	const struct assess_value *v = &s->in[input];

	return v->section && !isnan(v->runtime_s) ? v->runtime_s : 0;
}

static double change(const struct assess_section *s)
{
	return seconds(s, 1) - seconds(s, 0);
}

/* By how much the whole program's runs differ, 0 to 1 */
static double variation(const struct assess_input *in)
{
	const struct profile *p = in->profile;
	const int event = check_time_event(p);
	double *totals = mem_alloc(p->nruns + 1, sizeof(*totals));
	double v = NAN;
	size_t n = 0;

	for (size_t i = 0; event >= 0 && i < p->nruns; i++) {
		if (!isnan(p->runs[i].total[event]))
			totals[n++] = p->runs[i].total[event];
	}
	if (n > 1)
		v = check_variation(totals, n, NAN);
	free(totals);
	return isnan(v) ? 0 : v;
}

/* Two standard deviations of so many samples, and what runs differ by */
static double noise_of(const struct difference *d,
                       const struct assess_section *s)
{
	double sum = 0;

	for (size_t i = 0; i < d->a->n; i++) {
		const double samples = s->in[i].samples;
		const double runs = variation(&d->a->in[i]);
		double share = runs * runs;

		if (s->in[i].section && samples > 0)
			share += 4 / samples;
		sum += seconds(s, i) * seconds(s, i) * share;
	}
	return sqrt(sum);
}

static void add_place(struct difference *d, const struct assess_section *s)
{
	const double all = change(s);

	for (size_t i = 0; i < s->nchildren; i++) {
		const double inner = change(s->child[i]);

		if (inner * all > 0 && fabs(inner) >= nearly_all * fabs(all)) {
			add_place(d, s->child[i]);
			return;
		}
	}
	d->places = mem_grow(d->places, &d->cap, d->n + 1, sizeof(*d->places));
	d->places[d->n++] = (struct place){ s, all, noise_of(d, s) };
}

static int by_change(const void *pa, const void *pb)
{
	const struct place *a = pa, *b = pb;

	if (fabs(a->seconds) != fabs(b->seconds))
		return fabs(a->seconds) < fabs(b->seconds) ? 1 : -1;
	return strcmp(a->at->name, b->at->name);
}

/* "4.3x as fast", "5.1x slower" */
static void add_ratio(struct strbuf *b, double before, double after)
{
	if (!(before > 0) || !(after > 0))
		return;
	strbuf_addf(b, ", %.*fx %s",
	            fmax(before / after, after / before) < 1.095 ? 2 : 1,
	            fmax(before / after, after / before),
	            after > before ? "slower" : "as fast");
}

static double event_of(const struct assessment *a,
                       const struct assess_section *s, size_t input,
                       const char *name)
{
	for (size_t e = 0; s->in[input].events && e < a->nevents; e++) {
		if (strcmp(a->events[e], name) == 0)
			return s->in[input].events[e];
	}
	return NAN;
}

/* The part of the account that changed by most seconds that way */
static bool add_account(struct strbuf *b, const struct assessment *a,
                        const struct place *p)
{
	struct account account[2];
	double best = 0;
	size_t part = ACCOUNT_ALL;

	for (size_t i = 0; i < 2; i++) {
		account_assess(&account[i], &a->in[i], p->at->in[i].section);
		if (account[i].why_not || !(account[i].modelled > 0))
			return false;
	}
	for (size_t k = 0; k < ACCOUNT_ALL; k++) {
		double s[2];

		for (size_t i = 0; i < 2; i++)
			s[i] = isnan(account[i].part[k])
			               ? 0
			               : seconds(p->at, i) *
			                         account[i].part[k] /
			                         account[i].modelled;
		if ((s[1] - s[0]) * p->seconds > best * fabs(p->seconds)) {
			best = fabs(s[1] - s[0]);
			part = k;
		}
	}
	if (part == ACCOUNT_ALL || best < 0.3 * fabs(p->seconds))
		return false;
	strbuf_addf(b, "%s cost %.2f s %s", account_parts[part].label, best,
	            p->seconds > 0 ? "more" : "less");
	return true;
}

/* The bound that changed most that way */
static bool add_bound(struct strbuf *b, const struct assessment *a,
                      const struct assess_section *s, bool rose)
{
	double best = 0;
	size_t category = 0;

	for (size_t c = 1; c < a->ncategories; c++) {
		const double before = s->in[0].lcpi[c],
			     after = s->in[1].lcpi[c];
		const double d = rose ? after - before : before - after;

		if (d > best) {
			best = d;
			category = c;
		}
	}
	if (!category)
		return false;
	strbuf_addf(b, "%s %s from at most %.2f to %.2f cycles per instruction",
	            a->categories[category].label, rose ? "rose" : "fell",
	            s->in[0].lcpi[category], s->in[1].lcpi[category]);
	return true;
}

/* Why it takes more or less time: it does more, or what it does takes longer */
static void add_reason(struct strbuf *b, const struct assessment *a,
                       const struct place *p)
{
	const struct assess_section *s = p->at;
	const double ins[2] = { event_of(a, s, 0, "TOT_INS"),
		                event_of(a, s, 1, "TOT_INS") };
	const double time = log(seconds(s, 1) / seconds(s, 0));
	const double work = log(ins[1] / ins[0]);

	if (!s->in[0].section || !s->in[1].section) {
		strbuf_addf(b, "it is in the %s only",
		            s->in[0].section ? "first" : "second");
		return;
	}
	if (fabs(p->seconds) < p->noise) {
		strbuf_addf(b, "within the noise of %.2f s", p->noise);
		return;
	}
	if (work * time > 0 && fabs(work) >= 0.5 * fabs(time)) {
		strbuf_addf(b, "it executes %.1fx %s instructions",
		            exp(fabs(work)), work > 0 ? "as many" : "fewer");
		return;
	}
	if (add_account(b, a, p) || !s->in[0].lcpi || !s->in[1].lcpi)
		return;
	add_bound(b, a, s, p->seconds > 0);
}

size_t difference_places(const struct assessment *a, difference_place add,
                         void *ctx)
{
	struct difference d = { .a = a };
	const double longer = fmax(a->in[0].runtime_s, a->in[1].runtime_s);
	struct strbuf title = STRBUF_INIT, change = STRBUF_INIT;
	struct strbuf why = STRBUF_INIT;
	size_t n = 0;

	for (size_t i = 0; i < a->nprocedures; i++)
		add_place(&d, a->procedures[i]);
	if (d.n > 0)
		qsort(d.places, d.n, sizeof(*d.places), by_change);
	for (;
	     n < d.n && n < MOST && fabs(d.places[n].seconds) >= worth * longer;
	     n++) {
		const struct assess_section *at = d.places[n].at;

		strbuf_clear(&title);
		strbuf_clear(&change);
		strbuf_clear(&why);
		report_title(&title, at, false);
		strbuf_addf(&change, "%.2f -> %.2f s", seconds(at, 0),
		            seconds(at, 1));
		add_ratio(&change, seconds(at, 0), seconds(at, 1));
		add_reason(&why, a, &d.places[n]);
		add(ctx, title.s, change.s, why.len ? why.s : NULL);
	}
	free(d.places);
	strbuf_release(&title);
	strbuf_release(&change);
	strbuf_release(&why);
	return n;
}

void difference_verdict(struct strbuf *b, const struct assessment *a)
{
	const struct assess_input *in = a->in;
	const double was = in[0].runtime_s, is = in[1].runtime_s;
	const double noise =
		hypot(variation(&in[0]) * was, variation(&in[1]) * is);

	strbuf_addf(b, "%s -> %s: %.2f -> %.2f s", in[0].file, in[1].file, was,
	            is);
	if (assess_elapsed_differs(&in[0]) || assess_elapsed_differs(&in[1]))
		strbuf_addf(b, " of processor time (%.2f -> %.2f s elapsed)",
		            in[0].elapsed_s, in[1].elapsed_s);
	if (fabs(is - was) < fmax(noise, worth * fmax(was, is)))
		strbuf_adds(b, ": no difference that is more than noise");
	else
		add_ratio(b, was, is);
}

/* The text that is made */
struct lines {
	const struct assessment *a;
	struct strbuf b;
	size_t n, width;
};

static void add_line(void *ctx, const char *place, const char *change,
                     const char *because)
{
	struct lines *d = ctx;
	struct strbuf text = STRBUF_INIT;

	strbuf_addf(&d->b, "%-*zu", INDENT, ++d->n);
	escape_terminal_wrapped(&d->b, place, INDENT, INDENT, d->width - 1);
	strbuf_addf(&d->b, "\n%*s", INDENT, "");
	strbuf_adds(&text, change);
	if (because)
		strbuf_addf(&text, ", because %s", because);
	escape_terminal_wrapped(&d->b, text.s, INDENT, INDENT, d->width - 1);
	strbuf_addc(&d->b, '\n');
	strbuf_release(&text);
}

static void add_verdict(struct lines *d)
{
	struct strbuf text = STRBUF_INIT;

	difference_verdict(&text, d->a);
	escape_terminal_wrapped(&d->b, text.s, 0, 0, d->width - 1);
	strbuf_addc(&d->b, '\n');
	strbuf_release(&text);
}

static void add_warnings(struct lines *d)
{
	for (size_t i = 0; i < d->a->n; i++) {
		const struct assess_warnings *w = &d->a->in[i].warnings;

		for (size_t k = 0; k < w->n; k++) {
			if (w->w[k].check == ASSESS_NOTE)
				continue;
			strbuf_adds(&d->b, "WARNING: ");
			escape_terminal_wrapped(&d->b, w->w[k].text, 9, 9,
			                        d->width - 1);
			strbuf_addc(&d->b, '\n');
			break;
		}
	}
}

static void add_next(struct lines *d)
{
	strbuf_adds(&d->b, "\nnext: perfexpert 0.1");
	for (size_t i = 0; i < d->a->n; i++) {
		strbuf_addc(&d->b, ' ');
		escape_shell(&d->b, d->a->in[i].file);
	}
	strbuf_adds(&d->b, "   their bars\n");
}

static void write_difference(const struct assessment *a,
                             const struct suggest *suggest,
                             const struct report_options *options, FILE *f)
{
	struct lines d = { .a = a,
		           .b = STRBUF_INIT,
		           .width = answer_form(options->color).width };

	(void)suggest;
	add_verdict(&d);
	add_warnings(&d);
	strbuf_addc(&d.b, '\n');
	if (difference_places(a, add_line, &d) == 0)
		strbuf_adds(&d.b, "no place takes clearly more or less time\n");
	add_next(&d);
	fwrite(d.b.s, 1, d.b.len, f);
	strbuf_release(&d.b);
}

const struct report report_difference = { .name = "difference",
	                                  .details = true,
	                                  .whole = true,
	                                  .write = write_difference };
