#include "rank_runs.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/output.h"
#include "base/strbuf.h"
#include "measure/run/rank_set.h"
#include "measure/run/session.h"
#include "moments.h"
#include "native.h"
#include "native_text.h"
#include "samples.h"
#include "stacks.h"

enum { FILE_MOST = 1 << 30 };

static const double same_clock_ns = 60e9;

int rank_runs_one(struct session *s, const char *folder, int rank, int size,
                  struct err *err)
{
	struct strbuf path = STRBUF_INIT, text = STRBUF_INIT;
	struct native n = { 0 };
	struct output file;
	int rc = native_measure(s, &n, err);

	if (rc != 0)
		goto out;
	strbuf_addf(&path, "%s/run.%05d.%d", folder, rank, size);
	native_text_write(&text, &n);
	rc = output_open(&file, path.s, OUTPUT_REPLACE, err);
	if (rc == 0) {
		fwrite(text.s, 1, text.len, file.f);
		rc = output_commit(&file, NULL, err);
	}
out:
	native_release(&n);
	strbuf_release(&path);
	strbuf_release(&text);
	return rc;
}

static struct sample_key translated(struct samples *to,
                                    const struct samples *from,
                                    struct sample_key key,
                                    const struct rank_runs_place *at)
{
	/* what is blocked has a place by its call only */
	if (key.module < samples_modules(from))
		key.module = samples_module(
			to, samples_module_path(from, key.module));
	if (key.site_module != SAMPLES_NO_SITE &&
	    key.site_module < samples_modules(from))
		key.site_module = samples_module(
			to, samples_module_path(from, key.site_module));
	key.thread += at->thread;
	key.run = at->run;
	return key;
}

static struct sample_count *
counter(struct samples *to, const struct samples *from, struct samples *into,
        const struct sample_key *key, const struct rank_runs_place *at)
{
	const struct sample_key own = translated(to, from, *key, at);

	return samples_at(into, &own);
}

/* into: `to`, or the blocked time of `to`; both use the modules of `to` */
static void add_counts(struct samples *to, const struct samples *from,
                       struct samples *into, const struct samples *counts,
                       const struct rank_runs_place *at)
{
	size_t n;
	const struct sample_count *all = samples_all(counts, &n);

	for (size_t i = 0; i < n; i++) {
		struct sample_count *c =
			counter(to, from, into, &all[i].key, at);

		c->user_s += all[i].user_s;
		c->system_s += all[i].system_s;
		c->samples += all[i].samples;
		c->faults += all[i].faults;
	}
}

static void add_order(struct samples *to, const struct samples *from,
                      const struct rank_runs_place *at)
{
	size_t n, places;
	const uint32_t *order = samples_order(from, &n);
	const struct sample_count *all = samples_all(from, &places);

	for (size_t i = 0; i < n; i++)
		samples_next(to, counter(to, from, to, &all[order[i]].key, at));
}

static void add_threads(struct samples *to, const struct samples *from,
                        const struct rank_runs_place *at)
{
	size_t n;
	const struct sample_thread *all = samples_threads(from, &n);

	for (size_t i = 0; i < n; i++) {
		struct sample_thread t = all[i];

		t.run = at->run;
		t.index += at->thread;
		if (t.process != SAMPLES_NO_PROCESS)
			t.process += at->process;
		if (t.creator != SAMPLES_NO_SITE)
			t.creator = samples_module(
				to, samples_module_path(from, t.creator));
		if (t.rank < 0)
			t.rank = at->rank;
		samples_thread_add(to, &t);
	}
}

/*
 * Another node's clock began at another time: there, ranks are taken to have
 * begun together.
 */
static void add_moments(struct samples *to, struct samples *from,
                        const struct rank_runs_place *at)
{
	struct moments *own = samples_moments(to, at->run);
	const struct moments *its = samples_moments(from, 0);
	size_t n, places;
	uint32_t every;
	const struct moment *all;
	const struct sample_count *counts = samples_all(from, &places);
	uint64_t shift = 0;

	if (!own || !its)
		return;
	all = moments_all(its, &n, &every);
	if (every > 1)
		return; /* their weight would be too small */
	if (fabs((double)moments_origin(own) - (double)moments_origin(its)) >
	    same_clock_ns)
		shift = moments_origin(own) - moments_origin(its);
	for (size_t i = 0; i < n; i++) {
		struct moment m = all[i];

		m.ns += shift;
		m.thread += at->thread;
		if (m.kind == MOMENT_CPU)
			m.place = samples_index(
				to, counter(to, from, to, &counts[m.place].key,
			                    at));
		moments_add(own, &m);
	}
}

static void add_stacks(struct samples *to, const struct samples *from)
{
	size_t n;
	const struct stacks_node *all = stacks_all(samples_stacks(from), &n);
	struct stacks *own = samples_stacks(to);
	uint32_t *at = mem_alloc(n, sizeof(*at));

	for (size_t i = 1; i < n; i++) {
		const uint32_t module = samples_module(
			to, samples_module_path(from, all[i].module));

		at[i] = stacks_at(own, at[all[i].parent], module,
		                  all[i].offset);
		stacks_add(own, at[i], all[i].own_s, false);
		stacks_add(own, at[i], all[i].waits_s, true);
	}
	free(at);
}

void rank_runs_join(struct samples *to, struct samples *from,
                    const struct rank_runs_place *at)
{
	add_counts(to, from, to, from, at);
	add_counts(to, from, samples_blocked(to), samples_blocked(from), at);
	add_order(to, from, at);
	add_threads(to, from, at);
	add_moments(to, from, at);
	add_stacks(to, from);
}

/* The first numbers after those of the samples' threads and processes */
static void find_free(const struct samples *s, struct rank_runs_place *at)
{
	size_t n;
	const struct sample_count *all = samples_all(s, &n);
	const struct sample_thread *t;

	for (size_t i = 0; i < n; i++) {
		if (all[i].key.thread >= at->thread)
			at->thread = all[i].key.thread + 1;
	}
	t = samples_threads(s, &n);
	for (size_t i = 0; i < n; i++) {
		if (t[i].index >= at->thread)
			at->thread = t[i].index + 1;
		if (t[i].process != SAMPLES_NO_PROCESS &&
		    t[i].process >= at->process)
			at->process = t[i].process + 1;
	}
}

/* The ranks up to now as one run */
struct joined {
	struct native *n;
	struct native_run *run;
	struct rank_runs_place next;
	size_t ranks; /* that there were */
	double clock_hz, clocks;
};

static void add_run(struct joined *j, const struct native_run *one)
{
	struct native_run *all = j->run;
	const bool first = j->ranks == 0;

	all->launch.user_s += one->launch.user_s;
	all->launch.sys_s += one->launch.sys_s;
	all->launch.wall_s = fmax(all->launch.wall_s, one->launch.wall_s);
	all->launch.peak_bytes =
		fmax(all->launch.peak_bytes, one->launch.peak_bytes);
	all->period_ns = one->period_ns;
	all->sampler.samples += one->sampler.samples;
	all->sampler.lost += one->sampler.lost;
	all->sampler.threads += one->sampler.threads;
	all->sampler.kernel_time =
		(first || all->sampler.kernel_time) && one->sampler.kernel_time;
	all->sampler.faults = first ? one->sampler.faults
	                            : all->sampler.faults + one->sampler.faults;
	if (!isnan(one->clock_hz)) {
		j->clock_hz += one->clock_hz;
		j->clocks++;
	}
}

static void add_rank(struct joined *j, struct native *of, int rank)
{
	struct native *n = j->n;
	struct moments *m = samples_moments(n->samples, j->next.run);
	const bool both = n->waits != n->samples;

	if (of->sampler != &sampler_perf)
		n->sampler = of->sampler;
	if (m && !moments_origin(m)) {
		moments_restore(
			m, moments_origin(samples_moments(of->samples, 0)), 1);
		moments_restore(samples_moments(n->waits, j->next.run),
		                moments_origin(samples_moments(of->waits, 0)),
		                1);
	}
	j->next.rank = rank;
	rank_runs_join(n->samples, of->samples, &j->next);
	if (both)
		rank_runs_join(n->waits, of->waits, &j->next);
	add_run(j, &of->runs[0]);
	j->ranks++;
	find_free(of->samples, &j->next);
	find_free(n->samples, &j->next);
	find_free(n->waits, &j->next);
}

/* "run.00003.8" */
static bool is_run(const char *name, int *rank, int *size)
{
	char number[16];
	const char *dot;

	if (strncmp(name, "run.", 4) != 0)
		return false;
	name += 4;
	dot = strchr(name, '.');
	if (!dot || dot == name || (size_t)(dot - name) >= sizeof(number))
		return false;
	memcpy(number, name, (size_t)(dot - name));
	number[dot - name] = '\0';
	return num_int(number, 0, MAX_RANKS - 1, rank) &&
	       num_int(dot + 1, 1, MAX_RANKS, size);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int read_rank(struct joined *j, const char *path, int rank,
                     struct strbuf *bad)
{
	struct strbuf text = STRBUF_INIT;
	struct native of = { 0 };
	struct err why = { 0 };
	int rc = io_read_file(path, FILE_MOST, &text, &why);

	if (rc == 0)
		rc = native_text_read(text.s, &of, &why);
	if (rc == 0)
		add_rank(j, &of, rank);
	else
		strbuf_addf(bad, "%srank %d (%s)", bad->len ? ", " : "", rank,
		            why.msg);
	native_release(&of);
	strbuf_release(&text);
	unlink(path);
	return rc;
}

static void name_missing(struct session *s, const bool *seen, int size,
                         size_t had, const struct strbuf *bad)
{
	struct strbuf b = STRBUF_INIT;
	const int wanted = s->only ? rank_set_count(s->only, size) : size;
	size_t missing = 0;

	for (int i = 0; i < size; i++) {
		if (seen[i] || (s->only && !rank_set_has(s->only, i)))
			continue;
		if (missing++ < 20)
			strbuf_addf(&b, "%s%d", b.len ? ", " : "", i);
	}
	if ((missing || bad->len) && !s->problem) {
		struct strbuf all = STRBUF_INIT;

		strbuf_addf(&all,
		            "%zu of %d ranks wrote no samples (%s%s%s%s): only "
		            "the others are included",
		            (size_t)wanted - had, wanted, b.s,
		            missing > 20 ? ", ..." : "", bad->len ? "; " : "",
		            bad->s);
		s->problem = strbuf_detach(&all);
	}
	strbuf_release(&b);
}

static void read_all(struct session *s, struct joined *j)
{
	struct dirent **names = NULL;
	const int n = scandir(s->scratch, &names, NULL, by_name);
	bool *seen = mem_alloc(MAX_RANKS, sizeof(*seen));
	struct strbuf bad = STRBUF_INIT;
	int most = 0;

	for (int i = 0; i < n; i++) {
		struct strbuf path = STRBUF_INIT;
		int rank, size;

		if (is_run(names[i]->d_name, &rank, &size)) {
			io_join(&path, s->scratch, names[i]->d_name);
			most = size > most ? size : most;
			most = rank >= most ? rank + 1 : most;
			seen[rank] = true;
			read_rank(j, path.s, rank, &bad);
		}
		strbuf_release(&path);
		free(names[i]);
	}
	free(names);
	if (j->ranks)
		name_missing(s, seen, most, j->ranks, &bad);
	strbuf_release(&bad);
	free(seen);
}

int rank_runs_read(struct session *s, struct native *n, struct err *err)
{
	struct native_run *run = &n->runs[n->nruns];
	struct joined j = { .n = n,
		            .run = run,
		            .next = { .run = (uint16_t)n->nruns } };
	const struct launch_result launched = run->launch;

	run->sampler = (struct sampler_result){ 0 };
	run->launch.wall_s = run->launch.user_s = run->launch.sys_s = 0;
	run->launch.peak_bytes = NAN;
	read_all(s, &j);
	run->clock_hz = j.clocks > 0 ? j.clock_hz / j.clocks : NAN;
	if (j.ranks)
		return 0;
	run->launch = launched;
	return err_set(err, ERR_PROGRAM,
	               "no rank wrote samples: '%s' exited with status %d; can "
	               "its processes access '%s' and perfexpert-run?",
	               s->launcher.name, launched.exit_status, s->scratch);
}
