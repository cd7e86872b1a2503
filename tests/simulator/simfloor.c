/*
 * What functions could cost at best, from the simulator's output:
 * simfloor MACHINE OUTPUT, and lines "ADDRESS SIZE NAME" (nm -S) on stdin.
 * Prints "NAME EXECUTIONS CYCLES REASON": instructions by executions of the
 * first one that a jump leads to, cycles of as many.
 */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "arch/machine.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/floor.h"
#include "measure/attribute/attribution.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/build/simulated_facts.h"
#include "measure/collect/simulate/build/simulated_work.h"
#include "profile/profile.h"

struct function {
	uint64_t start, size;
	char name[64];
};

static bool all(const void *ctx, const struct profile_section *s)
{
	(void)ctx;
	return s != NULL;
}

static void print(const struct function *f, const struct simout *out,
                  const struct profile_section *s, const struct machine *m)
{
	uint64_t executed = 0, most = 0;
	struct strbuf b = STRBUF_INIT;
	struct floor floor;

	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];

		if (in->addr - f->start >= f->size)
			continue;
		executed += sim_count(in, SIM_EXEC);
		if (sim_count(in, SIM_EXEC) > most)
			most = sim_count(in, SIM_EXEC);
	}
	floor_make(&floor, m, NULL, s);
	floor_sentence(&b, &floor, m);
	printf("%s %.4f %s\n", f->name,
	       floor.cpi * (double)executed / (double)most,
	       b.len ? b.s : "not modelled");
	strbuf_release(&b);
}

/* The work of instructions from start on becomes facts of a section. */
static void report(const struct function *f, struct simout *out,
                   const struct machine *m)
{
	struct profile *p = profile_new();
	struct profile_section *s = profile_section_add(
		p, profile_root(p), PROFILE_PROCEDURE, f->name);
	struct spot *spots = mem_alloc(out->n_instrs + 1, sizeof(*spots));
	const struct simulated simulated = {
		.outs = &out, .spots = &spots, .n = 1, .wanted = all
	};

	for (size_t i = 0; i < out->n_instrs; i++) {
		if (out->instrs[i].addr - f->start < f->size)
			spots[i].section = s;
	}
	simulated_work(p, &simulated);
	print(f, out, s, m);
	free(spots);
	profile_free(p);
}

static bool is_number(const char *text, uint64_t *n)
{
	char *end;

	*n = strtoull(text, &end, 16);
	return end != text && !*end;
}

int main(int argc, char **argv)
{
	struct machine *m = NULL;
	struct err err = { 0 };
	struct simout *out;
	struct function f;
	char start[17], size[17];

	if (argc != 3) {
		fprintf(stderr, "usage: simfloor MACHINE OUTPUT <FUNCTIONS\n");
		return 2;
	}
	out = simout_read(argv[2], &err);
	if (!out || machine_load(&m, argv[1], &err) != 0) {
		fprintf(stderr, "simfloor: %s\n", err.msg);
		return 1;
	}
	while (scanf("%16s %16s %*c %63s", start, size, f.name) == 3 &&
	       is_number(start, &f.start) && is_number(size, &f.size))
		report(&f, out, m);
	simout_free(out);
	machine_free(m);
	return 0;
}
