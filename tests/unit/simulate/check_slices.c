/* check_slices - what the simulator says of the slices of a pass, as it is read
 */
#include "check.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measure/collect/simulate/sample/slices.h"

struct taken {
	size_t n, section;
	uint64_t exec, misses, fp;
	bool watched;
};

static void take(void *ctx, size_t section, const uint64_t n[SIM_NCOUNTERS],
                 bool watched)
{
	struct taken *t = ctx;

	t->n++;
	t->section = section;
	t->watched = watched;
	t->exec += n[SIM_EXEC];
	t->misses += n[SIM_L3D_LD_MISS];
	t->fp += n[SIM_FADD];
}

static size_t feed(struct slices_reader *r, const char *text, struct taken *t)
{
	char *copy = mem_strdup(text);
	size_t used = slices_read(r, copy, strlen(copy), take, t);

	free(copy);
	return used;
}

#define FP " fp:3:0:0:0:0:0:3:0:3\n"

START_TEST(slices_are_differences)
{
	struct slices_reader *r = slices_new(2);
	struct taken t = { 0 };
	const char first[] = "slice 10 1 1500 60 7 g\ns 2 ex=100 r3=5" FP;

	ck_assert_uint_eq(feed(r, first, &t), strlen(first));
	ck_assert_uint_eq(t.n, 1);
	ck_assert_uint_eq(t.section, 1);
	ck_assert_uint_eq(t.exec, 100);
	feed(r, "slice 10 2 2500 100 9 g\ns 2 ex=150 r3=5" FP, &t);
	ck_assert_uint_eq(t.exec, 150);
	ck_assert_uint_eq(t.misses, 5);
	ck_assert_uint_eq(t.fp, 3);
	/* another process counts from 0, and so does what exec puts there */
	feed(r,
	     "slice 11 1 250 120 3 g\ns 2 ex=7" FP
	     "slice 10 1 1 0 0 g\ns 2 ex=2" FP,
	     &t);
	ck_assert_uint_eq(t.exec, 159);
	ck_assert_double_eq_tol(slices_cpu_s(r), 0.251, 1e-9);
	ck_assert_double_eq_tol(slices_native_s(r), 0.12, 1e-9);
	ck_assert_double_eq(slices_fewest(r), 3);
	slices_free(r);
}
END_TEST

START_TEST(all_wait_to_be_ended)
{
	struct slices_reader *r = slices_new(1);
	struct taken t = { 0 };

	ck_assert_uint_eq(slices_processes(r), 0);
	feed(r, "slice 1 1 1 1 0 g\nslice 2 1 1 1 0 g\nended 2\n", &t);
	ck_assert_uint_eq(slices_processes(r), 2);
	ck_assert_uint_eq(slices_ended(r), 1);
	feed(r, "ended\nended 3\nended 1x\n", &t);
	ck_assert_uint_eq(slices_ended(r), 1);
	feed(r, "ended 1\n", &t);
	ck_assert_uint_eq(slices_ended(r), 2);
	slices_free(r);
}
END_TEST

START_TEST(tells_what_was_passed_over)
{
	struct slices_reader *r = slices_new(1);
	struct taken t = { 0 };

	feed(r, "slice 1 1 1000 50 0 g\ns 1 ex=5" FP, &t);
	ck_assert(t.watched && isnan(slices_pass_over(r)));
	feed(r, "slice 1 2 2000 550 0 l\ns 1 ex=50" FP, &t);
	ck_assert(!t.watched);
	ck_assert_double_eq_tol(slices_pass_over(r), 2, 1e-9);
	feed(r, "slice 1 3 3000 560 0 w\ns 1 ex=55" FP, &t);
	ck_assert(!t.watched);
	ck_assert_double_eq_tol(slices_pass_over(r), 2, 1e-9);
	slices_free(r);
}
END_TEST

START_TEST(slices_wait_for_whole_lines)
{
	struct slices_reader *r = slices_new(1);
	struct taken t = { 0 };
	const char text[] = "slice 1 1 0 0 0 g\ns 1 ex=5";

	ck_assert_uint_eq(feed(r, text, &t), strlen("slice 1 1 0 0 0 g\n"));
	ck_assert_uint_eq(t.n, 0);
	feed(r, "s 1 ex=5" FP, &t);
	ck_assert_uint_eq(t.exec, 5);
	slices_free(r);
}
END_TEST

static const char *const hostile[] = {
	"s 1 ex=5" FP, /* of no process */
	"slice 1 1 0 0 0 g\ns 0 ex=5" FP,
	"slice 1 1 0 0 0 g\ns 3 ex=5" FP,
	"slice 1 1 0 0 0 g\ns -1 ex=5" FP,
	"slice 1 1 0 0 0 g\ns 1 ex=5\n",
	"slice 1 1 0 0 0 g\ns 1 ex=5 fp:1\n",
	"slice 1 1 0 0 0 g\ns 1 ex=5 fp:1:2:3:4:5:6:7:8:9:10\n",
	"slice 1 1 0 0 0 g\ns 1 ex=5 fp:1:2:3:4:5:6:7:8:"
	"99999999999999999999999999\n",
	"slice 1 1 0 0 0 g\ns 1 ex=99999999999999999999" FP,
	"slice 1 1 0 0 0 g\ns 1 nonsense=1" FP,
	"slice 1 1 0 0 g\ns 1 ex=5" FP,
	"slice 1 1 0 0 0\ns 1 ex=5" FP,
	"slice 1 1 0 0 0 x\ns 1 ex=5" FP,
	"slice 1 1 0 0 0 gl\ns 1 ex=5" FP,
	"slice 1 1 0 0 0 g g\ns 1 ex=5" FP,
	"slice\ns 1 ex=5" FP,
	"s\nslice \ns \n\n",
};

START_TEST(slices_pass_over_nonsense)
{
	struct slices_reader *r = slices_new(2);
	struct taken t = { 0 };

	ck_assert_uint_eq(feed(r, hostile[_i], &t), strlen(hostile[_i]));
	ck_assert_uint_eq(t.n, 0);
	slices_free(r);
}
END_TEST

Suite *suite_slices(void);
Suite *suite_slices(void)
{
	Suite *s = suite_create("slices");
	TCase *tc = tcase_create("slices");

	tcase_add_test(tc, slices_are_differences);
	tcase_add_test(tc, all_wait_to_be_ended);
	tcase_add_test(tc, tells_what_was_passed_over);
	tcase_add_test(tc, slices_wait_for_whole_lines);
	tcase_add_loop_test(tc, slices_pass_over_nonsense, 0,
	                    (int)(sizeof(hostile) / sizeof(*hostile)));
	suite_add_tcase(s, tc);
	return s;
}
