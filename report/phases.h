/*
 * phases.h - what runs when, and the phases of the run, as text and data
 *
 * Chosen with --phases, and with --phases --json.
 */
#ifndef PERFEXPERT_REPORT_PHASES_H
#define PERFEXPERT_REPORT_PHASES_H

#include <stddef.h>

struct assess_section;
struct assessment;
struct phase;
struct phases;
struct strbuf;
struct timeline;
struct timeline_kind;

extern const struct report report_phases, report_phases_data;

/* phases_kind_section - what it is in the assessment; NULL: a wait, others */
const struct assess_section *
phases_kind_section(const struct assessment *a, size_t input,
                    const struct timeline_kind *kind);

/* phases_kind_title - "loop at a.c:9 in f", "sleep", "others"; not escaped */
void phases_kind_title(struct strbuf *b, const struct assessment *a,
                       size_t input, const struct timeline_kind *kind);

/* phases_parts - "solve 81%, barrier 12%", not escaped */
void phases_parts(struct strbuf *b, const struct assessment *a, size_t input,
                  const struct phases *all, const struct phase *p);

/*
 * phases_assessment - "overall okay; at most data accesses bad", of a phase
 *
 * The categories that are okay or worse, the worst first.
 */
void phases_assessment(struct strbuf *b, const struct assessment *a,
                       size_t input, const struct phase *p);

/* phases_uncounted - what is not known of CPI and clock over time, and why;
 * nothing where both are */
void phases_uncounted(struct strbuf *b, const struct timeline *t);

/* phases_thread_title - "thread 3", "rank 1 thread 0" */
void phases_thread_title(struct strbuf *b, const struct assessment *a,
                         size_t input, unsigned thread);

#endif
