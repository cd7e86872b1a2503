! The procedure takes a row as it lies, with its gaps: nothing is copied.
! show: begin
subroutine work(field, m, n)
  implicit none
  integer, intent(in) :: m, n
  real(8), intent(inout) :: field(m, n)
  integer :: k

  do k = 1, m
    call work_decay(field(k, :))
  end do
contains
  subroutine work_decay(a)
    real(8), intent(inout) :: a(:)
    integer :: i

    do i = 1, size(a)
      a(i) = 0.5d0 * a(i) + 1d0
    end do
  end subroutine
end subroutine work
! show: end

program main
  implicit none
  integer, parameter :: m = 16, n = 40000
  real(8), allocatable :: field(:, :)
  integer :: i, k, r, repeats
  character(len=20) :: text

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, text)
    read (text, *) repeats
  end if
  allocate (field(m, n))
  do i = 1, n
    do k = 1, m
      field(k, i) = mod(i * 7 + k, 1000)
    end do
  end do
  do r = 1, 3 * repeats
    call work(field, m, n)
  end do
  print '(a,g0.10)', 'checksum ', sum(field)
end program main
