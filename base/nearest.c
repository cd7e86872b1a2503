#include "nearest.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "banned.h"

static bool same(char a, char b)
{
	return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

size_t nearest_distance(const char *a, const char *b)
{
	size_t rows[3][NEAREST_LONGEST + 1];
	const size_t na = strnlen(a, NEAREST_LONGEST + 1),
		     nb = strnlen(b, NEAREST_LONGEST + 1);

	if (na > NEAREST_LONGEST || nb > NEAREST_LONGEST)
		return SIZE_MAX;
	for (size_t k = 0; k <= nb; k++)
		rows[0][k] = k;
	for (size_t i = 1; i <= na; i++) {
		size_t *row = rows[i % 3], *above = rows[(i + 2) % 3];
		const size_t *two_above = rows[(i + 1) % 3];

		row[0] = i;
		for (size_t k = 1; k <= nb; k++) {
			const size_t differs = !same(a[i - 1], b[k - 1]);

			row[k] = least(above[k - 1] + differs,
			               least(above[k], row[k - 1]) + 1);
			if (i > 1 && k > 1 && same(a[i - 1], b[k - 2]) &&
			    same(a[i - 2], b[k - 1]))
				row[k] = least(row[k], two_above[k - 2] + 1);
		}
	}
	return rows[na % 3][nb];
}

const char *nearest_of(const char *word, nearest_word *words, const void *ctx)
{
	const size_t n = strlen(word);
	const char *best = NULL, *begins = NULL, *w;
	size_t distance = SIZE_MAX, beginning = 0;

	for (size_t i = 0; (w = words(ctx, i)); i++) {
		const size_t d = nearest_distance(word, w);

		if (d < distance) {
			distance = d;
			best = w;
		}
		if (n > 0 && strncasecmp(word, w, n) == 0) {
			begins = w;
			beginning++;
		}
	}
	if (best && distance <= (n + 2) / 3 && distance < n)
		return best;
	return beginning == 1 ? begins : NULL;
}
