/* check_schema - what is wrong with a knowledge file is said, with its line */
#include "check.h"

#include <stdio.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "knowledge/fields.h"
#include "knowledge/knowledge.h"
#include "tests/knowledge_folder.h"

static const struct {
	const char *text;
	const char *problem; /* of file mine.lua, or NULL: none */
} files[] = {
	{ WHOLE, NULL },
	{ "suggestion 'mine' {\n" HEAD RULE "}\n",
	  ":1: suggestion 'mine': 'title' is missing" },
	{ "-- first\n\nsuggestion 'mine' {\ntitle = 'Do it',\n" HEAD RULE
	  "titel = 'x' }\n",
	  ":3: suggestion 'mine': unknown field 'titel'" },
	{ "suggestion 'mine' {\ntitle = 4,\n" HEAD RULE "}\n",
	  ":1: suggestion 'mine': 'title' is a number, not a text" },
	{ "suggestion 'mine' {\ntitle = 'Do \\27[31mit',\n" HEAD RULE "}\n",
	  ":1: suggestion 'mine': 'title' has control characters, several "
	  "lines or invalid UTF-8" },
	{ "suggestion 'mine' {\ntitle = 'Do \\xff it',\n" HEAD RULE "}\n",
	  ":1: suggestion 'mine': 'title' has control characters, several "
	  "lines or invalid UTF-8" },
	{ "suggestion 'mine' {\ntitle = 'Do it',\n" HEAD
	  "needs = { 'memrefs' }, when = function(s) return 0.5 end,\n"
	  "evidence = function(s) return 'x' end }\n",
	  ":1: suggestion 'mine': 'needs': there is no fact 'memrefs'" },
	{ "suggestion 'mine' {\ntitle = 'Do it',\n" HEAD
	  "needs = {}, when = 0.5,\n"
	  "evidence = function(s) return 'x' end }\n",
	  ":1: suggestion 'mine': 'when' is a number, not a function" },
	{ "suggestion 'mine' {\ntitle = 'Do it',\n" HEAD RULE
	  "fallback = 1.5 }\n",
	  ":1: suggestion 'mine': 'fallback' must be a number from 0 to 1" },
	{ "suggestion 'mine' {\ntitle = 'Do it',\n" HEAD RULE
	  "switches = { gnu = 'none' } }\n",
	  ":1: suggestion 'mine': 'switches.gnu': no such compiler" },
	{ "suggestion 'mine' {\ntitle = 'Do it',\n" HEAD RULE
	  "switches = { gcc = { '-O3' } } }\n",
	  ":1: suggestion 'mine': 'switches.gcc' must hold { switch, what it "
	  "does }" },
	{ "suggestion 'mine' {\ntitle = 'Do it',\n" HEAD RULE
	  "example = 'examples/mine' }\n",
	  ":1: suggestion 'mine': 'level' is missing" },
	{ "suggestion 'mine'\n", ":1: suggestion 'mine': no table { ... } "
	                         "follows" },
	{ "suggestion 'My Own' {}\n", ":1: suggestion 'My Own': an id has "
	                              "small letters, digits, '-' and '_' "
	                              "only" },
	{ WHOLE WHOLE, ":11: suggestion 'mine': already defined at " },
	{ "category 'data_accesses' { title = 'Other', subcategories = { 'a' "
	  "} }\n",
	  ":1: category 'data_accesses' is already declared in '" },
	{ "\nlocal x = = 1\n", ":2: " },
	{ "local x = nil\nlocal y = x.z\n", ":2: " },
	{ "while true do end\n", "" },
	{ "local t = {}\nfor i = 1, 1e9 do t[i] = ('x'):rep(1000) .. i end\n",
	  "" },
	{ "local f = io.open('/etc/passwd')\n", ":1: unknown name 'io'" },
	{ "os = 1\n", ":1: " },
	{ WHOLE_WITH("changes = 'nothing'"),
	  ":1: suggestion 'mine': 'changes' is a string, not a list" },
	{ WHOLE_WITH("changes = {}"),
	  ":1: suggestion 'mine': 'changes' must have either \"nothing\" or "
	  "what changes" },
	{ WHOLE_WITH("changes = { 'nothing', 'rounding', says = 'x' }"),
	  ":1: suggestion 'mine': 'changes' must have either \"nothing\" or "
	  "what changes" },
	{ WHOLE_WITH("changes = { 'digits', says = 'the last ones' }"),
	  ":1: suggestion 'mine': 'changes': there is no effect 'digits'" },
	{ WHOLE_WITH("changes = { 'rounding' }"),
	  ":1: suggestion 'mine': 'changes' needs a sentence 'says'" },
	{ WHOLE_WITH("changes = { 'rounding', says = 'the last digit' }"),
	  NULL },
	{ WHOLE_WITH("changes = { 'rounding', says = 'the last digit' }, "
	             "level = '-O2 -mavx2', after_level = '-O2 -mavx2 "
	             "-fassociative-math -msse4.1'"),
	  ":1: suggestion 'mine': 'changes' does not say what 'after_level' "
	  "changes: order of sums" },
	{ "suggestion 'mine' {\ntitle = 'Do it',\n" HEAD_BUT
	  "how = { 'Try -ffinite-math-only.' }, changes = { 'nothing' },\n" RULE
	  "}\n",
	  ":1: suggestion 'mine': 'changes' does not say what 'how' changes: "
	  "NaN and infinity" },
	{ WHOLE "\n-- events.NO_SUCH is fine in a comment\n", NULL },
	{ WHOLE "local f = function(s) return s.events.TOTAL_INS end\n",
	  ":11: there is no event 'TOTAL_INS'" },
	{ WHOLE "local f = function(s) return s.lcpi.memory end\n",
	  ":11: there is no category of the assessment 'memory'" },
	{ WHOLE "local f = function(s) return s.facts.memrefs end\n",
	  ":11: there is no fact 'memrefs'" },
	/* names that nothing gives, and what looks like one */
	{ WHOLE "local f = function(s)\nlocal list = badly_predictd(s)\n"
	        "return list end\n",
	  ":12: unknown name 'badly_predictd'" },
	{ WHOLE "local t = { [[a\nb]], key = 1, other = nowhere }\n",
	  ":12: unknown name 'nowhere'" },
	{ WHOLE "local t <const>, u = { key = 0x1F, ['k'] = 1e5; other = {} }\n"
	        "local function f(a, ...) for k, v in pairs(a) do\n"
	        "t.field = k .. v .. 'it\\'s'; goto out end ::out::\n"
	        "return t:method(a), u --[==[ no ]] name ]==] end\n",
	  NULL },
};

START_TEST(says_what_is_wrong)
{
	const char *want = files[_i].problem;
	const char *const *problems;
	struct err err = { 0 };
	struct knowledge *k;
	struct folder f;
	size_t n;

	folder_init(&f, files[_i].text);
	k = knowledge_load_folder(f.path, &err);
	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_problems(k, &problems);
	if (want) {
		ck_assert_msg(n == 1, "%d: %zu problems, the first: %s", _i, n,
		              n ? problems[0] : "none");
		ck_assert_msg(strncmp(problems[0], f.file.s, f.file.len) == 0,
		              "%s", problems[0]);
		ck_assert_msg(strncmp(problems[0] + f.file.len, want,
		                      strlen(want)) == 0,
		              "%s", problems[0]);
		ck_assert_ptr_null(strchr(problems[0], '\n'));
	} else {
		ck_assert_msg(n == 0, "%s", n ? problems[0] : "");
		ck_assert_ptr_nonnull(knowledge_find(k, "mine"));
	}
	/* the rest still works */
	ck_assert_ptr_nonnull(knowledge_find(k, "loop-interchange"));
	knowledge_free(k);
	folder_release(&f);
}
END_TEST

/* More switches than a suggestion has room for */
START_TEST(leaves_out_what_is_too_much)
{
	const struct suggestion *mine;
	const char *const *problems;
	struct err err = { 0 };
	struct knowledge *k;
	struct folder f;

	folder_init(&f, "local all = {}\nfor i = 1, 70 do\n"
	                "all[i] = { '-O3', 'again' } end\n" WHOLE_WITH(
				"switches = { gcc = all }, "
				"changes = { 'nothing' }"));
	k = knowledge_load_folder(f.path, &err);
	ck_assert_msg(k != NULL, "%s", err.msg);
	mine = knowledge_find(k, "mine");
	ck_assert_msg(mine != NULL, "%s",
	              knowledge_problems(k, &problems) ? problems[0] : "");
	ck_assert_uint_eq(mine->nswitches, FIELDS_LIST_MAX);
	knowledge_free(k);
	folder_release(&f);
}
END_TEST

Suite *suite_schema(void);
Suite *suite_schema(void)
{
	Suite *s = suite_create("schema");
	TCase *tc = tcase_create("schema");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, says_what_is_wrong, 0,
	                    (int)(sizeof(files) / sizeof(*files)));
	tcase_add_test(tc, leaves_out_what_is_too_much);
	suite_add_tcase(s, tc);
	return s;
}
