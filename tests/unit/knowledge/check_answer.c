/* check_answer - the first screen, where no golden case has its numbers */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "knowledge/findings.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "knowledge/together.h"
#include "profile/profile.h"
#include "profile/xml.h"
#include "report/answer.h"

/* Of a program whose time is in one procedure */
static const char hot[] =
	"<perfexpert version=\"1\" created-by=\"perfexpert 0.1.0\">"
	"<measurement program=\"./work\" collector=\"simulate\" "
	"machine=\"zen4\" clock-hz=\"1000000000\" runtime-s=\"10\" "
	"threads=\"1\" ranks=\"1\" start=\"2020-01-01T00:00:00Z\">"
	"<event name=\"TOT_CYC\" how=\"sampled\"/>"
	"<event name=\"TOT_INS\" how=\"simulated\"/></measurement>"
	"<section kind=\"program\" name=\"work\"><sum>10e9 10e9</sum>"
	"<section kind=\"module\" name=\"work\"><sum>10e9 10e9</sum>"
	"<section kind=\"procedure\" name=\"solve\" file=\"work.c\" "
	"line=\"2\"><sum>10e9 10e9</sum></section></section></section>"
	"</perfexpert>";

/* Of one whose loop the simulated part did not reach */
static const char unseen[] =
	"<perfexpert version=\"1\" created-by=\"perfexpert 0.1.0\">"
	"<measurement program=\"./work\" collector=\"simulate\" "
	"machine=\"zen4\" clock-hz=\"1000000000\" runtime-s=\"10\" "
	"threads=\"1\" ranks=\"1\" start=\"2020-01-01T00:00:00Z\">"
	"<event name=\"TOT_CYC\" how=\"sampled\"/>"
	"<event name=\"MODEL_INS\" how=\"estimated\"/></measurement>"
	"<section kind=\"program\" name=\"work\"><sum>10e9 1e9</sum>"
	"<section kind=\"module\" name=\"work\"><sum>10e9 1e9</sum>"
	"<section kind=\"procedure\" name=\"read_in\" file=\"work.c\" "
	"line=\"2\"><sum>1e9 1e9</sum></section>"
	"<section kind=\"procedure\" name=\"solve\" file=\"work.c\" "
	"line=\"20\"><sum>9e9 -</sum></section></section></section>"
	"</perfexpert>";

/* Of one whose small procedure spends a part of its time in memset */
static const char small_call[] =
	"<perfexpert version=\"1\" created-by=\"perfexpert 0.1.0\">"
	"<measurement program=\"./work\" collector=\"simulate\" "
	"machine=\"zen4\" clock-hz=\"1000000000\" runtime-s=\"10\" "
	"threads=\"1\" ranks=\"1\" start=\"2020-01-01T00:00:00Z\">"
	"<event name=\"TOT_CYC\" how=\"sampled\"/>"
	"<event name=\"TOT_INS\" how=\"simulated\"/></measurement>"
	"<section kind=\"program\" name=\"work\"><sum>10e9 10e9</sum>"
	"<section kind=\"module\" name=\"work\"><sum>10e9 10e9</sum>"
	"<section kind=\"procedure\" name=\"solve\" file=\"work.c\" "
	"line=\"2\"><sum>2e9 9e9</sum></section>"
	"<section kind=\"procedure\" name=\"clear\" file=\"work.c\" "
	"line=\"20\"><sum>0.62e9 1e9</sum>"
	"<fact fact=\"caused\" title=\"memset\" module=\"/usr/lib/libc.so.6\" "
	"file=\"work.c\" line=\"22\" cycles=\"0.08e9\" calls=\"100\"/>"
	"</section></section></section></perfexpert>";

/* Of one whose time is in a loop of another one, and beside these */
static const char nested[] =
	"<perfexpert version=\"1\" created-by=\"perfexpert 0.1.0\">"
	"<measurement program=\"./work\" collector=\"simulate\" "
	"machine=\"zen4\" clock-hz=\"1000000000\" runtime-s=\"10\" "
	"threads=\"1\" ranks=\"1\" start=\"2020-01-01T00:00:00Z\">"
	"<event name=\"TOT_CYC\" how=\"sampled\"/>"
	"<event name=\"TOT_INS\" how=\"simulated\"/></measurement>"
	"<section kind=\"program\" name=\"work\"><sum>10e9 10e9</sum>"
	"<section kind=\"module\" name=\"work\"><sum>10e9 10e9</sum>"
	"<section kind=\"procedure\" name=\"solve\" file=\"work.c\" "
	"line=\"2\"><sum>10e9 10e9</sum>"
	"<section kind=\"loop\" name=\"solve\" file=\"work.c\" line=\"4\" "
	"end-line=\"9\"><sum>7e9 7e9</sum>"
	"<section kind=\"loop\" name=\"solve\" file=\"work.c\" line=\"6\" "
	"end-line=\"8\"><sum>4e9 4e9</sum></section></section></section>"
	"</section></section></perfexpert>";

/* Of one two of whose procedures call a library that takes most of the time */
static const char calling[] =
	"<perfexpert version=\"1\" created-by=\"perfexpert 0.1.0\">"
	"<measurement program=\"./work\" collector=\"simulate\" "
	"machine=\"zen4\" clock-hz=\"1000000000\" runtime-s=\"10\" "
	"threads=\"1\" ranks=\"1\" start=\"2020-01-01T00:00:00Z\">"
	"<event name=\"TOT_CYC\" how=\"sampled\"/>"
	"<event name=\"CAUSED_CYC\" how=\"sampled\"/></measurement>"
	"<section kind=\"program\" name=\"work\"><sum>10e9 7.9e9</sum>"
	"<section kind=\"module\" name=\"libc.so.6\" "
	"file=\"/usr/lib/libc.so.6\">"
	"<sum>8e9 0</sum>"
	"<section kind=\"procedure\" name=\"clock\"><sum>8e9 0</sum>"
	"</section></section>"
	"<section kind=\"module\" name=\"work\" "
	"file=\"/home/me/work\"><sum>2e9 7.9e9</sum>"
	"<section kind=\"procedure\" name=\"tic\" file=\"work.c\" "
	"line=\"2\"><sum>1e9 4e9</sum></section>"
	"<section kind=\"procedure\" name=\"toc\" file=\"work.c\" "
	"line=\"20\"><sum>1e9 3.9e9</sum></section></section></section>"
	"</perfexpert>";

static struct profile *profile;
static struct assessment *assessment;

static void read_text(const char *text)
{
	const struct assess_options options = { .threshold = 0.02,
		                                .automatic = true };
	static const char *const name = "work.db";
	struct err err = { 0 };

	profile = profile_read_xml_memory(text, strlen(text), NULL, &err);
	ck_assert_msg(profile, "%s", err.msg);
	assessment = assessment_new((const struct profile *const *)&profile,
	                            &name, 1, &options, &err);
	ck_assert_msg(assessment, "%s", err.msg);
}

static void read_it(void)
{
	read_text(hot);
}

static void forget_it(void)
{
	assessment_free(assessment);
	profile_free(profile);
}

START_TEST(first_lines_name_the_only_place)
{
	struct err err = { 0 };
	char *text = NULL;
	size_t n;
	FILE *f = open_memstream(&text, &n);

	ck_assert_int_eq(answer_print(profile, "work.db", NULL, f, &err), 0);
	fclose(f);
	ck_assert_msg(strstr(text, "solve"), "%s", text);
	free(text);
}
END_TEST

START_TEST(says_what_the_simulated_part_did_not_reach)
{
	struct strbuf b = STRBUF_INIT;
	struct findings *f;

	forget_it();
	read_text(unseen);
	f = findings_new(assessment, NULL);
	answer_text(&b, f, &(struct answer_form){ 200, 60, false });
	ck_assert_msg(
		strstr(b.s, "the simulated part of the run has none of it"),
		"%s", b.s);
	strbuf_release(&b);
	findings_free(f);
}
END_TEST

START_TEST(small_shares_are_no_zero)
{
	struct strbuf b = STRBUF_INIT;
	struct findings *f;

	forget_it();
	read_text(small_call);
	f = findings_new(assessment, NULL);
	answer_text(&b, f, &(struct answer_form){ 200, 60, false });
	ck_assert_msg(strstr(b.s, "0.8 % of the time in memset"), "%s", b.s);
	strbuf_release(&b);
	findings_free(f);
}
END_TEST

static const struct {
	double saved, most;
	bool expected;
	size_t named;
	const char *remedy;
} changes[] = {
	{ 0.06, NAN, true, 1, NULL },
	{ 0.04, NAN, true, 0, NULL },
	{ 0.06, 0.09, true, 1, NULL },
	{ 0.04, 0.06, true, 0, NULL },
	{ 0.06, NAN, false, 1, NULL },
	{ 0.04, NAN, false, 0, NULL },
	{ 0, 0.06, false, 1, NULL },
	{ 0, 0.04, false, 0, NULL },
	{ 0.15, NAN, true, 0, "smaller types" },
	{ 0.25, NAN, true, 1, "smaller types" },
};

START_TEST(names_changes_that_can_be_felt)
{
	const struct suggestion suggestion = { .title = "Compile it anew",
		                               .remedy = changes[_i].remedy };
	struct suggest_item item = {
		.suggestion = &suggestion,
		.at = assessment->shown[0],
		.gain = { .saved = changes[_i].saved,
		          .most = changes[_i].most,
		          .expected = changes[_i].expected },
	};
	struct suggest_section section = { .section = assessment->shown[0],
		                           .items = &item,
		                           .n = 1,
		                           .nall = 1 };
	const struct suggest suggest = { .sections = &section, .n = 1 };
	struct findings *f = findings_new(assessment, &suggest);

	ck_assert_uint_eq(f->list[0].n, changes[_i].named);
	findings_free(f);
}
END_TEST

/* What a change saves of a library's time is at the lines that call it */
START_TEST(places_are_where_a_library_is_called)
{
	const struct suggestion suggestion = { .title = "Ask it rarely" };
	struct suggest_item item = {
		.suggestion = &suggestion,
		.gain = { .saved = 0.7, .most = NAN, .expected = true }
	};
	struct suggest_section section = { .items = &item, .n = 1, .nall = 1 };
	const struct suggest suggest = { .sections = &section, .n = 1 };
	struct findings *f;

	forget_it();
	read_text(calling);
	ck_assert_str_eq(assessment->shown[0]->name, "clock");
	section.section = item.at = assessment->shown[0];
	f = findings_new(assessment, &suggest);
	ck_assert_uint_ge(f->n, 2);
	ck_assert_str_eq(f->list[0].at->name, "tic");
	ck_assert_str_eq(f->list[1].at->name, "toc");
	findings_free(f);
}
END_TEST

/* At each of two places little, at both enough */
START_TEST(names_changes_that_are_felt_together)
{
	const struct suggestion suggestion = { .title = "Compile it anew" };
	struct suggest_item items[2] = { 0 };
	struct suggest_section sections[2] = { 0 };
	const struct suggest suggest = { .sections = sections, .n = 2 };
	struct findings *f;

	forget_it();
	read_text(unseen);
	for (size_t i = 0; i < 2; i++) {
		items[i] = (struct suggest_item){
			.suggestion = &suggestion,
			.at = assessment->shown[i],
			.gain = { .saved = 0.03, .most = NAN, .expected = true }
		};
		sections[i] = (struct suggest_section){ .section = items[i].at,
			                                .items = &items[i],
			                                .n = 1,
			                                .nall = 1 };
	}
	f = findings_new(assessment, &suggest);
	ck_assert_uint_eq(f->list[0].n, 1);
	findings_free(f);
	items[1].gain.saved = 0.01;
	f = findings_new(assessment, &suggest);
	ck_assert_uint_eq(f->list[0].n, 0);
	findings_free(f);
}
END_TEST

/* Said at two places: for each of them, or for what holds both */
START_TEST(adds_what_a_remedy_saves_once)
{
	const struct suggestion less = { .id = "a", .title = "Do less" };
	const struct suggestion all = { .id = "b",
		                        .title = "Use all processors",
		                        .last = true };
	const struct gain third = { .saved = 0.3,
		                    .most = NAN,
		                    .expected = true };
	struct findings *f;

	forget_it();
	read_text(nested);
	/* the procedure, the loop in it, and the one in that */
	struct assess_section *const *at = assessment->shown;
	struct suggest_item items[] = {
		{ .suggestion = &less, .at = at[0], .gain = third },
		{ .suggestion = &all, .at = at[1], .gain = third },
		{ .suggestion = &less, .at = at[2], .gain = third }
	};
	struct suggest_section sections[3] = { 0 };
	const struct suggest suggest = { .sections = sections, .n = 3 };

	for (size_t i = 0; i < 3; i++)
		sections[i] =
			(struct suggest_section){ at[i], .items = &items[i],
			                          .n = 1, .nall = 1 };
	f = findings_new(assessment, &suggest);
	ck_assert_uint_eq(f->n, 3);
	ck_assert_uint_eq(f->nremedies, 1);
	ck_assert_uint_eq(f->remedies[0].places, 2);
	ck_assert_double_eq_tol(f->remedies[0].saved, 0.3, 1e-9);
	findings_free(f);
}
END_TEST

/* What is too small to be asked about gains as much as the rest */
START_TEST(adds_what_a_switch_saves_in_small_procedures)
{
	const struct suggestion suggestion = { .id = "a", .everywhere = true };
	const struct suggestion *const list[] = { &suggestion };
	struct suggest_item item = {
		.suggestion = &suggestion,
		.at = assessment->shown[0],
		.gain = { .saved = 0.4, .most = 0.9, .expected = true }
	};
	struct suggest_section section = { assessment->shown[0], .items = &item,
		                           .n = 1, .nall = 1 };
	struct suggest suggest = { .sections = &section, .n = 1 };
	struct together t = { 0 };

	together_note(&t, &item, 0);
	together_add(&suggest, &t, list, 1, 0.25, 0.02);
	ck_assert_double_eq_tol(item.gain.saved, 0.5, 1e-9);
	ck_assert_double_eq_tol(item.gain.most, 0.99, 1e-9);
	free(t.v);
}
END_TEST

static const struct {
	size_t there, shown;
	bool flat;
} remedies[] = {
	{ 1, 1, false },
	{ 3, 2, false },
	{ 3, 3, true },
	{ 6, 4, true },
};

START_TEST(names_so_many_remedies)
{
	const struct suggestion suggestion = { .title = "Compile it anew" };
	const struct suggest_item item = { .suggestion = &suggestion,
		                           .at = assessment->shown[0] };
	struct findings_remedy of[6];
	struct findings *f = findings_new(assessment, NULL);
	struct strbuf b = STRBUF_INIT;
	size_t shown = 0;

	for (size_t i = 0; i < 6; i++)
		of[i] = (struct findings_remedy){ &item, 2, 0.5, 0.25 };
	f->remedies = of;
	f->nremedies = remedies[_i].there;
	f->flat = remedies[_i].flat;
	answer_text(&b, f, &(struct answer_form){ 80, 60, false });
	for (const char *s = b.s; (s = strstr(s, suggestion.title)); s++)
		shown++;
	ck_assert_uint_eq(shown, remedies[_i].shown);
	strbuf_release(&b);
	findings_free(f);
}
END_TEST

Suite *suite_answer(void);
Suite *suite_answer(void)
{
	Suite *s = suite_create("answer");
	TCase *t = tcase_create("answer");

	tcase_add_checked_fixture(t, read_it, forget_it);
	tcase_add_test(t, first_lines_name_the_only_place);
	tcase_add_test(t, says_what_the_simulated_part_did_not_reach);
	tcase_add_test(t, small_shares_are_no_zero);
	tcase_add_loop_test(t, names_changes_that_can_be_felt, 0,
	                    sizeof(changes) / sizeof(*changes));
	tcase_add_test(t, places_are_where_a_library_is_called);
	tcase_add_test(t, names_changes_that_are_felt_together);
	tcase_add_test(t, adds_what_a_remedy_saves_once);
	tcase_add_test(t, adds_what_a_switch_saves_in_small_procedures);
	tcase_add_loop_test(t, names_so_many_remedies, 0,
	                    sizeof(remedies) / sizeof(*remedies));
	suite_add_tcase(s, t);
	return s;
}
