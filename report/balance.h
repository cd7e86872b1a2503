/*
 * balance.h - how evenly threads and ranks share the work, as text, JSON, HTML
 */
#ifndef PERFEXPERT_REPORT_BALANCE_H
#define PERFEXPERT_REPORT_BALANCE_H

#include <stddef.h>

struct assess_section;
struct assessment;
struct json;
struct strbuf;

/* report_balance_program - efficiencies and a row for each thread; says so
 * where nothing is known */
void report_balance_program(struct strbuf *b, const struct assessment *a,
                            size_t input);

/* report_balance - of a section, or nothing where it is not known */
void report_balance(struct strbuf *b, const struct assessment *a,
                    const struct assess_section *s, size_t input);

/* report_balance_json - "balance": of a section, or of the program (NULL);
 * null where it is not known */
void report_balance_json(struct json *j, const struct assessment *a,
                         const struct assess_section *s, size_t input);

#endif
