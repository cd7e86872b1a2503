/* check_names - what names of functions and files say, and how they are shown
 */
#include "check.h"

#include <string.h>

#include "base/banned.h"
#include "base/fortran.h"
#include "base/io.h"
#include "base/outlined.h"
#include "base/short_name.h"
#include "base/strbuf.h"

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static const struct {
	const char *path;
	bool fortran;
} fortran_files[] = {
	{ "a.f", true },      { "d/a.F90", true },  { "a.for", true },
	{ "a.f77", true },    { "a.f95", true },    { "a.f03", true },
	{ "a.f08", true },    { "a.ftn", true },    { "a.fpp", true },
	{ "a.c", false },     { "a.f91", false },   { "f90", false },
	{ "a.f/b.c", false }, { "a.f90.o", false }, { NULL, false },
};

START_TEST(knows_fortran_files)
{
	ck_assert_int_eq(fortran_file(fortran_files[_i].path),
	                 fortran_files[_i].fortran);
}
END_TEST

/* procedure: NULL where it is in no module */
static const struct {
	const char *name;
	bool fortran;
	const char *procedure;
} modules[] = {
	{ "__grid_MOD_step", false, "grid::step" },
	{ "__grid_MOD_step_", true, "grid::step_" },
	{ "__a_MOD_b_MOD_c", false, "a::b_MOD_c" },
	{ "__grid_MOD_", false, NULL },
	{ "___MOD_step", false, NULL },
	{ "_grid_MOD_step", false, NULL },
	{ "grid_MOD_step", true, NULL },
	{ "__grid_mod_step", true, NULL },
	{ "grid_mp_step_", true, "grid::step" },
	{ "grid_mp_step", true, "grid::step" },
	{ "grid_mp_step__", true, "grid::step_" },
	{ "grid_mp_step_", false, NULL },
	{ "_mp_step_", true, NULL },
	{ "grid_mp_", true, NULL },
	{ "step_", true, NULL },
};

START_TEST(finds_modules)
{
	struct strbuf b = STRBUF_INIT;
	const bool found =
		fortran_module(&b, modules[_i].name, modules[_i].fortran);

	ck_assert_int_eq(found, modules[_i].procedure != NULL);
	ck_assert_uint_eq(b.len, found ? strlen(modules[_i].procedure) : 0);
	if (found)
		ck_assert_str_eq(b.s, modules[_i].procedure);
	strbuf_release(&b);
}
END_TEST

START_TEST(leaves_the_underscore_out)
{
	static const struct {
		const char *name;
		size_t n;
	} names[] = { { "step_", 4 }, { "step", 4 }, { "step__", 5 },
		      { "_", 1 },     { "a_", 1 },   { "", 0 },
		      { "_step", 5 } };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		ck_assert_uint_eq(fortran_external(names[i].name), names[i].n);
}
END_TEST

/* parent: NULL where the name is not of a compiler's function */
static const struct {
	const char *name, *parent;
	bool task;
} outlined[] = {
	{ "main._omp_fn.0", "main", false },
	{ "main._omp_cpyfn.1", "main", true },
	{ ".omp_outlined..2", "", false },
	{ "main.omp_outlined", "main", false },
	{ ".omp_task_entry.", "", true },
	{ "main._OMP_1", "main", false },
	{ "main._PRL_1_", "main", false },
	{ "main._TSK_1", "main", true },
	{ "main@OL@1", "main", false },
	{ "main__cray$mt$p0001", "main", false },
	{ "L_main_12__par_region0_2_0", "main", false },
	{ "L_a_b_7__par_loop0_2_0", "a_b", false },
	{ "L_main12__par_region0_2_0", NULL, false },
	{ "L__12__par_region0", NULL, false },
	{ "L_12__par_region0", NULL, false },
	{ "L_main_12", NULL, false },
	{ "M_main_12__par_region0_2_0", NULL, false },
	{ "__nv_main_F1L12_2", "main", false },
	{ "__nv_a_F1L2_F3L45_1", "a_F1L2", false },
	{ "__nv_main_FL12_2", NULL, false },
	{ "__nv_main_F1L_2", NULL, false },
	{ "__nv_main_F12_2", NULL, false },
	{ "__nv__F1L12_2", NULL, false },
	{ "_nv_main_F1L12_2", NULL, false },
	{ "main", NULL, false },
};

START_TEST(finds_outlined_functions)
{
	struct strbuf b = STRBUF_INIT;
	bool task = true;
	const bool found = outlined_of(outlined[_i].name, &b, &task);

	ck_assert_int_eq(found, outlined[_i].parent != NULL);
	ck_assert_int_eq(task, outlined[_i].task);
	ck_assert_uint_eq(b.len, found ? strlen(outlined[_i].parent) : 0);
	if (b.len)
		ck_assert_str_eq(b.s, outlined[_i].parent);
	strbuf_release(&b);
}
END_TEST

START_TEST(names_outlined_functions)
{
	struct strbuf b = STRBUF_INIT;

	outlined_name(&b, "main", false);
	ck_assert_str_eq(b.s, "main (parallel region)");
	ck_assert(outlined_is_name(b.s));
	strbuf_clear(&b);
	outlined_name(&b, "", true);
	ck_assert_str_eq(b.s, "<unnamed> (task)");
	ck_assert(outlined_is_name(b.s));
	ck_assert(!outlined_is_name(" (task)"));
	ck_assert(!outlined_is_name("main"));
	ck_assert(!outlined_is_name("main (task) "));
	strbuf_release(&b);
}
END_TEST

#define TEN "0123456789"
#define SEVENTY TEN TEN TEN TEN TEN TEN TEN

static const struct {
	const char *name, *is;
} shown[] = {
	{ SEVENTY "f(int)", SEVENTY "f(int)" },
	{ SEVENTY "(int)", SEVENTY "(int)" },
	/* lists of twelve characters and more */
	{ SEVENTY "<" TEN "0>()", SEVENTY "<" TEN "0>()" },
	{ SEVENTY "<" TEN "01>()", SEVENTY "<...>()" },
	{ SEVENTY "<" TEN "01>(" TEN "01)", SEVENTY "<...>(...)" },
	{ SEVENTY "f<g<" TEN ">, (a->b)>(int)", SEVENTY "f<...>(int)" },
	{ SEVENTY "operator<<(" TEN "01)", SEVENTY "operator<<(...)" },
	{ SEVENTY "operator()(" TEN "01)", SEVENTY "operator()(...)" },
	{ SEVENTY "operator->(" TEN "01)", SEVENTY "operator->(...)" },
	{ "(anonymous namespace)::" SEVENTY "(" TEN "01)",
	  "(anonymous namespace)::" SEVENTY "(...)" },
	{ SEVENTY "x (parallel region)", SEVENTY "x (parallel region)" },
	{ SEVENTY "<" TEN TEN, SEVENTY "<" TEN TEN },
	/* cut at 152 bytes, not within a character */
	{ SEVENTY SEVENTY TEN "01", SEVENTY SEVENTY TEN "01" },
	{ SEVENTY SEVENTY TEN "012", SEVENTY SEVENTY TEN "01..." },
	{ SEVENTY SEVENTY TEN "0\xc3\xa4"
	                      "2",
	  SEVENTY SEVENTY TEN "0..." },
	{ SEVENTY SEVENTY TEN "\xc3\xa4"
	                      "2",
	  SEVENTY SEVENTY TEN "\xc3\xa4..." },
};

START_TEST(shortens_names)
{
	struct strbuf b = STRBUF_INIT;

	short_name(&b, shown[_i].name);
	ck_assert_str_eq(b.s, shown[_i].is);
	strbuf_release(&b);
}
END_TEST

static const struct {
	const char *path;
	bool system;
} headers[] = {
	{ "/usr/include/c++/12/bits/stl_algo.h", true },
	{ "/usr/lib/gcc/x86_64-linux-gnu/12/include/emmintrin.h", true },
	{ "/usr/lib/llvm-14/lib/clang/14.0.6/include/emmintrin.h", true },
	{ "/usr/lib/other.h", false },
	{ "/home/me/usr/include/a.h", false },
	{ "usr/include/a.h", false },
	{ "", false },
	{ NULL, false },
};

START_TEST(knows_headers_of_the_system)
{
	ck_assert_int_eq(io_is_system_header(headers[_i].path),
	                 headers[_i].system);
}
END_TEST

static const struct {
	const char *folder, *name, *path, *base;
} paths[] = {
	{ "a", "b", "a/b", "b" },
	{ "a/", "b", "a/b", "b" },
	{ "/", "b", "/b", "b" },
	{ "a", "b/", "a/b/", "a/b/" },
	{ "a/b", "c.d", "a/b/c.d", "c.d" },
};

START_TEST(joins_and_parts_paths)
{
	struct strbuf b = STRBUF_INIT;

	io_join(&b, paths[_i].folder, paths[_i].name);
	ck_assert_str_eq(b.s, paths[_i].path);
	ck_assert_str_eq(io_basename(b.s), paths[_i].base);
	ck_assert_str_eq(io_basename("alone"), "alone");
	strbuf_release(&b);
}
END_TEST

Suite *suite_names(void);
Suite *suite_names(void)
{
	Suite *s = suite_create("names");
	TCase *t = tcase_create("names");

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, knows_fortran_files, 0, COUNT(fortran_files));
	tcase_add_loop_test(t, finds_modules, 0, COUNT(modules));
	tcase_add_test(t, leaves_the_underscore_out);
	tcase_add_loop_test(t, finds_outlined_functions, 0, COUNT(outlined));
	tcase_add_test(t, names_outlined_functions);
	tcase_add_loop_test(t, shortens_names, 0, COUNT(shown));
	tcase_add_loop_test(t, knows_headers_of_the_system, 0, COUNT(headers));
	tcase_add_loop_test(t, joins_and_parts_paths, 0, COUNT(paths));
	return s;
}
