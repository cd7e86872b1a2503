#include "mapped.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "image.h"

struct file {
	int fd; /* -1: not kept */
	char name[32];
	struct stat then;
};

struct mapped {
	struct map *files; /* path -> struct file */
	size_t kept;
};

struct mapped *mapped_new(void)
{
	struct mapped *m = mem_alloc(1, sizeof(*m));

	m->files = map_new();
	return m;
}

void mapped_free(struct mapped *m)
{
	if (!m)
		return;
	for (size_t i = 0; i < map_size(m->files); i++) {
		struct file *f = map_value(m->files, i);

		if (f->fd >= 0)
			close(f->fd);
		free(f);
	}
	map_free(m->files);
	free(m);
}

static int open_file(const char *path, struct stat *st)
{
	const int fd = io_open(path, IO_FILE);

	if (fd >= 0 && fstat(fd, st) == 0)
		return fd;
	if (fd >= 0)
		close(fd);
	return -1;
}

/* As the kernel has it; a process may always see what it executes. */
static int open_mapped(const char *path, uint32_t pid, uint64_t start,
                       uint64_t end, struct stat *st)
{
	struct strbuf b = STRBUF_INIT;
	char target[4096];
	ssize_t n;
	int fd;

	strbuf_addf(&b, "/proc/%" PRIu32 "/map_files/%" PRIx64 "-%" PRIx64, pid,
	            start, end);
	fd = open_file(b.s, st);
	if (fd < 0) {
		strbuf_clear(&b);
		strbuf_addf(&b, "/proc/%" PRIu32 "/exe", pid);
		n = readlink(b.s, target, sizeof(target));
		if (n == (ssize_t)strlen(path) &&
		    memcmp(target, path, (size_t)n) == 0)
			fd = open_file(b.s, st);
	}
	strbuf_release(&b);
	return fd < 0 ? open_file(path, st) : fd;
}

static bool has_room(const struct mapped *m)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_NOFILE, &limit) == 0 &&
	       m->kept < limit.rlim_cur / 2;
}

void mapped_keep(struct mapped *m, const char *path, uint32_t pid,
                 uint64_t start, uint64_t end)
{
	struct file *f;

	if (path[0] != '/' || map_get(m->files, path))
		return;
	f = mem_alloc(1, sizeof(*f));
	map_put(m->files, path, f);
	f->fd = has_room(m) ? open_mapped(path, pid, start, end, &f->then) : -1;
	m->kept += f->fd >= 0;
	snprintf(f->name, sizeof(f->name), "/proc/self/fd/%d", f->fd);
}

/* Has that name still the same content? */
static bool is_there(const struct file *f, const char *path)
{
	struct stat now;

	return stat(path, &now) == 0 &&
	       (f->fd < 0 || (now.st_size == f->then.st_size &&
	                      now.st_mtim.tv_sec == f->then.st_mtim.tv_sec &&
	                      now.st_mtim.tv_nsec == f->then.st_mtim.tv_nsec));
}

const char *mapped_path(const struct mapped *m, const char *path)
{
	static const struct file none = { .fd = -1 };
	const struct file *f = m ? map_get(m->files, path) : NULL;

	f = f ? f : &none;
	if (is_there(f, path))
		return path;
	return f->fd < 0 ? NULL : f->name;
}

static bool has_build_id(const struct file *f, const char *id)
{
	struct image image = { 0 };
	struct err ignored = { 0 };
	const bool same = image_open(&image, f->name, &ignored) == 0 &&
	                  image.build_id && strcmp(image.build_id, id) == 0;

	image_release(&image);
	return same;
}

const char *mapped_alike(const struct mapped *m, const char *path,
                         const char *build_id)
{
	const char *found = NULL;

	for (size_t i = 0; m && i < map_size(m->files); i++) {
		const struct file *f = map_value(m->files, i);
		const char *other = map_key(m->files, i);

		if (f->fd < 0 || is_there(f, other) ||
		    (*build_id ? !has_build_id(f, build_id)
		               : strcmp(io_basename(other),
		                        io_basename(path)) != 0))
			continue;
		if (*build_id)
			return other;
		if (found)
			return NULL;
		found = other;
	}
	return found;
}
