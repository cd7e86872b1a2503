#include "native_metrics.h"

#include <strings.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "measure/attribute/canonical.h"
#include "measure/plan/plan.h"
#include "profile/import/hpctoolkit.h"

/* hpcrun's timers are asked for in microseconds; what a database says. */
static const struct {
	const char *suffix;
	double to_us;
} units[] = {
	{ " (sec)", 1e6 },
	{ " (usec)", 1 },
	{ " (us)", 1 },
};

static const char *bare(const char *name)
{
	const char *p;

	while ((p = strstr(name, "::")))
		name = p + 2;
	return name;
}

static bool same(const char *name, size_t n, const char *native)
{
	native = bare(native);
	return strlen(native) == n && strncasecmp(name, native, n) == 0;
}

/* The length of a name without its unit, and what the unit is in us. */
static size_t without_unit(const char *name, double *to_us)
{
	size_t n = strlen(name);

	*to_us = 1;
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		size_t len = strlen(units[i].suffix);

		if (n > len && strcmp(name + n - len, units[i].suffix) == 0) {
			*to_us = units[i].to_us;
			return n - len;
		}
	}
	return n;
}

const struct machine_native *metrics_native(const struct machine *m,
                                            const char *name)
{
	const struct machine_event *list;
	const struct machine_native *preset = NULL;
	size_t nevents = machine_events(m, &list), n;
	double unit;

	name = bare(name);
	n = without_unit(name, &unit);
	for (size_t i = 0; i < nevents; i++) {
		for (size_t k = 0; k < list[i].nnatives; k++) {
			const struct machine_native *one = list[i].natives[k];

			if (same(name, n, one->name))
				return one;
			if (one->papi && same(name, n, one->papi))
				preset = one;
		}
	}
	return preset;
}

static double period_of(const struct plan *plan, const struct machine_native *n)
{
	for (size_t i = 0; plan && i < plan->nruns; i++) {
		for (size_t k = 0; k < plan->runs[i].ncounts; k++) {
			if (plan->runs[i].counts[k].native == n)
				return plan->runs[i].counts[k].period;
		}
	}
	return 0;
}

bool metrics_translate(void *ctx, const char *name,
                       struct hpctoolkit_metric *metric)
{
	const struct metrics *t = ctx;
	const struct machine_native *n = metrics_native(t->machine, name);
	const struct machine_event *event;
	double period, unit;

	if (!n)
		return false;
	without_unit(name, &unit);
	event = canonical_alone(t->machine, n);
	metric->name = event ? event->name : n->name;
	metric->scale =
		unit * (event ? canonical_constant(t->machine, event) : 1);
	period = period_of(t->plan, n);
	if (period > 0)
		metric->period = period / unit;
	return true;
}
