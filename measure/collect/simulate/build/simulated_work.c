#include "simulated_work.h"

#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/mem.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/fact.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/extrapolate/scale.h"
#include "profile/facts.h"
#include "profile/profile.h"
#include "simulated_facts.h"

/* An instruction, its section, and what its counts are multiplied by. */
struct worked {
	struct spot at;
	const struct sim_work *work;
	double times, ticks;
};

struct works {
	struct worked *v;
	size_t n, cap;
};

static int by_section(const void *a, const void *b)
{
	const struct worked *x = a, *y = b;

	return (x->at.section > y->at.section) -
	       (x->at.section < y->at.section);
}

static void collect(struct works *all, const struct simulated *s,
                    const struct simout *out, const struct spot *spots)
{
	for (size_t i = 0; out->ticks_per_cycle && i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];
		const struct spot *at = &spots[i];

		if (!in->work || !s->wanted(s->ctx, at->section))
			continue;
		const double scale =
			s->scale ? scale_of(s->scale, at->section) : 1;

		all->v = mem_grow(all->v, &all->cap, all->n + 1,
		                  sizeof(*all->v));
		all->v[all->n++] = (struct worked){
			.at = *at,
			.work = in->work,
			.times = scale * (double)sim_count(in, SIM_EXEC) /
			         in->work->n,
			.ticks = out->ticks_per_cycle,
		};
	}
}

/* Of n instructions of one section: those of a class, or all */
static double operations(const struct worked *v, size_t n, const char *class)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		for (size_t k = 0; k < v[i].work->nops; k++) {
			const struct sim_work_op *op = &v[i].work->op[k];

			if (strcmp(op->class, class) == 0)
				sum += op->n * v[i].times;
		}
	}
	return sum;
}

static double chain_of(const struct worked *w, const char *class)
{
	double sum = 0;

	for (size_t k = 0; k < w->work->nops; k++) {
		const struct sim_work_op *op = &w->work->op[k];

		if (!class || strcmp(op->class, class) == 0)
			sum += op->chain * w->times / w->ticks;
	}
	return sum;
}

static double chain(const struct worked *v, size_t n, const char *class)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += chain_of(&v[i], class);
	return sum;
}

/* The attributes of a kind of fact that are classes of operations. */
static void
add_classes(struct fact *f, const char *type, const struct worked *v, size_t n,
            double (*value)(const struct worked *, size_t, const char *))
{
	const struct fact_type *t = fact_type(type);

	for (size_t i = 0; i < t->nattributes; i++) {
		const struct fact_attribute *a = &t->attributes[i];
		double v_class = 0;

		if (a->kind == FACT_COUNT && a->absent == FACT_ZERO)
			v_class = value(v, n, a->name);
		/* the shares of what a burst hardly saw */
		if (v_class >= 0.5)
			fact_some(f, a->name, v_class);
	}
}

static void add_operations(struct profile *p, const struct worked *v, size_t n)
{
	double instructions = 0, slots = 0, taken = 0;
	struct fact f = { .n = 0 };

	for (size_t i = 0; i < n; i++) {
		instructions += v[i].work->n * v[i].times;
		slots += v[i].work->slots * v[i].times;
		taken += v[i].work->taken * v[i].times;
	}
	fact_number(&f, "instructions", instructions);
	fact_number(&f, "slots", slots);
	fact_some(&f, "taken", taken);
	add_classes(&f, "operations", v, n, operations);
	fact_add(p, v->at.section, "operations", &f);
}

static void add_chain(struct profile *p, const struct worked *v, size_t n)
{
	const struct worked *most = v;
	double instructions = 0, window = 0;
	struct fact f = { .n = 0 };

	for (size_t i = 0; i < n; i++) {
		instructions += v[i].work->n * v[i].times;
		window += v[i].work->window * v[i].times;
		if (chain_of(&v[i], NULL) > chain_of(most, NULL))
			most = &v[i];
	}
	fact_number(&f, "instructions", instructions);
	fact_number(&f, "cycles", chain(v, n, NULL));
	fact_some(&f, "window", window);
	fact_text(&f, "file", most->at.file);
	fact_some(&f, "line", most->at.line);
	add_classes(&f, "longest_chain", v, n, chain);
	fact_add(p, v->at.section, "longest_chain", &f);
}

void simulated_work(struct profile *p, const struct simulated *s)
{
	struct works all = { 0 };

	for (size_t k = 0; k < s->n; k++)
		collect(&all, s, s->outs[k], s->spots[k]);
	if (all.n)
		qsort(all.v, all.n, sizeof(*all.v), by_section);
	for (size_t i = 0, end; i < all.n; i = end) {
		end = i + 1;
		while (end < all.n &&
		       all.v[end].at.section == all.v[i].at.section)
			end++;
		add_operations(p, &all.v[i], end - i);
		add_chain(p, &all.v[i], end - i);
	}
	free(all.v);
}
