#include "simout_merge.h"

#include "base/arena.h"
#include "base/mem.h"
#include "simout_shares.h"
#include "simout_work.h"

#include <math.h>
#include <stdlib.h>

bool sim_is_sampled(enum sim_counter c)
{
	return (c >= SIM_L1I_MISS && c <= SIM_DTLB2_MISS) || c == SIM_BR_MSP ||
	       c == SIM_BR_IND_MSP || c == SIM_RET_MSP;
}

uint64_t sim_count(const struct sim_instr *i, enum sim_counter c)
{
	const uint64_t bit = 1ULL << c;

	if (!(i->mask & bit))
		return 0;
	return i->packed[__builtin_popcountll(i->mask & (bit - 1))];
}

void sim_extrapolate(uint64_t n[SIM_NCOUNTERS], uint64_t watched)
{
	/* more than that is no count that can be, and is refused later */
	static const double most = 1e18;
	const double times =
		watched ? (double)n[SIM_EXEC] / (double)watched : 0;

	for (int c = 0; c < SIM_NCOUNTERS; c++) {
		if (sim_is_sampled((enum sim_counter)c))
			n[c] = (uint64_t)llround(
				fmin(most, (double)n[c] * times));
	}
}

void sim_pack(struct arena *arena, struct sim_instr *in,
              const uint64_t n[SIM_NCOUNTERS])
{
	size_t used = 0;

	in->mask = 0;
	for (int c = 0; c < SIM_NCOUNTERS; c++) {
		if (n[c]) {
			in->mask |= 1ULL << c;
			used++;
		}
	}
	uint64_t *packed = arena_alloc(arena, used, sizeof *packed);

	in->packed = packed;
	for (int c = 0; c < SIM_NCOUNTERS; c++) {
		if (n[c])
			*packed++ = n[c];
	}
}

static int same_module(const struct sim_module *a, const struct sim_module *b)
{
	return a->path == b->path && a->build_id == b->build_id;
}

/* A file may be mapped in pieces, or more than once. */
static void merge_modules(struct simout *out)
{
	uint32_t *number = mem_alloc(out->n_modules + 1, sizeof *number);
	size_t n = 0;

	for (size_t i = 0; i < out->n_modules; i++) {
		const struct sim_module m = out->modules[i];
		size_t k = 0;

		while (k < n && !same_module(&m, &out->modules[k]))
			k++;
		number[i] = (uint32_t)k;
		if (k == n) {
			out->modules[n++] = m;
			continue;
		}
		struct sim_module *to = &out->modules[k];

		to->start = m.start < to->start ? m.start : to->start;
		to->end = m.end > to->end ? m.end : to->end;
	}
	out->n_modules = n;
	for (size_t i = 0; i < out->n_instrs; i++)
		out->instrs[i].module = number[out->instrs[i].module];
	free(number);
}

static int by_address(const void *a, const void *b)
{
	const struct sim_instr *i = a, *j = b;

	if (i->module != j->module)
		return i->module < j->module ? -1 : 1;
	if (i->addr != j->addr)
		return i->addr < j->addr ? -1 : 1;
	return 0;
}

/* Code that was loaded twice or written over; sampled facts: the better. */
static void add_instr(struct arena *arena, struct sim_instr *to,
                      const struct sim_instr *from)
{
	uint64_t n[SIM_NCOUNTERS];

	for (int c = 0; c < SIM_NCOUNTERS; c++)
		n[c] = sim_count(to, (enum sim_counter)c) +
		       sim_count(from, (enum sim_counter)c);
	if (from->stride_samples > to->stride_samples) {
		to->stride_samples = from->stride_samples;
		to->stride = from->stride;
		to->stride_share = from->stride_share;
		to->falling = from->falling;
		to->stride2 = from->stride2;
		to->stride2_samples = from->stride2_samples;
	}
	if (from->flow_of > to->flow_of) {
		to->flow_store = from->flow_store;
		to->flow_loads = from->flow_loads;
		to->flow_of = from->flow_of;
		to->flow_ahead = from->flow_ahead;
	}
	if (from->high) {
		to->low = to->high && to->low < from->low ? to->low : from->low;
		to->high = to->high > from->high ? to->high : from->high;
	}
	if (isnan(to->line_bytes_used))
		to->line_bytes_used = from->line_bytes_used;
	if (isnan(to->lines_touched) ||
	    to->lines_touched < from->lines_touched) {
		to->lines_touched = from->lines_touched;
		to->places_touched = from->places_touched;
	}
	if (from->shared_samples > to->shared_samples) {
		to->shared_samples = from->shared_samples;
		to->shared_of = from->shared_of;
	}
	to->values_seen += from->values_seen;
	to->zeros += from->zeros;
	to->subnormal32 += from->subnormal32;
	to->subnormal64 += from->subnormal64;
	if (to->conflicts < from->conflicts)
		to->conflicts = from->conflicts;
	to->unseen = to->unseen && from->unseen;
	to->late += from->late;
	to->rather_late += from->rather_late;
	if (from->targets > to->targets)
		to->targets = from->targets;
	if (!to->arguments ||
	    (from->arguments && from->arguments->n > to->arguments->n))
		to->arguments = from->arguments;
	to->work = simout_add_work(arena, to->work, from->work);
	to->shares = simout_add_shares(arena, to->shares, from->shares);
	sim_pack(arena, to, n);
}

static void merge_instrs(struct simout *out)
{
	size_t n = 0;

	if (!out->n_instrs)
		return;
	qsort(out->instrs, out->n_instrs, sizeof *out->instrs, by_address);
	for (size_t i = 0; i < out->n_instrs; i++) {
		if (n && !by_address(&out->instrs[n - 1], &out->instrs[i]))
			add_instr(out->arena, &out->instrs[n - 1],
			          &out->instrs[i]);
		else
			out->instrs[n++] = out->instrs[i];
	}
	out->n_instrs = n;
}

void simout_merge(struct simout *out)
{
	merge_modules(out);
	merge_instrs(out);
}
