#include "source.h"

#include <errno.h>
#include <fcntl.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"

struct source {
	const char *problem;
	char *text;
	const char **lines;
	size_t n, cap;
	time_t changed;
};

struct sources {
	struct map *by_path;
	size_t total;
};

struct sources *sources_new(void)
{
	struct sources *s = mem_alloc(1, sizeof(*s));

	s->by_path = map_new();
	return s;
}

void sources_free(struct sources *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < map_size(s->by_path); i++) {
		struct source *one = map_value(s->by_path, i);

		free(one->text);
		free(one->lines);
		free(one);
	}
	map_free(s->by_path);
	free(s);
}

bool source_name_ok(const char *path)
{
	static const char *const ends[] = {
		"c",   "h",   "cc",  "cpp", "cxx", "c++", "hh",  "hpp", "hxx",
		"h++", "inl", "ipp", "tcc", "tpp", "inc", "f",   "for", "ftn",
		"f77", "f90", "f95", "f03", "f08", "f18", "fpp", "cu",  "cuh",
		"hip", "s",   "asm", "rs",  "go",  "d",   "zig", "nim", "adb",
		"ads", "m",   "mm",  "jl",  "pyx", "ispc"
	};
	const char *name = io_basename(path);
	const char *dot = strrchr(name, '.');

	if (!dot || dot == name)
		return false;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (strcasecmp(dot + 1, ends[i]) == 0)
			return true;
	return false;
}

static void split(struct source *s, size_t n)
{
	char *at = s->text, *end = s->text + n;

	while (at < end) {
		char *stop = memchr(at, '\n', (size_t)(end - at));

		if (!stop)
			stop = end;
		s->lines = mem_grow(s->lines, &s->cap, s->n + 1,
		                    sizeof(*s->lines));
		s->lines[s->n++] = at;
		*stop = '\0';
		if (stop > at && stop[-1] == '\r')
			stop[-1] = '\0';
		at = stop + 1;
	}
}

/* The whole file, as far as it was long when it was opened */
static size_t read_all(int fd, char *text, size_t n)
{
	size_t got = 0;

	while (got < n) {
		ssize_t r = read(fd, text + got, n - got);

		if (r < 0 && errno == EINTR)
			continue;
		if (r <= 0)
			break;
		got += (size_t)r;
	}
	return got;
}

static const char *load(struct sources *all, struct source *s, const char *path)
{
	const char *problem = NULL;
	struct stat st;
	size_t n;
	int fd;

	if (!source_name_ok(path))
		return "its name is not that of a source file";
	/* not blocking: the name may be a pipe's */
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	if (fd < 0)
		return errno == ENOENT || errno == ENOTDIR
		               ? "it is not on this machine"
		               : "it can't be read";
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
		problem = "it is not a regular file";
	else if (st.st_size > SOURCE_MAX)
		problem = "it is too large to be shown";
	else if (all->total + (size_t)st.st_size > SOURCE_TOTAL)
		problem = "the sources of this report are too large";
	if (!problem) {
		s->text = mem_alloc((size_t)st.st_size + 1, 1);
		n = read_all(fd, s->text, (size_t)st.st_size);
		s->changed = st.st_mtime;
		all->total += n;
		split(s, n);
	}
	close(fd);
	return problem;
}

const struct source *sources_get(struct sources *s, const char *path)
{
	struct source *one = map_get(s->by_path, path);

	if (!one) {
		one = mem_alloc(1, sizeof(*one));
		one->problem = load(s, one, path);
		map_put(s->by_path, path, one);
	}
	return one;
}

const char *source_problem(const struct source *s)
{
	return s->problem;
}

time_t source_changed(const struct source *s)
{
	return s->changed;
}

size_t source_count(const struct source *s)
{
	return s->n;
}

const char *source_line(const struct source *s, size_t line)
{
	return line > 0 && line <= s->n ? s->lines[line - 1] : "";
}
