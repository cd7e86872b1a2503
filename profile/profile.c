#include "profile.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"

struct profile *profile_new(void)
{
	struct arena *a = arena_new();
	struct profile *p = arena_alloc(a, 1, sizeof(*p));

	*p = (struct profile){
		.arena = a,
		.clock_hz = NAN,
		.runtime_s = NAN,
		.memory_latency_ns = NAN,
		.memory_line_ns = NAN,
		.l3_line_ns = NAN,
		.l3_latency_ns = NAN,
		.memory_random_ns = NAN,
		.l3_random_ns = NAN,
		.l3_others_ns = NAN,
		.walk_ns = NAN,
		.walk_large_ns = NAN,
		.fresh_ns = NAN,
		.fresh_large_ns = NAN,
		.memory_given_back = NAN,
		.threads = NAN,
		.ranks = NAN,
		.processors = NAN,
		.simulated_share = NAN,
		.simulated_error = NAN,
		.counter_set = NAN,
		.simulated_bars = NAN,
		.timeline = { .bin_s = NAN },
		.program = "",
		.collector = "",
		.collector_version = "",
	};
	p->root = arena_alloc(a, 1, sizeof(*p->root));
	p->root->name = "";
	return p;
}

void profile_free(struct profile *p)
{
	if (!p)
		return;
	hash_release(&p->by_line);
	arena_free(p->arena);
}

/* Room for one more in an array in the arena; grows by doubling. */
static void *grow(struct arena *a, void *old, size_t n, size_t *cap,
                  size_t size)
{
	size_t bigger = *cap ? 2 * *cap : 4;
	void *p;

	if (n < *cap)
		return old;
	p = arena_alloc(a, bigger, size);
	if (n)
		memcpy(p, old, n * size);
	*cap = bigger;
	return p;
}

/* The same where no capacity is kept: it is the next power of two. */
static void *grow_pow2(struct arena *a, void *old, size_t n, size_t size)
{
	size_t cap = n;

	if (n & (n - 1))
		return old; /* not full */
	if (n && n < 4)
		cap = 4;
	return grow(a, old, n, &cap, size);
}

void profile_arg_add(struct profile *p, const char *arg)
{
	const char **args = (const char **)(uintptr_t)p->args;

	args = grow_pow2(p->arena, args, p->nargs, sizeof(*args));
	args[p->nargs++] = arena_strdup(p->arena, arg);
	p->args = args;
}

void profile_note(struct profile *p, const char *fmt, ...)
{
	struct strbuf b = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	p->notes = grow_pow2(p->arena, p->notes, p->nnotes, sizeof(*p->notes));
	p->notes[p->nnotes++] = arena_strdup(p->arena, b.s);
	strbuf_release(&b);
}

static double *nans(struct arena *a, size_t n)
{
	double *v = arena_alloc(a, n, sizeof(*v));

	for (size_t i = 0; i < n; i++)
		v[i] = NAN;
	return v;
}

size_t profile_event_add(struct profile *p, const char *name,
                         const char *native, enum profile_how how)
{
	int old = profile_event(p, name);

	if (old >= 0)
		return (size_t)old;
	assert(!p->have_sections);
	assert(p->nevents < PROFILE_MAX_EVENTS);
	if (!p->events)
		p->events = arena_alloc(p->arena, PROFILE_MAX_EVENTS,
		                        sizeof(*p->events));
	p->events[p->nevents] = (struct profile_event){
		.name = arena_intern(p->arena, name),
		.native = native ? arena_intern(p->arena, native) : NULL,
		.how = how,
	};
	return p->nevents++;
}

void profile_events_copy(struct profile *p, const struct profile *from)
{
	struct arena *a = p->arena;

	for (size_t i = 0; i < from->nevents; i++) {
		const struct profile_event *e = &from->events[i];

		if (p->nevents == PROFILE_MAX_EVENTS ||
		    profile_event(p, e->name) >= 0)
			continue;
		profile_event_add(p, arena_strdup(a, e->name),
		                  e->native ? arena_strdup(a, e->native) : NULL,
		                  e->how);
	}
}

int profile_event(const struct profile *p, const char *name)
{
	for (size_t i = 0; i < p->nevents; i++) {
		if (p->events[i].name == name ||
		    strcmp(p->events[i].name, name) == 0)
			return (int)i;
	}
	return -1;
}

struct profile_run *profile_run_add(struct profile *p)
{
	struct profile_run *run;

	assert(!p->have_sections);
	assert(p->nruns < PROFILE_MAX_RUNS);
	p->runs = grow_pow2(p->arena, p->runs, p->nruns, sizeof(*p->runs));
	run = &p->runs[p->nruns++];
	*run = (struct profile_run){
		.purpose = "",
		.wall_s = NAN,
		.user_s = NAN,
		.sys_s = NAN,
		.peak_bytes = NAN,
		.samples = NAN,
		.lost = NAN,
		.clock_hz = NAN,
		/* events may still be added: room for all of them */
		.total = nans(p->arena, PROFILE_MAX_EVENTS),
		.period = nans(p->arena, PROFILE_MAX_EVENTS),
	};
	return run;
}

struct profile_section *profile_root(struct profile *p)
{
	p->have_sections = true;
	if (!p->root->sum)
		p->root->sum = nans(p->arena, p->nevents);
	return p->root;
}

struct profile_section *profile_section_add(struct profile *p,
                                            struct profile_section *parent,
                                            enum profile_kind kind,
                                            const char *name)
{
	struct profile_section *s = arena_alloc(p->arena, 1, sizeof(*s));

	profile_root(p);
	s->kind = kind;
	s->name = arena_intern(p->arena, name);
	s->parent = parent;
	s->sum = nans(p->arena, p->nevents);
	if (parent->last_child)
		parent->last_child->next = s;
	else
		parent->child = s;
	parent->last_child = s;
	return s;
}

struct profile_section *profile_region_add(struct profile *p, const char *name,
                                           const struct profile_region *of)
{
	struct profile_section *s = arena_alloc(p->arena, 1, sizeof(*s));
	struct profile_region *r = arena_alloc(p->arena, 1, sizeof(*r));
	struct profile_section **at = &p->regions;

	assert(p->nregions < PROFILE_MAX_REGIONS);
	profile_root(p);
	*r = *of;
	r->own = nans(p->arena, p->nevents);
	s->kind = PROFILE_REGION;
	s->name = arena_intern(p->arena, name);
	s->parent = p->root;
	s->sum = nans(p->arena, p->nevents);
	s->region = r;
	while (*at)
		at = &(*at)->next;
	*at = s;
	p->nregions++;
	return s;
}

struct profile_call *profile_calls(struct profile *p)
{
	if (!p->calls) {
		p->calls = arena_alloc(p->arena, 1, sizeof(*p->calls));
		p->calls->name = p->calls->module = "";
	}
	return p->calls;
}

struct profile_call *profile_call_add(struct profile *p,
                                      struct profile_call *parent,
                                      const char *name, const char *module)
{
	struct profile_call *c;
	size_t depth = 0;

	assert(parent);
	for (c = parent; c; c = c->parent)
		depth++;
	if (p->ncalls == PROFILE_MAX_CALLS || depth + 2 > PROFILE_MAX_DEPTH)
		return NULL;
	c = arena_alloc(p->arena, 1, sizeof(*c));
	c->name = arena_intern(p->arena, name);
	c->module = arena_intern(p->arena, module);
	c->parent = parent;
	if (parent->last)
		parent->last->next = c;
	else
		parent->child = c;
	parent->last = c;
	p->ncalls++;
	return c;
}

double profile_call_sum(const struct profile_call *c)
{
	double sum = c->own;

	for (const struct profile_call *k = c->child; k; k = k->next)
		sum += profile_call_sum(k);
	return sum;
}

void profile_add(struct profile_section *s, size_t event, double value)
{
	if (isnan(value))
		return;
	if (isnan(s->sum[event]))
		s->sum[event] = value;
	else
		s->sum[event] += value;
}

double *profile_errors(struct profile *p, struct profile_section *s)
{
	if (!s->errors)
		s->errors = nans(p->arena, p->nevents);
	return s->errors;
}

double *profile_samples(struct profile *p, struct profile_section *s)
{
	if (!s->samples)
		s->samples = nans(p->arena, p->nevents);
	return s->samples;
}

double *profile_run_cycles(struct profile *p, struct profile_section *s)
{
	if (!s->run_cycles)
		s->run_cycles = nans(p->arena, p->nruns);
	return s->run_cycles;
}

struct profile_stats *profile_stats(struct profile *p,
                                    struct profile_section *s)
{
	if (!s->stats) {
		s->stats = arena_alloc(p->arena, p->nevents, sizeof(*s->stats));
		for (size_t i = 0; i < p->nevents; i++)
			s->stats[i] = (struct profile_stats){ NAN, NAN, NAN,
				                              NAN, NAN };
	}
	return s->stats;
}

/* A line of any section, for the table that finds it */
struct profile_line_ref {
	const struct profile_section *section;
	size_t index; /* in its lines */
};

struct line_key {
	const struct profile_section *section;
	const char *file; /* interned */
	unsigned line;
};

static bool same_line(const void *key, uint32_t index, const void *entries)
{
	const struct line_key *k = key;
	const struct profile_line_ref *ref =
		(const struct profile_line_ref *)entries + index;
	const struct profile_line *l = &ref->section->lines[ref->index];

	return ref->section == k->section && l->line == k->line &&
	       l->file == k->file;
}

static uint64_t hash_of_line(const struct line_key *k)
{
	uint64_t h = hash_number((uintptr_t)k->section);

	return hash_number(hash_number(h ^ (uintptr_t)k->file) ^ k->line);
}

struct profile_line *profile_line_add(struct profile *p,
                                      struct profile_section *s,
                                      const char *file, unsigned line)
{
	const struct line_key key = { s, arena_intern(p->arena, file), line };
	const uint64_t hash = hash_of_line(&key);
	uint32_t old =
		hash_find(&p->by_line, hash, same_line, &key, p->line_refs);
	struct profile_line *l;

	if (old != HASH_NONE)
		return &s->lines[p->line_refs[old].index];
	s->lines = grow(p->arena, s->lines, s->nlines, &s->cap_lines,
	                sizeof(*s->lines));
	l = &s->lines[s->nlines];
	*l = (struct profile_line){ key.file, line,
		                    nans(p->arena, p->nevents) };
	p->line_refs = grow(p->arena, p->line_refs, p->nline_refs,
	                    &p->cap_line_refs, sizeof(*p->line_refs));
	p->line_refs[p->nline_refs] =
		(struct profile_line_ref){ s, s->nlines++ };
	hash_add(&p->by_line, hash, (uint32_t)p->nline_refs++);
	return l;
}

void profile_fact_add(struct profile *p, struct profile_section *s,
                      const char *name, const struct profile_attr *attrs,
                      size_t n)
{
	struct profile_attr *copy = arena_alloc(p->arena, n, sizeof(*copy));

	for (size_t i = 0; i < n; i++) {
		copy[i].name = arena_intern(p->arena, attrs[i].name);
		copy[i].value = arena_intern(p->arena, attrs[i].value);
	}
	s->facts = grow(p->arena, s->facts, s->nfacts, &s->cap_facts,
	                sizeof(*s->facts));
	s->facts[s->nfacts++] = (struct profile_fact){
		.name = arena_intern(p->arena, name),
		.attrs = copy,
		.nattrs = n,
	};
}

const char *profile_fact_attr(const struct profile_fact *f, const char *name)
{
	for (size_t i = 0; i < f->nattrs; i++) {
		if (strcmp(f->attrs[i].name, name) == 0)
			return f->attrs[i].value;
	}
	return NULL;
}

double profile_fact_number(const struct profile_fact *f, const char *name)
{
	const char *text = profile_fact_attr(f, name);
	double value;

	return text && num_double(text, &value) ? value : NAN;
}

double profile_value(const struct profile *p, const struct profile_section *s,
                     const char *event)
{
	int i = profile_event(p, event);

	return i < 0 || !s->sum ? NAN : s->sum[i];
}

static void sum_children(struct profile *p, struct profile_section *s)
{
	for (struct profile_section *c = s->child; c; c = c->next) {
		for (size_t i = 0; i < p->nevents; i++)
			profile_add(s, i, c->sum[i]);
	}
}

void profile_sum_up(struct profile *p)
{
	struct profile_section *root = profile_root(p);

	for (struct profile_section *m = root->child; m; m = m->next)
		sum_children(p, m);
	sum_children(p, root);
}

struct profile_section *profile_next(struct profile_section *s)
{
	if (s->child)
		return s->child;
	while (s && !s->next)
		s = s->parent;
	return s ? s->next : NULL;
}

const char *profile_kind_name(enum profile_kind kind)
{
	static const char *const names[] = { "program", "module", "procedure",
		                             "loop", "region" };

	return names[kind];
}

const char *profile_how_name(enum profile_how how)
{
	static const char *const names[] = { "counted", "sampled", "simulated",
		                             "derived", "estimated" };

	return names[how];
}

struct profile_stats profile_stats_of(const double *values, size_t n)
{
	struct profile_stats s = { (double)n, NAN, NAN, NAN, NAN };
	double squares = 0, sum = 0;

	if (n == 0)
		return s;
	s.min = s.max = values[0];
	for (size_t i = 0; i < n; i++) {
		s.min = fmin(s.min, values[i]);
		s.max = fmax(s.max, values[i]);
		sum += values[i];
	}
	s.mean = sum / (double)n;
	for (size_t i = 0; i < n; i++)
		squares += (values[i] - s.mean) * (values[i] - s.mean);
	s.sd = sqrt(squares / (double)n);
	return s;
}
