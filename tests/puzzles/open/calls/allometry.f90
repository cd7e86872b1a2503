! Costs of pipes by powers of their diameters.
module costs
contains
  real(8) function total_cost(d, n, e1, e2)
    integer, intent(in) :: n
    real(8), intent(in) :: d(n), e1, e2
    integer :: i

    total_cost = 0
    do i = 1, n
      total_cost = total_cost + 0.3d0 * d(i)**e1 + 0.01d0 * d(i)**e2
    end do
  end function
end module

program main
  use costs
  integer, parameter :: n = 100000
  real(8) :: d(n), total, e(2)
  integer :: i, round
  character(20) :: exponents = '2.0 3.0'

  read (exponents, *) e
  do i = 1, n
    d(i) = 0.1d0 + mod(i, 50) * 0.01d0
  end do
  total = 0
  do round = 1, 300
    d(round) = d(round) + 0.001d0
    total = total + total_cost(d, n, e(1), e(2))
  end do
  print '(es14.6)', total
end program
