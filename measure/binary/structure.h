/*
 * structure.h - procedures, inlined code, loops and lines of one binary
 *
 * A structure is one ELF file (an executable or a shared object). Opening it
 * reads headers and symbols only; a procedure is decoded when an address in it
 * is asked for. All addresses are the file's own virtual addresses (p_vaddr),
 * not those of a process. Everything that is returned is borrowed and lives
 * until structure_free.
 *
 * Every address belongs to at most one procedure and in it to one innermost
 * loop. A loop is a source loop: the parts that a compiler makes of one loop
 * (a vectorised body, its peel and remainder loops, versions for aliased
 * arrays) are one struct structure_loop with several parts.
 */
#ifndef PERFEXPERT_MEASURE_BINARY_STRUCTURE_H
#define PERFEXPERT_MEASURE_BINARY_STRUCTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "measure/binary/facts/parts.h"

struct arena;
struct err;
struct structure;

enum structure_detail {
	STRUCTURE_NONE,    /* stripped: procedures from unwind tables */
	STRUCTURE_SYMBOLS, /* names, but no files and lines */
	STRUCTURE_LINES    /* DWARF: files, lines, inlined code */
};

/* What is known about one address */
struct structure_place {
	const struct structure_proc *proc;
	const struct structure_loop *loop; /* innermost, or NULL */
	const struct structure_part *part; /* innermost, or NULL */
	const char *file;                  /* of the instruction, or NULL */
	unsigned line;                     /* or 0 */
	const struct structure_inline *inlined; /* innermost, or NULL */
};

/*
 * structure_open - the structure of an ELF file
 *
 * Separate debug information is looked for as debuggers do: by build id and by
 * .gnu_debuglink, in /usr/lib/debug and beside the file.
 * Errors: ERR_SYSTEM when it can't be read, ERR_FORMAT when it is no ELF file,
 *         ERR_UNSUPPORTED for 32-bit, big-endian and relocatable ones
 */
struct structure *structure_open(const char *path, struct err *err);

/* structure_open_brief - the same, but of separate debug information names
 * only: no lines and no inlined code. It may be compressed: to read the C
 * library's took a seventh of what the measurement of a short program took. */
struct structure *structure_open_brief(const char *path, struct err *err);

/* structure_open_memory - as structure_open, for size bytes at data, which are
 * copied */
struct structure *structure_open_memory(const void *data, size_t size,
                                        struct err *err);

void structure_free(struct structure *s);

/* structure_build_id - lower-case hexadecimal digits, or NULL */
const char *structure_build_id(const struct structure *s);

enum structure_detail structure_detail(const struct structure *s);

/* structure_note - what is missing and why, one line for people, or NULL */
const char *structure_note(const struct structure *s);

/*
 * structure_find - where vaddr belongs
 *
 * False, and *out zeroed, when no procedure holds it. Fast for addresses that
 * come more or less sorted, and for any that were seen before.
 */
bool structure_find(struct structure *s, uint64_t vaddr,
                    struct structure_place *out);

/*
 * structure_classes - what the instruction at vaddr is: enum code_class's bits
 *
 * 0 where no instruction that is of any class begins.
 */
uint64_t structure_classes(struct structure *s, uint64_t vaddr);

/*
 * structure_asserts - does one way of the conditional branch at vaddr lead to
 * the report of a failed assertion? taken: the way to its target
 */
bool structure_asserts(struct structure *s, uint64_t vaddr, bool taken);

/*
 * structure_callee - the linker's name of what the instruction at vaddr calls
 *
 * Through the procedure linkage table too. NULL when it calls nothing, or what
 * it calls is only known when it runs. by_table: whether it goes there; may be
 * NULL.
 */
const char *structure_callee(struct structure *s, uint64_t vaddr,
                             bool *by_table);

/*
 * structure_exponent - the power that the call of pow at vaddr asks for
 *
 * NAN where it is none, or the code before it sets no constant.
 */
double structure_exponent(struct structure *s, uint64_t vaddr);

/* structure_readable - a linker's name as a user knows it, in the arena */
const char *structure_readable(struct arena *a, const char *raw);

/*
 * structure_each - call back for every procedure of the file, by address
 *
 * Analyses all of them, so it takes its time on a large file. Stops when the
 * callback returns false.
 */
void structure_each(struct structure *s,
                    bool (*each)(void *ctx, const struct structure_proc *p),
                    void *ctx);

#endif
