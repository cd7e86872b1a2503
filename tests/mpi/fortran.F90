! A few calls of MPI, by mpif.h's names or those of mpi_f08, and what is to be seen of
! them: as traffic.c does.
program fortran
#ifdef F08
  use mpi_f08
#else
  use mpi
#endif
  implicit none
  integer :: rank, n, ierr, next, last, x(1000), y(1000)
#ifdef F08
  type(MPI_Request) :: r(2)
  type(MPI_Status) :: status
#else
  integer :: r(2), status(MPI_STATUS_SIZE)
#endif

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
  next = mod(rank + 1, n)
  last = mod(rank + n - 1, n)
  x = rank
  call MPI_Irecv(y, 1000, MPI_INTEGER, last, 1, MPI_COMM_WORLD, r(1), ierr)
  call MPI_Isend(x, 500, MPI_INTEGER, next, 1, MPI_COMM_WORLD, r(2), ierr)
  call MPI_Waitall(2, r, MPI_STATUSES_IGNORE, ierr)
  call MPI_Allreduce(MPI_IN_PLACE, x, 10, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call MPI_Sendrecv(x, 7, MPI_INTEGER, next, 2, y, 1000, MPI_INTEGER, last, 2, &
                    MPI_COMM_WORLD, status, ierr)
  call expect('MPI_Init', 0, 0)
  call expect('MPI_Irecv', 0, 2000)
  call expect('MPI_Isend', 2000, 0)
  call expect('MPI_Waitall', 0, 0)
  call expect('MPI_Allreduce', 40, 40)
  call expect('MPI_Sendrecv', 28, 28)
  call expect('MPI_Finalize', 0, 0)
  call MPI_Finalize(ierr)

contains
  subroutine expect(call, sent, received)
    character(*), intent(in) :: call
    integer, intent(in) :: sent, received

    print '(i0, 1x, a, 3(1x, i0))', rank, call, 1, sent, received
  end subroutine expect
end program fortran
