/*
 * match.c - who waited for whom
 *
 * Events with the same key and number belong together. Processes of one machine
 * have one clock; across machines nothing is compared.
 */
#include "records.h"

#include <stdbool.h>
#include <stdlib.h>

#include "area.h"
#include "base/banned.h"
#include "base/mem.h"

/* An event, its rank, and the result of matching it */
struct end {
	const struct mpi_area_event *e;
	size_t record;
	double wait_ns; /* -1: not known */
	int late;       /* rank, or -1 */
};

static int by_key(const void *a, const void *b)
{
	const struct mpi_area_event *x = (*(struct end *const *)a)->e;
	const struct mpi_area_event *y = (*(struct end *const *)b)->e;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->number < y->number ? -1 : x->number > y->number;
}

/* Until when did it wait, when what it needed was there at ns? */
static void set_wait(struct end *to, uint64_t ns, int late)
{
	const struct mpi_area_event *e = to->e;

	to->wait_ns = 0;
	if (ns <= e->enter_ns)
		return;
	to->wait_ns = (double)((ns < e->end_ns ? ns : e->end_ns) - e->enter_ns);
	to->late = late;
}

static bool is_clock_common(const struct records *r, struct end *const *g,
                            size_t n)
{
	for (size_t i = 1; i < n; i++) {
		if (strcmp(r->v[g[i]->record].area->boot,
		           r->v[g[0]->record].area->boot) != 0)
			return false;
	}
	return true;
}

static int rank_of(const struct records *r, const struct end *e)
{
	return r->v[e->record].area->rank;
}

static bool sends(const struct end *e)
{
	return e->e->kind == MPI_EVENT_SEND || e->e->kind == MPI_EVENT_SENT;
}

static void match_message(const struct records *r, struct end **g, size_t n)
{
	const struct end *sent = NULL, *received = NULL;

	for (size_t i = 0; i < n; i++) {
		if (g[i]->e->kind == MPI_EVENT_SEND) {
			if (sent)
				return;
			sent = g[i];
		} else if (g[i]->e->kind == MPI_EVENT_RECV) {
			if (received)
				return;
			received = g[i];
		}
	}
	for (size_t i = 0; i < n; i++) {
		const struct end *other = sends(g[i]) ? received : sent;

		if (!other)
			continue;
		/* a sender that returned before did not wait for it */
		if (sends(g[i]) && g[i]->e->end_ns < other->e->begun_ns)
			g[i]->wait_ns = 0;
		else
			set_wait(g[i], other->e->begun_ns, rank_of(r, other));
	}
}

static const struct end *later(const struct end *a, const struct end *b)
{
	return a && a->e->begun_ns >= b->e->begun_ns ? a : b;
}

static int by_own(const void *a, const void *b)
{
	const uint32_t x = (*(struct end *const *)a)->e->own;
	const uint32_t y = (*(struct end *const *)b)->e->own;

	return x < y ? -1 : x > y;
}

/* All parts of one call, each once? Sorts them. */
static bool is_complete(struct end **g, size_t n)
{
	if (n != g[0]->e->size)
		return false;
	qsort(g, n, sizeof(*g), by_own);
	for (size_t i = 0; i < n; i++) {
		if (g[i]->e->own != i)
			return false;
	}
	return true;
}

static void match_collective(const struct records *r, struct end **g, size_t n)
{
	const struct end *last = NULL, *root = NULL, *lower = NULL;

	if (!is_complete(g, n))
		return;
	for (size_t i = 0; i < n; i++) {
		last = later(last, g[i]);
		if (g[i]->e->kind == MPI_EVENT_ROOT)
			root = later(root, g[i]);
	}
	for (size_t i = 0; i < n; lower = later(lower, g[i]), i++) {
		const struct end *for_whom = NULL;

		switch (g[i]->e->kind) {
		case MPI_EVENT_ALL:
		case MPI_EVENT_WAITING_ROOT:
			for_whom = last;
			break;
		case MPI_EVENT_LOWER:
			for_whom = lower;
			break;
		case MPI_EVENT_OF_ROOT:
			if (!root)
				continue;
			for_whom = root;
			break;
		default:
			break;
		}
		if (for_whom)
			set_wait(g[i], for_whom->e->begun_ns,
			         rank_of(r, for_whom));
		else
			g[i]->wait_ns = 0;
	}
}

static void match_group(const struct records *r, struct end **g, size_t n)
{
	if (n < 2 || !is_clock_common(r, g, n))
		return;
	if (g[0]->e->kind < MPI_EVENT_ALL)
		match_message(r, g, n);
	else
		match_collective(r, g, n);
}

static void add_late(struct record_wait *w, int rank, double ns)
{
	size_t i = 0;

	while (i < w->nlate && w->late[i].rank != rank)
		i++;
	if (i == w->nlate) {
		w->late = mem_grow(w->late, &w->cap_late, i + 1,
		                   sizeof(*w->late));
		w->late[w->nlate++] = (struct record_late){ rank, 0 };
	}
	w->late[i].ns += ns;
}

/*
 * If a call has several events, the one that it waited for longest counts. If a
 * send and a receive wait for the same moment, the receive counts: a sender may
 * continue without the other rank, a receiver can't.
 */
static void add_call(struct record *r, const struct end *ends, size_t n)
{
	const struct end *longest = NULL;
	struct record_wait *w = &r->wait[ends[0].e->site];

	for (size_t i = 0; i < n; i++) {
		if (ends[i].e->end_ns <= ends[i].e->enter_ns ||
		    ends[i].wait_ns < 0)
			continue;
		if (!longest || ends[i].wait_ns > longest->wait_ns ||
		    (ends[i].wait_ns == longest->wait_ns && sends(longest)))
			longest = &ends[i];
	}
	if (!longest)
		return;
	w->calls++;
	w->ns += longest->wait_ns;
	if (sends(longest))
		w->receiver_ns += longest->wait_ns;
	if (longest->e->kind >= MPI_EVENT_ALL)
		w->together_ns += longest->wait_ns;
	if (longest->wait_ns > 0 && longest->late >= 0)
		add_late(w, longest->late, longest->wait_ns);
}

/* The events of a call follow each other. */
static void add_calls(struct record *r, const struct end *ends, size_t n)
{
	size_t from = 0;

	for (size_t i = 1; i <= n; i++) {
		if (i < n && ends[i].e->call == ends[from].e->call &&
		    ends[i].e->site == ends[from].e->site)
			continue;
		add_call(r, ends + from, i - from);
		from = i;
	}
}

void records_match(struct records *r)
{
	size_t n = 0, from = 0;
	struct end *ends, **sorted;

	for (size_t i = 0; i < r->n; i++)
		n += r->v[i].area->nevents;
	if (!n)
		return;
	ends = mem_alloc(n, sizeof(*ends));
	sorted = mem_alloc(n, sizeof(struct end *));
	n = 0;
	for (size_t i = 0; i < r->n; i++) {
		for (size_t k = 0; k < r->v[i].area->nevents; k++) {
			ends[n] = (struct end){ &r->v[i].area->event[k], i, -1,
				                -1 };
			sorted[n] = &ends[n];
			n++;
		}
	}
	qsort(sorted, n, sizeof(*sorted), by_key);
	for (size_t i = 1; i <= n; i++) {
		if (i < n && by_key(&sorted[from], &sorted[i]) == 0)
			continue;
		match_group(r, sorted + from, i - from);
		from = i;
	}
	n = 0;
	for (size_t i = 0; i < r->n; i++) {
		const size_t own = r->v[i].area->nevents;

		if (own)
			add_calls(&r->v[i], ends + n, own);
		n += own;
	}
	free(sorted);
	free(ends);
}
