/* The knowledge base: folders, rules on recorded sections. */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/datadir.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "knowledge/knowledge.h"
#include "knowledge/suggest.h"
#include "report/suggestions.h"
#include "profile/profile.h"
#include "tests/knowledge_folder.h"

START_TEST(later_folders_override)
{
	struct err err = { 0 };
	struct knowledge *k;
	struct folder f;
	const struct suggestion *const *list;
	size_t n, m;

	k = knowledge_load(&err);
	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_suggestions(k, &list);
	knowledge_free(k);
	folder_init(&f, "suggestion 'loop-interchange' {\n"
	                "title = 'Mine',\n" HEAD RULE "}\n" WHOLE);
	setenv("PERFEXPERT_KNOWLEDGE", f.path, 1);
	k = knowledge_load(&err);
	unsetenv("PERFEXPERT_KNOWLEDGE");
	ck_assert_msg(k != NULL, "%s", err.msg);
	m = knowledge_suggestions(k, &list);
	ck_assert_uint_eq(m, n + 1);
	ck_assert_str_eq(knowledge_find(k, "loop-interchange")->title, "Mine");
	ck_assert_str_eq(knowledge_find(k, "mine")->folder, f.path);
	knowledge_free(k);
	folder_release(&f);
}
END_TEST

/* The block of a category stands in one file, its suggestions in several. */
START_TEST(category_over_files)
{
	const char *const *problems;
	const struct suggestion *more;
	struct strbuf file = STRBUF_INIT;
	struct err err = { 0 };
	struct knowledge *k;
	struct folder f;
	FILE *out;

	folder_init(&f, "category 'own' { title = 'Own',\n"
	                "subcategories = { 'First', 'Second' } }\n");
	io_join(&file, f.path, "mine_more.lua");
	out = fopen(file.s, "w");
	ck_assert_ptr_nonnull(out);
	fputs("suggestion 'more' {\ntitle = 'Do it',\n" HEAD RULE
	      "category = 'own', subcategory = 'Second' }\n",
	      out);
	fclose(out);
	k = knowledge_load_folder(f.path, &err);
	ck_assert_msg(k != NULL, "%s", err.msg);
	ck_assert_msg(knowledge_problems(k, &problems) == 0, "%s", problems[0]);
	more = knowledge_find(k, "more");
	ck_assert_ptr_nonnull(more);
	ck_assert_str_eq(more->category, "own");
	knowledge_free(k);
	unlink(file.s);
	strbuf_release(&file);
	folder_release(&f);
}
END_TEST

/* What comes with perfexpert is without fault and reachable. */
/* A number is for one suggestion for ever; the next free one is the first that
 * is not taken. */
START_TEST(numbers_are_of_one_each)
{
	const struct suggestion *const *list;
	const char *of[1000] = { NULL };
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	unsigned next = 1;
	size_t n;

	ck_assert_msg(k != NULL, "%s", err.msg);
	n = knowledge_suggestions(k, &list);
	for (size_t i = 0; i < n; i++)
		next = list[i]->number >= next ? list[i]->number + 1 : next;
	for (size_t i = 0; i < n; i++) {
		const unsigned number = list[i]->number;

		ck_assert_msg(number != 0, "'%s' has no number: the next is %u",
		              list[i]->id, next);
		ck_assert_msg(!of[number], "'%s' has the number of '%s'",
		              list[i]->id, of[number]);
		of[number] = list[i]->id;
	}
	knowledge_free(k);
}
END_TEST

START_TEST(shipped_is_sound)
{
	const struct knowledge_category *const *categories;
	const struct suggestion *const *list;
	const char *const *problems;
	struct err err = { 0 };
	struct knowledge *k = knowledge_load(&err);
	size_t n, m;

	ck_assert_msg(k != NULL, "%s", err.msg);
	ck_assert_msg(knowledge_problems(k, &problems) == 0, "%s", problems[0]);
	n = knowledge_suggestions(k, &list);
	m = knowledge_categories(k, &categories);
	for (size_t c = 0; c < m; c++) {
		for (size_t s = 0; s < categories[c]->nsubcategories; s++) {
			const char *sub = categories[c]->subcategories[s];
			size_t i = 0;

			while (i < n &&
			       (strcmp(list[i]->subcategory, sub) != 0 ||
			        strcmp(list[i]->category, categories[c]->id) !=
			                0))
				i++;
			ck_assert_msg(i < n, "%s: '%s' has no suggestion",
			              categories[c]->id, sub);
		}
	}
	knowledge_free(k);
}
END_TEST

/* What is known of the inner loop */
static void add_facts(struct profile *p, struct profile_section *s,
                      double misses)
{
	static const struct profile_attr loop[] = {
		{ "trips", "2000" },
		{ "entries", "100000" },
		{ "iterations", "2e8" },
		{ "innermost", "yes" },
	};
	char l1[32], l2[32];
	const struct profile_attr memref[] = {
		{ "access", "load" },       { "file", "mmm.c" },
		{ "line", "12" },           { "size", "8" },
		{ "count", "200000000" },   { "stride", "16000" },
		{ "stride_share", "1" },    { "line_bytes_used", "8" },
		{ "stride2", "-31983992" }, { "l1_misses", l1 },
		{ "l2_misses", l2 },        { "l3_misses", "0" },
	};

	snprintf(l1, sizeof(l1), "%.0f", misses);
	snprintf(l2, sizeof(l2), "%.0f", misses / 10);
	profile_fact_add(p, s, "loop", loop, sizeof(loop) / sizeof(*loop));
	profile_fact_add(p, s, "memref", memref,
	                 sizeof(memref) / sizeof(*memref));
}

/* A made-up program: one procedure with a loop nest that strides. */
static struct profile *striding(bool facts, double misses)
{
	static const struct {
		const char *name;
		double value;
	} events[] = {
		{ "TOT_CYC", 4e9 }, { "TOT_INS", 1e9 }, { "L1_DCA", 4e8 },
		{ "L2_DCA", 1e8 },  { "L2_DCM", 1e7 },  { "L3_DCA", 1e7 },
		{ "L3_DCM", 1e5 },  { "L1_ICA", 1e8 },  { "L2_ICA", 0 },
		{ "L2_ICM", 0 },    { "L3_ICM", 0 },    { "L3_ICA", 0 },
		{ "TLB_DM", 0 },    { "TLB_IM", 0 },    { "BR_INS", 1e8 },
		{ "BR_MSP", 0 },    { "FP_INS", 2e8 },  { "FAD_INS", 1e8 },
		{ "FML_INS", 1e8 },
	};
	const size_t n = sizeof(events) / sizeof(*events);
	struct profile *p = profile_new();
	struct profile_section *s;

	p->program = "made-up";
	p->collector = "simulate";
	p->machine = "opteron";
	for (size_t i = 0; i < n; i++)
		profile_event_add(p, events[i].name, NULL, PROFILE_SIMULATED);
	profile_run_add(p)->purpose = "native";
	s = profile_section_add(p, profile_root(p), PROFILE_MODULE, "m");
	s = profile_section_add(p, s, PROFILE_PROCEDURE, "mmm");
	for (unsigned depth = 0; depth < 3; depth++) {
		for (size_t i = 0; i < n; i++)
			profile_add(s, i, events[i].value);
		if (depth == 2)
			break;
		s = profile_section_add(p, s, PROFILE_LOOP, "");
		s->file = "mmm.c";
		s->line = 10 + depth;
	}
	if (facts) {
		add_facts(p, s, misses);
	}
	profile_sum_up(p);
	return p;
}

struct asked {
	struct profile *p;
	struct assessment *a;
	struct knowledge *k;
	struct suggest *s;
};

static void ask(struct asked *q, struct profile *p)
{
	const char *name = "in.db";
	const struct assess_options options = { .threshold = 0.1 };
	struct err err = { 0 };

	q->p = p;
	q->a = assessment_new((const struct profile *const *)&q->p, &name, 1,
	                      &options, &err);
	ck_assert_msg(q->a != NULL, "%s", err.msg);
	q->k = knowledge_load(&err);
	ck_assert_msg(q->k != NULL, "%s", err.msg);
	q->s = suggest_new(q->k, q->a, &err);
	ck_assert_msg(q->s != NULL, "%s", err.msg);
}

static void ask_release(struct asked *q)
{
	suggest_free(q->s);
	knowledge_free(q->k);
	assessment_free(q->a);
	profile_free(q->p);
}

static const struct suggest_item *find(const struct asked *q, const char *id,
                                       size_t *count)
{
	const struct suggest_item *found = NULL;

	*count = 0;
	for (size_t i = 0; i < q->s->n; i++) {
		for (size_t k = 0; k < q->s->sections[i].n; k++) {
			const struct suggest_item *item =
				&q->s->sections[i].items[k];

			if (strcmp(item->suggestion->id, id) == 0) {
				found = item;
				++*count;
			}
		}
	}
	return found;
}

/* One that replaces a shipped suggestion need not have an example. */
START_TEST(override_without_claims_is_asked)
{
	const struct suggest_item *item;
	struct folder f;
	struct asked q;
	size_t n;

	folder_init(&f, "suggestion 'loop-interchange' {\n"
	                "title = 'Mine',\n" HEAD RULE "}\n");
	setenv("PERFEXPERT_KNOWLEDGE", f.path, 1);
	ask(&q, striding(true, 1e8));
	unsetenv("PERFEXPERT_KNOWLEDGE");
	item = find(&q, "loop-interchange", &n);
	ck_assert_ptr_nonnull(item);
	ck_assert_str_eq(item->suggestion->title, "Mine");
	ck_assert_ptr_null(item->suggestion->measured);
	ask_release(&q);
	folder_release(&f);
}
END_TEST

/* Nobody changes the C library's loops; the program may be anywhere. */
START_TEST(libraries_are_left_alone)
{
	static const struct {
		const char *name, *file;
		bool fires;
	} modules[] = {
		{ "libc.so.6", "/usr/lib/x86_64-linux-gnu/libc.so.6", false },
		{ "ld.so", "/lib64/ld-linux-x86-64.so.2", false },
		{ "[vdso]", NULL, false },
		{ "mca_btl_vader.so", "/usr/lib/openmpi/mca_btl_vader.so",
		  false },
		/* wherever they were installed */
		{ "mca_btl_vader.so", "/home/me/opt/lib/mca_btl_vader.so",
		  false },
		{ "libmpi.so.40", "/sw/openmpi/lib/libmpi.so.40", false },
		{ "libiomp5.so", "/opt/intel/lib/libiomp5.so", false },
		{ "libomp.so.5", "/home/me/llvm/lib/libomp.so.5", false },
		{ "libgomp.so.1", "/sw/gcc/lib64/libgomp.so.1", false },
		{ "libompute.so", "/home/me/libompute.so", true },
		{ "made-up", "/usr/lib/made-up/made-up", true },
		{ "libmine.so", "/home/me/libmine.so", true },
	};
	size_t n;

	for (size_t i = 0; i < sizeof(modules) / sizeof(*modules); i++) {
		struct profile *p = striding(true, 1e8);
		struct asked q;

		p->root->child->name = modules[i].name;
		p->root->child->file = modules[i].file;
		ask(&q, p);
		ck_assert_msg((find(&q, "loop-interchange", &n) != NULL) ==
		                      modules[i].fires,
		              "%s", modules[i].name);
		ask_release(&q);
	}
}
END_TEST

START_TEST(interchange_at_the_inner_loop_once)
{
	const struct suggest_item *item;
	struct asked q;
	size_t n;

	ask(&q, striding(true, 1e8));
	item = find(&q, "loop-interchange", &n);
	ck_assert_ptr_nonnull(item);
	ck_assert_uint_eq(n, 1);
	ck_assert_uint_eq(item->at->depth, 2);
	ck_assert(!item->by_category);
	ck_assert_str_eq(item->evidence,
	                 "the load at mmm.c:12 walks with a stride of 16,000 "
	                 "bytes and uses 8 of each 64-byte line");
	ck_assert(item->part > 0.3 && item->part < 1);
	/* the bound is a part of what the loop took */
	ck_assert(item->gain.saved > 0.25 && item->gain.saved < item->part);
	ask_release(&q);
}
END_TEST

START_TEST(no_misses_no_interchange)
{
	struct asked q;
	size_t n;

	ask(&q, striding(true, 0));
	ck_assert_ptr_null(find(&q, "loop-interchange", &n));
	ask_release(&q);
}
END_TEST

START_TEST(by_category_without_facts)
{
	const struct suggest_item *item;
	struct asked q;
	size_t n;

	ask(&q, striding(false, 0));
	item = find(&q, "loop-interchange", &n);
	ck_assert_ptr_nonnull(item);
	ck_assert(item->by_category);
	ck_assert_ptr_nonnull(strstr(item->evidence, "by category only"));
	ask_release(&q);
}
END_TEST

/* Ten times as many instructions in the same cycles: CPI is good then. */
START_TEST(nothing_for_what_is_fast)
{
	struct profile *p = striding(true, 1e8);
	struct asked q;
	const int cycles = profile_event(p, "TOT_CYC");

	for (struct profile_section *s = p->root; s; s = profile_next(s))
		s->sum[cycles] = 4e8;
	ask(&q, p);
	for (size_t i = 0; i < q.s->n; i++)
		ck_assert_msg(q.s->sections[i].n == 0, "%s",
		              q.s->sections[i].items[0].suggestion->id);
	ask_release(&q);
}
END_TEST

/* Rules that go wrong while they are asked */
static const struct {
	const char *rule, *problem;
} broken[] = {
	{ "when = function(s)\nreturn s.no.such end,\n", ":9: " },
	{ "when = function(s) return 2 end,\n",
	  ":1: suggestion 'mine': 'when' returned a number outside 0 to 1" },
	{ "when = function(s) return {} end,\n",
	  ":1: suggestion 'mine': 'when' must return a number, false or" },
	{ "when = function(s) return 0.1 end,\n"
	  "besides = function(s) return -0.1 end,\n",
	  ":1: suggestion 'mine': 'besides' returned no share" },
	{ "when = function(s) return 0.1 end,\n"
	  "besides = function(s) return 1.1 end,\n",
	  ":1: suggestion 'mine': 'besides' returned no share" },
	{ "when = function(s) return 0.1 end,\n"
	  "besides = function(s) return {} end,\n",
	  ":1: suggestion 'mine': 'besides' returned no share" },
	{ "when = function(s) return 0.1 end,\n"
	  "besides = function(s) return s.no.such end,\n",
	  ":9: " },
	{ "when = function(s) while true do end end,\n", "" },
	{ "when = function(s) local t = 'x' while true do t = t .. t end "
	  "end,\n",
	  "" },
};

START_TEST(broken_rule_is_one_line)
{
	struct strbuf text = STRBUF_INIT;
	const char *const *problems;
	struct folder f;
	struct asked q;
	size_t n;

	strbuf_addf(&text,
	            "suggestion 'mine' {\ntitle = 'Do it', needs = {},\n" HEAD
	            "%sevidence = function(s) return 'x' end }\n",
	            broken[_i].rule);
	folder_init(&f, text.s);
	setenv("PERFEXPERT_KNOWLEDGE", f.path, 1);
	ask(&q, striding(true, 1e8));
	unsetenv("PERFEXPERT_KNOWLEDGE");
	n = knowledge_problems(q.k, &problems);
	ck_assert_msg(n == 1, "%zu problems: %s", n, n ? problems[0] : "");
	ck_assert_msg(strncmp(problems[0], f.file.s, f.file.len) == 0, "%s",
	              problems[0]);
	ck_assert_msg(strncmp(problems[0] + f.file.len, broken[_i].problem,
	                      strlen(broken[_i].problem)) == 0,
	              "%s", problems[0]);
	ck_assert_ptr_nonnull(find(&q, "loop-interchange", &n));
	ck_assert_ptr_null(find(&q, "mine", &n));
	ask_release(&q);
	folder_release(&f);
	strbuf_release(&text);
}
END_TEST

/* What a change saves elsewhere is added; that may be nothing, and all. */
static const struct {
	const char *besides;
	double more; /* of the program's time */
} elsewhere[] = {
	{ "besides = function(s) return nil end,\n", 0 },
	{ "besides = function(s) return 0 end,\n", 0 },
	{ "besides = function(s) return 0.25 end,\n", 0.25 },
	{ "besides = function(s) return 1 end,\n", 1 },
};

static double saved_with(const char *besides)
{
	const struct suggest_item *item;
	struct strbuf text = STRBUF_INIT;
	struct folder f;
	struct asked q;
	size_t n;
	double saved;

	strbuf_addf(&text,
	            "suggestion 'mine' {\ntitle = 'Do it', needs = {},\n" HEAD
	            "when = function(s) return 0.1 end,\n%s"
	            "evidence = function(s) return 'x' end }\n",
	            besides);
	folder_init(&f, text.s);
	setenv("PERFEXPERT_KNOWLEDGE", f.path, 1);
	ask(&q, striding(true, 1e8));
	unsetenv("PERFEXPERT_KNOWLEDGE");
	item = find(&q, "mine", &n);
	ck_assert_ptr_nonnull(item);
	saved = item->gain.saved;
	ask_release(&q);
	folder_release(&f);
	strbuf_release(&text);
	return saved;
}

START_TEST(what_is_saved_elsewhere_counts)
{
	const double here = saved_with("");

	ck_assert_double_gt(here, 0.05);
	ck_assert_double_eq_tol(saved_with(elsewhere[_i].besides),
	                        fmin(0.99, here + elsewhere[_i].more), 1e-9);
}
END_TEST

START_TEST(pages_stand_beside_the_index)
{
	const struct suggestion s = { .id = "x", .category = "data_accesses" };
	struct strbuf b = STRBUF_INIT;

	suggestions_page(&b, "/usr/share/doc/perfexpert/html/index.html", &s);
	ck_assert_str_eq(b.s,
	                 "/usr/share/doc/perfexpert/html/data-accesses.html#x");
	strbuf_clear(&b);
	suggestions_page(&b, "http://example.org/perfexpert/", &s);
	ck_assert_str_eq(b.s,
	                 "http://example.org/perfexpert/data-accesses.html#x");
	strbuf_release(&b);
}
END_TEST

Suite *suite_knowledge(void);
Suite *suite_knowledge(void)
{
	Suite *s = suite_create("knowledge");
	TCase *tc = tcase_create("knowledge");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, what_is_saved_elsewhere_counts, 0,
	                    sizeof(elsewhere) / sizeof(*elsewhere));
	tcase_add_test(tc, later_folders_override);
	tcase_add_test(tc, category_over_files);
	tcase_add_test(tc, override_without_claims_is_asked);
	tcase_add_test(tc, libraries_are_left_alone);
	tcase_add_test(tc, shipped_is_sound);
	tcase_add_test(tc, numbers_are_of_one_each);
	tcase_add_test(tc, interchange_at_the_inner_loop_once);
	tcase_add_test(tc, no_misses_no_interchange);
	tcase_add_test(tc, by_category_without_facts);
	tcase_add_test(tc, nothing_for_what_is_fast);
	tcase_add_loop_test(tc, broken_rule_is_one_line, 0,
	                    (int)(sizeof(broken) / sizeof(*broken)));
	tcase_add_test(tc, pages_stand_beside_the_index);
	suite_add_tcase(s, tc);
	return s;
}
