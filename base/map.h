/*
 * map.h - pointers by strings
 *
 * Iteration is in the order of insertion, so that output made from a map is
 * the same in every run.
 */
#ifndef PERFEXPERT_BASE_MAP_H
#define PERFEXPERT_BASE_MAP_H

#include <stddef.h>

struct map;

struct map *map_new(void);
void map_free(struct map *m); /* the values stay the caller's */

/* map_get - the value of key, or NULL */
void *map_get(const struct map *m, const char *key);

/* map_put - set key's value; the key is copied */
void map_put(struct map *m, const char *key, void *value);

/* map_put_static - as map_put; the key is borrowed and must outlive the map */
void map_put_static(struct map *m, const char *key, void *value);

size_t map_size(const struct map *m);

/* map_key, map_value - the i-th entry in order of insertion, i < map_size */
const char *map_key(const struct map *m, size_t i);
void *map_value(const struct map *m, size_t i);

#endif
