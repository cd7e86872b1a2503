/*
 * perfexpert-sim: an L3 cache that is shared with others, for the timing model
 *
 * Copyright (C) 2026 The PerfExpert authors
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "measure/collect/simulate/tool/memory/cache.h"
#include "model.h"

/*
 * The L3 cache whose misses are counted belongs to the program alone. This is a
 * second one, into which other programs bring lines, too, evenly over its sets.
 * Time is the model's: ticks for a stamp in its bursts, without the cost of the
 * others. With that cost, the model has two self-sustaining states: a program
 * that has lost its lines is slow, and loses them again before it returns to
 * them. (A chase through 8 MB takes 53 cycles a load where others bring 50
 * lines in a microsecond; the model then gave 240, as it begins with an empty
 * cache.) A set is brought up to date when it is looked at: each line that
 * others brought since takes one of its ways. A line of the program takes one
 * as well, which may be theirs: who brings more has more. Pages are anywhere in
 * memory, so some sets have more of their lines than others.
 *
 * The ways are three groups by age. A new line takes a random place of the
 * youngest, whose line moves to the next group, and so on: recently used lines
 * are rarely evicted. Measured on a processor with a shared L3: after a
 * quarter, half, one and a half and twice the half-life of lines, 4, 18, 81 and
 * 95 % of them are gone. This model gives 3, 15, 76 and 90 %; random
 * replacement in the whole set would give 16, 29, 65 and 75 %.
 */

enum {
	FRACTION = 8,      /* bits of a rate */
	USUAL = TICKS / 2, /* ticks for a stamp, before any burst */
	PAGE_BITS = 12,
	AGES = N_AGES,
	AGE_BITS = 8, /* of a random number, for each of them */
};

/* The brief tag of a line of others; the program's have an address below. */
#define THEIRS (~0u)

void others_init(void)
{
	struct others *o = &sim.others;

	o->ticks = sim.model->n.l3_others;
	o->on = o->ticks && !sim.g_l3.none;
	if (!o->on)
		return;
	level_init(&o->level, &sim.g_l3, False);
	o->seen = VG_(calloc)("sim.others", o->level.sets, sizeof *o->seen);
	o->ticks *= o->level.sets;
	for (UInt age = 0; age <= AGES; age++)
		o->group[age] = (UInt)(age * o->level.ways / AGES);
	o->rate = USUAL << FRACTION;
}

static ULong lines_until(ULong stamp)
{
	struct others *o = &sim.others;

	/* of two threads, the other one's may be earlier */
	if (stamp > o->stamp) {
		o->time += (stamp - o->stamp) * o->rate >> FRACTION;
		o->stamp = stamp;
	}
	return o->time / o->ticks;
}

/* Where the system may have put a page; Knuth's multiplication. */
static Addr placed(Addr addr)
{
	const ULong page = (addr >> PAGE_BITS) * 0x9e3779b97f4a7c15ULL;

	return addr ^ (page >> 32 << PAGE_BITS);
}

#define FACTOR 6364136223846793005ULL
#define SUMMAND 1442695040888963407ULL

static UInt next_random(void)
{
	struct others *o = &sim.others;

	o->random = o->random * FACTOR + SUMMAND;
	return (UInt)(o->random >> 32);
}

/* As many numbers as that are not looked at: two steps are one of the same kind
 */
static void pass_over(ULong n)
{
	ULong factor = FACTOR, summand = SUMMAND, random = sim.others.random;

	for (; n; n >>= 1) {
		if (n & 1)
			random = random * factor + summand;
		summand *= factor + 1;
		factor *= factor;
	}
	sim.others.random = random;
}

/* Ways are filled from the first on. */
static ULong first_empty(const struct level *l, const UInt *set)
{
	ULong i = l->ways;

	if (set[i - 1])
		return i;
	while (i && !set[i - 1])
		i--;
	return i;
}

/*
 * A line comes into a set. The line that it displaces moves to the next age
 * group, and so on, up to an empty way if there is one.
 */
static void enter(UInt *set, ULong empty, UInt brief)
{
	const struct others *o = &sim.others;
	UInt random = next_random();

	for (UInt age = 0; age < AGES; age++) {
		const UInt from = o->group[age], to = o->group[age + 1];
		ULong way = from + ((random & 255) * (to - from) >> AGE_BITS);

		if (from == to)
			continue;
		if (empty < to)
			way = empty;
		const UInt goes = set[way];

		set[way] = brief;
		if (empty < to)
			return;
		brief = goes;
		random >>= AGE_BITS;
	}
}

/* A set in which all is theirs stays so. */
static Bool all_theirs(const struct level *l, const UInt *set)
{
	UInt other = 0;

	for (ULong i = 0; i < l->ways; i++)
		other |= set[i] ^ THEIRS;
	return !other;
}

static void bring_up_to_date(Addr addr, ULong stamp)
{
	enum { AT_ONCE = 16 };

	struct others *o = &sim.others;
	struct level *l = &o->level;
	UInt *set = level_set(l, addr >> l->shift);
	UInt *seen = &o->seen[(ULong)(set - l->set) / l->stride];
	const UInt now = (UInt)lines_until(stamp);
	/* none is left after eight times as many as there are ways */
	const ULong most = 8 * l->ways, new = now - *seen;
	const ULong came = new < most ? new : most;

	*seen = now;
	for (ULong i = 0; i < came; i++) {
		if (i % AT_ONCE == 0 && all_theirs(l, set)) {
			pass_over(came - i);
			return;
		}
		enter(set, first_empty(l, set), THEIRS);
	}
}

/* A line that is not in L2 is asked for. */
Bool others_hit(Addr addr, ULong stamp)
{
	struct level *l = &sim.others.level;
	const ULong tag = placed(addr) >> l->shift;
	const UInt brief = level_brief(l, tag);
	UInt *set = level_set(l, tag);

	bring_up_to_date(placed(addr), stamp);
	const UInt way = search(set, brief, l->stride);

	/* one that is there leaves its place, as far as others move */
	enter(set, way ? way - 1 : first_empty(l, set), brief);
	return way != 0;
}

/* Is it there, to the last stamp that is known? */
Bool others_have(Addr addr)
{
	addr = placed(addr);
	bring_up_to_date(addr, sim.others.stamp);
	return level_has(&sim.others.level, addr);
}

/* Lines that only the others pushed out were waited for. */
void others_cost(ULong ticks)
{
	sim.others.cost += ticks;
}

/* What a burst took: the rate follows, by a quarter. */
void others_rate(ULong ticks, ULong stamps)
{
	struct others *o = &sim.others;
	const ULong own = ticks > o->cost ? ticks - o->cost : 0;

	o->cost = 0;
	if (!o->on || !stamps)
		return;
	o->rate = (3 * o->rate + (own << FRACTION) / stamps) / 4;
}
