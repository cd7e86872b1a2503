/*
 * messages.c - both ends of messages and collective calls: after the run they
 * show who waited for whom
 *
 * The n-th message from one rank to another with a tag in a communicator is the
 * n-th that is received so (MPI 4.0, 3.5: messages don't overtake each other);
 * receives from anybody are numbered when they are complete. The n-th
 * collective call in a communicator is the n-th of all its processes.
 */
#include "library.h"

#include <pthread.h>
#include <stdlib.h>

#include "measure/collect/mpi/area.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const uint64_t of_collectives = 0xc011ec7;

static uint64_t key_of(const struct comm *c, int source, int target, int tag)
{
	return log_mix(log_mix(c->id, (uint64_t)(uint32_t)source << 32 |
	                                      (uint32_t)target),
	               (uint32_t)tag);
}

static struct mpi_area_event event_of(const struct call *c, unsigned kind)
{
	return (struct mpi_area_event){
		.kind = (uint16_t)kind,
		.site = (uint16_t)(c->site - sites_area()->site),
		.begun_ns = c->begun_ns,
		.enter_ns = c->begun_ns,
		.end_ns = c->ended_ns,
	};
}

/* What a call adds: its events have a number in common. */
struct adding {
	struct call *c;
	uint32_t number;
	bool waits;
};

static void add(struct adding *a, struct mpi_area_event e, uint64_t key,
                uint32_t number)
{
	static uint32_t calls;

	if (number == UINT32_MAX)
		return;
	if (!a->number)
		a->number = ++calls ? calls : ++calls;
	if (!a->waits && e.end_ns > e.enter_ns) {
		a->waits = true;
		__atomic_fetch_add(&a->c->site->could, 1, __ATOMIC_RELAXED);
	}
	e.key = key;
	e.number = number;
	e.call = a->number;
	log_add(&e);
}

static void number_request(struct request *r, uint64_t key)
{
	r->key = key;
	r->number = log_number(log_mix(key, r->kind));
	r->is_numbered = true;
}

/* A send that begins; it waits only when it blocks. */
static void sent(struct adding *a, uint64_t comm, int target, int tag,
                 struct request *r)
{
	const struct comm *c = comms_find(comm);
	struct mpi_area_event e = event_of(a->c, MPI_EVENT_SEND);
	const uint64_t key = key_of(c, c->rank, target, tag);
	uint32_t number;

	if (!c->id || target < 0)
		return;
	number = log_number(log_mix(key, REQUEST_SEND));
	if (r) {
		e.end_ns = e.enter_ns;
		r->key = key;
		r->number = number;
		r->is_numbered = true;
	}
	add(a, e, key, number);
}

static void received(struct adding *a, uint64_t comm, const struct envelope *of,
                     unsigned kind)
{
	const struct comm *c = comms_find(comm);
	const uint64_t key = key_of(c, of->source, c->rank, of->tag);

	if (c->id && of->source >= 0)
		add(a, event_of(a->c, kind), key,
		    log_number(log_mix(key, REQUEST_RECV)));
}

/* ---- requests ---- */

static struct request *open_request(const struct call *c,
                                    enum request_kind kind)
{
	const uint64_t handle = abi_handle_at(c->words[c->handle], 0);
	struct request *r;

	if (handle == abi.request_null)
		return NULL;
	r = requests_add(handle);
	if (!r)
		return NULL;
	r->kind = kind;
	r->active = true;
	r->begun_ns = c->begun_ns;
	r->site = c->site;
	return r;
}

/* A receive that begins: numbered now, when it is known from whom it is. */
static void number_receive(struct request *r)
{
	const struct comm *c = comms_find(r->comm);

	if (c->id && r->peer >= 0 && r->tag != abi.any_tag)
		number_request(r, key_of(c, r->peer, c->rank, r->tag));
}

static void open_receive(const struct call *c, bool persistent, int peer,
                         int tag, uint64_t comm)
{
	struct request *r = open_request(c, REQUEST_RECV);

	if (!r)
		return;
	r->persistent = persistent;
	r->active = !persistent;
	r->peer = peer;
	r->tag = tag;
	r->comm = comm;
	if (!persistent)
		number_receive(r);
}

static void start(struct adding *a, uint64_t handle)
{
	struct request *r = requests_find(handle);

	if (!r || !r->persistent)
		return;
	r->active = true;
	r->is_numbered = false;
	r->begun_ns = a->c->begun_ns;
	r->site = a->c->site;
	if (r->kind == REQUEST_RECV) {
		number_receive(r);
		return;
	}
	sites_message(r->site, r->bytes, 0);
	sent(a, r->comm, r->peer, r->tag, r);
}

static void complete_receive(struct adding *a, struct request *r,
                             const char *status)
{
	const struct envelope of = abi_envelope(status);
	const struct comm *c = comms_find(r->comm);
	struct mpi_area_event e = event_of(a->c, MPI_EVENT_RECV);

	if (of.cancelled)
		return;
	sites_message(r->site, 0, of.bytes);
	if (!r->is_numbered && c->id && of.source >= 0)
		number_request(r, key_of(c, of.source, c->rank, of.tag));
	e.begun_ns = r->begun_ns;
	if (r->is_numbered)
		add(a, e, r->key, r->number);
}

/* The i-th of those that the call completes. */
static void complete(struct adding *a, const struct kept *k, size_t i,
                     const char *status)
{
	struct request *r =
		k->taken ? k->taken[i] : requests_find(k->requests[i]);
	struct mpi_area_event e;

	if (!r || !r->active)
		return;
	if (r->kind == REQUEST_RECV) {
		complete_receive(a, r, status);
	} else if (r->is_numbered) {
		e = event_of(a->c, r->kind == REQUEST_SEND ? MPI_EVENT_SENT
		                                           : r->event);
		e.begun_ns = r->begun_ns;
		e.size = r->size;
		e.own = r->own;
		add(a, e, r->key, r->number);
	}
	r->active = false;
	if (r->persistent)
		return;
	if (k->taken) {
		requests_drop(r);
		k->taken[i] = NULL;
	} else {
		requests_remove(k->requests[i]);
	}
}

/* ---- collective calls ---- */

static const struct {
	signed char comm, root; /* arguments; -1: none */
	unsigned char event, of_root;
} collectives[MPI_NRULES] = {
	[MPI_RULE_BARRIER] = { 0, -1, MPI_EVENT_ALL, 0 },
	[MPI_RULE_BCAST] = { 4, 3, MPI_EVENT_OF_ROOT, MPI_EVENT_ROOT },
	[MPI_RULE_GATHER] = { 7, 6, MPI_EVENT_TO_ROOT, MPI_EVENT_WAITING_ROOT },
	[MPI_RULE_GATHERV] = { 8, 7, MPI_EVENT_TO_ROOT,
	                       MPI_EVENT_WAITING_ROOT },
	[MPI_RULE_SCATTER] = { 7, 6, MPI_EVENT_OF_ROOT, MPI_EVENT_ROOT },
	[MPI_RULE_SCATTERV] = { 8, 7, MPI_EVENT_OF_ROOT, MPI_EVENT_ROOT },
	[MPI_RULE_ALLGATHER] = { 6, -1, MPI_EVENT_ALL, 0 },
	[MPI_RULE_ALLGATHERV] = { 7, -1, MPI_EVENT_ALL, 0 },
	[MPI_RULE_ALLTOALL] = { 6, -1, MPI_EVENT_ALL, 0 },
	[MPI_RULE_ALLTOALLV] = { 8, -1, MPI_EVENT_ALL, 0 },
	[MPI_RULE_ALLTOALLW] = { 8, -1, MPI_EVENT_ALL, 0 },
	[MPI_RULE_REDUCE] = { 6, 5, MPI_EVENT_TO_ROOT, MPI_EVENT_WAITING_ROOT },
	[MPI_RULE_ALLREDUCE] = { 5, -1, MPI_EVENT_ALL, 0 },
	[MPI_RULE_SCAN] = { 5, -1, MPI_EVENT_LOWER, 0 },
	[MPI_RULE_REDUCE_SCATTER] = { 5, -1, MPI_EVENT_ALL, 0 },
	[MPI_RULE_REDUCE_SCATTER_BLOCK] = { 5, -1, MPI_EVENT_ALL, 0 },
	[MPI_RULE_COMM] = { 0, -1, MPI_EVENT_ALL, 0 },
};

static bool is_collective(const struct call *c)
{
	return c->rule == MPI_RULE_BARRIER || collectives[c->rule].comm > 0 ||
	       (c->rule == MPI_RULE_COMM &&
	        c->number != MPI_CALL_Comm_create_group);
}

static void collective(struct adding *a)
{
	const struct call *c = a->c;
	const int root_word = collectives[c->rule].root;
	const struct comm *comm =
		comms_find(abi_handle(c->words[collectives[c->rule].comm]));
	const bool is_root =
		root_word >= 0 && (int)c->words[root_word] == comm->rank;
	const unsigned event = is_root ? collectives[c->rule].of_root
	                               : collectives[c->rule].event;
	const uint64_t key = log_mix(comm->id, of_collectives);
	struct mpi_area_event e = event_of(c, event);
	struct request *r;

	if (!comm->id)
		return;
	e.size = (uint32_t)comm->size;
	e.own = (uint32_t)comm->rank;
	if (c->handle < 0 || c->rule == MPI_RULE_COMM) {
		add(a, e, key, log_number(key));
		return;
	}
	r = open_request(c, REQUEST_COLLECTIVE);
	if (!r) {
		log_number(key);
		return;
	}
	r->key = key;
	r->number = log_number(key);
	r->is_numbered = true;
	r->event = event;
	r->size = e.size;
	r->own = e.own;
}

/* ---- before and after a call ---- */

/* Which arguments are the requests, and the status or statuses */
static const struct {
	signed char requests, n, status; /* n: -1 one, else the argument */
} completing[MPI_NRULES] = {
	[MPI_RULE_ONE] = { 0, -1, 1 }, [MPI_RULE_TEST] = { 0, -1, 2 },
	[MPI_RULE_ALL] = { 1, 0, 2 },  [MPI_RULE_TESTALL] = { 1, 0, 3 },
	[MPI_RULE_ANY] = { 1, 0, 3 },  [MPI_RULE_TESTANY] = { 1, 0, 4 },
	[MPI_RULE_SOME] = { 1, 0, 4 },
};

static int status_word(const struct call *c)
{
	switch (c->rule) {
	case MPI_RULE_RECV:
		return 6;
	case MPI_RULE_MRECV:
		return 4;
	case MPI_RULE_SENDRECV:
		return 11;
	case MPI_RULE_SENDRECV_REPLACE:
		return 8;
	case MPI_RULE_PROBE:
		return 3;
	case MPI_RULE_MPROBE:
		return 4;
	default:
		return -1;
	}
}

static bool several_threads;

void messages_threads(void)
{
	several_threads = true;
}

static void take_requests(struct kept *k)
{
	k->taken = k->few_taken;
	if (k->n > KEPT)
		k->taken = malloc(k->n * sizeof(struct request *));
	if (!k->taken)
		return;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < k->n; i++)
		k->taken[i] = requests_take(k->requests[i]);
	pthread_mutex_unlock(&lock);
}

/* Those that are not complete, and persistent ones. */
static void put_back(struct kept *k)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < k->n; i++) {
		if (k->taken[i])
			requests_put(k->taken[i]);
	}
	pthread_mutex_unlock(&lock);
	if (k->taken != k->few_taken)
		free(k->taken);
}

static void keep_requests(struct call *c, struct kept *k)
{
	const long at = c->words[completing[c->rule].requests];
	const int n_word = completing[c->rule].n;
	const int n = n_word < 0 ? 1 : (int)c->words[n_word];
	long *status = &c->words[completing[c->rule].status];

	if (n <= 0)
		return;
	if (n > KEPT)
		k->requests = malloc((size_t)n * sizeof(*k->requests));
	if (!k->requests)
		return;
	k->n = (size_t)n;
	for (size_t i = 0; i < k->n; i++)
		k->requests[i] = abi_handle_at(at, i);
	k->statuses = (char *)*status;
	if (*status != abi.status_ignore)
		return;
	k->statuses = k->few_statuses;
	if (n > KEPT)
		k->statuses = k->many_statuses =
			malloc((size_t)n * abi.status_size);
	if (k->statuses)
		*status = (long)k->statuses;
	else
		k->n = 0;
}

void messages_before(struct call *c, struct kept *k)
{
	int word;

	k->n = 0;
	k->requests = k->few;
	k->taken = NULL;
	k->statuses = k->many_statuses = NULL;
	if (c->rule >= MPI_RULE_ONE && c->rule <= MPI_RULE_SOME) {
		keep_requests(c, k);
		if (several_threads && k->n)
			take_requests(k);
		return;
	}
	word = c->handle < 0 ? status_word(c) : -1;
	if (word >= 0) {
		if (c->words[word] == abi.status_ignore)
			c->words[word] = (long)k->few_statuses;
		k->statuses = (char *)c->words[word];
	}
	if (c->rule != MPI_RULE_COMM_FREE && c->rule != MPI_RULE_REQUEST_FREE)
		return;
	pthread_mutex_lock(&lock);
	if (c->rule == MPI_RULE_COMM_FREE)
		comms_forget(abi_handle_at(c->words[0], 0));
	else
		requests_remove(abi_handle_at(c->words[0], 0));
	pthread_mutex_unlock(&lock);
}

static void completed(struct adding *a, const struct kept *k)
{
	const struct call *c = a->c;
	const size_t size = abi.status_size;

	switch (c->rule) {
	case MPI_RULE_TEST:
	case MPI_RULE_TESTALL:
		if (!*(int *)c->words[c->rule == MPI_RULE_TEST ? 1 : 2])
			return;
		break;
	case MPI_RULE_TESTANY:
		if (!*(int *)c->words[3])
			return;
		break;
	case MPI_RULE_SOME: {
		const int n = *(int *)c->words[2];
		const int *at = (const int *)c->words[3];

		for (int i = 0; i < n; i++) {
			if (at[i] >= 0 && (size_t)at[i] < k->n)
				complete(a, k, (size_t)at[i],
				         k->statuses + (size_t)i * size);
		}
		return;
	}
	default:
		break;
	}
	if (c->rule == MPI_RULE_ANY || c->rule == MPI_RULE_TESTANY) {
		const int i = *(int *)c->words[2];

		if (i >= 0 && (size_t)i < k->n)
			complete(a, k, (size_t)i, k->statuses);
		return;
	}
	for (size_t i = 0; i < k->n; i++)
		complete(a, k, i, k->statuses + i * size);
}

static void after_send(struct adding *a)
{
	const struct call *c = a->c;
	const uint64_t comm = abi_handle(c->words[5]);
	const int target = (int)c->words[3], tag = (int)c->words[4];
	struct request *r = NULL;

	if (c->handle >= 0)
		r = open_request(c, REQUEST_SEND);
	if (c->rule == MPI_RULE_SEND) {
		sent(a, comm, target, tag, r);
	} else if (r) {
		r->persistent = true;
		r->active = false;
		r->comm = comm;
		r->peer = target;
		r->tag = tag;
		r->bytes = target == abi.proc_null
		                   ? 0
		                   : sizes_bytes(sizes_number(c, 1),
		                                 abi_handle(c->words[2]));
	}
}

/* Both ways at once */
static void after_sendrecv(struct adding *a, struct kept *k,
                           struct moved *moved)
{
	const struct call *c = a->c;
	const bool replace = c->rule == MPI_RULE_SENDRECV_REPLACE;
	const int source_word = replace ? 5 : 8;
	const uint64_t comm = abi_handle(c->words[source_word + 2]);
	struct envelope of;

	if (c->handle >= 0) {
		sent(a, comm, (int)c->words[3], (int)c->words[4], NULL);
		open_receive(c, false, (int)c->words[source_word],
		             (int)c->words[source_word + 1], comm);
		return;
	}
	sent(a, comm, (int)c->words[3], (int)c->words[4], NULL);
	of = abi_envelope(k->statuses);
	moved->received = of.bytes;
	received(a, comm, &of, MPI_EVENT_RECV);
}

static void after_receive(struct adding *a, struct kept *k, struct moved *moved)
{
	const struct call *c = a->c;
	struct envelope of;

	if (c->handle >= 0) {
		if (c->rule == MPI_RULE_MRECV)
			open_receive(c, false, abi.any_source, abi.any_tag,
			             abi.comm_null);
		else
			open_receive(c, c->rule == MPI_RULE_RECV_INIT,
			             (int)c->words[3], (int)c->words[4],
			             abi_handle(c->words[5]));
		return;
	}
	of = abi_envelope(k->statuses);
	*moved = (struct moved){ 0, of.bytes, true };
	if (c->rule == MPI_RULE_RECV)
		received(a, abi_handle(c->words[5]), &of, MPI_EVENT_RECV);
}

static void after_probe(struct adding *a, const struct kept *k)
{
	const struct call *c = a->c;
	const struct comm *comm = comms_find(abi_handle(c->words[2]));
	const struct envelope of = abi_envelope(k->statuses);
	const uint64_t key = key_of(comm, of.source, comm->rank, of.tag);

	/* a matched message is received by the thread that has its handle */
	if (c->rule == MPI_RULE_MPROBE)
		received(a, abi_handle(c->words[2]), &of, MPI_EVENT_RECV);
	else if (comm->id && of.source >= 0)
		add(a, event_of(c, MPI_EVENT_PROBED), key,
		    log_next(log_mix(key, REQUEST_RECV)));
}

static void after(struct adding *a, struct kept *k, struct moved *moved)
{
	struct call *c = a->c;

	switch (c->rule) {
	case MPI_RULE_SEND:
	case MPI_RULE_SEND_INIT:
		after_send(a);
		break;
	case MPI_RULE_RECV:
	case MPI_RULE_RECV_INIT:
	case MPI_RULE_MRECV:
		after_receive(a, k, moved);
		break;
	case MPI_RULE_SENDRECV:
	case MPI_RULE_SENDRECV_REPLACE:
		after_sendrecv(a, k, moved);
		break;
	case MPI_RULE_PROBE:
	case MPI_RULE_MPROBE:
		after_probe(a, k);
		break;
	case MPI_RULE_START:
		start(a, abi_handle_at(c->words[0], 0));
		break;
	case MPI_RULE_STARTALL:
		for (int i = 0; i < (int)c->words[0]; i++)
			start(a, abi_handle_at(c->words[1], (size_t)i));
		break;
	default:
		if (k->n)
			completed(a, k);
		else if (is_collective(c))
			collective(a);
	}
	if (c->rule == MPI_RULE_COMM) {
		const uint64_t made = abi_handle_at(c->words[c->handle], 0);

		comms_forget(made);
		comms_find(made);
	}
}

void messages_after(struct call *c, struct kept *k, bool ok,
                    struct moved *moved)
{
	struct adding a = { .c = c };

	if (ok && c->rule != MPI_RULE_TIME) {
		pthread_mutex_lock(&lock);
		after(&a, k, moved);
		pthread_mutex_unlock(&lock);
	}
	if (k->taken)
		put_back(k);
	if (c->rule >= MPI_RULE_ONE && c->rule <= MPI_RULE_SOME) {
		free(k->many_statuses);
		if (k->requests != k->few)
			free(k->requests);
	}
}
