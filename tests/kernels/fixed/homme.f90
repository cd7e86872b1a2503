! homme.f90 with a loop and a procedure for each two fields
! (fewer-arrays-per-loop).
!
!      homme PASSES
module fields
  implicit none
  integer, parameter :: n = 16384
  real(8) :: u(n), v(n), w(n), t(n), q(n), p(n), r(n), s(n), e(n), f(n), g(n), h(n)
  real(8) :: du(n), dv(n), dw(n), dt(n), dq(n), dp(n), dr(n), ds(n), de(n), df(n), dg(n), dh(n)
  common /state/ u, v, w, t, q, p, r, s, e, f, g, h, &
    du, dv, dw, dt, dq, dp, dr, ds, de, df, dg, dh
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
    call add(r, dr, step)
    call add(s, ds, step)
    call add(e, de, step)
    call add(f, df, step)
    call add(g, dg, step)
    call add(h, dh, step)
  end subroutine advance
end module fields

program main
  use fields
  implicit none
  character(len=20) :: word
  integer :: passes, k

  call get_command_argument(1, word)
  read (word, *) passes
  u = 0; v = 0; w = 0; t = 0; q = 0; p = 0; r = 0; s = 0
  e = 0; f = 0; g = 0; h = 0
  du = 1; dv = 2; dw = 3; dt = 4; dq = 5; dp = 6; dr = 7; ds = 8
  de = 9; df = 10; dg = 11; dh = 12
  do k = 1, passes
    call advance(0.5d0)
  end do
  write (*, '(es24.16)') sum(u) + sum(v) + sum(w) + sum(t) + sum(q) + sum(p) &
    + sum(r) + sum(s) + sum(e) + sum(f) + sum(g) + sum(h)
end program main
