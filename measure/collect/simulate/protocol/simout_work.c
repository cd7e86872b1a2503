#include "simout_work.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/banned.h"
#include "simout.h"
#include "simout_words.h"

enum { MOST_OPS = 48 };

static bool next_number(char **text, double *value)
{
	uint64_t v;

	if (!words_number(strsep(text, ":"), &v))
		return false;
	*value = (double)v;
	return true;
}

static bool is_class(const char *name)
{
	const size_t n = strlen(name);

	return n > 0 && n < 32 &&
	       strspn(name, "abcdefghijklmnopqrstuvwxyz_") == n;
}

struct sim_work *simout_read_work(struct arena *arena, char *text)
{
	struct sim_work work = { .nops = 0 }, *made;
	struct sim_work_op op[MOST_OPS];

	if (!next_number(&text, &work.n) || !next_number(&text, &work.slots) ||
	    !next_number(&text, &work.taken) ||
	    !next_number(&text, &work.window) || work.n < 1 ||
	    work.slots > work.n)
		return NULL;
	while (text) {
		struct sim_work_op *o = &op[work.nops];
		const char *class;

		if (work.nops == MOST_OPS)
			return NULL;
		class = strsep(&text, ":");
		if (!is_class(class) || !next_number(&text, &o->n) ||
		    !next_number(&text, &o->chain))
			return NULL;
		o->class = arena_intern(arena, class);
		work.nops++;
	}
	made = arena_alloc(arena, 1, sizeof(*made));
	work.op = arena_alloc(arena, work.nops + 1, sizeof(*work.op));
	memcpy(work.op, op, work.nops * sizeof(*op));
	*made = work;
	return made;
}

const struct sim_work *simout_add_work(struct arena *arena,
                                       const struct sim_work *a,
                                       const struct sim_work *b)
{
	struct sim_work *sum;

	if (!a || !b)
		return a ? a : b;
	sum = arena_alloc(arena, 1, sizeof(*sum));
	*sum = (struct sim_work){
		.n = a->n + b->n,
		.slots = a->slots + b->slots,
		.taken = a->taken + b->taken,
		.window = a->window + b->window,
		.nops = a->nops + b->nops,
	};
	/* a class may appear twice: its counts add up */
	sum->op = arena_alloc(arena, sum->nops + 1, sizeof(*sum->op));
	memcpy(sum->op, a->op, a->nops * sizeof(*a->op));
	memcpy(sum->op + a->nops, b->op, b->nops * sizeof(*b->op));
	return sum;
}
