/* Names of code that programs make: what is read of their maps. */
#include "check.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "measure/attribute/jit_map.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static const char text[] = "7f00 10 first\n"
			   "7f10 20 JS:*sum /home/me/a.js:12:5\n"
			   "7f20 8 a later one over a part of it\n"
			   "\n"
			   "nonsense\n"
			   "7f80\n"
			   "7f80,10 comma\n"
			   "7f80 0 nothing\n"
			   "7f90 10 \n"
			   "ffffffffffffffff 10 beyond the end\n"
			   "7fa0 10 no line /x:y\n"
			   "7fb0 10 two /x:7:\n"
			   "7fc0 10 cut";

static const struct {
	uint64_t address;
	const char *name, *file;
	unsigned line;
} found[] = {
	{ 0x7eff, NULL, NULL, 0 },
	{ 0x7f00, "first", NULL, 0 },
	{ 0x7f0f, "first", NULL, 0 },
	{ 0x7f10, "JS:*sum", "/home/me/a.js", 12 },
	{ 0x7f20, "a later one over a part of it", NULL, 0 },
	{ 0x7f28, "JS:*sum", "/home/me/a.js", 12 },
	{ 0x7f30, NULL, NULL, 0 },
	{ 0x7f80, NULL, NULL, 0 },
	{ 0x7f90, NULL, NULL, 0 },
	{ 0x7fa0, "no line /x:y", NULL, 0 },
	{ 0x7fb0, "two", "/x", 7 },
	{ 0x7fc0, NULL, NULL, 0 },
	{ UINT64_MAX, NULL, NULL, 0 },
};

static void is_named(const struct jit_map *m, uint64_t at, const char *name,
                     const char *file, unsigned line)
{
	const struct jit_name *n = jit_map_find(m, at);

	ck_assert_int_eq(n != NULL, name != NULL);
	if (n) {
		ck_assert_str_eq(n->name, name);
		ck_assert_pstr_eq(n->file, file);
		ck_assert_uint_eq(n->line, line);
	}
}

START_TEST(finds_names)
{
	struct jit_map *m = jit_map_parse(text, sizeof(text) - 1);

	is_named(m, found[_i].address, found[_i].name, found[_i].file,
	         found[_i].line);
	jit_map_free(m);
}
END_TEST

START_TEST(is_empty)
{
	struct jit_map *m = jit_map_parse("", 0);

	ck_assert_ptr_null(jit_map_find(m, 1));
	jit_map_free(m);
	jit_map_free(NULL);
	ck_assert_ptr_null(jit_map_open(0));
}
END_TEST

Suite *suite_jit_map(void);
Suite *suite_jit_map(void)
{
	Suite *s = suite_create("jit_map");
	TCase *t = tcase_create("names");

	tcase_add_loop_test(t, finds_names, 0, COUNT(found));
	tcase_add_test(t, is_empty);
	suite_add_tcase(s, t);
	return s;
}
