/*
 * xml_values.h - a fuzzer's changes of a measurement that stay XML
 *
 * Most changes of single bytes end in "this is not XML". Here a value of an
 * attribute, or a number of a list, becomes an odd one, or an element comes
 * again or goes; every fourth time libFuzzer changes bytes.
 */
#ifndef PERFEXPERT_TESTS_FUZZ_XML_VALUES_H
#define PERFEXPERT_TESTS_FUZZ_XML_VALUES_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* libFuzzer's own; replayed alone there is none */
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size,
                                              size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                               unsigned seed);

/* A place in data to which a word is written instead of n bytes */
struct xml_value {
	size_t at, n;
};

static inline bool xml_ends_value(uint8_t c)
{
	return c == '"' || c == '<' || c == '>' || c == ' ' || c == '\n';
}

/* The word at or after a place: a value, a number of a list */
static inline struct xml_value xml_find_value(const uint8_t *data, size_t size,
                                              size_t from)
{
	struct xml_value v = { from, 0 };

	while (v.at > 0 && !xml_ends_value(data[v.at - 1]))
		v.at--;
	while (v.at + v.n < size && !xml_ends_value(data[v.at + v.n]))
		v.n++;
	return v;
}

static inline size_t xml_put(uint8_t *data, size_t size, size_t most,
                             struct xml_value v, const void *word, size_t n)
{
	if (size - v.n + n > most)
		return size;
	memmove(data + v.at + n, data + v.at + v.n, size - v.at - v.n);
	memcpy(data + v.at, word, n);
	return size - v.n + n;
}

/* Removes the line of an element, or repeats it */
static inline size_t xml_change_line(uint8_t *data, size_t size, size_t most,
                                     size_t at, bool again)
{
	uint8_t line[4096];
	struct xml_value v = { at, 0 };

	while (v.at > 0 && data[v.at - 1] != '\n')
		v.at--;
	while (v.at + v.n < size && data[v.at + v.n] != '\n')
		v.n++;
	if (v.n + 1 > sizeof(line))
		return size;
	if (!again)
		return xml_put(data, size, most, v, "", 0);
	line[0] = '\n';
	memcpy(line + 1, data + v.at, v.n);
	return xml_put(data, size, most, (struct xml_value){ v.at + v.n, 0 },
	               line, v.n + 1);
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most,
                               unsigned seed)
{
	static const char *const odd[] = {
		"0",
		"1",
		"2",
		"-1",
		"-",
		"1e-320",
		"1e300",
		"1.7e308",
		"nan",
		"inf",
		"0.5",
		"1e9",
		"4294967295",
		"18446744073709551615",
		"",
		"yes",
		"no",
		"loop",
		"&#27;[2J&lt;",
		"\xff",
		"../x",
		"/proc/self/cwd/x",
		"zen4",
		"TOT_CYC",
	};
	const char *word;
	size_t at, other;

	srand(seed);
	if (size == 0 || (rand() % 4 == 0 && LLVMFuzzerMutate))
		return LLVMFuzzerMutate ? LLVMFuzzerMutate(data, size, most)
		                        : size;
	at = (size_t)rand() % size;
	other = (size_t)rand() % size;
	switch (rand() % 4) {
	case 0:
		return xml_change_line(data, size, most, at, rand() % 2);
	case 1: { /* what another place has */
		const struct xml_value from = xml_find_value(data, size, other);
		uint8_t copy[256];

		if (from.n > sizeof(copy))
			return size;
		memcpy(copy, data + from.at, from.n);
		return xml_put(data, size, most, xml_find_value(data, size, at),
		               copy, from.n);
	}
	default:
		word = odd[(size_t)rand() % (sizeof(odd) / sizeof(*odd))];
		return xml_put(data, size, most, xml_find_value(data, size, at),
		               word, strlen(word));
	}
}

#endif
