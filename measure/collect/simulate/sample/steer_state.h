/* steer_state.h - the states of a simulated run, and their transitions */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_STEER_STATE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_STEER_STATE_H

enum steer_state {
	STEER_WATCHES, /* until the sections are settled, or the budget used */
	STEER_FOLLOWS, /* beyond it, as long as the rest may move a bar */
	/* to the end of the program, as that seems to cost little; after
	 * either of those */
	STEER_FINISHES,
	STEER_FINISHES_FOLLOWED,
	STEER_TO_END, /* from its begin on, as most of the run is needed */
	STEER_WHOLE,  /* the same, as it was asked for */
	STEER_ENDING, /* its processes were asked to end */
	STEER_STATES
};

enum steer_event {
	STEER_CHANGES,   /* the budget is used, and bars move on */
	STEER_ENOUGH,    /* the answer is certain, .. */
	STEER_CHEAP,     /* .. and the rest costs less than finding the part */
	STEER_EXPENSIVE, /* it cost more than it was thought to */
	STEER_CAP,       /* the pass costs more than it may */
	STEER_EVENTS
};

/* steer_next - the state that an event leads to; events that don't matter to a
 * state leave it */
enum steer_state steer_next(enum steer_state state, enum steer_event event);

#endif
