! Advection of a tracer on a periodic grid, upwind differences
module tracer
   implicit none
   integer, parameter :: dp = kind(1.0d0)
   type :: field
      integer :: nx, ny
      real(dp), allocatable :: c(:,:), u(:,:), v(:,:)
   end type field
contains

   subroutine create(f, nx, ny)
      type(field), intent(out) :: f
      integer, intent(in) :: nx, ny
      integer :: i, j

      f%nx = nx
      f%ny = ny
      allocate (f%c(0:nx + 1, 0:ny + 1), f%u(nx, ny), f%v(nx, ny))
      f%c = 0
      do j = 1, ny
         do i = 1, nx
            f%u(i, j) = 0.3_dp + 0.1_dp * sin(0.05_dp * j)
            f%v(i, j) = 0.2_dp + 0.1_dp * cos(0.05_dp * i)
            f%c(i, j) = exp(-((i - nx / 3)**2 + (j - ny / 3)**2) / 200.0_dp)
         end do
      end do
   end subroutine create

   subroutine halo(f)
      type(field), intent(inout) :: f

      f%c(0, :) = f%c(f%nx, :)
      f%c(f%nx + 1, :) = f%c(1, :)
      f%c(:, 0) = f%c(:, f%ny)
      f%c(:, f%ny + 1) = f%c(:, 1)
   end subroutine halo

   subroutine step(f, new)
      type(field), intent(inout) :: f
      real(dp), intent(inout) :: new(:,:)
      integer :: i, j

      call halo(f)
      do j = 1, f%ny
         do i = 1, f%nx
            new(i, j) = f%c(i, j) &
               - f%u(i, j) * (f%c(i, j) - f%c(i - 1, j)) &
               - f%v(i, j) * (f%c(i, j) - f%c(i, j - 1))
         end do
      end do
      f%c(1:f%nx, 1:f%ny) = new
   end subroutine step

end module tracer

program advect
   use tracer
   implicit none
   type(field) :: f
   real(dp), allocatable :: new(:,:)
   integer :: t

   call create(f, 300, 300)
   allocate (new(300, 300))
   do t = 1, 2000
      call step(f, new)
      if (mod(t, 500) == 0) print '(i6,2f14.8)', t, sum(new) / size(new), maxval(new)
   end do
end program advect
