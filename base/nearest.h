/*
 * nearest.h - which of some words a mistyped one means
 */
#ifndef PERFEXPERT_BASE_NEAREST_H
#define PERFEXPERT_BASE_NEAREST_H

#include <stddef.h>

/*
 * nearest_distance - how many letters are wrong, missing, too many, or
 * exchanged with their neighbour (optimal string alignment); case does not
 * count. Words longer than NEAREST_LONGEST are as far as can be.
 */
size_t nearest_distance(const char *a, const char *b);
enum { NEAREST_LONGEST = 63 };

/* One word after the other; NULL at the end */
typedef const char *nearest_word(const void *ctx, size_t i);

/*
 * nearest_of - the word that is meant: the nearest one, where no more than a
 * third of its letters differ, or the only one that begins so; NULL: none
 */
const char *nearest_of(const char *word, nearest_word *words, const void *ctx);

#endif
