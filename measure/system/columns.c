#include "columns.h"

#include <math.h>

#include "arch/machine.h"
#include "arch/metrics.h"
#include "base/banned.h"
#include "missing.h"

_Static_assert((int)PROCESS_COUNTS <= (int)SYSTEM_COUNTS,
               "a reading holds both");

static const double mega = 1e-6;
static const char no_schedstat[] =
	"the kernel keeps no statistics of its scheduler (schedstat)";
static const char others_io[] = "only its owner and root may read it";

#define LEVEL(id, heading, label, unit, at, scale, width, digits)              \
	{                                                                      \
		id, heading, label, unit, COLUMN_LEVEL, at, scale, width,      \
			digits, NULL                                           \
	}
#define SHARE(id, heading, label, kind, at, width)                             \
	{                                                                      \
		id, heading, label, "%", kind, at, 100, width, 1, NULL         \
	}
#define RATE(id, heading, label, unit, at, scale, width)                       \
	{                                                                      \
		id, heading, label, unit, COLUMN_RATE, at, scale, width, 0,    \
			NULL                                                   \
	}

static const struct column of_system[] = {
	LEVEL("runnable", "ready", "ready to run", "tasks", SYSTEM_RUNNABLE, 1,
	      6, 0),
	LEVEL("blocked", NULL, "waiting for devices", "tasks", SYSTEM_BLOCKED,
	      1, 0, 0),
	SHARE("user", "user%", "programs", COLUMN_TICKS, SYSTEM_USER, 7),
	SHARE("system", "sys%", "system and interrupts", COLUMN_TICKS,
	      SYSTEM_SYSTEM, 6),
	SHARE("idle", "idle%", "idle", COLUMN_TICKS, SYSTEM_IDLE, 7),
	SHARE("iowait", "wait%", "idle, waiting for devices", COLUMN_TICKS,
	      SYSTEM_IOWAIT, 6),
	SHARE("steal", "steal%", "taken by the host", COLUMN_TICKS,
	      SYSTEM_STEAL, 7),
	{ "queue", "queue%", "tasks that waited for a processor", "%",
	  COLUMN_ALL, SYSTEM_QUEUE, 100, 7, 1, no_schedstat },
	RATE("switches", "switch/s", "context switches", "/s", SYSTEM_SWITCHES,
	     1, 10),
	RATE("interrupts", NULL, "interrupts", "/s", SYSTEM_INTERRUPTS, 1, 0),
	RATE("forks", NULL, "processes and threads started", "/s", SYSTEM_FORKS,
	     1, 0),
	RATE("faults", "fault/s", "page faults", "/s", SYSTEM_FAULTS, 1, 10),
	RATE("major", NULL, "page faults with input", "/s", SYSTEM_MAJOR, 1, 0),
	RATE("read", NULL, "read from devices", "MB/s", SYSTEM_READ, mega, 0),
	RATE("written", NULL, "written to devices", "MB/s", SYSTEM_WRITTEN,
	     mega, 0),
	RATE("swap_in", NULL, "swapped in", "MB/s", SYSTEM_SWAP_IN, mega, 0),
	RATE("swap_out", NULL, "swapped out", "MB/s", SYSTEM_SWAP_OUT, mega, 0),
	LEVEL("used", "used MB", "memory in use", "MB", SYSTEM_USED, mega, 9,
	      0),
	LEVEL("available", NULL, "memory available", "MB", SYSTEM_AVAILABLE,
	      mega, 0, 0),
};

static const struct column of_process[] = {
	LEVEL("threads", "thr", "threads", "threads", PROCESS_THREADS, 1, 4, 0),
	SHARE("user", "user%", "the program", COLUMN_ONE, PROCESS_USER, 7),
	SHARE("system", "sys%", "the system for it", COLUMN_ONE, PROCESS_SYSTEM,
	      6),
	{ "iowait", "wait%", "waiting for devices", "%", COLUMN_ONE,
	  PROCESS_IOWAIT, 100, 6, 1, "kernel.task_delayacct is 0" },
	{ "queue", "queue%", "waiting for a processor", "%", COLUMN_ONE,
	  PROCESS_QUEUE, 100, 7, 1, no_schedstat },
	RATE("yields", "yield/s", "context switches because it waits", "/s",
	     PROCESS_YIELDS, 1, 8),
	RATE("taken", "taken/s", "context switches because others run", "/s",
	     PROCESS_TAKEN, 1, 8),
	RATE("faults", "fault/s", "page faults", "/s", PROCESS_FAULTS, 1, 8),
	RATE("major", NULL, "page faults with input", "/s", PROCESS_MAJOR, 1,
	     0),
	{ "read", NULL, "read from devices", "MB/s", COLUMN_RATE, PROCESS_READ,
	  mega, 0, 0, others_io },
	{ "written", NULL, "written to devices", "MB/s", COLUMN_RATE,
	  PROCESS_WRITTEN, mega, 0, 0, others_io },
	LEVEL("resident", "RSS MB", "resident memory", "MB", PROCESS_RESIDENT,
	      mega, 7, 0),
};

/* Of the metrics these are in the table. */
static const struct {
	const char *id, *heading;
	int digits;
} shown[] = {
	{ "clock", "MHz", 0 },
	{ "cpi", "CPI", 2 },
	{ "mips", "MIPS", 0 },
	{ "mflops", "MFLOPS", 0 },
	{ "memory_bandwidth", "mem MB/s", 0 },
};

/* Two readings, for formulas. */
struct span {
	const struct columns *c;
	const struct system_counts *from, *to;
	double elapsed_s, user_s, system_s;
};

static double of_span(const void *ctx, const char *name)
{
	const struct span *s = ctx;

	if (strcmp(name, "WALL_TIME") == 0)
		return s->elapsed_s;
	if (strcmp(name, "USER_TIME") == 0)
		return s->user_s;
	if (strcmp(name, "SYS_TIME") == 0)
		return s->system_s;
	for (size_t i = 0; i < s->c->nevents; i++) {
		if (strcmp(name, s->c->events[i]) == 0)
			return s->to->event[i] - s->from->event[i];
	}
	return NAN;
}

/* Does the formula need counts, and are they counted? */
static double all_known(const void *ctx, const char *name)
{
	static const struct system_counts none;
	const struct span one = { ctx, &none, &none, 1, 1, 1 };

	return of_span(&one, name);
}

static void add(struct columns *c, const struct column *from)
{
	if (c->n < COLUMNS_MOST)
		c->c[c->n++] = *from;
}

static void add_metric(struct columns *c, const struct lcpi_category *metric,
                       size_t category)
{
	const struct columns none = { 0 };
	struct column to = { .id = metric->id,
		             .label = metric->label,
		             .unit = metric->unit,
		             .kind = COLUMN_METRIC,
		             .at = category,
		             .digits = 3 };

	if (!lcpi_formula_used(c->m, category, all_known, c, NULL) ||
	    lcpi_formula_used(c->m, category, all_known, &none, NULL))
		return;
	for (size_t i = 0; i < sizeof(shown) / sizeof(*shown); i++) {
		if (strcmp(shown[i].id, metric->id) == 0) {
			to.heading = shown[i].heading;
			to.digits = shown[i].digits;
			to.width = 9;
		}
	}
	add(c, &to);
}

void columns_init(struct columns *c, const struct machine *m,
                  const struct system_counters *counters, bool processes)
{
	const struct lcpi_category *list;
	const size_t nmetrics = metrics(m, &list);

	const size_t nfixed = processes
	                              ? sizeof(of_process) / sizeof(*of_process)
	                              : sizeof(of_system) / sizeof(*of_system);

	*c = (struct columns){ .m = m, .processes = processes };
	c->nevents = system_counters_names(counters, &c->events);
	for (size_t i = 0; i < nfixed; i++)
		add(c, processes ? &of_process[i] : &of_system[i]);
	for (size_t i = 0; i < c->nevents; i++)
		add(c, &(struct column){ .id = c->events[i],
		                         .label = c->events[i],
		                         .unit = "",
		                         .kind = COLUMN_EVENT,
		                         .at = i });
	for (size_t i = 0; c->nevents && i < nmetrics; i++)
		add_metric(c, &list[i], metrics_category(m, i));
}

/* Nothing that was counted goes back; a clock's correction is no value. */
static double grown(const struct reading_of *from, const struct reading_of *to,
                    size_t at)
{
	return fmax(0, to->v[at] - from->v[at]) + 0 * (to->v[at] - from->v[at]);
}

static double ticks(const struct reading_of *from, const struct reading_of *to)
{
	double sum = 0;

	for (size_t i = SYSTEM_USER; i <= SYSTEM_STEAL; i++)
		sum += grown(from, to, i);
	return sum;
}

static double value(const struct columns *c, const struct column *col,
                    const struct reading_of *from, const struct reading_of *to,
                    unsigned cpus)
{
	const size_t user = c->processes ? (size_t)PROCESS_USER : SYSTEM_USER;
	const struct span span = { .c = c,
		                   .from = &from->counts,
		                   .to = &to->counts,
		                   .elapsed_s = to->at_s - from->at_s,
		                   .user_s = grown(from, to, user),
		                   .system_s = grown(from, to, user + 1) };

	switch (col->kind) {
	case COLUMN_LEVEL:
		return to->v[col->at] * col->scale;
	case COLUMN_RATE:
	case COLUMN_ONE:
		return grown(from, to, col->at) * col->scale / span.elapsed_s;
	case COLUMN_ALL:
		return grown(from, to, col->at) * col->scale /
		       (span.elapsed_s * cpus);
	case COLUMN_TICKS:
		return grown(from, to, col->at) * col->scale / ticks(from, to);
	case COLUMN_EVENT:
		return span.to->event[col->at] - span.from->event[col->at];
	case COLUMN_METRIC:
		return lcpi_eval(c->m, col->at, of_span, &span);
	}
	return NAN;
}

void columns_missing(const struct columns *c, const struct reading_of *r,
                     struct missing *m)
{
	for (size_t i = 0; i < c->n && c->c[i].kind < COLUMN_EVENT; i++) {
		const struct column *col = &c->c[i];

		if (isnan(r->v[col->at]))
			missing_add(m, col->label,
			            col->why ? col->why
			                     : "the kernel does not say");
	}
}

void columns_values(const struct columns *c, const struct reading_of *from,
                    const struct reading_of *to, unsigned cpus, double *values)
{
	for (size_t i = 0; i < c->n; i++)
		values[i] = value(c, &c->c[i], from, to, cpus);
}
