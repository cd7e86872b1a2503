#include "simulate.h"

#include <dirent.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sys/resource.h>
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
#include "measure/run/leftover.h"
#include "measure/collect/clock/native.h"
#include "measure/run/program.h"
#include "measure/run/session.h"
#include "aside.h"
#include "host.h"
#include "model_file.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simout_weigh.h"
#include "measure/collect/simulate/sample/steer.h"

#define TOOL "perfexpert-sim"

enum {
	SPARE_MAX = 1 << 30,
	STEER_TICK_MS = 10, /* a slice takes longer */
	SLOWER = 100,       /* than natively: the slowest pass seen took 60 */
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
	if (c->hashed)
		add_option(w, "--%s-hashed=%u", name, c->hashed);
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
	add_option(w, "--predictor=%s", g->predictor);
	add_option(w, "--branch-bits=%u", g->branch_bits);
	if (strcmp(g->predictor, "tage") == 0) {
		add_option(w, "--branch-history=%u", g->branch_history);
		add_option(w, "--target-history=%u", g->target_history);
		add_option(w, "--target-bits=%u", g->target_bits);
	}
}

/*
 * Valgrind puts other text for %p and %q{...} into the names of its files.
 * a: NULL when the command is only shown
 */
static void add_files(struct words *w, const struct session *s,
                      const char *scratch, const struct aside *a)
{
	/* processes of other nodes may have the same number */
	const char *const rank =
		s->launcher.remote ? "%q{" REMOTE_RANK_VARIABLE "}." : "";
	struct strbuf folder = STRBUF_INIT;
	long pid = getpid();

	for (const char *c = scratch; *c; c++) {
		strbuf_addc(&folder, *c);
		if (*c == '%')
			strbuf_addc(&folder, '%');
	}
	if (a && a->log[1] >= 0)
		add_option(w, "--log-file=/proc/%ld/fd/%d", pid, a->log[1]);
	else
		add_option(w, "--log-file=%s/valgrind.%s%%p.log", folder.s,
		           rank);
	add_option(w, LEFTOVER_WORD "%s/sim.%s%%p", folder.s, rank);
	if (a && a->spare >= 0) {
		add_option(w, "--spare-file=/proc/%ld/fd/%d", pid, a->spare);
		add_option(w, "--owner=%ld", pid);
	}
	if (a && a->kinds >= 0)
		add_option(w, "--kinds=/proc/%ld/fd/%d", pid, a->kinds);
	strbuf_release(&folder);
}

static void add_model(struct words *w, const char *scratch,
                      const struct aside *a)
{
	struct strbuf path = STRBUF_INIT;

	aside_model_path(&path, scratch, a);
	add_option(w, "--model=%s", path.s);
	strbuf_release(&path);
}

static unsigned long long cycles(const struct machine *m, const char *name)
{
	const double value = machine_param(m, name);

	return value >= 1 ? (unsigned long long)(value + 0.5) : 1;
}

/* The program sees the time pass as it does natively. */
static void add_clock(struct words *w, const struct machine *m)
{
	const double hz = machine_param(m, "CPU_freq");

	if (!(hz >= 1e6))
		return;
	add_option(w, "--clock-mhz=%.0f", hz / 1e6);
	add_option(w, "--miss-cycles=%llu,%llu,%llu,%llu", cycles(m, "L2_lat"),
	           cycles(m, "L3_lat"), cycles(m, "Mem_lat"),
	           cycles(m, "BR_miss_lat"));
}

/* Other tools, and theory, count what the program alone would miss, by its own
 * addresses. */
static void add_system(struct words *w)
{
	const bool seen = !getenv("PERFEXPERT_NO_SYSTEM");

	add_option(w, "--system=%s", seen ? "yes" : "no");
	if (seen && !host_pages_are_large())
		add_option(w, "--L2-frames=yes");
}

static void add_steer(struct words *w, const struct steer *t)
{
	const long pid = getpid();

	add_option(w, "--watch=/proc/%ld/fd/%d", pid, t->watch_fd);
	add_option(w, "--slices=/proc/%ld/fd/%d", pid, t->slices_fd);
	add_option(w, "--control=/proc/%ld/fd/%d", pid, t->control_fd);
	add_option(w, "--slice=%.0f", steer_slice(t->native_s));
	if (t->together)
		add_option(w, "--together=yes");
}

/*
 * Valgrind's own limit of the first thread's stack is 16 MiB, whatever the
 * system's is: large arrays of Fortran programs are there. Only addresses are
 * kept free for it.
 */
static void add_stack(struct words *w)
{
	static const rlim_t usual = 16 << 20, most = (rlim_t)4 << 30;
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur > usual)
		add_option(w, "--main-stacksize=%llu",
		           (unsigned long long)(limit.rlim_cur < most
		                                        ? limit.rlim_cur
		                                        : most));
}

static void command_line(struct words *w, const struct session *s,
                         const struct aside *a, const struct steer *steer,
                         bool modelled)
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
	add_stack(w);
	add_option(w, "-q");
	/* an instruction that Valgrind does not know is named in the log */
	add_option(w, "--sigill-diagnostics=yes");
	add_files(w, s, scratch, a);
	add_geometry(w, machine_geometry(s->machine));
	add_system(w);
	add_clock(w, s->machine);
	if (modelled)
		add_model(w, scratch, a);
	if (steer)
		add_steer(w, steer);
	if (s->limit_s > 0)
		add_option(w, "--limit=%.0f", ceil(s->limit_s));
	add_option(w, "--");
}

/* What Valgrind had to say, when it could not go on. */
static char *diagnose_log(const char *text)
{
	struct strbuf b = STRBUF_INIT;

	const char *bytes = strstr(text, "unhandled instruction bytes");

	if (bytes) {
		const bool evex = strncmp(bytes + 27, ": 0x62", 6) == 0;

		strbuf_addf(&b,
		            "the simulator does not know an%s instruction "
		            "of the program (",
		            evex ? " AVX-512" : "");
		strbuf_add(&b, bytes, strcspn(bytes, "\n"));
		strbuf_adds(&b, evex ? "); build it with -march=x86-64-v3 (or "
		                       "-mno-avx512f) to measure it"
		                     : "); build it for an older CPU "
		                       "(-march=)");
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

static void add_output(struct simulation *sim, struct simout *out)
{
	if (!out)
		return;
	sim->outs = mem_resize(sim->outs, sim->n + 1, sizeof(struct simout *));
	sim->outs[sim->n++] = out;
}

/* Outputs one after the other, with zeros between some of them */
static void take_outputs(struct simulation *sim, struct strbuf *text,
                         struct err *err)
{
	static const char next[] = "\nperfexpert-sim ";
	size_t at = 0;

	while (at < text->len) {
		char *s = text->s + at, *end = strstr(s, next), first;

		if (!*s) {
			at++;
			continue;
		}
		end = end ? end + 1 : s + strlen(s);
		first = *end;
		*end = '\0';
		add_output(sim, simout_parse(s, (size_t)(end - s), err));
		*end = first;
		at += (size_t)(end - s);
	}
}

static void read_spare(struct simulation *sim, const struct aside *aside,
                       struct err *err)
{
	struct strbuf text = STRBUF_INIT;

	if (aside_spare(aside, SPARE_MAX, &text, err) == 0)
		take_outputs(sim, &text, err);
	strbuf_release(&text);
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
			simout_drop_preloaded(out);
			sim->outs = mem_resize(sim->outs, sim->n + 1,
			                       sizeof(struct simout *));
			sim->outs[sim->n++] = out;
		}
	} else if (strncmp(name, "valgrind.", 9) == 0 && !sim->problem &&
	           io_read_file(path.s, 1 << 20, &log, &ignored) == 0) {
		sim->problem = diagnose_log(log.s);
		sim->refused = strstr(log.s, "unhandled instruction bytes");
	}
	strbuf_release(&path);
	strbuf_release(&log);
}

/* What an earlier pass of this session left would be taken for this one's. */
static void drop_outputs(const struct session *s)
{
	struct dirent **names = NULL;
	const int n = scandir(s->scratch, &names, NULL, NULL);

	for (int i = 0; i < n; i++) {
		struct strbuf path = STRBUF_INIT;

		io_join(&path, s->scratch, names[i]->d_name);
		if (strncmp(names[i]->d_name, "sim.", 4) == 0 ||
		    strncmp(names[i]->d_name, "valgrind.", 9) == 0)
			unlink(path.s);
		strbuf_release(&path);
		free(names[i]);
	}
	free(names);
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
		            "status %d, natively with %d (--all-output "
		            "shows what it says there)%s",
		            r->exit_status, s->exit_status,
		            s->prepare.path ? ""
		                            : "; one that minds what the run "
		                              "before wrote needs --prepare");
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

/* Not what natively happens, nor what was asked for. */
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

char **simulate_command(const struct session *s, char ***own)
{
	struct words w = { 0 };
	const char *path;
	char **words, **ours = NULL;

	command_line(&w, s, NULL, NULL, true);
	words = s->launcher.remote ? remote_rank_command(s, w.v, &ours)
	                           : session_command(s, "valgrind", w.v, &path);
	for (size_t i = 0; ours && ours[i]; i++)
		add_word(&w, ours[i]);
	free(ours);
	*own = w.v;
	return words;
}

/* Each run may have its own name for what it removes in the end. */
static void name_as_natively(const struct mapped *files, struct simulation *sim)
{
	for (size_t i = 0; i < sim->n; i++) {
		struct simout *out = sim->outs[i];

		for (size_t k = 0; k < out->n_modules; k++) {
			struct sim_module *m = &out->modules[k];
			const char *other =
				m->path[0] == '/' &&
						!mapped_path(files, m->path)
					? mapped_alike(files, m->path,
			                               m->build_id)
					: NULL;

			if (other)
				m->path = arena_intern(out->arena, other);
		}
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
	read_outputs(s, sim, err);
	read_spare(sim, aside, err);
	aside_listen(aside);
	if (!sim->problem)
		sim->problem = diagnose_log(aside->said.s);
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
					.patience_s = s->after_s * SLOWER,
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

/* Of ranks that did not say so, some may have written and ended by themselves.
 */
static void tell_unwritten(struct simulation *sim, const struct steer *t)
{
	struct strbuf b = STRBUF_INIT;
	const size_t all = slices_processes(t->reader);
	const size_t lost = all > sim->n ? all - sim->n : 0;
	const size_t n = lost < t->unwritten ? lost : t->unwritten;

	if (!n)
		return;
	strbuf_addf(
		&b,
		"%zu rank%s did not write what %s in time when the pass was "
		"ended: the counts of the others are all there are",
		n, n == 1 ? "" : "s",
		n == 1 ? "it had counted" : "they had counted");
	free(sim->problem);
	sim->problem = strbuf_detach(&b);
	strbuf_release(&b);
}

int simulate_run(struct session *s, struct simulation *sim, struct steer *steer,
                 double expected_s, struct err *err)
{
	struct ticker t = { .s = s, .steer = steer, .expected_s = expected_s };
	struct strbuf dir = STRBUF_INIT;
	struct program valgrind = { 0 };
	struct words w = { 0 };
	bool changed;
	char **envp;
	int rc = -1;

	*sim = (struct simulation){ 0 };
	drop_outputs(s);
	aside_open(&t.aside, s);
	envp = native_environment(s->envp, &changed);
	if (find_valgrind(&valgrind, err) != 0 ||
	    datadir_helper("simulator", &dir, err) != 0)
		goto out;
	command_line(&w, s, &t.aside, steer, write_model(s, &t.aside, sim));
	rc = launch_pass(&t, sim, valgrind.path, w.v,
	                 environment_set(envp, "VALGRIND_LIB", dir.s), err);
	if (rc == 0)
		rc = take_results(s, sim, &t.aside, err);
	if (rc == 0 && steer && steer->unwritten)
		tell_unwritten(sim, steer);
out:
	aside_close(&t.aside);
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
	free(sim->note);
	*sim = (struct simulation){ 0 };
}
