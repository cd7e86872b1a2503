/*
 * turns.h - how much a program does from one execution of an instruction to the
 * next, in the simulated part and in the rest of a native run
 *
 * A loop's turns may do the same each, or one as much less than the one before
 * as that less than its own (triangular loops), and so on: then their number
 * tells how much there is in all, exactly. That they go on so is seen natively:
 * what takes the processor as long was about as much.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_TURNS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_EXTRAPOLATE_TURNS_H

#include <stdbool.h>
#include <stddef.h>

struct sim_turns;

enum { TURNS_POINTS = 1024 };

/* Executions in a native run, and the processor time that it had taken. */
struct turns_point {
	double count, cpu_s;
};

struct turns {
	struct turns_point v[TURNS_POINTS];
	size_t n;
	unsigned every, passed; /* of those seen one in so many is kept; since
	                         * the last of them */
};

/* turns_see - another point, later than those before */
void turns_see(struct turns *t, double count, double cpu_s);

/*
 * turns_fade - were most of count executions early in the time that these took?
 *
 * Then they are of what a program does to start, and hardly of what goes on:
 * how many are left does not tell of the rest. False where too few were seen.
 */
bool turns_fade(const struct turns *t, double count);

/*
 * turns_begin - the processor time before count executions began, in seconds
 *
 * As if the first of them had come at the pace of the others. 0 where too few
 * were seen, or where they came at once.
 */
double turns_begin(const struct turns *t, double count);

/*
 * turns_slower - how many times as long as all executions take as they would at
 * the pace of the second half of the first count of them
 *
 * Some may have come at once, as a program began. NAN where too few were seen.
 */
double turns_slower(const struct turns *t, double count);

/* All of the run by the part. */
struct turns_growth {
	double times, error; /* relative, of 95 %; NAN: not known */
	bool regular;        /* they are right, however long turns took */
};

/*
 * turns_growth - by turns, where the simulation ended just before the count-th
 * execution, and there are total natively
 *
 * work: of the last turns of the part; alike: they are, but for a little
 */
struct turns_growth turns_growth(const struct turns *t,
                                 const struct sim_turns *work, bool alike,
                                 double count, double total);

#endif
