/* Loops that only wait for what another thread stores, and loops that look so
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "measure/attribute/attribution.h"
#include "measure/attribute/modules.h"
#include "measure/binary/structure.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/simulate/build/build_threads.h"
#include "measure/collect/simulate/build/build_waits.h"
#include "profile/profile.h"
#include "tests/compile.h"

static const char source[] =
	"int *volatile *flags; volatile int flag[64]; int step;\n"
	/* waits */
	"void until(int n) { while (flag[n] != 1) ; }\n"
	"void found(int n) { while (flags[n * step][1] != 1) ; }\n"
	"void fenced(int n) { while (flag[n]) __sync_synchronize(); }\n"
	"void two(int n) { while (flag[n] && !flag[n + 7])\n"
	"  __builtin_ia32_pause(); }\n"
	/* works */
	"int counts(int n) { int i = 0;\n"
	"  while (i < n && !flag[0]) i++; return i; }\n"
	"int sums(int n) { int s = 0; while (s < n) s += flag[3]; return s; }\n"
	"void clears(void) { do flag[1] = 0; while (flag[0]); }\n"
	"int search(const int *p) { while (*p) p++; return *p; }\n"
	"int chase(const int *p) { while (*p) p = *(int **)p; return *p; }\n"
	"void takes(int *p) { while (__sync_lock_test_and_set(p, 1)) ; }\n"
	"void calls(void (*f)(void)) { while (flag[0]) f(); }\n";

static const struct {
	const char *name;
	bool spins;
} procs[] = {
	{ "until", true },   { "found", true },   { "fenced", true },
	{ "two", true },     { "counts", false }, { "sums", false },
	{ "clears", false }, { "search", false }, { "chase", false },
	{ "takes", false },  { "calls", false },
};

static const char *const levels[] = { "-O1", "-O2", "-O3" };

static const struct structure_proc *wanted;

static bool is_wanted(void *ctx, const struct structure_proc *p)
{
	if (strcmp(p->name, ctx) == 0)
		wanted = p;
	return !wanted;
}

static void compile_spins(const char *level)
{
	FILE *f = fopen(in_dir("spins.c"), "w");

	ck_assert_ptr_nonnull(f);
	ck_assert_int_ge(fputs(source, f), 0);
	ck_assert_int_eq(fclose(f), 0);
	/* offsets in the file are addresses then */
	RUN("gcc", level, "-g", "-fPIC", "-shared", "-Wl,-z,max-page-size=4096",
	    "-o", in_dir("spins"), in_dir("spins.c"));
}

/* Where the first of them waits */
static uint64_t spinning(void)
{
	struct structure *s = open_it("spins");
	const uint64_t at = proc_named(s, "until")->loops[0].header;

	structure_free(s);
	return at;
}

START_TEST(tells_waiting_from_work)
{
	struct structure *s;

	make_dir();
	compile_spins(levels[_i]);
	s = open_it("spins");
	for (int i = 0; i < COUNT(procs); i++) {
		char name[32];
		bool spins = false;

		snprintf(name, sizeof(name), "%s", procs[i].name);
		wanted = NULL;
		structure_each(s, is_wanted, name);
		ck_assert_msg(wanted && wanted->nloops > 0, "%s", name);
		for (size_t k = 0; k < wanted->nparts; k++)
			spins |= wanted->parts[k].facts.spins;
		ck_assert_msg(spins == procs[i].spins, "%s with %s", name,
		              levels[_i]);
	}
	structure_free(s);
	remove_dir();
}
END_TEST

/* Samples of a loop of one thread, or of two; which lies there in the file */
static struct samples *samples_in(uint64_t offset, uint32_t nthreads)
{
	struct samples *timed = samples_new();

	for (uint32_t i = 0; i < nthreads; i++) {
		const struct sample_key key = {
			.module = samples_module(timed, in_dir("spins")),
			.thread = i,
			.offset = offset,
			.site_module = SAMPLES_NO_SITE,
		};

		samples_thread_add(timed, &(struct sample_thread){
						  .index = i,
						  .tid = i + 1,
						  .pid = 1,
						  .rank = -1,
						  .number = i,
						  .creator = SAMPLES_NO_SITE,
						  .cpu_s = 1,
					  });
		samples_at(timed, &key)->user_s = 1;
	}
	return timed;
}

/* With nobody that could store there, it is no waiting. */
START_TEST(waits_of_more_than_one_thread)
{
	struct profile *p = profile_new();
	struct attribution b = { .p = p,
		                 .modules = modules_new(p, NULL, NULL) };
	const struct profile_fact *f;
	size_t wait, waited, blocked;
	struct samples *timed;
	struct threads *threads;
	struct waits *w;
	struct spot at;

	make_dir();
	compile_spins("-O1");
	b.cycles = profile_event_add(p, "TOT_CYC", NULL, 0);
	wait = profile_event_add(p, "WAIT_CYC", NULL, 0);
	waited = profile_event_add(p, "WAITED_CYC", NULL, 0);
	blocked = profile_event_add(p, "BLOCKED_S", NULL, 0);
	p->clock_hz = 1e9;
	timed = samples_in(spinning(), (uint32_t)_i);
	threads = threads_new(timed, timed);
	w = waits_new(&b, timed, threads, 1);
	at = attribution_spot_file(&b, in_dir("spins"), spinning());
	ck_assert(at.spins);
	attribution_add(at.section, b.cycles, 1e9);
	waits_time(w, at.section, 1e9);
	ck_assert_double_eq(waits_share(w, at.section), _i > 1);
	waits_charge(w, wait, waited, blocked);
	waits_facts(w);
	f = at.section->nfacts ? &at.section->facts[0] : NULL;
	ck_assert_int_eq(f != NULL, _i > 1);
	if (f)
		ck_assert_str_eq(profile_fact_attr(f, "kind"), "condition");
	waits_free(w);
	threads_free(threads);
	samples_free(timed);
	modules_free(b.modules);
	profile_free(p);
	remove_dir();
}
END_TEST

Suite *suite_spins(void);
Suite *suite_spins(void)
{
	Suite *s = suite_create("spins");
	TCase *t = tcase_create("spins");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, tells_waiting_from_work, 0, COUNT(levels));
	tcase_add_loop_test(t, waits_of_more_than_one_thread, 1, 3);
	return s;
}
