! Uses a few elements of a large work array in each call.
! show: begin
real(8) function work(x, n) result(total)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n)
  real(8) :: buffer(2000)
  integer :: i

  do i = 1, n
    buffer(i) = x(i) * x(i)
  end do
  total = 0
  do i = 2, n
    total = total + buffer(i) * buffer(i - 1)
  end do
end function work
! show: end

program initial
  implicit none
  real(8), external :: work
  integer, parameter :: n = 200, times = 5000
  integer :: i, repeats
  integer(8) :: r
  real(8) :: x(n), total
  character(len=20) :: text

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, text)
    read (text, *) repeats
  end if
  do i = 1, n
    x(i) = mod(i, 17) + 0.25d0
  end do
  total = 0
  do r = 1, int(repeats, 8) * times
    x(1) = real(mod(r, 5_8), 8)
    total = total + work(x, n - 1)
  end do
  print '(a, es17.10)', 'checksum ', total
end program initial
