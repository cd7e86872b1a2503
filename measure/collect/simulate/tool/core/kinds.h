/*
 * perfexpert-sim: which processes are simulated
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_KINDS_H
#define PERFEXPERT_SIM_KINDS_H

#include "pub_tool_basics.h"

#include "measure/collect/simulate/protocol/kinds.h"

/* Of this process: its kind's number in the table from 1 (0: it has none), its
 * own in that kind, and for how many it is simulated, at most. */
struct kind_place {
	Int kind, number, each;
};

void kinds_open(void);

/*
 * kinds_begin - a program is about to be executed by this file, with these
 * arguments; false: it is to run natively
 */
Bool kinds_begin(const HChar *path, Addr argv, struct kind_place *place);

/* kinds_ended - this process ends; its processor time */
void kinds_ended(ULong cpu_ms);

/* kinds_started_another - its kind is simulated always */
void kinds_started_another(void);

#endif
