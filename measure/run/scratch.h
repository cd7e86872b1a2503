/*
 * scratch.h - the folder in TMPDIR that a session keeps its files in
 *
 * It holds a file that is locked while we live, so that the next session can
 * recognize and remove what a killed one left.
 */
#ifndef PERFEXPERT_MEASURE_RUN_SCRATCH_H
#define PERFEXPERT_MEASURE_RUN_SCRATCH_H

struct err;

struct scratch {
	char *path;
	int lock;
};

/*
 * scratch_make - a new folder; those of sessions that are gone are removed,
 * with what still writes there (leftover.h)
 *
 * Errors: ERR_SYSTEM. Release with scratch_remove.
 */
int scratch_make(struct scratch *s, struct err *err);

/*
 * scratch_make_beside - the same in the folder of the file path, which all
 * nodes see
 */
int scratch_make_beside(struct scratch *s, const char *path, struct err *err);

/* scratch_remove - with all that is in it; s may be zeroed */
void scratch_remove(struct scratch *s);

/*
 * scratch_file - a file in TMPDIR that has no name and is gone when we are
 *
 * Returns its descriptor, or -1 and errno.
 */
int scratch_file(void);

#endif
