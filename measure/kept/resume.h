/*
 * resume.h - what an interrupted measurement leaves for --resume, in the file
 * OUTPUT.runs beside it
 *
 * The runs that ended, as the collector writes them, what they were runs of
 * (identity.h), and which file had the measurement's name then:
 *
 *   perfexpert-runs 1 COLLECTOR RUNS
 *   output none                            or: output SIZE SECONDS NANOSECONDS
 *   ...                                    the lines of identity.h
 *   --
 *   ...                                    the collector's
 *
 * It is written anew after each run, whole or not at all, and goes when the
 * measurement is complete. Times are those of the file's last change.
 */
#ifndef PERFEXPERT_MEASURE_KEPT_RESUME_H
#define PERFEXPERT_MEASURE_KEPT_RESUME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

struct err;
struct session;

/* A file of runs, in its parts */
struct resume_text {
	const char *collector, *output, *identity;
	char *runs;
	size_t n; /* runs, as it says */
};

struct resume {
	char *path;          /* NULL: nothing is kept */
	struct strbuf found; /* the file that was there */
	struct resume_text text;
	bool has;      /* there is something to go on with */
	bool replaces; /* the file at output is of it, too */
	bool looked;   /* before is what can be known */
	struct strbuf
		before; /* identity before the first run; empty: unknown */
	size_t kept;    /* runs in the file now */
};

/*
 * resume_open - look for a file of runs, and whether it may be used or replaced
 *
 * Close with resume_close in any case. Nothing is kept beside what is no
 * regular file. s->resume and s->force say what is wanted.
 * Errors: ERR_USAGE when there is one that neither is to be used nor may be
 *         replaced, or something else of that name; ERR_SYSTEM
 */
int resume_open(struct resume *r, const struct session *s, struct err *err);

/*
 * resume_runs - the runs of this collector to go on with, its to change; NULL:
 * none
 *
 * Also notes what is to be run, so call it before the first run.
 * Errors: ERR_USAGE when they are of another collector (err set and NULL)
 */
char *resume_runs(struct resume *r, const struct session *s,
                  const char *collector, struct err *err);

/*
 * resume_compare - are they of what would be run now?
 *
 * more: lines as of identity.h that are the collector's own.
 * Errors: ERR_USAGE, and what differs
 */
int resume_compare(const struct resume *r, const struct session *s,
                   const struct strbuf *more, struct err *err);

/*
 * resume_keep - n runs, instead of what is in the file
 *
 * With --verbose, reports what can't be kept.
 */
void resume_keep(struct resume *r, const struct session *s,
                 const char *collector, const struct strbuf *more, size_t n,
                 const struct strbuf *runs);

/*
 * resume_end - the measurement ended: complete, the file goes
 *
 * Else reports how many runs are kept. wrote: the file with what was measured,
 * or NULL; if it has the measurement's own name, this is noted, so that the
 * complete measurement can replace it.
 */
void resume_end(struct resume *r, const struct session *s, const char *wrote,
                bool complete);
void resume_close(struct resume *r);

/*
 * resume_parse - the parts of a file of runs, text, which is changed
 *
 * Errors: ERR_FORMAT
 */
int resume_parse(struct resume_text *t, char *text, struct err *err);

#endif
