#include "simulate.h"

#include <dirent.h>
#include <math.h>
#include <signal.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "environment.h"
#include "native.h"
#include "program.h"
#include "session.h"
#include "simout.h"

#define TOOL "perfexpert-sim"

static int find_valgrind(struct program *p, struct err *err)
{
	struct err why = { 0 };

	if (program_find(p, "valgrind", &why) == 0)
		return 0;
	return err_set(err, ERR_UNSUPPORTED,
	               "Valgrind is not installed (package 'valgrind')");
}

int simulate_usable(const struct session *s, struct err *err)
{
	struct strbuf dir = STRBUF_INIT;
	struct program valgrind = { 0 };
	int rc = -1;

	if (s->launcher.remote)
		return err_set(err, ERR_UNSUPPORTED,
		               "'%s' starts processes that are out of its "
		               "reach; mpirun on one node would do, or "
		               "'%s ... perfexpert-run ./app' with one rank",
		               s->launcher.name, s->launcher.name);
	if (find_valgrind(&valgrind, err) == 0 &&
	    datadir_helper("simulator", &dir, err) == 0)
		rc = 0;
	if (err->code != ERR_NONE)
		err->code = ERR_UNSUPPORTED;
	program_release(&valgrind);
	strbuf_release(&dir);
	return rc;
}

/* Command line under construction; the strings are ours. */
struct words {
	char **v;
	size_t n, cap;
};

static void add_word(struct words *w, char *word)
{
	w->v = mem_grow(w->v, &w->cap, w->n + 2, sizeof(*w->v));
	w->v[w->n++] = word;
	w->v[w->n] = NULL;
}

__attribute__((format(printf, 2, 3))) static void
add_option(struct words *w, const char *fmt, ...)
{
	struct strbuf b = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	add_word(w, strbuf_detach(&b));
}

static void free_words(struct words *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->v[i]);
	free(w->v);
}

static void add_cache(struct words *w, const char *name,
                      const struct machine_cache *c)
{
	if (c->size_bytes)
		add_option(w, "--%s=%llu,%u,%u", name,
		           (unsigned long long)c->size_bytes, c->ways,
		           c->line_bytes);
	else
		add_option(w, "--%s=none", name);
}

static void add_tlb(struct words *w, const char *name,
                    const struct machine_tlb *t)
{
	if (t->entries)
		add_option(w, "--%s=%u,%u,%llu", name, t->entries, t->ways,
		           (unsigned long long)t->page_bytes);
	else
		add_option(w, "--%s=none", name);
}

static void add_geometry(struct words *w, const struct machine_geometry *g)
{
	add_cache(w, "L1D", &g->l1d);
	add_cache(w, "L1I", &g->l1i);
	add_cache(w, "L2", &g->l2);
	add_cache(w, "L3", &g->l3);
	add_tlb(w, "DTLB1", &g->dtlb1);
	add_tlb(w, "DTLB2", &g->dtlb2);
	add_tlb(w, "ITLB1", &g->itlb1);
	add_tlb(w, "ITLB2", &g->itlb2);
	add_option(w, "--TLB2-unified=%s", g->tlb2_unified ? "yes" : "no");
	add_option(w, "--fetch=%u", g->fetch_bytes);
	add_option(w, "--branch-bits=%u", g->branch_bits);
}

static void command_line(struct words *w, const struct session *s)
{
	/* not made yet when the command is only shown */
	const char *scratch = s->scratch ? s->scratch : "SCRATCH";

	add_option(w, "valgrind");
	/* neither ~/.valgrindrc nor $VALGRIND_OPTS */
	add_option(w, "--command-line-only=yes");
	add_option(w, "--tool=" TOOL);
	add_option(w, "--trace-children=yes");
	add_option(w, "--vgdb=no");
	/* threads that spin (OpenMP's do) must not keep others waiting */
	add_option(w, "--fair-sched=try");
	add_option(w, "-q");
	/* an instruction that Valgrind does not know is named in the log */
	add_option(w, "--sigill-diagnostics=yes");
	add_option(w, "--log-file=%s/valgrind.%%p.log", scratch);
	add_option(w, "--out-file=%s/sim.%%p", scratch);
	add_geometry(w, machine_geometry(s->machine));
	if (s->limit_s > 0)
		add_option(w, "--limit=%.0f", ceil(s->limit_s));
	add_option(w, "--");
}

/* What Valgrind had to say, when it could not go on. */
static char *diagnose_log(const char *text)
{
	struct strbuf b = STRBUF_INIT;

	if (strstr(text, "unhandled instruction bytes: 0x62")) {
		strbuf_adds(&b,
		            "the program uses AVX-512 instructions, which "
		            "Valgrind does not run; build it with "
		            "-march=x86-64-v3 (or -mno-avx512f) to measure it");
	} else if (strstr(text, "unhandled instruction bytes")) {
		const char *p = strstr(text, "unhandled instruction bytes");

		strbuf_adds(&b, "Valgrind does not know an instruction of the "
		                "program (");
		strbuf_add(&b, p, strcspn(p, "\n"));
		strbuf_adds(&b, "); build it for an older CPU (-march=)");
	} else if (strstr(text, "the 'impossible' happened")) {
		strbuf_adds(&b, "Valgrind failed; its log ends: ");
		strbuf_add(&b, text, strlen(text) < 300 ? strlen(text) : 300);
	} else {
		strbuf_release(&b);
		return NULL;
	}
	return strbuf_detach(&b);
}

/* What a process was writing when it was killed ends in .tmp. */
static bool is_output(const char *name)
{
	const size_t len = strlen(name);

	return strncmp(name, "sim.", 4) == 0 &&
	       strcmp(name + len - 4, ".tmp") != 0;
}

static void read_output(struct session *s, struct simulation *sim,
                        const char *name, struct err *err)
{
	struct strbuf path = STRBUF_INIT, log = STRBUF_INIT;
	struct err ignored = { 0 };

	io_join(&path, s->scratch, name);
	if (is_output(name)) {
		struct simout *out = simout_read(path.s, err);

		if (out) {
			sim->outs = mem_resize(sim->outs, sim->n + 1,
			                       sizeof(struct simout *));
			sim->outs[sim->n++] = out;
		}
	} else if (strncmp(name, "valgrind.", 9) == 0 && !sim->problem &&
	           io_read_file(path.s, 1 << 20, &log, &ignored) == 0) {
		sim->problem = diagnose_log(log.s);
	}
	strbuf_release(&path);
	strbuf_release(&log);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static void read_outputs(struct session *s, struct simulation *sim,
                         struct err *err)
{
	struct dirent **names = NULL;
	int n = scandir(s->scratch, &names, NULL, by_name);

	for (int i = 0; i < n; i++) {
		read_output(s, sim, names[i]->d_name, err);
		free(names[i]);
	}
	free(names);
}

static void explain(const struct session *s, struct simulation *sim)
{
	struct strbuf b = STRBUF_INIT;
	const struct launch_result *r = &sim->launch;

	for (size_t i = 0; i < sim->n; i++) {
		if (sim->outs[i]->end == SIM_END_LIMIT)
			return; /* as it was asked to */
	}
	if (sim->problem || r->limited || r->interrupted)
		return;
	if (r->signal && r->signal != s->exit_signal)
		strbuf_addf(&b,
		            "under the simulator the program ended with "
		            "signal %d (%s), unlike natively",
		            r->signal, strsignal(r->signal));
	else if (r->exit_status != s->exit_status && sim->n)
		strbuf_addf(&b,
		            "under the simulator the program exited with "
		            "status %d, natively with %d",
		            r->exit_status, s->exit_status);
	else if (!sim->n)
		strbuf_adds(&b, "the simulator left no counts");
	if (b.len)
		sim->problem = strbuf_detach(&b);
	strbuf_release(&b);
}

struct ticker {
	struct session *s;
	double expected_s;
};

static bool tick(void *ctx, double elapsed_s)
{
	struct ticker *t = ctx;

	progress_show(&t->s->progress, "simulated run", elapsed_s,
	              t->expected_s);
	return true;
}

char **simulate_command(const struct session *s, char ***own)
{
	struct words w = { 0 };
	const char *path;

	command_line(&w, s);
	*own = w.v;
	return session_command(s, "valgrind", w.v, &path);
}

int simulate_run(struct session *s, struct simulation *sim, double expected_s,
                 struct err *err)
{
	struct ticker t = { s, expected_s };
	struct strbuf dir = STRBUF_INIT;
	struct program valgrind = { 0 };
	struct words w = { 0 };
	char **envp, **with_lib, **command = NULL;
	const char *path;
	double limit_s = s->limit_s;
	bool changed;
	int rc = -1;

	*sim = (struct simulation){ 0 };
	envp = native_environment(s->envp, &changed);
	if (find_valgrind(&valgrind, err) != 0 ||
	    datadir_helper("simulator", &dir, err) != 0)
		goto out;
	command_line(&w, s);
	with_lib = environment_set(envp, "VALGRIND_LIB", dir.s);
	/* the tool ends itself at the limit; we only watch that it does */
	if (limit_s > 0)
		s->limit_s = limit_s + 10;
	command = session_command(s, valgrind.path, w.v, &path);
	rc = session_launch(
		s,
		(struct launch){ .path = path,
	                         .argv = command,
	                         .envp = with_lib,
	                         .watch = { .tick = tick, .ctx = &t } },
		&sim->launch, err);
	free(command);
	s->limit_s = limit_s;
	environment_free(with_lib);
	if (rc == 0) {
		read_outputs(s, sim, err);
		explain(s, sim);
		rc = err->code == ERR_NONE ? 0 : -1;
	}
out:
	environment_free(envp);
	free_words(&w);
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
	*sim = (struct simulation){ 0 };
}
