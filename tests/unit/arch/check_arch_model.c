/* check_arch_model - the timing model's figures of every shipped machine */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "arch/machine.h"
#include "arch/model.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "machines.h"
#include "perturb.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static bool is_generic(const struct machine *m)
{
	return strncmp(machine_name(m), "generic", 7) == 0;
}

/* each machine has all of the model; what is only generic says so */
START_TEST(models_are_sound)
{
	struct machine *m = machines_load(_i);
	const struct model_number *number;
	const struct model_op *op;
	const char *const *pipes;
	size_t n = machine_model_numbers(m, &number);
	size_t npipes = machine_model_pipes(m, &pipes);

	ck_assert_uint_ge(n, 30);
	for (size_t i = 0; i < n; i++) {
		double value = machine_model_value(m, number[i].name);

		ck_assert_msg(value >= number[i].least, "%s", number[i].name);
		ck_assert_msg(number[i].value <= number[i].most, "%s",
		              number[i].name);
		ck_assert_uint_gt(strlen(number[i].source), 3);
		ck_assert_uint_gt(strlen(number[i].description), 3);
		if (strstr(number[i].source, "not published") || is_generic(m))
			ck_assert_msg(number[i].guess != number[i].of_host,
			              "%s", number[i].name);
	}
	n = machine_model_ops(m, &op);
	ck_assert_uint_ge(n, 30);
	for (size_t i = 0; i < n; i++) {
		ck_assert_msg(op[i].latency >= 0, "%s", op[i].name);
		ck_assert_msg(op[i].pipes &&
		                      (uint64_t)op[i].pipes >> npipes == 0,
		              "%s", op[i].name);
		ck_assert_uint_gt(strlen(op[i].source), 3);
	}
	machine_free(m);
}
END_TEST

static void model_ordered(const struct machine *m, const char *lower,
                          const char *higher)
{
	ck_assert_msg(machine_model_value(m, lower) <=
	                      machine_model_value(m, higher),
	              "%s: %s > %s", machine_name(m), lower, higher);
}

START_TEST(models_are_ordered)
{
	struct machine *m = machines_load(_i);

	model_ordered(m, "dispatch_width", "rob");
	model_ordered(m, "l2_latency", "l3_latency");
	model_ordered(m, "l3_latency", "memory_latency");
	model_ordered(m, "l2_line", "memory_line");
	model_ordered(m, "l1_misses", "l2_misses");
	model_ordered(m, "scheduler", "rob");
	model_ordered(m, "scheduler_fp", "rob");
	model_ordered(m, "load_queue", "rob");
	model_ordered(m, "store_queue", "rob");
	model_ordered(m, "store_forward", "store_forward_fail");
	model_ordered(m, "btb_miss", "mispredict");
	machine_free(m);
}
END_TEST

static const struct model_op *model_op(const struct machine *m,
                                       const char *name)
{
	const struct model_op *list;
	size_t n = machine_model_ops(m, &list);

	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i].name, name) == 0)
			return &list[i];
	}
	ck_abort_msg("no class %s", name);
	return NULL;
}

/* a class is not faster than a simpler one, and vectors not than scalars */
START_TEST(model_classes_are_ordered)
{
	static const char *const pairs[][2] = {
		{ "int", "int_mul" },
		{ "int_mul", "int_div" },
		{ "int_div", "int_div_wide" },
		{ "vec_int", "vec_int_mul" },
		{ "fp_add", "fp_div_float" },
		{ "fp_mul", "fp_fma" },
		{ "fp_fma", "fp_div_float" },
		{ "fp_div_float", "fp_div" },
		{ "fp_div_float", "fp_div_packed_float" },
		{ "fp_div", "fp_div_packed" },
		{ "fp_sqrt_float", "fp_sqrt" },
		{ "fp_sqrt", "fp_sqrt_packed" },
		{ "load", "load_vec" },
		{ "load_vec", "load_wide" },
	};
	struct machine *m = machines_load(_i);

	for (int i = 0; i < COUNT(pairs); i++) {
		const struct model_op *a = model_op(m, pairs[i][0]);
		const struct model_op *b = model_op(m, pairs[i][1]);

		ck_assert_msg(a->latency <= b->latency && a->busy <= b->busy,
		              "%s: %s, %s", machine_name(m), a->name, b->name);
	}
	machine_free(m);
}
END_TEST

static void typical(const struct machine *m, double model, const char *bound)
{
	double most = machine_param(m, bound);

	if (!isnan(most))
		ck_assert_msg(model <= most * 1.0001, "%s: %s %g < %g",
		              machine_name(m), bound, most, model);
}

/* the parameters are upper bounds: what is typical does not exceed them */
START_TEST(models_stay_below_the_bounds)
{
	struct machine *m = machines_load(_i);
	const bool generic = is_generic(m);

	typical(m, machine_model_value(m, "memory_latency"), "Mem_lat");
	typical(m, model_op(m, "fp_add")->latency, "FP_lat");
	typical(m, model_op(m, "fp_mul")->latency, "FP_lat");
	typical(m, model_op(m, "fp_div")->latency, "FP_slow_lat");
	typical(m, model_op(m, "fp_sqrt")->latency, "FP_slow_lat");
	typical(m, model_op(m, "fp_div_packed")->latency, "FP_slow_vec_lat");
	typical(m, model_op(m, "fp_sqrt_packed")->latency, "FP_slow_vec_lat");
	typical(m, machine_model_value(m, "l3_latency"), "L3_lat");
	/* the paper's are lower: its L2 comes on top of L1 */
	if (strcmp(machine_name(m), "opteron") != 0) {
		typical(m, machine_model_value(m, "mispredict"), "BR_miss_lat");
		typical(m, machine_model_value(m, "l2_latency"), "L2_lat");
		typical(m, model_op(m, "fp_fma")->latency, "FP_lat");
		if (!generic)
			typical(m, model_op(m, "load_wide")->latency,
			        "L1_dlat");
	}
	machine_free(m);
}
END_TEST

/* a processor's own file leaves little to the generic model */
START_TEST(models_are_filled)
{
	struct machine *m = machines_load(_i), *plain;
	struct err err = { 0 };
	const struct model_number *number, *generic;
	const struct model_op *op;
	size_t n = machine_model_numbers(m, &number), nops, left = 0;

	if (is_generic(m)) {
		machine_free(m);
		return;
	}
	ck_assert_int_eq(machine_load(&plain, "generic_x86_64", &err), 0);
	machine_model_numbers(plain, &generic);
	for (size_t i = 0; i < n; i++)
		left += number[i].guess &&
		        strcmp(number[i].source, generic[i].source) == 0;
	ck_assert_msg(left <= n / 5, "%s: %zu numbers", machine_name(m), left);
	nops = machine_model_ops(m, &op);
	for (size_t i = 0; i < nops; i++)
		ck_assert_str_ne(op[i].source, generic[0].source);
	ck_assert_uint_lt(machine_model_guesses(m), (n + nops) * 3 / 4);
	machine_free(m);
	machine_free(plain);
}
END_TEST

START_TEST(the_generic_model_is_a_guess)
{
	struct machine *m;
	struct err err = { 0 };
	const struct model_number *number;
	const struct model_op *op;
	size_t all;

	ck_assert_int_eq(machine_load(&m, "generic_x86_64", &err), 0);
	all = machine_model_numbers(m, &number) + machine_model_ops(m, &op);
	/* all but l3_others, l3_random and memory_random: the host's */
	ck_assert_uint_eq(machine_model_guesses(m), all - 3);
	machine_free(m);
	ck_assert_int_eq(machine_load(&m, "zen3", &err), 0);
	ck_assert_uint_lt(machine_model_guesses(m), all * 2 / 5);
	ck_assert_double_eq(machine_model_value(m, "rob"), 256);
	machine_set_clock(m, 4e9);
	ck_assert_double_eq_tol(machine_model_value(m, "memory_latency"), 449.2,
	                        0.1);
	ck_assert_double_nan(machine_model_value(m, "none"));
	machine_free(m);
}
END_TEST

static void add_model(struct strbuf *b, const struct machine *m)
{
	const struct model_number *number;
	const struct model_op *op;
	const size_t n = machine_model_numbers(m, &number);
	const size_t nops = machine_model_ops(m, &op);
	uint32_t numbers = 0, ops = 0;
	char text[200];

	for (size_t i = 0; i < n; i++) {
		snprintf(text, sizeof(text), "%s %g %d", number[i].name,
		         machine_model_value(m, number[i].name),
		         number[i].guess);
		numbers = perturb_hash(numbers, text);
	}
	for (size_t i = 0; i < nops; i++) {
		snprintf(text, sizeof(text), "%s %g %g %x %d", op[i].name,
		         op[i].latency, op[i].busy, (unsigned)op[i].pipes,
		         op[i].guess);
		ops = perturb_hash(ops, text);
	}
	strbuf_addf(b, "%s: numbers %08x, classes %08x\n", machine_name(m),
	            numbers, ops);
}

/*
 * A figure of a machine has its source beside it, and no other test: that it is
 * changed is meant. Read the difference in arch/, then copy build/models.txt to
 * tests/models.txt.
 */
START_TEST(models_are_as_they_were_reviewed)
{
	struct strbuf is = STRBUF_INIT;

	for (int i = 0; i < machines_shipped(); i++) {
		struct machine *m = machines_load(i);

		add_model(&is, m);
		machine_free(m);
	}
	perturb_compare("models.txt", is.s);
	strbuf_release(&is);
}
END_TEST

Suite *suite_arch_model(void);
Suite *suite_arch_model(void)
{
	Suite *s = suite_create("arch_model");
	TCase *t = tcase_create("arch_model");

	suite_add_tcase(s, t);
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, models_are_sound, 0, machines_shipped());
	tcase_add_loop_test(t, models_are_ordered, 0, machines_shipped());
	tcase_add_loop_test(t, model_classes_are_ordered, 0,
	                    machines_shipped());
	tcase_add_loop_test(t, models_stay_below_the_bounds, 0,
	                    machines_shipped());
	tcase_add_loop_test(t, models_are_filled, 0, machines_shipped());
	tcase_add_test(t, the_generic_model_is_a_guess);
	tcase_add_test(t, models_are_as_they_were_reviewed);
	return s;
}
