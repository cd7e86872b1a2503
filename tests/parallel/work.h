/* Work that takes time and nothing else: a chain of multiplications. */
static double work(long n)
{
	unsigned long x = 1;

	for (long i = 0; i < n; i++)
		x = x * 6364136223846793005u + 1442695040888963407u;
	return (double)(x >> 40);
}
