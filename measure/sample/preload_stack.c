/*
 * preload_stack.c - the calls that led to a sample, by the unwind tables of the
 * binaries (.eh_frame), so that it needs no frame pointers
 *
 * libgcc's unwinder is linked in statically: the program gets no further
 * library. It finds the tables without a lock where the C library can
 * (_dl_find_object, from 2.35 on); else the dynamic linker's lock is one that a
 * thread may take again.
 */
#include "preload.h"
#include "timer_area.h"

#include <stddef.h>
#include <unwind.h>

struct walk {
	uint64_t from; /* where the signal came */
	struct timer_stack *to;
	bool found;
};

static _Unwind_Reason_Code step(struct _Unwind_Context *context, void *p)
{
	struct walk *w = p;
	int exact = 0;
	uint64_t ip = _Unwind_GetIPInfo(context, &exact);

	/* our own frames and the signal's come first, then the sample's */
	if (!w->found) {
		w->found = ip == w->from;
		return _URC_NO_REASON;
	}
	if (w->to->n == TIMER_DEPTH) {
		w->to->cut = 1;
		return _URC_END_OF_STACK;
	}
	/* a return address stands behind the call */
	if (ip)
		w->to->pc[w->to->n++] = exact ? ip : ip - 1;
	return _URC_NO_REASON;
}

void preload_stack(struct timer_stack *to, uint64_t ip)
{
	struct walk w = { .from = ip, .to = to };

	to->n = to->cut = 0;
	_Unwind_Backtrace(step, &w);
}
