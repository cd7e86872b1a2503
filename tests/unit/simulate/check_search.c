/* check_search - which instructions a native run counts */
#include "check.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "measure/collect/simulate/extrapolate/search.h"
#include "measure/collect/simulate/protocol/simout.h"
#include "measure/collect/simulate/protocol/simulation.h"

#if defined(__x86_64__)

#include <dlfcn.h>

/* Three instructions that can be executed elsewhere, of 1, 3 and 1 bytes */
__asm__(".text\n"
        ".globl check_search_code\n"
        ".type check_search_code, @function\n"
        "check_search_code:\n"
        "push %rbp\n"
        "mov %rsp, %rbp\n"
        "pop %rbp\n"
        "ret\n"
        ".size check_search_code, . - check_search_code\n");
extern const unsigned char check_search_code[];

static struct sim_instr instruction(uint64_t addr, uint8_t size,
                                    const uint64_t *times)
{
	return (struct sim_instr){ .addr = addr,
		                   .size = size,
		                   .mask = UINT64_C(1) << SIM_EXEC,
		                   .packed = times,
		                   .late = *times,
		                   .rather_late = *times };
}

/* What a native run counts of a run that ended at the second one */
static void choose(struct search *q)
{
	static const uint64_t times[] = { 35, 34, 20 };
	static char path[PATH_MAX];
	Dl_info self;

	ck_assert(realpath("/proc/self/exe", path));
	ck_assert(dladdr(check_search_code, &self));
	const uint64_t vaddr =
		(uintptr_t)check_search_code - (uintptr_t)self.dli_fbase;
	struct sim_instr in[] = { instruction(vaddr, 1, &times[0]),
		                  instruction(vaddr + 1, 3, &times[1]),
		                  instruction(vaddr + 4, 1, &times[2]) };
	struct sim_module module = { .path = path };
	struct simout out = {
		.modules = &module, .n_modules = 1, .instrs = in, .n_instrs = 3
	};
	struct simout *outs[] = { &out };
	const struct simulation sim = { .outs = outs,
		                        .n = 1,
		                        .launch = { .user_s = 10 } };

	in[1].ends = true;
	search_choose(q, &sim, path);
}

/* A place that has two breakpoints is counted by one of them */
START_TEST(each_place_once)
{
	struct search q = { .n = 0 };

	choose(&q);
	ck_assert_uint_eq(q.n, 3);
	ck_assert(q.markers[0].ends);
	ck_assert_uint_eq(q.markers[0].count, 34);
	for (size_t i = 1; i < q.n; i++) {
		ck_assert(!q.markers[i].ends);
		for (size_t k = 0; k < i; k++)
			ck_assert_uint_ne(q.markers[i].code.vaddr,
			                  q.markers[k].code.vaddr);
	}
}
END_TEST

#endif

Suite *suite_search(void);
Suite *suite_search(void)
{
	Suite *s = suite_create("search");
	TCase *t = tcase_create("search");

#if defined(__x86_64__)
	tcase_add_test(t, each_place_once);
#endif
	suite_add_tcase(s, t);
	return s;
}
