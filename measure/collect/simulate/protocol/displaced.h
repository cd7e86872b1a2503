/*
 * displaced.h - can an instruction be executed at another address?
 *
 * For the simulator and perfexpert-run: a marker's instruction is replaced by a
 * breakpoint and executed elsewhere, so it must neither branch nor address
 * memory relative to itself. Only what compilers use most is looked at; false
 * for all else, and for other instruction sets than x86-64's.
 * Source: Intel SDM, volume 2, appendix A (opcode maps)
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_DISPLACED_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_DISPLACED_H

/* A ModRM byte that addresses memory otherwise than relative to RIP. */
static inline int displaced_modrm(unsigned char modrm)
{
	return (modrm & 0xc7) != 0x05;
}

/* Opcodes of one byte without ModRM: push, pop, mov, arithmetic on RAX, .. */
static inline int displaced_alone(unsigned char op)
{
	return (op < 0x40 && (op & 6) == 4) || (op >= 0x50 && op < 0x60) ||
	       (op >= 0xb0 && op < 0xc0) || op == 0x68 || op == 0x6a ||
	       op == 0x90 || op == 0x98 || op == 0x99 || op == 0xa8 ||
	       op == 0xa9 || op == 0xc9;
}

/* .. and with: arithmetic, test, mov, lea, shifts; inc and dec */
static inline int displaced_with_modrm(unsigned char op, unsigned char modrm)
{
	if (op == 0xfe || op == 0xff)
		return (modrm & 0x30) == 0 && displaced_modrm(modrm);
	return ((op < 0x40 && (op & 7) < 4) || op == 0x63 || op == 0x69 ||
	        op == 0x6b || (op >= 0x80 && op <= 0x8b) || op == 0x8d ||
	        op == 0xc0 || op == 0xc1 || op == 0xc6 || op == 0xc7 ||
	        (op >= 0xd0 && op <= 0xd3) || op == 0xf6 || op == 0xf7) &&
	       displaced_modrm(modrm);
}

/* The map of opcodes after 0f, all with ModRM: moves, SSE, cmov, set, movzx */
static inline int displaced_two(unsigned char op)
{
	return (op >= 0x10 && op <= 0x17) || op == 0x1e || op == 0x1f ||
	       (op >= 0x28 && op <= 0x2f) || (op >= 0x40 && op <= 0x76) ||
	       op == 0x7e || op == 0x7f || (op >= 0x90 && op <= 0x9f) ||
	       op == 0xaf || op == 0xb6 || op == 0xb7 || op == 0xbe ||
	       op == 0xbf || op == 0xc2 || op == 0xc6 ||
	       (op >= 0xd0 && op <= 0xfe);
}

/* displaced_possible - code: the instruction's size bytes */
static inline int displaced_possible(const unsigned char *code, unsigned size)
{
#if defined(__x86_64__)
	unsigned k = 0;

	while (k < size &&
	       (code[k] == 0x66 || code[k] == 0xf2 || code[k] == 0xf3))
		k++;
	const int prefixed = k > 0; /* f2, f3: of SSE, or repeated */

	if (k < size && (code[k] & 0xf0) == 0x40)
		k++;
	if (k + 1 >= size)
		return k < size && !prefixed && displaced_alone(code[k]);
	if (code[k] == 0x0f)
		return k + 2 < size && displaced_two(code[k + 1]) &&
		       displaced_modrm(code[k + 2]);
	if (code[k] == 0xc5 || code[k] == 0xc4) { /* VEX; 77: vzeroupper */
		k += code[k] == 0xc5 ? 2 : 3;
		return k + 1 < size && code[k] != 0x77 &&
		       displaced_modrm(code[k + 1]);
	}
	if (prefixed && code[0] != 0x66)
		return 0;
	return displaced_alone(code[k]) ||
	       displaced_with_modrm(code[k], code[k + 1]);
#else
	(void)code;
	(void)size;
	return 0;
#endif
}

#endif
