/* plan_period.c - sampling periods */
#include "plan.h"

#include <math.h>
#include <strings.h>

#include "arch/events.h"
#include "arch/machine.h"
#include "base/banned.h"

/*
 * How often code has an event, per cycle, at most by and large: periods in this
 * relation give about as many samples of each. Source: the periods with which
 * PerfExpert measured on Ranger (13000027 cycles : 5300003 L1 accesses :
 * 1300021 L2 accesses : 510007 misses : 2300017 branches : 5300003 FP).
 */
static const struct {
	const char *event;
	double per_cycle;
} rates[] = {
	{ "TOT_CYC", 1 },   { "TOT_INS", 1 },    { "L1_DCA", 0.41 },
	{ "LD_INS", 0.41 }, { "ST_INS", 0.18 },  { "L1_ICA", 0.41 },
	{ "L2_DCA", 0.1 },  { "L2_ICA", 0.1 },   { "L3_DCA", 0.039 },
	{ "BR_INS", 0.18 }, { "BR_CND", 0.18 },  { "BR_TAKEN", 0.18 },
	{ "FP_INS", 0.41 }, { "FAD_INS", 0.41 }, { "FML_INS", 0.41 },
	{ "FLOPS", 0.41 },  { "SYS_CYC", 1 },
};
static const double rate_of_misses = 0.039;

/* What the kernel counts. Clocks count nanoseconds, hpcrun's microseconds. */
static const struct {
	const char *name;
	double clock_hz; /* 0: no clock */
	double period, per_s;
} software[] = {
	{ "cpu-clock", 1e9, 0, 0 },
	{ "task-clock", 1e9, 0, 0 },
	{ "PERF_COUNT_SW_CPU_CLOCK", 1e9, 0, 0 },
	{ "PERF_COUNT_SW_TASK_CLOCK", 1e9, 0, 0 },
	{ "CPUTIME", 1e6, 0, 0 },
	{ "REALTIME", 1e6, 0, 0 },
	/* rare: every one, or nearly */
	{ "page-faults", 0, 7, 100 },
	{ "faults", 0, 7, 100 },
	{ "minor-faults", 0, 7, 100 },
	{ "PERF_COUNT_SW_PAGE_FAULTS", 0, 7, 100 },
	{ "PERF_COUNT_SW_PAGE_FAULTS_MIN", 0, 7, 100 },
	{ "major-faults", 0, 1, 1 },
	{ "PERF_COUNT_SW_PAGE_FAULTS_MAJ", 0, 1, 1 },
	{ "context-switches", 0, 1, 10 },
	{ "cs", 0, 1, 10 },
	{ "PERF_COUNT_SW_CONTEXT_SWITCHES", 0, 1, 10 },
	{ "cpu-migrations", 0, 1, 1 },
	{ "migrations", 0, 1, 1 },
	{ "PERF_COUNT_SW_CPU_MIGRATIONS", 0, 1, 1 },
	{ "cgroup-switches", 0, 1, 1 },
	{ "alignment-faults", 0, 1, 1 },
	{ "emulation-faults", 0, 1, 1 },
};

enum { NRATES = sizeof(rates) / sizeof(*rates) };
enum { NSOFTWARE = sizeof(software) / sizeof(*software) };

static const char *bare_name(const char *name)
{
	return strncasecmp(name, "perf::", 6) == 0 ? name + 6 : name;
}

static int find_software(const struct machine_native *n)
{
	for (int i = 0; i < NSOFTWARE; i++) {
		if (strcasecmp(software[i].name, bare_name(n->name)) == 0 ||
		    (n->perf && strcasecmp(software[i].name, n->perf) == 0))
			return i;
	}
	return -1;
}

bool plan_software(const struct machine_native *n)
{
	return find_software(n) >= 0;
}

void plan_each(struct plan_count *c)
{
	int i = find_software(c->native);

	if (i < 0 || software[i].clock_hz != 0)
		return;
	c->period = 1;
	c->per_s = software[i].per_s;
}

static bool is_prime(uint64_t n)
{
	if (n < 4)
		return n >= 2;
	if (n % 2 == 0)
		return false;
	for (uint64_t d = 3; d <= n / d; d += 2) {
		if (n % d == 0)
			return false;
	}
	return true;
}

double plan_prime(double n)
{
	/* no period is longer, and a double holds each number up to it */
	const double most = (double)((uint64_t)1 << 48);
	uint64_t prime = (uint64_t)fmin(fmax(2, ceil(n)), most);

	while (!is_prime(prime))
		prime++;
	return (double)prime;
}

/*
 * What accounts for cycles: a cause has half of them at most, by and large, and
 * the half of what four operations a cycle could be.
 */
static double rate_of(const struct machine *m, const char *name)
{
	const struct event *e = events_find(machine_catalogue(m), name);

	for (size_t k = 0; k < NRATES; k++) {
		if (strcmp(rates[k].event, name) == 0)
			return rates[k].per_cycle;
	}
	if (e && strcmp(e->group, "accounting") == 0) {
		if (strcmp(e->unit, "cycles") == 0)
			return 0.5;
		if (strcmp(e->unit, "slots") == 0)
			return 2;
	}
	return rate_of_misses;
}

void plan_period(struct plan_count *c, const struct machine *m,
                 const char *event, double rate)
{
	int i = find_software(c->native);
	double per_s = machine_param(m, "CPU_freq") * rate_of(m, event);

	if (i >= 0 && software[i].clock_hz == 0) {
		c->period = software[i].period;
		c->per_s = software[i].per_s / c->period;
		return;
	}
	if (i >= 0)
		per_s = software[i].clock_hz;
	c->period = plan_prime(per_s / rate);
	c->per_s = per_s / c->period;
}
