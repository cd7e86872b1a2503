/*
 * constants - what sampling costs and how far it is off, for programs that are
 * made up: a line for each, "NAME COST ERROR SAID"; see bench/constants.sh
 *
 * A program has sections that run for a part of it, all the time or in turns,
 * with misses that stay, change steadily or by chance. Its native runs give
 * clock samples (timeline.h), its pass reports slices to steer.h, and does what
 * that says. COST is in native runs, with one to find the part where it was
 * ended. ERROR is by how many characters the bar of memory of a section that
 * matters is off, at most, or its length where the section was not seen. The
 * part is taken to be known exactly.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arch/bar_scale.h"
#include "arch/machine.h"
#include "base/err.h"
#include "base/mem.h"
#include "measure/collect/simulate/protocol/sim_events.h"
#include "measure/collect/simulate/sample/settle.h"
#include "measure/collect/simulate/sample/steer.h"
#include "measure/collect/simulate/sample/timeline.h"
#include "profile/profile.h"

enum { SECTIONS = 3, LIGHT_SLICES = 6, SAMPLES = 1000, PLACES = 8 };

/* Some of a program: the share of its run in which it is executed, in turns of
 * such a length if it is not 0, for such a share of each; its share of the
 * instructions then; misses of a thousand instructions at first and at last,
 * and by what chance changes them, relative. */
struct section {
	double from, to, turn, busy, weight, first, last, noise;
};

struct made {
	const char *name;
	double native_s, watched, light, clock; /* times native */
	struct section of[SECTIONS];
};

#define ALWAYS 0, 1, 0, 1

static const struct made programs[] = {
	{ "steady", 6, 30, 9, 1, { { ALWAYS, 1, 2, 2, 0.1 } } },
	{ "hits", 6, 25, 6, 1, { { ALWAYS, 1, 0, 0, 0 } } },
	{ "long", 60, 30, 9, 1, { { ALWAYS, 1, 2, 2, 0.1 } } },
	{ "short", 1, 30, 9, 1, { { ALWAYS, 1, 2, 2, 0.1 } } },
	{ "shorter", 0.4, 60, 30, 1, { { ALWAYS, 1, 2, 2, 0.1 } } },
	{ "noisy", 6, 30, 9, 1, { { ALWAYS, 1, 3, 3, 0.9 } } },
	{ "grows", 6, 30, 9, 1, { { ALWAYS, 1, 0, 5, 0.1 } } },
	{ "fades", 6, 30, 9, 1, { { ALWAYS, 1, 5, 1, 0.1 } } },
	{ "drifts", 20, 30, 9, 1, { { ALWAYS, 1, 2, 2.6, 0.1 } } },
	{ "setup",
	  6,
	  40,
	  9,
	  1,
	  { { 0, 0.1, 0, 1, 1, 6, 6, 0.2 }, { 0.1, 1, 0, 1, 1, 1, 1, 0.2 } } },
	{ "halves",
	  6,
	  40,
	  9,
	  1,
	  { { 0, 0.5, 0, 1, 1, 3, 3, 0.2 }, { 0.5, 1, 0, 1, 1, 1, 1, 0.2 } } },
	{ "late",
	  6,
	  40,
	  9,
	  1,
	  { { 0, 0.85, 0, 1, 1, 1, 1, 0.2 }, { 0.85, 1, 0, 1, 1, 4, 4, 0 } } },
	{ "late slow",
	  5,
	  60,
	  42,
	  1,
	  { { 0, 0.8, 0, 1, 1, 1, 1, 0.2 }, { 0.8, 1, 0, 1, 1, 4, 4, 0 } } },
	{ "short late",
	  1.5,
	  40,
	  9,
	  1,
	  { { 0, 0.85, 0, 1, 1, 1, 1, 0.2 }, { 0.85, 1, 0, 1, 1, 4, 4, 0 } } },
	{ "turns",
	  6,
	  30,
	  9,
	  1,
	  { { 0, 1, 0.1, 0.6, 1, 2, 2, 0.2 }, { ALWAYS, 0.3, 4, 4, 0.2 } } },
	{ "quick turns",
	  30,
	  30,
	  9,
	  1,
	  { { 0, 1, 0.013, 0.3, 1, 2, 2, 0.2 },
	    { 0, 1, 0.017, 0.2, 1, 5, 5, 0.2 },
	    { ALWAYS, 0.5, 1, 1, 0 } } },
	{ "small",
	  6,
	  30,
	  9,
	  1,
	  { { ALWAYS, 1, 1, 1, 0.2 }, { ALWAYS, 0.004, 200, 200, 0.2 } } },
	{ "rare",
	  10,
	  30,
	  9,
	  1,
	  { { ALWAYS, 1, 1, 1, 0.2 }, { 0, 1, 0.2, 0.03, 4, 6, 6, 0 } } },
	{ "slow clock", 10, 20, 3, 0.3, { { ALWAYS, 1, 2, 4, 0.2 } } },
	{ "fast clock", 10, 20, 3, 6, { { ALWAYS, 1, 2, 4, 0.2 } } },
	{ "growing turns",
	  12,
	  30,
	  9,
	  1,
	  { { ALWAYS, 1, 1, 4, 0.3 }, { 0, 1, 0.3, 0.4, 1, 0, 3, 0.5 } } },
};

/* Pseudo-random numbers, the same everywhere: 0..1 */
static double draw(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (double)(*state >> 40) / (1 << 24);
}

static double weight(const struct section *s, double at)
{
	if (!(s->weight > 0) || at < s->from || at >= s->to)
		return 0;
	if (s->turn > 0 && fmod(at - s->from, s->turn) >= s->busy * s->turn)
		return 0;
	return s->weight;
}

struct pass {
	const struct made *p;
	struct steer t;
	const struct machine *m;
	size_t misses; /* numbers of events */
	uint64_t random;
	double slices, at; /* in slices */
	double cost_s;
	/* instructions and misses of all of the run, of what the pass came to,
	 * and of what it watched */
	double all[SECTIONS][2], part[SECTIONS][2], seen[SECTIONS][2];
};

static double missed(const struct section *s, double at, double by)
{
	return (s->first + (s->last - s->first) * at) *
	       fmax(0, 1 + s->noise * (2 * by - 1));
}

/* A slice of the run: instructions and misses of each section */
static void slice(const struct pass *x, size_t number, double size,
                  double n[SECTIONS][2])
{
	const double at = (double)number / x->slices;
	uint64_t random = number * 0x9e3779b97f4a7c15u + 1;
	double sum = 0;

	for (int k = 0; k < SECTIONS; k++)
		sum += weight(&x->p->of[k], at);
	for (int k = 0; k < SECTIONS; k++) {
		const struct section *s = &x->p->of[k];

		draw(&random);
		n[k][0] = sum > 0 ? size * weight(s, at) / sum : 0;
		n[k][1] = n[k][0] / 1000 * missed(s, at, draw(&random));
	}
}

/* A miss of a thousand instructions makes them take so much longer. */
static const double each_miss = 0.2;

/* What two native runs' samples say */
static void find_needs(struct pass *x)
{
	struct timeline_sample *v = mem_alloc(2 * (size_t)SAMPLES, sizeof(*v));
	const size_t ends[] = { SAMPLES, 2 * (size_t)SAMPLES };
	struct timeline_need need[SECTIONS];
	struct watch *w = &x->t.watch;
	uint64_t random = 1;

	w->n = SECTIONS;
	w->v = mem_alloc(SECTIONS, sizeof(*w->v));
	for (size_t i = 0; i < 2 * (size_t)SAMPLES; i++) {
		const double at = (double)(i % SAMPLES) / SAMPLES;
		double time[SECTIONS], sum = 0, to;
		uint32_t k = 0;

		for (int j = 0; j < SECTIONS; j++) {
			const struct section *s = &x->p->of[j];

			time[j] = weight(s, at) *
			          (1 + each_miss * missed(s, at, 0.5));
			sum += time[j];
		}
		to = sum * draw(&random);
		while (k + 1 < SECTIONS && to >= time[k])
			to -= time[k++];
		w->v[k].share += 0.5 / SAMPLES;
		v[i] = (struct timeline_sample){
			k, k * PLACES + (uint32_t)(PLACES * draw(&random))
		};
	}
	timeline_needs(v, ends, 2, SECTIONS, need);
	for (int k = 0; k < SECTIONS; k++) {
		w->v[k].begins = need[k].begins;
		w->v[k].need = need[k].need;
		x->t.need = fmax(x->t.need,
		                 w->v[k].share < 0.05 ? 0 : need[k].need);
	}
	free(v);
}

static void begin(struct pass *x)
{
	struct err err = { 0 };
	int rc;

	x->t = (struct steer)STEER_INIT;
	x->t.native_s = x->p->native_s;
	x->t.late = true;
	find_needs(x);
	rc = x->p->native_s < 2
	             ? steer_begin_whole(&x->t, x->m, 0, true, &err)
	             : steer_begin(&x->t, x->m, SESSION_NORMAL, true, &err);
	if (rc != 0) {
		fprintf(stderr, "constants: %s\n", err.msg);
		exit(2);
	}
}

/* said: of each section instructions, misses, instructions last time */
static void report(const struct pass *x, int number, char mode,
                   double said[SECTIONS][3])
{
	const double native_s = x->at / x->slices * x->p->native_s;

	dprintf(x->t.slices_fd, "slice 1 %d %.0f %.0f 100 %c\n", number,
	        x->cost_s * 1000, native_s * 1000 * x->p->clock, mode);
	for (int k = 0; k < SECTIONS; k++) {
		if (said[k][0] > said[k][2])
			dprintf(x->t.slices_fd,
			        "s %d ex=%.0f ld=%.0f r1=%.0f r2=%.0f r3=%.0f "
			        "fp:0:0:0:0:0:0:0:0:0\n",
			        k + 1, said[k][0], said[k][0] / 20, said[k][1],
			        said[k][1], said[k][1]);
		said[k][2] = said[k][0];
	}
}

/* Does what the simulator does; true: it was ended. */
static bool run(struct pass *x)
{
	const double size = steer_slice(x->p->native_s);
	double said[SECTIONS][3] = { { 0 } };
	bool ended = false;
	char mode = 'g';

	x->slices = fmax(20, x->p->native_s * 1.5e9 / size);
	for (size_t i = 0; (double)i < x->slices; i++) {
		double n[SECTIONS][2];

		slice(x, i, size, n);
		for (int k = 0; k < SECTIONS; k++) {
			x->all[k][0] += n[k][0];
			x->all[k][1] += n[k][1];
		}
	}
	for (int number = 1; x->at < x->slices && !ended; number++) {
		const int slices = mode == 'l' ? LIGHT_SLICES : 1;
		char c = 0;

		for (int i = 0; i < slices; i++) {
			double n[SECTIONS][2];

			slice(x, (size_t)x->at + (size_t)i, size, n);
			for (int k = 0; k < SECTIONS; k++) {
				said[k][0] += n[k][0];
				said[k][1] += mode == 'g' ? n[k][1] : 0;
				x->part[k][0] += n[k][0];
				x->seen[k][0] += mode == 'g' ? n[k][0] : 0;
				x->seen[k][1] += mode == 'g' ? n[k][1] : 0;
			}
		}
		x->cost_s += slices * x->p->native_s / x->slices *
		             (mode == 'l' ? x->p->light : x->p->watched);
		x->at += slices;
		report(x, number, mode, said);
		steer_tick(&x->t, x->cost_s);
		if (pread(x->t.control_fd, &c, 1, 0) != 1)
			exit(2);
		ended = c == 's';
		mode = (char)(c == 'l' ? 'l' : mode == 'l' ? 'w' : 'g');
	}
	return ended && x->at < x->slices;
}

/* By how many characters the bar of memory is off */
static double error_of(const struct pass *x, int k)
{
	const struct settle *s = x->t.settle;
	const double each = machine_param(x->m, "Mem_lat") /
	                    machine_param(x->m, "CPI_threshold") * BAR_PER_GOOD;
	const double bar = fmin(BAR_MAX, each * x->all[k][1] / x->all[k][0]);
	const double times = x->all[k][0] / x->seen[k][0];

	if (!(x->seen[k][0] > 0))
		return bar;
	const double expected =
		x->seen[k][1] * settle_factor(s, (size_t)k, x->misses, times);

	return fabs(fmin(BAR_MAX, each * expected / x->all[k][0]) - bar);
}

static void judge(const struct made *p, const struct machine *m, size_t misses)
{
	struct pass x = { .p = p, .m = m, .misses = misses };
	double worst = 0, said = 0;
	bool ended;

	begin(&x);
	ended = run(&x);
	steer_cover(&x.t, ended ? x.at / x.slices : 1);
	for (int k = 0; k < SECTIONS; k++) {
		if (!(x.all[k][0] > 0) || x.t.watch.v[k].share < 0.05)
			continue;
		worst = fmax(worst, error_of(&x, k));
		if (x.seen[k][0] > 0)
			said = fmax(said, steer_section_bars(&x.t, (size_t)k));
	}
	printf("%s\t%.3f\t%.2f\t%.2f\n", p->name,
	       x.cost_s / p->native_s + ended, worst, said);
	steer_release(&x.t);
}

int main(void)
{
	struct err err = { 0 };
	struct machine *m;
	struct profile *names = profile_new();
	int misses;

	if (machine_load(&m, "zen3", &err) != 0) {
		fprintf(stderr, "constants: %s\n", err.msg);
		return 2;
	}
	sim_events_add(names, machine_geometry(m), false);
	misses = profile_event(names, "L3_DCM");
	for (size_t i = 0; i < sizeof(programs) / sizeof(*programs); i++)
		judge(&programs[i], m, (size_t)misses);
	profile_free(names);
	machine_free(m);
	return 0;
}
