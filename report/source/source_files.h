/*
 * source_files.h - source files that a report may show
 *
 * The paths come out of a measurement, which may be a stranger's: only regular
 * files with the name of a source file are read, and only small ones in the
 * folders of source_folders.h, so that a report holds neither keys nor devices.
 * What is not shown has a reason.
 */
#ifndef PERFEXPERT_REPORT_SOURCE_SOURCE_FILES_H
#define PERFEXPERT_REPORT_SOURCE_SOURCE_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>
#include <time.h>

struct profile;
struct source;
struct source_folders;
struct sources;

/* The largest file that is read, and the most text taken for one report. */
enum { SOURCE_MAX = 4 << 20, SOURCE_TOTAL = 64 << 20 };

struct sources *sources_new(void);
void sources_free(struct sources *s);

/* sources_folders - where files may lie; the working folder, unless more are
 * added */
struct source_folders *sources_folders(struct sources *s);

/* sources_add_folders - those that the user names */
void sources_add_folders(struct sources *s, const char *const *dirs, size_t n);

/* sources_add_binaries - where the measured binaries were compiled */
void sources_add_binaries(struct sources *s, const struct profile *p);

/*
 * sources_get - the file, read when it is asked for first; never NULL
 *
 * A relative path is looked up from the working folder, or where a binary was
 * compiled.
 */
const struct source *sources_get(struct sources *s, const char *path);

/* sources_shown - one is shown: it counts for the two below */
void sources_shown(struct sources *s, const struct source *one);

/* sources_list - the resolved name of the i-th file shown, or NULL */
const char *sources_list(const struct sources *s, size_t i);

/* sources_mode - who may read all that was shown: a mask for a file's mode */
mode_t sources_mode(const struct sources *s);

/* A file of ours that is to hold source. */
struct sources_file {
	mode_t mode;         /* as it was; 0: it has none, as a pipe */
	bool open_to_others; /* and can't be kept from them */
};

/*
 * sources_hide - keep the file from others until what is shown in it is known
 * sources_unhide - from then on it is for those who may read all of that
 */
struct sources_file sources_hide(FILE *f);
void sources_unhide(const struct sources *s, FILE *f,
                    const struct sources_file *file);

/* source_problem - why it can't be shown ("no such file"), or NULL */
const char *source_problem(const struct source *s);

/* source_changed - when it was last written, seconds since 1970 */
time_t source_changed(const struct source *s);

/* source_count - how many lines it has */
size_t source_count(const struct source *s);

/* source_line - the text of a line, from 1, without its end; not escaped */
const char *source_line(const struct source *s, size_t line);

/* source_name_ok - does it end as the names of source files do? */
bool source_name_ok(const char *path);

#endif
