/*
 * markers.h - count executions of a few instructions in a native run
 *
 * By breakpoints that the preloaded library sets (marker_area.h), so only in
 * programs that load it, and on x86-64.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_MARKERS_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_MARKERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/shared_memory.h"
#include "marker_area.h"
#include "measure/run/ld_preload.h"

struct err;
struct session;

struct markers {
	struct preload library;
	struct marker_area *area; /* NULL: not open */
	char id[SHARED_MEMORY_ID];
};

/* An instruction: where it is in its file, and its bytes */
struct marker_code {
	const char *path; /* absolute, without links */
	uint64_t vaddr;   /* as in the file */
	uint32_t size;    /* at most MARKER_CODE */
	unsigned char bytes[MARKER_CODE];
};

/* markers_possible - can instructions of the session's program be counted? */
bool markers_possible(const struct session *s);

/*
 * markers_open - none yet, of the process of that rank or MARKER_ANY_RANK
 *
 * Release with markers_close. Errors: ERR_SYSTEM, ERR_UNSUPPORTED
 */
int markers_open(struct markers *m, int rank, struct err *err);
void markers_close(struct markers *m);

/*
 * markers_add - count this one, too; wanted: the execution whose time is to be
 * noted, or 0
 *
 * Returns its slot, or NULL where there is no more room. Of all that the
 * process has loaded when it starts, the first MARKER_MOST are counted.
 */
struct marker_slot *
markers_add(struct markers *m, const struct marker_code *code, uint64_t wanted);

/* markers_env - the environment that asks for them; release with
 * environment_free */
char **markers_env(struct markers *m, char *const *envp);

/* markers_owner - the process whose executions are counted; 0: none has
 * started */
pid_t markers_owner(const struct markers *m);

#endif
