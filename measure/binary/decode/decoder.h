/*
 * decoder.h - what the decoders of the three architectures share (internal)
 */
#ifndef PERFEXPERT_MEASURE_BINARY_DECODE_DECODER_H
#define PERFEXPERT_MEASURE_BINARY_DECODE_DECODER_H

#include <capstone/capstone.h>

#include "decode.h"

/* What a mnemonic means, independent of operands */
struct opcode {
	uint8_t kind; /* enum insn_kind */
	uint32_t flags;
};

enum { DECODER_OPCODES = 2048, DECODER_REGISTERS = 512 };

struct decoder {
	enum image_arch arch;
	csh cs;
	cs_insn *insn;
	struct opcode opcodes[DECODER_OPCODES];    /* by capstone's id */
	uint8_t registers[DECODER_REGISTERS];      /* to ours */
	uint16_t register_bits[DECODER_REGISTERS]; /* width of vector ones */
};

/* Fill in the tables of an architecture */
void decoder_init_x86(struct decoder *d);
void decoder_init_arm64(struct decoder *d);
void decoder_init_ppc(struct decoder *d);

/* Translate d->insn, which capstone has decoded */
void decoder_x86(const struct decoder *d, struct insn *insn);
void decoder_arm64(const struct decoder *d, struct insn *insn);
void decoder_ppc(const struct decoder *d, struct insn *insn);

/* The control flow of a fixed-size instruction word */
void decoder_flow_arm64(uint32_t word, struct insn *insn);
void decoder_flow_ppc(uint32_t word, struct insn *insn);

/* Instructions that capstone 4 does not know; false when we don't either */
bool decoder_sve(uint32_t word, struct insn *insn);
bool decoder_atomic(uint32_t word, struct insn *insn);
bool decoder_power9(uint32_t word, struct insn *insn);

/* A word's first byte without the hint of lwarx, which capstone 4 does not know
 */
uint8_t decoder_unhinted(uint32_t word);

/* The same for x86 instructions with a prefix for vectors; sets insn->size too,
 * so that the next instruction is decoded where it begins */
bool decoder_vex(const uint8_t *p, size_t n, struct insn *insn);

static inline uint8_t decoder_register(const struct decoder *d, unsigned reg)
{
	return reg < DECODER_REGISTERS ? d->registers[reg] : REG_NONE;
}

static inline uint16_t decoder_bits(const struct decoder *d, unsigned reg)
{
	return reg < DECODER_REGISTERS ? d->register_bits[reg] : 0;
}

#endif
