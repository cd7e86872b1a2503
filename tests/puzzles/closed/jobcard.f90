! Writes one long line per job for the batch system: name and options in one string
module cards
   implicit none
   integer, parameter :: maxcard = 32768
contains

   subroutine add(card, key, value)
      character(len=*), intent(inout) :: card
      character(len=*), intent(in) :: key, value

      card = trim(card)//' '//trim(key)//'='//trim(value)
   end subroutine add

   subroutine build(job, options, card)
      integer, intent(in) :: job, options
      character(len=*), intent(out) :: card
      character(len=12) :: key, value
      integer :: i

      card = '#JOB'
      do i = 1, options
         write (key, '(a,i0)') 'opt', i
         write (value, '(i0)') mod(job * 7919 + i * i, 100003)
         call add(card, key, value)
      end do
   end subroutine build

   integer function check(text)
      character(len=*), intent(in) :: text
      integer :: i

      check = 0
      do i = 1, len(text)
         check = mod(check * 31 + iachar(text(i:i)), 1000003)
      end do
   end function check

end module cards

program jobcard
   use cards
   implicit none
   character(len=maxcard) :: card
   integer :: job, length, longest, total

   longest = 0
   total = 0
   do job = 1, 1200
      call build(job, 200 + mod(job, 100), card)
      length = len_trim(card)
      longest = max(longest, length)
      total = mod(total + check(card(1:length)), 1000003)
   end do
   print '(a,i0,a,i0)', 'longest card ', longest, ', check ', total
   print '(a)', card(1:60)
end program jobcard
