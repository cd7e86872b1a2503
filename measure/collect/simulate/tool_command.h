/*
 * tool_command.h - Valgrind with our tool and its options, for one pass
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_TOOL_COMMAND_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_TOOL_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

struct aside;
struct session;
struct steer;

/* The words, which it owns; v ends with NULL. All zero: none yet */
struct tool_command {
	char **v;
	size_t n, cap;
};

/*
 * tool_command_make - up to the "--" that the program follows
 * @a: the files of the pass; NULL when the command is only shown
 * @steer: NULL when the pass is not ended early
 * @modelled: with the timing model, whose numbers are in a file
 */
void tool_command_make(struct tool_command *w, const struct session *s,
                       const struct aside *a, const struct steer *steer,
                       bool modelled);

void tool_command_free(struct tool_command *w);

/*
 * simulate_command - the command line of the simulated run, as shown to users
 *
 * Free the vector; *own is a second one, whose words have to be freed too.
 */
char **simulate_command(const struct session *s, char ***own);

#endif
