/*
 * merge_sets.h - ranks of one run that counted different events
 *
 * Of an event that some ranks counted, the whole program's count is their mean
 * times the number of ranks. That holds where all ranks do the same work, which
 * is checked by an event that all counted, instructions where possible.
 */
#ifndef PERFEXPERT_PROFILE_MERGE_SETS_H
#define PERFEXPERT_PROFILE_MERGE_SETS_H

#include <stdbool.h>
#include <stddef.h>

struct merge_sets;
struct profile;
struct profile_section;
struct strbuf;

struct merge_sets *merge_sets_new(void);
void merge_sets_free(struct merge_sets *m);

/* merge_sets_expect - a part that will be added; before the first is */
void merge_sets_expect(struct merge_sets *m, const struct profile *p, int rank);

/* merge_sets_any - do the parts say that they counted different events? */
bool merge_sets_any(const struct merge_sets *m);

/* merge_sets_events - add every event of a part to q, which has none */
void merge_sets_events(const struct merge_sets *m, struct profile *q);

/* merge_sets_section - s of a part was added to the section to */
void merge_sets_section(struct merge_sets *m, const struct profile_section *to,
                        const struct profile *part,
                        const struct profile_section *s);

/*
 * merge_sets_finish - grow the counts in q to all ranks, and say whose they are
 *
 * Where ranks do different work, counts that not all of them have are taken
 * out; why says so. Returns whether they were.
 */
bool merge_sets_finish(struct merge_sets *m, struct profile *q,
                       struct strbuf *why);

#endif
