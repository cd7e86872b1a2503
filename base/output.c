#include "output.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "banned.h"
#include "err.h"
#include "io.h"
#include "mem.h"
#include "num.h"
#include "strbuf.h"

enum { MAX_LINKS = 40, MAX_NAMES = 1000, LEAST_SPACE = 1 << 20 };

/* The folder that holds path: "." when it has no slash. */
static void folder_of(struct strbuf *b, const char *path)
{
	const char *slash = strrchr(path, '/');

	strbuf_clear(b);
	if (!slash)
		strbuf_addc(b, '.');
	else
		strbuf_add(b, path, slash == path ? 1 : (size_t)(slash - path));
}

/* Is it one of the links of /proc, which name open files? */
static bool of_process(const char *path)
{
	struct strbuf folder = STRBUF_INIT;
	struct statfs fs;
	bool yes;

	folder_of(&folder, path);
	yes = statfs(folder.s, &fs) == 0 && fs.f_type == PROC_SUPER_MAGIC;
	strbuf_release(&folder);
	return yes;
}

bool output_planted(const char *path, const struct stat *at)
{
	struct strbuf folder = STRBUF_INIT;
	struct stat in;
	bool planted;

	folder_of(&folder, path);
	planted = at->st_uid != geteuid() && stat(folder.s, &in) == 0 &&
	          (in.st_mode & S_ISVTX) && (in.st_mode & S_IWOTH) &&
	          at->st_uid != in.st_uid;
	strbuf_release(&folder);
	return planted;
}

/*
 * Follow links by hand, as the last one may name a file that does not exist
 * yet. NULL and errno when they go round in a circle, or another user's are in
 * a folder for all.
 */
static char *follow(const char *path)
{
	char *at = mem_strdup(path);

	for (int i = 0; i < MAX_LINKS; i++) {
		struct strbuf next = STRBUF_INIT;
		char link[PATH_MAX];
		ssize_t n = readlink(at, link, sizeof(link) - 1);
		struct stat st;

		if (n < 0 || of_process(at))
			return at;
		if (lstat(at, &st) != 0 || output_planted(at, &st)) {
			free(at);
			errno = EACCES;
			return NULL;
		}
		link[n] = '\0';
		if (link[0] != '/') {
			folder_of(&next, at);
			strbuf_addc(&next, '/');
		}
		strbuf_adds(&next, link);
		free(at);
		at = strbuf_detach(&next);
	}
	free(at);
	errno = ELOOP;
	return NULL;
}

/* What was looked at, not what was put in its place since. */
static int open_same(const char *at, const struct stat *looked)
{
	const int fd = open(at, O_WRONLY | O_NOCTTY | O_CLOEXEC);
	struct stat st;

	if (fd >= 0 && fstat(fd, &st) == 0 &&
	    (st.st_dev != looked->st_dev || st.st_ino != looked->st_ino)) {
		close(fd);
		errno = EACCES;
		return -1;
	}
	return fd;
}

/* /dev/fd/N is opened by number: a socket has no other way. */
static int open_stream(const char *at, const struct stat *st)
{
	const char *name = io_basename(at);
	struct strbuf folder = STRBUF_INIT;
	char one[PATH_MAX], own[PATH_MAX];
	int number, fd = -1;

	folder_of(&folder, at);
	if (of_process(at) && num_int(name, 0, INT_MAX, &number) &&
	    realpath(folder.s, one) && realpath("/proc/self/fd", own) &&
	    strcmp(one, own) == 0)
		fd = fcntl(number, F_DUPFD_CLOEXEC, 3);
	else
		fd = open_same(at, st);
	strbuf_release(&folder);
	return fd;
}

/* What kind of thing it is; st is zeroed when there is none. */
static int look(const char *path, struct stat *st, bool *through, char **at,
                struct err *err)
{
	*st = (struct stat){ 0 };
	*through = false;
	*at = follow(path);
	if (!*at)
		return err_system(err, "can't create '%s'", path);
	if (stat(*at, st) != 0)
		*st = (struct stat){ 0 };
	if ((S_ISFIFO(st->st_mode) || S_ISREG(st->st_mode)) &&
	    !of_process(*at) && output_planted(*at, st))
		return err_set(
			err, ERR_USAGE,
			"'%s' is a %s of another user in a shared folder", path,
			S_ISREG(st->st_mode) ? "file" : "pipe");
	*through = st->st_mode && (!S_ISREG(st->st_mode) || of_process(*at));
	if (S_ISDIR(st->st_mode))
		return err_set(err, ERR_USAGE, "'%s' is a directory", path);
	if (S_ISBLK(st->st_mode))
		return err_set(err, ERR_USAGE, "'%s' is a block device", path);
	return 0;
}

/*
 * Without a name, so that nothing is left even when we are killed; with
 * one where the file system has no such files.
 */
static int open_beside(struct output *o)
{
	struct strbuf b = STRBUF_INIT;
	int fd = -1;

	folder_of(&b, o->target);
	if (access("/proc/self/fd", X_OK) == 0)
		fd = open(b.s, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	strbuf_release(&b);
	if (fd >= 0)
		return fd;
	strbuf_addf(&b, "%s.tmp-XXXXXX", o->target);
	fd = mkostemp(b.s, O_CLOEXEC);
	if (fd >= 0)
		o->temporary = strbuf_detach(&b);
	strbuf_release(&b);
	return fd;
}

/* A new file's mode is what the umask leaves, another's stays. */
static int set_mode(int fd, const struct stat *old)
{
	mode_t mask;

	if (!old->st_mode) {
		mask = umask(0);
		umask(mask);
		return fchmod(fd, 0666 & ~mask);
	}
	if (old->st_uid != geteuid() || old->st_gid != getegid()) {
		/* only root can, and only root must */
		if (fchown(fd, old->st_uid, old->st_gid) != 0 && geteuid() == 0)
			return -1;
	}
	return fchmod(fd, old->st_mode & 0777);
}

int output_open(struct output *o, const char *path, enum output_mode mode,
                struct err *err)
{
	struct stat st;
	bool through;
	int fd;

	*o = (struct output){ .path = mem_strdup(path), .mode = mode };
	if (look(path, &st, &through, &o->target, err) != 0)
		goto fail;
	fd = through ? open_stream(o->target, &st) : open_beside(o);
	if (fd < 0 || (!through && set_mode(fd, &st) != 0) ||
	    !(o->f = fdopen(fd, "w"))) {
		err_system(err, "can't create '%s'", path);
		if (fd >= 0)
			close(fd);
		goto fail;
	}
	if (through) {
		free(o->target);
		o->target = NULL;
	}
	return 0;
fail:
	output_abort(o);
	return -1;
}

/* "app.db" is "app.2.db" the second time. */
static char *other_name(const char *path, int k)
{
	const char *name = io_basename(path), *dot = strrchr(name, '.');
	struct strbuf b = STRBUF_INIT;

	if (k == 1 || !dot || dot == name)
		dot = name + strlen(name);
	strbuf_add(&b, path, (size_t)(dot - path));
	if (k > 1)
		strbuf_addf(&b, ".%d%s", k, dot);
	return strbuf_detach(&b);
}

/* Give the file, which has no name yet, this one. */
static int give_name(const struct output *o, const char *name)
{
	char self[64];

	snprintf(self, sizeof(self), "/proc/self/fd/%d", fileno(o->f));
	return linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

/* Put it under that name, if nothing is there. */
static int put_new(const struct output *o, const char *name)
{
	int fd;

	if (!o->temporary)
		return give_name(o, name);
	if (renameat2(AT_FDCWD, o->temporary, AT_FDCWD, name,
	              RENAME_NOREPLACE) == 0)
		return 0;
	if (errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP)
		return -1;
	/* a file system that can't do that: the name has to be ours first */
	fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (fd < 0)
		return -1;
	close(fd);
	return rename(o->temporary, name);
}

/* Put it in place of what may be there. */
static int put_over(struct output *o, const char *name)
{
	for (int k = 0; !o->temporary && k < MAX_NAMES; k++) {
		struct strbuf b = STRBUF_INIT;

		strbuf_addf(&b, "%s.tmp-%ld.%d", name, (long)getpid(), k);
		if (give_name(o, b.s) == 0)
			o->temporary = strbuf_detach(&b);
		strbuf_release(&b);
		if (!o->temporary && errno != EEXIST)
			return -1;
	}
	return rename(o->temporary, name);
}

static int put_in_place(struct output *o, char **name)
{
	int rc = -1;

	if (o->mode == OUTPUT_REPLACE) {
		*name = mem_strdup(o->path);
		return put_over(o, o->target);
	}
	for (int k = 1; k < MAX_NAMES && rc != 0; k++) {
		char *target = other_name(o->target, k);

		rc = put_new(o, target);
		if (rc == 0)
			*name = k == 1 ? mem_strdup(o->path)
			               : mem_strdup(target);
		free(target);
		if (rc != 0 && errno != EEXIST)
			break;
	}
	return rc;
}

/* Write all that is buffered. */
static int flush(struct output *o)
{
	if (ferror(o->f)) {
		errno = errno ? errno : EIO; /* of the write that failed */
		return -1;
	}
	if (fflush(o->f) != 0)
		return -1;
	/* EINVAL: a file of a kind that can't be synced */
	if (o->target && fsync(fileno(o->f)) != 0 && errno != EINVAL)
		return -1;
	return 0;
}

int output_commit(struct output *o, char **written, struct err *err)
{
	char *name = NULL;
	int rc = -1;

	if (flush(o) != 0) {
		err_system(err, "can't write '%s'", o->path);
	} else if (!o->target) {
		name = mem_strdup(o->path);
		rc = fclose(o->f);
		o->f = NULL;
		if (rc != 0)
			err_system(err, "can't write '%s'", o->path);
	} else if (put_in_place(o, &name) != 0) {
		err_system(err, "can't rename to '%s'", o->path);
	} else {
		free(o->temporary);
		o->temporary = NULL;
		rc = 0;
	}
	output_abort(o);
	if (rc == 0 && written)
		*written = name;
	else
		free(name);
	return rc;
}

void output_abort(struct output *o)
{
	if (o->f)
		fclose(o->f);
	if (o->temporary)
		unlink(o->temporary);
	free(o->temporary);
	free(o->target);
	free(o->path);
	*o = (struct output){ 0 };
}

int output_check(const char *path, struct err *err)
{
	struct output probe = { 0 };
	struct statvfs fs;
	struct stat st;
	bool through;
	char *at;
	int rc = look(path, &st, &through, &at, err);

	free(at);
	if (rc != 0 || through)
		return rc;
	if (output_open(&probe, path, OUTPUT_REPLACE, err) != 0)
		return -1;
	if (fstatvfs(fileno(probe.f), &fs) == 0 &&
	    (double)fs.f_bavail * (double)fs.f_frsize < LEAST_SPACE)
		rc = err_set(err, ERR_SYSTEM,
		             "no space left where '%s' would be written", path);
	output_abort(&probe);
	return rc;
}

bool output_exists(const char *path)
{
	struct err ignored = { 0 };
	struct stat st;
	bool through, yes;
	char *at;

	yes = look(path, &st, &through, &at, &ignored) == 0 && st.st_mode &&
	      !through;
	free(at);
	return yes;
}

static bool same_file(const struct stat *a, const struct stat *b)
{
	return S_ISREG(a->st_mode) && a->st_dev == b->st_dev &&
	       a->st_ino == b->st_ino;
}

int output_distinct(const char *path, const char *const *inputs, size_t n,
                    struct err *err)
{
	struct stat out, in;

	if (stat(path, &out) != 0)
		return 0;
	for (size_t i = 0; i < n; i++) {
		if (!inputs[i] || stat(inputs[i], &in) != 0)
			continue;
		if (same_file(&out, &in))
			return err_set(err, ERR_USAGE,
			               "'%s' is read by this command and would "
			               "be overwritten; choose another output",
			               path);
	}
	return 0;
}
