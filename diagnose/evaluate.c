#include "evaluate.h"

#include <math.h>
#include <stdint.h>

#include "arch/lcpi.h"
#include "arch/machine.h"
#include "account.h"
#include "assessment.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/map.h"
#include "base/mem.h"
#include "confidence.h"
#include "transfer.h"
#include "waits.h"

/*
 * The machine that a measurement names. The file is not ours, so it may only
 * name a machine file that comes with perfexpert: a path is for the user.
 */
static struct machine *load_measured(const struct profile *p, struct map *known,
                                     struct err *err)
{
	struct machine *m = known ? map_get(known, p->machine) : NULL;

	if (m)
		return machine_share(m);
	if (machine_is_path(p->machine)) {
		err_set(err, ERR_FORMAT,
		        "measured for the machine file '%s': give it with "
		        "--machine",
		        p->machine);
	} else if (machine_load(&m, p->machine, err) != 0) {
		err_prefix(err,
		           "measured for machine '%s', choose another "
		           "with --machine",
		           p->machine);
		err->code = ERR_FORMAT;
	} else if (known) {
		map_put(known, p->machine, m);
		return machine_share(m);
	}
	return m;
}

/*
 * Both machines, where an account can be made over: the one that it is of has
 * to be known, or there is none.
 */
static int load_both(struct assess_input *in, const struct assess_options *o,
                     struct err *err)
{
	const struct profile *p = in->profile;
	struct err none = { 0 };

	if (profile_event(p, "MODEL_INS") < 0 || !p->machine ||
	    strcmp(p->machine, machine_name(in->machine)) == 0)
		return 0;
	in->simulated = load_measured(p, o->machines, &none);
	if (!in->simulated)
		return 0;
	if (p->clock_hz > 0)
		machine_set_clock(in->simulated, p->clock_hz);
	return machine_load(&in->other, o->machine, err);
}

static int load_machine(struct assess_input *in, const struct assess_options *o,
                        struct err *err)
{
	const struct profile *p = in->profile;

	if (o->machine) {
		if (machine_load(&in->machine, o->machine, err) != 0)
			return -1;
		return load_both(in, o, err);
	}
	in->machine_guessed = !p->machine;
	if (!p->machine)
		return machine_host(&in->machine, NULL, err);
	in->machine = load_measured(p, o->machines, err);
	if (in->machine)
		return 0;
	err_prefix(err, "%s", in->file);
	return -1;
}

static void set_machine(struct assess_input *in)
{
	if (in->profile->clock_hz > 0)
		machine_set_clock(in->machine, in->profile->clock_hz);
	in->machine_name = machine_name(in->machine);
	in->clock_hz = machine_param(in->machine, "CPU_freq");
	in->good_cpi = machine_param(in->machine, "CPI_threshold");
}

/* The entry with this id among the n at list, or a new one after them. */
static struct assess_category *find_or_add(struct assess_category *list,
                                           size_t *n, const char *id)
{
	for (size_t i = 0; i < *n; i++) {
		if (strcmp(list[i].id, id) == 0)
			return &list[i];
	}
	list[*n] = (struct assess_category){
		.id = id,
		.index = { SIZE_MAX, SIZE_MAX },
	};
	return &list[(*n)++];
}

/* The parts of a category, from every machine that has it. */
static void list_parts(struct assessment *a, struct assess_category *c)
{
	c->first_part = a->nparts;
	for (size_t i = 0; i < a->n; i++) {
		const struct lcpi_category *list;

		if (c->index[i] == SIZE_MAX)
			continue;
		lcpi_categories(a->in[i].machine, &list);
		list += c->index[i];
		for (size_t k = 0; k < list->nparts; k++) {
			struct assess_category *part;

			part = find_or_add(a->parts + c->first_part, &c->nparts,
			                   list->parts[k].id);
			part->label = list->parts[k].label;
			part->unit = list->unit;
			part->index[i] = k;
		}
	}
	a->nparts += c->nparts;
}

static void list_categories(struct assessment *a)
{
	size_t most = 0, parts = 0;

	for (size_t i = 0; i < a->n; i++) {
		const struct lcpi_category *list;
		size_t n = lcpi_categories(a->in[i].machine, &list);

		most += n;
		for (size_t k = 0; k < n; k++)
			parts += list[k].nparts;
	}
	a->categories = arena_alloc(a->arena, most + 1, sizeof(*a->categories));
	a->parts = arena_alloc(a->arena, parts + 1, sizeof(*a->parts));
	for (size_t i = 0; i < a->n; i++) {
		const struct lcpi_category *list;
		size_t n = lcpi_categories(a->in[i].machine, &list);

		for (size_t k = 0; k < n; k++) {
			struct assess_category *c;

			c = find_or_add(a->categories, &a->ncategories,
			                list[k].id);
			c->label = list[k].label;
			c->unit = list[k].unit;
			c->index[i] = k;
		}
	}
	for (size_t k = 0; k < a->ncategories; k++)
		list_parts(a, &a->categories[k]);
}

static bool listed(const struct assessment *a, const char *event)
{
	for (size_t i = 0; i < a->nevents; i++) {
		if (strcmp(a->events[i], event) == 0)
			return true;
	}
	return false;
}

static void list_events(struct assessment *a)
{
	size_t most = 0;

	for (size_t i = 0; i < a->n; i++)
		most += a->in[i].profile->nevents;
	a->events = arena_alloc(a->arena, most + 1, sizeof(*a->events));
	for (size_t i = 0; i < a->n; i++) {
		const struct profile *p = a->in[i].profile;

		for (size_t k = 0; k < p->nevents; k++) {
			if (!listed(a, p->events[k].name))
				a->events[a->nevents++] = p->events[k].name;
		}
	}
}

int evaluate_machines(struct assessment *a, const struct assess_options *o,
                      struct err *err)
{
	for (size_t i = 0; i < a->n; i++) {
		if (load_machine(&a->in[i], o, err) != 0)
			return -1;
		set_machine(&a->in[i]);
	}
	list_categories(a);
	list_events(a);
	return 0;
}

/* What is counted while waiting is not the program's own work. */
static double work_of(const struct profile *p, const struct profile_section *s,
                      const char *name)
{
	const double all = profile_value(p, s, name);
	double sum = 0;

	if (s->kind >= PROFILE_PROCEDURE)
		return strcmp(name, "TOT_CYC") == 0 ? all - waits_spent(p, s)
		                                    : all * waits_work(p, s);
	if (isnan(all) || !(waits_spent(p, s) > 0))
		return all;
	for (const struct profile_section *c = s->child; c; c = c->next) {
		double part = work_of(p, c, name);

		sum += isnan(part) ? 0 : part;
	}
	return sum;
}

double evaluate_event(const void *ctx, const char *name)
{
	const struct evaluate_counts *c = ctx;

	return work_of(c->profile, c->section, name);
}

static double *nans(const struct assessment *a, size_t n)
{
	double *v = arena_alloc(a->arena, n + 1, sizeof(*v));

	for (size_t i = 0; i < n; i++)
		v[i] = NAN;
	return v;
}

static void evaluate_category(const struct assessment *a, size_t c, size_t i,
                              struct assess_value *v)
{
	const struct evaluate_counts counts = { a->in[i].profile, v->section };
	const struct assess_category *category = &a->categories[c];
	const struct lcpi_category *list;
	double *parts;

	if (category->index[i] == SIZE_MAX)
		return;
	lcpi_categories(a->in[i].machine, &list);
	parts = mem_alloc(list[category->index[i]].nparts + 1, sizeof(*parts));
	v->lcpi[c] = lcpi_eval_parts(a->in[i].machine, category->index[i],
	                             evaluate_event, &counts, parts);
	for (size_t k = 0; k < category->nparts; k++) {
		size_t at = category->first_part + k;

		if (a->parts[at].index[i] != SIZE_MAX)
			v->parts[at] = parts[a->parts[at].index[i]];
	}
	/* cycles of the whole program, instructions of an unknown part of it */
	if (a->in[i].profile->simulated_share == 0 &&
	    strcmp(category->id, "overall") == 0)
		v->lcpi[c] = NAN;
	free(parts);
}

/*
 * The fewest cycles that a core can take for an instruction, were each branch
 * fused with the instruction before it. NAN where the width is not known.
 */
static double least_cpi(const struct assess_input *in,
                        const struct profile_section *s)
{
	unsigned width = machine_peak(in->machine)->issue_width;
	double all = profile_value(in->profile, s, "TOT_INS");
	double branches = profile_value(in->profile, s, "BR_INS");

	if (!width || !(all > 0))
		return NAN;
	/* one that can't be fused with anything is not followed by another */
	branches = isnan(branches) ? all / 2 : fmin(branches, all / 2);
	return (all - branches) / all / width;
}

/* Time and instructions that can't be of the same work are not divided. */
static void refuse_impossible(const struct assessment *a, size_t i,
                              struct assess_value *v)
{
	for (size_t c = 0; v->section && c < a->ncategories; c++) {
		double high = v->lcpi_interval[c].high;

		if (strcmp(a->categories[c].id, "overall") != 0)
			continue;
		if (isnan(high))
			high = v->lcpi[c];
		if (!(high < least_cpi(&a->in[i], v->section)))
			continue;
		v->impossible_ipc = 1 / v->lcpi[c];
		v->lcpi[c] = NAN;
		v->lcpi_interval[c] = (struct assess_interval){ NAN, NAN };
	}
}

/* Nothing ran on that machine: its cycles are the model's, or not known. */
static void model_overall(const struct assessment *a, size_t i,
                          struct assess_value *v)
{
	struct account account;

	if (!v->section || !account_modelled(&a->in[i]))
		return;
	account_assess(&account, &a->in[i], v->section);
	for (size_t c = 0; c < a->ncategories; c++) {
		if (strcmp(a->categories[c].id, "overall") != 0)
			continue;
		v->lcpi[c] = account.modelled;
		v->lcpi_interval[c] = (struct assess_interval){ NAN, NAN };
	}
}

void evaluate_section(const struct assessment *a, struct assess_section *s)
{
	for (size_t i = 0; i < a->n; i++) {
		struct assess_value *v = &s->in[i];

		v->lcpi = nans(a, a->ncategories);
		v->parts = nans(a, a->nparts);
		v->events = nans(a, a->nevents);
		if (!v->section)
			continue;
		for (size_t c = 0; c < a->ncategories; c++)
			evaluate_category(a, c, i, v);
		for (size_t k = 0; k < a->nevents; k++)
			v->events[k] = profile_value(a->in[i].profile,
			                             v->section, a->events[k]);
	}
	confidence_section(a, s);
	for (size_t i = 0; i < a->n; i++) {
		model_overall(a, i, &s->in[i]);
		refuse_impossible(a, i, &s->in[i]);
	}
}
