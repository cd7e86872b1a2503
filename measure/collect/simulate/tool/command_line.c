/*
 * perfexpert-sim: options
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/memory/system.h"
#include "measure/collect/simulate/tool/timing/model.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_options.h"

/* Nothing is detected: the defaults are a plain machine of 2020 or so. */
void sim_defaults(void)
{
	sim.g_l1d = (struct geometry){ 32768, 8, 64, False, 0, False };
	sim.g_l1i = (struct geometry){ 32768, 8, 64, False, 0, False };
	sim.g_l2 = (struct geometry){ 1 << 20, 16, 64, False, 0, False };
	sim.g_l3 = (struct geometry){ 32 << 20, 16, 64, False, 0, False };
	sim.g_dtlb1 = (struct geometry){ 64, 4, 4096, False, 0, False };
	sim.g_dtlb2 = (struct geometry){ 1536, 6, 4096, False, 0, False };
	sim.g_itlb1 = (struct geometry){ 64, 8, 4096, False, 0, False };
	sim.g_itlb2 = (struct geometry){ 1536, 6, 4096, False, 0, False };
	sim.fetch_bytes = 32;
	sim.branch_bits = 16;
	sim.branch_history = LIMIT_BRANCH_HISTORY_MAX;
	sim.target_history = LIMIT_TARGET_HISTORY_MAX;
	sim.target_bits = LIMIT_TARGET_BITS_MAX;
	sim.sample_refs = 2000;
	sim.tlb2_unified = True;
	model_defaults();
	sim.host_fma = True;
	sim.children = True;
	sim.own_pieces = True;
}

static void usage_of_machine(void)
{
	VG_(printf)
	("    --out-file=PATH           where to write; %%p is the process id\n"
	 "                              (what exists is kept: PATH.1, ...)\n"
	 "    --L1D=SIZE,WAYS,LINE      first-level data cache, in bytes\n"
	 "    --L1I=SIZE,WAYS,LINE      first-level instruction cache\n"
	 "    --L2=SIZE,WAYS,LINE       second level, for both\n"
	 "    --L3=SIZE,WAYS,LINE|none  third level, for both\n"
	 "    --L2-hashed=N             the upper N bits of a set's number "
	 "depend on\n"
	 "                              those of the address above it, too "
	 "[0]\n"
	 "    --L3-hashed=N             the same\n"
	 "    --L2-frames=yes|no        .. or on the frames of small pages, "
	 "drawn [no]\n"
	 "    --DTLB1=N,WAYS,PAGE       first-level data TLB, in entries\n"
	 "    --DTLB2=N,WAYS,PAGE|none  its second level\n"
	 "    --ITLB1=N,WAYS,PAGE       first-level instruction TLB\n"
	 "    --ITLB2=N,WAYS,PAGE|none  its second level\n"
	 "    --TLB2-unified=yes|no     DTLB2 serves both [yes]\n"
	 "    --system=yes|no           what the operating system clears "
	 "and copies\n"
	 "                              is in L2 and L3 afterwards [no]\n"
	 "    --fetch=BYTES             instruction fetch block, 4 to 64 [32]\n"
	 "    --branch-bits=N           log2 of the branch predictor's "
	 "entries, "
	 "4 to 20 [16]\n"
	 "    --branch-history=N        outcomes that it knows, 8 to 63 "
	 "[63]\n"
	 "    --target-history=N        targets of indirect jumps, the same, "
	 "2 to 16 [16]\n"
	 "    --target-bits=N           log2 of its entries, 4 to 11 [11]\n");
}

void sim_usage(void)
{
	usage_of_machine();
	VG_(printf)
	("    --spare-file=FILE         append to it when that is not "
	 "possible\n"
	 "    --argv0=NAME              what the program is called by, if its "
	 "path is as long\n"
	 "    --kinds=FILE              of short programs that are started "
	 "often, simulate some\n"
	 "    --kind=KIND,NUMBER,EACH   which of them this is\n"
	 "    --children=yes|no         simulate programs that processes "
	 "execute which it started [yes]\n"
	 "    --owner=PID               end when this process ends [0: never]\n"
	 "    --limit=SECONDS           end after this time [0: never]\n"
	 "    --deadline=SECONDS        end at this time since 1970 [0: "
	 "never]\n"
	 "    --sample-refs=N           accesses sampled in a row [2000]\n"
	 "    --watch=FILE              sections that slices have counts of\n"
	 "    --slices=FILE             append slices to it\n"
	 "    --control=FILE            what to do from the next slice on\n"
	 "    --slice=N                 a slice is about so many instructions\n"
	 "    --together=yes|no         a process that is to end waits for the "
	 "others [no]\n"
	 "    --clock-mhz=N             the program sees the time that passes "
	 "natively\n"
	 "                              at this clock [0: real time]\n"
	 "    --miss-cycles=L2,L3,MEM,BRANCH  for that, latencies in cycles\n"
	 "    --model=FILE              numbers of the timing model\n"
	 "    --host-fma=yes|no         fused multiply-adds by the processor, "
	 "if it can [yes]\n"
	 "    --check-code=yes|no       check translated code, for tests "
	 "[no]\n"
	 "    --string-steps=yes|no     a repeated string instruction is one "
	 "for each step,\n"
	 "                              for tests [no]\n"
	 "    --own-code=yes|no         add machine code to it, not VEX's, "
	 "where that\n"
	 "                              can be done; counts are the same "
	 "[yes]\n");
}

static Bool parse_numbers(const HChar *text, ULong *v, UInt n)
{
	const HChar *p = text;

	for (UInt i = 0; i < n; i++) {
		HChar *end;

		v[i] = VG_(strtoull10)(p, &end);
		if (end == p || *end != (i + 1 < n ? ',' : '\0') || !v[i] ||
		    v[i] > 1ULL << 40)
			return False;
		p = end + 1;
	}
	return True;
}

static Bool power_of_two(ULong n)
{
	return n && !(n & (n - 1));
}

/* Valgrind's own ends the run, but is not declared so. */
static __attribute__((noreturn)) void bad_option(const HChar *arg,
                                                 const HChar *why)
{
	VG_(fmsg_bad_option)(arg, "%s\n", why);
	VG_(exit)(1);
}

struct which {
	const HChar *name;
	struct geometry *geometry;
	Bool tlb, optional;
};

static Bool set_level(const HChar *arg, const struct which *l)
{
	const SizeT n = VG_(strlen)(l->name);
	const HChar *value = arg + n + 1;
	ULong v[3];

	if (!VG_(check_clom)(cloP, arg, l->name,
	                     VG_STREQN(n, arg, l->name) && arg[n] == '='))
		return False;
	if (l->optional && VG_STREQ(value, "none")) {
		l->geometry->none = True;
		return True;
	}
	if (!parse_numbers(value, v, 3))
		bad_option(arg, "expected three numbers");
	const ULong unit = l->tlb ? v[1] : v[1] * v[2];

	if (!power_of_two(v[2]) ||
	    v[2] < (l->tlb ? LIMIT_PAGE_MIN : LIMIT_LINE_MIN) ||
	    v[2] > (l->tlb ? LIMIT_PAGE_MAX : LIMIT_LINE_MAX))
		bad_option(arg, "bad line or page size");
	if (v[1] > LIMIT_WAYS || v[0] < unit || v[0] % unit)
		bad_option(arg, "not a whole number of sets");
	if (l->tlb ? v[0] > LIMIT_TLB_ENTRIES : v[0] / v[2] > LIMIT_LINES)
		bad_option(arg, "too large");
	*l->geometry = (struct geometry){ v[0],
		                          v[1],
		                          v[2],
		                          False,
		                          l->geometry->hashed,
		                          l->geometry->frames };
	return True;
}

static Bool set_miss_cycles(const HChar *arg)
{
	const HChar *text;

	if (!VG_STR_CLO(arg, "--miss-cycles", text))
		return False;
	if (!parse_numbers(text, sim.clock.miss_cycles, 4))
		bad_option(arg, "expected four numbers");
	return True;
}

/* "KIND,NUMBER,EACH", of kinds.h */
static Bool set_kind(const HChar *arg)
{
	const HChar *text;
	Int v[3];

	if (!VG_STR_CLO(arg, "--kind", text))
		return False;
	for (UInt i = 0; i < 3; i++) {
		HChar *end;
		const Long n = VG_(strtoll10)(text, &end);

		if (end == text || *end != (i < 2 ? ',' : '\0') || n < 0 ||
		    n > 1 << 30)
			bad_option(arg, "expected three numbers");
		v[i] = (Int)n;
		text = end + 1;
	}
	sim.kind = (struct kind_place){ v[0] > KINDS ? 0 : v[0], v[1], v[2] };
	return True;
}

Bool sim_option(const HChar *arg)
{
	const struct which levels[] = {
		{ "--L1D", &sim.g_l1d, False, False },
		{ "--L1I", &sim.g_l1i, False, False },
		{ "--L2", &sim.g_l2, False, False },
		{ "--L3", &sim.g_l3, False, True },
		{ "--DTLB1", &sim.g_dtlb1, True, False },
		{ "--DTLB2", &sim.g_dtlb2, True, True },
		{ "--ITLB1", &sim.g_itlb1, True, False },
		{ "--ITLB2", &sim.g_itlb2, True, True },
	};

	for (UInt i = 0; i < sizeof levels / sizeof *levels; i++) {
		if (set_level(arg, &levels[i]))
			return True;
	}
	if (set_miss_cycles(arg) || set_kind(arg))
		return True;
	return model_option(arg) ||
	       VG_STR_CLO(arg, "--out-file", sim.out_file) ||
	       VG_STR_CLO(arg, "--spare-file", sim.spare_file) ||
	       VG_STR_CLO(arg, "--argv0", sim.own_name) ||
	       VG_STR_CLO(arg, "--kinds", sim.kinds_file) ||
	       VG_STR_CLO(arg, "--watch", sim.slices.watch_file) ||
	       VG_STR_CLO(arg, "--slices", sim.slices.file) ||
	       VG_STR_CLO(arg, "--control", sim.slices.control_file) ||
	       VG_BINT_CLO(arg, "--owner", sim.owner, 0, 1 << 30) ||
	       VG_BINT_CLO(arg, "--L2-hashed", sim.g_l2.hashed, 0,
	                   LIMIT_HASHED) ||
	       VG_BINT_CLO(arg, "--L3-hashed", sim.g_l3.hashed, 0,
	                   LIMIT_HASHED) ||
	       VG_BOOL_CLO(arg, "--L2-frames", sim.g_l2.frames) ||
	       VG_BOOL_CLO(arg, "--TLB2-unified", sim.tlb2_unified) ||
	       VG_BOOL_CLO(arg, "--host-fma", sim.host_fma) ||
	       VG_BOOL_CLO(arg, "--children", sim.children) ||
	       VG_BOOL_CLO(arg, "--system", system_pages.on) ||
	       VG_BOOL_CLO(arg, "--check-code", sim.check_code) ||
	       VG_BOOL_CLO(arg, "--own-code", sim.own_pieces) ||
	       VG_BOOL_CLO(arg, "--string-steps", sim.string_steps) ||
	       VG_BINT_CLO(arg, "--fetch", sim.fetch_bytes, LIMIT_FETCH_MIN,
	                   LIMIT_FETCH_MAX) ||
	       VG_BINT_CLO(arg, "--branch-bits", sim.branch_bits,
	                   LIMIT_BRANCH_BITS_MIN, LIMIT_BRANCH_BITS_MAX) ||
	       VG_BINT_CLO(arg, "--branch-history", sim.branch_history,
	                   LIMIT_BRANCH_HISTORY_MIN,
	                   LIMIT_BRANCH_HISTORY_MAX) ||
	       VG_BINT_CLO(arg, "--target-history", sim.target_history,
	                   LIMIT_TARGET_HISTORY_MIN,
	                   LIMIT_TARGET_HISTORY_MAX) ||
	       VG_BINT_CLO(arg, "--target-bits", sim.target_bits,
	                   LIMIT_TARGET_BITS_MIN, LIMIT_TARGET_BITS_MAX) ||
	       VG_BINT_CLO(arg, "--clock-mhz", sim.clock.mhz, 0, 100000) ||
	       VG_BINT_CLO(arg, "--limit", sim.limit_s, 0, 1 << 22) ||
	       VG_BOOL_CLO(arg, "--together", sim.slices.together) ||
	       VG_BINT_CLO(arg, "--slice", sim.slices.stamps, 1000, 1 << 30) ||
	       VG_BINT_CLO(arg, "--deadline", sim.deadline_s, 0, 1LL << 40) ||
	       VG_BINT_CLO(arg, "--sample-refs", sim.sample_refs, 0, 1 << 30);
}

static void refuse(const HChar *why)
{
	VG_(umsg)("perfexpert-sim: %s\n", why);
	VG_(exit)(1);
}

static Bool too_many_lines(const struct geometry *g)
{
	return LIMIT_L1_ROOM(g->size / g->line, g->ways) > LIMIT_L1_LINES;
}

void sim_check_options(void)
{
	if (!sim.out_file || !*sim.out_file)
		refuse("--out-file is missing");
	if (too_many_lines(&sim.g_l1d))
		refuse("--L1D has too many lines");
	if (too_many_lines(&sim.g_l1i))
		refuse("--L1I has too many lines");
	if (!power_of_two((ULong)sim.fetch_bytes))
		refuse("--fetch is not a power of two");
}
