/*
 * The region library: begin and end of named parts of a program.
 *
 * Not measured, a call is a test of one word. In a native run it finds the
 * region's node below the thread's, counts, and stores the node in the thread's
 * slot of shared memory (measure/collect/region/area.h), where the sampler sees
 * it. Under the simulator it asks that. It runs inside the user's program:
 * nothing but libc. All code of a measured call is in one section, so that it
 * can be separated from the program's.
 */
#include "library.h"

#include <link.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "measure/collect/region/area.h"
#include "measure/collect/region/requests.h"
#include "measure/collect/region/ticks.h"

#ifdef HAVE_VALGRIND
#include <valgrind/valgrind.h>
#else
#define VALGRIND_DO_CLIENT_REQUEST_EXPR(otherwise, request, a, b, c, d, e)     \
	(otherwise)
#endif

enum mode { OFF, NATIVE, SIMULATED };

/* What the header's inline functions look at. */
EXPORT int perfexpert_region_measured;

static struct {
	enum mode mode;
	struct region_area *area;
	uint32_t image;
	pthread_key_t key;
} state;

/* Small, as a library that is loaded late finds little room for these. */
static __thread struct region_slot *self
	__attribute__((tls_model("initial-exec")));

/* Of the section, by the linker. */
extern const char __start_perfexpert_region[]
	__attribute__((visibility("hidden")));
extern const char __stop_perfexpert_region[]
	__attribute__((visibility("hidden")));

INSIDE static bool same_name(const struct region_name *r, const char *name,
                             int number)
{
	size_t i = 0;

	if (r->number != number)
		return false;
	while (i < REGION_NAME - 1 && name[i] && r->name[i] == name[i])
		i++;
	return r->name[i] == (i < REGION_NAME - 1 ? name[i] : '\0');
}

/* A number below limit, or limit when there are no more. */
INSIDE static uint32_t take(uint32_t *next, uint32_t limit)
{
	uint32_t n = __atomic_load_n(next, __ATOMIC_RELAXED);

	while (n < limit &&
	       !__atomic_compare_exchange_n(next, &n, n + 1, false,
	                                    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
		continue;
	return n;
}

INSIDE static bool ready(const uint32_t *word)
{
	return __atomic_load_n(word, __ATOMIC_ACQUIRE) == REGION_READY;
}

INSIDE static void make_ready(uint32_t *word)
{
	__atomic_store_n(word, REGION_READY, __ATOMIC_RELEASE);
}

INSIDE static uint32_t region_of(const char *name, int number)
{
	struct region_area *a = state.area;
	uint32_t n = __atomic_load_n(&a->nnames, __ATOMIC_ACQUIRE);

	for (uint32_t i = 0; i < n && i < REGION_NAMES; i++) {
		if (ready(&a->names[i].state) &&
		    same_name(&a->names[i], name, number))
			return i;
	}
	n = take(&a->nnames, REGION_NAMES);
	if (n == REGION_NAMES)
		return n;
	a->names[n].number = number;
	for (size_t i = 0; i < REGION_NAME - 1 && name[i]; i++)
		a->names[n].name[i] = name[i];
	make_ready(&a->names[n].state);
	return n;
}

/* The node of a region below parent, made when it is new; 0: no room. */
INSIDE static uint32_t node_of(uint32_t parent, uint32_t region)
{
	struct region_area *a = state.area;
	uint32_t n = __atomic_load_n(&a->nnodes, __ATOMIC_ACQUIRE);

	if (region == REGION_NAMES || a->nodes[parent].depth == REGION_DEPTH)
		return 0;
	for (uint32_t i = 1; i < n && i < REGION_NODES; i++) {
		if (a->nodes[i].parent == parent &&
		    a->nodes[i].region == region && ready(&a->nodes[i].state))
			return i;
	}
	n = take(&a->nnodes, REGION_NODES);
	if (n == REGION_NODES)
		return 0;
	a->nodes[n].parent = parent;
	a->nodes[n].region = region;
	a->nodes[n].depth = a->nodes[parent].depth + 1;
	make_ready(&a->nodes[n].state);
	return n;
}

INSIDE static uint32_t child_of(struct region_slot *t, const char *name,
                                int number)
{
	const struct region_area *a = state.area;
	uint64_t h =
		((uint64_t)(uintptr_t)name ^ (uint64_t)(uint32_t)number << 7) +
		t->node;
	struct region_known *k =
		&t->known[(h * 0x9e3779b97f4a7c15u >> 40) % REGION_KNOWN];

	if (k->node && k->text == name && k->parent == t->node &&
	    same_name(&a->names[a->nodes[k->node].region], name, number))
		return k->node;
	k->text = name;
	k->parent = t->node;
	k->number = number;
	k->node = node_of(t->node, region_of(name, number));
	return k->node;
}

INSIDE static void go_to(struct region_slot *t, uint32_t node)
{
	uint64_t now = ticks_now();

	t->count[t->node].ticks += now - t->last;
	t->last = now;
	__atomic_store_n(&t->node, node, __ATOMIC_RELEASE);
}

/* Nested too deeply, or in too many ways: a recursion's entry still counts. */
INSIDE static void begin_beyond(struct region_slot *t, const char *name,
                                int number)
{
	const struct region_area *a = state.area;
	uint32_t at = t->node;

	t->beyond++;
	while (at && !same_name(&a->names[a->nodes[at].region], name, number))
		at = a->nodes[at].parent;
	if (at)
		t->count[at].entries++;
	else
		__atomic_fetch_add(&state.area->dropped, 1, __ATOMIC_RELAXED);
}

INSIDE static void begin_in(struct region_slot *t, const char *name, int number,
                            const void *from)
{
	uint32_t node = t->beyond ? 0 : child_of(t, name, number);

	if (!node) {
		begin_beyond(t, name, number);
		return;
	}
	t->count[node].entries++;
	t->count[node].from = (uint64_t)(uintptr_t)from;
	go_to(t, node);
}

struct place {
	uintptr_t address;
	struct region_fault *fault;
};

static int find_file(struct dl_phdr_info *info, size_t size, void *place)
{
	struct place *p = place;

	(void)size;
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *h = &info->dlpi_phdr[i];
		size_t n = strnlen(info->dlpi_name, REGION_PATH - 1);

		if (h->p_type != PT_LOAD ||
		    p->address - info->dlpi_addr - h->p_vaddr >= h->p_memsz)
			continue;
		p->fault->vaddr = p->address - info->dlpi_addr;
		memcpy(p->fault->path, info->dlpi_name, n);
		return 1;
	}
	return 0;
}

/* Something that is wrong with a pair: once for each place. */
static void report(enum region_fault_kind kind, uint32_t region, uint32_t other,
                   uint64_t from)
{
	struct region_area *a = state.area;
	uint32_t n = __atomic_load_n(&a->nfaults, __ATOMIC_ACQUIRE);
	struct place place = { .address = (uintptr_t)from };

	for (uint32_t i = 0; i < n && i < REGION_FAULTS; i++) {
		struct region_fault *f = &a->faults[i];

		if (f->from == from && f->kind == kind && f->region == region) {
			__atomic_fetch_add(&f->count, 1, __ATOMIC_RELAXED);
			return;
		}
	}
	n = take(&a->nfaults, REGION_FAULTS);
	if (n == REGION_FAULTS)
		return;
	place.fault = &a->faults[n];
	place.fault->kind = kind;
	place.fault->region = region;
	place.fault->other = other;
	place.fault->from = from;
	place.fault->count = 1;
	dl_iterate_phdr(find_file, &place);
	make_ready(&place.fault->state);
}

/* The node of the same regions without that of one node among them. */
static uint32_t without(uint32_t node, uint32_t gone)
{
	const struct region_node *nodes = state.area->nodes;

	if (node == gone)
		return nodes[node].parent;
	return node_of(without(nodes[node].parent, gone), nodes[node].region);
}

/* An end of what is not the innermost region. */
static void end_other(struct region_slot *t, const char *name, int number,
                      uint64_t from)
{
	const struct region_area *a = state.area;
	uint32_t at = t->node;

	while (at && !same_name(&a->names[a->nodes[at].region], name, number))
		at = a->nodes[at].parent;
	if (at) {
		report(REGION_CROSSING, a->nodes[at].region,
		       a->nodes[t->node].region, from);
		go_to(t, without(t->node, at));
	} else if (!a->dropped) {
		report(REGION_END_ONLY, region_of(name, number), 0, from);
	}
}

INSIDE static void end_in(struct region_slot *t, const char *name, int number,
                          const void *from)
{
	const struct region_area *a = state.area;
	const struct region_node *at = &a->nodes[t->node];

	if (t->beyond)
		t->beyond--;
	else if (t->node && same_name(&a->names[at->region], name, number))
		go_to(t, at->parent);
	else
		end_other(t, name, number, (uint64_t)(uintptr_t)from);
}

/* What a pair costs: the least of some tries. */
static void calibrate(struct region_slot *t)
{
	enum { TRIES = 8, PAIRS = 32 };
	uint64_t least = UINT64_MAX;

	for (int i = 0; i < TRIES; i++) {
		uint64_t began = ticks_now(), took;

		for (int k = 0; k < PAIRS; k++) {
			begin_in(t, REGION_CALIBRATION, 0, NULL);
			end_in(t, REGION_CALIBRATION, 0, NULL);
		}
		took = ticks_now() - began;
		least = took < least ? took : least;
	}
	__atomic_store_n(&state.area->pair_ticks, least / PAIRS,
	                 __ATOMIC_RELAXED);
}

/* A slot for this thread: one that is free again, or a new one. */
static struct region_slot *enter(void)
{
	struct region_area *a = state.area;
	uint32_t tid = (uint32_t)syscall(SYS_gettid);
	uint32_t n = __atomic_load_n(&a->nslots, __ATOMIC_ACQUIRE);
	struct region_slot *t = NULL;

	for (uint32_t i = 0; i < n && i < REGION_THREADS && !t; i++) {
		uint32_t nobody = 0;

		if (__atomic_compare_exchange_n(&a->slots[i].tid, &nobody, tid,
		                                false, __ATOMIC_ACQ_REL,
		                                __ATOMIC_RELAXED))
			t = &a->slots[i];
	}
	if (!t) {
		n = take(&a->nslots, REGION_THREADS);
		if (n == REGION_THREADS) {
			__atomic_fetch_add(&a->dropped, 1, __ATOMIC_RELAXED);
			return NULL;
		}
		t = &a->slots[n];
		__atomic_store_n(&t->tid, tid, __ATOMIC_RELEASE);
	}
	/* pointers to names of another image mean nothing in this one */
	memset(t->known, 0, sizeof(t->known));
	t->image = state.image;
	t->node = t->beyond = 0;
	t->last = ticks_now();
	self = t;
	pthread_setspecific(state.key, t);
	if (!__atomic_load_n(&a->pair_ticks, __ATOMIC_RELAXED))
		calibrate(t);
	t->last = ticks_now();
	return t;
}

/* Regions that are open when their thread, or the process, ends. */
static void report_open(const struct region_slot *t)
{
	const struct region_node *nodes = state.area->nodes;

	for (uint32_t at = t->node; at; at = nodes[at].parent)
		report(REGION_BEGIN_ONLY, nodes[at].region, 0,
		       t->count[at].from);
}

static void leave(void *slot)
{
	struct region_slot *t = slot;

	go_to(t, t->node);
	report_open(t);
	self = NULL;
	__atomic_store_n(&t->node, 0, __ATOMIC_RELEASE);
	__atomic_store_n(&t->tid, 0, __ATOMIC_RELEASE);
}

__attribute__((noinline)) INSIDE void
library_begin(const char *name, int number, const void *from)
{
	struct region_slot *t;

	if (state.mode == NATIVE) {
		t = self ? self : enter();
		if (t)
			begin_in(t, name, number, from);
		return;
	}
	(void)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, REGION_BEGIN, name, number, 0,
	                                      0, 0);
}

__attribute__((noinline)) INSIDE void library_end(const char *name, int number,
                                                  const void *from)
{
	struct region_slot *t;

	if (state.mode == NATIVE) {
		t = self ? self : enter();
		if (t)
			end_in(t, name, number, from);
		return;
	}
	(void)VALGRIND_DO_CLIENT_REQUEST_EXPR(0, REGION_END, name, number, 0, 0,
	                                      0);
}

EXPORT INSIDE void perfexpert_region_begin(const char *name, int number)
{
	if (__builtin_expect(state.mode != OFF, 0))
		library_begin(name, number, CALLER);
}

EXPORT INSIDE void perfexpert_region_end(const char *name, int number)
{
	if (__builtin_expect(state.mode != OFF, 0))
		library_end(name, number, CALLER);
}

INSIDE int library_measured(void)
{
	return state.mode != OFF;
}

static struct region_area *attach(void)
{
	const char *id = getenv(REGION_AREA_VARIABLE);
	struct region_area *area;

	if (!id)
		return NULL;
	area = shmat((int)strtol(id, NULL, 10), NULL, 0);
	if (area == (void *)-1)
		return NULL;
	if (area->magic == REGION_MAGIC)
		return area;
	shmdt(area);
	return NULL;
}

static void new_image(void)
{
	state.image =
		__atomic_fetch_add(&state.area->images, 1, __ATOMIC_RELAXED);
}

/* A forked child's thread has no slot yet: the parent's stays the parent's. */
static void in_child(void)
{
	self = NULL;
	new_image();
}

__attribute__((constructor)) static void load(void)
{
	if (VALGRIND_DO_CLIENT_REQUEST_EXPR(
		    0, REGION_HELLO, __start_perfexpert_region,
		    __stop_perfexpert_region, 0, 0, 0)) {
		state.mode = SIMULATED;
		perfexpert_region_measured = 1;
		return;
	}
	state.area = attach();
	if (!state.area)
		return;
	if (pthread_key_create(&state.key, leave) != 0 ||
	    pthread_atfork(NULL, NULL, in_child) != 0) {
		shmdt(state.area);
		return;
	}
	new_image();
	state.mode = NATIVE;
	perfexpert_region_measured = 1;
}

__attribute__((destructor)) static void unload(void)
{
	struct region_area *a = state.area;

	if (state.mode != NATIVE)
		return;
	for (uint32_t i = 0; i < a->nslots && i < REGION_THREADS; i++) {
		struct region_slot *t = &a->slots[i];

		if (t->tid && t->image == state.image)
			report_open(t);
	}
	if (self)
		go_to(self, self->node);
}
