/*
 * perfexpert-sim: the output file's first lines: what was run
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/sim.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcproc.h"

#include "measure/run/rank_variables.h"
#include "put.h"

/* Of a parallel program, as its launcher says */
static void put_rank(struct out *o)
{
	static const struct rank_variable known[] = { RANK_VARIABLES };

	for (UInt i = 0; i < sizeof known / sizeof *known; i++) {
		const HChar *rank = VG_(getenv)(known[i].rank);

		if (!rank || !*rank ||
		    (known[i].with && !VG_(getenv)(known[i].with)))
			continue;
		put(o, "rank %lld", VG_(strtoll10)(rank, NULL));
		put_newline(o);
		return;
	}
}

/* A script's interpreter, where it is one */
static void put_program(struct out *o)
{
	UInt k = 0;

	while (k < sim.code.n_modules && !sim.code.module[k].program)
		k++;
	put(o, "program ");
	put_escaped(o, k < sim.code.n_modules ? sim.code.module[k].path
	                                      : VG_(args_the_exename));
	put_newline(o);
}

void put_head(struct out *o)
{
	put(o, "perfexpert-sim 1");
	put_newline(o);
	put(o, "process %d %d", VG_(getpid)(), VG_(getppid)());
	put_newline(o);
	put_program(o);
	put_rank(o);
	if (sim.kind.kind) {
		put(o, "kind %d %d %d", sim.kind.kind, sim.kind.number,
		    sim.kind.each);
		put_newline(o);
	}
}
