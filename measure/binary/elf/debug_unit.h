/*
 * debug_unit.h - one compilation unit's functions and lines (internal)
 */
#ifndef PERFEXPERT_MEASURE_BINARY_ELF_DEBUG_UNIT_H
#define PERFEXPERT_MEASURE_BINARY_ELF_DEBUG_UNIT_H

#include "debug.h"

/* A stretch of code of a function */
struct debug_piece {
	uint64_t low, high;
	struct debug_func *func;
};

struct debug_unit {
	Dwarf_Die die, split; /* split: where the functions are described */
	bool loaded;
	Dwarf_Lines *lines; /* sorted by address */
	size_t nlines;
	struct debug_piece *pieces; /* sorted by low */
	size_t npieces;
};

struct debug_span {
	uint64_t low, high;
	struct debug_unit *unit;
};

struct debug {
	struct arena *arena;
	Dwarf *dwarf;
	const struct image *img;
	struct debug_span *spans; /* sorted by low */
	size_t nspans, spans_cap;
	const struct debug_span *last;
	const char *path, *clean; /* the last that debug_path was given */
};

/* debug_unit_load - read functions and lines, once */
void debug_unit_load(struct debug *d, struct debug_unit *u);

/* debug_path - path without detours, interned; NULL for none */
const char *debug_path(struct debug *d, const char *path);

#endif
