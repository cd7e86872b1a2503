/*
 * rank.h - the hottest sections first
 */
#ifndef PERFEXPERT_DIAGNOSE_RANK_H
#define PERFEXPERT_DIAGNOSE_RANK_H

struct assessment;

/*
 * rank_sections - sort procedures, and the loops in each parent, by their
 * largest share in any input; equal ones keep their order
 */
void rank_sections(struct assessment *a);

/*
 * rank_threshold - THRESHOLD_DEFAULT, or as much less as it takes to show the
 * fewest procedures that have 80 % of the time: ten of them at most, and none
 * below ASSESS_WORTH
 */
double rank_threshold(const struct assessment *a);

/*
 * rank_select - set shown, and the list of what is shown
 *
 * All sections whose share is at least the threshold (or all), in the order of
 * the report. A lower threshold only ever adds sections and keeps the order of
 * those that were there.
 */
void rank_select(struct assessment *a);

#endif
