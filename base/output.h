/*
 * output.h - what a command writes: a file, a device or a pipe
 *
 * A regular file appears under its name only when it is complete: it is written
 * beside it, without a name where the file system can do that, synced, and put
 * in place at the end. Links are followed: the file that they name is replaced,
 * the link stays; those of other users in a folder that all may write to, and
 * their files and pipes there, are refused. Devices, pipes and files of the
 * process (/dev/stdout, /dev/fd/N) are written to directly.
 */
#ifndef PERFEXPERT_BASE_OUTPUT_H
#define PERFEXPERT_BASE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct err;
struct stat;

enum output_mode {
	OUTPUT_REPLACE, /* a file of that name is replaced, keeping its mode */
	OUTPUT_KEEP     /* it is kept, and the new one gets another name */
};

struct output {
	FILE *f;         /* write here */
	char *path;      /* as it was given */
	char *target;    /* the file after all links; NULL: written through */
	char *temporary; /* its name until it is complete; NULL: it has none */
	enum output_mode mode;
};

/*
 * output_open - start to write path; o need not be initialised
 *
 * A pipe that nobody reads yet is waited for, as everywhere.
 * Errors: ERR_USAGE for a folder and a block device, ERR_SYSTEM; no file
 *         is left, and o is as after output_abort
 */
int output_open(struct output *o, const char *path, enum output_mode mode,
                struct err *err);

/*
 * output_commit - complete it; releases o in any case
 *
 * written: gets the name of what was written, the caller's to free; it differs
 *          from path when that had to be kept: app.2.db beside app.db, then
 *          app.3.db ... NULL: of no interest
 * Errors:  ERR_SYSTEM (disk full, say); path is then as it was before
 */
int output_commit(struct output *o, char **written, struct err *err);

/* output_abort - drop what was written; safe after commit and when zeroed */
void output_abort(struct output *o);

/*
 * output_check - refuse before the work what could not be written after it
 *
 * Errors: as output_open; ERR_SYSTEM also when there is less than 1 MiB of
 *         space. Devices and pipes are not opened.
 */
int output_check(const char *path, struct err *err);

/*
 * output_planted - was it put under our name by somebody else?
 *
 * In a folder where all may write but remove only their own (/tmp), others can
 * do that. As the kernel's protected_symlinks, protected_fifos and
 * protected_regular do, take only what is the caller's or the folder owner's.
 * at: its own status, not that of what a link leads to
 */
bool output_planted(const char *path, const struct stat *at);

/* output_exists - is there a file, which would be replaced? */
bool output_exists(const char *path);

/*
 * output_distinct - see that path is none of n inputs, by whatever name
 *
 * NULL and what does not exist are skipped; devices and pipes can be both.
 * Errors: ERR_USAGE
 */
int output_distinct(const char *path, const char *const *inputs, size_t n,
                    struct err *err);

#endif
