/* Which files a page may show, and who may then read the page. */
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/strbuf.h"
#include "report/source/listing.h"
#include "report/source/source_files.h"
#include "report/source/source_folders.h"
#include "tests/compile.h"

static void write_text(const char *path, const char *text, size_t n)
{
	FILE *f = fopen(path, "w");

	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(text, 1, n, f), n);
	ck_assert_int_eq(fclose(f), 0);
}

/* in/ may be shown; a link there leads out, one leads to another name */
static void make_folders(void)
{
	static const char *const files[] = { "in/a.c", "out/b.c", "out/secret",
		                             "in/notes" };
	static const char *const links[][2] = {
		{ "../out/b.c", "in/link.c" },
		{ "../out/secret", "in/evil.c" },
		{ "notes", "in/inside.c" },
		{ "a.c", "in/same.c" },
		{ "in", "in-too" },
	};
	char path[PATH_MAX + 32];

	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, i ? "out" : "in");
		ck_assert_int_eq(mkdir(path, 0700), 0);
	}
	for (size_t i = 0; i < 4; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, files[i]);
		write_text(path, "x\n", 2);
	}
	for (size_t i = 0; i < 5; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, links[i][1]);
		ck_assert_int_eq(symlink(links[i][0], path), 0);
	}
}

#define OUTSIDE                                                                \
	"it lies outside of the folders whose source may be shown: "           \
	"add its folder with --source-dir"
#define ODD_NAME "its name is not that of a source file"

static const struct {
	const char *path, *problem;
} placed[] = {
	{ "in/a.c", NULL },
	{ "in/same.c", NULL },
	{ "in-too/a.c", NULL },
	{ "in/../in/a.c", NULL },
	{ "out/b.c", OUTSIDE },
	{ "in/../out/b.c", OUTSIDE },
	{ "in/link.c", OUTSIDE },
	{ "in/evil.c", OUTSIDE },
	{ "in/inside.c", ODD_NAME },
	{ "out/secret", ODD_NAME },
	{ "gone/a.c", NULL }, /* found by the end of its path */
	{ "gone/../../out/b.c", "it is not on this machine" },
};

/* What counts is where a file really lies, and what it is called there. */
START_TEST(sources_lie_where_they_may)
{
	char path[PATH_MAX + 32];
	struct sources *all = sources_new();
	const struct source *s;

	make_dir();
	make_folders();
	snprintf(path, sizeof(path), "%s/in", dir);
	source_folders_add(sources_folders(all), path);
	snprintf(path, sizeof(path), "%s/%s", dir, placed[_i].path);
	s = sources_get(all, path);
	if (placed[_i].problem)
		ck_assert_str_eq(source_problem(s), placed[_i].problem);
	else
		ck_assert_ptr_null(source_problem(s));
	sources_free(all);
	remove_dir();
}
END_TEST

static const struct {
	mode_t modes[2], want;
} modes[] = {
	{ { 0644, 0644 }, 0777 },
	{ { 0644, 0600 }, 0700 },
	{ { 0640, 0644 }, 0770 },
	{ { 0604, 0604 }, 0707 },
};

/* A page is for nobody who may not read every file in it. */
START_TEST(page_is_no_wider_than_its_sources)
{
	char path[PATH_MAX + 32];
	struct sources *all = sources_new();

	make_dir();
	source_folders_add(sources_folders(all), dir);
	ck_assert_uint_eq(sources_mode(all), 0777);
	for (int i = 0; i < 2; i++) {
		snprintf(path, sizeof(path), "%s/%d.c", dir, i);
		write_text(path, "x\n", 2);
		ck_assert_int_eq(chown(path, (uid_t)-1, getegid()), 0);
		ck_assert_int_eq(chmod(path, modes[_i].modes[i]), 0);
		sources_shown(all, sources_get(all, path));
	}
	ck_assert_uint_eq(sources_mode(all), modes[_i].want);
	ck_assert_str_eq(sources_list(all, 1), path);
	ck_assert_ptr_null(sources_list(all, 2));
	sources_free(all);
	remove_dir();
}
END_TEST

/* A page holds so much and no more, however many files that is; what is shown
 * again counts once. */
START_TEST(sources_are_limited)
{
	enum { FIT = SOURCE_TOTAL / SOURCE_MAX };
	char path[PATH_MAX + 32];
	struct sources *all = sources_new();

	make_dir();
	source_folders_add(sources_folders(all), dir);
	for (int i = 0; i <= FIT + 1; i++) {
		const struct source *s = NULL;
		const bool large = i == 0;

		snprintf(path, sizeof(path), "%s/%d.c", dir, i);
		write_text(path, "x\n", 2);
		ck_assert_int_eq(truncate(path, SOURCE_MAX + large), 0);
		for (int again = 0; again < 2; again++)
			s = sources_get(all, path);
		if (large)
			ck_assert_str_eq(source_problem(s),
			                 "it is too large to be shown");
		else if (i > FIT)
			ck_assert_str_eq(source_problem(s),
			                 "the sources of this report are too "
			                 "large");
		else
			ck_assert_msg(!source_problem(s), "%d: %s", i,
			              source_problem(s));
	}
	sources_free(all);
	remove_dir();
}
END_TEST

/* Where a binary was compiled, if it is there to say so */
START_TEST(sources_of_a_binary)
{
	char path[PATH_MAX + 32], binary[PATH_MAX + 32];
	struct sources *all = sources_new();

	make_dir();
	snprintf(path, sizeof(path), "%s/a.c", dir);
	snprintf(binary, sizeof(binary), "%s/a.so", dir);
	write_text(path, "int x;\n", 7);
	ck_assert_ptr_nonnull(source_problem(sources_get(all, path)));
	sources_free(all);
	all = sources_new();
	RUN("env", "-C", dir, "gcc", "-g", "-shared", "-o", "a.so", "a.c");
	source_folders_binary(sources_folders(all), "/nonexistent");
	source_folders_binary(sources_folders(all), "/dev/zero");
	source_folders_binary(sources_folders(all), path);
	source_folders_binary(sources_folders(all), binary);
	ck_assert_ptr_null(source_problem(sources_get(all, path)));
	ck_assert_ptr_null(source_problem(sources_get(all, "a.c")));
	ck_assert_ptr_nonnull(
		source_problem(sources_get(all, "/usr/include/stdio.h")));
	sources_free(all);
	remove_dir();
}
END_TEST

/* Made relative for reproducible builds, the folder is where the binary lies.
 */
START_TEST(sources_beside_a_binary)
{
	char path[PATH_MAX + 32], binary[PATH_MAX + 32], map[PATH_MAX + 64];
	struct sources *all = sources_new();

	make_dir();
	snprintf(path, sizeof(path), "%s/sub", dir);
	ck_assert_int_eq(mkdir(path, 0700), 0);
	snprintf(path, sizeof(path), "%s/sub/a.c", dir);
	snprintf(binary, sizeof(binary), "%s/a.so", dir);
	snprintf(map, sizeof(map), "-ffile-prefix-map=%s=.", dir);
	write_text(path, "int x;\n", 7);
	RUN("env", "-C", dir, "gcc", "-g", map, "-shared", "-o", "a.so",
	    "sub/a.c");
	ck_assert_ptr_nonnull(source_problem(sources_get(all, "sub/a.c")));
	sources_free(all);
	all = sources_new();
	source_folders_binary(sources_folders(all), binary);
	ck_assert_ptr_null(source_problem(sources_get(all, "sub/a.c")));
	ck_assert_ptr_null(source_problem(sources_get(all, path)));
	sources_free(all);
	remove_dir();
}
END_TEST

/*
 * Where a stranger's binary may claim to have been compiled: its own tree alone
 * is opened, and nothing that holds the user's other work.
 */
static const struct {
	const char *claim;       /* %: the test's folder */
	const char *program;     /* where the binary lies */
	const char *here, *home; /* working folder, HOME */
	bool own, other;         /* in/own.c, other.c is shown */
	const char *mark;        /* a file that a project has at its top */
} claims[] = {
	{ "../..", "in/a.so", "in", "", true, false, NULL },
	{ "..", "in/a.so", "in", "", true, false, NULL },
	{ "%", "in/a.so", "in", "", true, false, NULL },
	{ "..", "in/deep/a.so", "/", "", false, false, NULL },
	{ ".", "in/a.so", "/", "", true, false, NULL },
	{ "%/in", "in/a.so", "/", "", true, false, NULL },
	{ "%/in", "in/deep/a.so", "/", "", true, false, NULL },
	{ "%", "in/a.so", "/", "", true, true, NULL },
	{ "%", "in/a.so", "/", "in", false, false, NULL },
	{ "%", "in/a.so", "/", ".", false, false, NULL },
	{ "%/in", "out/a.so", "/", "", false, false, NULL },
	{ "/", "in/a.so", "/", "", false, false, NULL },
	/* sources beside the folder of the build */
	{ "%/in", "in/a.so", "/", "", true, true, "%/CMakeLists.txt" },
	{ "%/in", "in/a.so", "out", "", true, false, "%/meson.build" },
	{ "%/in", "in/a.so", "in", "", true, false, "%/meson.build" },
	{ "%/in", "in/a.so", "/", "", true, false, "%/Makefile" },
	{ "%/in", "in/a.so", "/", "", true, false, "%/in/.hg" },
	{ "%/in", "in/a.so", "/", "in", false, false, "%/CMakeLists.txt" },
	{ "%/in", "out/a.so", "/", "", false, false, "%/CMakeLists.txt" },
};

/* below(b, "%/x") is x in the test's folder, anything else as it is */
static const char *below(struct strbuf *b, const char *path)
{
	strbuf_clear(b);
	if (*path == '%')
		strbuf_adds(b, dir);
	strbuf_adds(b, path + (*path == '%'));
	return b->s;
}

static void make_claim(const char *program, int k)
{
	static const char *const folders[] = { "in", "out", "in/deep" };
	struct strbuf b = STRBUF_INIT, map = STRBUF_INIT;

	for (int i = 0; i < COUNT(folders); i++) {
		strbuf_clear(&b);
		io_join(&b, dir, folders[i]);
		ck_assert_int_eq(mkdir(b.s, 0700), 0);
	}
	write_text(below(&b, "%/in/own.c"), "int x;\n", 7);
	write_text(below(&b, "%/other.c"), "int y;\n", 7);
	if (claims[k].mark)
		write_text(below(&b, claims[k].mark), "", 0);
	strbuf_addf(&map, "-ffile-prefix-map=%s/in=", dir);
	strbuf_adds(&map, below(&b, claims[k].claim));
	RUN("env", "-C", below(&b, "%/in"), "gcc", "-g", map.s, "-shared", "-o",
	    program, "own.c");
	strbuf_release(&b);
	strbuf_release(&map);
}

static void ck_shown(struct sources *all, const char *file, bool shown)
{
	struct strbuf b = STRBUF_INIT;
	const char *why = source_problem(sources_get(all, below(&b, file)));

	ck_assert_msg(!why == shown, "%s: %s", file, why ? why : "shown");
	strbuf_release(&b);
}

START_TEST(binaries_open_their_own_tree)
{
	struct strbuf program = STRBUF_INIT, b = STRBUF_INIT;
	char *old = mem_strdup(getenv("HOME") ? getenv("HOME") : "/");
	char back[PATH_MAX];
	struct sources *all;

	make_dir();
	ck_assert_ptr_nonnull(getcwd(back, sizeof(back)));
	io_join(&program, dir, claims[_i].program);
	make_claim(program.s, _i);
	/* above the test's folder at most: that may lie in a project */
	strbuf_addf(&b, "%s/%s", dir,
	            *claims[_i].home ? claims[_i].home : "..");
	setenv("HOME", b.s, 1);
	strbuf_clear(&b);
	io_join(&b, *claims[_i].here == '/' ? "/" : dir, claims[_i].here);
	ck_assert_int_eq(chdir(b.s), 0);
	all = sources_new();
	source_folders_binary(sources_folders(all), program.s);
	ck_shown(all, "%/other.c", claims[_i].other);
	ck_shown(all, "%/in/own.c", claims[_i].own);
	ck_assert_int_eq(chdir(back), 0);
	setenv("HOME", old, 1);
	free(old);
	sources_free(all);
	remove_dir();
	strbuf_release(&program);
	strbuf_release(&b);
}
END_TEST

/* A name through /proc is a place of the reader's. */
START_TEST(binaries_are_not_named_through_proc)
{
	struct strbuf b = STRBUF_INIT;
	struct sources *all = sources_new();

	make_dir();
	make_claim(below(&b, "%/a.so"), 7);
	strbuf_clear(&b);
	strbuf_addf(&b, "/proc/self/root%s/a.so", dir);
	source_folders_binary(sources_folders(all), b.s);
	ck_shown(all, "%/other.c", false);
	sources_free(all);
	remove_dir();
	strbuf_release(&b);
}
END_TEST

static const struct {
	const char *part, *words;
} causes[] = {
	{ "l3", "L3 75%" },
	{ "data_tlb", "data TLB 75%" },
	{ "chain_fp", "chain FP 75%" },
	{ "memory_latency", "memory latency 75%" },
};

START_TEST(causes_are_words)
{
	struct listing_line l = { .instructions = 1, .modelled = 1 };
	struct strbuf words = STRBUF_INIT;

	l.part[account_find("other")] = 1;
	l.part[account_find(causes[_i].part)] = 3;
	listing_add_cause(&words, &l);
	ck_assert_str_eq(words.s, causes[_i].words);
	strbuf_release(&words);
}
END_TEST

/* A loop's first line has samples of its neighbour: 4 cycles per instruction,
 * of which the model of the line explains 1, or all that is there */
START_TEST(what_no_instruction_explains)
{
	struct listing_line l = { .instructions = 100,
		                  .cycles = 400,
		                  .modelled = 50 };
	struct strbuf words = STRBUF_INIT;

	l.part[account_find("useful")] = 50;
	listing_add_cause(&words, &l);
	ck_assert_str_eq(words.s, "unexplained 75%");
	strbuf_clear(&words);
	l.part[account_find("l3")] = 150;
	listing_add_cause(&words, &l);
	ck_assert_str_eq(words.s, "L3 75%");
	strbuf_release(&words);
}
END_TEST

Suite *suite_sources(void);
Suite *suite_sources(void)
{
	Suite *s = suite_create("sources");
	TCase *tc = tcase_create("sources");

	suite_add_tcase(s, tc);
	tcase_add_loop_test(tc, sources_lie_where_they_may, 0, COUNT(placed));
	tcase_add_loop_test(tc, page_is_no_wider_than_its_sources, 0,
	                    COUNT(modes));
	tcase_add_test(tc, sources_are_limited);
	tcase_add_test(tc, sources_of_a_binary);
	tcase_add_test(tc, sources_beside_a_binary);
	tcase_add_loop_test(tc, binaries_open_their_own_tree, 0, COUNT(claims));
	tcase_add_test(tc, binaries_are_not_named_through_proc);
	tcase_add_loop_test(tc, causes_are_words, 0, COUNT(causes));
	tcase_add_test(tc, what_no_instruction_explains);
	return s;
}
