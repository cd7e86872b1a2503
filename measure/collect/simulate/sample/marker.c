#include "marker.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/io.h"
#include "measure/attribute/segments.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"
#include "measure/collect/simulate/protocol/displaced.h"
#include "measure/collect/simulate/protocol/not_alike.h"
#include "sampling.h"

const struct simout *marker_image(const struct simulation *sim)
{
	const struct simout *best = NULL;

	for (size_t i = 0; i < sim->n; i++) {
		if (!best ||
		    sim->outs[i]->total[SIM_EXEC] > best->total[SIM_EXEC])
			best = sim->outs[i];
	}
	return best;
}

/* Does the file's name begin with one of those? */
static bool begins_with(const char *path, not_alike_name *names, size_t n)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	for (size_t i = 0; i < n; i++) {
		if (strncmp(name, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

/*
 * The program itself, and its libraries. The dynamic linker and the C library
 * do other work under a simulator than natively, a part of it before the
 * program's first instruction, where the count of markers begins.
 */
bool marker_counted_alike(const char *path, const char *program)
{
	static not_alike_name not_alike[] = { NOT_ALIKE };

	if (strcmp(path, program) == 0)
		return true;
	/* or not a file */
	return strchr(path, '/') &&
	       !begins_with(path, not_alike,
	                    sizeof(not_alike) / sizeof(*not_alike));
}

bool marker_for_messages(const char *path)
{
	static not_alike_name libraries[] = { FOR_MESSAGES };

	return begins_with(path, libraries,
	                   sizeof(libraries) / sizeof(*libraries));
}

bool marker_read_code(struct marker *m)
{
	struct marker_code *c = &m->code;
	const int fd = io_open(c->path, IO_FILE);
	struct segments segments;
	ssize_t n = -1;

	if (fd < 0)
		return false;
	segments_read(&segments, c->path);
	const uint64_t at = segments_offset(&segments, c->vaddr);

	if (at <= INT64_MAX && c->size <= sizeof(c->bytes))
		n = pread(fd, c->bytes, c->size, (off_t)at);
	close(fd);
	return n > 0 && (size_t)n == c->size &&
	       displaced_possible(c->bytes, c->size);
}

size_t marker_begin(struct marker *m, size_t n)
{
	size_t set = 0;

	for (size_t i = 0; i < n; i++) {
		if (m[i].slot && m[i].slot->set)
			m[set++] = m[i];
	}
	return set;
}

bool marker_alone(const struct marker *m, size_t n)
{
	size_t late = 0;

	for (size_t i = 1; i < n; i++)
		late += m[i].seen < m[i].count / 2;
	return 2 * late > n - 1;
}

bool marker_alike(const struct marker *m, size_t n, double elapsed_s)
{
	for (size_t i = 1; i < n; i++) {
		const double early_s = elapsed_s - m[i].passed_s;

		if (m[i].passed
		            ? early_s > fmax(sampling.tick_s,
		                             sampling.markers_alike * elapsed_s)
		            : (double)m[i].seen + 1 <
		                      (1 - sampling.markers_alike) *
		                              (double)m[i].count)
			return false;
	}
	return true;
}

bool marker_agree(const struct marker *m, size_t n)
{
	double least = INFINITY, highest = 0;

	for (size_t i = 0; i < n; i++) {
		const double one = 1 / (double)m[i].count;
		const double times = (double)m[i].seen / (double)m[i].count;

		/* it may be off by one execution */
		if (m[i].seen < m[i].count)
			continue;
		least = fmin(least, times * (1 + one) - 1);
		highest = fmax(highest, times * (1 - one) - 1);
	}
	return highest <= sampling.most_disagree * least;
}

bool marker_read(const struct marker *m, uint64_t *count)
{
	if (m->slot)
		*count = __atomic_load_n(&m->slot->count, __ATOMIC_RELAXED);
	return m->slot;
}

void marker_close(struct marker *m)
{
	if (m->slot)
		m->slot->closed = 1;
	m->slot = NULL;
}
