/*
 * changes.h - where a sequence of compositions changes
 */
#ifndef PERFEXPERT_DIAGNOSE_CHANGES_H
#define PERFEXPERT_DIAGNOSE_CHANGES_H

#include <stddef.h>

/*
 * changes_find - cut a sequence where what it is made of changes
 *
 * counts: n rows of k counts, not negative; how large a row's sum is says
 *         nothing, but how much is known of it
 * shortest: rows of a segment, at least 1
 * ends:   room for n; gets the row after each segment's last one
 *
 * Returns the number of segments, at least 1 where n > 0.
 *
 * Each segment's rows are taken to be drawn from one multinomial distribution;
 * the cut is the one with the least sum over the segments of
 *
 *      -sum_k c_k log(c_k / c) / phi + penalty
 *
 * found exactly by dynamic programming. penalty = (d + 2) / 2 log n is
 * that of the modified Bayesian information criterion, 3 / 2 log n for one
 * parameter, d being the categories that a row has on average, less one, at
 * least 1. phi, at least 1, is by how much
 * neighbouring rows (that are not empty) differ more than such a distribution's
 * would, the tenth of the pairs that differs most left out: programs repeat
 * things. Source: Jackson et al., An algorithm for optimal partitioning of data
 * on an interval, IEEE Signal Processing Letters 12 (2005) 105; Killick,
 *         Fearnhead, Eckley, Optimal detection of changepoints with a linear
 *         computational cost, JASA 107 (2012) 1590, for the cost;
 *         Zhang, Siegmund, A modified Bayes information criterion, Biometrics
 *         63 (2007) 22, for the penalty;
 *         McCullagh, Nelder, Generalized Linear Models (1989), 4.5, for phi
 */
size_t changes_find(const double *counts, size_t n, size_t k, size_t shortest,
                    size_t *ends);

#endif
