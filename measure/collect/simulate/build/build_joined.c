#include "build_joined.h"

#include <stdlib.h>

#include "base/banned.h"
#include "base/mem.h"
#include "measure/attribute/attribution.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simout_join.h"
#include "measure/collect/simulate/protocol/simulation.h"

static struct spot *spots_of(struct attribution *b, const struct simout *out)
{
	struct spot *spots = mem_alloc(out->n_instrs + 1, sizeof(*spots));

	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];

		spots[i] = attribution_spot_vaddr(
			b, out->modules[in->module].path, in->addr);
	}
	return spots;
}

void joined_make(struct joined *j, struct attribution *b,
                 const struct simulation *sim)
{
	struct simout **same = mem_alloc(sim->n + 1, sizeof(struct simout *));
	bool *taken = mem_alloc(sim->n + 1, sizeof(*taken));

	*j = (struct joined){ 0 };
	j->outs = mem_alloc(sim->n + 1, sizeof(struct simout *));
	j->spots = mem_alloc(sim->n + 1, sizeof(struct spot *));
	for (size_t i = 0; i < sim->n; i++) {
		size_t n = 0;

		for (size_t k = i; k < sim->n && !taken[i]; k++) {
			if (sim->outs[k]->rank == sim->outs[i]->rank)
				same[n++] = sim->outs[k];
		}
		for (size_t k = i; n && k < sim->n; k++)
			taken[k] |= sim->outs[k]->rank == sim->outs[i]->rank;
		if (!n)
			continue;
		j->outs[j->n] = simout_join(same, n);
		j->spots[j->n] = spots_of(b, j->outs[j->n]);
		j->n++;
	}
	free(same);
	free(taken);
}

void joined_release(struct joined *j)
{
	for (size_t i = 0; i < j->n; i++) {
		simout_free(j->outs[i]);
		free(j->spots[i]);
	}
	free(j->outs);
	free(j->spots);
	*j = (struct joined){ 0 };
}
