/* The run time as a tree of modules, procedures and loops. */
#include <assert.h>
#include <math.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "diagnose/assessment.h"
#include "html.h"
#include "page_private.h"

/* What takes less is counted, not listed. */
static const double least = 0.001;

struct module {
	const char *path;
	size_t *procedure; /* [n] indices, ranked */
	size_t n, cap;
	double fraction[ASSESS_INPUTS];
};

struct tree {
	struct report_page *p;
	size_t *first; /* [nprocedures] index in shown of the next shown one */
	struct map *by_path;
	struct module *modules;
	size_t n;
	bool large;
};

static size_t count_shown(const struct assess_section *s)
{
	size_t n = s->shown;

	for (size_t i = 0; i < s->nchildren; i++)
		n += count_shown(s->child[i]);
	return n;
}

static void add_shares(struct tree *t, const double *fraction)
{
	const size_t n = t->p->a->n;
	struct strbuf *b = &t->p->b;

	assert(n <= ASSESS_INPUTS);
	strbuf_adds(b, " <span class=\"share\">");
	for (size_t i = 0; i < n; i++) {
		strbuf_adds(b, i ? " / " : "");
		if (isnan(fraction[i]))
			strbuf_adds(b, "-");
		else
			strbuf_addf(b, "%.1f %%", 100 * fraction[i]);
	}
	strbuf_adds(b, "</span>");
}

static void add_label(struct tree *t, const struct assess_section *s,
                      size_t *next)
{
	struct strbuf *b = &t->p->b;
	const struct assessment *a = t->p->a;
	double fraction[ASSESS_INPUTS] = { NAN, NAN };
	const bool link = s->shown && *next < a->nshown &&
	                  *next < REPORT_MOST_SECTIONS && a->shown[*next] == s;

	for (size_t i = 0; i < a->n; i++)
		fraction[i] = s->in[i].section ? s->in[i].fraction : NAN;
	if (link)
		strbuf_addf(b, "<a href=\"#s%zu\">", *next + 1);
	*next += s->shown;
	html_name(b, *s->name ? s->name : "<unknown>");
	if (link)
		strbuf_adds(b, "</a>");
	add_shares(t, fraction);
}

static bool listed(const struct tree *t, const struct assess_section *s)
{
	return (s->shown && t->p->a->nshown <= REPORT_MOST_SECTIONS) ||
	       assess_largest(s) >= least;
}

static size_t count_listed(const struct tree *t, const struct assess_section *s)
{
	size_t n = listed(t, s);

	for (size_t i = 0; i < s->nchildren; i++)
		n += count_listed(t, s->child[i]);
	return n;
}

/* The loops of a procedure fold away where the tree is large. */
static void add_node(struct tree *t, const struct assess_section *s,
                     size_t *next)
{
	const size_t loops = count_listed(t, s) - listed(t, s);
	const bool fold = t->large && loops > 0 && !s->parent;
	struct strbuf *b = &t->p->b;

	strbuf_adds(b, "<li>");
	add_label(t, s, next);
	if (fold)
		strbuf_addf(b, "<details><summary>%zu loop%s</summary>", loops,
		            loops == 1 ? "" : "s");
	strbuf_adds(b, loops ? "<ul>\n" : "");
	for (size_t i = 0; i < s->nchildren; i++) {
		if (listed(t, s->child[i]))
			add_node(t, s->child[i], next);
		else
			*next += count_shown(s->child[i]);
	}
	strbuf_adds(b, loops ? "</ul>" : "");
	strbuf_adds(b, fold ? "</details></li>\n" : "</li>\n");
}

static void add_module(struct tree *t, const struct module *m, bool open)
{
	const struct assessment *a = t->p->a;
	struct strbuf *b = &t->p->b;
	size_t small = 0;

	strbuf_addf(b, "<li><details%s><summary>", open ? " open" : "");
	html_name(b, io_basename(m->path));
	add_shares(t, m->fraction);
	strbuf_adds(b, "</summary><ul>\n");
	for (size_t i = 0; i < m->n; i++) {
		const size_t at = m->procedure[i];
		size_t next = t->first[at];

		if (listed(t, a->procedures[at]))
			add_node(t, a->procedures[at], &next);
		else
			small++;
	}
	if (small)
		strbuf_addf(b,
		            "<li class=\"small\">%zu procedure%s below 0.1 %% "
		            "each</li>\n",
		            small, small == 1 ? "" : "s");
	strbuf_adds(b, "</ul></details></li>\n");
}

/* The loader, say, of which nothing took time */
static bool small_module(const struct tree *t, const struct module *m)
{
	for (size_t i = 0; i < m->n; i++) {
		if (listed(t, t->p->a->procedures[m->procedure[i]]))
			return false;
	}
	return !(fmax(m->fraction[0], m->fraction[1]) >= least);
}

static void sort_in(struct tree *t, size_t at)
{
	const struct assess_section *s = t->p->a->procedures[at];
	struct module *m = map_get(t->by_path, s->module);

	if (!m) {
		m = &t->modules[t->n++];
		m->path = s->module;
		map_put(t->by_path, s->module, m);
	}
	m->procedure = mem_grow(m->procedure, &m->cap, m->n + 1,
	                        sizeof(*m->procedure));
	m->procedure[m->n++] = at;
	for (size_t i = 0; i < t->p->a->n; i++) {
		if (s->in[i].section && !isnan(s->in[i].fraction))
			m->fraction[i] += s->in[i].fraction;
	}
}

static int by_share(const void *pa, const void *pb)
{
	const struct module *a = pa, *b = pb;
	const double x = fmax(a->fraction[0], a->fraction[1]);
	const double y = fmax(b->fraction[0], b->fraction[1]);

	if (x != y)
		return x < y ? 1 : -1;
	return strcmp(a->path, b->path);
}

void report_add_tree(struct report_page *p)
{
	const struct assessment *a = p->a;
	struct tree t = { .p = p, .by_path = map_new() };
	size_t shown = a->nshown_regions, nodes = 0, small = 0;

	t.first = mem_alloc(a->nprocedures + 1, sizeof(*t.first));
	t.modules = mem_alloc(a->nprocedures + 1, sizeof(*t.modules));
	for (size_t i = 0; i < a->nprocedures; i++) {
		t.first[i] = shown;
		shown += count_shown(a->procedures[i]);
		sort_in(&t, i);
		nodes += count_listed(&t, a->procedures[i]);
	}
	t.large = nodes > 80;
	qsort(t.modules, t.n, sizeof(*t.modules), by_share);
	strbuf_adds(&p->b, "<section aria-labelledby=\"tree\">\n"
	                   "<h2 id=\"tree\">Run time by module, procedure and "
	                   "loop</h2>\n<ul class=\"tree\">\n");
	for (size_t i = 0; i < t.n; i++) {
		if (i > 0 && small_module(&t, &t.modules[i]))
			small++;
		else
			add_module(&t, &t.modules[i], i == 0);
		free(t.modules[i].procedure);
	}
	if (small)
		strbuf_addf(&p->b,
		            "<li class=\"small\">%zu module%s below 0.1 %% "
		            "each</li>\n",
		            small, small == 1 ? "" : "s");
	strbuf_adds(&p->b, "</ul>\n</section>\n");
	map_free(t.by_path);
	free(t.first);
	free(t.modules);
}
