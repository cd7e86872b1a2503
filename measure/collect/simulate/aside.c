#include "aside.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/io.h"
#include "measure/run/session.h"

enum { SAID_MAX = 1 << 20 };

void aside_open(struct aside *a, const struct session *s)
{
	*a = (struct aside){ -1, -1, { -1, -1 }, STRBUF_INIT };
	/* a launcher's processes may not see our /proc */
	if (s->launcher.path)
		return;
	a->model = memfd_create("model", MFD_CLOEXEC);
	a->spare = memfd_create("counts", MFD_CLOEXEC);
	if (pipe2(a->log, O_CLOEXEC | O_NONBLOCK) != 0)
		a->log[0] = a->log[1] = -1;
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
	const int fds[] = { a->model, a->spare, a->log[0], a->log[1] };

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
