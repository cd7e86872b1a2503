/*
 * Preloaded into perfexpert-run: FAIL=NAME:N lets the N-th call of that
 * function fail, FAIL=NAME:N+ all from there on.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

static int fails(const char *name, int *calls)
{
	const char *wanted = getenv("FAIL");
	size_t n = strlen(name);
	char *end;
	long at;

	if (!wanted ||
	    strcmp(program_invocation_short_name, "perfexpert-run") != 0 ||
	    strncmp(wanted, name, n) != 0 || wanted[n] != ':')
		return 0;
	at = strtol(wanted + n + 1, &end, 10);
	++*calls;
	return *end == '+' ? *calls >= at : *calls == at;
}

pid_t fork(void)
{
	static int calls;
	pid_t (*real)(void);

	*(void **)&real = dlsym(RTLD_NEXT, "fork");
	if (!fails("fork", &calls))
		return real();
	errno = EAGAIN;
	return -1;
}

int signalfd(int fd, const sigset_t *mask, int flags)
{
	static int calls;
	int (*real)(int, const sigset_t *, int);

	*(void **)&real = dlsym(RTLD_NEXT, "signalfd");
	if (!fails("signalfd", &calls))
		return real(fd, mask, flags);
	errno = ENOMEM;
	return -1;
}

int pipe2(int fds[2], int flags)
{
	static int calls;
	int (*real)(int[2], int);

	*(void **)&real = dlsym(RTLD_NEXT, "pipe2");
	if (!fails("pipe2", &calls))
		return real(fds, flags);
	errno = EMFILE;
	return -1;
}

/* Of one byte: the word to the child that it may begin */
ssize_t write(int fd, const void *data, size_t n)
{
	static int calls;
	ssize_t (*real)(int, const void *, size_t);

	*(void **)&real = dlsym(RTLD_NEXT, "write");
	if (n != 1 || !fails("word", &calls))
		return real(fd, data, n);
	errno = EIO;
	return -1;
}
