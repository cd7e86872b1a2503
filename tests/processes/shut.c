/*
 * shut - works when it has given up what we would need
 *
 *	shut WAY		what it gives up
 */
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STEPS = 40000000 };

__attribute__((noinline)) static double work(double x)
{
	for (long i = 0; i < STEPS; i++)
		x = x * 1.0000001 + 1e-9;
	return x;
}

/* Who opens a file is killed. */
static int filter(void)
{
	struct sock_filter f[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
		         offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_openat, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog p = { sizeof(f) / sizeof(*f), f };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &p);
}

enum { TOGETHER = 8, BOTH_ENDS = 20 };

/* So many processes work, and end at once: when none may write to the pipe. */
static int start_together(char *self)
{
	char way[] = "one of users";
	char *const again[] = { self, way, NULL };
	int ends[2];

	if (pipe(ends) || dup2(ends[0], BOTH_ENDS) < 0 ||
	    dup2(ends[1], BOTH_ENDS + 1) < 0)
		return 1;
	close(ends[1]);
	for (int i = 0; i < TOGETHER; i++) {
		if (!fork()) {
			execv(self, again);
			_exit(9);
		}
	}
	close(BOTH_ENDS + 1);
	while (wait(NULL) > 0)
		;
	return 0;
}

/* A process that has numbers and /proc of its own, and executes another */
static int in_namespace(char *self)
{
	char way[] = "dump";
	char *const again[] = { self, way, NULL };

	if (unshare(CLONE_NEWPID | CLONE_NEWNS))
		return 1;
	if (!fork()) {
		if (mount("", "/", "", MS_REC | MS_PRIVATE, "") ||
		    mount("proc", "/proc", "proc", 0, ""))
			_exit(9);
		execv(self, again);
		_exit(9);
	}
	wait(NULL);
	return 0;
}

static void end_together(void)
{
	char none;

	close(BOTH_ENDS + 1);
	if (read(BOTH_ENDS, &none, 1) != 0)
		_exit(9);
}

int main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "";
	int failed = 0;
	double x;

	if (!strcmp(way, "files"))
		failed = filter();
	if (!strcmp(way, "namespace"))
		return in_namespace(argv[0]);
	if (!strcmp(way, "users"))
		return start_together(argv[0]);
	if (!strcmp(way, "user") || !strcmp(way, "one of users") ||
	    !strcmp(way, "user who executes"))
		failed = setgid(65534) || setuid(65534);
	if (!strcmp(way, "user who executes"))
		return execl(argv[0], argv[0], failed ? "" : "dump", NULL);
	if (!strcmp(way, "root")) {
		mkdir("jail", 0755);
		failed = chroot("jail") || chdir("/");
	}
	if (!strcmp(way, "sizes"))
		failed = setrlimit(RLIMIT_FSIZE, &(struct rlimit){ 0, 0 });
	if (!strcmp(way, "memory"))
		failed = setrlimit(RLIMIT_AS,
		                   &(struct rlimit){ 64 << 20, 64 << 20 });
	if (!strcmp(way, "dump"))
		failed = prctl(PR_SET_DUMPABLE, 0);
	x = work(1);
	if (!strcmp(way, "one of users"))
		end_together();
	if (strcmp(way, "sizes")) /* standard output may be a file */
		printf("%d %g\n", failed, x);
	return failed || x < 0;
}
