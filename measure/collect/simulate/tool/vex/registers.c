/*
 * perfexpert-sim: which registers translated code uses
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The linker gives VEX this in place of its own (see Makefile.inc), which takes
 * a fifth of the time that programs take to start. One walk backwards finds
 * when each value is used next, and for the last time; one walk forwards gives
 * it a register that nobody else needs until then, if there is one. Where none
 * is left, the value that is not needed for the longest time goes to memory.
 * What is moved to a register for a call is in it from the beginning if that
 * can be. What pieces.h adds is written here, too.
 *
 * Source: L. A. Belady, IBM Systems Journal 5, 1966 (who goes); M. Poletto and
 * V. Sarkar, ACM TOPLAS 21, 1999 (one walk)
 */
#include "pieces.h"

#if defined(VGA_amd64) && defined(SIM_DECODES)
#include "libvex.h"

enum {
	MOST_OPERANDS = 5,
	MOST_REGS = 64,
	MOST_MAPPED = 6,
	MOST_STEPS = 15000, /* VEX's own limit */
	NO_REG = 0xff,
	NO_SLOT = 0xffff,
	NEVER = 0xffff,
	SLOTS = LibVEX_N_SPILL_BYTES / 8,
	WORDS = SLOTS / 64,
	INDEX = 0xfffff,   /* of a register, in its number, .. */
	NUMBER_SHIFT = 20, /* .. the processor's, .. */
	CLASS_SHIFT = 27,  /* .. its class, .. */
	CLASS_MASK = 15,
	CLASSES = 16,
	CLASS_FLOAT = 6, /* both of 16 bytes in memory */
	CLASS_VECTOR = 8,
};

/* ---- VEX's interface (host_generic_regs.h), since Valgrind 3.14; its headers
 * for tools do not have it. A virtual register is one without a sign. ---- */

enum mode { READ, WRITE, MODIFY };

typedef Int reg; /* below 0: virtual */

struct usage {
	ULong read, written;
	reg virtual[MOST_OPERANDS];
	UInt mode[MOST_OPERANDS];
	UInt n;
	Bool is_move;
	reg from, to;
	Bool unused;
};

struct remap {
	reg from[MOST_MAPPED], to[MOST_MAPPED];
	Int n;
};

struct code {
	void **insn;
	Int room, n, n_virtual;
};

struct universe {
	UInt n, allocable; /* which come first */
	reg reg[MOST_REGS];
};

struct control {
	const struct universe *universe;
	void (*usage)(struct usage *use, const void *insn, Bool wide);
	void (*map)(struct remap *map, void *insn, Bool wide);
	void (*spill)(void **first, void **second, reg from, Int at, Bool wide);
	void (*reload)(void **first, void **second, reg to, Int at, Bool wide);
	void *(*move)(reg from, reg to, Bool wide);
	void *(*in_memory)(void *insn, reg which, Short at);
	UInt guest_size;
	void *print[2];
	Bool wide;
};

struct code *vex_registers(struct code *in, const struct control *vex) __asm__(
	"__real_doRegisterAllocation_v3");
struct code *
registers(struct code *in,
          const struct control *vex) __asm__("__wrap_doRegisterAllocation_v3");

/* ---- state ---- */

struct step {
	struct usage use;
	UShort next[MOST_OPERANDS]; /* step that has this operand again */
	UInt live;                  /* real ones that are read later */
	UInt piece;                 /* the piece that it is, or NO_PIECE */
	UInt calls;                 /* .. which may call: it changes these */
	Bool gone;                  /* it needs no code */
	UInt event;                 /* the next step with any real one */
};

struct value {
	UShort end;   /* the last step that has it, */
	UShort reach; /* .. or those that it is moved to then */
	UShort next;  /* the next step that has it */
	UShort slot;  /* in memory, or NO_SLOT */
	UChar reg;
	UChar hint; /* where it goes at its end, or NO_REG */
	Bool same;  /* in memory, too */
	UChar class;
};

/* Sets of registers are bits, by their index. */
struct registers {
	const struct control *vex;
	struct step *step;
	UInt room_steps, n;
	struct value *value;
	UInt room_values;
	struct code out;
	UInt of_class[CLASSES];
	UInt touched; /* by any step as real ones */
	UInt bound, reserved, allocable;
	UShort owner[32]; /* of those that are bound */
	ULong slots[WORDS];
};

static UInt bit(UInt r)
{
	return 1u << r % 32;
}

static UInt index_of(reg r)
{
	return (UInt)r & INDEX;
}

static UInt class_of(reg r)
{
	return (UInt)r >> CLASS_SHIFT & CLASS_MASK;
}

static void emit(struct registers *a, void *insn)
{
	if (!insn)
		return;
	if (a->out.n == a->out.room) {
		a->out.room = 2 * a->out.room + 1024;
		a->out.insn =
			VG_(realloc)("sim.registers", a->out.insn,
		                     (SizeT)a->out.room * sizeof *a->out.insn);
	}
	a->out.insn[a->out.n++] = insn;
}

/* ---- memory ---- */

static Bool is_long(const struct value *v)
{
	return v->class == CLASS_VECTOR || v->class == CLASS_FLOAT;
}

static void slot_take(struct registers *a, struct value *v)
{
	const Bool two = is_long(v);

	for (UInt w = 0; w < WORDS; w++) {
		ULong free = ~a->slots[w];

		if (two)
			free &= free >> 1 & 0x5555555555555555ULL;
		if (!free)
			continue;
		const UInt at = (UInt)__builtin_ctzll(free);

		a->slots[w] |= (two ? 3ULL : 1ULL) << at;
		v->slot = (UShort)(64 * w + at);
		return;
	}
	VG_(tool_panic)("perfexpert-sim: a block with too many values");
}

static void slot_give(struct registers *a, struct value *v)
{
	if (v->slot != NO_SLOT)
		a->slots[v->slot / 64] &=
			~((is_long(v) ? 3ULL : 1ULL) << v->slot % 64);
	v->slot = NO_SLOT;
}

static Int offset_of(const struct registers *a, const struct value *v)
{
	/* after the guest state and its two shadows */
	return (Int)(3 * a->vex->guest_size + 8u * v->slot);
}

/* ---- registers ---- */

static void bind(struct registers *a, UInt index, UInt r)
{
	a->value[index].reg = (UChar)r;
	a->owner[r] = (UShort)index;
	a->bound |= bit(r);
}

static void unbind(struct registers *a, struct value *v)
{
	if (v->reg != NO_REG)
		a->bound &= ~bit(v->reg);
	v->reg = NO_REG;
}

static void release(struct registers *a, struct value *v)
{
	unbind(a, v);
	slot_give(a, v);
}

static void to_memory(struct registers *a, struct value *v)
{
	void *first = NULL, *second = NULL;

	if (!v->same) {
		if (v->slot == NO_SLOT)
			slot_take(a, v);
		a->vex->spill(&first, &second, a->vex->universe->reg[v->reg],
		              offset_of(a, v), a->vex->wide);
		emit(a, first);
		emit(a, second);
		v->same = True;
	}
	unbind(a, v);
}

static void from_memory(struct registers *a, const struct value *v, reg to)
{
	void *first = NULL, *second = NULL;

	tl_assert(v->slot != NO_SLOT);
	a->vex->reload(&first, &second, to, offset_of(a, v), a->vex->wide);
	emit(a, first);
	emit(a, second);
}

/* Which others need as real ones after a step, up to another one. */
static UInt conflicts(const struct registers *a, UInt at, UInt end)
{
	UInt all = 0;

	for (UInt e = a->step[at].event; e <= end; e = a->step[e].event) {
		all |= (UInt)(a->step[e].use.read | a->step[e].use.written);
		if ((all & a->touched) == a->touched)
			break;
	}
	return all;
}

/* Of some registers the one that is needed as a real one last; when: *until */
static UInt last_needed(const struct registers *a, UInt at, UInt some,
                        UInt *until)
{
	UInt e = a->step[at].event;

	for (; e != NEVER; e = a->step[e].event) {
		const UInt gone =
			(UInt)(a->step[e].use.read | a->step[e].use.written);

		if (!(some & ~gone))
			break;
		some &= ~gone;
	}
	*until = e;
	return (UInt)__builtin_ctz(some);
}

/* Those that calls need anyway come first. */
static UInt first_of(const struct registers *a, UInt some)
{
	const UInt often = some & a->touched;

	return (UInt)__builtin_ctz(often ? often : some);
}

/* Who is not needed for the longest time goes. */
static UInt make_free(struct registers *a, UInt some)
{
	UInt best = NO_REG, latest = 0;

	for (UInt rest = some & a->bound; rest; rest &= rest - 1) {
		const UInt r = (UInt)__builtin_ctz(rest);
		const struct value *v = &a->value[a->owner[r]];
		/* what is in memory already, a little earlier */
		const UInt next = v->next + 2u * v->same;

		if (best == NO_REG || next > latest) {
			best = r;
			latest = next;
		}
	}
	tl_assert(best != NO_REG);
	to_memory(a, &a->value[a->owner[best]]);
	return best;
}

/* A register for a value, but none of some. */
static UInt choose(struct registers *a, const struct value *v, UInt at,
                   UInt not )
{
	const UInt all = a->of_class[v->class] & ~a->reserved & ~not ;
	const UInt free = all & ~a->bound;
	UInt until;

	if (!free)
		return make_free(a, all);
	if (v->hint != NO_REG && (free & bit(v->hint)) &&
	    !(conflicts(a, at, v->reach - 1u) & bit(v->hint)))
		return v->hint;
	const UInt lasting = free & ~conflicts(a, at, v->reach);

	return lasting ? first_of(a, lasting)
	               : last_needed(a, at, free, &until);
}

/* A value goes from a register that is needed otherwise, to none of some. */
static void evacuate(struct registers *a, UInt r, UInt at, UInt not )
{
	const UInt index = a->owner[r];
	struct value *v = &a->value[index];
	const struct universe *u = a->vex->universe;
	const UInt free =
		a->of_class[v->class] & ~a->reserved & ~not &~a->bound;
	const UInt lasting = free ? free & ~conflicts(a, at, v->reach) : 0;
	UInt until = NEVER, to = NO_REG;

	if (lasting)
		to = first_of(a, lasting);
	else if (free)
		to = last_needed(a, at, free, &until);
	if (to == NO_REG || until <= v->next) {
		to_memory(a, v);
		return;
	}
	emit(a, a->vex->move(u->reg[r], u->reg[to], a->vex->wide));
	unbind(a, v);
	bind(a, index, to);
}

/* ---- backwards ---- */

/* Where a value goes at its end */
static void note_hint(struct registers *a, const struct usage *u, UInt at)
{
	if (!u->is_move || u->from >= 0)
		return;
	struct value *v = &a->value[index_of(u->from)];

	if (v->end != at)
		return;
	if (u->to < 0) {
		v->hint = a->value[index_of(u->to)].hint;
		v->reach = a->value[index_of(u->to)].reach;
	} else if (index_of(u->to) < a->vex->universe->allocable) {
		v->hint = (UChar)index_of(u->to);
	}
}

static void note_operands(struct registers *a, UInt at)
{
	struct step *s = &a->step[at];

	for (UInt k = 0; k < s->use.n; k++) {
		struct value *v = &a->value[index_of(s->use.virtual[k])];

		s->next[k] = v->next;
		v->next = (UShort)at;
		if (v->end != NEVER)
			continue;
		v->end = v->reach = (UShort)at;
		v->class = (UChar)class_of(s->use.virtual[k]);
	}
}

static void walk_back(struct registers *a)
{
	UInt live = 0, event = NEVER;

	a->touched = 0;
	for (UInt i = a->n; i-- > 0;) {
		struct step *s = &a->step[i];
		const struct usage *u = &s->use;

		note_operands(a, i);
		s->live = live;
		s->event = event;
		note_hint(a, u, i);
		const UInt read = (UInt)u->read, written = (UInt)u->written;

		if (read | written) {
			live = (live & ~written) | read;
			event = i;
			a->touched |= read | written;
		}
	}
}

/* ---- forwards ---- */

static UInt taken(const struct registers *a, const struct usage *u)
{
	UInt all = 0;

	for (UInt k = 0; k < u->n; k++) {
		const UInt r = a->value[index_of(u->virtual[k])].reg;

		all |= r == NO_REG ? 0 : bit(r);
	}
	return all;
}

static void passed(struct registers *a, UInt at)
{
	const struct step *s = &a->step[at];

	for (UInt k = 0; k < s->use.n; k++) {
		struct value *v = &a->value[index_of(s->use.virtual[k])];

		v->next = s->next[k];
		if (s->use.mode[k] != READ)
			v->same = False;
		if (v->end == at)
			release(a, v);
	}
	a->reserved = s->live;
}

/* Is what is moved needed no more, and where it goes new? */
static Bool takes_over(const struct registers *a, const struct usage *u,
                       UInt at)
{
	const struct value *to = &a->value[index_of(u->to)];

	return to->reg == NO_REG && to->slot == NO_SLOT &&
	       a->value[index_of(u->from)].end == at;
}

static Bool move_values(struct registers *a, UInt at)
{
	const struct usage *u = &a->step[at].use;
	const UInt to = index_of(u->to);
	struct value *from = &a->value[index_of(u->from)];

	if (u->from == u->to)
		return True;
	if (from->reg == NO_REG && a->value[to].reg == NO_REG) {
		const UInt r = choose(a, &a->value[to], at, taken(a, u));

		from_memory(a, from, a->vex->universe->reg[r]);
		bind(a, to, r);
		return True;
	}
	if (!takes_over(a, u, at))
		return False;
	const UInt r = from->reg;

	unbind(a, from);
	bind(a, to, r);
	return True;
}

/* To a real one: where the value is already, or from memory at once */
static Bool move_out(struct registers *a, UInt at)
{
	const struct usage *u = &a->step[at].use;
	struct value *v = &a->value[index_of(u->from)];
	const UInt r = index_of(u->to);

	if (r < a->vex->universe->allocable && (a->bound & bit(r))) {
		const UInt own = v->reg == NO_REG ? 0 : bit(v->reg);

		if (v->reg == r && v->end == at)
			return True;
		const Bool there = v->reg == r;

		evacuate(a, r, at, own | bit(r));
		if (there)
			return True;
	}
	if (v->reg != NO_REG)
		return False;
	from_memory(a, v, u->to);
	return True;
}

/* From a real one, which can become the value's own */
static Bool move_in(struct registers *a, UInt at)
{
	const struct step *s = &a->step[at];
	const UInt r = index_of(s->use.from), to = index_of(s->use.to);
	const struct value *v = &a->value[to];

	if (r >= a->vex->universe->allocable || (s->live & bit(r)) ||
	    v->reg != NO_REG || v->slot != NO_SLOT ||
	    (conflicts(a, at, v->reach) & bit(r)))
		return False;
	bind(a, to, r);
	return True;
}

/* True when the move needs no code. */
static Bool is_moved(struct registers *a, UInt at)
{
	const struct usage *u = &a->step[at].use;

	if (!u->is_move)
		return False;
	if (u->from < 0)
		return u->to < 0 ? move_values(a, at) : move_out(a, at);
	return u->to < 0 && move_in(a, at);
}

/* A value that is only read, and never again, can be an operand in memory. */
static void *read_in_memory(struct registers *a, UInt at, void *insn)
{
	struct usage *u = &a->step[at].use;

	if (u->n > 2 || !a->vex->in_memory)
		return insn;
	for (UInt k = 0; k < u->n; k++) {
		struct value *v = &a->value[index_of(u->virtual[k])];

		if (u->mode[k] != READ || v->reg != NO_REG || v->end != at)
			continue;
		void *other = a->vex->in_memory(insn, u->virtual[k],
		                                (Short)offset_of(a, v));

		if (!other)
			continue;
		release(a, v);
		u->n--;
		if (!k) {
			u->virtual[0] = u->virtual[1];
			u->mode[0] = u->mode[1];
			a->step[at].next[0] = a->step[at].next[1];
		}
		return other;
	}
	return insn;
}

static void place_operands(struct registers *a, UInt at, struct remap *map)
{
	const struct usage *u = &a->step[at].use;
	const UInt real = (UInt)(u->read | u->written);

	for (UInt pass = 0; pass < 2; pass++) {
		for (UInt k = 0; k < u->n; k++) {
			const UInt index = index_of(u->virtual[k]);
			struct value *v = &a->value[index];

			if (v->reg != NO_REG ||
			    (u->mode[k] == WRITE) != (pass == 1))
				continue;
			const UInt r = choose(a, v, at, taken(a, u) | real);

			bind(a, index, r);
			if (u->mode[k] != WRITE)
				from_memory(a, v, a->vex->universe->reg[r]);
		}
	}
	for (UInt k = 0; k < u->n; k++) {
		map->from[k] = u->virtual[k];
		map->to[k] =
			a->vex->universe
				->reg[a->value[index_of(u->virtual[k])].reg];
	}
	map->n = (Int)u->n;
}

static void emit_ours(void *a, void *insn)
{
	emit(a, insn);
}

/* The processor's number of a register */
static UChar number_of(const struct registers *a, UInt r)
{
	return (UChar)((UInt)a->vex->universe->reg[r] >> NUMBER_SHIFT & 127);
}

/* Values that live on in registers that a call may change */
static struct kept kept_by(const struct registers *a, UInt at)
{
	const struct step *s = &a->step[at];
	struct kept k = { .n = 0 };

	for (UInt rest = a->bound & s->calls; rest; rest &= rest - 1) {
		const UInt r = (UInt)__builtin_ctz(rest);
		const struct value *v = &a->value[a->owner[r]];

		if (v->end == at)
			continue;
		if (is_long(v))
			k.vector[k.n_vectors++] = number_of(a, r);
		else
			k.reg[k.n++] = number_of(a, r);
	}
	return k;
}

static void do_piece(struct registers *a, UInt at)
{
	const struct step *s = &a->step[at];
	struct remap map;
	UInt operand = 0;

	place_operands(a, at, &map);
	if (s->use.n)
		operand =
			number_of(a, a->value[index_of(s->use.virtual[0])].reg);
	const struct kept kept = kept_by(a, at);

	piece_write(s->piece, operand, &kept, emit_ours, a);
	passed(a, at);
}

static void do_step(struct registers *a, UInt at, void *insn)
{
	const struct usage *u = &a->step[at].use;
	const UInt real = (UInt)(u->read | u->written);
	struct remap map;

	if (!is_moved(a, at)) {
		for (UInt rest = (UInt)u->written & a->bound; rest;
		     rest &= rest - 1)
			evacuate(a, (UInt)__builtin_ctz(rest), at,
			         taken(a, u) | real);
		if (u->n) {
			insn = read_in_memory(a, at, insn);
			place_operands(a, at, &map);
			a->vex->map(&map, insn, a->vex->wide);
		}
		emit(a, insn);
	}
	passed(a, at);
}

/* ---- set-up ---- */

static void make_room(struct registers *a, UInt n, UInt n_values)
{
	if (n > a->room_steps) {
		a->room_steps = 2 * n;
		a->step = VG_(realloc)("sim.registers", a->step,
		                       a->room_steps * sizeof *a->step);
	}
	if (n_values > a->room_values) {
		a->room_values = 2 * n_values;
		a->value = VG_(realloc)("sim.registers", a->value,
		                        a->room_values * sizeof *a->value);
	}
	a->n = n;
	for (UInt i = 0; i < n_values; i++)
		a->value[i] = (struct value){ NEVER,  NEVER,  NEVER, NO_SLOT,
			                      NO_REG, NO_REG, False, 0 };
}

/* A call that is a piece needs only its operand, which the move before it
 * has. */
static void see_piece(struct registers *a, UInt at, UInt piece)
{
	struct step *s = &a->step[at];
	struct usage *before = at ? &a->step[at - 1].use : NULL;

	s->piece = piece;
	s->calls = (UInt)s->use.written;
	s->use = (struct usage){ .n = 0 };
	if (!piece_get(piece)->operand)
		return;
	tl_assert(before && before->is_move && before->from < 0);
	s->use.n = 1;
	s->use.virtual[0] = before->from;
	s->use.mode[0] = READ;
	*before = (struct usage){ .n = 0 };
	a->step[at - 1].gone = True;
}

/*
 * What loads a scalar into a vector register goes over the stack, with VEX: a
 * push, a load, and the stack pointer. One load does it.
 */
static void see_load(struct registers *a, struct code *in, UInt at)
{
	const struct control *vex = a->vex;
	struct step *last = &a->step[at];

	if (at < 2 || last->use.n || last[-1].use.n != 1 ||
	    last[-1].use.mode[0] != WRITE)
		return;
	void *load = load_at_once(in->insn[at - 2], in->insn[at - 1],
	                          in->insn[at], last[-1].use.virtual[0]);

	if (!load)
		return;
	in->insn[at - 1] = load;
	vex->usage(&last[-1].use, load, vex->wide);
	last[-1].use.read &= a->allocable;
	last[-1].use.written &= a->allocable;
	for (UInt i = 0; i < 2; i++) {
		struct step *s = i ? last : last - 2;

		s->use = (struct usage){ .n = 0 };
		s->gone = True;
	}
}

static void see_steps(struct registers *a, struct code *in)
{
	const struct control *vex = a->vex;
	const UInt all = a->allocable;

	for (UInt i = 0; i < a->n; i++) {
		struct step *s = &a->step[i];
		const UInt piece = piece_of(in->insn[i]);

		vex->usage(&s->use, in->insn[i], vex->wide);
		s->use.read &= all;
		s->use.written &= all;
		s->piece = NO_PIECE;
		s->gone = False;
		if (piece != NO_PIECE)
			see_piece(a, i, piece);
		else
			see_load(a, in, i);
	}
}

static struct registers *begin(const struct control *vex)
{
	if (!sim.registers)
		sim.registers = forever(sizeof *sim.registers);
	struct registers *a = sim.registers;

	if (!a->vex) {
		for (UInt r = 0; r < vex->universe->allocable; r++)
			a->of_class[class_of(vex->universe->reg[r])] |= bit(r);
	}
	a->vex = vex;
	a->bound = a->reserved = 0;
	a->allocable = (UInt)((1ULL << vex->universe->allocable) - 1);
	a->out.n = 0;
	return a;
}

struct code *registers(struct code *in, const struct control *vex)
{
	if (in->n > MOST_STEPS || in->n_virtual >= NEVER ||
	    vex->universe->allocable > 32)
		return vex_registers(in, vex);
	struct registers *a = begin(vex);

	make_room(a, (UInt)in->n, (UInt)in->n_virtual);
	see_steps(a, in);
	walk_back(a);
	for (UInt i = 0; i < a->n; i++) {
		if (a->step[i].piece != NO_PIECE)
			do_piece(a, i);
		else if (a->step[i].gone)
			passed(a, i);
		else
			do_step(a, i, in->insn[i]);
	}
	pieces_write_rest(emit_ours, a);
	tl_assert(!a->bound);
	a->out.n_virtual = in->n_virtual;
	return &a->out;
}
#endif
