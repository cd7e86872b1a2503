/* Copies a word, and no more. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 64, LENGTH = 24, SIZE = 8192, N = 20000 };

static char words[WORDS][LENGTH];

__attribute__((noipa))
/* show: begin */
static long
work(char words[][LENGTH], int n)
{
	char name[SIZE];
	long letters = 0;

	for (int i = 0; i < n; i++) {
		const char *word = words[i % WORDS];
		const size_t length = strnlen(word, SIZE - 1);

		memcpy(name, word, length);
		name[length] = '\0';
		letters += name[i % 5];
	}
	return letters;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	double sum = 0;

	for (int i = 0; i < WORDS; i++)
		snprintf(words[i], LENGTH, "particle_%d", i * i);
	for (long r = 0; r < repeats; r++)
		sum += (double)work(words, N);
	printf("checksum %.10g\n", sum);
	return 0;
}
