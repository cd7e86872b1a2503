! Takes records apart in a variable that is not much longer than they are.
! show: begin
subroutine work(records, n, total)
  implicit none
  integer, intent(in) :: n
  character(len=32), intent(in) :: records(n)
  integer, intent(inout) :: total
  character(len=64) :: line
  integer :: i, field

  do i = 1, n
    line = records(i)
    do field = 1, 4
      call work_field(line, total)
    end do
  end do
contains
  subroutine work_field(line, total)
    character(len=*), intent(inout) :: line
    integer, intent(inout) :: total
    integer :: at

    line = adjustl(line)
    at = index(line, ';')
    if (at == 0) at = len_trim(line) + 1
    total = total + at * iachar(line(1:1))
    line = line(at+1:)
  ! show: end
  end subroutine
end subroutine work

program main
  implicit none
  integer, parameter :: n = 1500
  character(len=32) :: records(n)
  character(len=16) :: argument
  integer :: i, repeats, total

  repeats = 1
  if (command_argument_count() > 0) then
    call get_command_argument(1, argument)
    read (argument, *) repeats
  end if
  do i = 1, n
    records(i) = '17; 4;  3; 42'
    records(i)(2:2) = achar(iachar('0') + mod(i, 10))
  end do
  do i = 1, repeats
    total = 0
    call work(records, n, total)
  end do
  write (*, '(a,es20.12)') 'checksum ', real(total)
end program main
