/*
 * bar_scale.h - the scale of the bars: ten characters for each good-CPI
 * threshold, at most 51
 *
 * For who draws them (diagnose/bar.h) and who measures until they are certain.
 * Source: PerfExpert, SC'10, sec. II.C and Figs 2 to 9.
 */
#ifndef PERFEXPERT_ARCH_BAR_SCALE_H
#define PERFEXPERT_ARCH_BAR_SCALE_H

enum { BAR_MAX = 51, BAR_PER_GOOD = 10 };

#endif
