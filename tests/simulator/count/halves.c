/*
 * halves - the same instructions twice: at first they load what stays in the
 * first cache, then each of them a line from memory
 */
enum { TURNS = 10000000, LARGE = 1 << 24 };

static volatile int numbers[LARGE];

__attribute__((noinline)) static void half(unsigned mask)
{
	unsigned at = 0;

	for (int i = 0; i < TURNS; i++)
		at = (at * 5 + 12345 + (unsigned)numbers[at & mask]);
}

int main(void)
{
	half(0xff);
	half(LARGE - 1);
	return 0;
}
