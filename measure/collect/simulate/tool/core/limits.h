/*
 * perfexpert-sim: the program's limit on its address space
 *
 * In the simulator that space holds the simulator, too: a program that allows
 * itself less than it needs would end it, and with it all counts.
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_LIMITS_H
#define PERFEXPERT_SIM_LIMITS_H

#include "pub_tool_basics.h"

/* Around each system call: what the program asks for has room for us while the
 * kernel looks at it, and is afterwards what it was. */
void limits_pre_syscall(UInt number, UWord *args);
void limits_post_syscall(void);

#endif
