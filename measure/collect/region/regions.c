#include "regions.h"

#include <math.h>
#include <stdio.h>
#include <sys/shm.h>
#include <unistd.h>

#include "area.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/shared_memory.h"
#include "base/strbuf.h"
#include "ticks.h"

enum { MOST_NODES = 1 << 16 };
#define NOT_SEEN UINT32_MAX

struct regions {
	struct arena *arena;
	struct regions_node *nodes;
	size_t n, cap;
	struct regions_fault *faults;
	size_t nfaults, cap_faults;
	size_t runs;
	double dropped, pair_s;
	/* of the run that goes on */
	struct region_area *area;
	uint32_t seen[REGION_NODES]; /* node of the area -> ours */
	uint64_t began_ticks;
	double began_s;
};

struct regions *regions_new(void)
{
	struct regions *r = mem_alloc(1, sizeof(*r));

	r->arena = arena_new();
	r->pair_s = NAN;
	r->nodes = mem_grow(NULL, &r->cap, 1, sizeof(*r->nodes));
	r->nodes[r->n++] = (struct regions_node){ .name = "" };
	return r;
}

void regions_free(struct regions *r)
{
	if (!r)
		return;
	if (r->area)
		shmdt(r->area);
	free(r->nodes);
	free(r->faults);
	arena_free(r->arena);
	free(r);
}

bool regions_mentioned(const char *path)
{
	static const char *const names[] = {
		"perfexpert_region_begin",
		"perfexpert_region_begin_",
		"perfexpert_region_measured",
		"fapp_start",
		"fapp_start_",
		"fipp_start",
		"fipp_start_",
		"start_collection",
		"start_collection_",
		"hpmStart",
		"hpmStartx",
		"hpmTstart",
		"hpmTstartx",
		"f_hpmstart_",
		"f_hpmstartx_",
		"f_hpmtstart_",
		"f_hpmtstartx_",
		"likwid_markerStartRegion",
		"likwid_markerstartregion_",
		"MPI_Pcontrol",
		"mpi_pcontrol_",
	};

	return io_contains(path, names, sizeof(names) / sizeof(*names), true);
}

static double now_s(void)
{
	struct timespec t = { 0 };

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int regions_open(struct regions *r, char *value, struct err *err)
{
	r->area =
		shared_memory_make(sizeof(*r->area), "the regions", value, err);
	if (!r->area)
		return -1;
	r->area->nnodes = 1; /* outside */
	r->area->magic = REGION_MAGIC;
	for (size_t i = 0; i < REGION_NODES; i++)
		r->seen[i] = NOT_SEEN;
	r->seen[0] = 0;
	r->began_s = now_s();
	r->began_ticks = ticks_now();
	return 0;
}

uint32_t regions_at(struct regions *r, uint32_t parent, const char *name,
                    int number)
{
	for (size_t i = parent + 1; i < r->n; i++) {
		if (r->nodes[i].parent == parent &&
		    r->nodes[i].number == number &&
		    strcmp(r->nodes[i].name, name) == 0)
			return (uint32_t)i;
	}
	if (r->n == MOST_NODES)
		return 0;
	r->nodes = mem_grow(r->nodes, &r->cap, r->n + 1, sizeof(*r->nodes));
	r->nodes[r->n] = (struct regions_node){
		.parent = parent,
		.number = number,
		.name = arena_intern(r->arena, name),
	};
	return (uint32_t)r->n++;
}

/* A name of the area; the program may write anything there. */
static const char *name_of(struct regions *r, uint32_t region, int *number)
{
	char text[REGION_NAME];

	if (region >= REGION_NAMES)
		return NULL;
	memcpy(text, r->area->names[region].name, sizeof(text));
	text[sizeof(text) - 1] = '\0';
	*number = r->area->names[region].number;
	return arena_intern(r->arena, text);
}

static uint32_t node_of(struct regions *r, uint32_t node)
{
	const struct region_node *at = &r->area->nodes[node];
	uint32_t parent = at->parent;
	const char *name;
	int number;

	if (__atomic_load_n(&at->state, __ATOMIC_ACQUIRE) != REGION_READY ||
	    parent >= node || r->seen[parent] == NOT_SEEN)
		return 0;
	name = name_of(r, at->region, &number);
	if (!name)
		return 0;
	if (strcmp(name, REGION_CALIBRATION) == 0)
		return r->seen[parent];
	return regions_at(r, r->seen[parent], name, number);
}

uint32_t regions_seen(struct regions *r, uint32_t node)
{
	if (!r->area || node >= REGION_NODES)
		return 0;
	if (r->seen[node] != NOT_SEEN)
		return r->seen[node];
	/* parents have lower numbers */
	for (uint32_t i = 1; i <= node; i++) {
		if (r->seen[i] == NOT_SEEN &&
		    __atomic_load_n(&r->area->nodes[i].state,
		                    __ATOMIC_ACQUIRE) == REGION_READY)
			r->seen[i] = node_of(r, i);
	}
	return r->seen[node] == NOT_SEEN ? 0 : r->seen[node];
}

static void add_fault(struct regions *r, const struct regions_fault *f)
{
	for (size_t i = 0; i < r->nfaults; i++) {
		const struct regions_fault *old = &r->faults[i];

		if (strcmp(old->text, f->text) == 0 &&
		    (old->vaddr == f->vaddr || f->vaddr == 0) &&
		    (strcmp(old->path, f->path) == 0 || f->vaddr == 0))
			return;
	}
	r->faults = mem_grow(r->faults, &r->cap_faults, r->nfaults + 1,
	                     sizeof(*r->faults));
	r->faults[r->nfaults++] = *f;
}

/* "'solve'", "'solve' 3" */
static void add_name(struct regions *r, struct strbuf *b, uint32_t region)
{
	int number = 0;
	const char *name = name_of(r, region, &number);

	strbuf_addf(b, "'%s'", name ? name : "");
	if (number)
		strbuf_addf(b, " %d", number);
}

static void take_fault(struct regions *r, uint32_t kind, uint32_t region,
                       const struct region_fault *f)
{
	struct strbuf b = STRBUF_INIT;
	struct regions_fault fault = { .path = "" };

	strbuf_adds(&b, "the region ");
	add_name(r, &b, region);
	if (kind == REGION_END_ONLY) {
		strbuf_adds(&b, " ends where it is not open");
	} else if (kind == REGION_BEGIN_ONLY) {
		strbuf_adds(&b, " is begun and not ended");
	} else {
		strbuf_adds(&b, " ends while ");
		add_name(r, &b, f->other);
		strbuf_adds(&b, ", which began later, is open");
	}
	fault.text = arena_intern(r->arena, b.s);
	if (f) {
		char path[REGION_PATH];

		memcpy(path, f->path, sizeof(path));
		path[sizeof(path) - 1] = '\0';
		fault.path = arena_intern(r->arena, path);
		fault.vaddr = f->vaddr;
	}
	add_fault(r, &fault);
	strbuf_release(&b);
}

static void take_faults(struct regions *r)
{
	for (size_t i = 0; i < REGION_FAULTS; i++) {
		const struct region_fault *f = &r->area->faults[i];

		if (f->state == REGION_READY)
			take_fault(r, f->kind, f->region, f);
	}
	/* what a process left open that could not say so */
	for (size_t i = 0; i < REGION_THREADS; i++) {
		const struct region_slot *t = &r->area->slots[i];
		/* once: what the program left running may change it */
		const uint32_t node =
			__atomic_load_n(&t->node, __ATOMIC_RELAXED);

		if (i >= r->area->nslots)
			break;
		if (t->tid && node && node < REGION_NODES)
			take_fault(r, REGION_BEGIN_ONLY,
			           r->area->nodes[node].region, NULL);
	}
}

static void take_counts(struct regions *r, double seconds_per_tick)
{
	const struct region_area *a = r->area;
	uint32_t node[REGION_NODES] = { 0 };

	/* first: a node takes as long as there are nodes before it */
	for (uint32_t i = 1; i < a->nnodes && i < REGION_NODES; i++)
		node[i] = regions_seen(r, i);
	for (uint32_t t = 0; t < a->nslots && t < REGION_THREADS; t++) {
		for (uint32_t i = 1; i < a->nnodes && i < REGION_NODES; i++) {
			const struct region_count *c = &a->slots[t].count[i];
			struct regions_node *to = &r->nodes[node[i]];

			to->elapsed_s += (double)c->ticks * seconds_per_tick;
			if (*a->names[a->nodes[i].region % REGION_NAMES].name)
				to->entries += (double)c->entries;
		}
	}
}

void regions_close(struct regions *r)
{
	double ticks, s_per_tick;

	if (!r->area)
		return;
	ticks = (double)(ticks_now() - r->began_ticks);
	s_per_tick = ticks > 0 ? (now_s() - r->began_s) / ticks : 0;
	take_counts(r, s_per_tick);
	take_faults(r);
	if (r->area->pair_ticks)
		r->pair_s = (double)r->area->pair_ticks * s_per_tick;
	r->dropped += r->area->dropped;
	r->runs++;
	shmdt(r->area);
	r->area = NULL;
}

const struct regions_node *regions_all(const struct regions *r, size_t *n)
{
	*n = r->n;
	return r->nodes;
}

size_t regions_runs(const struct regions *r)
{
	return r->runs;
}

double regions_dropped(const struct regions *r)
{
	return r->dropped;
}

double regions_pair_s(const struct regions *r)
{
	return r->pair_s;
}

const struct regions_fault *regions_faults(const struct regions *r, size_t *n)
{
	*n = r->nfaults;
	return r->faults;
}
