/* check_hpctoolkit_events - events and clocks of databases, by what they are
 * called */
#include "check.h"

#include <math.h>

#include "base/err.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "profile/import/hpctoolkit.h"
#include "profile/import/open.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "tests/experiment_writer.h"
#include "tests/hpctoolkit_folder.h"
#include "tests/hpctoolkit_program.h"
#include "tests/v4_writer.h"

/* A machine file's word: nanoseconds of cpu-clock as cycles of 2 GHz */
static bool two_gigahertz(void *ctx, const char *native,
                          struct hpctoolkit_metric *m)
{
	(void)ctx;
	if (strcmp(native, "cpu-clock") != 0)
		return false;
	m->name = "TOT_CYC";
	m->scale = 2;
	m->period = 1000;
	return true;
}

START_TEST(native_events_are_translated)
{
	struct hpctoolkit_options options = { .translate = two_gigahertz };
	struct err err = { 0 };
	struct profile *p = read_xml(
		METRIC("0", "perf::cpu-clock.[0,0]", "1")
			METRIC("1", "page-faults.[0,0]", "7")
				METRIC("2", "X:Y.[0,0]", "0"),
		M("0", "5000") M("1", "70") M("2", "3"), &options, &err);
	const struct profile_section *loop;

	ck_assert_msg(p, "%s", err.msg);
	loop = section(p, PROFILE_LOOP, 10);
	ck_assert_double_eq(profile_value(p, loop, "TOT_CYC"), 10000);
	ck_assert_double_eq(loop->samples[0], 5);
	ck_assert_str_eq(p->events[0].native, "perf::cpu-clock");
	ck_assert_double_eq(profile_value(p, loop, "page-faults"), 70);
	ck_assert_double_eq(loop->samples[1], 10);
	ck_assert_double_eq(profile_value(p, loop, "X:Y"), 3);
	ck_assert(isnan(loop->samples[2]));
	profile_free(p);
}
END_TEST

/* Clocks are CPU_TIME in seconds; a second clock in the run keeps its name. */
START_TEST(clocks_are_seconds)
{
	const struct hpctoolkit_options plain = { .no_details = true };
	struct err err = { 0 };
	struct profile *p =
		read_xml(METRIC("0", "task-clock.[0,0]", "1000000")
	                         METRIC("1", "cpu-clock.[0,0]", "1000000"),
	                 M("0", "3e+09") M("1", "2.5e+09"), NULL, &err);
	const struct profile_section *loop;

	ck_assert_msg(p, "%s", err.msg);
	loop = section(p, PROFILE_LOOP, 10);
	ck_assert_double_eq_tol(profile_value(p, loop, "CPU_TIME"), 3, 1e-12);
	ck_assert_double_eq(profile_value(p, loop, "cpu-clock"), 2.5e9);
	ck_assert_double_eq(loop->samples[0], 3000);
	ck_assert_double_eq_tol(p->runtime_s, 3, 1e-12);
	profile_free(p);
	/* the same where nobody asks for statistics */
	p = read_xml(METRIC("0", "task-clock.[0,0]", "1000000")
	                     METRIC("1", "cpu-clock.[0,0]", "1000000"),
	             M("0", "3e+09") M("1", "2.5e+09"), &plain, &err);
	ck_assert_msg(p, "%s", err.msg);
	ck_assert_ptr_null(p->root->stats);
	ck_assert_double_eq_tol(p->runtime_s, 3, 1e-12);
	profile_free(p);
}
END_TEST

/* A metric in the list that has no value was not measured; another clock is
 * the time then. What a program may have none of stays 0. */
START_TEST(listed_but_never_sampled)
{
	struct err err = { 0 };
	struct profile *p = read_xml(
		METRIC("0", "cpu-clock.[0,0]",
	               "1000000") METRIC("1", "task-clock.[0,0]", "1000000")
			METRIC("2", "cycles.[0,0]", "1000")
				METRIC("3", "PAPI_BR_MSP.[0,0]", "1000"),
		M("1", "3e+09"), NULL, &err);

	ck_assert_msg(p, "%s", err.msg);
	ck_assert_int_lt(profile_event(p, "TOT_CYC"), 0);
	ck_assert_double_eq_tol(profile_value(p, p->root, "CPU_TIME"), 3,
	                        1e-12);
	ck_assert_str_eq(p->events[profile_event(p, "CPU_TIME")].native,
	                 "task-clock");
	ck_assert_double_eq(profile_value(p, p->root, "BR_MSP"), 0);
	ck_assert_uint_eq(p->nevents, 2);
	ck_assert_ptr_nonnull(strstr(p->notes[0], "'cycles' is listed in"));
	profile_free(p);
}
END_TEST

/* The same whichever clock is listed first, and where neither was sampled */
static const struct {
	const char *first, *second, *value, *native;
	double time, cycles; /* s; NAN: not measured */
} clocks[] = {
	{ "task-clock.[0,0]", "cpu-clock.[0,0]", M("1", "3e+09"), "cpu-clock",
	  3, NAN },
	{ "task-clock.[0,0]", "cpu-clock.[0,0]", M("0", "3e+09"), "task-clock",
	  3, NAN },
	{ "cpu-clock.[0,0]", "task-clock.[0,0]", M("2", "7e+09"), NULL, NAN,
	  7e9 },
};

START_TEST(clocks_listed_but_never_sampled)
{
	const size_t i = (size_t)_i;
	struct strbuf metrics = STRBUF_INIT;
	struct err err = { 0 };
	struct profile *p;
	int time;

	strbuf_addf(&metrics, METRIC("0", "%s", "1000000"), clocks[i].first);
	strbuf_addf(&metrics, METRIC("1", "%s", "1000000"), clocks[i].second);
	strbuf_adds(&metrics, METRIC("2", "cycles.[0,0]", "1000"));
	p = read_xml(metrics.s, clocks[i].value, NULL, &err);
	ck_assert_msg(p, "%s", err.msg);
	time = profile_event(p, "CPU_TIME");
	ck_assert_int_eq(time >= 0, clocks[i].native != NULL);
	if (time >= 0) {
		ck_assert_str_eq(p->events[time].native, clocks[i].native);
		ck_assert_double_eq_tol(profile_value(p, p->root, "CPU_TIME"),
		                        clocks[i].time, 1e-12);
	}
	ck_assert_int_eq(profile_event(p, "TOT_CYC") >= 0,
	                 !isnan(clocks[i].cycles));
	if (!isnan(clocks[i].cycles))
		ck_assert_double_eq(profile_value(p, p->root, "TOT_CYC"),
		                    clocks[i].cycles);
	profile_free(p);
	strbuf_release(&metrics);
}
END_TEST

Suite *suite_hpctoolkit_events(void);

Suite *suite_hpctoolkit_events(void)
{
	Suite *s = suite_create("hpctoolkit_events");
	TCase *tc = tcase_create("events");

	tcase_add_checked_fixture(tc, make_folder, remove_folder);
	tcase_add_test(tc, native_events_are_translated);
	tcase_add_test(tc, clocks_are_seconds);
	tcase_add_test(tc, listed_but_never_sampled);
	tcase_add_loop_test(tc, clocks_listed_but_never_sampled, 0,
	                    sizeof(clocks) / sizeof(clocks[0]));
	suite_add_tcase(s, tc);
	return s;
}
