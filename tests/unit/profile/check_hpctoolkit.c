/* check_hpctoolkit - HPCToolkit's databases, of both kinds, as profiles */
#include "check.h"

#include <math.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "profile/import/hpctoolkit.h"
#include "profile/import/open.h"
#include "profile/profile.h"
#include "tests/experiment_writer.h"
#include "tests/v4_writer.h"

/*
 * A program: main has a loop (14) that holds inlined code with a loop of its
 * own (helper.h:4); it calls work twice, once from the loop, and work calls
 * itself. work has two nested loops that share line 22, and a third beside
 * them. A Fortran procedure is called from work's inner loop.
 */
enum { MAIN, HELPER, WORK, SOLVE, NFUNCTIONS };
static const char *const modules[] = { "/app/prog", "/lib/libgrid.so" };
static const char *const files[] = { "/src/main.c", "/src/helper.h",
	                             "/src/grid.f90" };
static const struct v4_function functions[NFUNCTIONS] = {
	[MAIN] = { "main", 0, 0, 10, 0x100 },
	[HELPER] = { "helper<int>(int const&)", 0, 1, 3, 0 },
	[WORK] = { "num::work<double>(double, int&)", 0, 0, 20, 0x200 },
	[SOLVE] = { "__grid_MOD_solve [libgrid.so]", 1, 2, 5, 0x40 },
};

#define FUNCTION(parent, relation, f)                                          \
	{                                                                      \
		parent, relation, V4_FUNCTION, f, -1, 0, 0                     \
	}
#define LOOP(parent, file, line, at)                                           \
	{                                                                      \
		parent, V4_LEXICAL, V4_LOOP, -1, file, line, at                \
	}
#define LINE(parent, file, line)                                               \
	{                                                                      \
		parent, V4_LEXICAL, V4_LINE, -1, file, line, 0                 \
	}
static const struct v4_node nodes[] = {
	FUNCTION(V4_TOP, V4_CALL, MAIN), /* 0 */
	LINE(0, 0, 12),
	FUNCTION(1, V4_CALL, WORK), /* 2: called from outside the loop */
	LOOP(2, 0, 22, 0x220),
	LOOP(3, 0, 22, 0x230),
	LINE(4, 0, 24), /* 5 */
	FUNCTION(5, V4_CALL, SOLVE),
	LINE(6, 2, 7),
	LOOP(2, 0, 22, 0x260), /* 8: beside the nest, at the same line */
	LINE(8, 0, 23),
	LOOP(0, 0, 14, 0x120), /* 10 */
	LINE(10, 0, 15),
	FUNCTION(11, V4_INLINED, HELPER),
	LOOP(12, 1, 4, 0x130),
	LINE(13, 1, 5), /* 14 */
	LINE(10, 0, 16),
	FUNCTION(15, V4_CALL, WORK), /* 16: called from the loop */
	LOOP(16, 0, 22, 0x220),
	LINE(17, 0, 22),
	FUNCTION(18, V4_CALL, WORK), /* 19: calls itself */
	LINE(19, 0, 21),
};
enum { NNODES = sizeof(nodes) / sizeof(*nodes), NTHREADS = 3 };

static const char *const metrics[] = { "PAPI_TOT_CYC", "PAPI_TOT_INS" };

/* Own counts of thread t: node i has 10 * (i + 1) * (t + 1) cycles. */
static double own[NTHREADS][NNODES][2];
static struct v4_thread threads[NTHREADS];

static struct v4_database program(void)
{
	for (unsigned t = 0; t < NTHREADS; t++) {
		for (unsigned i = 0; i < NNODES; i++) {
			bool line = nodes[i].type == V4_LINE;

			own[t][i][0] = line ? 10.0 * (i + 1) * (t + 1) : 0;
			own[t][i][1] = line && i % 3 ? 5.0 * (i + 2) : 0;
		}
		threads[t] =
			(struct v4_thread){ (int)t / 2, t % 2, &own[t][0][0] };
	}
	return (struct v4_database){
		.title = "prog",
		.metrics = metrics,
		.nmetrics = 2,
		.modules = modules,
		.nmodules = 2,
		.files = files,
		.nfiles = 3,
		.functions = functions,
		.nfunctions = NFUNCTIONS,
		.nodes = nodes,
		.nnodes = NNODES,
		.threads = threads,
		.nthreads = NTHREADS,
	};
}

static struct profile *as_v4(const struct v4_database *d, struct err *err)
{
	struct strbuf meta = STRBUF_INIT, profile = STRBUF_INIT;
	struct profile *p;

	v4_write_meta(&meta, d);
	v4_write_profile(&profile, d);
	p = profile_read_v4(meta.s, meta.len, profile.s, profile.len, NULL,
	                    err);
	strbuf_release(&meta);
	strbuf_release(&profile);
	return p;
}

static struct profile *as_xml(const struct v4_database *d,
                              const struct experiment_style *style,
                              const struct hpctoolkit_options *options,
                              struct err *err)
{
	struct strbuf b = STRBUF_INIT;
	struct profile *p;

	experiment_write(&b, d, style, NULL);
	p = profile_read_experiment(b.s, b.len, options, err);
	strbuf_release(&b);
	return p;
}

static const struct experiment_style raw = { "2.2", false, true, 0, 5 };
static const struct experiment_style sums = { "2.1", true, true, 0, 0 };
static const struct experiment_style old = { "2.0", false, false, 0, 5 };

static void path_of(struct strbuf *b, const struct profile_section *s)
{
	if (s->parent)
		path_of(b, s->parent);
	strbuf_addf(b, "/%s %s", profile_kind_name(s->kind), s->name);
	if (s->line)
		strbuf_addf(b, "%s:%u", s->file, s->line);
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All sections with their counts as sorted text; to be freed. */
static char *sections_of(const struct profile *p, bool stats)
{
	char **lines = mem_alloc(10000, sizeof(*lines));
	struct strbuf all = STRBUF_INIT;
	size_t n = 0;

	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		struct strbuf b = STRBUF_INIT;

		path_of(&b, s);
		for (size_t i = 0; i < p->nevents; i++) {
			strbuf_addf(&b, " %s=%.6g", p->events[i].name,
			            s->sum[i]);
			if (stats)
				strbuf_addf(&b, "(%g %g %g %.6g %.6g)",
				            s->stats[i].n, s->stats[i].min,
				            s->stats[i].max, s->stats[i].mean,
				            s->stats[i].sd);
		}
		ck_assert(n < 10000);
		lines[n++] = strbuf_detach(&b);
	}
	qsort(lines, n, sizeof(*lines), compare);
	for (size_t i = 0; i < n; i++) {
		strbuf_adds(&all, lines[i]);
		strbuf_addc(&all, '\n');
		free(lines[i]);
	}
	free(lines);
	return strbuf_detach(&all);
}

static const struct profile_section *find(const struct profile *p,
                                          const char *path)
{
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		struct strbuf b = STRBUF_INIT;
		bool equal;

		path_of(&b, s);
		equal = strcmp(b.s, path) == 0;
		strbuf_release(&b);
		if (equal)
			return s;
	}
	ck_abort_msg("no section '%s'", path);
	return NULL;
}

static double value(const struct profile *p, const char *path,
                    const char *event)
{
	return profile_value(p, find(p, path), event);
}

#define PROG "/program prog/module prog"
#define WORKS PROG "/procedure num::work<double>(double, int&)/src/main.c:20"

/* What the sections hold, worked out by hand from the tree above. */
static void check_sections(const struct profile *p)
{
	/* lines of main, its loop and the inlined loop; x 6 for the threads */
	ck_assert_double_eq(
		value(p, PROG "/procedure main/src/main.c:10", "TOT_CYC"),
		60.0 * (2 + 12 + 15 + 16));
	ck_assert_double_eq(value(p,
	                          PROG "/procedure main/src/main.c:10/loop "
	                               "/src/main.c:14",
	                          "TOT_CYC"),
	                    60.0 * (12 + 15 + 16));
	/* a loop of inlined code is a loop of the procedure around it */
	ck_assert_double_eq(value(p,
	                          PROG "/procedure main/src/main.c:10/loop "
	                               "/src/main.c:14/loop /src/helper.h:4",
	                          "TOT_CYC"),
	                    60.0 * 15);
	/* all calls of work, without what it calls */
	ck_assert_double_eq(value(p, WORKS, "TOT_CYC"),
	                    60.0 * (6 + 10 + 19 + 21));
	ck_assert_double_eq(value(p,
	                          WORKS "/loop /src/main.c:22/loop "
	                                "/src/main.c:22",
	                          "TOT_CYC"),
	                    60.0 * 6);
	ck_assert_double_eq(value(p,
	                          "/program prog/module libgrid.so/procedure "
	                          "grid::solve/src/grid.f90:5",
	                          "TOT_CYC"),
	                    60.0 * 8);
}

START_TEST(reads_sections)
{
	const struct v4_database d = program();
	struct err err = { 0 };
	struct profile *p = _i == 0   ? as_v4(&d, &err)
	                    : _i == 1 ? as_xml(&d, &raw, NULL, &err)
	                    : _i == 2 ? as_xml(&d, &sums, NULL, &err)
	                              : as_xml(&d, &old, NULL, &err);

	ck_assert_msg(p, "%s", err.msg);
	check_sections(p);
	ck_assert_str_eq(find(p, "/program prog/module libgrid.so/procedure "
	                         "grid::solve/src/grid.f90:5")
	                         ->raw_name,
	                 "__grid_MOD_solve");
	ck_assert_str_eq(find(p, PROG)->file, "/app/prog");
	profile_free(p);
}
END_TEST

#define INSTRUCTION(parent, module, at)                                        \
	{                                                                      \
		parent, V4_CALL, V4_INSTRUCTION, -1, -1, module, at            \
	}

/* The only procedure of that name in a module */
static double cycles_of(const struct profile *p, const char *module,
                        const char *name)
{
	const struct profile_section *m = p->root->child, *found = NULL;

	while (m && strcmp(m->name, module) != 0)
		m = m->next;
	ck_assert_msg(m, "no module '%s'", module);
	for (const struct profile_section *c = m->child; c; c = c->next) {
		if (strcmp(c->name, name) != 0)
			continue;
		ck_assert_ptr_null(found);
		found = c;
	}
	ck_assert_msg(found, "no '%s' in '%s'", name, module);
	return found->sum[0];
}

/*
 * Binaries whose structure hpcprof was not given have instructions only. What
 * is called is not in the caller, nor in its loop, and the module is known.
 */
START_TEST(code_without_structure)
{
	static const struct v4_node tree[] = {
		INSTRUCTION(V4_TOP, 0, 0x10), /* 0 */
		INSTRUCTION(0, 1, 0x20),         INSTRUCTION(1, 1, 0x30),
		FUNCTION(V4_TOP, V4_CALL, MAIN),                 /* 3 */
		LOOP(3, 0, 14, 0x120),           LINE(4, 0, 15), /* 5 */
		INSTRUCTION(5, 1, 0x40),
	};
	static const double cycles[7][2] = { { 5 }, { 7 },  { 11 }, { 0 },
		                             { 0 }, { 13 }, { 17 } };
	static const struct v4_thread one = { -1, 0, &cycles[0][0] };
	struct v4_database d = program();
	struct err err = { 0 };
	struct profile *p;

	d.nodes = tree;
	d.nnodes = 7;
	d.threads = &one;
	d.nthreads = 1;
	p = as_v4(&d, &err);
	ck_assert_msg(p, "%s", err.msg);
	ck_assert_double_eq(p->root->sum[0], 53);
	ck_assert_double_eq(cycles_of(p, "prog", "<unknown procedure>"), 5);
	ck_assert_double_eq(cycles_of(p, "prog", "main"), 13);
	ck_assert_double_eq(cycles_of(p, "libgrid.so", "<unknown procedure>"),
	                    35);
	for (const struct profile_section *s = p->root; s;
	     s = profile_next((struct profile_section *)(uintptr_t)s)) {
		if (s->kind == PROFILE_LOOP)
			ck_assert_double_eq(s->sum[0], 13);
	}
	profile_free(p);
}
END_TEST

START_TEST(formats_agree)
{
	const struct v4_database d = program();
	struct err err = { 0 };
	struct profile *p[4] = {
		as_v4(&d, &err),
		as_xml(&d, &raw, NULL, &err),
		as_xml(&d, &old, NULL, &err),
		as_xml(&d, &sums, NULL, &err),
	};
	char *text[4];

	for (int i = 0; i < 4; i++) {
		ck_assert_msg(p[i], "%s", err.msg);
		text[i] = sections_of(p[i], i < 3);
	}
	ck_assert_str_eq(text[0], text[1]);
	ck_assert_str_eq(text[0], text[2]);
	free(text[0]);
	text[0] = sections_of(p[0], false);
	ck_assert_str_eq(text[0], text[3]);
	for (int i = 0; i < 4; i++) {
		profile_free(p[i]);
		free(text[i]);
	}
}
END_TEST

static unsigned below(uint64_t *random, unsigned n)
{
	*random = *random * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*random >> 33) % n;
}

/* Trees of any shape: both formats always have the same sections. */
START_TEST(formats_agree_on_random_trees)
{
	enum { N = 60 };
	uint64_t random = (uint64_t)_i;
	struct v4_database d = program();
	struct v4_node tree[N];
	double counts[2][N][2] = { 0 };
	struct v4_thread two[2] = { { -1, 0, &counts[0][0][0] },
		                    { -1, 1, &counts[1][0][0] } };
	struct err err = { 0 };
	struct profile *v4, *xml;
	char *a, *b;

	for (int i = 0; i < N; i++) {
		int parent = i ? (int)below(&random, (unsigned)i) : V4_TOP;
		int above = i ? tree[parent].type : -1;

		tree[i] = (struct v4_node)LINE(parent, (int)below(&random, 3),
		                               1 + below(&random, 9));
		if (!i || above == V4_LINE)
			tree[i] = (struct v4_node)FUNCTION(
				parent,
				i && below(&random, 2) ? V4_INLINED : V4_CALL,
				(int)below(&random, NFUNCTIONS));
		else if (below(&random, 2))
			tree[i] = (struct v4_node)LOOP(
				parent, (int)below(&random, 3),
				1 + below(&random, 4),
				0x400 + below(&random, 3));
		for (int t = 0; tree[i].type == V4_LINE && t < 2; t++)
			counts[t][i][0] = 7 * below(&random, 50);
	}
	/* hpcprof gives a line of other files' code a scope of its own */
	for (int i = 0; i < N; i++) {
		const struct v4_node *up = &tree[i ? tree[i].parent : 0];

		if (i && tree[i].type == V4_LINE)
			tree[i].file = up->type == V4_LOOP
			                       ? up->file
			                       : functions[up->function].file;
	}
	d.nodes = tree;
	d.nnodes = N;
	d.threads = two;
	d.nthreads = 2;
	v4 = as_v4(&d, &err);
	xml = as_xml(&d, _i % 2 ? &raw : &sums, NULL, &err);
	ck_assert_msg(v4 && xml, "%s", err.msg);
	a = sections_of(v4, _i % 2);
	b = sections_of(xml, _i % 2);
	ck_assert_str_eq(a, b);
	free(a);
	free(b);
	profile_free(v4);
	profile_free(xml);
}
END_TEST

START_TEST(statistics_over_threads)
{
	const struct v4_database d = program();
	struct err err = { 0 };
	struct profile *p = as_v4(&d, &err);
	const struct profile_stats *s;

	ck_assert_msg(p, "%s", err.msg);
	ck_assert_double_eq(p->ranks, 2);
	ck_assert_double_eq(p->threads, 2);
	s = &find(p, WORKS)->stats[0];
	ck_assert_double_eq(s->n, 3);
	ck_assert_double_eq(s->min, 560);
	ck_assert_double_eq(s->max, 3 * 560);
	ck_assert_double_eq_tol(s->mean, 2 * 560, 1e-9);
	ck_assert_double_eq_tol(s->sd, 560 * sqrt(2.0 / 3), 1e-9);
	profile_free(p);
}
END_TEST

START_TEST(threads_without_a_value_have_0)
{
	const struct v4_database d = program();
	struct err err = { 0 };
	struct profile *p;
	const struct profile_stats *s;

	memset(own[1], 0, (NTHREADS - 1) * sizeof(own[1]));
	p = as_v4(&d, &err);
	ck_assert_msg(p, "%s", err.msg);
	s = &find(p, WORKS)->stats[0];
	ck_assert_double_eq(s->n, 3);
	ck_assert_double_eq(s->min, 0);
	ck_assert_double_eq(s->max, 560);
	ck_assert_double_eq_tol(s->mean, 560 / 3.0, 1e-9);
	ck_assert_double_eq_tol(s->sd, 560 * sqrt(2) / 3, 1e-9);
	profile_free(p);
}
END_TEST

/* A thread without samples in a section has 0 there. */
START_TEST(idle_threads_count)
{
	const struct v4_database d = program();
	struct err err = { 0 };
	struct profile *p;
	const struct profile_stats *s;

	for (unsigned i = 0; i < NNODES; i++)
		own[1][i][0] = own[1][i][1] = i == 1;
	p = _i ? as_xml(&d, &raw, NULL, &err) : as_v4(&d, &err);
	ck_assert_msg(p, "%s", err.msg);
	s = &find(p, WORKS)->stats[0];
	ck_assert_double_eq(s->n, 3);
	ck_assert_double_eq(s->min, 0);
	ck_assert_double_eq_tol(s->mean, 560 * 4 / 3.0, 1e-9);
	profile_free(p);
}
END_TEST

/* Version 4 does not say the period; that all counts are multiples of it
 * does. A clock's seconds are not. */
START_TEST(periods_are_found)
{
	static const char *const names[] = { "PAPI_TOT_CYC", "CPUTIME (sec)" };
	struct v4_database d = program();
	struct err err = { 0 };
	struct profile *p;
	double samples = 0;

	for (unsigned t = 0; t < NTHREADS; t++) {
		for (unsigned i = 0; i < NNODES; i++) {
			double n = own[t][i][0] != 0 ? i * i + 3 * t + 1 : 0;

			own[t][i][0] = 13000027 * n;
			own[t][i][1] = 0.005 * n;
			samples += n;
		}
	}
	d.metrics = names;
	p = as_v4(&d, &err);
	ck_assert_msg(p, "%s", err.msg);
	ck_assert_double_eq(p->runs[0].period[0], 13000027);
	ck_assert_double_eq(p->root->samples[0], samples);
	ck_assert(isnan(p->runs[0].period[1]));
	profile_free(p);
}
END_TEST

/* Sums do not say the period, but how many samples there were in all. */
START_TEST(sums_tell_their_samples)
{
	static const struct experiment_style counted = { "2.2", true, true, 0,
		                                         5 };
	struct v4_database d = program();
	struct err err = { 0 };
	struct profile *one = as_xml(&d, &raw, NULL, &err);
	struct profile *all = as_xml(&d, &counted, NULL, &err);

	ck_assert_msg(one && all, "%s", err.msg);
	ck_assert_double_eq(all->runs[0].period[0], 5);
	ck_assert_double_gt(all->root->samples[0], 0);
	for (struct profile_section *a = one->root, *b = all->root; a && b;
	     a = profile_next(a), b = profile_next(b)) {
		for (size_t i = 0; i < 2; i++)
			ck_assert_double_eq(a->samples[i], b->samples[i]);
	}
	profile_free(all);
	all = as_xml(&d, &sums, NULL, &err);
	ck_assert_ptr_null(all->root->samples);
	profile_free(one);
	profile_free(all);
}
END_TEST

/* A procedure of which the file is not known has no line either. */
START_TEST(no_file_no_line)
{
	struct v4_function some[NFUNCTIONS];
	struct v4_database d = program();
	struct err err = { 0 };
	struct profile *p;
	bool found = false;

	memcpy(some, functions, sizeof(some));
	some[SOLVE].file = -1;
	d.functions = some;
	p = as_v4(&d, &err);
	ck_assert_msg(p, "%s", err.msg);
	for (struct profile_section *s = p->root; s; s = profile_next(s)) {
		if (s->kind != PROFILE_PROCEDURE || s->file)
			continue;
		ck_assert_uint_eq(s->line, 0);
		found = true;
	}
	ck_assert(found);
	profile_free(p);
}
END_TEST

Suite *suite_hpctoolkit(void);

Suite *suite_hpctoolkit(void)
{
	Suite *s = suite_create("hpctoolkit");
	TCase *tc = tcase_create("sections");

	tcase_add_loop_test(tc, reads_sections, 0, 4);
	tcase_add_test(tc, code_without_structure);
	tcase_add_test(tc, formats_agree);
	tcase_add_loop_test(tc, formats_agree_on_random_trees, 0, 40);
	tcase_add_test(tc, statistics_over_threads);
	tcase_add_test(tc, threads_without_a_value_have_0);
	tcase_add_loop_test(tc, idle_threads_count, 0, 2);
	tcase_add_test(tc, periods_are_found);
	tcase_add_test(tc, sums_tell_their_samples);
	tcase_add_test(tc, no_file_no_line);
	suite_add_tcase(s, tc);
	return s;
}
