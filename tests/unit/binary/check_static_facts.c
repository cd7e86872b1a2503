/* check_static_facts - what the instructions of known kernels say */
#include "check.h"

#include <math.h>

#include "base/err.h"
#include "measure/binary/structure.h"
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
	{ "bits", { .branches = 1, .int_chain = { .integer = 3 } } },
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

/* Once for all kernels, which are in one file */
static void compile_kernels(void)
{
	make_dir();
	compile_facts("-O2", "-fno-tree-vectorize", "-fno-if-conversion");
}

START_TEST(knows_the_facts_of_a_kernel)
{
	const struct structure_facts *want = &kernels[_i].want, *got;
	const struct structure_proc *p;
	struct structure *s;

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
	if (want->int_chain.integer) {
		ck_assert_uint_eq(got->int_chain.int_mul,
		                  want->int_chain.int_mul);
		ck_assert_uint_eq(got->int_chain.integer,
		                  want->int_chain.integer);
	}
	structure_free(s);
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
	/* GCC 10 loads and stores unaligned vectors in halves */
	ck_assert(l->facts->mem_unit == 3 || l->facts->mem_unit == 6);
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

START_TEST(sees_integers_that_are_converted_back)
{
	const struct structure_facts *f;
	struct structure *s;

	make_dir();
	compile_facts("-O2", "-fno-tree-vectorize", "-g");
	s = open_it("facts");
	f = proc_named(s, "whole_parts")->loops[0].facts;
	ck_assert_uint_eq(f->to_integer, 1);
	ck_assert_uint_eq(f->to_and_back, 1);
	f = proc_named(s, "grades")->loops[0].facts;
	ck_assert_uint_eq(f->to_integer, 1);
	ck_assert_uint_eq(f->from_integer, 1);
	ck_assert_uint_eq(f->to_and_back, 0);
	structure_free(s);
	remove_dir();
}
END_TEST

START_TEST(sees_roots_that_are_only_compared)
{
	static const char *const switches[] = { "-fno-if-conversion",
		                                "-fif-conversion" };
	const struct structure_facts *f;
	struct structure *s;

	make_dir();
	compile_facts("-O2", "-fno-tree-vectorize", switches[_i]);
	s = open_it("facts");
	f = proc_named(s, "nearest")->loops[0].facts;
	ck_assert_uint_eq(f->fp_sqrt, 1);
	ck_assert_uint_eq(f->fp_sqrt_compared, 1);
	f = proc_named(s, "roots")->loops[0].facts;
	ck_assert_uint_eq(f->fp_sqrt, 1);
	ck_assert_uint_eq(f->fp_sqrt_compared, 0);
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
	ck_assert(!p->loops[0].innermost && p->loops[1].innermost);
	ck_assert_uint_eq(p->loops[1].depth, 2);
	p = proc_named(s, "imperfect");
	ck_assert_uint_eq(p->nloops, 2);
	ck_assert_uint_eq(p->loops[0].end_line - p->loops[0].line, 5);
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
	ck_assert(p->loops[p->nloops - 1].innermost);
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

Suite *suite_static_facts(void);
Suite *suite_static_facts(void)
{
	Suite *s = suite_create("static_facts");
	TCase *t = tcase_create("static_facts");

	suite_add_tcase(s, t);
	tcase_set_timeout(t, 60);
	tcase_add_unchecked_fixture(t, compile_kernels, remove_dir);
	tcase_add_loop_test(t, knows_the_facts_of_a_kernel, 0, COUNT(kernels));
	t = tcase_create("other_facts");
	suite_add_tcase(s, t);
	tcase_set_timeout(t, 60);
	tcase_add_test(t, sees_vectors);
	tcase_add_test(t, sees_integers_that_are_converted_back);
	tcase_add_loop_test(t, sees_roots_that_are_only_compared, 0, 2);
	tcase_add_test(t, sees_calls_and_nests);
	tcase_add_test(t, sees_what_is_not_optimised);
	tcase_add_loop_test(t, decodes_other_processors, 0, COUNT(foreign));
	return s;
}
