/*
 * io.h - files: read whole with a limit, written whole or not at all
 */
#ifndef PERFEXPERT_BASE_IO_H
#define PERFEXPERT_BASE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct err;
struct strbuf;

/*
 * io_read_file - append a file's bytes to b
 *
 * Errors: ERR_SYSTEM when it can't be read, ERR_FORMAT when it is larger than
 *         limit bytes; the message names the path
 */
int io_read_file(const char *path, size_t limit, struct strbuf *b,
                 struct err *err);

/*
 * A file that appears under its name only when it is complete: it is written
 * beside it under a temporary name, synced and renamed.
 */
struct io_atomic {
	FILE *f; /* write here */
	char *path, *temporary;
};

/*
 * io_atomic_open - start to write path
 *
 * Errors: ERR_SYSTEM, nothing is left behind
 */
int io_atomic_open(struct io_atomic *a, const char *path, struct err *err);

/*
 * io_atomic_commit - sync and rename; releases a in any case
 *
 * Errors: ERR_SYSTEM (disk full, say); path is then as it was before
 */
int io_atomic_commit(struct io_atomic *a, struct err *err);

/* io_atomic_abort - drop what was written; safe after commit and when zeroed */
void io_atomic_abort(struct io_atomic *a);

/*
 * io_flush_stdout - make sure that what was printed arrived
 *
 * Errors: ERR_SYSTEM (disk full, closed pipe)
 */
int io_flush_stdout(struct err *err);

/* io_remove_tree - delete a folder of ours with everything in it */
int io_remove_tree(const char *path, struct err *err);

/* io_join - dir/name appended to b, with one slash between them */
void io_join(struct strbuf *b, const char *dir, const char *name);

/* io_basename - what is behind the last slash of path (borrowed) */
const char *io_basename(const char *path);

#endif
