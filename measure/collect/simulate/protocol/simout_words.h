/*
 * simout_words.h - words and numbers in lines of the simulator's output
 *
 * Lines are changed in place: words are ended where their blank was. What the
 * tool never writes (a sign, 0x, capitals, leading zeros) is refused.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_WORDS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* words_next - cut off the next word of *line, which is NULL after the last */
char *words_next(char **line);

/* Decimal and hexadecimal; false when s is NULL or anything else stands there
 */
bool words_number(const char *s, uint64_t *value);
bool words_hex(const char *s, uint64_t *value);

/* words_colons - "FIRST:A:B" with n numbers in rest; the first may be negative
 */
bool words_colons(char *s, int64_t *first, uint64_t *rest, size_t n);

/* words_unescape - %XX back to bytes, "%" to "", in place; false for a NUL */
bool words_unescape(char *s);

#endif
