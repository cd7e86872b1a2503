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
      integer :: other(size(list)), n, width, lo, mid, hi, i, j, k

      n = size(list)
      order = [(i, i=1, n)]
      width = 1
      do while (width < n)
         do lo = 1, n, 2 * width
            mid = min(lo + width, n + 1)
            hi = min(lo + 2 * width, n + 1)
            i = lo
            j = mid
            do k = lo, hi - 1
               if (i < mid .and. (j >= hi)) then
                  other(k) = order(i)
                  i = i + 1
               else if (i >= mid) then
                  other(k) = order(j)
                  j = j + 1
               else if (list(order(j))%time < list(order(i))%time) then
                  other(k) = order(j)
                  j = j + 1
               else
                  other(k) = order(i)
                  i = i + 1
               end if
            end do
         end do
         order = other
         width = 2 * width
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
