/*
 * descendants.h - processes that a program leaves running when it ends
 *
 * Processes whose parent has ended become our children, so they can be found
 * (PR_SET_CHILD_SUBREAPER).
 */
#ifndef PERFEXPERT_MEASURE_RUN_DESCENDANTS_H
#define PERFEXPERT_MEASURE_RUN_DESCENDANTS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct descendant;

/* Some of them; may be zeroed. Release with descendants_release. */
struct descendants {
	struct descendant *all;
	size_t n, cap;
};

/* descendants_adopt - from now on; call before the first run */
void descendants_adopt(void);

/* descendants_note - add the children that there are now */
void descendants_note(struct descendants *d);

/* descendants_left - how many children there are that run, besides those of
 * keep; name: what the system calls the first of them */
size_t descendants_left(const struct descendants *keep, char name[16]);

/*
 * descendants_end - ask all to end, kill those that have not after grace_s
 * seconds, and wait for them
 *
 * keep: children that stay, such as what an earlier run left
 *
 * All processes that can be killed are killed, even on a busy machine. Only
 * those that hang in the kernel or belong to another user remain.
 */
void descendants_end(const struct descendants *keep, double grace_s);

void descendants_release(struct descendants *d);

#endif
