// Looks at one element of the set after the other.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <set>

__attribute__((noipa))
/* show: begin */
long
work(const std::set<int> &primes, int n)
{
	long found = 0;

	for (int i = 0; i < n; i++)
		found += std::find(primes.begin(), primes.end(), i) !=
		         primes.end();
	return found;
}
/* show: end */

int main(int argc, char **argv)
{
	const long repeats = argc > 1 ? atol(argv[1]) : 1;
	std::set<int> primes;
	double sum = 0;

	for (int i = 2; i < 1500; i++) {
		if (std::none_of(primes.begin(), primes.end(),
		                 [i](int p) { return i % p == 0; }))
			primes.insert(i);
	}
	for (long r = 0; r < repeats; r++)
		sum += (double)work(primes, 6000);
	printf("checksum %.10g\n", sum);
	return 0;
}
