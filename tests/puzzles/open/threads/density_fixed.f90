! Deposits particles on a grid, in parallel.
module deposit
contains
  subroutine density(cell, n, grid, m)
    integer, intent(in) :: n, m, cell(n)
    integer(8), intent(inout) :: grid(m)
    integer :: i

    !$omp parallel do reduction(+ : grid)
    do i = 1, n
      grid(cell(i)) = grid(cell(i)) + mod(i, 3) + 1
    end do
  end subroutine
end module

program main
  use deposit
  integer, parameter :: n = 2000000, m = 512
  integer :: cell(n), i, step
  integer(8) :: grid(m)

  do i = 1, n
    cell(i) = 1 + mod(i * 37, m)
  end do
  grid = 0
  do step = 1, 8
    call density(cell, n, grid, m)
  end do
  print *, sum(grid), grid(5)
end program
