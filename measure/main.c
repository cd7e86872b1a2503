/*
 * perfexpert-run - measure a program: run it until all events are there, and
 * write one measurement file for perfexpert
 */
#include "options.h"

#include <fcntl.h>
#include <libxml/xmlerror.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "arch/machine.h"
#include "as_rank.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/escape.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "choose.h"
#include "measure/collect/counters/hpcrun/import.h"
#include "measure/collect/counters/hpcrun/resume.h"
#include "measure/kept/resume.h"
#include "measure/plan/show.h"
#include "measure/binary/elf/mapped.h"
#include "measure/binary/structures.h"
#include "measure/run/describe.h"
#include "measure/run/ending.h"
#include "measure/run/finish.h"
#include "measure/run/descendants.h"
#include "measure/run/input.h"
#include "measure/run/scratch.h"
#include "profile/profile.h"
#include "report/answer.h"
#include "report/summary.h"

/* What is read and so must not be written. */
static int check_distinct(const struct session *s, struct err *err)
{
	const char *path = s->output;
	const char *const files[] = { s->program.path, s->launcher.path,
		                      s->machine ? machine_file(s->machine)
		                                 : NULL,
		                      "/dev/stdin" };
	size_t n = 0;

	while (s->argv[n])
		n++;
	if (output_distinct(path, files, sizeof(files) / sizeof(*files), err) ||
	    output_distinct(path, (const char *const *)s->argv, n, err) ||
	    output_distinct(path, (const char *const *)s->launcher.words,
	                    s->launcher.n, err))
		return -1;
	return 0;
}

/* Refuse before measuring, not after. */
static int check_output(struct session *s, struct err *err)
{
	const char *path = s->output;

	s->replaces = s->force || (s->kept && s->kept->replaces) ||
	              (s->resume && hpcrun_resumable(path));
	if (!s->replaces && output_exists(path))
		return err_set(err, ERR_USAGE,
		               "'%s' exists; --force replaces it, --output "
		               "writes elsewhere",
		               path);
	return check_distinct(s, err) == 0 ? output_check(path, err) : -1;
}

static char *output_path(const struct run_options *o)
{
	struct strbuf b = STRBUF_INIT;

	if (o->output)
		return mem_strdup(o->output);
	strbuf_addf(&b, "%s.db", io_basename(o->s.argv[0]));
	return strbuf_detach(&b);
}

/* A rank's measurement, and when it is the last, all ranks'. */
static int end_rank(struct run_options *o, const struct profile *p,
                    struct err *err)
{
	struct session part = o->s;
	struct strbuf next = STRBUF_INIT;
	char *written = NULL;
	int status;

	part.output = o->ranks.part;
	part.force = part.replaces = true;
	if (ranks_make_way(&o->ranks, err) != 0)
		return err_exit_status(err);
	status = finish(&part, p, true, NULL, err);
	if (err->code == ERR_NONE &&
	    ranks_join(&o->ranks, &o->s, mpi_run_joined, &written, err) != 0)
		status = err_exit_status(err);
	if (written && !o->quiet) {
		describe_path(&next, written);
		escape_line(stderr,
		            "perfexpert-run: wrote '%s' of %d ranks; next: "
		            "perfexpert %s",
		            written, o->ranks.size, next.s);
	}
	strbuf_release(&next);
	free(written);
	return status;
}

static int end(struct run_options *o, const struct profile *p, struct err *err)
{
	const struct session *s = &o->s;
	char *where = NULL;
	int status;

	if (o->ranks.size)
		return end_rank(o, p, err);
	status = finish(s, p, o->quiet, &where, err);
	resume_end(s->kept, s, where, where && !s->interrupted);
	free(where);
	return status;
}

/*
 * Who sits at a terminal sees at once where the time went. The measurement is
 * written by then: that this fails takes nothing from it.
 */
static void show_answer(const struct run_options *o, const struct profile *p)
{
	struct err err = { 0 };

	if (!isatty(STDERR_FILENO) || o->ranks.size)
		return;
	if (answer_print(p, o->s.output, o->s.machine_name, stderr, &err) != 0)
		fprintf(stderr, "perfexpert-run: can't show the answer: %s\n",
		        err.msg);
}

static int measure(struct run_options *o, struct err *err)
{
	struct profile *p = choose_and_collect(o, err);
	int status;

	if (p) {
		ports_add(p, &o->ports[0], &o->ports[1]);
		mpi_run_take(&o->mpi, p, o->ranks.part);
		if (o->s.exit_memory[0])
			profile_note(p, "the program ended%s",
			             o->s.exit_memory);
	}
	status = p ? end(o, p, err) : err_exit_status(err);
	if (!p && (o->s.interrupted || !o->s.resume))
		resume_end(o->s.kept, &o->s, NULL, !o->s.interrupted);

	if (p && o->summary && err->code == ERR_NONE &&
	    summary_print(p, o->s.output, o->s.machine_name, stderr, err) != 0)
		status = err_exit_status(err);
	if (p && !o->quiet && !o->summary && err->code == ERR_NONE)
		show_answer(o, p);
	profile_free(p);
	return status;
}

/* What will be started, and by what. */
static int find_program(struct run_options *o, struct err *err)
{
	struct session *s = &o->s;
	struct launcher *l = &s->launcher;
	char **argv = s->argv;
	int rc = o->launcher ? launcher_given(l, o->launcher, argv, err)
	                     : launcher_find(l, argv, err);

	if (rc != 0)
		return -1;
	if (l->path)
		s->argv = o->launched = launcher_program(l, 0);
	/* of some only: each of them measures itself */
	if (l->path && o->only.n) {
		s->only = &o->only;
		l->remote = true;
	}
	if (prepare_given(&s->prepare, o->prepare, err) != 0)
		return -1;
	return program_find(&s->program, s->argv[0], err);
}

static int print_job(struct run_options *o, const struct collector *c,
                     struct err *err)
{
	struct session_cost cost = { 0 };
	char *plan = NULL, self[PATH_MAX];
	size_t size = 0;
	FILE *f = open_memstream(&plan, &size);
	ssize_t n = readlink("/proc/self/exe", self, sizeof(self) - 1);
	int rc = -1;

	self[n > 0 ? n : 0] = '\0';
	if (!f || n <= 0)
		err_system(err, "can't write a batch script");
	else
		rc = c->show(&o->s, f, &cost, err);
	if (f)
		fclose(f);
	if (rc == 0)
		rc = job_script_print(
			stdout,
			&(struct job_script){ o->job, &o->s, &cost, plan,
		                              o->words, o->own, self },
			err);
	free(plan);
	return rc;
}

static int print_plan(struct run_options *o, const struct collector *c,
                      struct err *err)
{
	struct session_cost cost = { 0 };

	if (o->job)
		return print_job(o, c, err);
	if (c->show(&o->s, stdout, &cost, err) != 0)
		return -1;
	show_time(stdout, &o->s, &cost);
	return 0;
}

static int dry_run(struct run_options *o, struct err *err)
{
	struct session *s = &o->s;
	struct choose_tried tried = CHOOSE_NONE;
	const struct collector *c;
	char *path = NULL;

	launch_prepare(&s->signals);
	if (find_program(o, err) != 0)
		goto out;
	s->output = path = output_path(o);
	if (run_options_machines(s, err) == 0 &&
	    (c = choose_next(o, &tried, err)) && print_plan(o, c, err) == 0)
		io_flush_stdout(err);
out:
	strbuf_release(&tried.why);
	free(path);
	return err->code == ERR_NONE ? 0 : err_exit_status(err);
}

static int import(struct run_options *o, struct err *err)
{
	struct session *s = &o->s;
	struct strbuf path = STRBUF_INIT;
	struct profile *p = NULL;

	if (s->machine_name &&
	    machine_load(&s->machine, s->machine_name, err) != 0)
		goto out;
	p = import_databases(s, (const char *const *)s->argv, err);
	if (!p)
		goto out;
	if (o->output)
		strbuf_adds(&path, o->output);
	else
		strbuf_addf(&path, "%s.db", io_basename(p->program));
	s->output = path.s;
	if (check_output(s, err) == 0)
		finish(s, p, o->quiet, NULL, err);
out:
	profile_free(p);
	strbuf_release(&path);
	return err->code == ERR_NONE ? 0 : err_exit_status(err);
}

static int merge(struct run_options *o, struct err *err)
{
	struct session *s = &o->s;
	struct strbuf left_out = STRBUF_INIT;
	struct profile *p = NULL;
	size_t n = 0;

	while (s->argv[n])
		n++;
	s->output = o->output;
	s->once = true; /* the parts may have the time only */
	if (!o->output)
		err_set(err, ERR_USAGE,
		        "--merge needs --output FILE for the measurement");
	else if (check_output(s, err) == 0 &&
	         (p = ranks_merge((const char *const *)s->argv, n, &o->only,
	                          mpi_run_joined, &left_out, err)))
		finish(s, p, o->quiet, NULL, err);
	if (left_out.len && err->code == ERR_NONE)
		err_set(err, ERR_PROGRAM, "left out: %s", left_out.s);
	strbuf_release(&left_out);
	profile_free(p);
	return err->code == ERR_NONE ? 0 : err_exit_status(err);
}

static void release(struct run_options *o)
{
	struct session *s = &o->s;

	input_close(&s->input);
	if (s->machine != s->host)
		machine_free(s->machine);
	machine_free(s->host);
	program_release(&s->program);
	launcher_release(&s->launcher);
	prepare_release(&s->prepare);
	free(s->problem);
	free(o->launched);
	ranks_release(&o->ranks);
}

/* One run only, and of the collectors the one that needs no more. */
static void be_rank(struct run_options *o)
{
	o->s.once = true;
	o->collector = o->spread ? PROFILE_BY_PERF : PROFILE_BY_SIMULATE;
	if (o->spread) {
		o->s.rank = o->ranks.rank;
		o->s.ranks = o->ranks.size;
	}
}

/* Only ranks that start one by one can count different events. */
static int check_spread(const struct run_options *o, struct err *err)
{
	if (!o->spread || o->ranks.size)
		return 0;
	return err_set(err, ERR_USAGE,
	               "--spread-events is for ranks: put perfexpert-run "
	               "after the launcher, as in 'mpirun -n 64 "
	               "perfexpert-run --spread-events PROGRAM'");
}

/* In the process of one of them: as if it had been started so. */
static int with_workers(struct run_options *o, int n, struct err *err)
{
	char *path = output_path(o);

	o->output = scaling_path(path, n);
	free(path);
	return scaling_apply(&o->s, n, err);
}

/* --scaling --resume: what is complete stays */
static bool keep_complete(const struct run_options *o)
{
	if (!o->s.resume || o->s.force || !scaling_complete(&o->s))
		return false;
	if (!o->quiet)
		escape_line(stderr, "perfexpert-run: '%s' is complete: kept",
		            o->s.output);
	return true;
}

/* Was perfexpert-run started as a rank? A rank that is not measured executes
 * the program instead. */
static int find_rank(struct run_options *o, struct err *err)
{
	struct session *s = &o->s;

	if (!s->launcher.path)
		ranks_init(&o->ranks, s->envp, s->output, &o->only);
	if (o->only.n && !o->ranks.size && !s->launcher.path)
		return err_set(err, ERR_USAGE,
		               "--ranks: the program has no ranks");
	if (!ranks_measured(&o->ranks)) {
		execve(s->program.path, s->argv, s->envp);
		return err_system(err, "can't execute '%s'", s->program.path);
	}
	/* all at once, while others run already */
	if (o->ranks.size > 1 && s->prepare.path)
		return err_set(err, ERR_USAGE,
		               "--prepare: put perfexpert-run in front of the "
		               "launcher");
	if (o->ranks.size)
		be_rank(o);
	return check_spread(o, err);
}

/* What the runs need, once it is known what is measured and where to */
static int make_ready(struct run_options *o, struct resume *kept,
                      struct scratch *scratch, struct err *err)
{
	struct session *s = &o->s;

	s->kept = kept;
	if (run_options_machines(s, err) != 0 ||
	    resume_open(kept, s, err) != 0 || check_output(s, err) != 0 ||
	    input_open(&s->input, o->input_limit, err) != 0 ||
	    (s->launcher.remote ? scratch_make_beside(scratch, s->output, err)
	                        : scratch_make(scratch, err)) != 0)
		return -1;
	s->scratch = scratch->path;
	s->files = mapped_new();
	s->structures = structures_new();
	return 0;
}

/* Everything that can be refused is refused here, then the runs begin. */
static int run(struct run_options *o, struct err *err)
{
	struct session *s = &o->s;
	struct scratch scratch = { 0 };
	struct ending ending = { 0 };
	struct resume kept = { 0 };
	char *path = NULL;
	int status = -1, n = 0;

	if (find_program(o, err) != 0)
		goto out;
	path = output_path(o);
	if (o->scaling.count) {
		n = scaling_run(&o->scaling, path, o->quiet, &status, err);
		if (n == 0)
			goto out;
		status = -1;
		if (n < 0 || with_workers(o, n, err) != 0)
			goto out;
		free(path);
		path = output_path(o);
	}
	s->output = path;
	if (find_rank(o, err) != 0)
		goto out;
	if (n > 0 && keep_complete(o)) {
		status = 0;
		goto out;
	}
	if (make_ready(o, &kept, &scratch, err) != 0)
		goto out;
	launch_prepare(&s->signals);
	ending_start(&ending, scratch.path);
	s->signals.ending = &ending;
	descendants_adopt();
	progress_init(&s->progress, o->quiet || o->ranks.size);
	mpi_run_open(&o->mpi, s);
	s->ports = o->ports;
	status = measure(o, err);
out:
	ending_stop(&ending);
	s->signals.ending = NULL;
	mpi_run_close(&o->mpi);
	resume_close(&kept);
	s->kept = NULL;
	structures_free(s->structures);
	s->structures = NULL;
	mapped_free(s->files);
	s->files = NULL;
	scratch_remove(&scratch);
	if (status < 0)
		status = err_exit_status(err);
	free(path);
	return status;
}

static void silent(void *ctx, const char *msg, ...)
{
	(void)ctx;
	(void)msg;
}

/* No words follow the options. */
static void no_program(const struct run_options *o, struct err *err)
{
	if (o->prepare)
		err_set(err, ERR_USAGE,
		        "no program to measure: --prepare took '%s' as its "
		        "COMMAND",
		        o->prepare);
	else if (o->launcher)
		err_set(err, ERR_USAGE,
		        "no program to measure: --launcher took '%s' as its "
		        "COMMAND",
		        o->launcher);
	else if (o->merge)
		err_set(err, ERR_USAGE,
		        "--merge needs the part files of ranks: perfexpert-run "
		        "--merge -o app.db app.db.part-*");
	else if (o->import)
		err_set(err, ERR_USAGE,
		        "no database to import; see perfexpert-run --help");
	else
		err_set(err, ERR_USAGE,
		        "no program to measure; see perfexpert-run --help");
}

int main(int argc, char **argv)
{
	struct run_options o = { .s = { .envp = environ },
		                 .input_limit = 1 << 30,
		                 .words = argv };
	struct err err = { 0 };
	int status = 0, rest;

	io_hold_standard_files();
	input_none(&o.s.input);
	xmlSetGenericErrorFunc(NULL, silent);
	if (run_options_parse(&o, argv, &rest, &err) != 0) {
		status = err_exit_status(&err);
	} else if (o.done) {
		if (io_flush_stdout(&err) != 0)
			status = err_exit_status(&err);
	} else if (rest == argc) {
		no_program(&o, &err);
		status = err_exit_status(&err);
	} else {
		o.s.argv = argv + rest;
		o.own = (size_t)rest;
		status = o.rank_of   ? as_rank(&o, &err)
		         : o.merge   ? merge(&o, &err)
		         : o.import  ? import(&o, &err)
		         : o.dry_run ? dry_run(&o, &err)
		                     : run(&o, &err);
	}
	release(&o);
	if (err.code != ERR_NONE)
		fprintf(stderr, "perfexpert-run: %s\n", err.msg);
	return status;
}
