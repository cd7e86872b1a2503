/* check_simout - the reader of the simulator's output */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simout_shares.h"
#include "tests/simout_text.h"

static const char good[] =
	"perfexpert-sim 1\n"
	"program ./a%20b\n"
	"process 10 9\n"
	"module 402000 403000 2000 400000 7e /tmp/a%20b\n"
	"i 2010 6 ex=30 ld=30 if=3 i1=1 bi=30 bim=1 tg=9\n"
	"i 2004 4 ex=10 ld=10 fp=64:a4m4 r1=5 sd=-8:90:100 s2=72:9 "
	"fl=91:100 "
	"ar=4096:8184 lu=4:100 "
	"vl=8:4:2:1 cf=1:4 df=8196:30:40:90 fs=3:12 ws=12 wp=30\n"
	"module 500000 501000 1000 4ff000 - [anon]\n"
	"i 5 1 ex=7 st=7 w1=1\n"
	"module 602000 603000 2000 600000 7e /tmp/a%20b\n"
	"i 2004 4 ex=1 ld=1 fp=64:a4m4 ag=9:8:7:3:6\n"
	"i 2008 3 ex=1 fp=32:f8 la=1:2 en=3:12 tw=900:7:8:9\n"
	"i 200b 2 ex=11 bc=11 bt=9 bm=2\n"
	"total n=6 ex=60 ld=41 st=7 if=3 i1=1 r1=5 w1=1 bc=11 bt=9 bm=2 "
	"bi=30 bim=1\n"
	"threads 2\n"
	"clock 7 1500000\n"
	"end signal 11\n"
	"eof 16\n";

START_TEST(reads_the_account)
{
	struct err err = { 0 };
	struct simout *s =
		parse(HEAD MODULE "i 0 1 ex=5 mn=2 mu=80 ml=70\n"
	                          "i 1 2 ex=5 mn=2 mp=9\n"
	                          "total n=2 ex=10 mn=4 mu=80 ml=70 "
	                          "mp=9\nmodelled 240 4 159\n" TAIL "eof 10\n",
	              &err);

	ck_assert_msg(s != NULL, "%s", err.msg);
	ck_assert_uint_eq(s->ticks_per_cycle, 240);
	ck_assert_uint_eq(sim_count(&s->instrs[0], SIM_MODELLED), 2);
	ck_assert_uint_eq(sim_count(&s->instrs[0], SIM_MODEL_USEFUL), 80);
	ck_assert_uint_eq(sim_count(&s->instrs[0], SIM_MODEL_MEMORY_LATENCY),
	                  70);
	ck_assert_uint_eq(sim_count(&s->instrs[1], SIM_MODEL_MISPREDICTED), 9);
	simout_free(s);
}
END_TEST

/* Code that stands twice is one; its work is added up. */
START_TEST(reads_what_the_core_had_to_do)
{
	struct err err = { 0 };
	struct simout *s = parse(
		HEAD MODULE "i 0 1 ex=5 op=2:1:0:7:load_vec:2:0:fp_add:4:960\n"
			    "i 0 1 ex=5 op=3:3:3:0:branch:3:0\n"
			    "i 1 2 ex=5\n"
			    "total n=3 ex=15\n" TAIL "eof 10\n",
		&err);
	const struct sim_work *w;

	ck_assert_msg(s != NULL, "%s", err.msg);
	ck_assert_uint_eq(s->n_instrs, 2);
	w = s->instrs[0].work;
	ck_assert_double_eq(w->n, 5);
	ck_assert_double_eq(w->slots, 4);
	ck_assert_double_eq(w->taken, 3);
	ck_assert_double_eq(w->window, 7);
	ck_assert_double_eq(op_of(w, "fp_add")->n, 4);
	ck_assert_double_eq(op_of(w, "fp_add")->chain, 960);
	ck_assert_double_eq(op_of(w, "branch")->n, 3);
	ck_assert_ptr_null(s->instrs[1].work);
	simout_free(s);
}
END_TEST

START_TEST(refuses_bad_work)
{
	static const char *const bad[] = {
		"",
		"1:1:0",
		"0:0:0:0",
		"1:2:0:0",
		"1:1:0:0:",
		"1:1:0:0:load",
		"1:1:0:0:load:",
		"1:1:0:0:load:1",
		"1:1:0:-1",
		"1:1:0:0:L:1:1",
		"1:1:0:0::1:1",
		"1:1:0:0:load:1:x",
		"1:1:0:0:abcdefghijklmnopqrstuvwxyzabcdef:1:1",
	};
	struct err err = { 0 };
	char text[400];

	snprintf(text, sizeof(text),
	         HEAD MODULE "i 0 1 ex=1 op=%s\ntotal n=1 ex=1\n" TAIL
	                     "eof 8\n",
	         bad[_i]);
	ck_assert_ptr_eq(parse(text, &err), NULL);
	ck_assert_str_eq(err.msg, "line 5: bad key or value");
}
END_TEST

START_TEST(reads_what_threads_executed)
{
	struct err err = { 0 };
	struct simout *s = parse(
		"perfexpert-sim 1\nprogram a\nprocess 1 2\nrank 3\n" MODULE
		"i 0 1 ex=9 th=2:4:1:3\ni 1 1 ex=9\n" MODULE
		"i 0 1 ex=5 th=1:5\ntotal n=3 ex=23\n" TAIL "eof 12\n",
		&err);

	ck_assert_str_eq(err.msg, "");
	const struct sim_shares *t = s->instrs[0].shares;

	ck_assert_int_eq(s->rank, 3);
	ck_assert_uint_eq(t->n, 3);
	ck_assert_uint_eq(t->of[0].thread, 2);
	ck_assert_uint_eq(t->of[0].exec, 4);
	ck_assert_uint_eq(t->of[2].thread, 1);
	ck_assert_uint_eq(t->of[2].exec, 5);
	ck_assert_ptr_null(s->instrs[1].shares);
	simout_free(s);
}
END_TEST

START_TEST(refuses_bad_threads)
{
	static const struct {
		const char *text, *msg;
	} bad[] = {
		{ "", "line 5: bad key or value" },
		{ "1", "line 5: bad key or value" },
		{ "1:0", "line 5: bad key or value" },
		{ "0:1", "line 5: bad key or value" },
		{ "1024:1", "line 5: bad key or value" },
		{ "1:1:", "line 5: bad key or value" },
		{ "1:1:1:1", "line 5: bad key or value" },
		{ "1:-1", "line 5: bad key or value" },
		{ "1:2:3:3",
		  "line 5: threads executed it more often than all" },
		{ "1:18446744073709551615:2:18446744073709551615",
		  "line 5: threads executed it more often than all" },
	};
	struct err err = { 0 };
	char text[400];

	snprintf(text, sizeof(text),
	         HEAD MODULE "i 0 1 ex=4 th=%s\ntotal n=1 ex=4\n" TAIL
	                     "eof 8\n",
	         bad[_i].text);
	ck_assert_ptr_eq(parse(text, &err), NULL);
	ck_assert_str_eq(err.msg, bad[_i].msg);
}
END_TEST

START_TEST(reads_regions)
{
	struct err err = { 0 };
	struct simout *s =
		parse(HEAD MODULE
	              "total n=0\n"
	              "region 1 0 0 5 out%20er ex=70 fa=3 fl=3 fp=3 r1=2\n"
	              "region 2 1 -4 9 % ld=8 bc=2 bi=3 ca=1\n" TAIL "eof 9\n",
	              &err);

	ck_assert_msg(s != NULL, "%s", err.msg);
	ck_assert_uint_eq(s->n_regions, 2);
	ck_assert_str_eq(s->regions[0].name, "out er");
	ck_assert_uint_eq(s->regions[0].entries, 5);
	ck_assert_uint_eq(sim_count(&s->regions[0].counts, SIM_EXEC), 70);
	ck_assert_uint_eq(sim_count(&s->regions[0].counts, SIM_FADD), 3);
	ck_assert_uint_eq(sim_count(&s->regions[0].counts, SIM_FLOPS), 3);
	ck_assert_uint_eq(sim_count(&s->regions[0].counts, SIM_L1D_LD_MISS), 2);
	ck_assert_uint_eq(s->regions[1].parent, 1);
	ck_assert_int_eq(s->regions[1].number, -4);
	ck_assert_str_eq(s->regions[1].name, "");
	ck_assert_uint_eq(sim_count(&s->regions[1].counts, SIM_BR), 5);
	simout_free(s);
}
END_TEST

START_TEST(refuses_bad_regions)
{
	static const char *const bad[][2] = {
		{ "2 0 0 5 a", "line 6: bad node of a region" },
		{ "1 1 0 5 a", "line 6: bad node of a region" },
		{ "1 0 x 5 a", "line 6: bad region" },
		{ "1 0 0 -5 a", "line 6: bad region" },
		{ "1 0 0 5", "line 6: bad name of a region" },
		{ "1 0 0 5 a xx=3", "line 6: bad key or value" },
		{ "1 0 0 5 a fz=3", "line 6: bad key or value" },
		{ "1 0 0 5 a ex", "line 6: expected key=value" },
		{ "1 0 0 5 %0", "line 6: bad name of a region" },
	};
	struct err err = { 0 };
	char text[256];

	snprintf(text, sizeof(text),
	         HEAD MODULE "total n=0\nregion %s\n" TAIL "eof 8\n",
	         bad[_i][0]);
	ck_assert_ptr_eq(parse(text, &err), NULL);
	ck_assert_int_eq(err.code, ERR_FORMAT);
	ck_assert_str_eq(err.msg, bad[_i][1]);
}
END_TEST

START_TEST(reads_what_ran)
{
	struct err err = { 0 };
	struct simout *s = parse(good, &err);

	ck_assert_msg(s != NULL, "%s", err.msg);
	ck_assert_str_eq(s->program, "./a b");
	ck_assert_int_eq(s->pid, 10);
	ck_assert_int_eq(s->parent_pid, 9);
	ck_assert_uint_eq(s->threads, 2);
	ck_assert_uint_eq(s->clock_reads, 7);
	ck_assert_double_eq(s->clock_cpu_s, 1.5);
	ck_assert_int_eq(s->end, SIM_END_SIGNAL);
	ck_assert_int_eq(s->end_code, 11);
	simout_free(s);
}
END_TEST

START_TEST(merges_modules_and_sorts)
{
	struct err err = { 0 };
	struct simout *s = parse(good, &err);

	ck_assert_uint_eq(s->n_modules, 2);
	ck_assert_str_eq(s->modules[0].path, "/tmp/a b");
	ck_assert_str_eq(s->modules[0].build_id, "7e");
	ck_assert_uint_eq(s->modules[0].base, 0x400000);
	ck_assert_uint_eq(s->modules[0].start, 0x402000);
	ck_assert_uint_eq(s->modules[0].end, 0x603000);
	ck_assert_str_eq(s->modules[1].path, "[anon]");
	ck_assert_uint_eq(s->n_instrs, 5);
	ck_assert_uint_eq(s->instrs[0].addr, 0x2004);
	ck_assert_uint_eq(sim_count(&s->instrs[0], SIM_EXEC), 11);
	ck_assert_uint_eq(s->instrs[1].addr, 0x2008);
	ck_assert_uint_eq(s->instrs[4].addr, 5);
	ck_assert_uint_eq(s->instrs[4].module, 1);
	simout_free(s);
}
END_TEST

/* Valgrind's own libraries in the process are not the program's. */
START_TEST(drops_what_valgrind_preloads)
{
	static const char text[] = HEAD MODULE
		"i 10 4 ex=5\n"
		"module 3000 4000 0 3000 - /l/vgpreload_core-amd64-linux.so\n"
		"i 20 4 ex=7\n"
		"module 5000 6000 0 5000 - /b\ni 30 4 ex=2\n"
		"total n=3 ex=14\n" TAIL "eof 12\n";
	struct err err = { 0 };
	struct simout *s = parse(text, &err);

	ck_assert_msg(s != NULL, "%s", err.msg);
	ck_assert_uint_eq(s->n_instrs, 3);
	simout_drop_preloaded(s);
	ck_assert_uint_eq(s->n_instrs, 2);
	ck_assert_uint_eq(s->instrs[0].addr, 0x10);
	ck_assert_uint_eq(s->instrs[1].addr, 0x30);
	simout_free(s);
}
END_TEST

START_TEST(counts_floating_point)
{
	struct err err = { 0 };
	struct simout *s = parse(good, &err);
	const struct sim_instr *both = &s->instrs[0], *fused = &s->instrs[1];

	ck_assert_uint_eq(sim_count(both, SIM_FADD), 11);
	ck_assert_uint_eq(sim_count(both, SIM_FMUL), 11);
	ck_assert_uint_eq(sim_count(both, SIM_FP), 11);
	ck_assert_uint_eq(sim_count(both, SIM_FP_PACKED), 11);
	ck_assert_uint_eq(sim_count(both, SIM_FLOPS), 88);
	ck_assert_uint_eq(sim_count(fused, SIM_FMA), 1);
	ck_assert_uint_eq(sim_count(fused, SIM_FLOPS), 16);
	ck_assert_uint_eq(s->total[SIM_FLOPS], 104);
	ck_assert_uint_eq(s->total[SIM_FP], 12);
	simout_free(s);
}
END_TEST

START_TEST(keeps_what_was_sampled)
{
	struct err err = { 0 };
	struct simout *s = parse(good, &err);
	const struct sim_instr *i = &s->instrs[0];

	ck_assert_int_eq(i->stride, -8);
	ck_assert_double_eq_tol(i->stride_share, 0.9, 1e-9);
	ck_assert_double_eq_tol(i->falling, 0.91, 1e-9);
	ck_assert_int_eq(i->stride2, 72);
	ck_assert_uint_eq(i->stride2_samples, 9);
	ck_assert_uint_eq(i->low, 4096);
	ck_assert_uint_eq(i->high, 8184);
	ck_assert_double_eq_tol(i->line_bytes_used, 25, 1e-9);
	ck_assert_double_eq_tol(i->lines_touched, 12, 1e-9);
	ck_assert_double_eq_tol(i->places_touched, 30, 1e-9);
	ck_assert_double_eq(i->conflicts, 0.25);
	ck_assert_double_eq(s->instrs[1].conflicts, 0);
	ck_assert_uint_eq(i->values_seen, 8);
	ck_assert_uint_eq(i->zeros, 4);
	ck_assert_uint_eq(i->subnormal32, 2);
	ck_assert_uint_eq(i->subnormal64, 1);
	ck_assert_uint_eq(i->flow_store, 8196);
	ck_assert_uint_eq(i->flow_loads, 30);
	ck_assert_uint_eq(i->flow_of, 40);
	ck_assert_uint_eq(i->flow_ahead, 90);
	ck_assert_uint_eq(i->shared_samples, 3);
	ck_assert_uint_eq(i->shared_of, 12);
	ck_assert_uint_eq(i->late, 0);
	ck_assert_uint_eq(s->instrs[1].late, 1);
	ck_assert_uint_eq(s->instrs[1].rather_late, 2);
	ck_assert(s->instrs[1].ends && !s->instrs[0].ends);
	ck_assert_uint_eq(s->instrs[1].periods, 3);
	ck_assert_double_eq(s->instrs[1].periods_differ, 0.012);
	ck_assert_uint_eq(s->turns.n, 3);
	ck_assert_double_eq(s->turns.done, 900);
	ck_assert_double_eq(s->turns.work[2], 9);
	ck_assert_uint_eq(s->instrs[1].flow_of, 0);
	ck_assert_uint_eq(s->instrs[1].shared_samples, 0);
	ck_assert(isnan(s->instrs[1].stride_share));
	ck_assert(isnan(s->instrs[1].falling));
	ck_assert(isnan(s->instrs[1].line_bytes_used));
	ck_assert_uint_eq(s->instrs[3].targets, 9);
	ck_assert_double_eq(s->instrs[0].arguments->n, 9);
	ck_assert_double_eq(s->instrs[0].arguments->same[0], 8);
	ck_assert_double_eq(s->instrs[0].arguments->known[0], 7);
	ck_assert_double_eq(s->instrs[0].arguments->same[1], 3);
	ck_assert_double_eq(s->instrs[0].arguments->known[1], 6);
	simout_free(s);
}
END_TEST

/* Half of it was watched, or nothing. */
START_TEST(multiplies_what_was_watched)
{
	struct err err = { 0 };
	struct simout *s =
		parse(HEAD MODULE "i 0 1 ex=10 ld=10 r1=3 bc=10 bm=2 wx=5\n"
	                          "i 1 1 ex=10 ld=10 wx=0\n"
	                          "i 2 1 ex=10 ld=10 r1=3 wx=10\n"
	                          "total n=3 ex=30 ld=30 r1=6 bc=10 bm=2\n" TAIL
	                          "eof 10\n",
	              &err);
	const struct sim_instr *i;

	ck_assert_msg(s != NULL, "%s", err.msg);
	i = s->instrs;
	ck_assert_uint_eq(sim_count(&i[0], SIM_L1D_LD_MISS), 6);
	ck_assert_uint_eq(sim_count(&i[0], SIM_BR_MSP), 4);
	ck_assert_uint_eq(sim_count(&i[0], SIM_BR), 10);
	ck_assert_uint_eq(sim_count(&i[0], SIM_EXEC), 10);
	ck_assert_uint_eq(sim_count(&i[2], SIM_L1D_LD_MISS), 3);
	ck_assert(!i[0].unseen && i[1].unseen && !i[2].unseen);
	simout_free(s);
}
END_TEST

START_TEST(totals_add_up)
{
	struct err err = { 0 };
	struct simout *s = parse(good, &err);

	for (int c = 0; c < SIM_NCOUNTERS; c++) {
		uint64_t sum = 0;

		for (size_t i = 0; i < s->n_instrs; i++)
			sum += sim_count(&s->instrs[i], (enum sim_counter)c);
		ck_assert_uint_eq(sum, s->total[c]);
	}
	ck_assert_uint_eq(s->total[SIM_BR], 41);
	ck_assert_uint_eq(s->total[SIM_BR_TAKEN], 39);
	ck_assert_uint_eq(s->total[SIM_BR_MSP], 3);
	simout_free(s);
}
END_TEST

static const struct {
	const char *text, *want;
} refused[] = {
	{ "", "not an output of the simulator" },
	{ "<xml/>\n", "not an output of the simulator" },
	{ "perfexpert-sim 2\n", "line 1: another version of the format" },
	{ HEAD, "line 3: cut off" },
	{ HEAD "kind 1 2\n", "line 4: bad kind of process" },
	{ HEAD "kind 4097 2 1\n", "line 4: bad kind of process" },
	{ HEAD MODULE "i 0 1 ex=", "line 5: cut off" },
	{ HEAD "i 0 1 ex=1\n", "line 4: an instruction outside a module" },
	{ HEAD MODULE "i 0 1 ex=-1\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=99999999999999999999\n",
	  "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 zz=1\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex\n", "line 5: expected key=value" },
	{ HEAD MODULE "i 0 256 ex=1\n", "line 5: bad instruction" },
	{ HEAD MODULE "i 11112222333344445 1 ex=1\n",
	  "line 5: bad instruction" },
	{ HEAD MODULE "i 0 1 ex=1 fp=64:a0\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 fp=64:z1\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 sd=8:5:4\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 sd=8:0:0\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 s2=8:0\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 ar=8:7\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 fl=8:7\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 fl=-1:7\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 lu=0:0\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 cf=0:3\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 vl=0:0:0:0\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 vl=4:0:5:0\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 vl=4:0:5\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 cf=4:3\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 df=4:3:2:1\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 df=0:0:0:0\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 df=4:1:2\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 fs=2:1\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 fs=0:1\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 ag=0:0:0:0:0\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 ag=3:1:2:1:4\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=1 ag=3:1:2:1\n", "line 5: bad key or value" },
	{ HEAD MODULE "i 0 1 ex=18446744073709551615\n"
	              "i 1 1 ex=1\n",
	  "line 6: counts too large" },
	{ HEAD MODULE "i 0 1 ex=9223372036854775808 fp=64:a4\n"
	              "i 1 1 ex=1 fp=64:a1\n",
	  "line 6: counts too large" },
	{ HEAD MODULE "i 0 1 ex=1 ld=1\ntotal n=1 ex=1\n",
	  "line 6: the counts do not add up to the totals" },
	{ HEAD MODULE "i 0 1 ex=1\ntotal n=2 ex=1\n",
	  "line 6: instructions are missing" },
	{ HEAD MODULE "i 0 1 ex=1\ntotal n=1 ex=1\n" TAIL "eof 9\n",
	  "line 9: lines are missing" },
	{ HEAD MODULE "i 0 1 ex=1\ntotal n=1 ex=1\n" TAIL "eof 8\nend exit 0\n",
	  "line 9: not complete" },
	{ HEAD MODULE "i 0 1 ex=1\nmodelled 240 0 0\n",
	  "line 6: the timing model twice, or before the totals" },
	{ HEAD MODULE "i 0 1 ex=1 mn=1\ntotal n=1 ex=1 mn=1\n"
	              "modelled 0 1 0\n",
	  "line 7: bad sums of the timing model" },
	{ HEAD MODULE "i 0 1 ex=1 mn=1\ntotal n=1 ex=1 mn=1\n"
	              "modelled 240 1\n",
	  "line 7: bad sums of the timing model" },
	{ HEAD "eof 3\n", "line 4: not complete" },
	{ HEAD "end exit\n", "line 4: bad end" },
	{ HEAD "module 2000 1000 0 0 - /a\n", "line 4: bad module" },
	{ HEAD "module 1000 2000 0 0 - %zz\n", "line 4: bad module" },
	{ HEAD "module 1000 2000 0 0 - %0\n", "line 4: bad module" },
	{ HEAD "module 1000 2000 0 0 x /a\n", "line 4: bad build id" },
	{ HEAD "nonsense 1\n", "line 4: unknown kind of line" },
	{ HEAD "\n", "line 4: a line of one word" },
};

/* An account that does not add up is none; the counts are right all the same.
 */
START_TEST(drops_an_account_that_does_not_add_up)
{
	static const char text[] =
		HEAD MODULE "i 0 1 ex=1 mn=1 mu=40 ml=9\n"
			    "total n=1 ex=1 mn=1 mu=40 ml=9\n"
			    "modelled 240 1 50\n" TAIL "eof 9\n";
	struct err err = { 0 };
	struct simout *out = parse(text, &err);

	ck_assert_msg(out, "%s", err.msg);
	ck_assert_uint_eq(out->ticks_per_cycle, 0);
	ck_assert_uint_eq(out->total[SIM_EXEC], 1);
	simout_free(out);
}
END_TEST

START_TEST(refuses)
{
	struct err err = { 0 };

	ck_assert(parse(refused[_i].text, &err) == NULL);
	ck_assert_int_eq(err.code, ERR_FORMAT);
	ck_assert_str_eq(err.msg, refused[_i].want);
}
END_TEST

/* No beginning of a file is taken for the whole. */
START_TEST(notices_every_cut)
{
	for (size_t n = 0; n < strlen(good); n++) {
		struct err err = { 0 };
		char *copy = mem_strndup(good, n);

		ck_assert(simout_parse(copy, n, &err) == NULL);
		ck_assert_int_eq(err.code, ERR_FORMAT);
		free(copy);
	}
}
END_TEST

/* A digit of a count changed anywhere does not add up any more. */
START_TEST(notices_changed_counts)
{
	const char *from = strstr(good, "i 2010"),
		   *to = strstr(good, "threads");

	for (const char *p = from; p < to; p++) {
		struct err err = { 0 };
		char *copy = mem_strdup(good);

		if (strncmp(p, "ex=", 3) == 0) {
			copy[p - good + 3] ^= 1;
			ck_assert(parse(copy, &err) == NULL);
		}
		free(copy);
	}
}
END_TEST

START_TEST(names_the_file)
{
	struct err err = { 0 };

	ck_assert(simout_read("/nonexistent/x", &err) == NULL);
	ck_assert_int_eq(err.code, ERR_SYSTEM);
	ck_assert(strstr(err.msg, "/nonexistent/x") != NULL);
}
END_TEST

Suite *suite_simout(void);
Suite *suite_simout(void)
{
	Suite *s = suite_create("simout");
	TCase *tc = tcase_create("reader");

	tcase_add_test(tc, reads_what_the_core_had_to_do);
	tcase_add_loop_test(tc, refuses_bad_work, 0, 13);
	tcase_add_test(tc, reads_what_threads_executed);
	tcase_add_loop_test(tc, refuses_bad_threads, 0, 10);
	tcase_add_test(tc, reads_regions);
	tcase_add_loop_test(tc, refuses_bad_regions, 0, 9);
	tcase_add_test(tc, reads_what_ran);
	tcase_add_test(tc, reads_the_account);
	tcase_add_test(tc, merges_modules_and_sorts);
	tcase_add_test(tc, drops_what_valgrind_preloads);
	tcase_add_test(tc, counts_floating_point);
	tcase_add_test(tc, keeps_what_was_sampled);
	tcase_add_test(tc, multiplies_what_was_watched);
	tcase_add_test(tc, totals_add_up);
	tcase_add_test(tc, drops_an_account_that_does_not_add_up);
	tcase_add_loop_test(tc, refuses, 0,
	                    (int)(sizeof(refused) / sizeof(*refused)));
	tcase_add_test(tc, notices_every_cut);
	tcase_add_test(tc, notices_changed_counts);
	tcase_add_test(tc, names_the_file);
	suite_add_tcase(s, tc);
	return s;
}
