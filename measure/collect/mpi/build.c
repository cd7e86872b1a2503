#include "build.h"

#include <math.h>

#include "area.h"
#include "base/arena.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "calls.h"
#include "measure/binary/structure.h"
#include "measure/binary/structures.h"
#include "profile/mpi.h"
#include "profile/profile.h"
#include "records.h"

static const char *const names[] = {
#define NAME(name, rule, handle, large) "MPI_" #name,
	MPI_CALLS(NAME)
};

/* A return address points after the call. */
static struct profile_mpi_site place_of(struct structures *b,
                                        const struct mpi_area *a,
                                        const struct mpi_area_site *s)
{
	const char *path = a->path[s->path];
	struct structure *structure =
		path[0] == '/' ? structures_get(b, path) : NULL;
	struct profile_mpi_site like = { .call = names[s->call],
		                         .procedure = "",
		                         .module = io_basename(path) };
	struct structure_place at;

	if (!structure || !structure_find(structure, s->vaddr - 1, &at))
		return like;
	like.procedure = at.proc->name;
	like.file = at.file;
	like.line = at.file ? at.line : 0;
	return like;
}

static void set_waits(struct profile_mpi_row *row, const struct record_wait *w,
                      double could)
{
	double share;

	row->could = could;
	row->known = w->calls;
	if (!(could > 0) || !(w->calls > 0))
		return;
	/* of very many calls a part is looked at */
	share = fmin(1, w->calls / could);
	row->wait_s = fmin(w->ns * 1e-9 / share, row->time_s);
	row->receiver_s = fmin(w->receiver_ns * 1e-9 / share, row->wait_s);
	row->together_s = fmin(w->together_ns * 1e-9 / share, row->wait_s);
	for (size_t i = 0; i < w->nlate; i++) {
		const double s = w->late[i].ns * 1e-9 / share;

		if (isnan(row->late_s) || s > row->late_s) {
			row->late_s = s;
			row->late_rank = w->late[i].rank;
		}
	}
}

static void add_row(struct profile *p, struct profile_mpi_site *to,
                    const struct record *r, size_t slot)
{
	const struct mpi_area_site *s = &r->area->site[slot];
	struct profile_mpi_row row = {
		.rank = r->area->rank,
		.calls = (double)s->calls,
		.time_s = (double)s->time_ns * 1e-9,
		.longest_s = (double)s->longest_ns * 1e-9,
		.sent = (double)s->sent,
		.received = (double)s->received,
		.messages = (double)s->messages,
		.wait_s = NAN,
		.late_rank = NAN,
		.late_s = NAN,
	};

	for (size_t i = 0; i < MPI_AREA_BINS; i++)
		row.bin[i] = (double)s->bin[i];
	set_waits(&row, &r->wait[slot], (double)s->could);
	profile_mpi_row_add(p, to, &row);
}

static void add_record(struct profile *p, struct structures *b,
                       const struct record *r)
{
	const struct mpi_area *a = r->area;

	profile_mpi_rank_add(
		p, &(struct profile_mpi_rank){
			   .rank = a->rank,
			   .elapsed_s = a->ended_ns > a->begun_ns
	                                        ? (double)(a->ended_ns -
	                                                   a->begun_ns) *
	                                                  1e-9
	                                        : NAN,
			   .own_s = (double)a->own_ns * 1e-9,
			   .finished = a->finished != 0,
		   });
	for (size_t i = 0; i < MPI_AREA_SITES; i++) {
		const struct mpi_area_site *s = &a->site[i];
		struct profile_mpi_site like;
		struct profile_mpi_site *to;

		if (s->state != MPI_SITE_READY || !s->calls)
			continue;
		like = place_of(b, a, s);
		to = profile_mpi_site(p, &like);
		if (to)
			add_row(p, to, r, i);
	}
}

/* Notes on what is missing, or cannot be separated */
static void add_notes(struct profile *p, const struct records *r)
{
	const struct mpi_area *first = r->v[0].area;
	double dropped = 0;

	for (size_t i = 0; i < r->n; i++)
		dropped += (double)r->v[i].area->dropped;
	if (dropped > 0)
		profile_note(p,
		             "%.0f MPI calls are not listed: there are too "
		             "many call sites",
		             dropped);
	if (r->n > 1 && r->n < (size_t)first->size)
		profile_note(
			p, "%zu of %d ranks left no record of their MPI calls",
			(size_t)first->size - r->n, first->size);
	if (r->n > (size_t)first->size)
		profile_note(p, "several MPI programs ran: the calls of their "
		                "ranks are added up");
}

/* "MPICH Version:\t4.0.2" is "MPICH 4.0.2". */
static void add_library(struct strbuf *b, const char *name)
{
	static const char more[] = " Version:";
	const char *version = strstr(name, more);

	if (!version) {
		strbuf_adds(b, name);
		return;
	}
	strbuf_add(b, name, (size_t)(version - name));
	version += strlen(more);
	strbuf_addf(b, " %s", version + strspn(version, " \t"));
}

/* How many machines: boots, as each boot of each has a different clock */
static double machines(const struct records *r)
{
	struct map *boots = map_new();
	double n;

	for (size_t i = 0; i < r->n; i++)
		map_put(boots, r->v[i].area->boot, boots);
	n = (double)map_size(boots);
	map_free(boots);
	return n;
}

void build_mpi(struct profile *p, const struct records *r)
{
	struct strbuf library = STRBUF_INIT;
	struct structures *b;

	if (!r->n)
		return;
	b = structures_new();
	add_library(&library, r->v[0].area->library);
	profile_mpi_new(p, library.s, r->v[0].area->size);
	strbuf_release(&library);
	p->mpi->machines = machines(r);
	for (size_t i = 0; i < r->n; i++)
		add_record(p, b, &r->v[i]);
	add_notes(p, r);
	structures_free(b);
}
