/*
 * The flame graph: what lies in what, as wide as the time that it takes. By
 * call stacks where they were measured; else modules, their procedures and the
 * loops in those. The colour is the cause that takes most of a part's cycles,
 * and the strip at its foot is its account.
 */
#include <math.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/short_name.h"
#include "diagnose/assessment.h"
#include "html.h"
#include "page_private.h"

enum { ROW = 22, STRIP = 4, DEEPEST = 16, MOST = 600 };

/* Shares of the whole: what is less is not drawn, or has no strip. */
static const double least = 0.004, striped = 0.03;

struct flame {
	struct report_page *p;
	size_t input;
	struct map *procedure; /* by name: the section that takes most */
	struct strbuf b;       /* the frames */
	bool used[ACCOUNT_PARTS + 1];
	unsigned depth;
	size_t n;
};

/* Shares of the whole that go to each cause; the last is not known */
struct causes {
	double of[ACCOUNT_PARTS + 1];
};

/* A part of the picture; x and width are shares of it. */
struct frame {
	const char *name;
	const struct assess_section *s; /* that it leads to, or NULL */
	double x, width;
	unsigned depth;
};

static void add_causes(const struct flame *f, struct causes *to,
                       const struct assess_section *s, double share)
{
	double of[ACCOUNT_PARTS], known = 0;

	if (s)
		report_causes(f->p->a, s, f->input, of);
	for (size_t i = 0; i < ACCOUNT_PARTS && s; i++) {
		to->of[i] += share * of[i];
		known += of[i];
	}
	to->of[ACCOUNT_PARTS] += share * fmax(0, 1 - known);
}

static void add_strip(struct flame *f, const struct causes *causes,
                      double width)
{
	double x = 0;

	for (size_t i = 0; i <= ACCOUNT_PARTS; i++) {
		const double share = causes->of[i] / width;

		f->used[i] |= causes->of[i] >= striped;
		if (share >= 0.01)
			strbuf_addf(&f->b,
			            "<rect class=\"c%zu\" x=\"%.1f%%\" "
			            "y=\"%d\" width=\"%.1f%%\" "
			            "height=\"%d\"/>",
			            i < ACCOUNT_PARTS ? i + 1 : 0, 100 * x,
			            ROW - STRIP - 1, 100 * share, STRIP);
		x += share;
	}
}

static void add_frame(struct flame *f, const struct frame *of,
                      const struct causes *causes)
{
	const size_t number = of->s ? report_number(f->p, of->s) : 0;
	const unsigned color = report_largest_cause(causes->of);
	struct strbuf name = STRBUF_INIT;

	if (f->n >= MOST)
		return;
	f->n++;
	f->depth = of->depth + 1 > f->depth ? of->depth + 1 : f->depth;
	f->used[color ? color - 1 : ACCOUNT_PARTS] = true;
	short_name(&name, *of->name ? of->name : "<unknown>");
	strbuf_addf(&f->b,
	            "<svg x=\"%.2f%%\" y=\"%u\" width=\"%.2f%%\" "
	            "height=\"%d\">",
	            100 * of->x, of->depth * ROW, 100 * of->width, ROW);
	if (number)
		strbuf_addf(&f->b, "<a href=\"#s%zu\">", number);
	strbuf_adds(&f->b, "<title>");
	html_name(&f->b, name.s);
	strbuf_addf(&f->b,
	            ": %.1f %%</title><rect class=\"c%u\" width=\"100%%\" "
	            "height=\"%d\"/>",
	            100 * of->width, color, ROW - 1);
	if (of->width >= striped)
		add_strip(f, causes, of->width);
	strbuf_adds(&f->b, "<text x=\"4\" y=\"13\">");
	html_name(&f->b, name.s);
	strbuf_addf(&f->b, "</text>%s</svg>\n", number ? "</a>" : "");
	strbuf_release(&name);
}

static double share_of(const struct flame *f, const struct assess_section *s)
{
	const struct assess_value *v = &s->in[f->input];

	return v->section && v->fraction > 0 ? v->fraction : 0;
}

/* A procedure or loop, and the loops in it; scale: of its share, what is drawn
 */
static void add_section(struct flame *f, const struct assess_section *s,
                        double x, double scale, unsigned depth)
{
	const struct frame of = { s->name, s, x, scale * share_of(f, s),
		                  depth };
	struct causes causes = { { 0 } };

	if (!(of.width >= least) || depth >= DEEPEST)
		return;
	add_causes(f, &causes, s, of.width);
	add_frame(f, &of, &causes);
	for (size_t i = 0; i < s->nchildren; i++) {
		add_section(f, s->child[i], x, scale, depth + 1);
		x += scale * share_of(f, s->child[i]);
	}
}

struct module {
	const char *path;
	double share;
	struct causes causes;
};

static int by_share(const void *pa, const void *pb)
{
	const struct module *a = pa, *b = pb;

	if (a->share != b->share)
		return a->share < b->share ? 1 : -1;
	return strcmp(a->path, b->path);
}

/* The modules, the largest first; the caller frees them. */
static struct module *modules_of(const struct flame *f, size_t *n)
{
	const struct assessment *a = f->p->a;
	struct module *list = mem_alloc(a->nprocedures + 1, sizeof(*list));
	struct map *by_path = map_new();

	*n = 0;
	for (size_t i = 0; i < a->nprocedures; i++) {
		const struct assess_section *s = a->procedures[i];
		struct module *m = map_get(by_path, s->module);

		if (!m) {
			m = &list[(*n)++];
			*m = (struct module){ .path = s->module };
			map_put(by_path, s->module, m);
		}
		m->share += share_of(f, s);
		add_causes(f, &m->causes, s, share_of(f, s));
	}
	map_free(by_path);
	qsort(list, *n, sizeof(*list), by_share);
	return list;
}

static void add_modules(struct flame *f)
{
	const struct assessment *a = f->p->a;
	size_t n;
	struct module *list = modules_of(f, &n);
	double x = 0;

	for (size_t m = 0; m < n && list[m].share >= least; m++) {
		const struct frame of = { io_basename(list[m].path), NULL, x,
			                  list[m].share, 0 };
		double at = x;

		add_frame(f, &of, &list[m].causes);
		for (size_t i = 0; i < a->nprocedures; i++) {
			if (strcmp(a->procedures[i]->module, list[m].path) != 0)
				continue;
			add_section(f, a->procedures[i], at, 1, 1);
			at += share_of(f, a->procedures[i]);
		}
		x += list[m].share;
	}
	free(list);
}

/* What a call and all that it calls goes to; all: cycles of the whole */
static void add_call_causes(const struct flame *f, struct causes *to,
                            const struct profile_call *c, double all)
{
	add_causes(f, to, map_get(f->procedure, c->name), c->own / all);
	for (const struct profile_call *k = c->child; k; k = k->next)
		add_call_causes(f, to, k, all);
}

/* After what it calls, the loops of the time that a call takes itself */
static void add_own_loops(struct flame *f, const struct assess_section *s,
                          double own, double x, unsigned depth)
{
	const double scale = s && share_of(f, s) > 0 ? own / share_of(f, s) : 0;

	for (size_t i = 0; scale > 0 && i < s->nchildren; i++) {
		add_section(f, s->child[i], x, scale, depth);
		x += scale * share_of(f, s->child[i]);
	}
}

/* What starts a program is all of its time and says nothing: the first call
 * below it that is the program's code, or takes time itself, or calls several
 */
static const struct profile_call *begins(const struct flame *f,
                                         const struct profile_call *c)
{
	while (c->child && !c->child->next && !(c->own > 0)) {
		const struct assess_section *s = map_get(f->procedure, c->name);

		if (s && s->own)
			break;
		c = c->child;
	}
	return c;
}

static void add_calls(struct flame *f, const struct profile_call *first,
                      double all, double x, unsigned depth)
{
	for (const struct profile_call *k = first; k; k = k->next) {
		const struct profile_call *c = depth ? k : begins(f, k);
		const struct assess_section *s = map_get(f->procedure, c->name);
		const struct frame of = { c->name, s, x,
			                  profile_call_sum(c) / all, depth };
		const double own = c->own / all;
		struct causes causes = { { 0 } };

		if (of.width >= least && depth < DEEPEST) {
			add_call_causes(f, &causes, c, all);
			add_frame(f, &of, &causes);
			add_calls(f, c->child, all, x, depth + 1);
			add_own_loops(f, s, own, x + of.width - own, depth + 1);
		}
		x += of.width;
	}
}

/* What the colours are, of those that are there */
static void add_key(struct flame *f)
{
	struct strbuf *b = &f->p->b;

	strbuf_adds(b, "<ul class=\"key\">");
	for (unsigned color = 1; color <= ACCOUNT_PARTS; color++) {
		if (f->used[color - 1])
			report_add_key(
				b, color,
				report_cause_label(f->p->a, f->input, color));
	}
	if (f->used[ACCOUNT_PARTS])
		report_add_key(b, 0, "not known");
	strbuf_adds(b, "</ul>\n");
}

void report_add_flame(struct report_page *p)
{
	const size_t input = p->a->n - 1;
	const struct profile_call *root = p->a->in[input].profile->calls;
	struct flame f = {
		.p = p, .input = input, .procedure = map_new(), .b = STRBUF_INIT
	};
	const double all = root ? profile_call_sum(root) : 0;

	for (size_t i = p->a->nprocedures; all > 0 && i-- > 0;)
		map_put(f.procedure, p->a->procedures[i]->name,
		        p->a->procedures[i]);
	if (all > 0)
		add_calls(&f, root->child, all, 0, 0);
	else
		add_modules(&f);
	strbuf_addf(&p->b,
	            "<p class=\"lead\">%s%s: the width is the time, the colour "
	            "is the largest part of its account; the strip below a "
	            "name shows all parts.</p>\n",
	            all > 0 ? "Call stacks, with the loops in them"
	                    : "Modules, their procedures and loops",
	            p->a->n > 1 ? ", input 2" : "");
	strbuf_addf(&p->b,
	            "<svg class=\"flame\" role=\"group\" aria-label=\"Flame "
	            "graph; the table below holds its numbers\" "
	            "width=\"100%%\" height=\"%u\">\n",
	            f.depth * ROW);
	strbuf_add(&p->b, f.b.s, f.b.len);
	strbuf_adds(&p->b, "</svg>\n");
	add_key(&f);
	strbuf_release(&f.b);
	map_free(f.procedure);
}
