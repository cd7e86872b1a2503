#include "steer_state.h"

#include <stddef.h>

#include "base/banned.h"

static const struct {
	enum steer_state from;
	enum steer_event event;
	enum steer_state to;
} transitions[] = {
	{ STEER_WATCHES, STEER_CHANGES, STEER_FOLLOWS },
	{ STEER_WATCHES, STEER_ENOUGH, STEER_ENDING },
	{ STEER_WATCHES, STEER_CHEAP, STEER_FINISHES },
	{ STEER_WATCHES, STEER_CAP, STEER_ENDING },
	{ STEER_WATCHES, STEER_UNPLACED, STEER_TO_END },
	{ STEER_FOLLOWS, STEER_UNPLACED, STEER_TO_END },
	{ STEER_FOLLOWS, STEER_ENOUGH, STEER_ENDING },
	{ STEER_FOLLOWS, STEER_CHEAP, STEER_FINISHES_FOLLOWED },
	{ STEER_FOLLOWS, STEER_CAP, STEER_ENDING },
	{ STEER_FINISHES, STEER_EXPENSIVE, STEER_WATCHES },
	{ STEER_FINISHES, STEER_CAP, STEER_ENDING },
	{ STEER_FINISHES_FOLLOWED, STEER_EXPENSIVE, STEER_FOLLOWS },
	{ STEER_FINISHES_FOLLOWED, STEER_CAP, STEER_ENDING },
	{ STEER_TO_END, STEER_CAP, STEER_ENDING },
	{ STEER_WHOLE, STEER_CAP, STEER_ENDING },
};

enum steer_state steer_next(enum steer_state state, enum steer_event event)
{
	for (size_t i = 0; i < sizeof(transitions) / sizeof(*transitions);
	     i++) {
		if (transitions[i].from == state &&
		    transitions[i].event == event)
			return transitions[i].to;
	}
	return state;
}
