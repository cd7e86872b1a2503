#include "session.h"

#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"

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

char **session_command(const struct session *s, const char *tool_path,
                       char *const *tool, const char **path)
{
	size_t n = 0, ntool = 0;
	char **words;

	if (s->launcher.path) {
		*path = s->launcher.path;
		return launcher_wrap(&s->launcher, tool);
	}
	while (s->argv[n])
		n++;
	while (tool && tool[ntool])
		ntool++;
	words = mem_alloc(n + ntool + 1, sizeof(*words));
	if (ntool)
		memcpy(words, tool, ntool * sizeof(*words));
	memcpy(words + ntool, s->argv, n * sizeof(*words));
	*path = ntool ? tool_path : s->program.path;
	return words;
}

int session_tool(struct session *s, const char *path, char *const *argv,
                 const char *capture, struct launch_result *result,
                 struct err *err)
{
	struct launch l = {
		.path = path,
		.argv = argv,
		.envp = s->envp,
		.stdin_fd = open("/dev/null", O_RDONLY | O_CLOEXEC),
		.capture = capture,
	};
	int rc = launch_run(&l, &s->mask, result, err);

	if (l.stdin_fd >= 0)
		close(l.stdin_fd);
	s->interrupted = s->interrupted || result->interrupted;
	return rc;
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
