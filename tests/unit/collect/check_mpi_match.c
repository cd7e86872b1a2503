/* check_mpi_match - who waited for whom, by the ends of calls that are given */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "measure/collect/mpi/area.h"
#include "measure/collect/mpi/records.h"
#include "tests/compile.h"

enum { SITE = 7 };

/* Of a process: a number of one in a message's or a call's way. */
struct given {
	int rank;
	unsigned kind;
	uint64_t begun_ns, enter_ns, end_ns;
	uint32_t call, key;
};

static void add(struct records *r, int rank, const char *boot,
                const struct given *g, size_t n)
{
	struct mpi_area *a = mem_alloc(1, sizeof(*a));

	a->rank = rank;
	snprintf(a->boot, sizeof(a->boot), "%s", boot);
	for (size_t i = 0; i < n; i++) {
		if (g[i].rank != rank)
			continue;
		a->event[a->nevents++] = (struct mpi_area_event){
			.key = g[i].key,
			.kind = (uint16_t)g[i].kind,
			.site = SITE,
			.begun_ns = g[i].begun_ns,
			.enter_ns = g[i].enter_ns,
			.end_ns = g[i].end_ns,
			.call = g[i].call,
			.size = 2,
			.own = (uint32_t)rank,
		};
	}
	r->v = mem_grow(r->v, &r->cap, r->n + 1, sizeof(*r->v));
	r->v[r->n++] = (struct record){
		.area = a,
		.wait = mem_alloc(MPI_AREA_SITES, sizeof(struct record_wait)),
	};
}

/* Both send and receive at once; rank 1 comes 50 ns later. */
static const struct given exchange[] = {
	{ 0, MPI_EVENT_SEND, 100, 100, 200, 1, 1 },
	{ 0, MPI_EVENT_RECV, 100, 100, 200, 1, 2 },
	{ 1, MPI_EVENT_SEND, 150, 150, 200, 1, 2 },
	{ 1, MPI_EVENT_RECV, 150, 150, 200, 1, 1 },
};

/* A sender that does not return before the other receives, 70 ns later */
static const struct given late_receiver[] = {
	{ 0, MPI_EVENT_SEND, 100, 100, 200, 1, 1 },
	{ 1, MPI_EVENT_RECV, 170, 170, 200, 1, 1 },
};

static const struct given late_sender[] = {
	{ 0, MPI_EVENT_RECV, 100, 100, 200, 1, 1 },
	{ 1, MPI_EVENT_SEND, 130, 130, 140, 1, 1 },
};

/* MPI_Wait of a collective call that the other begins 60 ns later */
static const struct given late_together[] = {
	{ 0, MPI_EVENT_ALL, 90, 100, 200, 1, 1 },
	{ 1, MPI_EVENT_ALL, 160, 165, 200, 1, 1 },
};

#define GIVEN(g) g, sizeof(g) / sizeof(*(g))

static const struct {
	const struct given *given;
	size_t n;
	const char *boots[2];
	double calls, ns, receiver_ns, together_ns;
} cases[] = {
	{ GIVEN(exchange), { "a", "a" }, 1, 50, 0, 0 },
	{ GIVEN(late_receiver), { "a", "a" }, 1, 70, 70, 0 },
	{ GIVEN(late_sender), { "a", "a" }, 1, 30, 0, 0 },
	{ GIVEN(late_together), { "a", "a" }, 1, 60, 0, 60 },
	/* clocks of two machines are not compared */
	{ GIVEN(late_sender), { "a", "b" }, 0, 0, 0, 0 },
	{ GIVEN(late_together), { "a", "b" }, 0, 0, 0, 0 },
};

START_TEST(waits)
{
	struct records r = { 0 };
	const struct record_wait *w;

	for (int i = 0; i < 2; i++)
		add(&r, i, cases[_i].boots[i], cases[_i].given, cases[_i].n);
	records_match(&r);
	w = &r.v[0].wait[SITE];
	ck_assert_double_eq(w->calls, cases[_i].calls);
	ck_assert_double_eq(w->ns, cases[_i].ns);
	ck_assert_double_eq(w->receiver_ns, cases[_i].receiver_ns);
	ck_assert_double_eq(w->together_ns, cases[_i].together_ns);
	if (cases[_i].ns > 0) {
		ck_assert_uint_eq(w->nlate, 1);
		ck_assert_int_eq(w->late[0].rank, 1);
		ck_assert_double_eq(w->late[0].ns, cases[_i].ns);
	}
	records_release(&r);
}
END_TEST

/* One takes the place of what was there before. */
START_TEST(are_kept_in_files)
{
	struct records r = { 0 }, kept = { 0 };

	make_dir();
	add(&r, 0, "a", GIVEN(exchange));
	r.v[0].area->magic = MPI_AREA_MAGIC;
	r.v[0].area->size = 2;
	for (int i = 0; i < 2; i++)
		records_write(&r, 0, in_dir("0.mpi"));
	records_folder(&kept, in_dir("."));
	ck_assert_uint_eq(kept.n, 1);
	ck_assert_uint_eq(kept.v[0].area->nevents, 2);
	ck_assert_str_eq(kept.v[0].area->boot, "a");
	ck_assert_mem_eq(kept.v[0].area->event, r.v[0].area->event,
	                 2 * sizeof(*r.v[0].area->event));
	records_release(&kept);
	records_release(&r);
	remove_dir();
}
END_TEST

Suite *suite_mpi_match(void);
Suite *suite_mpi_match(void)
{
	Suite *s = suite_create("mpi_match");
	TCase *tc = tcase_create("mpi_match");

	tcase_add_loop_test(tc, waits, 0, sizeof(cases) / sizeof(*cases));
	tcase_add_test(tc, are_kept_in_files);
	suite_add_tcase(s, tc);
	return s;
}
