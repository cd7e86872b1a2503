/*
 * preload_stack.c - the calls that led to a sample, by the unwind tables of the
 * binaries (.eh_frame), so that it needs no frame pointers
 *
 * Tables may be wrong, and a stack is whatever the program makes of it: what
 * they point to is looked at only where the kernel says that it can be read.
 */
#include "preload.h"
#include "measure/collect/clock/timer_area.h"

#include <stddef.h>
#include <string.h>
#include <ucontext.h>

#if defined(__x86_64__)

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "measure/collect/clock/unwind/unwind_self.h"

enum { PAGE = 4096, PAGES = 8, ROOM = 6144 };

/* Pages that can be read, the latest first. */
struct pages {
	uint64_t at[PAGES];
};

/*
 * The kernel reads a set of signals there, and then does not know what to do
 * with it: nothing is changed, and no filter of system calls refuses it that
 * lets a signal handler return.
 */
static bool is_readable(uint64_t addr)
{
	return syscall(SYS_rt_sigprocmask, -1, addr, NULL, 8) != 0 &&
	       errno == EINVAL;
}

static bool page_known(struct pages *p, uint64_t page)
{
	unsigned i = 0;

	while (i < PAGES && p->at[i] != page)
		i++;
	if (i == PAGES) {
		if (!is_readable(page))
			return false;
		i--;
	}
	memmove(p->at + 1, p->at, i * sizeof(*p->at));
	p->at[0] = page;
	return true;
}

static bool read_memory(void *ctx, uint64_t addr, void *to, size_t n)
{
	const uint64_t last = addr + n - 1;

	if (addr < PAGE || last < addr)
		return false;
	for (uint64_t page = addr / PAGE; page <= last / PAGE; page++) {
		if (!page_known(ctx, page * PAGE))
			return false;
	}
	memcpy(to, (const void *)addr, n);
	return true;
}

/* On a stack of the program's for signals there may be little left. */
static bool has_room(const ucontext_t *u)
{
	const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	const uintptr_t low = (uintptr_t)u->uc_stack.ss_sp;

	return !low || here < low || here - low >= u->uc_stack.ss_size ||
	       here - low >= ROOM;
}

void preload_stack(struct timer_stack *to, const void *context)
{
	struct pages pages = { { 0 } };
	const struct unwind_memory m = { .read = read_memory,
		                         .tables = unwind_self_tables,
		                         .ctx = &pages };
	struct unwind_frame f;

	to->n = to->cut = 0;
	if (!has_room(context))
		return;
	unwind_self_begin(&f, context);
	while (unwind_step(&m, &f)) {
		if (to->n == TIMER_DEPTH) {
			to->cut = 1;
			break;
		}
		/* a return address stands behind the call */
		to->pc[to->n++] = f.reg[UNWIND_RA] - !f.exact;
	}
}

#else

/*
 * libgcc's unwinder is linked in statically: the program gets no further
 * library. It trusts the tables.
 */
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

void preload_stack(struct timer_stack *to, const void *context)
{
	struct walk w = { .from = preload_ip(context), .to = to };

	to->n = to->cut = 0;
	_Unwind_Backtrace(step, &w);
}

#endif
