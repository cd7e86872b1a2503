! One loop over the many fields of an atmosphere model: they are a power of two
! apart and throw each other's lines out of the cache before these are used up
! (PerfExpert, SC'10, sec. IV.B).
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
  subroutine advance(step)
    real(8), intent(in) :: step
    integer :: i

    do i = 1, n                                              ! hot loop begin
      u(i) = u(i) + step * du(i)
      v(i) = v(i) + step * dv(i)
      w(i) = w(i) + step * dw(i)
      t(i) = t(i) + step * dt(i)
      q(i) = q(i) + step * dq(i)
      p(i) = p(i) + step * dp(i)
      r(i) = r(i) + step * dr(i)
      s(i) = s(i) + step * ds(i)
      e(i) = e(i) + step * de(i)
      f(i) = f(i) + step * df(i)
      g(i) = g(i) + step * dg(i)
      h(i) = h(i) + step * dh(i)
    end do                                                   ! hot loop end
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
