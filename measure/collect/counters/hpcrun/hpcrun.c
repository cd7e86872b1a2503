#include "hpcrun.h"

#include <limits.h>
#include <math.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "measure/attribute/canonical.h"
#include "measure/run/describe.h"
#include "native_metrics.h"
#include "resume.h"
#include "profile/import/hpctoolkit.h"
#include "profile/profile.h"
#include "measure/run/scratch.h"
#include "measure/run/session.h"
#include "measure/plan/show.h"

/* Libraries with a smaller share of the cycles get no structure of loops. */
static const double least_share = 0.05;

static void release(struct hpcrun *h)
{
	struct err ignored = { 0 };

	if (h->ours && !h->keep && !h->s->keep)
		io_remove_tree(h->dir, &ignored);
	for (size_t i = 0; i < h->nruns; i++)
		free(h->runs[i].database);
	for (size_t i = 0; i < h->nstructures; i++) {
		free(h->structures[i]);
		free(h->binaries[i]);
	}
	for (size_t i = 0; i < h->nnatives; i++)
		free(h->natives[i].words);
	free(h->structures);
	free(h->binaries);
	free(h->natives);
	free(h->no_loops);
	free(h->dir);
	plan_free(h->plan);
	hpcrun_tools_release(&h->tools);
	free(h);
}

static int find_tools(struct hpcrun *h, const char *scratch, struct err *err)
{
	char *capture = hpcrun_path(scratch, "version");
	int rc = hpcrun_tools_find(&h->tools, h->s, capture, err);

	free(capture);
	return rc;
}

/* Do the machine's cycles count here, with this HPCToolkit? */
static int try_cycles(struct session *s, struct err *err)
{
	struct hpcrun *h = mem_alloc(1, sizeof(*h));
	int rc = -1;

	h->s = s;
	s->events = "TOT_CYC";
	if (find_tools(h, s->scratch, err) != 0)
		goto out;
	/* asked for by name: its own words will come with the real thing */
	rc = s->asked ? 0 : hpcrun_probe(h, err);
out:
	release(h);
	return rc;
}

static int usable(struct session *s, struct err *err)
{
	struct session own = *s;
	struct scratch scratch;
	int rc = -1;

	if (s->program.is_static && !s->program.script)
		return err_set(err, ERR_UNSUPPORTED,
		               "'%s' %s: hpcrun can't be loaded into it; link "
		               "it dynamically with the GNU C library",
		               s->program.path, s->program.because);
	if (!s->asked && plan_foreign(s->machine, s->host))
		return err_set(err, ERR_UNSUPPORTED,
		               "the counters of machine '%s' are not those of "
		               "this host ('%s')",
		               machine_name(s->machine), machine_name(s->host));
	/* it has to be asked before there is the session's */
	if (scratch_make(&scratch, err) == 0) {
		own.scratch = scratch.path;
		rc = try_cycles(&own, err);
		s->interrupted = own.interrupted;
	}
	scratch_remove(&scratch);
	return rc;
}

/* Beside the measurement file, absolute: launchers may change the folder. */
static char *measurement_folder(const char *output)
{
	struct strbuf b = STRBUF_INIT;
	char cwd[PATH_MAX];

	if (output[0] != '/' && getcwd(cwd, sizeof(cwd)))
		io_join(&b, cwd, output);
	else
		strbuf_adds(&b, output);
	strbuf_adds(&b, ".hpctoolkit");
	return strbuf_detach(&b);
}

bool hpcrun_resumable(const char *output)
{
	char *folder = measurement_folder(output);
	char *plan = hpcrun_path(folder, "plan");
	bool yes = access(plan, R_OK) == 0;

	free(folder);
	free(plan);
	return yes;
}

static struct profile *merge(struct hpcrun *h, struct err *err)
{
	struct metrics metrics = { h->s->machine, h->plan };
	const struct hpctoolkit_options options = {
		.translate = metrics_translate,
		.ctx = &metrics,
	};
	const char *paths[HPCRUN_MAX_RUNS];
	size_t n = 0;

	for (size_t i = 0; i < h->nruns; i++) {
		if (h->runs[i].database)
			paths[n++] = h->runs[i].database;
	}
	return profile_merge_hpctoolkit(paths, n, &options, err);
}

static bool has_structure(const struct hpcrun *h, const char *binary)
{
	for (size_t i = 0; i < h->nstructures; i++) {
		if (strcmp(h->binaries[i], binary) == 0)
			return true;
	}
	return false;
}

/* Structure files of what the program is made of besides its own file. */
static bool more_structures(struct hpcrun *h, const struct profile *p)
{
	double all = profile_value(p, p->root, "TOT_CYC");
	size_t before = h->nstructures;

	for (const struct profile_section *m = p->root->child; m; m = m->next) {
		char path[PATH_MAX];

		if (!m->file || m->file[0] != '/' ||
		    !(profile_value(p, m, "TOT_CYC") >= least_share * all) ||
		    strstr(m->file, "/hpctoolkit/") ||
		    !realpath(m->file, path) || has_structure(h, path))
			continue;
		hpcrun_structure(h, path);
	}
	return h->nstructures > before;
}

static void program_structures(struct hpcrun *h)
{
	const struct launcher *l = &h->s->launcher;

	if (!h->s->program.script)
		hpcrun_structure(h, h->s->program.path);
	for (size_t i = 1; i < l->nat; i++) {
		struct program other;
		struct err ignored = { 0 };
		char path[PATH_MAX];

		if (program_find(&other, l->words[l->at[i]], &ignored) != 0)
			continue;
		if (!other.script && realpath(other.path, path) &&
		    !has_structure(h, path))
			hpcrun_structure(h, path);
		program_release(&other);
	}
}

/* The databases as a profile; read again if a library turns out to be
 * important */
static struct profile *read_databases(struct hpcrun *h, struct err *err)
{
	struct profile *p;

	program_structures(h);
	if (hpcrun_databases(h, err) != 0)
		return NULL;
	p = merge(h, err);
	if (p && more_structures(h, p)) {
		profile_free(p);
		if (hpcrun_databases(h, err) != 0)
			return NULL;
		p = merge(h, err);
	}
	if (p)
		canonical_events(p, h->s->machine);
	return p;
}

static void describe_one(struct hpcrun *h, struct profile *p, size_t i,
                         size_t run)
{
	const struct hpcrun_run *r = &h->runs[i];
	struct profile_run *to = &p->runs[run];
	struct hpcrun_words w = { 0 };
	struct strbuf purpose = STRBUF_INIT;
	char *folder = hpcrun_path(h->dir, "%02zu.m", i + 1);
	const char *path;
	char **command;

	strbuf_addf(&purpose, "counter set %zu of %zu", r->set + 1,
	            h->plan->nruns);
	hpcrun_command(h, &h->plan->runs[r->set], folder, &w);
	command = session_command(h->s, h->tools.hpcrun, w.v, &path);
	describe_run(p, to, arena_strdup(p->arena, purpose.s), command,
	             &r->launch);
	if (!isnan(r->samples)) {
		to->samples = r->samples;
		to->lost = r->lost;
	}
	if (r->samples == 0)
		profile_note(p, "hpcrun recorded no samples in run %zu", i + 1);
	free(command);
	free(folder);
	hpcrun_words_free(&w);
	strbuf_release(&purpose);
}

/* The clock that ran: counted cycles over CPU time, when both are known. */
static double clock_of(const struct hpcrun *h, const struct profile *p,
                       const struct profile_run *run)
{
	const struct machine_native *n = h->plan->runs[0].counts[0].native;
	int cycles = profile_event(p, "TOT_CYC");
	double cpu_s = run->user_s + run->sys_s;

	if (plan_software(n) || h->s->launcher.path)
		return machine_param(h->s->machine, "CPU_freq");
	return cpu_s > 0.1 ? run->total[cycles] / cpu_s : NAN;
}

static void describe(struct hpcrun *h, struct profile *p)
{
	double wall = 0, clock = 0, clocks = 0;
	size_t run = 0;

	describe_profile(p, h->s, PROFILE_BY_HPCRUN, h->tools.version);
	p->root->name = arena_strdup(p->arena, io_basename(h->s->argv[0]));
	for (size_t i = 0; i < h->nruns && run < p->nruns; i++) {
		if (!h->runs[i].database)
			continue;
		describe_one(h, p, i, run);
		p->runs[run].clock_hz = clock_of(h, p, &p->runs[run]);
		if (!isnan(p->runs[run].clock_hz)) {
			clock += p->runs[run].clock_hz;
			clocks++;
		}
		wall += p->runs[run++].wall_s;
	}
	p->runtime_s = run ? wall / (double)run : NAN;
	p->clock_hz = clocks > 0 ? clock / clocks : NAN;
	for (size_t i = 0; i < h->plan->nnotes; i++)
		profile_note(p, "%s", h->plan->notes[i]);
	if (h->no_loops)
		profile_note(p, "%s", h->no_loops);
}

static int check_samples(struct hpcrun *h, const struct profile *p,
                         struct err *err)
{
	const struct hpcrun_run *first = &h->runs[0];

	if (profile_value(p, p->root, "TOT_CYC") > 0)
		return 0;
	return err_set(err, ERR_PROGRAM,
	               "hpcrun recorded no cycles in a run of %.3g s; its rate "
	               "is %.3g samples per second (--rate)",
	               first->launch.wall_s, h->plan->runs[0].counts[0].per_s);
}

static struct profile *measure(struct hpcrun *h, struct err *err)
{
	struct err later = { 0 };
	struct profile *p = NULL;

	if (find_tools(h, h->s->scratch, err) != 0 || hpcrun_probe(h, err) != 0)
		return NULL;
	session_say(h->s, "HPCToolkit %s, %zu counter set%s", h->tools.version,
	            h->plan->nruns, h->plan->nruns == 1 ? "" : "s");
	if (hpcrun_measure(h, err) != 0 && h->nruns == 0)
		return NULL;
	if (h->nruns == 0) {
		err_set(err, ERR_PROGRAM,
		        "interrupted before the first run had ended");
		return NULL;
	}
	/* finished runs are worth a measurement even when a later one failed */
	p = read_databases(h, &later);
	if (p && check_samples(h, p, &later) != 0) {
		profile_free(p);
		p = NULL;
	}
	if (p)
		describe(h, p);
	else if (err->code == ERR_NONE)
		*err = later;
	return p;
}

static struct profile *collect(struct session *s, struct err *err)
{
	struct hpcrun *h = mem_alloc(1, sizeof(*h));
	struct profile *p;

	h->s = s;
	h->dir = measurement_folder(s->output);
	p = measure(h, err);
	if (!p && s->interrupted && err->code == ERR_NONE)
		err_set(err, ERR_PROGRAM, "interrupted");
	if (h->ours && h->keep)
		fprintf(stderr,
		        "perfexpert-run: %zu finished run%s kept; --resume "
		        "continues\n",
		        h->nfinished, h->nfinished == 1 ? " is" : "s are");
	release(h);
	return p;
}

/* The tools; where they are not here, their names. */
static int name_tools(struct hpcrun *h, struct err *err)
{
	struct hpcrun_tools *t = &h->tools;
	struct err why = { 0 };
	struct scratch scratch;

	if (scratch_make(&scratch, err) != 0) {
		scratch_remove(&scratch);
		return -1;
	}
	if (find_tools(h, scratch.path, &why) != 0) {
		hpcrun_tools_release(t);
		t->hpcrun = mem_strdup("hpcrun");
		t->hpcstruct = mem_strdup("hpcstruct");
		t->hpcprof = mem_strdup("hpcprof");
		snprintf(t->version, sizeof(t->version), "not in PATH");
	}
	scratch_remove(&scratch);
	return 0;
}

static void show_run(struct hpcrun *h, FILE *f, size_t i, size_t n)
{
	char *folder = hpcrun_path(h->dir, "%02zu.m", i + 1);
	struct hpcrun_words w = { 0 };
	const char *path;
	char **command;

	show_set(f, h->plan, i, n);
	hpcrun_command(h, &h->plan->runs[i % h->plan->nruns], folder, &w);
	command = session_command(h->s, h->tools.hpcrun, w.v, &path);
	show_command(f, "", command);
	free(command);
	hpcrun_words_free(&w);
	free(folder);
}

static void show_rest(struct hpcrun *h, FILE *f)
{
	struct hpcrun_words w = { 0 };
	char *folder = hpcrun_path(h->dir, "01.m");
	char *database = hpcrun_path(h->dir, "01.db");
	char *structure = hpcrun_path(h->dir, "1.hpcstruct");

	fputs("once for each binary, and for each run:\n", f);
	hpcrun_word(&w, "%s", h->tools.hpcstruct);
	hpcrun_word(&w, "-o");
	hpcrun_word(&w, "%s", structure);
	hpcrun_word(&w, "%s", h->s->program.path);
	show_command(f, "", w.v);
	hpcrun_words_free(&w);
	h->structures = mem_alloc(1, sizeof(char *));
	h->binaries = mem_alloc(1, sizeof(char *));
	h->structures[h->nstructures++] = structure;
	hpcrun_prof_command(h, folder, database, 1,
	                    hpcrun_new_databases(&h->tools), &w);
	show_command(f, "", w.v);
	hpcrun_words_free(&w);
	free(folder);
	free(database);
}

static int show(struct session *s, FILE *f, struct session_cost *cost,
                struct err *err)
{
	struct hpcrun *h = mem_alloc(1, sizeof(*h));
	size_t n = s->native_runs > 0 ? (size_t)s->native_runs : 2;
	int rc;

	h->s = s;
	h->keep = true;
	h->dir = measurement_folder(s->output);
	rc = name_tools(h, err);
	if (rc == 0)
		rc = hpcrun_make_plan(h, err);
	if (rc == 0) {
		n = n < h->plan->nruns ? h->plan->nruns : n;
		fprintf(f, "collector hpcrun%s%s%s, machine %s: %zu runs\n",
		        *h->tools.version ? " (" : "", h->tools.version,
		        *h->tools.version ? ")" : "", machine_name(s->machine),
		        n);
		for (size_t i = 0; i < n; i++)
			show_run(h, f, i, n);
		show_rest(h, f);
		show_notes(f, h->plan);
		*cost = (struct session_cost){ n, (double)n, (double)n };
	}
	release(h);
	return rc;
}

const struct collector collector_hpcrun = {
	.name = PROFILE_BY_HPCRUN,
	.what = "HPCToolkit, one run for each set of counters",
	.usable = usable,
	.collect = collect,
	.show = show,
};
