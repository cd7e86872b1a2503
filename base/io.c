#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "banned.h"
#include "err.h"
#include "mem.h"
#include "strbuf.h"

/*
 * A pipe is opened without waiting for a writer; one that comes in the next
 * seconds will do. Then what it writes is waited for as long as it is there.
 */
enum { WRITER_MS = 3000, WAIT_MS = 50 };

/* What is being read. */
struct source {
	const char *path;
	int fd;
	bool pipe;
	size_t limit, total; /* bytes */
};

static bool is_wanted(const struct stat *st, unsigned kinds)
{
	if ((S_ISREG(st->st_mode) && (kinds & IO_FILE)) ||
	    (S_ISFIFO(st->st_mode) && (kinds & IO_PIPE)) ||
	    (S_ISCHR(st->st_mode) && (kinds & IO_DEVICE)))
		return true;
	errno = S_ISDIR(st->st_mode) ? EISDIR : EINVAL;
	return false;
}

int io_open(const char *path, unsigned kinds)
{
	const bool link = !(kinds & IO_NO_LINK);
	struct stat st;
	int fd, saved;

	if ((link ? stat : lstat)(path, &st) != 0 || !is_wanted(&st, kinds))
		return -1;
	fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC |
	                        (link ? 0 : O_NOFOLLOW));
	/* it may have been replaced in between */
	if (fd < 0 || (fstat(fd, &st) == 0 && is_wanted(&st, kinds)))
		return fd;
	saved = errno;
	close(fd);
	errno = saved;
	return -1;
}

int io_open_file(const char *path, struct err *err)
{
	const int fd = io_open(path, IO_FILE);

	if (fd < 0 && errno == EINVAL)
		return err_set(err, ERR_FORMAT, "not a regular file");
	return fd < 0 ? err_system(err, "can't open") : fd;
}

static int open_to_read(struct source *s, const char *path, size_t limit,
                        struct err *err)
{
	struct stat st;

	*s = (struct source){ .path = path, .limit = limit };
	s->fd = io_open(path, IO_FILE | IO_PIPE | IO_DEVICE);
	if (s->fd < 0 && errno == EISDIR)
		return err_set(err, ERR_SYSTEM, "'%s' is a directory", path);
	if (s->fd < 0)
		return err_system(err, "can't open '%s'", path);
	s->pipe = fstat(s->fd, &st) == 0 && S_ISFIFO(st.st_mode);
	return 0;
}

/* As read(2); 0 is the end, of a pipe too. */
static ssize_t read_some(const struct source *s, char *buf, size_t size)
{
	struct pollfd p = { .fd = s->fd, .events = POLLIN };
	bool may_come = s->pipe && s->total == 0;

	for (int waited = 0;;) {
		ssize_t n = read(s->fd, buf, size);

		if (n > 0 || (n == 0 && !(may_come && waited < WRITER_MS)))
			return n;
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return n;
		if (n < 0)
			poll(&p, 1, -1);
		else
			waited += WAIT_MS + poll(NULL, 0, WAIT_MS);
	}
}

/* What is done with each chunk; false and errno when it can't be. */
typedef bool (*taker)(void *ctx, const char *chunk, size_t n);

static int read_all(struct source *s, taker take, void *ctx, struct err *err)
{
	char chunk[16384];
	ssize_t n;

	while ((n = read_some(s, chunk, sizeof(chunk))) > 0) {
		s->total += (size_t)n;
		if (s->total > s->limit)
			return err_set(err, ERR_FORMAT,
			               "'%s' is larger than %zu bytes", s->path,
			               s->limit);
		if (!take(ctx, chunk, (size_t)n))
			return err_system(err, "can't keep '%s' in memory",
			                  s->path);
	}
	if (n < 0)
		return err_system(err, "can't read '%s'", s->path);
	if (s->pipe && s->total == 0)
		return err_set(err, ERR_SYSTEM,
		               "nobody writes to the pipe '%s'", s->path);
	return 0;
}

static bool take_text(void *ctx, const char *chunk, size_t n)
{
	strbuf_add(ctx, chunk, n);
	return true;
}

static bool take_file(void *ctx, const char *chunk, size_t n)
{
	const int *fd = ctx;

	while (n) {
		ssize_t done = write(*fd, chunk, n);

		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return false;
		chunk += done;
		n -= (size_t)done;
	}
	return true;
}

int io_read_file(const char *path, size_t limit, struct strbuf *b,
                 struct err *err)
{
	struct source s;
	int rc;

	if (open_to_read(&s, path, limit, err) != 0)
		return -1;
	rc = read_all(&s, take_text, b, err);
	close(s.fd);
	return rc;
}

char *io_rereadable(const char *path, int *kept, struct err *err)
{
	struct strbuf name = STRBUF_INIT;
	struct source s;
	struct stat st;
	int rc;

	*kept = -1;
	if (stat(path, &st) != 0 || S_ISREG(st.st_mode) || S_ISDIR(st.st_mode))
		return mem_strdup(path);
	if (open_to_read(&s, path, IO_PIPE_LIMIT, err) != 0)
		return NULL;
	*kept = memfd_create("input", MFD_CLOEXEC);
	rc = *kept < 0 ? err_system(err, "can't keep '%s' in memory", path)
	               : read_all(&s, take_file, kept, err);
	close(s.fd);
	if (rc != 0) {
		if (*kept >= 0)
			close(*kept);
		*kept = -1;
		return NULL;
	}
	strbuf_addf(&name, "/proc/self/fd/%d", *kept);
	return strbuf_detach(&name);
}

void io_hold_standard_files(void)
{
	for (int fd = 0; fd <= STDERR_FILENO; fd++) {
		if (fcntl(fd, F_GETFD) < 0)
			open("/dev/null", O_RDWR | O_CLOEXEC);
	}
}

int io_flush_stdout(struct err *err)
{
	if (fflush(stdout) != 0 || ferror(stdout))
		return err_system(err, "can't write standard output");
	return 0;
}

static int remove_one(const char *path, const struct stat *st, int type,
                      struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

int io_remove_tree(const char *path, struct err *err)
{
	/* again, as what is missing for a moment (a descriptor, memory) would
	 * leave it there for ever */
	for (int tries = 0; tries < 3; tries++) {
		if (nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) == 0)
			return 0;
	}
	return err_system(err, "can't remove '%s'", path);
}

void io_join(struct strbuf *b, const char *dir, const char *name)
{
	size_t n = strlen(dir);

	strbuf_adds(b, dir);
	if (n && dir[n - 1] != '/')
		strbuf_addc(b, '/');
	strbuf_adds(b, name);
}

const char *io_basename(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* What is searched for, by the first byte: one pass for all of them */
struct search {
	const char *const *names;
	size_t n, longest;
	bool ended;
	unsigned char first[256]; /* does a name begin so? */
};

static bool begins_here(const struct search *s, const char *at, size_t left)
{
	for (size_t i = 0; i < s->n; i++) {
		const size_t n = strlen(s->names[i]) + s->ended;

		if (n <= left && memcmp(at, s->names[i], n) == 0)
			return true;
	}
	return false;
}

static bool holds_one(const struct search *s, const char *data, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (s->first[(unsigned char)data[i]] &&
		    begins_here(s, data + i, size - i))
			return true;
	}
	return false;
}

/* Pieces that overlap by what may begin in one and end in the next */
static bool search_file(const struct search *s, int fd)
{
	enum { PIECE = 1 << 18 };
	char *buf = mem_alloc(PIECE + s->longest, 1);
	size_t kept = 0;
	bool found = false;
	ssize_t n;

	while (!found && (n = read(fd, buf + kept, PIECE)) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			break;
		kept += (size_t)n;
		found = holds_one(s, buf, kept);
		n = (ssize_t)(kept < s->longest ? kept : s->longest);
		memmove(buf, buf + kept - n, (size_t)n);
		kept = (size_t)n;
	}
	free(buf);
	return found;
}

bool io_contains(const char *path, const char *const *names, size_t n,
                 bool ended)
{
	struct search s = { .names = names, .n = n, .ended = ended };
	const int fd = io_open(path, IO_FILE);
	bool found;

	if (fd < 0)
		return false;
	for (size_t i = 0; i < n; i++) {
		const size_t length = strlen(names[i]) + ended;

		s.first[(unsigned char)names[i][0]] = 1;
		s.longest = length > s.longest ? length : s.longest;
	}
	found = search_file(&s, fd);
	close(fd);
	return found;
}

bool io_is_system_header(const char *path)
{
	static const char *const folders[] = { "/usr/include/", "/usr/lib/gcc/",
		                               "/usr/lib/llvm" };

	for (size_t i = 0; path && i < sizeof(folders) / sizeof(*folders);
	     i++) {
		if (strncmp(path, folders[i], strlen(folders[i])) == 0)
			return true;
	}
	return false;
}
