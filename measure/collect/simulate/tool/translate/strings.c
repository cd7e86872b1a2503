/*
 * perfexpert-sim: repeated string instructions
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * VEX makes a block of each step of theirs. To the processor they are one
 * instruction, without a branch, that copies or fills up to a vector at a time;
 * here they are one call. It counts a load or a store for each ACCESS bytes, or
 * for each step of those that compare, which the processor does one by one.
 *
 * Source: Intel 64 and IA-32 Architectures Optimization Reference Manual
 * (248966), REP string operations; Agner Fog, Instruction tables
 */
#include "strings.h"

#if defined(VGA_amd64) && defined(SIM_DECODES)
#include "measure/collect/simulate/tool/memory/cache.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"

enum { ACCESS = 32, LIGHT_PIECE = 4096 };

/* The operations, as the opcode without its lowest bit. Nobody repeats lods,
 * not even VEX. */
enum { MOVS = 0xa4, CMPS = 0xa6, STOS = 0xaa, SCAS = 0xae };

struct string {
	UChar op, size;
	Bool until_equal; /* of those that compare: repne */
	UInt flags;       /* of those: what VEX calls the flags of a - b */
};

static const HChar name[] = "string";

static Bool compares(const struct string *s)
{
	return s->op == CMPS || s->op == SCAS;
}

static Bool has_from(const struct string *s)
{
	return s->op == MOVS || s->op == CMPS;
}

static Bool stores(const struct string *s)
{
	return s->op == MOVS || s->op == STOS;
}

static ULong pack(const struct string *s)
{
	return s->op | (ULong)s->size << 8 | (ULong)s->until_equal << 16 |
	       (ULong)s->flags << 32;
}

static struct string unpack(ULong word)
{
	return (struct string){
		.op = (UChar)word,
		.size = (UChar)(word >> 8),
		.until_equal = (Bool)(word >> 16 & 1),
		.flags = (UInt)(word >> 32),
	};
}

/* ---- at its translation ---- */

/* Without another segment or addresses of 32 bits, which hardly occur */
static Bool decode(const UChar *p, UInt length, struct string *s)
{
	Bool f2 = False, f3 = False, word = False, wide = False;
	UInt n = 0;

	for (; n + 1 < length; n++) {
		f2 |= p[n] == 0xf2;
		f3 |= p[n] == 0xf3;
		word |= p[n] == 0x66;
		wide |= (p[n] & 0xf8) == 0x48;
		if (p[n] != 0xf2 && p[n] != 0xf3 && p[n] != 0x66 &&
		    (p[n] & 0xf0) != 0x40)
			return False;
	}
	if (n >= length || f2 == f3)
		return False;
	s->op = p[n] & 0xfe;
	s->size = !(p[n] & 1) ? 1 : wide ? 8 : word ? 2 : 4;
	s->until_equal = f2;
	return compares(s) || (f3 && stores(s));
}

#define GUEST(member) ((Int)offsetof(VexGuestAMD64State, guest_##member))

/* As VEX sets them in the step; 0: it is not known */
static UInt flags_in(const IRSB *in, Int from)
{
	for (Int i = from; i < in->stmts_used; i++) {
		const IRStmt *s = in->stmts[i];

		if (s->tag == Ist_Put && s->Ist.Put.offset == GUEST(CC_OP) &&
		    s->Ist.Put.data->tag == Iex_Const)
			return (UInt)s->Ist.Put.data->Iex.Const.con->Ico.U64;
	}
	return 0;
}

static IRExpr *constant(ULong k)
{
	return IRExpr_Const(IRConst_U64(k));
}

static IRExpr *get(IRSB *out, Int offset)
{
	const IRTemp t = newIRTemp(out->tyenv, Ity_I64);

	addStmtToIRSB(out, IRStmt_WrTmp(t, IRExpr_Get(offset, Ity_I64)));
	return IRExpr_RdTmp(t);
}

static void called(void)
{
}

static Bool is_ours(const IRDirty *d)
{
	return d->cee->name == name && d->cee->addr == (void *)called;
}

static void touches(IRDirty *d, IREffect fx, Int offset, SizeT size)
{
	const Int n = d->nFxState++;

	VG_(memset)(&d->fxState[n], 0, sizeof d->fxState[n]);
	d->fxState[n].fx = fx;
	d->fxState[n].offset = (UShort)offset;
	d->fxState[n].size = (UShort)size;
}

/* What it reads and writes is there, and seen, whatever comes before. */
static void touches_state(IRDirty *d, const struct string *s)
{
	touches(d, Ifx_Read, GUEST(RAX), 8);
	touches(d, Ifx_Modify, GUEST(RCX), 8);
	touches(d, Ifx_Modify, GUEST(RSI), 16);
	touches(d, Ifx_Read, GUEST(DFLAG), 8);
	if (compares(s))
		touches(d, Ifx_Modify, GUEST(CC_OP), 32);
}

Bool string_decode(IRSB *out, Int from, const UChar *code, Addr ip, UInt length)
{
	struct string s = { 0 };

	if (sim.string_steps || !decode(code, length, &s))
		return False;
	if (compares(&s) && !(s.flags = flags_in(out, from)))
		return False;
	out->stmts_used = from;
	IRExpr *rsi = get(out, GUEST(RSI)), *rdi = get(out, GUEST(RDI));
	IRDirty *d = unsafeIRDirty_0_N(
		0, name, called, mkIRExprVec_3(rsi, rdi, constant(pack(&s))));

	touches_state(d, &s);
	addStmtToIRSB(out, IRStmt_Dirty(d));
	addStmtToIRSB(out, IRStmt_Put(GUEST(RIP), constant(ip + length)));
	return True;
}

IRSB *string_alone(IRSB *in)
{
	Int first = -1, mark = -1;

	for (Int i = 0; i < in->stmts_used; i++) {
		const IRStmt *s = in->stmts[i];

		if (s->tag == Ist_IMark) {
			first = first < 0 ? i : first;
			mark = i;
		}
		if (s->tag != Ist_Dirty || !is_ours(s->Ist.Dirty.details) ||
		    mark == first)
			continue;
		IRSB *out = deepCopyIRSBExceptStmts(in);

		for (Int k = 0; k < mark; k++)
			addStmtToIRSB(out, in->stmts[k]);
		out->next = constant(in->stmts[mark]->Ist.IMark.addr);
		out->jumpkind = Ijk_Boring;
		return out;
	}
	return in;
}

static struct string what(const IRDirty *d)
{
	return unpack(d->args[2]->Iex.Const.con->Ico.U64);
}

Bool string_of(const IRDirty *d, IRExpr **load, IRExpr **store)
{
	if (!is_ours(d))
		return False;
	const struct string s = what(d);

	*store = stores(&s) ? d->args[1] : NULL;
	*load = has_from(&s) ? d->args[0] : stores(&s) ? NULL : d->args[1];
	return True;
}

UInt string_accesses(const IRDirty *d)
{
	if (!is_ours(d))
		return 0;
	const struct string s = what(d);

	return 1 + (UInt)has_from(&s);
}

static void string_run(struct access *first, VexGuestAMD64State *g, ULong stamp,
                       ULong word, struct block *b);

Bool string_takes(struct emit *e, const IRDirty *d)
{
	if (!is_ours(d))
		return False;
	const struct string s = what(d);
	const UInt n = string_accesses(d);
	IRDirty *call = unsafeIRDirty_0_N(
		0, "string_run", VG_(fnptr_to_fnentry)(string_run),
		mkIRExprVec_5(
			constant((Addr)&e->block->accesses[e->n_accesses - n]),
			IRExpr_GSPTR(), emit_stamp(e), d->args[2],
			constant((Addr)e->block)));

	touches_state(call, &s);
	touches(call, Ifx_Modify, e->state + (Int)offsetof(struct state, now),
	        8);
	e->stamps += 2;
	addStmtToIRSB(e->out, IRStmt_Dirty(call));
	return True;
}

/* ---- when it is executed ---- */

static ULong element(Addr addr, UInt size)
{
	ULong x = 0;

	VG_(memcpy)(&x, (const void *)addr, size);
	return x;
}

/* Those of the register */
static ULong low(ULong x, UInt size)
{
	return size < 8 ? x & ((1ULL << 8 * size) - 1) : x;
}

/* How many steps it makes until the comparison ends it; *a, *b: of the last */
static ULong steps(const struct string *s, const VexGuestAMD64State *g,
                   ULong *a, ULong *b)
{
	const Long by = (Long)g->guest_DFLAG * s->size;
	Addr from = g->guest_RSI, to = g->guest_RDI;
	ULong n = 0;

	if (!compares(s))
		return g->guest_RCX;
	while (n < g->guest_RCX) {
		*a = s->op == CMPS ? element(from, s->size)
		                   : low(g->guest_RAX, s->size);
		*b = element(to, s->size);
		n++;
		from += (Addr)by;
		to += (Addr)by;
		if ((*a == *b) == s->until_equal)
			break;
	}
	return n;
}

/* Number of steps; backwards one at a time */
static void move(const struct string *s, VexGuestAMD64State *g, ULong n)
{
	Addr to = g->guest_RDI, from = g->guest_RSI;
	const ULong a = g->guest_RAX;

	if (s->op == MOVS && s->size == 1)
		__asm__ volatile("rep movsb"
		                 : "+D"(to), "+S"(from), "+c"(n)
		                 :
		                 : "memory");
	else if (s->op == MOVS && s->size == 2)
		__asm__ volatile("rep movsw"
		                 : "+D"(to), "+S"(from), "+c"(n)
		                 :
		                 : "memory");
	else if (s->op == MOVS && s->size == 4)
		__asm__ volatile("rep movsl"
		                 : "+D"(to), "+S"(from), "+c"(n)
		                 :
		                 : "memory");
	else if (s->op == MOVS)
		__asm__ volatile("rep movsq"
		                 : "+D"(to), "+S"(from), "+c"(n)
		                 :
		                 : "memory");
	else if (s->op == STOS && s->size == 1)
		__asm__ volatile("rep stosb"
		                 : "+D"(to), "+c"(n)
		                 : "a"(a)
		                 : "memory");
	else if (s->op == STOS && s->size == 2)
		__asm__ volatile("rep stosw"
		                 : "+D"(to), "+c"(n)
		                 : "a"(a)
		                 : "memory");
	else if (s->op == STOS && s->size == 4)
		__asm__ volatile("rep stosl"
		                 : "+D"(to), "+c"(n)
		                 : "a"(a)
		                 : "memory");
	else if (s->op == STOS)
		__asm__ volatile("rep stosq"
		                 : "+D"(to), "+c"(n)
		                 : "a"(a)
		                 : "memory");
}

/* Steps until the next place that bytes are counted by, one at least */
static ULong piece(const struct string *s, const VexGuestAMD64State *g,
                   ULong left, UInt unit)
{
	const ULong n = (unit - (g->guest_RDI & (unit - 1))) / s->size;

	if ((Long)g->guest_DFLAG < 0 || !n)
		return 1;
	return n < left ? n : left;
}

/* How many accesses a range of bytes is */
static ULong accesses(const struct string *s, Addr addr, ULong n, Long by)
{
	const ULong bytes = n * s->size;
	const Addr begin = by < 0 ? addr + s->size - bytes : addr;

	if (compares(s) || !n)
		return n;
	return (begin + bytes - 1) / ACCESS - begin / ACCESS + 1;
}

static void count(const struct access *a, ULong n)
{
	a->mem->guarded[a->store] += n;
	sim.regions.happened[a->store ? T_ST : T_LD] += n;
}

/* What is counted while it is watched: the same lines whatever the pieces are,
 * and stamps by lines. */
static void watch(const struct string *s, const VexGuestAMD64State *g,
                  struct access *first, UInt size, ULong stamp)
{
	struct access *a = first;

	if (has_from(s))
		data_string(a++, g->guest_RSI, size, stamp);
	data_string(a, g->guest_RDI, size, stamp + STAMPS);
}

static void step_over(VexGuestAMD64State *g, const struct string *s, ULong n)
{
	const ULong by = n * s->size * (ULong)g->guest_DFLAG;

	g->guest_RCX -= n;
	if (has_from(s))
		g->guest_RSI += by;
	g->guest_RDI += by;
}

static ULong lines_apart(Addr a, Addr b)
{
	const ULong x = a >> sim.l1d.shift, y = b >> sim.l1d.shift;

	return x > y ? x - y : y - x;
}

/*
 * Each piece counts as a block, where Valgrind counts blocks down to stop the
 * thread: slices end only then, and some thousand long strings take seconds to
 * watch.
 */
static void count_down(VexGuestAMD64State *g, ULong pieces)
{
	const UInt left = g->host_EvC_COUNTER;

	g->host_EvC_COUNTER = pieces < left ? left - (UInt)pieces : 0;
}

static void string_run(struct access *first, VexGuestAMD64State *g, ULong stamp,
                       ULong word, struct block *b)
{
	const struct string s = unpack(word);
	struct state *state = (struct state *)((Addr)g + sim.fma_at -
	                                       offsetof(struct state, fma));
	const Addr from = g->guest_RSI, to = g->guest_RDI;
	const Bool light = sim.slices.mode == LIGHT;
	const Bool traced = sim.tracing && model_string_begin(b);
	const UInt unit = light    ? (UInt)LIGHT_PIECE
	                  : traced ? (UInt)ACCESS
	                           : (UInt)sim.g_l1d.line;
	const Long by = (Long)g->guest_DFLAG;
	ULong x = 0, y = 0, at = 0, pieces = 0;
	const ULong all = steps(&s, g, &x, &y);

	for (ULong left = all, n; left; left -= n) {
		n = piece(&s, g, left, unit);
		if (!light)
			watch(&s, g, first, (UInt)(n * s.size), stamp + at);
		move(&s, g, n);
		if (traced)
			model_string(b, (UInt)(n * s.size), (UInt)n, left / n);
		step_over(g, &s, n);
		pieces++;
		at = 2 * STAMPS * lines_apart(to, g->guest_RDI);
	}
	if (traced)
		model_string_end(b);
	state->now += at;
	if (sim.slices.n_ranges)
		count_down(g, pieces);
	if (compares(&s) && all) {
		g->guest_CC_OP = s.flags;
		g->guest_CC_DEP1 = x;
		g->guest_CC_DEP2 = y;
		g->guest_CC_NDEP = 0;
	}
	if (has_from(&s))
		count(first++, accesses(&s, from, all, by));
	count(first, accesses(&s, to, all, by));
}
#else
IRSB *string_alone(IRSB *in)
{
	return in;
}

Bool string_of(const IRDirty *d, IRExpr **load, IRExpr **store)
{
	(void)d;
	(void)load;
	(void)store;
	return False;
}

UInt string_accesses(const IRDirty *d)
{
	(void)d;
	return 0;
}

Bool string_takes(struct emit *e, const IRDirty *d)
{
	(void)e;
	(void)d;
	return False;
}
#endif
