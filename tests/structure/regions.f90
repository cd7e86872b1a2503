! Parallel regions of a main program, a procedure and one of a module
module grid
  implicit none
contains
  subroutine shift(v, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    integer :: i
    !$omp parallel do
    do i = 1, n
      v(i) = v(i) * 0.5d0 + 1
    end do
  end subroutine shift
end module grid

subroutine relax(v, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: v(n)
  integer :: i
  !$omp parallel do
  do i = 1, n
    v(i) = sqrt(v(i))
  end do
end subroutine relax

program heat
  use grid
  implicit none
  real(8) :: a(64)
  integer :: i
  !$omp parallel do
  do i = 1, 64
    a(i) = i
  end do
  call relax(a, 64)
  call shift(a, 64)
  print *, a(32)
end program heat
