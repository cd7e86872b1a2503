#!/bin/bash
# compiler.sh - sourced by tests of ranks: can programs of an MPI be built?

# mpi_builds MPI: distributions' wrappers come without headers, too
mpi_builds() {
	command -v "mpicc.$1" >/dev/null &&
		echo '#include <mpi.h>' | "mpicc.$1" -E -x c - >/dev/null 2>&1
}

# mpi_builds_fortran MPI
mpi_builds_fortran() {
	command -v "mpif90.$1" >/dev/null &&
		printf 'program p\nuse mpi\nend program\n' |
		"mpif90.$1" -fsyntax-only -x f95 - >/dev/null 2>&1
}
