/*
 * turns - system calls with two loops between them: the second one never begins
 * just after a call, nor does the core get to ask while it runs
 *
 *	turns [N [large]]
 *
 * With N, loops of so many turns, each after a call of its own. With "large",
 * of as many instructions, but in the second one all of a turn's are one block.
 */
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

static volatile unsigned sink = 1;

__attribute__((noinline)) static void first(int n)
{
	for (int i = 0; i < n; i++)
		sink = sink * 5 + 1;
}

__attribute__((noinline)) static void second(int n)
{
	for (int i = 0; i < n; i++)
		sink = sink * 3 + 7;
}

__attribute__((noinline)) static void straight(int n)
{
	unsigned x = 1;

	for (int i = 0; i < n; i++)
		__asm__ volatile(".rept 4000\n\tadd $3, %0\n\t.endr" : "+r"(x));
	sink = x;
}

int main(int argc, char **argv)
{
	const int pairs = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 0;

	/* the bursts at the start are over after that */
	first(3000000);
	for (int i = 0; i < 300; i++) {
		syscall(SYS_getppid);
		first(pairs ? pairs : 60000);
		if (pairs)
			syscall(SYS_getppid);
		if (argc > 2)
			straight(pairs * 5 / 4000);
		else
			second(pairs ? pairs : 20000);
	}
	return 0;
}
