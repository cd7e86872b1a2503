! Ranks runners by their times; equal times keep the order of the start numbers
module ranking
   implicit none
   type :: runner
      integer :: number
      real :: time
   end type runner
contains

   subroutine rank_runners(list, order)
      type(runner), intent(in) :: list(:)
      integer, intent(out) :: order(:)
      logical :: left(size(list))
      real :: times(size(list))
      integer :: i, k

      times = list%time
      left = .true.
      do i = 1, size(list)
         k = minloc(times, dim=1, mask=left)
         order(i) = k
         left(k) = .false.
      end do
   end subroutine rank_runners

   subroutine read_runners(list)
      type(runner), intent(out) :: list(:)
      integer :: i
      integer(8) :: seed

      seed = 31
      do i = 1, size(list)
         seed = mod(seed * 1103515245_8 + 12345_8, 2147483648_8)
         list(i)%number = i
         list(i)%time = 7500.0 + real(mod(seed / 1024, 90000_8)) / 10.0
      end do
   end subroutine read_runners

end module ranking

program sortmin
   use ranking
   implicit none
   integer, parameter :: n = 36000
   type(runner) :: list(n)
   integer :: order(n), i, check

   call read_runners(list)
   call rank_runners(list, order)
   do i = 1, 5
      print '(i3,a,i6,f10.1)', i, '.', list(order(i))%number, list(order(i))%time
   end do
   check = 0
   do i = 1, n
      check = mod(check * 31 + list(order(i))%number, 1000003)
   end do
   print '(a,i0)', 'check ', check
end program sortmin
