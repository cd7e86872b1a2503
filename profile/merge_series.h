/*
 * merge_series.h - the time lines of several ranks in parts of one length
 *
 * Each begins where its rank did: they are together as closely as the launcher
 * started the ranks.
 */
#ifndef PERFEXPERT_PROFILE_MERGE_SERIES_H
#define PERFEXPERT_PROFILE_MERGE_SERIES_H

struct profile;
struct profile_section;
struct profile_series;

/* merge_series_begin - give q a time line as part has one, as long as the
 * longest run, span_s; nothing where q has one or part none */
void merge_series_begin(struct profile *q, const struct profile *part,
                        double span_s);

/* merge_series_add - a list of the part's, of a section or of none (NULL); its
 * threads are those of q from first on */
void merge_series_add(struct profile *q, struct profile_section *to,
                      const struct profile *part,
                      const struct profile_series *list, unsigned first);

#endif
