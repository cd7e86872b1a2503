! The regions of body.h, but for threads, from Fortran: with the module, or by
! the names of other tools as -D chooses.
#if defined(OWN)
#define BEGIN(name, number) perfexpert_region_begin(name, number)
#define FINISH(name, number) perfexpert_region_end(name, number)
#elif defined(FAPP)
#define BEGIN(name, number) fapp_start(name, number, 1)
#define FINISH(name, number) fapp_stop(name, number, 1)
#elif defined(COLLECTION)
#define BEGIN(name, number) start_collection(name)
#define FINISH(name, number) stop_collection(name)
#elif defined(HPM)
#define BEGIN(name, number) f_hpmstart(number, name)
#define FINISH(name, number) f_hpmstop(number)
#elif defined(LIKWID)
#define BEGIN(name, number) likwid_markerStartRegion(name)
#define FINISH(name, number) likwid_markerStopRegion(name)
#endif
program named
#if defined(OWN)
  use perfexpert_region
#endif
  implicit none
  real(8), volatile :: cell(0:15)
  integer :: i
  cell = 0
#if defined(HPM)
  call f_hpminit(0, "named")
#endif
  do i = 0, 4
    call BEGIN("outer", 1)
    call add(100)
    if (mod(i, 2) == 1) then
      call BEGIN("odd", 3)
      call add(1000)
      call FINISH("odd", 3)
    else
      call BEGIN("even", 2)
      call add(1000)
      call FINISH("even", 2)
    end if
    call FINISH("outer", 1)
  end do
  call recur(4)
  call BEGIN("a", 5)
  call add(1)
  call BEGIN("b", 6)
  call add(10)
  call FINISH("a", 5)
  call add(100)
  call FINISH("b", 6)
#if defined(HPM)
  call f_hpmterminate(0)
#endif
contains
  subroutine add(n)
    integer, intent(in) :: n
    integer :: k
    do k = 0, n - 1
      cell(iand(k, 15)) = cell(iand(k, 15)) + 1.0d0
    end do
  end subroutine
  recursive subroutine recur(n)
    integer, intent(in) :: n
    call BEGIN("rec", 4)
    call add(10)
    if (n > 0) call recur(n - 1)
    call FINISH("rec", 4)
  end subroutine
end program
