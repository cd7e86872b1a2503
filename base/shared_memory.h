/*
 * shared_memory.h - memory that a program of ours shares with what it starts,
 * which attaches it by a number in the environment
 */
#ifndef PERFEXPERT_BASE_SHARED_MEMORY_H
#define PERFEXPERT_BASE_SHARED_MEMORY_H

#include <stddef.h>

struct err;

enum { SHARED_MEMORY_ID = 16 /* bytes of its number as text */ };

/*
 * shared_memory_make - a new segment of zeros, only for this user
 *
 * It goes when all have detached it (shmdt(2)), even when we are killed. id:
 * its number as text, as long for each: the environment's length moves the
 * stack. NULL on errors: ERR_UNSUPPORTED, "shared memory for <what> is refused"
 */
void *shared_memory_make(size_t size, const char *what,
                         char id[SHARED_MEMORY_ID], struct err *err);

#endif
