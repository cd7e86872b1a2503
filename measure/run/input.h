/*
 * input.h - standard input that every run gets from its start
 *
 * A file is read again. What comes through a pipe is handed on while the
 * program reads it, and kept in a file without a name for the next run, which
 * gets it from there and goes on where that ends. No more is read than the
 * program reads, but for what a pipe holds; nothing is waited for that the
 * program does not wait for.
 */
#ifndef PERFEXPERT_MEASURE_RUN_INPUT_H
#define PERFEXPERT_MEASURE_RUN_INPUT_H

#include <poll.h>
#include <stdbool.h>
#include <sys/types.h>

struct err;

enum { INPUT_CHUNK = 65536 };

struct input {
	double limit_bytes; /* how much of a pipe is kept */
	int file;           /* to be read again from start, or -1 */
	off_t start;
	int source;       /* a pipe to be handed on, or -1 */
	bool ended;       /* it has */
	int copy;         /* what was read from it, or -1 */
	off_t kept;       /* bytes in copy */
	const char *lost; /* why it is not all there, or NULL */
	/* this run's */
	int to;   /* the program's pipe, or -1 */
	off_t at; /* in copy */
	char *chunk;
	size_t have, done; /* bytes in chunk, and handed on */
};

/*
 * input_open - look at what standard input is
 *
 * A terminal, a device and a closed standard input are just inherited.
 * Release with input_close. Errors: ERR_SYSTEM
 */
int input_open(struct input *in, double limit_bytes, struct err *err);
void input_close(struct input *in);

/* input_none - nothing to hand on: standard input is inherited */
void input_none(struct input *in);

/*
 * input_begin - before a run
 *
 * fd: gets what its standard input is to be, to be closed when the program has
 *     been started, or -1: it is inherited
 * Errors: ERR_SYSTEM when an earlier run's input could not be kept
 */
int input_begin(struct input *in, int *fd, struct err *err);

/* input_wait - what to poll for; .fd is -1 when there is nothing */
struct pollfd input_wait(const struct input *in);

/* input_move - hand on what can be handed on without waiting */
void input_move(struct input *in);

/* input_end - after a run */
void input_end(struct input *in);

#endif
