#include "native_text.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "moments.h"
#include "native.h"
#include "samples.h"

enum {
	WORDS_MOST = 16,
	THREADS_MOST = 1 << 20,
	ORDER_WORDS = 200, /* of a line */
};

static const double call_most = 1 << 16;

static void add_number(struct strbuf *b, double value)
{
	char text[NUM_SHORTEST];

	strbuf_addf(b, " %s", num_shortest(text, value));
}

static void add_numbers(struct strbuf *b, const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add_number(b, v[i]);
	strbuf_addc(b, '\n');
}

static void write_run(struct strbuf *b, const struct native_run *r)
{
	const double v[] = {
		r->launch.wall_s,     r->launch.user_s,       r->launch.sys_s,
		r->launch.peak_bytes, r->launch.exit_status,  r->clock_hz,
		r->period_ns,         r->sampler.samples,     r->sampler.lost,
		r->sampler.threads,   r->sampler.kernel_time, r->sampler.faults,
	};

	strbuf_adds(b, "run");
	add_numbers(b, v, sizeof(v) / sizeof(*v));
}

static void write_counts(struct strbuf *b, char kind, const struct samples *s)
{
	size_t n;
	const struct sample_count *c = samples_all(s, &n);

	for (size_t i = 0; i < n; i++) {
		const struct sample_key *k = &c[i].key;
		const double v[] = { c[i].user_s, c[i].system_s, c[i].samples,
			             c[i].faults };

		strbuf_addf(b, "%c %u %u %llu %u %u %u %u %llu", kind,
		            k->module, k->thread, (unsigned long long)k->offset,
		            k->run, k->event, k->call, k->site_module,
		            (unsigned long long)k->site);
		add_numbers(b, v, sizeof(v) / sizeof(*v));
	}
}

static void write_order(struct strbuf *b, const struct samples *s)
{
	size_t n;
	const uint32_t *order = samples_order(s, &n);

	for (size_t i = 0; i < n; i++) {
		if (i % ORDER_WORDS == 0)
			strbuf_adds(b, i ? "\no" : "o");
		strbuf_addf(b, " %u", order[i]);
	}
	if (n)
		strbuf_addc(b, '\n');
}

static void write_threads(struct strbuf *b, const struct samples *s)
{
	size_t n;
	const struct sample_thread *t = samples_threads(s, &n);

	for (size_t i = 0; i < n; i++) {
		const double v[] = { t[i].begun_s, t[i].lived_s, t[i].cpu_s,
			             t[i].blocked_s, t[i].delay_s };

		strbuf_addf(b, "t %u %u %u %d %u %u %u %llu", t[i].run,
		            t[i].index, t[i].tid, t[i].rank, t[i].process,
		            t[i].number, t[i].creator,
		            (unsigned long long)t[i].creator_site);
		add_numbers(b, v, sizeof(v) / sizeof(*v));
	}
}

static void write_moments(struct strbuf *b, const struct moments *m)
{
	size_t n;
	uint32_t every;
	const struct moment *all = moments_all(m, &n, &every);

	strbuf_addf(b, "z %llu %u\n", (unsigned long long)moments_origin(m),
	            every);
	for (size_t i = 0; i < n; i++) {
		strbuf_addf(b, "a %llu %llu %d %u %u %u",
		            (unsigned long long)all[i].ns,
		            (unsigned long long)all[i].span_ns, all[i].kind,
		            all[i].thread, all[i].place, all[i].nth);
		add_numbers(b, &all[i].amount, 1);
	}
}

static void write_samples(struct strbuf *b, struct samples *s)
{
	const size_t n = samples_modules(s);

	for (size_t i = 0; i < n; i++)
		strbuf_addf(b, "m %s\n", samples_module_path(s, (uint32_t)i));
	write_counts(b, 'c', s);
	write_order(b, s);
	write_threads(b, s);
	write_counts(b, 'b', samples_blocked(s));
	write_moments(b, samples_moments(s, 0));
}

static bool are_plain(const struct samples *s)
{
	if (samples_stacks(s))
		return false;
	for (size_t i = 0; i < samples_modules(s); i++) {
		if (strchr(samples_module_path(s, (uint32_t)i), '\n'))
			return false;
	}
	return true;
}

bool native_text_possible(const struct native *n)
{
	for (size_t i = 0; i < n->nruns; i++) {
		const struct launch_result *r = &n->runs[i].launch;

		if (r->interrupted || r->limited || r->stopped || r->signal ||
		    n->runs[i].sampler.problem)
			return false;
	}
	return n->nruns > 0 && !n->regions && !n->more &&
	       are_plain(n->samples) && are_plain(n->waits);
}

void native_text_write(struct strbuf *b, const struct native *n)
{
	strbuf_addf(b, "native %d %d %zu %d\n", n->sampler == &sampler_perf,
	            n->gave_avx512_up, n->nruns, n->waits != n->samples);
	for (size_t i = 0; i < n->nruns; i++)
		write_run(b, &n->runs[i]);
	write_samples(b, n->samples);
	if (n->waits != n->samples) {
		strbuf_adds(b, "waits\n");
		write_samples(b, n->waits);
	}
	strbuf_adds(b, "end\n");
}

/* A line of the text, in words */
struct reader {
	struct native *n;
	struct samples *to;
	size_t runs; /* that there are to be */
	char *word[WORDS_MOST];
	size_t words;
	bool ended;
};

/* Integers up to most; where it is none, *ok becomes false. */
static uint64_t whole(const struct reader *r, size_t i, uint64_t most, bool *ok)
{
	uint64_t v = 0;

	if (i >= r->words || !num_u64(r->word[i], &v) || v > most)
		*ok = false;
	return *ok ? v : 0;
}

/* Numbers that are not negative, or not known. */
static double number(const struct reader *r, size_t i, bool *ok)
{
	double v = NAN;

	if (i >= r->words ||
	    (strcmp(r->word[i], "nan") != 0 && !num_count(r->word[i], &v)))
		*ok = false;
	return v;
}

static double known(const struct reader *r, size_t i, bool *ok)
{
	const double v = number(r, i, ok);

	*ok = *ok && !isnan(v);
	return v;
}

static bool read_native(struct reader *r)
{
	struct native *n = r->n;
	bool ok = r->words == 5 && !n->samples;

	n->sampler = whole(r, 1, 1, &ok) ? &sampler_perf : &sampler_timer;
	n->gave_avx512_up = whole(r, 2, 1, &ok);
	r->runs = whole(r, 3, NATIVE_MAX_RUNS, &ok);
	if (!ok)
		return false;
	n->samples = n->waits = r->to = samples_new();
	if (whole(r, 4, 1, &ok))
		n->waits = samples_new();
	return ok && r->runs > 0;
}

static bool read_run(struct reader *r)
{
	struct native *n = r->n;
	bool ok = r->words == 13 && n->nruns < r->runs;
	struct native_run run = {
		.launch = { .wall_s = known(r, 1, &ok),
		            .user_s = known(r, 2, &ok),
		            .sys_s = known(r, 3, &ok),
		            .peak_bytes = number(r, 4, &ok),
		            .exit_status = (int)whole(r, 5, 255, &ok) },
		.clock_hz = number(r, 6, &ok),
		.period_ns = (uint32_t)whole(r, 7, UINT32_MAX, &ok),
		.sampler = { .samples = known(r, 8, &ok),
		             .lost = known(r, 9, &ok),
		             .threads = known(r, 10, &ok),
		             .kernel_time = whole(r, 11, 1, &ok),
		             .faults = number(r, 12, &ok) },
	};

	if (ok)
		n->runs[n->nruns++] = run;
	return ok;
}

static bool is_module(const struct reader *r, uint32_t module, bool or_none)
{
	return module < samples_modules(r->to) || (or_none && module == 0);
}

static bool read_count(struct reader *r, bool blocked)
{
	bool ok = r->words == 13;
	const struct sample_key key = {
		.module = (uint32_t)whole(r, 1, UINT32_MAX, &ok),
		.thread = (uint32_t)whole(r, 2, THREADS_MOST, &ok),
		.offset = whole(r, 3, UINT64_MAX, &ok),
		.run = (uint16_t)whole(r, 4, r->n->nruns - 1, &ok),
		.event = (uint16_t)whole(r, 5, UINT16_MAX, &ok),
		.call = (uint16_t)whole(r, 6, UINT16_MAX, &ok),
		.site_module = (uint32_t)whole(r, 7, UINT32_MAX, &ok),
		.site = whole(r, 8, UINT64_MAX, &ok),
	};
	const struct sample_count count = {
		.key = key,
		.user_s = known(r, 9, &ok),
		.system_s = known(r, 10, &ok),
		.samples = known(r, 11, &ok),
		.faults = known(r, 12, &ok),
	};

	/* what is blocked is so nowhere in the code, but at its call */
	if (!ok || !is_module(r, key.module, blocked) ||
	    (key.site_module != SAMPLES_NO_SITE &&
	     !is_module(r, key.site_module, blocked)))
		return false;
	*samples_at(blocked ? samples_blocked(r->to) : r->to, &key) = count;
	return true;
}

static bool read_thread(struct reader *r)
{
	bool ok = r->words == 14;
	int rank = -1;
	struct sample_thread t = {
		.run = (uint16_t)whole(r, 1, r->n->nruns - 1, &ok),
		.index = (uint32_t)whole(r, 2, THREADS_MOST, &ok),
		.tid = (uint32_t)whole(r, 3, UINT32_MAX, &ok),
		.process = (uint32_t)whole(r, 5, UINT32_MAX, &ok),
		.number = (uint32_t)whole(r, 6, UINT32_MAX, &ok),
		.creator = (uint32_t)whole(r, 7, UINT32_MAX, &ok),
		.creator_site = whole(r, 8, UINT64_MAX, &ok),
		.begun_s = number(r, 9, &ok),
		.lived_s = number(r, 10, &ok),
		.cpu_s = number(r, 11, &ok),
		.blocked_s = number(r, 12, &ok),
		.delay_s = number(r, 13, &ok),
	};

	if (!ok || !num_int(r->word[4], -1, THREADS_MOST, &rank) ||
	    (t.creator != SAMPLES_NO_SITE && !is_module(r, t.creator, false)))
		return false;
	t.rank = rank;
	samples_thread_add(r->to, &t);
	return true;
}

static bool read_origin(struct reader *r)
{
	bool ok = r->words == 3;
	const uint64_t origin = whole(r, 1, UINT64_MAX, &ok);
	const uint32_t every = (uint32_t)whole(r, 2, 1u << 31, &ok);

	if (!ok || !every)
		return false;
	moments_restore(samples_moments(r->to, 0), origin, every);
	return true;
}

static bool read_moment(struct reader *r)
{
	bool ok = r->words == 8;
	size_t places;
	const struct moment m = {
		.ns = whole(r, 1, UINT64_MAX, &ok),
		.span_ns = whole(r, 2, UINT64_MAX, &ok),
		.kind = (enum moment_kind)whole(r, 3, MOMENT_KINDS - 1, &ok),
		.thread = (uint32_t)whole(r, 4, THREADS_MOST, &ok),
		.place = (uint32_t)whole(r, 5, UINT32_MAX, &ok),
		.nth = (uint32_t)whole(r, 6, UINT32_MAX, &ok),
		.amount = known(r, 7, &ok),
	};

	samples_all(r->to, &places);
	if (!ok || (m.kind == MOMENT_CPU && m.place >= places) ||
	    (m.kind == MOMENT_BLOCKED && m.place >= call_most))
		return false;
	return moments_put(samples_moments(r->to, 0), &m);
}

/* A line of as many as there are */
static bool read_order(struct reader *r, char *list)
{
	char *save = NULL;
	size_t places;
	const struct sample_count *all = samples_all(r->to, &places);

	for (char *w = strtok_r(list, " ", &save); w;
	     w = strtok_r(NULL, " ", &save)) {
		uint64_t at;

		if (!num_u64(w, &at) || at >= places)
			return false;
		samples_next(r->to, &all[at]);
	}
	return true;
}

static bool read_words(struct reader *r, char *line)
{
	static const struct {
		const char *name;
		bool (*read)(struct reader *r);
	} kinds[] = {
		{ "run", read_run },
		{ "t", read_thread },
		{ "z", read_origin },
		{ "a", read_moment },
	};
	char *save = NULL;

	r->words = 0;
	for (char *w = strtok_r(line, " ", &save); w;
	     w = strtok_r(NULL, " ", &save)) {
		if (r->words == WORDS_MOST)
			return false;
		r->word[r->words++] = w;
	}
	if (!r->words)
		return false;
	if (strcmp(r->word[0], "native") == 0)
		return read_native(r);
	for (size_t i = 0; r->to && i < sizeof(kinds) / sizeof(*kinds); i++) {
		if (strcmp(r->word[0], kinds[i].name) == 0)
			return (i == 0 || r->n->nruns) && kinds[i].read(r);
	}
	if (r->to && r->n->nruns && !r->word[0][1] &&
	    (r->word[0][0] == 'c' || r->word[0][0] == 'b'))
		return read_count(r, r->word[0][0] == 'b');
	return false;
}

static bool read_line(struct reader *r, char *line)
{
	if (r->ended)
		return false;
	if (r->to && strncmp(line, "m ", 2) == 0) {
		samples_module(r->to, line + 2);
		return true;
	}
	if (r->to && strncmp(line, "o ", 2) == 0)
		return read_order(r, line + 2);
	if (r->to && strcmp(line, "waits") == 0) {
		const bool first = r->to != r->n->waits;

		r->to = r->n->waits;
		return first;
	}
	if (strcmp(line, "end") == 0) {
		r->ended = r->n->nruns && r->n->nruns == r->runs;
		return r->ended;
	}
	return read_words(r, line);
}

int native_text_read(char *text, struct native *n, struct err *err)
{
	struct reader r = { .n = n };
	char *line, *rest = text;
	unsigned number = 0;

	*n = (struct native){ 0 };
	while (!r.ended && (line = strsep(&rest, "\n"))) {
		number++;
		if (!read_line(&r, line))
			return err_set(err, ERR_FORMAT,
			               "line %u of the native runs is not "
			               "what was written",
			               number);
	}
	if (!r.ended)
		return err_set(err, ERR_FORMAT, "the native runs have no end");
	return 0;
}
