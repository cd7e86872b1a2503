/*
 * options.h - the command line of perfexpert-run
 */
#ifndef PERFEXPERT_MEASURE_OPTIONS_H
#define PERFEXPERT_MEASURE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "measure/collect/mpi/mpi_run.h"
#include "measure/plan/job_script.h"
#include "measure/run/ports.h"
#include "measure/run/rank_set.h"
#include "measure/run/ranks.h"
#include "measure/run/scaling.h"
#include "measure/run/session.h"

struct err;

enum { NCOLLECTORS = 3 };

/* In the order in which they are tried. */
extern const struct collector *const collectors[NCOLLECTORS];

struct run_options {
	struct session s;
	const char *output, *collector, *launcher, *prepare;
	struct scaling_plan scaling;
	struct mpi_run mpi;
	struct ports ports[2]; /* before and after the first run */
	struct ranks ranks;    /* size 0: not one rank of several */
	struct rank_set only;
	enum job_system job;
	const char *rank_of; /* a launcher started us: run/remote_rank.h */
	size_t rank_tool;    /* words of a tool; 0: none */
	char **words; /* our own command line; its first `own` words are options
	               */
	size_t own;
	char **launched;    /* the words of the program that it starts */
	double input_limit; /* bytes of standard input to keep */
	bool quiet, dry_run, import, merge, summary, spread, done;
};

/*
 * run_options_parse - take the options off argv; done is set where one of them
 * was all that was asked for, and is printed
 *
 * first: of the words after them. Returns 0, or -1 with err set.
 */
int run_options_parse(struct run_options *o, char **argv, int *first,
                      struct err *err);

/* run_options_machines - load the host's machine file, and what is measured for
 *
 * Returns 0, or -1 with err set.
 */
int run_options_machines(struct session *s, struct err *err);

#endif
