! Fortran: a module procedure and a named main program. "LOOP d" as in nests.c
module grid
  implicit none
contains
  subroutine relax(u, v, n)
    integer, intent(in) :: n
    real(8), intent(in) :: u(n, n)
    real(8), intent(out) :: v(n, n)
    integer :: i, j
    do j = 2, n - 1 ! LOOP 1 grid::relax
      ! in one line, as compilers differ in which of a loop's lines is its first
      do i = 2, n - 1; v(i, j) = 0.25d0 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1)); end do ! LOOP 2 grid::relax
    end do
  end subroutine relax
end module grid

program heat
  use grid
  implicit none
  real(8) :: a(64, 64), b(64, 64)
  integer :: k
  call random_number(a)
  b = a
  do k = 1, 10 ! LOOP 1 heat
    call relax(a, b, 64)
    call relax(b, a, 64)
  end do
  print *, a(32, 32)
end program heat
