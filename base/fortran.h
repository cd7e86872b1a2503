/*
 * fortran.h - names that Fortran compilers give to the linker, as in the source
 */
#ifndef PERFEXPERT_BASE_FORTRAN_H
#define PERFEXPERT_BASE_FORTRAN_H

#include <stdbool.h>
#include <stddef.h>

struct strbuf;

/* fortran_file - by its ending, upper or lower case; NULL is none */
bool fortran_file(const char *path);

/*
 * fortran_module - append "MODULE::NAME" of a module's procedure, or nothing
 *
 * "__MODULE_MOD_NAME" of gfortran; where the language is known to be Fortran,
 * "MODULE_mp_NAME_" of ifort too. True when it is one.
 */
bool fortran_module(struct strbuf *out, const char *name, bool fortran);

/* fortran_external - the length of an external procedure's name without the
 * underscore that is appended to it */
size_t fortran_external(const char *name);

#endif
