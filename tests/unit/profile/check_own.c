/* check_own - what is the user's code */
#include "check.h"

#include "base/banned.h"
#include "profile/own.h"
#include "profile/profile.h"

static const struct {
	const char *module, *file;
	bool own;
} modules[] = {
	{ "app", "/home/me/app", true },
	{ "app", "/usr/bin/app", true },
	{ "libmine.so", "/home/me/lib/libmine.so", true },
	{ "libc.so.6", "/lib/x86_64-linux-gnu/libc.so.6", false },
	{ "libm.so.6", "/usr/lib64/libm.so.6", false },
	{ "[vdso]", NULL, false },
	{ "perfexpert-preload.so", "/home/me/perfexpert-preload.so", false },
	/* of Python: what is given on the command line or typed is the user's
	 */
	{ "<string>", "<string>", true },
	{ "<stdin>", "<stdin>", true },
	{ "<frozen importlib._bootstrap>", "<frozen importlib._bootstrap>",
	  false },
	{ "work.py", "/home/me/work.py", true },
	{ "json", "/usr/local/lib/python3.11/json/decoder.py", false },
	{ "numpy", "/home/me/venv/site-packages/numpy/core.py", false },
};

START_TEST(modules_are_the_users)
{
	struct profile *p = profile_new();
	struct profile_section *s;

	p->program = "./app";
	s = profile_section_add(p, profile_root(p), PROFILE_MODULE,
	                        modules[_i].module);
	s->file = modules[_i].file;
	ck_assert_msg(own_module(p, s) == modules[_i].own, "%s",
	              modules[_i].module);
	profile_free(p);
}
END_TEST

Suite *suite_own(void);
Suite *suite_own(void)
{
	Suite *s = suite_create("own");
	TCase *tc = tcase_create("own");

	tcase_add_loop_test(tc, modules_are_the_users, 0,
	                    sizeof(modules) / sizeof(*modules));
	suite_add_tcase(s, tc);
	return s;
}
