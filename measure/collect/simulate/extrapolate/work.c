#include "work.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "measure/collect/simulate/sample/marker.h"
#include "measure/collect/simulate/sample/sampling.h"
#include "measure/run/environment.h"
#include "measure/run/session.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "measure/collect/clock/native_environment.h"

/* A marker, and how much is executed near it. */
struct choice {
	struct marker marker;
	double heat;
};

enum { MARKERS = MARKER_MOST };

struct comparison {
	struct session *s;
	struct markers counted_by;
	struct marker markers[MARKERS];
	uint64_t count[MARKERS];
	bool counted[MARKERS];
	size_t n;
};

bool work_in_doubt(const struct simulation *sim)
{
	for (size_t i = 0; i < sim->n; i++) {
		if (sim->outs[i]->clock_reads)
			return true;
	}
	return false;
}

/* Executions of the code around the i-th instruction. */
static double heat(const struct simout *out, size_t i)
{
	const struct sim_instr *in = &out->instrs[i];
	const uint64_t near_bytes = (uint64_t)sampling.near;
	double sum = 0;

	for (size_t k = i; k > 0; k--) {
		const struct sim_instr *near = &out->instrs[k - 1];

		if (near->module != in->module ||
		    near->addr + near_bytes < in->addr)
			break;
		sum += (double)sim_count(near, SIM_EXEC);
	}
	for (size_t k = i; k < out->n_instrs; k++) {
		const struct sim_instr *near = &out->instrs[k];

		if (near->module != in->module ||
		    near->addr > in->addr + near_bytes)
			break;
		sum += (double)sim_count(near, SIM_EXEC);
	}
	return sum;
}

/* Keep one marker for each count: the one with most executions near it. */
static void keep(struct choice *best, size_t *n, struct choice *c)
{
	size_t at = 0;

	for (size_t i = 0; i < *n; i++) {
		if (best[i].marker.count != c->marker.count)
			continue;
		if (best[i].heat >= c->heat || !marker_read_code(&c->marker))
			return;
		memmove(&best[i], &best[i + 1], (*n - i - 1) * sizeof(*c));
		--*n;
	}
	while (at < *n && best[at].heat >= c->heat)
		at++;
	if (at == MARKERS || !marker_read_code(&c->marker))
		return;
	*n += *n < MARKERS;
	memmove(&best[at + 1], &best[at], (*n - 1 - at) * sizeof(*c));
	best[at] = *c;
}

/*
 * The code that takes the time has parts that are executed seldom: where it
 * begins, or its outer loops. Their counts show how often it was done.
 */
static void choose(struct comparison *q, const struct simout *out,
                   const char *program, double native_s)
{
	const uint64_t most = (uint64_t)(sampling.keep_rate * (1 + native_s));
	struct choice best[MARKERS];

	for (size_t i = 0; i < out->n_instrs; i++) {
		const struct sim_instr *in = &out->instrs[i];
		const char *path = out->modules[in->module].path;
		struct choice c = { .marker = {
					    .code = { .path = path,
			                              .vaddr = in->addr,
			                              .size = in->size } } };

		c.marker.count = sim_count(in, SIM_EXEC);
		if ((double)c.marker.count < sampling.least_work ||
		    c.marker.count > most ||
		    !marker_counted_alike(path, program))
			continue;
		c.heat = heat(out, i);
		keep(best, &q->n, &c);
	}
	for (size_t i = 0; i < q->n; i++)
		q->markers[i] = best[i].marker;
}

static void look(struct comparison *q)
{
	for (size_t i = 0; i < q->n; i++) {
		struct marker *m = &q->markers[i];

		if (!marker_read(m, &q->count[i]))
			continue;
		q->counted[i] = m->slot->set;
		if (q->count[i] / (uint64_t)sampling.far_too_many > m->count)
			marker_close(m); /* it costs time */
	}
}

static const char comparing[] = "comparing the work";

static bool tick(void *ctx, double elapsed_s)
{
	struct comparison *q = ctx;

	progress_show(&q->s->progress, comparing, elapsed_s, NAN);
	look(q);
	return true;
}

static int run(struct comparison *q, const struct native *n,
               struct launch_result *result, struct err *err)
{
	struct session *s = q->s;
	struct launch l = { .path = s->program.path,
		            .argv = s->argv,
		            .stdin_fd = -1,
		            .input = &s->input,
		            .quiet = !s->all_output,
		            .tick_ms = 50,
		            .limit_s = 3 * n->runs[0].launch.wall_s + 1,
		            .watch = { .tick = tick, .ctx = q } };
	bool changed;
	char **like = native_environment(s->envp, &changed);
	char **envp = markers_env(&q->counted_by, like);
	int rc;

	*result = (struct launch_result){ 0 };
	l.envp = envp;
	rc = prepare_run(s, err);
	if (rc == 0)
		rc = launch_run(&l, &s->signals, result, err);
	progress_done(&s->progress);
	progress_ended(&s->progress, comparing, result->wall_s);
	look(q);
	s->interrupted = s->interrupted || (rc == 0 && result->interrupted);
	environment_free(envp);
	environment_free(like);
	return rc;
}

/* The larger of two counts / the smaller. */
static double apart(uint64_t a, uint64_t b)
{
	const double x = (double)a, y = (double)b;

	return x > y ? x / fmax(y, 1) : y / fmax(x, 1);
}

void work_compare(struct session *s, const struct native *n,
                  const struct simulation *sim, struct work *work,
                  struct err *err)
{
	struct comparison q = { .s = s };
	const struct simout *out = marker_image(sim);
	const struct launch_result *first = &n->runs[0].launch;
	struct launch_result r;
	char program[PATH_MAX];

	*work = (struct work){ 0 };
	if (!out || !realpath(s->program.path, program))
		return;
	if (!markers_possible(s)) {
		err_set(err, ERR_UNSUPPORTED,
		        "instructions can't be counted in a native run");
		return;
	}
	choose(&q, out, program, first->wall_s);
	if (q.n == 0) {
		err_set(err, ERR_UNSUPPORTED,
		        "no instruction of the hot code is executed a "
		        "countable number of times");
		return;
	}
	if (markers_open(&q.counted_by, out->rank, err) != 0)
		return;
	for (size_t i = 0; i < q.n; i++)
		q.markers[i].slot =
			markers_add(&q.counted_by, &q.markers[i].code, 0);
	const int rc = run(&q, n, &r, err);

	markers_close(&q.counted_by);
	if (rc != 0 || r.limited || r.interrupted)
		return;
	for (size_t i = 0; i < q.n; i++) {
		if (!q.counted[i])
			continue;
		if (work->known && apart(q.count[i], q.markers[i].count) <=
		                           apart(work->native, work->simulated))
			continue;
		work->known = true;
		work->native = q.count[i];
		work->simulated = q.markers[i].count;
	}
}
