/* Interfaces without names: fipp's range and MPI_Pcontrol. */
#include <fj_tool/fipp.h>

int MPI_Pcontrol(const int level, ...);

static volatile double cell[16];

static __attribute__((noinline)) void add(long n)
{
	for (long i = 0; i < n; i++)
		cell[i & 15] += 1.0;
}

int main(void)
{
	MPI_Pcontrol(0); /* as programs do first: nothing is open */
	for (int i = 0; i < 3; i++) {
		fipp_start();
		add(100);
		fipp_stop();
	}
	MPI_Pcontrol(1);
	add(10);
	MPI_Pcontrol(1); /* it is on already */
	add(20);
	MPI_Pcontrol(0);
	add(1000);
	return 0;
}
