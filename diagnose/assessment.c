#include "assessment.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>

#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "caused.h"
#include "check.h"
#include "evaluate.h"
#include "match.h"
#include "profile/own.h"
#include "rank.h"
#include "region.h"
#include "waits.h"

double assess_largest(const struct assess_section *s)
{
	/* fmax passes over NAN */
	return fmax(s->in[0].fraction + s->in[0].waited,
	            s->in[1].fraction + s->in[1].waited);
}

double assess_most_caused(const struct assess_section *s)
{
	return fmax(s->in[0].caused, s->in[1].caused);
}

bool assess_elapsed_differs(const struct assess_input *in)
{
	double by = fabs(in->runtime_s - in->elapsed_s);

	return by > 0.05 * fmax(in->runtime_s, in->elapsed_s) && by > 0.01;
}

const char *assess_check_name(enum assess_check check)
{
	static const char *const names[] = { "note",        "too_short",
		                             "varies",      "inconsistent",
		                             "incomplete",  "unrelated",
		                             "few_samples", "ended",
		                             "overhead" };

	return names[check];
}

void assess_warn(struct assessment *a, struct assess_warnings *to,
                 const struct assess_warning *about, const char *fmt, ...)
{
	struct strbuf b = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	if (to->n == to->cap) {
		struct assess_warning *more;

		to->cap = to->cap ? 2 * to->cap : 4;
		more = arena_alloc(a->arena, to->cap, sizeof(*more));
		if (to->n)
			memcpy(more, to->w, to->n * sizeof(*more));
		to->w = more;
	}
	to->w[to->n] = *about;
	to->w[to->n++].text = arena_strdup(a->arena, b.s);
	if (about->check != ASSESS_NOTE)
		a->ndoubts++;
	strbuf_release(&b);
}

static void set_value(struct assessment *a, const struct assess_input *in,
                      struct assess_value *v,
                      const struct profile_section *section)
{
	*v = (struct assess_value){
		.section = section,
		.runtime_s = NAN,
		.fraction = NAN,
		.caused = NAN,
		.samples = NAN,
		.imbalance = NAN,
		.impossible_ipc = NAN,
	};
	if (section) {
		int event = check_time_event(in->profile);
		double time =
			section->sum[event] - waits_spent(in->profile, section);

		if (section->stats && section->stats[event].n > 1)
			v->imbalance = section->stats[event].max /
			               section->stats[event].mean;
		v->fraction = time / in->time;
		v->runtime_s = v->fraction * in->runtime_s;
		v->samples = check_samples(in->profile, section);
		waits_of_section(a, in, v);
		waits_set_path(in, v);
		caused_of_section(a, in, v);
	}
}

static const char *loop_name(struct assessment *a,
                             const struct profile_section *s, unsigned ordinal)
{
	struct strbuf b = STRBUF_INIT;
	const char *name;

	if (s->file && s->line)
		strbuf_addf(&b, "loop at %s:%u", io_basename(s->file), s->line);
	else
		strbuf_addf(&b, "loop %u", ordinal);
	name = arena_intern(a->arena, b.s);
	strbuf_release(&b);
	return name;
}

/* "solve", or "solve 3" where others have the same name */
static const char *region_name(struct assessment *a,
                               const struct profile_section *s)
{
	struct strbuf b = STRBUF_INIT;
	const char *name;

	strbuf_adds(&b, s->name);
	if (s->region->number)
		strbuf_addf(&b, " %d", s->region->number);
	name = arena_intern(a->arena, b.s);
	strbuf_release(&b);
	return name;
}

static struct assess_section *make_section(struct assessment *a,
                                           const struct match_pair *pair,
                                           struct assess_section *parent,
                                           unsigned ordinal)
{
	const struct profile_section *s =
		pair->in[0] ? pair->in[0] : pair->in[1];
	const struct profile_section *module = s;
	const char *procedure = parent ? parent->procedure : s->name;
	struct assess_section *made = arena_alloc(a->arena, 1, sizeof(*made));

	while (module->parent && module->kind != PROFILE_MODULE)
		module = module->parent;
	*made = (struct assess_section){
		.kind = s->kind,
		.name = s->kind == PROFILE_LOOP     ? loop_name(a, s, ordinal)
		        : s->kind == PROFILE_REGION ? region_name(a, s)
		                                    : s->name,
		.procedure = procedure,
		/* a part of a procedure that was split off comes back under its
		 * name */
		.inlined = s->kind == PROFILE_LOOP && *s->name &&
		                           strcmp(s->name, procedure) != 0
		                   ? s->name
		                   : NULL,
		.module = module->name,
		.file = s->file,
		.line = s->line,
		.end_line = s->end_line,
		.depth = parent ? parent->depth + 1 : 0,
		.ordinal = ordinal,
		.parent = parent,
	};
	for (size_t i = 0; i < ASSESS_INPUTS; i++) {
		set_value(a, &a->in[i], &made->in[i], pair->in[i]);
		made->own |=
			pair->in[i] && own_code(a->in[i].profile, pair->in[i]);
	}
	return made;
}

static void add_loops(struct assessment *a, struct assess_section *parent,
                      const int cycles[ASSESS_INPUTS])
{
	struct match m = { 0 };

	match_loops(parent->in[0].section, cycles[0], parent->in[1].section,
	            cycles[1], &m);
	parent->child = arena_alloc(a->arena, m.n + 1, sizeof(*parent->child));
	for (size_t i = 0; i < m.n; i++)
		parent->child[parent->nchildren++] =
			make_section(a, &m.pairs[i], parent, (unsigned)i + 1);
	match_release(&m);
	for (size_t i = 0; i < parent->nchildren; i++)
		add_loops(a, parent->child[i], cycles);
}

static void build_sections(struct assessment *a)
{
	const struct profile *two = a->n > 1 ? a->in[1].profile : NULL;
	const int cycles[ASSESS_INPUTS] = {
		check_time_event(a->in[0].profile),
		two ? check_time_event(two) : -1,
	};
	struct match m = { 0 };

	match_procedures(a->in[0].profile, two, &m);
	a->procedures = arena_alloc(a->arena, m.n + 1, sizeof(*a->procedures));
	for (size_t i = 0; i < m.n; i++) {
		struct assess_section *s =
			make_section(a, &m.pairs[i], NULL, 0);

		a->procedures[a->nprocedures++] = s;
		add_loops(a, s, cycles);
	}
	match_release(&m);
}

static void build_regions(struct assessment *a)
{
	struct match m = { 0 };

	match_regions(a->in[0].profile, a->n > 1 ? a->in[1].profile : NULL, &m);
	a->regions = arena_alloc(a->arena, m.n + 1, sizeof(*a->regions));
	for (size_t i = 0; i < m.n; i++)
		a->regions[a->nregions++] =
			make_section(a, &m.pairs[i], NULL, 0);
	match_release(&m);
}

/* Of a GPU's, say, only the events are known. */
static void no_time(const struct profile *p, struct err *err)
{
	enum { MOST = 4 };
	struct strbuf list = STRBUF_INIT;

	for (size_t i = 0; i < p->nevents && i < MOST; i++)
		strbuf_addf(&list, "%s'%.60s'", i ? ", " : "",
		            p->events[i].name);
	if (p->nevents > MOST)
		strbuf_addf(&list, " and %zu more", p->nevents - MOST);
	err_set(err, ERR_FORMAT,
	        "has neither cycles (TOT_CYC) nor processor time, so sections "
	        "cannot be ranked; it has %s",
	        list.len ? list.s : "no events");
	strbuf_release(&list);
}

/* What the program as a whole took; without it nothing can be ranked. */
static int read_totals(struct assess_input *in, struct err *err)
{
	const struct profile *p = in->profile;
	int event = check_time_event(p);

	in->time = event < 0 ? NAN : p->root->sum[event];
	in->elapsed_s = p->runtime_s;
	if (event < 0)
		no_time(p, err);
	else if (!(in->time > 0))
		err_set(err, ERR_FORMAT,
		        "the measurement is empty: it contains no time of the "
		        "program");
	if (err->code == ERR_NONE)
		return 0;
	err_prefix(err, "%s", in->file);
	return -1;
}

/*
 * Cycles of a clock that was measured are processor time. Those of a nominal
 * clock are not (turbo): then elapsed time is the better figure.
 */
static void set_runtime(struct assess_input *in)
{
	const struct profile *p = in->profile;

	if (profile_event(p, "TOT_CYC") < 0)
		in->runtime_s = in->time;
	else if (p->clock_hz > 0 || isnan(in->elapsed_s))
		in->runtime_s = in->time / in->clock_hz;
	else
		in->runtime_s = in->elapsed_s;
}

static void check_shown(struct assessment *a, struct assess_section *s,
                        size_t i)
{
	region_check(a, s, i);
	check_section(a, s, i);
}

static void check_all(struct assessment *a)
{
	for (size_t i = 0; i < a->n; i++)
		check_input(a, i);
	if (a->n > 1)
		check_pair(a);
	for (size_t k = 0; k < a->nshown; k++) {
		for (size_t i = 0; i < a->n; i++) {
			if (a->shown[k]->in[i].section)
				check_shown(a, a->shown[k], i);
		}
	}
}

/* The sections that somebody may ask about. */
static void evaluate_worthy(struct assessment *a, struct assess_section *s)
{
	if (s->shown || assess_largest(s) >= ASSESS_WORTH ||
	    assess_most_caused(s) >= ASSESS_WORTH)
		evaluate_section(a, s);
	for (size_t i = 0; i < s->nchildren; i++)
		evaluate_worthy(a, s->child[i]);
}

static int assess(struct assessment *a, const struct assess_options *o,
                  struct err *err)
{
	for (size_t i = 0; i < a->n; i++) {
		if (read_totals(&a->in[i], err) != 0)
			return -1;
	}
	if (evaluate_machines(a, o, err) != 0)
		return -1;
	for (size_t i = 0; i < a->n; i++)
		set_runtime(&a->in[i]);
	for (size_t i = 0; i < a->n; i++)
		caused_of_input(&a->in[i]);
	for (size_t i = 0; i < a->n; i++)
		waits_of_input(a, &a->in[i]);
	build_sections(a);
	build_regions(a);
	if (a->region && region_find(a, err) != 0)
		return -1;
	rank_sections(a);
	if (o->automatic)
		a->threshold = rank_threshold(a);
	rank_select(a);
	for (size_t k = 0; k < a->nprocedures; k++)
		evaluate_worthy(a, a->procedures[k]);
	for (size_t k = 0; k < a->nregions; k++)
		evaluate_worthy(a, a->regions[k]);
	for (size_t i = 0; i < a->n; i++)
		a->program.in[i].section = a->in[i].profile->root;
	evaluate_section(a, &a->program);
	check_all(a);
	return 0;
}

struct assessment *assessment_new(const struct profile *const *profiles,
                                  const char *const *files, size_t n,
                                  const struct assess_options *options,
                                  struct err *err)
{
	struct arena *arena = arena_new();
	struct assessment *a = arena_alloc(arena, 1, sizeof(*a));

	*a = (struct assessment){
		.arena = arena,
		.threshold = options->threshold,
		.all = options->all,
		.region = options->region,
		.n = n,
	};
	assert(n >= 1 && n <= ASSESS_INPUTS);
	for (size_t i = 0; i < n; i++) {
		a->in[i].profile = profiles[i];
		a->in[i].file = files[i];
	}
	if (assess(a, options, err) != 0) {
		assessment_free(a);
		return NULL;
	}
	return a;
}

void assessment_free(struct assessment *a)
{
	if (!a)
		return;
	for (size_t i = 0; i < a->n; i++) {
		machine_free(a->in[i].machine);
		machine_free(a->in[i].simulated);
		machine_free(a->in[i].other);
	}
	arena_free(a->arena);
}
