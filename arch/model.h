/*
 * model.h - what the timing model knows of a machine's core
 *
 * arch/model.lua declares every number and class of operations, with generic
 * values; the machine's file overrides. So each machine has all of them, what
 * is only the generic value is marked as a guess, and a figure that the file
 * gives came with its source. All belongs to the machine.
 */
#ifndef PERFEXPERT_ARCH_MODEL_H
#define PERFEXPERT_ARCH_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct machine;

enum { MODEL_PIPES = 32 };

struct model_number {
	const char *name;        /* "rob" */
	const char *description; /* "reorder buffer" */
	const char *unit;        /* of value: "cycles", "operations", "ns" */
	double value;
	double least, most; /* that make sense; of cycles for "ns" at 1 GHz */
	const char *source;
	bool guess;
	bool of_host; /* what it is on a host is no matter of its machine */
};

/* A class of operations. */
struct model_op {
	const char *name;        /* "fp_add" */
	const char *description; /* "FP add, subtract" */
	double latency;          /* cycles until what needs it can start */
	double busy;    /* cycles until its pipe can take the next one */
	uint32_t pipes; /* bit i: machine_model_pipes()[i] can take it */
	const char *source;
	bool guess;
};

/* machine_model_numbers, machine_model_ops - all, sorted by name */
size_t machine_model_numbers(const struct machine *m,
                             const struct model_number **list);
size_t machine_model_ops(const struct machine *m, const struct model_op **list);

/* machine_model_pipes - their names; bit i of a class's pipes is name i */
size_t machine_model_pipes(const struct machine *m, const char *const **names);

/*
 * machine_model_value - one of the numbers, nanoseconds as cycles of the
 * machine's clock; NAN when there is none of that name
 */
double machine_model_value(const struct machine *m, const char *name);

/*
 * machine_model_latency - cycles of a class of operations ("int_mul"); NAN
 * when there is none of that name
 */
double machine_model_latency(const struct machine *m, const char *op);

/*
 * machine_model_measured - a time that was measured on this host, in ns, in the
 * place of the file's; source: for people, borrowed as long as the machine
 */
void machine_model_measured(struct machine *m, const char *name, double ns,
                            const char *source);

/* machine_model_guesses - how many numbers and classes are guesses */
size_t machine_model_guesses(const struct machine *m);

#endif
