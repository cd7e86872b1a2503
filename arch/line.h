/* line.h - where a Lua data file says something, for messages */
#ifndef PERFEXPERT_ARCH_LINE_H
#define PERFEXPERT_ARCH_LINE_H

#include <stddef.h>

/*
 * line_of - the line, from 1, on which a data file gives a key its value
 *
 * text: a chunk of Lua whose tables are written out, as machine files are
 * path: "caches.l2.ways"
 *
 * Where the whole path is not written out, that of its longest beginning which
 * is; 0 when there is none of it. It reads, it does not run: a key that a
 * script computes is not found, or another of the same name is.
 */
size_t line_of(const char *text, const char *path);

#endif
