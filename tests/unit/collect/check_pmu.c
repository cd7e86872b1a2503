/* check_pmu - which events an Arm processor has, and what a sample in the
 * kernel is charged to */
#include "check.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "folder.h"
#include "measure/collect/counters/perf/perf_pmu.h"

/* its records have no name outside:
 * NOLINTNEXTLINE(bugprone-suspicious-include) */
#include "measure/collect/clock/perf_stream.c"

static void write_event(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	ck_assert_ptr_nonnull(f);
	fputs(text, f);
	ck_assert_int_eq(fclose(f), 0);
}

/* What sysfs has: cycles, instructions, a stall; and a device that is no core
 */
static void make_devices(const char *pmu)
{
	char path[256];
	static const struct {
		const char *name, *text;
	} files[] = { { "cpu_cycles", "event=0x0011\n" },
		      { "inst_retired", "event=0x0008\n" },
		      { "stall_backend", "event=0x0024\n" },
		      { "odd", "config=0x4\n" },
		      { "ext", "event=0x4006\n" } };

	mkdir("devices", 0700);
	snprintf(path, sizeof(path), "devices/%s", pmu);
	mkdir(path, 0700);
	snprintf(path, sizeof(path), "devices/%s/events", pmu);
	mkdir(path, 0700);
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		snprintf(path, sizeof(path), "devices/%s/events/%s", pmu,
		         files[i].name);
		write_event(path, files[i].text);
	}
}

static const struct {
	uint32_t type;
	uint64_t config;
	bool lacks;
} asked[] = {
	{ PERF_TYPE_RAW, 0x11, false },
	{ PERF_TYPE_RAW, 0x08, false },
	{ PERF_TYPE_RAW, 0x04, true },
	{ PERF_TYPE_RAW, 0x25, false }, /* above what it lists */
	{ PERF_TYPE_RAW, 0x80c0, false },
	{ PERF_TYPE_RAW, 0x4006, false },
	{ PERF_TYPE_RAW, 0x4005, true },
	{ PERF_TYPE_RAW, 0x4007, false },
	{ PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS, false },
};

START_TEST(knows_what_a_processor_counts)
{
	const struct perf_stream_event e = { .type = asked[_i].type,
		                             .config = asked[_i].config };
	struct perf_pmu pmu;
	struct folder f;

	folder_enter(&f);
	make_devices("cpu"); /* x86's: the kernel's list is not all */
	perf_pmu_read(&pmu, "devices");
	ck_assert(!perf_pmu_lacks(&pmu, &e) && !perf_pmu_unsure(&pmu, &e));
	make_devices("armv8_pmuv3_0");
	perf_pmu_read(&pmu, "devices");
	ck_assert_int_eq(perf_pmu_lacks(&pmu, &e), asked[_i].lacks);
	ck_assert_int_eq(perf_pmu_unsure(&pmu, &e), e.type == PERF_TYPE_RAW);
	perf_pmu_read(&pmu, "not there");
	ck_assert(!perf_pmu_lacks(&pmu, &e) && !perf_pmu_unsure(&pmu, &e));
	folder_leave(&f);
}
END_TEST

/* An interrupt that comes late finds the processor in the kernel. abi: 0 where
 * the kernel gives no registers */
static const struct {
	bool kernel; /* the event counts there too */
	uint64_t abi, want;
} samples_seen[] = { { false, 2, 0x4000 },
	             { true, 2, 0x4000 },
	             { false, 0, 0 },
	             { true, 0, 0 } };

START_TEST(charges_the_code_that_entered_the_kernel)
{
	static const struct perf_stream_event event = { .period = 1 };
	const struct perf_stream_setup setup = { .events = &event, .n = 1 };
	struct perf_stream p = { .setup = setup,
		                 .kernel = samples_seen[_i].kernel };
	const struct cpu c = { .fds = { 0 }, .ids = { 7 } };
	const struct {
		struct perf_event_header h;
		uint64_t id, ip;
		uint32_t pid, tid;
		uint64_t time, abi, user_ip;
	} sample = { .h = { .type = PERF_RECORD_SAMPLE,
		            .misc = PERF_RECORD_MISC_KERNEL,
		            .size = sizeof(sample) },
		     .id = 7,
		     .ip = 0xffff800080000000,
		     .pid = 1,
		     .tid = 2,
		     .time = 3,
		     .abi = samples_seen[_i].abi,
		     .user_ip = 0x4000 };
	struct perf_event_attr a;
	struct record r = { 0 };

	ck_assert(decode_sample(&p, &c, &sample.h, &r));
	ck_assert_uint_eq(r.addr, samples_seen[_i].want);
	ck_assert_int_eq(r.kernel, samples_seen[_i].kernel);
	fill_attr(&a, &event, samples_seen[_i].kernel, true);
#ifdef USER_IP_BIT
	ck_assert(a.sample_type & PERF_SAMPLE_REGS_USER);
	ck_assert_uint_eq(a.sample_regs_user, UINT64_C(1) << USER_IP_BIT);
#endif
}
END_TEST

Suite *suite_pmu(void);
Suite *suite_pmu(void)
{
	Suite *s = suite_create("pmu");
	TCase *tc = tcase_create("pmu");

	tcase_add_loop_test(tc, knows_what_a_processor_counts, 0,
	                    sizeof(asked) / sizeof(*asked));
	tcase_add_loop_test(tc, charges_the_code_that_entered_the_kernel, 0,
	                    sizeof(samples_seen) / sizeof(*samples_seen));
	suite_add_tcase(s, tc);
	return s;
}
