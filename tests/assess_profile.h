/*
 * assess_profile.h - small profiles and their assessment, for tests
 */
#ifndef PERFEXPERT_TESTS_ASSESS_PROFILE_H
#define PERFEXPERT_TESTS_ASSESS_PROFILE_H

#include <math.h>

#include "base/err.h"
#include "check.h"
#include "diagnose/assessment.h"
#include "profile/profile.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static inline struct profile *new_profile(void)
{
	static const char *const events[] = { "TOT_CYC", "TOT_INS", "L1_DCA",
		                              "FP_INS", "FAD_INS" };
	struct profile *p = profile_new();

	p->program = "./app";
	p->machine = "opteron";
	p->collector = "simulate";
	p->clock_hz = 2e9;
	p->runtime_s = 100;
	for (size_t i = 0; i < COUNT(events); i++)
		profile_event_add(p, events[i], NULL, PROFILE_SIMULATED);
	profile_run_add(p);
	profile_run_add(p);
	return p;
}

static inline struct profile_section *add(struct profile *p,
                                          struct profile_section *parent,
                                          enum profile_kind kind,
                                          const char *name, double cycles)
{
	struct profile_section *s = profile_section_add(p, parent, kind, name);

	s->sum[0] = cycles;
	s->sum[1] = cycles / 2;
	s->sum[2] = cycles / 10;
	s->sum[3] = s->sum[4] = cycles / 20;
	s->file = "app.c";
	return s;
}

/* The program's totals are what its procedures add up to. */
static inline void total(struct profile *p)
{
	profile_sum_up(p);
}

static inline struct assessment *assess(const struct profile *one,
                                        const struct profile *two,
                                        double threshold, bool all)
{
	const struct profile *profiles[] = { one, two };
	const char *files[] = { "one.db", "two.db" };
	struct assess_options o = { .threshold = threshold, .all = all };
	struct err err = { 0 };
	struct assessment *a =
		assessment_new(profiles, files, two ? 2 : 1, &o, &err);

	ck_assert_msg(a != NULL, "%s", err.msg);
	return a;
}

#endif
