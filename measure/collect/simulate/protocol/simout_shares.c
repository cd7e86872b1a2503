#include "simout_shares.h"

#include <stdbool.h>
#include <string.h>

#include "arch/limits.h"
#include "base/arena.h"
#include "base/banned.h"
#include "simout.h"
#include "simout_words.h"

struct sim_shares *simout_read_shares(struct arena *arena, char *text)
{
	bool seen[LIMIT_THREADS_TOLD] = { false };
	struct sim_shares *s = arena_alloc(arena, 1, sizeof(*s));
	size_t colons = 0;

	for (const char *c = text; *c; c++)
		colons += *c == ':';
	s->of = arena_alloc(arena, colons + 1, sizeof(*s->of));
	while (text) {
		uint64_t thread, exec;

		if (!words_number(strsep(&text, ":"), &thread) ||
		    !words_number(strsep(&text, ":"), &exec) || thread < 1 ||
		    thread >= LIMIT_THREADS_TOLD || exec < 1 || seen[thread])
			return NULL;
		seen[thread] = true;
		s->of[s->n++] = (struct sim_share){ (uint32_t)thread, exec };
	}
	return s;
}

uint64_t simout_shared(const struct sim_shares *s)
{
	uint64_t sum = 0;

	for (size_t i = 0; s && i < s->n; i++) {
		if (__builtin_add_overflow(sum, s->of[i].exec, &sum))
			return UINT64_MAX;
	}
	return sum;
}

const struct sim_shares *simout_add_shares(struct arena *arena,
                                           const struct sim_shares *a,
                                           const struct sim_shares *b)
{
	struct sim_shares *sum;

	if (!a || !b)
		return a ? a : b;
	sum = arena_alloc(arena, 1, sizeof(*sum));
	/* a thread may appear twice: its counts add up */
	sum->n = a->n + b->n;
	sum->of = arena_alloc(arena, sum->n, sizeof(*sum->of));
	memcpy(sum->of, a->of, a->n * sizeof(*a->of));
	memcpy(sum->of + a->n, b->of, b->n * sizeof(*b->of));
	return sum;
}
