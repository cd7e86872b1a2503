#include "spread.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "elements.h"
#include "profile.h"

static const char *const names[PROFILE_NSPREADS] = { "cycles", "waited-s",
	                                             "instructions" };

void profile_thread_add(struct profile *p, const struct profile_thread *t)
{
	if (p->nthread == PROFILE_MAX_THREADS)
		return;
	if (p->nthread == p->cap_thread) {
		struct profile_thread *more;

		p->cap_thread = p->cap_thread ? 2 * p->cap_thread : 8;
		more = arena_alloc(p->arena, p->cap_thread, sizeof(*more));
		if (p->nthread)
			memcpy(more, p->thread, p->nthread * sizeof(*more));
		p->thread = more;
	}
	p->thread[p->nthread++] = *t;
}

double *profile_spread(struct profile *p, struct profile_section *s,
                       enum profile_spread what)
{
	if (!s->spread[what])
		s->spread[what] = arena_alloc(p->arena, p->nthread + 1,
		                              sizeof(**s->spread));
	return s->spread[what];
}

int spread_read_thread(struct elements *in, struct profile *p)
{
	struct profile_thread t = { NAN, NAN, NAN, NAN, NAN, NAN };
	const struct element_field fields[] = {
		{ .name = "rank", .count = &t.rank },
		{ .name = "process", .count = &t.process },
		{ .name = "number", .count = &t.number },
		{ .name = "cpu-s", .count = &t.cpu_s },
		{ .name = "blocked-s", .count = &t.blocked_s },
		{ .name = "delay-s", .count = &t.delay_s },
	};

	if (elements_fields(in, fields, sizeof(fields) / sizeof(*fields)) != 0)
		return -1;
	if (p->nthread == PROFILE_MAX_THREADS)
		return elements_fail(in, "too many threads");
	profile_thread_add(p, &t);
	return elements_skip(in);
}

int spread_read(struct elements *in, struct profile *p,
                struct profile_section *s)
{
	const char *of = "";
	const struct element_field field = { .name = "of", .text = &of };

	if (elements_fields(in, &field, 1) != 0)
		return -1;
	for (int i = 0; i < PROFILE_NSPREADS; i++) {
		if (strcmp(names[i], of) == 0)
			return elements_list(
				in,
				profile_spread(p, s, (enum profile_spread)i),
				p->nthread);
	}
	return elements_skip(in);
}

static void add_number(struct strbuf *b, const char *name, double v)
{
	char text[NUM_SHORTEST];

	if (isnan(v))
		return;
	num_shortest(text, v);
	strbuf_addf(b, " %s=\"%s\"", name, text);
}

void spread_write_threads(struct strbuf *b, const struct profile *p)
{
	for (size_t i = 0; i < p->nthread; i++) {
		const struct profile_thread *t = &p->thread[i];

		strbuf_adds(b, "<thread");
		add_number(b, "rank", t->rank);
		add_number(b, "process", t->process);
		add_number(b, "number", t->number);
		add_number(b, "cpu-s", t->cpu_s);
		add_number(b, "blocked-s", t->blocked_s);
		add_number(b, "delay-s", t->delay_s);
		strbuf_adds(b, "/>\n");
	}
}

void spread_write(struct strbuf *b, const struct profile *p,
                  const struct profile_section *s)
{
	char text[NUM_SHORTEST];

	for (int k = 0; k < PROFILE_NSPREADS; k++) {
		if (!s->spread[k])
			continue;
		strbuf_addf(b, "<spread of=\"%s\">", names[k]);
		for (size_t i = 0; i < p->nthread; i++) {
			num_shortest(text, s->spread[k][i]);
			strbuf_addf(b, "%s%s", i ? " " : "",
			            isnan(s->spread[k][i]) ? "-" : text);
		}
		strbuf_adds(b, "</spread>\n");
	}
}
