#include "floor.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "arch/machine.h"
#include "arch/model.h"
#include "base/banned.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "profile/facts.h"
#include "profile/profile.h"

/* More kinds of pipes than any machine has: the rest would only add. */
enum { MOST_MASKS = 14 };

struct masks {
	uint32_t pipes[MOST_MASKS];
	double work[MOST_MASKS]; /* operations, a cycle of a pipe each */
	size_t n;
};

static void raise_to(struct floor *floor, double cycles, enum floor_limit limit)
{
	if (!(cycles > floor->throughput))
		return;
	floor->throughput = cycles;
	floor->limit = limit;
	floor->pipes = 0;
	floor->of = NULL;
}

static void add_mask(struct masks *all, uint32_t pipes, double work)
{
	size_t i = 0;

	while (i < all->n && all->pipes[i] != pipes)
		i++;
	if (i == MOST_MASKS)
		return;
	if (i == all->n) {
		all->pipes[i] = pipes;
		all->work[i] = 0;
		all->n++;
	}
	all->work[i] += work;
}

/*
 * Dealt out in the best way, operations take as long as the fullest set of
 * pipes: for any set, those operations that can go nowhere else. Only unions
 * of what classes name need be looked at (Hall's theorem, for flows).
 */
static void best_assignment(struct floor *floor, const struct masks *all,
                            double instructions, enum floor_limit limit)
{
	for (uint32_t set = 1; set < 1u << all->n; set++) {
		uint32_t pipes = 0;
		double work = 0;

		for (size_t i = 0; i < all->n; i++) {
			if (set >> i & 1)
				pipes |= all->pipes[i];
		}
		for (size_t i = 0; i < all->n; i++) {
			if (!(all->pipes[i] & ~pipes))
				work += all->work[i];
		}
		work /= instructions * __builtin_popcount(pipes);
		if (work > floor->throughput * (1 + 1e-9)) {
			raise_to(floor, work, limit);
			floor->pipes = pipes;
		}
	}
}

/* Units that take longer than a cycle, which nothing else uses meanwhile. */
static void busy_units(struct floor *floor, const struct model_op *op, size_t n,
                       const struct floor_work *work)
{
	struct masks masks = { .n = 0 };
	double most = 0;

	for (size_t i = 0; i < n; i++) {
		if (op[i].busy > 1 && work->ops[i] > 0)
			add_mask(&masks, op[i].pipes,
			         work->ops[i] * op[i].busy);
	}
	best_assignment(floor, &masks, work->instructions, FLOOR_UNIT);
	for (size_t i = 0; floor->limit == FLOOR_UNIT && i < n; i++) {
		const double busy = work->ops[i] * op[i].busy;

		if (op[i].busy > 1 && op[i].pipes & floor->pipes &&
		    busy > most) {
			most = busy;
			floor->of = op[i].name;
		}
	}
}

void floor_throughput(struct floor *floor, const struct machine *m,
                      const struct floor_work *work)
{
	const struct model_op *op;
	const size_t n = machine_model_ops(m, &op);
	const double width = fmin(machine_model_value(m, "dispatch_width"),
	                          machine_model_value(m, "retire_width"));
	struct masks masks = { .n = 0 };

	*floor = (struct floor){ .cpi = NAN,
		                 .chain = NAN,
		                 .per_iteration = NAN };
	for (size_t i = 0; i < n && i < FLOOR_CLASSES; i++) {
		if (work->ops[i] > 0)
			add_mask(&masks, op[i].pipes, work->ops[i]);
	}
	raise_to(floor, work->slots / width / work->instructions, FLOOR_WIDTH);
	best_assignment(floor, &masks, work->instructions, FLOOR_PIPES);
	busy_units(floor, op, n < FLOOR_CLASSES ? n : FLOOR_CLASSES, work);
	raise_to(floor,
	         work->taken * machine_model_value(m, "taken_branch") /
	                 work->instructions,
	         FLOOR_BRANCH);
	floor->cpi = floor->throughput;
}

/* ---- from a section's facts ---- */

struct chain {
	double instructions, cycles, window;
	double ops[FLOOR_CLASSES];
	double most; /* of a fact, and where that is */
	const char *file;
	unsigned line;
};

static double number(const struct profile_fact *f, const char *name)
{
	const struct fact_attribute *a =
		fact_attribute(fact_type(f->name), name);
	const struct fact_value v = fact_attribute_value(f, a);

	return v.known ? v.number : 0;
}

/* How much longer an operation takes than on the machine simulated, or 1 */
static double new_latency(const struct model_op *op,
                          const struct machine *simulated)
{
	const struct model_op *was;
	const size_t n = simulated ? machine_model_ops(simulated, &was) : 0;

	for (size_t i = 0; i < n; i++) {
		if (strcmp(was[i].name, op->name) == 0 && was[i].latency > 0 &&
		    op->latency > 0)
			return op->latency / was[i].latency;
	}
	return 1;
}

static void add_ops(double ops[FLOOR_CLASSES], const struct profile_fact *f,
                    const struct machine *m, const struct machine *simulated)
{
	const struct fact_type *type = fact_type(f->name);
	const struct model_op *op;
	const size_t n = machine_model_ops(m, &op);

	for (size_t i = 0; i < n && i < FLOOR_CLASSES; i++) {
		if (fact_attribute(type, op[i].name))
			ops[i] += number(f, op[i].name) *
			          new_latency(&op[i], simulated);
	}
}

static void add_chain(struct chain *c, const struct profile_fact *f,
                      const struct machine *m, const struct machine *simulated)
{
	const double found = number(f, "cycles");
	double ops[FLOOR_CLASSES] = { 0 }, was[FLOOR_CLASSES] = { 0 };
	double cycles = found;

	add_ops(ops, f, m, simulated);
	add_ops(was, f, m, NULL);
	for (size_t i = 0; i < FLOOR_CLASSES; i++) {
		cycles += ops[i] - was[i];
		c->ops[i] += ops[i];
	}

	c->instructions += number(f, "instructions");
	c->cycles += cycles;
	c->window += number(f, "window");
	if (cycles > c->most) {
		const double line = profile_fact_number(f, "line");

		c->most = cycles;
		c->file = profile_fact_attr(f, "file");
		c->line = line >= 1 && line < 1e9 ? (unsigned)line : 0;
	}
}

static void add_section(struct floor_work *work, struct chain *chain,
                        const struct profile_section *s,
                        const struct machine *m,
                        const struct machine *simulated)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		const struct profile_fact *f = &s->facts[i];

		if (strcmp(f->name, "operations") == 0 && fact_sound(f)) {
			work->instructions += number(f, "instructions");
			work->slots += number(f, "slots");
			work->taken += number(f, "taken");
			add_ops(work->ops, f, m, NULL);
		} else if (strcmp(f->name, "longest_chain") == 0 &&
		           fact_sound(f)) {
			add_chain(chain, f, m, simulated);
		}
	}
	for (const struct profile_section *c = s->child; c; c = c->next)
		add_section(work, chain, c, m, simulated);
}

/* The class that has most of the chain's time. */
static const char *class_of_most(const struct chain *c, const struct machine *m)
{
	const struct model_op *op;
	const size_t n = machine_model_ops(m, &op);
	size_t best = 0;

	for (size_t i = 1; i < n && i < FLOOR_CLASSES; i++) {
		if (c->ops[i] > c->ops[best])
			best = i;
	}
	return n && c->ops[best] > 0 ? op[best].name : NULL;
}

static void consider_chain(struct floor *floor, const struct chain *c,
                           const struct machine *m)
{
	const double rob = machine_model_value(m, "rob");

	if (!(c->instructions > 0))
		return;
	floor->chain = c->cycles / c->instructions;
	if (!(floor->chain > floor->throughput))
		return;
	floor->cpi = floor->chain;
	/* most of its way leads through places that get free */
	floor->limit = c->window * rob > 0.5 * c->instructions ? FLOOR_WINDOW
	                                                       : FLOOR_CHAIN;
	floor->pipes = 0;
	floor->of = class_of_most(c, m);
	floor->file = c->file;
	floor->line = c->line;
}

/* How often a loop's body ran; NAN when it is none or that is not known */
static double iterations(const struct profile_section *s)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		const struct profile_fact *f = &s->facts[i];

		if (strcmp(f->name, "loop") == 0 && fact_sound(f))
			return number(f, "iterations");
	}
	return NAN;
}

void floor_work_of(struct floor_work *work, const struct machine *m,
                   const struct profile_section *s)
{
	struct chain chain = { .instructions = 0 };

	*work = (struct floor_work){ .instructions = 0 };
	add_section(work, &chain, s, m, NULL);
}

void floor_make(struct floor *floor, const struct machine *m,
                const struct machine *simulated,
                const struct profile_section *s)
{
	struct floor_work work = { .instructions = 0 };
	struct chain chain = { .instructions = 0 };

	add_section(&work, &chain, s, m, simulated);
	*floor = (struct floor){ .cpi = NAN,
		                 .throughput = NAN,
		                 .chain = NAN,
		                 .per_iteration = NAN };
	if (!(work.instructions > 0))
		return;
	floor_throughput(floor, m, &work);
	consider_chain(floor, &chain, m);
	floor->per_iteration = floor->cpi * work.instructions / iterations(s);
	if (!isfinite(floor->per_iteration))
		floor->per_iteration = NAN;
}

/* Bursts are a sample, so both differ by a little. */
static const double nearly = 1.05;

void floor_bound(struct floor *floor, double modelled, double measured)
{
	if (floor->cpi > nearly * modelled) {
		floor->cpi = floor->per_iteration = NAN;
		return;
	}
	if (floor->cpi > modelled) {
		floor->per_iteration *= modelled / floor->cpi;
		floor->cpi = modelled;
	}
	floor->doubtful = floor->cpi > nearly * measured;
}

/* ---- in words ---- */

const char *floor_limit_name(enum floor_limit limit)
{
	static const char *const names[] = {
		[FLOOR_WIDTH] = "width", [FLOOR_PIPES] = "pipes",
		[FLOOR_UNIT] = "unit",   [FLOOR_BRANCH] = "taken",
		[FLOOR_CHAIN] = "chain", [FLOOR_WINDOW] = "window",
	};

	return names[limit];
}

static void add_pipes(struct strbuf *b, uint32_t pipes, const struct machine *m)
{
	const char *const *names;
	const size_t n = machine_model_pipes(m, &names);
	const char *before = "";

	strbuf_adds(b, __builtin_popcount(pipes) == 1 ? "the pipe "
	                                              : "the pipes ");
	for (size_t i = 0; i < n; i++) {
		if (!(pipes >> i & 1))
			continue;
		strbuf_addf(b, "%s%s", before, names[i]);
		before = ", ";
	}
}

static const char *description(const struct machine *m, const char *class)
{
	const struct model_op *op;
	const size_t n = machine_model_ops(m, &op);

	for (size_t i = 0; class && i < n; i++) {
		if (strcmp(op[i].name, class) == 0)
			return op[i].description;
	}
	return "operations";
}

static void add_reason(struct strbuf *b, const struct floor *floor,
                       const struct machine *m)
{
	switch (floor->limit) {
	case FLOOR_WIDTH:
		strbuf_adds(b, "the width of the core");
		break;
	case FLOOR_PIPES:
		add_pipes(b, floor->pipes, m);
		break;
	case FLOOR_UNIT:
		strbuf_addf(b, "the unit for: %s", description(m, floor->of));
		break;
	case FLOOR_BRANCH:
		strbuf_adds(b, "taken branches in a row");
		break;
	case FLOOR_CHAIN:
		strbuf_adds(b, "the dependence chain, mostly ");
		strbuf_adds(b, description(m, floor->of));
		break;
	case FLOOR_WINDOW:
		strbuf_adds(b, "too few independent chains in the out-of-order "
		               "window, mostly ");
		strbuf_adds(b, description(m, floor->of));
		break;
	}
}

void floor_sentence(struct strbuf *b, const struct floor *floor,
                    const struct machine *m)
{
	if (isnan(floor->cpi))
		return;
	strbuf_addf(b,
	            floor->cpi < 9.95 ? "best case: %.2g CPI"
	                              : "best case: %.0f CPI",
	            floor->cpi);
	strbuf_adds(b, ", limited by ");
	add_reason(b, floor, m);
	if (floor->file && floor->line)
		strbuf_addf(b, " at %s:%u", io_basename(floor->file),
		            floor->line);
	if (!isnan(floor->per_iteration))
		strbuf_addf(b, ", %.3g cycles per iteration",
		            floor->per_iteration);
	if (floor->doubtful)
		strbuf_adds(b, "; doubtful: the measured code was faster");
}
