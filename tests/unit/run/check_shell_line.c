/* check_shell_line - the line of a shell script that starts a program */
#include "check.h"

#include <string.h>

#include "measure/attribute/shell_line.h"

static const struct {
	const char *source, *command;
	unsigned line;
	const char *text;
} cases[] = {
	{ "a=1\ngrep x f\n", "grep", 2, "grep x f" },
	{ "a=1\ngrep x f\n", "sed", 0, "" },
	{ "", "sed", 0, "" },
	/* in a loop before others, which may be of one line */
	{ "grep a f\nfor i in 1 2; do\n\tgrep x $i | wc\ndone\n", "grep", 3,
	  "grep x $i | wc" },
	{ "grep a f\nfor i in 1 2; do grep x $i; done\n", "grep", 2,
	  "for i in 1 2; do grep x $i; done" },
	{ "grep a f\nuntil test -e x; do sleep 1; done\ngrep x f\n", "grep", 1,
	  "grep a f" },
	{ "while read a; do\n  while grep b; do\n    c\n  done\n  cut d\ndone "
	  "<f\n"
	  "cut e\n",
	  "cut", 5, "cut d" },
	{ "cut a\nwhile read b; do\n  cut b\ndone\n", "cut", 3, "cut b" },
	{ "cut a\nuntil test b; do\n  cut b\ndone\n", "cut", 3, "cut b" },
	{ "for i in a; do\n b\ndone\ncut e\n", "cut", 4, "cut e" },
	/* words, not parts of them; paths, too */
	{ "egrep a\ngrep-x b\ngrep.sh\n$grep\n", "grep", 0, "" },
	{ "/usr/bin/grep a\n", "grep", 1, "/usr/bin/grep a" },
	{ "x=$(cut -c1)\n", "cut", 1, "x=$(cut -c1)" },
	{ "x=`cut -c1`\r\n", "cut", 1, "x=`cut -c1`" },
	{ "a|cut", "cut", 1, "a|cut" },
	{ "# cut\n\ta; cut", "cut", 2, "a; cut" },
	{ "format cut\n", "for", 0, "" },
	/* scripts of others */
	{ "#!/bin/sh -e\ncut\n", "cut", 2, "cut" },
	{ "#!/usr/bin/env bash\ncut\n", "cut", 2, "cut" },
	{ "#!/usr/bin/perl\ncut\n", "cut", 0, "" },
};

enum { NCASES = sizeof(cases) / sizeof(*cases) };

START_TEST(finds_line)
{
	struct strbuf text = STRBUF_INIT;

	ck_assert_uint_eq(
		shell_line(cases[_i].source, cases[_i].command, &text),
		cases[_i].line);
	ck_assert_str_eq(text.s, cases[_i].text);
	strbuf_release(&text);
}
END_TEST

START_TEST(bounds_text)
{
	struct strbuf text = STRBUF_INIT, source = STRBUF_INIT;

	strbuf_adds(&source, "cut ");
	strbuf_addn(&source, 'a', 300);
	ck_assert_uint_eq(shell_line(source.s, "cut", &text), 1);
	ck_assert_uint_eq(text.len, 200);
	strbuf_release(&source);
	strbuf_release(&text);
}
END_TEST

START_TEST(finds_script)
{
	char shell[] = "sh", script[] = "a.sh", option[] = "-c";
	char *const with_script[] = { shell, script, NULL };
	char *const with_option[] = { shell, option, NULL };
	char *const alone[] = { shell, NULL };

	ck_assert_str_eq(shell_script("/bin/dash", with_script), "a.sh");
	ck_assert_ptr_null(shell_script("/bin/dash", with_option));
	ck_assert_ptr_null(shell_script("/bin/dash", alone));
	ck_assert_ptr_null(shell_script("/bin/dashed", with_script));
}
END_TEST

Suite *suite_shell_line(void);
Suite *suite_shell_line(void)
{
	Suite *s = suite_create("shell_line");
	TCase *t = tcase_create("shell_line");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, finds_line, 0, NCASES);
	tcase_add_test(t, bounds_text);
	tcase_add_test(t, finds_script);
	return s;
}
