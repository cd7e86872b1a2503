#include "options.h"

#include <stdio.h>
#include <string.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/nearest.h"
#include "base/num.h"
#include "base/options.h"
#include "base/strbuf.h"
#include "measure/run/remote_rank.h"

const struct collector *const collectors[NCOLLECTORS] = {
	&collector_hpcrun,
	&collector_perf,
	&collector_simulate,
};

static void print_help(void);

static const char *collector_name(const void *ctx, size_t i)
{
	(void)ctx;
	return i < NCOLLECTORS ? collectors[i]->name : NULL;
}

static int set_collector(void *ctx, const char *value, struct err *err)
{
	const char *near;

	for (size_t i = 0; i < NCOLLECTORS; i++) {
		if (strcmp(collectors[i]->name, value) == 0) {
			((struct run_options *)ctx)->collector = value;
			((struct run_options *)ctx)->s.asked = true;
			return 0;
		}
	}
	near = nearest_of(value, collector_name, NULL);
	return err_set(err, ERR_USAGE, "unknown collector '%s'%s%s%s", value,
	               near ? ": did you mean '" : "", near ? near : "",
	               near ? "'?" : "; see --list-collectors");
}

static int set_limit(void *ctx, const char *value, struct err *err)
{
	struct run_options *o = ctx;

	if (!num_duration(value, &o->s.limit_s) || o->s.limit_s <= 0)
		return err_set(err, ERR_USAGE,
		               "--limit needs a time such as 90s, 10m or 2h, "
		               "not '%s'",
		               value);
	return 0;
}

static int set_effort(void *ctx, const char *value, struct err *err)
{
	static const char *const names[] = {
		[SESSION_LOW] = "low",
		[SESSION_NORMAL] = "normal",
		[SESSION_FULL] = "full",
	};

	for (size_t i = SESSION_LOW; i < sizeof(names) / sizeof(*names); i++) {
		if (strcmp(names[i], value) == 0) {
			((struct run_options *)ctx)->s.effort =
				(enum session_effort)i;
			return 0;
		}
	}
	return err_set(err, ERR_USAGE,
	               "--effort is low, normal or full, not '%s'", value);
}

static int set_runs(void *ctx, const char *value, struct err *err)
{
	struct run_options *o = ctx;

	if (!num_int(value, 1, 16, &o->s.native_runs))
		return err_set(err, ERR_USAGE,
		               "--runs needs a number from 1 to 16, not '%s'",
		               value);
	return 0;
}

static int set_scaling(void *ctx, const char *value, struct err *err)
{
	return scaling_parse(&((struct run_options *)ctx)->scaling, value, err);
}

static int set_only(void *ctx, const char *value, struct err *err)
{
	return rank_set_parse(&((struct run_options *)ctx)->only, value, err);
}

static int set_rank_tool(void *ctx, const char *value, struct err *err)
{
	int n;

	if (!num_int(value, 1, 1000, &n))
		return err_set(err, ERR_USAGE,
		               "--" REMOTE_RANK_TOOL
		               " needs a number of words");
	((struct run_options *)ctx)->rank_tool = (size_t)n;
	return 0;
}

static int set_job(void *ctx, const char *value, struct err *err)
{
	struct run_options *o = ctx;

	o->job = job_system_find(value);
	o->dry_run = true;
	return o->job ? 0
	              : err_set(err, ERR_USAGE,
	                        "--job-script is slurm, pbs or pjm, not '%s'",
	                        value);
}

static int set_input_limit(void *ctx, const char *value, struct err *err)
{
	struct run_options *o = ctx;

	if (!num_size(value, &o->input_limit))
		return err_set(err, ERR_USAGE,
		               "--input-limit needs a size such as 64M or 10G, "
		               "not '%s'",
		               value);
	return 0;
}

static int set_rate(void *ctx, const char *value, struct err *err)
{
	struct run_options *o = ctx;
	int rate;

	if (!num_int(value, 1, 100000, &rate))
		return err_set(err, ERR_USAGE,
		               "--rate needs a number of samples per second "
		               "from 1 to 100000, not '%s'",
		               value);
	o->s.rate = rate;
	return 0;
}

static int set_regions(void *ctx, const char *value, struct err *err)
{
	struct run_options *o = ctx;

	o->s.all_regions = strcmp(value, "always") == 0;
	o->s.no_regions = strcmp(value, "never") == 0;
	if (!o->s.all_regions && !o->s.no_regions && strcmp(value, "auto") != 0)
		return err_set(err, ERR_USAGE,
		               "--regions takes auto, always or never, not "
		               "'%s'",
		               value);
	return 0;
}

int run_options_machines(struct session *s, struct err *err)
{
	if (machine_host(&s->host, NULL, err) != 0)
		return -1;
	if (!s->machine_name) {
		s->machine = s->host;
		if (machine_note(s->machine))
			session_say(s, "%s", machine_note(s->machine));
		return 0;
	}
	return machine_load(&s->machine, s->machine_name, err);
}

static int list_collectors(void *ctx, const char *value, struct err *err)
{
	struct run_options *o = ctx;

	(void)value;
	launch_prepare(&o->s.signals);
	if (!o->s.host && run_options_machines(&o->s, err) != 0)
		return -1;
	for (size_t i = 0; i < NCOLLECTORS; i++) {
		struct err why = { 0 };
		bool ok = collectors[i]->usable(&o->s, &why) == 0;

		printf("%-10s %s%s%s\n", collectors[i]->name,
		       collectors[i]->what,
		       ok ? "" : "; not here: ", ok ? "" : why.msg);
	}
	o->done = true;
	return 0;
}

static int list_machines(void *ctx, const char *value, struct err *err)
{
	char **names, **titles;
	size_t n;

	(void)value;
	((struct run_options *)ctx)->done = true;
	if (machine_list(&names, &titles, &n, err) != 0)
		return -1;
	for (size_t i = 0; i < n; i++)
		printf("%-20s %s\n", names[i], titles[i]);
	machine_list_free(names, titles, n);
	return 0;
}

static int show_help(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	print_help();
	((struct run_options *)ctx)->done = true;
	return 0;
}

static int show_version(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	puts("perfexpert-run " PERFEXPERT_VERSION);
	((struct run_options *)ctx)->done = true;
	return 0;
}

static const struct option_spec specs[] = {
	{ .help = "The measurement" },
	{ "output", 'o', OPTION_REQUIRED, "FILE",
	  "measurement file (default: PROGRAM.db here)",
	  OPTION_KEEPS(struct run_options, output) },
	{ "force", 'f', OPTION_NONE, NULL, "replace FILE if it exists",
	  OPTION_SETS(struct run_options, s.force) },
	{ "machine", 'm', OPTION_REQUIRED, "NAME|FILE",
	  "machine to measure or simulate (default: host)",
	  OPTION_KEEPS(struct run_options, s.machine_name) },
	{ "collector", 'c', OPTION_REQUIRED, "NAME",
	  "how to measure (default: the first that works)",
	  OPTION_CALLS(set_collector) },
	{ "regions", 0, OPTION_REQUIRED, "WHEN",
	  "look for named regions: auto, always, never",
	  OPTION_CALLS(set_regions) },
	{ "events", 0, OPTION_REQUIRED, "LIST", "which events to measure",
	  OPTION_KEEPS(struct run_options, s.events) },
	{ "rate", 0, OPTION_REQUIRED, "N", "samples per second of each event",
	  OPTION_CALLS(set_rate) },

	{ .help = "How long it takes" },
	{ "effort", 'e', OPTION_REQUIRED, "HOW",
	  "how much to simulate: low, normal or full",
	  OPTION_CALLS(set_effort) },
	{ "limit", 'l', OPTION_REQUIRED, "TIME",
	  "stop each run after TIME: 90s, 10m or 2h", OPTION_CALLS(set_limit) },
	{ "runs", 'n', OPTION_REQUIRED, "N",
	  "native runs (default: 3, of long programs 2)",
	  OPTION_CALLS(set_runs) },
	{ "resume", 0, OPTION_NONE, NULL,
	  "continue a measurement that was interrupted",
	  OPTION_SETS(struct run_options, s.resume) },
	{ "keep", 0, OPTION_NONE, NULL, "keep the files of the runs",
	  OPTION_SETS(struct run_options, s.keep) },
	{ "dry-run", 0, OPTION_NONE, NULL,
	  "only show the runs, their commands and their time",
	  OPTION_SETS(struct run_options, dry_run) },

	{ .help = "The program and its ranks" },
	{ "prepare", 0, OPTION_REQUIRED, "COMMAND",
	  "run this before each run: 'rm -rf out'",
	  OPTION_KEEPS(struct run_options, prepare) },
	{ "launcher", 0, OPTION_REQUIRED, "COMMAND",
	  "start PROGRAM with it, such as 'mpirun -np 4'",
	  OPTION_KEEPS(struct run_options, launcher) },
	{ "ranks", 0, OPTION_REQUIRED, "0,16-31", "measure these ranks only",
	  OPTION_CALLS(set_only) },
	{ "spread-events", 0, OPTION_NONE, NULL,
	  "let each rank count some of the events",
	  OPTION_SETS(struct run_options, spread) },
	{ "scaling", 0, OPTION_REQUIRED, "1,2,4",
	  "measure with each number of threads or ranks",
	  OPTION_CALLS(set_scaling) },
	{ "job-script", 0, OPTION_REQUIRED, "NAME",
	  "print a batch script: slurm, pbs or pjm", OPTION_CALLS(set_job) },
	{ "input-limit", 0, OPTION_REQUIRED, "SIZE",
	  "how much piped input to store (default: 1G)",
	  OPTION_CALLS(set_input_limit) },
	{ REMOTE_RANK_FOLDER, 0, OPTION_REQUIRED, "FOLDER", NULL,
	  OPTION_KEEPS(struct run_options, rank_of) },
	{ REMOTE_RANK_TOOL, 0, OPTION_REQUIRED, "N", NULL,
	  OPTION_CALLS(set_rank_tool) },

	{ .help = "Instead of measuring" },
	{ "import", 0, OPTION_NONE, NULL,
	  "convert databases of HPCToolkit to FILE",
	  OPTION_SETS(struct run_options, import) },
	{ "merge", 0, OPTION_NONE, NULL, "join the part files of ranks to FILE",
	  OPTION_SETS(struct run_options, merge) },

	{ .help = "Messages" },
	{ "summary", 0, OPTION_NONE, NULL, "show the whole program in numbers",
	  OPTION_SETS(struct run_options, summary) },
	{ "all-output", 'a', OPTION_NONE, NULL,
	  "show the program's output in every run",
	  OPTION_SETS(struct run_options, s.all_output) },
	{ "quiet", 'q', OPTION_NONE, NULL, "no progress, no summary at the end",
	  OPTION_SETS(struct run_options, quiet) },
	{ "verbose", 'v', OPTION_NONE, NULL, "report each step and its reason",
	  OPTION_SETS(struct run_options, s.verbose) },
	{ "list-collectors", 0, OPTION_NONE, NULL,
	  "list the collectors, and which work here",
	  OPTION_CALLS(list_collectors) },
	{ "list-machines", 0, OPTION_NONE, NULL, "list the machine files",
	  OPTION_CALLS(list_machines) },
	{ "help", 'h', OPTION_NONE, NULL, "show this help",
	  OPTION_CALLS(show_help) },
	{ "version", 'V', OPTION_NONE, NULL, "show the version",
	  OPTION_CALLS(show_version) },
	{ 0 },
};

static void print_help(void)
{
	puts("Usage: perfexpert-run [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
	     "       perfexpert-run [OPTION]... --import FILE... | --merge "
	     "FILE...\n"
	     "Run PROGRAM several times and write the measurement that "
	     "'perfexpert' assesses.\n"
	     "Its output is shown in the first run only. More: "
	     "perfexpert-run(1).");
	options_help(specs, stdout);
	puts("\nExit status: 0 measured, 2 wrong use, 3 files, 4 the program "
	     "or a tool failed\n(FILE has the completed runs), 5 nothing here "
	     "can measure it");
}

int run_options_parse(struct run_options *o, char **argv, int *first,
                      struct err *err)
{
	return options_parse(specs, argv, true, first, o, err);
}
