/*
 * cache.h - where files are that are wanted again: $XDG_CACHE_HOME/perfexpert
 * (~/.cache/perfexpert without the variable)
 */
#ifndef PERFEXPERT_BASE_CACHE_H
#define PERFEXPERT_BASE_CACHE_H

struct err;
struct strbuf;

/*
 * cache_folder - its path, appended; it is made, with those above it
 *
 * Errors: ERR_SYSTEM, ERR_UNSUPPORTED when no variable says where
 */
int cache_folder(struct strbuf *path, struct err *err);

#endif
