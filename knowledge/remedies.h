/*
 * remedies.h - equivalent suggestions
 */
#ifndef PERFEXPERT_KNOWLEDGE_REMEDIES_H
#define PERFEXPERT_KNOWLEDGE_REMEDIES_H

#include <stddef.h>

struct suggest_section;

/*
 * remedies_say_once - of suggestions with one remedy keep that which saves most
 *
 * shown: the sections of one procedure, some of them several times. The others
 * are moved after those that are kept, to be counted in nall only.
 */
void remedies_say_once(struct suggest_section *const *shown, size_t nshown);

#endif
