/*
 * options.h - GNU-style command lines driven by one table
 *
 * The table is the help text too. Long options may be abbreviated when that
 * is unambiguous, take "--name=value" or "--name value", short ones "-nvalue"
 * or "-n value"; "--" ends the options.
 */
#ifndef PERFEXPERT_BASE_OPTIONS_H
#define PERFEXPERT_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct err;

enum option_arg { OPTION_NONE, OPTION_REQUIRED, OPTION_OPTIONAL };

/* What an option does: call its function, or set a value itself. */
enum option_action {
	OPTION_CALL,
	OPTION_FLAG, /* a bool becomes true */
	OPTION_TEXT  /* a const char * becomes the value, which is not empty */
};

struct option_spec {
	const char *name; /* long name without dashes; NULL: a help heading */
	char letter;      /* or 0 */
	enum option_arg arg;
	const char *arg_name; /* "FILE", for the help */
	const char *help; /* one line; NULL hides the option from the help */
	/* handle - take the option; value is NULL when none was given */
	int (*handle)(void *ctx, const char *value, struct err *err);
	enum option_action action;
	size_t at; /* where in ctx the value is, for a flag or a text */
};

/* The end of an option's row: what it does */
#define OPTION_CALLS(function) function, OPTION_CALL, 0
#define OPTION_SETS(type, member) NULL, OPTION_FLAG, offsetof(type, member)
#define OPTION_KEEPS(type, member) NULL, OPTION_TEXT, offsetof(type, member)

/*
 * options_parse - hand each option to its function, or set its value
 *
 * argv is main's, ended by NULL. specs ends with a row that has neither name
 * nor help. With stop_at_first, the first argument that is no option ends the
 * options (for commands that take another program's command line); else options
 * and arguments may mix and argv is reordered. *rest is the index of the first
 * argument. Errors: ERR_USAGE with the option's name, or what a handler
 * returned
 */
int options_parse(const struct option_spec *specs, char **argv,
                  bool stop_at_first, int *rest, void *ctx, struct err *err);

/* options_help - the table as two columns */
void options_help(const struct option_spec *specs, FILE *f);

#endif
