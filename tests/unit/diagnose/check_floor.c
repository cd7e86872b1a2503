/* check_floor - what code could cost at best: pipes, widths, chains */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/machine.h"
#include "arch/model.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "diagnose/floor.h"
#include "profile/profile.h"

static struct machine *load(const char *name)
{
	struct err err = { 0 };
	struct machine *m = NULL;

	ck_assert_msg(machine_load(&m, name, &err) == 0, "%s", err.msg);
	return m;
}

/* The place of a class in what machine_model_ops() gives */
static size_t class(const struct machine *m, const char *name)
{
	const struct model_op *op;
	const size_t n = machine_model_ops(m, &op);

	for (size_t i = 0; i < n; i++) {
		if (strcmp(op[i].name, name) == 0)
			return i;
	}
	ck_abort_msg("no class %s", name);
}

/* "fp_add 2 load 3": operations of an iteration */
static void add_ops(struct floor_work *work, const struct machine *m,
                    const char *text)
{
	char name[32], *end;
	int used;

	for (; sscanf(text, "%31s%n", name, &used) == 1; text = end)
		work->ops[class(m, name)] = strtod(text + used, &end);
}

/*
 * By hand, of an iteration on Zen 3: 6 a cycle (arch/zen3.lua), FP adds on two
 * pipes, products on two others, loads of vectors on two of the three load
 * pipes, stores of vectors on one, shuffles on two that additions and products
 * share, divides on one that is busy for 4.5, branches on two
 */
static const struct {
	double slots, taken;
	const char *ops;
	double want;
	enum floor_limit limit;
} loops[] = {
	{ 12, 1, "int 4 branch 1", 2, FLOOR_WIDTH },
	{ 4, 1, "fp_add 4", 2, FLOOR_PIPES },
	{ 8, 1, "fp_add 4 fp_mul 4", 2, FLOOR_PIPES },
	/* 2 and 2 of four pipes: what shuffles may use goes aside */
	{ 8, 1, "fp_add 2 fp_mul 2 vec_int 4", 2, FLOOR_PIPES },
	{ 6, 1, "load 6", 2, FLOOR_PIPES },
	{ 6, 1, "load_vec 4 load 2", 2, FLOOR_PIPES },
	{ 3, 1, "fp_div 2", 9, FLOOR_UNIT },
	/* nothing but a branch that is taken */
	{ 1, 1, "branch 1", 1, FLOOR_BRANCH },
};

START_TEST(work_is_dealt_out_in_the_best_way)
{
	struct machine *m = load("zen3");
	struct floor_work work = { .instructions = 1,
		                   .slots = loops[_i].slots,
		                   .taken = loops[_i].taken };
	struct floor floor;

	add_ops(&work, m, loops[_i].ops);
	floor_throughput(&floor, m, &work);
	ck_assert_double_eq_tol(floor.cpi, loops[_i].want, 1e-9);
	ck_assert_int_eq(floor.limit, loops[_i].limit);
	machine_free(m);
}
END_TEST

/* Work that goes through pipes one by one, greedily: never less than that. */
START_TEST(no_dealing_out_is_better)
{
	struct machine *m = load("skylake_sp");
	const struct model_op *op;
	const size_t n = machine_model_ops(m, &op);
	unsigned state = (unsigned)_i * 2654435761u + 1;
	struct floor_work work = { .instructions = 1 };
	double load_of[MODEL_PIPES] = { 0 }, most = 0;
	struct floor floor;

	for (size_t i = 0; i < n; i++) {
		state = state * 1664525u + 1013904223u;
		if (op[i].busy > 1 || state >> 30)
			continue;
		work.ops[i] = state >> 20 & 31;
		for (int left = (int)work.ops[i]; left > 0; left--) {
			int best = -1;

			for (int p = 0; p < MODEL_PIPES; p++) {
				if (op[i].pipes >> p & 1 &&
				    (best < 0 || load_of[p] < load_of[best]))
					best = p;
			}
			load_of[best]++;
		}
	}
	for (int p = 0; p < MODEL_PIPES; p++)
		most = fmax(most, load_of[p]);
	floor_throughput(&floor, m, &work);
	ck_assert_double_le(floor.cpi, fmax(most, 1e-300) + 1e-9);
	for (size_t i = 0; i < n; i++)
		ck_assert_double_ge(floor.cpi * __builtin_popcount(op[i].pipes),
		                    work.ops[i] - 1e-9);
	machine_free(m);
}
END_TEST

struct made {
	struct profile *p;
	struct profile_section *proc, *loop;
};

static struct made make(void)
{
	struct made m = { .p = profile_new() };

	m.proc = profile_section_add(m.p, profile_root(m.p), PROFILE_PROCEDURE,
	                             "dot");
	m.loop = profile_section_add(m.p, m.proc, PROFILE_LOOP, "");
	return m;
}

static void fact(struct made *m, struct profile_section *s, const char *name,
                 const char *attrs)
{
	struct profile_attr list[16];
	char *text = strdup(attrs), *save = NULL;
	size_t n = 0;

	for (char *t = strtok_r(text, " ", &save); t;
	     t = strtok_r(NULL, " ", &save)) {
		char *value = strchr(t, '=');

		*value++ = '\0';
		list[n++] = (struct profile_attr){ t, value };
	}
	profile_fact_add(m->p, s, name, list, n);
	free(text);
}

static const struct {
	const char *chain; /* of 1,000 instructions, in 200 iterations */
	const char *want;
} sentences[] = {
	{ "cycles=600 fp_add=600 file=/src/dot.c line=7",
	  "best case: 0.6 CPI, limited by the dependence chain, mostly FP "
	  "add, subtract at dot.c:7, 3 cycles per iteration" },
	{ "cycles=600 fp_add=200 load_vec=400",
	  "best case: 0.6 CPI, limited by the dependence chain, mostly load "
	  "from L1, FP and vector, 3 cycles per iteration" },
	/* a step for each window of 256 instructions */
	{ "cycles=600 window=4 load_vec=600",
	  "best case: 0.6 CPI, limited by too few independent "
	  "chains in the out-of-order window, mostly load from L1, FP and "
	  "vector, 3 cycles per iteration" },
	{ "cycles=150 fp_add=150",
	  "best case: 0.2 CPI, limited by the pipes agu1, agu2, 1 cycles per "
	  "iteration" },
};

START_TEST(the_larger_bound_is_said)
{
	struct made m = make();
	struct machine *machine = load("zen3");
	struct strbuf b = STRBUF_INIT;
	struct floor floor;
	char chain[200];

	fact(&m, m.loop, "operations",
	     "instructions=1000 slots=800 taken=200 load_vec=400 fp_mul=200 "
	     "fp_add=200");
	fact(&m, m.loop, "loop", "entries=1 iterations=200 trips=200");
	snprintf(chain, sizeof(chain), "instructions=1000 %s",
	         sentences[_i].chain);
	fact(&m, m.loop, "longest_chain", chain);
	floor_make(&floor, machine, NULL, m.loop);
	floor_sentence(&b, &floor, machine);
	ck_assert_str_eq(b.s, sentences[_i].want);
	strbuf_release(&b);
	machine_free(machine);
	profile_free(m.p);
}
END_TEST

/* Loops are in their procedure's, one after the other. */
START_TEST(sections_hold_those_in_them)
{
	struct made m = make();
	struct machine *machine = load("zen3");
	struct floor floor;

	fact(&m, m.loop, "operations", "instructions=100 slots=100");
	fact(&m, m.loop, "longest_chain", "instructions=100 cycles=90");
	fact(&m, m.proc, "operations", "instructions=300 slots=300");
	fact(&m, m.proc, "longest_chain", "instructions=300 cycles=30");
	floor_make(&floor, machine, NULL, m.proc);
	ck_assert_double_eq_tol(floor.cpi, 0.3, 1e-9);
	ck_assert_double_eq_tol(floor.throughput, 1.0 / 6, 1e-9);
	machine_free(machine);
	profile_free(m.p);
}
END_TEST

static const char *const unknown[] = {
	"instructions=0 slots=0",     "slots=5",
	"instructions=-1 slots=1",    "instructions=nan slots=1",
	"instructions=1e300 slots=1",
};

START_TEST(what_is_not_known_is_no_number)
{
	struct made m = make();
	struct machine *machine = load("zen3");
	struct strbuf b = STRBUF_INIT;
	struct floor floor;

	fact(&m, m.loop, "operations", unknown[_i]);
	floor_make(&floor, machine, NULL, m.loop);
	ck_assert(isnan(floor.cpi));
	floor_sentence(&b, &floor, machine);
	ck_assert_uint_eq(b.len, 0);
	strbuf_release(&b);
	machine_free(machine);
	profile_free(m.p);
}
END_TEST

/* A floor of 0.5 of a section of so many modelled and measured cycles. */
static const struct {
	double modelled, measured;
	const char *want;
} bounds[] = {
	{ 0.8, 0.9,
	  "best case: 0.5 CPI, limited by the width of the core, 5 cycles per "
	  "iteration" },
	{ 0.49, 0.9,
	  "best case: 0.49 CPI, limited by the width of the core, 4.9 cycles "
	  "per "
	  "iteration" },
	{ 0.3, 0.9, "" },
	{ 0.8, 0.4,
	  "best case: 0.5 CPI, limited by the width of the core, 5 cycles per "
	  "iteration; doubtful: the measured code was faster" },
	{ NAN, NAN,
	  "best case: 0.5 CPI, limited by the width of the core, 5 cycles per "
	  "iteration" },
};

START_TEST(no_floor_is_above_the_account)
{
	struct machine *machine = load("zen3");
	struct strbuf b = STRBUF_INIT;
	struct floor floor = { .cpi = 0.5, .per_iteration = 5 };

	floor_bound(&floor, bounds[_i].modelled, bounds[_i].measured);
	ck_assert(!(floor.cpi > bounds[_i].modelled));
	floor_sentence(&b, &floor, machine);
	ck_assert_str_eq(b.len ? b.s : "", bounds[_i].want);
	strbuf_release(&b);
	machine_free(machine);
}
END_TEST

Suite *suite_floor(void);
Suite *suite_floor(void)
{
	Suite *s = suite_create("floor");
	TCase *t = tcase_create("floor");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, work_is_dealt_out_in_the_best_way, 0,
	                    sizeof(loops) / sizeof(*loops));
	tcase_add_loop_test(t, no_dealing_out_is_better, 0, 50);
	tcase_add_loop_test(t, the_larger_bound_is_said, 0,
	                    sizeof(sentences) / sizeof(*sentences));
	tcase_add_test(t, sections_hold_those_in_them);
	tcase_add_loop_test(t, no_floor_is_above_the_account, 0,
	                    sizeof(bounds) / sizeof(*bounds));
	tcase_add_loop_test(t, what_is_not_known_is_no_number, 0,
	                    sizeof(unknown) / sizeof(*unknown));
	return s;
}
