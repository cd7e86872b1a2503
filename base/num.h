/*
 * num.h - numbers from untrusted text, and numbers for readers
 *
 * The parsers take the whole string or nothing: no blanks, no tail, no
 * overflow. The decimal point is always '.', as setlocale is never called.
 */
#ifndef PERFEXPERT_BASE_NUM_H
#define PERFEXPERT_BASE_NUM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* num_double - a finite decimal number, possibly negative */
bool num_double(const char *s, double *value);

/*
 * num_count - a number that is not negative, as num_is_count has it
 *
 * num_is_count - can it be the count of anything? No count is above 1e60; one
 * below 1e-60 becomes 0. What is computed of such counts stays finite.
 */
bool num_count(const char *s, double *value);
bool num_is_count(double *value);

/* num_u64 - digits in base 10, or in base 16 after 0x */
bool num_u64(const char *s, uint64_t *value);

/* num_i64 - decimal digits with an optional minus */
bool num_i64(const char *s, int64_t *value);

/* num_int - num_i64 within min..max */
bool num_int(const char *s, int min, int max, int *value);

/*
 * num_duration - a length of time: "90", "90s", "10m", "2h", "1.5h"
 *
 * Unit: seconds
 */
bool num_duration(const char *s, double *time_s);

/*
 * num_size - a number of bytes: "4096", "64K", "10M", "1.5G", in powers of 1024
 */
bool num_size(const char *s, double *bytes);

enum { NUM_SHORTEST = 32 };

/*
 * num_shortest - the shortest decimal text that reads back as the same double
 *
 * buf holds NUM_SHORTEST bytes. NaN and infinity are written "nan" and "inf":
 * the caller decides what they mean in its format.
 */
const char *num_shortest(char *buf, double value);

/* num_grouped - a count with commas between thousands, as for people */
const char *num_grouped(char *buf, size_t size, double value);

#endif
