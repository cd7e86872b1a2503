/*
 * jit_map.h - names of code that a program makes while it runs
 *
 * Compilers at run time write /tmp/perf-PID.map for profilers: a line "START
 * SIZE NAME" for each piece of code, numbers in hexadecimal. Others write a
 * jit-PID.dump, in any folder, of binary records, some with lines; they map a
 * page of it as code, so that profilers hear of it. Addresses are used again
 * when code is thrown away: the later entry holds.
 *
 * Source: Linux, tools/perf/Documentation/jit-interface.txt and
 * jitdump-specification.txt
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_JIT_MAP_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_JIT_MAP_H

#include <stddef.h>
#include <stdint.h>

struct jit_map;

/* A piece of code. Strings are the map's; file is NULL where the name has none.
 */
struct jit_name {
	const char *name, *file;
	unsigned line;
};

/* jit_map_open - that of a process, written by this user, or else what is in
 * the dump of that path (NULL: none); NULL: there is none.
 * jit_map_parse - of n bytes of text or of a dump, what can be read of it. Free
 * both with jit_map_free. */
struct jit_map *jit_map_open(uint32_t pid, const char *dump);
struct jit_map *jit_map_parse(const char *text, size_t n);
void jit_map_free(struct jit_map *m);

/* jit_map_find - what the code at that address is; NULL: not known */
const struct jit_name *jit_map_find(const struct jit_map *m, uint64_t address);

#endif
