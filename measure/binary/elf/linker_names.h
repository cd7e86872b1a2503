/*
 * linker_names.h - linker names made readable
 */
#ifndef PERFEXPERT_MEASURE_BINARY_ELF_LINKER_NAMES_H
#define PERFEXPERT_MEASURE_BINARY_ELF_LINKER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/*
 * names_readable - the name that a user knows, in the arena
 *
 * C++ and Rust names are demangled; Fortran's __mod_MOD_proc is mod::proc.
 * Suffixes of clones (.isra.0, .constprop.1, .part.2, .cold, .lto_priv.3) and
 * symbol versions go; an OpenMP region keeps its ._omp_fn.0, as it is separate
 * code.
 */
const char *names_readable(struct arena *a, const char *raw);

/* names_mangled - does it name its scope too: C++, Rust, a Fortran module? */
bool names_mangled(const char *raw);

/* names_better - a is to be preferred over b for the same address */
bool names_better(const char *a, const char *b);

/*
 * names_never_returns - is it a C or C++ library function that never returns?
 *
 * foreign: it is another file's. A program may have an "exit" of its own, but
 *          no names that are reserved ("__cxa_throw").
 */
bool names_never_returns(const char *raw, bool foreign);

#endif
