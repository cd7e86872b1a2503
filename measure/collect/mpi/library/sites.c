/*
 * sites.c - the file that this process leaves, and the places in it
 */
#include "library.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <unwind.h>

#include "measure/collect/mpi/area.h"

enum { MOST_RANGES = 64 };

/* Code that is not the program's, where calls pass through */
struct range {
	uintptr_t begin, end;
};

static struct {
	struct mpi_area *area;
	struct range range[MOST_RANGES];
	size_t nranges;
	/* of the library that samples, when it is here too: its wrappers are
	 * called before ours and know who called */
	const void *(*caller)(void);
} state;

struct mpi_area *sites_area(void)
{
	return state.area;
}

static bool is_between(const char *path)
{
	static const char *const names[] = {
		"libmpi",         "libmpich",   "libopen-",  "perfexpert",
		"libperfexpert-", "libmonitor", "libhpcrun", "libpmpi",
	};
	const char *slash = strrchr(path, '/');

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (strncmp(slash ? slash + 1 : path, names[i],
		            strlen(names[i])) == 0)
			return true;
	}
	return false;
}

static int add_ranges(struct dl_phdr_info *info, size_t size, void *unused)
{
	(void)size;
	(void)unused;
	if (!is_between(info->dlpi_name))
		return 0;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		const uintptr_t at = info->dlpi_addr + h->p_vaddr;

		if (h->p_type == PT_LOAD && (h->p_flags & PF_X) &&
		    state.nranges < MOST_RANGES)
			state.range[state.nranges++] =
				(struct range){ at, at + h->p_memsz };
	}
	return 0;
}

/* Identifies the clock: processes of the same boot of the same machine share
 * it */
static void say_boot(void)
{
	int fd = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC);
	ssize_t n = -1;

	if (fd >= 0) {
		n = read(fd, state.area->boot, sizeof(state.area->boot) - 1);
		close(fd);
	}
	if (n <= 0)
		gethostname(state.area->boot, sizeof(state.area->boot) - 1);
}

bool sites_open(void)
{
	const char *folder = getenv(MPI_AREA_VARIABLE);
	char path[MPI_AREA_PATH];
	void *caller;
	int n;

	if (!folder || folder[0] != '/')
		return false;
	n = snprintf(path, sizeof(path), "%s/%ld.mpi", folder, (long)getpid());
	if (n < 0 || (size_t)n >= sizeof(path))
		return false;
	state.area = room_open(path);
	if (!state.area)
		return false;
	state.area->pid = (uint32_t)getpid();
	state.area->rank = state.area->size = -1;
	say_boot();
	dl_iterate_phdr(add_ranges, NULL);
	caller = dlsym(RTLD_DEFAULT, "perfexpert_preload_caller");
	memcpy(&state.caller, &caller, sizeof(caller));
	state.area->magic = MPI_AREA_MAGIC;
	return true;
}

static bool passes_through(uintptr_t address)
{
	for (size_t i = 0; i < state.nranges; i++) {
		if (address - state.range[i].begin <
		    state.range[i].end - state.range[i].begin)
			return true;
	}
	return false;
}

/* The first of the program's, and what the stack pointer is after the return to
 * it, which the unwinder says of the frame that it came through */
struct found {
	uintptr_t ip, frame;
};

static _Unwind_Reason_Code look(struct _Unwind_Context *context, void *found)
{
	const uintptr_t ip = _Unwind_GetIP(context);

	if (!ip || passes_through(ip))
		return ip ? _URC_NO_REASON : _URC_END_OF_STACK;
	*(struct found *)found = (struct found){ ip, _Unwind_GetCFA(context) };
	return _URC_END_OF_STACK;
}

uintptr_t sites_program(const struct caller *caller)
{
	struct found found = { 0 };
	uintptr_t program;

	if (!passes_through(caller->address))
		return caller->address;
	program = (uintptr_t)(state.caller ? state.caller() : NULL);
	if (program && !passes_through(program))
		return program;
	program = callers_known(caller);
	if (program)
		return program;
	_Unwind_Backtrace(look, &found);
	if (!found.ip)
		return caller->address;
	callers_learn(caller, found.ip, found.frame);
	return found.ip;
}

struct place {
	uintptr_t address;
	uint64_t vaddr;
	char path[MPI_AREA_PATH];
};

static int find_file(struct dl_phdr_info *info, size_t size, void *place)
{
	struct place *p = place;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];

		if (h->p_type != PT_LOAD ||
		    p->address - info->dlpi_addr - h->p_vaddr >= h->p_memsz)
			continue;
		p->vaddr = p->address - info->dlpi_addr;
		snprintf(p->path, sizeof(p->path), "%s", info->dlpi_name);
		return 1;
	}
	return 0;
}

/* Which file of the list; the last is also that of all that find no room. */
static uint32_t path_number(const char *path)
{
	struct mpi_area *a = state.area;
	uint32_t n = __atomic_load_n(&a->npaths, __ATOMIC_ACQUIRE);

	for (uint32_t i = 0; i < n; i++) {
		if (strcmp(a->path[i], path) == 0)
			return i;
	}
	if (n == MPI_AREA_PATHS)
		return n - 1;
	snprintf(a->path[n], MPI_AREA_PATH, "%s", path);
	__atomic_store_n(&a->npaths, n + 1, __ATOMIC_RELEASE);
	return n;
}

static void fill(struct mpi_area_site *s, enum mpi_call call, uintptr_t address)
{
	struct place p = { .address = address };
	ssize_t n;

	dl_iterate_phdr(find_file, &p);
	if (!p.path[0]) {
		n = readlink("/proc/self/exe", p.path, sizeof(p.path) - 1);
		p.path[n > 0 ? n : 0] = '\0';
	}
	s->call = (uint32_t)call;
	s->address = p.address;
	s->vaddr = p.vaddr;
	s->path = path_number(p.path);
}

/* Entries are taken one after the other, and never given back. */
struct mpi_area_site *sites_find(enum mpi_call call, uintptr_t address)
{
	static int filling; /* by one thread at a time */
	struct mpi_area *a = state.area;
	const uint64_t key = ((uint64_t)address * MPI_NCALLS + (uint64_t)call) *
	                     0x9e3779b97f4a7c15u;
	size_t i = key >> 52; /* of 4096 */

	for (size_t tries = 0; tries < MPI_AREA_SITES; tries++) {
		struct mpi_area_site *s = &a->site[i];

		if (__atomic_load_n(&s->state, __ATOMIC_ACQUIRE) !=
		    MPI_SITE_READY) {
			while (__atomic_exchange_n(&filling, 1,
			                           __ATOMIC_ACQUIRE))
				continue;
			if (s->state != MPI_SITE_READY) {
				fill(s, call, address);
				__atomic_store_n(&s->state, MPI_SITE_READY,
				                 __ATOMIC_RELEASE);
			}
			__atomic_store_n(&filling, 0, __ATOMIC_RELEASE);
		}
		if (s->address == address && s->call == call)
			return s;
		i = (i + 1) % MPI_AREA_SITES;
	}
	__atomic_fetch_add(&a->dropped, 1, __ATOMIC_RELAXED);
	return NULL;
}

static void add(uint64_t *to, uint64_t n)
{
	__atomic_fetch_add(to, n, __ATOMIC_RELAXED);
}

void sites_time(struct mpi_area_site *s, uint64_t ns)
{
	uint64_t longest = __atomic_load_n(&s->longest_ns, __ATOMIC_RELAXED);

	add(&s->calls, 1);
	add(&s->time_ns, ns);
	while (ns > longest &&
	       !__atomic_compare_exchange_n(&s->longest_ns, &longest, ns, true,
	                                    __ATOMIC_RELAXED, __ATOMIC_RELAXED))
		continue;
}

void sites_message(struct mpi_area_site *s, uint64_t sent, uint64_t received)
{
	static const uint64_t ends[] = MPI_AREA_BIN_ENDS;
	size_t bin = 0;

	while (bin < MPI_AREA_BINS - 1 && sent + received >= ends[bin])
		bin++;
	add(&s->sent, sent);
	add(&s->received, received);
	add(&s->messages, 1);
	add(&s->bin[bin], 1);
}
