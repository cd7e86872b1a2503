/* Works for ever, and tells nobody. */
__attribute__((noinline)) static void work(void)
{
	static volatile double x[4096];

	for (int i = 0; i < 4096; i++)
		x[i] = x[i] + 1;
}

int main(void)
{
	for (;;)
		work();
}
