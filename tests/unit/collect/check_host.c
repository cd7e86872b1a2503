/* check_host - figures of a host that other programs disturbed */
#include "check.h"

#include <math.h>

#include "arch/machine.h"
#include "arch/model.h"
#include "base/err.h"
#include "measure/collect/clock/clock.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/simulate/host.h"

static struct machine *zen5(void)
{
	struct machine *m;
	struct err err = { 0 };

	ck_assert_msg(machine_load(&m, "zen5", &err) == 0, "%s", err.msg);
	return m;
}

START_TEST(a_clock_that_was_interrupted_is_no_clock)
{
	static const struct {
		double hz[3], agreed;
	} of[] = {
		{ { 3.7e9, 3.7e9, 3.7e9 }, 3.7e9 },
		/* their mean was 1,940 MHz */
		{ { 186e6, 3694e6, NAN }, 3694e6 },
		{ { 3.6e9, 3.4e9, 3.5e9 }, 3.5e9 },
		{ { 2.0e9, 3.6e9, 3.4e9 }, 3.5e9 },
		{ { NAN, NAN, 3.4e9 }, 3.4e9 },
	};

	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++)
		ck_assert_double_eq_tol(clock_agreed(of[i].hz, 3), of[i].agreed,
		                        1);
	ck_assert(isnan(clock_agreed((const double[]){ NAN }, 1)));
}
END_TEST

START_TEST(runs_have_the_clock_of_the_others_or_the_files)
{
	struct machine *m = zen5();
	struct strbuf note = STRBUF_INIT;
	struct native n = { .nruns = 3 };

	n.runs[0].clock_hz = 1.9e9;
	n.runs[1].clock_hz = 3.6e9;
	n.runs[2].clock_hz = 3.4e9;
	host_clock(&n, m, &note);
	ck_assert_double_eq_tol(n.runs[0].clock_hz, 3.5e9, 1);
	ck_assert_double_eq_tol(n.runs[1].clock_hz, 3.6e9, 1);
	ck_assert_double_eq_tol(n.runs[2].clock_hz, 3.4e9, 1);
	ck_assert_double_eq_tol(machine_param(m, "CPU_freq"), 3.5e9, 1);
	ck_assert_uint_eq(note.len, 0);
	machine_free(m);
	m = zen5();
	for (size_t i = 0; i < n.nruns; i++)
		n.runs[i].clock_hz = 186e6;
	host_clock(&n, m, &note);
	ck_assert(isnan(n.runs[0].clock_hz));
	ck_assert_str_eq(note.s, "the clock as 186 MHz");
	strbuf_release(&note);
	machine_free(m);
}
END_TEST

/* Two figures as on an idle host, and two that a loaded one gave, in ns */
START_TEST(what_cannot_be_true_is_left_to_the_file)
{
	struct machine *m = zen5();
	struct strbuf note = STRBUF_INIT;
	struct memory_figures f = MEMORY_UNKNOWN;

	machine_set_clock(m, 1e9);
	f.latency_ns = 140;
	f.line_ns = 2;
	f.walk_ns = 15;
	ck_assert(!host_is_odd(&f, m));
	host_take(&f, m, &note);
	ck_assert_uint_eq(note.len, 0);
	ck_assert_double_eq_tol(machine_model_value(m, "memory_latency"), 140,
	                        1e-9);
	ck_assert_double_eq_tol(machine_model_value(m, "walk_nested"), 15,
	                        1e-9);
	machine_free(m);

	m = zen5();
	machine_set_clock(m, 1e9);
	f.latency_ns = 2880;
	f.walk_ns = 5931;
	ck_assert(host_is_odd(&f, m));
	host_take(&f, m, &note);
	ck_assert_str_eq(note.s, "a load from memory in 2880 ns, a page walk "
	                         "in 5931 ns");
	ck_assert(isnan(f.latency_ns) && isnan(f.walk_ns));
	ck_assert_double_eq(f.line_ns, 2);
	ck_assert_double_eq_tol(machine_model_value(m, "memory_latency"), 130,
	                        1e-9);
	ck_assert_double_eq_tol(machine_model_value(m, "memory_line"), 2, 1e-9);
	strbuf_release(&note);
	machine_free(m);
}
END_TEST

Suite *suite_host(void);
Suite *suite_host(void)
{
	Suite *s = suite_create("host");
	TCase *tc = tcase_create("host");

	tcase_add_test(tc, a_clock_that_was_interrupted_is_no_clock);
	tcase_add_test(tc, runs_have_the_clock_of_the_others_or_the_files);
	tcase_add_test(tc, what_cannot_be_true_is_left_to_the_file);
	suite_add_tcase(s, tc);
	return s;
}
