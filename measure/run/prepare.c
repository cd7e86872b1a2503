#include "prepare.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/err.h"
#include "base/mem.h"
#include "launch.h"
#include "program.h"
#include "session.h"

int prepare_given(struct prepare *p, const char *text, struct err *err)
{
	struct program found;

	*p = (struct prepare){ 0 };
	if (!text)
		return 0;
	if (split_words(&p->command, text, "--prepare", err) != 0 ||
	    program_find(&found, p->command.words[0], err) != 0)
		return -1;
	p->path = mem_strdup(found.path);
	program_release(&found);
	return 0;
}

void prepare_release(struct prepare *p)
{
	free(p->path);
	split_release(&p->command);
	*p = (struct prepare){ 0 };
}

int prepare_run(struct session *s, struct err *err)
{
	const struct prepare *p = &s->prepare;
	struct launch_result r;
	struct launch l = {
		.path = p->path,
		.argv = p->command.words,
		.envp = s->envp,
		.quiet = true,
	};
	int rc;

	if (!p->path)
		return 0;
	l.stdin_fd = io_open("/dev/null", IO_DEVICE);
	rc = launch_run(&l, &s->signals, &r, err);
	if (l.stdin_fd >= 0)
		close(l.stdin_fd);
	s->interrupted = s->interrupted || r.interrupted;
	if (rc == 0 && r.signal)
		rc = err_set(err, ERR_PROGRAM,
		             "'%s' (--prepare) was ended by signal %d (%s)",
		             p->path, r.signal, strsignal(r.signal));
	else if (rc == 0 && r.exit_status)
		rc = err_set(err, ERR_PROGRAM,
		             "'%s' (--prepare) exited with status %d", p->path,
		             r.exit_status);
	return rc;
}
