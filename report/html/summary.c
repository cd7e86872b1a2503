/* Who ran what where, and what is doubtful about it. */
#include <math.h>

#include "base/banned.h"
#include "base/escape.h"
#include "base/num.h"
#include "diagnose/assessment.h"
#include "report/report.h"
#include "report/waits.h"
#include "html.h"
#include "page_private.h"

/* A row of the summary: the cell of input i is made by add. */
struct row {
	const char *label;
	void (*add)(struct strbuf *b, const struct assess_input *in);
};

static void add_or(struct strbuf *b, const char *s)
{
	if (s)
		html_name(b, s);
	else
		strbuf_adds(b, "not recorded");
}

static void add_command(struct strbuf *b, const struct assess_input *in)
{
	const struct profile *p = in->profile;

	strbuf_adds(b, "<code>");
	add_or(b, p->program);
	for (size_t i = 1; i < p->nargs && i < 64; i++) {
		strbuf_addc(b, ' ');
		html_name(b, p->args[i]);
	}
	strbuf_adds(b, p->nargs > 64 ? " ...</code>" : "</code>");
}

static void add_runtime(struct strbuf *b, const struct assess_input *in)
{
	if (isnan(in->runtime_s))
		strbuf_adds(b, "not measured");
	else
		strbuf_addf(b, "%.2f seconds", in->runtime_s);
	if (assess_elapsed_differs(in))
		strbuf_addf(b, " of processor time, %.2f elapsed",
		            in->elapsed_s);
}

static void add_when(struct strbuf *b, const struct assess_input *in)
{
	add_or(b, in->profile->start);
	if (in->profile->host) {
		strbuf_adds(b, " on ");
		html_name(b, in->profile->host);
	}
}

static void add_cpu(struct strbuf *b, const struct assess_input *in)
{
	add_or(b, in->profile->cpu);
	if (!isnan(in->clock_hz))
		strbuf_addf(b, ", %.2f GHz", in->clock_hz / 1e9);
}

static void add_machine(struct strbuf *b, const struct assess_input *in)
{
	html_name(b, in->machine_name);
	strbuf_adds(b, in->profile->estimated ? " (not the machine that ran it)"
	               : in->machine_guessed  ? " (this host's)"
	                                      : "");
	strbuf_addf(b, ", good CPI %.2f", in->good_cpi);
}

static void add_threads(struct strbuf *b, const struct assess_input *in)
{
	if (isnan(in->profile->threads))
		strbuf_adds(b, "not recorded");
	else
		strbuf_addf(b, "%.0f", in->profile->threads);
	if (in->profile->ranks > 1)
		strbuf_addf(b, ", %.0f ranks", in->profile->ranks);
}

static void add_collector(struct strbuf *b, const struct assess_input *in)
{
	add_or(b, in->profile->collector);
	if (in->profile->collector_version) {
		strbuf_addc(b, ' ');
		html_name(b, in->profile->collector_version);
	}
	if (in->profile->simulated_share < 1)
		strbuf_addf(b, ", %.*f %% of the program simulated",
		            in->profile->simulated_share < 0.0095 ? 2 : 0,
		            100 * in->profile->simulated_share);
}

static void add_memory(struct strbuf *b, const struct assess_input *in)
{
	double peak = NAN;

	/* what a simulator needs is not the program's */
	for (size_t i = 0; i < in->profile->nruns; i++) {
		if (strcmp(in->profile->runs[i].purpose
		                   ? in->profile->runs[i].purpose
		                   : "",
		           "simulated") != 0)
			peak = fmax(peak, in->profile->runs[i].peak_bytes);
	}
	if (isnan(peak))
		strbuf_adds(b, "not measured");
	else
		strbuf_addf(b, "%.1f MiB", peak / (1 << 20));
}

static void add_run(struct strbuf *b, const struct profile_run *r)
{
	char samples[64];

	strbuf_adds(b, "<tr><td>");
	add_or(b, r->purpose);
	strbuf_adds(b, "</td><td class=\"n\">");
	html_number(b, r->wall_s);
	strbuf_adds(b, "</td><td class=\"n\">");
	html_number(b, r->user_s);
	strbuf_adds(b, "</td><td class=\"n\">");
	html_number(b, r->sys_s);
	strbuf_addf(b, "</td><td class=\"n\">%s</td></tr>\n",
	            isnan(r->samples) ? "-"
	                              : num_grouped(samples, sizeof(samples),
	                                            r->samples));
}

static void add_runs(struct strbuf *b, const struct assess_input *in,
                     const char *of)
{
	enum { MOST = 50 };
	const struct profile *p = in->profile;

	if (p->nruns == 0)
		return;
	strbuf_addf(b,
	            "<details><summary>The runs%s</summary>\n"
	            "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	            "aria-label=\"The runs%s\"><table><thead><tr>"
	            "<th scope=\"col\">purpose</th>"
	            "<th scope=\"col\">wall s</th><th scope=\"col\">user s</th>"
	            "<th scope=\"col\">system s</th>"
	            "<th scope=\"col\">samples</th></tr></thead><tbody>\n",
	            of, of);
	for (size_t i = 0; i < p->nruns && i < MOST; i++)
		add_run(b, &p->runs[i]);
	strbuf_adds(b, "</tbody></table></div></details>\n");
}

/* A paragraph for each sentence: the lines that go on are indented. */
static void add_waits(struct report_page *p, size_t input)
{
	struct strbuf text = STRBUF_INIT, one = STRBUF_INIT;

	report_waits_program(&text, p->a, input);
	for (char *line = text.len ? text.s : NULL; line && *line;) {
		char *end = strchr(line, '\n');

		if (end)
			*end++ = '\0';
		strbuf_adds(&one, *line == ' ' ? line + 1 : line);
		line = end;
		if (line && *line == ' ')
			continue;
		strbuf_adds(&p->b, "<p class=\"waits\">");
		html_text(&p->b, one.s);
		strbuf_adds(&p->b, "</p>\n");
		strbuf_clear(&one);
	}
	strbuf_release(&text);
	strbuf_release(&one);
}

static const struct row rows[] = {
	{ "command", add_command },    { "run time", add_runtime },
	{ "measured", add_when },      { "processor", add_cpu },
	{ "parameters", add_machine }, { "threads", add_threads },
	{ "peak memory", add_memory }, { "collector", add_collector },
};

void report_add_summary(struct report_page *p)
{
	const struct assessment *a = p->a;
	struct strbuf *b = &p->b;

	strbuf_adds(b, "<section aria-labelledby=\"summary\">\n"
	               "<h2 id=\"summary\">The run</h2>\n"
	               "<div class=\"scroll\" tabindex=\"0\" role=\"group\" "
	               "aria-label=\"Summary\"><table class=\"facts\">\n");
	if (a->n > 1) {
		strbuf_adds(b, "<thead><tr><td></td>");
		for (size_t i = 0; i < a->n; i++) {
			strbuf_addf(b, "<th scope=\"col\">input %zu: ", i + 1);
			html_name(b, a->in[i].file);
			strbuf_adds(b, "</th>");
		}
		strbuf_adds(b, "</tr></thead>\n");
	}
	strbuf_adds(b, "<tbody>\n");
	for (size_t r = 0; r < sizeof(rows) / sizeof(*rows); r++) {
		strbuf_addf(b, "<tr><th scope=\"row\">%s</th>", rows[r].label);
		for (size_t i = 0; i < a->n; i++) {
			strbuf_adds(b, "<td>");
			rows[r].add(b, &a->in[i]);
			strbuf_adds(b, "</td>");
		}
		strbuf_adds(b, "</tr>\n");
	}
	strbuf_adds(b, "</tbody></table></div>\n");
	for (size_t i = 0; i < a->n; i++)
		add_waits(p, i);
	for (size_t i = 0; i < a->n; i++)
		add_runs(b, &a->in[i],
		         a->n == 1 ? ""
		         : i == 0  ? " of input 1"
		                   : " of input 2");
	strbuf_adds(b, "</section>\n");
}
