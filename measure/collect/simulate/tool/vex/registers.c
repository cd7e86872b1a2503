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
#include "registers.h"

#if defined(VGA_amd64) && defined(SIM_DECODES)

struct code *vex_registers(struct code *in, const struct control *vex) __asm__(
	"__real_doRegisterAllocation_v3");
struct code *
registers(struct code *in,
          const struct control *vex) __asm__("__wrap_doRegisterAllocation_v3");

/* ---- backwards ---- */

/* Where a value goes at its end */
static void note_hint(struct registers *a, const struct usage *u, UInt at)
{
	if (!u->is_move || u->from >= 0)
		return;
	struct value *v = &a->value[register_index(u->from)];

	if (v->end != at)
		return;
	if (u->to < 0) {
		v->hint = a->value[register_index(u->to)].hint;
		v->reach = a->value[register_index(u->to)].reach;
	} else if (register_index(u->to) < a->vex->universe->allocable) {
		v->hint = (UChar)register_index(u->to);
	}
}

static void note_operands(struct registers *a, UInt at)
{
	struct step *s = &a->step[at];

	for (UInt k = 0; k < s->use.n; k++) {
		struct value *v = &a->value[register_index(s->use.virtual[k])];

		s->next[k] = v->next;
		v->next = (UShort)at;
		if (v->end != NEVER)
			continue;
		v->end = v->reach = (UShort)at;
		v->class = (UChar)register_class(s->use.virtual[k]);
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
		const UInt r = a->value[register_index(u->virtual[k])].reg;

		all |= r == NO_REG ? 0 : bit(r);
	}
	return all;
}

static void passed(struct registers *a, UInt at)
{
	const struct step *s = &a->step[at];

	for (UInt k = 0; k < s->use.n; k++) {
		struct value *v = &a->value[register_index(s->use.virtual[k])];

		v->next = s->next[k];
		if (s->use.mode[k] != READ)
			v->same = False;
		if (v->end == at)
			register_release(a, v);
	}
	a->reserved = s->live;
}

/* Is what is moved needed no more, and where it goes new? */
static Bool takes_over(const struct registers *a, const struct usage *u,
                       UInt at)
{
	const struct value *to = &a->value[register_index(u->to)];

	return to->reg == NO_REG && to->slot == NO_SLOT &&
	       a->value[register_index(u->from)].end == at;
}

static Bool move_values(struct registers *a, UInt at)
{
	const struct usage *u = &a->step[at].use;
	const UInt to = register_index(u->to);
	struct value *from = &a->value[register_index(u->from)];

	if (u->from == u->to)
		return True;
	if (from->reg == NO_REG && a->value[to].reg == NO_REG) {
		const UInt r =
			register_choose(a, &a->value[to], at, taken(a, u));

		register_load(a, from, a->vex->universe->reg[r]);
		register_bind(a, to, r);
		return True;
	}
	if (!takes_over(a, u, at))
		return False;
	const UInt r = from->reg;

	register_unbind(a, from);
	register_bind(a, to, r);
	return True;
}

/* To a real one: where the value is already, or from memory at once */
static Bool move_out(struct registers *a, UInt at)
{
	const struct usage *u = &a->step[at].use;
	struct value *v = &a->value[register_index(u->from)];
	const UInt r = register_index(u->to);

	if (r < a->vex->universe->allocable && (a->bound & bit(r))) {
		const UInt own = v->reg == NO_REG ? 0 : bit(v->reg);

		if (v->reg == r && v->end == at)
			return True;
		const Bool there = v->reg == r;

		register_evacuate(a, r, at, own | bit(r));
		if (there)
			return True;
	}
	if (v->reg != NO_REG)
		return False;
	register_load(a, v, u->to);
	return True;
}

/* From a real one, which can become the value's own */
static Bool move_in(struct registers *a, UInt at)
{
	const struct step *s = &a->step[at];
	const UInt r = register_index(s->use.from),
		   to = register_index(s->use.to);
	const struct value *v = &a->value[to];

	if (r >= a->vex->universe->allocable || (s->live & bit(r)) ||
	    v->reg != NO_REG || v->slot != NO_SLOT ||
	    (register_conflicts(a, at, v->reach) & bit(r)))
		return False;
	register_bind(a, to, r);
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
		struct value *v = &a->value[register_index(u->virtual[k])];

		if (u->mode[k] != READ || v->reg != NO_REG || v->end != at)
			continue;
		void *other = a->vex->in_memory(insn, u->virtual[k],
		                                (Short)register_offset(a, v));

		if (!other)
			continue;
		register_release(a, v);
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
			const UInt index = register_index(u->virtual[k]);
			struct value *v = &a->value[index];

			if (v->reg != NO_REG ||
			    (u->mode[k] == WRITE) != (pass == 1))
				continue;
			const UInt r =
				register_choose(a, v, at, taken(a, u) | real);

			register_bind(a, index, r);
			if (u->mode[k] != WRITE)
				register_load(a, v, a->vex->universe->reg[r]);
		}
	}
	for (UInt k = 0; k < u->n; k++) {
		map->from[k] = u->virtual[k];
		map->to[k] =
			a->vex->universe->reg
				[a->value[register_index(u->virtual[k])].reg];
	}
	map->n = (Int)u->n;
}

static void emit_ours(void *a, void *insn)
{
	register_emit(a, insn);
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
		if (register_is_long(v))
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
		operand = number_of(
			a, a->value[register_index(s->use.virtual[0])].reg);
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
			register_evacuate(a, (UInt)__builtin_ctz(rest), at,
			                  taken(a, u) | real);
		if (u->n) {
			insn = read_in_memory(a, at, insn);
			place_operands(a, at, &map);
			a->vex->map(&map, insn, a->vex->wide);
		}
		register_emit(a, insn);
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
	static struct registers *registers; /* scratch */

	if (!registers)
		registers = forever(sizeof *registers);
	struct registers *a = registers;

	if (!a->vex) {
		for (UInt r = 0; r < vex->universe->allocable; r++)
			a->of_class[register_class(vex->universe->reg[r])] |=
				bit(r);
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
