! Filters a large field; the work array is allocated in each call.
module filters
contains
  subroutine filter(f, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: f(n)
    real(8), allocatable :: work(:)
    integer :: i

    allocate (work(n))
    do i = 2, n - 1
      work(i) = 0.25d0 * (f(i - 1) + 2 * f(i) + f(i + 1))
    end do
    do i = 2, n - 1
      f(i) = work(i)
    end do
    deallocate (work)
  end subroutine
end module

program main
  use filters
  integer, parameter :: n = 6000000
  real(8), allocatable :: f(:)
  integer :: i, step

  allocate (f(n))
  do i = 1, n
    f(i) = mod(i, 91)
  end do
  do step = 1, 8
    call filter(f, n)
  end do
  print '(f0.6)', f(n / 3)
end program
