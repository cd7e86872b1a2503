/*
 * simout_seen.h - what was seen of an instruction, in the values of its keys
 *
 * Only simout.c includes this. Values are changed in place; false when one is
 * not as the tool writes it.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_SEEN_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PROTOCOL_SIMOUT_SEEN_H

#include <stdbool.h>

struct arena;
struct sim_arguments;
struct sim_instr;
struct sim_turns;

/* simout_read_fp - of fp: the width of its operands, and lanes by class */
bool simout_read_fp(struct sim_instr *in, char *s);

/* simout_read_turns - of tw: the work done, in all and in the last periods */
bool simout_read_turns(struct sim_turns *t, char *value);

/* simout_read_arguments - of ag; the arena's, or NULL */
const struct sim_arguments *simout_read_arguments(struct arena *arena,
                                                  char *value);

/* simout_read_seen - of addresses, lines and executions: numbers with colons;
 * *known: is it such a key? */
bool simout_read_seen(struct sim_instr *in, const char *key, char *value,
                      bool *known);

#endif
