/*
 * report_values.h - the numbers behind a section's bars, for the text report
 */
#ifndef PERFEXPERT_DIAGNOSE_REPORT_VALUES_H
#define PERFEXPERT_DIAGNOSE_REPORT_VALUES_H

#include <stddef.h>

struct assess_section;
struct assessment;
struct err;
struct strbuf;

/*
 * report_values - append a table: each category with its parts, runtime,
 * share, samples, instructions per cycle and every event; a column an input
 */
void report_values(struct strbuf *b, const struct assessment *a,
                   const struct assess_section *s);

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
