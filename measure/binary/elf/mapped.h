/*
 * mapped.h - files that programs had mapped, for those that are gone by the end
 *
 * A program may delete its file, unpack libraries into a folder that it
 * removes, or execute what was never in a folder. Each file is opened while a
 * process has it, under the name that it was mapped by, and read from there if
 * nothing else is left of it.
 */
#ifndef PERFEXPERT_MEASURE_BINARY_ELF_MAPPED_H
#define PERFEXPERT_MEASURE_BINARY_ELF_MAPPED_H

#include <stdint.h>

struct mapped;

struct mapped *mapped_new(void);
void mapped_free(struct mapped *m);

/*
 * mapped_keep - a process has that file at these addresses
 *
 * Only the first call for a path opens it. The kernel shows the file itself to
 * those who may see it (/proc/PID/map_files), else it is what has the name now.
 * Never more than half of the descriptors that we may have are kept.
 */
void mapped_keep(struct mapped *m, const char *path, uint32_t pid,
                 uint64_t start, uint64_t end);

/* mapped_path - the name to read that file by: path, while it is still the
 * same; NULL: it is gone, and was not kept. m may be NULL */
const char *mapped_path(const struct mapped *m, const char *path);

/*
 * mapped_alike - another run's file is gone, too: the path of the same one here
 *
 * build_id: hexadecimal; "": by its name, if only one has that. NULL: none
 */
const char *mapped_alike(const struct mapped *m, const char *path,
                         const char *build_id);

#endif
