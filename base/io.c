#include "io.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "banned.h"
#include "err.h"
#include "mem.h"
#include "strbuf.h"

int io_read_file(const char *path, size_t limit, struct strbuf *b,
                 struct err *err)
{
	size_t start = b->len, n;
	char chunk[16384];
	struct stat st;
	int rc = -1;
	FILE *f = fopen(path, "re");

	if (!f)
		return err_system(err, "can't open '%s'", path);
	if (fstat(fileno(f), &st) == 0 && S_ISDIR(st.st_mode)) {
		err_set(err, ERR_SYSTEM, "'%s' is a directory", path);
		goto out;
	}
	while ((n = fread(chunk, 1, sizeof(chunk), f)) > 0) {
		if (b->len - start + n > limit) {
			err_set(err, ERR_FORMAT,
			        "'%s' is larger than %zu bytes", path, limit);
			goto out;
		}
		strbuf_add(b, chunk, n);
	}
	if (ferror(f))
		err_system(err, "can't read '%s'", path);
	else
		rc = 0;
out:
	fclose(f);
	return rc;
}

int io_atomic_open(struct io_atomic *a, const char *path, struct err *err)
{
	struct strbuf name = STRBUF_INIT;
	mode_t mask = umask(0);
	int fd;

	umask(mask);
	*a = (struct io_atomic){ .path = mem_strdup(path) };
	strbuf_addf(&name, "%s.tmp-XXXXXX", path);
	a->temporary = strbuf_detach(&name);
	fd = mkostemp(a->temporary, O_CLOEXEC);
	if (fd < 0) {
		err_system(err, "can't create '%s'", path);
		free(a->temporary);
		a->temporary = NULL;
		io_atomic_abort(a);
		return -1;
	}
	if (fchmod(fd, 0666 & ~mask) != 0 || !(a->f = fdopen(fd, "w"))) {
		err_system(err, "can't create '%s'", path);
		close(fd);
		io_atomic_abort(a);
		return -1;
	}
	return 0;
}

static int sync_and_close(struct io_atomic *a)
{
	bool bad = ferror(a->f) || fflush(a->f) != 0;

	/* some file systems (pipes, /dev/full) can't be synced */
	if (!bad && fsync(fileno(a->f)) != 0 && errno != EINVAL)
		bad = true;
	if (fclose(a->f) != 0)
		bad = true;
	a->f = NULL;
	return bad ? -1 : 0;
}

int io_atomic_commit(struct io_atomic *a, struct err *err)
{
	int rc = -1;

	if (sync_and_close(a) != 0) {
		err_system(err, "can't write '%s'", a->path);
	} else if (rename(a->temporary, a->path) != 0) {
		err_system(err, "can't rename to '%s'", a->path);
	} else {
		free(a->temporary);
		a->temporary = NULL;
		rc = 0;
	}
	io_atomic_abort(a);
	return rc;
}

void io_atomic_abort(struct io_atomic *a)
{
	if (a->f)
		fclose(a->f);
	if (a->temporary)
		unlink(a->temporary);
	free(a->temporary);
	free(a->path);
	*a = (struct io_atomic){ 0 };
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
	if (nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) != 0)
		return err_system(err, "can't remove '%s'", path);
	return 0;
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
