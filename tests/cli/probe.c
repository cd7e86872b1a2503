/*
 * Prints what a program can see of how it was started, so that a run under
 * perfexpert-run can be compared with one without.
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void print_signals(void)
{
	sigset_t mask;

	sigprocmask(SIG_SETMASK, NULL, &mask);
	for (int sig = 1; sig < 32; sig++) {
		struct sigaction action;

		if (sigaction(sig, NULL, &action) != 0)
			continue;
		if (sigismember(&mask, sig) > 0)
			printf("signal %d blocked\n", sig);
		if (action.sa_handler == SIG_IGN)
			printf("signal %d ignored\n", sig);
		else if (action.sa_handler != SIG_DFL)
			printf("signal %d handled\n", sig);
	}
}

static void print_files(void)
{
	DIR *d = opendir("/proc/self/fd");
	struct dirent *e;
	unsigned long seen = 0;

	while (d && (e = readdir(d))) {
		int fd = atoi(e->d_name);

		if (e->d_name[0] != '.' && fd != dirfd(d) && fd < 64)
			seen |= 1UL << fd;
	}
	printf("open files %lx\n", seen);
	if (d)
		closedir(d);
}

int main(int argc, char **argv, char **envp)
{
	static const int limits[] = { RLIMIT_STACK, RLIMIT_NOFILE, RLIMIT_AS,
		                      RLIMIT_CORE };
	char cwd[4096];
	mode_t mask = umask(0);
	int c;

	for (int i = 0; i < argc; i++)
		printf("argument '%s'\n", argv[i]);
	for (char **e = envp; *e; e++)
		printf("environment %s\n", *e);
	printf("folder %s\numask %o\n", getcwd(cwd, sizeof(cwd)), mask);
	umask(mask);
	for (size_t i = 0; i < sizeof(limits) / sizeof(*limits); i++) {
		struct rlimit l;

		getrlimit((__rlimit_resource_t)limits[i], &l);
		printf("limit %d %lu\n", limits[i], (unsigned long)l.rlim_cur);
	}
	printf("group %d session %d\n", getpgrp() != getpid(),
	       getsid(0) != getpid());
	print_signals();
	print_files();
	printf("input ");
	while ((c = getchar()) != EOF)
		putchar(c);
	fprintf(stderr, "to standard error\n");
	return 0;
}
