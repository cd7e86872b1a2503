#include "simulate.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/binary/elf/mapped.h"
#include "measure/run/remote_rank.h"
#include "measure/run/environment.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/native_environment.h"
#include "measure/run/program.h"
#include "measure/run/session.h"
#include "aside.h"
#include "model_file.h"
#include "pass_outputs.h"
#include "tool_command.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simout_weigh.h"
#include "measure/collect/simulate/sample/steer.h"

enum {
	STEER_TICK_MS = 10, /* a slice takes longer */
	/* Time after the program's end for which its processes are awaited that
	 * end within 1 s natively; the slowest pass seen took 60 times as long
	 */
	OTHERS_S = 100,
};

static int find_valgrind(struct program *p, struct err *err)
{
	struct err why = { 0 };

	if (program_find(p, "valgrind", &why) == 0)
		return 0;
	return err_set(err, ERR_UNSUPPORTED,
	               "Valgrind is not installed (package 'valgrind')");
}

int simulate_usable(struct session *s, struct err *err)
{
	struct strbuf dir = STRBUF_INIT;
	struct program valgrind = { 0 };
	int rc = -1;

	(void)s;
	if (find_valgrind(&valgrind, err) == 0 &&
	    datadir_helper("simulator", &dir, err) == 0)
		rc = 0;
	if (err->code != ERR_NONE)
		err->code = ERR_UNSUPPORTED;
	program_release(&valgrind);
	strbuf_release(&dir);
	return rc;
}

bool simulation_stopped(const struct simout *out)
{
	return out->end == SIM_END_LIMIT || out->end == SIM_END_ENOUGH;
}

static void explain(const struct session *s, struct simulation *sim)
{
	struct strbuf b = STRBUF_INIT;
	const struct launch_result *r = &sim->launch;

	for (size_t i = 0; i < sim->n; i++) {
		if (simulation_stopped(sim->outs[i]))
			return; /* as it was asked to */
	}
	if (sim->problem || r->limited || r->interrupted || r->stopped)
		return;
	if (r->signal && r->signal != s->exit_signal)
		strbuf_addf(&b,
		            "under the simulator the program ended with "
		            "signal %d (%s), unlike natively%s",
		            r->signal, strsignal(r->signal), r->memory);
	else if (r->exit_status != s->exit_status && sim->n)
		strbuf_addf(&b,
		            "under the simulator the program exited with "
		            "status %d, natively with %d (--all-output shows "
		            "its output there)%s",
		            r->exit_status, s->exit_status,
		            s->prepare.path ? ""
		                            : "; if it depends on files of the "
		                              "previous run, use --prepare");
	else if (!sim->n && access(s->program.path, F_OK) != 0)
		strbuf_addf(&b,
		            "'%s' was gone after the native run, so it could "
		            "not be simulated: a program that removes itself "
		            "needs --prepare to put it back",
		            io_basename(s->program.path));
	else if (!sim->n)
		strbuf_adds(&b, "the simulator left no counts");
	if (b.len)
		sim->problem = strbuf_detach(&b);
	strbuf_release(&b);
}

/* Did the simulated run end by another signal than the native one, or at an
 * instruction that Valgrind does not know? */
static bool died(const struct session *s, const struct simulation *sim)
{
	const struct launch_result *r = &sim->launch;

	if (r->limited || r->interrupted || r->stopped)
		return false;
	return r->signal ? r->signal != s->exit_signal
	                 : sim->refused && r->exit_status != s->exit_status;
}

static void drop_counts(struct simulation *sim)
{
	for (size_t i = 0; i < sim->n; i++)
		simout_free(sim->outs[i]);
	sim->n = 0;
}

/* Is the machine that is simulated this one, and a virtual one? */
static bool is_virtual(const struct session *s)
{
	struct strbuf cpuinfo = STRBUF_INIT;
	struct err ignored = { 0 };
	bool found = false;

	if (strcmp(machine_name(s->machine), machine_name(s->host)) == 0 &&
	    io_read_file("/proc/cpuinfo", 1 << 24, &cpuinfo, &ignored) == 0)
		found = strstr(cpuinfo.s, " hypervisor") != NULL;
	strbuf_release(&cpuinfo);
	return found;
}

/* Where it can't be written the pass goes without an account, which is said. */
static bool write_model(const struct session *s, const struct aside *a,
                        struct simulation *sim)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = { 0 };
	bool written;

	aside_model_path(&path, s->scratch, a);
	written =
		model_file_write(path.s, s->machine, is_virtual(s), &err) == 0;
	strbuf_release(&path);
	if (!written) {
		err_prefix(&err, "no account of the cycles");
		sim->problem = mem_strdup(err.msg);
	}
	return written;
}

struct ticker {
	struct session *s;
	double expected_s;
	struct steer *steer; /* or NULL */
	struct aside aside;
};

static bool tick(void *ctx, double elapsed_s)
{
	struct ticker *t = ctx;

	aside_listen(&t->aside);
	if (t->steer && !steer_tick(t->steer, elapsed_s))
		return false;
	progress_show(&t->s->progress,
	              t->steer ? t->steer->said : "simulated run", elapsed_s,
	              t->expected_s);
	return true;
}

/* What it was natively: each run may have its own name for what it removes in
 * the end, and each process makes code of its own */
static const char *native_name(const struct mapped *files, struct simout *out,
                               const struct sim_module *m)
{
	struct strbuf made = STRBUF_INIT;
	const char *name = m->path;

	if (m->path[0] == '/' && !mapped_path(files, m->path)) {
		name = mapped_alike(files, m->path, m->build_id);
	} else if (strcmp(m->path, "[anon]") == 0) {
		strbuf_addf(&made, "[jit %d]", out->pid);
		name = made.s;
	}
	name = name ? arena_intern(out->arena, name) : m->path;
	strbuf_release(&made);
	return name;
}

static void name_as_natively(const struct mapped *files, struct simulation *sim)
{
	for (size_t i = 0; i < sim->n; i++) {
		struct simout *out = sim->outs[i];

		for (size_t k = 0; k < out->n_modules; k++)
			out->modules[k].path =
				native_name(files, out, &out->modules[k]);
	}
}

/* Of kinds of processes of which not all were simulated */
static void weigh(struct simulation *sim, const struct aside *a,
                  struct err *err)
{
	for (size_t i = 0; i < sim->n; i++) {
		struct simout *out = sim->outs[i];
		const uint64_t weight =
			simout_weight(out, aside_begun(a, out->kind));

		if (weight == 1)
			continue;
		if (simout_weigh(out, weight, err) != 0)
			return;
		sim->not_simulated += weight - 1;
		sim->simulated_often++;
	}
}

/* What the pass wrote, and why it ended as it did. */
static int take_results(struct session *s, struct simulation *sim,
                        struct aside *aside, struct err *err)
{
	pass_read_outputs(s, sim, err);
	pass_read_spare(sim, aside, err);
	aside_listen(aside);
	if (!sim->problem)
		sim->problem = pass_diagnose_log(aside->said.s);
	name_as_natively(s->files, sim);
	weigh(sim, aside, err);
	explain(s, sim);
	if (died(s, sim))
		drop_counts(sim);
	return err->code == ERR_NONE ? 0 : -1;
}

/* Valgrind with its words; envp, which is released, as regions need it */
static int launch_pass(struct ticker *t, struct simulation *sim,
                       const char *valgrind, char **words, char **envp,
                       struct err *err)
{
	struct session *s = t->s;
	const double limit_s = s->limit_s;
	struct preload regions;
	struct err unsaid = { 0 };
	const char *path;
	char **command, **own = NULL;
	bool has_regions = native_has_regions(s) &&
	                   preload_open(&regions, REGION_LIBRARY, &unsaid) == 0;
	int rc;

	if (has_regions) {
		char **more = native_with_regions(&regions, envp, NULL);

		environment_free(envp);
		envp = more;
	}
	/* the tool ends itself at the limit; we only watch that it does */
	if (limit_s > 0)
		s->limit_s = limit_s + 10;
	path = s->launcher.path;
	command = s->launcher.remote
	                  ? remote_rank_command(s, words, &own)
	                  : session_command(s, valgrind, words, &path);
	rc = !command ? err_system(err, "our own path")
	              : session_launch(
				s,
				(struct launch){
					.path = path,
					.argv = command,
					.envp = envp,
					.what = "simulated run",
					.alone = true,
					.patience_s =
						s->leaves_others ? 0 : OTHERS_S,
					.tick_ms = t->steer ? STEER_TICK_MS : 0,
					.watch = { .tick = tick, .ctx = t } },
				&sim->launch, err);
	remote_rank_free(own);
	free(command);
	s->limit_s = limit_s;
	environment_free(envp);
	if (has_regions)
		preload_close(&regions);
	return rc;
}

/* Ranks that did not report their end may have written their counts and
 * ended by themselves. */
static void note_unwritten(struct simulation *sim, const struct steer *t)
{
	struct strbuf b = STRBUF_INIT;
	const size_t all = slices_processes(t->reader);
	const size_t lost = all > sim->n ? all - sim->n : 0;
	const size_t n = lost < t->unwritten ? lost : t->unwritten;

	if (!n)
		return;
	strbuf_addf(
		&b,
		"%zu rank%s did not write %s counts in time when the simulated "
		"run ended: only the counts of the others are included",
		n, n == 1 ? "" : "s", n == 1 ? "its" : "their");
	free(sim->problem);
	sim->problem = strbuf_detach(&b);
	strbuf_release(&b);
}

/*
 * The tool's environment. Valgrind runs one thread at a time, so a thread that
 * waits by spinning keeps the one from working that it waits for: an OpenMP
 * library is asked to wait in the system instead (OpenMP specification,
 * OMP_WAIT_POLICY), unless the user has said how to wait.
 */
static char **tool_environment(char *const *envp, const char *dir)
{
	static const char *const waiting[] = { "OMP_WAIT_POLICY",
		                               "GOMP_SPINCOUNT",
		                               "KMP_BLOCKTIME" };
	char **all = environment_set(envp, "VALGRIND_LIB", dir), **passive;

	for (size_t i = 0; i < sizeof(waiting) / sizeof(*waiting); i++) {
		if (environment_get(envp, waiting[i]))
			return all;
	}
	passive = environment_set(all, "OMP_WAIT_POLICY", "passive");
	environment_free(all);
	return passive;
}

int simulate_run(struct session *s, struct simulation *sim, struct steer *steer,
                 double expected_s, struct err *err)
{
	struct ticker t = { .s = s, .steer = steer, .expected_s = expected_s };
	struct strbuf dir = STRBUF_INIT;
	struct program valgrind = { 0 };
	struct tool_command w = { 0 };
	bool changed;
	char **envp;
	int rc = -1;

	*sim = (struct simulation){ 0 };
	pass_drop_outputs(s);
	aside_open(&t.aside, s);
	envp = native_environment(s->envp, &changed);
	if (find_valgrind(&valgrind, err) != 0 ||
	    datadir_helper("simulator", &dir, err) != 0)
		goto out;
	tool_command_make(&w, s, &t.aside, steer,
	                  write_model(s, &t.aside, sim));
	rc = launch_pass(&t, sim, valgrind.path, w.v,
	                 tool_environment(envp, dir.s), err);
	if (rc == 0)
		rc = take_results(s, sim, &t.aside, err);
	if (rc == 0 && steer && steer->unwritten)
		note_unwritten(sim, steer);
out:
	aside_close(&t.aside);
	environment_free(envp);
	tool_command_free(&w);
	program_release(&valgrind);
	strbuf_release(&dir);
	return rc;
}

void simulate_release(struct simulation *sim)
{
	for (size_t i = 0; i < sim->n; i++)
		simout_free(sim->outs[i]);
	free(sim->outs);
	free(sim->problem);
	free(sim->note);
	*sim = (struct simulation){ 0 };
}
