/*
 * str.h - texts that may be missing
 */
#ifndef PERFEXPERT_BASE_STR_H
#define PERFEXPERT_BASE_STR_H

#include <stdbool.h>
#include <string.h>

/* str_same - are both missing (NULL), or equal? */
static inline bool str_same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

#endif
