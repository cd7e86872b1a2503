#include "switches.h"

#include "base/arena.h"
#include "base/banned.h"
#include "measure/binary/elf/debug.h"
#include "parts.h"

/* The last -O switch of a producer, which is the one that counts */
static const char *level_in(struct arena *a, const char *producer)
{
	const char *last = NULL;

	for (const char *s = producer; (s = strstr(s, " -O")); s++)
		last = s + 1;
	if (!last)
		return NULL;
	return arena_intern(a, arena_strndup(a, last, strcspn(last, " ")));
}

static bool looks_optimised(const struct structure_proc *p)
{
	unsigned all = p->facts.instructions, stack;

	stack = p->facts.stack_loads + p->facts.stack_stores;
	for (size_t i = 0; i < p->nparts; i++) {
		const struct structure_facts *f = &p->parts[i].facts;

		all += f->instructions;
		stack += f->stack_loads + f->stack_stores;
	}
	/* without optimisation every variable lives there: about every second
	 */
	return !p->frame_pointer || 3 * stack < all;
}

void switches_read(struct arena *a, struct structure_proc *p,
                   const struct debug_func *f)
{
	p->optimised = looks_optimised(p);
	if (!p->producer)
		return;
	p->level = level_in(a, p->producer);
	/* GCC leaves -O0 out when it is not given */
	if (!p->level && strncmp(p->producer, "GNU ", 4) == 0 &&
	    strcmp(p->language ? p->language : "", "assembly") != 0 &&
	    strstr(p->producer, " -g"))
		p->level = "-O0";
	if (p->level)
		p->optimised = strcmp(p->level, "-O0") != 0;
	else if (f && debug_says_optimised(f))
		p->optimised = true;
}
