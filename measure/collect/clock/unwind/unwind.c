#include "unwind.h"

#include <string.h>

#include "unwind_table.h"

enum { MOST_STACK = 16 };

/* For unwind_past(): kernels of BLAS libraries have buffers of 36 KiB on the
 * stack */
enum { FRAME_POINTER = 6, MOST_FRAMES = 256, FARTHEST = 64 << 10, NEAR = 4096 };

/* An expression that is computed: DWARF 4, sec. 2.5 */
struct machine {
	const struct unwind_memory *m;
	const struct unwind_frame *f;
	struct unwind_bytes b;
	uint64_t stack[MOST_STACK];
	unsigned n;
};

/* Operations (DWARF 4, sec. 7.7.1): those that the 1,500 libraries and programs
 * of a system have in their tables; others end the unwinding */
enum {
	OP_DEREF = 0x06,
	OP_CONST4S = 0x0d,
	OP_DROP = 0x13,
	OP_AND = 0x1a,
	OP_MINUS = 0x1c,
	OP_MUL = 0x1e,
	OP_PLUS = 0x22,
	OP_PLUS_UCONST = 0x23,
	OP_SHL = 0x24,
	OP_GE = 0x2a,
	OP_LIT0 = 0x30,
	OP_LIT31 = 0x4f,
	OP_BREG0 = 0x70,
	OP_BREG31 = 0x8f,
};

static void push(struct machine *x, uint64_t v)
{
	if (x->n == MOST_STACK)
		x->b.bad = true;
	else
		x->stack[x->n++] = v;
}

static uint64_t pop(struct machine *x)
{
	if (x->n == 0) {
		x->b.bad = true;
		return 0;
	}
	return x->stack[--x->n];
}

static bool is_known(const struct unwind_frame *f, uint64_t reg)
{
	return reg < UNWIND_REGS && f->known >> reg & 1;
}

static void push_register(struct machine *x, unsigned reg)
{
	const int64_t offset = unwind_sleb(&x->b);

	if (!is_known(x->f, reg))
		x->b.bad = true;
	else
		push(x, x->f->reg[reg] + (uint64_t)offset);
}

static void binary(struct machine *x, uint8_t op)
{
	const uint64_t b = pop(x), a = pop(x);
	uint64_t v = 0;

	switch (op) {
	case OP_AND:
		v = a & b;
		break;
	case OP_MINUS:
		v = a - b;
		break;
	case OP_MUL:
		v = a * b;
		break;
	case OP_PLUS:
		v = a + b;
		break;
	case OP_SHL:
		v = b < 64 ? a << b : 0;
		break;
	case OP_GE:
		v = (int64_t)a >= (int64_t)b;
		break;
	default:
		x->b.bad = true;
	}
	push(x, v);
}

static void dereference(struct machine *x)
{
	const uint64_t at = pop(x);
	uint64_t v = 0;

	if (x->b.bad || !x->m->read(x->m->ctx, at, &v, sizeof(v)))
		x->b.bad = true;
	push(x, v);
}

static void operation(struct machine *x, uint8_t op)
{
	if (op >= OP_LIT0 && op <= OP_LIT31)
		push(x, op - OP_LIT0);
	else if (op >= OP_BREG0 && op <= OP_BREG31)
		push_register(x, op - OP_BREG0);
	else if (op == OP_CONST4S)
		push(x, (uint64_t)(int32_t)unwind_fixed(&x->b, 4));
	else if (op == OP_PLUS_UCONST)
		push(x, pop(x) + unwind_uleb(&x->b));
	else if (op == OP_DEREF)
		dereference(x);
	else if (op == OP_DROP)
		pop(x);
	else
		binary(x, op);
}

/* Jumps are not understood, so an expression ends. */
static bool compute(const struct unwind_memory *m, const struct unwind_frame *f,
                    const struct unwind_rule *r, const uint64_t *first,
                    uint64_t *value)
{
	const uint64_t at = (uint64_t)r->value;
	struct machine x = { .m = m,
		             .f = f,
		             .b = unwind_bytes(m, at, at + r->length) };

	if (first)
		push(&x, *first);
	while (!x.b.bad && x.b.at < x.b.end)
		operation(&x, (uint8_t)unwind_fixed(&x.b, 1));
	*value = pop(&x);
	return !x.b.bad;
}

static bool find_cfa(const struct unwind_memory *m,
                     const struct unwind_frame *f, const struct unwind_row *row,
                     uint64_t *cfa)
{
	if (row->cfa.how == UNWIND_VAL_EXPRESSION)
		return compute(m, f, &row->cfa, NULL, cfa);
	if (!is_known(f, row->cfa_reg))
		return false;
	*cfa = f->reg[row->cfa_reg] + (uint64_t)row->cfa.value;
	return true;
}

/* A register as the caller has it; false: it is not known any more */
static bool value_of(const struct unwind_memory *m,
                     const struct unwind_frame *f, unsigned reg,
                     const struct unwind_rule *r, uint64_t cfa, uint64_t *value)
{
	uint64_t at = cfa + (uint64_t)r->value;

	switch (r->how) {
	case UNWIND_SAME:
		*value = f->reg[reg];
		return reg != UNWIND_RA && is_known(f, reg);
	case UNWIND_REGISTER:
		if (!is_known(f, (uint64_t)r->value))
			return false;
		*value = f->reg[r->value];
		return true;
	case UNWIND_AT_EXPRESSION:
		if (!compute(m, f, r, &cfa, &at))
			return false;
		return m->read(m->ctx, at, value, sizeof(*value));
	case UNWIND_AT_OFFSET:
		return m->read(m->ctx, at, value, sizeof(*value));
	default:
		return false;
	}
}

bool unwind_step(const struct unwind_memory *m, struct unwind_frame *f)
{
	const uint64_t pc = f->reg[UNWIND_RA];
	struct unwind_frame up = { .known = 0 };
	struct unwind_row row;
	uint64_t cfa;

	if (!is_known(f, UNWIND_RA) || pc == 0 ||
	    !unwind_row_find(m, pc - !f->exact, &row) ||
	    !find_cfa(m, f, &row, &cfa))
		return false;
	/* stacks grow downwards; a signal may have come on another one */
	if (!row.is_signal && (cfa <= f->reg[UNWIND_SP] || cfa % 8))
		return false;
	up.reg[UNWIND_SP] = cfa;
	for (unsigned i = 0; i < UNWIND_REGS; i++) {
		if ((i == UNWIND_SP && row.reg[i].how == UNWIND_SAME) ||
		    value_of(m, f, i, &row.reg[i], cfa, &up.reg[i]))
			up.known |= 1u << i;
	}
	up.exact = row.is_signal;
	if (!is_known(&up, UNWIND_RA) || up.reg[UNWIND_RA] == 0)
		return false;
	*f = up;
	return true;
}

/* The signed four bytes of a jump or a call */
static int64_t rel32(const uint8_t *b)
{
	int32_t rel;

	memcpy(&rel, b, sizeof(rel));
	return rel;
}

/* Where a call to an address ends up: where the entry of a linkage table, if it
 * is one, jumps: jmp *rel32(%rip), with or without endbr64 and bnd */
static uint64_t target_of(const struct unwind_memory *m, uint64_t at)
{
	static const uint8_t endbr[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	uint8_t b[11] = { 0 };
	unsigned i = 0;
	uint64_t to = 0;

	if (!m->read(m->ctx, at, b, sizeof(b)))
		return at;
	if (memcmp(b, endbr, sizeof(endbr)) == 0)
		i = sizeof(endbr);
	i += b[i] == 0xf2;
	if (b[i] != 0xff || b[i + 1] != 0x25)
		return at;
	m->read(m->ctx, at + i + 6 + (uint64_t)rel32(b + i + 2), &to, 8);
	return to;
}

/* How many bytes of an operand follow its ModRM byte (Intel SDM, vol. 2, 2.1.5)
 */
static unsigned more_bytes(uint8_t modrm)
{
	const unsigned mod = modrm >> 6, rm = modrm & 7;

	if (mod == 3)
		return 0;
	if (mod == 0)
		return rm == 5 ? 4 : rm == 4;
	return (mod == 1 ? 1u : 4u) + (rm == 4 ? 1u : 0u);
}

/*
 * Whether the instruction in front of an address calls code without tables that
 * has pc: call rel32 to its begin, or a call through a register or memory
 * (Intel SDM, vol. 2, CALL), which calls anything
 */
enum called { NOT_CALLED, MAYBE_CALLED, CALLED };

static enum called is_called(const struct unwind_memory *m, uint64_t from,
                             uint64_t pc)
{
	struct unwind_row row;
	uint8_t b[7];

	if (from < sizeof(b) ||
	    !m->read(m->ctx, from - sizeof(b), b, sizeof(b)))
		return NOT_CALLED;
	if (b[2] == 0xe8) {
		const uint64_t to = target_of(m, from + (uint64_t)rel32(b + 3));

		if (pc - to < FARTHEST && !unwind_row_find(m, to, &row))
			return CALLED;
	}
	for (unsigned i = 0; i + 1 < sizeof(b); i++) {
		if (b[i] == 0xff && (b[i + 1] >> 3 & 7) == 2 &&
		    i + 2 + more_bytes(b[i + 1]) == sizeof(b))
			return MAYBE_CALLED;
	}
	return NOT_CALLED;
}

/* Whether the tables lead from there to where the thread began, which they say
 * by a return address that is undefined */
static bool leads_out(const struct unwind_memory *m, struct unwind_frame f)
{
	struct unwind_row row;

	for (int i = 0; i < MOST_FRAMES; i++) {
		const uint64_t pc = f.reg[UNWIND_RA] - !f.exact;

		if (!unwind_step(m, &f))
			return unwind_row_find(m, pc, &row) &&
			       row.reg[UNWIND_RA].how == UNWIND_UNDEFINED;
	}
	return false;
}

/* The frame that has a return address which was found on the stack in front of
 * sp; false: the tables don't lead on from there */
static bool frame_from(const struct unwind_memory *m,
                       const struct unwind_frame *f, uint64_t ra, uint64_t sp,
                       struct unwind_frame *up)
{
	const uint64_t fp = f->reg[FRAME_POINTER];
	struct unwind_frame found = { .known = 1u << UNWIND_SP |
		                               1u << UNWIND_RA };
	struct unwind_row row;

	found.reg[UNWIND_RA] = ra;
	found.reg[UNWIND_SP] = sp;
	/* where it is still the caller's, it points beyond */
	if (is_known(f, FRAME_POINTER) && fp >= sp && fp - sp < FARTHEST) {
		found.reg[FRAME_POINTER] = fp;
		found.known |= 1u << FRAME_POINTER;
	}
	if (!unwind_row_find(m, ra - 1, &row) || row.is_signal ||
	    !leads_out(m, found))
		return false;
	*up = found;
	return true;
}

/* Addresses of programs on x86-64: others are numbers. */
static bool can_be_code(uint64_t word)
{
	return word >= 1 << 16 && word >> 47 == 0;
}

/*
 * Below the frame's end there may be words of calls that are over. So a call
 * that names the code comes first, then one from the same binary, which is who
 * calls assembly, then any that is near.
 */
bool unwind_past(const struct unwind_memory *m, struct unwind_frame *f)
{
	enum { WORDS = 32 };
	const uint64_t sp = f->reg[UNWIND_SP];
	const uint64_t pc = f->reg[UNWIND_RA] - !f->exact;
	struct unwind_frame own = { .known = 0 }, near = { .known = 0 };
	uint64_t tables, words[WORDS];
	struct unwind_row row;

	if (!is_known(f, UNWIND_RA) || sp % 8 || unwind_row_find(m, pc, &row))
		return false;
	tables = m->tables(m->ctx, pc);
	for (uint64_t at = 0; at < FARTHEST; at += 8) {
		const uint64_t i = at / 8 % WORDS;
		enum called by;

		if (i == 0 && !m->read(m->ctx, sp + at, words, sizeof(words)))
			break;
		by = can_be_code(words[i]) ? is_called(m, words[i], pc)
		                           : NOT_CALLED;
		if (by == CALLED && frame_from(m, f, words[i], sp + at + 8, f))
			return true;
		if (by != MAYBE_CALLED || own.known)
			continue;
		if (tables && m->tables(m->ctx, words[i]) == tables)
			frame_from(m, f, words[i], sp + at + 8, &own);
		else if (at < NEAR && !near.known)
			frame_from(m, f, words[i], sp + at + 8, &near);
	}
	if (!own.known && !near.known)
		return false;
	*f = own.known ? own : near;
	return true;
}
