/*
 * perfexpert-sim: text for the output file
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef PERFEXPERT_SIM_PUT_H
#define PERFEXPERT_SIM_PUT_H

#include "pub_tool_basics.h"

struct out {
	Int fd; /* below 0: to memory, or nowhere */
	HChar *to;
	ULong size; /* up to now */
	Bool failed;
	UInt used;
	ULong lines;
	HChar buf[65536];
};

void put(struct out *o, const HChar *format, ...) PRINTF_CHECK(2, 3);
void put_newline(struct out *o);
/* Bytes other than printable ASCII, and '%', as %XX; "" as a lone %. */
void put_escaped(struct out *o, const HChar *s);
/* write_head.c: the lines before the first module */
void put_head(struct out *o);
/* What is in buf goes where it belongs. */
void put_flush(struct out *o);

#endif
