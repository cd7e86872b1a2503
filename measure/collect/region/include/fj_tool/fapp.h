/*
 * fj_tool/fapp.h - regions of perfexpert, called as fapp's are; level is not
 * looked at
 */
#ifndef PERFEXPERT_FJ_TOOL_FAPP_H
#define PERFEXPERT_FJ_TOOL_FAPP_H

#ifdef __cplusplus
extern "C" {
#endif

void fapp_start(const char *name, int number, int level);
void fapp_stop(const char *name, int number, int level);

#ifdef __cplusplus
}
#endif

#endif
