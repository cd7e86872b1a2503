/*
 * libhpm.h - regions of perfexpert, called as libhpm's are
 *
 * An instance is known by its number; its first label names it. What is open at
 * hpmTerminate ends there. Counters can't be read within the program.
 */
#ifndef PERFEXPERT_LIBHPM_H
#define PERFEXPERT_LIBHPM_H

#ifdef __cplusplus
extern "C" {
#endif

#define HPM_AUTO_PARENT (-1)
#define HPM_ONLY_EXCLUSIVE (-2)
#define HPM_NO_PARENT (-3)

extern int hpm_error_count;

void hpmInit(int task, const char *program);
void hpmTerminate(int task);
void hpmStart(int id, const char *label);
void hpmStartx(int id, int parent, const char *label);
void hpmStop(int id);
void hpmTstart(int id, const char *label);
void hpmTstartx(int id, int parent, const char *label);
void hpmTstop(int id);

#ifdef __cplusplus
}
#endif

#endif
