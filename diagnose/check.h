/*
 * check.h - is the measurement good enough to be believed?
 *
 * Three checks (PerfExpert, SC'10, sec. II.B.2): enough run time, little
 * variation between runs, and counts that don't contradict each other. What
 * fails is a warning on the section that it concerns, or on the input.
 */
#ifndef PERFEXPERT_DIAGNOSE_CHECK_H
#define PERFEXPERT_DIAGNOSE_CHECK_H

#include <stdbool.h>
#include <stddef.h>

struct assess_section;
struct assessment;
struct profile;
struct profile_section;

/* Fewer clock samples than this say too little: their error is 10 %. */
#define CHECK_MIN_SAMPLES 100.0
/* Of fewer not even the order of sections holds: none is shown. */
#define CHECK_NO_SAMPLES 10.0
/* Where samples were not counted: PerfExpert 3.1's limit for a section. */
#define CHECK_MIN_RUNTIME_S 1.0
/* (largest - smallest) / largest over the runs */
#define CHECK_MAX_VARIATION 0.2
/* share of the clock samples */
#define CHECK_MAX_LOST 0.05

/*
 * check_time_event - index of the event that ranks sections, or -1
 *
 * TOT_CYC, or CPU_TIME where an HPCToolkit database holds nothing better
 */
int check_time_event(const struct profile *p);

/*
 * check_samples - clock samples of a section's time, NAN when not known
 *
 * From the section's sample counts, or from its cycles and their period.
 */
double check_samples(const struct profile *p, const struct profile_section *s);

/* check_period - events for each sample; NAN for an event that was not sampled
 */
double check_period(const struct profile *p, size_t event);

/* check_hopeless - too few clock samples in the whole program to say where its
 * time goes */
bool check_hopeless(const struct profile *p);

/*
 * check_variation - how much n values differ between runs
 *
 *      (largest - smallest) / largest; NAN for fewer than two measured values
 *
 * samples: of all values together, or NAN. A difference that is less than
 *          two standard deviations of what so many samples give is chance: 0.
 */
double check_variation(const double *values, size_t n, double samples);

/* CHECK_WARN - add a warning of input i to the list `to`; id: the category that
 * is uncertain, or NULL. Needs assessment.h. */
#define CHECK_WARN(a, to, kind, i, id, ...)                                    \
	assess_warn(a, to,                                                     \
	            &(struct assess_warning){                                  \
			    .check = (kind), .input = (i), .category = (id) }, \
	            __VA_ARGS__)

/* check_input - warnings and notes about input i as a whole */
void check_input(struct assessment *a, size_t i);

/* check_pair - warnings and notes about comparing the two inputs */
void check_pair(struct assessment *a);

/*
 * check_section - warnings about a shown section in input i
 *
 * Counts contradict each other when a relation of arch/events.lua does not
 * hold by more than its tolerance, and by more than two standard deviations
 * where events were sampled.
 * Few samples of a category: see confidence.h.
 * Its events are evaluated; variation is only looked at when the section
 * takes at least the threshold of the runtime.
 */
void check_section(struct assessment *a, struct assess_section *s, size_t i);

#endif
