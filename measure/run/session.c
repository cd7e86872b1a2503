#include "session.h"
#include "killed.h"
#include "ports.h"

#include <fcntl.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "environment.h"

/* Did it end for want of memory? What we ended did not. */
static void why_it_ended(struct launch_result *r, const struct killed *before)
{
	struct strbuf b = STRBUF_INIT;
	struct killed after;

	if ((!r->signal && !r->exit_status) || r->limited || r->stopped ||
	    r->interrupted)
		return;
	killed_read(&after, "");
	killed_describe(&b, before, &after, r->signal, r->peak_bytes);
	snprintf(r->memory, sizeof(r->memory), "%s", b.s);
	strbuf_release(&b);
}

int session_launch(struct session *s, struct launch l,
                   struct launch_result *result, struct err *err)
{
	char **own = NULL;
	struct killed before;
	bool first;
	int rc;

	if (prepare_run(s, err) != 0)
		return -1;
	if (l.native && s->extra_env)
		l.envp = own = s->extra_env(s->extra, l.envp, !s->shown);
	l.stdin_fd = -1;
	l.input = &s->input;
	l.launcher = s->launcher.path != NULL;
	l.quiet = s->shown && !s->all_output;
	l.limit_s = s->limit_s;
	if (!l.quiet)
		progress_done(&s->progress);
	first = l.native && !s->shown && s->ports;
	if (first)
		ports_read(&s->ports[0]);
	killed_read(&before, "");
	rc = launch_run(&l, &s->signals, result, err);
	if (first)
		ports_read(&s->ports[1]);
	environment_free(own);
	progress_done(&s->progress);
	s->interrupted = s->interrupted || result->interrupted;
	if (rc != 0)
		return -1;
	why_it_ended(result, &before);
	if (l.what)
		progress_ended(&s->progress, l.what, result->wall_s);
	/* how it ends when the limit ends it says nothing about the program */
	if (!s->shown && !s->reused && !result->limited) {
		s->exit_status = result->exit_status;
		s->exit_signal = result->signal;
		memcpy(s->exit_memory, result->memory, sizeof(s->exit_memory));
		s->leaves_others = result->left > 0;
	}
	s->shown = true;
	return 0;
}

bool session_failed_at_once(const struct session *s,
                            const struct launch_result *r, struct err *err)
{
	static const double least_s = 0.1; /* a hundred samples of the clock */
	const double used_s = r->user_s + r->sys_s;

	if (r->exit_status <= 0 || r->limited || r->stopped || r->interrupted ||
	    s->once || s->launcher.remote || used_s >= least_s)
		return false;
	err_set(err, ERR_PROGRAM,
	        "the program exited with status %d after %.2f s of processor "
	        "time%s; nothing was measured (if this is not a failure, run "
	        "it from a script that exits with status 0)",
	        r->exit_status, used_s, r->memory);
	return true;
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

int session_tool(struct session *s, const struct session_tool *t,
                 struct launch_result *result, struct err *err)
{
	struct launch l = {
		.path = t->path,
		.argv = t->argv,
		.envp = s->envp,
		.stdin_fd = io_open("/dev/null", IO_DEVICE),
		.capture = t->capture,
		.limit_s = t->limit_s > 0 && s->patience_s > 0 ? s->patience_s
		                                               : t->limit_s,
	};
	int rc = launch_run(&l, &s->signals, result, err);

	if (l.stdin_fd >= 0)
		close(l.stdin_fd);
	s->interrupted = s->interrupted || result->interrupted;
	if (rc == 0 && result->limited)
		rc = err_set(err, ERR_UNSUPPORTED,
		             "'%s' did not end within %.3g s", t->path,
		             l.limit_s);
	return rc;
}

void session_say(const struct session *s, const char *fmt, ...)
{
	va_list ap;

	if (!s->verbose)
		return;
	fputs("perfexpert-run: ", stderr);
	va_start(ap, fmt);
	escape_vline(stderr, fmt, ap);
	va_end(ap);
}
