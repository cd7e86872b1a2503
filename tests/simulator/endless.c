/* Works for ever, and tells nobody; in turns that are alike, if it is asked. */
__attribute__((noinline)) static void work(void)
{
	static volatile double x[4096];

	for (int i = 0; i < 4096; i++)
		x[i] = x[i] + 1;
}

static __attribute__((noinline)) void turn(void)
{
	for (int i = 0; i < 24; i++)
		work();
}

int main(int argc, char **argv)
{
	(void)argv;
	for (;;) {
		if (argc > 1)
			turn();
		else
			work();
	}
}
