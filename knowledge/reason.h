/*
 * reason.h - why a place costs its time, as a text: waiting, expensive calls,
 * and the largest causes of its account
 */
#ifndef PERFEXPERT_KNOWLEDGE_REASON_H
#define PERFEXPERT_KNOWLEDGE_REASON_H

struct arena;
struct assess_input;
struct assess_value;
struct finding;

/*
 * reason_text - "88 % of the time in strlen, called 40,000 times at spin.c:10"
 *
 * v: the values of the finding's section; known: a text whose calls are not
 * repeated, or NULL. Not escaped; in the arena; NULL if nothing is known.
 */
const char *reason_text(struct arena *arena, const struct finding *f,
                        const struct assess_input *in,
                        const struct assess_value *v, const char *known);

#endif
