/*
 * native_text.h - native runs as text, to be used again
 *
 * What native_measure found, without regions and stacks. Lines of words:
 *
 *   native SAMPLER GAVE_UP_AVX512 RUNS WAITS_APART
 *   run WALL USER SYS PEAK STATUS CLOCK PERIOD SAMPLES LOST THREADS KERNEL
 *     FAULTS
 *   m, c, o, t, b, z, a                         see samples_text.h
 *   waits                                       from here on those of the waits
 *   end
 *
 * Times in seconds, or nanoseconds in integers; nan: not known.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_NATIVE_TEXT_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_NATIVE_TEXT_H

#include <stdbool.h>

struct err;
struct native;
struct strbuf;

/* native_text_possible - is there nothing in it that the text does not hold? */
bool native_text_possible(const struct native *n);

void native_text_write(struct strbuf *b, const struct native *n);

/*
 * native_text_read - the runs of a text, which is changed
 *
 * Release *n with native_release in any case. Errors: ERR_FORMAT, with the line
 */
int native_text_read(char *text, struct native *n, struct err *err);

#endif
