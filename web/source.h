/*
 * source.h - source files that a report may show
 *
 * The paths come out of a measurement, which may be a stranger's: only regular
 * files with the name of a source file are read, and only small ones, so that
 * a report holds neither keys nor devices. What is not shown has a reason.
 */
#ifndef PERFEXPERT_WEB_SOURCE_H
#define PERFEXPERT_WEB_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

struct source;
struct sources;

/* The largest file that is read, and the most text taken for one report. */
enum { SOURCE_MAX = 4 << 20, SOURCE_TOTAL = 64 << 20 };

struct sources *sources_new(void);
void sources_free(struct sources *s);

/*
 * sources_get - the file, read when it is asked for first; never NULL
 *
 * A relative path is looked up from the current folder.
 */
const struct source *sources_get(struct sources *s, const char *path);

/* source_problem - why it can't be shown ("no such file"), or NULL */
const char *source_problem(const struct source *s);

/* source_changed - when it was last written, seconds since 1970 */
time_t source_changed(const struct source *s);

size_t source_count(const struct source *s);

/* source_line - the text of a line, from 1, without its end; not escaped */
const char *source_line(const struct source *s, size_t line);

/* source_name_ok - does it end as the names of source files do? */
bool source_name_ok(const char *path);

#endif
