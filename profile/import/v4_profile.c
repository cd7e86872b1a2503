/*
 * v4_profile.c - profile.db: the values of each thread
 *
 * Values are inclusive; a context's own count is its value without those of
 * the contexts below it. One profile is read after the other through a small
 * buffer.
 *
 * Source: HPCToolkit, doc/FORMATS.md, "profile.db version 4.0"
 */
#include "v4.h"

#include <math.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/num.h"
#include "tree.h"

enum { PROFILE_INFOS, ID_TUPLES, NSECTIONS };
enum { INFO_SIZE = 0x2c, VALUE_SIZE = 10, INDEX_SIZE = 12 };
enum { MAX_TABLE = 1 << 22 };

struct info {
	uint64_t nvalues, values, ncontexts, contexts, tuple;
	bool summary;
	/* from the tuple and the values of the whole profile */
	uint64_t identity;
	uint64_t metrics; /* a bit for each that it has, modulo 64 */
	uint32_t rank, thread;
	bool processor; /* not a stream of a GPU */
	unsigned run;   /* counted from 0 in this database */
};

struct profiles {
	struct v4 *v;
	struct info *infos;
	size_t n;
	unsigned nruns, first_run;
	int *series; /* [nruns][nmetrics]; NOT_YET, or -1: left out */
};

enum { NOT_YET = -2 };

static int get(const struct v4 *v, const char *what, uint64_t at, void *to,
               size_t n)
{
	if (!bytes_hold(&v->profile, at, n, 1)) {
		v4_fail(v, what, "an offset is outside the file");
		return -1;
	}
	return bytes_read(&v->profile, at, to, n, v->err);
}

/* Who was measured: "NODE 0 / RANK 3 / THREAD 1" */
static int read_tuple(const struct v4 *v, struct info *info)
{
	unsigned char p[16];
	uint64_t at = info->tuple;
	unsigned n;

	info->processor = true;
	if (!at)
		return 0;
	if (get(v, "identifier tuples", at, p, 8) != 0)
		return -1;
	n = bytes_u16(p);
	at += 8;
	for (unsigned i = 0; i < n; i++, at += 16) {
		if (get(v, "identifier tuples", at, p, sizeof(p)) != 0)
			return -1;
		info->identity = hash_number(info->identity ^ bytes_u64(p));
		info->identity = hash_number(info->identity ^ bytes_u64(p + 8));
		if (p[0] == v->kind_rank)
			info->rank = bytes_u32(p + 4);
		else if (p[0] == v->kind_thread)
			info->thread = bytes_u32(p + 4);
		else if (p[0] >= 4 && p[0] <= 6) /* GPU */
			info->processor = false;
	}
	return 0;
}

/* Which metrics have a value for the whole profile (context 0, the first). */
static int read_presence(const struct v4 *v, struct info *info)
{
	unsigned char index[2 * INDEX_SIZE], value[VALUE_SIZE];
	uint64_t end = info->nvalues;
	size_t n = info->ncontexts > 1 ? 2 : 1;

	if (!info->ncontexts)
		return 0;
	if (get(v, "values", info->contexts, index, n * INDEX_SIZE) != 0)
		return -1;
	if (bytes_u32(index) != 0)
		return 0;
	if (n == 2)
		end = bytes_u64(index + INDEX_SIZE + 4);
	for (uint64_t i = bytes_u64(index + 4); i < end && i < info->nvalues;
	     i++) {
		uint32_t m;

		if (get(v, "values", info->values + i * VALUE_SIZE, value,
		        VALUE_SIZE) != 0)
			return -1;
		m = ids_get(&v->thread_ids, bytes_u16(value));
		if (m != IDS_NONE)
			info->metrics |= 1ull << m % 64;
	}
	return 0;
}

static int read_info(const struct v4 *v, const unsigned char *p,
                     struct info *info)
{
	*info = (struct info){
		.nvalues = bytes_u64(p),
		.values = bytes_u64(p + 8),
		.ncontexts = bytes_u32(p + 16),
		.contexts = bytes_u64(p + 24),
		.tuple = bytes_u64(p + 32),
		.summary = bytes_u32(p + 40) & 1,
	};
	if (!bytes_hold(&v->profile, info->values, info->nvalues, VALUE_SIZE) ||
	    !bytes_hold(&v->profile, info->contexts, info->ncontexts,
	                INDEX_SIZE))
		return v4_fail(v, "profiles", "values are outside the file");
	if (info->summary)
		return 0;
	return read_tuple(v, info) != 0 ? -1 : read_presence(v, info);
}

static int read_infos(struct profiles *p)
{
	const struct v4 *v = p->v;
	struct v4_part s[NSECTIONS];
	uint64_t at;
	unsigned char head[13], info[INFO_SIZE];
	uint32_t n;

	if (v4_header(v, &v->profile, "prof", "_prof.db", s, NSECTIONS) != 0 ||
	    get(v, "profiles", s[PROFILE_INFOS].at, head, sizeof(head)) != 0)
		return -1;
	at = bytes_u64(head);
	n = bytes_u32(head + 8);
	if (head[12] < INFO_SIZE)
		return v4_fail(v, "profiles", "a structure is too small");
	if (!bytes_hold(&v->profile, at, n, head[12]))
		return v4_fail(v, "profiles", "the table is outside the file");
	p->infos = mem_alloc((size_t)n + 1, sizeof(*p->infos));
	for (; p->n < n; p->n++, at += head[12]) {
		if (get(v, "profiles", at, info, sizeof(info)) != 0 ||
		    read_info(v, info, &p->infos[p->n]) != 0)
			return -1;
	}
	return 0;
}

/* How well a profile fits to those of a run: metrics that it shares with them
 * count for, those that they do not have against. */
static int fit(uint64_t run, uint64_t profile)
{
	return __builtin_popcountll(run & profile) -
	       __builtin_popcountll(profile & ~run);
}

static unsigned best_run(const struct profiles *p, const uint64_t *metrics,
                         struct ids *used, const struct info *info)
{
	unsigned best = 0;
	bool any = false;

	for (unsigned r = 0; r < p->nruns; r++) {
		if (ids_get(used, hash_number(info->identity + r)) != IDS_NONE)
			continue;
		if (!any || fit(metrics[r], info->metrics) >
		                    fit(metrics[best], info->metrics))
			best = r;
		any = true;
	}
	ids_add(used, hash_number(info->identity + best), best);
	return best;
}

/* Those with most metrics first: they say most about their run. */
static void assign_runs(struct profiles *p)
{
	uint64_t *metrics = mem_alloc(p->nruns, sizeof(*metrics));
	struct ids used = { 0 };

	for (int n = 64; n >= 0; n--) {
		for (size_t i = 0; i < p->n; i++) {
			struct info *info = &p->infos[i];

			if (info->summary ||
			    __builtin_popcountll(info->metrics) != n)
				continue;
			info->run = best_run(p, metrics, &used, info);
			metrics[info->run] |= info->metrics;
		}
	}
	free(metrics);
	ids_release(&used);
}

/* Some profile has all the metrics that there are: then one run measured them
 * all, and equal tuples are processes that were started by one another. */
static bool one_run(const struct profiles *p)
{
	uint64_t all = 0;
	bool any = false;

	for (size_t i = 0; i < p->n; i++)
		all |= p->infos[i].metrics;
	for (size_t i = 0; i < p->n; i++)
		any |= p->infos[i].metrics == all;
	return any;
}

/*
 * Several measurements given to one hpcprof stay apart only as profiles with
 * equal tuples. Those of one run are found again by the metrics they have.
 */
static int find_runs(struct profiles *p)
{
	struct ids first = { 0 };
	uint32_t *count = mem_alloc(p->n + 1, sizeof(*count));

	p->nruns = 1;
	for (size_t i = 0; i < p->n; i++) {
		uint32_t j;

		if (p->infos[i].summary)
			continue;
		j = ids_add(&first, p->infos[i].identity, (uint32_t)i);
		if (++count[j] > p->nruns)
			p->nruns = count[j];
	}
	free(count);
	ids_release(&first);
	if (one_run(p))
		p->nruns = 1;
	if (p->nruns > TREE_MAX_RUNS - p->first_run ||
	    p->nruns * p->v->nmetrics > MAX_TABLE ||
	    (p->nruns > 1 && p->nruns * p->n > MAX_TABLE))
		return v4_fail(p->v, "profiles", "too many of one thread");
	if (p->nruns > 1)
		assign_runs(p);
	return 0;
}

/* Where the values of a metric in a run go. */
static int series_of(struct profiles *p, unsigned run, size_t metric)
{
	int *series = &p->series[run * p->v->nmetrics + metric];

	if (*series == NOT_YET)
		*series = tree_series(p->v->t, p->first_run + run,
		                      p->v->metrics[metric].name, 0);
	return *series;
}

static void note_different(struct v4_metric *m, double value)
{
	if (m->nseen == V4_FEW_VALUES)
		return;
	for (size_t i = 0; i < m->nseen; i++) {
		if (m->seen[i] == value)
			return;
	}
	m->seen[m->nseen++] = value;
}

/*
 * Samples are multiples of the period, so the greatest common divisor of all
 * values is one of the period: never too small, hence never claiming more
 * samples than there were.
 */
static void note_divisor(struct v4_metric *m, double value)
{
	uint64_t a, b;

	if (value == 0 || m->divisor < 0)
		return;
	if (value != floor(value) || value > 9e15) {
		m->divisor = -1;
		return;
	}
	a = (uint64_t)value;
	b = (uint64_t)m->divisor;
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	m->divisor = (double)a;
	note_different(m, value);
}

struct cursor {
	struct stream contexts, values;
	uint64_t at; /* index of the next value */
	bool summary;
	unsigned run;
};

/* The values of one context. */
static int read_values(struct profiles *p, struct cursor *c, uint32_t context,
                       uint64_t end)
{
	struct v4 *v = p->v;
	const struct v4_context *ctx = &v->contexts[context];

	for (; c->at < end; c->at++) {
		const unsigned char *raw =
			stream_take(&c->values, VALUE_SIZE, v->err);
		uint32_t metric;
		double value;
		int series;

		if (!raw)
			return -1;
		metric = ids_get(c->summary ? &v->sum_ids : &v->thread_ids,
		                 bytes_u16(raw));
		if (metric == IDS_NONE)
			continue;
		value = bytes_f64(raw + 2);
		if (!num_is_count(&value))
			return v4_fail(v, "values", "one is not a count");
		series = series_of(p, c->run, metric);
		if (series < 0)
			continue;
		note_divisor(&v->metrics[metric], value);
		tree_add(v->t, ctx->line, (uint32_t)series, value);
		if (ctx->parent != IDS_NONE)
			tree_add(v->t, v->contexts[ctx->parent].line,
			         (uint32_t)series, -value);
	}
	return 0;
}

/* Contexts outside meta.db (instructions that hpcprof left out) are in their
 * parents' values. */
static int read_context(struct profiles *p, struct cursor *c, uint32_t id,
                        uint64_t start, uint64_t end)
{
	uint32_t context = ids_get(&p->v->context_ids, id);

	if (start < c->at || end < start)
		return v4_fail(p->v, "values", "contexts are not in order");
	if (context == IDS_NONE || id == 0)
		return 0;
	stream_skip(&c->values, (start - c->at) * VALUE_SIZE);
	c->at = start;
	return read_values(p, c, context, end);
}

static int read_block(struct profiles *p, struct cursor *c,
                      const struct info *info)
{
	uint64_t start = 0;
	uint32_t id = 0;

	for (uint64_t i = 0; i < info->ncontexts; i++) {
		const unsigned char *raw =
			stream_take(&c->contexts, INDEX_SIZE, p->v->err);
		uint64_t next;

		if (!raw)
			return -1;
		next = bytes_u64(raw + 4);
		if (next > info->nvalues)
			return v4_fail(p->v, "values", "an index is too large");
		if (i && read_context(p, c, id, start, next) != 0)
			return -1;
		id = bytes_u32(raw);
		start = next;
	}
	return info->ncontexts ? read_context(p, c, id, start, info->nvalues)
	                       : 0;
}

static int read_profile(struct profiles *p, const struct info *info)
{
	struct v4 *v = p->v;
	struct cursor c = { .summary = info->summary, .run = info->run };
	int rc;

	stream_open(&c.contexts, &v->profile, info->contexts,
	            info->ncontexts * INDEX_SIZE);
	stream_open(&c.values, &v->profile, info->values,
	            info->nvalues * VALUE_SIZE);
	rc = read_block(p, &c, info);
	stream_close(&c.contexts);
	stream_close(&c.values);
	tree_thread_end(v->t, info->summary ? TREE_SUMS : TREE_THREAD);
	return rc != 0 ? -1 : tree_too_large(v->t, v->err);
}

/*
 * A key of a thread that is the same in each run. Several of one run with equal
 * tuples are of processes that started one another: which of them it is counts,
 * too.
 */
static uint64_t thread_key(struct ids *seen, uint32_t *times,
                           const struct info *info)
{
	uint64_t key = (uint64_t)info->rank << 32 | info->thread;
	uint32_t i = ids_add(seen, hash_number(hash_number(key) ^ info->run),
	                     (uint32_t)seen->n);

	return hash_number(hash_number(key) + times[i]++);
}

/* Threads of each run, and the most in a process. */
static void count_threads(struct profiles *p)
{
	struct tree *t = p->v->t;
	struct ids ranks = { 0 }, threads = { 0 }, seen = { 0 };
	uint32_t *of_rank = mem_alloc(p->n + 1, sizeof(*of_rank)), most = 0;
	uint32_t *times = mem_alloc(p->n + 1, sizeof(*times));
	double *of_run = mem_alloc(p->nruns, sizeof(*of_run));

	for (size_t i = 0; i < p->n; i++) {
		const struct info *info = &p->infos[i];
		uint32_t rank, old = (uint32_t)threads.n;
		uint64_t key;

		if (info->summary || !info->processor)
			continue;
		of_run[info->run]++;
		key = thread_key(&seen, times, info);
		rank = ids_add(&ranks, info->rank, (uint32_t)ranks.n);
		if (ids_add(&threads, key, old) == old)
			of_rank[rank]++;
		most = of_rank[rank] > most ? of_rank[rank] : most;
	}
	if (ranks.n) {
		t->ranks = fmax(t->ranks, (double)ranks.n);
		t->threads = fmax(t->threads, (double)most);
	}
	for (size_t i = 0; i < p->nruns * p->v->nmetrics; i++) {
		if (p->series[i] >= 0)
			t->series[p->series[i]].threads =
				of_run[i / p->v->nmetrics];
	}
	free(of_rank);
	free(of_run);
	free(times);
	ids_release(&seen);
	ids_release(&ranks);
	ids_release(&threads);
}

/* A metric that no run has a value of was measured, and is 0. */
static void add_zero_metrics(struct profiles *p)
{
	size_t n = p->v->nmetrics;

	for (size_t m = 0; m < n; m++) {
		bool any = false;

		for (unsigned r = 0; r < p->nruns; r++)
			any |= p->series[r * n + m] >= 0;
		if (!any)
			series_of(p, 0, m);
	}
}

static void set_periods(struct profiles *p)
{
	for (size_t i = 0; i < p->nruns * p->v->nmetrics; i++) {
		const struct v4_metric *m = &p->v->metrics[i % p->v->nmetrics];
		struct tree_series *s;

		if (p->series[i] < 0)
			continue;
		s = &p->v->t->series[p->series[i]];
		if (s->period <= 0 && m->divisor >= 2 &&
		    m->nseen == V4_FEW_VALUES)
			s->period = m->divisor;
	}
}

static int read_values_of_all(struct profiles *p)
{
	size_t nthreads = 0;

	for (size_t m = 0; p->nruns == 1 && m < p->v->nmetrics; m++)
		series_of(p, 0, m);
	for (size_t i = 0; i < p->n; i++)
		nthreads += !p->infos[i].summary;
	if (nthreads == 0 && p->n && p->infos[0].summary) {
		for (size_t i = 0; i < p->v->nmetrics; i++) {
			if (p->series[i] >= 0)
				p->v->t->series[p->series[i]].no_stats = true;
		}
		return read_profile(p, &p->infos[0]);
	}
	for (size_t i = 0; i < p->n; i++) {
		if (!p->infos[i].summary && read_profile(p, &p->infos[i]) != 0)
			return -1;
	}
	return 0;
}

int v4_read_profiles(struct v4 *v)
{
	struct profiles p = { .v = v, .first_run = v->t->nruns };
	int rc = -1;

	if (read_infos(&p) != 0 || find_runs(&p) != 0)
		goto out;
	v->t->nruns += p.nruns;
	p.series = mem_alloc(p.nruns * v->nmetrics + 1, sizeof(*p.series));
	for (size_t i = 0; i < p.nruns * v->nmetrics; i++)
		p.series[i] = NOT_YET;
	rc = read_values_of_all(&p);
	if (rc == 0) {
		add_zero_metrics(&p);
		count_threads(&p);
		set_periods(&p);
	}
out:
	free(p.infos);
	free(p.series);
	return rc;
}
