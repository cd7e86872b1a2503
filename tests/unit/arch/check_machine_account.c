/* check_machine_account - what counters tell of cycles, for each machine */
#include "check.h"

#include <math.h>
#include <stdlib.h>

#include "arch/account.h"
#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/strbuf.h"

static struct machine *load(const char *name)
{
	struct err err = { 0 };
	struct machine *m = NULL;

	ck_assert_msg(machine_load(&m, name, &err) == 0, "%s", err.msg);
	return m;
}

/* Counts of events: the same each time for a name, whatever they say. */
struct made_up {
	uint64_t seed;
	double scale;
	const char *without;
};

static double made_up_count(const void *ctx, const char *event)
{
	const struct made_up *c = ctx;
	uint64_t h = c->seed * 0x9e3779b97f4a7c15u + 1;

	if (c->without && strcmp(event, c->without) == 0)
		return NAN;
	for (; *event; event++)
		h = (h ^ (unsigned char)*event) * 0x100000001b3u;
	h ^= h >> 29;
	return (double)(h % 1000003) * c->scale;
}

static void check_sum(const char *name, const struct account_counts *counts,
                      double total)
{
	double sum = 0, back = 0;

	for (size_t i = 0; i < ACCOUNT_ALL; i++) {
		const double x = counts->cycles[account_order[i]];
		const double y = counts->cycles[ACCOUNT_ALL - 1 - i];

		ck_assert_msg(isnan(x) || x >= 0, "%s: %s is %g", name,
		              account_parts[account_order[i]].id, x);
		sum += isnan(x) ? 0 : x;
		back += isnan(y) ? 0 : y;
	}
	/* to the last bit, in whatever order they are added */
	ck_assert_msg(sum == total && back == total, "%s: %.17g of %.17g", name,
	              sum, total);
}

/* whatever was counted, the parts add up to the cycles exactly */
static void check_property(const struct machine *m)
{
	for (uint64_t seed = 0; seed < 300; seed++) {
		const struct made_up counts = {
			seed, seed % 3 ? 1 + (double)(seed % 7) / 3 : 1e6, NULL
		};
		const double total = made_up_count(&counts, "TOT_CYC");
		struct account_counts dealt;

		if (!(total > 0))
			continue;
		ck_assert_ptr_null(machine_account(m, made_up_count, &counts,
		                                   total, &dealt));
		check_sum(machine_name(m), &dealt, total);
	}
}

/*
 * Each cause is told or is in a joined part; parts that are drawn side by side
 * have colours of their own, those of the first cause that they may hold.
 */
static void check_holds(const char *name, const struct account_counts *counts)
{
	uint32_t held = 0, colours = 0, all = 0;

	for (size_t i = 0; i < ACCOUNT_ALL; i++) {
		const uint32_t holds = account_parts[i].holds;

		if (isnan(counts->cycles[i]))
			continue;
		held |= holds;
		ck_assert_msg(!(colours & (holds & -holds)),
		              "%s: %s has another part's colour", name,
		              account_parts[i].id);
		colours |= holds & -holds;
	}
	/* what no joined part holds, the timing model alone has */
	for (size_t i = ACCOUNT_PARTS; i < ACCOUNT_ALL; i++)
		all |= account_parts[i].holds;
	ck_assert_uint_eq(held, all);
}

/* without an event of a fine split, that part stays joined; without one of the
 * first there is none, and the event is named */
static void check_without(const struct machine *m, const char *event,
                          bool is_first)
{
	const struct made_up counts = { 1, 1, event };
	struct account_counts dealt;
	const char *missing =
		machine_account(m, made_up_count, &counts, 1e7, &dealt);

	ck_assert_msg(machine_event_find(m, event), "%s has no event %s",
	              machine_name(m), event);
	if (is_first) {
		ck_assert_pstr_eq(missing, event);
		return;
	}
	if (missing) /* it is one of the first, too */
		return;
	check_sum(machine_name(m), &dealt, 1e7);
	check_holds(machine_name(m), &dealt);
}

static void check_missing(const struct machine *m)
{
	const char *const *names;
	size_t n;

	for (size_t i = 0; (n = machine_account_events(m, i, &names)) > 0;
	     i++) {
		for (size_t k = 0; k < n; k++)
			check_without(m, names[k], i == 0);
	}
}

START_TEST(each_machine)
{
	char **names, **titles;
	size_t n, known = 0;
	struct err err = { 0 };

	ck_assert_int_eq(machine_list(&names, &titles, &n, &err), 0);
	for (size_t i = 0; i < n; i++) {
		struct machine *m = load(names[i]);
		const struct made_up counts = { 1, 1, NULL };
		struct account_counts dealt;

		if (machine_has_account(m)) {
			known++;
			ck_assert(*machine_account_source(m));
			check_property(m);
			ck_assert_ptr_null(machine_account(
				m, made_up_count, &counts, 1e7, &dealt));
			check_holds(names[i], &dealt);
			check_missing(m);
		}
		machine_free(m);
	}
	ck_assert_uint_ge(known, 14);
	machine_list_free(names, titles, n);
}
END_TEST

/* "| `near` | U | `l1`, `l2` |": the row of doc/account.md for a joined part */
static void joined_row(struct strbuf *b, size_t part)
{
	const char *between = "";

	strbuf_addf(b, "\n| `%s` | %c | ", account_parts[part].id,
	            account_parts[part].letter);
	for (size_t i = 0; i < ACCOUNT_PARTS; i++) {
		if (account_parts[part].holds >> i & 1) {
			strbuf_addf(b, "%s`%s`", between, account_parts[i].id);
			between = ", ";
		}
	}
	strbuf_adds(b, " |\n");
}

/* doc/account.md has a row for each part, and each letter is there once */
START_TEST(parts_are_described)
{
	struct strbuf doc = STRBUF_INIT, row = STRBUF_INIT;
	struct err err = { 0 };
	bool seen[256] = { false };

	ck_assert_int_eq(io_read_file("doc/account.md", 1 << 20, &doc, &err),
	                 0);
	for (size_t i = 0; i < ACCOUNT_ALL; i++) {
		const unsigned char letter =
			(unsigned char)account_parts[i].letter;

		strbuf_clear(&row);
		if (account_is_joined(i))
			joined_row(&row, i);
		else
			strbuf_addf(&row, "`%s`", account_parts[i].id);
		ck_assert_msg(strstr(doc.s, row.s) != NULL, "%s", row.s);
		ck_assert(!seen[letter]);
		seen[letter] = true;
		ck_assert_uint_eq(account_find(account_parts[i].id), i);
		ck_assert_uint_eq(account_is_joined(i),
		                  __builtin_popcount(account_parts[i].holds) >
		                          1);
	}
	for (size_t i = 0; i < ACCOUNT_ALL; i++)
		seen[account_order[i]] = false;
	for (size_t i = 0; i < ACCOUNT_ALL; i++) {
		ck_assert(!seen[account_order[i]]);
		seen[account_order[i]] = true;
	}
	strbuf_release(&row);
	strbuf_release(&doc);
}
END_TEST

/* ---- chosen counts ---- */

static double listed_count(const void *ctx, const char *event)
{
	const size_t n = strlen(event);

	for (const char *s = ctx; s; s = strchr(s, ' ')) {
		s += strspn(s, " ");
		if (strncmp(s, event, n) == 0 && s[n] == '=')
			return strtod(s + n + 1, NULL);
	}
	return NAN;
}

/* "useful 25 memory 10", in the order of reports; what is cut comes after a '!'
 */
static void print(struct strbuf *b, const struct account_counts *counts)
{
	for (size_t k = 0; k < ACCOUNT_ALL; k++) {
		const size_t i = account_order[k];

		if (!isnan(counts->cycles[i]))
			strbuf_addf(b, "%s%s %.6g", b->len ? " " : "",
			            account_parts[i].id, counts->cycles[i]);
		if (counts->cut[i] != 0)
			strbuf_addf(b, "!%.6g", counts->cut[i]);
	}
}

static const struct {
	const char *machine, *counts, *want;
} chosen[] = {
	{ "a64fx",
	  "TOT_CYC=1000 CYC_COMMIT_0=700 STALL_LOAD=400 STALL_MEMORY=300 "
	  "STALL_L2=70 STALL_EXECUTE=150 STALL_FP=110 STALL_BRANCH=10 "
	  "STALL_EMPTY=90 STALL_STORE=40",
	  "useful 300 fp_execution 110 integer_execution 50 l1_translation 30 "
	  "l2 70 l3 0 memory 300 stores 40 no_instructions 50 other 50" },
	/* without STALL_L2 caches stay joined; what contradicts is cut */
	{ "a64fx",
	  "TOT_CYC=1000 CYC_COMMIT_0=1010 STALL_LOAD=400 STALL_MEMORY=430 "
	  "STALL_EXECUTE=150 STALL_FP=110 STALL_BRANCH=10 "
	  "STALL_EMPTY=600 STALL_STORE=40",
	  "useful 0!-10 fp_execution 110 integer_execution 50 caches 0 "
	  "memory 400!30 stores 40 no_instructions 400!160 other 0" },
	{ "skylake_sp",
	  "TOT_CYC=1000 SLOTS_USEFUL=800 SLOTS_ISSUED=880 RECOVERY_CYC=30 "
	  "SLOTS_FRONT=400 BR_MSP=8 RESTARTS=2 CODE_WALK_CYC=20 IDLE_STORES=50 "
	  "IDLE_LOAD=450 IDLE_L1_MISS=420 IDLE_L2_MISS=360 IDLE_L3_MISS=300 "
	  "WALK_CYC=20 READ_CYC=600 MANY_READS_CYC=200",
	  "useful 200 execution 150 l1 10 l2 60 l3 60 memory_latency 200 "
	  "memory_bandwidth 100 stores 50 data_tlb 20 fetch 80 "
	  "instruction_tlb 20 mispredicted 40 other 10" },
	/* what a plan of few runs has */
	{ "skylake_sp",
	  "TOT_CYC=1000 SLOTS_USEFUL=800 SLOTS_ISSUED=880 RECOVERY_CYC=30 "
	  "SLOTS_FRONT=400 IDLE_STORES=50 IDLE_LOAD=450 IDLE_L1_MISS=420 "
	  "IDLE_L3_MISS=300",
	  "useful 200 execution 150 l1_translation 30 l2_l3 120 memory 300 "
	  "stores 50 frontend 100 speculation 50" },
	{ "icelake_sp",
	  "TOT_CYC=1000 SLOTS=5000 SLOTS_USEFUL=1000 SLOTS_FRONT=500 "
	  "SLOTS_BACK=3000 BR_MSP=9 RESTARTS=1 CODE_WALK_CYC=0 IDLE_STORES=50 "
	  "IDLE_LOAD=450 IDLE_L1_MISS=420 IDLE_L2_MISS=360 IDLE_L3_MISS=300 "
	  "WALK_CYC=0 READ_CYC=600 MANY_READS_CYC=600",
	  "useful 200 execution 100 l1 30 l2 60 l3 60 memory_latency 0 "
	  "memory_bandwidth 300 stores 50 data_tlb 0 fetch 100 "
	  "instruction_tlb 0 mispredicted 90 other 10" },
	{ "sapphire_rapids",
	  "TOT_CYC=1000 SLOTS=6000 SLOTS_USEFUL=1200 SLOTS_FRONT=600 "
	  "SLOTS_BACK=3600 SLOTS_MEMORY=3000 IDLE_STORES=50 IDLE_L1_MISS=420 "
	  "IDLE_L2_MISS=360 IDLE_L3_MISS=300 WALK_CYC=10",
	  "useful 200 execution 100 l1 20 l2 60 l3 60 memory 300 stores 50 "
	  "data_tlb 10 frontend 100 speculation 100" },
	{ "zen4",
	  "TOT_CYC=1000 SLOTS_USEFUL=1800 SLOTS_ISSUED=2100 SLOTS_FRONT=600 "
	  "SLOTS_BACK=3000 BR_MSP=4 RESTARTS=1 NO_RETIRE=600 "
	  "NO_RETIRE_LOAD=480",
	  "useful 300 execution_stores 100 data 400 frontend 100 "
	  "mispredicted 40 other 60" },
	{ "zen5",
	  "TOT_CYC=1000 SLOTS_USEFUL=2400 SLOTS_ISSUED=2800 SLOTS_FRONT=800 "
	  "SLOTS_BACK=4000 BR_MSP=4 RESTARTS=1",
	  "useful 300 backend 500 frontend 100 mispredicted 40 other 60" },
	{ "neoverse_n1", "TOT_CYC=1000 STALL_FRONT=100 STALL_BACK=600",
	  "work 300 backend 600 no_instructions 100" },
	{ "neoverse_v2",
	  "TOT_CYC=1000 SLOTS_EMPTY=6000 SLOTS_FRONT=1600 SLOTS_USEFUL=1600 "
	  "SLOTS_ISSUED=2000 STALL_BACK=500 STALL_BACK_FAR=400",
	  "useful 200 near 110 beyond_l2 440 no_instructions 200 "
	  "speculation 50" },
	{ "power7",
	  "TOT_CYC=1000 CYC_COMPLETE=250 STALL_EMPTY=150 STALL_MISPREDICTED=90 "
	  "STALL_ANY=550 STALL_MEMORY_UNIT=400 STALL_BEYOND_L1=300 "
	  "STALL_TRANSLATION=40",
	  "useful 250 execution_other 150 l1_stores 60 beyond_l1 300 "
	  "data_tlb 40 frontend 60 mispredicted 90 other 50" },
	{ "power9",
	  "TOT_CYC=1000 CYC_COMPLETE=250 STALL_EMPTY=150 "
	  "STALL_MEMORY_UNIT=400 STALL_MEMORY=200 STALL_L2_L3=100 "
	  "STALL_TRANSLATION=40 STALL_EXECUTE=150",
	  "useful 250 execution 150 l1_stores 60 l2_l3 100 memory 200 "
	  "data_tlb 40 no_instructions 150 other 50" },
	{ "power10",
	  "TOT_CYC=1000 STALL_EMPTY=150 STALL_ANY=500 STALL_ISSUE=50 "
	  "STALL_MEMORY_UNIT=400 STALL_MEMORY=200 STALL_L2_L3=100 "
	  "STALL_STORE_UNIT=20 STALL_TRANSLATION=40 STALL_EXECUTE=80",
	  "work_other 300 execution 130 l1 40 l2_l3 100 memory 200 stores 20 "
	  "data_tlb 40 no_instructions 150 other 20" },
};

START_TEST(chosen_counts)
{
	struct machine *m = load(chosen[_i].machine);
	struct strbuf b = STRBUF_INIT;
	struct account_counts dealt;

	ck_assert_ptr_null(machine_account(
		m, listed_count, chosen[_i].counts,
		listed_count(chosen[_i].counts, "TOT_CYC"), &dealt));
	print(&b, &dealt);
	ck_assert_str_eq(b.s, chosen[_i].want);
	strbuf_release(&b);
	machine_free(m);
}
END_TEST

/* ---- files that are wrong ---- */

static const struct {
	const char *parts, *message;
} wrong[] = {
	{ "{ part = 'useful', formula = 'TOT_INS' }, { part = 'backend' }",
	  "together do not hold the causes of the part that they divide" },
	{ "{ part = 'usefull', formula = 'TOT_INS' }, { part = 'backend' }",
	  "the account has no part 'usefull'" },
	{ "{ part = 'useful' }, { part = 'backend' }", "formula: is missing" },
	{ "{ part = 'useful', formula = 'TOT_INS' }, "
	  "{ part = 'backend', formula = '1' }",
	  "the last part is the remainder and has no formula" },
	{ "{ part = 'useful', formula = 'TOT_INS / 3' }", "wants 2 to 12" },
	{ "{ part = 'useful', formula = 'TOT_INZ / 3' }, "
	  "{ part = 'speculation', formula = '1' }, "
	  "{ part = 'frontend', formula = '1' }, { part = 'backend' }",
	  "unknown name 'TOT_INZ'" },
	{ "{ part = 'useful', formula = 'TOT_INS / ' }, { part = 'backend' }",
	  "column 11" },
	{ "{ part = 'useful', formula = '1' }, "
	  "{ part = 'speculation', formula = '1' }, "
	  "{ part = 'frontend', formula = '1' }, { part = 'backend', parts = "
	  "{ { part = 'data', formula = 'whole' }, { part = 'pipes' } } }",
	  "together do not hold the causes of the part that they divide" },
};

START_TEST(wrong_files)
{
	char path[PATH_MAX];
	struct machine *m = NULL;
	struct err err = { 0 };
	FILE *f;
	int fd;

	scratch_name(path, "check-account-XXXXXX.lua");
	fd = mkstemps(path, 4);
	ck_assert_int_ge(fd, 0);
	f = fdopen(fd, "w");
	fprintf(f,
	        "return { inherits = 'opteron', name = 'mine', title = 'mine', "
	        "account = { source = 'me', parts = { %s } } }",
	        wrong[_i].parts);
	fclose(f);
	ck_assert_int_eq(machine_load(&m, path, &err), -1);
	ck_assert_msg(strstr(err.msg, wrong[_i].message), "%s", err.msg);
	remove(path);
}
END_TEST

Suite *suite_machine_account(void);
Suite *suite_machine_account(void)
{
	Suite *s = suite_create("machine_account");
	TCase *t = tcase_create("machine_account");

	suite_add_tcase(s, t);
	tcase_add_test(t, each_machine);
	tcase_add_test(t, parts_are_described);
	tcase_add_loop_test(t, chosen_counts, 0,
	                    sizeof(chosen) / sizeof(*chosen));
	tcase_add_loop_test(t, wrong_files, 0, sizeof(wrong) / sizeof(*wrong));
	return s;
}
