! Loops over arrays in the wrong order: Fortran keeps the first index
! contiguous, the inner loop runs over the second one.
!
!      wrong_order N PASSES
subroutine combine(c, a, b, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(out) :: c(n, n)
  real(8), intent(in) :: a(n, n), b(n, n)
  integer :: i, j

  do i = 1, n
    do j = 1, n                                              ! hot loop begin
      c(i, j) = a(i, j) + 3 * b(i, j)
    end do                                                   ! hot loop end
  end do
end subroutine combine

program main
  implicit none
  character(len=20) :: word
  integer :: n, passes, k
  real(8), allocatable :: a(:, :), b(:, :), c(:, :)

  call get_command_argument(1, word)
  read (word, *) n
  call get_command_argument(2, word)
  read (word, *) passes
  allocate (a(n, n), b(n, n), c(n, n))
  a = 1
  b = 2
  do k = 1, passes
    call combine(c, a, b, n)
  end do
  if (abs(c(n, n) - 7) > 0) stop 1
end program main
