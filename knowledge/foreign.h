/*
 * foreign.h - code that whoever measures a program does not change
 */
#ifndef PERFEXPERT_KNOWLEDGE_FOREIGN_H
#define PERFEXPERT_KNOWLEDGE_FOREIGN_H

#include <stdbool.h>

struct profile_section;

/*
 * foreign_binary - is it code without lines of a program that was installed for
 * all users? What is to be changed there is somebody else's, and not found.
 */
bool foreign_binary(const struct profile_section *s);

/*
 * foreign_interpreter - is it code of an interpreter? Who measures it wrote a
 * script: wherever it was installed or built, its compiler is not in question.
 */
bool foreign_interpreter(const struct profile_section *s);

#endif
