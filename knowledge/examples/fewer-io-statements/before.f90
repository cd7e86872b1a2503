! Writes and reads one number with each statement.
! show: begin
subroutine work(unit, x, n)
  implicit none
  integer, intent(in) :: unit, n
  real(8), intent(inout) :: x(n)
  integer :: i

  rewind (unit)
  do i = 1, n
    x(i) = 0.5d0 * x(i) + 1 / (x(i) + 1)
    write (unit) x(i)
  end do
  rewind (unit)
  do i = n, 1, -1
    read (unit) x(i)
  end do
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
