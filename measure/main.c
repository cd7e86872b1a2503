/*
 * perfexpert-run - measure a program: run it until all events are there, and
 * write one measurement file for perfexpert
 */
#include <libxml/xmlerror.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/options.h"
#include "base/strbuf.h"
#include "measure/import.h"
#include "measure/input.h"
#include "measure/session.h"
#include "profile/profile.h"
#include "profile/xml.h"

/* In the order in which they are tried. */
static const struct collector *const collectors[] = { &collector_hpcrun,
	                                              &collector_perf,
	                                              &collector_simulate };

enum { NCOLLECTORS = sizeof(collectors) / sizeof(*collectors) };

struct run_options {
	struct session s;
	const char *output, *collector, *launcher;
	char **launched; /* the words of the program behind a launcher */
	bool quiet, dry_run, import, done;
};

static void print_help(void);

static int set_output(void *ctx, const char *value, struct err *err)
{
	if (!*value)
		return err_set(err, ERR_USAGE, "the output's name is empty");
	((struct run_options *)ctx)->output = value;
	return 0;
}

static int set_force(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	((struct run_options *)ctx)->s.force = true;
	return 0;
}

static int set_collector(void *ctx, const char *value, struct err *err)
{
	for (size_t i = 0; i < NCOLLECTORS; i++) {
		if (strcmp(collectors[i]->name, value) == 0) {
			((struct run_options *)ctx)->collector = value;
			((struct run_options *)ctx)->s.asked = true;
			return 0;
		}
	}
	return err_set(err, ERR_USAGE,
	               "unknown collector '%s'; see --list-collectors", value);
}

static int set_machine(void *ctx, const char *value, struct err *err)
{
	(void)err;
	((struct run_options *)ctx)->s.machine_name = value;
	return 0;
}

static int set_limit(void *ctx, const char *value, struct err *err)
{
	struct run_options *o = ctx;

	if (!num_duration(value, &o->s.limit_s) || o->s.limit_s <= 0)
		return err_set(err, ERR_USAGE,
		               "--limit needs a time such as 90s, 10m or 2h, "
		               "not '%s'",
		               value);
	return 0;
}

static int set_runs(void *ctx, const char *value, struct err *err)
{
	struct run_options *o = ctx;

	if (!num_int(value, 1, 16, &o->s.native_runs))
		return err_set(err, ERR_USAGE,
		               "--runs needs a number from 1 to 16, not '%s'",
		               value);
	return 0;
}

static int set_launcher(void *ctx, const char *value, struct err *err)
{
	(void)err;
	((struct run_options *)ctx)->launcher = value;
	return 0;
}

static int set_dry_run(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	((struct run_options *)ctx)->dry_run = true;
	return 0;
}

static int set_import(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	((struct run_options *)ctx)->import = true;
	return 0;
}

static int set_resume(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	((struct run_options *)ctx)->s.resume = true;
	return 0;
}

static int set_keep(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	((struct run_options *)ctx)->s.keep = true;
	return 0;
}

static int set_rate(void *ctx, const char *value, struct err *err)
{
	struct run_options *o = ctx;
	int rate;

	if (!num_int(value, 1, 100000, &rate))
		return err_set(err, ERR_USAGE,
		               "--rate needs a number of samples per second "
		               "from 1 to 100000, not '%s'",
		               value);
	o->s.rate = rate;
	return 0;
}

static int set_events(void *ctx, const char *value, struct err *err)
{
	(void)err;
	((struct run_options *)ctx)->s.events = value;
	return 0;
}

static int set_all_output(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	((struct run_options *)ctx)->s.all_output = true;
	return 0;
}

static int set_verbose(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	((struct run_options *)ctx)->s.verbose = true;
	return 0;
}

static int set_quiet(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	((struct run_options *)ctx)->quiet = true;
	return 0;
}

static int load_machines(struct session *s, struct err *err)
{
	if (machine_host(&s->host, NULL, err) != 0)
		return -1;
	if (!s->machine_name) {
		s->machine = s->host;
		if (machine_note(s->machine))
			session_say(s, "%s", machine_note(s->machine));
		return 0;
	}
	return machine_load(&s->machine, s->machine_name, err);
}

static int list_collectors(void *ctx, const char *value, struct err *err)
{
	struct run_options *o = ctx;

	(void)value;
	launch_prepare(&o->s.mask);
	if (!o->s.host && load_machines(&o->s, err) != 0)
		return -1;
	for (size_t i = 0; i < NCOLLECTORS; i++) {
		struct err why = { 0 };
		bool ok = collectors[i]->usable(&o->s, &why) == 0;

		printf("%-10s %s%s%s\n", collectors[i]->name,
		       collectors[i]->what,
		       ok ? "" : "; not here: ", ok ? "" : why.msg);
	}
	o->done = true;
	return 0;
}

static int list_machines(void *ctx, const char *value, struct err *err)
{
	char **names, **titles;
	size_t n;

	(void)value;
	((struct run_options *)ctx)->done = true;
	if (machine_list(&names, &titles, &n, err) != 0)
		return -1;
	for (size_t i = 0; i < n; i++)
		printf("%-20s %s\n", names[i], titles[i]);
	machine_list_free(names, titles, n);
	return 0;
}

static int show_help(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	print_help();
	((struct run_options *)ctx)->done = true;
	return 0;
}

static int show_version(void *ctx, const char *value, struct err *err)
{
	(void)value;
	(void)err;
	puts("perfexpert-run " PERFEXPERT_VERSION);
	((struct run_options *)ctx)->done = true;
	return 0;
}

static const struct option_spec specs[] = {
	{ "output", 'o', OPTION_REQUIRED, "FILE",
	  "measurement file (default: PROGRAM.db here)", set_output },
	{ "force", 'f', OPTION_NONE, NULL, "replace FILE when it exists",
	  set_force },
	{ "machine", 'm', OPTION_REQUIRED, "NAME|FILE",
	  "machine to count on or simulate (default: host)", set_machine },
	{ "limit", 'l', OPTION_REQUIRED, "TIME",
	  "end a run after 90s, 10m, 2h; use what there is", set_limit },
	{ "runs", 'n', OPTION_REQUIRED, "N",
	  "native runs (default: 3, of long programs 2)", set_runs },
	{ "collector", 'c', OPTION_REQUIRED, "NAME",
	  "how to measure (default: the first that works)", set_collector },
	{ "launcher", 0, OPTION_REQUIRED, "COMMAND",
	  "start PROGRAM with it, such as 'mpirun -np 4'", set_launcher },
	{ "dry-run", 0, OPTION_NONE, NULL,
	  "only show the runs, their commands and their time", set_dry_run },
	{ "import", 0, OPTION_NONE, NULL,
	  "make FILE from databases of HPCToolkit", set_import },
	{ "resume", 0, OPTION_NONE, NULL, NULL, set_resume },
	{ "keep", 0, OPTION_NONE, NULL, NULL, set_keep },
	{ "rate", 0, OPTION_REQUIRED, "N", NULL, set_rate },
	{ "events", 0, OPTION_REQUIRED, "LIST", NULL, set_events },
	{ "all-output", 'a', OPTION_NONE, NULL,
	  "show the program's output in every run", set_all_output },
	{ "quiet", 'q', OPTION_NONE, NULL, "no progress, no last line",
	  set_quiet },
	{ "verbose", 'v', OPTION_NONE, NULL, "say what is done and why",
	  set_verbose },
	{ "list-collectors", 0, OPTION_NONE, NULL,
	  "the ways to measure, and which work here", list_collectors },
	{ "list-machines", 0, OPTION_NONE, NULL, "the machine files",
	  list_machines },
	{ "help", 'h', OPTION_NONE, NULL, "this text", show_help },
	{ "version", 'V', OPTION_NONE, NULL, "the version", show_version },
	{ 0 },
};

static void print_help(void)
{
	puts("usage: perfexpert-run [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
	     "       perfexpert-run [OPTION]... --import DATABASE...\n"
	     "Runs PROGRAM several times and writes the measurement that "
	     "'perfexpert'\n"
	     "assesses. Its output is shown in the first run only. More: "
	     "perfexpert-run(1).");
	options_help(specs, stdout);
	puts("Exit status: 0 measured, 2 wrong use, 3 files, 4 the program "
	     "or a tool failed\n"
	     "(FILE has what was gathered), 5 nothing here can measure it.");
}

/* Refuse before measuring, not after. */
static int check_output(const struct run_options *o, const char *path,
                        struct err *err)
{
	struct io_atomic probe;
	struct statvfs fs;
	struct stat st;

	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode))
		return err_set(err, ERR_USAGE, "'%s' is a directory", path);
	if (!o->s.force && !o->s.resume && stat(path, &st) == 0)
		return err_set(err, ERR_USAGE,
		               "'%s' exists; --force replaces it, --output "
		               "writes elsewhere",
		               path);
	if (io_atomic_open(&probe, path, err) != 0)
		return -1;
	if (fstatvfs(fileno(probe.f), &fs) == 0 &&
	    (double)fs.f_bavail * (double)fs.f_frsize < 1 << 20)
		err_set(err, ERR_SYSTEM,
		        "no space left where '%s' would be written", path);
	io_atomic_abort(&probe);
	return err->code == ERR_NONE ? 0 : -1;
}

static char *output_path(const struct run_options *o)
{
	struct strbuf b = STRBUF_INIT;

	if (o->output)
		return mem_strdup(o->output);
	strbuf_addf(&b, "%s.db", io_basename(o->s.argv[0]));
	return strbuf_detach(&b);
}

static const struct collector *choose(const struct run_options *o,
                                      struct err *err)
{
	struct strbuf why = STRBUF_INIT;
	const struct collector *found = NULL;

	for (size_t i = 0; i < NCOLLECTORS && !found; i++) {
		struct err no = { 0 };

		if (o->collector &&
		    strcmp(o->collector, collectors[i]->name) != 0)
			continue;
		if (o->collector && o->dry_run)
			return collectors[i];
		if (collectors[i]->usable(&o->s, &no) == 0) {
			found = collectors[i];
			session_say(&o->s, "collector %s: %s", found->name,
			            found->what);
		} else {
			session_say(&o->s, "not %s: %s", collectors[i]->name,
			            no.msg);
			strbuf_addf(&why, "%s%s: %s", why.len ? "; " : "",
			            collectors[i]->name, no.msg);
		}
	}
	if (!found)
		err_set(err, ERR_UNSUPPORTED, "nothing here can measure: %s",
		        why.s);
	strbuf_release(&why);
	return found;
}

/* How the program ended, as a line for the user; 0 or the exit status. */
static int judge(const struct session *s, const struct profile *p,
                 const char *path)
{
	if (s->interrupted)
		fprintf(stderr,
		        "perfexpert-run: interrupted; what was measured is in "
		        "'%s'\n",
		        path);
	else if (s->exit_signal)
		fprintf(stderr,
		        "perfexpert-run: the program ended with signal %d "
		        "(%s); what was measured is in '%s'\n",
		        s->exit_signal, strsignal(s->exit_signal), path);
	else if (s->exit_status)
		fprintf(stderr,
		        "perfexpert-run: the program exited with status %d; "
		        "the measurement is in '%s'\n",
		        s->exit_status, path);
	else if (s->problem || (strcmp(p->collector, "simulate") == 0 &&
	                        profile_event(p, "TOT_INS") < 0))
		fprintf(stderr,
		        "perfexpert-run: %s; what was measured is in '%s'\n",
		        s->problem ? s->problem : "only the time was measured",
		        path);
	else
		return 0;
	return 4;
}

static void say_done(const struct profile *p, const char *path)
{
	if (profile_event(p, "TOT_CYC") >= 0 &&
	    !(profile_value(p, p->root, "TOT_CYC") > 0))
		fprintf(stderr,
		        "perfexpert-run: wrote '%s', but the program ended "
		        "before its time could be sampled: give it more work\n",
		        path);
	else
		fprintf(stderr,
		        "perfexpert-run: wrote '%s'; next: perfexpert 0.1 %s\n",
		        path, path);
}

static int measure(struct run_options *o, const char *path, struct err *err)
{
	struct session *s = &o->s;
	const struct collector *c = choose(o, err);
	struct profile *p;
	int status = 0;

	if (!c)
		return err_exit_status(err);
	p = c->collect(s, err);
	progress_done(&s->progress);
	/* a file that grows too large is an error to report, not our end */
	signal(SIGXFSZ, SIG_IGN);
	if (p && profile_write_xml(p, path, err) == 0) {
		status = judge(s, p, path);
		if (!status && !o->quiet)
			say_done(p, path);
	}
	if (err->code != ERR_NONE)
		status = err_exit_status(err);
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
	return program_find(&s->program, s->argv[0], err);
}

static int dry_run(struct run_options *o, struct err *err)
{
	struct session *s = &o->s;
	const struct collector *c;

	char *path = NULL;

	launch_prepare(&s->mask);
	if (find_program(o, err) != 0)
		goto out;
	s->output = path = output_path(o);
	if (load_machines(s, err) == 0 && (c = choose(o, err)) &&
	    c->show(s, stdout, err) == 0)
		io_flush_stdout(err);
out:
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
	if (check_output(o, path.s, err) != 0 ||
	    profile_write_xml(p, path.s, err) != 0)
		goto out;
	if (!o->quiet)
		fprintf(stderr,
		        "perfexpert-run: wrote '%s'; next: perfexpert 0.1 %s\n",
		        path.s, path.s);
out:
	profile_free(p);
	strbuf_release(&path);
	return err->code == ERR_NONE ? 0 : err_exit_status(err);
}

static void release(struct run_options *o)
{
	struct session *s = &o->s;

	if (s->stdin_fd >= 0)
		close(s->stdin_fd);
	if (s->machine != s->host)
		machine_free(s->machine);
	machine_free(s->host);
	program_release(&s->program);
	launcher_release(&s->launcher);
	free(s->problem);
	free(o->launched);
}

/* Everything that can be refused is refused here, then the runs begin. */
static int run(struct run_options *o, struct err *err)
{
	struct session *s = &o->s;
	struct strbuf scratch = STRBUF_INIT;
	const char *tmp = getenv("TMPDIR");
	char *path = NULL;
	struct err ignored = { 0 };
	int status = -1;

	if (find_program(o, err) != 0)
		goto out;
	path = output_path(o);
	s->output = path;
	if (check_output(o, path, err) != 0 || load_machines(s, err) != 0 ||
	    input_open(&s->stdin_fd, err) != 0)
		goto out;
	io_join(&scratch, tmp && *tmp ? tmp : "/tmp", "perfexpert.XXXXXX");
	if (!mkdtemp(scratch.s)) {
		err_system(err, "can't create a folder '%s'", scratch.s);
		goto out;
	}
	s->scratch = scratch.s;
	launch_prepare(&s->mask);
	progress_init(&s->progress, o->quiet);
	status = measure(o, path, err);
	io_remove_tree(scratch.s, &ignored);
out:
	if (status < 0)
		status = err_exit_status(err);
	strbuf_release(&scratch);
	free(path);
	return status;
}

static void silent(void *ctx, const char *msg, ...)
{
	(void)ctx;
	(void)msg;
}

int main(int argc, char **argv)
{
	struct run_options o = { .s = { .envp = environ, .stdin_fd = -1 } };
	struct err err = { 0 };
	int status = 0, rest;

	xmlSetGenericErrorFunc(NULL, silent);
	if (options_parse(specs, argv, true, &rest, &o, &err) != 0) {
		status = err_exit_status(&err);
	} else if (o.done) {
		if (io_flush_stdout(&err) != 0)
			status = err_exit_status(&err);
	} else if (rest == argc) {
		err_set(&err, ERR_USAGE,
		        o.import ? "no database to import; see "
		                   "perfexpert-run --help"
		                 : "no program to measure; see "
		                   "perfexpert-run --help");
		status = err_exit_status(&err);
	} else {
		o.s.argv = argv + rest;
		status = o.import    ? import(&o, &err)
		         : o.dry_run ? dry_run(&o, &err)
		                     : run(&o, &err);
	}
	release(&o);
	if (err.code != ERR_NONE)
		fprintf(stderr, "perfexpert-run: %s\n", err.msg);
	return status;
}
