/* check_script_line - a line of a Python script, and the loop around it */
#include "check.h"

#include <string.h>

#include "measure/attribute/script_line.h"

static const struct {
	const char *source;
	unsigned line;
	const char *text, *loop; /* text NULL: there is no such line */
} cases[] = {
	{ "a = 1\n", 1, "a = 1", "" },
	{ "a = 1\n", 2, NULL, "" },
	{ "a = 1\n", 3, NULL, "" },
	{ "a = 1\n", 0, NULL, "" },
	{ "\n\n", 1, NULL, "" },
	{ "for i in l:\n    a = i\nb = 2\n", 2, "a = i", "for i in l:" },
	/* what follows the loop, and its own header, which runs once */
	{ "for i in l:\n    a = i\nb = 2\n", 3, "b = 2", "" },
	{ "for i in l:\n    a = i\nb = 2\n", 1, "for i in l:", "" },
	/* a condition is evaluated each time */
	{ "while f(a):\n    a = i\n", 1, "while f(a):", "while f(a):" },
	{ "async for i in l:\n  a = i", 2, "a = i", "async for i in l:" },
	/* the innermost one, beyond conditions, comments and empty lines */
	{ "for i in l:\n  for k in i:\n    if k:\n\n# no\n      a = k\n", 6,
	  "a = k", "for k in i:" },
	{ "for i in l:\n  for k in i:\n    c = k\n  a = i\n", 4, "a = i",
	  "for i in l:" },
	/* tabs reach to the next multiple of eight */
	{ "for i in l:\n        if i:\n\t\ta = i\n\tb = i\n", 3, "a = i",
	  "for i in l:" },
	{ "for i in l:\n        if i:\n\t\ta = i\n\tb = i\r\n", 4, "b = i",
	  "for i in l:" },
	/* names that begin like a loop */
	{ "forks = 1\nfor_all(l,\n  a)\n", 3, "a)", "" },
	{ "while_at(l,\n  a)\n", 2, "a)", "" },
	/* a function in a loop, and one that a loop calls, by another one */
	{ "for i in l:\n  def f(x):\n    return x\n", 3, "return x", "" },
	{ "def f(x):\n  return x\nfor i in l:\n  a = f(i)\n", 2, "return x",
	  "for i in l:" },
	{ "async def f(x):\n  return x\nfor i in l:\n  a = f(i)\n", 2,
	  "return x", "for i in l:" },
	{ "def f(x):\n  return x\ndef g(x):\n  return f(x)\nwhile 1:\n  g(2)\n",
	  2, "return x", "while 1:" },
	{ "def f(x):\n  return x\nf(1)\nfor i in l:\n  g(i)\n", 2, "return x",
	  "" },
	{ "def f(x):\n  return x\nfor i in l:\n  a = off(i) + f.g(i)\n", 2,
	  "return x", "" },
	{ "def f(x):\n  return x\nfor i in l:\n  # f(x)\n  a = 2\n", 2,
	  "return x", "" },
	/* functions that only call each other */
	{ "def f(x):\n  return g(x)\ndef g(x):\n  return f(x)\n", 2,
	  "return g(x)", "" },
};

enum { NCASES = sizeof(cases) / sizeof(*cases) };

START_TEST(finds_loop)
{
	struct strbuf text = STRBUF_INIT, loop = STRBUF_INIT;
	const bool known =
		script_line(cases[_i].source, cases[_i].line, &text, &loop);

	ck_assert_int_eq(known, cases[_i].text != NULL);
	ck_assert_str_eq(text.s, cases[_i].text ? cases[_i].text : "");
	ck_assert_str_eq(loop.s, cases[_i].loop);
	strbuf_release(&text);
	strbuf_release(&loop);
}
END_TEST

START_TEST(bounds_texts)
{
	struct strbuf text = STRBUF_INIT, loop = STRBUF_INIT,
		      source = STRBUF_INIT;

	strbuf_adds(&source, "for i in ");
	strbuf_addn(&source, 'l', 300);
	strbuf_adds(&source, ":\n  ");
	strbuf_addn(&source, 'a', 300);
	ck_assert(script_line(source.s, 2, &text, &loop));
	ck_assert_uint_eq(text.len, 200);
	ck_assert_uint_eq(loop.len, 200);
	strbuf_release(&source);
	strbuf_release(&text);
	strbuf_release(&loop);
}
END_TEST

/* Functions that call all others, each many times, end in reasonable time. */
START_TEST(ends_soon)
{
	struct strbuf text = STRBUF_INIT, loop = STRBUF_INIT,
		      source = STRBUF_INIT;

	for (int i = 0; i < 300; i++) {
		strbuf_addf(&source, "def f%d(x):\n", i);
		for (int k = 0; k < 300; k++)
			strbuf_addf(&source, "  f%d(x)\n", k);
	}
	ck_assert(script_line(source.s, 2, &text, &loop));
	ck_assert_str_eq(loop.s, "");
	strbuf_release(&source);
	strbuf_release(&text);
	strbuf_release(&loop);
}
END_TEST

Suite *suite_script_line(void);
Suite *suite_script_line(void)
{
	Suite *s = suite_create("script_line");
	TCase *t = tcase_create("script_line");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, finds_loop, 0, NCASES);
	tcase_add_test(t, bounds_texts);
	tcase_add_test(t, ends_soon);
	return s;
}
