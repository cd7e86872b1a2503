/* The list of facts: kinds, what is missing, and what is written about it. */
#include "check.h"

#include <math.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "profile/facts.h"
#include "profile/profile.h"

static const struct {
	const char *fact, *attribute, *text; /* NULL: it is not there */
	bool known;
	double number; /* or 1 for yes, 0 for no; NAN: text */
} values[] = {
	{ "compiler", "version", "24.0", true, NAN },
	{ "compiler", "version", "", false, 0 },
	{ "compiler", "version", NULL, false, 0 },
	{ "compiler", "optimised", "yes", true, 1 },
	{ "compiler", "optimised", "no", true, 0 },
	{ "compiler", "optimised", "1", false, 0 },
	{ "callee", "name", "7", true, NAN },
	{ "callee", "name", "yes", true, NAN },
	{ "callee", "calls", "yes", false, 0 },
	{ "memref", "count", "12", true, 12 },
	{ "memref", "count", "-1", false, 0 },
	{ "memref", "count", "1e300", false, 0 },
	{ "memref", "count", "nan", false, 0 },
	{ "memref", "count", "0x10", false, 0 },
	{ "memref", "stride", "-16000", true, -16000 },
	{ "memref", "stride", "-1e300", false, 0 },
	{ "memref", "stride_share", "0.5", true, 0.5 },
	{ "memref", "stride_share", "50", false, 0 },
	{ "memref", "lines", NULL, false, 0 },
	{ "memref", "l1_misses", NULL, true, 0 },
	{ "code", "divides", "many", true, 0 },
	{ "loop", "trips", "10", false, 0 }, /* without entries */
};

static const struct fact_attribute *attribute_of(const char *fact,
                                                 const char *name)
{
	const struct fact_type *type = fact_type(fact);

	ck_assert_ptr_nonnull(type);
	ck_assert_msg(fact_attribute(type, name), "%s has no %s", fact, name);
	return fact_attribute(type, name);
}

START_TEST(is_what_the_list_says)
{
	struct profile_attr attr = { values[_i].attribute, values[_i].text };
	const struct profile_fact f = { .name = values[_i].fact,
		                        .attrs = &attr,
		                        .nattrs = attr.value != NULL };
	const struct fact_value v = fact_attribute_value(
		&f, attribute_of(values[_i].fact, values[_i].attribute));

	ck_assert_msg(v.known == values[_i].known, "%d", _i);
	if (!v.known)
		return;
	if (v.kind == FACT_TEXT)
		ck_assert_str_eq(v.text, values[_i].text);
	else if (v.kind == FACT_YES_NO)
		ck_assert_int_eq(v.yes, values[_i].number > 0);
	else
		ck_assert_double_eq(v.number, values[_i].number);
}
END_TEST

START_TEST(without_what_it_needs_it_is_none)
{
	struct profile_attr attrs[] = { { "n", "4" }, { "imbalance", "x" } };
	struct profile_fact f = { .name = "threads",
		                  .attrs = attrs,
		                  .nattrs = 2 };

	ck_assert(!fact_sound(&f));
	attrs[1].value = "0.5";
	ck_assert(fact_sound(&f));
	f.name = "thread";
	ck_assert(!fact_sound(&f));
}
END_TEST

/* Names are unique, and FORMAT.md says what each means. */
START_TEST(all_are_documented)
{
	struct strbuf text = STRBUF_INIT, word = STRBUF_INIT;
	struct err err = { 0 };
	size_t n;
	const struct fact_type *types = fact_types(&n);

	ck_assert_int_eq(
		io_read_file("profile/FORMAT.md", 1 << 20, &text, &err), 0);
	for (size_t i = 0; i < n; i++) {
		strbuf_clear(&word);
		strbuf_addf(&word, "\n| `%s` | ", types[i].name);
		const char *row = strstr(text.s, word.s);

		ck_assert_msg(row != NULL, "%s", types[i].name);
		ck_assert_msg(*types[i].text, "%s", types[i].name);
		for (size_t k = 0; k < types[i].nattributes; k++) {
			const char *name = types[i].attributes[k].name;

			strbuf_clear(&word);
			strbuf_addf(&word, "`%s`", name);
			const char *found = strstr(row + 1, word.s);

			ck_assert_msg(
				found && found < row + 1 +
							 strcspn(row + 1, "\n"),
				"%s: %s", types[i].name, name);
			ck_assert_ptr_eq(attribute_of(types[i].name, name),
			                 &types[i].attributes[k]);
		}
	}
	strbuf_release(&text);
	strbuf_release(&word);
}
END_TEST

Suite *suite_facts(void);
Suite *suite_facts(void)
{
	Suite *s = suite_create("facts");
	TCase *tc = tcase_create("facts");

	tcase_add_loop_test(tc, is_what_the_list_says, 0,
	                    (int)(sizeof(values) / sizeof(*values)));
	tcase_add_test(tc, without_what_it_needs_it_is_none);
	tcase_add_test(tc, all_are_documented);
	suite_add_tcase(s, tc);
	return s;
}
