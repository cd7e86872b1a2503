/*
 * advice_profile.h - the profile of a program as advice_cases.h describes it
 */
#ifndef PERFEXPERT_TESTS_ADVICE_PROFILE_H
#define PERFEXPERT_TESTS_ADVICE_PROFILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "check.h"
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
			if (*c == '@' ||
			    (*c == '_' && strncmp(word, "producer", 8) == 0))
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
	{ "MODEL_STORED_IN_PART", 0 },
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
 * works more; other=: what they spin at unknown places. */
static void add_threads(struct profile *p, const char *events)
{
	char fact[128];

	p->threads = (unsigned)event(events, "threads", 0);
	if (p->threads < 2) {
		p->processors = event(events, "processors", NAN);
		return;
	}
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
	if (event(events, "other", 0) > 0) {
		snprintf(fact, sizeof(fact),
		         "waits kind=other cpu_s=%g blocked_s=0",
		         event(events, "other", 0));
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

/* A sort of the C++ library in the program, in so many cycles (sorts=); the
 * part of its branches that are guessed wrong (unordered=) */
static void add_sorting(struct profile *p, struct profile_section *module,
                        const char *events, size_t nevents)
{
	const double cycles = event(events, "sorts", 0);
	struct profile_section *s;

	if (!(cycles > 0))
		return;
	s = profile_section_add(p, module, PROFILE_PROCEDURE,
	                        "std::__introsort_loop<int*>");
	for (size_t i = 0; i < nevents; i++)
		profile_add(s, i,
		            strcmp(made_up_events[i].name, "TOT_CYC") == 0
		                    ? cycles
		            : strcmp(made_up_events[i].name, "BR_MSP") == 0
		                    ? event(events, "unordered", 0) * 1e8
		                    : made_up_events[i].usual);
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
	const bool hashes = event(events, "hashes", 0) > 0;
	const bool finds = event(events, "finds", 0) > 0;

	for (size_t depth = 0; depth < (facts[3] ? 4 : 3); depth++) {
		s = profile_section_add(
			p, depth == 3 && !deep ? s->parent : s,
			depth ? PROFILE_LOOP : PROFILE_PROCEDURE,
			depth == 0            ? name
			: finds && depth == 2 ? "std::__find_if<int*>"
					      : "");
		if (event(events, "nolines", 0) == 0) {
			s->file = hashes ? "/usr/include/c++/12/bits/"
			                   "hashtable.h"
			          : finds && depth == 2
			                  ? "/usr/include/c++/12/bits/"
			                    "stl_algobase.h"
			                  : "x.c";
			s->line = depth == 3 && event(events, "twin", 0) != 0
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
		s->file = blas == 2 ? "/usr/lib/openblas/libblas.so.3"
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
	          : blas == 3                   ? "dger_"
	          : blas != 0                   ? "zgemm_"
	          : strstr(events, "instance=") ? "solve<double>"
	          : strstr(events, "hashes=")   ? "std::_Hashtable<int>::find"
	          : strstr(events, "tree=")
	                  ? "std::_Rb_tree<int>::_M_lower_bound"
	                  : "f",
	          facts);
	if (event(events, "small", 0) > 0)
		add_small(p, s->parent, events, n, procedure);
	add_sorting(p, s->parent, events, n);
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

#endif
