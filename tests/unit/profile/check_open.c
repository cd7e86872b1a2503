/* Which sections a pass that was ended left open, as it is said. */
#include "check.h"

#include "base/banned.h"
#include "base/strbuf.h"
#include "measure/collect/simulate/build/build_open.h"
#include "profile/profile.h"

START_TEST(names_those_with_the_most_time)
{
	char main_name[] = "main", grow[] = "GrowBisection",
	     refine[] = "Refine";
	char nothing[] = "", file[] = "/src/fm.c";
	struct profile_section p[] = {
		{ .kind = PROFILE_PROCEDURE, .name = main_name },
		{ .kind = PROFILE_PROCEDURE, .name = grow },
		{ .kind = PROFILE_PROCEDURE, .name = refine },
	};
	struct profile_section loop = { .kind = PROFILE_LOOP,
		                        .name = nothing,
		                        .file = file,
		                        .line = 21,
		                        .parent = &p[2] };
	struct open_section list[] = {
		{ &p[0], 0.02, 3 },
		{ &p[1], 0.31, 0.4 },
		{ &loop, 0.4, 15.2 },
		{ &p[2], 0.01, 2 },
	};
	struct strbuf s = STRBUF_INIT;

	open_name_sections(&s, list, 4);
	ck_assert_str_eq(s.s, "the loop at fm.c:21 (40 % of the time, +-15 "
	                      "characters), 'GrowBisection' (31 %), 'main' "
	                      "(2 %, +-3) and 1 other");
	strbuf_release(&s);
	loop.line = 0;
	open_name_sections(&s, list, 2);
	ck_assert_str_eq(s.s, "a loop of 'Refine' (40 % of the time, +-15 "
	                      "characters) and 'GrowBisection' (31 %)");
	strbuf_release(&s);
}
END_TEST

Suite *suite_open(void);
Suite *suite_open(void)
{
	Suite *s = suite_create("open");
	TCase *tc = tcase_create("open");

	tcase_add_test(tc, names_those_with_the_most_time);
	suite_add_tcase(s, tc);
	return s;
}
