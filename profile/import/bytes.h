/*
 * bytes.h - a file's bytes, read with every offset checked
 *
 * The bytes are in memory or in a file, which is read as needed: memory does
 * not follow any number that the file holds. Numbers are little-endian.
 */
#ifndef PERFEXPERT_PROFILE_IMPORT_BYTES_H
#define PERFEXPERT_PROFILE_IMPORT_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;

struct bytes {
	int fd; /* -1: in memory */
	const unsigned char *data;
	void *map; /* or NULL */
	uint64_t size;
};

/* bytes_open - a file that is read as needed; bytes_map - one that is mapped
 * into memory, for many small reads */
int bytes_open(struct bytes *b, const char *path, struct err *err);
int bytes_map(struct bytes *b, const char *path, struct err *err);
void bytes_of_memory(struct bytes *b, const void *data, size_t n);
void bytes_close(struct bytes *b);

/* bytes_hold - n items of size bytes lie within the file from offset on */
bool bytes_hold(const struct bytes *b, uint64_t offset, uint64_t n,
                uint64_t size);

/* bytes_read - copy n bytes from offset; ERR_FORMAT when they aren't there */
int bytes_read(const struct bytes *b, uint64_t offset, void *to, size_t n,
               struct err *err);

/* bytes_u16, ... - little-endian numbers */
uint16_t bytes_u16(const unsigned char *p);
uint32_t bytes_u32(const unsigned char *p);
uint64_t bytes_u64(const unsigned char *p);
double bytes_f64(const unsigned char *p);

/* Reads an array from its beginning to its end through a buffer. */
struct stream {
	const struct bytes *b;
	uint64_t at, end; /* offsets of what is not in the buffer yet */
	unsigned char *buf;
	size_t pos, n;
};

enum { STREAM_BUFFER = 1 << 18 };

/* stream_open - size bytes from offset; b must outlive it. stream_close. */
void stream_open(struct stream *s, const struct bytes *b, uint64_t offset,
                 uint64_t size);
void stream_close(struct stream *s);

/* stream_take - the next n bytes (n <= 64), valid until the next call; NULL
 * with err set when the file can't be read */
const unsigned char *stream_take(struct stream *s, size_t n, struct err *err);

/* stream_skip - pass over n bytes */
void stream_skip(struct stream *s, uint64_t n);

#endif
