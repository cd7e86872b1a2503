/*
 * cache.h - files that are wanted again, in $XDG_CACHE_HOME/perfexpert
 *
 * (~/.cache/perfexpert without the variable.) An entry may be gone at any time:
 * others write there too, and what was not used for longest goes when all
 * together take more than CACHE_MOST_BYTES. An entry is whole or not there: it
 * is written beside and renamed, and bears a sum of its bytes.
 *
 * Only what is the user's own is read, and only while nobody else may write to
 * it; so is the folder.
 */
#ifndef PERFEXPERT_BASE_CACHE_H
#define PERFEXPERT_BASE_CACHE_H

#include <stdbool.h>
#include <stddef.h>

struct err;
struct strbuf;

enum { CACHE_MOST_BYTES = 128 << 20, CACHE_ENTRY_BYTES = 32 << 20 };

struct cache {
	int dir; /* or -1 */
	size_t most_bytes;
};

/*
 * cache_folder - its path, appended; it is made, with those above it
 *
 * Errors: ERR_SYSTEM, ERR_UNSUPPORTED when no variable says where
 */
int cache_folder(struct strbuf *path, struct err *err);

/*
 * cache_open - the folder, which is made
 *
 * Close with cache_close in any case.
 * Errors: ERR_SYSTEM, ERR_UNSUPPORTED when the folder can't be trusted
 */
int cache_open(struct cache *c, struct err *err);
void cache_close(struct cache *c);

/*
 * cache_get - an entry's bytes, appended to data
 *
 * name: small letters, digits, '-' and '.'. False where there is none; what is
 * damaged or of another version goes.
 */
bool cache_get(const struct cache *c, const char *name, struct strbuf *data);

/*
 * cache_put - keep bytes under a name, instead of what was there
 *
 * Errors: ERR_SYSTEM; ERR_UNSUPPORTED when it is more than CACHE_ENTRY_BYTES
 */
int cache_put(const struct cache *c, const char *name, const char *data,
              size_t size, struct err *err);

#endif
