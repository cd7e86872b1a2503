/*
 * fj_tool/fipp.h - the region "fipp" of perfexpert, called as fipp's range is
 */
#ifndef PERFEXPERT_FJ_TOOL_FIPP_H
#define PERFEXPERT_FJ_TOOL_FIPP_H

#ifdef __cplusplus
extern "C" {
#endif

void fipp_start(void);
void fipp_stop(void);

#ifdef __cplusplus
}
#endif

#endif
