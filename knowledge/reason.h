/*
 * reason.h - why a place costs its time, as a text: waiting, expensive calls,
 * and the largest causes of its account
 */
#ifndef PERFEXPERT_KNOWLEDGE_REASON_H
#define PERFEXPERT_KNOWLEDGE_REASON_H

#include <stddef.h>

struct arena;
struct assessment;
struct finding;

/*
 * reason_text - "88 % of the time in strlen, called 40,000 times at spin.c:10"
 *
 * input: of the assessment, the one that the finding is about; known: a text
 * whose calls are not repeated, or NULL. Not escaped; in the arena; NULL if
 * nothing is known.
 */
const char *reason_text(struct arena *arena, const struct assessment *a,
                        size_t input, const struct finding *f,
                        const char *known);

/*
 * reason_line - the line of the finding's file whose call takes most of its
 * time, or else the line where its section begins; 0: not known
 */
unsigned reason_line(const struct finding *f, size_t input);

#endif
