/* Two thousand processes, one after the other, each for half a millisecond. */
#include <spawn.h>
#include <stdio.h>
#include <sys/wait.h>

#include "work.h"

enum { PARTS = 2000, PART = 200000 };

#ifndef FIXED
extern char **environ;

static int start(char *self)
{
	char *argv[] = { self, (char *)"part", NULL };
	pid_t pid;
	int status;

	if (posix_spawn(&pid, self, NULL, NULL, argv, environ) != 0)
		return 0;
	return waitpid(pid, &status, 0) == pid && status == 0; /* HERE */
}
#endif

int main(int argc, char **argv)
{
	double sum = 0;

#ifndef FIXED
	if (argc > 1)
		return work(PART) > 0 ? 0 : 1;
	for (int i = 0; i < PARTS; i++)
		sum += start(argv[0]);
#else
	for (int i = 0; i < PARTS; i++)
		sum += work(PART) > 0;
	(void)argc;
	(void)argv;
#endif
	printf("%g\n", sum);
	return 0;
}
