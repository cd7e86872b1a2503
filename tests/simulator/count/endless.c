/* Works for ever, and tells nobody; in turns that are alike, or in long ones,
 * or with code between them that each comes back after a long time, if it is
 * asked. */
__attribute__((noinline)) static void work(void)
{
	static volatile double x[4096];

	for (int i = 0; i < 4096; i++)
		x[i] = x[i] + 1;
}

static __attribute__((noinline)) void turn(int n)
{
	for (int i = 0; i < n; i++)
		work();
}

#ifdef __x86_64__
enum { RARE = 128 };

__asm__(".text\n"
        "\t.balign 64\n"
        "\t.globl rare\n"
        "rare:\n"
        "\t.rept 128\n"
        "\tret\n"
        "\t.balign 64\n"
        "\t.endr\n");
extern const char rare[];

static void visit(void)
{
	for (int i = 0;; i = (i + 1) % RARE) {
		/* NOLINTNEXTLINE(bugprone-implicit-widening-*): measured */
		((void (*)(void))(rare + 64 * i))();
		turn(24);
	}
}
#else
static void visit(void)
{
}
#endif

/* Done often at the start, and rarely afterwards: but for it, the code that is
 * executed is the same each time. */
static __attribute__((noinline)) void prepare(void)
{
	__asm__ volatile("nop");
}

static __attribute__((noinline)) void prepared(void)
{
	__asm__ volatile("");
}

static void begin_and_work(void)
{
	static void (*volatile what[])(void) = { prepared, prepare };

	for (int i = 0;; i++) {
		what[(i < 80) | (i % 1500 == 0)]();
		if (i >= 80)
			work();
	}
}

/* Strings of 4096 lines, one after the other */
static void clear(void)
{
#ifdef __x86_64__
	static char room[1 << 18];

	for (;;) {
		char *to = room;
		unsigned long n = sizeof(room);

		__asm__ volatile("rep stosb"
		                 : "+D"(to), "+c"(n)
		                 : "a"(0)
		                 : "memory");
	}
#endif
}

int main(int argc, char **argv)
{
	if (argc > 1 && argv[1][0] == 's')
		clear();
	if (argc > 1 && argv[1][0] == 'v')
		visit();
	if (argc > 1 && argv[1][0] == 'b')
		begin_and_work();
	for (;;) {
		if (argc > 1)
			turn(argv[1][0] == 'n' ? 1000 : 24);
		else
			work();
	}
}
