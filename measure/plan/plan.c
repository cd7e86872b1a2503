#include "plan.h"

#include <math.h>

#include "arch/events.h"
#include "arch/lcpi.h"
#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "plan_private.h"

enum { OF_A_FORMULA = 16, OF_A_GROUP = 1 };

struct candidate *plan_find(struct planner *p, const char *name)
{
	for (size_t i = 0; i < p->ncandidates; i++) {
		if (strcmp(p->candidates[i].what->name, name) == 0)
			return &p->candidates[i];
	}
	return NULL;
}

__attribute__((format(printf, 3, 4))) static void
not_measured(struct planner *p, const char *event, const char *fmt, ...)
{
	struct plan *plan = p->plan;
	struct strbuf b = STRBUF_INIT;
	va_list ap;

	strbuf_addf(&b, "not measured: %s, because ", event);
	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	plan->notes[plan->nnotes++] = arena_strdup(plan->arena, b.s);
	strbuf_release(&b);
}

/* Is name one of those in the list? */
static bool listed(const char *list, const char *name)
{
	size_t n = strlen(name);

	while (*list) {
		size_t len = strcspn(list, ",");

		if (len == n && strncmp(list, name, n) == 0)
			return true;
		list += len + (list[len] == ',');
	}
	return false;
}

static int check_list(const struct planner *p, struct err *err)
{
	const struct events *all = machine_catalogue(p->r->machine);
	const char *list = p->r->events;

	if (!list || strcmp(list, "all") == 0)
		return 0;
	while (*list) {
		size_t len = strcspn(list, ",");
		char name[64];

		snprintf(name, sizeof(name), "%.*s", (int)len, list);
		if (!events_find(all, name))
			return err_set(err, ERR_USAGE, "unknown event '%s'",
			               name);
		list += len + (list[len] == ',');
	}
	return 0;
}

static bool in_a_formula(const struct machine *m, const char *event)
{
	size_t n = lcpi_categories(m, NULL);

	for (size_t i = 0; i < n; i++) {
		const char *const *names;
		size_t k = lcpi_events(m, i, &names);

		while (k-- > 0) {
			if (strcmp(names[k], event) == 0)
				return true;
		}
	}
	return false;
}

static enum want wanted(const struct planner *p, const struct event *e)
{
	const char *list = p->r->events;

	if (strcmp(e->name, "TOT_CYC") == 0 || (!list && e->core))
		return WANT_NEED;
	if (list && strcmp(list, "all") == 0)
		return e->core || machine_event_find(p->r->machine, e->name)
		               ? WANT_NEED
		               : WANT_NOT;
	if (list)
		return listed(list, e->name) ? WANT_NEED : WANT_NOT;
	if (in_a_formula(p->r->machine, e->name))
		return WANT_REFINE;
	return plan_for_account(p->r->machine, e->name) ? WANT_ACCOUNT
	                                                : WANT_FREE;
}

/* The number of a native in the problem, or -1 when there are too many. */
static int number_of(struct planner *p, const struct machine_native *n)
{
	const struct machine_counters *c = machine_counters(p->r->machine);
	struct plan_native *to;
	size_t i;

	for (i = 0; i < p->nnatives; i++) {
		if (p->natives[i] == n)
			return (int)i;
	}
	if (i == PLAN_MAX)
		return -1;
	p->natives[p->nnatives++] = n;
	to = &p->problem.natives[i];
	to->counters = n->counters;
	to->width = n->width;
	/* a file without a number of counters is about the kernel's events */
	to->fixed = n->fixed || (!c->programmable && plan_software(n));
	return (int)i;
}

/* Why can't this event be counted here? NULL when it can. */
static const char *refusal(const struct planner *p,
                           const struct machine_event *e)
{
	for (size_t i = 0; p->r->refused && i < e->nnatives; i++) {
		const char *why = p->r->refused(p->r->ctx, e->natives[i]);

		if (why)
			return why;
	}
	return NULL;
}

static void take_event(struct planner *p, struct candidate *c)
{
	const char *name = c->what->name, *why;
	const struct machine *m = p->r->machine;

	c->event = machine_event_find(m, name);
	c->item = PLAN_MAX;
	if (!c->event) {
		why = machine_missing(m, name);
		if (c->want == WANT_NEED && why)
			not_measured(p, name, "%s", why);
		else if (c->want == WANT_NEED)
			not_measured(p, name,
			             "machine '%s' has no event for it",
			             machine_name(m));
		c->want = WANT_NOT;
		return;
	}
	why = refusal(p, c->event);
	if (why) {
		not_measured(p, name, "%s", why);
		c->want = WANT_NOT;
		return;
	}
	for (size_t i = 0; i < c->event->nnatives; i++) {
		int number = number_of(p, c->event->natives[i]);

		if (number < 0) {
			not_measured(p, name,
			             "a plan has at most %d native events",
			             PLAN_MAX);
			c->want = WANT_NOT;
			return;
		}
		c->natives |= (uint64_t)1 << number;
	}
}

/* The numbers of the natives wanted that are in a list */
static uint64_t set_of(const struct planner *p,
                       const struct machine_native *const *list, size_t n)
{
	uint64_t set = 0;

	for (size_t k = 0; k < n; k++) {
		for (size_t j = 0; j < p->nnatives; j++) {
			if (p->natives[j] == list[k])
				set |= (uint64_t)1 << j;
		}
	}
	return set;
}

static void take_exclusions(struct planner *p)
{
	const struct machine_counters *c = machine_counters(p->r->machine);
	size_t n = 0;

	for (size_t i = 0; i < c->nexclusions && n < PLAN_MAX; i++) {
		uint64_t set = set_of(p, c->exclusions[i], c->nexclusion[i]);

		if (set & (set - 1))
			p->exclusions[n++] = set;
	}
	p->problem.exclusions = p->exclusions;
	p->problem.nexclusions = n;
}

/* Those wanted most first: they get their natives' numbers. */
static void take_events(struct planner *p)
{
	const struct machine *m = p->r->machine;
	const struct event *list;
	size_t n = events_list(machine_catalogue(m), &list);

	p->candidates = mem_alloc(n + 1, sizeof(*p->candidates));
	p->plan->notes = arena_alloc(p->plan->arena, 2 * n + 1, sizeof(char *));
	p->plan->left_out = arena_alloc(p->plan->arena, n + 1, sizeof(char *));
	for (size_t i = 0; i < n; i++)
		p->candidates[p->ncandidates++] =
			(struct candidate){ .what = &list[i],
			                    .want = wanted(p, &list[i]) };
	for (enum want w = WANT_NEED; w > WANT_NOT; w--) {
		for (size_t i = 0; i < n; i++) {
			if (p->candidates[i].want == w)
				take_event(p, &p->candidates[i]);
		}
	}
	take_exclusions(p);
}

/* TOT_CYC in every run, and TOT_INS when that takes no counter. */
static int set_base(struct planner *p, struct err *err)
{
	const struct machine_counters *counters =
		machine_counters(p->r->machine);
	struct candidate *cycles = plan_find(p, "TOT_CYC");
	struct candidate *instructions = plan_find(p, "TOT_INS");
	struct plan_problem *q = &p->problem;

	q->counters = counters->programmable > 64 ? 64 : counters->programmable;
	q->taken = p->r->taken < q->counters ? p->r->taken : q->counters;
	if (!cycles || cycles->want == WANT_NOT)
		return err_set(err, ERR_UNSUPPORTED, "%s",
		               p->plan->nnotes ? p->plan->notes[0]
		                               : "no event for TOT_CYC");
	q->base = cycles->natives;
	if (!plan_fits(q, q->base))
		return err_set(err, ERR_UNSUPPORTED,
		               "the %u counters of machine '%s' are too few "
		               "even for TOT_CYC",
		               q->counters - q->taken,
		               machine_name(p->r->machine));
	if (instructions && instructions->want == WANT_NEED)
		p->instructions = instructions->natives;
	for (uint64_t left = p->instructions; left; left &= left - 1) {
		if (!q->natives[__builtin_ctzll(left)].fixed)
			return 0;
	}
	if (plan_fits(q, q->base | p->instructions))
		q->base |= p->instructions;
	return 0;
}

static void add_item(struct planner *p, struct candidate *c)
{
	c->item = p->problem.nitems++;
	p->problem.items[c->item] = c->natives;
}

static bool in_base(const struct planner *p, const struct candidate *c)
{
	return (c->natives & ~p->problem.base) == 0;
}

static void need(struct planner *p)
{
	for (size_t i = 0; i < p->ncandidates; i++) {
		struct candidate *c = &p->candidates[i];

		if (c->want != WANT_NEED || in_base(p, c) ||
		    p->problem.nitems == PLAN_MAX)
			continue;
		if (plan_fits(&p->problem, p->problem.base | c->natives)) {
			add_item(p, c);
			continue;
		}
		not_measured(p, c->what->name,
		             "the counters of machine '%s' can't count its %zu "
		             "native events and TOT_CYC at the same time",
		             machine_name(p->r->machine), c->event->nnatives);
		c->want = WANT_NOT;
	}
}

/* Values that make every part of a formula matter: FP_INS is the largest. */
static double test_value(const struct candidate *c)
{
	const char *s = c->what->name;
	double v = 1;

	if (strcmp(s, "FP_INS") == 0)
		return 1e6;
	for (; *s; s++)
		v += (double)*s * 0.0137;
	return strcmp(c->what->name, "FP_SLOW_PACKED") == 0 ? v / 100 : v;
}

struct probe {
	struct planner *p;
	const struct candidate *changed;
};

bool plan_has(const struct planner *p, const struct candidate *c)
{
	return c->want != WANT_NOT && c->want != WANT_FREE &&
	       (c->item != PLAN_MAX || in_base(p, c));
}

static double probe_value(const void *ctx, const char *name)
{
	const struct probe *probe = ctx;
	struct candidate *c = plan_find(probe->p, name);

	if (!c || !plan_has(probe->p, c))
		return NAN;
	return test_value(c) * (c == probe->changed ? 1.125 : 1);
}

/* Does the category's formula, with what is planned, use this event? */
static bool uses(struct planner *p, size_t category, const struct candidate *c)
{
	struct probe probe = { p, NULL };
	double before = lcpi_eval(p->r->machine, category, probe_value, &probe);

	probe.changed = c;
	return !isnan(before) && lcpi_eval(p->r->machine, category, probe_value,
	                                   &probe) != before;
}

static bool used(struct planner *p, const struct candidate *c)
{
	size_t n = lcpi_categories(p->r->machine, NULL);

	for (size_t i = 0; i < n; i++) {
		if (uses(p, i, c))
			return true;
	}
	return false;
}

void plan_drop(struct planner *p, struct candidate *c)
{
	size_t last = --p->problem.nitems;

	for (size_t i = 0; i < p->ncandidates; i++) {
		if (p->candidates[i].item == last)
			p->candidates[i].item = c->item;
	}
	p->problem.items[c->item] = p->problem.items[last];
	c->item = PLAN_MAX;
}

bool plan_add(struct planner *p, struct candidate *c)
{
	if (c->want == WANT_NOT || c->item != PLAN_MAX || in_base(p, c) ||
	    p->problem.nitems == PLAN_MAX ||
	    !plan_fits(&p->problem, p->problem.base | c->natives))
		return false;
	add_item(p, c);
	return true;
}

static bool add_if_free(struct planner *p, struct candidate *c, unsigned runs)
{
	if (c->want != WANT_REFINE || !plan_add(p, c))
		return false;
	if (plan_runs(&p->problem) <= runs)
		return true;
	plan_drop(p, c);
	return false;
}

/*
 * What refines a formula, as far as no further run is needed. What no formula
 * uses in the end (L3_DCA without L3_DCM) makes room for others. Divisions and
 * fused operations come first: without them the bound of the floating-point
 * category is far from tight.
 */
static void refine(struct planner *p)
{
	static const char *const first[] = { "FDV_INS", "FMA_INS" };
	unsigned runs = plan_runs(&p->problem);
	bool again = true;

	runs = runs ? runs : 1;
	while (again) {
		again = false;
		for (size_t i = 0; i < 2; i++) {
			struct candidate *c = plan_find(p, first[i]);

			if (c)
				add_if_free(p, c, runs);
		}
		for (size_t i = 0; i < p->ncandidates; i++)
			add_if_free(p, &p->candidates[i], runs);
		for (size_t i = 0; i < p->ncandidates; i++) {
			struct candidate *c = &p->candidates[i];

			if (c->want != WANT_REFINE || c->item == PLAN_MAX ||
			    used(p, c))
				continue;
			plan_drop(p, c);
			c->want = WANT_FREE;
			again = true;
		}
	}
}

static void leave_out(struct planner *p)
{
	for (size_t i = 0; i < p->ncandidates; i++) {
		struct candidate *c = &p->candidates[i];

		if (c->want == WANT_REFINE && !plan_has(p, c))
			p->plan->left_out[p->plan->nleft_out++] = c->what->name;
	}
}

static void add_set(struct planner *p, uint64_t items, unsigned weight)
{
	if (items & (items - 1) && p->problem.nsets < PLAN_MAX_SETS)
		p->sets[p->problem.nsets++] =
			(struct plan_set){ items, weight };
}

/* What belongs together: first what a formula uses, then the groups. */
static void make_sets(struct planner *p)
{
	size_t n = lcpi_categories(p->r->machine, NULL);

	for (size_t k = 0; k < n; k++) {
		uint64_t items = 0;

		for (size_t i = 0; i < p->ncandidates; i++) {
			const struct candidate *c = &p->candidates[i];

			if (c->item != PLAN_MAX &&
			    strcmp(c->what->name, "TOT_INS") != 0 &&
			    uses(p, k, c))
				items |= (uint64_t)1 << c->item;
		}
		add_set(p, items, OF_A_FORMULA);
	}
	for (size_t i = 0; i < p->ncandidates; i++) {
		uint64_t items = 0;

		/* so many that they are spread over runs anyway */
		if (strcmp(p->candidates[i].what->group, "accounting") == 0)
			continue;
		for (size_t k = 0; k < p->ncandidates; k++) {
			const struct candidate *c = &p->candidates[k];

			if (strcmp(c->what->group,
			           p->candidates[i].what->group) != 0)
				continue;
			if (k < i)
				break; /* the group had its turn */
			if (c->item != PLAN_MAX)
				items |= (uint64_t)1 << c->item;
		}
		add_set(p, items, OF_A_GROUP);
	}
	p->problem.sets = p->sets;
}

struct plan *plan_make(const struct plan_request *request, struct err *err)
{
	struct planner *p = mem_alloc(1, sizeof(*p));
	struct plan *plan = mem_alloc(1, sizeof(*plan));
	int rc = -1;

	p->r = request;
	p->plan = plan;
	plan->arena = arena_new();
	plan->machine = request->machine;
	if (check_list(p, err) != 0)
		goto out;
	take_events(p);
	if (set_base(p, err) != 0)
		goto out;
	need(p);
	refine(p);
	plan_account(p);
	refine(p);
	leave_out(p);
	make_sets(p);
	plan_search(&p->problem, &p->solution);
	plan_build(p);
	rc = 0;
out:
	free(p->candidates);
	free(p);
	if (rc != 0) {
		plan_free(plan);
		plan = NULL;
	}
	return plan;
}

void plan_free(struct plan *p)
{
	if (!p)
		return;
	arena_free(p->arena);
	free(p);
}

unsigned plan_watchdog(const struct machine *m, const struct machine *host)
{
	struct strbuf b = STRBUF_INIT;
	struct err ignored = { 0 };
	unsigned held = 0;

	if (strcmp(machine_name(m), machine_name(host)) == 0 &&
	    machine_counters(m)->watchdog &&
	    io_read_file("/proc/sys/kernel/nmi_watchdog", 64, &b, &ignored) ==
	            0)
		held = b.s[0] == '1';
	strbuf_release(&b);
	return held;
}

bool plan_foreign(const struct machine *m, const struct machine *host)
{
	const struct machine_event *cycles = machine_event_find(m, "TOT_CYC");

	if (strcmp(machine_name(m), machine_name(host)) == 0 ||
	    strncmp(machine_name(m), "generic_", 8) == 0)
		return false;
	return !cycles || !plan_software(cycles->natives[0]);
}
