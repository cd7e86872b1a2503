#include "decoder.h"

#include "base/banned.h"

/* A mnemonic's beginning and what it means; the first that fits counts */
static const struct {
	const char *stem;
	uint8_t kind;
	uint32_t flags;
} stems[] = {
	{ "xvadd", INSN_FP_ADD, INSN_PACKED },
	{ "xvsub", INSN_FP_ADD, INSN_PACKED },
	{ "xvmul", INSN_FP_MUL, INSN_PACKED },
	{ "xvdiv", INSN_FP_DIV, INSN_PACKED },
	{ "xvsqrt", INSN_FP_SQRT, INSN_PACKED },
	{ "xvmadd", INSN_FMA, INSN_PACKED },
	{ "xvmsub", INSN_FMA, INSN_PACKED },
	{ "xvnmadd", INSN_FMA, INSN_PACKED },
	{ "xvnmsub", INSN_FMA, INSN_PACKED },
	{ "xvmax", INSN_FP_OTHER, INSN_PACKED },
	{ "xvmin", INSN_FP_OTHER, INSN_PACKED },
	{ "xvr", INSN_FP_OTHER, INSN_PACKED },
	{ "xvcvsx", INSN_FROM_INTEGER, INSN_PACKED },
	{ "xvcvux", INSN_FROM_INTEGER, INSN_PACKED },
	{ "vcfsx", INSN_FROM_INTEGER, INSN_PACKED },
	{ "vcfux", INSN_FROM_INTEGER, INSN_PACKED },
	{ "xvcvspdp", INSN_CONVERT, INSN_PACKED },
	{ "xvcvdpsp", INSN_CONVERT, INSN_PACKED },
	{ "xvcv", INSN_TO_INTEGER, INSN_PACKED },
	{ "vaddfp", INSN_FP_ADD, INSN_PACKED | INSN_SINGLE },
	{ "vsubfp", INSN_FP_ADD, INSN_PACKED | INSN_SINGLE },
	{ "vmaddfp", INSN_FMA, INSN_PACKED | INSN_SINGLE },
	{ "vnmsubfp", INSN_FMA, INSN_PACKED | INSN_SINGLE },
	{ "xsadd", INSN_FP_ADD, 0 },
	{ "xssub", INSN_FP_ADD, 0 },
	{ "xsmul", INSN_FP_MUL, 0 },
	{ "xsdiv", INSN_FP_DIV, 0 },
	{ "xssqrt", INSN_FP_SQRT, 0 },
	{ "xsmadd", INSN_FMA, 0 },
	{ "xsmsub", INSN_FMA, 0 },
	{ "xsnmadd", INSN_FMA, 0 },
	{ "xsnmsub", INSN_FMA, 0 },
	{ "xsmax", INSN_FP_OTHER, INSN_LIMIT },
	{ "xsmin", INSN_FP_OTHER, INSN_LIMIT },
	{ "xsr", INSN_FP_OTHER, 0 },
	{ "xscvsx", INSN_FROM_INTEGER, 0 },
	{ "xscvux", INSN_FROM_INTEGER, 0 },
	{ "xscvspdp", INSN_CONVERT, 0 },
	{ "xscvdpsp", INSN_CONVERT, 0 },
	{ "xscv", INSN_TO_INTEGER, 0 },
	{ "xscmp", INSN_FP_SHUFFLE, INSN_COMPARE },
	{ "xxlor", INSN_MOVE, 0 },
	{ "fadd", INSN_FP_ADD, 0 },
	{ "fsub", INSN_FP_ADD, 0 },
	{ "fmul", INSN_FP_MUL, 0 },
	{ "fdiv", INSN_FP_DIV, 0 },
	{ "fsqrt", INSN_FP_SQRT, 0 },
	{ "fmadd", INSN_FMA, 0 },
	{ "fmsub", INSN_FMA, 0 },
	{ "fnmadd", INSN_FMA, 0 },
	{ "fnmsub", INSN_FMA, 0 },
	{ "fre", INSN_FP_OTHER, 0 },
	{ "frsqrte", INSN_FP_OTHER, 0 },
	{ "fri", INSN_FP_OTHER, 0 },
	{ "frsp", INSN_CONVERT, 0 },
	{ "fct", INSN_TO_INTEGER, 0 },
	{ "fcf", INSN_FROM_INTEGER, 0 },
	{ "fmr", INSN_MOVE, 0 },
	{ "fcmp", INSN_FP_SHUFFLE, INSN_COMPARE },
	{ "mull", INSN_INT_MUL, 0 },
	{ "mulh", INSN_INT_MUL, 0 },
	{ "div", INSN_INT_DIV, 0 },
	{ "dcbt", INSN_PREFETCH, 0 },
	{ "nop", INSN_NOP, 0 },
	{ "mr", INSN_MOVE, 0 },
	{ "mfvsr", INSN_MOVE, 0 },
	{ "mffpr", INSN_MOVE, 0 }, /* other names of the same */
	{ "mtfpr", INSN_MOVE, 0 },
	{ "mfvrd", INSN_MOVE, 0 },
	{ "mfvrw", INSN_MOVE, 0 },
	{ "mtvrd", INSN_MOVE, 0 },
	{ "mtvrw", INSN_MOVE, 0 },
	{ "mtvsr", INSN_MOVE, 0 },
	{ "lwarx", INSN_MOVE, INSN_ATOMIC },
	{ "ldarx", INSN_MOVE, INSN_ATOMIC },
};

/* Loads and stores by name: bytes, and whether they are of vectors */
static const struct {
	const char *stem;
	uint8_t size;
	uint32_t flags;
} accesses[] = {
	{ "lbz", 1, 0 },
	{ "lhz", 2, 0 },
	{ "lhb", 2, 0 },
	{ "lwb", 4, 0 },
	{ "lveb", 1, INSN_PACKED },
	{ "lveh", 2, INSN_PACKED },
	{ "lvew", 4, INSN_PACKED },
	{ "lha", 2, 0 },
	{ "lwz", 4, 0 },
	{ "lwa", 4, 0 },
	{ "ldarx", 8, 0 },
	{ "ld", 8, 0 },
	{ "lfs", 4, 0 },
	{ "lfd", 8, 0 },
	{ "lfiwz", 4, 0 },
	{ "lfiwa", 4, 0 },
	{ "lxsd", 8, 0 },
	{ "lxss", 4, 0 },
	{ "lxsiw", 4, 0 },
	{ "lxv", 16, INSN_PACKED },
	{ "lvx", 16, INSN_PACKED },
	{ "stb", 1, 0 },
	{ "sth", 2, 0 },
	{ "stw", 4, 0 },
	{ "stveb", 1, INSN_PACKED },
	{ "stveh", 2, INSN_PACKED },
	{ "stvew", 4, INSN_PACKED },
	{ "std", 8, 0 },
	{ "stfs", 4, 0 },
	{ "stfd", 8, 0 },
	{ "stfiw", 4, 0 },
	{ "stxsd", 8, 0 },
	{ "stxss", 4, 0 },
	{ "stxsiw", 4, 0 },
	{ "stxv", 16, INSN_PACKED },
	{ "stvx", 16, INSN_PACKED },
};

static struct opcode classify(const char *name)
{
	struct opcode op = { .kind = INSN_OTHER };
	size_t n = strlen(name);

	for (size_t i = 0; i < sizeof(accesses) / sizeof(*accesses); i++) {
		if (strncmp(name, accesses[i].stem, strlen(accesses[i].stem)) ==
		    0)
			op = (struct opcode){ INSN_MOVE, accesses[i].flags };
	}
	for (size_t i = 0; i < sizeof(stems) / sizeof(*stems); i++) {
		if (strncmp(name, stems[i].stem, strlen(stems[i].stem)) != 0)
			continue;
		op = (struct opcode){ stems[i].kind, stems[i].flags };
		break;
	}
	if (op.kind < INSN_FP_ADD || op.kind > INSN_FP_OTHER ||
	    op.flags & INSN_SINGLE)
		return op;
	/* xvadddp, xvaddsp; fadds is single, fadd double */
	if (*name == 'x')
		op.flags |= strcmp(name + n - 2, "sp") == 0 ? INSN_SINGLE
		                                            : INSN_DOUBLE;
	else
		op.flags |= name[n - 1] == 's' ? INSN_SINGLE : INSN_DOUBLE;
	return op;
}

void decoder_init_ppc(struct decoder *d)
{
	for (unsigned k = 0; k < 32; k++) {
		d->registers[PPC_REG_R0 + k] = (uint8_t)k;
		d->registers[PPC_REG_F0 + k] = (uint8_t)(REG_VECTOR + k);
		/* the vector registers are the upper half of VSX's */
		d->registers[PPC_REG_V0 + k] = (uint8_t)(REG_VECTOR + 32 + k);
	}
	for (unsigned k = 0; k < 64; k++)
		d->registers[PPC_REG_VS0 + k] = (uint8_t)(REG_VECTOR + k);
	for (unsigned k = 0; k < 8; k++)
		d->registers[PPC_REG_CR0 + k] = REG_FLAGS;
	for (unsigned id = 1; id < PPC_INS_ENDING; id++) {
		const char *name = cs_insn_name(d->cs, id);

		if (name && id < DECODER_OPCODES)
			d->opcodes[id] = classify(name);
	}
}

/* The memory operand of a load or store: disp(base), or base and index */
static void memory(const struct decoder *d, const cs_insn *i, struct insn *insn)
{
	const cs_ppc *x = &i->detail->ppc;
	struct insn_mem *m = &insn->mem[0];
	const char *s = i->mnemonic;
	size_t n = strlen(s);

	for (size_t k = 0; k < sizeof(accesses) / sizeof(*accesses); k++) {
		if (strncmp(s, accesses[k].stem, strlen(accesses[k].stem)) == 0)
			m->size = accesses[k].size;
	}
	if (!m->size || insn->kind != INSN_MOVE)
		return;
	m->base = m->index = REG_NONE;
	m->scale = 1;
	if (x->op_count == 2 && x->operands[1].type == PPC_OP_MEM) {
		m->base = decoder_register(d, x->operands[1].mem.base);
		m->disp = x->operands[1].mem.disp;
	} else if (x->op_count == 3 && x->operands[1].type == PPC_OP_REG &&
	           x->operands[2].type == PPC_OP_REG) {
		m->base = decoder_register(d, x->operands[1].reg);
		m->index = decoder_register(d, x->operands[2].reg);
		/* register 0 as a base means none */
		if (m->base == 0)
			m->base = REG_NONE;
	} else if (x->op_count == 2 && x->operands[1].type == PPC_OP_REG) {
		m->index = decoder_register(d, x->operands[1].reg);
	} else {
		return;
	}
	insn->nmem = 1;
	m->store = s[0] == 's';
	m->load = !m->store;
	regset_add(&insn->read, m->base);
	regset_add(&insn->read, m->index);
	/* lfdu and stdux move their base to where they access */
	if (s[n - 1] == 'u' || (s[n - 1] == 'x' && s[n - 2] == 'u')) {
		if (s[n - 1] == 'u') {
			insn->flags |= INSN_ADDS_IMM;
			insn->imm = m->disp;
		}
		insn->flags |= INSN_WRITEBACK;
		regset_add(&insn->write, m->base);
		insn->dest = m->base;
	}
}

static bool adds_to_destination(const char *s)
{
	return strncmp(s, "xvmadd", 6) == 0 || strncmp(s, "xsmadd", 6) == 0 ||
	       strncmp(s, "xvmsub", 6) == 0 || strncmp(s, "xsmsub", 6) == 0 ||
	       strncmp(s, "xvnm", 4) == 0 || strncmp(s, "xsnm", 4) == 0 ||
	       strncmp(s, "rldimi", 6) == 0 || strncmp(s, "rlwimi", 6) == 0;
}

static bool only_reads(const char *s)
{
	return s[0] == 'b' || strncmp(s, "st", 2) == 0 ||
	       strncmp(s, "cmp", 3) == 0 || strncmp(s, "td", 2) == 0 ||
	       strncmp(s, "tw", 2) == 0 || strncmp(s, "mtctr", 5) == 0 ||
	       strncmp(s, "mtlr", 4) == 0 || strncmp(s, "dcb", 3) == 0;
}

static void comparison(const cs_ppc *x, struct insn *insn)
{
	const cs_ppc_op *last = &x->operands[x->op_count ? x->op_count - 1 : 0];

	regset_add(&insn->write, REG_FLAGS);
	if (last->type == PPC_OP_IMM) {
		insn->flags |= INSN_COMPARE_IMM;
		insn->imm = last->imm;
	}
}

static void operands(const struct decoder *d, const cs_insn *i,
                     struct insn *insn)
{
	const cs_ppc *x = &i->detail->ppc;
	bool address = insn->nmem && x->op_count == 3;

	for (unsigned k = 0; k < x->op_count; k++) {
		const cs_ppc_op *op = &x->operands[k];
		bool writes = k == 0 && !only_reads(i->mnemonic);
		uint8_t reg;

		if (op->type != PPC_OP_REG || (address && k > 0))
			continue;
		reg = decoder_register(d, op->reg);
		if (writes)
			regset_add(&insn->write, reg);
		if (writes && insn->dest == REG_NONE)
			insn->dest = reg;
		if (!writes || adds_to_destination(i->mnemonic)) {
			regset_add(&insn->read, reg);
			regset_add(&insn->value, reg);
		}
	}
	if (insn->flags & INSN_PACKED)
		insn->vector_bits = 128;
	if (strncmp(i->mnemonic, "cmp", 3) == 0)
		comparison(x, insn);
	if ((insn->kind == INSN_FP_DIV || insn->kind == INSN_INT_DIV) &&
	    x->op_count == 3)
		insn->imm = decoder_register(d, x->operands[2].reg);
}

/* andi. with a mask of one bit, rlwinm. that takes one out */
static void bit_test(const cs_insn *i, struct insn *insn)
{
	const cs_ppc *x = &i->detail->ppc;
	const cs_ppc_op *op = x->operands;

	if ((strncmp(i->mnemonic, "andi", 4) == 0 && x->op_count == 3 &&
	     op[2].imm && !(op[2].imm & (op[2].imm - 1))) ||
	    (strncmp(i->mnemonic, "rlwinm", 6) == 0 && x->op_count == 5 &&
	     op[3].imm == op[4].imm)) {
		insn->flags |= INSN_BIT_TEST;
		if (x->update_cr0)
			regset_add(&insn->write, REG_FLAGS);
	}
}

void decoder_ppc(const struct decoder *d, struct insn *insn)
{
	const cs_insn *i = d->insn;
	const cs_ppc_op *op = i->detail->ppc.operands;
	unsigned n = i->detail->ppc.op_count;

	if (i->id < DECODER_OPCODES) {
		insn->kind = d->opcodes[i->id].kind;
		insn->flags = d->opcodes[i->id].flags;
	}
	memory(d, i, insn);
	operands(d, i, insn);
	bit_test(i, insn);
	if (n == 3 && strcmp(i->mnemonic, "addi") == 0 &&
	    op[0].reg == op[1].reg) {
		insn->flags |= INSN_ADDS_IMM;
		insn->imm = op[2].imm;
	} else if (strcmp(i->mnemonic, "li") == 0 ||
	           strcmp(i->mnemonic, "lis") == 0) {
		insn->kind = INSN_ADDRESS;
	} else if (strcmp(i->mnemonic, "xxlxor") == 0 && n == 3 &&
	           op[1].reg == op[2].reg) {
		insn->kind = INSN_ADDRESS;
		insn->read = insn->value = (struct regset){ 0 };
	}
}

/* b, bc: LK is a call unless it only reads the program counter (bcl 20,31) */
static void relative(uint32_t word, int64_t offset, bool always,
                     struct insn *insn)
{
	bool link = word & 1, absolute = word & 2;

	insn->target = (absolute ? 0 : insn->addr) + (uint64_t)offset;
	if (link)
		insn->flow = offset == 4 ? FLOW_NEXT : FLOW_CALL;
	else
		insn->flow = always ? FLOW_JUMP : FLOW_BRANCH;
	/* the fourth bit of a field of the condition register */
	if (!always && (word >> 16 & 3) == 3)
		insn->flags |= INSN_UNORDERED;
}

/*
 * Source: Power ISA 3.0B, book I, 2.4 Branch Instructions
 *
 * bclr is a return only when it always branches; a conditional return goes on.
 */
void decoder_flow_ppc(uint32_t word, struct insn *insn)
{
	unsigned opcode = word >> 26, bo = word >> 21 & 31;
	unsigned extended = word >> 1 & 1023;
	bool always = (bo & 20) == 20;

	if (opcode == 18) {
		int64_t li = (int64_t)(word & 0x03fffffc);

		relative(word, li & 0x02000000 ? li - 0x04000000 : li, true,
		         insn);
	} else if (opcode == 16) {
		relative(word, (int16_t)(word & 0xfffc), always, insn);
	} else if (opcode == 19 && extended == 16) { /* bclr */
		{
			if (word & 1)
				insn->flow = FLOW_CALL_INDIRECT;
			else
				insn->flow = always ? FLOW_RETURN : FLOW_NEXT;
		}
	} else if (opcode == 19 && (extended == 528 || extended == 560)) {
		if (word & 1)
			insn->flow = FLOW_CALL_INDIRECT;
		else
			insn->flow = always ? FLOW_SWITCH : FLOW_NEXT;
	} else if (word == 0x7fe00008 || word == 0) { /* trap */
		insn->flow = FLOW_STOP;
	}
}

static void vsx_access(uint32_t word, bool store, unsigned size,
                       struct insn *insn)
{
	unsigned ra = word >> 16 & 31;
	struct insn_mem *m = &insn->mem[0];

	insn->kind = INSN_MOVE;
	insn->nmem = 1;
	*m = (struct insn_mem){ .base = ra ? (uint8_t)ra : REG_NONE,
		                .index = REG_NONE,
		                .scale = 1,
		                .size = (uint8_t)size,
		                .load = !store,
		                .store = store };
	if (word >> 26 == 31)
		m->index = word >> 11 & 31;
	else
		m->disp = (int16_t)(word & (size == 16 ? 0xfff0 : 0xfffc));
	if (size == 16) {
		insn->flags |= INSN_PACKED;
		insn->vector_bits = 128;
	}
	regset_add(&insn->read, m->base);
	regset_add(&insn->read, m->index);
}

static void vsx_register(unsigned reg, bool write, struct insn *insn)
{
	if (write) {
		regset_add(&insn->write, REG_VECTOR + reg);
		insn->dest = (uint8_t)(REG_VECTOR + reg);
		return;
	}
	regset_add(&insn->read, REG_VECTOR + reg);
	regset_add(&insn->value, REG_VECTOR + reg);
}

/* Single-precision scalar arithmetic in VSX registers */
static bool vsx_single(uint32_t word, struct insn *insn)
{
	unsigned xo = word >> 3 & 255;
	unsigned t = (word >> 21 & 31) | (word & 1) << 5;

	if ((word >> 2 & 511) == 11)
		insn->kind = INSN_FP_SQRT;
	else if (xo == 0 || xo == 8)
		insn->kind = INSN_FP_ADD;
	else if (xo == 16)
		insn->kind = INSN_FP_MUL;
	else if (xo == 24)
		insn->kind = INSN_FP_DIV;
	else if ((xo & ~(128u | 8 | 16)) == 1)
		insn->kind = INSN_FMA;
	else if ((word >> 2 & 511) == 312 || (word >> 2 & 511) == 296)
		insn->kind = INSN_FROM_INTEGER;
	else if ((word >> 2 & 511) == 281 || (word >> 2 & 511) == 267 ||
	         (word >> 2 & 511) == 331)
		insn->kind = INSN_CONVERT;
	else
		return false;
	if (!insn_converts(insn->kind))
		insn->flags = INSN_SINGLE;
	vsx_register(t, true, insn);
	vsx_register((word >> 11 & 31) | (word >> 1 & 1) << 5, false, insn);
	if (insn->kind != INSN_FP_SQRT && !insn_converts(insn->kind))
		vsx_register((word >> 16 & 31) | (word >> 2 & 1) << 5, false,
		             insn);
	if (insn->kind == INSN_FMA)
		vsx_register(t, false, insn);
	if (insn->kind == INSN_FP_DIV)
		insn->imm =
			REG_VECTOR + ((word >> 11 & 31) | (word >> 1 & 1) << 5);
	return true;
}

uint8_t decoder_unhinted(uint32_t word)
{
	/* lwarx, lbarx, ldarx, lharx */
	const bool reserves = (word & 0xfc00073e) == 0x7c000028;

	return (uint8_t)(reserves ? word & 0xfe : word);
}

/* Between general registers and VSX's: mfvsrd, mtvsrwz and the like */
static bool vsx_transfer(uint32_t word, struct insn *insn)
{
	const unsigned xo = word >> 1 & 1023, ra = word >> 16 & 31;
	const unsigned t = (word >> 21 & 31) | (word & 1) << 5;

	if (word >> 26 != 31 || (xo & 31) != 19)
		return false;
	if (xo == 51 || xo == 115 || xo == 307) {
		vsx_register(t, false, insn);
		regset_add(&insn->write, ra);
		insn->dest = (uint8_t)ra;
	} else if (xo == 179 || xo == 211 || xo == 243 || xo == 403 ||
	           xo == 435) {
		vsx_register(t, true, insn);
		regset_add(&insn->read, ra);
		regset_add(&insn->value, ra);
	} else {
		return false;
	}
	insn->kind = INSN_MOVE;
	return true;
}

/* Arithmetic of 128-bit numbers */
static bool quad_precision(uint32_t word, struct insn *insn)
{
	if (word >> 26 != 63)
		return false;
	switch (word >> 1 & 1023) {
	case 4:
	case 516:
		insn->kind = INSN_FP_ADD;
		break;
	case 36:
		insn->kind = INSN_FP_MUL;
		break;
	case 548:
		insn->kind = INSN_FP_DIV;
		break;
	case 388:
	case 420:
	case 452:
	case 484:
		insn->kind = INSN_FMA;
		break;
	case 132:
	case 644:
		insn->kind = INSN_FP_SHUFFLE;
		insn->flags = INSN_COMPARE;
		regset_add(&insn->write, REG_FLAGS);
		return true;
	case 100: /* copies the sign */
		insn->kind = INSN_FP_SHUFFLE;
		break;
	case 804: /* absolute and negative values, roots */
		insn->kind = (word >> 16 & 31) == 27 ? INSN_FP_SQRT
		                                     : INSN_FP_SHUFFLE;
		break;
	default:
		return false;
	}
	vsx_register(32 + (word >> 21 & 31), true, insn);
	vsx_register(32 + (word >> 16 & 31), false, insn);
	vsx_register(32 + (word >> 11 & 31), false, insn);
	insn->imm = REG_VECTOR + 32 + (word >> 11 & 31); /* a divisor */
	return true;
}

/*
 * Source: Power ISA 3.0B, book I, 7.6 VSX instruction set: what versions 2.07
 *         and 3.0 brought
 */
bool decoder_power9(uint32_t word, struct insn *insn)
{
	unsigned opcode = word >> 26, xo = word >> 1 & 1023;
	unsigned t = word >> 21 & 31;
	bool store = false, access = true;
	unsigned size = 16;

	if (opcode == 60)
		return vsx_single(word, insn);
	if (vsx_transfer(word, insn) || quad_precision(word, insn))
		return true;
	if (opcode == 4) { /* vectors of integers */
		insn->flags |= INSN_PACKED;
		insn->vector_bits = 128;
		vsx_register(t + 32, true, insn);
		return true;
	}
	if (opcode == 61 && (word & 7) == 1) { /* lxv */
		t |= (word >> 3 & 1) << 5;
	} else if (opcode == 61 && (word & 7) == 5) { /* stxv */
		t |= (word >> 3 & 1) << 5;
		store = true;
	} else if ((opcode == 57 || opcode == 61) && (word & 2)) {
		t |= 32; /* lxsd, lxssp, stxsd, stxssp */
		store = opcode == 61;
		size = word & 1 ? 4 : 8;
	} else if (opcode == 31 && (xo & ~64u) == 268) { /* lxvx */
		t |= (word & 1) << 5;
	} else if (opcode == 31 && (xo & ~32u) == 269) { /* lxvl, lxvll */
		t |= (word & 1) << 5;
	} else if (opcode == 31 && (xo & ~32u) == 397) { /* stxvl */
		t |= (word & 1) << 5;
		store = true;
	} else if (opcode == 31 && (xo & ~128u) == 524) { /* lxsspx, stxsspx */
		t |= (word & 1) << 5;
		store = xo & 128;
		size = 4;
	} else if (opcode == 31 && xo == 396) { /* stxvx */
		t |= (word & 1) << 5;
		store = true;
	} else {
		access = false;
	}
	if (!access)
		return false;
	vsx_access(word, store, size, insn);
	if (opcode == 31 && (xo & 15) == 13) /* lxvl's second is a length */
		insn->mem[0].index = REG_NONE;
	vsx_register(t, !store, insn);
	return true;
}
