/*
 * launch.h - run the user's program, or a tool around it, and see how it ends
 *
 * The child gets the argument vector, working directory, environment, signal
 * mask and dispositions that perfexpert-run itself was started with; never a
 * shell. Signals that reach perfexpert-run (Ctrl-C, SIGTERM, SIGHUP, SIGQUIT,
 * SIGUSR1, SIGUSR2) are handed on.
 */
#ifndef PERFEXPERT_MEASURE_RUN_LAUNCH_H
#define PERFEXPERT_MEASURE_RUN_LAUNCH_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct ending;
struct err;
struct input;

/* What watches a run; any function may be NULL. */
struct launch_watch {
	/* attach - the child exists but has not started the program yet */
	int (*attach)(void *ctx, pid_t pid, struct err *err);
	/* tick - called every tick_ms while the child runs; false ends it */
	bool (*tick)(void *ctx, double elapsed_s);
	void *ctx;
};

struct launch {
	const char *path; /* what to execute */
	char *const *argv;
	char *const *envp;
	const char *what;    /* "native run 1 of 3", for a log; or NULL */
	int stdin_fd;        /* or -1: inherited; its offset is set back to 0 */
	struct input *input; /* what it gets instead of that, or NULL */
	bool quiet;          /* standard output and error go to /dev/null */
	const char *capture; /* or to this file, which is made; or NULL */
	double limit_s;      /* end it after this time; 0: never */
	bool native;         /* it is measured natively, not simulated */
	bool launcher;       /* others of its processes are out of our reach */
	bool alone;          /* what it leaves running is ended in any case */
	double patience_s;   /* how long that is waited for before */
	int tick_ms;         /* 0: 50 */
	struct launch_watch watch;
};

struct launch_result {
	int exit_status;              /* -1: ended by a signal */
	int signal;                   /* 0: none */
	double wall_s, user_s, sys_s; /* of it and the children it waited for */
	double peak_bytes;
	char memory[128]; /* what its end has to do with memory (killed.h) */
	bool interrupted; /* the user wants to stop: SIGINT, SIGTERM, SIGHUP */
	bool limited;     /* we ended it at limit_s */
	bool stopped;     /* watch.tick ended it */
	/* how many of its processes went on for patience_s after its end, and
	 * the first one's name */
	size_t left;
	char left_name[16];
};

/* How children are to find signals: as we did. */
struct launch_signals {
	sigset_t mask;
	struct sigaction pipe, fsize; /* SIGPIPE, SIGXFSZ */
	struct ending *ending;        /* knows of runs; or NULL */
};

/*
 * launch_prepare - block the signals to hand on, ignore those that come of
 * writing (its errors are reported); call once before launching
 *
 * old gets what children are to have.
 */
void launch_prepare(struct launch_signals *old);

/*
 * launch_run - run to the end
 *
 * The program does not outlive us: it is killed when we are; a launcher gets a
 * signal to end. Processes that it left running are watched for patience_s;
 * they are ended when it was ended, or if l says so; those of an earlier run
 * stay. Errors: ERR_PROGRAM when it could not be executed or the user
 * interrupted us before (result->interrupted), ERR_UNSUPPORTED when it can't be
 * watched here, ERR_SYSTEM; a program that fails is no error but a
 * result
 */
int launch_run(const struct launch *l, const struct launch_signals *signals,
               struct launch_result *result, struct err *err);

#endif
