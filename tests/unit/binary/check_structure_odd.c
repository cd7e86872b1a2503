/*
 * check_structure_odd - binaries that are forged, huge, or call their own
 * procedures as the C library does
 */
#include "base/banned.h"
#include "base/strbuf.h"
#include "tests/compile.h"

static void write_file(const char *name, const struct strbuf *text)
{
	FILE *f = fopen(in_dir(name), "w");

	ck_assert_ptr_nonnull(f);
	ck_assert_uint_eq(fwrite(text->s, 1, text->len, f), text->len);
	ck_assert_int_eq(fclose(f), 0);
}

static void compile_text(const char *name, const struct strbuf *text)
{
	write_file(name, text);
	RUN("gcc", "-w", "-O1", "-g", "-o", in_dir("a.out"), in_dir(name));
}

/* A procedure of the assembler's: name, what it holds */
static void add_procedure(struct strbuf *b, const char *name, const char *code)
{
	strbuf_addf(b,
	            ".globl %s\n.type %s, @function\n%s:\n%s ret\n"
	            ".size %s, .-%s\n",
	            name, name, name, code, name, name);
}

/* Two functions of one code (the linker's --icf), and a constructor's two
 * symbols */
START_TEST(folded_code_has_both_names)
{
	struct strbuf b = STRBUF_INIT;
	struct structure *s;

	make_dir();
	strbuf_adds(&b, ".section .note.GNU-stack\n.text\n"
	                ".globl _Z3sumIlEvv, _ZN1AC1Ev\n"
	                ".type _Z3sumIlEvv, @function\n"
	                ".type _ZN1AC1Ev, @function\n"
	                "_Z3sumIlEvv:\n");
	add_procedure(&b, "_Z3sumImEvv", " nop\n");
	strbuf_adds(&b, ".size _Z3sumIlEvv, .-_Z3sumIlEvv\n_ZN1AC1Ev:\n");
	add_procedure(&b, "_ZN1AC2Ev", " nop\n");
	strbuf_adds(&b, ".size _ZN1AC1Ev, .-_ZN1AC1Ev\n");
	add_procedure(&b, "main", "");
	compile_text("a.s", &b);
	s = open_it("a.out");
	ck_assert_ptr_nonnull(
		proc_named(s, "sum<long>() = sum<unsigned long>()"));
	ck_assert_ptr_nonnull(proc_named(s, "A::A()"));
	structure_free(s);
	strbuf_release(&b);
}
END_TEST

/*
 * Loops in loops, thousands deep: each is looked at with all it holds, but only
 * as far as the work allowed for one procedure goes.
 */
START_TEST(work_is_bounded)
{
	enum { DEPTH = 4000 };
	struct strbuf code = STRBUF_INIT, b = STRBUF_INIT;
	const struct structure_proc *p;
	struct structure *s;

	make_dir();
	for (int i = 0; i < DEPTH; i++)
		strbuf_addf(&code, ".L%d: nop\n", i);
	for (int i = DEPTH; i-- > 0;)
		strbuf_addf(&code, " jne .L%d\n", i);
	strbuf_adds(&b, ".section .note.GNU-stack\n.text\n");
	add_procedure(&b, "nest", code.s);
	add_procedure(&b, "main", "");
	compile_text("a.s", &b);
	s = open_it("a.out");
	p = proc_named(s, "nest");
	ck_assert_uint_eq(p->nparts, DEPTH);
	ck_assert_uint_gt(p->facts_work, 1 << 20);
	ck_assert_uint_le(p->facts_work, 1 << 23);
	structure_free(s);
	strbuf_release(&code);
	strbuf_release(&b);
	remove_dir();
}
END_TEST

/* What a symbol says of its size is not believed beyond the file's code. */
START_TEST(size_without_code)
{
	struct strbuf b = STRBUF_INIT;
	const struct structure_proc *p;
	struct structure *s;

	make_dir();
	strbuf_adds(&b, ".section .note.GNU-stack\n.text\n");
	add_procedure(&b, "main", "");
	strbuf_adds(&b, ".globl endless\n.type endless, @function\n"
	                "endless: nop\n ret\n"
	                ".size endless, 0x10000000000\n");
	compile_text("a.s", &b);
	s = open_it("a.out");
	p = proc_named(s, "endless");
	ck_assert_uint_gt(p->nranges, 0);
	for (size_t i = 0; i < p->nranges; i++)
		ck_assert_uint_lt(p->ranges[i].high - p->ranges[i].low,
		                  1 << 16);
	structure_free(s);
	strbuf_release(&b);
	remove_dir();
}
END_TEST

static bool count_procs(void *ctx, const struct structure_proc *p)
{
	size_t *n = ctx;

	*n += strncmp(p->name, "hot", 3) == 0;
	return true;
}

/* Each cold part is found by name among all symbols: not by a search. */
START_TEST(many_cold_parts)
{
	enum { MANY = 30000 };
	struct strbuf b = STRBUF_INIT;
	char name[32];
	struct structure *s;
	size_t n = 0;

	make_dir();
	strbuf_adds(&b, ".section .note.GNU-stack\n.text\n");
	for (int i = 0; i < 2 * MANY; i++) {
		snprintf(name, sizeof(name), "hot%d%s", i / 2,
		         i & 1 ? ".cold" : "");
		add_procedure(&b, name, " nop\n");
	}
	add_procedure(&b, "main", "");
	write_file("a.s", &b);
	RUN("gcc", "-o", in_dir("a.out"), in_dir("a.s"));
	s = open_it("a.out");
	structure_each(s, count_procs, &n);
	ck_assert_uint_eq(n, MANY);
	structure_free(s);
	strbuf_release(&b);
	remove_dir();
}
END_TEST

static const struct {
	const char *what, *source;
	size_t loops; /* of main */
} callees[] = {
	{ "a procedure of its own that is called as the library's",
	  "int n; __attribute__((noinline)) void err(int i) { n += i; }\n"
	  "__attribute__((noinline)) void verr(int i) { n -= i; }\n"
	  "int main(int c, char **v) {\n"
	  "	for (int i = 0; i < c; i++) { err(i); verr(n); }\n"
	  "	return n; }\n",
	  1 },
	{ "the library's, through the linkage table",
	  "#include <stdlib.h>\n"
	  "int main(int c, char **v) {\n"
	  "	while (c) { if (v[c]) exit(c); exit(3); }\n"
	  "	return 0; }\n",
	  0 },
	{ "one of its own that is declared so, and too long to see it",
	  "volatile int n; extern volatile int m;\n"
	  "__attribute__((noinline, noreturn)) void stop(int i) {\n"
	  "	for (;;) {\n"
	  "#define A n += i * 3; n ^= i; n -= 7; n += m; n *= 5; n |= i;\n"
	  "	A A A A A A A A A A A A A A A A } }\n"
	  "volatile int m;\n"
	  "int main(int c, char **v) {\n"
	  "	for (int i = 0; i < c; i++) { if (v[i]) n++; stop(i); }\n"
	  "	return n; }\n",
	  0 },
};

/* A loop that calls what never returns is none. */
START_TEST(who_never_returns)
{
	struct strbuf b = STRBUF_INIT;
	struct structure *s;

	make_dir();
	strbuf_adds(&b, callees[_i].source);
	compile_text("a.c", &b);
	s = open_it("a.out");
	ck_assert_msg(proc_named(s, "main")->nloops == callees[_i].loops,
	              "%s: %zu loops", callees[_i].what,
	              proc_named(s, "main")->nloops);
	structure_free(s);
	strbuf_release(&b);
	remove_dir();
}
END_TEST

START_TEST(short_build_id)
{
	struct strbuf b = STRBUF_INIT;
	struct structure *s;

	make_dir();
	strbuf_adds(&b, "int x;\n");
	write_file("a.c", &b);
	RUN("gcc", "-shared", "-nostdlib", "-fcf-protection=none",
	    "-Wl,--build-id=0x01020aff", "-o", in_dir("a.out"), in_dir("a.c"));
	s = open_it("a.out");
	ck_assert_ptr_nonnull(structure_build_id(s));
	ck_assert_str_eq(structure_build_id(s), "01020aff");
	structure_free(s);
	strbuf_release(&b);
	remove_dir();
}
END_TEST

/* What debuginfod's client fetched is found where it keeps it. */
START_TEST(debug_information_of_the_cache)
{
	struct strbuf b = STRBUF_INIT;
	struct structure *s;

	make_dir();
	strbuf_adds(&b, "int main(int c, char **v) {\n"
	                "	while (c-- && v[c]) v[c] = 0;\n"
	                "	return 0; }\n");
	write_file("a.c", &b);
	RUN("gcc", "-O1", "-g", "-Wl,--build-id=0x01020aff", "-o",
	    in_dir("a.out"), in_dir("a.c"));
	RUN("mkdir", "-p", in_dir("cache/01020aff"));
	RUN("objcopy", "--only-keep-debug", in_dir("a.out"),
	    in_dir("cache/01020aff/debuginfo"));
	RUN("strip", in_dir("a.out"));
	s = open_it("a.out");
	ck_assert_ptr_nonnull(strstr(structure_note(s), "debuginfod-find"));
	structure_free(s);
	setenv("DEBUGINFOD_CACHE_PATH", in_dir("cache"), 1);
	s = open_it("a.out");
	ck_assert_ptr_null(structure_note(s));
	ck_assert_uint_eq(proc_named(s, "main")->loops[0].line, 2);
	structure_free(s);
	strbuf_release(&b);
	remove_dir();
}
END_TEST

Suite *suite_structure_odd(void);
Suite *suite_structure_odd(void)
{
	Suite *s = suite_create("structure_odd");
	TCase *tc = tcase_create("structure_odd");

	suite_add_tcase(s, tc);
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, folded_code_has_both_names);
	tcase_add_test(tc, work_is_bounded);
	tcase_add_test(tc, size_without_code);
	tcase_add_test(tc, many_cold_parts);
	tcase_add_loop_test(tc, who_never_returns, 0, COUNT(callees));
	tcase_add_test(tc, short_build_id);
	tcase_add_test(tc, debug_information_of_the_cache);
	return s;
}
