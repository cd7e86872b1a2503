/* Instructions of x86 that the library which decodes may not know: without
 * their length, what follows is taken apart at the wrong bytes. */
#include "check.h"

#include <stdint.h>
#include <string.h>

#include "measure/binary/decode/decode.h"

enum { NONE = REG_NONE, V = REG_VECTOR };

static const struct {
	const char *text; /* as GNU as writes it */
	unsigned size;
	uint8_t bytes[12];
	unsigned kind, bits, dest, first; /* first: a register that is read */
	unsigned base, index, memory;     /* bytes, 0: none */
	int64_t disp;
	bool store;
} known[] = {
	{ "vxorpd %xmm1,%xmm30,%xmm31",
	  6,
	  { 0x62, 0x61, 0x8d, 0x00, 0x57, 0xf9 },
	  INSN_FP_SHUFFLE,
	  128,
	  V + 31,
	  V + 30,
	  NONE,
	  NONE,
	  0,
	  0,
	  false },
	{ "vxorpd -0x180(%r11),%zmm0,%zmm22",
	  7,
	  { 0x62, 0xc1, 0xfd, 0x48, 0x57, 0x73, 0xfa },
	  INSN_FP_SHUFFLE,
	  512,
	  V + 22,
	  11,
	  11,
	  NONE,
	  64,
	  -0x180,
	  false },
	{ "vandps 0x20(%rax,%r9,4),%ymm3,%ymm17",
	  8,
	  { 0x62, 0xa1, 0x64, 0x28, 0x54, 0x4c, 0x88, 0x01 },
	  INSN_FP_SHUFFLE,
	  256,
	  V + 17,
	  V + 3,
	  0,
	  9,
	  32,
	  0x20,
	  false },
	{ "vorpd 0x12345678(%rip){1to8},%zmm1,%zmm2",
	  10,
	  { 0x62, 0xf1, 0xf5, 0x58, 0x56, 0x15, 0x78, 0x56, 0x34, 0x12 },
	  INSN_FP_SHUFFLE,
	  512,
	  V + 2,
	  V + 1,
	  NONE,
	  NONE,
	  8,
	  0x12345678 + 0x1000 + 10,
	  false },
	{ "vextractf64x2 $1,%ymm18,0x10(%rsp)",
	  9,
	  { 0x62, 0xe3, 0xfd, 0x28, 0x19, 0x54, 0x24, 0x01, 0x01 },
	  INSN_FP_SHUFFLE,
	  256,
	  NONE,
	  V + 18,
	  4,
	  NONE,
	  16,
	  0x10,
	  true },
	{ "prefetch 0x100(%r14)",
	  8,
	  { 0x41, 0x0f, 0x0d, 0x86, 0x00, 0x01, 0x00, 0x00 },
	  INSN_PREFETCH,
	  0,
	  NONE,
	  14,
	  14,
	  NONE,
	  64,
	  0x100,
	  false },
};

START_TEST(knows_vectors)
{
	struct decoder *d = decoder_new(IMAGE_X86_64);
	struct insn insn;

	ck_assert_msg(decode(d, known[_i].bytes, known[_i].size, 0x1000, &insn),
	              "%s", known[_i].text);
	ck_assert_uint_eq(insn.size, known[_i].size);
	ck_assert_uint_eq(insn.kind, known[_i].kind);
	ck_assert_uint_eq(insn.vector_bits, known[_i].bits);
	ck_assert_uint_eq(insn.flow, FLOW_NEXT);
	ck_assert_uint_eq(insn.dest, known[_i].dest);
	ck_assert(regset_has(&insn.read, known[_i].first));
	ck_assert_uint_eq(insn.nmem, known[_i].memory > 0);
	if (insn.nmem) {
		ck_assert_uint_eq(insn.mem[0].base, known[_i].base);
		ck_assert_uint_eq(insn.mem[0].index, known[_i].index);
		ck_assert_uint_eq(insn.mem[0].size, known[_i].memory);
		ck_assert_int_eq(insn.mem[0].disp, known[_i].disp);
		ck_assert_int_eq(insn.mem[0].store, known[_i].store);
	}
	decoder_free(d);
}
END_TEST

/* Cut off anywhere, nothing after it is read, and it is not known */
static const struct {
	const char *text;
	unsigned size;
	uint8_t bytes[4];
	bool atomic;
} exchanges[] = {
	{ "lock add %eax,(%rdi)", 3, { 0xf0, 0x01, 0x07 }, true },
	{ "add %eax,(%rdi)", 2, { 0x01, 0x07 }, false },
	{ "xchg %eax,(%rdi)", 2, { 0x87, 0x07 }, true },
	{ "xchg %eax,%ecx", 2, { 0x87, 0xc1 }, false },
	{ "rep movsb", 2, { 0xf3, 0xa4 }, false },
};

START_TEST(knows_what_is_atomic)
{
	struct decoder *d = decoder_new(IMAGE_X86_64);
	struct insn insn;

	ck_assert_msg(decode(d, exchanges[_i].bytes, exchanges[_i].size, 0x1000,
	                     &insn),
	              "%s", exchanges[_i].text);
	ck_assert_int_eq((insn.flags & INSN_ATOMIC) != 0, exchanges[_i].atomic);
	decoder_free(d);
}
END_TEST

START_TEST(wants_all_bytes)
{
	struct decoder *d = decoder_new(IMAGE_X86_64);
	struct insn insn;

	for (size_t n = 1; n < known[_i].size; n++)
		ck_assert_msg(!decode(d, known[_i].bytes, n, 0x1000, &insn) &&
		                      insn.size == 1,
		              "%s with %zu bytes", known[_i].text, n);
	decoder_free(d);
}
END_TEST

/* Arm's scalable vectors, which some versions of the library know by name only
 */
static const struct {
	const char *text;
	uint32_t word;
	unsigned kind, memory, base, index;
	bool gather, store;
} scalable[] = {
	{ "fmla z0.d, p0/m, z1.d, z2.d", 0x65e20020, INSN_FMA, 0, NONE, NONE,
	  false, false },
	{ "fadd z3.s, z4.s, z5.s", 0x65850083, INSN_FP_ADD, 0, NONE, NONE,
	  false, false },
	{ "ld1rd {z4.d}, p0/z, [x1, #8]", 0x85c1e024, INSN_MOVE, 8, 1, NONE,
	  false, false },
	{ "ld1rw {z4.s}, p0/z, [x1]", 0x8540c024, INSN_MOVE, 4, 1, NONE, false,
	  false },
	{ "ldr z7, [x2, #1, mul vl]", 0x85804447, INSN_MOVE, 16, 2, NONE, false,
	  false },
	{ "ld1d {z1.d}, p0/z, [x3, x4, lsl #3]", 0xa5e44061, INSN_MOVE, 16, 3,
	  4, false, false },
	{ "ld1d {z1.d}, p0/z, [x3, z4.d, lsl #3]", 0xc5e4c061, INSN_MOVE, 16, 3,
	  NONE, true, false },
	{ "ld1w {z1.s}, p0/z, [x3, z4.s, uxtw]", 0x85044061, INSN_MOVE, 16, 3,
	  NONE, true, false },
	{ "st1d {z1.d}, p0, [x3, x4, lsl #3]", 0xe5e44061, INSN_MOVE, 16, 3, 4,
	  false, true },
	{ "str z7, [x2]", 0xe5804047, INSN_MOVE, 16, 2, NONE, false, true },
};

START_TEST(knows_scalable_vectors)
{
	struct decoder *d = decoder_new(IMAGE_AARCH64);
	const uint32_t word = scalable[_i].word;
	const uint8_t bytes[4] = { (uint8_t)word, (uint8_t)(word >> 8),
		                   (uint8_t)(word >> 16),
		                   (uint8_t)(word >> 24) };
	struct insn insn;

	ck_assert_msg(decode(d, bytes, 4, 0x1000, &insn), "%s",
	              scalable[_i].text);
	ck_assert_uint_eq(insn.kind, scalable[_i].kind);
	ck_assert_uint_eq(insn.vector_bits, 128);
	ck_assert(insn.flags & INSN_SCALABLE);
	ck_assert_int_eq((insn.flags & INSN_GATHER) != 0, scalable[_i].gather);
	ck_assert_uint_eq(insn.nmem, scalable[_i].memory > 0);
	if (insn.nmem) {
		ck_assert_uint_eq(insn.mem[0].size, scalable[_i].memory);
		ck_assert_uint_eq(insn.mem[0].base, scalable[_i].base);
		ck_assert_uint_eq(insn.mem[0].index, scalable[_i].index);
		ck_assert_int_eq(insn.mem[0].store, scalable[_i].store);
	}
	decoder_free(d);
}
END_TEST

/* Plain ones, as all have them */
static const struct {
	const char *text;
	enum image_arch arch;
	unsigned size;
	uint8_t bytes[4];
	unsigned dest, first; /* first: a register that is read */
	bool adds;            /* dest += imm */
	int64_t imm;
} plain[] = {
	{ "mov %rax,%rcx",
	  IMAGE_X86_64,
	  3,
	  { 0x48, 0x89, 0xc1 },
	  1,
	  0,
	  false,
	  0 },
	{ "add $8,%rdi",
	  IMAGE_X86_64,
	  4,
	  { 0x48, 0x83, 0xc7, 8 },
	  7,
	  7,
	  true,
	  8 },
	{ "add x3, x3, #8",
	  IMAGE_AARCH64,
	  4,
	  { 0x63, 0x20, 0x00, 0x91 },
	  3,
	  3,
	  true,
	  8 },
	{ "addi 3,3,8",
	  IMAGE_PPC64LE,
	  4,
	  { 8, 0x00, 0x63, 0x38 },
	  3,
	  3,
	  true,
	  8 },
	{ "add 3,4,5",
	  IMAGE_PPC64LE,
	  4,
	  { 0x14, 0x2a, 0x64, 0x7c },
	  3,
	  4,
	  false,
	  0 },
};

START_TEST(knows_operands)
{
	struct decoder *d = decoder_new(plain[_i].arch);
	struct insn insn;

	ck_assert_msg(decode(d, plain[_i].bytes, plain[_i].size, 0x1000, &insn),
	              "%s", plain[_i].text);
	ck_assert_uint_eq(insn.dest, plain[_i].dest);
	ck_assert(regset_has(&insn.write, plain[_i].dest));
	ck_assert(regset_has(&insn.read, plain[_i].first));
	ck_assert_int_eq((insn.flags & INSN_ADDS_IMM) != 0, plain[_i].adds);
	if (plain[_i].adds)
		ck_assert_int_eq(insn.imm, plain[_i].imm);
	decoder_free(d);
}
END_TEST

/* What versions of the library are wrong about or don't know (bench/decoder.sh)
 */
static const struct {
	const char *text;
	enum image_arch arch;
	unsigned size;
	const char *bytes;
	unsigned kind, bits;
	const char *access; /* l: loads, s: stores */
} accesses[] = {
	{ "testb $7,0x30(%rax)", IMAGE_X86_64, 4, "\xf6\x40\x30\x07",
	  INSN_OTHER, 0, "l" },
	{ "fldt (%rsi)", IMAGE_X86_64, 2, "\xdb\x2e", INSN_MOVE, 0, "l" },
	{ "fnstcw 2(%rsp)", IMAGE_X86_64, 4, "\xd9\x7c\x24\x02",
	  INSN_FP_SHUFFLE, 0, "s" },
	{ "setg 8(%rsp)", IMAGE_X86_64, 5, "\x0f\x9f\x44\x24\x08", INSN_OTHER,
	  0, "s" },
	{ "rolq $3,(%rdi)", IMAGE_X86_64, 4, "\x48\xc1\x07\x03", INSN_OTHER, 0,
	  "ls" },
	{ "cmpxchg %ecx,(%rdx)", IMAGE_X86_64, 3, "\x0f\xb1\x0a", INSN_OTHER, 0,
	  "ls" },
	{ "pextrd $1,%xmm0,8(%rdi)", IMAGE_X86_64, 7,
	  "\x66\x0f\x3a\x16\x47\x08\x01", INSN_OTHER, 128, "s" },
	{ "vextractf128 $1,%ymm5,0x40(%rdi)", IMAGE_X86_64, 7,
	  "\xc4\xe3\x7d\x19\x6f\x40\x01", INSN_OTHER, 256, "s" },
	{ "vmovdqu32 %xmm26,(%r9,%r8,1)", IMAGE_X86_64, 7,
	  "\x62\x01\x7e\x08\x7f\x14\x01", INSN_MOVE, 128, "s" },
	{ "vpscatterdd %zmm19,(%rsi,%zmm16,2){%k3}", IMAGE_X86_64, 7,
	  "\x62\xe2\x7d\x43\xa0\x1c\x46", INSN_MOVE, 512, "s" },
	{ "vaddpd {rn-sae},%zmm8,%zmm8,%zmm0", IMAGE_X86_64, 6,
	  "\x62\xd1\xbd\x18\x58\xc0", INSN_FP_ADD, 512, "" },
	{ "vfmadd213ss 4(%rdi),%xmm20,%xmm21", IMAGE_X86_64, 7,
	  "\x62\xe2\x5d\x00\xa9\x6f\x01", INSN_FMA, 128, "l" },
	{ "ldaddal w0, w2, [x1]", IMAGE_AARCH64, 4, "\x22\x00\xe0\xb8",
	  INSN_OTHER, 0, "ls" },
	{ "casal x3, x4, [x2]", IMAGE_AARCH64, 4, "\x44\xfc\xe3\xc8",
	  INSN_OTHER, 0, "ls" },
	{ "fmla z28.s, z29.s, z6.s[2]", IMAGE_AARCH64, 4, "\xbc\x03\xb6\x64",
	  INSN_FMA, 128, "" },
	{ "fmul z1.s, p1/m, z1.s, #2.0", IMAGE_AARCH64, 4, "\x21\x84\x9a\x65",
	  INSN_FP_MUL, 128, "" },
	{ "scvtf z31.s, p1/m, z30.s", IMAGE_AARCH64, 4, "\xdf\xa7\x94\x65",
	  INSN_FROM_INTEGER, 128, "" },
	{ "mffprd 11,0", IMAGE_PPC64LE, 4, "\x66\x00\x0b\x7c", INSN_MOVE, 0,
	  "" },
	{ "xsmaddqp 3,2,5", IMAGE_PPC64LE, 4, "\x08\x2b\x62\xfc", INSN_FMA, 0,
	  "" },
	{ "lwarx 8,0,31,1", IMAGE_PPC64LE, 4, "\x29\xf8\x00\x7d", INSN_MOVE, 0,
	  "l" },
	{ "lwbrx 7,0,3", IMAGE_PPC64LE, 4, "\x2c\x1c\xe0\x7c", INSN_MOVE, 0,
	  "l" },
	{ "stvewx 24,0,31", IMAGE_PPC64LE, 4, "\x8e\xf9\x00\x7f", INSN_MOVE,
	  128, "s" },
};

START_TEST(knows_accesses)
{
	struct decoder *d = decoder_new(accesses[_i].arch);
	const bool load = strchr(accesses[_i].access, 'l') != NULL;
	const bool store = strchr(accesses[_i].access, 's') != NULL;
	struct insn insn;

	ck_assert_msg(decode(d, (const uint8_t *)accesses[_i].bytes,
	                     accesses[_i].size, 0x1000, &insn),
	              "%s", accesses[_i].text);
	ck_assert_uint_eq(insn.size, accesses[_i].size);
	ck_assert_uint_eq(insn.kind, accesses[_i].kind);
	ck_assert_uint_eq(insn.vector_bits, accesses[_i].bits);
	ck_assert_uint_eq(insn.nmem, load || store);
	ck_assert_int_eq(insn.nmem && insn.mem[0].load, load);
	ck_assert_int_eq(insn.nmem && insn.mem[0].store, store);
	decoder_free(d);
}
END_TEST

/* b .: a branch to itself has a target as well */
START_TEST(knows_endless_loops)
{
	static const uint8_t bytes[4] = { 0, 0, 0, 0x14 };
	struct decoder *d = decoder_new(IMAGE_AARCH64);
	struct insn insn;

	ck_assert(decode(d, bytes, 4, 0x1000, &insn));
	ck_assert_uint_eq(insn.flow, FLOW_JUMP);
	ck_assert_uint_eq(insn.target, 0x1000);
	decoder_free(d);
}
END_TEST

START_TEST(knows_stack_pointers)
{
	static const struct {
		enum image_arch arch;
		unsigned sp, fp;
	} want[] = { { IMAGE_X86_64, 4, 5 },
		     { IMAGE_AARCH64, 31, 29 },
		     { IMAGE_PPC64LE, 1, 31 } };

	for (size_t i = 0; i < sizeof(want) / sizeof(*want); i++) {
		struct decoder *d = decoder_new(want[i].arch);
		unsigned sp, fp;

		decoder_stack(d, &sp, &fp);
		ck_assert_uint_eq(sp, want[i].sp);
		ck_assert_uint_eq(fp, want[i].fp);
		decoder_free(d);
	}
}
END_TEST

Suite *suite_decode(void);
Suite *suite_decode(void)
{
	Suite *s = suite_create("decode");
	TCase *t = tcase_create("decode");
	const int n = sizeof(known) / sizeof(*known);

	suite_add_tcase(s, t);
	tcase_add_loop_test(t, knows_vectors, 0, n);
	tcase_add_loop_test(t, wants_all_bytes, 0, n);
	tcase_add_loop_test(t, knows_what_is_atomic, 0,
	                    sizeof(exchanges) / sizeof(*exchanges));
	tcase_add_loop_test(t, knows_operands, 0,
	                    sizeof(plain) / sizeof(*plain));
	tcase_add_loop_test(t, knows_accesses, 0,
	                    sizeof(accesses) / sizeof(*accesses));
	tcase_add_test(t, knows_endless_loops);
	tcase_add_test(t, knows_stack_pointers);
	tcase_add_loop_test(t, knows_scalable_vectors, 0,
	                    sizeof(scalable) / sizeof(*scalable));
	return s;
}
