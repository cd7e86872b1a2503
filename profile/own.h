/*
 * own.h - code that whoever measures a program can change
 */
#ifndef PERFEXPERT_PROFILE_OWN_H
#define PERFEXPERT_PROFILE_OWN_H

#include <stdbool.h>

struct profile;
struct profile_section;

/*
 * own_module - is a section in the program, or in a library of the user's?
 *
 * Nobody who measures a program changes its C library; the program itself may
 * be installed anywhere.
 */
bool own_module(const struct profile *p, const struct profile_section *s);

/* own_of_system - is the file one of the system's libraries? */
bool own_of_system(const char *file);

/* own_is_script - is it a function of a script, in Python? */
bool own_is_script(const struct profile_section *s);

/* own_is_interpreter - is the file (NULL: no) one of Python, Perl or Ruby, by
 * its name: python3.11, libpython3.11.so.1.0; not python1.py */
bool own_is_interpreter(const char *file);

/*
 * own_code - is it written by the user?
 *
 * In such a module, and not what a header of the system's or of the C++ library
 * has put there, instances of templates, nor the compiler's own functions, nor
 * what starts the program. False for modules and the program.
 */
bool own_code(const struct profile *p, const struct profile_section *s);

#endif
