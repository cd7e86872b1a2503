/*
 * perfexpert-sim: instructions of AVX-512, which VEX does not know
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * This header and evex_decode.c know nothing of Valgrind, so that the decoder
 * can be tested by itself. Names: Intel's manual, volume 2, chapter 2.
 */
#ifndef PERFEXPERT_SIM_EVEX_H
#define PERFEXPERT_SIM_EVEX_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Operands, the written one first. R: vector in ModRM.reg, V: in vvvv, M: in
 * ModRM.rm, or memory; K: mask in ModRM.reg, J: in ModRM.rm, L: in vvvv; G:
 * general register in ModRM.reg, H: in ModRM.rm, or memory.
 */
enum evex_form {
	RVM,
	RVMA, /* R is read as well */
	RM,
	MR,
	VM, /* ModRM.reg is part of the opcode */
	KVM,
	KM,
	RJ,
	RH,
	RVH,
	GM,
	HR,
	MOVS_IN,  /* moves of a scalar: V is only there */
	MOVS_OUT, /* .. when no memory is */
	EXPAND,   /* elements in a row, as many as the mask has */
	COMPRESS,
	GATHER,
	SCATTER,
	FLAGS, /* R and M are compared */
	/* of masks, encoded by VEX */
	KLJ,
	KJ, /* or memory */
	JK, /* to memory */
	KH,
	GJ,
	KFLAGS,
};

/* Size of the operand in memory. */
enum evex_mem {
	NO_MEM,
	FULL, /* a whole vector, and its parts */
	HALF,
	QUARTER,
	EIGHTH,
	ELEM, /* an element; vectors of it are scalar operations */
	B1,
	B2,
	B4,
	B8,
	B16,
	B32,
	DUP, /* half of the shortest vector, else whole */
};

/* Size of the elements, one for each bit of the mask; EW, EBW: by the W bit. */
enum evex_elem { E1, E2, E4, E8, EW, EBW };

enum evex_kind {
	MOVE,
	INTEGER,
	SHUFFLE,
	MULTIPLY,
	CROSS, /* between masks, general and vector registers */
	ADD,
	MUL,
	FMA,
	DOT, /* two fused multiply-adds each */
	DIV,
	SQRT,
	COMPARE, /* of floating point, with minima and maxima */
	CONVERT,
	ESTIMATE,
};

struct evex_op {
	uint8_t space; /* map << 2 | pp */
	uint8_t first, last;
	uint8_t w;    /* 0, 1, 2: either */
	int8_t group; /* ModRM.reg, or -1 */
	uint8_t form; /* enum evex_form, and so on */
	uint8_t mem, elem, kind;
};

enum {
	EVEX_NO_REG = 0xff,
	EVEX_RIP = 16, /* for base */
	EVEX_LONGEST = 15,
};

/* An instruction; registers by number. */
struct evex {
	struct evex_op op;
	bool is_vex;
	uint8_t size; /* bytes */
	uint8_t map, pp, w, opcode;
	uint8_t vl;          /* length of the vectors in bytes */
	uint8_t length_bits; /* L'L, or the rounding mode */
	bool zeroing, bit_b, has_imm;
	uint8_t imm;
	uint8_t mask;          /* 0: none */
	uint8_t reg, vvvv, rm; /* rm: EVEX_NO_REG for memory */
	/* memory: segment + base + index << scale + disp */
	uint8_t base, index, scale;
	bool address32;
	uint8_t segment; /* 0, 0x64, 0x65: the prefix */
	int32_t disp;
	uint8_t elem;      /* bytes */
	uint8_t lanes;     /* 1: a scalar operation */
	uint8_t mem_bytes; /* of all lanes; of one for gathers */
};

enum evex_bank { VECTORS, MASKS, GENERAL };
enum evex_field { IN_REG, IN_VVVV, IN_RM, IN_INDEX, IN_MASK };
enum { EVEX_OPERANDS = 5 };

struct evex_operand {
	uint8_t bank, field, number;
	bool read, written;
};

/* evex_decode.c; at most `room` bytes are there. False: not one of them. */
bool evex_decode(struct evex *e, const uint8_t *bytes, unsigned room);
bool evex_is_memory(const struct evex *e);
bool evex_stores(const struct evex *e);
bool evex_gathers(const struct evex *e); /* or scatters */
/* Its registers, but for those of an address; returns how many. */
unsigned evex_operands(const struct evex *e, struct evex_operand *out);
bool evex_is_fp(const struct evex *e);

/* evex_table.c */
extern const struct evex_op evex_table[];
extern const unsigned evex_table_size;
extern const struct evex_op evex_mask_table[];
extern const unsigned evex_mask_table_size;

#endif
