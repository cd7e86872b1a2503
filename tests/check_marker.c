/*
 * Instructions that may tell how far a run is: those that the simulator and a
 * breakpoint count alike.
 */
#include "check.h"

#include <limits.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "measure/collect/simulate/sample/marker.h"

/* as bytes, as other processors' assemblers know none of these */
__asm__(".pushsection .text\n"
        "marker_stos: .byte 0xf3, 0x48, 0xab\n"      /* rep stosq */
        "marker_movs: .byte 0x66, 0xf3, 0xa5\n"      /* rep movsw */
        "marker_scas: .byte 0xf2, 0xae\n"            /* repne scasb */
        "marker_once: .byte 0x48, 0xab\n"            /* stosq */
        "marker_pause: .byte 0xf3, 0x90\n"           /* pause */
        "marker_add: .byte 0xf2, 0x0f, 0x58, 0xc8\n" /* addsd xmm1, xmm0 */
        "marker_ret: .byte 0xf3, 0xc3\n"             /* rep ret */
        ".balign 16\n"
        ".popsection\n");
extern const char marker_stos[], marker_movs[], marker_scas[], marker_once[],
	marker_pause[], marker_add[], marker_ret[];

static int first_object(struct dl_phdr_info *info, size_t size, void *base)
{
	(void)size;
	*(uint64_t *)base = info->dlpi_addr;
	return 1;
}

static bool at(const char *path, const char *address)
{
	struct marker m = { .path = path, .fd = -1 };
	uint64_t base = 0;

	dl_iterate_phdr(first_object, &base);
	m.vaddr = (uint64_t)(uintptr_t)address - base;
	return marker_repeats(&m);
}

START_TEST(knows_repeated_instructions)
{
	const char *self = "/proc/self/exe";

	ck_assert(at(self, marker_stos));
	ck_assert(at(self, marker_movs));
	ck_assert(at(self, marker_scas));
	ck_assert(!at(self, marker_once));
	ck_assert(!at(self, marker_pause));
	ck_assert(!at(self, marker_add));
	ck_assert(!at(self, marker_ret));
	ck_assert(!at("/nonexistent", marker_stos));
	ck_assert(!at("/proc/self/exe", (const char *)UINTPTR_MAX));
}
END_TEST

START_TEST(not_what_waits_turning)
{
	const char *program = "/home/u/app";

	ck_assert(marker_counted_alike(program, program));
	ck_assert(marker_counted_alike("/usr/lib/libbz2.so.1", program));
	ck_assert(!marker_counted_alike("/usr/lib/libc.so.6", program));
	ck_assert(!marker_counted_alike("/usr/lib/libgomp.so.1", program));
	ck_assert(!marker_counted_alike("/usr/lib/libevent_core-2.1.so.7",
	                                program));
	ck_assert(!marker_counted_alike("[vdso]", program));
	ck_assert(marker_for_messages("/usr/lib/libmpi.so.40"));
	ck_assert(marker_for_messages("/usr/lib/openmpi/mca_btl_sm.so"));
	ck_assert(!marker_for_messages("/usr/lib/libc.so.6"));
}
END_TEST

START_TEST(knows_one_that_comes_alone)
{
	struct marker m[] = { { .count = 600, .seen = 600, .ends = true },
		              { .count = 400, .seen = 3 },
		              { .count = 90, .seen = 90 },
		              { .count = 50, .seen = 0 } };

	ck_assert(marker_alone(m, 4));
	/* one more or less says nothing */
	m[3].seen = 49;
	ck_assert(!marker_alone(m, 4));
	m[1].seen = 400;
	m[3].seen = 0;
	ck_assert(!marker_alone(m, 4));
	ck_assert(marker_alone(m + 2, 2));
	/* there is no other */
	ck_assert(!marker_alone(m, 1));
}
END_TEST

START_TEST(knows_a_run_that_does_otherwise)
{
	struct marker m[] = {
		{ .count = 600, .seen = 600, .ends = true },
		{ .count = 400, .seen = 401, .passed = true, .passed_s = 2 },
		{ .count = 90, .seen = 90 },
		{ .count = 5, .seen = 4 },
	};

	ck_assert(marker_alike(m, 4, 2));
	/* within 2 %, and what is between two looks */
	m[1].passed_s = 1.97;
	ck_assert(marker_alike(m, 4, 2));
	ck_assert(marker_alike(m, 4, 1.985));
	/* more was done of it before */
	m[1].passed_s = 1.9;
	ck_assert(!marker_alike(m, 4, 2));
	/* and less */
	m[1].passed_s = 2;
	m[2].seen = 86;
	ck_assert(!marker_alike(m, 4, 2));
	/* of what ended the part itself it tells nothing */
	ck_assert(marker_alike(m, 1, 2));
}
END_TEST

/* Rows of a picture, and what is done where there is no sky: povray */
START_TEST(knows_counts_that_tell_otherwise)
{
	struct marker m[] = {
		{ .count = 161, .seen = 850 },
		{ .count = 155, .seen = 842 },
		{ .count = 53, .seen = 530 },
		{ .count = 110, .seen = 882 },
	};

	ck_assert(marker_agree(m, 1));
	ck_assert(marker_agree(m, 2));
	ck_assert(!marker_agree(m, 3));
	ck_assert(!marker_agree(m, 4));
	/* one execution of two says nothing */
	m[2] = (struct marker){ .count = 2, .seen = 19 };
	ck_assert(marker_agree(m, 3));
	/* a phase that is over, and one that nearly is */
	m[2] = (struct marker){ .count = 660, .seen = 660 };
	m[3] = (struct marker){ .count = 659, .seen = 745 };
	ck_assert(!marker_agree(m + 2, 2));
	m[3].seen = 660;
	ck_assert(marker_agree(m + 2, 2));
	/* nor what had not been executed as often */
	m[2] = (struct marker){ .count = 53, .seen = 50 };
	ck_assert(marker_agree(m, 3));
}
END_TEST

static __attribute__((noinline)) int counted(int x)
{
	__asm__ volatile("" : "+r"(x));
	return x + 1;
}

static uint64_t monotonic_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* The third call of a procedure is told of with its time, the others are not.
 */
START_TEST(times_what_ends_a_part)
{
	struct marker m = { .count = 3, .ends = true, .fd = -1 };
	char self[PATH_MAX];
	struct err err = { 0 };
	uint64_t base = 0, before, count = 0;

	if (!marker_possible()) {
		check_skip("times_what_ends_a_part", "no hardware breakpoints");
		return;
	}
	ck_assert_ptr_nonnull(realpath("/proc/self/exe", self));
	dl_iterate_phdr(first_object, &base);
	m.path = self;
	m.vaddr = (uint64_t)(uintptr_t)counted - base;
	if (marker_start(&m, getpid(), &err) != 0 || !m.ring.page) {
		check_skip("times_what_ends_a_part", "no room for a ring");
		return;
	}
	counted(1);
	counted(2);
	marker_look(&m);
	ck_assert_uint_eq(m.reached_ns, 0);
	before = monotonic_ns();
	counted(3);
	marker_look(&m);
	ck_assert_uint_ge(m.reached_ns, before);
	ck_assert_uint_le(m.reached_ns, monotonic_ns());
	counted(4);
	ck_assert(marker_read(&m, &count));
	ck_assert_uint_eq(count, 4);
	marker_close(&m);
}
END_TEST

/* What the program puts where a library was mapped is not waited for. */
START_TEST(waits_for_no_file)
{
	char folder[PATH_MAX], path[PATH_MAX + 8];
	struct marker m = { .fd = -1 };

	scratch_name(folder, "check_marker.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/lib.so", folder);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	m.path = path;
	ck_assert(!marker_repeats(&m));
	unlink(path);
	rmdir(folder);
}
END_TEST

Suite *suite_marker(void);
Suite *suite_marker(void)
{
	Suite *s = suite_create("marker");
	TCase *tc = tcase_create("marker");

	tcase_add_test(tc, knows_repeated_instructions);
	tcase_add_test(tc, not_what_waits_turning);
	tcase_add_test(tc, times_what_ends_a_part);
	tcase_add_test(tc, knows_one_that_comes_alone);
	tcase_add_test(tc, knows_a_run_that_does_otherwise);
	tcase_add_test(tc, knows_counts_that_tell_otherwise);
	tcase_add_test(tc, waits_for_no_file);
	suite_add_tcase(s, tc);
	return s;
}
