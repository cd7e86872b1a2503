/*
 * command.h - what perfexpert's command line asks for
 */
#ifndef PERFEXPERT_REPORT_COMMAND_H
#define PERFEXPERT_REPORT_COMMAND_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "diagnose/assessment.h"
#include "diagnose/scaling.h"
#include "report.h"

struct err;
struct format;

enum { COMMAND_SOURCE_DIRS = 64 };

/* Looks at a measurement in another way than by sections, as text or JSON. */
enum view {
	VIEW_SUMMARY,
	VIEW_CALLS,
	VIEW_SOURCE,
	VIEW_PHASES,
	VIEW_MPI,
	NVIEWS
};

enum color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct command {
	struct assess_options assess;
	struct report_options text;
	const struct format *format; /* of the report; command.c's own */
	const struct report *report;
	const char *table;  /* CSV of this one of the report's; NULL: no */
	const char *output; /* NULL: standard output */
	const char *files[SCALING_INPUTS];
	size_t nfiles;
	enum color color;
	bool have_threshold, strict, help, version, list_machines;
	bool suggest, list_suggestions, scaling;
	bool view[NVIEWS];
	pid_t pager;              /* that reads standard output; 0: none */
	const char *html, *trace; /* files, or NULL */
	const char *source_dirs[COMMAND_SOURCE_DIRS];
	const char *check_knowledge; /* a folder, or NULL */
};

/* command_is_text - does it write text to standard output? */
bool command_is_text(const struct command *c);

/*
 * command_parse - fill in a command, whose threshold is the default's
 *
 * Strings are argv's. With help, version, list_machines, list_suggestions or
 * check_knowledge nothing else is looked at; else there is a file at least, and
 * a report that goes with the options.
 * Errors: ERR_USAGE
 */
int command_parse(struct command *c, int argc, char **argv, struct err *err);

/* command_help - what --help prints, on standard output */
void command_help(void);

#endif
