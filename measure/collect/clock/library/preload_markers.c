/*
 * preload_markers.c - count executions of a few instructions (marker_area.h)
 *
 * Each of them is replaced by a breakpoint. The handler of its signal counts,
 * and continues at a copy of the instruction, which jumps to the next one.
 * Text is written through /proc/self/mem, which needs no writable mapping.
 * The state is file-scope because a signal handler has no argument for it.
 */
#include "preload.h"

#include "measure/collect/clock/marker_area.h"

#if defined(__x86_64__)

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { INT3 = 0xcc, COPY = 32 /* bytes for an instruction and a jump */ };

/* The copies of the instructions; no other code jumps here. */
__asm__(".text\n"
        ".balign 64\n"
        ".type preload_copies, @object\n"
        "preload_copies:\n"
        ".fill 512, 1, 0xcc\n"
        ".size preload_copies, 512\n");
_Static_assert(MARKER_SLOTS *COPY == 512, "room for the copies");
extern const unsigned char preload_copies[MARKER_SLOTS * COPY]
	__attribute__((visibility("hidden")));

static struct {
	struct marker_area *area;
	uint64_t at[MARKER_SLOTS]; /* 0: not set */
} state;

static bool write_text(uint64_t at, const void *from, size_t n)
{
	const int fd = open("/proc/self/mem", O_WRONLY | O_CLOEXEC);
	bool ok;

	if (fd < 0)
		return false;
	ok = pwrite(fd, from, n, (off_t)at) == (ssize_t)n;
	close(fd);
	return ok;
}

/* The instruction, and a jump to the one after it: jmp *0(%rip), address */
static bool make_copy(size_t i, const struct marker_slot *s, uint64_t at)
{
	static const unsigned char jump[] = { 0xff, 0x25, 0, 0, 0, 0 };
	const uint64_t next = at + s->size;
	unsigned char code[COPY];

	memcpy(code, s->code, s->size);
	memcpy(code + s->size, jump, sizeof(jump));
	memcpy(code + s->size + sizeof(jump), &next, sizeof(next));
	return write_text((uintptr_t)preload_copies + i * COPY, code,
	                  s->size + sizeof(jump) + sizeof(next));
}

static void count(struct marker_slot *s)
{
	struct timespec t;
	const uint64_t n = __atomic_add_fetch(&s->count, 1, __ATOMIC_RELAXED);

	if (n != s->wanted || !s->wanted ||
	    (uint32_t)syscall(SYS_getpid) != state.area->owner)
		return;
	clock_gettime(CLOCK_MONOTONIC, &t);
	__atomic_store_n(&s->reached_ns,
	                 (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec,
	                 __ATOMIC_RELEASE);
}

static void on_trap(int sig, siginfo_t *info, void *context)
{
	greg_t *rip = &((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
	const int saved = errno;

	for (size_t i = 0; i < MARKER_SLOTS; i++) {
		struct marker_slot *s = &state.area->slot[i];

		if (!state.at[i] || (uint64_t)*rip != state.at[i] + 1)
			continue;
		count(s);
		if (s->closed && !preload_sealed())
			write_text(state.at[i], s->code, 1);
		*rip = (greg_t)((uintptr_t)preload_copies + i * COPY);
		errno = saved;
		return;
	}
	preload_signal_pass(sig, info, context);
	errno = saved;
}

static bool is_there(const struct marker_slot *s, uint64_t at)
{
	return s->size > 0 && s->size <= MARKER_CODE &&
	       memcmp((const void *)(uintptr_t)at, s->code, s->size) == 0;
}

/* Is the address in a part of the file that was loaded to be executed? */
static bool is_code(const struct dl_phdr_info *file, uint64_t vaddr,
                    uint32_t size)
{
	for (size_t i = 0; i < file->dlpi_phnum; i++) {
		const ElfW(Phdr) *p = &file->dlpi_phdr[i];

		if (p->p_type == PT_LOAD && p->p_flags & PF_X &&
		    vaddr >= p->p_vaddr &&
		    vaddr + size <= p->p_vaddr + p->p_memsz)
			return true;
	}
	return false;
}

/* Called for each loaded file; the program itself comes first and has no name.
 */
static int find_in(struct dl_phdr_info *file, size_t size, void *found)
{
	const char *name =
		*file->dlpi_name ? file->dlpi_name : "/proc/self/exe";
	char path[PATH_MAX];

	(void)size;
	if (!realpath(name, path))
		return 0;
	for (uint32_t i = 0; i < MARKER_SLOTS && i < state.area->n; i++) {
		const struct marker_slot *s = &state.area->slot[i];
		const uint64_t at = file->dlpi_addr + s->vaddr;

		if (strncmp(s->path, path, sizeof(s->path)) == 0 &&
		    is_code(file, s->vaddr, s->size) && is_there(s, at)) {
			state.at[i] = at;
			*(bool *)found = true;
		}
	}
	return 0;
}

/* The first of those that are there; what can't be written is not counted. */
static void set_all(void)
{
	static const unsigned char trap = INT3;
	size_t n = 0;

	for (size_t i = 0; i < MARKER_SLOTS && n < MARKER_MOST; i++) {
		struct marker_slot *s = &state.area->slot[i];

		if (!state.at[i])
			continue;
		s->set = make_copy(i, s, state.at[i]) &&
		         write_text(state.at[i], &trap, 1);
		n += s->set;
	}
	__atomic_store_n(&state.area->ready, 1, __ATOMIC_RELEASE);
}

void preload_markers(struct marker_area *area)
{
	const struct sigaction action = { .sa_sigaction = on_trap,
		                          .sa_flags = SA_SIGINFO | SA_RESTART |
		                                      SA_ONSTACK };
	uint32_t nobody = 0;
	bool found = false;

	if (!area || area->magic != MARKER_MAGIC ||
	    (area->rank != MARKER_ANY_RANK && area->rank != preload_rank()))
		return;
	state.area = area;
	dl_iterate_phdr(find_in, &found);
	if (!found || !__atomic_compare_exchange_n(
			      &area->owner, &nobody, (uint32_t)getpid(), false,
			      __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		return;
	if (preload_signal_take(SIGTRAP, &action) != 0)
		return;
	preload_signal_unblock();
	set_all();
}

#else

void preload_markers(struct marker_area *area)
{
	(void)area;
}

#endif
