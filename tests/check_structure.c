/* check_structure - procedures, loops and lines of the test program itself */
#include "check.h"

#include "base/err.h"
#include "measure/structure/structure.h"

START_TEST(finds_itself)
{
	struct err err = { 0 };
	struct structure *s = structure_open("/proc/self/exe", &err);

	ck_assert_ptr_nonnull(s);
	ck_assert_int_eq(structure_detail(s), STRUCTURE_LINES);
	structure_free(s);
}
END_TEST

Suite *suite_structure(void);
Suite *suite_structure(void)
{
	Suite *s = suite_create("structure");
	TCase *t = tcase_create("structure");

	suite_add_tcase(s, t);
	tcase_add_test(t, finds_itself);
	return s;
}
