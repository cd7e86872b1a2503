/*
 * waits.h - what the program waits for, as text and JSON
 */
#ifndef PERFEXPERT_REPORT_WAITS_H
#define PERFEXPERT_REPORT_WAITS_H

#include <stddef.h>

struct assess_elapsed;
struct assess_section;
struct assess_wait;
struct assessment;
struct json;
struct strbuf;

/* The share of the runtime from which waiting is shown */
#define REPORT_WAITS 0.01

/* report_waits_program - "of the processor time 24% waits: barrier 20%, ..." */
void report_waits_program(struct strbuf *b, const struct assessment *a,
                          size_t input);

/* report_waits - what calls in a section wait for, or nothing */
void report_waits(struct strbuf *b, const struct assessment *a,
                  const struct assess_section *s, size_t input);

/* report_elapsed_json - what the elapsed time went to; null: not known */
void report_elapsed_json(struct json *j, const struct assess_elapsed *e);

/* report_waits_json - a list of them */
void report_waits_json(struct json *j, const char *key,
                       const struct assess_wait *w, size_t n);

#endif
