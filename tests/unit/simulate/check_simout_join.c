/* check_simout_join - the counts of several processes as one, and of one
 * process for several */
#include "check.h"

#include "base/err.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simout_join.h"
#include "measure/collect/simulate/protocol/simout_shares.h"
#include "measure/collect/simulate/protocol/simout_weigh.h"
#include "tests/simout_text.h"

/* Libraries are in other places, and files in another order. */
START_TEST(joins_processes)
{
	struct err err = { 0 };
	struct simout *outs[] = {
		parse(HEAD MODULE "i 0 1 ex=5 ld=2\ni 4 2 ex=1\n"
		                  "total n=2 ex=6 ld=2\n" TAIL "eof 9\n",
		      &err),
		parse(HEAD "module 8000 9000 0 800 - /b\ni 0 1 ex=7\n"
		           "module 5000 6000 0 4400 - /a\ni 0 1 ex=9 ld=1\n"
		           "total n=2 ex=16 ld=1\n" TAIL "eof 10\n",
		      &err)
	};
	struct simout *s;

	ck_assert_msg(outs[0] && outs[1], "%s", err.msg);
	outs[1]->ticks_per_cycle = 60; /* the other has no account */
	s = simout_join(outs, 2);
	ck_assert_uint_eq(s->ticks_per_cycle, 60);
	ck_assert_uint_eq(s->n_modules, 2);
	ck_assert_str_eq(s->modules[1].path, "/b");
	ck_assert_uint_eq(s->n_instrs, 3);
	ck_assert_uint_eq(sim_count(&s->instrs[0], SIM_EXEC), 14);
	ck_assert_uint_eq(sim_count(&s->instrs[0], SIM_LD), 3);
	ck_assert_uint_eq(sim_count(&s->instrs[1], SIM_EXEC), 1);
	ck_assert_uint_eq(sim_count(&s->instrs[2], SIM_EXEC), 7);
	ck_assert_uint_eq(s->instrs[2].module, 1);
	simout_free(s);
	simout_free(outs[0]);
	simout_free(outs[1]);
}
END_TEST

/* A process for which several of its kind were not simulated */
START_TEST(weighs_processes)
{
	struct err err = { 0 };
	struct simout *s = parse(
		"perfexpert-sim 1\nprogram a\nprocess 1 2\nkind 7 19 3\n" MODULE
		"i 0 1 ex=5 ld=2 op=2:1:0:7:load_vec:2:0 th=1:2 la=1:2\n"
		"i 1 2 ex=5\n"
		"total n=2 ex=10 ld=2\nregion 1 0 1 4 a ex=5\n" TAIL "eof 11\n",
		&err);

	ck_assert_msg(s != NULL, "%s", err.msg);
	ck_assert_int_eq(s->kind, 7);
	ck_assert_uint_eq(simout_weight(s, 40), 3);
	ck_assert_uint_eq(simout_weight(s, 22), 3);
	ck_assert_uint_eq(simout_weight(s, 21), 2);
	ck_assert_uint_eq(simout_weight(s, 0), 1);
	ck_assert_int_eq(simout_weigh(s, 3, &err), 0);
	ck_assert_uint_eq(s->total[SIM_EXEC], 30);
	ck_assert_uint_eq(sim_count(&s->instrs[0], SIM_LD), 6);
	ck_assert_uint_eq(sim_count(&s->instrs[1], SIM_EXEC), 15);
	ck_assert_uint_eq(s->instrs[0].late, 3);
	ck_assert_uint_eq(simout_shared(s->instrs[0].shares), 6);
	ck_assert_double_eq(s->instrs[0].work->n, 6);
	ck_assert_double_eq(op_of(s->instrs[0].work, "load_vec")->n, 6);
	ck_assert_uint_eq(s->regions[0].entries, 12);
	ck_assert_uint_eq(sim_count(&s->regions[0].counts, SIM_EXEC), 15);
	ck_assert_int_eq(simout_weigh(s, UINT64_MAX, &err), -1);
	simout_free(s);
}
END_TEST

Suite *suite_simout_join(void);
Suite *suite_simout_join(void)
{
	Suite *s = suite_create("simout_join");
	TCase *tc = tcase_create("simout_join");

	tcase_add_test(tc, weighs_processes);
	tcase_add_test(tc, joins_processes);
	suite_add_tcase(s, tc);
	return s;
}
