/*
 * check_event_codes - the raw codes of machine files, against other lists
 *
 * event_codes.txt has each as two public lists have it; libpfm4, where it is
 * installed, encodes each name itself.
 */
#include "check.h"

#include <stdlib.h>

#include "arch/machine.h"
#include "base/banned.h"
#include "base/err.h"

#if __has_include(<perfmon/pfmlib_perf_event.h>)
#include <perfmon/pfmlib_perf_event.h>
#define HAVE_LIBPFM 1
#else
#define HAVE_LIBPFM 0
#endif

/*
 * The files with raw codes and libpfm4's name for the processor. One that only
 * inherits codes has no row.
 */
static const struct {
	const char *machine, *pmu;
} machines[] = {
	{ "a64fx", "arm_a64fx" },
	{ "generic_aarch64", NULL }, /* codes, no names */
	{ "icelake_sp", "icx" },
	{ "neoverse_n1", "arm_n1" },
	{ "neoverse_v1", "arm_v1" },
	{ "neoverse_v2", "arm_v2" },
	{ "opteron", "amd64_fam10h_barcelona" },
	{ "power10", "power10" },
	{ "power7", "power7" },
	{ "power8", "power8" },
	{ "power9", "power9" },
	{ "sapphire_rapids", "spr" },
	{ "skylake_sp", "skx" },
	{ "zen2", "amd64_fam17h_zen2" },
	{ "zen3", "amd64_fam19h_zen3" },
	{ "zen4", "amd64_fam19h_zen4" },
	{ "zen5", "amd64_fam1ah_zen5" },
};

#define COUNT(a) ((int)(sizeof(a) / sizeof(*(a))))

static struct machine *load(const char *name)
{
	struct machine *m;
	struct err err = { 0 };

	ck_assert_msg(machine_load(&m, name, &err) == 0, "%s", err.msg);
	return m;
}

static size_t raw_codes(const struct machine *m)
{
	const struct machine_native *list;
	size_t n = machine_natives(m, &list), raw = 0;

	for (size_t i = 0; i < n; i++)
		raw += list[i].has_raw;
	return raw;
}

/*
 * POWER codes name a counter in bits 16 to 19: 0 is any, and run cycles and
 * run instructions are on counters of their own under either of two codes
 * (event_alternatives in the kernel's power9-pmu.c).
 */
static bool same_code(const struct machine *m, const struct machine_native *n,
                      uint64_t listed)
{
	const uint64_t counter = 0xf0000;

	if (strncmp(machine_isa(m), "ppc64", 5) == 0 &&
	    (n->fixed || !(listed & counter)))
		return (n->raw & ~counter) == (listed & ~counter);
	return n->raw == listed;
}

static const struct machine_native *find(const struct machine *m,
                                         const char *name)
{
	const struct machine_native *list;
	size_t n = machine_natives(m, &list);

	for (size_t i = 0; i < n; i++) {
		if (strcmp(list[i].name, name) == 0)
			return &list[i];
	}
	return NULL;
}

static void check_line(const struct machine *m, char *line)
{
	const struct machine_native *native;
	char *rest, *name, *save;
	uint64_t first = strtoull(line, &rest, 16);
	uint64_t second = strtoull(rest, &rest, 16);

	name = strtok_r(rest, " \n", &save);
	ck_assert_ptr_nonnull(name);
	native = find(m, name);
	ck_assert_msg(native && native->has_raw, "%s has no code for %s",
	              machine_name(m), name);
	ck_assert_msg(same_code(m, native, first) &&
	                      same_code(m, native, second),
	              "%s: %s is 0x%llx, listed 0x%llx and 0x%llx",
	              machine_name(m), name, (unsigned long long)native->raw,
	              (unsigned long long)first, (unsigned long long)second);
}

/* every code of every file is in two lists, and nothing else is listed */
START_TEST(codes_are_in_two_lists)
{
	struct machine *m = NULL;
	size_t left = 0, nmachines = 0;
	char line[1024], *save;
	FILE *f = fopen("tests/event_codes.txt", "r");

	ck_assert_ptr_nonnull(f);
	while (fgets(line, sizeof(line), f)) {
		if (line[0] == '#' || line[0] == '\n')
			continue;
		if (line[0] != '@') {
			ck_assert_uint_gt(left, 0);
			check_line(m, line);
			left--;
			continue;
		}
		ck_assert_uint_eq(left, 0);
		machine_free(m);
		m = load(strtok_r(line + 1, " |", &save));
		ck_assert_str_eq(machine_name(m),
		                 machines[nmachines++].machine);
		left = raw_codes(m);
	}
	ck_assert_uint_eq(left, 0);
	machine_free(m);
	ck_assert_int_eq((int)nmachines, COUNT(machines));
	fclose(f);
}
END_TEST

/* Are all codes of m those of of? */
static bool are_inherited(const struct machine *m, const struct machine *of)
{
	const struct machine_native *list;
	const size_t n = machine_natives(m, &list);

	for (size_t i = 0; i < n; i++) {
		const struct machine_native *same = find(of, list[i].name);

		if (list[i].has_raw &&
		    !(same && same->has_raw && same->raw == list[i].raw))
			return false;
	}
	return true;
}

static bool are_checked(const struct machine *m)
{
	bool checked = raw_codes(m) == 0;

	for (int i = 0; i < COUNT(machines) && !checked; i++) {
		struct machine *of = load(machines[i].machine);

		checked = are_inherited(m, of);
		machine_free(of);
	}
	return checked;
}

/* a file that is not in the table above has no codes of its own */
START_TEST(no_file_is_forgotten)
{
	char **names, **titles;
	size_t n;
	struct err err = { 0 };

	ck_assert_int_eq(machine_list(&names, &titles, &n, &err), 0);
	for (size_t i = 0; i < n; i++) {
		struct machine *m = load(names[i]);

		ck_assert_msg(are_checked(m),
		              "%s has new raw codes: it needs a row in the "
		              "table of this file, and its codes from two "
		              "lists in tests/event_codes.txt",
		              names[i]);
		machine_free(m);
	}
	machine_list_free(names, titles, n);
}
END_TEST

#if HAVE_LIBPFM
static bool knows(const char *pmu)
{
	/* a newer library may know more than the header counts */
	for (int i = 0; i < 2 * PFM_PMU_MAX; i++) {
		pfm_pmu_info_t info = { .size = sizeof(info) };

		if (pfm_get_pmu_info((pfm_pmu_t)i, &info) == PFM_SUCCESS &&
		    strcmp(info.name, pmu) == 0)
			return true;
	}
	return false;
}

/* libpfm4's PERF_TYPE_RAW config of a name */
static int encode(const char *pmu, const char *name, uint64_t *code)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	pfm_perf_encode_arg_t arg = { .attr = &attr, .size = sizeof(arg) };
	char full[512];
	int status;

	snprintf(full, sizeof(full), "%s::%s", pmu, name);
	status = pfm_get_os_event_encoding(full, PFM_PLM0 | PFM_PLM3,
	                                   PFM_OS_PERF_EVENT, &arg);
	*code = attr.config;
	return status;
}

/*
 * Of a libpfm4 that has no such name, or another code: does it know a processor
 * that its tables got after all of these? Then it disagrees, otherwise it is
 * too old.
 */
static bool is_recent(void)
{
	return knows("spr");
}

/* A name that this libpfm4 is too old for, or NULL; all others are checked */
static const char *check_machine(const struct machine *m, const char *pmu)
{
	const struct machine_native *list;
	const char *old = NULL;
	size_t n = machine_natives(m, &list);

	for (size_t i = 0; i < n; i++) {
		uint64_t code;
		int status;

		if (!list[i].has_raw || strstr(list[i].name, "::"))
			continue; /* perf's own names */
		status = encode(pmu, list[i].name, &code);
		if ((status != PFM_SUCCESS || !same_code(m, &list[i], code)) &&
		    !is_recent()) {
			old = list[i].name;
			continue;
		}
		ck_assert_msg(status == PFM_SUCCESS, "%s: %s: %s",
		              machine_name(m), list[i].name,
		              pfm_strerror(status));
		ck_assert_msg(same_code(m, &list[i], code),
		              "%s: %s is 0x%llx, in libpfm4 0x%llx",
		              machine_name(m), list[i].name,
		              (unsigned long long)list[i].raw,
		              (unsigned long long)code);
	}
	return old;
}

static const char *cannot_check(const char *pmu)
{
	if (!pmu)
		return "its codes have no names in libpfm4";
	if (setenv("LIBPFM_ENCODE_INACTIVE", "1", 1) != 0 ||
	    pfm_initialize() != PFM_SUCCESS)
		return "libpfm4 can't be initialised";
	if (!knows(pmu))
		return "this libpfm4 does not know the processor";
	return NULL;
}
#else
static const char *check_machine(const struct machine *m, const char *pmu)
{
	(void)m;
	(void)pmu;
	return NULL;
}

static const char *cannot_check(const char *pmu)
{
	(void)pmu;
	return "libpfm4's headers are not installed";
}
#endif

START_TEST(libpfm4_agrees)
{
	const char *why = cannot_check(machines[_i].pmu), *old;
	struct machine *m = load(machines[_i].machine);
	char test[64], too_old[256];

	snprintf(test, sizeof(test), "libpfm4_agrees(%s)",
	         machines[_i].machine);
	old = why ? NULL : check_machine(m, machines[_i].pmu);
	if (old) {
		snprintf(too_old, sizeof(too_old),
		         "this libpfm4 is too old for %s", old);
		why = too_old;
	}
	if (why)
		check_skip(test, why);
	machine_free(m);
}
END_TEST

Suite *suite_event_codes(void);
Suite *suite_event_codes(void)
{
	Suite *s = suite_create("event_codes");
	TCase *lists = tcase_create("lists"), *pfm = tcase_create("libpfm4");

	tcase_add_test(lists, codes_are_in_two_lists);
	tcase_add_test(lists, no_file_is_forgotten);
	suite_add_tcase(s, lists);
	tcase_add_loop_test(pfm, libpfm4_agrees, 0, COUNT(machines));
	suite_add_tcase(s, pfm);
	return s;
}
