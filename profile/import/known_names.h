/*
 * known_names.h - what HPCToolkit's releases call the same thing, made one name
 */
#ifndef PERFEXPERT_PROFILE_IMPORT_KNOWN_NAMES_H
#define PERFEXPERT_PROFILE_IMPORT_KNOWN_NAMES_H

#include <stdbool.h>
#include <stddef.h>

struct strbuf;

/*
 * names_file - a source file's path as the compiler recorded it, or NULL
 *
 * "./src/app/x.c" (copied into the database) is "/app/x.c"; names of
 * an unknown file ("<unknown file> [libm.so]", "~unknown-file~",
 * "[libm.so]") are NULL. Borrowed from path.
 */
const char *names_file(const char *path);

/* names_copied - the same for a path below the database's folder:
 * "src/app/x.c" */
const char *names_copied(const char *path);

/* names_module - a load module's path, NULL when it is none */
const char *names_module(const char *path);

/*
 * names_procedure - a procedure's name for people, set in out
 *
 * "strcmp [ld-2.31.so]" of module .../ld-2.31.so is "strcmp"; Fortran's
 * "__grid_MOD_solve" and "grid_mp_solve_" are "grid::solve", and "solve_" of a
 * Fortran file is "solve".
 */
void names_procedure(const char *name, const char *module, const char *file,
                     struct strbuf *out);

/* names_plain - the symbol's own name, set in out: as above without Fortran */
void names_plain(const char *name, const char *module, struct strbuf *out);

/* A metric's column in experiment.xml, taken apart. */
struct names_metric {
	char name[240];     /* "PAPI_TOT_CYC" */
	unsigned group;     /* "2.PAPI_TOT_CYC": 2; 0: none */
	unsigned duplicate; /* "PAPI_TOT_CYC.[0,0].3": 3; 0: none */
	bool has_thread;
	unsigned rank, thread; /* ".[0,3]", ".[3]" */
	enum { NAMES_RAW, NAMES_SUM, NAMES_OTHER } what;
};

/* names_metric - take the column's name apart; false when it is too long */
bool names_metric(const char *column, struct names_metric *m);

#endif
