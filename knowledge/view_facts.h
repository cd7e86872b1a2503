/*
 * view_facts.h - facts about a section as fields of its table
 */
#ifndef PERFEXPERT_KNOWLEDGE_VIEW_FACTS_H
#define PERFEXPERT_KNOWLEDGE_VIEW_FACTS_H

#include <stdbool.h>

struct fields;
struct profile_section;

enum { VIEW_FACTS_MAX = 64 }; /* of one name in one section's lists */

/*
 * view_facts - facts.NAME lists, the most costly first
 *
 * convenient: the first of each name is a field of the table as well, and
 * memrefs, branches, chains and callees are those lists.
 */
void view_facts(struct fields *b, int view, bool convenient,
                const struct profile_section *s);

/* view_compiler - the compiler and language of the procedure that holds the
 * section: what is true for it is true for its loops */
void view_compiler(struct fields *b, int view, const struct profile_section *s);

#endif
