#include "summary.h"

#include <math.h>

#include "arch/events.h"
#include "arch/machine.h"
#include "arch/metrics.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/json_writer.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "profile/ports.h"
#include "profile/profile.h"
#include "report.h"
#include "summary_threads.h"

#ifndef PERFEXPERT_VERSION
#define PERFEXPERT_VERSION "unknown"
#endif

/* Width of a row's label, of a number after it, and of one of a run. */
enum { LABEL = 34, NUMBER = 18, OF_RUN = 11, OF_PORT = 13 };

/* ---- what the formulas ask for ---- */

/* The simulated pass runs many times slower: its times are no one's. */
static bool undisturbed(const struct profile_run *run)
{
	return !run->purpose || strcmp(run->purpose, "simulated") != 0;
}

enum of_run { OF_USER, OF_SYSTEM, OF_PEAK };

static double run_value(const struct profile_run *run, enum of_run what)
{
	switch (what) {
	case OF_USER:
		return run->user_s;
	case OF_SYSTEM:
		return run->sys_s;
	case OF_PEAK:
		return run->peak_bytes;
	}
	return NAN;
}

/* mean over the runs that know it; of memory the largest */
static double over_runs(const struct profile *p, enum of_run what)
{
	double sum = 0, n = 0, most = NAN;

	for (size_t i = 0; i < p->nruns; i++) {
		double v = run_value(&p->runs[i], what);

		if (isnan(v) || !undisturbed(&p->runs[i]))
			continue;
		sum += v;
		n++;
		most = fmax(most, v);
	}
	return what == OF_PEAK ? most : n > 0 ? sum / n : NAN;
}

/* over threads and ranks; NULL: only the sum is known */
static const struct profile_stats *stats_of(const struct profile *p,
                                            const char *event)
{
	int i = profile_event(p, event);

	if (i < 0 || !p->root->stats || isnan(p->root->stats[i].n))
		return NULL;
	return &p->root->stats[i];
}

/* What a metric's formula asks for of a struct assess_input, as an event_value:
 * counts of the whole program, and what is known of its runs (WALL_TIME ...,
 * events.lua); NAN: not measured */
static double event_of(const void *ctx, const char *name)
{
	const struct assess_input *in = ctx;
	const struct profile *p = in->profile;
	const struct profile_stats *cycles = stats_of(p, "TOT_CYC");

	if (strcmp(name, "WALL_TIME") == 0)
		return in->elapsed_s;
	if (strcmp(name, "USER_TIME") == 0)
		return over_runs(p, OF_USER);
	if (strcmp(name, "SYS_TIME") == 0)
		return over_runs(p, OF_SYSTEM);
	if (strcmp(name, "PEAK_MEMORY") == 0)
		return over_runs(p, OF_PEAK);
	if (strcmp(name, "THREADS") == 0)
		return cycles ? cycles->n : p->threads;
	if (strcmp(name, "BUSIEST_CYC") == 0)
		return cycles ? cycles->max : NAN;
	return profile_value(p, p->root, name);
}

static bool is_timed(const struct profile *p, const char *name)
{
	static const char *const times[] = { "WALL_TIME", "USER_TIME",
		                             "SYS_TIME", "BUSIEST_CYC" };
	const int i = profile_event(p, name);

	for (size_t k = 0; k < sizeof(times) / sizeof(*times); k++) {
		if (strcmp(name, times[k]) == 0)
			return true;
	}
	return i >= 0 && p->events[i].how != PROFILE_SIMULATED;
}

static double only_timed(const void *ctx, const char *name)
{
	const struct assess_input *in = ctx;
	const bool counted = profile_event(in->profile, name) >= 0 &&
	                     !is_timed(in->profile, name);

	return counted ? NAN : event_of(ctx, name);
}

static double only_counted(const void *ctx, const char *name)
{
	const struct assess_input *in = ctx;

	return is_timed(in->profile, name) ? NAN : event_of(ctx, name);
}

/*
 * Where it is not known which part of the program was counted, no metric mixes
 * counts with times, which are the whole program's.
 */
static double metric_value(const struct assess_input *in, size_t category)
{
	double value;

	if (in->profile->simulated_share != 0)
		return lcpi_eval(in->machine, category, event_of, in);
	value = lcpi_eval(in->machine, category, only_timed, in);
	if (isnan(value))
		value = lcpi_eval(in->machine, category, only_counted, in);
	return value;
}

/* Of what the port could have moved in the first run, the busier way, in % */
static double port_share(const struct profile *p, const struct profile_port *t)
{
	const double run_s = p->nruns ? p->runs[0].wall_s : NAN;

	return 100 * fmax(t->sent, t->received) / (t->bytes_per_s * run_s);
}

/* ---- text ---- */

/* 1,234,567 or 12.346 or 1.23e-05 */
static void add_number(struct strbuf *b, double value, int width)
{
	char text[64];

	if (isnan(value))
		snprintf(text, sizeof(text), "-");
	else if (fabs(value) >= 1e5)
		num_grouped(text, sizeof(text), value);
	else if (value == 0 || fabs(value) >= 0.001)
		snprintf(text, sizeof(text), "%.3f", value);
	else
		snprintf(text, sizeof(text), "%.3g", value);
	strbuf_addf(b, "%*s", width, text);
}

/* a count, or seconds */
static void add_count(struct strbuf *b, double value)
{
	char text[64];

	if (isnan(value))
		snprintf(text, sizeof(text), "-");
	else if (value < 1e5 && value != round(value))
		snprintf(text, sizeof(text), "%.3f", value);
	else
		num_grouped(text, sizeof(text), value);
	strbuf_addf(b, "%*s", NUMBER, text);
}

static void add_label(struct strbuf *b, const char *text)
{
	size_t start = b->len, used;

	strbuf_adds(b, "  ");
	escape_terminal_buf(b, text);
	used = b->len - start;
	strbuf_addn(b, ' ', used < LABEL ? LABEL - used : 1);
}

static void add_heading(struct strbuf *b, const char *text,
                        const char *const *columns, int width)
{
	strbuf_addf(b, "%-*s", columns ? LABEL : 0, text);
	for (size_t i = 0; columns && columns[i]; i++)
		strbuf_addf(b, "%*s", width, columns[i]);
	strbuf_addc(b, '\n');
}

static void add_runs(struct strbuf *b, const struct profile *p)
{
	static const char *const columns[] = { "elapsed s", "user s",
		                               "system s", "peak MB", NULL };

	if (p->nruns == 0)
		return;
	add_heading(b, "runs", columns, OF_RUN);
	for (size_t i = 0; i < p->nruns; i++) {
		const struct profile_run *run = &p->runs[i];

		add_label(b, run->purpose ? run->purpose : "run");
		add_number(b, run->wall_s, OF_RUN);
		add_number(b, run->user_s, OF_RUN);
		add_number(b, run->sys_s, OF_RUN);
		add_number(b, run->peak_bytes * 1e-6, OF_RUN);
		if (run->signal)
			strbuf_addf(b, "  signal %d", run->signal);
		else if (run->exit_status > 0)
			strbuf_addf(b, "  status %d", run->exit_status);
		strbuf_addc(b, '\n');
	}
}

/* Of the node, so also what others there sent. */
static void add_ports(struct strbuf *b, const struct profile *p)
{
	static const char *const columns[] = { "sent MB",   "received MB",
		                               "of rate %", "wait ticks",
		                               "errors",    NULL };

	if (!p->nports)
		return;
	add_heading(b, "ports of the network, first run", columns, OF_PORT);
	for (size_t i = 0; i < p->nports; i++) {
		const struct profile_port *t = &p->ports[i];
		struct strbuf name = STRBUF_INIT;

		if (t->host)
			strbuf_addf(&name, "%s ", t->host);
		strbuf_adds(&name, t->name);
		add_label(b, name.s);
		add_number(b, t->sent * 1e-6, OF_PORT);
		add_number(b, t->received * 1e-6, OF_PORT);
		add_number(b, port_share(p, t), OF_PORT);
		add_number(b, t->wait, OF_PORT);
		add_number(b, t->errors + t->discards, OF_PORT);
		strbuf_addc(b, '\n');
		strbuf_release(&name);
	}
}

/* The mean, least and most of a thread are shown where they are known. */
static void add_counts(struct strbuf *b, const struct profile *p)
{
	static const char *const sums[] = { "all threads", NULL };
	static const char *const spread[] = { "all threads", "mean", "least",
		                              "most", NULL };
	bool any = false;

	for (size_t i = 0; i < p->nevents; i++)
		any |= stats_of(p, p->events[i].name) != NULL;
	add_heading(b, "counts", any ? spread : sums, NUMBER);
	for (size_t i = 0; i < p->nevents; i++) {
		const char *name = p->events[i].name;
		const struct profile_stats *s = stats_of(p, name);

		add_label(b, name);
		add_count(b, p->root->sum[i]);
		if (s) {
			add_count(b, s->mean);
			add_count(b, s->min);
			add_count(b, s->max);
			strbuf_addf(b, "  of %.0f", s->n);
		}
		strbuf_addf(b, "  %s", profile_how_name(p->events[i].how));
		if (p->events[i].ranks) {
			strbuf_adds(b, " on ranks ");
			escape_terminal_buf(b, p->events[i].ranks);
		}
		strbuf_addc(b, '\n');
	}
}

/* an explanation's lines, indented */
static void add_formula(struct strbuf *b, const struct assess_input *in,
                        size_t category)
{
	struct strbuf text = STRBUF_INIT;
	const char *from;

	lcpi_explain(in->machine, category, event_of, in, &text);
	text.s[strcspn(text.s, "\n")] = '\0'; /* metrics have no parts */
	from = strchr(text.s, ':');           /* after the label */
	strbuf_adds(b, "      ");
	escape_terminal_buf(b, from ? from + 2 : text.s);
	strbuf_addc(b, '\n');
	strbuf_release(&text);
}

static void add_metric(struct strbuf *b, const struct assess_input *in,
                       const struct lcpi_category *metric, size_t category,
                       double value, bool formulas)
{
	add_label(b, metric->label);
	add_number(b, value, NUMBER);
	strbuf_addc(b, ' ');
	escape_terminal_buf(b, metric->unit);
	strbuf_addc(b, '\n');
	if (formulas)
		add_formula(b, in, category);
}

static void add_names(struct strbuf *b, const char *title, struct strbuf *names)
{
	if (names->len) {
		strbuf_adds(b, title);
		escape_terminal_wrapped(b, names->s, strlen(title), 2, 80);
		strbuf_addc(b, '\n');
	}
	strbuf_release(names);
}

/* those that have a value, by group; then the names of the others */
static void add_metrics(struct strbuf *b, const struct assess_input *in,
                        bool formulas)
{
	struct strbuf missing = STRBUF_INIT, divided = STRBUF_INIT;
	const struct lcpi_category *list;
	const char *group = "";
	size_t n = metrics(in->machine, &list);

	for (size_t i = 0; i < n; i++) {
		size_t category = metrics_category(in->machine, i);
		double value = metric_value(in, category);

		if (isnan(value)) {
			struct strbuf *to =
				in->profile->simulated_share != 0 &&
						lcpi_formula_used(
							in->machine, category,
							event_of, in, NULL)
					? &divided
					: &missing;

			strbuf_adds(to, to->len ? ", " : "");
			strbuf_adds(to, list[i].label);
			continue;
		}
		if (strcmp(group, list[i].group) != 0)
			add_heading(b, group = list[i].group, NULL, 0);
		add_metric(b, in, &list[i], category, value, formulas);
	}
	add_names(b, "not measured:", &missing);
	add_names(b, "not computed, because the divisor is 0:", &divided);
}

static void add_warnings(struct strbuf *b, const struct assess_warnings *w)
{
	for (size_t i = 0; i < w->n; i++) {
		const char *word =
			w->w[i].check == ASSESS_NOTE ? "note: " : "WARNING: ";

		strbuf_adds(b, word);
		escape_terminal_wrapped(b, w->w[i].text, strlen(word),
		                        strlen(word), 80);
		strbuf_addc(b, '\n');
	}
}

static void add_input(struct strbuf *b, const struct assess_input *in,
                      bool formulas)
{
	const struct profile *p = in->profile;

	strbuf_adds(b, "summary of ");
	escape_terminal_buf(b, in->file);
	if (p->program) {
		strbuf_adds(b, ": ");
		escape_terminal_buf(b, p->program);
	}
	strbuf_adds(b, ", machine ");
	escape_terminal_buf(b, in->machine_name);
	if (p->threads > 0)
		strbuf_addf(b, ", %.0f thread%s", p->threads,
		            p->threads > 1 ? "s" : "");
	if (p->ranks > 0)
		strbuf_addf(b, ", %.0f rank%s", p->ranks,
		            p->ranks > 1 ? "s" : "");
	strbuf_addc(b, '\n');
	add_warnings(b, &in->warnings);
	add_runs(b, p);
	add_ports(b, p);
	add_counts(b, p);
	summary_threads(b, in);
	add_metrics(b, in, formulas);
}

static void write_text(const struct assessment *a,
                       const struct suggest *suggest,
                       const struct report_options *options, FILE *f)
{
	(void)suggest;
	for (size_t i = 0; i < a->n; i++) {
		struct strbuf b = STRBUF_INIT;

		if (i > 0)
			strbuf_addc(&b, '\n');
		add_input(&b, &a->in[i], options->formulas);
		fwrite(b.s, 1, b.len, f);
		strbuf_release(&b);
	}
}

const struct report report_summary = { .name = "summary",
	                               .details = true,
	                               .write = write_text };

/* ---- JSON ---- */

static void json_ports(struct json *j, const struct profile *p)
{
	json_line(j);
	json_array(j, "ports");
	for (size_t i = 0; i < p->nports; i++) {
		const struct profile_port *t = &p->ports[i];

		json_line(j);
		json_object(j, NULL);
		json_text(j, "host", t->host);
		json_text(j, "name", t->name);
		json_number(j, "bytes_per_s", t->bytes_per_s);
		json_number(j, "sent", t->sent);
		json_number(j, "received", t->received);
		json_number(j, "sent_packets", t->sent_packets);
		json_number(j, "received_packets", t->received_packets);
		json_number(j, "wait", t->wait);
		json_number(j, "errors", t->errors);
		json_number(j, "discards", t->discards);
		json_end(j);
	}
	json_end(j);
}

static void json_runs(struct json *j, const struct profile *p)
{
	json_line(j);
	json_array(j, "runs");
	for (size_t i = 0; i < p->nruns; i++) {
		const struct profile_run *run = &p->runs[i];

		json_line(j);
		json_object(j, NULL);
		json_text(j, "purpose", run->purpose);
		json_number(j, "wall_s", run->wall_s);
		json_number(j, "user_s", run->user_s);
		json_number(j, "system_s", run->sys_s);
		json_number(j, "peak_bytes", run->peak_bytes);
		json_number(j, "exit_status", run->exit_status);
		json_number(j, "signal", run->signal);
		json_end(j);
	}
	json_end(j);
}

static void json_counts(struct json *j, const struct profile *p)
{
	json_line(j);
	json_array(j, "counts");
	for (size_t i = 0; i < p->nevents; i++) {
		const struct profile_event *event = &p->events[i];
		const struct profile_stats *s = stats_of(p, event->name);

		json_line(j);
		json_object(j, NULL);
		json_text(j, "event", event->name);
		json_text(j, "how", profile_how_name(event->how));
		if (event->ranks)
			json_text(j, "ranks", event->ranks);
		json_number(j, "sum", p->root->sum[i]);
		if (s) {
			json_number(j, "threads", s->n);
			json_number(j, "mean", s->mean);
			json_number(j, "min", s->min);
			json_number(j, "max", s->max);
			json_number(j, "sd", s->sd);
		}
		json_end(j);
	}
	json_end(j);
}

static void json_metrics(struct json *j, const struct assess_input *in)
{
	const struct lcpi_category *list;
	size_t n = metrics(in->machine, &list);

	json_line(j);
	json_array(j, "metrics");
	for (size_t i = 0; i < n; i++) {
		size_t c = metrics_category(in->machine, i);
		const char *used =
			lcpi_formula_used(in->machine, c, event_of, in, NULL);

		json_line(j);
		json_object(j, NULL);
		json_text(j, "id", list[i].id);
		json_text(j, "group", list[i].group);
		json_text(j, "label", list[i].label);
		json_number(j, "value", metric_value(in, c));
		json_text(j, "unit", list[i].unit);
		json_text(j, "formula", used ? used : list[i].formula);
		json_text(j, "description", list[i].description);
		json_text(j, "source", list[i].source);
		json_end(j);
	}
	json_end(j);
}

static void fill(struct json *j, const struct assessment *a,
                 const struct suggest *suggest,
                 const struct report_options *options)
{
	(void)suggest;
	(void)options;
	json_array(j, "summaries");
	for (size_t i = 0; i < a->n; i++) {
		const struct profile *p = a->in[i].profile;

		json_line(j);
		json_object(j, NULL);
		json_text(j, "file", a->in[i].file);
		json_text(j, "program", p->program);
		json_text(j, "machine", a->in[i].machine_name);
		json_number(j, "threads", p->threads);
		json_number(j, "ranks", p->ranks);
		json_bool(j, "estimated", p->estimated);
		json_array(j, "warnings");
		for (size_t k = 0; k < a->in[i].warnings.n; k++)
			json_text(j, NULL, a->in[i].warnings.w[k].text);
		json_end(j);
		json_runs(j, p);
		if (p->nports)
			json_ports(j, p);
		json_counts(j, p);
		summary_threads_json(j, &a->in[i]);
		json_metrics(j, &a->in[i]);
		json_end(j);
	}
	json_end(j);
}

const struct report report_summary_data = {
	.name = "summary", .table = "metrics", .details = true, .fill = fill
};

/* ---- a measurement on its own ---- */

int summary_print(const struct profile *p, const char *name,
                  const char *machine, FILE *f, struct err *err)
{
	const struct assess_options options = { .threshold = 1,
		                                .machine = machine };
	const struct report_options plain = { .formulas = false };
	struct assessment *a = assessment_new(&p, &name, 1, &options, err);

	if (a)
		write_text(a, NULL, &plain, f);
	assessment_free(a);
	return a ? 0 : -1;
}
