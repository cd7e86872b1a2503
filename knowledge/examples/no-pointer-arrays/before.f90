! Fields that are pointers, or allocatable: components of one type.
! show: begin
module fields
  type :: field
    real, pointer :: h(:, :), u(:, :), depth(:, :)
  end type field
end module fields

subroutine work(f, n, m)
  use fields
  implicit none
  type(field), intent(inout) :: f
  integer, intent(in) :: n, m
  integer :: i, j

  do j = 2, m
    do i = 2, n
      f%h(i, j) = f%h(i, j) + 0.01 * f%depth(i, j) * (f%u(i - 1, j) - f%u(i, j))
    end do
  end do
end subroutine work
! show: end

program main
  use fields
  implicit none
  integer, parameter :: n = 400, m = 40, times = 200
  type(field) :: f(3)
  integer :: i, j, k, r, repeats
  character(len=16) :: text

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, text)
    read (text, *) repeats
  end if
  do k = 1, 3
    allocate (f(k)%h(n, m), f(k)%u(n, m), f(k)%depth(n, m))
    do j = 1, m
      do i = 1, n
        f(k)%h(i, j) = k + mod(i, 10)
        f(k)%u(i, j) = mod(i + j, 7)
        f(k)%depth(i, j) = mod(j, 5)
      end do
    end do
  end do
  do r = 1, repeats * times
    call work(f(mod(r, 3) + 1), n, m)
  end do
  print '(a,g0.10)', 'checksum ', sum(f(1)%h) + sum(f(2)%h)
end program main
