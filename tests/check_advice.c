/*
 * Advice that was given and was wrong, each from what a real program showed,
 * and beside it where the same advice is right.
 */
#include "check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "advice_cases.h"
#include "advice_first.h"
#include "advice_gains.h"
#include "advice_last.h"
#include "advice_later.h"
#include "advice_review.h"
#include "advice_waits.h"
#include "base/banned.h"
#include "base/err.h"
#include "diagnose/assessment.h"
#include "knowledge/knowledge.h"
#include "knowledge/private.h"
#include "knowledge/suggest.h"
#include "limits.h"
#include "perturb.h"
#include "profile/profile.h"

/* Splits at the first c; returns what follows, or NULL */
static char *cut(char *s, char c)
{
	char *at = strchr(s, c);

	if (at)
		*at++ = '\0';
	return at;
}

static void add_fact(struct profile *p, struct profile_section *s, char *text)
{
	struct profile_attr attrs[32];
	size_t n = 0;
	char *next = cut(text, ' ');

	while (next && *next) {
		char *word = next;

		next = cut(word, ' ');
		if (!*word)
			continue;
		attrs[n].name = word;
		attrs[n].value = cut(word, '=');
		ck_assert_ptr_nonnull(attrs[n].value);
		for (char *c = strchr(word, '\0') + 1; *c; c++) {
			if (*c == '_' && strncmp(word, "producer", 8) == 0)
				*c = ' ';
		}
		ck_assert_uint_lt(++n, sizeof(attrs) / sizeof(*attrs));
	}
	profile_fact_add(p, s, text, attrs, n);
}

static void add_facts(struct profile *p, struct profile_section *s,
                      const char *facts)
{
	char text[4000], *at = text;

	ck_assert_int_lt(snprintf(text, sizeof(text), "%s", facts),
	                 (int)sizeof(text));
	cut(text, '|');
	while (at && *at) {
		char *fact = at;

		at = cut(fact, ';');
		if (*fact)
			add_fact(p, s, fact);
	}
}

static double event(const char *events, const char *name, double usual)
{
	const size_t n = strlen(name);

	for (const char *at = events; (at = strstr(at, name)); at += n) {
		if (at[n] == '=')
			return strtod(at + n + 1, NULL);
	}
	return usual;
}

/* The events of a collector that runs no timing model */
enum { WITHOUT_MODEL = 25 };

static const struct {
	const char *name;
	double usual;
} made_up_events[] = {
	{ "TOT_CYC", 2e9 },
	{ "TOT_INS", 1e9 },
	{ "L1_DCA", 4e8 },
	{ "L2_DCA", 3e8 },
	{ "L2_DCM", 1e8 },
	{ "L3_DCA", 1e8 },
	{ "L3_DCM", 1e5 },
	{ "L1_ICA", 1e8 },
	{ "L2_ICA", 0 },
	{ "L2_ICM", 0 },
	{ "L3_ICA", 0 },
	{ "L3_ICM", 0 },
	{ "TLB_DM", 0 },
	{ "TLB_DH", 0 },
	{ "TLB_IM", 0 },
	{ "BR_INS", 2e8 },
	{ "BR_MSP", 0 },
	{ "FP_INS", 4e8 },
	{ "FAD_INS", 2e8 },
	{ "FML_INS", 2e8 },
	{ "SYS_CYC", 0 },
	{ "LD_INS", 3e8 },
	{ "ST_INS", 1e8 },
	{ "BR_CND", 1e8 },
	{ "FOT_INS", 0 },
	/* the account, where a case has one */
	{ "MODEL_INS", 0 },
	{ "MODEL_USEFUL", 0 },
	{ "MODEL_CHAIN_FP", 0 },
	{ "MODEL_CHAIN_INTEGER", 0 },
	{ "MODEL_L1", 0 },
	{ "MODEL_L3", 0 },
	{ "MODEL_MEMORY_LATENCY", 0 },
	{ "MODEL_MEMORY_BANDWIDTH", 0 },
	{ "MODEL_DATA_TLB", 0 },
	{ "MODEL_FETCH", 0 },
	{ "MODEL_MISPREDICTED", 0 },
	{ "MODEL_PIPES", 0 },
};

/* Two of them; the second one waited for a processor so long, and the first,
 * for 4 s, for it */
static void add_late(struct profile *p, double late_s)
{
	const double none = NAN;

	for (int i = 0; i < 2; i++)
		profile_thread_add(
			p, &(struct profile_thread){ none, none, i,
		                                     i ? 10 - late_s : 10, 0,
		                                     i ? late_s : 0 });
}

/* The second one works so many seconds less than the first; negative: it is not
 * known */
static void add_uneven(struct profile *p, double less_s)
{
	double *work;

	if (less_s < 0)
		return;
	p->clock_hz = 1e9;
	work = profile_spread(p, profile_root(p), PROFILE_SPREAD_CYCLES);
	work[0] = 8 * p->clock_hz;
	work[1] = (8 - less_s) * p->clock_hz;
}

/* Where the events name threads: they were at work (cpu=) for so many seconds,
 * all together, of a run of 10 s, or waited (delay=) for one of two processors;
 * and 5,000 page faults, all in the program, with a share (fresh=) of its time.
 * late=: what one of two waited for a processor; uneven=: what the other
 * works more. */
static void add_threads(struct profile *p, const char *events)
{
	char fact[128];

	if (event(events, "threads", 0) < 2) {
		p->processors = event(events, "processors", NAN);
		return;
	}
	p->threads = (unsigned)event(events, "threads", 0);
	p->runtime_s = 10;
	p->processors = event(events, "processors", 2);
	snprintf(fact, sizeof(fact),
	         "elapsed cpu_s=%g blocked_s=5 delay_s=%g main_delay_s=0",
	         event(events, "cpu", 0), event(events, "delay", 0.1));
	add_fact(p, profile_root(p), fact);
	snprintf(fact, sizeof(fact), "system page_faults=5000 share=%g",
	         event(events, "fresh", 0));
	add_fact(p, profile_root(p), fact);
	if (event(events, "joins", 0) > 0) {
		snprintf(fact, sizeof(fact),
		         "waits kind=join cpu_s=0 blocked_s=9");
		add_fact(p, profile_root(p), fact);
	}
	if (!strstr(events, "late="))
		return;
	add_late(p, event(events, "late", 0));
	add_uneven(p, event(events, "uneven", -1));
	/* all spun in barriers so long */
	snprintf(fact, sizeof(fact), "waits kind=barrier cpu_s=%g blocked_s=0",
	         event(events, "spun", 4));
	add_fact(p, profile_root(p), fact);
}

/* So many page faults in all, and a procedure of the C library that gives
 * memory back to the system, which takes so many cycles */
static void add_returned_memory(struct profile *p, const char *events)
{
	struct profile_section *s;
	char fact[64];

	if (!(event(events, "faults", 0) > 0))
		return;
	snprintf(fact, sizeof(fact), "system page_faults=%g share=0.4",
	         event(events, "faults", 0));
	add_fact(p, profile_root(p), fact);
	s = profile_section_add(p, profile_root(p), PROFILE_MODULE,
	                        "libc.so.6");
	s = profile_section_add(p, s, PROFILE_PROCEDURE, "munmap");
	profile_add(s, 0, event(events, "returns", 0));
}

/* Procedures of the C library that print, in so many cycles, and what digits
 * take of them */
static void add_printing(struct profile *p, const char *events)
{
	const double all = event(events, "prints", 0);
	struct profile_section *module, *s;

	if (!(all > 0))
		return;
	module = profile_section_add(p, profile_root(p), PROFILE_MODULE,
	                             "libc.so.6");
	module->file = "/lib/libc.so.6";
	s = profile_section_add(p, module, PROFILE_PROCEDURE,
	                        "__vfprintf_internal");
	profile_add(s, 0, all - event(events, "digits", 0));
	s = profile_section_add(p, module, PROFILE_PROCEDURE, "_itoa_word");
	profile_add(s, 0, event(events, "digits", 0));
}

/* The mathematical library's reduction of large arguments, in so many cycles */
static void add_reduction(struct profile *p, const char *events)
{
	const double cycles = event(events, "reduces", 0);
	struct profile_section *s;

	if (!(cycles > 0))
		return;
	s = profile_section_add(p, profile_root(p), PROFILE_MODULE,
	                        "libm.so.6");
	s->file = "/lib/libm.so.6";
	s = profile_section_add(p, s, PROFILE_PROCEDURE, "__branred");
	profile_add(s, 0, cycles);
}

/* A procedure of the program, in another file, that calls another so often */
static void add_caller(struct profile *p, struct profile_section *module,
                       size_t nevents, const char *callee, double calls)
{
	struct profile_section *s =
		profile_section_add(p, module, PROFILE_PROCEDURE, "maker");
	char fact[96];

	s->file = "y.c";
	s->line = 3;
	for (size_t i = 0; i < nevents; i++)
		profile_add(s, i, 0.5 * made_up_events[i].usual);
	snprintf(fact, sizeof(fact),
	         "callee name=%s title=%s file=y.c line=4 calls=%g indirect=no",
	         callee, strcmp(callee, "_Znwm") == 0 ? "operator:new" : callee,
	         calls);
	add_fact(p, s, fact);
}

/* Procedures of the program that are called by these names of the linker */
static void add_called(struct profile *p, struct profile_section *module,
                       size_t nevents)
{
	static const char *const names[] = { "g", "force", "_ZN4TreeD1Ev" };

	for (size_t k = 0; k < 3; k++) {
		struct profile_section *s = profile_section_add(
			p, module, PROFILE_PROCEDURE, names[k]);

		s->file = "x.c";
		s->line = 30;
		for (size_t i = 0; i < nevents; i++)
			profile_add(s, i, 0);
	}
}

/* Another procedure of the program that takes a twentieth, with these facts */
static void add_small(struct profile *p, struct profile_section *module,
                      const char *events, size_t nevents, const char *facts)
{
	struct profile_section *s =
		profile_section_add(p, module, PROFILE_PROCEDURE, "small");

	s->file = "x.c";
	s->line = 50;
	for (size_t i = 0; i < nevents; i++)
		profile_add(s, i,
		            0.05 * event(events, made_up_events[i].name,
		                         made_up_events[i].usual));
	add_facts(p, s, facts);
}

/* The procedure, a loop in it, and that one's inner loops: one beside the
 * other, or one in the other (deep=), or of one line (twin=) */
static void add_loops(struct profile *p, struct profile_section *s,
                      const char *events, size_t nevents, const char *name,
                      const char *const facts[4])
{
	const bool deep = event(events, "deep", 0) > 0;

	for (size_t depth = 0; depth < (facts[3] ? 4 : 3); depth++) {
		s = profile_section_add(p, depth == 3 && !deep ? s->parent : s,
		                        depth ? PROFILE_LOOP
		                              : PROFILE_PROCEDURE,
		                        depth ? "" : name);
		if (!event(events, "nolines", 0)) {
			s->file = "x.c";
			s->line = depth == 3 && event(events, "twin", 0)
			                  ? 11
			                  : 9 + (unsigned)depth;
		}
		for (size_t i = 0; i < nevents; i++)
			profile_add(s, i,
			            event(events, made_up_events[i].name,
			                  made_up_events[i].usual));
		add_facts(p, s, facts[depth]);
	}
}

/* What the loops are in: the program, or a library that it calls */
static struct profile_section *add_module(struct profile *p, const char *events,
                                          size_t n)
{
	const bool library = event(events, "library", 0) > 0;
	const bool clocks = event(events, "clocks", 0) > 0;
	const double blas = event(events, "blas", 0);
	struct profile_section *s;

	if (library) {
		s = profile_section_add(p, profile_root(p), PROFILE_MODULE,
		                        "made-up");
		add_caller(p, s, n,
		           clocks                        ? "getrusage"
		           : event(events, "cpp", 0) > 0 ? "_Znwm"
		                                         : "malloc",
		           event(events, clocks ? "clocks" : "allocations", 0));
	}
	s = profile_section_add(p, profile_root(p), PROFILE_MODULE,
	                        library ? "libc.so.6" : "m");
	s->file = event(events, "installed", 0) > 0 ? "/usr/bin/m"
	                                            : "/home/somebody/m";
	if (event(events, "python", 0) > 0)
		s->file = "/home/somebody/lib/libpython3.11.so.1.0";
	if (library)
		s->file = "/lib/libc.so.6";
	if (blas > 0)
		s->file = blas > 1 ? "/usr/lib/openblas/libblas.so.3"
		                   : "/usr/lib/blas/libblas.so.3.11.0";
	return s;
}

static struct profile *made_up(const char *events, const char *procedure,
                               const char *outer, const char *inner)
{
	const char *const beside = strchr(inner, '|');
	const size_t n =
		strstr(events, "MODEL_INS")
			? sizeof(made_up_events) / sizeof(*made_up_events)
			: WITHOUT_MODEL;
	const char *const facts[4] = { procedure, outer, inner,
		                       beside ? beside + 1 : NULL };
	const bool library = event(events, "library", 0) > 0;
	const bool clocks = event(events, "clocks", 0) > 0;
	const double blas = event(events, "blas", 0);
	struct profile *p = profile_new();
	struct profile_section *s;
	struct profile_run *run;

	p->program = "made-up";
	p->collector = "simulate";
	p->machine = event(events, "older", 0) > 0   ? "sapphire_rapids"
	             : event(events, "newer", 0) > 0 ? "zen5"
	                                             : "zen4";
	for (size_t i = 0; i < n; i++)
		profile_event_add(p, made_up_events[i].name, NULL,
		                  PROFILE_SIMULATED);
	run = profile_run_add(p);
	run->purpose = "native";
	run->peak_bytes = 27000 * 4096.0;
	s = add_module(p, events, n);
	if (event(events, "called", 0) > 0)
		add_called(p, s, n);
	if (event(events, "afar", 0) > 0)
		add_caller(p, s, n, "f", event(events, "afar", 0));
	add_loops(p, s, events, n,
	          clocks                        ? "getrusage"
	          : event(events, "brk", 0) > 0 ? "brk"
	          : library                     ? "_int_malloc"
	          : blas                        ? "zgemm_"
	          : strstr(events, "instance=") ? "solve<double>"
	          : strstr(events, "numbered=") ? "solve2d"
	                                        : "f",
	          facts);
	if (event(events, "small", 0) > 0)
		add_small(p, s->parent, events, n, procedure);
	add_returned_memory(p, events);
	add_printing(p, events);
	add_reduction(p, events);
	profile_sum_up(p);
	p->fresh_ns = event(events, "page_ns", 200);
	p->fresh_large_ns = 200 * event(events, "large", NAN);
	p->memory_given_back = event(events, "given_back", NAN);
	p->walk_ns = 20;
	p->walk_large_ns = 20 * event(events, "large_walk", NAN);
	add_threads(p, events);
	return p;
}

/* Why not, as the section says that is nearest to the inner loop */
static const char *reason(const struct suggest *s, const char *id)
{
	const char *found = "no reason is given";

	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->sections[i].nreasons; k++) {
			if (strcmp(s->sections[i].reasons[k].suggestion->id,
			           id) == 0 &&
			    !strstr(s->sections[i].reasons[k].text, "is about"))
				found = s->sections[i].reasons[k].text;
		}
	}
	return found;
}

static bool made(const struct suggest *s, const char *id)
{
	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->sections[i].n; k++) {
			if (strcmp(s->sections[i].items[k].suggestion->id,
			           id) == 0)
				return true;
		}
	}
	return false;
}

/* What is suggested for a profile */
struct advice {
	struct profile *p;
	struct assessment *a;
	struct suggest *s;
};

/* Read once for all cases, before they are processes of their own */
static struct knowledge *rules;

static void read_rules(void)
{
	struct err err = { 0 };

	rules = knowledge_load(&err);
	ck_assert_msg(rules, "%s", err.msg);
}

static void free_rules(void)
{
	knowledge_free(rules);
}

static struct advice advise_above(struct profile *p, double threshold)
{
	const char *name = "in.db";
	const struct assess_options options = { .threshold = threshold,
		                                .all = threshold <= 0 };
	struct err err = { 0 };
	struct advice v = { .p = p };

	v.a = assessment_new((const struct profile *const *)&v.p, &name, 1,
	                     &options, &err);
	ck_assert_msg(v.a, "%s", err.msg);
	v.s = suggest_new(rules, v.a, &err);
	ck_assert_msg(v.s != NULL, "%s", err.msg);
	return v;
}

static struct advice advise(struct profile *p)
{
	return advise_above(p, 0);
}

static void release(struct advice *v)
{
	suggest_free(v->s);
	assessment_free(v->a);
	profile_free(v->p);
}

static void is_made(const struct advice_case *c)
{
	struct advice v =
		advise(made_up(c->events, c->procedure, c->outer, c->inner));

	ck_assert_msg(made(v.s, c->id) == c->right, "%s, for %s: %s: %s", c->id,
	              c->what, c->right ? "not made" : "made",
	              reason(v.s, c->id));
	release(&v);
}

START_TEST(only_where_it_is_right)
{
	is_made(&cases[_i]);
}
END_TEST

START_TEST(as_the_first_programs_showed)
{
	is_made(&first[_i]);
}
END_TEST

START_TEST(as_later_programs_showed)
{
	is_made(&later[_i]);
}
END_TEST

START_TEST(as_the_last_programs_showed)
{
	is_made(&last[_i]);
}
END_TEST

START_TEST(as_a_reading_found)
{
	is_made(&review[_i]);
}
END_TEST

/* The words for which it is made, of the first section that has them */
static const char *evidence(const struct suggest *s, const char *id)
{
	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->sections[i].n; k++) {
			const struct suggest_item *item =
				&s->sections[i].items[k];

			if (strcmp(item->suggestion->id, id) == 0)
				return item->evidence;
		}
	}
	return "it is not made";
}

START_TEST(says_why)
{
	struct advice v = advise(made_up(words[_i].events, GCC_O2,
	                                 words[_i].outer, words[_i].inner));
	const char *said = evidence(v.s, words[_i].id);

	ck_assert_msg(strstr(said, words[_i].said), "%s, for %s: %s",
	              words[_i].id, words[_i].what, said);
	release(&v);
}
END_TEST

/* What it may save most, of all sections for which it is made; 0: for none */
static double saved(const struct suggest *s, const char *id)
{
	double most = 0;

	for (size_t i = 0; i < s->n; i++) {
		for (size_t k = 0; k < s->sections[i].n; k++) {
			const struct suggest_item *item =
				&s->sections[i].items[k];

			if (strcmp(item->suggestion->id, id) == 0)
				most = fmax(most, item->gain.saved);
		}
	}
	return most;
}

START_TEST(saves_what_it_can)
{
	struct advice v = advise(made_up(gains[_i].events, GCC_O2,
	                                 gains[_i].outer, gains[_i].inner));
	const struct suggest *s = v.s;

	ck_assert_msg(fabs(saved(s, gains[_i].id) - gains[_i].saved) < 0.005,
	              "%s, for %s: %.3f instead of %.3f: %s", gains[_i].id,
	              gains[_i].what, saved(s, gains[_i].id), gains[_i].saved,
	              reason(s, gains[_i].id));
	release(&v);
}
END_TEST

/* A switch is for all of the program, also for what is too small to be shown.
 */
START_TEST(saves_below_the_threshold)
{
	static const char events[] = "small=1 TOT_CYC=1e9 MODEL_INS=1e9 "
				     "MODEL_USEFUL=1e9";
	static const char facts[] =
		"compiler name=gcc level=O0 optimised=no producer=GNU_C17;"
		"code instructions=8";
	struct advice small = advise_above(made_up(events, facts, "", ""), 0.1);
	struct advice all = advise(made_up(events, facts, "", ""));

	ck_assert_uint_lt(small.s->n, all.s->n);
	ck_assert_double_gt(saved(all.s, "optimise-at-all"), 0.6);
	ck_assert_double_eq_tol(saved(small.s, "optimise-at-all"),
	                        saved(all.s, "optimise-at-all"), 1e-9);
	release(&small);
	release(&all);
}
END_TEST

/* One rule is asked about a case whose advice is right, with other numbers */
static void ask_perturbed(const struct advice_case *c, struct tally *t)
{
	struct suggestion *const *const all = rules->list;
	const struct suggestion *const s = knowledge_find(rules, c->id);
	struct suggestion *only = NULL;
	const size_t n = rules->n;
	uint32_t state = perturb_hash(2463534242u, c->what);

	for (size_t i = 0; i < n; i++) {
		if (all[i] == s)
			only = all[i];
	}
	rules->list = &only;
	rules->n = 1;
	for (int round = 0; round < 4; round++) {
		struct profile *p =
			made_up(c->events, c->procedure, c->outer, c->inner);
		struct advice v;

		if (round)
			perturb_in_place(p, &state);
		else
			perturb(p, &state);
		v = advise(p);
		tally_add(t, v.s, s, true);
		release(&v);
	}
	rules->list = (struct suggestion **)all;
	rules->n = n;
}

/* All tables */
static const struct {
	const struct advice_case *list;
	size_t n;
} tables[] = {
	{ cases, sizeof(cases) / sizeof(*cases) },
	{ first, sizeof(first) / sizeof(*first) },
	{ later, sizeof(later) / sizeof(*later) },
	{ last, sizeof(last) / sizeof(*last) },
	{ review, sizeof(review) / sizeof(*review) },
	{ waiting, sizeof(waiting) / sizeof(*waiting) },
};

/* As tests/perturbed.txt, of rules that may have no example */
START_TEST(right_ones_with_other_numbers)
{
	struct strbuf is = STRBUF_INIT;
	struct tally t;

	for (size_t k = 0; k < sizeof(tables) / sizeof(*tables); k++) {
		for (size_t i = 0; i < tables[k].n; i++) {
			if (!tables[k].list[i].right)
				continue;
			memset(&t, 0, sizeof(t));
			ask_perturbed(&tables[k].list[i], &t);
			strbuf_addf(&is, "%s: ", tables[k].list[i].what);
			tally_write(&t, tables[k].list[i].id, &is);
		}
	}
	perturb_compare("perturbed_advice.txt", is.s);
	strbuf_release(&is);
}
END_TEST

/* Where a rule that has no example changes its mind about what is right */
START_TEST(limits_without_an_example)
{
	struct strbuf is = STRBUF_INIT;

	for (size_t k = 0; k < sizeof(tables) / sizeof(*tables); k++) {
		for (size_t i = 0; i < tables[k].n; i++) {
			const struct advice_case *c = &tables[k].list[i];
			struct limits l;
			struct advice v;
			size_t at = 0;

			while (at < rules->n &&
			       strcmp(rules->list[at]->id, c->id) != 0)
				at++;
			if (!c->right || at == rules->n ||
			    rules->list[at]->example)
				continue;
			limits_watch(&l, rules, rules->list[at]);
			v = advise(made_up(c->events, c->procedure, c->outer,
			                   c->inner));
			strbuf_addf(&is, "%s: %s: ", c->what, c->id);
			limits_say(&l, &is);
			release(&v);
		}
	}
	perturb_compare("limits_advice.txt", is.s);
	strbuf_release(&is);
}
END_TEST

Suite *suite_advice(void);
Suite *suite_advice(void)
{
	Suite *s = suite_create("advice");
	TCase *tc = tcase_create("advice");

	tcase_set_timeout(tc, 60);
	tcase_add_unchecked_fixture(tc, read_rules, free_rules);
	tcase_add_loop_test(tc, only_where_it_is_right, 0,
	                    sizeof(cases) / sizeof(*cases));
	tcase_add_loop_test(tc, as_the_first_programs_showed, 0,
	                    sizeof(first) / sizeof(*first));
	tcase_add_loop_test(tc, as_later_programs_showed, 0,
	                    sizeof(later) / sizeof(*later));
	tcase_add_loop_test(tc, as_the_last_programs_showed, 0,
	                    sizeof(last) / sizeof(*last));
	tcase_add_loop_test(tc, as_a_reading_found, 0,
	                    sizeof(review) / sizeof(*review));
	tcase_add_loop_test(tc, says_why, 0, sizeof(words) / sizeof(*words));
	tcase_add_loop_test(tc, saves_what_it_can, 0,
	                    sizeof(gains) / sizeof(*gains));
	tcase_add_test(tc, saves_below_the_threshold);
	suite_add_tcase(s, tc);
	tc = tcase_create("perturbed");
	tcase_set_timeout(tc, 600);
	tcase_add_unchecked_fixture(tc, read_rules, free_rules);
	tcase_add_test(tc, right_ones_with_other_numbers);
	tcase_add_test(tc, limits_without_an_example);
	suite_add_tcase(s, tc);
	return s;
}
