/*
 * maps.h - which file is mapped where, per process, over time
 *
 * Fed in time order with what the kernel or a preloaded library reports.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_MAPS_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_MAPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct maps;

struct maps *maps_new(void);
void maps_free(struct maps *m);

/* maps_add - process pid maps length bytes of module from offset at start;
 * what was mapped there before is gone */
void maps_add(struct maps *m, uint32_t pid, uint64_t start, uint64_t length,
              uint64_t offset, uint32_t module);

/* maps_fork - child starts with the mappings of parent */
void maps_fork(struct maps *m, uint32_t parent, uint32_t child);

/* maps_exec - pid starts a new program: no mappings */
void maps_exec(struct maps *m, uint32_t pid);

/* A line of /proc/PID/maps. */
struct maps_line {
	uint64_t start, end, offset;
	bool executable;
	const char *path; /* in the line; "" for anonymous memory */
};

/* maps_parse - proc(5): "START-END rwxp OFFSET DEV INODE   PATH" */
bool maps_parse(const char *line, struct maps_line *out);

/* maps_find - module and file offset of an address, false when unmapped */
bool maps_find(const struct maps *m, uint32_t pid, uint64_t addr,
               uint32_t *module, uint64_t *offset);

#endif
