! One loop over the many fields of an atmosphere model: they are a power of two
! apart and throw each other's lines out of the cache before these are used up
! (PerfExpert, SC'10, sec. IV.B).
!
!      homme PASSES
module fields
  implicit none
  integer, parameter :: n = 16384
  real(8) :: u(n), v(n), w(n), t(n), q(n), p(n)
  real(8) :: du(n), dv(n), dw(n), dt(n), dq(n), dp(n)
  common /state/ u, v, w, t, q, p, du, dv, dw, dt, dq, dp
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
  u = 0; v = 0; w = 0; t = 0; q = 0; p = 0
  du = 1; dv = 2; dw = 3; dt = 4; dq = 5; dp = 6
  do k = 1, passes
    call advance(0.5d0)
  end do
  write (*, '(es24.16)') sum(u) + sum(v) + sum(w) + sum(t) + sum(q) + sum(p)
end program main
