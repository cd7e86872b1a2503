/*
 * debug.h - what DWARF says of an address: function, inlined calls, line
 *
 * Opening reads the address ranges of the compilation units; a unit's functions
 * and lines are read when an address of it is first asked for.
 */
#ifndef PERFEXPERT_MEASURE_BINARY_ELF_DEBUG_H
#define PERFEXPERT_MEASURE_BINARY_ELF_DEBUG_H

#include <elfutils/libdw.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct debug;
struct image;
struct structure_inline;
struct structure_range;

struct debug_func {
	const char *name;    /* DW_AT_name, or NULL */
	const char *linkage; /* or NULL */
	const char *file;
	unsigned line;
	uint64_t entry;
	struct structure_range *ranges; /* sorted by address */
	size_t nranges;
	struct debug_unit *unit;
	Dwarf_Die die;
};

struct debug_line {
	uint64_t low, high; /* where it holds */
	const char *file;   /* NULL: no line is known there */
	unsigned line;
};

/* A stretch of code that was inlined; inner ones come after outer ones */
struct debug_inline {
	uint64_t low, high;
	const struct structure_inline *node;
};

/*
 * debug_new - NULL when the file has no DWARF
 *
 * img: the program, whose code the addresses must lie in
 */
struct debug *debug_new(struct arena *arena, Elf *elf, const struct image *img);
void debug_free(struct debug *d);

/* debug_find - the function that holds vaddr, or NULL */
const struct debug_func *debug_find(struct debug *d, uint64_t vaddr);

/*
 * debug_around - the name of the function whose lines hold that line
 *
 * Of f's unit, other than f: the one that begins last before it. NULL: none.
 */
const char *debug_around(struct debug *d, const struct debug_func *f,
                         const char *file, unsigned line);

/* debug_line - false and an empty answer when nothing is known at vaddr */
bool debug_line(struct debug *d, uint64_t vaddr, struct debug_line *out);

/* debug_inlines - the inlined calls of f; *out is the caller's to free() */
size_t debug_inlines(struct debug *d, const struct debug_func *f,
                     struct debug_inline **out);

/* What the unit of a function says about its compiler */
const char *debug_producer(const struct debug_func *f);
const char *debug_language(const struct debug_func *f);
bool debug_says_optimised(const struct debug_func *f);

/* debug_never_returns - was it declared so ("noreturn")? */
bool debug_never_returns(const struct debug_func *f);

#endif
