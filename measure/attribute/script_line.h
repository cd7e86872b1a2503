/*
 * script_line.h - a line of a Python script, and the loop that executes it
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_SCRIPT_LINE_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_SCRIPT_LINE_H

#include <stdbool.h>

#include "base/strbuf.h"

/*
 * script_line - the text of a line, without the blanks around it, and the
 * header of the innermost loop that executes it again and again
 *
 * source: the whole file. line: from 1. Both texts are appended to, with at
 * most 200 bytes. The loop is found by indentation (Python Language Reference,
 * 2.1.8), in the line's function or, where none is there, at the calls by name
 * of that function; nothing is appended if there is none. A comprehension is no
 * loop here, and texts of several lines are taken for code. Returns false if
 * the line is empty or beyond the end.
 */
bool script_line(const char *source, unsigned line, struct strbuf *text,
                 struct strbuf *loop);

#endif
