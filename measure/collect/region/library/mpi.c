/*
 * MPI_Pcontrol: a level above 0 begins the region "MPI_Pcontrol" of that
 * number, where none of them is open in the thread; 0 ends it, and so does the
 * number's negative. The MPI library gets the call as well. Its own object, so
 * that a static link takes it only where it is asked for.
 */
#include "library.h"

#define NAME "MPI_Pcontrol"

int MPI_Pcontrol(const int level, ...);
void mpi_pcontrol_(const int *level);
int PMPI_Pcontrol(const int level, ...) __attribute__((weak));

static __thread int open_level __attribute__((tls_model("initial-exec")));

INSIDE static void control(int level, const void *from)
{
	if (level > 0 && open_level == 0) {
		open_level = level;
		library_begin(NAME, level, from);
	} else if (open_level != 0 && (level == 0 || level == -open_level)) {
		library_end(NAME, open_level, from);
		open_level = 0;
	}
}

EXPORT INSIDE int MPI_Pcontrol(const int level, ...)
{
	if (library_measured())
		control(level, CALLER);
	return PMPI_Pcontrol ? PMPI_Pcontrol(level) : 0;
}

EXPORT INSIDE void mpi_pcontrol_(const int *level)
{
	if (library_measured())
		control(*level, CALLER);
}
