#include "measurement.h"

#include <libxml/xmlreader.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "elements.h"
#include "mpi.h"
#include "ports.h"
#include "profile.h"
#include "spread.h"

#define COUNT(a) (sizeof(a) / sizeof(*(a)))

static int read_event(struct elements *in, struct profile *p)
{
	const char *event = NULL, *native = NULL, *how = "counted";
	const char *ranks = NULL;
	size_t i;
	const struct element_field fields[] = {
		{ .name = "name", .text = &event },
		{ .name = "native", .text = &native },
		{ .name = "how", .text = &how },
		{ .name = "ranks", .text = &ranks },
	};
	int h = PROFILE_COUNTED;

	if (elements_fields(in, fields, COUNT(fields)) != 0)
		return -1;
	if (!event || !*event)
		return elements_fail(in, "an event without a name");
	while (h <= PROFILE_ESTIMATED &&
	       strcmp(how, profile_how_name((enum profile_how)h)) != 0)
		h++;
	if (h > PROFILE_ESTIMATED)
		return elements_fail(
			in, "'%s' is not a known source of an event", how);
	if (profile_event(p, event) >= 0)
		return elements_fail(in, "event '%s' is given twice", event);
	if (p->nevents == PROFILE_MAX_EVENTS)
		return elements_fail(in, "too many events");
	if (p->nruns)
		return elements_fail(in, "an event after the runs");
	i = profile_event_add(p, event, native, (enum profile_how)h);
	p->events[i].ranks = ranks;
	return elements_skip(in);
}

static int read_run(struct elements *in, struct profile *p)
{
	int depth = xmlTextReaderDepth(in->xml);
	bool empty = xmlTextReaderIsEmptyElement(in->xml) != 0;
	struct profile_run *run;
	int rc;

	if (p->nruns == PROFILE_MAX_RUNS)
		return elements_fail(in, "too many runs");
	run = profile_run_add(p);
	const struct element_field fields[] = {
		{ .name = "purpose", .text = &run->purpose },
		{ .name = "command", .text = &run->command },
		{ .name = "wall-s", .count = &run->wall_s },
		{ .name = "user-s", .count = &run->user_s },
		{ .name = "sys-s", .count = &run->sys_s },
		{ .name = "peak-bytes", .count = &run->peak_bytes },
		{ .name = "exit-status", .status = &run->exit_status },
		{ .name = "signal", .status = &run->signal },
		{ .name = "limited", .flag = &run->limited },
		{ .name = "samples", .count = &run->samples },
		{ .name = "lost", .count = &run->lost },
		{ .name = "clock-hz", .count = &run->clock_hz },
	};
	if (elements_fields(in, fields, COUNT(fields)) != 0)
		return -1;
	while (!empty && (rc = elements_next(in, depth)) != 0) {
		const char *n = elements_name(in);
		double *list = strcmp(n, "totals") == 0    ? run->total
		               : strcmp(n, "periods") == 0 ? run->period
		                                           : NULL;

		if (rc < 0 || (list ? elements_list(in, list, p->nevents)
		                    : elements_skip(in)) != 0)
			return -1;
	}
	return 0;
}

/* <arg value="..."/> and <note text="..."/> */
static int read_word(struct elements *in, struct profile *p, const char *attr)
{
	const char *text = "";
	const struct element_field field = { .name = attr, .text = &text };

	if (elements_fields(in, &field, 1) != 0)
		return -1;
	if (strcmp(attr, "text") == 0) {
		profile_note(p, "%s", text);
	} else if (p->nargs >= PROFILE_MAX_ARGS) {
		return elements_fail(in, "too many arguments");
	} else {
		profile_arg_add(p, text);
	}
	return elements_skip(in);
}

/* The elements of a <measurement> */
static int read_of_measurement(struct elements *in, struct profile *p)
{
	const char *n = elements_name(in);

	if (strcmp(n, "event") == 0)
		return read_event(in, p);
	if (strcmp(n, "run") == 0)
		return read_run(in, p);
	if (strcmp(n, "thread") == 0)
		return spread_read_thread(in, p);
	if (strcmp(n, "port") == 0)
		return ports_read_xml(in, p);
	if (strcmp(n, "mpi") == 0)
		return mpi_read(in, p);
	if (strcmp(n, "arg") == 0)
		return read_word(in, p, "value");
	if (strcmp(n, "note") == 0)
		return read_word(in, p, "text");
	return elements_skip(in);
}

int measurement_read(struct elements *in, struct profile *p)
{
	int depth = xmlTextReaderDepth(in->xml);
	bool empty = xmlTextReaderIsEmptyElement(in->xml) != 0;
	const struct element_field fields[] = {
		{ .name = "program", .text = &p->program },
		{ .name = "build-id", .text = &p->build_id },
		{ .name = "host", .text = &p->host },
		{ .name = "cpu", .text = &p->cpu },
		{ .name = "start", .text = &p->start },
		{ .name = "collector", .text = &p->collector },
		{ .name = "collector-version", .text = &p->collector_version },
		{ .name = "machine", .text = &p->machine },
		{ .name = "estimated", .flag = &p->estimated },
		{ .name = "clock-hz", .count = &p->clock_hz },
		{ .name = "runtime-s", .count = &p->runtime_s },
		{ .name = "memory-latency-ns", .count = &p->memory_latency_ns },
		{ .name = "memory-line-ns", .count = &p->memory_line_ns },
		{ .name = "l3-latency-ns", .count = &p->l3_latency_ns },
		{ .name = "l3-line-ns", .count = &p->l3_line_ns },
		{ .name = "memory-random-ns", .count = &p->memory_random_ns },
		{ .name = "l3-random-ns", .count = &p->l3_random_ns },
		{ .name = "walk-ns", .count = &p->walk_ns },
		{ .name = "walk-large-ns", .count = &p->walk_large_ns },
		{ .name = "fresh-ns", .count = &p->fresh_ns },
		{ .name = "fresh-large-ns", .count = &p->fresh_large_ns },
		{ .name = "memory-given-back", .count = &p->memory_given_back },
		{ .name = "l3-others-ns", .count = &p->l3_others_ns },
		{ .name = "threads", .count = &p->threads },
		{ .name = "ranks", .count = &p->ranks },
		{ .name = "processors", .count = &p->processors },
		{ .name = "counter-set", .count = &p->counter_set },
		{ .name = "simulated-share", .count = &p->simulated_share },
		{ .name = "simulated-error", .count = &p->simulated_error },
		{ .name = "simulated-bars", .count = &p->simulated_bars },
	};
	int rc;

	if (elements_fields(in, fields, COUNT(fields)) != 0)
		return -1;
	while (!empty && (rc = elements_next(in, depth)) != 0) {
		if (rc < 0 || read_of_measurement(in, p) < 0)
			return -1;
	}
	return 0;
}
