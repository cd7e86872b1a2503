/* resume.h - interrupted measurements by hpcrun, for --resume */
#ifndef PERFEXPERT_MEASURE_COLLECT_COUNTERS_HPCRUN_RESUME_H
#define PERFEXPERT_MEASURE_COLLECT_COUNTERS_HPCRUN_RESUME_H

#include <stdbool.h>

/* hpcrun_resumable - are finished runs kept beside the file output? */
bool hpcrun_resumable(const char *output);

#endif
