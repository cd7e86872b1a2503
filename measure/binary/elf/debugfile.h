/*
 * debugfile.h - the separate file that holds a stripped binary's DWARF
 *
 * Source: GDB manual, Debugging Information in Separate Files
 */
#ifndef PERFEXPERT_MEASURE_BINARY_ELF_DEBUGFILE_H
#define PERFEXPERT_MEASURE_BINARY_ELF_DEBUGFILE_H

#include <stdbool.h>

struct image;

/*
 * debugfile_open - look for it by build id, then by .gnu_debuglink
 *
 * path: where img was read from. False when there is none that fits.
 */
bool debugfile_open(struct image *debug, const struct image *img,
                    const char *path);

#endif
