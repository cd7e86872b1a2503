#include "scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "leftover.h"

#define PREFIX "perfexpert."
#define MARK ".in-use"

/* Ours, made by a session, and the session is gone? */
static bool abandoned(const char *folder)
{
	struct strbuf mark = STRBUF_INIT;
	struct stat st;
	bool yes = false;
	int fd;

	io_join(&mark, folder, MARK);
	fd = io_open(mark.s, IO_FILE | IO_NO_LINK);
	if (fd >= 0) {
		yes = lstat(folder, &st) == 0 && S_ISDIR(st.st_mode) &&
		      st.st_uid == geteuid() && fstat(fd, &st) == 0 &&
		      st.st_uid == geteuid() &&
		      flock(fd, LOCK_EX | LOCK_NB) == 0;
		close(fd);
	}
	strbuf_release(&mark);
	return yes;
}

/* Of a session that was killed before it could lock it there is the folder
 * only: one that is old, and empty, as rmdir sees to. */
static void drop_unmarked(const char *folder)
{
	enum { OLD_S = 60 };
	struct stat st;

	if (lstat(folder, &st) == 0 && S_ISDIR(st.st_mode) &&
	    st.st_uid == geteuid() && st.st_mtime + OLD_S < time(NULL))
		rmdir(folder);
}

static void sweep(const char *tmp, bool others)
{
	DIR *d = opendir(tmp);
	const struct dirent *e;
	struct err ignored = { 0 };

	while (d && (e = readdir(d))) {
		struct strbuf folder = STRBUF_INIT;

		if (strncmp(e->d_name, PREFIX, strlen(PREFIX)) != 0)
			continue;
		io_join(&folder, tmp, e->d_name);
		if (abandoned(folder.s)) {
			leftover_end(folder.s);
			io_remove_tree(folder.s, &ignored);
		} else if (others) {
			drop_unmarked(folder.s);
		}
		strbuf_release(&folder);
	}
	if (d)
		closedir(d);
}

/* The mark appears only when it is locked, so another call cannot take the
 * folder for abandoned. */
static int lock(struct scratch *s, struct err *err)
{
	struct strbuf new = STRBUF_INIT, mark = STRBUF_INIT;
	int rc = 0;

	io_join(&new, s->path, MARK ".new");
	io_join(&mark, s->path, MARK);
	s->lock = open(new.s, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	/* a file system without locks: other sessions see none either */
	if (s->lock < 0 || (flock(s->lock, LOCK_EX | LOCK_NB) == 0 &&
	                    rename(new.s, mark.s) != 0))
		rc = err_system(err, "can't use the folder '%s'", s->path);
	strbuf_release(&new);
	strbuf_release(&mark);
	return rc;
}

static const char *folder(void)
{
	const char *tmp = getenv("TMPDIR");

	return tmp && *tmp ? tmp : "/tmp";
}

int scratch_file(void)
{
	struct strbuf name = STRBUF_INIT;
	int fd;

	io_join(&name, folder(), PREFIX "XXXXXX");
	fd = mkostemp(name.s, O_CLOEXEC);
	if (fd >= 0)
		unlink(name.s);
	strbuf_release(&name);
	return fd;
}

/* others: what is not ours for sure is looked at, too */
static int make(struct scratch *s, const char *in, bool others, struct err *err)
{
	struct strbuf path = STRBUF_INIT;

	*s = (struct scratch){ .lock = -1 };
	sweep(in, others);
	io_join(&path, in, PREFIX "XXXXXX");
	if (!mkdtemp(path.s)) {
		err_system(err, "can't create a folder '%s'", path.s);
		strbuf_release(&path);
		return -1;
	}
	s->path = strbuf_detach(&path);
	return lock(s, err);
}

int scratch_make(struct scratch *s, struct err *err)
{
	return make(s, folder(), true, err);
}

int scratch_make_beside(struct scratch *s, const char *path, struct err *err)
{
	char *at = realpath(path, NULL), *slash;
	struct strbuf in = STRBUF_INIT;
	int rc;

	if (!at) {
		strbuf_add(&in, path, (size_t)(io_basename(path) - path));
		strbuf_adds(&in, ".");
		at = realpath(in.s, NULL);
	} else if ((slash = strrchr(at, '/'))) {
		slash[slash == at] = '\0';
	}
	rc = at ? make(s, at, false, err)
	        : err_system(err, "the folder of '%s'", path);
	free(at);
	strbuf_release(&in);
	return rc;
}

void scratch_remove(struct scratch *s)
{
	struct err ignored = { 0 };

	if (!s->path)
		return;
	io_remove_tree(s->path, &ignored);
	if (s->lock >= 0)
		close(s->lock);
	free(s->path);
	*s = (struct scratch){ .lock = -1 };
}
