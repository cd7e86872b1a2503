! One loop that does what the three array operations did.
module example
  implicit none
  integer, parameter :: n = 1048576
contains
! show: begin
  real(8) function work(x, y, a, b) result(norm)
    real(8), intent(inout) :: x(n), y(n)
    real(8), intent(in) :: a, b
    integer :: i

    norm = 0
    do i = 1, n
      x(i) = a * x(i) + b
      y(i) = y(i) + x(i)
      norm = norm + y(i) * x(i)
    end do
  end function
! show: end
end module

program main
  use example
  implicit none
  real(8), allocatable :: x(:), y(:)
  real(8) :: total
  integer :: i, r, repeats
  character(len=20) :: text

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, text)
    read (text, *) repeats
  end if
  allocate (x(n), y(n))
  total = 0
  y = 0
  do i = 1, n
    x(i) = mod(i, 100)
  end do
  do r = 1, repeats * 3
    total = total + work(x, y, 0.5d0, 1.0d0)
  end do
  write (*, '(a,es20.12)') 'checksum ', total
end program
