/*
 * text_values.h - the numbers that a section's bars show, for the text report
 */
#ifndef PERFEXPERT_REPORT_TEXT_VALUES_H
#define PERFEXPERT_REPORT_TEXT_VALUES_H

#include <stddef.h>

struct assess_interval;
struct assess_section;
struct assessment;
struct err;
struct strbuf;

/*
 * report_values - append a table: each category with its parts, runtime,
 * share, samples, instructions per cycle and every event; a column an input.
 * Sampled values have their number of samples and their 95 % interval.
 */
void report_values(struct strbuf *b, const struct assessment *a,
                   const struct assess_section *s);

/*
 * report_interval - append "1.202..1.311", nothing when it is not known
 *
 * digits: of a count, "1.21e+06..1.31e+06"; 0: three decimals
 */
void report_interval(struct strbuf *b, const struct assess_interval *of,
                     int digits);

/*
 * report_formula - append the formula of category c with its inputs in input i
 *
 * Lines of plain text; nothing when the section or the category is not there.
 */
void report_formula(struct strbuf *b, const struct assessment *a,
                    const struct assess_section *s, size_t c, size_t i);

/* report_formulas - append each category's formula with its inputs */
void report_formulas(struct strbuf *b, const struct assessment *a,
                     const struct assess_section *s);

#endif
