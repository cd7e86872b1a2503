/*
 * together.h - suggestions that act on all of the program, priced as one
 *
 * A switch is given once: what it saves is the sum over all sections, those
 * that are not shown and those for which another suggestion of the same remedy
 * is shown included.
 */
#ifndef PERFEXPERT_KNOWLEDGE_TOGETHER_H
#define PERFEXPERT_KNOWLEDGE_TOGETHER_H

#include <stddef.h>

struct assess_section;
struct suggest;
struct suggest_item;
struct suggestion;

struct together {
	struct together_saved {
		const struct suggestion *suggestion;
		const struct assess_section *at;
		double saved, most;
	} * v;
	size_t n, cap;
};

/*
 * together_note - what one that acts everywhere saves in a section
 *
 * Inner sections are noted before those around them.
 */
void together_note(struct together *t, const struct suggest_item *item,
                   size_t input);

/*
 * together_add - give each of these that acts everywhere the sum of its savings
 *
 * list: the n suggestions of the knowledge; several of one remedy count as one.
 * others: the time of the code that is too small to be asked about, as a
 * multiple of the rest's; it is assumed to gain as much. worth: the share of
 * the program's time below which they are dropped
 */
void together_add(struct suggest *out, const struct together *t,
                  const struct suggestion *const *list, size_t n, double others,
                  double worth);

#endif
