#include "source_files.h"

#include <errno.h>
#include <fcntl.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "profile/profile.h"
#include "source_folders.h"

struct source {
	const char *problem;
	char *name; /* resolved */
	char *text;
	const char **lines;
	size_t n, cap;
	time_t changed;
	mode_t readers;
};

struct sources {
	struct map *by_path;
	struct source_folders *folders;
	struct map *shown; /* resolved names */
	mode_t mode;       /* who may read all that is shown */
	size_t total;
};

struct sources *sources_new(void)
{
	struct sources *s = mem_alloc(1, sizeof(*s));

	s->by_path = map_new();
	s->shown = map_new();
	s->folders = source_folders_new();
	s->mode = 0777;
	return s;
}

struct source_folders *sources_folders(struct sources *s)
{
	return s->folders;
}

void sources_add_folders(struct sources *s, const char *const *dirs, size_t n)
{
	for (size_t i = 0; i < n; i++)
		source_folders_add(s->folders, dirs[i]);
}

void sources_add_binaries(struct sources *s, const struct profile *p)
{
	for (const struct profile_section *m = p->root->child; m; m = m->next)
		source_folders_binary(s->folders, m->file);
}

void sources_free(struct sources *s)
{
	if (!s)
		return;
	for (size_t i = 0; i < map_size(s->by_path); i++) {
		struct source *one = map_value(s->by_path, i);

		free(one->name);
		free(one->text);
		free(one->lines);
		free(one);
	}
	map_free(s->by_path);
	map_free(s->shown);
	source_folders_free(s->folders);
	free(s);
}

bool source_name_ok(const char *path)
{
	static const char *const ends[] = {
		"c",   "h",   "cc",  "cpp", "cxx", "c++", "hh",  "hpp", "hxx",
		"h++", "inl", "ipp", "tcc", "tpp", "inc", "f",   "for", "ftn",
		"f77", "f90", "f95", "f03", "f08", "f18", "fpp", "cu",  "cuh",
		"hip", "s",   "asm", "rs",  "go",  "d",   "zig", "nim", "adb",
		"ads", "m",   "mm",  "jl",  "py",  "pyx", "ispc"
	};
	const char *name = io_basename(path);
	const char *dot = strrchr(name, '.');

	if (!dot || dot == name)
		return false;
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		if (strcasecmp(dot + 1, ends[i]) == 0)
			return true;
	}
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

/* Who may read a page with this file in it: its own group is another one. */
static mode_t readers(const struct stat *st)
{
	mode_t mode = S_IRWXU;

	if (st->st_mode & S_IROTH)
		mode |= S_IRWXO;
	if ((st->st_mode & S_IRGRP) &&
	    (st->st_gid == getegid() || (st->st_mode & S_IROTH)))
		mode |= S_IRWXG;
	return mode;
}

static const char *read_from(struct sources *all, struct source *s, int fd,
                             const struct stat *st)
{
	size_t n;

	if (st->st_size > SOURCE_MAX)
		return "it is too large to be shown";
	if (all->total + (size_t)st->st_size > SOURCE_TOTAL)
		return "the sources of this report are too large";
	s->text = mem_alloc((size_t)st->st_size + 1, 1);
	n = read_all(fd, s->text, (size_t)st->st_size);
	s->changed = st->st_mtime;
	s->readers = readers(st);
	all->total += n;
	split(s, n);
	return NULL;
}

static const char *load(struct sources *all, struct source *s, const char *path)
{
	const char *problem;
	struct stat named, st;
	int fd;

	if (!source_name_ok(path))
		return "its name is not that of a source file";
	s->name = source_folders_find(all->folders, path, &problem);
	if (!s->name)
		return problem;
	/* what a link leads to may be called otherwise */
	if (!source_name_ok(s->name))
		return "its name is not that of a source file";
	if (lstat(s->name, &named) != 0 || !S_ISREG(named.st_mode))
		return "it is not a regular file";
	fd = io_open(s->name, IO_FILE | IO_NO_LINK);
	if (fd < 0)
		return "it can't be read";
	if (fstat(fd, &st) != 0 || st.st_dev != named.st_dev ||
	    st.st_ino != named.st_ino)
		problem = "it was replaced while it was opened";
	else
		problem = read_from(all, s, fd, &st);
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

void sources_shown(struct sources *s, const struct source *one)
{
	map_put(s->shown, one->name, s);
	s->mode &= one->readers;
}

const char *sources_list(const struct sources *s, size_t i)
{
	return i < map_size(s->shown) ? map_key(s->shown, i) : NULL;
}

mode_t sources_mode(const struct sources *s)
{
	return s->mode;
}

struct sources_file sources_hide(FILE *f)
{
	struct sources_file file = { 0 };
	struct stat st;

	if (fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode)) {
		file.mode = st.st_mode & ALLPERMS;
		file.open_to_others =
			fchmod(fileno(f), st.st_mode & S_IRWXU) != 0;
	}
	return file;
}

void sources_unhide(const struct sources *s, FILE *f,
                    const struct sources_file *file)
{
	/* if this fails, it stays ours alone */
	if (file->mode)
		fchmod(fileno(f), file->mode & sources_mode(s));
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
