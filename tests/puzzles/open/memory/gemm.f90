! The product of two matrices by its definition.
module products
contains
  subroutine multiply(a, b, c, n)
    integer, intent(in) :: n
    real(8), intent(in) :: a(n, n), b(n, n)
    real(8), intent(out) :: c(n, n)
    integer :: i, j, k

    c = 0
    do i = 1, n
      do j = 1, n
        do k = 1, n
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine
end module

program main
  use products
  integer, parameter :: n = 800
  real(8), allocatable :: a(:, :), b(:, :), c(:, :)
  integer :: i, j

  allocate (a(n, n), b(n, n), c(n, n))
  do j = 1, n
    do i = 1, n
      a(i, j) = mod(i + j, 10)
      b(i, j) = mod(i * j, 7)
    end do
  end do
  do i = 1, 3
    call multiply(a, b, c, n)
    a(i, i) = a(i, i) + 1
  end do
  print '(f0.1)', sum(c)
end program
