! Saves a field for a restart.
module saving
contains
  subroutine save_field(unit, f, n)
    integer, intent(in) :: unit, n
    real(8), intent(in) :: f(n)
    integer :: i

    do i = 1, n
      write (unit) f(i)
    end do
  end subroutine

  subroutine load_field(unit, f, n)
    integer, intent(in) :: unit, n
    real(8), intent(out) :: f(n)
    integer :: i

    do i = 1, n
      read (unit) f(i)
    end do
  end subroutine
end module

program main
  use saving
  integer, parameter :: n = 4000000
  real(8), allocatable :: f(:), g(:)
  integer :: i

  allocate (f(n), g(n))
  do i = 1, n
    f(i) = sqrt(real(i, 8))
  end do
  open (10, status='scratch', form='unformatted', access='stream')
  call save_field(10, f, n)
  rewind (10)
  call load_field(10, g, n)
  close (10)
  print '(f0.4)', sum(g)
end program
