! The same source, with and without checks of subscripts.
module grid
  implicit none
contains
  ! show: begin
  subroutine work(x, y, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(:)
    real(8), intent(in) :: y(:)
    integer :: i

    do i = 2, n - 1
      x(i) = 0.5d0 * (y(i - 1) + y(i + 1)) + 0.25d0 * x(i)
    end do
  end subroutine work
  ! show: end
end module grid

program main
  use grid
  implicit none
  real(8), allocatable :: x(:), y(:)
  real(8) :: total
  integer :: i, r, repeats
  character(len=16) :: text

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, text)
    read (text, *) repeats
  end if
  allocate (x(2000), y(2000))
  x = 0
  y = [(mod(i, 10) + 0.5d0, i = 1, 2000)]
  total = 0
  do r = 1, repeats * 800
    call work(x, y, 2000)
    total = total + x(mod(r, 2000) + 1)
  end do
  print '(a,g0.10)', 'checksum ', total
end program main
