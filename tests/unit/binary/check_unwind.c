/* check_unwind - from a place to its callers by the tables of binaries: the
 * same as the compiler's own unwinder finds, and nothing where the tables lie
 */
#include "check.h"

#include <alloca.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>
#include <unwind.h>

#include "measure/collect/clock/unwind/unwind_self.h"
#include "measure/collect/clock/unwind/unwind_table.h"

enum { DEPTH = 64 };

struct stack {
	uint64_t pc[DEPTH];
	size_t n;
};

#if defined(__x86_64__)

/* A sanitizer's memcpy() would not read all of a stack. */
static __attribute__((no_sanitize("address"))) void
copy(volatile uint8_t *to, const volatile uint8_t *from, size_t n)
{
	while (n--)
		*to++ = *from++;
}

/* Beyond the stack and in code that is none there may be no memory: the kernel
 * tells by a system call that changes nothing. */
static bool read_any(void *ctx, uint64_t addr, void *to, size_t n)
{
	enum { PAGE = 4096 };

	(void)ctx;
	for (uint64_t at = addr & -(uint64_t)PAGE; at < addr + n; at += PAGE) {
		errno = 0;
		syscall(SYS_rt_sigprocmask, -1, at, NULL, 8);
		if (errno != EINVAL)
			return false;
	}
	copy(to, (const volatile uint8_t *)addr, n);
	return true;
}

static const struct unwind_memory all = { .read = read_any,
	                                  .tables = unwind_self_tables };

/* NOLINTBEGIN(bugprone-signal-handler,cert-sig30-c): the test is of that */
static void ours(struct stack *s, const ucontext_t *u)
{
	struct unwind_frame f;

	unwind_self_begin(&f, u);
	while (s->n < DEPTH && (unwind_step(&all, &f) || unwind_past(&all, &f)))
		s->pc[s->n++] = f.reg[UNWIND_RA];
}

static _Unwind_Reason_Code step(struct _Unwind_Context *c, void *p)
{
	struct stack *s = p;

	if (s->n < DEPTH && _Unwind_GetIP(c))
		s->pc[s->n++] = _Unwind_GetIP(c);
	return _URC_NO_REASON;
}

/* Both from here: theirs begins with this function. */
static __attribute__((noinline)) void walk(struct stack *a, struct stack *b)
{
	ucontext_t u;

	_Unwind_Backtrace(step, b);
	getcontext(&u);
	ours(a, &u);
}

static void compare(const struct stack *a, const struct stack *b, size_t least)
{
	ck_assert_uint_ge(a->n, least);
	ck_assert_uint_eq(a->n + 1, b->n);
	ck_assert_mem_eq(a->pc, b->pc + 1, a->n * sizeof(*a->pc));
}

/* As deep as it is told to, in frames of different sizes. */
static __attribute__((noinline)) int deeper(int n, struct stack *a,
                                            struct stack *b)
{
	volatile char *room = alloca((size_t)n * 24 + 1);

	room[n] = (char)n;
	if (n == 0)
		walk(a, b);
	else
		deeper(n - 1, a, b);
	return room[n];
}
/* NOLINTEND(bugprone-signal-handler,cert-sig30-c) */

START_TEST(as_the_compilers)
{
	struct stack a = { .n = 0 }, b = { .n = 0 };

	deeper(_i, &a, &b);
	compare(&a, &b, (size_t)_i + 3);
}
END_TEST

static struct stack in_handler[2];

static void on_signal(int sig)
{
	(void)sig;
	deeper(2, &in_handler[0], &in_handler[1]);
}

/* Through a signal that came in the middle of a library's function. */
static int compare_and_raise(const void *x, const void *y)
{
	if (in_handler[0].n == 0)
		raise(SIGUSR1);
	return *(const int *)x - *(const int *)y;
}

/*
 * As a BLAS's kernels do: no tables, the stack pointer kept in a register, and
 * a buffer on whole pages, in which words of older calls are left. It calls
 * what it is given with the second and third argument.
 */
int no_tables(int (*then)(struct stack *, struct stack *), struct stack *a,
              struct stack *b);
__asm__(".text\n.globl no_tables\n.type no_tables, @function\nno_tables:\n"
        "push %rbx\n"
        "mov %rsp, %rbx\n"
        "sub $0x7080, %rsp\n"
        "and $-4096, %rsp\n"
        "mov %rdi, %rax\n"
        "mov %rsi, %rdi\n"
        "mov %rdx, %rsi\n"
        "call *%rax\n"
        "mov %rbx, %rsp\n"
        "pop %rbx\n"
        "ret\n"
        ".size no_tables, . - no_tables\n");

static __attribute__((noinline)) int walk_there(struct stack *a,
                                                struct stack *b)
{
	walk(a, b);
	return 1;
}

/* Leaves return addresses below, and says where it was called from. */
static __attribute__((noinline)) int through(struct stack *a, struct stack *b,
                                             uint64_t *here)
{
	struct stack ignored[2] = { { .n = 0 }, { .n = 0 } };
	const int deep = deeper(40, &ignored[0], &ignored[1]);

	*here = (uint64_t)__builtin_return_address(0);
	return deep + no_tables(walk_there, a, b);
}

START_TEST(past_assembly)
{
	struct stack a = { .n = 0 }, b = { .n = 0 };
	uint64_t here = 0;

	through(&a, &b, &here);
	/* walk, walk_there, no_tables, through, this, and what calls it */
	ck_assert_uint_ge(a.n, 6);
	ck_assert_uint_le(b.n, 4); /* the compiler's own ends there */
	ck_assert_uint_eq(a.pc[3], here);
}
END_TEST

START_TEST(through_a_signal)
{
	int values[] = { 3, 1, 2 };
	sigset_t ours;

	/* without a process for each test another one may have blocked it */
	sigemptyset(&ours);
	sigaddset(&ours, SIGUSR1);
	sigprocmask(SIG_UNBLOCK, &ours, NULL);
	memset(in_handler, 0, sizeof(in_handler));
	signal(SIGUSR1, on_signal);
	qsort(values, 3, sizeof(*values), compare_and_raise);
	compare(&in_handler[0], &in_handler[1], 8);
}
END_TEST

#endif

/*
 * Tables of one procedure at CODE + 16 of 64 bytes: push rbp at 1, then rbp is
 * the frame. 12 words of .eh_frame_hdr, an entry, a CIE.
 */
enum { BASE = 0x10000, SIZE = 256, CODE = 0x20000, STACK = 128 };

struct memory {
	uint8_t bytes[SIZE];
};

static bool read_some(void *ctx, uint64_t addr, void *to, size_t n)
{
	const struct memory *m = ctx;

	if (addr < BASE || addr - BASE > SIZE || n > SIZE - (addr - BASE))
		return false;
	memcpy(to, m->bytes + (addr - BASE), n);
	return true;
}

static uint64_t tables_there(void *ctx, uint64_t pc)
{
	(void)ctx;
	(void)pc;
	return BASE;
}

static void put32(struct memory *m, size_t at, uint64_t v)
{
	for (size_t i = 0; i < 4; i++)
		m->bytes[at + i] = (uint8_t)(v >> 8 * i);
}

static void put64(struct memory *m, size_t at, uint64_t v)
{
	put32(m, at, v);
	put32(m, at + 4, v >> 32);
}

static void make(struct memory *m)
{
	static const uint8_t hdr[] = { 1, 0x1b, 3, 0x3b };
	static const uint8_t cie[] = {
		1,    'z', 'R',  0,    1, 0x78,
		16,   1,   0x1b, 0x0c, 7, 8, /* CFA is rsp + 8 */
		0x90, 1,                     /* return at CFA - 8 */
		0,    0
	};
	static const uint8_t own[] = { 0,              /* augmentation */
		                       0x41, 0x0e, 16, /* at 1: rsp + 16 */
		                       0x86, 2,        /* rbp at CFA - 16 */
		                       0x43, 0x0d, 6,  /* at 4: rbp + 16 */
		                       0,    0,    0 };

	memset(m, 0, sizeof(*m));
	memcpy(m->bytes, hdr, sizeof(hdr));
	put32(m, 4, 24 - 4);
	put32(m, 8, 1);
	put32(m, 12, CODE + 16 - BASE);
	put32(m, 16, 48);
	put32(m, 24, 20); /* CIE */
	memcpy(m->bytes + 32, cie, sizeof(cie));
	put32(m, 48, 4 + 8 + sizeof(own)); /* entry */
	put32(m, 52, 52 - 24);
	put32(m, 56, (uint64_t)CODE + 16 - BASE - 56);
	put32(m, 60, 64);
	memcpy(m->bytes + 64, own, sizeof(own));
	put64(m, STACK, 0xb9);       /* rbp, saved */
	put64(m, STACK + 8, 0xca11); /* return address */
}

static struct unwind_frame frame_at(uint64_t pc, uint64_t sp)
{
	struct unwind_frame f = { .exact = true,
		                  .known = (1u << UNWIND_REGS) - 1 };

	f.reg[UNWIND_RA] = CODE + 16 + pc;
	f.reg[UNWIND_SP] = BASE + sp;
	f.reg[6] = BASE + STACK;
	return f;
}

static const struct {
	uint64_t pc, sp;
	bool steps;
	uint64_t rbp;
} rows[] = {
	{ 0, STACK + 8, true, BASE + STACK },
	{ 1, STACK, true, 0xb9 },
	{ 3, STACK, true, 0xb9 },
	{ 4, STACK - 8, true, 0xb9 },
	{ 63, STACK - 64, true, 0xb9 },
	{ 64, STACK, false, 0 },           /* after it */
	{ (uint64_t)-1, STACK, false, 0 }, /* before it */
	{ 0, SIZE - 4, false, 0 },         /* the stack can't be read */
	{ 4, STACK + 16, false, 0 },       /* rbp is below rsp: no frame */
};

START_TEST(rows_of_a_procedure)
{
	struct memory mem;
	const struct unwind_memory m = { read_some, tables_there, &mem };
	struct unwind_frame f = frame_at(rows[_i].pc, rows[_i].sp);

	make(&mem);
	ck_assert_int_eq(unwind_step(&m, &f), rows[_i].steps);
	if (!rows[_i].steps) {
		ck_assert_uint_eq(f.reg[UNWIND_RA], CODE + 16 + rows[_i].pc);
		return;
	}
	ck_assert_uint_eq(f.reg[UNWIND_RA], 0xca11);
	ck_assert_uint_eq(f.reg[UNWIND_SP], BASE + STACK + 16);
	ck_assert_uint_eq(f.reg[6], rows[_i].rbp);
	ck_assert(!f.exact);
}
END_TEST

/* Whatever a byte of the tables is: a step ends, and stays in the memory. */
START_TEST(damaged_tables)
{
	struct memory mem;
	const struct unwind_memory m = { read_some, tables_there, &mem };
	size_t changed = 0;

	for (size_t at = 0; at < STACK; at++) {
		for (unsigned v = 0; v < 256; v++) {
			struct unwind_frame f = frame_at(5, STACK - 8);

			const uint8_t was = (make(&mem), mem.bytes[at]);

			mem.bytes[at] = (uint8_t)v;
			for (int i = 0; i < DEPTH; i++) {
				const struct unwind_frame before = f;

				if (!unwind_step(&m, &f)) {
					ck_assert_mem_eq(f.reg, before.reg,
					                 sizeof(f.reg));
					ck_assert_uint_eq(f.known,
					                  before.known);
					break;
				}
				ck_assert_uint_ne(f.reg[UNWIND_RA], 0);
				ck_assert(f.known >> UNWIND_RA & 1);
			}
			if (v == was)
				ck_assert_uint_eq(f.reg[UNWIND_RA], 0xca11);
			changed += f.reg[UNWIND_RA] != 0xca11;
		}
	}
	/* most of what was damaged has another answer, or none */
	ck_assert_uint_gt(changed, STACK * 256 / 8);
}
END_TEST

Suite *suite_unwind(void);
Suite *suite_unwind(void)
{
	Suite *s = suite_create("unwind");
	TCase *t = tcase_create("unwind");

	suite_add_tcase(s, t);
#if defined(__x86_64__)
	tcase_add_loop_test(t, as_the_compilers, 0, 12);
	tcase_add_test(t, past_assembly);
	tcase_add_test(t, through_a_signal);
#endif
	tcase_add_loop_test(t, rows_of_a_procedure, 0,
	                    sizeof(rows) / sizeof(rows[0]));
	tcase_add_test(t, damaged_tables);
	return s;
}
