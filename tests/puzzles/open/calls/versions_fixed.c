/* Sorts version numbers such as 3.14.2. */
#include <stdio.h>
#include <stdlib.h>

struct version {
	char text[16];
	unsigned key;
};

static unsigned key_of(const char *text)
{
	unsigned a = 0, b = 0, c = 0;

	sscanf(text, "%u.%u.%u", &a, &b, &c);
	return a << 20 | b << 10 | c;
}

static int compare(const void *p, const void *q)
{
	unsigned a = ((const struct version *)p)->key;
	unsigned b = ((const struct version *)q)->key;

	return a < b ? -1 : a > b;
}

int main(void)
{
	enum { N = 180000 };
	struct version *v = malloc(N * sizeof(*v));
	unsigned seed = 6;

	for (int i = 0; i < N; i++) {
		seed = seed * 1664525 + 1013904223;
		sprintf(v[i].text, "%u.%u.%u", seed >> 29, seed >> 20 & 511, seed >> 10 & 1023);
		v[i].key = key_of(v[i].text);
	}
	qsort(v, N, sizeof(*v), compare);
	printf("%s %s %s\n", v[0].text, v[N / 2].text, v[N - 1].text);
	free(v);
	return 0;
}
