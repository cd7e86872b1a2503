/*
 * Speedscope's file format (its file-format-schema.json): a profile of the call
 * stacks, and one for each thread of what it did over time, where there is a
 * time line. Times are in seconds.
 */
#include "formats.h"

#include <stdint.h>
#include <stdlib.h>

#include "bars.h"
#include "base/banned.h"
#include "base/json_writer.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/assessment.h"
#include "diagnose/phases.h"
#include "report/phases.h"
#include "stacks.h"

#ifndef PERFEXPERT_VERSION
#define PERFEXPERT_VERSION "unknown"
#endif

/* A stack's numbers of frames, and what it weighs */
struct sample {
	size_t n;
	size_t *frame;
	double time_s;
};

struct scope {
	const struct assessment *a;
	struct json j; /* the frames */
	struct strbuf b;
	struct map *frames; /* numbers from 1 on, by name and module */
	struct sample *samples;
	size_t n, cap;
	struct json *profiles;
};

/* The number of a frame, which is written where it is new */
static size_t frame(struct scope *s, const char *name, const char *module,
                    const struct assess_section *section)
{
	struct strbuf key = STRBUF_INIT;
	uintptr_t number;

	strbuf_addf(&key, "%s\n%s", name, module);
	number = (uintptr_t)map_get(s->frames, key.s);
	if (!number) {
		number = map_size(s->frames) + 1;
		map_put(s->frames, key.s, (void *)number);
		json_line(&s->j);
		json_object(&s->j, NULL);
		json_text(&s->j, "name", name);
		if (section && section->file)
			json_text(&s->j, "file", section->file);
		else if (*module)
			json_text(&s->j, "file", module);
		if (section && section->file && section->line)
			json_number(&s->j, "line", section->line);
		json_end(&s->j);
	}
	strbuf_release(&key);
	return number - 1;
}

static void add_sample(void *ctx, const struct stack *stack, double time_s)
{
	struct scope *s = ctx;
	struct sample *one;

	s->samples =
		mem_grow(s->samples, &s->cap, s->n + 1, sizeof(*s->samples));
	one = &s->samples[s->n++];
	*one = (struct sample){ .n = stack->n, .time_s = time_s };
	one->frame = mem_alloc(stack->n, sizeof(*one->frame));
	for (size_t i = 0; i < stack->n; i++) {
		const struct stack_frame *of = &stack->frame[i];

		one->frame[i] = frame(s, of->name, of->module, of->section);
	}
}

static void start_profile(struct json *j, const char *type, const char *name,
                          double end_s)
{
	json_line(j);
	json_object(j, NULL);
	json_text(j, "type", type);
	json_text(j, "name", name);
	json_text(j, "unit", "seconds");
	json_number(j, "startValue", 0);
	json_number(j, "endValue", end_s);
}

static void add_stacks(struct json *j, const struct scope *s)
{
	double sum = 0;

	for (size_t i = 0; i < s->n; i++)
		sum += s->samples[i].time_s;
	start_profile(j, "sampled",
	              stacks_called(s->a) ? "call stacks" : "procedures, loops",
	              sum);
	json_array(j, "samples");
	for (size_t i = 0; i < s->n; i++) {
		json_array(j, NULL);
		for (size_t k = 0; k < s->samples[i].n; k++)
			json_number(j, NULL, (double)s->samples[i].frame[k]);
		json_end(j);
	}
	json_end(j);
	json_array(j, "weights");
	for (size_t i = 0; i < s->n; i++)
		json_number(j, NULL, s->samples[i].time_s);
	json_end(j);
	json_end(j);
}

static void add_event(void *ctx, const char *name, bool wait, bool begins,
                      double at_s)
{
	struct scope *s = ctx;

	(void)wait;
	json_object(s->profiles, NULL);
	json_text(s->profiles, "type", begins ? "O" : "C");
	json_number(s->profiles, "frame", (double)frame(s, name, "", NULL));
	json_digits(s->profiles, "at", at_s, 12);
	json_end(s->profiles);
}

static void add_threads(struct json *j, struct scope *s)
{
	struct timeline t;

	if (timeline_make(&t, s->a->in[0].profile) != 0)
		return;
	s->profiles = j;
	for (unsigned i = 0; i < t.threads; i++) {
		struct strbuf name = STRBUF_INIT;

		phases_thread_title(&name, s->a, 0, i);
		strbuf_adds(&name, " over time");
		start_profile(j, "evented", name.s, t.bins * t.bin_s);
		json_array(j, "events");
		bars_visit(s->a, &t, i, add_event, s);
		json_end(j);
		json_end(j);
		strbuf_release(&name);
	}
	timeline_release(&t);
}

static void release(struct scope *s)
{
	for (size_t i = 0; i < s->n; i++)
		free(s->samples[i].frame);
	free(s->samples);
	map_free(s->frames);
	strbuf_release(&s->b);
}

static void write_speedscope(const struct assessment *a,
                             const struct suggest *suggest,
                             const struct report_options *options, FILE *f)
{
	struct scope s = { .a = a, .b = STRBUF_INIT, .frames = map_new() };
	struct strbuf b = STRBUF_INIT;
	struct json j;

	(void)suggest;
	(void)options;
	/* frames are known when the profiles are written: they come after */
	json_init(&s.j, &s.b);
	json_object(&s.j, NULL);
	json_array(&s.j, "frames");
	stacks_visit(a, add_sample, &s);
	json_init(&j, &b);
	json_object(&j, NULL);
	json_text(&j, "$schema",
	          "https://www.speedscope.app/file-format-schema.json");
	json_text(&j, "exporter", "perfexpert " PERFEXPERT_VERSION);
	json_text(&j, "name", a->in[0].file);
	json_array(&j, "profiles");
	add_stacks(&j, &s);
	add_threads(&j, &s);
	json_end(&j);
	json_end(&s.j);
	json_end(&s.j);
	/* "shared" is the object of the frames */
	json_raw(&j, "shared", s.b.s);
	json_end(&j);
	strbuf_addc(&b, '\n');
	fwrite(b.s, 1, b.len, f);
	strbuf_release(&b);
	release(&s);
}

const struct report report_speedscope = { .name = "speedscope",
	                                  .details = true,
	                                  .whole = true,
	                                  .one = true,
	                                  .write = write_speedscope };
