/*
 * inject - runs a program and makes one of its system calls fail, or kills it
 *
 *	inject RESULT count PROGRAM ARGUMENT...
 *	inject RESULT CALL:ERROR:N PROGRAM ARGUMENT...
 *	inject RESULT kill:N PROGRAM ARGUMENT...
 *
 * The N-th CALL (or, to be killed at, the N-th of all) fails with ERROR; those
 * of the dynamic linker, before the first munmap, are left alone, and so is
 * what the program starts. RESULT then holds "status N" or "signal N", "hit" if
 * the call was reached, "orphan PID" for each process that outlived the program
 * and was not ended by a signal, and with "count" the number of each call.
 * inject is told by the kernel of all that the program leaves behind.
 */
#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <linux/ptrace.h>

#define HANG_S 60 /* what lives that long after the program will not end */

static const struct {
	const char *name;
	long nr[4]; /* 0 ends the list; read's 0 comes first */
} calls[] = {
	{ "read", { SYS_read, SYS_pread64 } },
	{ "write", { SYS_write, SYS_pwrite64 } },
	{ "open", { SYS_openat } },
	{ "rename",
	  { SYS_renameat2, SYS_renameat,
#ifdef SYS_rename
	    SYS_rename
#endif
	  } },
	{ "fsync", { SYS_fsync, SYS_fdatasync } },
	{ "clone",
	  { SYS_clone, SYS_clone3,
#ifdef SYS_vfork
	    SYS_vfork
#endif
	  } },
	{ "mmap", { SYS_mmap, SYS_brk } },
	{ "mkdir",
	  { SYS_mkdirat,
#ifdef SYS_mkdir
	    SYS_mkdir
#endif
	  } },
	{ "pipe", { SYS_pipe2 } },
	{ "signalfd", { SYS_signalfd4 } },
	{ "truncate", { SYS_ftruncate, SYS_fallocate } },
	{ "perf_event_open", { SYS_perf_event_open } },
};

#define NCALLS (sizeof(calls) / sizeof(calls[0]))

static const struct {
	const char *name;
	int code;
} errors[] = {
	{ "ENOSPC", ENOSPC }, { "EIO", EIO },       { "EINTR", EINTR },
	{ "EAGAIN", EAGAIN }, { "EMFILE", EMFILE }, { "ENOMEM", ENOMEM },
	{ "EPERM", EPERM },
};

struct plan {
	int call;  /* index in calls, -1 for each of them */
	int error; /* 0: kill */
	unsigned long at;
};

struct state {
	pid_t pid;
	struct plan plan;
	bool started, hit, failing;
	unsigned long n[NCALLS], all;
	uint64_t nr;   /* of the call that it is in */
	long long brk; /* where its heap ends, which brk says when it fails */
};

static int call_of(uint64_t nr)
{
	for (size_t i = 0; i < NCALLS; i++) {
		for (size_t k = 0; k < 4 && (k == 0 || calls[i].nr[k]); k++) {
			if ((uint64_t)calls[i].nr[k] == nr)
				return (int)i;
		}
	}
	return -1;
}

/* The call is one that does not exist, and its result the error. */
static void set_call(pid_t pid, long nr)
{
#if defined(__x86_64__)
	ptrace(PTRACE_POKEUSER, pid, 15 * sizeof(long), nr);
#elif defined(__aarch64__)
	int n = (int)nr;
	struct iovec v = { &n, sizeof(n) };

	ptrace(PTRACE_SETREGSET, pid, NT_ARM_SYSTEM_CALL, &v);
#endif
}

static void set_result(pid_t pid, long long result)
{
#if defined(__x86_64__)
	ptrace(PTRACE_POKEUSER, pid, 10 * sizeof(long), result);
#elif defined(__aarch64__)
	uint64_t regs[34];
	struct iovec v = { regs, sizeof(regs) };

	ptrace(PTRACE_GETREGSET, pid, NT_PRSTATUS, &v);
	regs[0] = (uint64_t)result;
	ptrace(PTRACE_SETREGSET, pid, NT_PRSTATUS, &v);
#endif
}

static void entered(struct state *s, uint64_t nr)
{
	const int call = call_of(nr);

	s->nr = nr;
	if (!s->started) {
		s->started = nr == SYS_munmap;
		return;
	}
	s->all++;
	if (call >= 0)
		s->n[call]++;
	if (s->plan.call < 0 ? !s->plan.at || s->all != s->plan.at
	                     : call != s->plan.call || s->n[call] != s->plan.at)
		return;
	s->hit = true;
	if (!s->plan.error) {
		kill(s->pid, SIGKILL);
		return;
	}
	set_call(s->pid, -1);
	s->failing = true;
}

static void at_call(struct state *s)
{
	struct ptrace_syscall_info info = { 0 };

	if (ptrace(PTRACE_GET_SYSCALL_INFO, s->pid, sizeof(info), &info) <= 0)
		return;
	if (info.op == PTRACE_SYSCALL_INFO_ENTRY) {
		entered(s, info.entry.nr);
	} else if (info.op == PTRACE_SYSCALL_INFO_EXIT && s->failing) {
		set_result(s->pid, s->nr == SYS_brk ? s->brk : -s->plan.error);
		s->failing = false;
	} else if (info.op == PTRACE_SYSCALL_INFO_EXIT && s->nr == SYS_brk) {
		s->brk = info.exit.rval;
	}
}

/* Until it ends; its status */
static int follow(struct state *s)
{
	int status, deliver = 0;

	ptrace(PTRACE_SETOPTIONS, s->pid, NULL,
	       PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL | PTRACE_O_TRACEEXEC);
	for (;;) {
		ptrace(PTRACE_SYSCALL, s->pid, NULL, deliver);
		if (waitpid(s->pid, &status, __WALL) != s->pid)
			return 127 << 8;
		if (!WIFSTOPPED(status))
			return status;
		deliver = 0;
		if (WSTOPSIG(status) == (SIGTRAP | 0x80))
			at_call(s);
		else if (status >> 16 == 0)
			deliver = WSTOPSIG(status);
	}
}

static void kill_children(void)
{
	char path[64], word[32];
	FILE *f;

	snprintf(path, sizeof(path), "/proc/self/task/%d/children", getpid());
	f = fopen(path, "r");
	while (f && fscanf(f, "%31s", word) == 1)
		kill((pid_t)strtol(word, NULL, 10), SIGKILL);
	if (f)
		fclose(f);
}

/* Who is still there was left behind, unless a signal is ending it. */
static void orphans(FILE *result)
{
	const time_t start = time(NULL);
	bool killed = false;
	int status;
	pid_t pid;

	while ((pid = waitpid(-1, &status, WNOHANG)) >= 0) {
		if (pid > 0 && (killed || !WIFSIGNALED(status)))
			fprintf(result, "orphan %d\n", (int)pid);
		if (pid == 0) {
			killed = killed || time(NULL) - start > HANG_S;
			if (killed)
				kill_children();
			usleep(2000);
		}
	}
}

static int parse(const char *text, struct plan *plan)
{
	char call[32], error[32];

	*plan = (struct plan){ .call = -1 };
	if (strcmp(text, "count") == 0)
		return 0;
	if (sscanf(text, "kill:%lu", &plan->at) == 1)
		return 0;
	if (sscanf(text, "%31[^:]:%31[^:]:%lu", call, error, &plan->at) != 3)
		return -1;
	for (size_t i = 0; i < NCALLS; i++) {
		if (strcmp(calls[i].name, call) == 0)
			plan->call = (int)i;
	}
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		if (strcmp(errors[i].name, error) == 0)
			plan->error = errors[i].code;
	}
	return plan->call >= 0 && plan->error ? 0 : -1;
}

static void report(FILE *result, const struct state *s, int status)
{
	if (WIFSIGNALED(status))
		fprintf(result, "signal %d\n", WTERMSIG(status));
	else
		fprintf(result, "status %d\n", WEXITSTATUS(status));
	if (s->hit)
		fprintf(result, "hit\n");
	if (s->plan.at)
		return;
	fprintf(result, "all %lu\n", s->all);
	for (size_t i = 0; i < NCALLS; i++)
		fprintf(result, "%s %lu\n", calls[i].name, s->n[i]);
}

int main(int argc, char **argv)
{
	struct state s = { 0 };
	FILE *result = NULL;
	int status;

#if !defined(__x86_64__) && !defined(__aarch64__)
	fprintf(stderr, "inject: not for this processor\n");
	return 77;
#endif
	if (argc < 4 || parse(argv[2], &s.plan) != 0 ||
	    !(result = fopen(argv[1], "we"))) {
		fprintf(stderr, "inject: wrong use\n");
		return 2;
	}
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	s.pid = fork();
	if (s.pid == 0) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0)
			_exit(77);
		raise(SIGSTOP);
		execvp(argv[3], argv + 3);
		_exit(127);
	}
	if (s.pid < 0 || waitpid(s.pid, &status, __WALL) != s.pid ||
	    !WIFSTOPPED(status)) {
		fprintf(stderr, "inject: can't trace\n");
		return 77;
	}
	status = follow(&s);
	orphans(result);
	report(result, &s, status);
	return fclose(result) != 0;
}
