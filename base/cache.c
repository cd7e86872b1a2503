#include "cache.h"

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "banned.h"
#include "err.h"
#include "mem.h"
#include "strbuf.h"

/* The first line of an entry: version, sum and length of what follows. */
#define HEAD "perfexpert-cache 1 %016llx %zu\n"

enum { HEAD_MOST = 80, ORPHAN_S = 3600 };

static const char unfinished[] = ".tmp";

/* FNV-1a, of 64 bits: against damage, not against an attacker */
static unsigned long long sum_of(const char *data, size_t n)
{
	unsigned long long h = 0xcbf29ce484222325ULL;

	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)data[i]) * 0x100000001b3ULL;
	return h;
}

static bool is_ours(const struct stat *st)
{
	return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

/* Make a folder and those above it, as far as they are missing. */
static int make_folders(char *path, struct err *err)
{
	for (char *p = path + 1; *p; p++) {
		if (*p != '/')
			continue;
		*p = '\0';
		mkdir(path, 0700);
		*p = '/';
	}
	if (mkdir(path, 0700) != 0 && errno != EEXIST)
		return err_system(err, "%s", path);
	return 0;
}

int cache_folder(struct strbuf *path, struct err *err)
{
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	/* the specification: a relative path is to be ignored */
	if (xdg && xdg[0] == '/')
		strbuf_adds(path, xdg);
	else if (home && home[0] == '/')
		strbuf_addf(path, "%s/.cache", home);
	else
		return err_set(err, ERR_UNSUPPORTED,
		               "neither XDG_CACHE_HOME nor HOME is set");
	strbuf_adds(path, "/perfexpert");
	return make_folders(path->s, err);
}

int cache_open(struct cache *c, struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	struct stat st;
	int rc = -1;

	*c = (struct cache){ .dir = -1, .most_bytes = CACHE_MOST_BYTES };
	if (cache_folder(&path, err) != 0)
		goto out;
	c->dir = open(path.s, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (c->dir < 0 || fstat(c->dir, &st) != 0) {
		err_system(err, "%s", path.s);
		goto out;
	}
	if (!is_ours(&st)) {
		err_set(err, ERR_UNSUPPORTED,
		        "'%s' belongs to others, or others may write to it",
		        path.s);
		goto out;
	}
	rc = 0;
out:
	if (rc != 0)
		cache_close(c);
	strbuf_release(&path);
	return rc;
}

void cache_close(struct cache *c)
{
	if (c->dir >= 0)
		close(c->dir);
	c->dir = -1;
}

static bool is_name(const char *name)
{
	return name[0] && name[0] != '.' &&
	       !name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-.")];
}

/* n bytes and no more; false: not so many */
static bool read_all(int fd, char *to, size_t n)
{
	size_t at = 0;
	ssize_t got = 1;

	while (at < n && got > 0) {
		got = read(fd, to + at, n - at);
		at += got > 0 ? (size_t)got : 0;
	}
	return at == n;
}

/* The bytes of an open entry, if they are what was written. */
static bool take(int fd, const struct stat *st, struct strbuf *data)
{
	const size_t n = (size_t)st->st_size;
	char head[HEAD_MOST], *text = mem_alloc(n + 1, 1);
	const char *body;
	size_t size;
	bool whole = false;

	if (!read_all(fd, text, n))
		goto out;
	body = memchr(text, '\n', n);
	if (!body)
		goto out;
	size = n - (size_t)(++body - text);
	snprintf(head, sizeof(head), HEAD, sum_of(body, size), size);
	whole = strlen(head) == n - size && memcmp(head, text, n - size) == 0;
	if (whole)
		strbuf_add(data, body, size);
out:
	free(text);
	return whole;
}

bool cache_get(const struct cache *c, const char *name, struct strbuf *data)
{
	const int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
	struct stat st;
	bool found = false;
	int fd;

	assert(is_name(name));
	if (c->dir < 0)
		return false;
	fd = openat(c->dir, name, flags);
	if (fd < 0)
		return false;
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || !is_ours(&st))
		goto out;
	found = st.st_size <= CACHE_ENTRY_BYTES + HEAD_MOST &&
	        take(fd, &st, data);
	if (found)
		futimens(fd, NULL); /* it was used now */
	else
		unlinkat(c->dir, name, 0);
out:
	close(fd);
	return found;
}

struct entry {
	char *name;
	struct timespec used;
	size_t bytes;
};

static int by_use(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->used.tv_sec != y->used.tv_sec)
		return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
	return (x->used.tv_nsec > y->used.tv_nsec) -
	       (x->used.tv_nsec < y->used.tv_nsec);
}

static bool is_orphan(const char *name, const struct stat *st)
{
	const size_t n = strlen(name), end = sizeof(unfinished) - 1;

	return n > end && strcmp(name + n - end, unfinished) == 0 &&
	       st->st_mtime < time(NULL) - ORPHAN_S;
}

static size_t list(const struct cache *c, struct entry **all, size_t *bytes)
{
	const int fd = openat(c->dir, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	DIR *dir = fd >= 0 ? fdopendir(fd) : NULL;
	const struct dirent *d;
	size_t n = 0, cap = 0;

	*all = NULL;
	*bytes = 0;
	if (!dir && fd >= 0)
		close(fd);
	while (dir && (d = readdir(dir))) {
		struct stat st;

		if (!is_name(d->d_name) ||
		    fstatat(c->dir, d->d_name, &st, AT_SYMLINK_NOFOLLOW) != 0 ||
		    !S_ISREG(st.st_mode))
			continue;
		if (is_orphan(d->d_name, &st)) {
			unlinkat(c->dir, d->d_name, 0);
			continue;
		}
		*all = mem_grow(*all, &cap, n + 1, sizeof(**all));
		(*all)[n++] = (struct entry){ .name = mem_strdup(d->d_name),
			                      .used = st.st_mtim,
			                      .bytes = (size_t)st.st_size };
		*bytes += (size_t)st.st_size;
	}
	if (dir)
		closedir(dir);
	return n;
}

/* What was not used for longest goes; kept: what was just written. */
static void make_room(const struct cache *c, const char *kept)
{
	struct entry *all;
	size_t bytes, n = list(c, &all, &bytes);

	if (n)
		qsort(all, n, sizeof(*all), by_use);
	for (size_t i = 0; i < n; i++) {
		if (bytes > c->most_bytes && strcmp(all[i].name, kept) != 0 &&
		    unlinkat(c->dir, all[i].name, 0) == 0)
			bytes -= all[i].bytes;
		free(all[i].name);
	}
	free(all);
}

static int write_all(int fd, const char *data, size_t n)
{
	while (n) {
		const ssize_t done = write(fd, data, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return -1;
		data += done;
		n -= (size_t)done;
	}
	return 0;
}

int cache_put(const struct cache *c, const char *name, const char *data,
              size_t size, struct err *err)
{
	const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
	struct strbuf temporary = STRBUF_INIT;
	char head[HEAD_MOST];
	int fd, rc;

	assert(is_name(name));
	if (c->dir < 0 || size > CACHE_ENTRY_BYTES)
		return err_set(err, ERR_UNSUPPORTED,
		               "%zu bytes are too much for the cache", size);
	snprintf(head, sizeof(head), HEAD, sum_of(data, size), size);
	strbuf_addf(&temporary, "%s.%ld%s", name, (long)getpid(), unfinished);
	unlinkat(c->dir, temporary.s, 0); /* an earlier process of our number */
	fd = openat(c->dir, temporary.s, flags, 0600);
	rc = fd < 0 || write_all(fd, head, strlen(head)) != 0 ||
	     write_all(fd, data, size) != 0;
	rc = (fd >= 0 && close(fd) != 0) || rc ||
	     renameat(c->dir, temporary.s, c->dir, name) != 0;
	if (rc) {
		err_system(err, "the cache");
		unlinkat(c->dir, temporary.s, 0);
	} else {
		make_room(c, name);
	}
	strbuf_release(&temporary);
	return rc ? -1 : 0;
}
