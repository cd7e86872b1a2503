/*
 * library.h - what the parts of the library in MPI programs share
 *
 * It wraps MPI's functions for C, whatever language the program is written
 * in: Fortran's wrappers of MPICH call MPI_Send, those of Open MPI PMPI_Send
 * (nm -D libmpichfort.so.12, libmpi_mpifh.so.40), both with C's handles. No
 * mpi.h is needed: what differs between the two binary interfaces is in abi.c.
 * It runs inside the user's program: nothing but libc, and no call of MPI that
 * another process would have to answer.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_MPI_LIBRARY_LIBRARY_H
#define PERFEXPERT_MEASURE_COLLECT_MPI_LIBRARY_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "callers.h"
#include "measure/collect/mpi/calls.h"

struct mpi_area;
struct mpi_area_site;

enum { WORDS = 14 }; /* as many arguments as the widest takes, and one */

/* A call in progress */
struct call {
	enum mpi_call number;
	enum mpi_rule rule;
	int handle;  /* argument, see calls.h; -1 */
	bool large;  /* its counts are of type MPI_Count */
	long *words; /* arguments; may be replaced before it goes on */
	struct mpi_area_site *site;
	uint64_t begun_ns, ended_ns;
};

/* ---- abi.c ---- */

/* What MPI's headers say of a binary interface. Handles are 64 bits here. */
struct abi {
	bool pointers; /* handles are pointers, else ints */
	size_t status_size, status_source, status_tag; /* bytes */
	long in_place, status_ignore;
	int any_source, any_tag, proc_null, root;
	int cart, graph, dist_graph;
	uint64_t comm_world, comm_self, comm_null, request_null, byte;
};

/* MPI's own functions, below all wrappers */
struct real {
	int (*initialized)(int *);
	int (*comm_rank)(uint64_t, int *);
	int (*comm_size)(uint64_t, int *);
	int (*comm_remote_size)(uint64_t, int *);
	int (*comm_test_inter)(uint64_t, int *);
	int (*comm_group)(uint64_t, void *);
	int (*group_translate)(uint64_t, int, const int *, uint64_t, int *);
	int (*group_free)(void *);
	int (*type_size)(uint64_t, int64_t *);
	int (*graph_counts)(uint64_t, int *, int *, int *);
	int (*graph_neighbors)(uint64_t, int, int *);
	int (*topology)(uint64_t, int *);
	int (*cart_dimensions)(uint64_t, int *);
	int (*library_version)(char *, int *);
};

extern struct abi abi;
extern struct real real;

/*
 * abi_find - which MPI is loaded; once, before MPI_Init goes on
 *
 * version: room for 8,192 bytes (MPICH's MPI_MAX_LIBRARY_VERSION_STRING).
 * Returns NULL, or why it is not one that we know.
 */
const char *abi_find(char *version);

/* abi_symbol - the next MPI function after ours; NULL: there is none */
void *abi_symbol(const char *name);

/* An argument; a handle that is one, or that is at an address or in an array */
uint64_t abi_handle(long word);
uint64_t abi_handle_at(long address, size_t i);

/* What a status says of the message that was received */
struct envelope {
	int source, tag;
	uint64_t bytes;
	bool cancelled;
};

/* abi_envelope - of a status as MPI filled it in */
struct envelope abi_envelope(const char *status);

/* ---- sizes.c ---- */

struct moved {
	uint64_t sent, received; /* bytes */
	bool is_message;         /* it is one that moves data */
};

/*
 * sizes_of - what a call sends and receives by its arguments
 *
 * The sum of both is what fapp calls the message length (Fujitsu Profiler
 * User's Guide, appendix B). Of receives in point to point, nothing: that is
 * known when they are completed.
 */
struct moved sizes_of(const struct call *c);

/* sizes_count - n elements of a type, as bytes */
uint64_t sizes_bytes(uint64_t n, uint64_t type);

/* sizes_number - an argument that is a count */
uint64_t sizes_number(const struct call *c, int word);

/* ---- room.c ---- */

/* room_open - make the file and map it: there is room for what precedes events;
 * NULL: it can't be */
struct mpi_area *room_open(const char *path);

/* room_for - make room for that many events; false if there is none */
bool room_for(uint64_t events);

/* ---- sites.c ---- */

/* sites_open - make the file of this process; false: we are not measured */
bool sites_open(void);
struct mpi_area *sites_area(void);

/* sites_find - the entry of a place, made when it is new; NULL: no room */
struct mpi_area_site *sites_find(enum mpi_call call, uintptr_t address);

/* sites_program - where the program called us, or what called us */
uintptr_t sites_program(const struct caller *caller);

void sites_time(struct mpi_area_site *s, uint64_t ns);
void sites_message(struct mpi_area_site *s, uint64_t sent, uint64_t received);

/* ---- comms.c: under the lock of messages.c ---- */

/* A communicator, by what is the same in all of its processes. */
struct comm {
	uint64_t handle, id; /* id 0: messages in it are not matched */
	int rank, size;
};

/* comms_find - made when it is new; borrowed until the next call */
const struct comm *comms_find(uint64_t handle);
void comms_forget(uint64_t handle);

/* ---- requests.c: under the lock of messages.c ---- */

enum request_kind { REQUEST_SEND, REQUEST_RECV, REQUEST_COLLECTIVE };

struct request {
	struct request *next;
	uint64_t handle;
	enum request_kind kind;
	bool persistent, active;
	uint64_t comm;    /* handle */
	int peer, tag;    /* of receives, as asked for */
	uint64_t bytes;   /* a persistent send's */
	bool is_numbered; /* key and number are known */
	uint64_t key;
	uint32_t number, size, own; /* of a collective: see mpi_area_event */
	unsigned event;
	uint64_t begun_ns;
	struct mpi_area_site *site; /* that it was started in */
};

/* requests_add - an entry, zeroed but for its handle, instead of an old one;
 * NULL: no memory */
struct request *requests_add(uint64_t handle);
struct request *requests_find(uint64_t handle);
void requests_remove(uint64_t handle);

/*
 * requests_take - out of the table, or NULL; then requests_put back or
 * requests_drop
 *
 * MPI may give the handle to another thread's request before we have seen that
 * this one is complete.
 */
struct request *requests_take(uint64_t handle);
void requests_put(struct request *r);
void requests_drop(struct request *r);

/* ---- log.c: under the lock of messages.c ---- */

/* log_number - the how manieth of its key; UINT32_MAX: there are too many */
uint32_t log_number(uint64_t key);

/* log_next - what it will be for the next one */
uint32_t log_next(uint64_t key);

struct mpi_area_event;
void log_add(const struct mpi_area_event *e);
uint64_t log_mix(uint64_t a, uint64_t b);

/* ---- messages.c ---- */

enum { KEPT = 32 };

/* What has to be remembered of a call that completes requests. */
struct kept {
	uint64_t few[KEPT], *requests;
	/* the same, taken, where several threads may call MPI; or NULL */
	struct request *few_taken[KEPT], **taken;
	char few_statuses[KEPT * 32], *statuses; /* ours, or the program's */
	char *many_statuses;                     /* ours, when they are many */
	size_t n;
};

/* messages_threads - several threads may call at the same time */
void messages_threads(void);
void messages_before(struct call *c, struct kept *k);
void messages_after(struct call *c, struct kept *k, bool ok,
                    struct moved *moved);

uint64_t front_now(void);

#endif
