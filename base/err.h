/*
 * err.h - one error, set where it happens and prefixed on the way up
 *
 * Invariant: the first error set wins; later ones do not overwrite it. A
 * message is one line, lower case, without a full stop and without control
 * characters (they are escaped when set, as names may come from foreign files).
 */
#ifndef PERFEXPERT_BASE_ERR_H
#define PERFEXPERT_BASE_ERR_H

#include "banned.h"

enum err_code {
	ERR_NONE = 0,
	ERR_USAGE,      /* the caller asked for something that makes no sense */
	ERR_FORMAT,     /* a file does not say what its format requires */
	ERR_SYSTEM,     /* a system call failed */
	ERR_PROGRAM,    /* the program or a measuring tool failed */
	ERR_UNSUPPORTED /* nothing here can do that */
};

struct err {
	enum err_code code;
	char msg[1024];
};

/* A struct err is ready for use when it is zeroed: struct err err = { 0 }; */

/* err_set - record the first error; always -1, so "return err_set(...)" */
int err_set(struct err *err, enum err_code code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/* err_system - as err_set with ": " and the text of errno after the message */
int err_system(struct err *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* err_prefix - put "where: " before the message, if there is one */
void err_prefix(struct err *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* err_clear - forget the error, so that the struct can be used again */
void err_clear(struct err *err);

/*
 * err_exit_status - the exit status of an error
 *
 * Source: README, "Exit status": 2 usage, 3 unreadable input, 4 the program or
 *         a measuring tool failed, 5 nothing here can measure
 */
int err_exit_status(const struct err *err);

#endif
