! What gfortran's switches change beside what probe.c shows: where arrays of a
! size that is not known lie, and what an index outside of an array does
program probe
  implicit none
  integer :: n

  n = command_argument_count() + 1000
  call on_stack(n)
  call outside(n)
contains
  subroutine on_stack(n)
    use iso_c_binding
    integer, intent(in) :: n
    real(c_double), target :: a(n)
    integer(c_int), target :: near

    a = n
    near = 0
    write (*, '(a,l2,i5)') 'stack_size', &
      abs(transfer(c_loc(a), 1_c_intptr_t) - transfer(c_loc(near), 1_c_intptr_t)) < 100000, &
      nint(a(near + 1))
  end subroutine

  ! the last one of a row that is one longer
  subroutine outside(n)
    integer, intent(in) :: n
    integer :: a(n + 1)

    a = n
    call last(a, n)
  end subroutine

  subroutine last(a, n)
    integer, intent(in) :: n, a(n)
    integer :: i

    i = n + 1
    write (*, '(a,i5)') 'behaviour', a(i)
  end subroutine
end program
