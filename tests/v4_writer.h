/*
 * v4_writer.h - makes databases of version 4 (meta.db and profile.db)
 *
 * For tests and benchmarks: any events, any tree of contexts, any number of
 * profiles. It follows HPCToolkit's doc/FORMATS.md; the counts given are each
 * context's own, the inclusive ones are worked out. Each metric also has the
 * scope "point", so that a reader that takes the wrong scope shows.
 */
#ifndef PERFEXPERT_TESTS_V4_WRITER_H
#define PERFEXPERT_TESTS_V4_WRITER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/banned.h"
#include "base/mem.h"
#include "base/strbuf.h"

enum { V4_LEXICAL, V4_CALL, V4_INLINED };
enum { V4_FUNCTION, V4_LOOP, V4_LINE, V4_INSTRUCTION };
enum { V4_TOP = -1 }; /* parent: the entry point */

struct v4_function {
	const char *name; /* NULL: anonymous */
	int module, file; /* index; -1: none */
	unsigned line, offset;
};

/* In preorder: a parent stands before its children. Number i has ctxId i+2. */
struct v4_node {
	int parent, relation, type;
	int function, file;    /* index; -1: none */
	unsigned line, offset; /* line: of an instruction its module's index */
};

struct v4_thread {
	int rank; /* -1: no ranks */
	unsigned thread;
	const double *own; /* [nnodes][nmetrics] */
};

struct v4_database {
	const char *title;
	const char *const *metrics, *const *modules, *const *files;
	size_t nmetrics, nmodules, nfiles;
	const struct v4_function *functions;
	size_t nfunctions;
	const struct v4_node *nodes;
	size_t nnodes;
	const struct v4_thread *threads;
	size_t nthreads;
	bool copied; /* files are in the database */
};

static inline void v4_put(struct strbuf *b, uint64_t value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		strbuf_addc(b, (char)(i < 8 ? value >> 8 * i & 0xff : 0));
}

static inline void v4_set(struct strbuf *b, size_t at, uint64_t value, size_t n)
{
	for (size_t i = 0; i < n; i++)
		b->s[at + i] = (char)(value >> 8 * i & 0xff);
}

static inline void v4_align(struct strbuf *b)
{
	while (b->len % 8)
		strbuf_addc(b, '\0');
}

static inline void v4_put_double(struct strbuf *b, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof(bits));
	v4_put(b, bits, 8);
}

/* A text with its end; where it is. */
static inline uint64_t v4_text(struct strbuf *b, const char *s)
{
	uint64_t at = b->len;

	strbuf_add(b, s, strlen(s) + 1);
	return at;
}

/* A section begins here: its pointer into the header, its size later. */
static inline size_t v4_begin(struct strbuf *b, unsigned section)
{
	v4_align(b);
	v4_set(b, 16 + 16 * section + 8, b->len, 8);
	return b->len;
}

static inline void v4_end(struct strbuf *b, unsigned section, size_t start)
{
	v4_set(b, 16 + 16 * section, b->len - start, 8);
}

static inline void v4_start(struct strbuf *b, const char *format,
                            unsigned sections)
{
	strbuf_clear(b);
	strbuf_adds(b, "HPCTOOLKIT");
	strbuf_adds(b, format);
	v4_put(b, 4, 1);
	v4_put(b, 0, 1);
	for (unsigned i = 0; i < sections; i++)
		v4_put(b, 0, 16);
}

static inline void v4_write_general(struct strbuf *b, const char *title)
{
	size_t at = v4_begin(b, 0);

	v4_put(b, 0, 16);
	v4_set(b, at, v4_text(b, title), 8);
	v4_set(b, at + 8, v4_text(b, "made by a test"), 8);
	v4_end(b, 0, at);
}

static inline void v4_write_id_names(struct strbuf *b)
{
	static const char *const names[] = { "SUMMARY",   "NODE",
		                             "RANK",      "THREAD",
		                             "GPUDEVICE", "GPUCONTEXT",
		                             "GPUSTREAM", "CORE" };
	size_t at = v4_begin(b, 1), table;

	v4_put(b, 0, 8);
	v4_put(b, 8, 1);
	v4_align(b);
	table = b->len;
	v4_set(b, at, table, 8);
	v4_put(b, 0, 0);
	for (size_t i = 0; i < 8; i++)
		v4_put(b, 0, 8);
	for (size_t i = 0; i < 8; i++)
		v4_set(b, table + 8 * i, v4_text(b, names[i]), 8);
	v4_end(b, 1, at);
}

/* Metric m: propagated 2m (point) and 2m+1 (execution); summaries the same. */
static inline void v4_write_metrics(struct strbuf *b,
                                    const struct v4_database *d)
{
	size_t at = v4_begin(b, 2), scopes, table, formula;

	v4_put(b, 0, 8);
	v4_put(b, d->nmetrics, 4);
	v4_put(b, 32, 1);
	v4_put(b, 16, 1);
	v4_put(b, 24, 1);
	v4_put(b, 0, 1);
	v4_put(b, 0, 8);
	v4_put(b, 2, 2);
	v4_put(b, 16, 1);
	v4_align(b);
	scopes = b->len;
	v4_set(b, at + 16, scopes, 8);
	for (unsigned i = 0; i < 2; i++) {
		v4_put(b, 0, 8);
		v4_put(b, i ? 2 : 1, 1);
		v4_put(b, 255, 1);
		v4_align(b);
	}
	v4_set(b, scopes, v4_text(b, "point"), 8);
	v4_set(b, scopes + 16, v4_text(b, "execution"), 8);
	formula = b->len;
	v4_text(b, "$$");
	v4_align(b);
	table = b->len;
	v4_set(b, at, table, 8);
	for (size_t m = 0; m < d->nmetrics; m++)
		v4_put(b, 0, 32);
	for (size_t m = 0; m < d->nmetrics; m++) {
		size_t md = table + 32 * m;

		v4_set(b, md, v4_text(b, d->metrics[m]), 8);
		v4_align(b);
		v4_set(b, md + 8, b->len, 8);
		for (unsigned i = 0; i < 2; i++) {
			v4_put(b, scopes + 16 * i, 8);
			v4_put(b, 2 * m + i, 8);
		}
		v4_set(b, md + 16, b->len, 8);
		for (unsigned i = 0; i < 2; i++) {
			v4_put(b, scopes + 16 * i, 8);
			v4_put(b, formula, 8);
			v4_put(b, 0, 2);
			v4_put(b, 2 * m + i, 6);
		}
		v4_set(b, md + 24, 2, 2);
		v4_set(b, md + 26, 2, 2);
	}
	v4_end(b, 2, at);
}

/* Modules (section 5) or files (section 6); where the first one is. */
static inline size_t v4_write_paths(struct strbuf *b, unsigned section,
                                    const char *const *paths, size_t n,
                                    unsigned flags)
{
	size_t at = v4_begin(b, section), table;

	v4_put(b, at + 16, 8);
	v4_put(b, n, 4);
	v4_put(b, 16, 4);
	table = b->len;
	for (size_t i = 0; i < n; i++) {
		v4_put(b, flags, 8);
		v4_put(b, 0, 8);
	}
	v4_end(b, section, at);
	for (size_t i = 0; i < n; i++)
		v4_set(b, table + 16 * i + 8, v4_text(b, paths[i]), 8);
	return table;
}

static inline uint64_t v4_item(size_t table, int index, size_t size)
{
	return index < 0 ? 0 : table + size * (size_t)index;
}

static inline size_t v4_write_functions(struct strbuf *b,
                                        const struct v4_database *d,
                                        size_t modules, size_t files)
{
	size_t at = v4_begin(b, 7), table;

	v4_put(b, at + 16, 8);
	v4_put(b, d->nfunctions, 4);
	v4_put(b, 40, 4);
	table = b->len;
	for (size_t i = 0; i < d->nfunctions; i++) {
		const struct v4_function *f = &d->functions[i];

		v4_put(b, 0, 8);
		v4_put(b, v4_item(modules, f->module, 16), 8);
		v4_put(b, f->offset, 8);
		v4_put(b, v4_item(files, f->file, 16), 8);
		v4_put(b, f->line, 4);
		v4_put(b, 0, 4);
	}
	v4_end(b, 7, at);
	for (size_t i = 0; i < d->nfunctions; i++) {
		if (d->functions[i].name)
			v4_set(b, table + 40 * i,
			       v4_text(b, d->functions[i].name), 8);
	}
	return table;
}

struct v4_tables {
	size_t modules, files, functions;
};

static inline void v4_write_node(struct strbuf *b, const struct v4_database *d,
                                 const struct v4_tables *t, size_t i)
{
	const struct v4_node *n = &d->nodes[i];
	bool point = n->type == V4_LOOP || n->type == V4_INSTRUCTION;
	unsigned flags = (n->function >= 0 ? 1u : 0) | (n->file >= 0 ? 2u : 0) |
	                 (point ? 4u : 0);
	unsigned words = (n->function >= 0 ? 1u : 0) + (n->file >= 0 ? 2u : 0) +
	                 (point ? 2u : 0);

	v4_put(b, 0, 16);
	v4_put(b, i + 2, 4);
	v4_put(b, flags, 1);
	v4_put(b, (unsigned)n->relation, 1);
	v4_put(b, (unsigned)n->type, 1);
	v4_put(b, words, 1);
	v4_put(b, n->relation == V4_LEXICAL, 8); /* propagation */
	if (n->function >= 0)
		v4_put(b, v4_item(t->functions, n->function, 40), 8);
	if (n->file >= 0) {
		v4_put(b, v4_item(t->files, n->file, 16), 8);
		v4_put(b, n->line, 8);
	}
	if (point) {
		v4_put(b,
		       v4_item(t->modules,
		               n->type == V4_INSTRUCTION ? (int)n->line : 0,
		               16),
		       8);
		v4_put(b, n->offset, 8);
	}
}

/* The children of a node, one block after the other, breadth first. */
static inline void v4_write_children(struct strbuf *b,
                                     const struct v4_database *d,
                                     const struct v4_tables *t, int parent,
                                     size_t header)
{
	size_t start = b->len, at;

	for (size_t i = 0; i < d->nnodes; i++) {
		if (d->nodes[i].parent == parent)
			v4_write_node(b, d, t, i);
	}
	v4_set(b, header, b->len - start, 8);
	v4_set(b, header + 8, b->len == start ? 0 : start, 8);
	at = start;
	for (size_t i = 0; i < d->nnodes; i++) {
		if (d->nodes[i].parent != parent)
			continue;
		v4_write_children(b, d, t, (int)i, at);
		at += 32 + 8 * (size_t)(unsigned char)b->s[at + 0x17];
	}
}

static inline void v4_write_contexts(struct strbuf *b,
                                     const struct v4_database *d,
                                     const struct v4_tables *t)
{
	size_t at = v4_begin(b, 3), entry;

	v4_put(b, at + 16, 8);
	v4_put(b, 1, 2);
	v4_put(b, 32, 1);
	v4_align(b);
	entry = b->len;
	v4_put(b, 0, 16);
	v4_put(b, 1, 4);
	v4_put(b, 1, 4);
	v4_put(b, 0, 8);
	v4_write_children(b, d, t, V4_TOP, entry);
	v4_end(b, 3, at);
	v4_set(b, entry + 0x18, v4_text(b, "main thread"), 8);
}

static inline void v4_write_meta(struct strbuf *b, const struct v4_database *d)
{
	struct v4_tables t;

	v4_start(b, "meta", 8);
	v4_write_general(b, d->title);
	v4_write_id_names(b);
	v4_write_metrics(b, d);
	t.modules = v4_write_paths(b, 5, d->modules, d->nmodules, 0);
	t.files = v4_write_paths(b, 6, d->files, d->nfiles, d->copied);
	t.functions = v4_write_functions(b, d, t.modules, t.files);
	v4_write_contexts(b, d, &t);
	strbuf_adds(b, "_meta.db");
}

/* Inclusive counts: row 0 the program, 1 the entry point, i+2 node i. */
static inline double *v4_inclusive(const struct v4_database *d,
                                   const double *own)
{
	size_t n = d->nmetrics;
	double *sum = mem_alloc((d->nnodes + 2) * n, sizeof(*sum));

	for (size_t i = d->nnodes; i-- > 0;) {
		int parent = d->nodes[i].parent;

		for (size_t m = 0; m < n; m++) {
			double *row = &sum[(i + 2) * n + m];

			*row += own[i * n + m];
			sum[(size_t)(parent + 2) * n + m] += *row;
			if (parent == V4_TOP)
				sum[m] += *row;
		}
	}
	return sum;
}

/* A profile's values and indices; info is where its description is. */
static inline void v4_write_values(struct strbuf *b,
                                   const struct v4_database *d,
                                   const double *own, size_t info)
{
	struct strbuf index = STRBUF_INIT;
	double *sum = v4_inclusive(d, own);
	size_t n = d->nmetrics, values = 0, contexts = 0, start;

	v4_align(b);
	start = b->len;
	for (size_t i = 0; i < d->nnodes + 2; i++) {
		size_t before = values;

		for (size_t m = 0; m < n; m++) {
			double point = i < 2 ? 0 : own[(i - 2) * n + m];

			if (point != 0) {
				v4_put(b, 2 * m, 2);
				v4_put_double(b, point);
				values++;
			}
			if (sum[i * n + m] != 0) {
				v4_put(b, 2 * m + 1, 2);
				v4_put_double(b, sum[i * n + m]);
				values++;
			}
		}
		if (values == before)
			continue;
		v4_put(&index, i, 4);
		v4_put(&index, before, 8);
		contexts++;
	}
	v4_align(b);
	v4_set(b, info, values, 8);
	v4_set(b, info + 8, start, 8);
	v4_set(b, info + 16, contexts, 4);
	v4_set(b, info + 24, b->len, 8);
	strbuf_add(b, index.s, index.len);
	strbuf_release(&index);
	free(sum);
}

static inline void v4_write_id(struct strbuf *b, unsigned kind, uint64_t id)
{
	v4_put(b, kind, 4);
	v4_put(b, id, 4);
	v4_put(b, id, 8);
}

static inline void v4_write_tuples(struct strbuf *b,
                                   const struct v4_database *d, size_t table)
{
	size_t at = v4_begin(b, 1);

	for (size_t i = 0; i < d->nthreads; i++) {
		const struct v4_thread *t = &d->threads[i];

		v4_set(b, table + 48 * (i + 1) + 0x20, b->len, 8);
		v4_put(b, t->rank < 0 ? 2 : 3, 8);
		v4_write_id(b, 1, 0);
		if (t->rank >= 0)
			v4_write_id(b, 2, (uint64_t)t->rank);
		v4_write_id(b, 3, t->thread);
	}
	v4_end(b, 1, at);
}

/* The summary, then the threads. */
static inline void v4_write_profile(struct strbuf *b,
                                    const struct v4_database *d)
{
	size_t count = d->nnodes * d->nmetrics, at, table;
	double *all = mem_alloc(count + 1, sizeof(*all));

	v4_start(b, "prof", 2);
	at = v4_begin(b, 0);
	v4_put(b, 0, 8);
	v4_put(b, d->nthreads + 1, 4);
	v4_put(b, 48, 1);
	v4_align(b);
	table = b->len;
	v4_set(b, at, table, 8);
	for (size_t i = 0; i < 6 * (d->nthreads + 1); i++)
		v4_put(b, 0, 8);
	v4_set(b, table + 0x28, 1, 4);
	v4_end(b, 0, at);
	v4_write_tuples(b, d, table);
	for (size_t i = 0; i < d->nthreads; i++) {
		for (size_t j = 0; j < count; j++)
			all[j] += d->threads[i].own[j];
	}
	v4_write_values(b, d, all, table);
	for (size_t i = 0; i < d->nthreads; i++)
		v4_write_values(b, d, d->threads[i].own, table + 48 * (i + 1));
	strbuf_adds(b, "_prof.db");
	free(all);
}

#endif
