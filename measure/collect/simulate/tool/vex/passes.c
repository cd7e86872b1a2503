/*
 * perfexpert-sim: passes of VEX over what a tool added
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/core/sim.h"

/*
 * Stands in for VEX's own (see Makefile.inc): it checks each translation
 * several times, which takes a tenth of the time that programs take to start.
 * The tests have it done.
 */
void some_checks(const IRSB *code, const HChar *when, Bool flat,
                 IRType word) __asm__("__wrap_sanityCheckIRSB");
void all_checks(const IRSB *code, const HChar *when, Bool flat,
                IRType word) __asm__("__real_sanityCheckIRSB");
void some_checks(const IRSB *code, const HChar *when, Bool flat, IRType word)
{
	if (sim.check_code)
		all_checks(code, when, flat, word);
}

/*
 * In place of the passes that tidy up what a tool added: nothing of it is
 * without use (emit.c), nor of what was there, which they saw before. They take
 * a twentieth of the time that programs take to start.
 */
void keep_code(IRSB *code) __asm__("__wrap_do_deadcode_BB");
void keep_code(IRSB *code)
{
	(void)code;
}

IRSB *same_code(IRSB *code) __asm__("__wrap_cprop_BB");
IRSB *same_code(IRSB *code)
{
	return code;
}
