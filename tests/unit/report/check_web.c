/* The pages: policy, escapes, highlighting, and which sources are read. */
#include <check.h>
#include <fcntl.h>
#include <math.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "report/html/highlight.h"
#include "report/html/html.h"
#include "report/html/page_private.h"
#include "report/html/picture.h"
#include "report/source/source_files.h"
#include "report/source/source_folders.h"
#include "tests/check.h"

/* That the hashes are those of script and style: golden case "policy". */
START_TEST(policy_allows_nothing_else)
{
	const struct html_page page = { .title = "a <b> \"c\"",
		                        .style = &asset_site_style,
		                        .kind = "site",
		                        .script = &asset_site };
	struct strbuf b = STRBUF_INIT;

	html_begin(&b, &page);
	html_end(&b, &page);
	ck_assert_ptr_nonnull(strstr(b.s, "default-src 'none'"));
	ck_assert_ptr_nonnull(
		strstr(b.s, "<title>a &lt;b&gt; &quot;c&quot;</title>"));
	ck_assert_ptr_null(strstr(b.s, "unsafe"));
	strbuf_release(&b);
}
END_TEST

static const struct {
	const char *in, *want;
} names[] = {
	{ "f(int)", "f(int)" },
	{ "<img src=x onerror=alert(1)>",
	  "&lt;img src=x onerror=alert(1)&gt;" },
	{ "a\"b'c&d", "a&quot;b&#39;c&amp;d" },
	{ "a\nb\x1b[31m", "a\\nb\\x1b[31m" },
	{ "\xe2\x80\xae", "\\xe2\\x80\\xae" }, /* text runs backwards */
	{ "\xff\xc0\x80", "\\xff\\xc0\\x80" },
	{ "gr\xc3\xb6\xc3\x9f"
	  "e",
	  "gr\xc3\xb6\xc3\x9f"
	  "e" },
};

START_TEST(name)
{
	struct strbuf b = STRBUF_INIT;

	html_name(&b, names[_i].in);
	ck_assert_str_eq(b.s, names[_i].want);
	strbuf_clear(&b);
	html_name_whole(&b, names[_i].in);
	ck_assert_str_eq(b.s, names[_i].want);
	strbuf_release(&b);
}
END_TEST

/* A long name loses its middle, never half a character. */
START_TEST(long_names)
{
	struct strbuf in = STRBUF_INIT, b = STRBUF_INIT;

	strbuf_adds(&in, "begin");
	for (size_t i = 0; i < 10000; i++)
		strbuf_adds(&in, "\xc3\xb6");
	strbuf_adds(&in, "end");
	html_name(&b, in.s);
	ck_assert_uint_lt(b.len, (size_t)3 * HTML_NAME_MAX);
	ck_assert_int_eq(strncmp(b.s, "begin\xc3\xb6", 7), 0);
	ck_assert_str_eq(b.s + b.len - 5, "\xc3\xb6"
	                                  "end");
	ck_assert_ptr_nonnull(strstr(b.s, "\xc3\xb6\xe2\x80\xa6\xc3\xb6"));
	strbuf_clear(&b);
	html_name_whole(&b, in.s);
	ck_assert_uint_eq(b.len, in.len);
	strbuf_release(&in);
	strbuf_release(&b);
}
END_TEST

static const struct {
	const char *in, *want;
} addresses[] = {
	{ "/usr/share/doc/a/index.html", "file:///usr/share/doc/a/index.html" },
	{ "html/index.html", "./html/index.html" },
	{ "https://a.example/x?a=b&c#d", "https://a.example/x?a=b&amp;c#d" },
	{ "http://a.example/\"><script>",
	  "http://a.example/%22%3E%3Cscript%3E" },
	/* none of these is an address that runs */
	{ "javascript:alert(1)", "./javascript%3Aalert%281%29" },
	{ "data:text/html,x", "./data%3Atext/html%2Cx" },
	{ "//evil.example/x", "file:////evil.example/x" },
	{ "/a b/\xc3\xb6#?.html", "file:///a%20b/%C3%B6%23%3F.html" },
};

START_TEST(address)
{
	struct strbuf b = STRBUF_INIT;

	html_address(&b, addresses[_i].in);
	ck_assert_str_eq(b.s, addresses[_i].want);
	strbuf_release(&b);
}
END_TEST

static const struct {
	const char *file, *line, *want;
	bool in_comment;
} lines[] = {
	{ "a.c", "for (int i = 0x1f; i < n;)",
	  "<b>for</b> (<u>int</u> i = "
	  "0x1f; i &lt; n;)",
	  false },
	{ "a.c", "x = \"a\\\"b<\"; /* <c */ y",
	  "x = <i class=\"s\">&quot;a\\&quot;b&lt;&quot;</i>; "
	  "<i>/* &lt;c */</i> y",
	  false },
	{ "a.c", "y /* open", "y <i>/* open</i>", true },
	{ "a.c", "/*/ still", "<i>/*/ still</i>", true },
	{ "a.cpp", "a // <b>", "a <i>// &lt;b&gt;</i>", false },
	{ "a.c", "#pragma omp <x>", "<i class=\"p\">#pragma omp &lt;x&gt;</i>",
	  false },
	{ "a.c", "forint \"open", "forint <i class=\"s\">&quot;open</i>",
	  false },
	{ "a.c", "\"\\", "<i class=\"s\">&quot;\\</i>", false },
	{ "a.c", "\xff<", "\xef\xbf\xbd&lt;", false },
	{ "a.f90", "DO i = 1, n ! <x",
	  "<b>DO</b> i = 1, n "
	  "<i>! &lt;x</i>",
	  false },
	{ "a.f90", "!$omp do", "<i class=\"p\">!$omp do</i>", false },
	{ "a.f90", "x = 1d-3", "x = 1d-3", false },
	{ "a.s", "mov <a>", "mov &lt;a&gt;", false },
};

START_TEST(highlighted)
{
	struct highlight h = { .language = highlight_of(lines[_i].file) };
	struct strbuf b = STRBUF_INIT;

	highlight_line(&h, &b, lines[_i].line);
	ck_assert_str_eq(b.s, lines[_i].want);
	ck_assert_int_eq(h.in_comment, lines[_i].in_comment);
	if (h.in_comment) {
		strbuf_clear(&b);
		highlight_line(&h, &b, "x */ for");
		ck_assert_str_eq(b.s, "<i>x */</i> <b>for</b>");
	}
	strbuf_release(&b);
}
END_TEST

static const struct {
	const char *name;
	bool ok;
} files[] = {
	{ "a.c", true },           { "/x/b.F90", true },
	{ "c.hpp", true },         { "/etc/passwd", false },
	{ "id_rsa", false },       { "/home/me/.c", false },
	{ "a.c.txt", false },      { "x.pem", false },
	{ "dir.c/secret", false }, { "", false },
};

START_TEST(names_of_sources)
{
	ck_assert_int_eq(source_name_ok(files[_i].name), files[_i].ok);
}
END_TEST

static void write_text(const char *path, const char *text, size_t n)
{
	FILE *f = fopen(path, "w");

	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(text, 1, n, f), n);
	ck_assert_int_eq(fclose(f), 0);
}

static void check_lines(struct sources *all, const char *path)
{
	static const char text[] = "one\r\ntwo\n\nno end";
	const struct source *s;

	write_text(path, text, sizeof(text) - 1);
	s = sources_get(all, path);
	ck_assert_ptr_null(source_problem(s));
	ck_assert_uint_eq(source_count(s), 4);
	ck_assert_str_eq(source_line(s, 1), "one");
	ck_assert_str_eq(source_line(s, 2), "two");
	ck_assert_str_eq(source_line(s, 3), "");
	ck_assert_str_eq(source_line(s, 4), "no end");
	ck_assert_str_eq(source_line(s, 0), "");
	ck_assert_str_eq(source_line(s, 5), "");
	ck_assert_int_gt(source_changed(s), 0);
	ck_assert_ptr_eq(sources_get(all, path), s);
}

/* Only regular files are read, and a pipe without a writer does not block. */
START_TEST(sources_are_files)
{
	char dir[PATH_MAX], path[PATH_MAX + 16];
	struct sources *all = sources_new();
	struct err err = { 0 };

	scratch_name(dir, "check_web.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(dir));
	source_folders_add(sources_folders(all), dir);
	snprintf(path, sizeof(path), "%s/a.c", dir);
	check_lines(all, path);
	snprintf(path, sizeof(path), "%s/none.c", dir);
	ck_assert_ptr_nonnull(source_problem(sources_get(all, path)));
	snprintf(path, sizeof(path), "%s/pipe.c", dir);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_str_eq(source_problem(sources_get(all, path)),
	                 "it is not a regular file");
	snprintf(path, sizeof(path), "%s/zero.c", dir);
	ck_assert_int_eq(symlink("/dev/zero", path), 0);
	ck_assert_ptr_nonnull(source_problem(sources_get(all, path)));
	snprintf(path, sizeof(path), "%s/folder.c", dir);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	ck_assert_ptr_nonnull(source_problem(sources_get(all, path)));
	snprintf(path, sizeof(path), "%s/large.c", dir);
	write_text(path, "x", 1);
	ck_assert_int_eq(truncate(path, SOURCE_MAX + 1), 0);
	ck_assert_str_eq(source_problem(sources_get(all, path)),
	                 "it is too large to be shown");
	sources_free(all);
	ck_assert_int_eq(io_remove_tree(dir, &err), 0);
}
END_TEST

/* Empty, all not measured, or huge: a picture never leaves its frame. */
START_TEST(pictures_of_nothing)
{
	const struct picture_part none[] = { { "a", NAN, 1 }, { "b", 0, 2 } };
	const struct picture_part some[] = { { "<a>", 1e300, 1 },
		                             { "b", NAN, 2 } };
	const struct picture_stack nothing = { none, 2, "", NAN, NAN };
	const struct picture_stack huge = { some, 2, "", 1, NAN };
	const struct picture_roof roof = { { NAN, 0, 1e10, 1e10 }, 1e10, 4e10 };
	const struct picture_point points[] = {
		{ 1, "<i>", 1, 8, 3, 1e300, 1e300, { NAN, NAN } },
		{ 2, "b", 0.1, 1, 3, NAN, 1, { NAN, NAN } },
		{ 3, "c", -1, 0, 0, 1e-300, 1e-300, { 1, 1e10 } }
	};
	struct strbuf b = STRBUF_INIT;

	picture_stack(&b, &nothing, picture_stack_length(&nothing));
	ck_assert_uint_eq(b.len, 0);
	picture_spread(&b, NAN, NAN, NAN, NAN);
	picture_spread(&b, 0, 0, 0, 0);
	ck_assert_uint_eq(b.len, 0);
	picture_stack(&b, &huge, picture_stack_length(&huge));
	ck_assert_ptr_nonnull(strstr(b.s, "&lt;a&gt;"));
	ck_assert_ptr_nonnull(strstr(b.s, "width=\"596.0\""));
	picture_roofline(&b, &roof, points, 3);
	ck_assert_ptr_nonnull(strstr(b.s, "#s1\""));
	ck_assert_ptr_null(strstr(b.s, "#s2\""));
	ck_assert_ptr_null(strstr(b.s, "nan"));
	ck_assert_ptr_null(strstr(b.s, "inf"));
	ck_assert_ptr_nonnull(strstr(b.s, "&lt;i&gt;"));
	strbuf_release(&b);
}
END_TEST

/* A loop is held against the level that its bytes are from. */
START_TEST(ceilings)
{
	const struct picture_roof roof = { { 4e11, 2e11, NAN, 2e10 },
		                           1e10,
		                           4e10 };
	const struct {
		size_t level;
		double intensity, want;
	} cases[] = { { 3, 0.1, 2e9 },
		      { 1, 0.1, 2e10 },
		      { 0, 0.1, 4e10 },
		      { 3, 10, 4e10 },
		      { 2, 0.1, 4e10 } };

	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const struct picture_point point = {
			.level = cases[i].level, .intensity = cases[i].intensity
		};

		ck_assert_double_eq_tol(picture_ceiling(&roof, &point),
		                        cases[i].want, 1);
	}
}
END_TEST

/* Much in small parts of one family weighs more than the largest single cause;
 * nothing known has no colour. */
START_TEST(largest_causes)
{
	double share[ACCOUNT_PARTS] = { 0 };

	ck_assert_uint_eq(report_largest_cause(share), 0);
	share[ACCOUNT_USEFUL] = 0.4;
	ck_assert_uint_eq(report_largest_cause(share), ACCOUNT_USEFUL + 1);
	share[ACCOUNT_L2] = 0.25;
	share[ACCOUNT_L3] = 0.3;
	ck_assert_uint_eq(report_largest_cause(share), ACCOUNT_L3 + 1);
}
END_TEST

#define LOOP(test, table)                                                      \
	tcase_add_loop_test(tc, test, 0, sizeof(table) / sizeof((table)[0]))

Suite *suite_web(void);
Suite *suite_web(void)
{
	Suite *s = suite_create("web");
	TCase *tc = tcase_create("web");

	tcase_add_test(tc, policy_allows_nothing_else);
	LOOP(name, names);
	tcase_add_test(tc, long_names);
	LOOP(address, addresses);
	LOOP(highlighted, lines);
	LOOP(names_of_sources, files);
	tcase_add_test(tc, sources_are_files);
	tcase_add_test(tc, pictures_of_nothing);
	tcase_add_test(tc, ceilings);
	tcase_add_test(tc, largest_causes);
	suite_add_tcase(s, tc);
	return s;
}
