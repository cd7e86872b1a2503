/*
 * shell_line.h - the line of a shell script that starts a program
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_SHELL_LINE_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_SHELL_LINE_H

#include "base/strbuf.h"

/*
 * shell_script - the path of the script that a shell executes, or NULL
 *
 * program: the path of what is executed; argv: its words, NULL at their end.
 * The result is one of them: a shell's first argument (POSIX.1-2017, sh).
 */
const char *shell_script(const char *program, char *const *argv);

/*
 * shell_line - where a script names a command
 *
 * source: the whole file; one whose first line names another interpreter than a
 * shell (execve(2)) has no such line. The first line in a loop is taken, or
 * else the first one. Comments don't count; quoting and here-documents are not
 * looked at. Returns the line, from 1, whose text is appended without the
 * blanks around it (at most 200 bytes); 0: there is none.
 */
unsigned shell_line(const char *source, const char *command,
                    struct strbuf *text);

#endif
