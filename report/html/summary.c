/* Who ran what where, what is doubtful about it, and where its time went. */
#include <math.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/escape.h"
#include "base/num.h"
#include "diagnose/assessment.h"
#include "report/report.h"
#include "report/waits.h"
#include "html.h"
#include "picture.h"
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

/* The processor time that calls in a section spend waiting */
static double waits_s(const struct assessment *a,
                      const struct assess_section *s, size_t input)
{
	const double t = s->in[input].waited * a->in[input].runtime_s;

	return s->in[input].section && t > 0 ? t : 0;
}

/* Work has the input's colour; waiting follows in the colour of waits. */
static void add_time_bar(struct report_page *p, const struct assess_section *s,
                         size_t i, double most)
{
	const double t = s->in[i].section ? s->in[i].runtime_s : NAN;
	const double work = t > 0 && most > 0 ? 300 * t / most : 0;
	const double waits = most > 0 ? 300 * waits_s(p->a, s, i) / most : 0;
	struct strbuf *b = &p->b;

	strbuf_adds(b, "<svg viewBox=\"0 0 300 12\" "
	               "preserveAspectRatio=\"none\" aria-hidden=\"true\">");
	if (work > 0)
		strbuf_addf(b,
		            "<rect class=\"c%d\" width=\"%.1f\" "
		            "height=\"12\"/>",
		            i ? 3 : 1, work);
	if (waits > 0)
		strbuf_addf(b,
		            "<rect class=\"c7\" x=\"%.1f\" width=\"%.1f\" "
		            "height=\"12\"/>",
		            work, waits);
	strbuf_adds(b, "</svg> ");
}

/* Where time went: the largest procedures, a bar each; those of two inputs
 * share a scale. */
static void add_time_row(struct report_page *p, const struct assess_section *s,
                         double most)
{
	static const double hardly = 5e-4;
	struct strbuf *b = &p->b;

	strbuf_adds(b, "<li><span class=\"l\">");
	html_name(b, *s->name ? s->name : "<unknown>");
	strbuf_adds(b, "</span>");
	for (size_t i = 0; i < p->a->n; i++) {
		const double t = s->in[i].section ? s->in[i].runtime_s : NAN;
		const bool waits = waits_s(p->a, s, i) > 0 && !isnan(t);

		strbuf_adds(b, "<span class=\"t\">");
		add_time_bar(p, s, i, most);
		if (!s->in[i].section)
			strbuf_adds(b, "not in this input");
		else if (isnan(t))
			html_percent(b, s->in[i].fraction);
		else if (s->in[i].fraction >= hardly || !waits)
			strbuf_addf(b, "%.2f s, %.1f %%%s", t,
			            100 * s->in[i].fraction, waits ? "; " : "");
		if (waits)
			strbuf_addf(b, "waits %.2f s, %.1f %%",
			            waits_s(p->a, s, i), 100 * s->in[i].waited);
		strbuf_adds(b, "</span>");
	}
	strbuf_adds(b, "</li>\n");
}

static double longest(const struct assessment *a)
{
	double most = 0;

	for (size_t k = 0; k < a->nprocedures; k++) {
		const struct assess_section *s = a->procedures[k];

		for (size_t i = 0; i < a->n; i++)
			most = fmax(most, fmax(s->in[i].runtime_s, 0) +
			                          waits_s(a, s, i));
	}
	return most;
}

static double cache_line(const struct assess_input *in)
{
	const unsigned line = machine_geometry(in->machine)->l1d.line_bytes;

	return line ? line : 64;
}

/* Operations per byte and second of a core; false when not measured */
static bool make_point(const struct assess_input *in,
                       const struct assess_section *s, size_t input,
                       struct picture_point *point)
{
	const struct profile_section *section = s->in[input].section;
	const struct profile *p = in->profile;
	double flops, lines, time_s;

	if (!section)
		return false;
	flops = profile_value(p, section, "FLOPS");
	lines = profile_value(p, section, "L3_DCM");
	if (isnan(lines))
		lines = profile_value(p, section, "L2_DCM");
	time_s = profile_value(p, section, "TOT_CYC") / in->clock_hz;
	if (!(flops > 0) || !(lines >= 0) || !(time_s > 0))
		return false;
	/* a loop whose data stays in the caches: one line, not infinity */
	point->intensity = flops / (fmax(lines, 1) * cache_line(in));
	point->rate = flops / time_s;
	return true;
}

/* The innermost hot loops, and procedures without a loop */
static size_t make_points(const struct assessment *a, size_t input,
                          struct picture_point *points, size_t max)
{
	size_t n = 0;

	for (size_t i = 0; i < a->nshown && i < REPORT_MOST_SECTIONS && n < max;
	     i++) {
		const struct assess_section *s = a->shown[i];
		bool innermost = true;

		for (size_t k = 0; k < s->nchildren; k++) {
			if (s->child[k]->shown)
				innermost = false;
		}
		if (innermost &&
		    make_point(&a->in[input], s, input, &points[n])) {
			points[n].number = i + 1;
			n++;
		}
	}
	return n;
}

static void add_points(struct report_page *p,
                       const struct picture_point *points, size_t n)
{
	struct strbuf *b = &p->b;

	strbuf_adds(b, "<details><summary>The numbers of the roofline"
	               "</summary>\n<div class=\"scroll\" tabindex=\"0\" "
	               "role=\"group\" aria-label=\"The numbers of the "
	               "roofline\"><table><thead><tr>"
	               "<th scope=\"col\">section</th>"
	               "<th scope=\"col\">operations per byte</th>"
	               "<th scope=\"col\">10<sup>9</sup> operations per second"
	               "</th></tr></thead><tbody>\n");
	for (size_t i = 0; i < n; i++) {
		struct strbuf title = STRBUF_INIT;

		report_title(&title, p->a->shown[points[i].number - 1], true);
		strbuf_addf(b, "<tr><td><a href=\"#s%zu\">%zu. ",
		            points[i].number, points[i].number);
		html_name(b, title.s);
		strbuf_adds(b, "</a></td><td class=\"n\">");
		html_number(b, points[i].intensity);
		strbuf_adds(b, "</td><td class=\"n\">");
		html_number(b, points[i].rate / 1e9);
		strbuf_adds(b, "</td></tr>\n");
		strbuf_release(&title);
	}
	strbuf_adds(b, "</tbody></table></div></details>\n");
}

/* Of two inputs the second: the program as it is now */
static void add_roofline(struct report_page *p)
{
	enum { MOST = 24 };
	const size_t input = p->a->n - 1;
	const struct assess_input *in = &p->a->in[input];
	const struct machine_peak *peak = machine_peak(in->machine);
	struct picture_point points[MOST];
	struct picture_roof roof = {
		peak->core_bytes_per_s,
		peak->scalar_flops * in->clock_hz,
		peak->vector_flops * in->clock_hz,
	};
	const bool shared = !(roof.bytes_per_s > 0);
	size_t n;

	if (shared && peak->socket_cores)
		roof.bytes_per_s =
			peak->socket_bytes_per_s / peak->socket_cores;
	n = make_points(p->a, input, points, MOST);
	if (n == 0 || !(roof.bytes_per_s > 0) || !(roof.scalar_flops_per_s > 0))
		return;
	strbuf_adds(&p->b, "<h3>Roofline of the hot loops</h3>\n<p>A loop "
	                   "under the slope waits for memory, one under the "
	                   "flat part for arithmetic; what lies far below "
	                   "both waits for something else. One core of ");
	html_name(&p->b, in->machine_name);
	strbuf_adds(&p->b, shared ? ", with its share of the socket's memory "
	                            "bandwidth"
	                          : "");
	strbuf_adds(&p->b, p->a->n > 1 ? "; input 2.</p>\n" : ".</p>\n");
	picture_roofline(&p->b, &roof, points, n);
	add_points(p, points, n);
}

void report_add_pictures(struct report_page *p)
{
	enum { ROWS = 12 };
	const double most = longest(p->a), least = 0.002;
	struct strbuf *b = &p->b;
	size_t n = 0;

	strbuf_addf(b,
	            "<section aria-labelledby=\"time\">\n<h2 id=\"time\">Where "
	            "time went</h2>\n<ul class=\"times n%zu\">\n",
	            p->a->n);
	for (; n < p->a->nprocedures && n < ROWS; n++) {
		if (n > 0 && !(assess_largest(p->a->procedures[n]) >= least))
			break;
		add_time_row(p, p->a->procedures[n], most);
	}
	strbuf_adds(b, "</ul>\n");
	if (p->a->nprocedures > n)
		strbuf_addf(b,
		            "<p>%zu more procedures are in <a href=\"#tree\">"
		            "the tree</a>.</p>\n",
		            p->a->nprocedures - n);
	add_roofline(p);
	strbuf_adds(b, "</section>\n");
}
