/* Removes addresses that occur twice, keeping the order. */
#include <stdio.h>
#include <stdlib.h>

static int unique(unsigned *a, int n)
{
	int k = 0;

	for (int i = 0; i < n; i++) {
		int j = 0;

		while (j < k && a[j] != a[i])
			j++;
		if (j == k)
			a[k++] = a[i];
	}
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
