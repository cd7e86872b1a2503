/* The nearest shop of each house. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

struct point {
	double x, y;
};

static int nearest(const struct point *shop, int n, struct point from)
{
	double least = 1e300;
	int best = 0;

	for (int i = 0; i < n; i++) {
		double dx = shop[i].x - from.x, dy = shop[i].y - from.y;
		double d = dx * dx + dy * dy;

		if (d < least) {
			least = d;
			best = i;
		}
	}
	return best;
}

int main(void)
{
	enum { SHOPS = 1000, HOUSES = 400000 };
	static struct point shop[SHOPS];
	unsigned seed = 19;
	long sum = 0;

	for (int i = 0; i < SHOPS; i++)
		shop[i] = (struct point){ i * 37 % 1009, i * 91 % 997 };
	for (int i = 0; i < HOUSES; i++) {
		seed = seed * 1664525 + 1013904223;
		sum += nearest(shop, SHOPS, (struct point){ seed >> 22, seed >> 12 & 1023 });
	}
	printf("%ld\n", sum);
	return 0;
}
