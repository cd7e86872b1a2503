/*
 * v4_metrics.c - meta.db: the metrics, and the numbers of their values
 *
 * Source: HPCToolkit, doc/FORMATS.md, "meta.db version 4.0".
 */
#include "v4.h"

#include <string.h>

#include "base/banned.h"
#include "base/mem.h"
#include "tree.h"

enum { SCOPE_EXECUTION = 2 };
enum { COMBINE_SUM = 0 };

/* The scope at an offset sums up everything below. */
static int is_execution(const struct v4 *v, uint64_t at, bool *yes)
{
	unsigned char scope[16];

	if (v4_get(v, "metrics", at, scope, sizeof(scope)) != 0)
		return -1;
	*yes = scope[8] == SCOPE_EXECUTION;
	return 0;
}

/* Identifiers of a metric's inclusive values; *id stays when there is none. */
static int find_instance(const struct v4 *v, const unsigned char *md,
                         unsigned size, uint32_t *id)
{
	unsigned n = bytes_u16(md + 24);
	uint64_t at = bytes_u64(md + 8);
	unsigned char p[16];
	bool yes;

	for (unsigned i = 0; i < n; i++, at += size) {
		if (v4_get(v, "metrics", at, p, sizeof(p)) != 0 ||
		    is_execution(v, bytes_u64(p), &yes) != 0)
			return -1;
		if (yes)
			*id = bytes_u16(p + 8);
	}
	return 0;
}

static int find_summary(struct v4 *v, const unsigned char *md, unsigned size,
                        uint32_t *id)
{
	unsigned n = bytes_u16(md + 26);
	uint64_t at = bytes_u64(md + 16);
	unsigned char p[24];
	const char *formula;
	bool yes;

	for (unsigned i = 0; i < n; i++, at += size) {
		if (v4_get(v, "metrics", at, p, sizeof(p)) != 0 ||
		    is_execution(v, bytes_u64(p), &yes) != 0 ||
		    v4_text(v, bytes_u64(p + 8), &formula) != 0)
			return -1;
		if (yes && p[16] == COMBINE_SUM && formula &&
		    strcmp(formula, "$$") == 0)
			*id = bytes_u16(p + 18);
	}
	return 0;
}

static int read_metric(struct v4 *v, const unsigned char *md, unsigned instance,
                       unsigned summary)
{
	struct v4_metric m = { .thread_id = IDS_NONE, .sum_id = IDS_NONE };
	uint32_t i = (uint32_t)v->nmetrics;

	if (v4_text(v, bytes_u64(md), &m.name) != 0 ||
	    find_instance(v, md, instance, &m.thread_id) != 0 ||
	    find_summary(v, md, summary, &m.sum_id) != 0)
		return -1;
	if (!m.name)
		return v4_fail(v, "metrics", "one has no name");
	if (m.thread_id == IDS_NONE) {
		tree_note(v->t,
		          "metric %s has no inclusive values and is left "
		          "out",
		          m.name);
		return 0;
	}
	if (ids_add(&v->thread_ids, m.thread_id, i) != i)
		return v4_fail(v, "metrics", "two have the same number");
	if (m.sum_id != IDS_NONE && ids_add(&v->sum_ids, m.sum_id, i) != i)
		return v4_fail(v, "metrics", "two have the same number");
	v->metrics = mem_grow(v->metrics, &v->cap_metrics, v->nmetrics + 1,
	                      sizeof(*v->metrics));
	v->metrics[v->nmetrics++] = m;
	return 0;
}

int v4_read_metrics(struct v4 *v, uint64_t at)
{
	unsigned char p[0x1b], md[32];
	uint64_t metric;
	uint32_t n;

	if (v4_get(v, "metrics", at, p, sizeof(p)) != 0)
		return -1;
	metric = bytes_u64(p);
	n = bytes_u32(p + 8);
	if (p[0x0c] < 32 || p[0x0d] < 16 || p[0x0e] < 24 || p[0x1a] < 16)
		return v4_fail(v, "metrics", "a structure is too small");
	if (!bytes_hold(&v->meta, metric, n, p[0x0c]))
		return v4_fail(v, "metrics", "the table is outside the file");
	for (uint32_t i = 0; i < n; i++, metric += p[0x0c]) {
		if (v4_get(v, "metrics", metric, md, sizeof(md)) != 0 ||
		    read_metric(v, md, p[0x0d], p[0x0e]) != 0)
			return -1;
	}
	return 0;
}
