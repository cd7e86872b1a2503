#include "build_notes.h"

#include <inttypes.h>

#include "base/banned.h"
#include "build_open.h"
#include "measure/attribute/attribution.h"
#include "measure/collect/clock/native.h"
#include "measure/collect/simulate/extrapolate/work.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "measure/run/session.h"
#include "profile/profile.h"

static bool about(double a, double b)
{
	return a > 0.8 * b && a < 1.25 * b;
}

enum {
	SAME_WORK = 20
}; /* counts with a smaller relative difference, 1 / this, are equal */

/*
 * A program that runs for a fixed time ends at about its native time by the
 * simulated clock. For any other, that clock is an estimate, mostly further
 * away from the native time.
 */
static bool ended_in_time(const struct notes_source *of)
{
	const struct launch_result *native = &of->native->runs[0].launch;
	const double cpu_s = native->user_s + native->sys_s;

	for (size_t i = 0; i < of->sim->n; i++) {
		const struct simout *o = of->sim->outs[i];

		if (o->clock_reads && (about(o->clock_cpu_s, cpu_s) ||
		                       about(o->clock_cpu_s, native->wall_s)))
			return true;
	}
	return false;
}

static void note_work(struct profile *p, const struct notes_source *of)
{
	const uint64_t a = of->work->native, b = of->work->simulated;
	const uint64_t apart = a > b ? a - b : b - a;

	/* it ended differently, which explains the difference */
	if (of->sim && of->sim->problem)
		return;
	if (of->work->known && apart > (a > b ? a : b) / SAME_WORK)
		profile_note(
			p,
			"the simulated run did a different amount of work "
			"(%" PRIu64 " iterations of a loop, %" PRIu64
			" natively): counts and times do not match, and "
			"overall is off by as much. If the program runs for a "
			"fixed time or uses an unseeded generator, fix the "
			"work or the seed%s",
			b, a,
			p->threads > 1
				? "; the order of its threads may change the "
				  "work, too"
				: "");
	else if (!of->work->known && of->sim && ended_in_time(of))
		profile_note(p, "the program reads the clock: if it runs for a "
		                "fixed time, the simulated run did less work "
		                "than the native ones, and overall is off by "
		                "as much: fix the work instead");
}

/* Whether --limit ended the runs: time and events are then of a part. */
static void note_limit(struct profile *p, const struct notes_source *of,
                       double limit_s)
{
	bool simulated = of->sim && of->sim->launch.limited;

	for (size_t i = 0; of->sim && i < of->sim->n; i++)
		simulated |= of->sim->outs[i]->end == SIM_END_LIMIT;
	if (of->native->runs[0].launch.limited)
		profile_note(p,
		             "the limit of %g s stopped the program: the time "
		             "is that of its first part",
		             limit_s);
	if (simulated)
		profile_note(p,
		             "the limit of %g s stopped the simulated run: the "
		             "events are those of its first part",
		             limit_s);
}

void build_notes(struct attribution *b, const struct notes_source *of)
{
	const struct native *n = of->native;
	const struct simulation *sim = of->sim;
	struct profile *p = b->p;

	if (n->why_not[0])
		profile_note(p, "time is from %s, because %s", n->sampler->name,
		             n->why_not);
	if (b->s->program.script)
		profile_note(p, "the program is a script: its interpreter and "
		                "the processes that it starts are measured");
	if (b->s->once)
		profile_note(p, "the launcher started perfexpert-run, so each "
		                "rank ran only once and only the time was "
		                "measured: put perfexpert-run in front of the "
		                "launcher to measure events, too");
	else if (!sim || !sim->n)
		profile_note(p, "only the time was measured%s%s",
		             sim && sim->problem ? ": " : "",
		             sim && sim->problem ? sim->problem : "");
	else if (sim->problem)
		profile_note(p, "%s", sim->problem);
	if (sim && sim->note)
		profile_note(p, "%s", sim->note);
	if (sim && sim->not_simulated)
		profile_note(
			p,
			"%" PRIu64 " short processes were not simulated: "
			"each is counted like one of the %zu simulated ones "
			"that ran the same program "
			"(--effort full simulates all)",
			sim->not_simulated, sim->simulated_often);
	note_limit(p, of, b->s->limit_s);
	open_notes(p, b, of->steer);
	note_work(p, of);
}
