/*
 * facts_find.h - fills in the facts of a procedure's parts and loops (internal)
 */
#ifndef PERFEXPERT_MEASURE_BINARY_FACTS_FACTS_FIND_H
#define PERFEXPERT_MEASURE_BINARY_FACTS_FACTS_FIND_H

#include "source_loops.h"

/* facts_find - after source_loops; also chooses each loop's main part, and
 * fills in s->classes, which the caller has made for all instructions */
void facts_find(struct source_loops *s, const struct decoder *decoder);

#endif
