/*
 * bar.h - the bars of the assessment: how bad, without a number
 *
 * Ten characters for each good-CPI threshold, at least 1 and at most 51, so
 * that a bar ends below the word of the scale that says how bad it is.
 */
#ifndef PERFEXPERT_DIAGNOSE_BAR_H
#define PERFEXPERT_DIAGNOSE_BAR_H

#include <stddef.h>

#include "arch/bar_scale.h"

struct strbuf;

extern const char bar_scale[]; /* BAR_MAX characters, "great.....good..." */

/* The words of the scale; each begins below its first character. */
enum bar_rating {
	BAR_GREAT,
	BAR_GOOD,
	BAR_OKAY,
	BAR_BAD,
	BAR_PROBLEMATIC,
	BAR_UNKNOWN
};

/*
 * bar_length - characters of a value's bar; 0 when it was not measured
 *
 *      value * 10 / good, to the nearest, within 1 and 51
 *
 * Unit:   value and good in cycles per instruction
 * Source: PerfExpert, SC'10, sec. II.C and Figs 2 to 9, whose runtimes show
 *         that the scale is linear from zero and ends at 51. They don't show
 *         how a bar is rounded; PerfExpert 3.1 rounds to the nearest.
 */
size_t bar_length(double value, double good);

/*
 * bar_render - append the bar of one value, or of two compared
 *
 * Of two: what both have as '>', then how much longer the longer one is as
 * '1' or '2', the number of the worse input. Nothing where n is 0 or no value
 * was measured; a value that was not measured takes no part.
 */
void bar_render(struct strbuf *b, const double *values, const double *good,
                size_t n);

/* bar_rating - the word that a value's bar ends at; BAR_UNKNOWN for NAN */
enum bar_rating bar_rating(double value, double good);

/* bar_rating_name - "great", ..., "not measured" */
const char *bar_rating_name(enum bar_rating rating);

#endif
