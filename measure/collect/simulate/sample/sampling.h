/*
 * sampling.h - the numbers by which a simulated pass ends early: sampling.def
 *
 * They are constant, but in what is compiled with SAMPLING_TRIAL: there the
 * environment variable SAMPLING gives one of them another value, as in
 * "windows=6" (bench/constants.sh).
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_SAMPLING_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_SAMPLE_SAMPLING_H

#include <stddef.h>

struct sampling {
#define NUMBER(name, value, unit, what, by) double name;
#include "sampling.def"
#undef NUMBER
};

#ifdef SAMPLING_TRIAL
extern struct sampling sampling;
#else
extern const struct sampling sampling;
#endif

/* As text, in the order of the file */
struct sampling_number {
	const char *name;
	double value;
	const char *unit, *what, *by;
};
extern const struct sampling_number sampling_numbers[];
extern const size_t sampling_nnumbers;

#endif
