/*
 * io.h - files, read whole with a limit, and their names
 */
#ifndef PERFEXPERT_BASE_IO_H
#define PERFEXPERT_BASE_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct err;
struct strbuf;

/* What may be opened */
enum {
	IO_FILE = 1, /* a regular file */
	IO_PIPE = 2,
	IO_DEVICE = 4,
	IO_NO_LINK = 8 /* no link as the last part of the name */
};

/*
 * io_open - open what is of one of these kinds for reading, never waiting
 *
 * The one way in which files are opened that may be anything. What is of
 * another kind is not even opened, as that may stir a device or let a pipe's
 * writer go. The descriptor is closed on execve and does not block.
 * Errors: -1 and errno: EISDIR for a folder, EINVAL for other kinds
 */
int io_open(const char *path, unsigned kinds);

/*
 * io_open_file - the same for a regular file
 *
 * Errors: ERR_SYSTEM, or ERR_FORMAT when it is none; without the path
 */
int io_open_file(const char *path, struct err *err);

/*
 * io_read_file - append a file's bytes to b
 *
 * A pipe is read to its end; one that nobody writes to is an error after three
 * seconds.
 * Errors: ERR_SYSTEM when it can't be read, ERR_FORMAT when it is larger than
 *         limit bytes; the message names the path
 */
int io_read_file(const char *path, size_t limit, struct strbuf *b,
                 struct err *err);

enum { IO_PIPE_LIMIT = 1 << 30 };

/*
 * io_rereadable - a name under which path can be read more than once
 *
 * kept: -1 and the name is path itself; or, where that is a pipe or a device,
 *       a file descriptor of what was read from it, to be closed when it is
 *       needed no more
 * Free the name. NULL on errors: ERR_SYSTEM, ERR_FORMAT when it holds more than
 * IO_PIPE_LIMIT bytes
 */
char *io_rereadable(const char *path, int *kept, struct err *err);

/*
 * io_flush_stdout - make sure that what was printed arrived
 *
 * Errors: ERR_SYSTEM (disk full, closed pipe)
 */
int io_flush_stdout(struct err *err);

/*
 * io_hold_standard_files - open /dev/null for each of them that is closed
 *
 * It would be the next that we open, and get our messages. A program that we
 * start finds it closed, as it would without us.
 */
void io_hold_standard_files(void);

/* io_remove_tree - delete a folder of ours with everything in it */
int io_remove_tree(const char *path, struct err *err);

/* io_join - dir/name appended to b, with one slash between them */
void io_join(struct strbuf *b, const char *dir, const char *name);

/*
 * io_contains - does a regular file hold one of n names?
 *
 * ended: with a NUL after it, as a whole string has. false too where the file
 * can't be read.
 */
bool io_contains(const char *path, const char *const *names, size_t n,
                 bool ended);

/*
 * io_is_system_header - is it in a header of the compiler's or the system's?
 *
 * Templates become the program's code, but nobody edits them. path: as
 * debugging information has it, or NULL
 */
bool io_is_system_header(const char *path);

/* io_basename - what follows the last slash of path (borrowed) */
const char *io_basename(const char *path);

#endif
