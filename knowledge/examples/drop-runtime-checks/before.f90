! The same source, with and without checks of subscripts.
! show: begin
subroutine work(x, y, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n)
  real(8), intent(in) :: y(n)
  integer :: i

  do i = 2, n - 1
    x(i) = 0.5d0 * (y(i - 1) + y(i + 1)) + 0.25d0 * x(i)
  end do
end subroutine work
! show: end

program main
  implicit none
  integer, parameter :: n = 2000, times = 800
  real(8) :: x(n), y(n), total
  integer :: i, r, repeats
  character(len=16) :: text

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, text)
    read (text, *) repeats
  end if
  x = 0
  y = [(mod(i, 10) + 0.5d0, i = 1, n)]
  total = 0
  do r = 1, repeats * times
    call work(x, y, n)
    total = total + x(mod(r, n) + 1)
  end do
  print '(a,g0.10)', 'checksum ', total
end program main
