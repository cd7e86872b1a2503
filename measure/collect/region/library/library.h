/* library.h - what the files of the region library share */
#ifndef PERFEXPERT_MEASURE_COLLECT_REGION_LIBRARY_LIBRARY_H
#define PERFEXPERT_MEASURE_COLLECT_REGION_LIBRARY_LIBRARY_H

#define EXPORT __attribute__((visibility("default")))
#define INSIDE __attribute__((section("perfexpert_region")))
#define CALLER __builtin_return_address(0)

/* from: where the program called us */
void library_begin(const char *name, int number, const void *from);
void library_end(const char *name, int number, const void *from);

/* library_measured - does anybody want to know? */
int library_measured(void);

#endif
