#include "simout_words.h"

#include "base/num.h"

#include <stddef.h>
#include <string.h>

char *words_next(char **line)
{
	char *word = *line;

	if (!word)
		return NULL;
	char *blank = strchr(word, ' ');

	if (blank)
		*blank++ = '\0';
	*line = blank;
	return word;
}

bool words_number(const char *s, uint64_t *value)
{
	return s && s[0] >= '0' && s[0] <= '9' &&
	       (s[0] != '0' || s[1] == '\0') && num_u64(s, value);
}

bool words_hex(const char *s, uint64_t *value)
{
	uint64_t v = 0;
	size_t n = 0;

	if (!s)
		return false;
	for (; s[n]; n++) {
		const char c = s[n];
		unsigned digit;

		if (c >= '0' && c <= '9')
			digit = (unsigned)(c - '0');
		else if (c >= 'a' && c <= 'f')
			digit = (unsigned)(c - 'a') + 10;
		else
			return false;
		v = v << 4 | digit;
	}
	*value = v;
	return n > 0 && n <= 16;
}

bool words_colons(char *s, int64_t *first, uint64_t *rest, size_t n)
{
	for (size_t i = 0; i <= n; i++) {
		char *colon = strchr(s, ':');

		if (!colon != (i == n))
			return false;
		if (colon)
			*colon++ = '\0';
		if (i == 0 ? !num_i64(s, first)
		           : !words_number(s, &rest[i - 1]))
			return false;
		s = colon;
	}
	return true;
}

/* In place: what is written is never ahead of what is read. */
bool words_unescape(char *s)
{
	char *to = s;

	if (!strcmp(s, "%")) {
		*s = '\0';
		return true;
	}
	for (; *s; s++) {
		uint64_t byte;

		if (*s != '%') {
			*to++ = *s;
			continue;
		}
		if (!s[1] || !s[2])
			return false;
		const char digits[3] = { s[1], s[2], '\0' };

		if (!words_hex(digits, &byte) || !byte)
			return false;
		*to++ = (char)byte;
		s += 2;
	}
	*to = '\0';
	return true;
}
