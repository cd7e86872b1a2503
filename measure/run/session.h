/*
 * session.h - one call of perfexpert-run: what is wanted and what happened
 *
 * Collectors take what they need from it and say in it how the program ended.
 */
#ifndef PERFEXPERT_MEASURE_RUN_SESSION_H
#define PERFEXPERT_MEASURE_RUN_SESSION_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/progress.h"
#include "input.h"
#include "launch.h"
#include "launcher.h"
#include "prepare.h"
#include "program.h"

struct err;
struct machine;
struct mapped;
struct ports;
struct profile;
struct rank_set;
struct resume;
struct structures;

/* How much of the program is simulated. */
#define SESSION_SHORT_S 0.3 /* of a program that takes less, all */
enum session_effort { SESSION_ANY, SESSION_LOW, SESSION_NORMAL, SESSION_FULL };

struct session {
	/* wanted */
	struct program program;
	char **argv;              /* of the program, with a launcher too */
	struct launcher launcher; /* path NULL: none */
	struct prepare prepare;   /* before each run of the program */
	char **envp;              /* the user's environment */
	const char *machine_name; /* --machine, or NULL: the host's */
	double limit_s;           /* bound of each run; 0: none */
	enum session_effort effort;
	int native_runs;    /* 0: two or three, by their length */
	double rate;        /* samples per second and event; 0: default */
	const char *events; /* --events, or NULL */
	bool asked;         /* --collector named the collector */
	bool resume;        /* use finished runs of an earlier call */
	bool force;         /* --force */
	bool keep;          /* keep the collector's own files */
	bool all_output;    /* show the output of every run */
	bool once;          /* it can run only once: a rank that was launched */
	int rank, ranks;    /* of these it counts one set of events only; 0 */
	const struct rank_set *only; /* of a launcher's ranks, or NULL: all */
	bool verbose;
	bool no_regions;      /* --regions=never */
	bool all_regions;     /* --regions=always: whatever its file names */
	bool leaves_children; /* programs that its processes start run natively
	                       * in the simulated run */
	double patience_s;    /* for tools that have little to do; 0: default */
	const char *output;   /* measurement file */
	bool replaces;        /* the file at output may be replaced */
	/* here */
	struct machine *machine;
	struct machine *host;
	struct launch_signals signals; /* for children */
	struct input input;            /* the program's standard input */
	const char *scratch; /* a folder of ours, removed at the end */
	/* what native runs get into their environment besides, or NULL: a new
	 * one; first: of the first run */
	char **(*extra_env)(void *extra, char *const *envp, bool first);
	void *extra;
	struct progress progress;
	struct ports *ports;  /* before and after the first run, or NULL */
	struct resume *kept;  /* runs kept for --resume, or NULL */
	struct mapped *files; /* that the program had mapped, or NULL */
	struct structures *structures; /* of files that were read, or NULL */
	/* happened */
	bool shown;  /* the program's output was shown once */
	bool reused; /* how it ended natively is of an earlier measurement */
	bool interrupted;
	int exit_status, exit_signal; /* of the first run */
	bool leaves_others; /* others of its processes went on for longer than
	                     * they were awaited */
	char exit_memory[128]; /* and what memory has to do with it, or "" */
	char *problem;         /* why a part is missing (ours), or NULL */
};

/* What a measurement costs. */
struct session_cost {
	size_t runs;
	double least, most; /* times the program's own run time */
};

/* A way to measure. */
struct collector {
	const char *name;
	const char *what; /* one line for --help and messages */
	/* usable - 0, or -1 and why it does not work here; s->interrupted
	 * when the user does not want to know any more */
	int (*usable)(struct session *s, struct err *err);
	/*
	 * collect - run the program and make its measurement
	 *
	 * What was gathered is returned even when the program failed or the
	 * user interrupted it (see session); NULL and err when there is
	 * nothing to return. Both may be set: a measurement with a part
	 * missing.
	 */
	struct profile *(*collect)(struct session *s, struct err *err);
	/* show - what collect would do: runs and command lines (--dry-run), and
	 * what that costs; nothing is run */
	int (*show)(struct session *s, FILE *f, struct session_cost *cost,
	            struct err *err);
};

extern const struct collector collector_simulate, collector_hpcrun,
	collector_perf;

/*
 * session_launch - run what l says, as the session prescribes
 *
 * l has path, argv, envp and watch (and traced, tick_ms where wanted); input,
 * output and the limit are the session's: the program's output is shown in the
 * first run only (or always: all_output). Keeps what happened.
 */
int session_launch(struct session *s, struct launch l,
                   struct launch_result *result, struct err *err);

/*
 * session_failed_at_once - the program failed before it did anything that could
 * be measured, such as for want of an argument; err says so: ERR_PROGRAM
 *
 * Such a short run could not be assessed anyway, whatever the program's status
 * means.
 */
bool session_failed_at_once(const struct session *s,
                            const struct launch_result *r, struct err *err);

/*
 * session_command - launcher, tool and program as one command line
 *
 * tool:  words before the program, NULL at their end, or NULL: none
 * *path: what to execute
 * Free the vector, not the words.
 */
char **session_command(const struct session *s, const char *tool_path,
                       char *const *tool, const char **path);

/* What a tool of ours does that is not the program. */
struct session_tool {
	const char *path;
	char *const *argv;
	const char *capture; /* the file that its output goes to */
	double limit_s;      /* to end within; 0: it may take any time */
};

/*
 * session_tool - run a tool
 *
 * An interruption by the user is noted in the session.
 * Errors: as launch_run; ERR_UNSUPPORTED when it did not end within its limit
 */
int session_tool(struct session *s, const struct session_tool *t,
                 struct launch_result *result, struct err *err);

/* session_say - a line on standard error, with --verbose */
void session_say(const struct session *s, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
