/*
 * steer.h - a simulated pass that ends when the answer is stable
 *
 * It watches the sections that matter (watch.h), reads the simulator's reports
 * on them (slices.h), and stops it when all of them are settled (settle.h).
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_STEER_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_STEER_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "measure/run/session.h"
#include "slices.h"
#include "steer_state.h"
#include "watch.h"

struct err;
struct machine;
struct native;
struct pace;
struct settle;

struct steer {
	struct watch watch;
	struct settle *settle;
	struct slices_reader *reader;
	struct pace *pace; /* or NULL: all is watched */
	int watch_fd, slices_fd, control_fd;
	size_t read;                /* bytes of slices_fd */
	double native_s;            /* processor time of a native run */
	enum session_effort effort; /* --effort, or the default for it */
	/* of the pass, in native runs: minimum, budget, maximum */
	double least, budget, cap;
	double more_s; /* for detailed windows of sections that change */
	double tolerance, most_tolerance; /* characters: at first, at last */
	double need; /* share of the run after which nothing new begins */
	enum steer_state state;
	double rest; /* estimated cost of the program's rest, in native runs, */
	double rest_from; /* .. made when this much was used; 0: not yet */
	char last_order;  /* to the simulator */
	/* late: wait beyond the budget for sections that begin later;
	 * together: processes that end wait for each other, as ranks do */
	bool late, together;
	/* for the report: part of the run was fast-forwarded; the reason of
	 * steer_open is worth telling the user */
	bool sampled, surprising;
	double stopped_s; /* elapsed time when the pass was asked to end, and
	                   * when its first process had ended */
	double first_s;
	size_t unwritten; /* ranks that had not written counts in time */
	double covered;   /* share of the run; NAN: see steer_progress */
	size_t done;      /* sections */
	char said[80];    /* text of the progress line */
};

#define STEER_INIT                                                             \
	{                                                                      \
		.watch_fd = -1, .slices_fd = -1, .control_fd = -1,             \
		.covered = NAN, .watch = {                                     \
			.ranges = STRBUF_INIT                                  \
		}                                                              \
	}

/*
 * steer_open - 0 when the pass of this program can be steered, else why not
 *
 * Release with steer_release in any case.
 */
int steer_open(struct steer *t, const struct session *s, const struct native *n,
               struct err *err);
/*
 * steer_begin - the last part of it, with t->watch, native_s, need and late
 *
 * The machine must outlive it. Without may_pass_over all is watched.
 */
int steer_begin(struct steer *t, const struct machine *m,
                enum session_effort effort, bool may_pass_over,
                struct err *err);

/* steer_begin_whole - the same of steer_open_whole, with t->watch, native_s */
int steer_begin_whole(struct steer *t, const struct machine *m, double cost,
                      bool may_pass_over, struct err *err);

/*
 * steer_open_whole - a pass of all of it, but of at most cost native runs, and
 * some more; else as steer_open
 */
int steer_open_whole(struct steer *t, const struct session *s,
                     const struct native *n, double cost, struct err *err);
void steer_release(struct steer *t);

/*
 * steer_slice - about how many instructions a slice of the pass has
 *
 * The shorter the program, the fewer, so that a section settles before much of
 * it is over.
 */
double steer_slice(double native_s);

/* steer_say - how far it is, into t->said */
void steer_say(struct steer *t);

/* steer_is_late - does what it does change for much of the run? */
bool steer_is_late(const struct steer *t);

/* steer_begins_late - does something that matters begin so late? */
bool steer_begins_late(const struct steer *t);

/*
 * steer_patience - seconds that a pass may take to write its counts and end
 *
 * It took so long so far, and had a processor for cpu_s of that: where others
 * have the processors, writing takes as much longer.
 */
double steer_patience(double elapsed_s, double cpu_s);

/* steer_tick - look at what happened; false: end it, it does not do so itself
 */
bool steer_tick(struct steer *t, double elapsed_s);

/*
 * steer_may_go_on - may a simulated run of that cost, in native runs, continue?
 *
 * waits: a section that matters has not begun. Start-up (loading of libraries,
 * translation of code) may use most of the budget of a program of a few
 * seconds, so such a program gets at least the time that a shorter one gets.
 */
bool steer_may_go_on(double cost, double cap, double native_s, bool waits);

/* steer_cost - about how many native runs the pass will take */
double steer_cost(const struct steer *t);

/* steer_cost_to_end - the same of another pass that is not ended, by what this
 * one took for the share of the program that it covered */
double steer_cost_to_end(const struct steer *t, double share);

/* steer_used - how many it has taken up to now */
double steer_used(const struct steer *t);

/* steer_used_for - the same of slices of one kind */
double steer_used_for(const struct steer *t, enum slices_mode mode);

/* steer_watched - share of the instructions executed that were watched, 0..1 */
double steer_watched(const struct steer *t);

/* steer_cover - the pass that ended was of such a share of the run; NAN: it is
 * not known */
void steer_cover(struct steer *t, double share);

/*
 * steer_section_bars - how far a section's bars may be off, in characters, at a
 * level of 95 %, when the rest of the run is not seen
 */
double steer_section_bars(const struct steer *t, size_t section);

enum steer_verdict {
	STEER_STANDS,
	STEER_MOVES, /* it had settled, but the rest may move a bar */
	STEER_OPEN,
	STEER_UNCERTAIN, /* all was executed, but not enough of it watched */
	STEER_UNSEEN
};
enum steer_verdict steer_verdict(const struct steer *t, size_t section);

/* steer_bars - uncertainty of the bars, in characters, of the stable
 * sections that are waited for; NAN if there are none */
double steer_bars(const struct steer *t);

/* steer_progress - how much of the program that was, by the simulator's clock,
 * which is a rough one: 0..1, or more */
double steer_progress(const struct steer *t);

#endif
