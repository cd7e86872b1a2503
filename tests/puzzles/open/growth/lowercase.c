/* Makes a whole book lower case and counts its letters. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_lower(char *text)
{
	for (size_t i = 0; i < strlen(text); i++)
		if (text[i] >= 'A' && text[i] <= 'Z')
			text[i] = text[i] - 'A' + 'a';
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000000;
	char *text = malloc(n + 1);
	unsigned seed = 7;
	long count[256] = { 0 };

	for (size_t i = 0; i < n; i++) {
		seed = seed * 1103515245 + 12345;
		text[i] = "etaoin SHRDLU etaoin shrdlu, The. "[seed >> 16 & 31];
	}
	text[n] = 0;
	make_lower(text);
	for (size_t i = 0; i < n; i++)
		count[(unsigned char)text[i]]++;
	printf("%ld e, %ld t, %ld s\n", count['e'], count['t'], count['s']);
	free(text);
	return 0;
}
