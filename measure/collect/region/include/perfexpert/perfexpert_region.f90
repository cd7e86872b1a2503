! perfexpert_region.f90 - names parts of a program for perfexpert
!
!   use perfexpert_region
!   ...
!   call perfexpert_region_begin("solve")
!   call perfexpert_region_end("solve")
!
! with a number as a second argument where a name alone does not tell. Compile
! it with your program, and link with pkg-config --libs perfexpert-region.
module perfexpert_region
  implicit none
  interface
    subroutine perfexpert_region_begin(name, number)
      character(len=*), intent(in) :: name
      integer, intent(in), optional :: number
    end subroutine
    subroutine perfexpert_region_end(name, number)
      character(len=*), intent(in) :: name
      integer, intent(in), optional :: number
    end subroutine
  end interface
end module
