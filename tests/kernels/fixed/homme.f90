! homme.f90 with a loop and a procedure for each two fields
! (fewer-arrays-per-loop).
!
!      homme PASSES
module fields
  implicit none
  integer, parameter :: n = 16384
  real(8) :: u(n), v(n), w(n), t(n), q(n), p(n)
  real(8) :: du(n), dv(n), dw(n), dt(n), dq(n), dp(n)
  common /state/ u, v, w, t, q, p, du, dv, dw, dt, dq, dp
contains
  subroutine add(x, dx, step)
    real(8), intent(inout) :: x(n)
    real(8), intent(in) :: dx(n)
    real(8), intent(in) :: step
    integer :: i

    do i = 1, n
      x(i) = x(i) + step * dx(i)
    end do
  end subroutine add

  subroutine advance(step)
    real(8), intent(in) :: step

    call add(u, du, step)
    call add(v, dv, step)
    call add(w, dw, step)
    call add(t, dt, step)
    call add(q, dq, step)
    call add(p, dp, step)
  end subroutine advance
end module fields

program main
  use fields
  implicit none
  character(len=20) :: word
  integer :: passes, k

  call get_command_argument(1, word)
  read (word, *) passes
  u = 0; v = 0; w = 0; t = 0; q = 0; p = 0
  du = 1; dv = 2; dw = 3; dt = 4; dq = 5; dp = 6
  do k = 1, passes
    call advance(0.5d0)
  end do
  write (*, '(es24.16)') sum(u) + sum(v) + sum(w) + sum(t) + sum(q) + sum(p)
end program main
