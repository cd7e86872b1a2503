#include "check.h"

#include <stdint.h>
#include <string.h>

#include "base/nearest.h"

static const struct {
	const char *a, *b;
	size_t want;
} distances[] = {
	{ "", "", 0 },
	{ "suggest", "suggest", 0 },
	{ "sugest", "suggest", 1 },
	{ "Suggest", "suggest", 0 },
	{ "sugegst", "suggest", 1 }, /* exchanged */
	{ "colector", "collector", 1 },
	{ "abc", "", 3 },
	{ "kitten", "sitting", 3 },
	{ "1234567890123456789012345678901234567890123456789012345678901234",
	  "x", SIZE_MAX },
};

START_TEST(counts_what_is_wrong)
{
	const size_t n = nearest_distance(distances[_i].a, distances[_i].b);

	ck_assert_uint_eq(n, distances[_i].want);
	ck_assert_uint_eq(nearest_distance(distances[_i].b, distances[_i].a),
	                  n);
}
END_TEST

static const char *word(const void *ctx, size_t i)
{
	static const char *const words[] = { "zen4", "zen5", "skylake_sp",
		                             "icelake_sp", "summary" };

	(void)ctx;
	return i < sizeof(words) / sizeof(*words) ? words[i] : NULL;
}

static const struct {
	const char *typed, *meant;
} typed[] = {
	{ "skylake", "skylake_sp" },
	{ "zne4", "zen4" },
	{ "sumary", "summary" },
	{ "skylakesp", "skylake_sp" },
	{ "banana", NULL },
	{ "z", NULL },
	{ "", NULL },
	{ "sum", "summary" },
};

START_TEST(finds_what_is_meant)
{
	const char *found = nearest_of(typed[_i].typed, word, NULL);

	ck_assert_pstr_eq(found, typed[_i].meant);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

Suite *suite_nearest(void);
Suite *suite_nearest(void)
{
	Suite *s = suite_create("nearest");
	TCase *t = tcase_create("nearest");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, counts_what_is_wrong, 0, COUNT(distances));
	tcase_add_loop_test(t, finds_what_is_meant, 0, COUNT(typed));
	return s;
}
