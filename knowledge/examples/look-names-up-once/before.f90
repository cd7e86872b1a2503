! The limiter is chosen by its name, for each cell and in each step.
module scheme
  implicit none
  integer, parameter :: dp = kind(1d0)
  character(len=32) :: limiter = ' minmod'
contains
  ! show: begin
  subroutine work(a, s)
    real(dp), intent(in) :: a(:)
    real(dp), intent(inout) :: s(:)
    integer :: i
    do i = 2, size(a) - 1
      select case (trim(adjustl(limiter)))
      case ('central')
        s(i) = s(i) + 0.5d0*(a(i + 1) - a(i - 1))
      case ('upwind')
        s(i) = s(i) + a(i) - a(i - 1)
      case ('minmod')
        s(i) = s(i) + min(a(i) - a(i - 1), a(i + 1) - a(i))
      end select
    end do
  end subroutine work
  ! show: end
end module scheme

program slopes
  use scheme
  implicit none
  real(dp) :: a(2000), s(2000)
  integer :: i, step, times
  character(len=16) :: argument
  times = 1
  call get_command_argument(1, argument)
  if (argument /= '') read (argument, *) times
  a = [(mod(i*7, 31)*0.1d0, i=1, 2000)]
  s = 0
  do step = 1, 30*times
    call work(a, s)
  end do
  write (*, '(a,es20.12)') 'checksum ', sum(s)
end program slopes
