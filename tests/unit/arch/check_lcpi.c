/* check_lcpi - formulas against a second evaluator, and the paper's bounds */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "arch/events.h"
#include "arch/expr.h"
#include "arch/lcpi.h"
#include "arch/machine.h"
#include "base/arena.h"
#include "base/err.h"
#include "base/strbuf.h"

/* a = 6, b = 4, zero = 0, none = not measured */
static double value_of(const char *name)
{
	if (strcmp(name, "a") == 0)
		return 6;
	if (strcmp(name, "b") == 0)
		return 4;
	return strcmp(name, "zero") == 0 ? 0 : NAN;
}

static const struct {
	const char *formula;
	double want;
	const char *msg;
} cases[] = {
	{ "a / b", 1.5, NULL },
	{ "a + b * 2", 14, NULL },
	{ "(a + b) * 2", 20, NULL },
	{ "a - b - 1", 1, NULL },
	{ "a / b / 2", 0.75, NULL },
	{ "-a + --b", -2, NULL },
	{ "2e2 * 1.5E-1", 30, NULL },
	{ "min(a, b, 5) + max(a, b)", 10, NULL },
	{ "max(a)", 6, NULL },
	{ "  a\n*\tb ", 24, NULL },
	{ "a * b_c", NAN, NULL }, /* not measured */
	{ "a + none", NAN, NULL },
	{ "none * 0", NAN, NULL },
	{ "max(none, a)", NAN, NULL },
	{ "min(a, none)", NAN, NULL },
	{ "a / zero", NAN, NULL },
	{ "zero / zero", NAN, NULL },
	{ "1e300 * 1e300", NAN, NULL },
	{ "(a", 0, "'(a': column 3: expected ')'" },
	{ "", 0, "'': column 1: expected a number, a name or '('" },
	{ "a b", 0, "'a b': column 3: expected an operator" },
	{ "a +", 0, "'a +': column 4: expected a number, a name or '('" },
	{ "a $ b", 0, "'a $ b': column 3: expected an operator" },
	{ "1.2.3", 0, "'1.2.3': column 1: expected a number" },
	{ "12ab", 0, "'12ab': column 1: expected a number" },
	{ "0x10", 0, "'0x10': column 1: expected a number" },
	{ "pow(a, 2)", 0, "'pow(a, 2)': column 1: unknown function" },
	{ "min(a", 0, "'min(a': column 6: expected ',' or ')'" },
	{ "min()", 0, "'min()': column 5: expected a number, a name or '('" },
	{ "1e999", 0, "'1e999': column 1: expected a number" },
};

static double eval(const struct expr *e)
{
	const char *const *names;
	double values[EXPR_NAMES];
	size_t n = expr_names(e, &names);

	for (size_t i = 0; i < n; i++)
		values[i] = value_of(names[i]);
	return expr_eval(e, values);
}

static void same(double is, double want)
{
	if (isnan(want))
		ck_assert_double_nan(is);
	else
		ck_assert_double_eq_tol(is, want, fabs(want) * 1e-12 + 1e-300);
}

START_TEST(evaluates)
{
	struct arena *a = arena_new();
	struct err err = { 0 };
	struct expr *e = expr_parse(a, cases[_i].formula, &err);

	if (cases[_i].msg) {
		ck_assert_ptr_null(e);
		ck_assert_str_eq(err.msg, cases[_i].msg);
	} else {
		ck_assert_str_eq(err.msg, "");
		same(eval(e), cases[_i].want);
	}
	arena_free(a);
}
END_TEST

START_TEST(refuses_bombs)
{
	struct arena *a = arena_new();
	struct strbuf deep = STRBUF_INIT;
	struct err err = { 0 };

	strbuf_addn(&deep, '(', 100000);
	ck_assert_ptr_null(expr_parse(a, deep.s, &err));
	err_clear(&err);
	strbuf_clear(&deep);
	strbuf_addn(&deep, '-', 100000);
	ck_assert_ptr_null(expr_parse(a, deep.s, &err));
	err_clear(&err);
	strbuf_clear(&deep);
	for (int i = 0; i < 1000; i++)
		strbuf_adds(&deep, "1+");
	strbuf_adds(&deep, "1");
	ck_assert_ptr_null(expr_parse(a, deep.s, &err));
	ck_assert_ptr_nonnull(strstr(err.msg, "too long"));
	strbuf_release(&deep);
	arena_free(a);
}
END_TEST

/* a small generator that is the same on every machine */
static unsigned next(unsigned *seed, unsigned n)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 16) % n;
}

static double both(char op, double x, double y)
{
	double z = op == '+'   ? x + y
	           : op == '-' ? x - y
	           : op == '*' ? x * y
	           : op == '/' ? x / y
	           : op == 'm' ? fmin(x, y)
	                       : fmax(x, y);

	return isnan(x) || isnan(y) || !isfinite(z) ? NAN : z;
}

/*
 * Write a random formula and return its value, computed on the way by a tree
 * walk that shares nothing with the parser: every operation has its own
 * parentheses or none where precedence makes them superfluous.
 */
static double grow(struct strbuf *out, unsigned *seed, int depth)
{
	static const char *const names[] = { "a", "b", "zero", "none" };
	static const char ops[] = "+-*/mM";
	unsigned kind = next(seed, depth > 0 ? 10 : 3);
	char op = ops[next(seed, 6)];
	double x, y;

	if (kind == 0) {
		x = next(seed, 1000) / 8.0;
		strbuf_addf(out, "%g", x);
		return x;
	}
	if (kind < 3) {
		const char *name =
			names[next(seed, 40) % 40 < 36 ? next(seed, 2)
		                                       : 2 + next(seed, 2)];
		strbuf_adds(out, name);
		return value_of(name);
	}
	if (kind == 3) {
		strbuf_adds(out, "(-");
		x = grow(out, seed, depth - 1);
		strbuf_addc(out, ')');
		return -x;
	}
	if (op == 'm' || op == 'M') {
		strbuf_addf(out, "%s(", op == 'm' ? "min" : "max");
		x = grow(out, seed, depth - 1);
		strbuf_adds(out, ", ");
	} else {
		strbuf_addc(out, '(');
		x = grow(out, seed, depth - 1);
		strbuf_addf(out, "%s%c ", next(seed, 2) ? " " : "", op);
	}
	y = grow(out, seed, depth - 1);
	strbuf_addc(out, ')');
	return both(op, x, y);
}

START_TEST(agrees_with_a_tree_walk)
{
	unsigned seed = 1, finite = 0;
	struct strbuf text = STRBUF_INIT;

	for (int i = 0; i < 20000; i++) {
		struct arena *a = arena_new();
		struct err err = { 0 };
		struct expr *e;
		double want;

		strbuf_clear(&text);
		want = grow(&text, &seed, 4);
		e = expr_parse(a, text.s, &err);
		ck_assert_msg(e != NULL, "%s", err.msg);
		same(eval(e), want);
		finite += isfinite(want) != 0;
		arena_free(a);
	}
	ck_assert_uint_gt(finite, 5000);
	strbuf_release(&text);
}
END_TEST

/* precedence without parentheses, against plain C */
START_TEST(precedence_is_that_of_c)
{
	static const double v[] = { 3, 5, 7, 11 };
	static const char ops[] = "+-*/";

	for (int i = 0; i < 64; i++) {
		char o[] = { ops[i & 3], ops[i >> 2 & 3], ops[i >> 4] };
		char text[64];
		struct arena *a = arena_new();
		struct err err = { 0 };
		double sum, product = v[0];
		char pending = 0;

		snprintf(text, sizeof(text), "3%c5%c7%c11", o[0], o[1], o[2]);
		sum = 0;
		for (int k = 0; k < 3; k++) {
			if (o[k] == '*' || o[k] == '/') {
				product = both(o[k], product, v[k + 1]);
				continue;
			}
			sum = pending == '-' ? sum - product : sum + product;
			pending = o[k];
			product = v[k + 1];
		}
		sum = pending == '-' ? sum - product : sum + product;
		same(eval(expr_parse(a, text, &err)), sum);
		arena_free(a);
	}
}
END_TEST

/* counts as a list of name and value; others were not measured */
struct count {
	const char *name;
	double value;
};

static double count_of(const void *ctx, const char *name)
{
	for (const struct count *c = ctx; c->name; c++) {
		if (strcmp(c->name, name) == 0)
			return c->value;
	}
	return NAN;
}

static double lcpi_of(const char *machine, const char *category,
                      const struct count *counts)
{
	struct machine *m;
	struct err err = { 0 };
	double value;

	ck_assert_msg(machine_load(&m, machine, &err) == 0, "%s", err.msg);
	ck_assert_int_ge(lcpi_find(m, category), 0);
	value = lcpi_eval(m, (size_t)lcpi_find(m, category), count_of, counts);
	machine_free(m);
	return value;
}

static const struct {
	const char *machine, *category;
	struct count counts[12];
	double want;
} bounds[] = {
	{ "opteron", "overall", { { "TOT_CYC", 300 }, { "TOT_INS", 100 } }, 3 },
	/* sec. II.A: loads that depend on each other and hit L1 are a data
	   problem: one instruction in three cycles */
	{ "opteron",
	  "data_accesses",
	  { { "TOT_INS", 1000 },
	    { "L1_DCA", 1000 },
	    { "L2_DCA", 0 },
	    { "L2_DCM", 0 } },
	  3 },
	/* two branches, one mispredicted, in thousands of instructions */
	{ "opteron",
	  "branches",
	  { { "TOT_INS", 4000 }, { "BR_INS", 2 }, { "BR_MSP", 1 } },
	  (2 * 2 + 1 * 10) / 4000.0 },
	{ "opteron",
	  "data_accesses",
	  { { "TOT_INS", 100 },
	    { "L1_DCA", 50 },
	    { "L2_DCA", 10 },
	    { "L2_DCM", 1 } },
	  (50 * 3 + 10 * 9 + 1 * 310) / 100.0 },
	/* with L3 the memory term is refined, never charged twice */
	{ "opteron",
	  "data_accesses",
	  { { "TOT_INS", 100 },
	    { "L1_DCA", 50 },
	    { "L2_DCA", 10 },
	    { "L2_DCM", 8 },
	    { "L3_DCA", 8 },
	    { "L3_DCM", 1 } },
	  (50 * 3 + 10 * 9 + 8 * 53 + 1 * 310) / 100.0 },
	/* half of it is not enough */
	{ "opteron",
	  "data_accesses",
	  { { "TOT_INS", 100 },
	    { "L1_DCA", 50 },
	    { "L2_DCA", 10 },
	    { "L2_DCM", 8 },
	    { "L3_DCA", 8 } },
	  (50 * 3 + 10 * 9 + 8 * 310) / 100.0 },
	{ "a64fx",
	  "data_accesses",
	  { { "TOT_INS", 100 },
	    { "L1_DCA", 50 },
	    { "L2_DCA", 10 },
	    { "L2_DCM", 8 },
	    { "L3_DCA", 8 },
	    { "L3_DCM", 8 } },
	  (50 * 11 + 10 * 56 + 8 * 144.5 * 2.2) / 100.0 },
	{ "opteron",
	  "data_accesses",
	  { { "TOT_INS", 100 }, { "L1_DCA", 50 }, { "L2_DCA", 10 } },
	  NAN },
	{ "opteron",
	  "data_accesses",
	  { { "TOT_INS", 0 },
	    { "L1_DCA", 0 },
	    { "L2_DCA", 0 },
	    { "L2_DCM", 0 } },
	  NAN },
	{ "opteron",
	  "instruction_accesses",
	  { { "TOT_INS", 100 },
	    { "L1_ICA", 27 },
	    { "L2_ICA", 2 },
	    { "L2_ICM", 1 } },
	  (27 * 2 + 2 * 9 + 310) / 100.0 },
	/* the paper: what is neither add nor multiply is slow */
	{ "opteron",
	  "floating_point",
	  { { "TOT_INS", 100 },
	    { "FP_INS", 40 },
	    { "FAD_INS", 20 },
	    { "FML_INS", 15 } },
	  (35 * 4 + 5 * 31) / 100.0 },
	/* divides counted: the rest may be compares */
	{ "opteron",
	  "floating_point",
	  { { "TOT_INS", 100 },
	    { "FP_INS", 40 },
	    { "FAD_INS", 20 },
	    { "FML_INS", 15 },
	    { "FDV_INS", 1 } },
	  (35 * 4 + 1 * 31) / 100.0 },
	{ "opteron",
	  "floating_point",
	  { { "TOT_INS", 100 },
	    { "FP_INS", 40 },
	    { "FAD_INS", 20 },
	    { "FML_INS", 15 },
	    { "FDV_INS", 1 },
	    { "FOT_INS", 4 } },
	  (39 * 4 + 1 * 31) / 100.0 },
	/* FP_INS may count less than its kinds: no negative bound */
	{ "opteron",
	  "floating_point",
	  { { "TOT_INS", 100 },
	    { "FP_INS", 30 },
	    { "FAD_INS", 20 },
	    { "FML_INS", 15 } },
	  35 * 4 / 100.0 },
	/* packed and scalar divides differ on this machine */
	{ "a64fx",
	  "floating_point",
	  { { "TOT_INS", 100 },
	    { "FAD_INS", 10 },
	    { "FML_INS", 10 },
	    { "FMA_INS", 5 },
	    { "FDV_INS", 3 },
	    { "FSQ_INS", 2 },
	    { "FP_SLOW_PACKED", 4 } },
	  (25 * 9 + 1 * 43 + 4 * 154) / 100.0 },
	{ "opteron", "data_tlb", { { "TOT_INS", 100 }, { "TLB_DM", 3 } }, 1.5 },
	{ "zen5",
	  "data_tlb",
	  { { "TOT_INS", 100 }, { "TLB_DM", 3 }, { "TLB_DH", 10 } },
	  (3 * 100 + 10 * 7) / 100.0 },
	{ "opteron",
	  "instruction_tlb",
	  { { "TOT_INS", 200 }, { "TLB_IM", 2 } },
	  0.5 },
};

/* What the program knows without a machine is what arch/lcpi.lua says. */
START_TEST(standard_categories_are_those_of_the_data)
{
	const struct lcpi_category *list;
	struct machine *m;
	struct err err = { 0 };

	ck_assert_int_eq(machine_load(&m, "opteron", &err), 0);
	ck_assert_uint_eq(lcpi_categories(m, &list), LCPI_STANDARD);
	for (size_t i = 0; i < LCPI_STANDARD; i++) {
		ck_assert_str_eq(lcpi_standard[i].id, list[i].id);
		ck_assert_str_eq(lcpi_standard[i].label, list[i].label);
		ck_assert(lcpi_is_standard(list[i].id));
	}
	ck_assert(!lcpi_is_standard("instructions"));
	machine_free(m);
}
END_TEST

START_TEST(bounds_are_the_papers)
{
	same(lcpi_of(bounds[_i].machine, bounds[_i].category,
	             bounds[_i].counts),
	     bounds[_i].want);
}
END_TEST

START_TEST(parts_add_up)
{
	static const struct count counts[] = {
		{ "TOT_INS", 100 }, { "L1_DCA", 50 }, { "L2_DCA", 10 },
		{ "L2_DCM", 8 },    { "L3_DCA", 8 },  { "L3_DCM", 1 },
		{ NULL, 0 }
	};
	const struct lcpi_category *list;
	struct machine *m;
	struct err err = { 0 };
	struct strbuf out = STRBUF_INIT;
	double parts[16], sum = 0, value;
	size_t at;

	ck_assert_int_eq(machine_load(&m, "opteron", &err), 0);
	at = (size_t)lcpi_find(m, "data_accesses");
	lcpi_categories(m, &list);
	value = lcpi_eval_parts(m, at, count_of, counts, parts);
	for (size_t i = 0; i < list[at].nparts; i++)
		sum += isnan(parts[i]) ? 0 : parts[i];
	same(sum, value);
	ck_assert_str_eq(lcpi_formula_used(m, at, count_of, counts, NULL),
	                 "L1 + L2 + L3 + memory");
	ck_assert_int_eq(lcpi_explain(m, at, count_of, counts, &out), 0);
	ck_assert_str_eq(
		out.s,
		"data accesses: L1 + L2 + L3 + memory = 1.5 + 0.9 + 4.24 + 3.1"
		" = 9.74 cycles/instruction\n"
		"  L1 (L1 cache hits): L1_DCA * L1_dlat / TOT_INS ="
		" 50 * 3 / 100 = 1.5\n"
		"  L2 (L2 cache hits): L2_DCA * L2_lat / TOT_INS ="
		" 10 * 9 / 100 = 0.9\n"
		"  L3 (L3 cache hits): L3_DCA * L3_lat / TOT_INS ="
		" 8 * 53 / 100 = 4.24 (with an estimated parameter)\n"
		"  memory (memory): L3_DCM * Mem_lat / TOT_INS ="
		" 1 * 310 / 100 = 3.1\n");
	strbuf_clear(&out);
	at = (size_t)lcpi_find(m, "branches");
	ck_assert_int_eq(lcpi_explain(m, at, count_of, counts, &out), -1);
	ck_assert_str_eq(out.s,
	                 "branch instructions: not measured: BR_INS, BR_MSP\n");
	strbuf_release(&out);
	machine_free(m);
}
END_TEST

START_TEST(the_clock_turns_ns_into_cycles)
{
	static const struct count counts[] = { { "TOT_INS", 1 },
		                               { "L1_DCA", 0 },
		                               { "L2_DCA", 0 },
		                               { "L2_DCM", 1 },
		                               { NULL, 0 } };
	struct machine *m;
	struct err err = { 0 };
	size_t at;

	ck_assert_int_eq(machine_load(&m, "zen5", &err), 0);
	at = (size_t)lcpi_find(m, "data_accesses");
	same(lcpi_eval(m, at, count_of, counts), 140 * 2.7);
	machine_set_clock(m, 4.1e9);
	same(lcpi_eval(m, at, count_of, counts), 140 * 4.1);
	same(machine_param(m, "CPU_freq"), 4.1e9);
	machine_set_clock(m, NAN);
	same(machine_param(m, "CPU_freq"), 2.7e9);
	machine_free(m);
}
END_TEST

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

Suite *suite_lcpi(void);
Suite *suite_lcpi(void)
{
	Suite *s = suite_create("lcpi");
	TCase *t = tcase_create("lcpi");

	suite_add_tcase(s, t);
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, evaluates, 0, COUNT(cases));
	tcase_add_test(t, refuses_bombs);
	tcase_add_test(t, agrees_with_a_tree_walk);
	tcase_add_test(t, precedence_is_that_of_c);
	tcase_add_test(t, standard_categories_are_those_of_the_data);
	tcase_add_loop_test(t, bounds_are_the_papers, 0, COUNT(bounds));
	tcase_add_test(t, parts_add_up);
	tcase_add_test(t, the_clock_turns_ns_into_cycles);
	return s;
}
