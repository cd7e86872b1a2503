/*
 * model_file.h - the timing model's numbers, as the simulator reads them
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_MODEL_FILE_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_MODEL_FILE_H

#include <stdbool.h>

struct err;
struct machine;

/*
 * model_file_write - a line for each number and class of operations
 *
 * "NAME VALUE", times in cycles of the machine's clock; "NAME LATENCY BUSY
 * PIPES", the pipes as the bits of a number.
 * nested: page walks as in a virtual machine
 * Errors: ERR_SYSTEM
 */
int model_file_write(const char *path, const struct machine *m, bool nested,
                     struct err *err);

#endif
