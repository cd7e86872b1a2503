#include "moments.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/banned.h"
#include "base/mem.h"

/* What is looked at now and then has such gaps. */
enum { JITTER_NS = 2000000 };

/* Of a thread and kind: how many there were, and the place of the last one */
struct series {
	uint32_t n;
	uint32_t last; /* + 1; 0: none */
};

struct moments {
	uint64_t origin;
	struct moment *all;
	size_t n, cap;
	uint32_t every;
	struct series *series; /* by thread and kind */
	size_t nseries;
};

struct moments *moments_new(void)
{
	struct moments *m = mem_alloc(1, sizeof(*m));

	m->every = 1;
	return m;
}

void moments_free(struct moments *m)
{
	if (!m)
		return;
	free(m->all);
	free(m->series);
	free(m);
}

static uint64_t clock_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void moments_begin(struct moments *m)
{
	m->origin = clock_ns();
}

uint64_t moments_origin(const struct moments *m)
{
	return m->origin;
}

static struct series *series_of(struct moments *m, const struct moment *one)
{
	const size_t i = (size_t)one->thread * MOMENT_KINDS + one->kind;
	size_t cap = m->nseries;

	if (i >= m->nseries) {
		m->series =
			mem_grow(m->series, &cap, i + 1, sizeof(*m->series));
		memset(m->series + m->nseries, 0,
		       (cap - m->nseries) * sizeof(*m->series));
		m->nseries = cap;
	}
	return &m->series[i];
}

static void thin_out(struct moments *m)
{
	size_t n = 0;

	m->every *= 2;
	for (size_t i = 0; i < m->n; i++) {
		if (m->all[i].nth % m->every == 0)
			m->all[n++] = m->all[i];
	}
	m->n = n;
	for (size_t i = 0; i < m->nseries; i++)
		m->series[i].last = 0;
}

/* Does it only make the last one longer? Each all of its time. */
static bool prolongs(struct moments *m, const struct series *s,
                     const struct moment *one)
{
	static const double all = 0.95e-9;
	struct moment *last = s->last ? &m->all[s->last - 1] : NULL;

	if (!last || !one->span_ns || last->place != one->place ||
	    one->amount < all * (double)one->span_ns ||
	    last->amount < all * (double)last->span_ns || one->ns < last->ns ||
	    one->ns - one->span_ns > last->ns + JITTER_NS)
		return false;
	last->span_ns += one->ns - last->ns;
	last->ns = one->ns;
	last->amount += one->amount;
	return true;
}

void moments_add(struct moments *m, const struct moment *one)
{
	struct series *s = series_of(m, one);
	uint32_t nth;

	if (prolongs(m, s, one))
		return;
	nth = s->n++;
	if (nth % m->every != 0)
		return;
	if (m->n == MOMENTS_MOST)
		thin_out(m);
	if (nth % m->every != 0)
		return;
	m->all = mem_grow(m->all, &m->cap, m->n + 1, sizeof(*m->all));
	m->all[m->n] = *one;
	m->all[m->n].nth = nth;
	s->last = (uint32_t)++m->n;
}

void moments_restore(struct moments *m, uint64_t origin, uint32_t every)
{
	m->origin = origin;
	m->every = every;
}

bool moments_put(struct moments *m, const struct moment *one)
{
	if (m->n == MOMENTS_MOST)
		return false;
	m->all = mem_grow(m->all, &m->cap, m->n + 1, sizeof(*m->all));
	m->all[m->n++] = *one;
	return true;
}

const struct moment *moments_all(const struct moments *m, size_t *n,
                                 uint32_t *every)
{
	*n = m->n;
	*every = m->every;
	return m->all;
}
