/*
 * turns - system calls with two loops between them: the second one never begins
 * just behind a call, nor does the core get to ask while it runs
 */
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

int main(void)
{
	/* the bursts at the start are over after that */
	first(3000000);
	for (int i = 0; i < 300; i++) {
		syscall(SYS_getppid);
		first(60000);
		second(20000);
	}
	return 0;
}
