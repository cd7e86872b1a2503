/*
 * preload_stack.c - the calls that led to a sample, by the unwind tables of the
 * binaries (.eh_frame), so that it needs no frame pointers
 *
 * Tables and stacks may be damaged: memory that they point to is only read
 * where the kernel says that it is readable.
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

enum { PAGE = 4096, ROOM = 8192 };

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

static bool page_known(struct preload_pages *p, uint64_t page)
{
	enum { PAGES = sizeof(p->at) / sizeof(*p->at) };
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

/* Not memcpy(): a sanitizer's ends the program where it must not read, as
 * between the objects of a stack. */
static void copy(volatile uint8_t *to, const volatile uint8_t *from, size_t n)
{
	while (n--)
		*to++ = *from++;
}

bool preload_read(struct preload_pages *p, uint64_t addr, void *to, size_t n)
{
	const uint64_t last = addr + n - 1;

	if (addr < PAGE || last < addr)
		return false;
	for (uint64_t page = addr / PAGE; page <= last / PAGE; page++) {
		if (!page_known(p, page * PAGE))
			return false;
	}
	copy(to, (const volatile uint8_t *)addr, n);
	return true;
}

static bool read_memory(void *ctx, uint64_t addr, void *to, size_t n)
{
	return preload_read(ctx, addr, to, n);
}

/* On a stack of the program's for signals there may be little left; on that of
 * a thread, the guard page in front of its end can't be read. */
static bool has_room(const ucontext_t *u)
{
	const uintptr_t here = (uintptr_t)__builtin_frame_address(0);
	const uintptr_t low = (uintptr_t)u->uc_stack.ss_sp;

	if (low && here >= low && here - low < u->uc_stack.ss_size)
		return here - low >= ROOM;
	return is_readable(here - PAGE) && is_readable(here - ROOM);
}

bool preload_stack(struct timer_stack *to, const void *context)
{
	struct preload_pages pages = { { 0 } };
	const struct unwind_memory m = { .read = read_memory,
		                         .tables = unwind_self_tables,
		                         .ctx = &pages };
	struct unwind_frame f;

	to->n = to->cut = 0;
	if (!has_room(context))
		return false;
	unwind_self_begin(&f, context);
	while (unwind_step(&m, &f) || unwind_past(&m, &f)) {
		if (to->n == TIMER_DEPTH) {
			to->cut = 1;
			break;
		}
		/* a return address points after the call */
		to->pc[to->n++] = f.reg[UNWIND_RA] - !f.exact;
	}
	return true;
}

#else

/* libgcc's unwinder trusts the tables: not in each measurement */
bool preload_stack(struct timer_stack *to, const void *context)
{
	(void)context;
	to->n = to->cut = 0;
	return false;
}

bool preload_read(struct preload_pages *p, uint64_t addr, void *to, size_t n)
{
	(void)p;
	(void)addr;
	(void)to;
	(void)n;
	return false;
}

#endif
