/*
 * findings_sum.h - what the changes of the findings save together (internal)
 */
#ifndef PERFEXPERT_KNOWLEDGE_FINDINGS_SUM_H
#define PERFEXPERT_KNOWLEDGE_FINDINGS_SUM_H

#include <stdbool.h>
#include <stddef.h>

struct findings;
struct suggest_item;

/* No change saves more of a program's time, as a share. */
#define FINDINGS_SAVED_MOST 0.99

/* findings_is_remedy - is the change one for the whole program? */
bool findings_is_remedy(const struct findings *f,
                        const struct suggest_item *item);

/*
 * findings_add_alike - set the gain of place i's first change
 *
 * A change is made wherever it applies, so it gains what it does at all places.
 */
void findings_add_alike(struct findings *f, size_t i);

/*
 * findings_add_up - set saved, most and expected of f
 *
 * Places are apart, so what their first changes save adds up. What acts
 * everywhere takes its share of the rest, and so does what shortens the waiting
 * of threads, whatever they still have to do. Of what has only a bound nothing
 * is expected beside others.
 */
void findings_add_up(struct findings *f);

#endif
