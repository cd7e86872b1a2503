/*
 * perfexpert-sim: where a run ends on request
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/sim.h"
#include "measure/collect/simulate/protocol/displaced.h"
#include "measure/collect/simulate/protocol/not_alike.h"
#include "pub_tool_clientstate.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/*
 * A native run measures how long the simulated part takes. It finds the end of
 * the part by a breakpoint. So the simulated run continues to an instruction
 * that is executed often enough to come soon, and rarely enough to be counted
 * natively. The run ends just before the n-th execution of it, and
 * reports this in the output (en=..). Where none comes soon, the run ends where
 * it is.
 *
 * A few executions more show whether the work from each to the next is equal;
 * stamps are taken for work.
 */
enum {
	MOST_HITS = 4000,
	TOO_MANY_HITS = 64000,  /* if there is nothing else: an interpreter's */
	LEAST_HITS = 2,         /* in all, and lately */
	OVERDUE = 4,            /* times what lies between two hits */
	FEW_HITS = 30,          /* may be counted in any part, .. */
	HITS_PER_SECOND = 1000, /* .. and of native time so many */
	PART_LATELY = 8,        /* that goes on: since four to eight looks, a
	                         * quarter to two fifths if it is even */
	PERIODS_OF_ALL = 4,     /* are compared, if no longer part of the run */
	PATIENCE_MS =
		3000, /* of processor time; perfexpert-run waits as well */
	ASK_MS = 50,  /* is it to end now? */
	LEAST_TRANSFERS = 30, /* the measurement's own calls are few */
};

static Bool begins(const HChar *name, const HChar *with)
{
	return VG_(strncmp)(name, with, VG_(strlen)(with)) == 0;
}

static Bool counted_alike(const struct module *m)
{
	static not_alike_name not_alike[] = { NOT_ALIKE };
	const HChar *name = VG_(strrchr)(m->path, '/');

	for (UInt i = 0; name && i < sizeof not_alike / sizeof *not_alike;
	     i++) {
		if (begins(name + 1, not_alike[i]))
			return False;
	}
	return name != NULL;
}

#if defined(VGA_amd64)
/* What loads the number of a system call into EAX in front of it: xor %eax,%eax
 * or mov $number,%eax; -1: another instruction */
static Int number_of_call(const struct insn *i)
{
	const UChar *code = (const UChar *)i->addr;
	const UChar *next = code + i->size;

	/* what follows may be in a page that is not there */
	if (i->addr % VKI_PAGE_SIZE + i->size + 2 > VKI_PAGE_SIZE ||
	    next[0] != 0x0f || next[1] != 0x05)
		return -1;
	if (i->size == 2 && code[0] == 0x31 && code[1] == 0xc0)
		return 0;
	return i->size == 5 && code[0] == 0xb8 && !code[2] && !code[3] &&
	                       !code[4]
	               ? code[1]
	               : -1;
}

/* Calls of the system for data, which a native run makes as often: a program
 * that reads or writes little at a time may have no rarer instruction of its
 * own. Only of a program that is one process from start to end, as each process
 * has a C library. */
static Bool transfers_data(const struct insn *i)
{
	static const Int numbers[] = { __NR_read,     __NR_write, __NR_pread64,
		                       __NR_pwrite64, __NR_readv, __NR_writev,
		                       __NR_lseek };
	const Bool alone = !sim.own_name && !sim.one_of_several;
	const Int number =
		!alone || i->exec < LEAST_TRANSFERS ? -1 : number_of_call(i);

	for (UInt k = 0; k < sizeof numbers / sizeof *numbers; k++) {
		if (number == numbers[k])
			return True;
	}
	return False;
}
#else
/* Elsewhere instructions are not counted natively: see displaced.h */
static Bool transfers_data(const struct insn *i)
{
	return False;
}
#endif

static ULong most_hits(void)
{
	const ULong n = sim.clock.cpu_ns / (1000000000 / HITS_PER_SECOND);

	return n < FEW_HITS ? FEW_HITS : n > MOST_HITS ? MOST_HITS : n;
}

static Bool is_program(const struct module *m)
{
	const HChar *name = VG_(strrchr)(m->path, '/');
	const HChar *own = VG_(args_the_exename);
	const HChar *last = VG_(strrchr)(own, '/');

	own = last ? last + 1 : own;
	return name && VG_STREQ(name + 1, own);
}

/* Which instructions may end the run */
struct wanted {
	ULong most;         /* executions */
	Bool rather_lately; /* not just now */
	/* and not mostly at the start, which natively may do otherwise: what
	 * python frees depends on where its memory is */
	Bool goes_on;
};

static Bool may_end(const struct insn *i, const struct wanted *w)
{
	const ULong before = w->rather_lately ? i->long_before : i->before;

	return i->exec >= LEAST_HITS && i->exec <= w->most &&
	       i->exec >= before + LEAST_HITS &&
	       (!w->goes_on ||
	        i->exec - i->long_before >= i->exec / PART_LATELY) &&
	       displaced_possible((const UChar *)i->addr, i->size) &&
	       (counted_alike(&sim.code.module[i->module]) ||
	        transfers_data(i));
}

/* Has it been executed more often lately? Then it comes again sooner. */
static Bool is_sooner(const struct insn *i, const struct insn *than)
{
	return i->exec - i->before > than->exec - than->before;
}

/* The program's own code is better, as libraries may be opened while it runs;
 * then the one that is likely to come first. */
static struct insn *better(struct insn *best, struct insn *i,
                           const struct wanted *w)
{
	if (!may_end(i, w))
		return best;
	if (!best)
		return i;
	const Bool own = is_program(&sim.code.module[i->module]);
	const Bool best_own = is_program(&sim.code.module[best->module]);

	if (own != best_own)
		return own ? i : best;
	return is_sooner(i, best) ? i : best;
}

static struct insn *choose(const struct wanted *w)
{
	struct insn *best = NULL;

	for (struct insn *i = sim.code.made; i; i = i->next_made)
		best = i->retired ? best : better(best, i, w);
	return best;
}

ULong ending_fewest(void)
{
	static const struct wanted wanted = { TOO_MANY_HITS, False, False };
	ULong fewest = 0;

	for (const struct insn *i = sim.code.made; i; i = i->next_made) {
		if (!i->retired && (!fewest || i->exec < fewest) &&
		    may_end(i, &wanted))
			fewest = i->exec;
	}
	return fewest;
}

void ending_begin(void)
{
	struct ending *e = &sim.ending;

	code_fold();
	VG_(memset)(e, 0, sizeof *e);
	e->latest = sim.now + sim.now / PERIODS_OF_ALL;
	e->overdue = e->latest;
	const struct wanted wanted[] = {
		{ most_hits(), False, True },   { most_hits(), True, True },
		{ TOO_MANY_HITS, False, True }, { most_hits(), False, False },
		{ most_hits(), True, False },   { TOO_MANY_HITS, False, False },
	};
	for (UInt k = 0; k < sizeof wanted / sizeof *wanted && !e->at; k++)
		e->at = choose(&wanted[k]);
	if (!e->at)
		write_and_end("enough");
	/* since the look it came so often */
	if (e->at->exec > e->at->before)
		e->overdue = sim.now + OVERDUE * (sim.now - sim.slices.looked) /
		                               (e->at->exec - e->at->before);
	e->deadline_ms = VG_(get_user_milliseconds)() + PATIENCE_MS;
	vgPlain_discard_translations(e->at->addr, 1, "perfexpert-sim");
}

/*
 * A rank that waits for one that has ended makes no progress; if it yields the
 * processor meanwhile, it uses hardly any processor time.
 */
static Bool must_end_now(void)
{
	struct ending *e = &sim.ending;
	const UInt ms = VG_(read_millisecond_timer)();

	if (ms - e->asked_ms < ASK_MS)
		return False;
	e->asked_ms = ms;
	return slices_control() == 'n';
}

/* Called regularly until the end point is reached */
void ending_look(void)
{
	struct ending *e = &sim.ending;
	const UInt ms = VG_(get_user_milliseconds)();

	if (!e->at)
		return;
	/* of those that come the next one does, in the same time again */
	if (ms >= e->deadline_ms)
		e->latest = 0;
	if (ms < e->deadline_ms + (e->hits ? PATIENCE_MS : 0) &&
	    (e->hits || sim.now < e->overdue) && !must_end_now())
		return;
	e->at = NULL;
	write_and_end("enough");
}

/* Called by translated code that is about to execute the instruction. */
VG_REGPARM(1) void ending_reached(ULong now)
{
	struct ending *e = &sim.ending;

	if (e->hits++)
		e->period[e->hits - 2] = now - e->now;
	e->now = now;
	if (e->hits <= PERIODS && now < e->latest)
		return;
	if (sim.slices.mode == WARMING)
		light_forget();
	e->reached = True;
	write_and_end("enough");
}

/* A forked child has no end point */
void ending_reset(void)
{
	sim.ending.at = NULL;
}
