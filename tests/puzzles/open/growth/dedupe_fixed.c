/* Removes addresses that occur twice, keeping the order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int unique(unsigned *a, int n)
{
	int k = 0;
	int size = 1 << 20;
	int *slot = malloc(size * sizeof(*slot));

	memset(slot, 255, size * sizeof(*slot));
	for (int i = 0; i < n; i++) {
		unsigned h = a[i] * 2654435761u >> 12;

		while (slot[h] >= 0 && a[slot[h]] != a[i])
			h = (h + 1) & (size - 1);
		if (slot[h] < 0) {
			slot[h] = k;
			a[k++] = a[i];
		}
	}
	free(slot);
	return k;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 100000;
	unsigned *a = malloc(n * sizeof(*a)), seed = 3, hash = 0;

	for (int i = 0; i < n; i++) {
		seed = seed * 1664525 + 1013904223;
		a[i] = seed >> 12 & 0x3ffff;
	}
	n = unique(a, n);
	for (int i = 0; i < n; i++)
		hash = hash * 31 + a[i];
	printf("%d addresses, %u\n", n, hash);
	free(a);
	return 0;
}
