/*
 * fjcoll.h - regions of perfexpert, called as those of a collection are
 */
#ifndef PERFEXPERT_FJCOLL_H
#define PERFEXPERT_FJCOLL_H

#ifdef __cplusplus
extern "C" {
#endif

void start_collection(const char *name);
void stop_collection(const char *name);

#ifdef __cplusplus
}
#endif

#endif
