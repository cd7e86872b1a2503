/*
 * loadable.h - can the dynamic linker put a library of ours into a program?
 *
 * Used by perfexpert-run and, where programs start others, by the library that
 * is in them: it allocates nothing and calls only what signal handlers may.
 */
#ifndef PERFEXPERT_MEASURE_RUN_LOADABLE_H
#define PERFEXPERT_MEASURE_RUN_LOADABLE_H

enum loadable {
	LOADABLE,          /* or not known, as it can't be read */
	LOADABLE_STATIC,   /* no dynamic linker: nothing would be loaded */
	LOADABLE_OTHER,    /* another C library's linker, or of 32 bits */
	LOADABLE_SANITIZER /* AddressSanitizer wants to be the first library */
};

/* loadable_file - of an open file; a script is LOADABLE */
enum loadable loadable_file(int fd);

/* loadable_path - of a file, or of what interprets it */
enum loadable loadable_path(const char *path);

#endif
