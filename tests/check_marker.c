/*
 * Instructions that may tell how far a run is: those that the simulator and a
 * breakpoint count alike.
 */
#include "check.h"

#include <link.h>
#include <stdint.h>

#include "base/banned.h"
#include "measure/simulate/part/marker.h"

__asm__(".pushsection .text\n"
        "marker_stos: rep stosq\n"
        "marker_movs: rep movsw\n"
        "marker_scas: repne scasb\n"
        "marker_once: stosq\n"
        "marker_pause: pause\n"
        "marker_add: addsd %xmm0, %xmm1\n"
        "marker_ret: rep ret\n"
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
	ck_assert(!marker_counted_alike("[vdso]", program));
}
END_TEST

Suite *suite_marker(void);
Suite *suite_marker(void)
{
	Suite *s = suite_create("marker");
	TCase *tc = tcase_create("marker");

	tcase_add_test(tc, knows_repeated_instructions);
	tcase_add_test(tc, not_what_waits_turning);
	suite_add_tcase(s, tc);
	return s;
}
