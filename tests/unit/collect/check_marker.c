/*
 * Instructions that may tell how far a run is: those that the simulator and a
 * breakpoint count alike.
 */
#include "check.h"

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/banned.h"
#include "base/err.h"
#include "measure/binary/decode/decode.h"
#include "measure/collect/simulate/protocol/displaced.h"
#include "measure/collect/simulate/sample/marker.h"

/* Instructions by what can be done with them: as bytes, as other processors'
 * assemblers know none of these. */
static const struct {
	unsigned char code[9];
	unsigned size;
	bool can;
} forms[] = {
	{ { 0xf3, 0x48, 0xab }, 3, false },            /* rep stosq */
	{ { 0x66, 0xf3, 0xa5 }, 3, false },            /* rep movsw */
	{ { 0xf2, 0xae }, 2, false },                  /* repne scasb */
	{ { 0xf3, 0x90 }, 2, false },                  /* pause */
	{ { 0xf2, 0x0f, 0x58, 0xc8 }, 4, true },       /* addsd xmm1, xmm0 */
	{ { 0xf3, 0x0f, 0x1e, 0xfa }, 4, true },       /* endbr64 */
	{ { 0xf3, 0xc3 }, 2, false },                  /* rep ret */
	{ { 0xc3 }, 1, false },                        /* ret */
	{ { 0x55 }, 1, true },                         /* push rbp */
	{ { 0x48, 0x83, 0xc0, 0x01 }, 4, true },       /* add rax, 1 */
	{ { 0xff, 0xc0 }, 2, true },                   /* inc eax */
	{ { 0xff, 0xd0 }, 2, false },                  /* call rax */
	{ { 0xff, 0xe0 }, 2, false },                  /* jmp rax */
	{ { 0x74, 0x05 }, 2, false },                  /* je */
	{ { 0x0f, 0x84, 1, 0, 0, 0 }, 6, false },      /* je */
	{ { 0xe8, 1, 0, 0, 0 }, 5, false },            /* call */
	{ { 0x0f, 0x05 }, 2, false },                  /* syscall */
	{ { 0xf0, 0x48, 0xff, 0x00 }, 4, false },      /* lock inc [rax] */
	{ { 0x8b, 0x05, 1, 0, 0, 0 }, 6, false },      /* mov eax, [rip + 1] */
	{ { 0x8b, 0x04, 0x25, 1, 0, 0, 0 }, 7, true }, /* mov eax, [1] */
	{ { 0xc5, 0xf8, 0x77 }, 3, false },            /* vzeroupper */
	{ { 0xc5, 0xfd, 0x58, 0xc1 }, 4, true }, /* vaddpd ymm0, ymm0, ymm1 */
	{ { 0xc4, 0xe2, 0xf5, 0xb8, 0xc2 }, 5, true },        /* vfmadd231pd */
	{ { 0xc5, 0xfd, 0x58, 0x05, 0, 0, 0, 0 }, 8, false }, /* .., [rip] */
};

static bool is_not_x86(const char *test)
{
#ifdef __x86_64__
	(void)test;
	return false;
#else
	check_skip(test, "only x86-64's instructions are executed elsewhere");
	return true;
#endif
}

START_TEST(knows_what_can_be_executed_elsewhere)
{
	if (is_not_x86("knows_what_can_be_executed_elsewhere"))
		return;
	for (size_t i = 0; i < sizeof(forms) / sizeof(*forms); i++)
		ck_assert_msg(displaced_possible(forms[i].code,
		                                 forms[i].size) == forms[i].can,
		              "form %zu", i);
}
END_TEST

/* What a decoder says of all the instructions of this program. */
START_TEST(executes_elsewhere_only_what_is_independent_of_it)
{
	struct decoder *d = decoder_new(IMAGE_X86_64);
	struct image image = { 0 };
	struct err err = { 0 };
	size_t n = 0, can = 0, avail;

	if (is_not_x86("executes_elsewhere_only_what_is_independent_of_it"))
		return;
	ck_assert_int_eq(image_open(&image, "/proc/self/exe", &err), 0);
	for (size_t i = 0; i < image.nsegments; i++) {
		uint64_t at = image.segments[i].vaddr;
		const uint64_t end = at + image.segments[i].filesz;
		struct insn in;

		while (image.segments[i].exec && at < end) {
			const uint8_t *p = image_bytes(&image, at, &avail);
			const bool known = decode(d, p, avail, at, &in);

			n += known;
			if (known && displaced_possible(p, in.size)) {
				can++;
				ck_assert_msg(in.flow == FLOW_NEXT, "%#jx",
				              (uintmax_t)at);
				for (int k = 0; k < in.nmem; k++)
					ck_assert_msg(!in.mem[k].pc, "%#jx",
					              (uintmax_t)at);
			}
			at += in.size ? in.size : 1;
		}
	}
	ck_assert_uint_gt(n, 100000);
	ck_assert_uint_gt(2 * can, n);
	image_release(&image);
	decoder_free(d);
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

/* What the program puts where a library was mapped is not waited for. */
START_TEST(waits_for_no_file)
{
	char folder[PATH_MAX], path[PATH_MAX + 8];
	struct marker m = { .code.size = 1 };

	scratch_name(folder, "check_marker.XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/lib.so", folder);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	m.code.path = path;
	ck_assert(!marker_read_code(&m));
	unlink(path);
	rmdir(folder);
}
END_TEST

Suite *suite_marker(void);
Suite *suite_marker(void)
{
	Suite *s = suite_create("marker");
	TCase *tc = tcase_create("marker");

	tcase_add_test(tc, knows_what_can_be_executed_elsewhere);
	tcase_add_test(tc, executes_elsewhere_only_what_is_independent_of_it);
	tcase_add_test(tc, not_what_waits_turning);
	tcase_add_test(tc, knows_one_that_comes_alone);
	tcase_add_test(tc, knows_a_run_that_does_otherwise);
	tcase_add_test(tc, knows_counts_that_tell_otherwise);
	tcase_add_test(tc, waits_for_no_file);
	suite_add_tcase(s, tc);
	return s;
}
