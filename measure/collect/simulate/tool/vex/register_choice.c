/*
 * perfexpert-sim: which register a value gets, and which value goes to memory
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "registers.h"

#if defined(VGA_amd64) && defined(SIM_DECODES)

void register_emit(struct registers *a, void *insn)
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

Bool register_is_long(const struct value *v)
{
	return v->class == CLASS_VECTOR || v->class == CLASS_FLOAT;
}

static void slot_take(struct registers *a, struct value *v)
{
	const Bool two = register_is_long(v);

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
			~((register_is_long(v) ? 3ULL : 1ULL) << v->slot % 64);
	v->slot = NO_SLOT;
}

Int register_offset(const struct registers *a, const struct value *v)
{
	/* after the guest state and its two shadows */
	return (Int)(3 * a->vex->guest_size + 8u * v->slot);
}

/* ---- registers ---- */

void register_bind(struct registers *a, UInt index, UInt r)
{
	a->value[index].reg = (UChar)r;
	a->owner[r] = (UShort)index;
	a->bound |= bit(r);
}

void register_unbind(struct registers *a, struct value *v)
{
	if (v->reg != NO_REG)
		a->bound &= ~bit(v->reg);
	v->reg = NO_REG;
}

void register_release(struct registers *a, struct value *v)
{
	register_unbind(a, v);
	slot_give(a, v);
}

static void to_memory(struct registers *a, struct value *v)
{
	void *first = NULL, *second = NULL;

	if (!v->same) {
		if (v->slot == NO_SLOT)
			slot_take(a, v);
		a->vex->spill(&first, &second, a->vex->universe->reg[v->reg],
		              register_offset(a, v), a->vex->wide);
		register_emit(a, first);
		register_emit(a, second);
		v->same = True;
	}
	register_unbind(a, v);
}

void register_load(struct registers *a, const struct value *v, reg to)
{
	void *first = NULL, *second = NULL;

	tl_assert(v->slot != NO_SLOT);
	a->vex->reload(&first, &second, to, register_offset(a, v),
	               a->vex->wide);
	register_emit(a, first);
	register_emit(a, second);
}

UInt register_conflicts(const struct registers *a, UInt at, UInt end)
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

UInt register_choose(struct registers *a, const struct value *v, UInt at,
                     UInt not )
{
	const UInt all = a->of_class[v->class] & ~a->reserved & ~not ;
	const UInt free = all & ~a->bound;
	UInt until;

	if (!free)
		return make_free(a, all);
	if (v->hint != NO_REG && (free & bit(v->hint)) &&
	    !(register_conflicts(a, at, v->reach - 1u) & bit(v->hint)))
		return v->hint;
	const UInt lasting = free & ~register_conflicts(a, at, v->reach);

	return lasting ? first_of(a, lasting)
	               : last_needed(a, at, free, &until);
}

void register_evacuate(struct registers *a, UInt r, UInt at, UInt not )
{
	const UInt index = a->owner[r];
	struct value *v = &a->value[index];
	const struct universe *u = a->vex->universe;
	const UInt free =
		a->of_class[v->class] & ~a->reserved & ~not &~a->bound;
	const UInt lasting =
		free ? free & ~register_conflicts(a, at, v->reach) : 0;
	UInt until = NEVER, to = NO_REG;

	if (lasting)
		to = first_of(a, lasting);
	else if (free)
		to = last_needed(a, at, free, &until);
	if (to == NO_REG || until <= v->next) {
		to_memory(a, v);
		return;
	}
	register_emit(a, a->vex->move(u->reg[r], u->reg[to], a->vex->wide));
	register_unbind(a, v);
	register_bind(a, index, to);
}
#endif
