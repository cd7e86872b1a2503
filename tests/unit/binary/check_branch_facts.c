/* check_branch_facts - what branches ask, and what is called, by the code */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/err.h"
#include "base/strbuf.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/modules.h"
#include "measure/attribute/section_facts.h"
#include "measure/binary/structure.h"
#include "measure/collect/simulate/build/simulated_facts.h"
#include "measure/collect/simulate/extrapolate/scale.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "profile/profile.h"
#include "tests/compile.h"

/* How many instructions of a procedure are of that class */
static unsigned classes_of(struct structure *s, const struct structure_proc *p,
                           enum code_class c)
{
	unsigned n = 0;

	for (uint64_t at = p->ranges[0].low; at < p->ranges[0].high; at++)
		n += (unsigned)(structure_classes(s, at) >> c & 1);
	return n;
}

START_TEST(sees_what_branches_ask)
{
	const struct structure_proc *p;
	unsigned bits = 0, zeros = 0, constants = 0, branches = 0;
	unsigned floats = 0, elements = 0;
	struct structure *s;

	make_dir();
	compile_facts("-O2", "-fno-tree-vectorize", "-fno-ipa-cp");
	s = open_it("facts");
	p = proc_named(s, "decide");
	for (uint64_t at = p->ranges[0].low; at < p->ranges[0].high; at++) {
		uint64_t c = structure_classes(s, at);

		branches += c >> CODE_BRANCH & 1;
		bits += c >> CODE_ASKS_BIT & 1;
		zeros += c >> CODE_ASKS_ZERO & 1;
		constants += c >> CODE_ASKS_CONSTANT & 1;
		floats += c >> CODE_ASKS_FLOAT & 1;
	}
	/* compilers may copy what follows a test for both of its ways */
	ck_assert(bits == 1 || bits == 2);
	ck_assert(constants == 1 || constants == 2);
	/* and whether there is anything at all */
	ck_assert(zeros >= 1 && zeros <= 3);
	/* the large constant, the other value and the loop's end: nothing */
	ck_assert_uint_ge(branches, bits + zeros + constants + floats + 3);
	/* and whether it is no number */
	ck_assert(floats >= 1 && floats <= 3);
	ck_assert_uint_eq(classes_of(s, p, CODE_ASKS_NUMBER), 0);
	p = proc_named(s, "products");
	ck_assert_uint_eq(classes_of(s, p, CODE_ASKS_NUMBER), 1);
	ck_assert_uint_eq(classes_of(s, p, CODE_ASKS_FLOAT), 0);
	p = proc_named(s, "marks");
	branches = 0;
	for (uint64_t at = p->ranges[0].low; at < p->ranges[0].high; at++) {
		const uint64_t c = structure_classes(s, at);

		branches += c >> CODE_BRANCH & 1;
		elements += c >> CODE_ASKS_ELEMENT & 1;
	}
	/* neither the border nor the loop's end */
	ck_assert(elements == 1 || elements == 2);
	ck_assert_uint_ge(branches, elements + 2);
	structure_free(s);
	remove_dir();
}
END_TEST

/* One that chooses between two ways does not leave its loop. */
START_TEST(sees_branches_that_leave)
{
	static const struct {
		const char *name;
		unsigned leave, branches;
	} procs[] = { { "find_bit", 2, 2 }, { "longs", 1, 2 } };
	struct structure *s;

	make_dir();
	compile_facts("-O2", "-fno-tree-vectorize", "-fno-if-conversion");
	s = open_it("facts");
	for (size_t i = 0; i < 2; i++) {
		const struct structure_proc *p = proc_named(s, procs[i].name);
		unsigned leave = 0;

		ck_assert_uint_eq(p->loops[0].facts->branches,
		                  procs[i].branches);
		for (uint64_t at = p->ranges[0].low; at < p->ranges[0].high;
		     at++) {
			const uint64_t c = structure_classes(s, at);

			if (!(c >> CODE_LEAVES & 1))
				continue;
			ck_assert(c >> CODE_BRANCH & 1);
			leave++;
		}
		ck_assert_uint_eq(leave, procs[i].leave);
	}
	structure_free(s);
	remove_dir();
}
END_TEST

static bool any(const void *ctx, const struct profile_section *s)
{
	(void)ctx;
	return s != NULL;
}

/* A simulation of that program: what two of its instructions did, and in all */
static struct simout *simulation(uint64_t first, const char *of_first,
                                 uint64_t second, const char *of_second,
                                 const char *total)
{
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	struct simout *out;

	strbuf_adds(&b, "perfexpert-sim 1\nprogram a\nprocess 1 2\n"
	                "module 0 100000 0 0 - ");
	for (const char *c = in_dir("facts"); *c; c++)
		strbuf_addf(&b, "%%%02x", (unsigned char)*c);
	strbuf_addf(&b,
	            "\ni %llx %s\ni %llx %s\ntotal %s\n"
	            "threads 1\nend exit 0\neof 9\n",
	            (unsigned long long)first, of_first,
	            (unsigned long long)second, of_second, total);
	out = simout_parse(b.s, b.len, &err);
	ck_assert_msg(out, "%s", err.msg);
	strbuf_release(&b);
	return out;
}

/* 10 direct calls and 20 indirect ones */
static struct simout *two_calls(uint64_t direct, uint64_t indirect)
{
	return simulation(direct, "5 ex=10 ca=10", indirect,
	                  "2 ex=20 bi=20 ca=20 tg=3", "n=2 ex=30 bi=20 ca=30");
}

static void is_callee(const struct profile_fact *f, const char *name,
                      double calls, const char *indirect, double targets)
{
	ck_assert_str_eq(f->name, "callee");
	ck_assert_str_eq(profile_fact_attr(f, "name"), name);
	ck_assert_double_eq(profile_fact_number(f, "calls"), calls);
	ck_assert_str_eq(profile_fact_attr(f, "indirect"), indirect);
	ck_assert(profile_fact_attr(f, "line") != NULL);
	if (targets > 0)
		ck_assert_double_eq(profile_fact_number(f, "targets"), targets);
	else
		ck_assert_ptr_null(profile_fact_attr(f, "targets"));
}

/* What a simulation of two instructions shows */
static void add_facts_of(struct profile *p, struct modules *ms,
                         struct simout *out)
{
	struct scale *scale = scale_new(NULL, NULL, NULL, NULL, NULL);
	struct spot spots[2] = { 0 };

	for (size_t i = 0; i < out->n_instrs; i++) {
		struct structure_place place;
		struct module *m = modules_get(ms, in_dir("facts"));

		spots[i].section =
			module_section(ms, m, out->instrs[i].addr, &place);
		spots[i].module = m;
		spots[i].file = place.file;
		spots[i].line = place.line;
	}
	simulated_facts(
		p, &(struct simulated){ .outs = &out,
	                                .spots = (struct spot *[]){ spots },
	                                .n = 1,
	                                .scale = scale,
	                                .wanted = any });
	scale_free(scale);
}

START_TEST(names_what_is_called)
{
	struct profile *p = profile_new();
	struct modules *ms = modules_new(p, NULL, NULL);
	const struct profile_section *loop;
	const struct structure_proc *proc;
	struct structure *s;
	struct simout *out;
	uint64_t call;

	make_dir();
	compile_facts("-O2", "-fno-tree-vectorize", "-fno-ipa-cp");
	s = open_it("facts");
	proc = proc_named(s, "calls");
	call = proc->loops[0].parts[0]->header;
	while (call < proc->ranges[0].high && !structure_callee(s, call, NULL))
		call++;
	out = two_calls(call, proc->loops[0].parts[0]->header);
	add_facts_of(p, ms, out);
	loop = module_section(ms, modules_get(ms, in_dir("facts")), call, NULL);
	/* the one that is called most often comes first */
	ck_assert_uint_eq(loop->nfacts, 4);
	ck_assert_str_eq(loop->facts[0].name, "branch");
	is_callee(&loop->facts[1], "", 20, "yes", 3);
	is_callee(&loop->facts[2], "rand", 10, "no", 0);
	ck_assert_ptr_null(profile_fact_attr(&loop->facts[1], "by_table"));
	ck_assert_str_eq(profile_fact_attr(&loop->facts[2], "by_table"), "yes");
	/* executions are those of the instructions as they are in the code */
	ck_assert_str_eq(loop->facts[3].name, "executed");
	ck_assert_double_eq(
		profile_fact_number(&loop->facts[3], "instructions"), 30);
	ck_assert_double_eq(profile_fact_number(&loop->facts[3], "calls"), 10);
	simout_free(out);
	modules_free(ms);
	profile_free(p);
	structure_free(s);
	remove_dir();
}
END_TEST

/* The first instruction of a procedure that has these classes and not those */
static uint64_t first_of(struct structure *s, const char *name, uint64_t with,
                         uint64_t without)
{
	const struct structure_proc *p = proc_named(s, name);

	for (uint64_t at = p->ranges[0].low; at < p->ranges[0].high; at++) {
		const uint64_t c = structure_classes(s, at);

		if ((c & with) == with && !(c & without))
			return at;
	}
	ck_abort_msg("%s has none", name);
	return 0;
}

/* One loads from where the other one stores as often. */
static struct simout *accesses(uint64_t load, uint64_t store)
{
	return simulation(load, "4 ex=10 ld=10 ar=4096:4191", store,
	                  "4 ex=10 st=10 ar=4096:4191",
	                  "n=2 ex=20 ld=10 st=10");
}

static const char *attr_of(const struct profile_section *s, const char *access,
                           const char *name)
{
	for (size_t i = 0; i < s->nfacts; i++) {
		const char *what = profile_fact_attr(&s->facts[i], "access");

		if (what && strcmp(what, access) == 0)
			return profile_fact_attr(&s->facts[i], name);
	}
	ck_abort_msg("no %s", access);
	return NULL;
}

/* What a procedure keeps on its stack is no element, and changes none. */
START_TEST(names_what_is_accessed)
{
	const uint64_t stack = 1ull << CODE_SPILL;
	struct structure *s;

	make_dir();
	compile_facts("-O0", "-g", "-fno-inline");
	s = open_it("facts");
	for (int kept = 0; kept < 2; kept++) {
		struct profile *p = profile_new();
		struct modules *ms = modules_new(p, NULL, NULL);
		const uint64_t load =
			first_of(s, "scan", 1ull << CODE_LOAD, stack);
		struct simout *out = accesses(
			load, first_of(s, "scan",
		                       1ull << CODE_STORE | (kept ? stack : 0),
		                       kept ? 0 : stack));
		const struct profile_section *in;

		add_facts_of(p, ms, out);
		in = module_section(ms, modules_get(ms, in_dir("facts")), load,
		                    NULL);
		ck_assert_ptr_null(attr_of(in, "load", "operand"));
		ck_assert_int_eq(!attr_of(in, "load", "rewritten"), kept);
		in = module_section(ms, modules_get(ms, in_dir("facts")),
		                    out->instrs[0].addr == load
		                            ? out->instrs[1].addr
		                            : out->instrs[0].addr,
		                    NULL);
		ck_assert_int_eq(attr_of(in, "store", "operand") != NULL, kept);
		simout_free(out);
		modules_free(ms);
		profile_free(p);
	}
	structure_free(s);
	remove_dir();
}
END_TEST

/* The powers that calls of a procedure ask for, in the order of the code */
static size_t exponents(struct structure *s, const char *name, double *v,
                        size_t most)
{
	const struct structure_proc *p = proc_named(s, name);
	size_t n = 0;

	for (uint64_t at = p->ranges[0].low; at < p->ranges[0].high; at++) {
		const double e = structure_exponent(s, at);

		if (isnan(e))
			continue;
		ck_assert_str_eq(structure_callee(s, at, NULL),
		                 strcmp(name, "powers_single") == 0 ? "powf"
		                                                    : "pow");
		ck_assert_uint_lt(n, most);
		v[n++] = e;
	}
	return n;
}

static const char *const levels[] = { "-O0", "-O2" };

START_TEST(sees_what_power_is_asked_for)
{
	struct structure *s;
	double v[16];

	make_dir();
	compile_facts(levels[_i], "-fomit-frame-pointer", "-g");
	s = open_it("facts");
	ck_assert_uint_eq(exponents(s, "powers", v, 8), 2);
	ck_assert_double_eq(fmin(v[0], v[1]), -1.5);
	ck_assert_double_eq(fmax(v[0], v[1]), 3);
	ck_assert_uint_eq(exponents(s, "many_powers", v, 16), 10);
	for (int i = 0; i < 10; i++)
		ck_assert(v[i] == 3 || v[i] == 5 || v[i] == 7);
	ck_assert_uint_eq(exponents(s, "powers_single", v, 8), 1);
	ck_assert_double_eq(v[0], 5);
	ck_assert_uint_eq(exponents(s, "power_kept", v, 8), 1);
	ck_assert_double_eq(v[0], 2.5);
	structure_free(s);
	remove_dir();
}
END_TEST

Suite *suite_branch_facts(void);
Suite *suite_branch_facts(void)
{
	Suite *s = suite_create("branch_facts");
	TCase *tc = tcase_create("branch_facts");

	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, sees_what_branches_ask);
	tcase_add_test(tc, sees_branches_that_leave);
	tcase_add_test(tc, names_what_is_called);
	tcase_add_test(tc, names_what_is_accessed);
	tcase_add_loop_test(tc, sees_what_power_is_asked_for, 0, COUNT(levels));
	suite_add_tcase(s, tc);
	return s;
}
