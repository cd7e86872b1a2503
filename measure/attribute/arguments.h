/*
 * arguments.h - calls of mathematical functions whose arguments come again
 */
#ifndef PERFEXPERT_MEASURE_ATTRIBUTE_ARGUMENTS_H
#define PERFEXPERT_MEASURE_ATTRIBUTE_ARGUMENTS_H

struct fact;

/* Of n calls, those with the arguments of the call before, and those with some
 * of the last 2,048, about; index 0: by the first argument, 1: by two */
struct arguments_again {
	double n, same[2], known[2];
};

/* arguments_add - sums of both */
void arguments_add(struct arguments_again *to,
                   const struct arguments_again *from);

/*
 * arguments_fact - "same" and "known" of a fact about calls
 *
 * function: the linker's name, by which it is known how many arguments count;
 * without a mathematical function, or without calls, nothing is added
 */
void arguments_fact(struct fact *f, const char *function,
                    const struct arguments_again *a);

#endif
