/* check_plan - few runs, against brute force and on known machines */
#include "check.h"

#include "base/mem.h"
#include "arch/account.h"
#include "arch/events.h"
#include "arch/machine.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "measure/plan/plan.h"
#include "measure/plan/plan_search.h"

/* A small generator of our own, so that a failing case can be repeated. */
static unsigned next_random(uint64_t *state, unsigned below)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*state >> 33) % below;
}

/* Place the natives one after the other, wherever one could go. */
static bool brute_place(const struct plan_problem *p, uint64_t natives,
                        uint64_t used)
{
	int i;

	if (!natives)
		return (unsigned)__builtin_popcountll(used) + p->taken <=
		       p->counters;
	i = __builtin_ctzll(natives);
	natives &= natives - 1;
	if (p->natives[i].fixed)
		return brute_place(p, natives, used);
	for (unsigned c = 0; c < p->counters; c++) {
		uint64_t take = (uint64_t)1 << c;
		uint64_t mask = p->natives[i].counters;

		if (p->natives[i].width == 2) {
			if (c % 2 || c + 1 >= p->counters)
				continue;
			take |= take << 1;
		}
		if ((mask && take & ~mask) || take & used)
			continue;
		if (brute_place(p, natives, used | take))
			return true;
	}
	return false;
}

static bool brute_fits(const struct plan_problem *p, uint64_t natives)
{
	for (size_t i = 0; i < p->nexclusions; i++) {
		uint64_t both = p->exclusions[i] & natives;

		if (both & (both - 1))
			return false;
	}
	return brute_place(p, natives, 0);
}

struct brute {
	const struct plan_problem *p;
	uint64_t runs[PLAN_MAX];
	unsigned run[PLAN_MAX], n;
	unsigned best_runs;
};

/* Every partition of the items. */
static void brute_partition(struct brute *b, size_t item)
{
	if (item == b->p->nitems) {
		for (unsigned r = 0; r < b->n; r++) {
			if (!brute_fits(b->p, b->runs[r]))
				return;
		}
		b->best_runs = b->n;
		return;
	}
	for (unsigned r = 0; r <= b->n && r < b->best_runs; r++) {
		uint64_t before = r < b->n ? b->runs[r] : b->p->base;
		unsigned n = b->n;

		b->runs[r] = before | b->p->items[item];
		b->run[item] = r;
		b->n = r == n ? n + 1 : n;
		brute_partition(b, item + 1);
		b->n = n;
		b->runs[r] = before;
	}
}

/* A machine as odd as they come: masks, pairs, fixed ones, exclusions. */
static void random_problem(struct plan_problem *p, uint64_t *exclusions,
                           struct plan_set *sets, uint64_t *seed,
                           unsigned nnatives, unsigned nitems)
{
	*p = (struct plan_problem){ .counters = 1 + next_random(seed, 8),
		                    .exclusions = exclusions,
		                    .sets = sets };
	p->taken = p->counters > 2 ? next_random(seed, 2) : 0;
	for (unsigned i = 0; i < nnatives; i++) {
		struct plan_native *n = &p->natives[i];

		n->width = next_random(seed, 5) == 0 ? 2 : 1;
		n->fixed = next_random(seed, 8) == 0;
		if (next_random(seed, 3) == 0)
			n->counters = 1 + next_random(seed, 255);
	}
	p->base = next_random(seed, 4) ? 1 : 0;
	p->nexclusions = next_random(seed, 3);
	for (size_t i = 0; i < p->nexclusions; i++) {
		exclusions[i] = next_random(seed, 1u << nnatives);
		exclusions[i] &= next_random(seed, 1u << nnatives);
	}
	p->nitems = nitems;
	for (unsigned i = 0; i < nitems; i++) {
		p->items[i] = (uint64_t)1 << next_random(seed, nnatives);
		while (next_random(seed, 4) == 0)
			p->items[i] |= (uint64_t)1
			               << next_random(seed, nnatives);
	}
	p->nsets = next_random(seed, 4);
	for (size_t i = 0; i < p->nsets; i++)
		sets[i] = (struct plan_set){ next_random(seed, 1u << nitems),
			                     1 + next_random(seed, 9) };
}

static void check_solution(const struct plan_problem *p,
                           const struct plan_solution *s)
{
	struct brute b = { .p = p, .n = s->nruns };

	for (unsigned r = 0; r < s->nruns; r++)
		b.runs[r] = p->base;
	for (size_t i = 0; i < p->nitems; i++) {
		ck_assert_uint_lt(s->run[i], s->nruns);
		b.run[i] = s->run[i];
		b.runs[s->run[i]] |= p->items[i];
	}
	for (unsigned r = 0; r < s->nruns; r++)
		ck_assert_msg(brute_fits(p, b.runs[r]), "run %u", r);
}

/* 40 rounds of 100 machines */
/* Of 100 machines, at most ten need a run more than the least */
START_TEST(nearly_as_good_as_brute_force)
{
	unsigned more = 0;

	for (unsigned k = 0; k < 100; k++) {
		uint64_t seed = (uint64_t)_i * 1000 + k, first = seed;
		uint64_t exclusions[4];
		struct plan_set sets[4];
		struct plan_problem p;
		struct plan_solution s;
		struct brute b = { .p = &p, .best_runs = 9 };
		unsigned nnatives, nitems;

		nnatives = 2 + next_random(&seed, 9);
		nitems = 1 + next_random(&seed, 7);
		random_problem(&p, exclusions, sets, &seed, nnatives, nitems);
		brute_partition(&b, 0);
		if (!plan_search(&p, &s)) {
			ck_assert_msg(b.best_runs == 9, "machine %llu: %u runs",
			              (unsigned long long)first, b.best_runs);
			ck_assert_uint_eq(plan_runs(&p), 0);
			continue;
		}
		ck_assert_msg(s.nruns <= b.best_runs + 1,
		              "machine %llu: %u runs, not %u",
		              (unsigned long long)first, s.nruns, b.best_runs);
		more += s.nruns > b.best_runs;
		ck_assert_uint_eq(plan_runs(&p), s.nruns);
		check_solution(&p, &s);
	}
	ck_assert_uint_le(more, 10);
}
END_TEST

static struct plan *plan_of(struct machine **m, const char *machine,
                            const char *events, unsigned taken)
{
	struct err err = { 0 };
	struct plan_request r = { .rate = 500,
		                  .events = events,
		                  .taken = taken };
	struct plan *p;

	ck_assert_msg(machine_load(m, machine, &err) == 0, "%s", err.msg);
	r.machine = *m;
	p = plan_make(&r, &err);
	ck_assert_msg(p != NULL, "%s: %s", machine, err.msg);
	return p;
}

static void check_runs(const struct plan *p, const char *const *want, size_t n)
{
	struct strbuf b = STRBUF_INIT;

	ck_assert_uint_eq(p->nruns, n);
	for (size_t i = 0; i < n; i++) {
		const struct plan_run *run = &p->runs[i];

		strbuf_clear(&b);
		for (size_t k = 0; k < run->nevents; k++)
			strbuf_addf(&b, "%s%s", k ? " " : "",
			            run->events[k]->name);
		ck_assert_str_eq(b.s, want[i]);
	}
	strbuf_release(&b);
}

/* SC'10, sec. II.A and III: four counters, one of them always cycles */
START_TEST(ranger_takes_the_papers_five_runs)
{
	static const char *const want[] = {
		"TOT_CYC TOT_INS TLB_DM TLB_IM",
		"TOT_CYC L1_DCA L2_DCA L2_DCM",
		"TOT_CYC L1_ICA L2_ICA L2_ICM",
		"TOT_CYC BR_INS BR_MSP FDV_INS",
		"TOT_CYC FP_INS FAD_INS FML_INS",
	};
	struct machine *m;
	struct plan *p = plan_of(&m, "opteron", NULL, 0);

	check_runs(p, want, 5);
	ck_assert_uint_eq(p->nnotes, 0);
	plan_free(p);
	machine_free(m);
	/* three counters are left: two events beside cycles */
	p = plan_of(&m, "opteron", NULL, 1);
	ck_assert_uint_eq(p->nruns, 7);
	plan_free(p);
	machine_free(m);
}
END_TEST

START_TEST(events_can_be_chosen)
{
	static const char *const want[] = { "TOT_CYC BR_INS BR_MSP" };
	struct plan_request r = { .rate = 500, .events = "BR_MSP,L9_XYZ" };
	struct err err = { 0 };
	struct machine *m;
	struct plan *p = plan_of(&m, "opteron", "BR_MSP,BR_INS", 0);

	check_runs(p, want, 1);
	r.machine = m;
	ck_assert(plan_make(&r, &err) == NULL);
	ck_assert_str_eq(err.msg, "unknown event 'L9_XYZ'");
	plan_free(p);
	machine_free(m);
}
END_TEST

static const char *refuse_branches(void *ctx, const struct machine_native *n)
{
	(void)ctx;
	return strstr(n->name, "MISPREDICTED") ? "it was refused" : NULL;
}

START_TEST(what_is_refused_is_named)
{
	struct plan_request r = { .rate = 500, .refused = refuse_branches };
	struct err err = { 0 };
	struct machine *m;
	struct plan *p;

	ck_assert(machine_load(&m, "opteron", &err) == 0);
	r.machine = m;
	p = plan_make(&r, &err);
	ck_assert_ptr_nonnull(p);
	ck_assert_uint_eq(p->nnotes, 1);
	ck_assert_str_eq(p->notes[0],
	                 "not measured: BR_MSP, because it was refused");
	for (size_t i = 0; i < p->nruns; i++) {
		for (size_t k = 0; k < p->runs[i].nevents; k++)
			ck_assert_str_ne(p->runs[i].events[k]->name, "BR_MSP");
	}
	plan_free(p);
	machine_free(m);
}
END_TEST

static bool in_run(const struct plan_run *run, const char *event)
{
	for (size_t i = 0; i < run->nevents; i++) {
		if (strcmp(run->events[i]->name, event) == 0)
			return true;
	}
	return false;
}

static bool is_prime(double n)
{
	const unsigned long whole = (unsigned long)n;

	for (unsigned long d = 2; d * d <= whole; d++) {
		if (whole % d == 0)
			return false;
	}
	return whole > 1 && (double)whole == n;
}

START_TEST(periods_are_the_next_primes)
{
	for (unsigned n = 0; n < 2000; n++) {
		double prime = n;

		while (!is_prime(prime))
			prime++;
		ck_assert_msg(plan_prime(n) == prime, "%u: %.0f", n,
		              plan_prime(n));
	}
}
END_TEST

/* What the kernel counts: clocks in their units, rare events each time */
static const struct {
	const char *name;
	double period, per_s; /* of 100 samples a second */
} of_the_kernel[] = {
	{ "task-clock", 10000019, 1e9 / 10000019 },
	{ "perf::PERF_COUNT_SW_CPU_CLOCK", 10000019, 1e9 / 10000019 },
	{ "CPUTIME", 10007, 1e6 / 10007 },
	{ "page-faults", 7, 100. / 7 },
	{ "MAJOR-FAULTS", 1, 1 },
	{ "context-switches", 1, 10 },
};

START_TEST(events_of_the_kernel_have_periods)
{
	const struct machine_native n = { .name = of_the_kernel[_i].name };
	struct plan_count c = { .native = &n };
	struct machine *m;
	struct err err = { 0 };

	ck_assert(machine_load(&m, "opteron", &err) == 0);
	ck_assert(plan_software(&n));
	plan_period(&c, m, "TIME", 100);
	ck_assert_double_eq(c.period, of_the_kernel[_i].period);
	ck_assert_double_eq(c.per_s, of_the_kernel[_i].per_s);
	machine_free(m);
}
END_TEST

static void check_run(const struct plan_run *run)
{
	ck_assert(in_run(run, "TOT_CYC"));
	for (size_t i = 0; i < run->ncounts; i++) {
		double period = run->counts[i].period;

		ck_assert_msg(period == 1 || is_prime(period), "%.0f", period);
		ck_assert_double_gt(run->counts[i].per_s, 0);
		for (size_t k = 0; k < i; k++)
			ck_assert(period < 1000 ||
			          period != run->counts[k].period);
	}
}

/* Each core event is in a run or in the notes, for every machine shipped. */
START_TEST(every_machine_has_a_plan)
{
	char **names, **titles;
	struct err err = { 0 };
	size_t n;

	ck_assert(machine_list(&names, &titles, &n, &err) == 0);
	ck_assert_uint_gt(n, 5);
	for (size_t i = 0; i < n; i++) {
		const struct event *events;
		struct machine *m;
		struct plan *p = plan_of(&m, names[i], _i ? "all" : NULL, 0);
		size_t nevents = events_list(machine_catalogue(m), &events);

		for (size_t r = 0; r < p->nruns; r++)
			check_run(&p->runs[r]);
		for (size_t e = 0; e < nevents; e++) {
			size_t found = 0;

			for (size_t r = 0; r < p->nruns; r++)
				found += in_run(&p->runs[r], events[e].name);
			for (size_t k = 0; k < p->nnotes; k++)
				found += strstr(p->notes[k], events[e].name) !=
				         NULL;
			ck_assert_msg(!events[e].core || found, "%s: %s",
			              names[i], events[e].name);
		}
		plan_free(p);
		machine_free(m);
	}
	machine_list_free(names, titles, n);
}
END_TEST

/* the paper's events, and nothing that refines */
static const char cores[] =
	"TOT_CYC,TOT_INS,L1_DCA,L2_DCA,L2_DCM,L1_ICA,L2_ICA,L2_ICM,TLB_DM,"
	"TLB_IM,BR_INS,BR_MSP,FP_INS,FAD_INS,FML_INS";

/* what the account of cycles needs at least is there, in two further runs */
START_TEST(the_account_takes_few_runs)
{
	char **names, **titles;
	struct err err = { 0 };
	size_t n, accounts = 0;

	ck_assert(machine_list(&names, &titles, &n, &err) == 0);
	for (size_t i = 0; i < n; i++) {
		struct machine *m, *same;
		struct plan *p = plan_of(&m, names[i], NULL, 0);
		struct plan *without = plan_of(&same, names[i], cores, 0);
		const char *const *events;
		size_t needed = machine_account_events(m, 0, &events);

		ck_assert_msg(p->nruns <= without->nruns + 2,
		              "%s: %zu runs, %zu without", names[i], p->nruns,
		              without->nruns);
		for (size_t e = 0; e < needed; e++) {
			size_t found = 0;

			for (size_t r = 0; r < p->nruns; r++)
				found += in_run(&p->runs[r], events[e]);
			ck_assert_msg(found, "%s: %s", names[i], events[e]);
		}
		accounts += needed > 0;
		plan_free(p);
		plan_free(without);
		machine_free(m);
		machine_free(same);
	}
	ck_assert_uint_ge(accounts, 14);
	machine_list_free(names, titles, n);
}
END_TEST

/* one that can't be opened: no account, no event of it, no further run */
static const char *refuse_slots(void *ctx, const struct machine_native *n)
{
	(void)ctx;
	return strcmp(n->name, "IDQ_UOPS_NOT_DELIVERED:CORE") == 0 ? "none left"
	                                                           : NULL;
}

START_TEST(an_account_is_whole_or_not_there)
{
	struct machine *m;
	struct plan *all = plan_of(&m, "skylake_sp", cores, 0);
	struct err err = { 0 };
	const struct plan_request request = { .machine = m,
		                              .rate = 1000,
		                              .refused = refuse_slots };
	struct plan *p = plan_make(&request, &err);

	ck_assert_msg(p != NULL, "%s", err.msg);
	ck_assert_uint_eq(p->nruns, all->nruns);
	plan_free(p);
	plan_free(all);
	machine_free(m);
}
END_TEST

Suite *suite_plan(void);

Suite *suite_plan(void)
{
	Suite *s = suite_create("plan");
	TCase *tc = tcase_create("search");

	tcase_set_timeout(tc, 60);
	tcase_add_loop_test(tc, nearly_as_good_as_brute_force, 0, 40);
	suite_add_tcase(s, tc);
	tc = tcase_create("machines");
	tcase_set_timeout(tc, 60);
	tcase_add_test(tc, ranger_takes_the_papers_five_runs);
	tcase_add_test(tc, periods_are_the_next_primes);
	tcase_add_loop_test(tc, events_of_the_kernel_have_periods, 0,
	                    sizeof(of_the_kernel) / sizeof(*of_the_kernel));
	tcase_add_test(tc, events_can_be_chosen);
	tcase_add_test(tc, what_is_refused_is_named);
	tcase_add_loop_test(tc, every_machine_has_a_plan, 0, 2);
	tcase_add_test(tc, the_account_takes_few_runs);
	tcase_add_test(tc, an_account_is_whole_or_not_there);
	suite_add_tcase(s, tc);
	return s;
}
