#include "transfer.h"

#include <math.h>
#include <string.h>

#include "account.h"
#include "arch/machine.h"
#include "arch/model.h"
#include "assessment.h"
#include "base/banned.h"
#include "floor.h"
#include "profile/profile.h"

struct pair {
	const struct machine *from, *to;
};

/* A number of the other machine by that of the first; 1 where one is 0. */
static double ratio(const struct pair *m, const char *name)
{
	const double a = machine_model_value(m->from, name);
	const double b = machine_model_value(m->to, name);

	return a > 0 && b > 0 ? b / a : 1;
}

static const struct model_op *find(const struct machine *m, const char *name)
{
	const struct model_op *op;
	const size_t n = machine_model_ops(m, &op);

	for (size_t i = 0; i < n; i++) {
		if (strcmp(op[i].name, name) == 0)
			return &op[i];
	}
	return NULL;
}

enum kind { INTEGERS, FLOATS, LOADS };

static bool is_kind(const char *class, enum kind kind)
{
	switch (kind) {
	case INTEGERS:
		return strncmp(class, "int", 3) == 0 ||
		       strcmp(class, "branch") == 0;
	case LOADS:
		return strncmp(class, "load", 4) == 0;
	case FLOATS:
		return strncmp(class, "fp_", 3) == 0 ||
		       strncmp(class, "vec_", 4) == 0;
	}
	return false;
}

/* Latencies of a kind of operations, as often as the section has them. */
static double latencies(const struct pair *m, const struct floor_work *work,
                        enum kind kind)
{
	const struct model_op *op;
	const size_t n = machine_model_ops(m->from, &op);
	double from = 0, to = 0;

	for (size_t i = 0; i < n && i < FLOOR_CLASSES; i++) {
		const struct model_op *other = find(m->to, op[i].name);

		if (!other || !is_kind(op[i].name, kind))
			continue;
		from += work->ops[i] * op[i].latency;
		to += work->ops[i] * other->latency;
	}
	return from > 0 && to > 0 ? to / from : 1;
}

/* Cycles for a byte that comes over a path. */
static double path(const struct pair *m, const char *line)
{
	const double from = machine_geometry(m->from)->l2.line_bytes;
	const double to = machine_geometry(m->to)->l2.line_bytes;

	return ratio(m, line) * (from > 0 && to > 0 ? from / to : 1);
}

/* What L3 has is in memory where there is no L3. */
static double third_level(const struct pair *m)
{
	if (machine_geometry(m->to)->l3.size_bytes > 0)
		return ratio(m, "l3_latency");
	return machine_model_value(m->to, "memory_latency") /
	       machine_model_value(m->from, "l3_latency");
}

static double factor(const struct pair *m, const struct floor_work *work,
                     const char *part, const struct account *a)
{
	if (strcmp(part, "useful") == 0)
		return 1 / ratio(m, "dispatch_width");
	if (strcmp(part, "chain_fp") == 0)
		return latencies(m, work, FLOATS);
	if (strncmp(part, "chain_", 6) == 0)
		return latencies(m, work, INTEGERS);
	if (strcmp(part, "l1") == 0)
		return latencies(m, work, LOADS);
	if (strcmp(part, "l2") == 0)
		return ratio(m, "l2_latency");
	if (strcmp(part, "l3") == 0)
		return third_level(m);
	if (strcmp(part, "memory_latency") == 0)
		return ratio(m, "memory_latency");
	if (strcmp(part, "memory_bandwidth") == 0)
		return path(m, "memory_line");
	if (strcmp(part, "stores") == 0)
		return a->part[ACCOUNT_MEMORY_LATENCY] +
		                               a->part[ACCOUNT_MEMORY_BANDWIDTH] >
		                       0
		               ? path(m, "memory_line")
		               : path(m, "l2_line");
	if (strcmp(part, "data_tlb") == 0 ||
	    strcmp(part, "instruction_tlb") == 0)
		return ratio(m, "walk");
	if (strcmp(part, "fetch") == 0)
		return 1 / ratio(m, "decode_width");
	if (strcmp(part, "mispredicted") == 0)
		return ratio(m, "mispredict");
	return 1;
}

/* The part that a floor's reason is. */
static size_t part_of(const struct floor *floor)
{
	switch (floor->limit) {
	case FLOOR_PIPES:
	case FLOOR_UNIT:
		return ACCOUNT_PIPES;
	case FLOOR_CHAIN:
	case FLOOR_WINDOW:
		if (floor->of && is_kind(floor->of, LOADS))
			return ACCOUNT_L1;
		return floor->of && is_kind(floor->of, FLOATS)
		               ? ACCOUNT_CHAIN_FP
		               : ACCOUNT_CHAIN_INTEGER;
	case FLOOR_BRANCH:
		return ACCOUNT_FETCH;
	case FLOOR_WIDTH:
		break;
	}
	return ACCOUNT_USEFUL;
}

void account_transfer(struct account *account, const struct profile_section *s,
                      const struct machine *from, const struct machine *to)
{
	const struct pair m = { from, to };
	const struct account was = *account;
	struct floor before, after;
	struct floor_work work;
	double pipes = 1;

	floor_work_of(&work, from, s);
	floor_make(&before, from, NULL, s);
	floor_make(&after, to, from, s);
	if (before.throughput > 0 && after.throughput > 0)
		pipes = after.throughput / before.throughput;
	account->modelled = 0;
	for (size_t i = 0; i < ACCOUNT_PARTS; i++) {
		account->part[i] *=
			i == ACCOUNT_PIPES
				? pipes
				: factor(&m, &work, account_parts[i].id, &was);
		account->modelled += account->part[i];
	}
	if (after.cpi > account->modelled) {
		account->part[part_of(&after)] += after.cpi - account->modelled;
		account->modelled = after.cpi;
	}
	account->uncut = account->modelled;
}

bool account_modelled(const struct assess_input *in)
{
	return profile_event(in->profile, "MODEL_INS") >= 0 &&
	       (in->profile->estimated || in->simulated);
}

void account_assess(struct account *account, const struct assess_input *in,
                    const struct profile_section *s)
{
	account_make(account, in, s);
	if (!account_modelled(in))
		return;
	account->measured = NAN;
	account->doubtful = false;
	if (in->simulated && !account->why_not)
		account_transfer(account, s, in->simulated, in->other);
}

void floor_assess(struct floor *floor, const struct assess_input *in,
                  const struct profile_section *s)
{
	struct account account;

	if (in->simulated) {
		floor_make(floor, in->other, in->simulated, s);
		return;
	}
	floor_make(floor, in->machine, NULL, s);
	account_make(&account, in, s);
	if (!account.why_not && !account.counted)
		floor_bound(floor, account.modelled, account.measured);
}

void floor_words(struct strbuf *b, const struct assess_input *in,
                 const struct profile_section *s)
{
	struct floor floor;

	floor_assess(&floor, in, s);
	floor_sentence(b, &floor, in->other ? in->other : in->machine);
}
