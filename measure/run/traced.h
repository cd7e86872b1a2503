/*
 * traced.h - stop a child where nothing of the program has been executed yet
 *
 * The child asked to be traced and then became the program.
 */
#ifndef PERFEXPERT_MEASURE_RUN_TRACED_H
#define PERFEXPERT_MEASURE_RUN_TRACED_H

#include <sys/types.h>

struct err;

/*
 * traced_stop - wait for the child to stop at its first instruction, that of
 * the dynamic linker mostly
 *
 * Errors: ERR_UNSUPPORTED when it does not (where tracing is only pretended);
 *         it is ended then
 */
int traced_stop(pid_t pid, struct err *err);

/*
 * traced_to_entry - let it run to the program's own first instruction
 *
 * The libraries that it was linked with are loaded then, and their initialisers
 * have run. Where that can't be done here it stays where it is.
 * Errors: ERR_UNSUPPORTED when it did not come there; it has ended then
 */
int traced_to_entry(pid_t pid, struct err *err);

#endif
