! Four sums, by an array that the compiler keeps in registers.
module example
  implicit none
  integer, parameter :: n = 2000
contains
! show: begin
  real(8) function work(x) result(total)
    real(8), intent(in) :: x(n)
    real(8) :: part(4)
    integer :: i

    part = 0
    do i = 1, n, 4
      part = part + x(i:i + 3)
    end do
    total = sum(part)
  end function
! show: end
end module

program main
  use example
  implicit none
  real(8) :: x(n), total
  integer :: i, r, repeats
  character(len=20) :: text

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, text)
    read (text, *) repeats
  end if
  total = 0
  do i = 1, n
    x(i) = 1.0d0 / i
  end do
  do r = 1, repeats * 3000
    total = total + work(x)
  end do
  write (*, '(a,es20.12)') 'checksum ', total
end program
