/* check_hpctoolkit_damage - formats that are refused, damaged databases */
#include "check.h"

#include <string.h>

#include "base/err.h"
#include "base/strbuf.h"
#include "profile/import/hpctoolkit.h"
#include "profile/profile.h"
#include "tests/hpctoolkit_program.h"
#include "tests/v4_writer.h"

static const struct {
	const char *metrics, *values, *message;
} bad[] = {
	{ METRIC("0", "PAPI_TOT_CYC.[0]", "1"), M("1", "3"),
	  "line 1: a value of metric 1, which is not in the table" },
	{ METRIC("0", "PAPI_TOT_CYC.[0]", "1"), M("0", "-3"),
	  "line 1: '-3' is not a count" },
	{ METRIC("0", "PAPI_TOT_CYC.[0]", "1"), M("0", "nan"),
	  "line 1: 'nan' is not a count" },
	{ METRIC("0", "PAPI_TOT_CYC.[0]", "1"), M("0", "3 "),
	  "line 1: '3 ' is not a count" },
	{ METRIC("0", "A.[0]", "1") METRIC("0", "B.[0]", "1"), "",
	  "line 1: two metrics have the number 0" },
	{ METRIC("x", "A.[0]", "1"), "", "line 1: <Metric> has no number i" },
	{ "", "", "the database has no metrics" },
	{ METRIC("0", "A.[0]", "1"), "</S><S>", NULL },
	{ METRIC("0", "A.[0]", "1"), "<", NULL },
};

START_TEST(bad_experiments_are_refused)
{
	struct err err = { 0 };
	struct profile *p =
		read_xml(bad[_i].metrics, bad[_i].values, NULL, &err);

	if (!bad[_i].message && p) { /* well-formed, if strange */
		profile_free(p);
		return;
	}
	ck_assert_ptr_null(p);
	ck_assert_int_eq((int)err.code, ERR_FORMAT);
	if (bad[_i].message)
		ck_assert_str_eq(err.msg, bad[_i].message);
}
END_TEST

static const struct {
	const char *text, *message;
} refused[] = {
	{ "<HPCToolkitExperiment version=\"4.0\"/>",
	  "line 1: experiment.xml 4.0 is a format that no HPCToolkit release "
	  "wrote; run hpcprof of a release on the measurements again" },
	{ "<HPCToolkitExperiment version=\"1.0\"/>",
	  "line 1: experiment.xml has version '1.0'; supported versions are "
	  "2.0, 2.1 and 2.2" },
	{ "<HPCToolkitExperiment/>",
	  "line 1: <HPCToolkitExperiment> has no version" },
	{ "<HPCToolkitExperiment version=\"2.0\"><SecFlatProfile/>"
	  "</HPCToolkitExperiment>",
	  "line 1: flat profiles (of hpcprof-flat) are not supported; use "
	  "hpcprof" },
	{ "<HPCToolkitExperiment version=\"2.0\"></HPCToolkitExperiment>",
	  "line 1: there are no call paths (<SecCallPathProfileData>)" },
	{ "<HPCToolkitExperiment version=\"2.0\">",
	  "line 1: the file ends early" },
	{ "<perfexpert/>",
	  "line 1: <perfexpert> is not an HPCToolkit experiment" },
	{ "", "line 1: this is not XML" },
	{ "<!DOCTYPE HPCToolkitExperiment [<!ENTITY a \"b\">]>"
	  "<HPCToolkitExperiment version=\"2.0\"/>",
	  "line 1: entities are not allowed" },
};

START_TEST(other_formats_are_refused)
{
	struct err err = { 0 };

	ck_assert_ptr_null(profile_read_experiment(
		refused[_i].text, strlen(refused[_i].text), NULL, &err));
	ck_assert_int_eq((int)err.code, ERR_FORMAT);
	ck_assert_str_eq(err.msg, refused[_i].message);
}
END_TEST

/* in words of the XML library's, which differ by version */
START_TEST(wrong_xml_is_no_early_end)
{
	static const char text[] = "<HPCToolkitExperiment version=\"2.0\">"
				   "<a>&#0;</a></HPCToolkitExperiment>";
	struct err err = { 0 };

	ck_assert_ptr_null(
		profile_read_experiment(text, strlen(text), NULL, &err));
	ck_assert_ptr_nonnull(strstr(err.msg, "line 1: "));
	ck_assert_ptr_null(strstr(err.msg, "ends early"));
}
END_TEST

static struct profile *read_v4(const struct strbuf *meta,
                               const struct strbuf *profile, struct err *err)
{
	return profile_read_v4(meta->s, meta->len, profile->s, profile->len,
	                       NULL, err);
}

/* Any byte of either file changed, or the end cut off: an answer or an error,
 * never anything else (run under the sanitizers by "make asan"). */
START_TEST(damaged_v4_is_survived)
{
	static const unsigned char values[] = { 0, 1, 0x7f, 0x80, 0xff };
	struct strbuf file[2] = { STRBUF_INIT, STRBUF_INIT };
	const struct v4_database d = first_set();
	size_t refusals = 0;

	v4_write_meta(&file[0], &d);
	v4_write_profile(&file[1], &d);
	for (size_t i = 0; i < file[_i].len; i++) {
		char old = file[_i].s[i];
		size_t len = file[_i].len;

		for (size_t j = 0; j <= sizeof(values); j++) {
			struct err err = { 0 };
			struct profile *p;

			if (j < sizeof(values))
				file[_i].s[i] = (char)values[j];
			else
				file[_i].len = i;
			p = read_v4(&file[0], &file[1], &err);
			refusals += !p;
			ck_assert(p || err.code == ERR_FORMAT);
			ck_assert(!p || j < sizeof(values));
			profile_free(p);
			file[_i].s[i] = old;
			file[_i].len = len;
		}
	}
	ck_assert_uint_gt(refusals, file[_i].len);
	strbuf_release(&file[0]);
	strbuf_release(&file[1]);
}
END_TEST

/* The last context's children are its grandparent's: a circle. */
START_TEST(circles_are_refused)
{
	struct strbuf meta = STRBUF_INIT, profile = STRBUF_INIT;
	const struct v4_database d = first_set();
	struct err err = { 0 };
	size_t contexts, first;

	v4_write_meta(&meta, &d);
	v4_write_profile(&profile, &d);
	contexts = (unsigned char)meta.s[0x48] |
	           (size_t)(unsigned char)meta.s[0x49] << 8;
	first = contexts + 16 + 32; /* after the entry point: main */
	/* main's children become the block that holds main itself */
	v4_set(&meta, first, 40, 8);
	v4_set(&meta, first + 8, first, 8);
	ck_assert_ptr_null(read_v4(&meta, &profile, &err));
	ck_assert_int_eq((int)err.code, ERR_FORMAT);
	ck_assert_ptr_nonnull(strstr(err.msg, "contexts:"));
	strbuf_release(&meta);
	strbuf_release(&profile);
}
END_TEST

/* Names that are all ends of one long text: megabytes out of kilobytes */
START_TEST(texts_may_not_overlap)
{
	enum { MANY = 200 };
	static struct v4_function many[MANY];
	static struct v4_node calls[MANY];
	static double none[MANY][3];
	static const struct v4_thread thread = { -1, 0, &none[0][0] };
	struct strbuf meta = STRBUF_INIT, profile = STRBUF_INIT, title;
	struct v4_database d = first_set();
	struct err err = { 0 };
	size_t general, table;

	title = (struct strbuf)STRBUF_INIT;
	strbuf_addn(&title, 'x', 4000);
	for (int i = 0; i < MANY; i++) {
		many[i] = (struct v4_function){ NULL, -1, -1, 0, 0 };
		calls[i] =
			(struct v4_node){ V4_TOP, V4_CALL, V4_FUNCTION, i, -1,
			                  0,      0 };
	}
	d.title = title.s;
	d.functions = many;
	d.nodes = calls;
	d.nfunctions = d.nnodes = MANY;
	d.threads = &thread;
	d.nthreads = 1;
	v4_write_meta(&meta, &d);
	v4_write_profile(&profile, &d);
	memcpy(&general, meta.s + 16 + 8, 8);
	memcpy(&general, meta.s + general, 8); /* where the title is */
	memcpy(&table, meta.s + 16 + (size_t)16 * 7 + 8, 8);
	for (size_t i = 0; i < MANY; i++)
		v4_set(&meta, table + 16 + 40 * i, general + i, 8);
	ck_assert_ptr_null(read_v4(&meta, &profile, &err));
	ck_assert_ptr_nonnull(strstr(err.msg, "texts overlap"));
	strbuf_release(&meta);
	strbuf_release(&profile);
	strbuf_release(&title);
}
END_TEST

/* Far more loops in one another than any program has; from version 2.14 on
 * libxml2 refuses more than 2,048 elements. */
START_TEST(deep_nesting_is_survived)
{
	enum { DEPTH = 100000 };
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	struct profile *p;

	strbuf_adds(&b, M("0", "5"));
	for (int i = 0; i < DEPTH; i++)
		strbuf_addf(&b, "<L s=\"%d\" l=\"%d\">", i + 9, i + 1);
	strbuf_adds(&b, "<S l=\"1\">" M("0", "7") "</S>");
	for (int i = 0; i < DEPTH; i++)
		strbuf_adds(&b, "</L>");
	p = read_xml(METRIC("0", "PAPI_TOT_CYC.[0,0]", "1"), b.s, NULL, &err);
	ck_assert_msg(p || strstr(err.msg, "Excessive depth"), "%s", err.msg);
	if (p)
		ck_assert_double_eq(p->root->sum[0], 12);
	profile_free(p);
	strbuf_release(&b);
}
END_TEST

Suite *suite_hpctoolkit_damage(void);

Suite *suite_hpctoolkit_damage(void)
{
	Suite *s = suite_create("hpctoolkit_damage");
	TCase *tc = tcase_create("damage");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, bad_experiments_are_refused, 0,
	                    sizeof(bad) / sizeof(*bad));
	tcase_add_test(tc, wrong_xml_is_no_early_end);
	tcase_add_loop_test(tc, other_formats_are_refused, 0,
	                    sizeof(refused) / sizeof(*refused));
	tcase_add_loop_test(tc, damaged_v4_is_survived, 0, 2);
	tcase_add_test(tc, circles_are_refused);
	tcase_add_test(tc, texts_may_not_overlap);
	tcase_add_test(tc, deep_nesting_is_survived);
	suite_add_tcase(s, tc);
	return s;
}
