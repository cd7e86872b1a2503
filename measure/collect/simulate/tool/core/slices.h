/*
 * perfexpert-sim: reports on a run while it lasts, how much of it is watched,
 * and where it ends on request
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_SLICES_H
#define PERFEXPERT_SIM_SLICES_H

#include "pub_tool_basics.h"

struct block;
struct insn;
struct module;

enum { PERIODS = 6 /* between executions, that are compared */ };

/* Code of a section that is watched, by the file's virtual addresses. */
struct watch_range {
	const HChar *path;
	ULong low, high;
	UInt section; /* from 1 */
};

/* How much is done for what is executed now, see slices.c. */
enum watching {
	WATCHING,
	WARMING, /* as that, but what happens is not counted */
	LIGHT,   /* it is only counted what follows from executions */
};

/* Reports on the run while it lasts, see slices.c. */
struct slices {
	enum watching mode, next; /* next: from the next stop of a thread on */
	Bool sampled;             /* it was not always WATCHING */
	const HChar *watch_file, *file, *control_file; /* options; or NULL */
	Int fd, control_fd; /* of the last two; below 0: not there */
	Bool together;      /* option: who has ended waits for the others */
	Int stamps;         /* of a slice; 0: as usual */
	HChar *text;        /* of watch_file */
	struct watch_range *range;
	UInt n_ranges, n_sections;
	struct insn *watched;
	struct block *watched_blocks;
	ULong fewest;    /* at the last look, see slices.c */
	ULong *reported; /* executions, by section, in the last slice */
	ULong blocks;    /* at the last slice */
	ULong now;       /* the same in stamps */
	ULong looked;    /* stamps when code_look was last called */
	UInt n;
};

/* Where a run ends on request, see ending.c. */
struct ending {
	struct insn *at; /* just before this one; NULL: not yet, or anywhere */
	UInt deadline_ms, asked_ms;
	Bool reached;
	UInt hits;             /* of it, since it was chosen */
	ULong now;             /* stamps at the last of them, .. */
	ULong period[PERIODS]; /* .. and from one to the next */
	ULong overdue;         /* no first one is waited for then, .. */
	ULong latest;          /* the next one ends it then */
};

/* slices.c */
void slices_init(void);
void slices_module(struct module *m);
UInt slices_watched(const struct insn *i);
void slices_reset(void);
/* The process is about to end on request. */
void slices_ended(void);
HChar slices_control(void);
void slices_look(ULong blocks); /* may end the run */

/* ending.c */
/* The lowest execution count of the instructions at which the run may end: such
 * an instruction marks the place in the run. 0: there is none */
ULong ending_fewest(void);
void ending_begin(void); /* may end the run */
void ending_look(void);  /* the same */
VG_REGPARM(1) void ending_reached(ULong now);
void ending_reset(void);

#endif
