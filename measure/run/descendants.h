/*
 * descendants.h - what a program leaves running when it was ended
 *
 * Processes whose parent has ended become our children, so that they can be
 * found (PR_SET_CHILD_SUBREAPER).
 */
#ifndef PERFEXPERT_MEASURE_RUN_DESCENDANTS_H
#define PERFEXPERT_MEASURE_RUN_DESCENDANTS_H

/* descendants_adopt - from now on; call before the first run */
void descendants_adopt(void);

/* descendants_end - ask all to end, kill those that have not after grace_s
 * seconds, and wait for them */
void descendants_end(double grace_s);

#endif
