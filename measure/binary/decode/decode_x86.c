#include "decoder.h"

#include "base/banned.h"

/* Is name a followed by b? */
static bool joined(const char *name, const char *a, const char *b)
{
	size_t n = strlen(a);

	return strncmp(name, a, n) == 0 && strcmp(name + n, b) == 0;
}

struct word {
	const char *stem;
	uint8_t kind;
};

/* Floating-point stems that take ss, sd, ps or pd */
static const struct word stems[] = {
	{ "add", INSN_FP_ADD },        { "sub", INSN_FP_ADD },
	{ "addsub", INSN_FP_ADD },     { "hadd", INSN_FP_ADD },
	{ "hsub", INSN_FP_ADD },       { "mul", INSN_FP_MUL },
	{ "div", INSN_FP_DIV },        { "sqrt", INSN_FP_SQRT },
	{ "min", INSN_FP_OTHER },      { "max", INSN_FP_OTHER },
	{ "round", INSN_FP_OTHER },    { "rndscale", INSN_FP_OTHER },
	{ "rcp", INSN_FP_OTHER },      { "rsqrt", INSN_FP_OTHER },
	{ "rcp14", INSN_FP_OTHER },    { "rsqrt14", INSN_FP_OTHER },
	{ "dp", INSN_FP_OTHER },       { "scalef", INSN_FP_OTHER },
	{ "cmp", INSN_FP_SHUFFLE },    { "comi", INSN_FP_SHUFFLE },
	{ "ucomi", INSN_FP_SHUFFLE },  { "and", INSN_FP_SHUFFLE },
	{ "andn", INSN_FP_SHUFFLE },   { "or", INSN_FP_SHUFFLE },
	{ "xor", INSN_FP_SHUFFLE },    { "shuf", INSN_FP_SHUFFLE },
	{ "unpckl", INSN_FP_SHUFFLE }, { "unpckh", INSN_FP_SHUFFLE },
	{ "blend", INSN_FP_SHUFFLE },  { "blendv", INSN_FP_SHUFFLE },
	{ "perm", INSN_FP_SHUFFLE },   { "permil", INSN_FP_SHUFFLE },
	{ "insert", INSN_FP_SHUFFLE }, { "extract", INSN_FP_SHUFFLE },
	{ "mova", INSN_MOVE },         { "movu", INSN_MOVE },
	{ "movl", INSN_MOVE },         { "movh", INSN_MOVE },
	{ "mov", INSN_MOVE },          { "movnt", INSN_MOVE },
	{ "broadcast", INSN_MOVE },    { "maskmov", INSN_MOVE },
	{ "movlh", INSN_MOVE },        { "movhl", INSN_MOVE },
};

static const struct {
	const char *suffix;
	uint32_t flags;
} types[] = {
	{ "ss", INSN_SINGLE },
	{ "sd", INSN_DOUBLE },
	{ "ps", INSN_SINGLE | INSN_PACKED },
	{ "pd", INSN_DOUBLE | INSN_PACKED },
};

static bool vector_float(const char *name, struct opcode *op)
{
	size_t n = strlen(name);

	for (size_t t = 0; n > 2 && t < sizeof(types) / sizeof(*types); t++) {
		if (strcmp(name + n - 2, types[t].suffix) != 0)
			continue;
		op->flags = types[t].flags;
		if (strncmp(name, "fm", 2) == 0 ||
		    strncmp(name, "fnm", 3) == 0) {
			op->kind = INSN_FMA;
			return true;
		}
		for (size_t i = 0; i < sizeof(stems) / sizeof(*stems); i++) {
			if (!joined(name, stems[i].stem, types[t].suffix))
				continue;
			op->kind = stems[i].kind;
			if (strncmp(name, "cmp", 3) == 0 ||
			    strstr(name, "comi"))
				op->flags |= INSN_COMPARE;
			if (strncmp(name, "min", 3) == 0 ||
			    strncmp(name, "max", 3) == 0)
				op->flags |= INSN_LIMIT;
			return true;
		}
	}
	return false;
}

static bool gather_or_scatter(const char *name, struct opcode *op)
{
	bool gather = strncmp(name, "gather", 6) == 0 ||
	              strncmp(name, "pgather", 7) == 0;
	bool scatter = strncmp(name, "scatter", 7) == 0 ||
	               strncmp(name, "pscatter", 8) == 0;

	if ((!gather && !scatter) || strstr(name, "pf"))
		return false;
	op->kind = INSN_MOVE;
	op->flags =
		(uint16_t)(INSN_PACKED | (gather ? INSN_GATHER : INSN_SCATTER));
	return true;
}

static const struct word x87[] = {
	{ "fadd", INSN_FP_ADD },       { "fiadd", INSN_FP_ADD },
	{ "fsub", INSN_FP_ADD },       { "fisub", INSN_FP_ADD },
	{ "fmul", INSN_FP_MUL },       { "fimul", INSN_FP_MUL },
	{ "fdiv", INSN_FP_DIV },       { "fidiv", INSN_FP_DIV },
	{ "fsqrt", INSN_FP_SQRT },     { "fsin", INSN_FP_OTHER },
	{ "fcos", INSN_FP_OTHER },     { "fptan", INSN_FP_OTHER },
	{ "fpatan", INSN_FP_OTHER },   { "fprem", INSN_FP_OTHER },
	{ "f2xm1", INSN_FP_OTHER },    { "fyl2x", INSN_FP_OTHER },
	{ "fscale", INSN_FP_OTHER },   { "frndint", INSN_FP_OTHER },
	{ "fld", INSN_MOVE },          { "fst", INSN_MOVE },
	{ "fild", INSN_FROM_INTEGER }, { "fist", INSN_TO_INTEGER },
	{ "fxch", INSN_MOVE },
};

static void other_x87(const char *name, struct opcode *op)
{
	op->kind = INSN_FP_SHUFFLE;
	op->flags = INSN_X87;
	for (size_t i = 0; i < sizeof(x87) / sizeof(*x87); i++) {
		if (strncmp(name, x87[i].stem, strlen(x87[i].stem)) == 0)
			op->kind = x87[i].kind;
	}
}

static bool is_move(const char *name)
{
	return strncmp(name, "mov", 3) == 0 || strncmp(name, "cmov", 4) == 0 ||
	       strncmp(name, "lddqu", 5) == 0 ||
	       strncmp(name, "pbroadcast", 10) == 0 ||
	       strncmp(name, "broadcast", 9) == 0 ||
	       strncmp(name, "push", 4) == 0 || strncmp(name, "pop", 3) == 0;
}

/* si, dq, pi, qq: integers; sd, ss, pd, ps, ph: floating point */
static bool names_integer(const char *type)
{
	return strncmp(type, "si", 2) == 0 || strncmp(type, "dq", 2) == 0 ||
	       strncmp(type, "pi", 2) == 0 || strncmp(type, "qq", 2) == 0;
}

/* cvtdq2pd works on vectors; cvtsi2sd and cvttss2si don't */
static struct opcode conversion(const char *name)
{
	struct opcode op = { .kind = INSN_CONVERT };
	const char *two = strchr(name, '2');

	if (two && two - name >= 2 && names_integer(two - 2))
		op.kind = INSN_FROM_INTEGER;
	else if (two && names_integer(two + 1 + (two[1] == 'u')))
		op.kind = INSN_TO_INTEGER;

	if (!strstr(name, "ss") && !strstr(name, "sd") && !strstr(name, "si"))
		op.flags = INSN_PACKED;
	return op;
}

static struct opcode classify(const char *full)
{
	struct opcode op = { .kind = INSN_OTHER };
	const char *name = *full == 'v' ? full + 1 : full;

	if (vector_float(name, &op) || gather_or_scatter(name, &op))
		;
	else if (strncmp(name, "cvt", 3) == 0)
		op = conversion(name);
	else if (strncmp(name, "prefetch", 8) == 0 || strstr(name, "erpf"))
		op.kind = INSN_PREFETCH;
	else if (strcmp(name, "nop") == 0 || strncmp(name, "endbr", 5) == 0)
		op.kind = INSN_NOP;
	else if (strcmp(name, "lea") == 0)
		op.kind = INSN_ADDRESS;
	else if (strcmp(name, "mul") == 0 || strcmp(name, "imul") == 0 ||
	         strcmp(name, "mulx") == 0)
		op.kind = INSN_INT_MUL;
	else if (strcmp(name, "div") == 0 || strcmp(name, "idiv") == 0)
		op.kind = INSN_INT_DIV;
	else if (*full == 'f' && strncmp(full, "fx", 2) != 0)
		other_x87(full, &op);
	else if (is_move(name))
		op.kind = INSN_MOVE;
	if (strncmp(name, "movnt", 5) == 0)
		op.flags |= INSN_STREAMING;
	if (strncmp(name, "push", 4) == 0)
		op.flags |= INSN_STACK_OP;
	if (strncmp(name, "pop", 3) == 0)
		op.flags |= INSN_STACK_OP | INSN_POP;
	/* popcnt is arithmetic, and its name an accident */
	if (strcmp(name, "popcnt") == 0)
		op = (struct opcode){ .kind = INSN_OTHER };
	return op;
}

static void number_general(struct decoder *d)
{
	static const uint16_t families[16][5] = {
		{ X86_REG_RAX, X86_REG_EAX, X86_REG_AX, X86_REG_AL,
		  X86_REG_AH },
		{ X86_REG_RCX, X86_REG_ECX, X86_REG_CX, X86_REG_CL,
		  X86_REG_CH },
		{ X86_REG_RDX, X86_REG_EDX, X86_REG_DX, X86_REG_DL,
		  X86_REG_DH },
		{ X86_REG_RBX, X86_REG_EBX, X86_REG_BX, X86_REG_BL,
		  X86_REG_BH },
		{ X86_REG_RSP, X86_REG_ESP, X86_REG_SP, X86_REG_SPL },
		{ X86_REG_RBP, X86_REG_EBP, X86_REG_BP, X86_REG_BPL },
		{ X86_REG_RSI, X86_REG_ESI, X86_REG_SI, X86_REG_SIL },
		{ X86_REG_RDI, X86_REG_EDI, X86_REG_DI, X86_REG_DIL },
		{ X86_REG_R8, X86_REG_R8D, X86_REG_R8W, X86_REG_R8B },
		{ X86_REG_R9, X86_REG_R9D, X86_REG_R9W, X86_REG_R9B },
		{ X86_REG_R10, X86_REG_R10D, X86_REG_R10W, X86_REG_R10B },
		{ X86_REG_R11, X86_REG_R11D, X86_REG_R11W, X86_REG_R11B },
		{ X86_REG_R12, X86_REG_R12D, X86_REG_R12W, X86_REG_R12B },
		{ X86_REG_R13, X86_REG_R13D, X86_REG_R13W, X86_REG_R13B },
		{ X86_REG_R14, X86_REG_R14D, X86_REG_R14W, X86_REG_R14B },
		{ X86_REG_R15, X86_REG_R15D, X86_REG_R15W, X86_REG_R15B },
	};

	for (unsigned i = 0; i < 16; i++) {
		for (unsigned j = 0; j < 5; j++) {
			if (families[i][j])
				d->registers[families[i][j]] = (uint8_t)i;
		}
	}
}

void decoder_init_x86(struct decoder *d)
{
	static const struct {
		uint16_t first, number, count, bits;
	} runs[] = {
		{ X86_REG_XMM0, REG_VECTOR, 32, 128 },
		{ X86_REG_YMM0, REG_VECTOR, 32, 256 },
		{ X86_REG_ZMM0, REG_VECTOR, 32, 512 },
		{ X86_REG_K0, REG_MASK, 8, 0 },
		{ X86_REG_ST0, REG_X87, 8, 0 },
		{ X86_REG_EFLAGS, REG_FLAGS, 1, 0 },
	};

	number_general(d);
	for (size_t i = 0; i < sizeof(runs) / sizeof(*runs); i++) {
		for (unsigned j = 0; j < runs[i].count; j++) {
			unsigned reg = runs[i].first + j;

			d->registers[reg] = (uint8_t)(runs[i].number + j);
			d->register_bits[reg] = runs[i].bits;
		}
	}
	for (unsigned id = 1; id < X86_INS_ENDING; id++) {
		const char *name = cs_insn_name(d->cs, id);

		if (name && id < DECODER_OPCODES)
			d->opcodes[id] = classify(name);
	}
}

static bool in_group(const cs_insn *i, unsigned group)
{
	for (unsigned g = 0; g < i->detail->groups_count; g++) {
		if (i->detail->groups[g] == group)
			return true;
	}
	return false;
}

static void control_flow(const cs_insn *i, struct insn *insn)
{
	const cs_x86 *x = &i->detail->x86;
	bool direct = x->op_count > 0 && x->operands[0].type == X86_OP_IMM;

	if (i->id == X86_INS_UD2 || i->id == X86_INS_HLT ||
	    i->id == X86_INS_INT3 || i->id == X86_INS_UD0)
		insn->flow = FLOW_STOP;
	else if (in_group(i, X86_GRP_RET) || in_group(i, X86_GRP_IRET))
		insn->flow = FLOW_RETURN;
	else if (in_group(i, X86_GRP_CALL))
		insn->flow = direct ? FLOW_CALL : FLOW_CALL_INDIRECT;
	else if (i->id == X86_INS_JMP || i->id == X86_INS_LJMP)
		insn->flow = direct ? FLOW_JUMP : FLOW_SWITCH;
	else if (in_group(i, X86_GRP_JUMP) || i->id == X86_INS_LOOP ||
	         i->id == X86_INS_LOOPE || i->id == X86_INS_LOOPNE)
		insn->flow = FLOW_BRANCH;
	if (i->id == X86_INS_JP || i->id == X86_INS_JNP)
		insn->flags |= INSN_UNORDERED;
	if (direct && insn->flow != FLOW_NEXT)
		insn->target = (uint64_t)x->operands[0].imm;
}

static void memory(const struct decoder *d, const cs_x86_op *op, bool store,
                   bool load, struct insn *insn)
{
	struct insn_mem *m;

	if (insn->nmem == 2)
		return;
	m = &insn->mem[insn->nmem++];
	m->base = decoder_register(d, op->mem.base);
	m->index = decoder_register(d, op->mem.index);
	m->scale = (uint8_t)op->mem.scale;
	m->size = op->size;
	m->disp = op->mem.disp;
	m->load = load;
	m->store = store;
	if (op->mem.base == X86_REG_RIP || op->mem.base == X86_REG_EIP) {
		m->pc = true;
		m->base = REG_NONE;
		m->disp += (int64_t)(insn->addr + insn->size);
	}
	regset_add(&insn->read, m->base);
	regset_add(&insn->read, m->index);
}

/* Does the first operand only receive? Legacy two-operand ones also read it. */
static bool pure_destination(const cs_insn *i, const struct insn *insn)
{
	switch (insn->kind) {
	case INSN_MOVE:
		return strncmp(i->mnemonic, "cmov", 4) != 0;
	case INSN_ADDRESS:
	case INSN_TO_INTEGER:
	case INSN_FROM_INTEGER:
	case INSN_CONVERT: /* its false dependence is broken by compilers */
	case INSN_FP_SQRT:
		return true;
	case INSN_FMA:
		return false;
	default:
		break;
	}
	if (i->mnemonic[0] == 'v')
		return true;
	return !(i->detail->x86.operands[0].access & CS_AC_READ) &&
	       (insn->kind == INSN_OTHER || insn->kind == INSN_INT_MUL);
}

static void register_operand(const struct decoder *d, x86_reg name, bool writes,
                             bool reads, struct insn *insn)
{
	uint8_t reg = decoder_register(d, name);

	if (writes)
		regset_add(&insn->write, reg);
	if (writes && insn->dest == REG_NONE)
		insn->dest = reg;
	if (reads) {
		regset_add(&insn->read, reg);
		regset_add(&insn->value, reg);
	}
	if (decoder_bits(d, name) > insn->vector_bits)
		insn->vector_bits = decoder_bits(d, name);
}

/* What memory as the first operand is for, where capstone is wrong about it
 * (bench/decoder.sh), by how the name begins */
static void first_in_memory(const char *name, bool *writes, bool *reads)
{
	static const struct {
		const char *stem;
		bool load, store;
	} wrong[] = {
		{ "test", true, false },    { "fld", true, false },
		{ "fst", false, true },     { "fnst", false, true },
		{ "fist", false, true },    { "set", false, true },
		{ "stmxcsr", false, true }, { "pextr", false, true },
		{ "extract", false, true }, { "kmov", false, true },
		{ "pmov", false, true },    { "cmpxchg", true, true },
		{ "rol", true, true },      { "ror", true, true },
		{ "rcl", true, true },      { "rcr", true, true },
	};

	name += *name == 'v';
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		if (strncmp(name, wrong[i].stem, strlen(wrong[i].stem)) == 0) {
			*reads = wrong[i].load;
			*writes = wrong[i].store;
		}
	}
}

static void operands(const struct decoder *d, const cs_insn *i,
                     struct insn *insn)
{
	const cs_x86 *x = &i->detail->x86;
	bool touches = insn->kind != INSN_ADDRESS &&
	               insn->kind != INSN_PREFETCH && insn->kind != INSN_NOP;

	/* capstone is not always right about vector moves; the order is */
	bool moves = insn->kind == INSN_MOVE && !(insn->flags & INSN_STACK_OP);

	for (unsigned k = 0; k < x->op_count; k++) {
		const cs_x86_op *op = &x->operands[k];
		bool writes = op->access ? op->access & CS_AC_WRITE : k == 0;
		bool reads = op->access ? op->access & CS_AC_READ : k > 0;

		if (op->type == X86_OP_MEM && moves) {
			writes = k == 0;
			reads = k > 0;
		} else if (op->type == X86_OP_REG && k == 0 && writes) {
			reads = !pure_destination(i, insn);
		}
		if (op->type == X86_OP_MEM && k == 0)
			first_in_memory(cs_insn_name(d->cs, i->id), &writes,
			                &reads);
		if (op->type == X86_OP_MEM)
			memory(d, op, touches && writes, touches && reads,
			       insn);
		else if (op->type == X86_OP_REG)
			register_operand(d, op->reg, writes, reads, insn);
	}
}

static void implicit(const struct decoder *d, const cs_insn *i,
                     struct insn *insn)
{
	for (unsigned k = 0; k < i->detail->regs_read_count; k++)
		regset_add(&insn->read,
		           decoder_register(d, i->detail->regs_read[k]));
	for (unsigned k = 0; k < i->detail->regs_write_count; k++)
		regset_add(&insn->write,
		           decoder_register(d, i->detail->regs_write[k]));
}

/* dest += r, if r is another one */
static void adds_register(struct insn *insn, unsigned r)
{
	if (r == REG_NONE || r == insn->dest)
		return;
	insn->flags |= INSN_ADDS_REG;
	insn->imm = r;
}

/* Additions of a constant or a register to one, however they are written */
static void induction(const struct decoder *d, const cs_insn *i,
                      struct insn *insn)
{
	const cs_x86_op *op = i->detail->x86.operands;
	const struct insn_mem *m = insn->mem;

	if (i->id == X86_INS_LEA) {
		if (m->pc)
			insn->imm = m->disp;
		else if (m->index == REG_NONE && m->base == insn->dest) {
			insn->flags |= INSN_ADDS_IMM;
			insn->imm = m->disp;
		} else if (m->base == insn->dest) {
			adds_register(insn, m->index);
		} else if (m->index == insn->dest && m->scale == 1) {
			adds_register(insn, m->base);
		}
		return;
	}
	if (op[0].type != X86_OP_REG)
		return;
	if (i->id == X86_INS_INC || i->id == X86_INS_DEC) {
		insn->flags |= INSN_ADDS_IMM;
		insn->imm = i->id == X86_INS_INC ? 1 : -1;
	} else if (i->detail->x86.op_count == 2 && op[1].type == X86_OP_IMM &&
	           (i->id == X86_INS_ADD || i->id == X86_INS_SUB)) {
		insn->flags |= INSN_ADDS_IMM;
		insn->imm = i->id == X86_INS_ADD ? op[1].imm : -op[1].imm;
	} else if (i->detail->x86.op_count == 2 && op[1].type == X86_OP_REG &&
	           (i->id == X86_INS_ADD || i->id == X86_INS_SUB)) {
		adds_register(insn, decoder_register(d, op[1].reg));
	}
}

/* Comparisons with a constant, and questions about a single bit */
static void comparison(const cs_insn *i, struct insn *insn)
{
	const cs_x86_op *op = i->detail->x86.operands;
	bool constant =
		i->detail->x86.op_count == 2 && op[1].type == X86_OP_IMM;
	bool same = op[0].type == X86_OP_REG && op[1].type == X86_OP_REG &&
	            op[0].reg == op[1].reg;

	if (i->id == X86_INS_CMP && constant) {
		insn->flags |= INSN_COMPARE_IMM;
		insn->imm = op[1].imm;
	} else if (i->id == X86_INS_TEST && same) {
		insn->flags |= INSN_COMPARE_IMM;
		insn->imm = 0;
	} else if (i->id == X86_INS_BT ||
	           ((i->id == X86_INS_TEST || i->id == X86_INS_AND) &&
	            constant && op[1].imm && !(op[1].imm & (op[1].imm - 1)))) {
		insn->flags |= INSN_BIT_TEST;
	}
}

/* The last operand divides. */
static void divisor(const struct decoder *d, const cs_insn *i,
                    struct insn *insn)
{
	const cs_x86 *x = &i->detail->x86;

	insn->imm = REG_NONE;
	if (x->op_count > (insn->kind == INSN_FP_DIV) &&
	    x->operands[x->op_count - 1].type == X86_OP_REG)
		insn->imm =
			decoder_register(d, x->operands[x->op_count - 1].reg);
}

/* xor r,r and its kin: a constant, whatever r held */
static void zeroing(const cs_insn *i, struct insn *insn)
{
	const cs_x86 *x = &i->detail->x86;
	unsigned n = x->op_count;
	const char *name = i->mnemonic + (*i->mnemonic == 'v');

	if (n < 2 || x->operands[n - 1].type != X86_OP_REG ||
	    x->operands[n - 2].type != X86_OP_REG ||
	    x->operands[n - 1].reg != x->operands[n - 2].reg)
		return;
	if (strncmp(name, "xor", 3) == 0 || strncmp(name, "pxor", 4) == 0 ||
	    strcmp(name, "sub") == 0 || strncmp(name, "psub", 4) == 0 ||
	    strncmp(name, "pcmpeq", 6) == 0) {
		insn->read = insn->value = (struct regset){ 0 };
		insn->kind = INSN_ADDRESS;
		insn->flags = 0;
	}
}

/* xchg %ax,%ax and lea 0(%rsi),%rsi: what else assemblers fill gaps with */
static bool is_padding(const cs_insn *i)
{
	const cs_x86 *x = &i->detail->x86;

	if (i->id == X86_INS_XCHG)
		return x->operands[0].type == X86_OP_REG &&
		       x->operands[1].type == X86_OP_REG &&
		       x->operands[0].reg == x->operands[1].reg;
	return i->id == X86_INS_LEA && x->operands[1].mem.disp == 0 &&
	       x->operands[1].mem.index == X86_REG_INVALID &&
	       x->operands[0].reg == x->operands[1].mem.base;
}

/* An exchange with memory is atomic without the prefix too. */
static bool is_atomic(const cs_insn *i)
{
	const cs_x86 *x = &i->detail->x86;

	if (x->prefix[0] == X86_PREFIX_LOCK)
		return true;
	return i->id == X86_INS_XCHG && x->op_count == 2 &&
	       (x->operands[0].type == X86_OP_MEM ||
	        x->operands[1].type == X86_OP_MEM);
}

void decoder_x86(const struct decoder *d, struct insn *insn)
{
	const cs_insn *i = d->insn;

	if (i->id < DECODER_OPCODES) {
		insn->kind = d->opcodes[i->id].kind;
		insn->flags = d->opcodes[i->id].flags;
	}
	/* movsd is also a string instruction: then it has two memory operands
	 */
	if (is_atomic(i))
		insn->flags |= INSN_ATOMIC;
	if (insn->kind == INSN_NOP || is_padding(i)) {
		insn->kind = INSN_NOP;
		return;
	}
	operands(d, i, insn);
	implicit(d, i, insn);
	control_flow(i, insn);
	if (insn->kind == INSN_FP_DIV || insn->kind == INSN_INT_DIV) {
		divisor(d, i, insn);
	} else if (insn->flow == FLOW_NEXT) {
		induction(d, i, insn);
		comparison(i, insn);
		zeroing(i, insn);
	}
}
