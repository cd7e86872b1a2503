/* check_static_facts - what the instructions of known kernels say */
#include "check.h"

#include <math.h>

#include "base/err.h"
#include "base/strbuf.h"
#include "measure/attribute/section_facts.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/modules.h"
#include "measure/collect/simulate/extrapolate/scale.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/build/simulated_facts.h"
#include "measure/binary/structure.h"
#include "profile/profile.h"
#include "tests/compile.h"

/* One innermost loop compiled for plain x86-64, without vectors */
static const struct {
	const char *name;
	struct structure_facts want; /* chains and the counts that are not 0 */
} kernels[] = {
	{ "sum",
	  { .loads = 1,
	    .fp_scalar = 1,
	    .fp_add = 1,
	    .fp_double = 1,
	    .branches = 1,
	    .mem_unit = 1,
	    .fp_chain = { .add = 1, .values = 1 } } },
	{ "horner",
	  { .loads = 1,
	    .fp_scalar = 2,
	    .fp_add = 1,
	    .fp_mul = 1,
	    .fp_double = 2,
	    .branches = 1,
	    .mem_unit = 1,
	    .fp_chain = { .add = 1, .mul = 1, .values = 1 } } },
	{ "newton",
	  { .fp_scalar = 3,
	    .fp_add = 1,
	    .fp_mul = 1,
	    .fp_div = 1,
	    .fp_double = 3,
	    .branches = 1,
	    .fp_chain = { .add = 1, .mul = 1, .div = 1, .values = 1 } } },
	{ "chase",
	  { .loads = 2,
	    .branches = 1,
	    .mem_unknown = 2,
	    .load_chain = { .loads = 1 } } },
	{ "indirect",
	  { .loads = 2,
	    .branches = 1,
	    .mem_unknown = 2,
	    .load_chain = { .loads = 2 } } },
	{ "axpy",
	  { .loads = 2,
	    .stores = 1,
	    .fp_scalar = 2,
	    .fp_add = 1,
	    .fp_mul = 1,
	    .fp_double = 2,
	    .branches = 1,
	    .mem_unit = 3 } },
	{ "column",
	  { .loads = 1,
	    .fp_scalar = 1,
	    .fp_add = 1,
	    .fp_double = 1,
	    .branches = 1,
	    .mem_strided = 1,
	    .max_stride = 4000,
	    .fp_chain = { .add = 1, .values = 1 } } },
	{ "column_of",
	  { .loads = 1,
	    .fp_scalar = 1,
	    .fp_add = 1,
	    .fp_double = 1,
	    .branches = 1,
	    .mem_strided = 1,
	    .fp_chain = { .add = 1, .values = 1 } } },
	{ "steps_of",
	  { .loads = 2,
	    .fp_scalar = 1,
	    .fp_add = 1,
	    .fp_double = 1,
	    .branches = 1,
	    .mem_unit = 1,
	    .mem_unknown = 1,
	    .fp_chain = { .add = 1, .values = 1 } } },
	{ "again",
	  { .loads = 2,
	    .fp_scalar = 1,
	    .fp_add = 1,
	    .fp_double = 1,
	    .branches = 1,
	    .mem_unit = 1,
	    .fp_chain = { .add = 1, .values = 1 } } },
	{ "moved",
	  { .loads = 2,
	    .stores = 1,
	    .fp_scalar = 1,
	    .fp_add = 1,
	    .fp_double = 1,
	    .branches = 1,
	    .mem_unknown = 1,
	    .fp_chain = { .add = 1, .values = 1 } } },
	{ "roots",
	  { .loads = 2,
	    .stores = 1,
	    .fp_scalar = 2,
	    .fp_div = 1,
	    .fp_sqrt = 1,
	    .fp_single = 2,
	    .branches = 1,
	    .mem_unit = 3 } },
	{ "convert",
	  { .loads = 1,
	    .stores = 1,
	    .conversions = 1,
	    .branches = 1,
	    .mem_unit = 2 } },
	{ "exchange",
	  { .loads = 1,
	    .stores = 1,
	    .branches = 1,
	    .atomics = 1,
	    .mem_invariant = 1 } },
	{ "longs", { .loads = 1, .int_div = 2, .branches = 2, .mem_unit = 1 } },
	{ "rest",
	  { .loads = 1,
	    .int_div = 1,
	    .int_div_invariant = 1,
	    .branches = 1,
	    .mem_unit = 1 } },
	{ "hash",
	  { .loads = 1,
	    .branches = 1,
	    .mem_unit = 1,
	    .int_chain = { .integer = 1, .int_mul = 1 } } },
	{ "scan",
	  { .loads = 2,
	    .stores = 1,
	    .fp_scalar = 2,
	    .fp_add = 2,
	    .fp_double = 2,
	    .branches = 1,
	    .mem_unit = 3,
	    .fp_chain = { .add = 2,
	                  .add_in_row = 1,
	                  .values = 1,
	                  .stored = true } } },
	{ "shares",
	  { .loads = 3,
	    .stores = 1,
	    .fp_scalar = 3,
	    .fp_add = 1,
	    .fp_mul = 2,
	    .common_factors = 1,
	    .fp_double = 3,
	    .branches = 1,
	    .mem_unit = 4 } },
	{ "polynomial",
	  { .loads = 1,
	    .stores = 1,
	    .fp_scalar = 9,
	    .fp_add = 3,
	    .fp_mul = 6,
	    .common_factors = 2,
	    .powers = 2,
	    .fp_double = 9,
	    .branches = 1,
	    .mem_unit = 2 } },
	{ "pairs",
	  { .loads = 2,
	    .fp_scalar = 12,
	    .fp_add = 4,
	    .fp_mul = 8,
	    .fp_double = 12,
	    .branches = 1,
	    .mem_unit = 2,
	    .fp_chain = { .add = 1, .values = 2 } } },
};

static void same_chain(const char *name, const struct structure_chain *got,
                       const struct structure_chain *want)
{
	ck_assert_msg(got->add == want->add && got->mul == want->mul &&
	                      got->fma == want->fma && got->div == want->div &&
	                      got->other_fp == want->other_fp &&
	                      got->loads == want->loads &&
	                      got->through_memory == want->through_memory &&
	                      got->stored == want->stored &&
	                      got->add_in_row == want->add_in_row,
	              "%s: chain of add %u mul %u fma %u div %u loads %u", name,
	              got->add, got->mul, got->fma, got->div, got->loads);
}

START_TEST(knows_the_facts_of_a_kernel)
{
	const struct structure_facts *want = &kernels[_i].want, *got;
	const struct structure_proc *p;
	struct structure *s;

	make_dir();
	compile_facts("-O2", "-fno-tree-vectorize", "-fno-if-conversion");
	s = open_it("facts");
	p = proc_named(s, kernels[_i].name);
	ck_assert_uint_eq(p->nloops, 1);
	ck_assert_str_eq(p->level, "-O2");
	ck_assert_str_eq(p->language, "C");
	ck_assert(p->optimised);
	got = p->loops[0].facts;
#define SAME(field)                                                            \
	ck_assert_msg(got->field == want->field, "%s: " #field " is %lld",     \
	              p->name, (long long)got->field)
	SAME(loads);
	SAME(stores);
	SAME(fp_scalar);
	SAME(fp_packed);
	SAME(fp_add);
	SAME(fp_mul);
	SAME(fma);
	SAME(fp_div);
	SAME(fp_sqrt);
	SAME(fp_single);
	SAME(fp_double);
	SAME(conversions);
	SAME(atomics);
	SAME(branches);
	SAME(calls);
	SAME(mem_invariant);
	SAME(mem_unit);
	SAME(mem_strided);
	SAME(mem_unknown);
	SAME(max_stride);
	SAME(fp_vector_bits);
	SAME(int_div_invariant);
	SAME(common_factors);
	SAME(powers);
#undef SAME
	same_chain(p->name, &got->fp_chain, &want->fp_chain);
	ck_assert_uint_eq(got->fp_chain.values, want->fp_chain.values);
	same_chain(p->name, &got->load_chain, &want->load_chain);
	if (want->int_chain.int_mul) {
		ck_assert_uint_eq(got->int_chain.int_mul, 1);
		ck_assert_uint_eq(got->int_chain.integer,
		                  want->int_chain.integer);
	}
	structure_free(s);
	remove_dir();
}
END_TEST

START_TEST(sees_vectors)
{
	const struct structure_loop *l;
	struct structure *s;

	make_dir();
	compile_facts("-O3", "-mavx2", "-mfma");
	s = open_it("facts");
	l = &proc_named(s, "axpy")->loops[0];
	/* the vectorised body and what is left over are one loop of the source
	 */
	ck_assert_uint_eq(proc_named(s, "axpy")->nloops, 1);
	ck_assert_uint_eq(l->facts->fp_vector_bits, 256);
	ck_assert_uint_eq(l->facts->fp_packed, 1);
	ck_assert_uint_eq(l->facts->fma, 1);
	ck_assert_uint_eq(l->facts->fp_scalar, 0);
	ck_assert_uint_eq(l->facts->mem_unit, 3);
	l = &proc_named(s, "convert")->loops[0];
	ck_assert_uint_eq(l->facts->vector_bits, 256);
	ck_assert_uint_eq(l->facts->fp_vector_bits, 0);
	/* the sum can't be reordered: still a chain of additions */
	l = &proc_named(s, "sum")->loops[0];
	ck_assert_uint_eq(l->facts->fp_chain.add, l->facts->fp_add);
	structure_free(s);
	remove_dir();
}
END_TEST

START_TEST(sees_calls_and_nests)
{
	const struct structure_proc *p;
	struct structure *s;

	make_dir();
	compile_facts("-O2", "-fno-tree-vectorize", "-fno-ipa-cp");
	s = open_it("facts");
	p = proc_named(s, "calls");
	ck_assert_uint_eq(p->loops[0].facts->calls, 2);
	ck_assert_uint_eq(p->loops[0].facts->indirect_calls, 1);
	p = proc_named(s, "extended");
	ck_assert_uint_ge(p->loops[0].facts->x87, 1);
	p = proc_named(s, "perfect");
	ck_assert_uint_eq(p->nloops, 2);
	ck_assert_uint_eq(p->loops[0].nest, 2);
	ck_assert(p->loops[0].perfect);
	ck_assert_uint_eq(p->loops[1].depth, 2);
	p = proc_named(s, "imperfect");
	ck_assert_uint_eq(p->nloops, 2);
	ck_assert(!p->loops[0].perfect);
	ck_assert_uint_eq(p->loops[0].end_line - p->loops[0].line, 5);
	structure_free(s);
	remove_dir();
}
END_TEST

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
		     at++)
			leave += structure_classes(s, at) >> CODE_LEAVES & 1
			                 ? 1
			                 : 0;
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

/* What a simulation says that 10 direct calls and 20 indirect ones are */
static struct simout *two_calls(uint64_t direct, uint64_t indirect)
{
	struct strbuf b = STRBUF_INIT;
	struct err err = { 0 };
	struct simout *out;

	strbuf_adds(&b, "perfexpert-sim 1\ncommand a\nprocess 1 2\n"
	                "module 0 100000 0 0 - ");
	for (const char *c = in_dir("facts"); *c; c++)
		strbuf_addf(&b, "%%%02x", (unsigned char)*c);
	strbuf_addf(&b,
	            "\ni %llx 5 ex=10 ca=10\n"
	            "i %llx 2 ex=20 bi=20 ca=20 tg=3\n"
	            "total n=2 ex=30 bi=20 ca=30\n"
	            "threads 1\nend exit 0\neof 9\n",
	            (unsigned long long)direct, (unsigned long long)indirect);
	out = simout_parse(b.s, b.len, &err);
	ck_assert_msg(out, "%s", err.msg);
	strbuf_release(&b);
	return out;
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

START_TEST(names_what_is_called)
{
	struct profile *p = profile_new();
	struct modules *ms = modules_new(p, NULL, NULL);
	const struct profile_section *loop;
	const struct structure_proc *proc;
	struct structure *s;
	struct spot spots[2] = { 0 };
	struct scale *scale = scale_new(NULL, NULL, NULL, NULL, NULL);
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
	scale_free(scale);
	simout_free(out);
	modules_free(ms);
	profile_free(p);
	structure_free(s);
	remove_dir();
}
END_TEST

START_TEST(sees_what_is_not_optimised)
{
	const struct structure_proc *p;
	struct structure *s;

	make_dir();
	compile_facts("-O0", "-fno-builtin", "-fno-inline");
	s = open_it("facts");
	p = proc_named(s, "sum");
	ck_assert(!p->optimised);
	ck_assert(p->frame_pointer);
	ck_assert_str_eq(p->level, "-O0");
	ck_assert(p->loops[0].facts->fp_chain.through_memory);
	ck_assert_uint_ge(p->loops[0].facts->stack_loads, 3);
	structure_free(s);
	RUN("strip", "-g", in_dir("facts"));
	s = open_it("facts");
	p = proc_named(s, "sum");
	ck_assert_ptr_null(p->level);
	ck_assert(!p->optimised);
	structure_free(s);
	remove_dir();
}
END_TEST

/* Ready-made objects for other processors: see tests/structure/arch */
static const struct {
	const char *file, *name;
	unsigned loops;
	struct structure_facts want; /* of the first innermost loop */
} foreign[] = {
	{ "aarch64",
	  "sum",
	  1,
	  { .loads = 1,
	    .fp_scalar = 1,
	    .fp_add = 1,
	    .mem_unit = 1,
	    .fp_chain = { .add = 1 } } },
	{ "aarch64",
	  "axpy",
	  1,
	  { .loads = 2,
	    .stores = 1,
	    .fp_packed = 1,
	    .fma = 1,
	    .mem_unit = 3,
	    .fp_vector_bits = 128 } },
	{ "aarch64",
	  "divide",
	  1,
	  { .loads = 1,
	    .fp_scalar = 2,
	    .fp_add = 1,
	    .fp_div = 1,
	    .mem_unit = 1,
	    .fp_chain = { .add = 1, .div = 1 } } },
	{ "aarch64",
	  "chase",
	  1,
	  { .loads = 1, .mem_unknown = 1, .load_chain = { .loads = 1 } } },
	{ "aarch64",
	  "product",
	  3,
	  { .loads = 3,
	    .stores = 1,
	    .fp_scalar = 1,
	    .fma = 1,
	    .mem_strided = 3,
	    .mem_invariant = 1,
	    .max_stride = 800 } },
	{ "aarch64",
	  "divisions",
	  1,
	  { .loads = 1, .int_div = 1, .calls = 1, .mem_unit = 1 } },
	{ "sve",
	  "sum",
	  1,
	  { .loads = 1,
	    .fp_packed = 1,
	    .fp_add = 1,
	    .mem_unknown = 1,
	    .fp_vector_bits = 128,
	    .scalable_vectors = true,
	    .fp_chain = { .add = 1 } } },
	{ "powerpc64le",
	  "sum",
	  1,
	  { .loads = 1,
	    .fp_scalar = 1,
	    .fp_add = 1,
	    .mem_unit = 1,
	    .fp_chain = { .add = 1 } } },
	{ "powerpc64le",
	  "axpy",
	  1,
	  { .loads = 2,
	    .stores = 1,
	    .fp_packed = 1,
	    .fma = 1,
	    .mem_unit = 3,
	    .fp_vector_bits = 128 } },
	{ "powerpc64le",
	  "divide",
	  1,
	  { .loads = 1,
	    .fp_scalar = 2,
	    .fp_add = 1,
	    .fp_div = 1,
	    .mem_unit = 1,
	    .fp_chain = { .add = 1, .div = 1 } } },
	{ "powerpc64le",
	  "chase",
	  1,
	  { .loads = 2, .mem_unknown = 2, .load_chain = { .loads = 1 } } },
	{ "powerpc64le",
	  "product",
	  3,
	  { .loads = 3,
	    .stores = 1,
	    .fp_scalar = 1,
	    .fma = 1,
	    .mem_strided = 3,
	    .mem_invariant = 1,
	    .max_stride = 800 } },
};

START_TEST(decodes_other_processors)
{
	const struct structure_facts *want = &foreign[_i].want, *got;
	const struct structure_proc *p;
	struct err err = { 0 };
	struct structure *s;
	char path[128];

	snprintf(path, sizeof(path), "tests/structure/arch/%s.so",
	         foreign[_i].file);
	s = structure_open(path, &err);
	ck_assert_msg(s, "%s", err.msg);
	p = proc_named(s, foreign[_i].name);
	ck_assert_uint_eq(p->nloops, foreign[_i].loops);
	ck_assert(p->optimised);
	got = p->loops[p->nloops - 1].facts;
	ck_assert_uint_eq(p->loops[p->nloops - 1].nest, 1);
#define SAME(field)                                                            \
	ck_assert_msg(got->field == want->field, "%s %s: " #field " is %lld",  \
	              path, p->name, (long long)got->field)
	SAME(loads);
	SAME(stores);
	SAME(fp_scalar);
	SAME(fp_packed);
	SAME(fp_add);
	SAME(fma);
	SAME(fp_div);
	SAME(int_div);
	SAME(calls);
	SAME(mem_invariant);
	SAME(mem_unit);
	SAME(mem_strided);
	SAME(mem_unknown);
	SAME(max_stride);
	SAME(fp_vector_bits);
	SAME(scalable_vectors);
#undef SAME
	same_chain(p->name, &got->fp_chain, &want->fp_chain);
	same_chain(p->name, &got->load_chain, &want->load_chain);
	structure_free(s);
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
	compile_facts(levels[_i], "-fno-ipa-cp", "-g");
	s = open_it("facts");
	ck_assert_uint_eq(exponents(s, "powers", v, 8), 2);
	ck_assert_double_eq(fmin(v[0], v[1]), -1.5);
	ck_assert_double_eq(fmax(v[0], v[1]), 3);
	ck_assert_uint_eq(exponents(s, "many_powers", v, 16), 10);
	for (int i = 0; i < 10; i++)
		ck_assert(v[i] == 3 || v[i] == 5 || v[i] == 7);
	ck_assert_uint_eq(exponents(s, "powers_single", v, 8), 1);
	ck_assert_double_eq(v[0], 5);
	structure_free(s);
	remove_dir();
}
END_TEST

Suite *suite_static_facts(void);
Suite *suite_static_facts(void)
{
	Suite *s = suite_create("static_facts");
	TCase *t = tcase_create("static_facts");

	suite_add_tcase(s, t);
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, knows_the_facts_of_a_kernel, 0, COUNT(kernels));
	tcase_add_test(t, sees_vectors);
	tcase_add_test(t, sees_calls_and_nests);
	tcase_add_test(t, sees_what_branches_ask);
	tcase_add_test(t, sees_branches_that_leave);
	tcase_add_test(t, names_what_is_called);
	tcase_add_loop_test(t, sees_what_power_is_asked_for, 0, COUNT(levels));
	tcase_add_test(t, sees_what_is_not_optimised);
	tcase_add_loop_test(t, decodes_other_processors, 0, COUNT(foreign));
	return s;
}
