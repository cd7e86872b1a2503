/*
 * AVX-512's instructions with random operands, as the simulator's decoder
 * knows them: one line each, with a hash of all registers and of memory after
 * it. Run natively and simulated, and compared by run.sh.
 *
 *      evex_random SEED [VARIANTS]
 *
 * An instruction that the processor does not have says "ill".
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "measure/collect/simulate/tool/evex/evex.h"

enum { BUFFER = 8192, MIDDLE = 4096, CODE = 1 << 22 };

/* Read and written by the assembler code below: offsets are fixed. */
struct state {
	uint8_t zmm[32][64];
	uint64_t mask[8];
	uint64_t general[16]; /* without RSP */
	uint64_t flags;
	uint32_t mxcsr, pad;
};

struct state test_in, test_out;
void *test_code;
void test_run(void);

/* clang-format off */
__asm__(
".text\n"
".globl test_run\n"
"test_run:\n"
"	push %rbx; push %rbp; push %r12; push %r13; push %r14; push %r15\n"
"	ldmxcsr 2248+test_in(%rip)\n"
"	lea test_in(%rip), %rax\n"
".altmacro\n"
".macro load n\n"
"	vmovups 64*\\n(%rax), %zmm\\n\n"
".endm\n"
".macro save n\n"
"	vmovups %zmm\\n, 64*\\n+test_out(%rip)\n"
".endm\n"
".macro loadk n\n"
"	kmovq 2048+8*\\n(%rax), %k\\n\n"
".endm\n"
".macro savek n\n"
"	kmovq %k\\n, 2048+8*\\n+test_out(%rip)\n"
".endm\n"
".set i, 0\n"
".rept 32\n"
"	load %i\n"
"	.set i, i+1\n"
".endr\n"
".set i, 0\n"
".rept 8\n"
"	loadk %i\n"
"	.set i, i+1\n"
".endr\n"
"	pushq 2240(%rax); popfq\n"
"	mov 2120(%rax), %rcx; mov 2128(%rax), %rdx; mov 2136(%rax), %rbx\n"
"	mov 2152(%rax), %rbp; mov 2160(%rax), %rsi; mov 2168(%rax), %rdi\n"
"	mov 2176(%rax), %r8; mov 2184(%rax), %r9; mov 2192(%rax), %r10\n"
"	mov 2200(%rax), %r11; mov 2208(%rax), %r12; mov 2216(%rax), %r13\n"
"	mov 2224(%rax), %r14; mov 2232(%rax), %r15; mov 2112(%rax), %rax\n"
"	call *test_code(%rip)\n"
"	mov %rax, 2112+test_out(%rip); mov %rcx, 2120+test_out(%rip)\n"
"	mov %rdx, 2128+test_out(%rip); mov %rbx, 2136+test_out(%rip)\n"
"	mov %rbp, 2152+test_out(%rip); mov %rsi, 2160+test_out(%rip)\n"
"	mov %rdi, 2168+test_out(%rip); mov %r8, 2176+test_out(%rip)\n"
"	mov %r9, 2184+test_out(%rip); mov %r10, 2192+test_out(%rip)\n"
"	mov %r11, 2200+test_out(%rip); mov %r12, 2208+test_out(%rip)\n"
"	mov %r13, 2216+test_out(%rip); mov %r14, 2224+test_out(%rip)\n"
"	mov %r15, 2232+test_out(%rip)\n"
"	pushfq; popq 2240+test_out(%rip)\n"
".set i, 0\n"
".rept 32\n"
"	save %i\n"
"	.set i, i+1\n"
".endr\n"
".set i, 0\n"
".rept 8\n"
"	savek %i\n"
"	.set i, i+1\n"
".endr\n"
"	ldmxcsr test_mxcsr(%rip)\n"
"	pop %r15; pop %r14; pop %r13; pop %r12; pop %rbp; pop %rbx\n"
"	vzeroupper\n"
"	ret\n"
".data\n"
"test_mxcsr: .long 0x1f80\n"
".text\n");
/* clang-format on */

static uint64_t random_state;

static uint64_t next(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return random_state * 0x2545f4914f6cdd1dULL;
}

static unsigned below(unsigned n)
{
	return (unsigned)((next() >> 33) % n);
}

static uint8_t *buffer, *code;
static sigjmp_buf back;

static void caught(int sig)
{
	siglongjmp(back, sig);
}

/* Bits of any kind, numbers of a usual size, and small integers. */
static void fill(uint8_t *to, unsigned n)
{
	const unsigned kind = below(4);

	for (unsigned i = 0; i < n; i += 8) {
		const double d = ((double)(int64_t)next()) / 1e16;
		const float f[2] = { (float)d, (float)(int)below(999) / 8 };
		uint64_t x = next();

		if (kind == 1)
			memcpy(&x, &d, 8);
		else if (kind == 2)
			memcpy(&x, f, 8);
		else if (kind == 3)
			x &= 0x00ff00ff00ff00ffULL;
		memcpy(to + i, &x, 8);
	}
}

static void fill_state(void)
{
	for (unsigned i = 0; i < 32; i++)
		fill(test_in.zmm[i], 64);
	for (unsigned i = 0; i < 8; i++)
		test_in.mask[i] = below(4) ? next() : ~0ULL * below(2);
	for (unsigned i = 0; i < 16; i++)
		test_in.general[i] = next();
	test_in.flags = 0x202 | (next() & 0x8d5);
	test_in.mxcsr = 0x1f80 | below(4) << 13;
	fill(buffer, BUFFER);
}

/* What an instruction is to look like. */
struct variant {
	const struct evex_op *op;
	unsigned opcode, w, length;
	int memory, bit_b, masked, zeroing;
};

static unsigned at;

static void put(unsigned byte)
{
	code[at++] = (uint8_t)byte;
}

static void put4(uint32_t word)
{
	for (unsigned i = 0; i < 4; i++)
		put(word >> 8 * i & 0xff);
}

static int is_gather(const struct evex_op *op)
{
	return op->form == GATHER || op->form == SCATTER;
}

/* A register for an address; its value: somewhere in the buffer. */
static unsigned base_register(void)
{
	static const uint8_t some[] = { 0, 1, 2, 3, 5, 6, 7, 8, 9, 12, 13, 15 };
	const unsigned n = some[below(sizeof some)];

	test_in.general[n] =
		(uint64_t)(uintptr_t)(buffer + MIDDLE) + 64UL * below(4);
	return n;
}

struct memory {
	unsigned base, index, scale, mod;
	int has_sib, rip;
	int32_t disp;
};

static struct memory choose_memory(const struct evex_op *op)
{
	struct memory m = { .mod = below(3), .scale = below(4) };

	m.base = base_register();
	m.has_sib = (m.base & 7) == 4 || below(2) || is_gather(op);
	m.rip = !m.has_sib && !below(4);
	if ((m.base & 7) == 5 && m.mod == 0)
		m.mod = 1;
	m.disp = m.mod == 1 ? (int)below(16) - 8 : (int)below(512) - 256;
	m.index = 4;
	if (is_gather(op)) {
		m.index = below(32);
		for (unsigned i = 0; i < 64; i += 8)
			memset(test_in.zmm[m.index] + i, 0, 8);
		for (unsigned i = 0; i < 64; i += op->first & 1 ? 8 : 4)
			test_in.zmm[m.index][i] = (uint8_t)next();
	} else if (m.has_sib && below(2)) {
		do
			m.index = below(16);
		while (m.index == 4 || m.index == m.base);
		test_in.general[m.index] = below(32);
	}
	return m;
}

static void put_memory(const struct memory *m, unsigned reg, unsigned has_imm)
{
	if (m->rip) {
		put((reg & 7) << 3 | 5);
		put4((uint32_t)(buffer + MIDDLE - (code + at + 4 + has_imm)));
		return;
	}
	put(m->mod << 6 | (reg & 7) << 3 | (m->has_sib ? 4 : m->base & 7));
	if (m->has_sib)
		put(m->scale << 6 | (m->index & 7) << 3 | (m->base & 7));
	if (m->mod == 1)
		put((uint8_t)m->disp);
	else if (m->mod == 2)
		put4((uint32_t)m->disp);
}

static unsigned registers_of(const struct evex_op *op, unsigned field)
{
	static const char *const banks[] = {
		[RVM] = "vvv",      [RVMA] = "vvv",     [RM] = "v0v",
		[MR] = "v0v",       [VM] = "0vv",       [KVM] = "kvv",
		[KM] = "k0v",       [RJ] = "v0k",       [RH] = "v0g",
		[RVH] = "vvg",      [GM] = "g0v",       [HR] = "v0g",
		[MOVS_IN] = "vvv",  [MOVS_OUT] = "vvv", [EXPAND] = "v0v",
		[COMPRESS] = "v0v", [GATHER] = "v0v",   [SCATTER] = "v0v",
		[FLAGS] = "v0v",    [KLJ] = "kkk",      [KJ] = "k0k",
		[JK] = "k0k",       [KH] = "k0g",       [GJ] = "g0k",
		[KFLAGS] = "k0k",
	};
	unsigned n;

	switch (banks[op->form][field]) {
	case 'v':
		return below(32);
	case 'k':
		return below(8);
	case 'g':
		do
			n = below(16);
		while (n == 4);
		return n;
	default:
		return 0;
	}
}

static int immediate(unsigned map, unsigned opcode)
{
	return map == 3 ||
	       (map == 1 && (opcode >> 2 == 0x1c || opcode == 0xc2 ||
	                     opcode >> 1 == 0x62 || opcode == 0xc6));
}

static void put_evex(const struct variant *v)
{
	const unsigned map = v->op->space >> 2, pp = v->op->space & 3;
	const int has_imm = immediate(map, v->opcode);
	struct memory m = { 0 };
	unsigned reg = registers_of(v->op, 0), rm = registers_of(v->op, 2);
	unsigned vvvv = registers_of(v->op, 1);
	unsigned x = rm >> 4, b = rm >> 3 & 1;

	if (v->op->group >= 0)
		reg = (unsigned)v->op->group;
	if (v->memory) {
		m = choose_memory(v->op);
		x = m.index >> 3 & 1;
		b = m.rip ? 0 : m.base >> 3;
		if (v->op->form == MOVS_IN || v->op->form == MOVS_OUT)
			vvvv = 0;
	}
	const unsigned v2 = is_gather(v->op) ? m.index >> 4 : vvvv >> 4;

	put(0x62);
	put(!(reg >> 3 & 1) << 7 | !x << 6 | !b << 5 | !(reg >> 4) << 4 | map);
	put(v->w << 7 | (~vvvv & 15) << 3 | 4 | pp);
	put((unsigned)v->zeroing << 7 | v->length << 5 |
	    (unsigned)v->bit_b << 4 | !v2 << 3 |
	    (v->masked ? 1 + below(7) : 0));
	put(v->opcode);
	if (v->memory)
		put_memory(&m, reg, (unsigned)has_imm);
	else
		put(0xc0 | (reg & 7) << 3 | (rm & 7));
	if (has_imm)
		put((uint8_t)next());
}

static void put_vex(const struct variant *v)
{
	const unsigned map = v->op->space >> 2, pp = v->op->space & 3;
	struct memory m = { 0 };
	const unsigned reg = registers_of(v->op, 0);
	const unsigned vvvv = registers_of(v->op, 1);
	const unsigned rm = registers_of(v->op, 2);
	unsigned x = 0, b = rm >> 3 & 1;

	if (v->memory) {
		m = choose_memory(v->op);
		x = m.index >> 3 & 1;
		b = m.rip ? 0 : m.base >> 3;
	}
	put(0xc4);
	put(!(reg >> 3 & 1) << 7 | !x << 6 | !b << 5 | map);
	put(v->w << 7 | (~vvvv & 15) << 3 |
	    (unsigned)(v->op->form == KLJ) << 2 | pp);
	put(v->opcode);
	if (v->memory)
		put_memory(&m, reg, map == 3);
	else
		put(0xc0 | (reg & 7) << 3 | (rm & 7));
	if (map == 3)
		put((uint8_t)next());
}

static uint32_t hash(const void *what, size_t n)
{
	const uint8_t *p = what;
	uint32_t h = 2166136261u;

	for (size_t i = 0; i < n; i++)
		h = (h ^ p[i]) * 16777619u;
	return h;
}

static void run(const struct variant *v, int is_mask)
{
	char hex[64] = "";
	unsigned start;

	fill_state();
	at = (at + 31) & ~31u;
	if (at > CODE - BUFFER - 64)
		at = 0;
	start = at;
	if (is_mask)
		put_vex(v);
	else
		put_evex(v);
	for (unsigned i = start; i < at; i++)
		snprintf(hex + 2 * (size_t)(i - start), 3, "%02x", code[i]);
	put(0xc3);
	test_code = code + start;
	memset(&test_out, 0, sizeof test_out);
	const int sig = sigsetjmp(back, 1);

	if (sig) {
		__builtin_ia32_ldmxcsr(0x1f80);
		printf("%s %s\n", hex, sig == SIGILL ? "ill" : "fault");
		return;
	}
	test_run();
	test_out.flags &= 0x8d5;
	printf("%s zmm %08x mask %08x general %08x flags %03x memory %08x\n",
	       hex, hash(test_out.zmm, sizeof test_out.zmm),
	       hash(test_out.mask, sizeof test_out.mask),
	       hash(test_out.general, sizeof test_out.general),
	       (unsigned)test_out.flags, hash(buffer, BUFFER));
}

static void variants(const struct evex_op *op, unsigned opcode, unsigned n,
                     int is_mask)
{
	for (unsigned i = 0; i < n; i++) {
		struct variant v = { .op = op, .opcode = opcode };

		v.w = op->w == 2 ? below(2) : op->w;
		v.length = below(3);
		v.memory = op->mem != NO_MEM && (is_gather(op) || below(2));
		v.bit_b = !below(3) && !is_gather(op);
		if (v.bit_b && !v.memory)
			v.length = below(4);
		v.masked = is_gather(op) || below(2);
		v.zeroing = v.masked && below(2) && !is_gather(op);
		if (op->form == JK)
			v.memory = 1;
		run(&v, is_mask);
	}
}

static void all(const struct evex_op *table, unsigned size, unsigned n,
                int is_mask)
{
	for (unsigned i = 0; i < size; i++) {
		for (unsigned o = table[i].first; o <= table[i].last; o++)
			variants(&table[i], o, n, is_mask);
	}
}

int main(int argc, char **argv)
{
	struct sigaction a = { .sa_handler = caught, .sa_flags = SA_NODEFER };
	const unsigned n = argc > 2 ? (unsigned)strtol(argv[2], NULL, 10) : 12;

	random_state = argc > 1 ? (uint64_t)strtol(argv[1], NULL, 10) + 1 : 1;
	code = mmap((void *)0x10000000, CODE,
	            PROT_READ | PROT_WRITE | PROT_EXEC,
	            MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
	if (code == MAP_FAILED) {
		perror("mmap");
		return 1;
	}
	buffer = code + CODE - BUFFER;
	for (unsigned i = 0; i < 100; i++)
		next();
	sigaction(SIGILL, &a, NULL);
	sigaction(SIGSEGV, &a, NULL);
	sigaction(SIGBUS, &a, NULL);
	all(evex_mask_table, evex_mask_table_size, n, 1);
	all(evex_table, evex_table_size, n, 0);
	return 0;
}
