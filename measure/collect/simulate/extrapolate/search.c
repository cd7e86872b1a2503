#include "search.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "measure/collect/simulate/sample/sampling.h"

/*
 * A hit costs some microseconds, and a simulated second is some 25 ms of the
 * native part: four markers may make it 2 % longer.
 */
static uint64_t most_hits(double simulated_s)
{
	return (uint64_t)fmax(
		sampling.fewest_hits,
		fmin(sampling.most_count, simulated_s * sampling.hits_per_s));
}

/* The preferred kind of marker, and the next one if there is none */
enum wanted { GOES_ON, WENT_ON, LATE, RATHER_LATE };

/* Was it executed late in the part and, if it is counted to the end, not
 * mostly at the start, where native runs may differ (see ending.c of the
 * simulator)? */
static bool is_late(const struct sim_instr *in, enum wanted w)
{
	const uint64_t most_before =
		(uint64_t)((double)sim_count(in, SIM_EXEC) *
	                   sampling.most_before);

	if ((w == GOES_ON || w == WENT_ON) && in->rather_late < most_before)
		return false;
	return w == WENT_ON || w == RATHER_LATE ? in->rather_late > 0
	                                        : in->late > 0;
}

/*
 * Of the instructions executed late in the part, those with the highest counts
 * below the limit: different counts are in different loops, and the highest
 * give the time best. Code of a phase that was over says nothing about the end.
 */
static void choose(struct search *q, const struct simulation *sim,
                   const struct simout *out, const char *program, enum wanted w)
{
	const uint64_t most = most_hits(sim->launch.user_s);

	q->longest = w == WENT_ON || w == RATHER_LATE ? 2 : 8.0 / 7;
	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];
		struct marker m = {
			.code = { .path = out->modules[in->module].path,
			          .vaddr = in->addr,
			          .size = in->size },
			.count = sim_count(in, SIM_EXEC),
		};
		size_t at = 0;

		/* a place is counted once: see choose_end */
		if (in->ends || !is_late(in, w) ||
		    (double)m.count < sampling.least_count || m.count > most ||
		    !marker_counted_alike(m.code.path, program))
			continue;
		while (at < q->n && q->markers[at].count > m.count)
			at++;
		if (at == CANDIDATES ||
		    (at < q->n && q->markers[at].count == m.count) ||
		    !marker_read_code(&m))
			continue;
		if (q->n < CANDIDATES)
			q->n++;
		memmove(&q->markers[at + 1], &q->markers[at],
		        (q->n - 1 - at) * sizeof(m));
		q->markers[at] = m;
	}
}

/* The instruction at which the simulation ended comes first: the simulator
 * chose one that is counted alike. */
static void choose_end(struct search *q, const struct simout *out)
{
	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];
		struct marker m = {
			.code = { .path = out->modules[in->module].path,
			          .vaddr = in->addr,
			          .size = in->size },
			.count = sim_count(in, SIM_EXEC),
			.ends = true,
		};

		if (!in->ends || !marker_read_code(&m))
			continue;
		if (q->n == CANDIDATES)
			q->n--;
		memmove(&q->markers[1], &q->markers[0],
		        q->n * sizeof(*q->markers));
		q->n++;
		q->markers[0] = m;
		q->regular = true;
		q->alike = in->periods >= sampling.enough_periods &&
		           in->periods_differ <= sampling.turns_alike;
		q->work = &out->turns;
		return;
	}
}

void search_choose(struct search *q, const struct simulation *sim,
                   const char *program)
{
	const struct simout *out = marker_image(sim);

	for (enum wanted w = GOES_ON; w <= WENT_ON && q->n == 0; w++)
		choose(q, sim, out, program, w);
	choose_end(q, out);
	for (enum wanted w = LATE; w <= RATHER_LATE && q->n == 0; w++)
		choose(q, sim, out, program, w);
}

/* Did no other process execute anything of the file? Then it is known of which
 * one the markers are, wherever it is started. */
bool search_is_of_one(const struct simulation *sim, const char *path)
{
	size_t n = 0;

	for (size_t i = 0; i < sim->n; i++) {
		const struct simout *out = sim->outs[i];
		size_t k = 0;

		while (k < out->n_instrs &&
		       strcmp(out->modules[out->instrs[k].module].path, path) !=
		               0)
			k++;
		n += k < out->n_instrs;
	}
	return n == 1;
}

/* What ended the part, or else the most frequent of those that can be counted
 * to the end. */
void search_keep(struct search *q)
{
	size_t i = 0;

	while (i + 1 < q->n &&
	       (double)q->markers[i].count > sampling.keep_count &&
	       !q->markers[i].ends)
		i++;
	q->markers[i].keep = true;
}
