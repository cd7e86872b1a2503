/*
 * metrics.h - derived metrics of a whole program: MIPS, hit ratios, bandwidths
 *
 * Read from arch/metrics.lua, where a machine file may refine one or add one.
 * They are computed as the categories of the assessment are (lcpi.h), whose
 * functions take metrics_category() of one; so a value is NAN when what every
 * alternative of its formula needs was not measured, never 0 instead.
 */
#ifndef PERFEXPERT_ARCH_METRICS_H
#define PERFEXPERT_ARCH_METRICS_H

#include <stddef.h>

#include "lcpi.h"

/* metrics - all, those of a group together; they are the machine's */
size_t metrics(const struct machine *m, const struct lcpi_category **list);

/* metrics_category - what lcpi_eval, lcpi_explain ... call the i-th metric */
size_t metrics_category(const struct machine *m, size_t metric);

/* metrics_find - index of a metric by its id, or -1 */
int metrics_find(const struct machine *m, const char *id);

#endif
