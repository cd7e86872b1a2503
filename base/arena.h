/*
 * arena.h - memory that is released all at once
 *
 * Invariant: what arena_alloc returns is zeroed, aligned to 8 bytes (enough for
 * pointers, integers and double, not for long double or vectors), and stays
 * where it is until arena_free. Strings can be interned: equal strings
 * are then the same pointer.
 */
#ifndef PERFEXPERT_BASE_ARENA_H
#define PERFEXPERT_BASE_ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *a);

/* arena_alloc - n zeroed objects of size bytes */
void *arena_alloc(struct arena *a, size_t n, size_t size);

/* arena_strdup - a copy of s in the arena */
char *arena_strdup(struct arena *a, const char *s);

/* arena_strndup - a copy of the first n bytes of s in the arena */
char *arena_strndup(struct arena *a, const char *s, size_t n);

/* arena_intern - the arena's one copy of s */
const char *arena_intern(struct arena *a, const char *s);

#endif
