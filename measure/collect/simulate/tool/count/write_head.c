/*
 * perfexpert-sim: the output file's first lines: what was run, and simulated
 * how
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/sim.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_xarray.h"

#include "measure/run/rank_variables.h"
#include "put.h"

static void put_geometry(struct out *o, const HChar *name,
                         const struct geometry *g)
{
	if (g->none)
		put(o, "geometry %s none", name);
	else
		put(o, "geometry %s %llu %llu %llu", name, g->size, g->ways,
		    g->line);
	if (!g->none && g->hashed)
		put(o, " hashed %u", g->hashed);
	put_newline(o);
}

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
	put(o, "command ");
	put_escaped(o, VG_(args_the_exename));
	for (Word i = 0; i < VG_(sizeXA)(VG_(args_for_client)); i++) {
		put(o, " ");
		put_escaped(o,
		            *(HChar **)VG_(indexXA)(VG_(args_for_client), i));
	}
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
	put_geometry(o, "L1D", &sim.g_l1d);
	put_geometry(o, "L1I", &sim.g_l1i);
	put_geometry(o, "L2", &sim.g_l2);
	put_geometry(o, "L3", &sim.g_l3);
	put_geometry(o, "DTLB1", &sim.g_dtlb1);
	put_geometry(o, "DTLB2", &sim.g_dtlb2);
	put_geometry(o, "ITLB1", &sim.g_itlb1);
	put_geometry(o, "ITLB2",
	             sim.tlb2_unified ? &sim.g_dtlb2 : &sim.g_itlb2);
	put(o,
	    "model fetch=%d branch-bits=%d branch-history=%d tlb2-unified=%d",
	    sim.fetch_bytes, sim.branch_bits, sim.branch_history,
	    sim.tlb2_unified);
	put_newline(o);
}
