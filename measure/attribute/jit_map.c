#include "jit_map.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"

enum { FILE_MOST = 1 << 28, OVERLAPS = 64 };

struct piece {
	uint64_t start, end;
	size_t order; /* in the file */
	struct jit_name what;
};

struct jit_map {
	char *text; /* with a NUL after each name */
	struct piece *v;
	size_t n, cap;
};

static void add_piece(struct jit_map *m, uint64_t start, uint64_t length,
                      struct jit_name what)
{
	if (length == 0 || length > UINT64_MAX - start)
		return;
	m->v = mem_grow(m->v, &m->cap, m->n + 1, sizeof(*m->v));
	m->v[m->n] = (struct piece){ start, start + length, m->n, what };
	m->n++;
}

/* "JS:*sum /home/me/a.js:12:5" has a file, a line and a column. */
static void take_place(struct jit_name *what, char *name)
{
	char *blank = strstr(name + 1, " /"), *column, *line, *end;
	unsigned long n;

	*what = (struct jit_name){ .name = name };
	column = blank ? strrchr(blank, ':') : NULL;
	if (!column)
		return;
	*column = '\0';
	line = strrchr(blank, ':');
	n = line ? strtoul(line + 1, &end, 10) : 0;
	if (n < 1 || n > INT32_MAX || end == line + 1 || *end) {
		*column = ':';
		return;
	}
	*line = *blank = '\0';
	what->file = blank + 1;
	what->line = (unsigned)n;
}

static void take_line(struct jit_map *m, char *line)
{
	char *at, *name;
	const uint64_t start = strtoull(line, &at, 16);
	const uint64_t size = *at == ' ' ? strtoull(at, &name, 16) : 0;
	struct jit_name what;

	if (at == line || size == 0 || *name != ' ' || !name[1])
		return;
	take_place(&what, name + 1);
	add_piece(m, start, size, what);
}

static int by_start(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static void take_text(struct jit_map *m, char *at, size_t n)
{
	const char *const limit = at + n;

	while (at < limit) {
		char *end = memchr(at, '\n', (size_t)(limit - at));

		if (!end)
			break; /* it was being written */
		*end = '\0';
		take_line(m, at);
		at = end + 1;
	}
}

struct jit_map *jit_map_parse(const char *text, size_t n)
{
	struct jit_map *m = mem_alloc(1, sizeof(*m));

	m->text = mem_alloc(n + 1, 1);
	if (n)
		memcpy(m->text, text, n);
	take_text(m, m->text, n);
	if (m->n)
		qsort(m->v, m->n, sizeof(*m->v), by_start);
	return m;
}

/* Only what this user wrote: anybody may put a file there. */
static char *read_own(const char *path, size_t *n)
{
	const int fd = io_open(path, IO_FILE | IO_NO_LINK);
	char *text = NULL;
	struct stat st;

	*n = 0;
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && st.st_size > 0 &&
	    st.st_size < FILE_MOST) {
		const size_t size = (size_t)st.st_size;
		ssize_t got = 1;

		text = mem_alloc(size, 1);
		while (*n < size && got > 0) {
			got = read(fd, text + *n, size - *n);
			*n += got > 0 ? (size_t)got : 0;
		}
	}
	close(fd);
	return text;
}

struct jit_map *jit_map_open(uint32_t pid)
{
	struct jit_map *m = NULL;
	char path[64], *text;
	size_t n;

	snprintf(path, sizeof(path), "/tmp/perf-%u.map", pid);
	text = read_own(path, &n);
	if (text)
		m = jit_map_parse(text, n);
	free(text);
	return m;
}

void jit_map_free(struct jit_map *m)
{
	if (!m)
		return;
	free(m->text);
	free(m->v);
	free(m);
}

const struct jit_name *jit_map_find(const struct jit_map *m, uint64_t address)
{
	const struct piece *best = NULL;
	size_t low = 0, high = m->n;

	while (low < high) {
		const size_t mid = low + (high - low) / 2;

		if (m->v[mid].start <= address)
			low = mid + 1;
		else
			high = mid;
	}
	for (size_t i = low; i > 0 && low - i < OVERLAPS; i--) {
		const struct piece *p = &m->v[i - 1];

		if (address < p->end && (!best || p->order > best->order))
			best = p;
	}
	return best ? &best->what : NULL;
}
