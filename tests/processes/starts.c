/*
 * starts - starts a program in each way that the C library has, and prints what
 * they exit with
 *
 *	starts PROGRAM
 */
#include <fcntl.h>
#include <libgen.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static char name[] = "name";

static void execute(const char *path, const char *base, int way)
{
	char *const argv[] = { name, NULL };

	switch (way) {
	case 0:
		execve(path, argv, environ);
		break;
	case 1:
		execv(path, argv);
		break;
	case 2:
		execvp(base, argv);
		break;
	case 3:
		execvpe(base, argv, environ);
		break;
	case 4:
		execl(path, name, (char *)NULL);
		break;
	case 5:
		execlp(base, name, (char *)NULL);
		break;
	case 6:
		execle(path, name, (char *)NULL, environ);
		break;
	case 7:
		fexecve(open(path, O_RDONLY | O_CLOEXEC), argv, environ);
		break;
	}
	_exit(99);
}

static int start(const char *path, const char *base, int way)
{
	char *const argv[] = { name, NULL };
	pid_t pid = 0;
	int status = -1;

	if (way == 8 && posix_spawn(&pid, path, NULL, NULL, argv, environ))
		return 98;
	if (way == 9 && posix_spawnp(&pid, base, NULL, NULL, argv, environ))
		return 98;
	if (way == 10)
		return WEXITSTATUS(system(path));
	if (way == 11)
		pid = vfork();
	else if (way < 8)
		pid = fork();
	if (!pid)
		execute(path, base, way == 11 ? 0 : way);
	waitpid(pid, &status, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 97;
}

int main(int argc, char **argv)
{
	char *copy, *again;

	if (argc < 2 || setvbuf(stdout, NULL, _IONBF, 0))
		return 1;
	copy = realpath(argv[1], NULL);
	again = realpath(argv[1], NULL);
	setenv("PATH", dirname(again), 1);
	for (int way = 0; way < 12; way++)
		printf("%d: %d\n", way, start(argv[1], basename(copy), way));
	return 0;
}
