! Fortran stores columns one after the other: the inner loop jumps.
module product
  implicit none
  integer, parameter :: rows = 8, n = 1024
contains
! show: begin
  subroutine work(a, b, c)
    real(8), intent(in) :: a(n, n), b(n, rows)
    real(8), intent(inout) :: c(n, rows)
    integer :: i, j, k

    do j = 1, rows
      do i = 1, n
        do k = 1, n
          c(i, j) = c(i, j) + a(i, k) * b(k, j)
        end do
      end do
    end do
  end subroutine
! show: end
end module

program main
  use product
  implicit none
  real(8), allocatable :: a(:, :), b(:, :), c(:, :)
  integer :: i, k, r, repeats
  character(len=20) :: text

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, text)
    read (text, *) repeats
  end if
  allocate (a(n, n), b(n, rows), c(n, rows))
  do k = 1, n
    do i = 1, n
      a(i, k) = mod(i + k, 7)
    end do
  end do
  b = 0.5d0
  c = 0
  do r = 1, repeats
    call work(a, b, c)
  end do
  write (*, '(a,es20.12)') 'checksum ', sum(c)
end program
