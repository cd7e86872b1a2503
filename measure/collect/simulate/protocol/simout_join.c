#include "simout_join.h"

#include "base/arena.h"
#include "base/mem.h"
#include "simout.h"
#include "simout_merge.h"

struct simout *simout_join(struct simout *const *outs, size_t n)
{
	struct simout *to = mem_alloc(1, sizeof(*to));
	size_t modules = 0, instrs = 0;

	for (size_t i = 0; i < n; i++) {
		modules += outs[i]->n_modules;
		instrs += outs[i]->n_instrs;
	}
	to->arena = arena_new();
	to->modules = mem_alloc(modules + 1, sizeof(*to->modules));
	to->instrs = mem_alloc(instrs + 1, sizeof(*to->instrs));
	for (size_t i = 0; i < n; i++) {
		const struct simout *from = outs[i];
		const uint32_t first = (uint32_t)to->n_modules;

		/* the same in all that have an account */
		if (from->ticks_per_cycle)
			to->ticks_per_cycle = from->ticks_per_cycle;
		for (size_t k = 0; k < from->n_modules; k++) {
			struct sim_module m = from->modules[k];

			m.path = arena_intern(to->arena, m.path);
			m.build_id = arena_intern(to->arena, m.build_id);
			to->modules[to->n_modules++] = m;
		}
		for (size_t k = 0; k < from->n_instrs; k++) {
			struct sim_instr in = from->instrs[k];

			in.module += first;
			to->instrs[to->n_instrs++] = in;
		}
	}
	simout_merge(to);
	return to;
}
