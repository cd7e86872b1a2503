/*
 * mem.h - allocation that does not fail: out of memory ends the process
 *
 * Sizes are checked for overflow before anything is allocated.
 */
#ifndef PERFEXPERT_BASE_MEM_H
#define PERFEXPERT_BASE_MEM_H

#include <stddef.h>

/* mem_alloc - n zeroed objects of size bytes; release with free() */
void *mem_alloc(size_t n, size_t size) __attribute__((malloc));

/* mem_resize - realloc for n objects of size bytes; new bytes are not zeroed */
void *mem_resize(void *p, size_t n, size_t size);

/* mem_grow - room for at least need objects in a growing array of *cap */
void *mem_grow(void *p, size_t *cap, size_t need, size_t size);

/* mem_strdup - a copy of s; release with free() */
char *mem_strdup(const char *s) __attribute__((malloc));

/* mem_strndup - a copy of the first n bytes of s, terminated */
char *mem_strndup(const char *s, size_t n) __attribute__((malloc));

/* mem_fail - say that memory is exhausted and abort */
_Noreturn void mem_fail(void);

#endif
