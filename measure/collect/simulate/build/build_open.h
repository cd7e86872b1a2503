/*
 * build_open.h - says which sections' bars a pass that was ended left open
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_OPEN_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_OPEN_H

#include <stddef.h>

struct attribution;
struct profile;
struct profile_section;
struct steer;
struct strbuf;

struct open_section {
	const struct profile_section *section; /* NULL: many, with less */
	double share;                          /* of the time, 0..1 */
	double bars; /* how far they may be off, in characters; 0: not known */
};

/*
 * open_name_sections - "'solve' (62 % of the time, +-4 characters), 'main'
 * (3 %) and 2 others", those with the most time first
 *
 * list is sorted for that.
 */
void open_name_sections(struct strbuf *to, struct open_section *list, size_t n);

/* open_notes - notes for p of what had not settled, or had not begun; t may be
 * NULL */
void open_notes(struct profile *p, struct attribution *b,
                const struct steer *t);

#endif
