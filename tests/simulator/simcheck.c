/*
 * simcheck - what a file of the simulator says, for tests
 *
 * simcheck FILE                     the totals, how it ended
 * simcheck FILE MODULE [START SIZE] the sums over a module (whose path ends
 *                                   in MODULE) or a part of it, in hexadecimal
 *                                   ELF addresses; also what was sampled
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "measure/collect/simulate/protocol/simout.h"

static const char *const names[SIM_NCOUNTERS] = {
#define COUNTER(name, word, ...) [SIM_##name] = word,
#include "measure/collect/simulate/protocol/counters.def"
#define CAUSE(name, id, ...) [SIM_MODEL_##name] = "model_" id,
#include "arch/causes.def"
};

static void print(const uint64_t n[SIM_NCOUNTERS])
{
	for (int c = 0; c < SIM_NCOUNTERS; c++)
		printf("%s %llu\n", names[c], (unsigned long long)n[c]);
}

static int is_module(const struct sim_module *m, const char *name)
{
	const size_t n = strlen(name), len = strlen(m->path);

	return len >= n && !strcmp(m->path + len - n, name);
}

static double percent(uint64_t part, const struct sim_instr *i)
{
	return 100 * (double)part / (double)i->values_seen;
}

static void print_samples(const struct sim_instr *i)
{
	if (i->stride_samples)
		printf("stride %lld %.0f %u\n", (long long)i->stride,
		       100 * i->stride_share, i->stride_samples);
	if (!isnan(i->line_bytes_used))
		printf("used %.0f\n", i->line_bytes_used);
	if (!isnan(i->places_touched))
		printf("places %.0f %.0f\n", i->places_touched,
		       i->lines_touched);
	if (i->conflicts > 0)
		printf("conflicts %.0f\n", 100 * i->conflicts);
	if (i->values_seen)
		printf("values %.0f %.0f %.0f\n", percent(i->zeros, i),
		       percent(i->subnormal32, i), percent(i->subnormal64, i));
	if (i->flow_loads)
		printf("flow %.0f %.0f\n",
		       100 * (double)i->flow_loads / (double)i->flow_of,
		       (double)i->flow_ahead / (double)i->flow_loads);
	if (i->targets)
		printf("targets %u\n", i->targets);
}

static void sum_module(const struct simout *s, const char *name, uint64_t start,
                       uint64_t size)
{
	uint64_t sum[SIM_NCOUNTERS] = { 0 };

	for (size_t k = 0; k < s->n_instrs; k++) {
		const struct sim_instr *i = &s->instrs[k];

		if (!is_module(&s->modules[i->module], name) ||
		    i->addr - start >= size)
			continue;
		for (int c = 0; c < SIM_NCOUNTERS; c++)
			sum[c] += sim_count(i, (enum sim_counter)c);
		print_samples(i);
	}
	print(sum);
}

int main(int argc, char **argv)
{
	static const char *const ends[] = { "exit", "signal", "limit", "enough",
		                            "exec" };
	struct err err = { 0 };
	struct simout *s = argc > 1 ? simout_read(argv[1], &err) : NULL;

	if (!s) {
		fprintf(stderr, "simcheck: %s\n", err.msg);
		return 3;
	}
	if (argc > 4) {
		sum_module(s, argv[2], strtoull(argv[3], NULL, 16),
		           strtoull(argv[4], NULL, 16));
	} else if (argc > 2) {
		sum_module(s, argv[2], 0, UINT64_MAX);
	} else {
		print(s->total);
		printf("end %s %d\nthreads %u\nmodules %zu\n", ends[s->end],
		       s->end_code, s->threads, s->n_modules);
	}
	simout_free(s);
	return 0;
}
