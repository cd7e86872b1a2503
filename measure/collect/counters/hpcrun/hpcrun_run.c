/* hpcrun_run.c - the runs of the program under hpcrun */
#include "hpcrun.h"

#include <errno.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/output.h"
#include "measure/run/describe.h"
#include "measure/run/environment.h"
#include "measure/run/session.h"

enum { STATE_LIMIT = 1 << 20 };

/* What a run depends on: an earlier call's runs are used when this is equal. */
static char *describe_state(struct hpcrun *h)
{
	struct session *s = h->s;
	struct strbuf b = STRBUF_INIT;
	const char *path;
	char **words = session_command(s, NULL, NULL, &path);
	struct stat st = { 0 };

	stat(s->program.path, &st);
	strbuf_addf(&b, "perfexpert-run 1\nhpctoolkit %s\nmachine %s\n",
	            h->tools.version, machine_name(s->machine));
	strbuf_adds(&b, "command ");
	describe_command(&b, words);
	strbuf_addf(&b, "\nprogram %s %lld %lld.%09ld\n", s->program.path,
	            (long long)st.st_size, (long long)st.st_mtim.tv_sec,
	            st.st_mtim.tv_nsec);
	for (size_t i = 0; i < h->plan->nruns; i++) {
		const struct plan_run *set = &h->plan->runs[i];

		strbuf_addf(&b, "set %zu", i + 1);
		for (size_t k = 0; k < set->ncounts; k++)
			strbuf_addf(&b, " %s@%.0f",
			            hpcrun_event(h, set->counts[k].native),
			            set->counts[k].period);
		strbuf_addc(&b, '\n');
	}
	free(words);
	return strbuf_detach(&b);
}

static int write_text(const char *path, const char *text, struct err *err)
{
	struct output a;

	if (output_open(&a, path, OUTPUT_REPLACE, err) != 0)
		return -1;
	fputs(text, a.f);
	return output_commit(&a, NULL, err);
}

static int start_anew(struct hpcrun *h, const char *state, struct err *err)
{
	char *file = hpcrun_path(h->dir, "plan");
	int rc;

	if (mkdir(h->dir, 0777) != 0)
		rc = err_system(err, "can't create '%s'", h->dir);
	else if ((rc = write_text(file, state, err)) != 0)
		rmdir(h->dir);
	free(file);
	return rc;
}

/* The folder as an earlier call left it, a new one, or a refusal. */
static int open_folder(struct hpcrun *h, struct err *err)
{
	char *file = hpcrun_path(h->dir, "plan");
	char *state = describe_state(h);
	struct strbuf old = STRBUF_INIT;
	struct err none = { 0 };
	bool ours = io_read_file(file, STATE_LIMIT, &old, &none) == 0;
	int rc = 0;

	if (access(h->dir, F_OK) != 0) {
		rc = start_anew(h, state, err);
	} else if (!ours) {
		rc = err_set(
			err, ERR_USAGE,
			"'%s' exists and is not a measurement of perfexpert",
			h->dir);
	} else if (h->s->resume && strcmp(old.s, state) != 0) {
		rc = err_set(err, ERR_USAGE,
		             "'%s' can't be resumed: the program, its "
		             "arguments, the machine or the events have "
		             "changed; --force starts anew",
		             h->dir);
	} else if (!h->s->resume && !h->s->force) {
		rc = err_set(err, ERR_USAGE,
		             "'%s' holds an interrupted measurement; --resume "
		             "continues it, --force starts anew",
		             h->dir);
	} else if (!h->s->resume) {
		rc = io_remove_tree(h->dir, err);
		if (rc == 0)
			rc = start_anew(h, state, err);
	}
	strbuf_release(&old);
	free(state);
	free(file);
	return rc;
}

/* A finished run's note: what a later call can't find out any more. */
static int write_note(const struct hpcrun *h, size_t i, struct err *err)
{
	const struct hpcrun_run *r = &h->runs[i];
	char *file = hpcrun_path(h->dir, "%02zu.done", i + 1);
	struct strbuf b = STRBUF_INIT;
	const double values[] = { r->launch.wall_s, r->launch.user_s,
		                  r->launch.sys_s, r->launch.peak_bytes,
		                  r->launch.exit_status };
	int rc;

	for (size_t k = 0; k < sizeof(values) / sizeof(*values); k++) {
		char number[NUM_SHORTEST];

		strbuf_addf(&b, "%s\n", num_shortest(number, values[k]));
	}
	rc = write_text(file, b.s, err);
	strbuf_release(&b);
	free(file);
	return rc;
}

/* Was this run finished by an earlier call? */
static bool read_note(struct hpcrun *h, size_t i)
{
	struct hpcrun_run *r = &h->runs[i];
	char *file = hpcrun_path(h->dir, "%02zu.done", i + 1);
	struct strbuf b = STRBUF_INIT;
	struct err ignored = { 0 };
	double v[5] = { 0 };
	size_t n = 0;
	char *save = NULL;

	if (h->s->resume &&
	    io_read_file(file, STATE_LIMIT, &b, &ignored) == 0 && b.len) {
		for (char *line = strtok_r(b.s, "\n", &save); line && n < 5;
		     line = strtok_r(NULL, "\n", &save)) {
			if (!num_count(line, &v[n]))
				break;
			n++;
		}
	}
	if (n == 5)
		r->launch = (struct launch_result){
			.wall_s = v[0],
			.user_s = v[1],
			.sys_s = v[2],
			.peak_bytes = v[3],
			.exit_status = (int)v[4],
		};
	strbuf_release(&b);
	free(file);
	return n == 5;
}

struct ticker {
	struct session *s;
	char what[64];
	double expected_s;
};

static bool tick(void *ctx, double elapsed_s)
{
	struct ticker *t = ctx;

	if (t->s->shown && !t->s->all_output)
		progress_show(&t->s->progress, t->what, elapsed_s,
		              t->expected_s);
	return true;
}

static size_t length_of(struct hpcrun *h, const struct plan_run *set)
{
	struct strbuf b = STRBUF_INIT;
	size_t n;

	for (size_t i = 0; i < set->ncounts; i++)
		strbuf_addf(&b, "%s@%.0f;",
		            hpcrun_event(h, set->counts[i].native),
		            set->counts[i].period);
	n = b.len;
	strbuf_release(&b);
	return n;
}

/*
 * hpcrun hands the list of events on in a variable. Its length would move the
 * stack, and with it the timing: another variable makes up for it.
 */
static char **environment_of(struct hpcrun *h, const struct plan_run *set)
{
	struct strbuf pad = STRBUF_INIT;
	size_t longest = 0;
	char **envp;

	for (size_t i = 0; i < h->plan->nruns; i++) {
		size_t n = length_of(h, &h->plan->runs[i]);

		longest = n > longest ? n : longest;
	}
	strbuf_addn(&pad, '-', longest - length_of(h, set));
	envp = environment_set(h->s->envp, "PERFEXPERT_PAD", pad.s);
	strbuf_release(&pad);
	return envp;
}

static int launch(struct hpcrun *h, size_t i, size_t wanted, const char *folder,
                  struct err *err)
{
	struct hpcrun_run *r = &h->runs[i];
	struct ticker t = { .s = h->s,
		            .expected_s = i ? h->runs[0].launch.wall_s : NAN };
	struct hpcrun_words w = { 0 };
	const char *path;
	char **command, **envp;
	int rc;

	snprintf(t.what, sizeof(t.what), "run %zu of %zu", i + 1, wanted);
	hpcrun_command(h, &h->plan->runs[r->set], folder, &w);
	command = session_command(h->s, h->tools.hpcrun, w.v, &path);
	envp = environment_of(h, &h->plan->runs[r->set]);
	rc = session_launch(
		h->s,
		(struct launch){ .path = path,
	                         .argv = command,
	                         .envp = envp,
	                         .what = t.what,
	                         .native = true,
	                         .watch = { .tick = tick, .ctx = &t } },
		&r->launch, err);
	environment_free(envp);
	free(command);
	hpcrun_words_free(&w);
	return rc;
}

/*
 * hpcrun becomes the program, so its status is the program's. That hpcrun
 * itself failed shows in the folder: there is no measurement in it.
 */
static int check_folder(struct hpcrun *h, size_t i, const char *folder,
                        struct err *err)
{
	struct hpcrun_run *r = &h->runs[i];
	struct hpcrun_folder f;
	char *why;
	int rc = 0;

	hpcrun_folder_read(&f, folder);
	r->samples = f.samples;
	r->lost = f.lost;
	if (f.nfiles) {
		r->done = true;
	} else if (r->launch.interrupted || r->launch.limited) {
		rc = 0;
	} else if (r->launch.signal) {
		rc = err_set(err, ERR_PROGRAM,
		             "the program ended with signal %d (%s) and hpcrun "
		             "left no measurements of it",
		             r->launch.signal, strsignal(r->launch.signal));
	} else if (r->launch.exit_status == 0) {
		rc = err_set(
			err, ERR_PROGRAM,
			"hpcrun wrote no measurements of the program; is it, "
			"or a program that it starts, statically linked?");
	} else {
		why = hpcrun_words_of(f.log.s);
		rc = err_set(err, ERR_PROGRAM,
		             "hpcrun failed in run %zu (exit status %d)%s%s; "
		             "the program did not run",
		             i + 1, r->launch.exit_status, why ? ": " : "",
		             why ? why : "");
		free(why);
	}
	hpcrun_folder_release(&f);
	return rc;
}

static int one_run(struct hpcrun *h, size_t i, size_t wanted, struct err *err)
{
	struct hpcrun_run *r = &h->runs[i];
	char *folder = hpcrun_path(h->dir, "%02zu.m", i + 1);
	struct err ignored = { 0 };
	int rc = 0;

	*r = (struct hpcrun_run){ .set = i % h->plan->nruns,
		                  .samples = NAN,
		                  .lost = NAN };
	if (read_note(h, i)) {
		session_say(
			h->s,
			"run %zu of %zu: kept from the interrupted measurement",
			i + 1, wanted);
		if (h->nruns == 0)
			h->s->exit_status = r->launch.exit_status;
		rc = check_folder(h, i, folder, err);
		h->nruns += rc == 0 && r->done;
		h->nfinished += rc == 0 && r->done;
		goto out;
	}
	if (access(folder, F_OK) == 0)
		io_remove_tree(folder, &ignored); /* of a run that was cut */
	rc = launch(h, i, wanted, folder, err);
	if (rc == 0)
		rc = check_folder(h, i, folder, err);
	if (rc != 0 || !r->done)
		goto out;
	h->nruns++;
	if (!r->launch.interrupted && !r->launch.limited && !r->launch.signal) {
		rc = write_note(h, i, err);
		h->nfinished += rc == 0;
	}
out:
	free(folder);
	return rc;
}

static bool ended(const struct hpcrun_run *r)
{
	return !r->done || r->launch.interrupted ||
	       (r->launch.signal && !r->launch.limited);
}

int hpcrun_measure(struct hpcrun *h, struct err *err)
{
	size_t wanted = h->s->native_runs > 0 ? (size_t)h->s->native_runs : 2;

	if (wanted < h->plan->nruns)
		wanted = h->plan->nruns;
	if (wanted > HPCRUN_MAX_RUNS)
		wanted = HPCRUN_MAX_RUNS;
	h->keep = true;
	if (open_folder(h, err) != 0)
		return -1;
	h->ours = true;
	for (size_t i = 0; i < wanted && !h->s->interrupted; i++) {
		if (one_run(h, i, wanted, err) != 0) {
			h->keep = h->nfinished > 0;
			return -1;
		}
		if (ended(&h->runs[i]))
			break; /* more runs would end alike */
	}
	/* a part of a run would spoil the means over runs */
	if (h->nruns > 1 && h->runs[h->nruns - 1].launch.interrupted)
		h->nruns--;
	h->keep = h->s->interrupted && h->nfinished > 0;
	return 0;
}
