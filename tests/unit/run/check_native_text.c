/* check_native_text - native runs as text and back, and what makes them others
 */
#include "check.h"

#include <stdlib.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/kept/identity.h"
#include "measure/collect/clock/moments.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/native_text.h"
#include "measure/collect/clock/samples.h"

static const char whole[] =
	"native 1 0 2 1\n"
	"run 1.5 1.25 0.125 4096 3 2900000000 997001 1250 0 2 1 nan\n"
	"run 1.5 1.25 0.125 nan 3 nan 199999 1250 1 2 0 7\n"
	"m /bin/a b\n"
	"m [vdso]\n"
	"c 0 0 4096 0 0 0 4294967295 0 0.5 0.25 750 0\n"
	"c 1 1 18446744073709551615 1 0 5 0 64 1 0 1000 3\n"
	"o 0 1 1 0\n"
	"t 0 0 4711 -1 0 0 4294967295 0 0.5 1 0.75 nan 0\n"
	"b 0 1 0 1 0 5 0 64 0.125 0 0 0\n"
	"z 123456789 2\n"
	"a 200000000 0 0 1 1 4 0.001\n"
	"a 300000000 5000 2 0 3 0 0.002\n"
	"s 0 0 4096 0.5 0\n"
	"s 1 1 64 0.25 0.125\n"
	"waits\n"
	"b 0 0 0 0 0 0 0 0 0.125 0 0 0\n"
	"z 0 1\n"
	"end\n";

START_TEST(reads_what_was_written)
{
	char *text = mem_strdup(whole);
	struct strbuf again = STRBUF_INIT;
	struct native n;
	struct err err = { 0 };
	size_t count;
	const struct sample_count *c;

	ck_assert_msg(native_text_read(text, &n, &err) == 0, "%s", err.msg);
	ck_assert_uint_eq(n.nruns, 2);
	ck_assert_int_eq(n.runs[1].launch.exit_status, 3);
	c = samples_all(n.samples, &count);
	ck_assert_uint_eq(count, 2);
	ck_assert_uint_eq(c[1].key.offset, UINT64_MAX);
	ck_assert_str_eq(samples_module_path(n.samples, 0), "/bin/a b");
	ck_assert(native_text_possible(&n));
	native_text_write(&again, &n);
	ck_assert_str_eq(again.s, whole);
	strbuf_release(&again);
	native_release(&n);
	free(text);
}
END_TEST

/* A run that ended otherwise was dropped: the other's samples of the same
 * places stay, and each has its number. */
START_TEST(keeps_what_a_dropped_run_was_at_too)
{
	char *text = mem_strdup(whole);
	const struct sample_key key = { .offset = 4096,
		                        .run = 1,
		                        .site_module = SAMPLES_NO_SITE };
	struct strbuf kept = STRBUF_INIT;
	struct native n, again;
	struct err err = { 0 };
	size_t count, order;
	const struct sample_count *c;

	ck_assert_int_eq(native_text_read(text, &n, &err), 0);
	samples_next(n.samples, samples_at(n.samples, &key));
	samples_drop(n.samples, 1);
	n.nruns--;
	native_text_write(&kept, &n);
	ck_assert_msg(native_text_read(kept.s, &again, &err) == 0, "%s",
	              err.msg);
	c = samples_all(again.samples, &count);
	ck_assert_uint_eq(count, 3);
	ck_assert_double_eq(c[0].user_s, 0.5);
	ck_assert_double_eq(samples_at(again.samples, &c[0].key)->user_s, 0.5);
	samples_order(again.samples, &order);
	ck_assert_uint_eq(order, 2);
	strbuf_release(&kept);
	native_release(&again);
	native_release(&n);
	free(text);
}
END_TEST

/* Instead of the line that begins so */
static const struct {
	const char *line, *instead;
} damages[] = {
	{ "native", "native 1 0 17 1\n" },
	{ "native", "native 1 0 3 1\n" },
	{ "native", "native 2 0 2 1\n" },
	{ "native", "native 1 0 2\n" },
	{ "native", "" },
	{ "run 1.5 1.25 0.125 4096", "run -1 0 0 0 0 0 0 0 0 0 0 0\n" },
	{ "run 1.5 1.25 0.125 4096", "run nan 0 0 0 0 0 0 0 0 0 0 0\n" },
	{ "run 1.5 1.25 0.125 4096", "" },
	{ "m /bin", "" },
	{ "c 1", "c 2 1 1 1 0 5 0 64 1 0 1000 3\n" },
	{ "c 1", "c 1 1 1 2 0 5 0 64 1 0 1000 3\n" },
	{ "c 1", "c 1 1 1 1 0 5 2 64 1 0 1000 3\n" },
	{ "c 1", "c 1 1 1 1 0 5 0 64 1 0 1000\n" },
	{ "c 1", "c 1 1 1 1 0 5 0 64 1 0 1000 3 4 5 6 7 8\n" },
	{ "o ", "o 2\n" },
	{ "o ", "o -1\n" },
	{ "t ", "t 0 0 1 -2 0 0 4294967295 0 0 0 0 0 0\n" },
	{ "t ", "t 0 0 1 -1 0 0 9 0 0 0 0 0 0\n" },
	{ "z 1", "z 1 0\n" },
	{ "a 2", "a 1 0 0 1 2 4 0.001\n" },
	{ "s 1", "s 2 1 64 0.25 0.125\n" },
	{ "s 1", "s 1 2 64 0.25 0.125\n" },
	{ "s 1", "s 0 0 4096 0.25 0.125\n" },
	{ "s 1", "s 1 1 64 0.25\n" },
	{ "a 2", "a 1 0 6 1 1 4 0.001\n" },
	{ "waits", "waits\nwaits\n" },
	{ "end", "" },
	{ "end", "what\nend\n" },
};

START_TEST(refuses_what_is_damaged)
{
	const char *at = strstr(whole, damages[_i].line);
	struct strbuf b = STRBUF_INIT;
	struct native n;
	struct err err = { 0 };

	ck_assert_ptr_nonnull(at);
	strbuf_add(&b, whole, (size_t)(at - whole));
	strbuf_adds(&b, damages[_i].instead);
	strbuf_adds(&b, strchr(at, '\n') + 1);
	ck_assert_int_eq(native_text_read(b.s, &n, &err), -1);
	ck_assert_int_eq(err.code, ERR_FORMAT);
	native_release(&n);
	strbuf_release(&b);
}
END_TEST

START_TEST(keeps_whole_runs_only)
{
	char *text = mem_strdup(whole);
	struct native n;
	struct err err = { 0 };

	ck_assert_int_eq(native_text_read(text, &n, &err), 0);
	n.runs[1].launch.limited = true;
	ck_assert(!native_text_possible(&n));
	n.runs[1].launch.limited = false;
	n.runs[0].launch.signal = 11;
	ck_assert(!native_text_possible(&n));
	n.runs[0].launch.signal = 0;
	samples_module(n.waits, "/lib/two\nlines");
	ck_assert(!native_text_possible(&n));
	native_release(&n);
	free(text);
}
END_TEST

static const struct {
	const char *then, *now, *message;
} pairs[] = {
	{ "a\t1\nb\t2\n", "a\t1\nb\t2\n", NULL },
	{ "a\t1\nb\t2\n", "a\t1\nb\t22\n", "b has changed" },
	{ "a\t1\nb\t22\n", "a\t1\nb\t2\n", "b has changed" },
	/* what only one of both has */
	{ "a\t1\n", "a\t1\nab\t1\n", "ab has changed" },
	{ "a\t1\nab\t1\n", "a\t1\n", "ab has changed" },
	{ "a\t1\nc\t1\n", "a\t1\nb\t1\nc\t1\n", "b has changed" },
	{ "a\t1\nb\t1\nc\t1\n", "a\t1\nc\t1\n", "b has changed" },
	{ "", "a\t1\n", "a has changed" },
};

START_TEST(compares)
{
	struct err err = { 0 };
	const int rc = identity_compare(pairs[_i].then, pairs[_i].now, &err);

	ck_assert_int_eq(rc, pairs[_i].message ? -1 : 0);
	if (pairs[_i].message)
		ck_assert_str_eq(err.msg, pairs[_i].message);
}
END_TEST

Suite *suite_native_text(void);
Suite *suite_native_text(void)
{
	Suite *s = suite_create("native_text");
	TCase *tc = tcase_create("native_text");

	tcase_add_test(tc, reads_what_was_written);
	tcase_add_loop_test(tc, refuses_what_is_damaged, 0,
	                    sizeof(damages) / sizeof(*damages));
	tcase_add_test(tc, keeps_what_a_dropped_run_was_at_too);
	tcase_add_test(tc, keeps_whole_runs_only);
	tcase_add_loop_test(tc, compares, 0, sizeof(pairs) / sizeof(*pairs));
	suite_add_tcase(s, tc);
	return s;
}
