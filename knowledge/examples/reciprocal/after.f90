! One divide before the array operation.
module example
  implicit none
  integer, parameter :: n = 1000
contains
! show: begin
  subroutine work(a, b, c)
    real(8), intent(out) :: a(n)
    real(8), intent(in) :: b(n), c
    real(8) :: cinv

    cinv = 1.0d0 / c
    a = b * cinv
  end subroutine
! show: end
end module

program main
  use example
  implicit none
  real(8) :: a(n), b(n), total
  integer :: i, r, repeats
  character(len=20) :: text

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, text)
    read (text, *) repeats
  end if
  total = 0
  do i = 1, n
    b(i) = mod(i, 10) + 0.5d0
  end do
  do r = 1, repeats * 4000
    call work(a, b, 3.0d0 + mod(r, 4))
    total = total + a(mod(r, n) + 1)
  end do
  write (*, '(a,es20.12)') 'checksum ', total
end program
