/*
 * balance.h - how evenly threads and ranks share the work, as text, JSON, HTML
 */
#ifndef PERFEXPERT_REPORT_BALANCE_H
#define PERFEXPERT_REPORT_BALANCE_H

#include <stdbool.h>
#include <stddef.h>

struct assess_section;
struct assessment;
struct balance;
struct json;
struct profile;
struct profile_section;
struct strbuf;

/* report_balance_program - efficiencies and a row for each thread; says so
 * where nothing is known */
void report_balance_program(struct strbuf *b, const struct assessment *a,
                            size_t input);

/* report_balance - of a section, or nothing where it is not known */
void report_balance(struct strbuf *b, const struct assessment *a,
                    const struct assess_section *s, size_t input);

/* Of more threads those that work most and least are shown. */
enum { REPORT_BALANCE_ROWS = 32 };

/* report_balance_shows - has the thread a separate row in the section? */
bool report_balance_shows(const struct profile *p,
                          const struct profile_section *s, size_t thread);

/* report_balance_thread - "rank 3, thread 1", "thread 1" */
void report_balance_thread(struct strbuf *b, const struct profile *p, size_t i);

/* report_balance_verdict - "busiest: thread 3 works ..."; nothing where it is
 * even */
void report_balance_verdict(struct strbuf *b, const struct profile *p,
                            const struct balance *of);

/* report_balance_json - "balance": of a section, or of the program (NULL);
 * null where it is not known */
void report_balance_json(struct json *j, const struct assessment *a,
                         const struct assess_section *s, size_t input);

#endif
