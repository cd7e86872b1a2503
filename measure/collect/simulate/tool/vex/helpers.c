/*
 * perfexpert-sim: what VEX calls where one instruction would do
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The linker gives VEX this in place of its own (see Makefile.inc): the highest
 * bits of 16 bytes, which the string functions of libraries ask for in each
 * turn. VEX takes them one by one.
 */
#include "measure/collect/simulate/tool/core/sim.h"

#if defined(__SSE2__)
#include <emmintrin.h>

UInt highest_bits(ULong high,
                  ULong low) __asm__("__wrap_h_generic_calc_GetMSBs8x16");
UInt highest_bits(ULong high, ULong low)
{
	return (UInt)_mm_movemask_epi8(
		_mm_set_epi64x((long long)high, (long long)low));
}
#endif
