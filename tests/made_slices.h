/*
 * made_slices.h - slices of a simulated pass, made up: for the tests of what is
 * watched, and of when that is enough
 */
#ifndef PERFEXPERT_TESTS_MADE_SLICES_H
#define PERFEXPERT_TESTS_MADE_SLICES_H

#include <stddef.h>
#include <stdint.h>

#include "arch/machine.h"
#include "base/err.h"
#include "check.h"
#include "measure/collect/simulate/sample/settle.h"
#include "measure/collect/simulate/protocol/sim_events.h"
#include "profile/profile.h"

enum { SLICE = 1000000 };

static inline struct machine *zen3(void)
{
	struct machine *m;
	struct err err = { 0 };

	ck_assert_msg(machine_load(&m, "zen3", &err) == 0, "%s", err.msg);
	return m;
}

static inline size_t event(const struct machine *m, const char *name)
{
	struct profile *p = profile_new();
	int at;

	sim_events_add(p, machine_geometry(m), false);
	at = profile_event(p, name);
	profile_free(p);
	ck_assert_int_ge(at, 0);
	return (size_t)at;
}

/* A slice with so many loads from memory in a thousand instructions; of one
 * machine for all tests, whose events are looked up once. */
static inline void add(struct settle *s, const struct machine *m,
                       size_t section, double per_thousand)
{
	static size_t loads, misses;
	double events[SIM_EVENTS_MAX] = { 0 };

	if (loads == misses) {
		loads = event(m, "L1_DCA");
		misses = event(m, "L3_DCM");
	}
	events[0] = SLICE;
	events[loads] = 0.05 * SLICE;
	events[misses] = per_thousand * SLICE / 1000;
	settle_add(s, section, events);
}

/* Pseudo-random numbers, the same everywhere: 0..1 */
static inline double draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 40) / (1 << 24);
}

#endif
