/*
 * difference.h - what changed between two measurements, on one screen
 *
 * What perfexpert says of two files where no threshold is given: how many times
 * as fast the second one is, and each place that took more or less time, those
 * that changed by most seconds first, with the reason. What runs and samples
 * differ by is said to be noise.
 */
#ifndef PERFEXPERT_REPORT_DIFFERENCE_H
#define PERFEXPERT_REPORT_DIFFERENCE_H

extern const struct report report_difference;

#endif
