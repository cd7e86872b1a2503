/*
 * gz.h - a file's bytes, plain or gzip-compressed
 *
 * Stricter than zlib's gzread: a stream that ends early, is damaged, or has
 * anything after it that is no other stream, is an error. What it expands to is
 * bounded, as memory follows it: GZ_FREE bytes, and then GZ_RATIO times what
 * was read. Measurements shrink to a fourth to a tenth.
 */
#ifndef PERFEXPERT_PROFILE_GZ_H
#define PERFEXPERT_PROFILE_GZ_H

#include <stdbool.h>

struct err;
struct gz;

enum { GZ_FREE = 16 << 20, GZ_RATIO = 100 };

/* gz_open - NULL and an error without the path when it is no regular file */
struct gz *gz_open(const char *path, struct err *err);

/* gz_empty - has the file no bytes? Known until the first gz_read. */
bool gz_empty(const struct gz *g);

/* gz_read - as read(2); -1 from the first error on */
int gz_read(struct gz *g, char *buf, int n);

/*
 * gz_check - read what is left, and hand over what was wrong
 *
 * Errors: ERR_FORMAT, ERR_SYSTEM; without the path
 */
int gz_check(struct gz *g, struct err *err);

/* gz_failed - what was wrong so far takes the place of what err says */
int gz_failed(const struct gz *g, struct err *err);

/* gz_close - NULL is allowed */
void gz_close(struct gz *g);

#endif
