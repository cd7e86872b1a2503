/* check_match - the same code found in two measurements */
#include "check.h"

#include <math.h>
#include <stdio.h>

#include "base/banned.h"
#include "base/strbuf.h"
#include "diagnose/match.h"
#include "profile/profile.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const struct {
	const char *name, *want;
} names[] = {
	{ "f", "f" },
	{ "f.constprop.0", "f" },
	{ "f.isra.0.part.12", "f" },
	{ "f.cold", "f" },
	{ "f.lto_priv.3", "f" },
	{ "f(int) [clone .isra.1]", "f(int)" },
	{ "f(int) [clone .part.0] [clone .cold]", "f(int)" },
	{ "f._omp_fn.0", "f._omp_fn.0" },
	{ "f(int) [clone ._omp_fn.1]", "f(int) [clone ._omp_fn.1]" },
	{ "f.partial", "f.partial" },
	{ "f.llvm.1234567", "f" },
	{ "", "" },
};

START_TEST(clone_marks_go)
{
	struct strbuf b = STRBUF_INIT;

	match_name(&b, names[_i].name);
	ck_assert_str_eq(b.s, names[_i].want);
	strbuf_release(&b);
}
END_TEST

static struct profile *new_profile(const char *program)
{
	struct profile *p = profile_new();

	p->program = program;
	profile_event_add(p, "TOT_CYC", NULL, PROFILE_SAMPLED);
	profile_root(p)->sum[0] = 1000;
	return p;
}

static struct profile_section *module(struct profile *p, const char *name)
{
	return profile_section_add(p, p->root, PROFILE_MODULE, name);
}

static struct profile_section *procedure(struct profile *p,
                                         struct profile_section *m,
                                         const char *name, const char *file,
                                         unsigned line, double cycles)
{
	struct profile_section *s =
		profile_section_add(p, m, PROFILE_PROCEDURE, name);

	s->file = file;
	s->line = line;
	s->sum[0] = cycles;
	return s;
}

static struct profile_section *loop(struct profile *p,
                                    struct profile_section *parent,
                                    unsigned line, double cycles)
{
	struct profile_section *s =
		profile_section_add(p, parent, PROFILE_LOOP, "");

	s->file = parent->file;
	s->line = line;
	s->sum[0] = cycles;
	return s;
}

static const struct profile_section *partner(const struct match *m,
                                             const struct profile_section *s)
{
	for (size_t i = 0; i < m->n; i++) {
		if (m->pairs[i].in[0] == s)
			return m->pairs[i].in[1];
	}
	ck_abort_msg("'%s' is in no pair", s->name);
	return NULL;
}

START_TEST(modules_match_without_folder_and_version)
{
	static const struct {
		const char *name, *want;
	} modules[] = {
		{ "/home/a/ex18", "" },          { "ex18", "" },
		{ "/lib/libm.so.6", "libm.so" }, { "libx.so", "libx.so" },
		{ "helper", "helper" },
	};
	struct profile *p = new_profile("./ex18");
	struct strbuf b = STRBUF_INIT;

	for (size_t i = 0; i < COUNT(modules); i++) {
		strbuf_clear(&b);
		match_module(&b, p, module(p, modules[i].name));
		ck_assert_str_eq(b.s, modules[i].want);
	}
	strbuf_release(&b);
	profile_free(p);
}
END_TEST

/* Fig. 8: the program is rebuilt under another name, its lines have moved. */
START_TEST(a_rebuilt_program_matches)
{
	struct profile *one = new_profile("./ex18");
	struct profile *two = new_profile("bin/ex18-cse");
	struct profile_section *m1 = module(one, "ex18");
	struct profile_section *m2 = module(two, "/x/bin/ex18-cse");
	struct profile_section *f1 = procedure(one, m1, "f", "f.c", 10, 500);
	struct profile_section *g1 = procedure(one, m1, "g", "f.c", 50, 300);
	struct profile_section *h1 = procedure(one, m1, "h", "f.c", 90, 100);
	struct profile_section *x2 = procedure(two, m2, "x", "f.c", 10, 100);
	struct profile_section *g2 =
		procedure(two, m2, "g.constprop.0", "f.c", 77, 300);
	struct profile_section *f2 = procedure(two, m2, "f", "f.c", 20, 500);
	struct match m = { 0 };

	match_procedures(one, two, &m);
	ck_assert_uint_eq(m.n, 4);
	ck_assert_ptr_eq(partner(&m, f1), f2);
	ck_assert_ptr_eq(partner(&m, g1), g2);
	ck_assert_ptr_null(partner(&m, h1));
	ck_assert_ptr_null(m.pairs[3].in[0]);
	ck_assert_ptr_eq(m.pairs[3].in[1], x2);
	match_release(&m);
	profile_free(one);
	profile_free(two);
}
END_TEST

START_TEST(namesakes_go_with_the_most_alike)
{
	struct profile *one = new_profile("a"), *two = new_profile("a");
	struct profile_section *m1 = module(one, "a"), *m2 = module(two, "a");
	/* two static procedures of one name in two files, other order */
	struct profile_section *f1 = procedure(one, m1, "f", "x.c", 10, 1);
	struct profile_section *g1 = procedure(one, m1, "f", "y.c", 10, 900);
	struct profile_section *g2 = procedure(two, m2, "f", "d/y.c", 80, 10);
	struct profile_section *f2 = procedure(two, m2, "f", "d/x.c", 9, 900);
	/* a procedure and its clone */
	struct profile_section *h1 = procedure(one, m1, "h", "x.c", 60, 10);
	struct profile_section *c1 =
		procedure(one, m1, "h.part.0", "x.c", 60, 10);
	struct profile_section *c2 =
		procedure(two, m2, "h.part.0", "x.c", 61, 10);
	struct profile_section *h2 = procedure(two, m2, "h", "x.c", 61, 10);
	struct match m = { 0 };

	match_procedures(one, two, &m);
	ck_assert_uint_eq(m.n, 4);
	ck_assert_ptr_eq(partner(&m, f1), f2);
	ck_assert_ptr_eq(partner(&m, g1), g2);
	ck_assert_ptr_eq(partner(&m, h1), h2);
	ck_assert_ptr_eq(partner(&m, c1), c2);
	match_release(&m);
	profile_free(one);
	profile_free(two);
}
END_TEST

START_TEST(moved_and_changed_procedures_match_when_unique)
{
	struct profile *one = new_profile("a"), *two = new_profile("a");
	struct profile_section *m1 = module(one, "a"), *m2 = module(two, "a");
	struct profile_section *lib = module(two, "libk.so.2");
	/* into a library */
	struct profile_section *k1 = procedure(one, m1, "k", "k.c", 1, 9);
	struct profile_section *k2 = procedure(two, lib, "k", "k.c", 1, 9);
	/* another parameter; the other overload stays what it is */
	struct profile_section *i1 =
		procedure(one, m1, "n::f(int)", "k.c", 1, 9);
	struct profile_section *d1 =
		procedure(one, m1, "n::f(double)", "k.c", 9, 9);
	struct profile_section *d2 =
		procedure(two, m2, "n::f(double)", "k.c", 9, 9);
	struct profile_section *l2 =
		procedure(two, m2, "n::f(long)", "k.c", 1, 9);
	/* operator() is part of a name */
	struct profile_section *o1 =
		procedure(one, m1, "(anonymous namespace)::g::operator()(int)",
	                  "k.c", 1, 9);
	struct profile_section *o2 =
		procedure(two, m2, "(anonymous namespace)::g::operator()(long)",
	                  "k.c", 1, 9);
	struct profile_section *q1 =
		procedure(one, m1, "operator()(int)", "k.c", 1, 9);
	struct profile_section *q2 =
		procedure(two, m2, "operator()(long)", "k.c", 1, 9);
	/* and of no other name that is as long */
	struct profile_section *r1 = procedure(
		one, m1, "some::space::of::names::g(int)", "k.c", 1, 9);
	struct profile_section *r2 = procedure(
		two, m2, "some::space::of::names::g(long)", "k.c", 1, 9);
	struct profile_section *p1 = procedure(
		one, m1, "(anonymous namespace)::h(int)", "k.c", 1, 9);
	struct match m = { 0 };

	match_procedures(one, two, &m);
	ck_assert_ptr_eq(partner(&m, k1), k2);
	ck_assert_ptr_eq(partner(&m, d1), d2);
	ck_assert_ptr_eq(partner(&m, i1), l2);
	ck_assert_ptr_eq(partner(&m, o1), o2);
	ck_assert_ptr_eq(partner(&m, q1), q2);
	ck_assert_ptr_eq(partner(&m, r1), r2);
	ck_assert_ptr_null(partner(&m, p1));
	match_release(&m);
	profile_free(one);
	profile_free(two);
}
END_TEST

START_TEST(one_input_alone)
{
	struct profile *p = new_profile("a");
	struct profile_section *m = module(p, "a");
	struct match match = { 0 };

	procedure(p, m, "f", "f.c", 1, 10);
	procedure(p, m, "f", "g.c", 1, 10);
	match_procedures(p, NULL, &match);
	ck_assert_uint_eq(match.n, 2);
	ck_assert_ptr_null(match.pairs[0].in[1]);
	match_release(&match);
	profile_free(p);
}
END_TEST

/*
 * Loops of a procedure that begins at line 100 in the first input and where
 * start says in the second. lines: offsets from the procedure, 0 ends. want:
 * for each of the first input's loops its partner's place, -1: none.
 */
static const struct {
	const char *what;
	unsigned start, one[4], two[4];
	int want[4];
} loops[] = {
	{ "shifted", 350, { 5, 20, 40 }, { 5, 20, 40 }, { 0, 1, 2 } },
	{ "first removed", 90, { 5, 20, 40 }, { 20, 40 }, { -1, 0, 1 } },
	{ "last removed", 90, { 5, 20, 40 }, { 5, 20 }, { 0, 1, -1 } },
	{ "one inserted", 100, { 5, 40 }, { 5, 20, 40 }, { 0, 2 } },
	{ "lines added between", 100, { 5, 20 }, { 6, 29 }, { 0, 1 } },
	{ "only one each", 100, { 5 }, { 90 }, { 0 } },
	{ "none left", 100, { 5, 9 }, { 0 }, { -1, -1 } },
};

START_TEST(loops_match_by_place)
{
	struct profile *one = new_profile("a"), *two = new_profile("a");
	struct profile_section *f1 =
		procedure(one, module(one, "a"), "f", "f.c", 100, 900);
	struct profile_section *f2 = procedure(two, module(two, "a"), "f",
	                                       "d/f.c", loops[_i].start, 900);
	struct profile_section *l1[4], *l2[4];
	size_t n = 0, others = 0, pairs = 0;
	struct match m = { 0 };

	for (; n < 4 && loops[_i].one[n]; n++)
		l1[n] = loop(one, f1, 100 + loops[_i].one[n], 300);
	for (; others < 4 && loops[_i].two[others]; others++)
		l2[others] = loop(two, f2,
		                  loops[_i].start + loops[_i].two[others], 300);
	match_loops(f1, 0, f2, 0, &m);
	for (size_t i = 0; i < n; i++) {
		int want = loops[_i].want[i];

		ck_assert_msg(partner(&m, l1[i]) ==
		                      (want < 0 ? NULL : l2[want]),
		              "%s: loop %zu", loops[_i].what, i);
		pairs += want >= 0;
	}
	/* nothing is lost, and nothing is there twice */
	for (size_t i = 0; i < m.n; i++) {
		ck_assert(m.pairs[i].in[0] || m.pairs[i].in[1]);
		for (size_t k = 0; k < i; k++) {
			ck_assert(!m.pairs[i].in[0] ||
			          m.pairs[i].in[0] != m.pairs[k].in[0]);
			ck_assert(!m.pairs[i].in[1] ||
			          m.pairs[i].in[1] != m.pairs[k].in[1]);
		}
	}
	ck_assert_msg(m.n + pairs == n + others, "%s: %zu pairs of %zu, %zu",
	              loops[_i].what, m.n, n, others);
	match_release(&m);
	profile_free(one);
	profile_free(two);
}
END_TEST

/* A vectorised loop and its remainder have the same line: time tells. */
START_TEST(loops_of_one_line_match_by_share)
{
	struct profile *one = new_profile("a"), *two = new_profile("a");
	struct profile_section *f1 =
		procedure(one, module(one, "a"), "f", "f.c", 100, 900);
	struct profile_section *f2 =
		procedure(two, module(two, "a"), "f", "f.c", 100, 900);
	struct profile_section *a1 = loop(one, f1, 105, 890);
	struct profile_section *first = loop(two, f2, 105, _i ? 5 : 890);
	struct profile_section *second = loop(two, f2, 105, _i ? 890 : 5);
	struct match m = { 0 };

	match_loops(f1, 0, f2, 0, &m);
	ck_assert_uint_eq(m.n, 2);
	ck_assert_ptr_eq(partner(&m, a1), _i ? second : first);
	match_release(&m);
	profile_free(one);
	profile_free(two);
}
END_TEST

START_TEST(nested_loops_match_with_their_like)
{
	struct profile *one = new_profile("a"), *two = new_profile("a");
	struct profile_section *f1 =
		procedure(one, module(one, "a"), "f", NULL, 0, 900);
	struct profile_section *f2 =
		procedure(two, module(two, "a"), "f", NULL, 0, 900);
	struct profile_section *nest1 = loop(one, f1, 0, 450);
	struct profile_section *first = loop(two, f2, 0, 450);
	struct profile_section *second = loop(two, f2, 0, 450);
	struct profile_section *nest2 = _i ? second : first;
	struct match m = { 0 };

	loop(one, nest1, 0, 400);
	loop(two, nest2, 0, 400);
	match_loops(f1, 0, f2, 0, &m);
	ck_assert_ptr_eq(partner(&m, nest1), nest2);
	match_release(&m);
	profile_free(one);
	profile_free(two);
}
END_TEST

/* Hostile numbers of namesakes and of loops take no quadratic time. */
START_TEST(many_of_everything)
{
	enum { MANY = 20000 };
	struct profile *one = new_profile("a"), *two = new_profile("a");
	struct profile_section *m1 = module(one, "a"), *m2 = module(two, "a");
	struct profile_section *f1 = NULL, *f2 = NULL;
	struct match m = { 0 };

	for (int i = 0; i < MANY; i++) {
		f1 = procedure(one, m1, "f", "f.c", 1, 1);
		f2 = procedure(two, m2, "f", "f.c", 1, 1);
	}
	match_procedures(one, two, &m);
	ck_assert_uint_eq(m.n, MANY);
	match_release(&m);
	for (int i = 0; i < MANY; i++) {
		loop(one, f1, 1, 1);
		loop(two, f2, 1, 1);
	}
	match_loops(f1, 0, f2, 0, &m);
	ck_assert_uint_eq(m.n, MANY);
	match_release(&m);
	profile_free(one);
	profile_free(two);
}
END_TEST

Suite *suite_match(void);
Suite *suite_match(void)
{
	Suite *s = suite_create("match");
	TCase *tc = tcase_create("match");

	tcase_add_loop_test(tc, clone_marks_go, 0, COUNT(names));
	tcase_add_test(tc, modules_match_without_folder_and_version);
	tcase_add_test(tc, a_rebuilt_program_matches);
	tcase_add_test(tc, namesakes_go_with_the_most_alike);
	tcase_add_test(tc, moved_and_changed_procedures_match_when_unique);
	tcase_add_test(tc, one_input_alone);
	tcase_add_loop_test(tc, loops_match_by_place, 0, COUNT(loops));
	tcase_add_loop_test(tc, loops_of_one_line_match_by_share, 0, 2);
	tcase_add_loop_test(tc, nested_loops_match_with_their_like, 0, 2);
	tcase_add_test(tc, many_of_everything);
	suite_add_tcase(s, tc);
	return s;
}
