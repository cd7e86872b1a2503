! Writes and reads all numbers with one statement.
! show: begin
subroutine work(unit, x, n)
  implicit none
  integer, intent(in) :: unit, n
  real(8), intent(inout) :: x(n)

  x = 0.5d0 * x + 1 / (x + 1)
  rewind (unit)
  write (unit) x
  rewind (unit)
  read (unit) x(n:1:-1)
end subroutine work
! show: end

program main
  implicit none
  integer, parameter :: n = 20000
  integer :: i, unit, r, repeats
  real(8) :: x(n)
  character(len=16) :: text

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, text)
    read (text, *) repeats
  end if
  x = [(i * 0.5d0, i = 1, n)]
  open (newunit=unit, status='scratch', form='unformatted', access='stream')
  do r = 1, repeats
    call work(unit, x, n)
  end do
  print '(a,g0.10)', 'checksum ', sum(x) + x(1) / 2
end program main
