/*
 * fuzz_regions - the area that the region library fills, which the measured
 * program may write to: numbers given out, so many names, nodes, slots, faults
 */
#include "../input.h"

#include <stddef.h>
#include <sys/shm.h>

#include "base/mem.h"
#include "measure/collect/region/area.h"
#include "measure/collect/region/regions.h"

enum { NAME_BYTES = 8, PATH_BYTES = 8, COUNTS = 8 };

struct head {
	uint32_t nnames, nnodes, nslots, nfaults, images, dropped;
	uint64_t pair_ticks;
	uint8_t names, nodes, slots, faults; /* in the input */
};

static void fill(struct region_area *a, const uint8_t *data, size_t size)
{
	struct head h;

	if (!input_take(&data, &size, &h, sizeof(h)))
		return;
	a->nnames = h.nnames;
	a->nnodes = h.nnodes;
	a->nslots = h.nslots;
	a->nfaults = h.nfaults;
	a->images = h.images;
	a->dropped = h.dropped;
	a->pair_ticks = h.pair_ticks;
	for (size_t i = 0; i < h.names; i++)
		input_take(&data, &size, &a->names[i],
		           offsetof(struct region_name, name) + NAME_BYTES);
	for (size_t i = 0; i < h.nodes; i++)
		input_take(&data, &size, &a->nodes[i], sizeof(a->nodes[i]));
	for (size_t i = 0; i < h.slots; i++)
		input_take(&data, &size, &a->slots[i],
		           offsetof(struct region_slot, count[COUNTS]));
	for (size_t i = 0; i < h.faults % REGION_FAULTS; i++)
		input_take(&data, &size, &a->faults[i],
		           offsetof(struct region_fault, path) + PATH_BYTES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct regions *r = regions_new();
	struct err err = { 0 };
	char value[16];
	size_t n;

	if (regions_open(r, value, &err) != 0)
		abort();
	/* the program attaches it, and so do we */
	fill(shmat((int)strtol(value, NULL, 10), NULL, 0), data, size);
	for (uint32_t i = 0; i <= REGION_NODES; i++)
		regions_seen(r, i);
	regions_close(r);
	regions_all(r, &n);
	for (size_t i = 1; i < n; i++) {
		if (regions_all(r, &n)[i].parent >= i)
			abort();
	}
	regions_faults(r, &n);
	regions_free(r);
	return 0;
}
