/* check_elapsed - what the elapsed time of a program's threads went to */
#include "check.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/clock/thread_watch.h"
#include "measure/collect/clock/timer_area.h"
#include "measure/collect/simulate/build/build_threads.h"
#include "profile/profile.h"

enum { RUNS = 2, THREADS = 2 };

/* Thread t of run r: 1, 2, ... seconds of each */
static struct sample_thread thread_of(uint16_t r, uint32_t t)
{
	return (struct sample_thread){
		.run = r,
		.index = t,
		.tid = 100 + t,
		.pid = 100,
		.rank = -1,
		.number = t,
		.creator = SAMPLES_NO_SITE,
		.begun_s = 0,
		.lived_s = 20,
		.cpu_s = 4 + 2.0 * r + t,
		.blocked_s = 1 + 4.0 * r + t,
		.delay_s = 0.5 + r + 2.0 * t,
	};
}

static const struct profile_fact *elapsed_of(const struct profile *p)
{
	for (size_t i = 0; i < p->root->nfacts; i++) {
		if (strcmp(p->root->facts[i].name, "elapsed") == 0)
			return &p->root->facts[i];
	}
	return NULL;
}

START_TEST(is_the_mean_of_the_runs)
{
	struct samples *s = samples_new();
	struct profile *p = profile_new();
	const struct profile_fact *f;
	struct threads *threads;

	for (uint16_t r = 0; r < RUNS; r++) {
		for (uint32_t t = 0; t < THREADS; t++) {
			const struct sample_thread one = thread_of(r, t);

			samples_thread_add(s, &one);
		}
	}
	threads = threads_new(s, s);
	threads_elapsed(p, threads, RUNS);
	ck_assert_uint_eq(p->nthread, THREADS);
	for (int t = 0; t < THREADS; t++) {
		const struct profile_thread *one = &p->thread[t];

		ck_assert_double_eq(one->number, t);
		ck_assert_double_eq(one->cpu_s, 5 + t);
		ck_assert_double_eq(one->blocked_s, 3 + t);
		ck_assert_double_eq(one->delay_s, 1 + 2 * t);
		ck_assert_double_nan(one->rank);
	}
	f = elapsed_of(p);
	ck_assert_ptr_nonnull(f);
	ck_assert_double_eq(profile_fact_number(f, "cpu_s"), 5 + 6);
	ck_assert_double_eq(profile_fact_number(f, "blocked_s"), 3 + 4);
	ck_assert_double_eq(profile_fact_number(f, "delay_s"), 1 + 3);
	ck_assert_double_eq(profile_fact_number(f, "main_delay_s"), 1);
	threads_free(threads);
	profile_free(p);
	samples_free(s);
}
END_TEST

START_TEST(is_summed_of_the_first_runs)
{
	struct samples *s = samples_new();
	double system_s;

	for (uint16_t r = 0; r < RUNS + 1; r++) {
		const struct sample_key key = { .run = r };
		struct sample_count *c = samples_at(s, &key);

		c->user_s = 1 + r;
		c->system_s = 10 + r;
	}
	ck_assert_double_eq(samples_user_s(s, RUNS, &system_s), 1 + 2);
	ck_assert_double_eq(system_s, 10 + 11);
	ck_assert_double_eq(samples_user_s(s, SIZE_MAX, &system_s), 1 + 2 + 3);
	samples_free(s);
}
END_TEST

static uint32_t first_thread(void *unused, uint32_t tid)
{
	(void)unused;
	(void)tid;
	return 0;
}

/* Kernels without this account have no such file, or zeros in it. */
static bool system_accounts(void)
{
	FILE *f = fopen("/proc/self/schedstat", "r");
	char ran[32] = "";
	const bool known =
		f && fgets(ran, sizeof(ran), f) && strtoull(ran, NULL, 10) > 0;

	if (f)
		(void)fclose(f);
	return known;
}

/* One that is killed says nothing at its end: the system's account is left. */
START_TEST(is_known_of_a_thread_that_is_killed)
{
	struct timer_area *area = mem_alloc(1, sizeof(*area));
	struct thread_watch_setup setup = { .area = area,
		                            .out = samples_new(),
		                            .thread = first_thread };
	const struct timespec a_moment = { 0, 1000000 };
	const struct sample_thread *t;
	struct thread_watch *w;
	size_t n;

	area->image[0].pid = (uint32_t)getpid();
	area->slots[0].tid = (uint32_t)getpid();
	area->nslots = 1;
	/* the system accounts for what was done up to there */
	ck_assert_int_eq(nanosleep(&a_moment, NULL), 0);
	w = thread_watch_new(&setup);
	thread_watch_finish(w);
	t = samples_threads(setup.out, &n);
	ck_assert_uint_eq(n, 1);
	ck_assert(isnan(t->lived_s));
	if (system_accounts())
		ck_assert_double_gt(t->cpu_s, 0);
	samples_free(setup.out);
	free(area);
}
END_TEST

Suite *suite_elapsed(void);
Suite *suite_elapsed(void)
{
	Suite *s = suite_create("elapsed");
	TCase *tc = tcase_create("elapsed");

	tcase_add_test(tc, is_the_mean_of_the_runs);
	tcase_add_test(tc, is_summed_of_the_first_runs);
	tcase_add_test(tc, is_known_of_a_thread_that_is_killed);
	suite_add_tcase(s, tc);
	return s;
}
