/*
 * symbols.h - which function of a file holds an address, without DWARF
 *
 * From .symtab (the file's, else its debug file's), else .dynsym, then the
 * unwind tables for what no symbol covers, and the procedure linkage table as
 * one function. Aliases are one entry under the name that names_better prefers.
 */
#ifndef PERFEXPERT_MEASURE_BINARY_ELF_SYMBOLS_H
#define PERFEXPERT_MEASURE_BINARY_ELF_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct frames;
struct image;

struct symbol {
	uint64_t low, high;
	const char *name;   /* NULL: only its extent is known */
	const char *folded; /* another that the linker found to be the same
	                     * code, or NULL */
	unsigned scope;     /* the source file of a local symbol, 0: global */
	uint8_t rank;       /* 0 global, 1 weak, 2 local, 3 untyped */
	bool sized, plt;
	uint8_t returns; /* calls.c's note: 0 not looked at, 1 yes, 2 never */
};

struct symbols {
	struct symbol *v; /* sorted by low, which are distinct */
	size_t n, cap;
	struct symbol *got; /* low: a slot that the linker fills; sorted */
	size_t ngot, got_cap;
	const struct symbol **by_name; /* [nnames] sorted; if there are cold
	                                  parts */
	size_t nnames;
	bool has_table; /* .symtab was found */
	bool has_names;
};

/*
 * symbols_read - the functions of img
 *
 * debug: the file with separate debug information, or NULL. Names are borrowed
 *        from the files.
 */
void symbols_read(struct symbols *s, const struct image *img,
                  const struct image *debug, const struct frames *frames);
void symbols_release(struct symbols *s);

/*
 * symbols_find - the function that holds vaddr, or NULL
 *
 * low..high: the part of it around vaddr that no other function begins in
 */
const struct symbol *symbols_find(const struct symbols *s, uint64_t vaddr,
                                  uint64_t *low, uint64_t *high);

/* symbols_at - the function that begins at vaddr, or NULL */
const struct symbol *symbols_at(const struct symbols *s, uint64_t vaddr);

/* symbols_slot - the name of what the slot of the GOT at vaddr will hold */
const char *symbols_slot(const struct symbols *s, uint64_t vaddr);

/*
 * symbols_parent - the function that a cold part was split from, or NULL
 *
 * The one of that name in the same source file is preferred.
 */
const struct symbol *symbols_parent(const struct symbols *s,
                                    const struct symbol *cold);

#endif
