/*
 * fresh - memory that the operating system clears, or copies into
 *
 *      fresh new|again|dropped|child|large|touched|file|read FILE
 *
 * walk() goes through 4 MB of memory, a store to each line: fresh from the
 * system; the same place given back and taken again; given up by madvise();
 * fresh in a child; in large pages; touched before, and pushed out of the
 * caches; of FILE; just read from FILE.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LARGE = 2 << 20 };
enum { LINE = 64, BYTES = 4 << 20, ALL = 128 << 20, PIECE = 64 << 10 };

__attribute__((noinline)) void walk(volatile char *p, size_t n)
{
	for (size_t i = 0; i < n; i += LINE)
		p[i] = 1;
}

static char *map(size_t n, int fd)
{
	char *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
	               MAP_PRIVATE | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);

	if (p == MAP_FAILED)
		exit(1);
	madvise(p, n, MADV_NOHUGEPAGE);
	return p;
}

static void push_out(void)
{
	volatile char *all = map(ALL, -1);

	for (size_t i = 0; i < ALL; i += LINE)
		all[i] = 1;
}

static void read_all(const char *path)
{
	char *p = map(PIECE, -1);
	const int fd = open(path, O_RDONLY);

	memset(p, 1, PIECE);
	push_out();
	for (size_t i = 0; i < BYTES; i += PIECE) {
		if (read(fd, p, PIECE) != PIECE)
			exit(1);
		walk(p, PIECE);
		munmap(p, PIECE);
		p = map(PIECE, -1);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	const char *file = argc > 2 ? argv[2] : "";
	char *p;

	if (strcmp(what, "read") == 0) {
		read_all(file);
		return 0;
	}
	p = map(BYTES, strcmp(what, "file") == 0 ? open(file, O_RDONLY) : -1);
	if (strcmp(what, "again") == 0) {
		memset(p, 1, BYTES);
		munmap(p, BYTES);
		p = map(BYTES, -1);
	} else if (strcmp(what, "dropped") == 0) {
		memset(p, 1, BYTES);
		madvise(p, BYTES, MADV_DONTNEED);
	} else if (strcmp(what, "touched") == 0) {
		memset(p, 1, BYTES);
		push_out();
	} else if (strcmp(what, "large") == 0) {
		p = map(2 * (size_t)BYTES, -1);
		p += LARGE - (uintptr_t)p % LARGE;
		madvise(p, BYTES, MADV_HUGEPAGE);
	} else if (strcmp(what, "child") == 0) {
		/* its counts are written before ours */
		if (fork())
			return wait(NULL) < 0;
	}
	walk(p, BYTES);
	return 0;
}
