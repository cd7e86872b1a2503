/* check_line - the lines of keys in a data file */
#include "check.h"

#include "arch/line.h"
#include "base/banned.h"

static const char text[] =
	"-- caches = { l2 = 1 }\n"                       /* 1 */
	"local ways = 3 --[[ caches = {\n"               /* 2 */
	"l1d = { } } ]] local s = [==[ caches = { ]]\n"  /* 3 */
	"]==]\n"                                         /* 4 */
	"local function f(l2) return { l2 = l2 } end\n"  /* 5 */
	"return {\n"                                     /* 6 */
	"  title = 'caches = { l2 = \\'',\n"             /* 7 */
	"  tlbs = { l2 = { ways = 1 } },\n"              /* 8 */
	"  caches = { l1d = {\n"                         /* 9 */
	"      ways = 8, -- ways\n"                      /* 10 */
	"    }, l2 = { size = 1,\n"                      /* 11 */
	"      ways = 4 } },\n"                          /* 12 */
	"  natives = {\n"                                /* 13 */
	"    [\"A:B\"] = f(2),\n"                        /* 14 */
	"    [ 'C' ] = { raw = (1 == 2) and 1 or 2 },\n" /* 15 */
	"  },\n"                                         /* 16 */
	"}\n";

static const struct {
	const char *path;
	size_t line;
} keys[] = {
	{ "title", 7 },
	{ "tlbs.l2.ways", 8 },
	{ "caches", 9 },
	{ "caches.l1d.ways", 10 },
	{ "caches.l2", 11 },
	{ "caches.l2.size", 11 },
	{ "caches.l2.ways", 12 },
	{ "caches.l2.line", 11 }, /* not there: where the table begins */
	{ "caches.l3.line", 9 },
	{ "natives.A:B.raw", 14 },
	{ "natives.C.raw", 15 },
	{ "host.1", 0 },
	{ "", 0 },
};

START_TEST(keys_are_found)
{
	ck_assert_uint_eq(line_of(text, keys[_i].path), keys[_i].line);
}
END_TEST

/* whatever the text ends with, it is not read beyond its end */
START_TEST(any_beginning_is_read)
{
	for (size_t n = 0; n <= sizeof(text); n++) {
		char *part = strndup(text, n);

		ck_assert_uint_le(line_of(part, "caches.l2.ways"), 12);
		free(part);
	}
}
END_TEST

Suite *suite_line(void);
Suite *suite_line(void)
{
	Suite *s = suite_create("line");
	TCase *t = tcase_create("line");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, keys_are_found, 0, sizeof(keys) / sizeof(*keys));
	tcase_add_test(t, any_beginning_is_read);
	return s;
}
