#include "aside.h"

#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "measure/collect/simulate/protocol/kinds.h"
#include "measure/collect/simulate/protocol/spare.h"
#include "measure/run/session.h"

enum { SAID_MAX = 1 << 20 };

void aside_open(struct aside *a, const struct session *s)
{
	*a = (struct aside){ -1, -1, -1, { -1, -1 }, STRBUF_INIT };
	/* a launcher's processes may not see our /proc */
	if (s->launcher.path)
		return;
	a->model = memfd_create("model", MFD_CLOEXEC);
	a->spare = memfd_create("counts", MFD_CLOEXEC);
	/* without room it stays empty, and can only be appended to */
	if (a->spare >= 0 && ftruncate(a->spare, SPARE_ROOM) != 0)
		session_say(s, "no shared memory for the counts of programs "
		               "that may not write files");
	if (s->effort != SESSION_FULL) {
		a->kinds = memfd_create("kinds", MFD_CLOEXEC);
		if (a->kinds >= 0 &&
		    ftruncate(a->kinds, KINDS * sizeof(struct kind)) != 0) {
			close(a->kinds);
			a->kinds = -1;
		}
	}
	if (pipe2(a->log, O_CLOEXEC | O_NONBLOCK) != 0)
		a->log[0] = a->log[1] = -1;
}

/* Append those bytes of a file; what of them is zero takes room, too. */
static int read_part(int fd, uint64_t from, uint64_t to, struct strbuf *b)
{
	char chunk[65536];

	while (from < to) {
		const size_t most =
			to - from < sizeof(chunk) ? to - from : sizeof(chunk);
		const ssize_t n = pread(fd, chunk, most, (off_t)from);

		if (n <= 0)
			return -1;
		strbuf_add(b, chunk, (size_t)n);
		from += (uint64_t)n;
	}
	return 0;
}

int aside_spare(const struct aside *a, size_t limit, struct strbuf *b,
                struct err *err)
{
	struct stat st;
	uint64_t mapped = 0, from = 0;

	if (a->spare < 0)
		return 0;
	if (fstat(a->spare, &st) != 0)
		return err_system(err, "the simulator's counts");
	if (st.st_size >= SPARE_ROOM) {
		from = SPARE_ROOM;
		if (pread(a->spare, &mapped, sizeof(mapped), 0) !=
		            sizeof(mapped) ||
		    mapped > SPARE_ROOM - SPARE_PAGE)
			mapped = SPARE_ROOM - SPARE_PAGE;
	}
	if ((uint64_t)st.st_size - from > limit)
		return err_set(err, ERR_FORMAT,
		               "the simulator's counts are too large");
	if (read_part(a->spare, SPARE_PAGE, SPARE_PAGE + mapped, b) != 0 ||
	    read_part(a->spare, from, (uint64_t)st.st_size, b) != 0)
		return err_system(err, "the simulator's counts");
	return 0;
}

unsigned aside_begun(const struct aside *a, int kind)
{
	struct kind k;

	if (a->kinds < 0 || kind < 1 || kind > KINDS ||
	    pread(a->kinds, &k, sizeof(k),
	          (off_t)((size_t)(kind - 1) * sizeof(k))) != sizeof(k))
		return 0;
	return k.begun;
}

void aside_listen(struct aside *a)
{
	char chunk[4096];
	ssize_t n;

	while (a->log[0] >= 0 &&
	       (n = read(a->log[0], chunk, sizeof(chunk))) > 0) {
		if (a->said.len < SAID_MAX)
			strbuf_add(&a->said, chunk, (size_t)n);
	}
}

void aside_close(struct aside *a)
{
	const int fds[] = { a->model, a->spare, a->kinds, a->log[0],
		            a->log[1] };

	for (size_t i = 0; i < sizeof(fds) / sizeof(*fds); i++) {
		if (fds[i] >= 0)
			close(fds[i]);
	}
	strbuf_release(&a->said);
}

void aside_model_path(struct strbuf *path, const char *scratch,
                      const struct aside *a)
{
	if (a && a->model >= 0)
		strbuf_addf(path, "/proc/%ld/fd/%d", (long)getpid(), a->model);
	else
		io_join(path, scratch, "model");
}
