! Makes a shifted copy of the array for each neighbour.
! show: begin
subroutine work(a, b, m, n)
  implicit none
  integer, intent(in) :: m, n
  real(8), intent(in) :: a(m, n)
  real(8), intent(out) :: b(m, n)

  b = 0.25d0 * (cshift(a, 1, 1) + cshift(a, -1, 1) &
                + cshift(a, 1, 2) + cshift(a, -1, 2))
end subroutine work
! show: end

program main
  implicit none
  integer, parameter :: n = 300
  real(8) :: a(n, n), b(n, n)
  integer :: i, k, r, repeats
  character(len=16) :: text

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, text)
    read (text, *) repeats
  end if
  do k = 1, n
    do i = 1, n
      a(i, k) = mod(i * 31 + k * 17, 101)
    end do
  end do
  do r = 1, repeats * 4
    call work(a, b, n, n)
    call work(b, a, n, n)
  end do
  print '(a,g0.10)', 'checksum ', sum(a(:, 7)) + a(5, 5)
end program main
