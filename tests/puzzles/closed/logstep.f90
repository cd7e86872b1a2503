! A pendulum with friction; its state goes to a file that can be plotted meanwhile
module output
   implicit none
   character(len=*), parameter :: logname = 'pendulum.tmp'
contains

   subroutine start_log()
      integer :: unit
      open (newunit=unit, file=logname, status='replace', action='write')
      write (unit, '(a)') '# time angle speed'
      close (unit)
   end subroutine start_log

   subroutine log_state(t, angle, speed)
      real(kind(1d0)), intent(in) :: t, angle, speed
      integer :: unit

      open (newunit=unit, file=logname, status='old', position='append', &
            action='write')
      write (unit, '(3f12.6)') t, angle, speed
      close (unit)
   end subroutine log_state

   subroutine read_log(lines, biggest)
      integer, intent(out) :: lines
      real(kind(1d0)), intent(out) :: biggest
      real(kind(1d0)) :: t, angle, speed
      integer :: unit, status

      lines = 0
      biggest = 0
      open (newunit=unit, file=logname, status='old', action='read')
      read (unit, *)
      do
         read (unit, *, iostat=status) t, angle, speed
         if (status /= 0) exit
         lines = lines + 1
         biggest = max(biggest, abs(angle))
      end do
      close (unit, status='delete')
   end subroutine read_log

end module output

program logstep
   use output
   implicit none
   real(kind(1d0)), parameter :: dt = 1d-3, friction = 0.05d0, g = 9.81d0
   real(kind(1d0)) :: t, angle, speed, biggest
   integer :: i, lines

   angle = 1.2d0
   speed = 0
   call start_log()
   do i = 1, 60000
      t = i * dt
      speed = speed - dt * (g * sin(angle) + friction * speed)
      angle = angle + dt * speed
      call log_state(t, angle, speed)
   end do
   call read_log(lines, biggest)
   print '(i0,a,f9.6,a,f9.6)', lines, ' states, largest angle ', biggest, &
      ', last ', angle
end program logstep
