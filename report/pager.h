/*
 * pager.h - text that is longer than the terminal goes through a pager
 */
#ifndef PERFEXPERT_REPORT_PAGER_H
#define PERFEXPERT_REPORT_PAGER_H

#include <sys/types.h>

/*
 * pager_start - from now on, where standard output is a terminal, it is read by
 * PERFEXPERT_PAGER, PAGER or less; COLUMNS and LINES keep the terminal's size
 *
 * An empty command or "cat": nothing is changed. Returns the pager, or 0.
 */
pid_t pager_start(void);

/* pager_end - close standard output and wait until the reader is done; 0: no
 * pager */
void pager_end(pid_t pager);

#endif
