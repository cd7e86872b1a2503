/* check_short_name - long names in reports */
#include "check.h"

#include "base/short_name.h"
#include "base/strbuf.h"
#include "report/fit_name.h"

static const struct {
	const char *name, *want;
} names[] = {
	{ "solve", "solve" },
	/* short enough: nothing is left out */
	{ "std::map<std::string, std::vector<int> >::find(std::string const&)",
	  "std::map<std::string, std::vector<int> >::find(std::string "
	  "const&)" },
	{ "std::map<std::string, std::vector<int>, std::less<std::string>, "
	  "std::allocator<int> >::find(std::string const&)",
	  "std::map<...>::find(...)" },
	{ "void (anonymous namespace)::apply<long double, unsigned long>(int, "
	  "(anonymous namespace)::thing const*)",
	  "void (anonymous namespace)::apply<...>(...)" },
	{ "std::ostream& operator<< <std::char_traits<char> >(std::ostream&, "
	  "char const*, unsigned long)",
	  "std::ostream& operator<< <...>(...)" },
	{ "matrix::operator()(unsigned long, unsigned long, std::allocator"
	  "<double> const&) const",
	  "matrix::operator()(...) const" },
	{ "single_iteration(float*, float*, float*, int, int, float, float, "
	  "float, float, float) (parallel region)",
	  "single_iteration(...) (parallel region)" },
	/* no partner: as it is, up to its most characters */
	{ "a<bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
	  "cccccccccccccccccc",
	  "a<bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"
	  "cccccccccccccccccc" },
};

START_TEST(long_names_lose_their_arguments)
{
	struct strbuf b = STRBUF_INIT;

	short_name(&b, names[_i].name);
	ck_assert_str_eq(b.s, names[_i].want);
	strbuf_release(&b);
}
END_TEST

START_TEST(endless_names_are_cut)
{
	struct strbuf b = STRBUF_INIT, name = STRBUF_INIT;

	for (int i = 0; i < 500; i++)
		strbuf_adds(&name, "\xc3\xbc");
	short_name(&b, name.s);
	ck_assert_uint_le(b.len, 160);
	ck_assert_str_eq(b.s + b.len - 5, "\xc3\xbc...");
	strbuf_release(&b);
	strbuf_release(&name);
}
END_TEST

static const struct {
	const char *name, *want;
} places[] = {
	{ "loop at x.c:10 in main", "loop at x.c:10 in main" },
	{ "inner loop at x.c:10 in step, inlined into main",
	  "inner loop at x.c:10 in step" },
	{ "ns::type::procedure(int, long, double) at file.cpp:130",
	  "ns::type::procedure(...) at file.cpp:130" },
	{ "ns::type::a_rather_long_procedure at file.cpp:130",
	  "ns::type::a_rather_lo... at file.cpp:130" },
	{ "loop at file.cpp:101 in ns::type::procedure",
	  "loop at file.cpp:101 in ns::type::pro..." },
	{ "ns::procedure at a_file_of_a_long_name.cpp:130",
	  "ns::procedure at a_file_of_a_long_nam..." },
	{ "lange_prozedur_mit_uml\xc3\xa4uten at file.cpp:130",
	  "lange_prozedur_mit_um... at file.cpp:130" },
};

START_TEST(places_fit_and_keep_their_line)
{
	struct strbuf b = STRBUF_INIT;

	strbuf_adds(&b, places[_i].name);
	fit_name(&b, 40);
	ck_assert_str_eq(b.s, places[_i].want);
	ck_assert_uint_eq(b.len, strlen(b.s));
	strbuf_release(&b);
}
END_TEST

Suite *suite_short_name(void);
Suite *suite_short_name(void)
{
	Suite *s = suite_create("short_name");
	TCase *tc = tcase_create("short_name");

	tcase_add_loop_test(tc, long_names_lose_their_arguments, 0,
	                    (int)(sizeof(names) / sizeof(*names)));
	tcase_add_test(tc, endless_names_are_cut);
	tcase_add_loop_test(tc, places_fit_and_keep_their_line, 0,
	                    (int)(sizeof(places) / sizeof(*places)));
	suite_add_tcase(s, tc);
	return s;
}
