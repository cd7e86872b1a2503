/* Loops that only wait for what another thread stores, and loops that look so
 */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "measure/binary/structure.h"
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

START_TEST(tells_waiting_from_work)
{
	struct structure *s;
	FILE *f;

	make_dir();
	f = fopen(in_dir("spins.c"), "w");
	ck_assert_ptr_nonnull(f);
	ck_assert_int_ge(fputs(source, f), 0);
	ck_assert_int_eq(fclose(f), 0);
	RUN("gcc", levels[_i], "-g", "-fPIC", "-shared", "-o", in_dir("spins"),
	    in_dir("spins.c"));
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

Suite *suite_spins(void);
Suite *suite_spins(void)
{
	Suite *s = suite_create("spins");
	TCase *t = tcase_create("spins");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, tells_waiting_from_work, 0, COUNT(levels));
	return s;
}
