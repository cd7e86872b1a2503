#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"

static int spool(int *fd, struct err *err)
{
	FILE *f = tmpfile();
	char chunk[65536];
	ssize_t n = 0;

	if (!f)
		return err_system(err, "can't keep standard input for the "
		                       "repeated runs");
	while ((n = read(STDIN_FILENO, chunk, sizeof(chunk))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0 || fwrite(chunk, 1, (size_t)n, f) != (size_t)n)
			break;
	}
	if (n != 0 || fflush(f) != 0) {
		err_system(err, "can't keep standard input for the repeated "
		                "runs");
		fclose(f);
		return -1;
	}
	*fd = fcntl(fileno(f), F_DUPFD_CLOEXEC, 3);
	fclose(f);
	return *fd < 0 ? err_system(err, "can't keep standard input") : 0;
}

int input_open(int *fd, struct err *err)
{
	struct stat st;

	*fd = -1;
	if (fstat(STDIN_FILENO, &st) != 0 || S_ISCHR(st.st_mode))
		return 0; /* closed, a terminal, /dev/null */
	if (S_ISREG(st.st_mode) && lseek(STDIN_FILENO, 0, SEEK_CUR) == 0) {
		*fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
		return 0;
	}
	if (S_ISDIR(st.st_mode))
		return 0;
	return spool(fd, err);
}
