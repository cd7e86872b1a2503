#include "session.h"

#include <stdarg.h>

#include "base/banned.h"
#include "base/err.h"

int session_launch(struct session *s, struct launch l,
                   struct launch_result *result, struct err *err)
{
	l.stdin_fd = s->stdin_fd;
	l.quiet = s->shown && !s->all_output;
	l.limit_s = s->limit_s;
	if (!l.quiet)
		progress_done(&s->progress);
	if (launch_run(&l, &s->mask, result, err) != 0)
		return -1;
	progress_done(&s->progress);
	s->interrupted = s->interrupted || result->interrupted;
	/* how it ends when the limit ends it says nothing about the program */
	if (!s->shown && !result->limited) {
		s->exit_status = result->exit_status;
		s->exit_signal = result->signal;
	}
	s->shown = true;
	return 0;
}

void session_say(const struct session *s, const char *fmt, ...)
{
	va_list ap;

	if (!s->verbose)
		return;
	fputs("perfexpert-run: ", stderr);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}
