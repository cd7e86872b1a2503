/*
 * facts_find.h - fills in the facts of a procedure's parts and loops (internal)
 */
#ifndef PERFEXPERT_MEASURE_STRUCTURE_FACTS_FIND_H
#define PERFEXPERT_MEASURE_STRUCTURE_FACTS_FIND_H

#include "measure/structure/source.h"

/* facts_find - after source_loops; also chooses each loop's main part */
void facts_find(struct source *s, const struct decoder *decoder);

#endif
