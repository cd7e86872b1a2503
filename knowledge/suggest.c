#include "suggest.h"

#include <math.h>
#include <stdint.h>

#include "ask.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "diagnose/assessment.h"
#include "diagnose/bar.h"
#include "elsewhere.h"
#include "foreign.h"
#include "knowledge.h"
#include "lua/sandbox.h"
#include "profile/facts.h"
#include "profile/own.h"
#include "profile/profile.h"
#include "places.h"
#include "remedies.h"
#include "together.h"
#include "view.h"

/*
 * Less than this share of the program's time is not worth a line: what is to be
 * expected, what is only an order, and a procedure's part of what a switch does
 * in all of them.
 */
static const double worth = 0.02, worth_of_bounds = 0.01,
		    worth_together = 0.002;
/* Of what a change saves in a section, as good as all of it */
static const double much = 0.7;

/* A section with its table, and the shown section that speaks for it */
struct node {
	const struct assess_section *section;
	struct suggest_section *shown;
	size_t parent; /* index of the enclosing section's node; own: none */
	int view;
};

struct work {
	struct knowledge *k;
	const struct assessment *a;
	struct suggest *out;
	struct view_input in;
	struct together together;
	struct map *measured; /* names of facts that the measurement has */
	struct node *nodes;
	size_t n, cap;
};

static const struct assess_value *value_of(const struct work *w,
                                           const struct assess_section *s)
{
	return &s->in[w->out->input];
}

/* Does it take, or make others take, what is worth asking? */
static bool is_worth(const struct assess_value *v)
{
	return v->fraction >= ASSESS_WORTH || v->caused >= ASSESS_WORTH;
}

static int category_index(const struct assessment *a, const char *id)
{
	for (size_t c = 0; c < a->ncategories; c++) {
		if (strcmp(a->categories[c].id, id) == 0)
			return (int)c;
	}
	return -1;
}

static bool has_fact(const struct profile_section *s, const char *name)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		if (strcmp(s->facts[i].name, name) == 0 &&
		    fact_sound(&s->facts[i]))
			return true;
	}
	return false;
}

/* A loop has the compiler of its procedure. */
static bool has_fact_here(const struct profile_section *s, const char *name)
{
	if (strcmp(name, "compiler") != 0)
		return has_fact(s, name);
	for (; s; s = s->parent) {
		if (has_fact(s, name))
			return true;
	}
	return false;
}

/*
 * Which facts the measurement looked for. Some are only written where there is
 * something to say: they were looked for when another one of the same source
 * was found.
 */
static void note_facts(struct work *w, struct profile_section *root)
{
	static const char *const same_source[][2] = {
		{ "code", "chain" },    { "code", "loop" },
		{ "memref", "branch" }, { "branch", "memref" },
		{ "memref", "callee" }, { "branch", "callee" },
		{ "compiler", "code" },
	};

	for (struct profile_section *s = root; s; s = profile_next(s)) {
		for (size_t i = 0; i < s->nfacts; i++) {
			if (fact_sound(&s->facts[i]))
				map_put_static(w->measured, s->facts[i].name,
				               w);
		}
	}
	for (size_t i = 0; i < sizeof(same_source) / sizeof(*same_source);
	     i++) {
		if (map_get(w->measured, same_source[i][0]))
			map_put_static(w->measured, same_source[i][1], w);
	}
}

/* A rule, and the section for which it is called */
struct question {
	const struct suggestion *s;
	const struct node *node;
	double bound, overall; /* cycles/instruction; bound NAN: of no category
	                          of the assessment */
	bool by_category;
};

/* May who builds somebody else's package follow it? Not what changes results by
 * more than another machine does: that is for its authors to allow. */
static bool is_for_builders(const struct suggestion *s)
{
	return s->everywhere && s->remedy && strcmp(s->remedy, "machine") == 0;
}

/* Why the rule need not be asked, or NULL; fills the question in. */
static const char *rule_out(const struct work *w, struct question *q)
{
	const struct assess_value *here = value_of(w, q->node->section);
	const struct assess_value *v =
		q->s->whole_program ? value_of(w, &w->a->program) : here;
	const double good = w->a->in[w->out->input].good_cpi;
	const int c = category_index(w->a, q->s->category);
	const bool loop = q->node->section->kind == PROFILE_LOOP;

	if (foreign_interpreter(here->section))
		return "the code is the interpreter's";
	if (!q->s->for_libraries &&
	    !own_module(w->a->in[w->out->input].profile, here->section))
		return "the code is a library's";
	if (q->s->for_scripts != own_is_script(here->section))
		return q->s->for_scripts ? "it is about scripts"
		                         : "the code is a script's";
	/* who waits in code of a header waits for its user */
	if (!q->s->for_libraries && !q->s->everywhere && !q->s->of_elapsed &&
	    io_is_system_header(q->node->section->file))
		return "the code is a system header's";
	q->overall = v->lcpi[0];
	q->bound = c > 0 ? v->lcpi[c] : NAN;
	if (q->s->scope == SCOPE_LOOP && !loop)
		return "it is about loops";
	if (q->s->scope == SCOPE_PROCEDURE && loop)
		return "it is about procedures";
	if (c > 0 && isnan(q->bound))
		return "its category was not measured";
	/* what it calls is not in the section's own bound */
	if (c > 0 && !q->s->besides && bar_rating(q->bound, good) == BAR_GREAT)
		return "its category is rated great";
	for (size_t i = 0; i < q->s->nneeds; i++) {
		if (!map_get(w->measured, q->s->needs[i]))
			q->by_category = true;
	}
	if (bar_rating(q->overall, good) == BAR_GREAT && !q->s->of_elapsed &&
	    (q->by_category || !q->s->fewer_instructions))
		return "the section is already fast";
	if (q->by_category)
		return isnan(q->s->fallback)
		               ? "the facts that it needs were not measured"
		               : NULL;
	if (!q->s->for_libraries && !is_for_builders(q->s) &&
	    foreign_binary(here->section))
		return "it belongs to an installed program without debug "
		       "information";
	for (size_t i = 0; i < q->s->nneeds; i++) {
		if (!has_fact_here(here->section, q->s->needs[i]))
			return "this section has none of the facts that it "
			       "needs";
	}
	return NULL;
}

static double least_worth(const struct suggest_item *item)
{
	if (!item->gain.expected)
		return worth_of_bounds;
	return item->suggestion->everywhere ? worth_together : worth;
}

/* Fills in what it saves. Returns why nobody can tell, or NULL. */
static const char *weigh(const struct work *w, const struct question *q,
                         const struct ask *call, struct suggest_item *item)
{
	const struct gain_question g = { .assessment = w->a,
		                         .input = w->out->input,
		                         .s = q->s,
		                         .at = value_of(w, item->at),
		                         .bound = q->bound,
		                         .overall = q->overall,
		                         .part = item->part };
	struct account account;
	struct causes causes;
	const char *why_not;
	double besides;

	/* what removes nothing here may remove what it causes elsewhere */
	why_not = ask_besides(call, &besides);
	if (why_not)
		return why_not;
	if (q->by_category || !gain_account(&g, &account)) {
		gain_of_bounds(&g, &item->gain);
	} else {
		const char *reason = ask_removes(call, &causes);

		if (reason)
			return reason;
		gain_of_causes(&g, &account, &causes, &item->gain);
	}
	gain_besides(&item->gain, besides);
	return NULL;
}

/* Why it is not worth a line here, or NULL */
static const char *saves_little(const struct suggest_item *item)
{
	const double least = least_worth(item);

	if (item->gain.expected && item->gain.most < least)
		return "the account of cycles charges almost nothing to the "
		       "causes that it removes";
	return item->gain.saved < least ? "it would gain almost nothing" : NULL;
}

static void add_item(struct suggest_section *to,
                     const struct suggest_item *item)
{
	for (size_t i = 0; i < to->n; i++) {
		if (to->items[i].suggestion != item->suggestion)
			continue;
		if (to->items[i].gain.saved < item->gain.saved)
			to->items[i] = *item;
		return;
	}
	to->items =
		mem_grow(to->items, &to->cap, to->n + 1, sizeof(*to->items));
	to->items[to->n++] = *item;
}

/* Whether the suggestion was made for a section within this one. Calls and
 * switches that save much more here are for this one: those of several such
 * sections are one call, and a switch acts on what surrounds a small loop, too.
 * Where calls save a little more here, the inner section's gain is this. Other
 * changes are for this section if all those within it save a small part only.
 */
static bool made_within(const struct work *w, const struct node *node,
                        const struct suggest_item *item)
{
	const size_t self = (size_t)(node - w->nodes);
	double within = 0;

	for (size_t i = self + 1; i < w->n; i++) {
		struct suggest_section *shown = w->nodes[i].shown;
		size_t up = i;

		while (up > self)
			up = w->nodes[up].parent;
		if (up != self)
			continue;
		for (size_t k = 0; k < shown->n; k++) {
			struct suggest_item *inner = &shown->items[k];

			if (inner->suggestion != item->suggestion ||
			    inner->at != w->nodes[i].section)
				continue;
			if (!item->suggestion->of_program &&
			    !item->suggestion->everywhere) {
				within += inner->gain.saved;
				continue;
			}
			if (inner->gain.saved <= much * item->gain.saved)
				continue;
			if (item->suggestion->of_program &&
			    inner->gain.saved < item->gain.saved)
				inner->gain = item->gain;
			return true;
		}
	}
	return within > (1 - much) * item->gain.saved;
}

/* Did three of four runs of the example take clearly longer? */
static bool slower(const struct knowledge_measured *m)
{
	const double high = m && !isnan(m->speedup_high) ? m->speedup_high
	                    : m                          ? m->speedup
	                                                 : NAN;

	return high < 0.9;
}

/* Is it asked only for what its calls cost? */
static bool is_elsewhere(const struct work *w, const struct suggest_section *s)
{
	return (size_t)(s - w->out->sections) >= w->out->n;
}

static void ask(struct work *w, const struct node *node, size_t index)
{
	const struct suggestion *const *list;
	struct question q = { .node = node };
	struct suggest_item item = { .at = node->section };
	struct ask call = { .k = w->k,
		            .sandbox = w->in.sandbox,
		            .arena = w->out->arena,
		            .view = node->view };
	const char *reason;

	knowledge_suggestions(w->k, &list);
	q.s = call.s = item.suggestion = list[index];
	if (is_elsewhere(w, node->shown) && !q.s->of_program && !q.s->besides &&
	    !q.s->everywhere)
		return;
	reason = rule_out(w, &q);
	call.by_category = q.by_category;
	if (!reason)
		reason = ask_when(&call, &item.part);
	if (!reason)
		reason = weigh(w, &q, &call, &item);
	item.measured = knowledge_measured_on(
		q.s, w->a->in[w->out->input].machine_name);
	if (!reason && !q.s->judges_machine && slower(item.measured))
		reason = "its example is slower after the change on this "
			 "machine";
	/* many times a little is something, too */
	if (!reason)
		together_note(&w->together, &item, w->out->input);
	if (!reason)
		reason = saves_little(&item);
	if (!reason && made_within(w, node, &item))
		reason = "it is suggested for an inner loop instead";
	if (!reason)
		reason = ask_evidence(&call, &item.evidence);
	item.by_category = q.by_category;
	if (!reason)
		add_item(node->shown, &item);
	else if (node->shown->section == node->section)
		node->shown->reasons[index] =
			(struct suggest_reason){ q.s, reason };
}

/* The section and the loops in it, outer before inner; -1: out of memory */
static int add_nodes(struct work *w, const struct assess_section *s,
                     size_t parent, struct suggest_section *shown,
                     struct err *err)
{
	const struct assess_value *v = value_of(w, s);
	const size_t self = w->n;
	const int outer = shown ? w->nodes[parent].view : 0;
	const uint32_t own = ids_get(&w->out->index, (uintptr_t)s);
	struct node *node;

	if (!v->section || !(s->shown || is_worth(v)))
		return 0;
	if (own != IDS_NONE)
		shown = &w->out->sections[own];
	if (!shown)
		return 0;
	w->nodes = mem_grow(w->nodes, &w->cap, w->n + 1, sizeof(*w->nodes));
	node = &w->nodes[w->n++];
	*node = (struct node){ s, shown, parent, 0 };
	if (view_new(&w->in, s, outer, &node->view, err) != 0)
		return -1;
	if (outer && view_add_inner(&w->in, outer, node->view, err) != 0)
		return -1;
	for (size_t i = 0; i < s->nchildren; i++) {
		if (add_nodes(w, s->child[i], self, shown, err) != 0)
			return -1;
	}
	return 0;
}

/* Of equivalent suggestions, one is shown in each procedure. */
static void say_once(struct work *w)
{
	struct suggest_section **shown = mem_alloc(w->n + 1, sizeof(*shown));

	for (size_t i = 0; i < w->n; i++)
		shown[i] = w->nodes[i].shown;
	remedies_say_once(shown, w->n);
	free(shown);
}

static void drop_nodes(struct work *w)
{
	for (size_t i = 0; i < w->n; i++)
		sandbox_drop(w->in.sandbox, w->nodes[i].view);
	w->n = 0;
}

/* The innermost sections first, so that what encloses them knows. */
static int do_procedure(struct work *w, const struct assess_section *s,
                        struct err *err)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(w->k, &list);
	int rc = add_nodes(w, s, 0, NULL, err);

	for (size_t i = w->n; rc == 0 && i-- > 0;) {
		for (size_t k = 0; k < n; k++)
			ask(w, &w->nodes[i], k);
	}
	say_once(w);
	drop_nodes(w);
	return rc;
}

static int by_saved(const void *pa, const void *pb)
{
	const struct suggest_item *a = pa, *b = pb;

	if (a->suggestion->last != b->suggestion->last)
		return a->suggestion->last ? 1 : -1;
	if (a->gain.saved != b->gain.saved)
		return a->gain.saved < b->gain.saved ? 1 : -1;
	return strcmp(a->suggestion->id, b->suggestion->id);
}

/* Reasons of those that apply are empty: close the gaps. */
static void settle(struct suggest_section *s, size_t nsuggestions)
{
	size_t n = 0;

	if (s->n > 0)
		qsort(s->items, s->n, sizeof(*s->items), by_saved);
	for (size_t i = 0; i < nsuggestions; i++) {
		if (s->reasons[i].text)
			s->reasons[n++] = s->reasons[i];
	}
	s->nreasons = n;
}

static void add_section(struct suggest *s, size_t at,
                        const struct assess_section *section, size_t n)
{
	s->sections[at].section = section;
	ids_add(&s->index, (uintptr_t)section, (uint32_t)at);
	s->sections[at].reasons =
		arena_alloc(s->arena, n + 1, sizeof(struct suggest_reason));
}

static struct suggest *result_new(const struct assessment *a, size_t n)
{
	struct suggest *s = mem_alloc(1, sizeof(*s));

	s->arena = arena_new();
	s->input = a->n - 1;
	s->n = a->nshown < SUGGEST_MOST ? a->nshown : SUGGEST_MOST;
	s->sections = arena_alloc(s->arena, s->n + a->nprocedures + 1,
	                          sizeof(*s->sections));
	for (size_t i = 0; i < s->n; i++)
		add_section(s, i, a->shown[i], n);
	for (size_t i = 0; a->nshown == s->n && i < a->nprocedures; i++) {
		const struct assess_section *p = a->procedures[i];

		if (!p->shown && p->in[s->input].section &&
		    is_worth(&p->in[s->input]) && s->nelsewhere < SUGGEST_MOST)
			add_section(s, s->n + s->nelsewhere++, p, n);
	}
	return s;
}

/* The time of the program's procedures that are too small to be asked about, as
 * a multiple of the time of the others */
static double too_small(const struct work *w)
{
	double small = 0, asked = 0;

	for (size_t i = 0; i < w->a->nprocedures; i++) {
		const struct assess_section *p = w->a->procedures[i];
		const struct assess_value *v = value_of(w, p);

		if (!v->section || !(v->fraction > 0) ||
		    !own_module(w->a->in[w->out->input].profile, v->section))
			continue;
		if (p->shown || is_worth(v))
			asked += v->fraction;
		else
			small += v->fraction;
	}
	return asked > 0 ? small / asked : 0;
}

struct suggest *suggest_new(struct knowledge *k, const struct assessment *a,
                            struct err *err)
{
	const struct suggestion *const *list;
	const size_t n = knowledge_suggestions(k, &list);
	struct work w = { .k = k, .a = a, .out = result_new(a, n) };
	int rc;

	w.measured = map_new();
	note_facts(&w, a->in[w.out->input].profile->root);
	rc = view_input_init(&w.in, knowledge_sandbox(k), a, w.out->input, err);
	for (size_t i = 0; rc == 0 && i < a->nprocedures; i++)
		rc = do_procedure(&w, a->procedures[i], err);
	view_input_release(&w.in);
	together_add(w.out, &w.together, list, n, too_small(&w), worth);
	for (size_t i = 0; i < w.out->n + w.out->nelsewhere; i++)
		settle(&w.out->sections[i], n);
	elsewhere_keep(w.out, &a->program, a->threshold);
	map_free(w.measured);
	free(w.together.v);
	free(w.nodes);
	if (rc != 0) {
		suggest_free(w.out);
		return NULL;
	}
	return w.out;
}

void suggest_free(struct suggest *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < s->n + s->nelsewhere; i++)
		free(s->sections[i].items);
	ids_release(&s->index);
	arena_free(s->arena);
	free(s);
}

const struct suggest_section *suggest_find(const struct suggest *s,
                                           const struct assess_section *at)
{
	const uint32_t i = ids_get(&s->index, (uintptr_t)at);

	return i == IDS_NONE || i >= s->n ? NULL : &s->sections[i];
}
