/* Work that takes time and nothing else: a chain of multiplications. */
static double work(long n)
{
	double x = 1;

	for (long i = 0; i < n; i++)
		x = x * 1.0000001 + 1e-9;
	return x;
}
