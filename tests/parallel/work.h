/* Work that takes time and nothing else: four chains of multiplications, side
 * by side, as one alone would wait for itself and be a fault of its own. */
static double work(long n)
{
	unsigned long a = 1, b = 3, c = 5, d = 7;

	for (long i = 0; i < n; i++) {
		a = a * 6364136223846793005u + 1442695040888963407u;
		b = b * 2862933555777941757u + 3037000493u;
		c = c * 3202034522624059733u + 4354685564936845319u;
		d = d * 3935559000370003845u + 2691343689449507681u;
	}
	return (double)((a ^ b ^ c ^ d) >> 40);
}
