#include "samples_text.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "moments.h"
#include "samples.h"
#include "stacks.h"

enum {
	THREADS_MOST = 1 << 20,
	ORDER_WORDS = 200, /* of a line */
};

static const double call_most = 1 << 16;

static void add_number(struct strbuf *b, double value)
{
	char text[NUM_SHORTEST];

	strbuf_addf(b, " %s", num_shortest(text, value));
}

void samples_text_numbers(struct strbuf *b, const double *v, size_t n)
{
	for (size_t i = 0; i < n; i++)
		add_number(b, v[i]);
	strbuf_addc(b, '\n');
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
		samples_text_numbers(b, v, sizeof(v) / sizeof(*v));
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
		samples_text_numbers(b, v, sizeof(v) / sizeof(*v));
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
		samples_text_numbers(b, &all[i].amount, 1);
	}
}

static void write_stacks(struct strbuf *b, const struct samples *s)
{
	size_t n;
	const struct stacks_node *all = stacks_all(samples_stacks(s), &n);

	for (size_t i = 1; i < n; i++) {
		const double v[] = { all[i].own_s, all[i].waits_s };

		strbuf_addf(b, "s %u %u %llu", all[i].parent, all[i].module,
		            (unsigned long long)all[i].offset);
		samples_text_numbers(b, v, sizeof(v) / sizeof(*v));
	}
}

void samples_text_write(struct strbuf *b, struct samples *s)
{
	const size_t n = samples_modules(s);

	for (size_t i = 0; i < n; i++)
		strbuf_addf(b, "m %s\n", samples_module_path(s, (uint32_t)i));
	write_counts(b, 'c', s);
	write_order(b, s);
	write_threads(b, s);
	write_counts(b, 'b', samples_blocked(s));
	write_moments(b, samples_moments(s, 0));
	write_stacks(b, s);
}

bool samples_text_possible(const struct samples *s)
{
	for (size_t i = 0; i < samples_modules(s); i++) {
		if (strchr(samples_module_path(s, (uint32_t)i), '\n'))
			return false;
	}
	return true;
}

int samples_text_lines(char *text, const char *what,
                       bool (*take)(void *ctx, char *line), void *ctx,
                       const bool *ended, struct err *err)
{
	char *line, *rest = text;
	unsigned number = 0;

	while (!*ended && (line = strsep(&rest, "\n"))) {
		number++;
		if (!take(ctx, line))
			return err_set(err, ERR_FORMAT,
			               "line %u of the %s is damaged", number,
			               what);
	}
	if (!*ended)
		return err_set(err, ERR_FORMAT, "the %s have no end", what);
	return 0;
}

bool line_words(struct line_words *w, char *line)
{
	char *save = NULL;

	w->n = 0;
	for (char *at = strtok_r(line, " ", &save); at;
	     at = strtok_r(NULL, " ", &save)) {
		if (w->n == LINE_WORDS_MOST)
			return false;
		w->word[w->n++] = at;
	}
	return w->n > 0;
}

/* An integer up to most; *ok becomes false if it is not one */
uint64_t line_whole(const struct line_words *r, size_t i, uint64_t most,
                    bool *ok)
{
	uint64_t v = 0;

	if (i >= r->n || !num_u64(r->word[i], &v) || v > most)
		*ok = false;
	return *ok ? v : 0;
}

/* Numbers that are not negative, or not known. */
double line_number(const struct line_words *r, size_t i, bool *ok)
{
	double v = NAN;

	if (i >= r->n ||
	    (strcmp(r->word[i], "nan") != 0 && !num_count(r->word[i], &v)))
		*ok = false;
	return v;
}

double line_known(const struct line_words *r, size_t i, bool *ok)
{
	const double v = line_number(r, i, ok);

	*ok = *ok && !isnan(v);
	return v;
}

/* The thread and place to which a line's samples belong */
struct reader {
	struct samples *to;
	size_t nruns; /* that there are */
};

static bool is_module(const struct reader *r, uint32_t module, bool or_none)
{
	return module < samples_modules(r->to) || (or_none && module == 0);
}

static bool read_count(const struct reader *r, const struct line_words *w,
                       bool blocked)
{
	bool ok = w->n == 13;
	const struct sample_key key = {
		.module = (uint32_t)line_whole(w, 1, UINT32_MAX, &ok),
		.thread = (uint32_t)line_whole(w, 2, THREADS_MOST, &ok),
		.offset = line_whole(w, 3, UINT64_MAX, &ok),
		.run = (uint16_t)line_whole(w, 4, r->nruns - 1, &ok),
		.event = (uint16_t)line_whole(w, 5, UINT16_MAX, &ok),
		.call = (uint16_t)line_whole(w, 6, UINT16_MAX, &ok),
		.site_module = (uint32_t)line_whole(w, 7, UINT32_MAX, &ok),
		.site = line_whole(w, 8, UINT64_MAX, &ok),
	};
	const struct sample_count count = {
		.key = key,
		.user_s = line_known(w, 9, &ok),
		.system_s = line_known(w, 10, &ok),
		.samples = line_known(w, 11, &ok),
		.faults = line_known(w, 12, &ok),
	};

	/* what is blocked is so nowhere in the code, but at its call */
	if (!ok || !is_module(r, key.module, blocked) ||
	    (key.site_module != SAMPLES_NO_SITE &&
	     !is_module(r, key.site_module, blocked)))
		return false;
	samples_restore(blocked ? samples_blocked(r->to) : r->to, &count);
	return true;
}

static bool read_thread(const struct reader *r, const struct line_words *w)
{
	bool ok = w->n == 14;
	int rank = -1;
	struct sample_thread t = {
		.run = (uint16_t)line_whole(w, 1, r->nruns - 1, &ok),
		.index = (uint32_t)line_whole(w, 2, THREADS_MOST, &ok),
		.tid = (uint32_t)line_whole(w, 3, UINT32_MAX, &ok),
		.process = (uint32_t)line_whole(w, 5, UINT32_MAX, &ok),
		.number = (uint32_t)line_whole(w, 6, UINT32_MAX, &ok),
		.creator = (uint32_t)line_whole(w, 7, UINT32_MAX, &ok),
		.creator_site = line_whole(w, 8, UINT64_MAX, &ok),
		.begun_s = line_number(w, 9, &ok),
		.lived_s = line_number(w, 10, &ok),
		.cpu_s = line_number(w, 11, &ok),
		.blocked_s = line_number(w, 12, &ok),
		.delay_s = line_number(w, 13, &ok),
	};

	if (!ok || !num_int(w->word[4], -1, THREADS_MOST, &rank) ||
	    (t.creator != SAMPLES_NO_SITE && !is_module(r, t.creator, false)))
		return false;
	t.rank = rank;
	samples_thread_add(r->to, &t);
	return true;
}

static bool read_origin(const struct reader *r, const struct line_words *w)
{
	bool ok = w->n == 3;
	const uint64_t origin = line_whole(w, 1, UINT64_MAX, &ok);
	const uint32_t every = (uint32_t)line_whole(w, 2, 1u << 31, &ok);

	if (!ok || !every)
		return false;
	moments_restore(samples_moments(r->to, 0), origin, every);
	return true;
}

static bool read_moment(const struct reader *r, const struct line_words *w)
{
	bool ok = w->n == 8;
	size_t places;
	const struct moment m = {
		.ns = line_whole(w, 1, UINT64_MAX, &ok),
		.span_ns = line_whole(w, 2, UINT64_MAX, &ok),
		.kind = (enum moment_kind)line_whole(w, 3, MOMENT_KINDS - 1,
		                                     &ok),
		.thread = (uint32_t)line_whole(w, 4, THREADS_MOST, &ok),
		.place = (uint32_t)line_whole(w, 5, UINT32_MAX, &ok),
		.nth = (uint32_t)line_whole(w, 6, UINT32_MAX, &ok),
		.amount = line_known(w, 7, &ok),
	};

	samples_all(r->to, &places);
	if (!ok || (m.kind == MOMENT_CPU && m.place >= places) ||
	    (m.kind == MOMENT_BLOCKED && m.place >= call_most))
		return false;
	return moments_put(samples_moments(r->to, 0), &m);
}

/* The next node: parents come first */
static bool read_stack(const struct reader *r, const struct line_words *w)
{
	bool ok = w->n == 6;
	struct stacks *to = samples_stacks(r->to);
	size_t n;
	uint32_t node;

	stacks_all(to, &n);
	const uint32_t parent = (uint32_t)line_whole(w, 1, n - 1, &ok);
	const uint32_t module = (uint32_t)line_whole(w, 2, UINT32_MAX, &ok);
	const uint64_t offset = line_whole(w, 3, UINT64_MAX, &ok);
	const double own_s = line_known(w, 4, &ok);
	const double waits_s = line_known(w, 5, &ok);

	if (!ok || !is_module(r, module, false))
		return false;
	node = stacks_at(to, parent, module, offset);
	if (node != n)
		return false;
	stacks_add(to, node, own_s, false);
	stacks_add(to, node, waits_s, true);
	return true;
}

/* A line of as many as there are */
static bool read_order(const struct reader *r, char *list)
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

bool samples_text_line(struct samples *to, size_t nruns, char *line)
{
	const struct reader r = { .to = to, .nruns = nruns };
	struct line_words w;

	if (strncmp(line, "m ", 2) == 0) {
		samples_module(to, line + 2);
		return true;
	}
	if (strncmp(line, "o ", 2) == 0)
		return read_order(&r, line + 2);
	if (!nruns || !line_words(&w, line) || w.word[0][1])
		return false;
	switch (w.word[0][0]) {
	case 'c':
	case 'b':
		return read_count(&r, &w, w.word[0][0] == 'b');
	case 't':
		return read_thread(&r, &w);
	case 'z':
		return read_origin(&r, &w);
	case 'a':
		return read_moment(&r, &w);
	case 's':
		return read_stack(&r, &w);
	default:
		return false;
	}
}
