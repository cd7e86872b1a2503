/* check_assess - ranking, selection and values of an assessment */
#include "check.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/check.h"
#include "report/export/data.h"
#include "report/report.h"
#include "profile/profile.h"
#include "tests/assess_profile.h"
#include "tests/folder.h"

/* A generator of its own: the same trees on every machine. */
static unsigned next(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 16;
}

/* Loops below parent that together never take more than it does. */
static void grow_loops(struct profile *p, struct profile_section *parent,
                       int depth, uint32_t *state)
{
	unsigned n = depth ? next(state) % 3 : 0;
	double left = parent->sum[0];

	for (unsigned i = 0; i < n; i++) {
		double cycles = floor(left * (next(state) % 100) / 100);
		struct profile_section *s =
			add(p, parent, PROFILE_LOOP, "", cycles);

		s->line = 10 + i;
		left -= cycles;
		grow_loops(p, s, depth - 1, state);
	}
}

static struct profile *random_profile(uint32_t seed)
{
	struct profile *p = new_profile();
	struct profile_section *m =
		profile_section_add(p, p->root, PROFILE_MODULE, "app");
	uint32_t state = seed;
	unsigned n = 5 + next(&state) % 40;

	for (unsigned i = 0; i < n; i++) {
		char name[16];
		double cycles = 1e9 + 1e6 * (next(&state) % 20000);

		snprintf(name, sizeof(name), "f%u", next(&state) % 60);
		grow_loops(p, add(p, m, PROFILE_PROCEDURE, name, cycles), 3,
		           &state);
	}
	total(p);
	return p;
}

static bool same(const struct assess_section *a, const struct assess_section *b)
{
	return a->in[0].section == b->in[0].section &&
	       a->in[1].section == b->in[1].section;
}

/* A lower threshold adds sections and keeps the order of the others. */
static void check_monotone(const struct profile *one, const struct profile *two)
{
	static const double thresholds[] = { 1,    0.3,   0.1, 0.05,
		                             0.02, 0.005, 1e-9 };
	struct assessment *more = NULL;

	for (size_t i = 0; i < COUNT(thresholds); i++) {
		struct assessment *less = more;
		size_t at = 0;

		more = assess(one, two, thresholds[i], false);
		for (size_t k = 0; k < more->nshown; k++) {
			ck_assert(more->shown[k]->shown);
			ck_assert_double_ge(assess_largest(more->shown[k]),
			                    thresholds[i]);
			if (less && at < less->nshown &&
			    same(less->shown[at], more->shown[k]))
				at++;
		}
		if (less)
			ck_assert_uint_eq(at, less->nshown);
		assessment_free(less);
	}
	assessment_free(more);
}

START_TEST(thresholds_are_monotone)
{
	struct profile *one = random_profile((uint32_t)_i);
	struct profile *two = random_profile((uint32_t)_i + 1000);

	check_monotone(one, NULL);
	check_monotone(one, two);
	profile_free(one);
	profile_free(two);
}
END_TEST

/* Hottest procedures first; what is nested follows what it is in. */
START_TEST(order_of_the_report)
{
	struct profile *p = random_profile((uint32_t)_i);
	struct assessment *a = assess(p, NULL, 0.001, true);
	size_t sections = 0;

	for (struct profile_section *s = p->root; s; s = profile_next(s))
		sections += s->kind >= PROFILE_PROCEDURE;
	ck_assert_uint_eq(a->nshown, sections);
	for (size_t i = 0; i < a->nshown; i++) {
		const struct assess_section *s = a->shown[i];
		size_t before = i;

		if (s->parent) {
			/* its parent is the nearest one above it that is less
			 * deep */
			while (before-- > 0 &&
			       a->shown[before]->depth >= s->depth)
				continue;
			ck_assert_ptr_eq(a->shown[before], s->parent);
			ck_assert_uint_eq(s->depth, s->parent->depth + 1);
		}
		for (size_t k = 1; k < s->nchildren; k++)
			ck_assert_double_ge(s->child[k - 1]->in[0].fraction,
			                    s->child[k]->in[0].fraction);
	}
	for (size_t i = 1; i < a->nprocedures; i++)
		ck_assert_double_ge(a->procedures[i - 1]->in[0].fraction,
		                    a->procedures[i]->in[0].fraction);
	assessment_free(a);
	profile_free(p);
}
END_TEST

START_TEST(values_of_a_section)
{
	struct profile *p = new_profile();
	struct profile_section *m =
		profile_section_add(p, p->root, PROFILE_MODULE, "app");
	struct assessment *a;
	const struct assess_value *v;

	add(p, m, PROFILE_PROCEDURE, "f", 6e9);
	add(p, m, PROFILE_PROCEDURE, "g", 1.98e9);
	add(p, m, PROFILE_PROCEDURE, "h", 0.02e9);
	total(p);
	a = assess(p, NULL, 0.5, false);
	ck_assert_uint_eq(a->nshown, 1);
	v = &a->shown[0]->in[0];
	ck_assert_double_eq_tol(v->fraction, 0.75, 1e-12);
	/* processor time: 6e9 of 8e9 cycles at 2 GHz, in 100 s elapsed */
	ck_assert_double_eq_tol(v->runtime_s, 3, 1e-9);
	ck_assert_double_eq_tol(a->in[0].runtime_s, 4, 1e-9);
	ck_assert_double_eq_tol(a->in[0].elapsed_s, 100, 1e-9);
	ck_assert(assess_elapsed_differs(&a->in[0]));
	ck_assert_str_eq(a->categories[0].id, "overall");
	ck_assert_double_eq_tol(v->lcpi[0], 2, 1e-12);
	/* no L2 events: nothing is known of data accesses, which is not 0 */
	ck_assert_str_eq(a->categories[1].id, "data_accesses");
	ck_assert(isnan(v->lcpi[1]));
	/* what is not shown is evaluated where it is worth a suggestion */
	ck_assert_ptr_nonnull(a->procedures[1]->in[0].lcpi);
	ck_assert_ptr_null(a->procedures[2]->in[0].lcpi);
	ck_assert_double_eq_tol(a->program.in[0].lcpi[0], 2, 1e-12);
	assessment_free(a);

	p->runtime_s = NAN;
	p->threads = 2;
	a = assess(p, NULL, 0.5, false);
	ck_assert_double_eq_tol(a->in[0].runtime_s, 4, 1e-12);
	ck_assert_double_eq_tol(a->shown[0]->in[0].runtime_s, 3, 1e-12);
	ck_assert(!assess_elapsed_differs(&a->in[0]));
	assessment_free(a);

	p->clock_hz = NAN; /* cycles of a nominal clock are no time */
	p->runtime_s = 50;
	a = assess(p, NULL, 0.5, false);
	ck_assert_double_eq_tol(a->in[0].runtime_s, 50, 1e-12);
	ck_assert_double_eq_tol(a->shown[0]->in[0].runtime_s, 37.5, 1e-12);
	assessment_free(a);
	profile_free(p);
}
END_TEST

START_TEST(each_input_alone_is_shown)
{
	struct profile *one = new_profile(), *two = new_profile();
	struct profile_section *m1 =
		profile_section_add(one, one->root, PROFILE_MODULE, "app");
	struct profile_section *m2 =
		profile_section_add(two, two->root, PROFILE_MODULE, "app");
	struct assessment *a;

	add(one, m1, PROFILE_PROCEDURE, "f", 5e9);
	add(one, m1, PROFILE_PROCEDURE, "old", 4e9);
	add(two, m2, PROFILE_PROCEDURE, "f", 1e7); /* not hot there any more */
	add(two, m2, PROFILE_PROCEDURE, "new", 6e9);
	total(one);
	total(two);
	a = assess(one, two, 0.1, false);
	ck_assert_uint_eq(a->nshown, 3);
	ck_assert_str_eq(a->shown[0]->name, "new");
	ck_assert_ptr_null(a->shown[0]->in[0].section);
	ck_assert(isnan(a->shown[0]->in[0].lcpi[0]));
	ck_assert_str_eq(a->shown[1]->name, "f");
	ck_assert_ptr_nonnull(a->shown[1]->in[1].section);
	ck_assert_str_eq(a->shown[2]->name, "old");
	ck_assert_ptr_null(a->shown[2]->in[1].section);
	assessment_free(a);
	profile_free(one);
	profile_free(two);
}
END_TEST

START_TEST(titles)
{
	struct profile *p = new_profile();
	struct profile_section *m =
		profile_section_add(p, p->root, PROFILE_MODULE, "/x/app");
	struct profile_section *f = add(p, m, PROFILE_PROCEDURE, "f", 9e9);
	struct profile_section *one = add(p, f, PROFILE_LOOP, "", 8e9);
	struct profile_section *two = add(p, one, PROFILE_LOOP, "", 7e9);
	struct profile_section *three = add(p, two, PROFILE_LOOP, "", 6e9);
	static const char *const want[] = {
		"f",
		"loop at app.c:3 in f",
		"inner loop 1 in f",
		"inner loop (level 3) at app.c:5 in f",
		"loop at app.c:7 in g, inlined into f",
		"loop at app.c:8 in f",
		"<unknown> in app",
	};
	struct strbuf b = STRBUF_INIT;
	struct assessment *a;

	one->line = 3;
	three->line = 5;
	add(p, m, PROFILE_PROCEDURE, "<unknown>", 5e9);
	add(p, f, PROFILE_LOOP, "g", 4e9)->line = 7;
	add(p, f, PROFILE_LOOP, "f", 3e9)->line = 8;
	total(p);
	a = assess(p, NULL, 0.1, false);
	ck_assert_uint_eq(a->nshown, COUNT(want));
	for (size_t i = 0; i < COUNT(want); i++) {
		strbuf_clear(&b);
		report_title(&b, a->shown[i], true);
		ck_assert_str_eq(b.s, want[i]);
	}
	strbuf_release(&b);
	assessment_free(a);
	profile_free(p);
}
END_TEST

/* Reports are the same bytes each time. */
START_TEST(reports_are_reproducible)
{
	static const struct report *const reports[] = { &report_text,
		                                        &report_json,
		                                        &report_csv };
	const struct report_options o = { .suggestions = "here",
		                          .values = true,
		                          .formulas = true };
	struct profile *one = random_profile(5), *two = random_profile(6);
	struct err err = { 0 };
	char *text[2];
	size_t n[2];

	for (int k = 0; k < 2; k++) {
		struct assessment *a = assess(one, two, 0.05, false);
		FILE *f = open_memstream(&text[k], &n[k]);

		ck_assert_int_eq(
			data_write(reports[_i], NULL, a, NULL, &o, f, &err), 0);
		fclose(f);
		assessment_free(a);
	}
	ck_assert_uint_gt(n[0], 1000);
	ck_assert_uint_eq(n[0], n[1]);
	ck_assert_mem_eq(text[0], text[1], n[0]);
	free(text[0]);
	free(text[1]);
	profile_free(one);
	profile_free(two);
}
END_TEST

/* A measurement's machine and the one that it is assessed with: the same name,
 * or the same file of the user's wherever it was moved to. */
START_TEST(the_own_machine)
{
	static const struct {
		const char *measured;
		bool own;
	} cases[] = {
		{ NULL, true },
		{ "mine.lua", false },
		{ "./mine.lua", true },
		{ "/home/else/mine.lua", true },
		{ "/home/else/yours.lua", false },
		{ "mine.lua/", false },
		{ "opteron", false },
	};
	struct profile *p = new_profile();
	struct machine *m;
	struct folder f;
	struct err err = { 0 };
	FILE *out;

	folder_enter(&f);
	out = fopen("mine.lua", "w");
	ck_assert_ptr_nonnull(out);
	fputs("return { name = 'mine', title = 'Mine', inherits = 'opteron' "
	      "}\n",
	      out);
	fclose(out);
	ck_assert_msg(machine_load(&m, "./mine.lua", &err) == 0, "%s", err.msg);
	for (size_t i = 0; i < COUNT(cases); i++) {
		const struct assess_input in = { .profile = p, .machine = m };

		p->machine = (char *)cases[i].measured;
		ck_assert_msg(assess_own_machine(&in) == cases[i].own, "%s",
		              cases[i].measured);
	}
	machine_free(m);
	folder_leave(&f);
	ck_assert_int_eq(machine_load(&m, "opteron", &err), 0);
	p->machine = "opteron";
	ck_assert(assess_own_machine(
		&(const struct assess_input){ .profile = p, .machine = m }));
	machine_free(m);
	profile_free(p);
}
END_TEST

/* Seconds of two threads in two procedures, and by how much of the run it is
 * shorter without the first of them */
static const struct {
	double first[2], second[2], path;
} beside[] = {
	{ { 10, 0 },
	  { 0, 10 },
	  0.5 },                      /* shared anew: the other works as long */
	{ { 10, 0 }, { 0, 2 }, 0.8 }, /* the other one's are left */
	{ { 5, 5 }, { 5, 5 }, 0.5 },  /* both do both */
	{ { 4, 0 }, { 6, 6 }, 0.4 },  /* one alone, then both */
};

START_TEST(others_work_meanwhile)
{
	const char *name = "in.db";
	const struct assess_options options = { .threshold = 0.1, .all = true };
	struct err err = { 0 };
	struct profile *p = new_profile();
	struct profile_section *root = profile_root(p), *s[2];
	const struct profile_attr known = { "cpu_s", "20" };
	struct assessment *a;

	for (unsigned i = 0; i < 2; i++)
		profile_thread_add(p, &(struct profile_thread){ .number = i,
		                                                .cpu_s = 10 });
	profile_fact_add(p, root, "elapsed", &known, 1);
	s[0] = profile_section_add(p, root, PROFILE_MODULE, "app");
	for (int k = 0; k < 2; k++) {
		const double *of = k ? beside[_i].second : beside[_i].first;
		struct profile_section *one =
			add(p, s[0], PROFILE_PROCEDURE, k ? "second" : "first",
		            2e9 * (of[0] + of[1]));

		for (int i = 0; i < 2; i++) {
			profile_spread(p, one, PROFILE_SPREAD_CYCLES)[i] =
				2e9 * of[i];
			profile_spread(p, root, PROFILE_SPREAD_CYCLES)[i] +=
				2e9 * of[i];
		}
	}
	profile_sum_up(p);
	a = assessment_new((const struct profile *const *)&p, &name, 1,
	                   &options, &err);
	ck_assert_msg(a != NULL, "%s", err.msg);
	for (size_t i = 0; i < a->nprocedures; i++) {
		if (strcmp(a->procedures[i]->name, "first") == 0)
			ck_assert_double_eq_tol(a->procedures[i]->in[0].path,
			                        beside[_i].path, 1e-9);
	}
	assessment_free(a);
	profile_free(p);
}
END_TEST

Suite *suite_assess(void);
Suite *suite_assess(void)
{
	Suite *s = suite_create("assess");
	TCase *tc = tcase_create("assess");

	tcase_add_loop_test(tc, thresholds_are_monotone, 0, 10);
	tcase_add_loop_test(tc, order_of_the_report, 0, 10);
	tcase_add_test(tc, values_of_a_section);
	tcase_add_test(tc, each_input_alone_is_shown);
	tcase_add_test(tc, titles);
	tcase_add_test(tc, the_own_machine);
	tcase_add_loop_test(tc, others_work_meanwhile, 0, COUNT(beside));
	tcase_add_loop_test(tc, reports_are_reproducible, 0, 3);
	suite_add_tcase(s, tc);
	return s;
}
