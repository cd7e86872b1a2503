#include "simout_weigh.h"

#include "base/arena.h"
#include "base/err.h"
#include "simout.h"
#include "simout_merge.h"

uint64_t simout_weight(const struct simout *s, unsigned begun)
{
	const unsigned most = begun > s->number ? begun - s->number : 1;

	if (!s->kind || !s->each)
		return 1;
	return s->each < most ? s->each : most;
}

static int weigh_counts(struct simout *s, struct sim_instr *in, uint64_t weight)
{
	uint64_t n[SIM_NCOUNTERS];

	for (int c = 0; c < SIM_NCOUNTERS; c++) {
		if (__builtin_mul_overflow(sim_count(in, (enum sim_counter)c),
		                           weight, &n[c]))
			return -1;
	}
	sim_pack(s->arena, in, n);
	return 0;
}

static const struct sim_shares *
weigh_shares(struct simout *s, const struct sim_shares *from, uint64_t weight)
{
	struct sim_shares *to = arena_alloc(s->arena, 1, sizeof(*to));

	to->n = from->n;
	to->of = arena_alloc(s->arena, from->n, sizeof(*to->of));
	for (size_t i = 0; i < from->n; i++) {
		to->of[i] = from->of[i];
		to->of[i].exec *= weight;
	}
	return to;
}

static const struct sim_work *
weigh_work(struct simout *s, const struct sim_work *from, uint64_t weight)
{
	const double w = (double)weight;
	struct sim_work *to = arena_alloc(s->arena, 1, sizeof(*to));

	*to = (struct sim_work){ w * from->n, w * from->slots, w * from->taken,
		                 w * from->window, .nops = from->nops };
	to->op = arena_alloc(s->arena, to->nops, sizeof(*to->op));
	for (size_t i = 0; i < to->nops; i++) {
		to->op[i] = from->op[i];
		to->op[i].n *= w;
		to->op[i].chain *= w;
	}
	return to;
}

int simout_weigh(struct simout *s, uint64_t weight, struct err *err)
{
	for (int c = 0; c < SIM_NCOUNTERS; c++) {
		if (__builtin_mul_overflow(s->total[c], weight, &s->total[c]))
			goto large;
	}
	for (size_t i = 0; i < s->n_instrs; i++) {
		struct sim_instr *in = &s->instrs[i];

		if (weigh_counts(s, in, weight) != 0)
			goto large;
		in->late *= weight;
		in->rather_late *= weight;
		if (in->shares)
			in->shares = weigh_shares(s, in->shares, weight);
		if (in->work)
			in->work = weigh_work(s, in->work, weight);
	}
	for (size_t i = 0; i < s->n_regions; i++) {
		s->regions[i].entries *= weight;
		if (weigh_counts(s, &s->regions[i].counts, weight) != 0)
			goto large;
	}
	s->clock_reads *= weight;
	return 0;
large:
	return err_set(err, ERR_FORMAT, "counts too large");
}
