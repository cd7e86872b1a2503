/* check_structure - procedures, loops and lines of compiled programs */
#include "check.h"

#include <ctype.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "measure/binary/elf/linker_names.h"
#include "measure/binary/structure.h"
#include "measure/binary/structures.h"
#include "tests/compile.h"

/* The loops of a source file as text: "line depth procedure", a line each */
struct listing {
	struct strbuf text;
	const char *file; /* base name */
};

static bool list_loops(void *ctx, const struct structure_proc *p)
{
	struct listing *l = ctx;

	for (size_t i = 0; i < p->nloops; i++) {
		const struct structure_loop *loop = &p->loops[i];

		if (loop->file && strcmp(io_basename(loop->file), l->file) == 0)
			strbuf_addf(&l->text, "%u %u %s\n", loop->line,
			            loop->depth, p->name);
	}
	return true;
}

/* Does text hold a line with that line number, depth and procedure? */
static bool has_row(const char *text, unsigned line, unsigned depth,
                    const char *proc)
{
	struct strbuf row = STRBUF_INIT;
	const char *at;
	bool found = false;

	strbuf_addf(&row, "%u %u %s\n", line, depth, proc);
	for (at = text; !found && at && *at; at = strchr(at, '\n')) {
		at += *at == '\n';
		found = strncmp(at, row.s, row.len) == 0;
	}
	strbuf_release(&row);
	return found;
}

/* The name of the function whose definition line is at or above */
static void function_of(const char *text, char *name, size_t size)
{
	const char *paren = strchr(text, '('), *begin = paren;

	while (begin > text &&
	       (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
		begin--;
	/* __attribute__((noinline)) comes first */
	if (strncmp(begin, "__attribute__", 13) == 0 &&
	    (paren = strchr(paren + 2, '('))) {
		function_of(paren - 1, name, size);
		begin = paren;
		while (begin > text &&
		       (isalnum((unsigned char)begin[-1]) || begin[-1] == '_'))
			begin--;
	}
	if (paren && paren > begin)
		snprintf(name, size, "%.*s", (int)(paren - begin), begin);
}

/* What the comments "LOOP depth [procedure]" of a source file promise */
static unsigned check_marks(const char *source, const char *found)
{
	struct strbuf text = STRBUF_INIT;
	struct err err = { 0 };
	unsigned line = 1, n = 0;
	char function[64] = "", name[256];

	ck_assert_int_eq(io_read_file(source, 1 << 20, &text, &err), 0);
	for (char *at = text.s, *end; (end = strchr(at, '\n')); line++) {
		char *mark;
		unsigned depth;

		*end = 0;
		if (*at && !isspace((unsigned char)*at) && strchr(at, '(') &&
		    end[-1] == ')')
			function_of(at, function, sizeof(function));
		mark = strstr(at, "LOOP ");
		at = end + 1;
		if (!mark || !isdigit((unsigned char)mark[5]))
			continue;
		depth = (unsigned)(mark[5] - '0');
		snprintf(name, sizeof(name), "%s", function);
		if (mark[6] == ' ' && mark[7] != '*')
			snprintf(name, sizeof(name), "%.*s",
			         (int)strcspn(mark + 7, "\n") -
			                 (strstr(mark, " */") ? 3 : 0),
			         mark + 7);
		ck_assert_msg(has_row(found, line, depth, name),
		              "%s:%u: no loop of depth %u in '%s' among\n%s",
		              source, line, depth, name, found);
		n++;
	}
	strbuf_release(&text);
	return n;
}

static const struct {
	const char *source;
	const char *command[8];
} programs[] = {
	{ "nests.c", { "gcc", "-O2", "-g" } },
	{ "nests.c", { "gcc", "-O1", "-g", "-fno-pie", "-no-pie" } },
	{ "nests.c", { "gcc", "-O3", "-g", "-fno-tree-loop-distribution" } },
	{ "nests.c", { "gcc", "-O2", "-gdwarf-4", "-fcf-protection=full" } },
	{ "nests.c", { "gcc", "-O2", "-gdwarf-5", "-gsplit-dwarf" } },
	{ "nests.c", { "gcc", "-O2", "-gdwarf-5", "-gdwarf64", "-gz" } },
	{ "inlined.cc", { "g++", "-O2", "-g" } },
	{ "inlined.cc", { "g++", "-O2", "-g", "-gsplit-dwarf" } },
	{ "inlined.cc",
	  { "g++", "-O2", "-gdwarf-4", "-fdebug-types-section" } },
	{ "condition.cc", { "g++", "-O3", "-g" } },
	{ "solver.f90", { "gfortran", "-O2", "-g" } },
};

static bool gcc_knows(const char *option)
{
	return status_of((const char *const[]){ "gcc", option, "-E", "-x", "c",
	                                        "/dev/null", "-o",
	                                        in_dir("known"), NULL }) == 0;
}

START_TEST(finds_the_loops_of_a_program)
{
	struct listing l = { .text = STRBUF_INIT };
	const char *argv[16] = { NULL };
	char source[128];
	unsigned marks, rows = 0;
	struct structure *s;
	int n = 0;

	make_dir();
	snprintf(source, sizeof(source), "tests/structure/%s",
	         programs[_i].source);
	for (; programs[_i].command[n]; n++) {
		argv[n] = programs[_i].command[n];
		if (strcmp(argv[n], "-gdwarf64") == 0 && !gcc_knows(argv[n])) {
			check_skip("finds_the_loops_of_a_program",
			           "this gcc does not know -gdwarf64");
			remove_dir();
			return;
		}
	}
	if (strcmp(argv[0], "gfortran") == 0) {
		argv[n++] = "-J"; /* where it leaves its module files */
		argv[n++] = dir;
	}
	argv[n++] = "-o";
	argv[n++] = in_dir("a.out");
	argv[n++] = source;
	run(argv);
	s = open_it("a.out");
	ck_assert_int_eq(structure_detail(s), STRUCTURE_LINES);
	ck_assert_ptr_null(structure_note(s));
	l.file = programs[_i].source;
	structure_each(s, list_loops, &l);
	marks = check_marks(source, l.text.s);
	for (const char *c = l.text.s; *c; c++)
		rows += *c == '\n';
	ck_assert_msg(rows == marks, "%u loops are marked, these found:\n%s",
	              marks, l.text.s);
	strbuf_release(&l.text);
	structure_free(s);
	remove_dir();
}
END_TEST

START_TEST(knows_parallel_regions)
{
	const struct structure_proc *p;
	struct structure *s;

	make_dir();
	RUN("gcc", "-O2", "-g", "-fopenmp", "-o", in_dir("a.out"),
	    "tests/structure/parallel.c");
	s = open_it("a.out");
	p = proc_named(s, "product (parallel region)");
	ck_assert_str_eq(p->raw_name, "product._omp_fn.0");
	ck_assert_uint_eq(p->nloops, 3);
	ck_assert(!p->loops[0].innermost);
	ck_assert_uint_eq(p->loops[2].line, 12); /* for (int i */
	structure_free(s);
	remove_dir();
}
END_TEST

START_TEST(knows_what_lambdas_were_compiled_with)
{
	const struct structure_proc *p;
	struct structure *s;

	make_dir();
	RUN("g++", "-O0", "-g", "-o", in_dir("a.out"),
	    "tests/structure/lambda.cc");
	s = open_it("a.out");
	p = proc_named(s, "main::{lambda(int)#1}::operator()(int) const");
	ck_assert_str_eq(p->language, "C++");
	structure_free(s);
	remove_dir();
}
END_TEST

START_TEST(names_parallel_regions_as_fortran_does)
{
	struct structure *s;

	make_dir();
	RUN("gfortran", "-O2", "-g", "-fopenmp", "-J", dir, "-o",
	    in_dir("a.out"), "tests/structure/regions.f90");
	s = open_it("a.out");
	ck_assert_str_eq(proc_named(s, "heat (parallel region)")->raw_name,
	                 "MAIN__._omp_fn.0");
	proc_named(s, "relax (parallel region)");
	proc_named(s, "grid::shift (parallel region)");
	structure_free(s);
	remove_dir();
}
END_TEST

/* The headers of all loops, which no stripping changes */
static bool list_headers(void *ctx, const struct structure_proc *p)
{
	struct strbuf *b = ctx;

	for (size_t i = 0; i < p->nparts; i++)
		strbuf_addf(b, "%llx\n",
		            (unsigned long long)p->parts[i].header);
	return true;
}

#if defined(__x86_64__)
/* Instructions of another inlined call in a loop don't decide where it is. */
START_TEST(keeps_strays_out_of_a_loops_line)
{
	const struct structure_loop *loop;
	const struct structure_proc *p;
	struct structure *s;

	make_dir();
	RUN("gcc", "-shared", "-nostdlib", "-o", in_dir("stray.so"),
	    "tests/structure/stray.s");
	s = open_it("stray.so");
	p = proc_named(s, "outer");
	ck_assert_uint_eq(p->nloops, 1);
	loop = &p->loops[0];
	ck_assert_str_eq(io_basename(loop->file), "stray.c");
	ck_assert_uint_eq(loop->line, 10);
	ck_assert_ptr_nonnull(loop->inlined);
	ck_assert_str_eq(loop->inlined->name, "middle");
	structure_free(s);
	remove_dir();
}
END_TEST
#endif

/* Whose instruction is at that address of the file that is open? */
static void check_named(struct structure *s, uint64_t at, const char *name,
                        struct structure_place *place)
{
	ck_assert(structure_find(s, at, place));
	ck_assert_int_eq(strncmp(place->proc->name, name, strlen(name)), 0);
}

START_TEST(degrades_step_by_step)
{
	struct strbuf full = STRBUF_INIT, less = STRBUF_INIT;
	struct structures *all;
	struct structure *s;
	struct structure_place place;
	uint64_t at;
	char *id;

	make_dir();
	compile_facts("-O2", "-Wl,--build-id=sha1", "-fno-inline");
	s = open_it("facts");
	structure_each(s, list_headers, &full);
	at = proc_named(s, "horner")->loops[0].header;
	proc_named(s, "<plt>"); /* what calls into libraries pass through */
	ck_assert_ptr_nonnull(structure_build_id(s));
	ck_assert_uint_eq(strlen(structure_build_id(s)), 40);
	id = mem_strdup(structure_build_id(s));
	structure_free(s);

	/* with its DWARF in a file of its own */
	RUN("objcopy", "--only-keep-debug", in_dir("facts"),
	    in_dir("facts.debug"));
	RUN("strip", in_dir("facts"));
	RUN("objcopy", "--add-gnu-debuglink", in_dir("facts.debug"),
	    in_dir("facts"));
	s = open_it("facts");
	ck_assert_int_eq(structure_detail(s), STRUCTURE_LINES);
	ck_assert_str_eq(structure_build_id(s), id);
	check_named(s, at, "horner", &place);
	ck_assert_uint_gt(place.line, 0);
	structure_free(s);

	/* of which names are enough */
	all = structures_new();
	structures_brief(all, in_dir("facts"));
	s = structures_get(all, in_dir("facts"));
	ck_assert_int_eq(structure_detail(s), STRUCTURE_SYMBOLS);
	check_named(s, at, "horner", &place);
	ck_assert_ptr_nonnull(place.loop);
	ck_assert_ptr_null(place.file);
	structures_free(all);

	/* and without */
	ck_assert_int_eq(unlink(in_dir("facts.debug")), 0);
	s = open_it("facts");
	ck_assert_int_eq(structure_detail(s), STRUCTURE_NONE);
	ck_assert_ptr_nonnull(structure_note(s));
	structure_each(s, list_headers, &less);
	ck_assert_str_eq(less.s, full.s);
	check_named(s, at, "<0x", &place);
	ck_assert_ptr_nonnull(place.loop);
	ck_assert_ptr_null(place.file);
	structure_free(s);
	free(id);
	strbuf_release(&full);
	strbuf_release(&less);
	remove_dir();
}
END_TEST

/* Every byte of every procedure is found again, and belongs to one only */
static bool find_again(void *ctx, const struct structure_proc *p)
{
	struct structure_place place;

	for (size_t i = 0; i < p->nranges; i++) {
		for (uint64_t a = p->ranges[i].low; a < p->ranges[i].high;
		     a++) {
			ck_assert(structure_find(ctx, a, &place));
			ck_assert_ptr_eq(place.proc, p);
			ck_assert(!place.part ||
			          place.part->loop == place.loop);
		}
	}
	return true;
}

START_TEST(finds_every_address)
{
	struct structure_place place;
	struct err err = { 0 };
	struct structure *s = structure_open("/proc/self/exe", &err);

	ck_assert_ptr_nonnull(s);
	structure_each(s, find_again, s);
	ck_assert(!structure_find(s, 0, &place));
	ck_assert(!structure_find(s, UINT64_MAX, &place));
	ck_assert_ptr_null(place.proc);
	structure_free(s);
}
END_TEST

/* Damaged files give what they still hold, or an error: never a crash */
static void damage(struct strbuf *file, unsigned seed)
{
	struct strbuf copy = STRBUF_INIT;
	struct err err = { 0 };
	struct structure *s;

	strbuf_add(&copy, file->s, file->len);
	for (unsigned i = 0; i < 20; i++) {
		seed = seed * 1103515245 + 12345;

		char *c = &copy.s[(seed >> 4) % copy.len];

		*c = (char)(*c ^ 1 << (seed & 7));
	}
	if (seed & 64)
		copy.len -= (seed >> 8) % copy.len;
	s = structure_open_memory(copy.s, copy.len, &err);
	if (s) {
		struct strbuf text = STRBUF_INIT;

		structure_each(s, list_headers, &text);
		strbuf_release(&text);
	} else {
		ck_assert_int_ne(err.code, ERR_NONE);
	}
	structure_free(s);
	strbuf_release(&copy);
}

START_TEST(survives_damage)
{
	struct strbuf file = STRBUF_INIT;
	struct err err = { 0 };

	make_dir();
	compile_facts("-O2", "-g3", "-fno-inline");
	ck_assert_int_eq(io_read_file(in_dir("facts"), 1 << 24, &file, &err),
	                 0);
	for (unsigned i = 0; i < 100; i++)
		damage(&file, (unsigned)_i * 1000 + i);
	strbuf_release(&file);
	remove_dir();
}
END_TEST

static const struct {
	const char *raw, *name;
} readable[] = {
	{ "", "" },
	{ "foo", "foo" },
	{ "foo.isra.0", "foo" },
	{ "foo.part.0.constprop.12.cold", "foo" },
	{ "foo.cold", "foo" },
	{ "main._omp_fn.0", "main._omp_fn.0" },
	{ "_ZN3num3dotEv._omp_fn.1", "num::dot()._omp_fn.1" },
	{ "foo.colder", "foo.colder" },
	{ "memcpy@@GLIBC_2.14", "memcpy" },
	{ "_ZNK2Sq5applyEd", "Sq::apply(double) const" },
	{ "_ZN3num4axpyIdEEvT_.isra.0", "num::axpy<double>(double)" },
	{ "__grid_MOD_relax", "grid::relax" },
	{ "__grid_MOD_relax.constprop.0", "grid::relax" },
	{ "_Z", "_Z" },
	{ "_RNvCs1234_7mycrate3foo", "mycrate::foo" },
	{ "_ZN3hot3hot17h7c2e7e083c180108E", "hot::hot" },
	{ "main.hot", "main.hot" }, /* Go: of the package main */
};

START_TEST(makes_names_readable)
{
	struct arena *a = arena_new();

	ck_assert_str_eq(names_readable(a, readable[_i].raw),
	                 readable[_i].name);
	arena_free(a);
}
END_TEST

/* Each substitution doubles what the ones before it stand for */
START_TEST(limits_forged_names)
{
	struct arena *a = arena_new();
	struct strbuf b = STRBUF_INIT;
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	strbuf_adds(&b, "_Z1f1AIiiES_IS_IiiES_IiiEE");
	for (int i = 0; i < 30; i++)
		strbuf_addf(&b, "S_IS%c_S%c_E", digits[i], digits[i]);
	/* taken apart it would be longer than a page: it stays what it is */
	ck_assert_str_eq(names_readable(a, b.s), b.s);
	ck_assert_str_eq(names_readable(a, "_Z1f1AIiiE"), "f(A<int, int>)");
	strbuf_release(&b);
	arena_free(a);
}
END_TEST

static const struct {
	const char *text;
	size_t size;
	enum err_code code;
	const char *says;
} refused[] = {
	{ "", 0, ERR_FORMAT, "not an ELF file" },
	{ "#!/bin/sh\n", 10, ERR_FORMAT, "not an ELF file" },
	{ "\x7f"
	  "ELF",
	  4, ERR_FORMAT, "not an ELF file" },
	{ "\x7f"
	  "ELF\1\1\1\0\0\0\0\0\0\0\0\0\2\0\3\0\1\0\0\0\0\0\0\0"
	  "\0\0\0\0\0\0\0\0\0\0\0\0\x34\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
	  52, ERR_UNSUPPORTED, "a 32-bit ELF file" },
};

START_TEST(refuses_other_files)
{
	struct err err = { 0 };

	ck_assert_ptr_null(structure_open_memory(refused[_i].text,
	                                         refused[_i].size, &err));
	ck_assert_int_eq(err.code, refused[_i].code);
	ck_assert_str_eq(err.msg, refused[_i].says);
	err_clear(&err);
	ck_assert_ptr_null(structure_open("/nonexistent/x", &err));
	ck_assert_int_eq(err.code, ERR_SYSTEM);
}
END_TEST

/* Who asks again gets what was read, also when that is nothing. */
START_TEST(reads_each_file_once)
{
	struct structures *all = structures_new();
	const struct structure *s = structures_get(all, "/proc/self/exe");

	ck_assert_ptr_nonnull(s);
	ck_assert_ptr_nonnull(structure_build_id(s));
	ck_assert_ptr_null(structures_get(all, "/nonexistent/x"));
	ck_assert_ptr_null(structures_get(all, "/nonexistent/x"));
	ck_assert_ptr_eq(structures_get(all, "/proc/self/exe"), s);
	ck_assert_ptr_ne(structures_get(all, "/bin/sh"), s);
	structures_free(all);
	structures_free(NULL);
}
END_TEST

Suite *suite_structure(void);
Suite *suite_structure(void)
{
	Suite *s = suite_create("structure");
	TCase *t = tcase_create("structure");

	suite_add_tcase(s, t);
	tcase_set_timeout(t, 60);
	tcase_add_loop_test(t, finds_the_loops_of_a_program, 0,
	                    COUNT(programs));
	tcase_add_test(t, knows_parallel_regions);
	tcase_add_test(t, knows_what_lambdas_were_compiled_with);
	tcase_add_test(t, names_parallel_regions_as_fortran_does);
#if defined(__x86_64__)
	tcase_add_test(t, keeps_strays_out_of_a_loops_line);
#endif
	tcase_add_test(t, degrades_step_by_step);
	tcase_add_test(t, finds_every_address);
	tcase_add_loop_test(t, survives_damage, 0, 5);
	tcase_add_loop_test(t, makes_names_readable, 0, COUNT(readable));
	tcase_add_test(t, limits_forged_names);
	tcase_add_loop_test(t, refuses_other_files, 0, COUNT(refused));
	tcase_add_test(t, reads_each_file_once);
	return s;
}
