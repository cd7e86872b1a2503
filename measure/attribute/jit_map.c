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
#include "base/ids.h"
#include "base/mem.h"

enum { FILE_MOST = 1 << 28, OVERLAPS = 64 };

/* Of a dump: the first four bytes, and the records that matter */
enum { DUMP_MAGIC = 0x4a695444, CODE_LOAD = 0, CODE_MOVE = 1, CODE_LINES = 2 };

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

/* ---- a dump ---- */

struct dump_header {
	uint32_t magic, version, size, machine, pad, pid;
	uint64_t timestamp, flags;
};

struct dump_record {
	uint32_t id, size;
	uint64_t timestamp;
};

/* A name follows, then the code. */
struct code_load {
	uint32_t pid, tid;
	uint64_t vma, start, length, index;
};

struct code_move {
	uint32_t pid, tid;
	uint64_t vma, from, to, length, index;
};

/* Entries follow: an address, a line, a discriminator, the name of a file */
struct code_lines {
	uint64_t start, entries;
};

struct code_line {
	uint64_t address;
	int32_t line, discriminator;
};

/* Where the code that comes next begins in its source */
struct dump {
	struct ids pieces; /* by the dump's index */
	uint64_t start;
	const char *file; /* NULL: not known */
	unsigned line;
};

/* The n bytes at "at" that are a structure; at is moved past it. */
static bool take(void *to, size_t size, const char **at, size_t *n)
{
	if (*n < size)
		return false;
	memcpy(to, *at, size);
	*at += size;
	*n -= size;
	return true;
}

static void take_lines(struct dump *d, const char *at, size_t n)
{
	struct code_lines lines;
	struct code_line first;

	if (!take(&lines, sizeof(lines), &at, &n) || lines.entries < 1 ||
	    !take(&first, sizeof(first), &at, &n) || first.line < 1 || n < 2 ||
	    !at[0] || !memchr(at, '\0', n))
		return;
	d->start = lines.start;
	d->file = at;
	d->line = (unsigned)first.line;
}

static void take_load(struct jit_map *m, struct dump *d, const char *at,
                      size_t n)
{
	struct jit_name what = { 0 };
	const size_t order = m->n;
	struct code_load load;

	if (!take(&load, sizeof(load), &at, &n) || n < 2 || !at[0] ||
	    !memchr(at, '\0', n))
		return;
	what.name = at;
	if (d->file && d->start == load.start) {
		what.file = d->file;
		what.line = d->line;
	}
	d->file = NULL;
	add_piece(m, load.start, load.length, what);
	if (m->n > order && order < IDS_NONE)
		ids_add(&d->pieces, load.index, (uint32_t)order);
}

static void take_move(struct jit_map *m, const struct dump *d, const char *at,
                      size_t n)
{
	struct code_move move;
	uint32_t i;

	if (!take(&move, sizeof(move), &at, &n))
		return;
	i = ids_get(&d->pieces, move.index);
	if (i != IDS_NONE)
		add_piece(m, move.to, move.length, m->v[i].what);
}

static void take_dump(struct jit_map *m, const char *at, size_t n)
{
	const char *const start = at;
	const size_t all = n;
	struct dump_header header;
	struct dump_record record;
	struct dump d = { 0 };

	if (!take(&header, sizeof(header), &at, &n) ||
	    header.size < sizeof(header) || header.size > all)
		return;
	at = start + header.size;
	n = all - header.size;
	while (take(&record, sizeof(record), &at, &n) &&
	       record.size >= sizeof(record) &&
	       record.size - sizeof(record) <= n) {
		const size_t body = record.size - sizeof(record);

		if (record.id == CODE_LINES)
			take_lines(&d, at, body);
		else if (record.id == CODE_LOAD)
			take_load(m, &d, at, body);
		else if (record.id == CODE_MOVE)
			take_move(m, &d, at, body);
		at += body;
		n -= body;
	}
	ids_release(&d.pieces);
}

static bool is_dump(const char *text, size_t n)
{
	const uint32_t magic = DUMP_MAGIC;

	return n >= sizeof(magic) && memcmp(text, &magic, sizeof(magic)) == 0;
}

/* ---- either of them ---- */

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
	if (is_dump(m->text, n))
		take_dump(m, m->text, n);
	else
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

struct jit_map *jit_map_open(uint32_t pid, const char *dump)
{
	struct jit_map *m = NULL;
	char path[64], *text;
	size_t n;

	snprintf(path, sizeof(path), "/tmp/perf-%u.map", pid);
	text = read_own(path, &n);
	if (!text && dump)
		text = read_own(dump, &n);
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
