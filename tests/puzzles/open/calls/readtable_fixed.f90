! Reads lines of twenty numbers each.
module tables
contains
  subroutine parse_line(line, x)
    character(*), intent(in) :: line
    real(8), intent(out) :: x(20)

    read (line, *) x
  end subroutine
end module

program main
  use tables
  character(200) :: line
  real(8) :: x(20), total
  integer :: i, k

  total = 0
  do k = 1, 20
    write (line(10 * k - 9:10 * k), '(f9.3)') k * 1.125d0
  end do
  do i = 1, 150000
    line(4:4) = achar(48 + mod(i, 10))
    call parse_line(line, x)
    total = total + sum(x)
  end do
  print '(f0.3)', total
end program
