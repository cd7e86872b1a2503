// Cells of a row live on by the number of their neighbours.
#include <cstdio>
#include <cstdlib>
#include <vector>

/* show: begin */
using Cells = std::vector<bool>;

__attribute__((noipa)) void work(const Cells &now, Cells &next, int n)
{
	for (int i = 2; i < n - 2; i++) {
		int near = now[i - 2] + now[i - 1] + now[i + 1] + now[i + 2];

		next[i] = near == 2 || (near == 3 && now[i]);
	}
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	const int n = 4000;
	Cells now(n), next(n);
	long sum = 0;

	for (int i = 0; i < n; i++)
		now[i] = (i * 7 ^ i >> 3) & 1;
	for (long r = 0; r < repeats; r++)
		for (int step = 0; step < 150; step++) {
			work(now, next, n);
			now.swap(next);
		}
	for (int i = 0; i < n; i++)
		sum += now[i] * (i % 97);
	printf("checksum %.10g\n", (double)sum);
}
