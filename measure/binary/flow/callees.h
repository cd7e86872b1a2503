/*
 * callees.h - what is called, and whether it comes back
 */
#ifndef PERFEXPERT_MEASURE_BINARY_FLOW_CALLEES_H
#define PERFEXPERT_MEASURE_BINARY_FLOW_CALLEES_H

#include <stdbool.h>

struct flow_source;
struct insn;

/*
 * calls_callee - the linker's name of what insn calls, or NULL
 *
 * by_table: whether it goes by way of the linkage table or a slot of the GOT
 */
const char *calls_callee(const struct flow_source *src, const struct insn *insn,
                         bool *by_table);

/*
 * calls_never_return - by the callee's name, or because a small callee in the
 * same file has no way to return
 */
bool calls_never_return(const struct flow_source *src, const struct insn *insn);

#endif
