#include "mpi.h"

#include <math.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/mem.h"
#include "profile/profile.h"

static bool begins(const char *text, const char *with)
{
	return strncmp(text, with, strlen(with)) == 0;
}

static bool is_outside(const char *call)
{
	return strcmp(call, "MPI_Init") == 0 ||
	       strcmp(call, "MPI_Init_thread") == 0 ||
	       strcmp(call, "MPI_Finalize") == 0;
}

/* Calls that have one partner, or complete those */
static bool is_message(const char *call)
{
	static const char *const names[] = {
		"MPI_Send",   "MPI_Bsend",  "MPI_Ssend", "MPI_Rsend",
		"MPI_Recv",   "MPI_Mrecv",  "MPI_Probe", "MPI_Mprobe",
		"MPI_Wait",   "MPI_Test",   "MPI_Isend", "MPI_Ibsend",
		"MPI_Issend", "MPI_Irsend", "MPI_Start",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (begins(call, names[i]))
			return true;
	}
	return false;
}

static double more(double sum, double value)
{
	return isnan(value) ? sum : isnan(sum) ? value : sum + value;
}

static void add_late(struct mpi_place *to, const struct mpi_view *v,
                     double *late)
{
	for (size_t i = 0; i < to->site->n; i++) {
		const struct profile_mpi_row *r = &to->site->rows[i];

		for (size_t k = 0; k < v->nranks && !isnan(r->late_s); k++) {
			if (v->ranks[k].rank == r->late_rank)
				late[k] += r->late_s;
		}
	}
	for (size_t k = 0; k < v->nranks; k++) {
		v->ranks[k].late_s += late[k];
		if (late[k] > 0 && !(late[k] <= to->late_s)) {
			to->late_s = late[k];
			to->late_rank = v->ranks[k].rank;
		}
		late[k] = 0;
	}
}

/* Over all ranks, those that don't call it too */
static void spread(struct mpi_place *to, size_t ranks)
{
	double squares = 0;
	const double n = (double)ranks;

	to->least_s = to->site->n < ranks ? 0 : HUGE_VAL;
	for (size_t i = 0; i < to->site->n; i++) {
		const struct profile_mpi_row *r = &to->site->rows[i];

		to->least_s = fmin(to->least_s, r->time_s);
		if (!(r->time_s <= to->most_s)) {
			to->most_s = r->time_s;
			to->most_rank = r->rank;
		}
		squares += r->time_s * r->time_s;
	}
	to->mean_s = to->time_s / n;
	to->sd_s = sqrt(fmax(0, squares / n - to->mean_s * to->mean_s));
}

/* Waits it in collective calls mostly, which MPI_Wait can complete, too? */
static bool is_together(const char *call, double together_s, double wait_s)
{
	return isnan(together_s) ? !is_message(call)
	                         : together_s > 0.5 * wait_s;
}

static struct mpi_place place_of(const struct profile_mpi_site *s, size_t ranks)
{
	struct mpi_place p = { .site = s,
		               .wait_s = NAN,
		               .most_s = -1,
		               .late_rank = NAN,
		               .late_s = NAN,
		               .outside = is_outside(s->call) };
	double could = 0, known = 0, receiver_s = 0, together_s = NAN;

	for (size_t i = 0; i < s->n; i++) {
		const struct profile_mpi_row *r = &s->rows[i];

		p.calls += r->calls;
		p.time_s += r->time_s;
		p.longest_s = fmax(p.longest_s, r->longest_s);
		p.sent += r->sent;
		p.received += r->received;
		p.messages += r->messages;
		for (size_t k = 0; k < PROFILE_MPI_BINS; k++)
			p.bin[k] += r->bin[k];
		p.wait_s = more(p.wait_s, r->wait_s);
		receiver_s += r->receiver_s;
		together_s = more(together_s, r->together_s);
		could += r->could;
		known += r->known;
	}
	p.known = could > 0 ? known / could : NAN;
	spread(&p, ranks);
	if (p.wait_s > 0)
		p.wait_for = is_together(s->call, together_s, p.wait_s)
		                     ? MPI_WAIT_LAST
		             : receiver_s > 0.5 * p.wait_s ? MPI_WAIT_RECEIVERS
		                                           : MPI_WAIT_SENDERS;
	return p;
}

static struct mpi_rank *rank_of(struct mpi_view *v, double rank)
{
	for (size_t i = 0; i < v->nranks; i++) {
		if (v->ranks[i].rank == rank)
			return &v->ranks[i];
	}
	return NULL;
}

static void add_to_ranks(struct mpi_view *v, const struct profile_mpi_site *s)
{
	for (size_t i = 0; i < s->n; i++) {
		const struct profile_mpi_row *row = &s->rows[i];
		struct mpi_rank *r =
			i < v->nranks && v->ranks[i].rank == row->rank
				? &v->ranks[i]
				: rank_of(v, row->rank);

		if (!r)
			continue;
		r->mpi_s += row->time_s;
		r->wait_s = more(r->wait_s, row->wait_s);
		r->calls += row->calls;
		r->sent += row->sent;
		r->received += row->received;
	}
}

static void sum_up(struct mpi_view *v)
{
	double work_s = 0, most_s = 0;

	v->wait_s = v->own_s = NAN;
	for (size_t i = 0; i < v->nranks; i++) {
		struct mpi_rank *r = &v->ranks[i];

		r->work_s = isnan(r->elapsed_s)
		                    ? NAN
		                    : fmax(0, r->elapsed_s - r->mpi_s);
		v->elapsed_s += isnan(r->elapsed_s) ? 0 : r->elapsed_s;
		v->mpi_s += r->mpi_s;
		v->own_s = more(v->own_s, r->own_s);
		v->wait_s = more(v->wait_s, r->wait_s);
		v->calls += r->calls;
		v->sent += r->sent;
		v->received += r->received;
		work_s += isnan(r->work_s) ? 0 : r->work_s;
		if (r->work_s > most_s) {
			most_s = r->work_s;
			v->busiest = i;
		}
		if (r->late_s > v->ranks[v->latest].late_s)
			v->latest = i;
	}
	v->balance = v->nranks > 1 && most_s > 0
	                     ? work_s / (double)v->nranks / most_s
	                     : NAN;
}

static int by_time(const void *a, const void *b)
{
	const struct mpi_place *x = a, *y = b;

	if (x->time_s != y->time_s)
		return x->time_s < y->time_s ? 1 : -1;
	return x->site < y->site ? -1 : x->site > y->site;
}

bool mpi_view(const struct profile *p, struct mpi_view *v)
{
	double *late;

	*v = (struct mpi_view){ .balance = NAN };
	if (!p->mpi || !p->mpi->nranks)
		return false;
	v->nranks = p->mpi->nranks;
	v->ranks = mem_alloc(v->nranks, sizeof(*v->ranks));
	v->nplaces = p->mpi->n;
	v->places = mem_alloc(v->nplaces + 1, sizeof(*v->places));
	late = mem_alloc(v->nranks, sizeof(*late));
	for (size_t i = 0; i < v->nranks; i++)
		v->ranks[i] = (struct mpi_rank){
			.rank = p->mpi->ranks[i].rank,
			.elapsed_s = p->mpi->ranks[i].elapsed_s,
			.own_s = p->mpi->ranks[i].own_s,
			.finished = p->mpi->ranks[i].finished,
			.wait_s = NAN,
		};
	for (size_t i = 0; i < v->nplaces; i++) {
		v->places[i] = place_of(&p->mpi->sites[i], v->nranks);
		add_late(&v->places[i], v, late);
		v->messages += v->places[i].messages;
		if (!v->places[i].outside)
			add_to_ranks(v, &p->mpi->sites[i]);
	}
	free(late);
	sum_up(v);
	qsort(v->places, v->nplaces, sizeof(*v->places), by_time);
	return true;
}

void mpi_view_release(struct mpi_view *v)
{
	free(v->places);
	free(v->ranks);
	*v = (struct mpi_view){ .balance = NAN };
}

bool mpi_view_latest(const struct mpi_view *v)
{
	static const double most = 0.5, much = 0.05;
	double all = 0;

	for (size_t i = 0; i < v->nranks; i++)
		all += v->ranks[i].late_s;
	return v->nranks > 2 && v->ranks[v->latest].late_s > most * all &&
	       v->ranks[v->latest].late_s > much * v->elapsed_s;
}
