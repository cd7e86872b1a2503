/*
 * v4.h - the parts of the reader of database version 4
 *
 * v4.c reads meta.db: the tree of contexts, v4_metrics.c the metrics in it.
 * v4_profile.c reads profile.db: the values of each thread.
 */
#ifndef PERFEXPERT_PROFILE_IMPORT_V4_H
#define PERFEXPERT_PROFILE_IMPORT_V4_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bytes.h"
#include "base/ids.h"

struct err;
struct tree;

/* With fewer different values a common divisor may be chance. */
enum { V4_FEW_VALUES = 24 };

/* A metric whose inclusive values (scope "execution") are read. */
struct v4_metric {
	const char *name;
	uint32_t thread_id, sum_id; /* in thread profiles, in the summary */
	double divisor;             /* values are multiples of it; 0: unknown */
	double seen[V4_FEW_VALUES]; /* different ones, as far as there is room
	                             */
	size_t nseen;
};

struct v4_context {
	uint32_t parent; /* index; IDS_NONE: an entry point */
	uint32_t line;   /* of the tree: where its own counts go */
};

/* A function, its name as it is shown */
struct v4_function {
	const char *name, *module, *file;
	unsigned line;
};

struct v4 {
	struct tree *t;
	struct err *err;
	struct bytes meta, profile;
	struct v4_metric *metrics;
	size_t nmetrics, cap_metrics;
	struct ids thread_ids, sum_ids; /* metric id: index */
	struct v4_context *contexts;
	size_t ncontexts, cap_contexts;
	struct ids context_ids;
	struct ids strings; /* offset in meta.db: index in texts */
	const char **texts;
	size_t ntexts, cap_texts;
	uint64_t text_bytes; /* of all texts: bounded by the file */
	struct ids path_ids; /* offset, lowest bit: a file; index in paths */
	const char **paths;
	size_t npaths, cap_paths;
	struct ids function_ids; /* offset: index in functions */
	struct v4_function *functions;
	size_t nfunctions, cap_functions;
	int kind_rank, kind_thread; /* in id tuples; -1: unknown */
};

/* A part of a file, as its header names it */
struct v4_part {
	uint64_t at, size;
};

/* v4_header - check magic, version and end mark; the n parts of the file */
int v4_header(const struct v4 *v, const struct bytes *b, const char *format,
              const char *footer, struct v4_part *parts, size_t n);

/* v4_fail - ERR_FORMAT; -1. what: "metrics" */
int v4_fail(const struct v4 *v, const char *what, const char *why);

/* v4_get - n bytes of meta.db at an offset; 0, or -1 and v->err. what: as
 * v4_fail() */
int v4_get(const struct v4 *v, const char *what, uint64_t at, void *to,
           size_t n);

/* v4_text - the text of meta.db at an offset, read once; *text is v's, NULL at
 * offset 0. 0, or -1 and v->err */
int v4_text(struct v4 *v, uint64_t at, const char **text);

/* v4_read_metrics - the metrics described at an offset of meta.db */
int v4_read_metrics(struct v4 *v, uint64_t at);

/* v4_read_profiles - the values of profile.db */
int v4_read_profiles(struct v4 *v);

/* v4_read - add a database to the tree */
int v4_read(struct tree *t, const struct bytes *meta,
            const struct bytes *profile, struct err *err);

#endif
