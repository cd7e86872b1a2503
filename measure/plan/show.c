#include "show.h"

#include <math.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/strbuf.h"
#include "measure/run/describe.h"
#include "plan.h"
#include "profile/import/open.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "measure/run/session.h"

void show_set(FILE *f, const struct plan *plan, size_t i, size_t n)
{
	const struct plan_run *set = &plan->runs[i % plan->nruns];
	bool alike = true;

	fprintf(f, "run %zu of %zu:", i + 1, n);
	for (size_t k = 0; k < set->nevents; k++)
		fprintf(f, " %s", set->events[k]->name);
	fputc('\n', f);
	for (size_t k = 1; k < set->ncounts; k++)
		alike &= fabs(set->counts[k].per_s / set->counts[0].per_s - 1) <
		         0.05;
	fputs("  per second of CPU time about", f);
	if (alike)
		fprintf(f, " %.0f samples of each", set->counts[0].per_s);
	for (size_t k = 0; k < set->ncounts && !alike; k++)
		fprintf(f, "%s %.3g samples of %s", k ? "," : "",
		        set->counts[k].per_s, set->counts[k].native->name);
	fputc('\n', f);
}

void show_command(FILE *f, const char *label, char *const *words)
{
	struct strbuf b = STRBUF_INIT;

	describe_command(&b, words);
	escape_line(f, "  %s%s", label, b.s);
	strbuf_release(&b);
}

void show_notes(FILE *f, const struct plan *plan)
{
	for (size_t i = 0; i < plan->nnotes; i++)
		escape_line(f, "%s", plan->notes[i]);
	if (plan->nleft_out) {
		fputs("left out, because it would need another run:", f);
		for (size_t i = 0; i < plan->nleft_out; i++)
			fprintf(f, " %s", plan->left_out[i]);
		fputs(" (--events all)\n", f);
	}
}

/* The run time of the program by an earlier measurement, or NAN. */
static double known_time(const struct session *s)
{
	const struct profile_read_options options = { .no_details = true };
	struct err ignored = { 0 };
	struct profile *p;
	double time_s = NAN;

	if (!s->output || access(s->output, R_OK) != 0)
		return NAN;
	p = profile_open(s->output, &options, &ignored);
	if (p)
		time_s = p->runtime_s;
	profile_free(p);
	return time_s;
}

static void add_range(struct strbuf *b, double least, double most)
{
	if (least < most)
		strbuf_addf(b, "%.3g to ", least);
	strbuf_addf(b, "%.3g", most);
}

double show_most_time(const struct session *s, const struct session_cost *cost)
{
	/* what a run needs besides the program's own time, at its end above
	 * all; and the reading of what was measured. Estimates. */
	static const double run_s = 15, rest_s = 120, spare = 1.1;
	const double known_s = known_time(s);
	double most_s = cost->most * known_s * spare;

	if (s->limit_s > 0)
		most_s = fmin(isnan(most_s) ? INFINITY : most_s,
		              (double)cost->runs * s->limit_s);
	return most_s + (double)cost->runs * run_s + rest_s;
}

void show_time(FILE *f, const struct session *s,
               const struct session_cost *cost)
{
	const double least = cost->least, most = cost->most;
	double time_s = known_time(s);
	struct strbuf b = STRBUF_INIT;

	strbuf_adds(&b, "estimated time: ");
	add_range(&b, least, most);
	strbuf_adds(&b, " times the program's");
	if (!isnan(time_s)) {
		strbuf_adds(&b, ", about ");
		add_range(&b, least * time_s, most * time_s);
		strbuf_addf(&b, " s by '%s'", s->output);
	} else if (s->limit_s > 0) {
		strbuf_addf(&b, ", at most %.3g s by --limit",
		            (double)cost->runs * s->limit_s);
	}
	escape_line(f, "%s", b.s);
	strbuf_release(&b);
}
