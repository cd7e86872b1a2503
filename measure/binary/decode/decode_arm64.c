#include "decoder.h"

#include "base/banned.h"

static const struct {
	const char *name; /* a '*' matches any suffix */
	uint8_t kind;
	uint32_t flags;
} names[] = {
	{ "fadd", INSN_FP_ADD, 0 },
	{ "faddp", INSN_FP_ADD, 0 },
	{ "fsub", INSN_FP_ADD, 0 },
	{ "fabd", INSN_FP_ADD, 0 },
	{ "fmul*", INSN_FP_MUL, 0 },
	{ "fnmul", INSN_FP_MUL, 0 },
	{ "fdiv", INSN_FP_DIV, 0 },
	{ "fsqrt", INSN_FP_SQRT, 0 },
	{ "fmadd", INSN_FMA, 0 },
	{ "fmsub", INSN_FMA, 0 },
	{ "fnmadd", INSN_FMA, 0 },
	{ "fnmsub", INSN_FMA, 0 },
	{ "fmla", INSN_FMA, 0 },
	{ "fmls", INSN_FMA, 0 },
	{ "fmin*", INSN_FP_OTHER, INSN_LIMIT },
	{ "fmax*", INSN_FP_OTHER, INSN_LIMIT },
	{ "frint*", INSN_FP_OTHER, 0 },
	{ "frec*", INSN_FP_OTHER, 0 },
	{ "frsqrt*", INSN_FP_OTHER, 0 },
	{ "fcvt", INSN_CONVERT, 0 },
	{ "fcvtl*", INSN_CONVERT, 0 },
	{ "fcvtn", INSN_CONVERT, 0 },
	{ "fcvtn2", INSN_CONVERT, 0 },
	{ "fcvtx*", INSN_CONVERT, 0 },
	{ "fcvt*", INSN_TO_INTEGER, 0 },
	{ "scvtf", INSN_FROM_INTEGER, 0 },
	{ "ucvtf", INSN_FROM_INTEGER, 0 },
	{ "fmov", INSN_MOVE, 0 },
	{ "fcmp*", INSN_FP_SHUFFLE, INSN_COMPARE },
	{ "f*", INSN_FP_SHUFFLE, 0 },
	{ "dup", INSN_MOVE, 0 },
	{ "mul", INSN_INT_MUL, 0 },
	{ "madd", INSN_INT_MUL, 0 },
	{ "msub", INSN_INT_MUL, 0 },
	{ "smull", INSN_INT_MUL, 0 },
	{ "umull", INSN_INT_MUL, 0 },
	{ "smulh", INSN_INT_MUL, 0 },
	{ "umulh", INSN_INT_MUL, 0 },
	{ "sdiv", INSN_INT_DIV, 0 },
	{ "udiv", INSN_INT_DIV, 0 },
	{ "prfm", INSN_PREFETCH, 0 },
	{ "prfum", INSN_PREFETCH, 0 },
	{ "nop", INSN_NOP, 0 },
	{ "hint", INSN_NOP, 0 },
	{ "adr", INSN_ADDRESS, 0 },
	{ "adrp", INSN_ADDRESS, 0 },
	{ "movz", INSN_ADDRESS, 0 },
	{ "movn", INSN_ADDRESS, 0 },
	{ "movi", INSN_ADDRESS, 0 },
	{ "mov", INSN_MOVE, 0 },
	{ "ldnp", INSN_MOVE, 0 },
	{ "stnp", INSN_MOVE, INSN_STREAMING },
	{ "ldx*", INSN_MOVE, INSN_ATOMIC },
	{ "ldax*", INSN_MOVE, INSN_ATOMIC },
	{ "ldadd*", INSN_OTHER, INSN_ATOMIC },
	{ "cas*", INSN_OTHER, INSN_ATOMIC },
	{ "swp*", INSN_OTHER, INSN_ATOMIC },
	{ "ld*", INSN_MOVE, 0 },
	{ "st*", INSN_MOVE, 0 },
};

static struct opcode classify(const char *name)
{
	struct opcode op = { .kind = INSN_OTHER };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		size_t n = strlen(names[i].name) - 1;

		if (names[i].name[n] == '*'
		            ? strncmp(name, names[i].name, n) == 0
		            : strcmp(name, names[i].name) == 0) {
			op.kind = names[i].kind;
			op.flags = names[i].flags;
			break;
		}
	}
	return op;
}

void decoder_init_arm64(struct decoder *d)
{
	static const struct {
		uint16_t first, number, count, bits;
	} runs[] = {
		{ ARM64_REG_W0, 0, 31, 0 },
		{ ARM64_REG_X0, 0, 29, 0 },
		{ ARM64_REG_X29, 29, 1, 0 },
		{ ARM64_REG_X30, 30, 1, 0 },
		{ ARM64_REG_SP, 31, 1, 0 },
		{ ARM64_REG_WSP, 31, 1, 0 },
		{ ARM64_REG_B0, REG_VECTOR, 32, 8 },
		{ ARM64_REG_H0, REG_VECTOR, 32, 16 },
		{ ARM64_REG_S0, REG_VECTOR, 32, 32 },
		{ ARM64_REG_D0, REG_VECTOR, 32, 64 },
		{ ARM64_REG_Q0, REG_VECTOR, 32, 128 },
		{ ARM64_REG_V0, REG_VECTOR, 32, 128 },
		{ ARM64_REG_NZCV, REG_FLAGS, 1, 0 },
	};

	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++) {
		for (unsigned j = 0; j < runs[i].count; j++) {
			unsigned reg = runs[i].first + j;

			d->registers[reg] = (uint8_t)(runs[i].number + j);
			d->register_bits[reg] = runs[i].bits;
		}
	}
	for (unsigned id = 1; id < ARM64_INS_ENDING; id++) {
		const char *name = cs_insn_name(d->cs, id);

		if (name && id < DECODER_OPCODES)
			d->opcodes[id] = classify(name);
	}
}

/* Element type and width of an operand of floating-point arithmetic */
static void vector_type(const struct decoder *d, const cs_arm64_op *op,
                        struct insn *insn)
{
	uint16_t bits = decoder_bits(d, op->reg);

	switch (op->vas) {
	case ARM64_VAS_INVALID:
		if (bits == 32)
			insn->flags |= INSN_SINGLE;
		else if (bits == 64)
			insn->flags |= INSN_DOUBLE;
		break;
	case ARM64_VAS_4S:
	case ARM64_VAS_2S:
		insn->flags |= INSN_SINGLE | INSN_PACKED;
		bits = op->vas == ARM64_VAS_4S ? 128 : 64;
		break;
	case ARM64_VAS_2D:
	case ARM64_VAS_1D:
		insn->flags |= INSN_DOUBLE | INSN_PACKED;
		bits = op->vas == ARM64_VAS_2D ? 128 : 64;
		break;
	default:
		insn->flags |= INSN_PACKED;
		bits = 128;
	}
	/* a scalar in a vector register uses none of its width */
	if (insn->flags & INSN_PACKED || bits == 128)
		insn->vector_bits = bits;
}

/* Bytes that a load or store of this first operand moves */
static uint8_t access_size(const struct decoder *d, const cs_insn *i)
{
	const cs_arm64_op *op = i->detail->arm64.operands;
	size_t n = strlen(i->mnemonic);
	uint16_t bits = decoder_bits(d, op[0].reg);
	bool pair = strcmp(i->mnemonic + 1, "tp") == 0 ||
	            strcmp(i->mnemonic + 1, "dp") == 0 ||
	            strcmp(i->mnemonic + 1, "tnp") == 0 ||
	            strcmp(i->mnemonic + 1, "dnp") == 0;
	unsigned size;

	if (bits)
		size = bits / 8;
	else if (i->mnemonic[n - 1] == 'b')
		size = 1;
	else if (i->mnemonic[n - 1] == 'h')
		size = 2;
	else if (op[0].reg >= ARM64_REG_W0 && op[0].reg <= ARM64_REG_W30)
		size = 4;
	else
		size = i->mnemonic[n - 1] == 'w' ? 4 : 8;
	return (uint8_t)(pair ? 2 * size : size);
}

static void memory(const struct decoder *d, const cs_insn *i,
                   const cs_arm64_op *op, struct insn *insn)
{
	struct insn_mem *m = &insn->mem[0];
	bool access = insn->kind == INSN_MOVE || insn->flags & INSN_ATOMIC;

	if (insn->nmem)
		return;
	insn->nmem = 1;
	m->base = decoder_register(d, op->mem.base);
	m->index = decoder_register(d, op->mem.index);
	m->scale = (uint8_t)(1u << (op->shift.value & 7));
	m->disp = op->mem.disp;
	m->size = access_size(d, i);
	m->load = access && strncmp(i->mnemonic, "st", 2) != 0;
	m->store = access && strncmp(i->mnemonic, "ld", 2) != 0;
	regset_add(&insn->read, m->base);
	regset_add(&insn->read, m->index);
}

/* Is operand k written, and is it read too? The first ones are, mostly. */
static bool writes_operand(const cs_insn *i, unsigned k)
{
	const char *s = i->mnemonic;

	if (strncmp(s, "st", 2) == 0 || strncmp(s, "cmp", 3) == 0 ||
	    strncmp(s, "cmn", 3) == 0 || strncmp(s, "tst", 3) == 0 ||
	    strncmp(s, "fcmp", 4) == 0 || strncmp(s, "fccmp", 5) == 0 ||
	    strncmp(s, "ccm", 3) == 0 || strncmp(s, "cb", 2) == 0 ||
	    strncmp(s, "tb", 2) == 0)
		return false;
	return k == 0 ||
	       (k == 1 && (strcmp(s, "ldp") == 0 || strcmp(s, "ldnp") == 0 ||
	                   strcmp(s, "ldpsw") == 0));
}

static bool reads_destination(const char *s)
{
	return strcmp(s, "fmla") == 0 || strcmp(s, "fmls") == 0 ||
	       strcmp(s, "mla") == 0 || strcmp(s, "mls") == 0 ||
	       strcmp(s, "movk") == 0 || strcmp(s, "ins") == 0 ||
	       strcmp(s, "bsl") == 0 || strcmp(s, "bfi") == 0;
}

static void operands(const struct decoder *d, const cs_insn *i,
                     struct insn *insn)
{
	const cs_arm64 *x = &i->detail->arm64;

	for (unsigned k = 0; k < x->op_count; k++) {
		const cs_arm64_op *op = &x->operands[k];
		bool writes = writes_operand(i, k);
		uint8_t reg;

		if (op->type == ARM64_OP_MEM)
			memory(d, i, op, insn);
		if (op->type != ARM64_OP_REG)
			continue;
		reg = decoder_register(d, op->reg);
		if (reg >= REG_VECTOR && reg < REG_FLAGS)
			vector_type(d, op, insn);
		if (writes)
			regset_add(&insn->write, reg);
		if (writes && insn->dest == REG_NONE)
			insn->dest = reg;
		if (!writes || reads_destination(i->mnemonic)) {
			regset_add(&insn->read, reg);
			regset_add(&insn->value, reg);
		}
	}
	if (x->update_flags)
		regset_add(&insn->write, REG_FLAGS);
}

/* Additions of a constant: add, sub, and accesses that move their base */
static void induction(const struct decoder *d, const cs_insn *i,
                      struct insn *insn)
{
	const cs_arm64 *x = &i->detail->arm64;
	const cs_arm64_op *op = x->operands;
	const cs_arm64_op *last = &op[x->op_count ? x->op_count - 1 : 0];

	if (x->writeback && insn->nmem) {
		insn->flags |= INSN_ADDS_IMM | INSN_WRITEBACK;
		insn->dest = insn->mem[0].base;
		insn->imm = last->type == ARM64_OP_IMM ? last->imm
		                                       : insn->mem[0].disp;
		regset_add(&insn->write, insn->dest);
		return;
	}
	if (x->op_count == 2 && op[1].type == ARM64_OP_IMM) {
		if (insn->kind == INSN_ADDRESS)
			insn->imm = op[1].imm;
		else if (strcmp(i->mnemonic, "cmp") == 0) {
			insn->flags |= INSN_COMPARE_IMM;
			insn->imm = op[1].imm;
		}
	}
	if (strcmp(i->mnemonic, "tst") == 0 && last->type == ARM64_OP_IMM &&
	    last->imm && !(last->imm & (last->imm - 1)))
		insn->flags |= INSN_BIT_TEST;
	if (x->op_count != 3 || op[2].type != ARM64_OP_IMM ||
	    decoder_register(d, op[0].reg) != decoder_register(d, op[1].reg))
		return;
	if (strncmp(i->mnemonic, "add", 3) == 0 ||
	    strncmp(i->mnemonic, "sub", 3) == 0) {
		insn->flags |= INSN_ADDS_IMM;
		insn->imm = op[2].imm << (op[2].shift.value & 31);
		if (*i->mnemonic == 's')
			insn->imm = -insn->imm;
	}
}

void decoder_arm64(const struct decoder *d, struct insn *insn)
{
	const cs_insn *i = d->insn;

	if (i->id < DECODER_OPCODES) {
		insn->kind = d->opcodes[i->id].kind;
		insn->flags = d->opcodes[i->id].flags;
	}
	operands(d, i, insn);
	induction(d, i, insn);
	if ((insn->kind == INSN_FP_DIV || insn->kind == INSN_INT_DIV) &&
	    i->detail->arm64.op_count == 3)
		insn->imm =
			decoder_register(d, i->detail->arm64.operands[2].reg);
	/* mov of a constant depends on nothing */
	if (insn->kind == INSN_MOVE && !insn->nmem && !insn->read.w[0] &&
	    !insn->read.w[1])
		insn->kind = INSN_ADDRESS;
}

/* bits high..low of word as a signed number of words */
static int64_t displacement(uint32_t word, unsigned high, unsigned low)
{
	unsigned n = high - low + 1;
	int64_t v = (int64_t)((word >> low) & (((uint32_t)1 << n) - 1));

	if (v >> (n - 1))
		v -= (int64_t)1 << n;
	return 4 * v;
}

/*
 * Source: Arm Architecture Reference Manual for A-profile (DDI 0487), C4.1,
 *         Branches, Exception generating and System instructions
 */
void decoder_flow_arm64(uint32_t word, struct insn *insn)
{
	int64_t offset = -1; /* none: there are only multiples of four */

	if ((word & 0x7c000000) == 0x14000000) { /* b, bl */
		insn->flow = word >> 31 ? FLOW_CALL : FLOW_JUMP;
		offset = displacement(word, 25, 0);
	} else if ((word & 0xff000000) == 0x54000000 || /* b.cond, bc.cond */
	           (word & 0x7e000000) == 0x34000000) { /* or these two: */
		insn->flow = FLOW_BRANCH;
		if (word >> 29 & 1) { /* cbz, cbnz */
			insn->flags |= INSN_COMPARE_IMM;
			insn->imm = 0;
		} else if ((word & 0xe) == 6) { /* b.vs, b.vc */
			insn->flags |= INSN_UNORDERED;
		}
		offset = displacement(word, 23, 5);
	} else if ((word & 0x7e000000) == 0x36000000) { /* tbz, tbnz */
		insn->flow = FLOW_BRANCH;
		insn->flags |= INSN_BIT_TEST;
		offset = displacement(word, 18, 5);
	} else if ((word & 0xfe000000) == 0xd6000000) {
		unsigned opc = word >> 21 & 15;

		if ((opc & 7) == 0)
			insn->flow = FLOW_SWITCH;
		else if ((opc & 7) == 1)
			insn->flow = FLOW_CALL_INDIRECT;
		else
			insn->flow = FLOW_RETURN;
	} else if ((word & 0xffe0001f) == 0xd4200000 || word >> 16 == 0) {
		insn->flow = FLOW_STOP; /* brk, udf */
	}
	if (offset != -1)
		insn->target = insn->addr + (uint64_t)offset;
}

enum { SVE_CONSTANT = 0x65188000 }; /* z[d] = z[d] op 0.5, 1 or 2 */

/* z[d] = op z[n] under a predicate: bits 21 to 16 */
static uint8_t sve_unary(unsigned op)
{
	if (op < 8)
		return INSN_FP_OTHER; /* rounds */
	if (op < 12)
		return INSN_CONVERT;
	if (op < 16)
		return op == 13 ? INSN_FP_SQRT : INSN_FP_OTHER;
	return op < 24 ? INSN_FROM_INTEGER : op < 32 ? INSN_TO_INTEGER : 0;
}

/* SVE arithmetic on whole registers: z[d] = z[n] op z[m], or under a predicate,
 * or with one element of z[m] */
static uint8_t sve_kind(uint32_t word)
{
	static const uint8_t plain[8] = {
		INSN_FP_ADD, INSN_FP_ADD,   INSN_FP_MUL,  INSN_FP_OTHER, 0,
		0,           INSN_FP_OTHER, INSN_FP_OTHER /* steps of a
		                                             reciprocal */
	};
	static const uint8_t predicated[16] = { INSN_FP_ADD,
		                                INSN_FP_ADD,
		                                INSN_FP_MUL,
		                                INSN_FP_ADD,
		                                INSN_FP_OTHER,
		                                INSN_FP_OTHER,
		                                INSN_FP_OTHER,
		                                INSN_FP_OTHER,
		                                INSN_FP_ADD,
		                                INSN_FP_OTHER,
		                                INSN_FP_MUL,
		                                0,
		                                INSN_FP_DIV,
		                                INSN_FP_DIV,
		                                0,
		                                0 };

	if ((word & 0xff20e000) == 0x65000000)
		return plain[word >> 10 & 7];
	if ((word & 0xff30e000) == 0x65008000)
		return predicated[word >> 16 & 15];
	if ((word & 0xff38e000) == SVE_CONSTANT)
		return predicated[word >> 16 & 7];
	if ((word & 0xff200000) == 0x65200000 ||
	    (word & 0xff20f800) == 0x64200000)
		return INSN_FMA;
	if ((word & 0xff20fc00) == 0x64202000)
		return INSN_FP_MUL;
	if ((word & 0xff00e000) == 0x6500a000)
		return sve_unary(word >> 16 & 63);
	return 0;
}

/* One element that goes to all of the register: ld1rb to ld1rd */
static bool sve_broadcasts(uint32_t word)
{
	return (word & 0xfe408000) == 0x84408000;
}

/* Bytes of that element, by its type in two halves of two bits */
static uint8_t broadcast_size(uint32_t word)
{
	static const uint8_t size[16] = { 1, 1, 1, 1, 4, 2, 2, 2,
		                          2, 2, 4, 4, 1, 1, 1, 8 };

	return size[(word >> 21 & 12) | (word >> 13 & 3)];
}

static void sve_access(uint32_t word, struct insn *insn)
{
	unsigned top = word >> 25;
	bool load = top == 0x42 || top == 0x52 || top == 0x62;
	bool store = top == 0x72;
	/* a whole register, as it is spilled: ldr and str */
	bool whole = (word & 0xffc0a000) == 0x85800000 ||
	             (word & 0xffc0a000) == 0xe5800000;
	/* addresses in a vector, not a register and an offset */
	bool vector = (top == 0x42 && !sve_broadcasts(word) && !whole) ||
	              top == 0x62 ||
	              (store && (word >> 13 & 1) == 1 && (word >> 13 & 7) != 7);

	if (!load && !store)
		return;
	insn->kind = INSN_MOVE;
	insn->nmem = 1;
	insn->mem[0] = (struct insn_mem){ .base = word >> 5 & 31,
		                          .index = REG_NONE,
		                          .size = 16,
		                          .load = load,
		                          .store = store };
	if (!vector && !whole && (word >> 13 & 7) == 2)
		insn->mem[0].index = word >> 16 & 31;
	insn->mem[0].scale = (uint8_t)(1u << (word >> 23 & 3));
	if (sve_broadcasts(word))
		insn->mem[0].size = broadcast_size(word);
	if (vector)
		insn->flags |= load ? INSN_GATHER : INSN_SCATTER;
	regset_add(&insn->read, insn->mem[0].base);
	regset_add(&insn->read, insn->mem[0].index);
}

static void sve_sources(uint32_t word, unsigned z, struct insn *insn)
{
	unsigned m = word >> 16 & 31;

	if (word >> 24 == 0x64) /* an element's number is in the other bits */
		m &= word >> 22 & 1 ? 15 : 7;
	if ((word & 0xff38e000) == SVE_CONSTANT) {
		regset_add(&insn->read, z);
		return;
	}
	regset_add(&insn->read, REG_VECTOR + (word >> 5 & 31));
	if ((word & 0xff00e000) != 0x6500a000)
		regset_add(&insn->read,
		           word & 0x00200000 || (word & 0xe000) == 0
		                   ? REG_VECTOR + m
		                   : z);
}

/*
 * Atomic updates of memory, which capstone 4 does not know: ldadd and the like,
 * swp, cas
 *
 * Source: Arm Architecture Reference Manual for A-profile (DDI 0487), C4.1,
 * Loads and stores
 */
bool decoder_atomic(uint32_t word, struct insn *insn)
{
	const bool swaps = (word & 0x3fa07c00) == 0x08a07c00;
	const unsigned t = word & 31, s = word >> 16 & 31;

	if (!swaps && ((word & 0x3f200c00) != 0x38200000 ||
	               (word & 0x8000 && word & 0x7000)))
		return false;
	insn->flags = INSN_ATOMIC;
	insn->nmem = 1;
	insn->mem[0] = (struct insn_mem){ .base = word >> 5 & 31,
		                          .index = REG_NONE,
		                          .scale = 1,
		                          .size = (uint8_t)(1u << (word >> 30)),
		                          .load = true,
		                          .store = true };
	insn->dest = (uint8_t)(swaps ? s : t);
	if (insn->dest == 31)
		insn->dest = REG_NONE; /* zero, not the stack pointer */
	regset_add(&insn->write, insn->dest);
	regset_add(&insn->value, s == 31 ? REG_NONE : s);
	regset_add(&insn->value, swaps && t != 31 ? t : REG_NONE);
	insn->read = insn->value;
	regset_add(&insn->read, insn->mem[0].base);
	return true;
}

/*
 * Source: Arm Architecture Reference Manual for A-profile (DDI 0487), C4.1,
 *         SVE encodings; the vector length is at least 128 bits
 */
bool decoder_sve(uint32_t word, struct insn *insn)
{
	unsigned size = word >> 22 & 3, z = REG_VECTOR + (word & 31);

	if ((word >> 25 & 15) != 2)
		return false;
	insn->flags = INSN_PACKED | INSN_SCALABLE;
	insn->vector_bits = 128;
	insn->kind = sve_kind(word);
	if (insn->kind) {
		insn->flags |= size == 3 ? INSN_DOUBLE : INSN_SINGLE;
		insn->dest = (uint8_t)z;
		regset_add(&insn->write, z);
		sve_sources(word, z, insn);
		if (insn->kind == INSN_FMA)
			regset_add(&insn->read, z);
		if (insn->kind == INSN_FP_DIV) /* under a predicate: which? */
			insn->imm = z;
		insn->value = insn->read;
	} else if (word >> 31) {
		sve_access(word, insn);
		if (insn->nmem && insn->mem[0].load)
			regset_add(&insn->write, z);
		else if (insn->nmem)
			regset_add(&insn->read, z);
	}
	return true;
}
