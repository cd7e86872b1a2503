/*
 * source_folders.h - the folders whose source files a report may show
 *
 * The paths come out of a measurement, which may be a stranger's. They are
 * resolved first: what counts is where a file really lies.
 */
#ifndef PERFEXPERT_REPORT_SOURCE_SOURCE_FOLDERS_H
#define PERFEXPERT_REPORT_SOURCE_SOURCE_FOLDERS_H

#include <stdbool.h>

struct source_folders;

/* source_folders_new - none but the working folder, unless that is / */
struct source_folders *source_folders_new(void);
void source_folders_free(struct source_folders *f);

/*
 * source_folders_add - one that the user named (--source-dir)
 *
 * Files that are not where a measurement says are looked for below it, too.
 * What is no folder is passed over.
 */
void source_folders_add(struct source_folders *f, const char *path);

/*
 * source_folders_binary - a program or library that the measurement names
 *
 * Where it was compiled, by its debug information, becomes one of the folders
 * if that is in the tree in which the program lies: above it or below it, but
 * no folder above the working folder, and neither HOME nor one above that. One
 * that is named through /proc is passed over. The program is opened only if a
 * file is asked for that is in none of the others.
 */
void source_folders_binary(struct source_folders *f, const char *path);

/*
 * source_folders_find - the resolved name of a file; the caller frees it
 *
 * NULL when it is not there (problem is then "it is not on this machine", or
 * why it can't be reached) or lies outside of all folders.
 */
char *source_folders_find(struct source_folders *f, const char *path,
                          const char **problem);

#endif
