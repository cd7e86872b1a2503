! Reads each neighbour where it is.
! show: begin
subroutine work(a, b, m, n)
  implicit none
  integer, intent(in) :: m, n
  real(8), intent(in) :: a(m, n)
  real(8), intent(out) :: b(m, n)
  integer :: i, k, left, right

  do k = 1, n
    left = merge(n, k - 1, k == 1)
    right = merge(1, k + 1, k == n)
    b(1, k) = 0.25d0 * (a(2, k) + a(m, k) + a(1, right) + a(1, left))
    do i = 2, m - 1
      b(i, k) = 0.25d0 * (a(i + 1, k) + a(i - 1, k) &
                          + a(i, right) + a(i, left))
    end do
    b(m, k) = 0.25d0 * (a(1, k) + a(m - 1, k) + a(m, right) + a(m, left))
  end do
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
