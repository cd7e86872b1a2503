#include "leftover.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/num.h"
#include "base/strbuf.h"

enum { MOST_WORDS = 4 << 20, ROUNDS = 50 };

/* Is this the path of a file in the folder? */
static bool lies_in(const char *path, const struct stat *folder)
{
	struct strbuf dir = STRBUF_INIT;
	struct stat st;
	const char *slash = strrchr(path, '/');
	bool yes;

	for (const char *s = path; slash && s < slash; s++) {
		strbuf_addc(&dir, *s);
		s += s[0] == '%' && s[1] == '%';
	}
	yes = dir.len && lstat(dir.s, &st) == 0 &&
	      st.st_dev == folder->st_dev && st.st_ino == folder->st_ino;
	strbuf_release(&dir);
	return yes;
}

static bool writes_to(pid_t pid, const struct stat *folder)
{
	struct strbuf path = STRBUF_INIT, words = STRBUF_INIT;
	struct err ignored = { 0 };
	struct stat st;
	bool yes = false;

	strbuf_addf(&path, "/proc/%ld", (long)pid);
	if (stat(path.s, &st) != 0 || st.st_uid != geteuid())
		goto out;
	strbuf_adds(&path, "/cmdline");
	if (io_read_file(path.s, MOST_WORDS, &words, &ignored) != 0)
		goto out;
	for (size_t at = 0; at < words.len && !yes;
	     at += strlen(words.s + at) + 1) {
		const char *word = words.s + at;

		yes = strncmp(word, LEFTOVER_WORD, strlen(LEFTOVER_WORD)) ==
		              0 &&
		      lies_in(word + strlen(LEFTOVER_WORD), folder);
	}
out:
	strbuf_release(&path);
	strbuf_release(&words);
	return yes;
}

/* The number may be another process's by now; what is open here is not. */
static bool end(pid_t pid, const struct stat *folder)
{
#if defined(SYS_pidfd_open) && defined(SYS_pidfd_send_signal)
	const int fd = (int)syscall(SYS_pidfd_open, pid, 0);
	bool ended = false;

	if (fd >= 0) {
		ended = writes_to(pid, folder) &&
		        syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0) ==
		                0;
		close(fd);
		return ended;
	}
	if (errno != ENOSYS)
		return false;
#else
	(void)folder;
#endif
	return kill(pid, SIGKILL) == 0;
}

static bool end_all(const struct stat *folder)
{
	DIR *d = opendir("/proc");
	const struct dirent *e;
	bool some = false;
	int pid;

	while (d && (e = readdir(d))) {
		if (num_int(e->d_name, 2, 1 << 30, &pid) && pid != getpid() &&
		    writes_to(pid, folder))
			some |= end(pid, folder);
	}
	if (d)
		closedir(d);
	return some;
}

void leftover_end(const char *folder)
{
	const struct timespec moment = { .tv_nsec = 20000000 };
	struct stat st;

	if (lstat(folder, &st) != 0)
		return;
	for (int i = 0; i < ROUNDS && end_all(&st); i++)
		nanosleep(&moment, NULL);
}
