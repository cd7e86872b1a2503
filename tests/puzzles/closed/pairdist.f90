! Energy of charges that repel each other: a Monte Carlo walk of some steps
program pairdist
   implicit none
   integer, parameter :: dp = kind(1.0d0)
   integer, parameter :: n = 700, steps = 12
   real(dp) :: x(n), y(n), z(n), q(n)
   real(dp) :: e, lowest
   integer :: step, best
   integer(8) :: seed = 4711

   call place()
   lowest = huge(lowest)
   best = 0
   do step = 1, steps
      call move()
      e = energy(x, y, z, q)
      if (e < lowest) then
         lowest = e
         best = step
      end if
      if (mod(step, 4) == 0) print '(a,i4,a,f13.3)', 'step ', step, ' energy ', e
   end do
   print '(a,f13.3,a,i4)', 'lowest ', lowest, ' in step ', best

contains

   real(dp) function uniform()
      seed = mod(seed * 1103515245_8 + 12345_8, 2147483648_8)
      uniform = ishft(seed, -8) / 8388608.0_dp
   end function uniform

   subroutine place()
      integer :: i
      do i = 1, n
         x(i) = 10 * uniform()
         y(i) = 10 * uniform()
         z(i) = 10 * uniform()
         q(i) = 0.5_dp + uniform()
      end do
   end subroutine place

   subroutine move()
      integer :: i
      do i = 1, n
         x(i) = x(i) + 0.1_dp * (uniform() - 0.5_dp)
         y(i) = y(i) + 0.1_dp * (uniform() - 0.5_dp)
         z(i) = z(i) + 0.1_dp * (uniform() - 0.5_dp)
      end do
   end subroutine move

   function energy(x, y, z, q) result(e)
      real(dp), intent(in) :: x(:), y(:), z(:), q(:)
      real(dp) :: e
      real(dp), allocatable :: dx(:,:), dy(:,:), dz(:,:), r2(:,:)
      integer :: m

      m = size(x)
      dx = spread(x, 1, m) - spread(x, 2, m)
      dy = spread(y, 1, m) - spread(y, 2, m)
      dz = spread(z, 1, m) - spread(z, 2, m)
      r2 = dx**2 + dy**2 + dz**2 + 0.01_dp
      e = 0.5_dp * sum(spread(q, 1, m) * spread(q, 2, m) / sqrt(r2))
   end function energy

end program pairdist
