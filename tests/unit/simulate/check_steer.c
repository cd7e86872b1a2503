/* check_steer - which slices of a pass are watched, and when it is over */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "arch/machine.h"
#include "base/err.h"
#include "base/mem.h"
#include "measure/collect/simulate/sample/steer.h"

enum { SLICE = 10000000, LIGHT_SLICES = 6 };

/* Misses of a thousand instructions, at a moment of the run, 0..1. */
typedef double misses_at(double at);

/* A program of two phases, each with a section of its own, and its pass. */
struct phases {
	double native_s, watched, light; /* these two: times native */
	double second;                   /* where it begins, 0..1 */
	double slices;                   /* that all of it has */
	misses_at *misses;               /* from memory, or NULL: none */
	double clock;                    /* how fast the simulator's is; 0: 1 */
};

struct passed {
	double cost_s, first_light_s; /* of the pass; INFINITY: none */
	double watched[2];            /* shares of each section */
	bool ended;                   /* by us */
};

static void set_up(struct steer *t, const struct phases *p,
                   enum session_effort effort)
{
	*t = (struct steer)STEER_INIT;
	t->native_s = p->native_s;
	t->late = effort != SESSION_LOW;
	t->need = p->second < 1 ? p->second + 0.03 : 0.02;
	t->watch.n = 2;
	t->watch.v = mem_alloc(2, sizeof(*t->watch.v));
	t->watch.v[0] = (struct watched){ .share = p->second, .need = 0.03 };
	t->watch.v[1] = (struct watched){ .share = 1 - p->second,
		                          .begins = p->second,
		                          .need = t->need };
}

static void begin(struct steer *t, const struct phases *p,
                  const struct machine *m, enum session_effort effort,
                  bool may_pass_over)
{
	struct err err = { 0 };

	set_up(t, p, effort);
	ck_assert_msg(steer_begin(t, m, effort, may_pass_over, &err) == 0, "%s",
	              err.msg);
}

static char control(const struct steer *t)
{
	char c = 0;

	ck_assert_int_eq(pread(t->control_fd, &c, 1, 0), 1);
	return c;
}

/* What the simulator does when it is told so. */
static struct passed pass(struct steer *t, const struct phases *p)
{
	struct passed r = { .first_light_s = INFINITY };
	double at = 0, all[2] = { 0 };
	unsigned long long exec[2] = { 0 }, misses[2] = { 0 };
	char mode = 'g';

	for (int n = 1; at < p->slices && !r.ended; n++) {
		const int k = at >= p->second * p->slices;
		const int slices = mode == 'l' ? LIGHT_SLICES : 1;
		const double s = slices * p->native_s / p->slices;

		r.cost_s += s * (mode == 'l' ? p->light : p->watched);
		at += slices;
		exec[k] += (unsigned long long)slices * SLICE;
		all[k] += slices;
		r.watched[k] += mode == 'g';
		if (p->misses && mode == 'g')
			misses[k] +=
				(unsigned long long)(SLICE / 1000.0 *
			                             p->misses(at / p->slices));
		dprintf(t->slices_fd,
		        "slice 1 %d %.0f %.0f 100 %c\n"
		        "s %d ex=%llu ld=%llu r1=%llu r2=%llu r3=%llu "
		        "fp:0:0:0:0:0:0:0:0:0\n",
		        n, r.cost_s * 1000,
		        at / p->slices * p->native_s * 1000 *
		                (p->clock > 0 ? p->clock : 1),
		        mode, k + 1, exec[k], exec[k] / 20, misses[k],
		        misses[k], misses[k]);
		ck_assert(steer_tick(t, r.cost_s));
		r.ended = control(t) == 's';
		mode = (char)(control(t) == 'l' ? 'l'
		              : mode == 'l'     ? 'w'
		                                : 'g');
		if (mode == 'l')
			r.first_light_s = fmin(r.first_light_s, r.cost_s);
	}
	for (int k = 0; k < 2; k++)
		r.watched[k] /= all[k];
	return r;
}

static struct passed simulate(const struct phases *p,
                              enum session_effort effort, bool may_pass_over)
{
	struct machine *m;
	struct steer t;
	struct err err = { 0 };
	struct passed r;

	ck_assert_msg(machine_load(&m, "zen3", &err) == 0, "%s", err.msg);
	begin(&t, p, m, effort, may_pass_over);
	r = pass(&t, p);
	steer_release(&t);
	machine_free(m);
	return r;
}

/* From its start to its end, as a short program by default */
static struct passed simulate_whole(const struct phases *p, bool may_pass_over)
{
	struct machine *m;
	struct steer t;
	struct err err = { 0 };
	struct passed r;

	ck_assert_msg(machine_load(&m, "zen3", &err) == 0, "%s", err.msg);
	set_up(&t, p, SESSION_ANY);
	ck_assert_msg(steer_begin_whole(&t, m, 30, may_pass_over, &err) == 0,
	              "%s", err.msg);
	r = pass(&t, p);
	steer_release(&t);
	machine_free(m);
	return r;
}

/*
 * Two ranks are told to end. One that waits for the other, which has ended, is
 * told to end where it is, after a tenth of all patience (20 s here).
 */
START_TEST(a_rank_that_is_left_behind_ends_where_it_is)
{
	static const struct phases p = { 10, 10, 5, 1, 400, NULL, 0 };
	struct machine *m;
	struct steer t;
	struct err err = { 0 };

	ck_assert_msg(machine_load(&m, "zen3", &err) == 0, "%s", err.msg);
	begin(&t, &p, m, SESSION_NORMAL, true);
	t.together = true;
	t.state = STEER_ENDING;
	t.last_order = 's';
	t.stopped_s = 10;
	t.first_s = NAN;
	ck_assert_int_eq(pwrite(t.control_fd, "s", 1, 0), 1);
	dprintf(t.slices_fd, "slice 1 1 5000 1 1 g\nslice 2 1 5000 1 1 g\n");
	ck_assert(steer_tick(&t, 15));
	ck_assert_uint_eq(t.unwritten, 2);
	ck_assert_int_eq(control(&t), 's');
	dprintf(t.slices_fd, "ended 2\n");
	ck_assert(steer_tick(&t, 16));
	ck_assert(steer_tick(&t, 17.9));
	ck_assert_int_eq(control(&t), 's');
	ck_assert(steer_tick(&t, 18.1));
	ck_assert_int_eq(control(&t), 'n');
	ck_assert_uint_eq(t.unwritten, 1);
	ck_assert(steer_tick(&t, 29.9));
	ck_assert(!steer_tick(&t, 30.1));
	dprintf(t.slices_fd, "ended 1\n");
	ck_assert(!steer_tick(&t, 20));
	ck_assert_uint_eq(t.unwritten, 0);
	steer_release(&t);
	machine_free(m);
}
END_TEST

/* Two products of matrices, one after the other */
static const struct phases late = { 1.7, 70, 9, 0.5, 400, NULL, 0 };

/* R, with much of floating point: it was ended at 41 native runs, some nine
 * tenths of it, and of the part nobody knew which it was. */
START_TEST(what_is_nearly_at_the_end_goes_on_to_it)
{
	struct phases p = { 5, 60, 42, 0.8, 600, NULL, 0 };
	struct passed r = simulate(&p, SESSION_NORMAL, true);

	ck_assert(!r.ended);
	ck_assert_double_gt(r.cost_s, 40 * p.native_s);
	ck_assert_double_lt(r.cost_s, 50 * p.native_s);
	/* what takes ever longer is ended nevertheless */
	p.light = 200;
	r = simulate(&p, SESSION_NORMAL, true);
	ck_assert(r.ended);
}
END_TEST

/* What the clock takes for nearly the end, as it waits for each miss, is a
 * tenth of the program. */
START_TEST(a_clock_that_is_fast_is_not_believed_for_long)
{
	const struct phases p = { 10, 20, 3, 1, 600, NULL, .clock = 6 };
	const struct passed r = simulate(&p, SESSION_NORMAL, true);

	ck_assert(r.ended);
	ck_assert_double_lt(r.cost_s, 2.8 * p.native_s);
}
END_TEST

static double grows(double at)
{
	return 5 * at;
}

static double steady(double at)
{
	(void)at;
	return 2;
}

/* Its code stays the same, so that the native runs don't tell. */
START_TEST(what_is_open_is_followed_to_the_end)
{
	struct phases p = { 6, 30, 9, 1, 600, grows, 0 };
	struct passed r = simulate(&p, SESSION_NORMAL, true);

	ck_assert(!r.ended);
	ck_assert_double_lt(r.cost_s, 6 * 15);
	r = simulate(&p, SESSION_LOW, true);
	ck_assert(r.ended);
	p.misses = steady;
	r = simulate(&p, SESSION_NORMAL, true);
	ck_assert(r.ended);
	ck_assert_double_lt(r.cost_s, 6 * 3.5);
}
END_TEST

/* The first input of several; the others are alike. */
static double begins_otherwise(double at)
{
	return at < 0.12 ? 1 : 3;
}

START_TEST(what_changed_is_followed_until_it_stands)
{
	const struct phases p = { 6, 30, 9, 1, 600, begins_otherwise, 0 };
	const struct passed r = simulate(&p, SESSION_NORMAL, true);

	ck_assert(r.ended);
	ck_assert_double_gt(r.cost_s, 6 * 3.5);
	ck_assert_double_lt(r.cost_s, 6 * 9);
}
END_TEST

/* Asked for with a program of a second: its second phase is watched as long as
 * in one of four. */
START_TEST(what_is_watched_is_no_shorter_in_short_programs)
{
	const struct phases p = { 1, 30, 9, 0.5, 400, steady, 0 };
	const struct passed r = simulate(&p, SESSION_NORMAL, true);

	ck_assert_double_gt(r.watched[1], 0.06);
	ck_assert_double_lt(r.cost_s, 20);
}
END_TEST

START_TEST(slices_are_shorter_in_short_programs)
{
	ck_assert_double_eq(steer_slice(0.1), 6e6);
	ck_assert_double_eq(steer_slice(2), 8e6);
	ck_assert_double_eq(steer_slice(600), 12e6);
}
END_TEST

/* Of 30 native runs, what a pass that watches all the time takes of a program
 * of a second, five to pass over and some to watch are left; both phases are
 * seen. */
START_TEST(a_short_program_is_sampled_to_its_end)
{
	const struct phases p = { 1, 30, 5, 0.5, 400, steady, 0 };
	struct passed r = simulate_whole(&p, true);

	ck_assert(!r.ended);
	ck_assert_double_lt(r.first_light_s, 2.5);
	ck_assert_double_lt(r.cost_s, 8.5);
	ck_assert_double_gt(r.watched[0], 0.02);
	ck_assert_double_gt(r.watched[1], 0.02);
	/* one with regions, which have sums of their own, is watched whole */
	r = simulate_whole(&p, false);
	ck_assert(isinf(r.first_light_s) && !r.ended);
}
END_TEST

/* Loading libraries takes forty times as long as all of it does natively. */
START_TEST(a_short_program_may_take_long_to_start)
{
	const struct phases p = { 0.5, 100, 40, 0.9, 400, steady, 0 };

	ck_assert(!simulate_whole(&p, true).ended);
}
END_TEST

/* One that takes longer is passed over as soon as what runs stands. */
START_TEST(a_long_program_is_watched_for_less)
{
	const struct passed r = simulate(&late, SESSION_NORMAL, true);

	ck_assert_double_lt(r.first_light_s, 6);
	ck_assert_double_lt(r.cost_s, 30);
	ck_assert_double_gt(r.watched[1], 0.02);
}
END_TEST

/* Half of a budget is for passing over, which takes as long as the program; the
 * other half for watching, of which a longer program needs little more. */
START_TEST(a_longer_program_is_not_watched_for_as_much_longer)
{
	static const struct {
		double native_s, budget; /* native runs */
	} of[] = {
		{ 0.5, 6 }, { 2, 3 }, { 8, 1.5 + 0.75 }, { 32, 1.5 + 0.375 }
	};
	struct machine *m;
	struct err err = { 0 };

	ck_assert_msg(machine_load(&m, "zen3", &err) == 0, "%s", err.msg);
	for (size_t i = 0; i < sizeof(of) / sizeof(*of); i++) {
		const struct phases p = {
			of[i].native_s, 30, 9, 1, 400, NULL, 0
		};
		struct steer t;

		begin(&t, &p, m, SESSION_NORMAL, true);
		ck_assert_double_eq_tol(t.budget, of[i].budget, 1e-9);
		steer_release(&t);
	}
	machine_free(m);
}
END_TEST

/* No second native run is needed to know that code is not executed before. */
START_TEST(knows_what_begins_late)
{
	static const struct phases early = { 5, 30, 9, 0.1, 400, NULL, 0 };
	struct machine *m;
	struct steer t;
	struct err err = { 0 };

	ck_assert_msg(machine_load(&m, "zen3", &err) == 0, "%s", err.msg);
	begin(&t, &late, m, SESSION_NORMAL, true);
	ck_assert(steer_begins_late(&t));
	t.watch.v[1].share = 0.02; /* hardly any of the time */
	ck_assert(!steer_begins_late(&t));
	steer_release(&t);
	begin(&t, &early, m, SESSION_NORMAL, true);
	t.need = t.watch.v[1].need = 0.8; /* it changes until then */
	ck_assert(steer_is_late(&t));
	ck_assert(!steer_begins_late(&t));
	steer_release(&t);
	machine_free(m);
}
END_TEST

/* One that has to reach the end is ended by its cost alone; one that ends does
 * nothing else; a rest that seemed cheap leads back to what was before. */
START_TEST(states_follow_each_other)
{
	for (enum steer_event e = 0; e < STEER_EVENTS; e++) {
		ck_assert_int_eq(steer_next(STEER_ENDING, e), STEER_ENDING);
		ck_assert_int_eq(steer_next(STEER_WHOLE, e),
		                 e == STEER_CAP ? STEER_ENDING : STEER_WHOLE);
		ck_assert_int_eq(steer_next(STEER_TO_END, e),
		                 e == STEER_CAP ? STEER_ENDING : STEER_TO_END);
	}
	for (enum steer_state s = 0; s < STEER_STATES; s++)
		ck_assert_int_eq(steer_next(s, STEER_CAP), STEER_ENDING);
	for (enum steer_state s = STEER_WATCHES; s <= STEER_FOLLOWS; s++) {
		const enum steer_state rest = steer_next(s, STEER_CHEAP);

		ck_assert_int_ne(rest, s);
		ck_assert_int_eq(steer_next(rest, STEER_EXPENSIVE), s);
		ck_assert_int_eq(steer_next(rest, STEER_ENOUGH), rest);
		ck_assert_int_eq(steer_next(s, STEER_ENOUGH), STEER_ENDING);
	}
	ck_assert_int_eq(steer_next(STEER_WATCHES, STEER_CHANGES),
	                 STEER_FOLLOWS);
}
END_TEST

Suite *suite_steer(void);
Suite *suite_steer(void)
{
	Suite *s = suite_create("steer");
	TCase *tc = tcase_create("steer");

	tcase_add_test(tc, states_follow_each_other);
	tcase_add_test(tc, a_short_program_is_sampled_to_its_end);
	tcase_add_test(tc, a_short_program_may_take_long_to_start);
	tcase_add_test(tc, a_rank_that_is_left_behind_ends_where_it_is);
	tcase_add_test(tc, a_long_program_is_watched_for_less);
	tcase_add_test(tc, what_is_nearly_at_the_end_goes_on_to_it);
	tcase_add_test(tc, a_clock_that_is_fast_is_not_believed_for_long);
	tcase_add_test(tc, what_is_open_is_followed_to_the_end);
	tcase_add_test(tc, what_changed_is_followed_until_it_stands);
	tcase_add_test(tc, what_is_watched_is_no_shorter_in_short_programs);
	tcase_add_test(tc, slices_are_shorter_in_short_programs);
	tcase_add_test(tc, a_longer_program_is_not_watched_for_as_much_longer);
	tcase_add_test(tc, knows_what_begins_late);
	suite_add_tcase(s, tc);
	return s;
}
