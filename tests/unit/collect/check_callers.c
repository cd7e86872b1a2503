/* check_callers - where the program called MPI through Fortran's interface:
 * what was unwound once is found again, and nothing else is taken for it */
#include "check.h"

#include <stdint.h>

#include "measure/collect/mpi/library/callers.h"

/* A library's frame: ours ends at word 0, where it returns to comes next. */
enum { WORDS = 600, RETURN = 20 };

static uintptr_t stack[WORDS];

static struct caller called_at(uintptr_t address)
{
	return (struct caller){ address, (uintptr_t)stack };
}

static void unwound(const struct caller *c, uintptr_t program, size_t word)
{
	callers_learn(c, program, (uintptr_t)&stack[word + 1]);
}

START_TEST(what_was_unwound_is_known)
{
	const struct caller recv = called_at(0x7f0000001000);
	const struct caller send = called_at(0x7f0000002000);

	stack[RETURN] = 0x401234;
	ck_assert_uint_eq(callers_known(&recv), 0);
	unwound(&recv, 0x401234, RETURN);
	ck_assert_uint_eq(callers_known(&recv), 0x401234);
	/* the same place of the program through another function */
	ck_assert_uint_eq(callers_known(&send), 0);
	/* another place, until it is unwound, too */
	stack[RETURN] = 0x405678;
	ck_assert_uint_eq(callers_known(&recv), 0);
	unwound(&recv, 0x405678, RETURN);
	ck_assert_uint_eq(callers_known(&recv), 0x405678);
	stack[RETURN] = 0x401234;
	ck_assert_uint_eq(callers_known(&recv), 0x401234);
}
END_TEST

START_TEST(what_is_not_on_the_stack_is_not_learnt)
{
	const struct caller c = called_at(0x7f0000003000);

	/* in a register, as on other machines; below us; too far */
	stack[RETURN] = 1;
	unwound(&c, 0x402222, RETURN);
	ck_assert_uint_eq(callers_known(&c), 0);
	callers_learn(&(struct caller){ c.address, (uintptr_t)&stack[30] }, 1,
	              (uintptr_t)&stack[RETURN + 1]);
	ck_assert_uint_eq(callers_known(&c), 0);
	stack[WORDS - 1] = 0x403333;
	unwound(&c, 0x403333, WORDS - 1);
	ck_assert_uint_eq(callers_known(&c), 0);
}
END_TEST

Suite *suite_callers(void);
Suite *suite_callers(void)
{
	Suite *s = suite_create("callers");
	TCase *tc = tcase_create("callers");

	tcase_add_test(tc, what_was_unwound_is_known);
	tcase_add_test(tc, what_is_not_on_the_stack_is_not_learnt);
	suite_add_tcase(s, tc);
	return s;
}
