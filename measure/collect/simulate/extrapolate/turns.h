/*
 * turns.h - how much a program does from one execution of an instruction to the
 * next, in the simulated part and in the rest of a native run
 *
 * The work of a loop's turns may be constant, or change by a constant step from
 * one to the next (triangular loops), and so on: then the number of turns gives
 * the whole work exactly. That the rule holds to the end is checked natively:
 * equal processor time is taken for about equal work.
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
 * Then they belong to the program's start, and the number that is left says
 * nothing about the rest. False where too few were seen.
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
