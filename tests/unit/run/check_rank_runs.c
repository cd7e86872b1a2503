/* check_rank_runs - native runs that ranks left, as one */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "measure/run/rank_set.h"
#include "measure/run/session.h"
#include "measure/collect/clock/moments.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/clock/rank_runs.h"
#include "measure/collect/clock/samples.h"
#include "measure/collect/clock/stacks.h"

/* Two threads, of which one is blocked; the module of all and one of its own */
static const char *const texts[] = {
	"native 1 0 1 1\n"
	"run 1.5 1.25 0.125 4096 0 2e9 997001 1250 1 2 1 5\n"
	"m /bin/a\n"
	"c 0 0 64 0 0 0 4294967295 0 1 0.25 1000 0\n"
	"c 0 1 64 0 0 0 4294967295 0 0.5 0 500 0\n"
	"o 0 1\n"
	"t 0 0 4711 -1 0 0 4294967295 0 0 1 1 0 0\n"
	"t 0 1 4712 -1 0 1 0 32 0 1 1 0 0\n"
	"z 1000 1\n"
	"a 2000 0 0 1 1 0 0.001\n"
	"s 0 0 16 0 0\n"
	"s 1 0 64 1.25 0.5\n"
	"waits\n"
	"m /lib/m\n"
	"b 0 1 0 0 0 5 0 64 0.125 0 0 0\n"
	"z 1000 1\n"
	"end\n",
	"native 1 0 1 0\n"
	"run 2.5 2 0.25 8192 0 nan 997001 2000 0 1 1 7\n"
	"m /lib/other\n"
	"m /bin/a\n"
	"c 1 0 64 0 0 0 4294967295 0 2 0 2000 0\n"
	"c 0 0 16 0 0 0 4294967295 0 0.25 0 250 0\n"
	"o 1 0\n"
	"t 0 0 4711 -1 0 0 4294967295 0 0 2 2 0 0\n"
	"z 900000000000 1\n"
	"a 900000001000 0 0 0 0 0 0.002\n"
	"s 0 1 16 0 0\n"
	"s 1 1 64 0.5 0\n"
	"s 1 0 64 0.25 0\n"
	"end\n",
};

struct place {
	struct session s;
	struct native n;
	char folder[PATH_MAX];
	struct err err;
};

static void put(const struct place *p, const char *name, const char *text)
{
	struct strbuf path = STRBUF_INIT;
	FILE *f;

	io_join(&path, p->folder, name);
	f = fopen(path.s, "w");
	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	ck_assert_int_eq(fclose(f), 0);
	strbuf_release(&path);
}

static struct place *open_place(void)
{
	struct place *p = mem_alloc(1, sizeof(*p));

	scratch_name(p->folder, "ranks.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(p->folder));
	p->s.scratch = p->folder;
	p->s.launcher.name = mem_strdup("srun");
	p->n.samples = samples_new();
	p->n.waits = samples_new();
	p->n.sampler = &sampler_perf;
	p->n.runs[0].launch.exit_status = 9;
	return p;
}

/* Nothing stays in the folder. */
static void close_place(struct place *p)
{
	ck_assert_int_eq(rmdir(p->folder), 0);
	native_release(&p->n);
	free(p->s.launcher.name);
	free(p->s.problem);
	free(p);
}

static const struct sample_count *at(const struct samples *s, size_t i,
                                     size_t n)
{
	size_t have;
	const struct sample_count *all = samples_all(s, &have);

	ck_assert_uint_eq(have, n);
	return &all[i];
}

START_TEST(joins_two_ranks)
{
	struct place *p = open_place();
	const struct sample_count *c;
	const struct sample_thread *t;
	const struct moment *m;
	size_t n;
	uint32_t every;

	put(p, "run.00000.2", texts[0]);
	put(p, "run.00001.2", texts[1]);
	ck_assert_msg(rank_runs_read(&p->s, &p->n, &p->err) == 0, "%s",
	              p->err.msg);
	ck_assert_ptr_null(p->s.problem);
	ck_assert_int_eq(p->n.runs[0].launch.exit_status, 9);
	ck_assert_double_eq(p->n.runs[0].launch.wall_s, 2.5);
	ck_assert_double_eq(p->n.runs[0].launch.user_s, 3.25);
	ck_assert_double_eq(p->n.runs[0].launch.peak_bytes, 8192);
	ck_assert_double_eq(p->n.runs[0].sampler.samples, 3250);
	ck_assert_double_eq(p->n.runs[0].sampler.threads, 3);
	ck_assert_double_eq(p->n.runs[0].sampler.faults, 12);
	ck_assert_double_eq(p->n.runs[0].clock_hz, 2e9);
	/* the same place of the other rank is its thread 2 */
	c = at(p->n.samples, 2, 4);
	ck_assert_uint_eq(c->key.thread, 2);
	ck_assert_uint_eq(c->key.module, 0);
	ck_assert_double_eq(c->user_s, 2);
	ck_assert_str_eq(
		samples_module_path(p->n.samples,
	                            at(p->n.samples, 3, 4)->key.module),
		"/lib/other");
	t = samples_threads(p->n.samples, &n);
	ck_assert_uint_eq(n, 3);
	ck_assert_int_eq(t[0].rank, 0);
	ck_assert_int_eq(t[2].rank, 1);
	ck_assert_uint_eq(t[2].index, 2);
	ck_assert_uint_eq(t[2].process, 1);
	c = at(samples_blocked(p->n.waits), 0, 1);
	ck_assert_double_eq(c->user_s, 0.125);
	/* of another node: from when they began */
	m = moments_all(samples_moments(p->n.samples, 0), &n, &every);
	ck_assert_uint_eq(n, 2);
	ck_assert_uint_eq(m[1].ns, 2000);
	ck_assert_uint_eq(m[1].thread, 2);
	ck_assert_uint_eq(m[1].place, 2);
	close_place(p);
}
END_TEST

START_TEST(joins_stacks)
{
	struct place *p = open_place();
	const struct stacks_node *nodes;
	size_t n;

	put(p, "run.00000.2", texts[0]);
	put(p, "run.00001.2", texts[1]);
	ck_assert_int_eq(rank_runs_read(&p->s, &p->n, &p->err), 0);
	nodes = stacks_all(samples_stacks(p->n.samples), &n);
	ck_assert_uint_eq(n, 4);
	ck_assert_uint_eq(nodes[2].parent, 1);
	ck_assert_uint_eq(nodes[2].offset, 64);
	ck_assert_double_eq(nodes[2].own_s, 1.75);
	ck_assert_double_eq(nodes[2].waits_s, 0.5);
	/* the other's module of that number is another one */
	ck_assert_uint_eq(nodes[3].parent, 1);
	ck_assert_str_eq(samples_module_path(p->n.samples, nodes[3].module),
	                 "/lib/other");
	ck_assert_double_eq(nodes[3].own_s, 0.25);
	close_place(p);
}
END_TEST

START_TEST(names_the_missing)
{
	struct place *p = open_place();

	put(p, "run.00001.4", texts[1]);
	put(p, "run.00003.4", "native 1 0 1 0\n");
	ck_assert_int_eq(rank_runs_read(&p->s, &p->n, &p->err), 0);
	ck_assert_str_eq(p->s.problem,
	                 "3 of 4 ranks wrote no samples (0, 2; rank 3 (line 2 "
	                 "of the native runs is damaged)): "
	                 "only the others are included");
	close_place(p);
}
END_TEST

START_TEST(ranks_not_asked_for_are_not_missing)
{
	struct place *p = open_place();
	struct rank_set only;

	ck_assert_int_eq(rank_set_parse(&only, "1,3-7", &p->err), 0);
	p->s.only = &only;
	put(p, "run.00001.4", texts[1]);
	put(p, "run.00003.4", texts[0]);
	ck_assert_int_eq(rank_runs_read(&p->s, &p->n, &p->err), 0);
	ck_assert_ptr_null(p->s.problem);
	close_place(p);
}
END_TEST

START_TEST(no_rank_at_all)
{
	struct place *p = open_place();

	ck_assert_int_eq(rank_runs_read(&p->s, &p->n, &p->err), -1);
	ck_assert_int_eq(p->err.code, ERR_PROGRAM);
	ck_assert_ptr_nonnull(
		strstr(p->err.msg, "'srun' exited with status 9"));
	close_place(p);
}
END_TEST

Suite *suite_rank_runs(void);
Suite *suite_rank_runs(void)
{
	Suite *s = suite_create("rank_runs");
	TCase *tc = tcase_create("rank_runs");

	tcase_add_test(tc, joins_two_ranks);
	tcase_add_test(tc, joins_stacks);
	tcase_add_test(tc, names_the_missing);
	tcase_add_test(tc, ranks_not_asked_for_are_not_missing);
	tcase_add_test(tc, no_rank_at_all);
	suite_add_tcase(s, tc);
	return s;
}
