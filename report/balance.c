#include "balance.h"

#include <math.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/json_writer.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/balance.h"

/* Of more threads than MOST_ROWS those that work most and least are shown. */
enum { MOST_ROWS = REPORT_BALANCE_ROWS, BAR = 24, WIDTH = 79 };

static const char *const verdicts[] = {
	[BALANCE_EVEN] = "even",
	[BALANCE_UNEVEN_WORK] = "uneven_work",
	[BALANCE_UNEVEN_SPEED] = "uneven_speed",
	[BALANCE_UNEVEN] = "uneven",
};

void report_balance_thread(struct strbuf *b, const struct profile *p, size_t i)
{
	const struct profile_thread *t = &p->thread[i];
	bool several = p->threads > 1 || !isnan(t->process);

	if (!isnan(t->rank))
		strbuf_addf(b, "rank %.0f", t->rank);
	if (!isnan(t->rank) && several)
		strbuf_adds(b, ", ");
	if (!isnan(t->process))
		strbuf_addf(b, "process %.0f, ", t->process);
	if (isnan(t->rank) || several)
		strbuf_addf(b, "thread %.0f", t->number);
}

static void add_bar(struct strbuf *b, double value, double most)
{
	const double share = most > 0 ? value / most : 0;
	const size_t n = share > 0 ? (size_t)lround(BAR * fmin(1, share)) : 0;

	strbuf_addn(b, '#', n);
	strbuf_addn(b, ' ', BAR - n);
}

/* Whether a thread's row is shown: with many, the ends of the range. */
bool report_balance_shows(const struct profile *p,
                          const struct profile_section *s, size_t i)
{
	const double *work = s->spread[PROFILE_SPREAD_CYCLES];
	const size_t n = p->nthread;
	size_t more = 0;

	if (!balance_takes_part(p, s, i))
		return false;
	if (n <= MOST_ROWS)
		return true;
	for (size_t k = 0; k < n; k++)
		more += work[k] > work[i] || (work[k] == work[i] && k < i);
	return more < MOST_ROWS / 2 || more >= n - MOST_ROWS / 2;
}

static void add_rows(struct strbuf *b, const struct profile *p,
                     const struct profile_section *s, double hz)
{
	const double *work = s->spread[PROFILE_SPREAD_CYCLES];
	const double *waited = s->spread[PROFILE_SPREAD_WAITED];
	const double *ins = s->spread[PROFILE_SPREAD_INSTRUCTIONS];
	const size_t width =
		p->nthread && !isnan(p->thread[0].process) ? 26 : 19;
	double most = 0;

	for (size_t i = 0; i < p->nthread; i++)
		most = fmax(most, work[i]);
	strbuf_addf(b, "- %*s%-*s %10s %10s%s\n", (int)width, "", BAR, "work",
	            "s", "waits, s", ins ? " instructions" : "");
	for (size_t i = 0; i < p->nthread; i++) {
		const size_t start = b->len;

		if (!report_balance_shows(p, s, i))
			continue;
		strbuf_adds(b, "- ");
		report_balance_thread(b, p, i);
		strbuf_addc(b, ' ');
		if (b->len - start < width + 2)
			strbuf_addn(b, ' ', width + 2 - (b->len - start));
		add_bar(b, work[i], most);
		strbuf_addf(b, " %10.3f %10.3f", work[i] / hz,
		            waited ? waited[i] : 0);
		if (ins)
			strbuf_addf(b, " %12.4g", ins[i]);
		strbuf_addc(b, '\n');
	}
	if (p->nthread > MOST_ROWS)
		strbuf_addf(b,
		            "  (of %zu threads the %d that work most and "
		            "least)\n",
		            p->nthread, MOST_ROWS);
}

static void add_row(struct strbuf *b, const char *label,
                    const struct balance_row *r, const char *format)
{
	const double v[] = { r->min, r->mean, r->max, r->sd };

	if (isnan(r->sum))
		return;
	strbuf_addf(b, "- %-14s", label);
	for (size_t i = 0; i < sizeof(v) / sizeof(*v); i++) {
		char text[32];

		/* the two formats of this file: "%.3f" and "%.4g" */
		if (format[2] == '3')
			snprintf(text, sizeof(text), "%.3f", v[i]);
		else
			snprintf(text, sizeof(text), "%.4g", v[i]);
		strbuf_addf(b, " %11s", text);
	}
	if (isnan(r->par_e))
		strbuf_addf(b, " %8s\n", "-");
	else
		strbuf_addf(b, " %6.1f %%\n", 100 * r->par_e);
}

void report_balance_verdict(struct strbuf *b, const struct profile *p,
                            const struct balance *of)
{
	if (of->verdict == BALANCE_EVEN)
		return;
	strbuf_adds(b, "busiest: ");
	report_balance_thread(b, p, of->work.most_at);
	strbuf_addf(b, " works %.2f times the mean, %.3f s more: ",
	            of->work.max / of->work.mean, of->gain_s);
	if (of->verdict == BALANCE_UNEVEN_WORK)
		strbuf_addf(b,
		            "the work is uneven (%.2f times the instructions)",
		            of->busiest_instructions);
	else if (of->verdict == BALANCE_UNEVEN_SPEED)
		strbuf_addf(b,
		            "for %s work (%.2f times the instructions): it "
		            "contends for memory or a cache line, or has a "
		            "slower processor",
		            of->busiest_instructions < 0.95 ? "less"
		                                            : "the same",
		            of->busiest_instructions);
	else
		strbuf_adds(b, "its instructions are not known, so it may have "
		               "more work or be slower");
}

static void add_verdict(struct strbuf *b, const struct profile *p,
                        const struct balance *of)
{
	struct strbuf text = STRBUF_INIT;

	report_balance_verdict(&text, p, of);
	if (text.len) {
		strbuf_adds(b, "- the");
		escape_terminal_wrapped(b, text.s, 5, 2, WIDTH);
		strbuf_addc(b, '\n');
	}
	strbuf_release(&text);
}

static void add_table(struct strbuf *b, const struct assess_input *in,
                      const struct profile_section *s, const struct balance *of)
{
	char over[64] = "over threads";

	if (of->n < in->profile->nthread)
		snprintf(over, sizeof(over), "in %zu of %zu", of->n,
		         in->profile->nthread);
	strbuf_addf(b, "- %-14s %11s %11s %11s %11s %8s\n", over, "least",
	            "mean", "most", "deviation", "Par.E");
	add_row(b, "work, s", &of->work, "%.3f");
	add_row(b, "waits, s", &of->waited, "%.3f");
	add_row(b, "instructions", &of->instructions, "%.4g");
	add_verdict(b, in->profile, of);
	add_rows(b, in->profile, s, in->clock_hz);
}

void report_balance_program(struct strbuf *b, const struct assessment *a,
                            size_t input)
{
	const struct assess_input *in = &a->in[input];
	const struct profile *p = in->profile;
	struct balance of;
	struct balance_run run;

	strbuf_adds(b, "\nbalance");
	if (a->n > 1)
		strbuf_adds(b, input ? " of the second" : " of the first");
	if (!balance_of(in, p->root, &of)) {
		strbuf_adds(b, p->threads > 1 || p->ranks > 1
		                       ? " over threads: not measured\n"
		                       : ": one thread, nothing to balance\n");
		return;
	}
	strbuf_addf(b, " over %.0f rank%s of %.0f thread%s\n", p->ranks,
	            p->ranks > 1 ? "s" : "", p->threads,
	            p->threads > 1 ? "s" : "");
	if (balance_of_run(in, &run))
		strbuf_addf(b,
		            "- parallel efficiency %.1f %% = load balance "
		            "%.1f %% x communication %.1f %%\n",
		            100 * run.parallel, 100 * run.load,
		            100 * run.communication);
	if (balance_of_run(in, &run) && run.idle)
		strbuf_addf(b,
		            "- %zu of the %zu threads hardly work%s: less than "
		            "1 %% of what the busiest does\n",
		            run.idle, p->nthread, run.idle == 1 ? "s" : "");
	add_table(b, in, p->root, &of);
}

void report_balance(struct strbuf *b, const struct assessment *a,
                    const struct assess_section *s, size_t input)
{
	const struct assess_input *in = &a->in[input];
	struct balance of;

	if (!balance_of(in, s->in[input].section, &of))
		return;
	strbuf_adds(b, "balance");
	if (a->n > 1)
		strbuf_adds(b, input ? " of the second" : " of the first");
	strbuf_addc(b, '\n');
	add_table(b, in, s->in[input].section, &of);
}

static void add_row_json(struct json *j, const char *key,
                         const struct balance_row *r)
{
	json_object(j, key);
	json_number(j, "sum", r->sum);
	json_number(j, "min", r->min);
	json_number(j, "mean", r->mean);
	json_number(j, "max", r->max);
	json_number(j, "sd", r->sd);
	json_number(j, "par_e", r->par_e);
	json_end(j);
}

static void add_threads_json(struct json *j, const struct assess_input *in,
                             const struct profile_section *s)
{
	const struct profile *p = in->profile;

	json_array(j, "threads");
	for (size_t i = 0; i < p->nthread; i++) {
		const struct profile_thread *t = &p->thread[i];
		const double *waited = s->spread[PROFILE_SPREAD_WAITED];
		const double *ins = s->spread[PROFILE_SPREAD_INSTRUCTIONS];

		json_object(j, NULL);
		json_number(j, "rank", t->rank);
		json_number(j, "process", t->process);
		json_number(j, "thread", t->number);
		json_number(j, "work_s",
		            s->spread[PROFILE_SPREAD_CYCLES][i] / in->clock_hz);
		json_number(j, "waited_s", waited ? waited[i] : 0);
		json_number(j, "instructions", ins ? ins[i] : NAN);
		json_end(j);
	}
	json_end(j);
}

void report_balance_json(struct json *j, const struct assessment *a,
                         const struct assess_section *s, size_t input)
{
	const struct assess_input *in = &a->in[input];
	const struct profile_section *of =
		s ? s->in[input].section : in->profile->root;
	const char *key = s ? NULL : "balance";
	struct balance b;
	struct balance_run run;

	if (!balance_of(in, of, &b)) {
		json_text(j, key, NULL);
		return;
	}
	json_object(j, key);
	if (!s && balance_of_run(in, &run)) {
		json_number(j, "parallel_efficiency", run.parallel);
		json_number(j, "load_balance", run.load);
		json_number(j, "communication_efficiency", run.communication);
	}
	json_number(j, "n", (double)b.n);
	json_text(j, "verdict", verdicts[b.verdict]);
	json_number(j, "gain_s", b.gain_s);
	add_row_json(j, "work_s", &b.work);
	add_row_json(j, "waited_s", &b.waited);
	add_row_json(j, "instructions", &b.instructions);
	add_threads_json(j, in, of);
	json_end(j);
}
