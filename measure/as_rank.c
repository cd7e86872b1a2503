#include "as_rank.h"

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "measure/run/remote_rank.h"
#include "measure/run/descendants.h"
#include "measure/run/scratch.h"
#include "measure/collect/clock/rank_runs.h"
#include "options.h"

static int become(const char *word, char **argv, char *const *envp,
                  struct err *err)
{
	struct program p;

	if (program_find(&p, word, err) != 0)
		return -1;
	execve(p.path, argv, envp);
	err_system(err, "can't execute '%s'", p.path);
	program_release(&p);
	return -1;
}

/* How the program ended is how we end, for the launcher to see. */
static int end_like(const struct session *s)
{
	if (s->exit_signal) {
		const struct rlimit no_core = { 0, 0 };

		setrlimit(RLIMIT_CORE, &no_core);
		signal(s->exit_signal, SIG_DFL);
		sigprocmask(SIG_SETMASK, &s->signals.mask, NULL);
		raise(s->exit_signal);
		return 128 + s->exit_signal;
	}
	return s->exit_status;
}

static int sample(struct run_options *o, int rank, int size, struct err *err)
{
	struct session *s = &o->s;
	struct scratch scratch = { 0 };
	int rc = -1;

	s->once = true;
	s->no_regions = true;
	if (program_find(&s->program, s->argv[0], err) == 0 &&
	    input_open(&s->input, o->input_limit, err) == 0 &&
	    scratch_make(&scratch, err) == 0) {
		s->scratch = scratch.path;
		launch_prepare(&s->signals);
		descendants_adopt();
		progress_init(&s->progress, true);
		rc = rank_runs_one(s, o->rank_of, rank, size, err);
	}
	scratch_remove(&scratch);
	return rc;
}

int as_rank(struct run_options *o, struct err *err)
{
	struct session *s = &o->s;
	char number[16];
	int rank, size;

	for (size_t i = 0; i < o->rank_tool; i++) {
		if (!s->argv[i + 1]) {
			err_set(err, ERR_USAGE,
			        "no program after --" REMOTE_RANK_TOOL);
			return err_exit_status(err);
		}
	}
	if (!ranks_number(s->envp, &rank, &size) && rank < 0) {
		err_set(err, ERR_UNSUPPORTED,
		        "the launcher does not say which rank this is");
		return err_exit_status(err);
	}
	if (!rank_set_has(&o->only, rank)) {
		become(s->argv[o->rank_tool], s->argv + o->rank_tool, s->envp,
		       err);
	} else if (o->rank_tool) {
		snprintf(number, sizeof(number), "%d", rank);
		setenv(REMOTE_RANK_VARIABLE, number, 1);
		become(s->argv[0], s->argv, environ, err);
	} else if (sample(o, rank, size > rank ? size : rank + 1, err) == 0) {
		return end_like(s);
	}
	return err_exit_status(err);
}
