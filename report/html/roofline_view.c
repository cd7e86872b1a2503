/*
 * The roofline of the hot loops: what a loop computes for each byte that comes
 * from the level which it waits for, by its account, and the ceilings of all
 * levels. A loop that waits for L3 is drawn by its bytes from L3, so that the
 * picture and the account say the same.
 */
#include <math.h>

#include "arch/account_parts.h"
#include "arch/machine.h"
#include "arch/model.h"
#include "base/banned.h"
#include "base/short_name.h"
#include "diagnose/assessment.h"
#include "report/report.h"
#include "html.h"
#include "page_private.h"
#include "picture.h"

enum { MOST = 24 };

static const char *const levels[PICTURE_LEVELS] = { "L1", "L2", "L3",
	                                            "memory" };

/* Bytes per second on a path of which a line takes so many cycles */
static double by_line(const struct assess_input *in, const char *name,
                      double line)
{
	return line * in->clock_hz / machine_model_value(in->machine, name);
}

/* The vectors of a cycle, or what the core's pipes load of them */
static double from_l1(const struct assess_input *in)
{
	const struct machine_peak *peak = machine_peak(in->machine);
	const struct model_op *op;
	const size_t n = machine_model_ops(in->machine, &op);

	for (size_t i = 0; i < n; i++) {
		if (strcmp(op[i].name, "load_vec") == 0 && op[i].busy > 0)
			return __builtin_popcount(op[i].pipes) / op[i].busy *
			       peak->vector_bits / 8 * in->clock_hz;
	}
	return NAN;
}

/* As measured on the host where the program ran, else as its file says */
static void find_levels(const struct assess_input *in,
                        struct picture_roof *roof)
{
	const struct machine_geometry *g = machine_geometry(in->machine);
	const struct machine_peak *peak = machine_peak(in->machine);
	const struct profile *p = in->profile;
	const bool own = assess_own_machine(in);
	const double line = g->l1d.line_bytes ? g->l1d.line_bytes : 64;
	double memory = peak->core_bytes_per_s;

	if (!(memory > 0) && peak->socket_cores)
		memory = peak->socket_bytes_per_s / peak->socket_cores;
	if (!(memory > 0))
		memory = by_line(in, "memory_line", line);
	if (own && p->memory_line_ns > 0)
		memory = line * 1e9 / p->memory_line_ns;
	roof->bytes_per_s[0] = from_l1(in);
	roof->bytes_per_s[1] = by_line(in, "l2_line", line);
	roof->bytes_per_s[2] = !g->l3.size_bytes ? NAN
	                       : own && p->l3_line_ns > 0
	                               ? line * 1e9 / p->l3_line_ns
	                               : by_line(in, "l3_line", line);
	roof->bytes_per_s[3] = memory;
	roof->scalar_flops_per_s = peak->scalar_flops * in->clock_hz;
	roof->vector_flops_per_s = peak->vector_flops * in->clock_hz;
}

static size_t level_of(unsigned color)
{
	switch (color - 1) {
	case ACCOUNT_L2:
		return 1;
	case ACCOUNT_L3:
		return 2;
	case ACCOUNT_MEMORY_LATENCY:
	case ACCOUNT_MEMORY_BANDWIDTH:
	case ACCOUNT_STORES:
	case ACCOUNT_DATA_TLB:
		return 3;
	default: /* whose data is there; what L1 hands over is all it uses */
		return 0;
	}
}

/* Bytes that come from a level: its accesses, in lines but for L1 */
static double bytes_of(const struct assess_input *in,
                       const struct profile_section *s, size_t level)
{
	static const char *const events[PICTURE_LEVELS][2] = {
		{ "L1_DCA", NULL },
		{ "L2_DCA", NULL },
		{ "L3_DCA", "L2_DCM" },
		{ "L3_DCM", "L2_DCM" },
	};
	enum { DOUBLE = 8 };
	const unsigned line = machine_geometry(in->machine)->l1d.line_bytes;
	double n = profile_value(in->profile, s, events[level][0]);

	if (isnan(n) && events[level][1])
		n = profile_value(in->profile, s, events[level][1]);
	/* data that stays in the caches: one line, not infinity */
	return fmax(n, isnan(n) ? NAN : 1) * (level == 0 ? DOUBLE
	                                      : line     ? line
	                                                 : 64);
}

/* false: not measured */
static bool make_point(const struct assessment *a,
                       const struct assess_section *s, size_t input,
                       struct picture_point *point)
{
	const struct assess_input *in = &a->in[input];
	const struct profile_section *section = s->in[input].section;
	double flops, bytes, time_s, causes[ACCOUNT_PARTS];

	if (!section)
		return false;
	point->color = report_causes(a, s, input, causes);
	point->level = level_of(point->color);
	point->share = s->in[input].fraction;
	flops = profile_value(in->profile, section, "FLOPS");
	bytes = bytes_of(in, section, point->level);
	time_s = profile_value(in->profile, section, "TOT_CYC") / in->clock_hz;
	if (!(flops > 0) || !(bytes > 0) || !(time_s > 0))
		return false;
	point->intensity = flops / bytes;
	point->rate = flops / time_s;
	return true;
}

/* The innermost hot loops, and procedures without a loop; where they were
 * before, of two inputs */
static size_t make_points(const struct report_page *p,
                          struct picture_point *points)
{
	const struct assessment *a = p->a;
	const size_t input = a->n - 1;
	size_t n = 0;

	for (size_t i = 0;
	     i < a->nshown && i < REPORT_MOST_SECTIONS && n < MOST; i++) {
		const struct assess_section *s = a->shown[i];
		struct picture_point before;
		bool innermost = true;

		for (size_t k = 0; k < s->nchildren; k++)
			innermost &= !s->child[k]->shown;
		if (!innermost || !make_point(a, s, input, &points[n]))
			continue;
		points[n].number = i + 1;
		points[n].name = s->name;
		points[n].before[0] = points[n].before[1] = NAN;
		if (a->n > 1 && make_point(a, s, 0, &before)) {
			points[n].before[0] = before.intensity;
			points[n].before[1] = before.rate;
		}
		n++;
	}
	return n;
}

static void add_numbers(struct report_page *p, const struct picture_roof *roof,
                        const struct picture_point *points, size_t n)
{
	struct strbuf *b = &p->b;

	strbuf_adds(b, "<details><summary>The numbers of the roofline"
	               "</summary>\n<div class=\"scroll\" tabindex=\"0\" "
	               "role=\"group\" aria-label=\"The numbers of the "
	               "roofline\"><table><thead><tr>"
	               "<th scope=\"col\">section</th>"
	               "<th scope=\"col\">mostly</th>"
	               "<th scope=\"col\">bytes from</th>"
	               "<th scope=\"col\" class=\"n\">operations per byte</th>"
	               "<th scope=\"col\" class=\"n\">10<sup>9</sup> "
	               "operations per second</th>"
	               "<th scope=\"col\" class=\"n\">of the ceiling</th>"
	               "</tr></thead><tbody>\n");
	for (size_t i = 0; i < n; i++) {
		const struct picture_point *at = &points[i];
		struct strbuf title = STRBUF_INIT;

		report_title(&title, p->a->shown[at->number - 1], false);
		strbuf_addf(b, "<tr><td><a href=\"#s%zu\">%zu. ", at->number,
		            at->number);
		html_name(b, title.s);
		strbuf_addf(b, "</a></td><td>%s</td><td>%s</td>",
		            report_cause_label(p->a, p->a->n - 1, at->color),
		            levels[at->level]);
		strbuf_adds(b, "<td class=\"n\">");
		html_number(b, at->intensity);
		strbuf_adds(b, "</td><td class=\"n\">");
		html_number(b, at->rate / 1e9);
		strbuf_adds(b, "</td><td class=\"n\">");
		html_percent(b, at->rate / picture_ceiling(roof, at));
		strbuf_adds(b, "</td></tr>\n");
		strbuf_release(&title);
	}
	strbuf_adds(b, "</tbody></table></div></details>\n");
}

/* Of two inputs the second: the program as it is now */
void report_add_roofline(struct report_page *p)
{
	const struct assess_input *in = &p->a->in[p->a->n - 1];
	struct picture_point points[MOST];
	struct picture_roof roof;
	size_t n;

	find_levels(in, &roof);
	n = make_points(p, points);
	if (n == 0 || !(roof.bytes_per_s[3] > 0) ||
	    !(roof.scalar_flops_per_s > 0))
		return;
	strbuf_adds(&p->b,
	            "<h3>Roofline of the hot loops</h3>\n<p>One core of ");
	html_name(&p->b, in->machine_name);
	strbuf_adds(&p->b,
	            ". A loop that waits for data is placed by its bytes from "
	            "the level that it waits for; other loops are placed by "
	            "their bytes from L1. A loop far below its ceiling is "
	            "limited by latency, not by bandwidth or arithmetic.");
	strbuf_adds(&p->b, p->a->n > 1 ? " Arrows lead from input 1 to input "
	                                 "2.</p>\n"
	                               : "</p>\n");
	picture_roofline(&p->b, &roof, points, n);
	add_numbers(p, &roof, points, n);
}
