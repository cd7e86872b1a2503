! A module procedure with nested loops in the right order: relaxation of a
! square grid.
!
!      relax N PASSES
module smoother
  implicit none
contains
  subroutine relax(new, old, n)
    integer, intent(in) :: n
    real(8), intent(out) :: new(n, n)
    real(8), intent(in) :: old(n, n)
    integer :: i, j

    do j = 2, n - 1
      do i = 2, n - 1                                        ! hot loop begin
        new(i, j) = 0.25d0 * (old(i - 1, j) + old(i + 1, j) &
          + old(i, j - 1) + old(i, j + 1))
      end do                                                 ! hot loop end
    end do
  end subroutine relax
end module smoother

program main
  use smoother
  implicit none
  character(len=20) :: word
  integer :: n, passes, k
  real(8), allocatable :: a(:, :), b(:, :)

  call get_command_argument(1, word)
  read (word, *) n
  call get_command_argument(2, word)
  read (word, *) passes
  allocate (a(n, n), b(n, n))
  a = 1
  b = 1
  do k = 1, passes
    call relax(b, a, n)
  end do
  if (abs(b(2, 2) - 1) > 0) stop 1
end program main
