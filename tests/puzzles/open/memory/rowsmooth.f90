! Takes a moving mean along each row of a table.
module smoothing
contains
  subroutine smooth(x, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i

    do i = 1, 4
      x(i) = 0.5d0 * (x(i) + x(n + 1 - i))
    end do
  end subroutine

  subroutine smooth_all(a, m, n)
    integer, intent(in) :: m, n
    real(8), intent(inout) :: a(m, n)
    integer :: i

    do i = 1, m
      call smooth(a(i, :), n)
    end do
  end subroutine
end module

program main
  use smoothing
  integer, parameter :: m = 1000, n = 1000
  real(8), allocatable :: a(:, :)
  integer :: step

  allocate (a(m, n))
  do step = 1, n
    a(:, step) = mod(step * 37, 101)
  end do
  do step = 1, 600
    call smooth_all(a, m, n)
  end do
  print '(f0.6)', sum(a)
end program
