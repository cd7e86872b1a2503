/*
 * together.h - suggestions that act on all of the program, priced as one
 *
 * A switch is given once: what it saves is the sum over all sections.
 */
#ifndef PERFEXPERT_KNOWLEDGE_TOGETHER_H
#define PERFEXPERT_KNOWLEDGE_TOGETHER_H

#include <stddef.h>

struct suggest;
struct suggestion;

/*
 * together_add - give each of these that acts everywhere the sum of its savings
 *
 * list: the n suggestions of the knowledge; several of one remedy count as one.
 * worth: the share of the program's time below which they are dropped
 */
void together_add(struct suggest *out, const struct suggestion *const *list,
                  size_t n, double worth);

#endif
