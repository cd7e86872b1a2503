/*
 * Who calls whom, as a tree that unfolds: shares with what is called and
 * without. Of a page's size so many calls are shown, down to a tenth of the
 * threshold.
 */
#include <stdbool.h>

#include "base/banned.h"
#include "diagnose/assessment.h"
#include "html.h"
#include "page_private.h"
#include "report/report.h"
#include "base/short_name.h"

enum { MOST_CALLS = 500, OPEN = 6, DEEPEST = 60 };

static const double deeper = 0.1;

struct view {
	struct report_page *p;
	double time;  /* of all calls */
	double least; /* share of a call that is shown */
	int left;     /* calls that there is room for */
};

static bool shown(const struct view *v, const struct profile_call *c)
{
	return v->left > 0 && profile_call_sum(c) >= v->least * v->time;
}

static void add_name(struct view *v, const struct profile_call *c)
{
	struct strbuf *b = &v->p->b, name = STRBUF_INIT;

	short_name(&name, *c->name ? c->name : "<unknown>");
	html_name(b, name.s);
	strbuf_addf(b, " <small>%.1f %%, itself %.1f %%</small>",
	            100 * profile_call_sum(c) / v->time,
	            100 * c->own / v->time);
	strbuf_release(&name);
}

static bool any_below(const struct view *v, const struct profile_call *c)
{
	for (const struct profile_call *k = c->child; k; k = k->next) {
		if (shown(v, k))
			return true;
	}
	return false;
}

static void add_calls(struct view *v, const struct profile_call *first,
                      int depth)
{
	struct strbuf *b = &v->p->b;

	strbuf_adds(b, depth ? "<ul>\n" : "<ul class=\"tree\">\n");
	for (const struct profile_call *c = first; c; c = c->next) {
		if (!shown(v, c))
			continue;
		v->left--;
		strbuf_adds(b, "<li>");
		if (depth < DEEPEST && any_below(v, c)) {
			strbuf_addf(b, "<details%s><summary>",
			            depth < OPEN ? " open" : "");
			add_name(v, c);
			strbuf_adds(b, "</summary>");
			add_calls(v, c->child, depth + 1);
			strbuf_adds(b, "</details>");
		} else {
			add_name(v, c);
		}
		strbuf_adds(b, "</li>\n");
	}
	strbuf_adds(b, "</ul>\n");
}

bool report_has_calls(const struct report_page *p)
{
	for (size_t i = 0; i < p->a->n; i++) {
		if (p->a->in[i].profile->calls)
			return true;
	}
	return false;
}

void report_add_calls(struct report_page *p)
{
	if (!report_has_calls(p))
		return;
	strbuf_adds(&p->b,
	            "<section aria-labelledby=\"calls\">\n<h2 id=\"calls\">"
	            "Calls</h2>\n<p class=\"lead\">Who calls whom, from the "
	            "call stacks of the samples: inclusive and exclusive share "
	            "of the time.</p>\n");
	for (size_t i = 0; i < p->a->n; i++) {
		const struct profile_call *root = p->a->in[i].profile->calls;
		struct view v = { .p = p,
			          .least = deeper * p->a->threshold,
			          .left = MOST_CALLS };

		v.time = root ? profile_call_sum(root) : 0;
		if (!root || !(v.time > 0))
			continue;
		if (p->a->n > 1)
			strbuf_addf(&p->b, "<h3>Input %zu</h3>\n", i + 1);
		add_calls(&v, root->child, 0);
		if (v.left == 0)
			strbuf_addf(&p->b,
			            "<p>The first %d calls; <code>perfexpert "
			            "--calls</code> shows more.</p>\n",
			            MOST_CALLS);
	}
	strbuf_adds(&p->b, "</section>\n");
}
