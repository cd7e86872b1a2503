#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "scratch.h"

enum { MOVES = 64 }; /* at a time, so that signals are heard */

void input_none(struct input *in)
{
	*in = (struct input){ .file = -1, .source = -1, .copy = -1, .to = -1 };
}

int input_open(struct input *in, double limit_bytes, struct err *err)
{
	struct stat st;

	input_none(in);
	if (fstat(STDIN_FILENO, &st) != 0 || S_ISCHR(st.st_mode) ||
	    S_ISDIR(st.st_mode))
		return 0;
	if (S_ISREG(st.st_mode)) {
		in->file = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
		in->start = lseek(STDIN_FILENO, 0, SEEK_CUR);
		return 0;
	}
	in->limit_bytes = limit_bytes;
	in->copy = scratch_file();
	if (in->copy < 0)
		return err_system(
			err, "can't store standard input for the next runs");
	in->source = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
	in->chunk = mem_alloc(INPUT_CHUNK, 1);
	return 0;
}

static void close_fd(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void input_close(struct input *in)
{
	close_fd(&in->file);
	close_fd(&in->source);
	close_fd(&in->copy);
	close_fd(&in->to);
	free(in->chunk);
	in->chunk = NULL;
}

int input_begin(struct input *in, int *fd, struct err *err)
{
	int ends[2];

	*fd = -1;
	if (in->file >= 0) {
		lseek(in->file, in->start, SEEK_SET);
		*fd = fcntl(in->file, F_DUPFD_CLOEXEC, 3);
	}
	if (in->source < 0)
		return 0;
	if (in->lost)
		return err_set(err, ERR_SYSTEM, "%s", in->lost);
	if (pipe2(ends, O_CLOEXEC) != 0)
		return err_system(err, "can't start the program");
	fcntl(ends[1], F_SETFL, O_NONBLOCK);
	*fd = ends[0];
	in->to = ends[1];
	in->at = 0;
	in->have = in->done = 0;
	return 0;
}

static bool has_room(const struct input *in)
{
	struct pollfd p = { .fd = in->to, .events = POLLOUT };

	return poll(&p, 1, 0) > 0;
}

/* Is there something to hand on that does not have to be waited for? */
static bool at_hand(const struct input *in)
{
	return in->done < in->have || in->at < in->kept || in->ended;
}

/* The source is only looked at when there is room for what it has. */
struct pollfd input_wait(const struct input *in)
{
	struct pollfd p = { .fd = in->to, .events = POLLOUT };

	if (in->to >= 0 && !at_hand(in) && has_room(in))
		p = (struct pollfd){ .fd = in->source, .events = POLLIN };
	return p;
}

static void keep(struct input *in, size_t n)
{
	size_t done = 0;

	if (in->lost)
		return;
	if ((double)in->kept + (double)n > in->limit_bytes) {
		in->lost =
			"standard input is too long to store for the next "
			"runs; redirect it from a file, or raise --input-limit";
		return;
	}
	while (done < n) {
		ssize_t k = pwrite(in->copy, in->chunk + done, n - done,
		                   in->kept + (off_t)done);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0) {
			in->lost = "no space to store standard input for the "
				   "next runs; redirect it from a file, or set "
				   "TMPDIR to a folder with more space";
			return;
		}
		done += (size_t)k;
	}
	in->kept += (off_t)n;
	in->at = in->kept;
}

/* From the copy, then from the source; false when there is nothing now. */
static bool fill(struct input *in)
{
	struct pollfd p = { .fd = in->source, .events = POLLIN };
	ssize_t n;

	in->have = in->done = 0;
	if (in->at < in->kept) {
		n = pread(in->copy, in->chunk, INPUT_CHUNK, in->at);
		if (n <= 0)
			return false;
		in->at += n;
	} else {
		if (in->ended || poll(&p, 1, 0) <= 0)
			return false;
		n = read(in->source, in->chunk, INPUT_CHUNK);
		if (n < 0 && (errno == EINTR || errno == EAGAIN))
			return false;
		in->ended = n <= 0;
		if (in->ended)
			return false;
		keep(in, (size_t)n);
	}
	in->have = (size_t)n;
	return true;
}

void input_move(struct input *in)
{
	for (int i = 0; in->to >= 0 && i < MOVES; i++) {
		ssize_t n;

		if (!has_room(in))
			return;
		if (in->done == in->have && !fill(in)) {
			if (in->ended && in->at >= in->kept)
				close_fd(&in->to); /* that is its end */
			return;
		}
		n = write(in->to, in->chunk + in->done, in->have - in->done);
		if (n > 0)
			in->done += (size_t)n;
		else if (errno != EAGAIN && errno != EINTR)
			close_fd(&in->to); /* nobody reads any more */
	}
}

void input_end(struct input *in)
{
	close_fd(&in->to);
}
