/*
 * perfexpert-stat: what the machine, or some processes, do in each interval
 */
#include <signal.h>
#include <stdio.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/options.h"
#include "base/output.h"
#include "system.h"

struct stat_options {
	struct system_options watch;
	const char *output, *machine;
	bool force, done;
};

static int set_interval(void *ctx, const char *value, struct err *err)
{
	return system_set_interval(&((struct stat_options *)ctx)->watch, value,
	                           err);
}

static int set_count(void *ctx, const char *value, struct err *err)
{
	return system_set_count(&((struct stat_options *)ctx)->watch, value,
	                        err);
}

static int add_pids(void *ctx, const char *value, struct err *err)
{
	return system_add_pids(&((struct stat_options *)ctx)->watch, value,
	                       err);
}

static void print_help(void);

static int show_help(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	print_help();
	((struct stat_options *)ctx)->done = true;
	return 0;
}

static int show_version(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	puts("perfexpert-stat " PERFEXPERT_VERSION);
	((struct stat_options *)ctx)->done = true;
	return 0;
}

static const struct option_spec specs[] = {
	{ .help = "What is watched" },
	{ "interval", 'i', OPTION_REQUIRED, "TIME",
	  "length of an interval (default: 1s)", OPTION_CALLS(set_interval) },
	{ "count", 'n', OPTION_REQUIRED, "N",
	  "number of intervals (default: until Ctrl-C)",
	  OPTION_CALLS(set_count) },
	{ "pid", 'p', OPTION_REQUIRED, "PID,...",
	  "these processes only, until all have ended",
	  OPTION_CALLS(add_pids) },
	{ "events", 0, OPTION_REQUIRED, "LIST", "which events to count",
	  OPTION_KEEPS(struct stat_options, watch.events) },
	{ "machine", 'm', OPTION_REQUIRED, "NAME|FILE",
	  "machine file with the events (default: host)",
	  OPTION_KEEPS(struct stat_options, machine) },

	{ .help = "What is written" },
	{ "csv", 0, OPTION_NONE, NULL, "a row of CSV for each interval",
	  OPTION_SETS(struct stat_options, watch.csv) },
	{ "json", 0, OPTION_NONE, NULL, "JSON",
	  OPTION_SETS(struct stat_options, watch.json) },
	{ "output", 'o', OPTION_REQUIRED, "FILE",
	  "write to FILE (default: standard output)",
	  OPTION_KEEPS(struct stat_options, output) },
	{ "force", 'f', OPTION_NONE, NULL, "replace FILE if it exists",
	  OPTION_SETS(struct stat_options, force) },
	{ "help", 'h', OPTION_NONE, NULL, "show this help",
	  OPTION_CALLS(show_help) },
	{ "version", 'V', OPTION_NONE, NULL, "show the version",
	  OPTION_CALLS(show_version) },
	{ 0 },
};

static void print_help(void)
{
	puts("Usage: perfexpert-stat [OPTION]...\n"
	     "Show what the processors, the memory and the devices do in each "
	     "interval.\n"
	     "More: perfexpert-stat(1).");
	options_help(specs, stdout);
	puts("\nExit status: 0 shown, 2 wrong use, 3 files, 5 nothing here can "
	     "show it");
}

static int watch(const struct stat_options *o, const struct machine *m,
                 struct err *err)
{
	struct output out = { 0 };

	signal(SIGPIPE, SIG_IGN); /* a reader that leaves is an error */
	if (!o->output)
		return system_watch(&o->watch, m, stdout, err) == 0
		               ? io_flush_stdout(err)
		               : -1;
	if (!o->force && output_exists(o->output))
		return err_set(err, ERR_USAGE,
		               "'%s' exists; --force replaces it", o->output);
	if (output_open(&out, o->output, OUTPUT_REPLACE, err) == 0 &&
	    system_watch(&o->watch, m, out.f, err) == 0)
		output_commit(&out, NULL, err);
	output_abort(&out);
	return err->code == ERR_NONE ? 0 : -1;
}

static int load_and_watch(const struct stat_options *o, struct err *err)
{
	struct machine *m = NULL;
	int rc = o->machine ? machine_load(&m, o->machine, err)
	                    : machine_host(&m, NULL, err);

	if (rc == 0)
		rc = watch(o, m, err);
	machine_free(m);
	return rc;
}

int main(int argc, char **argv)
{
	struct stat_options o = { 0 };
	struct err err = { 0 };
	int rest;

	io_hold_standard_files();
	if (options_parse(specs, argv, false, &rest, &o, &err) != 0)
		;
	else if (o.done)
		io_flush_stdout(&err);
	else if (rest < argc)
		err_set(&err, ERR_USAGE,
		        "'%s' is not an option: perfexpert-stat watches "
		        "running processes and starts no program",
		        argv[rest]);
	else
		load_and_watch(&o, &err);
	if (err.code == ERR_NONE)
		return 0;
	fprintf(stderr, "perfexpert-stat: %s\n", err.msg);
	return err_exit_status(&err);
}
