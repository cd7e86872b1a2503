#include "tool_command.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/run/leftover.h"
#include "measure/run/remote_rank.h"
#include "measure/run/session.h"
#include "measure/collect/simulate/sample/steer.h"
#include "aside.h"
#include "host.h"

#define TOOL "perfexpert-sim"

static void add_word(struct tool_command *w, char *word)
{
	w->v = mem_grow(w->v, &w->cap, w->n + 2, sizeof(*w->v));
	w->v[w->n++] = word;
	w->v[w->n] = NULL;
}

__attribute__((format(printf, 2, 3))) static void
add_option(struct tool_command *w, const char *fmt, ...)
{
	struct strbuf b = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	add_word(w, strbuf_detach(&b));
}

void tool_command_free(struct tool_command *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->v[i]);
	free(w->v);
}

static void add_cache(struct tool_command *w, const char *name,
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

static void add_tlb(struct tool_command *w, const char *name,
                    const struct machine_tlb *t)
{
	if (t->entries)
		add_option(w, "--%s=%u,%u,%llu", name, t->entries, t->ways,
		           (unsigned long long)t->page_bytes);
	else
		add_option(w, "--%s=none", name);
}

static void add_geometry(struct tool_command *w,
                         const struct machine_geometry *g)
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
	add_option(w, "--branch-history=%u", g->branch_history);
	add_option(w, "--target-history=%u", g->target_history);
	add_option(w, "--target-bits=%u", g->target_bits);
}

/*
 * Valgrind puts other text for %p and %q{...} into the names of its files.
 * a: NULL when the command is only shown
 */
static void add_files(struct tool_command *w, const struct session *s,
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

static void add_model(struct tool_command *w, const char *scratch,
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
static void add_clock(struct tool_command *w, const struct machine *m)
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
static void add_system(struct tool_command *w)
{
	const bool seen = !getenv("PERFEXPERT_NO_SYSTEM");

	add_option(w, "--system=%s", seen ? "yes" : "no");
	if (seen && !host_pages_are_large())
		add_option(w, "--L2-frames=yes");
}

static void add_steer(struct tool_command *w, const struct steer *t)
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
static void add_stack(struct tool_command *w)
{
	static const rlim_t usual = 16 << 20, most = (rlim_t)4 << 30;
	struct rlimit limit;

	if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur > usual)
		add_option(w, "--main-stacksize=%llu",
		           (unsigned long long)(limit.rlim_cur < most
		                                        ? limit.rlim_cur
		                                        : most));
}

void tool_command_make(struct tool_command *w, const struct session *s,
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
	if (s->leaves_children)
		add_option(w, "--children=no");
	if (s->limit_s > 0)
		add_option(w, "--limit=%.0f", ceil(s->limit_s));
	add_option(w, "--");
}

char **simulate_command(const struct session *s, char ***own)
{
	struct tool_command w = { 0 };
	const char *path;
	char **words, **ours = NULL;

	tool_command_make(&w, s, NULL, NULL, true);
	words = s->launcher.remote ? remote_rank_command(s, w.v, &ours)
	                           : session_command(s, "valgrind", w.v, &path);
	for (size_t i = 0; ours && ours[i]; i++)
		add_word(&w, ours[i]);
	free(ours);
	*own = w.v;
	return words;
}
