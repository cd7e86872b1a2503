/* check_sampling - the numbers of sampling, and the page that lists them */
#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "measure/collect/simulate/sample/sampling.h"

/* doc/sampling.md has a row for each, which bench/constants.sh goes on */
START_TEST(numbers_are_described)
{
	const struct sampling_number *n = &sampling_numbers[_i];
	struct strbuf doc = STRBUF_INIT, row = STRBUF_INIT;
	struct err err = { 0 };

	ck_assert_int_eq(io_read_file("doc/sampling.md", 1 << 20, &doc, &err),
	                 0);
	strbuf_addf(&row, "\n| `%s` | %g%s%s | %s | %s |", n->name, n->value,
	            *n->unit ? " " : "", n->unit, n->what, n->by);
	ck_assert_msg(strstr(doc.s, row.s) != NULL, "%s", row.s);
	strbuf_release(&doc);
	strbuf_release(&row);
}
END_TEST

/* .. and no others */
START_TEST(no_other_is_described)
{
	struct strbuf doc = STRBUF_INIT;
	struct err err = { 0 };
	size_t rows = 0;

	ck_assert_int_eq(io_read_file("doc/sampling.md", 1 << 20, &doc, &err),
	                 0);
	for (const char *at = doc.s; (at = strstr(at, "\n| `")); at++)
		rows++;
	ck_assert_uint_eq(rows, sampling_nnumbers);
	strbuf_release(&doc);
}
END_TEST

Suite *suite_sampling(void);
Suite *suite_sampling(void)
{
	Suite *s = suite_create("sampling");
	TCase *tc = tcase_create("sampling");

	tcase_add_loop_test(tc, numbers_are_described, 0,
	                    (int)sampling_nnumbers);
	tcase_add_test(tc, no_other_is_described);
	suite_add_tcase(s, tc);
	return s;
}
