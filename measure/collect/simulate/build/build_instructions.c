#include "build_instructions.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "arch/limits.h"
#include "base/banned.h"
#include "base/mem.h"
#include "build_threads.h"
#include "build_waits.h"
#include "measure/attribute/attribution.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "measure/collect/simulate/extrapolate/scale.h"
#include "profile/profile.h"
#include "profile/waits.h"

/* By a call that asks for the next part: nobody need wait for that. */
static bool asks_for_parts(const struct profile_section *s)
{
	enum wait_kind kind;

	if (s->kind != PROFILE_PROCEDURE || !s->parent)
		return false;
	kind = wait_by_name(s->parent->name, s->name);
	return kind == WAIT_SCHEDULING || kind == WAIT_TASK;
}

static bool waits_for_parts(const struct profile_section *s)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		const struct profile_fact *f = &s->facts[i];
		enum wait_kind kind;

		if (strcmp(f->name, "wait") != 0)
			continue;
		kind = wait_kind_of(profile_fact_attr(f, "kind"));
		if (kind == WAIT_SCHEDULING || kind == WAIT_TASK ||
		    kind == WAIT_CONDITION)
			return true;
	}
	return false;
}

static bool dealt_out(const struct profile *p)
{
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		if (asks_for_parts(s) || waits_for_parts(s))
			return true;
	}
	return false;
}

/* Did it execute more than any other process image of the rank? A script's
 * shell and a launcher execute next to nothing. */
static bool is_main(const struct simulation *sim, size_t image)
{
	const struct simout *o = sim->outs[image];

	for (size_t i = 0; i < sim->n; i++) {
		const struct simout *other = sim->outs[i];
		const uint64_t n = other->total[SIM_EXEC];

		if (other->rank == o->rank &&
		    (n > o->total[SIM_EXEC] ||
		     (n == o->total[SIM_EXEC] && i < image)))
			return false;
	}
	return true;
}

/* Of a section and all above it; thread: in the profile, or none */
static void add(struct profile *p, struct profile_section *s, uint32_t thread,
                double n)
{
	if (thread >= p->nthread)
		return;
	for (; s; s = s->parent) {
		if (s->spread[PROFILE_SPREAD_INSTRUCTIONS])
			s->spread[PROFILE_SPREAD_INSTRUCTIONS][thread] += n;
	}
}

static void add_instr(struct profile *p, const struct instructions *in,
                      const struct simout *out, const struct sim_instr *i,
                      struct profile_section *s)
{
	const struct sim_shares *shares = i->shares;
	const double times =
		scale_of(in->scale, s) * (1 - waits_share(in->waits, s));
	double first = (double)sim_count(i, SIM_EXEC);

	for (size_t k = 0; shares && k < shares->n; k++) {
		const double n = (double)shares->of[k].exec;

		first -= n;
		add(p, s,
		    threads_number(in->threads, out->rank,
		                   shares->of[k].thread),
		    n * times);
	}
	add(p, s, threads_number(in->threads, out->rank, 0), first * times);
}

/* Nothing is known where a thread worked that was not simulated. */
static void forget_unknown(struct profile *p, const struct instructions *in)
{
	bool *known = mem_alloc(p->nthread + 1, sizeof(*known));

	for (size_t i = 0; i < in->sim->n; i++) {
		const struct simout *out = in->sim->outs[i];

		for (uint32_t k = 0; is_main(in->sim, i) && k < out->threads &&
		                     k < LIMIT_THREADS_TOLD;
		     k++) {
			const uint32_t at =
				threads_number(in->threads, out->rank, k);

			if (at < p->nthread)
				known[at] = true;
		}
	}
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		const double *cycles = s->spread[PROFILE_SPREAD_CYCLES];

		for (size_t i = 0; cycles && i < p->nthread; i++) {
			if (cycles[i] > 0 && !known[i])
				s->spread[PROFILE_SPREAD_INSTRUCTIONS] = NULL;
		}
	}
	free(known);
}

void instructions_spread(struct profile *p, const struct instructions *in)
{
	if (p->nthread < 2 || dealt_out(p))
		return;
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		if (s->spread[PROFILE_SPREAD_CYCLES])
			profile_spread(p, s, PROFILE_SPREAD_INSTRUCTIONS);
	}
	for (size_t i = 0; i < in->sim->n; i++) {
		const struct simout *out = in->sim->outs[i];

		for (size_t k = 0; is_main(in->sim, i) && k < out->n_instrs;
		     k++)
			add_instr(p, in, out, &out->instrs[k],
			          in->spots[i][k].section);
	}
	forget_unknown(p, in);
}
