/*
 * perfexpert-sim: arguments that come again
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_ARGUMENTS_H
#define PERFEXPERT_SIM_ARGUMENTS_H

#include "pub_tool_basics.h"

enum { RECENT_BITS = 11 }; /* log2 of the places for hashes of arguments */

/* Of the calls by an instruction. Index 0: by the first argument, 1: by two */
struct arguments {
	const Addr *entry; /* of the table that the call goes through */
	Bool other;        /* it calls no mathematical function */
	ULong n;           /* calls that were looked at */
	ULong same[2];     /* with the arguments of the call before */
	ULong known[2];    /* with some of the last 2,048, about */
	ULong last[2];
	struct recent {
		ULong of[2][1 << RECENT_BITS];
	} * recent; /* NULL: what it calls is not known yet */
};

/* NULL: a call of this address does not go through a table */
struct arguments *arguments_of(Addr stub);

/* Before each call: the first two floating-point registers for arguments */
VG_REGPARM(3)
void arguments_seen(struct arguments *a, ULong first, ULong second);

#endif
