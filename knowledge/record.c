#include "record.h"

#include <math.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "diagnose/assessment.h"
#include "knowledge.h"
#include "profile/profile.h"
#include "suggest.h"

/* Is it a procedure that an example is about: "work..."? */
static bool is_work(const char *name)
{
	return name && strncmp(name, "work", 4) == 0;
}

/* The same fact; a file loses its folder */
static void copy_fact(struct profile *to, struct profile_section *s,
                      const struct profile_fact *f)
{
	struct profile_attr *attrs = mem_alloc(f->nattrs + 1, sizeof(*attrs));

	for (size_t i = 0; i < f->nattrs; i++) {
		attrs[i] = f->attrs[i];
		if (strcmp(attrs[i].name, "file") == 0)
			attrs[i].value = io_basename(attrs[i].value);
	}
	profile_fact_add(to, s, f->name, attrs, f->nattrs);
	free(attrs);
}

static void copy_section(struct profile *to, struct profile_section *parent,
                         const struct profile_section *s)
{
	struct profile_section *copy =
		profile_section_add(to, parent, s->kind, s->name);

	if (s->file)
		copy->file = arena_strdup(to->arena, io_basename(s->file));
	copy->line = s->line;
	copy->end_line = s->end_line;
	for (size_t e = 0; e < to->nevents; e++)
		profile_add(copy, e, s->sum[e]);
	for (size_t i = 0; i < s->nfacts; i++)
		copy_fact(to, copy, &s->facts[i]);
	for (const struct profile_section *c = s->child; c; c = c->next)
		copy_section(to, copy, c);
}

/* Procedures of a library, for the rules that ask how long calls take */
static void copy_library(struct profile *to, const struct profile_section *m)
{
	struct profile_section *module = profile_section_add(
		to, profile_root(to), PROFILE_MODULE, m->name);

	if (m->file)
		module->file = arena_strdup(to->arena, m->file);
	for (const struct profile_section *s = m->child; s; s = s->next)
		copy_section(to, module, s);
}

struct profile *record_cut(const struct profile *p, bool called)
{
	struct profile *to = profile_new();
	struct profile_section *module;
	struct profile_run *run;

	to->program = arena_strdup(to->arena, io_basename(p->program));
	to->collector = PROFILE_BY_SIMULATE;
	to->machine = p->machine ? arena_strdup(to->arena, p->machine) : NULL;
	to->clock_hz = p->clock_hz;
	to->threads = p->threads;
	to->ranks = p->ranks;
	to->processors = p->processors;
	for (size_t e = 0; e < p->nevents; e++)
		profile_event_add(to, p->events[e].name, NULL,
		                  p->events[e].how);
	run = profile_run_add(to);
	run->purpose = "native";
	for (size_t i = 0; i < p->nruns; i++) {
		if (!p->runs[i].purpose ||
		    strcmp(p->runs[i].purpose, "native") != 0)
			continue;
		run->wall_s = p->runs[i].wall_s;
		run->user_s = p->runs[i].user_s;
		run->sys_s = p->runs[i].sys_s;
		run->peak_bytes = p->runs[i].peak_bytes;
		break;
	}
	for (size_t i = 0; i < p->root->nfacts; i++)
		copy_fact(to, profile_root(to), &p->root->facts[i]);
	module = profile_section_add(to, profile_root(to), PROFILE_MODULE,
	                             to->program);
	for (const struct profile_section *m = p->root->child; m; m = m->next) {
		if (called && strcmp(m->name, to->program) != 0) {
			copy_library(to, m);
			continue;
		}
		for (const struct profile_section *s = m->child; s;
		     s = s->next) {
			if (s->kind == PROFILE_PROCEDURE &&
			    (called ? strcmp(s->name, "main") != 0
			            : is_work(s->name)))
				copy_section(to, module, s);
		}
	}
	profile_sum_up(to);
	return to;
}

int record_ask(struct record *r, struct profile *p, struct knowledge *k,
               struct err *err)
{
	static const char *const name = "record";
	const struct assess_options options = { .threshold = 0.01,
		                                .all = true,
		                                .machines =
		                                        knowledge_machines(k) };

	*r = (struct record){ .profile = p };
	r->assessment = assessment_new((const struct profile *const *)&p, &name,
	                               1, &options, err);
	if (!r->assessment)
		return -1;
	r->suggest = suggest_new(k, r->assessment, err);
	return r->suggest ? 0 : -1;
}

void record_release(struct record *r)
{
	suggest_free(r->suggest);
	assessment_free(r->assessment);
	profile_free(r->profile);
	*r = (struct record){ .profile = NULL };
}

bool record_fires(const struct record *r, const char *id)
{
	for (size_t i = 0; i < r->suggest->n; i++) {
		const struct suggest_section *s = &r->suggest->sections[i];

		if (!is_work(s->section->procedure))
			continue;
		for (size_t k = 0; k < s->nall; k++) {
			if (strcmp(s->items[k].suggestion->id, id) == 0)
				return true;
		}
	}
	return false;
}

double record_part(const struct record *r, const char *id)
{
	double most = NAN;

	for (size_t i = 0; i < r->suggest->n; i++) {
		const struct suggest_section *s = &r->suggest->sections[i];

		if (!is_work(s->section->procedure))
			continue;
		for (size_t k = 0; k < s->nall; k++) {
			if (strcmp(s->items[k].suggestion->id, id) == 0)
				most = fmax(most, s->items[k].part);
		}
	}
	return most;
}

const char *record_reason(const struct record *r, const char *id)
{
	const char *found = NULL;
	double most = -1;

	/* that of the section that takes most time; innermost of equals */
	for (size_t i = 0; i < r->suggest->n; i++) {
		const struct suggest_section *s = &r->suggest->sections[i];
		const double share = assess_largest(s->section);

		if (!is_work(s->section->procedure) || share < 0.99 * most)
			continue;
		for (size_t k = 0; k < s->nreasons; k++) {
			if (strcmp(s->reasons[k].suggestion->id, id) != 0)
				continue;
			found = s->reasons[k].text;
			most = share;
		}
	}
	return found;
}

double record_bound(const struct record *r, const char *category)
{
	const struct assessment *a = r->assessment;
	const bool count = strcmp(category, "instructions") == 0;
	double sum = NAN;
	size_t c = 0;

	while (!count && c < a->ncategories &&
	       strcmp(a->categories[c].id, category) != 0)
		c++;
	for (size_t i = 0; i < a->nprocedures; i++) {
		const struct assess_section *s = a->procedures[i];
		double v;

		if (!is_work(s->name) || !s->in[0].section || !s->in[0].lcpi ||
		    (!count && c == a->ncategories))
			continue;
		v = profile_value(r->profile, s->in[0].section, "TOT_INS") *
		    (count ? 1 : s->in[0].lcpi[c]);
		if (!isnan(v))
			sum = isnan(sum) ? v : sum + v;
	}
	return sum;
}
