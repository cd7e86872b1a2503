/*
 * The collector that needs no counters: time from native clock samples, the
 * other events from one simulated pass.
 */
#include <math.h>

#include "base/banned.h"
#include "base/err.h"
#include "build.h"
#include "native.h"
#include "profile/profile.h"
#include "session.h"
#include "simulate.h"

/* A simulated pass takes about this many times the native CPU time. */
static const double typical_slowdown = 40;

static struct profile *collect(struct session *s, struct err *err)
{
	struct native n;
	struct simulation sim = { 0 };
	struct profile *p = NULL;
	bool simulated = false;

	if (native_measure(s, &n, err) != 0)
		goto out;
	if (!s->interrupted && !s->exit_signal) {
		const struct launch_result *r = &n.runs[0].launch;

		if (simulate_run(s, &sim,
		                 (r->user_s + r->sys_s) * typical_slowdown,
		                 err) != 0)
			goto build;
		simulated = true;
	}
build:
	p = build_profile(s, &n, simulated ? &sim : NULL);
out:
	simulate_release(&sim);
	native_release(&n);
	return p;
}

const struct collector collector_simulate = {
	.name = "simulate",
	.what = "clock samples and one pass of our Valgrind tool",
	.usable = simulate_usable,
	.collect = collect,
};
