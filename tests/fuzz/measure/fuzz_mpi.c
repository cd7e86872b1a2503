/*
 * fuzz_mpi - what the processes of an MPI program left, which the program may
 * write to; what is made of it can be written and read again
 */
#include "../input.h"

#include <stddef.h>
#include <sys/stat.h>

#include "measure/collect/mpi/area.h"
#include "measure/collect/mpi/build.h"
#include "measure/collect/mpi/records.h"
#include "profile/profile.h"
#include "../read_again.h"

enum { AREAS = 4, SITES = 4, EVENTS = 64, PATH_BYTES = 8 };

/* What stands before the sites and events of one area in the input */
struct head {
	uint32_t pid;
	int32_t rank, size;
	uint32_t finished, stride;
	uint64_t nevents, begun_ns, ended_ns, dropped;
	char library[12], unknown[4], boot[4], path[2][PATH_BYTES];
	uint8_t sites, events, cut; /* of the file's end, bytes */
	uint8_t magic;              /* odd: not ours */
};

/* Fills an area; the bytes that its file has, 0: the input has ended */
static size_t fill(struct mpi_area *a, const uint8_t **data, size_t *size)
{
	struct head h;
	size_t events, end;

	memset(a, 0, offsetof(struct mpi_area, event));
	if (!input_take(data, size, &h, sizeof(h)))
		return 0;
	a->magic = MPI_AREA_MAGIC + (h.magic & 1);
	a->pid = h.pid;
	a->rank = h.rank;
	a->size = h.size;
	a->finished = h.finished;
	a->stride = h.stride;
	a->nevents = h.nevents;
	a->begun_ns = h.begun_ns;
	a->ended_ns = h.ended_ns;
	a->dropped = h.dropped;
	memcpy(a->library, h.library, sizeof(h.library));
	memcpy(a->unknown, h.unknown, sizeof(h.unknown));
	memcpy(a->boot, h.boot, sizeof(h.boot));
	for (size_t i = 0; i < 2; i++)
		memcpy(a->path[i], h.path[i], PATH_BYTES);
	for (size_t i = 0; i < h.sites % SITES; i++)
		input_take(data, size, &a->site[i], sizeof(a->site[i]));
	events = h.events % EVENTS;
	for (size_t i = 0; i < events; i++)
		input_take(data, size, &a->event[i], sizeof(a->event[i]));
	end = offsetof(struct mpi_area, event) + events * sizeof(*a->event);
	return h.cut < end ? end - h.cut : end;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct records r = { 0 };
	struct err err = { 0 };
	struct profile *p = profile_new();

	for (int i = 0; i < AREAS; i++) {
		static struct mpi_area a;
		const size_t n = fill(&a, &data, &size);
		char name[16];

		snprintf(name, sizeof(name), "%d.mpi", i);
		if (n)
			input_write(input_folder(), name, &a, n);
		if (!n)
			break;
	}
	records_folder(&r, input_folder());
	io_remove_tree(input_folder(), &err);
	mkdir(input_folder(), 0700);
	records_match(&r);
	build_mpi(p, &r);
	read_again(p);
	profile_free(p);
	records_release(&r);
	return 0;
}
