/*
 * gone - works in code whose file is gone when it ends
 *
 *	gone program		its own; its name is a copy's, which it removes
 *	gone library FILE	a library that it unpacks to a new folder
 *
 * With -DLIBRARY it is that library.
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { STEPS = 80000000 };

__attribute__((noinline)) static double vanished(double x)
{
	for (long i = 0; i < STEPS; i++)
		x = x * 1.0000001 + 1e-9;
	return x;
}

#ifdef LIBRARY
double run(double x);
double run(double x)
{
	return vanished(x);
}
#else
static int copy(const char *from, const char *to)
{
	const int in = open(from, O_RDONLY),
		  out = open(to, O_WRONLY | O_CREAT, 0755);
	char buf[4096];
	ssize_t n;

	while ((n = read(in, buf, sizeof(buf))) > 0) {
		if (write(out, buf, (size_t)n) != n)
			return 1;
	}
	close(in);
	return close(out);
}

static double in_library(const char *from)
{
	char folder[] = "/tmp/unpackedXXXXXX", path[64];
	double (*function)(double) = NULL;
	double x = 1;
	void *library;

	if (!mkdtemp(folder))
		return 0;
	snprintf(path, sizeof(path), "%s/library.so", folder);
	if (copy(from, path) == 0 && (library = dlopen(path, RTLD_NOW)))
		*(void **)&function = dlsym(library, "run");
	if (function)
		x = function(x);
	unlink(path);
	rmdir(folder);
	return x;
}

int main(int argc, char **argv)
{
	if (argc > 2 && !strcmp(argv[1], "library"))
		return printf("%g\n", in_library(argv[2])) < 0;
	if (!strchr(argv[0], ':')) { /* that is the copy's name */
		if (copy(argv[0], "./a:copy") != 0)
			return 1;
		execl("./a:copy", "./a:copy", "program", (char *)NULL);
		return 1;
	}
	return unlink(argv[0]) || printf("%g\n", vanished(1)) < 0;
}
#endif
