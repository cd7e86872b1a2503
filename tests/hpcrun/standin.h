/*
 * standin.h - what the stand-ins for hpcrun, hpcstruct and hpcprof share
 *
 * They behave as recorded runs of real releases did: options that are taken
 * and refused, messages, files and their names, exit statuses, what happens to
 * folders that exist. What they write in .hpcrun files is their own; their
 * databases are real ones.
 *
 * Environment: STANDIN_RELEASE  2016.12, 2018.09, 2021.05 or develop (2024)
 *              STANDIN_PMU      there are hardware counters
 *              STANDIN_REFUSE   names of events that are refused all the same
 *              STANDIN_FAIL     a tool that fails
 *              STANDIN_CPU_S    CPU time that is pretended
 *              STANDIN_THREADS  threads per process (default: 1)
 *              STANDIN_CALLS    a file to which each call is appended
 */
#ifndef PERFEXPERT_TESTS_HPCRUN_STANDIN_H
#define PERFEXPERT_TESTS_HPCRUN_STANDIN_H

#include <stdbool.h>

#include "base/banned.h"
#include "base/strbuf.h"

enum { MAX_EVENTS = 50, MAX_FILES = 4096 };

enum release { R2016, R2018, R2021, DEVELOP };

/* What an .hpcrun file holds. */
struct measured {
	char program[4096];
	unsigned rank, thread;
	bool has_rank;
	size_t n;
	struct {
		char name[256];
		double period, samples;
	} events[MAX_EVENTS];
};

enum release standin_release(void);
int standin_hpcrun(int argc, char **argv);
int standin_hpcprof(int argc, char **argv);

/* standin_write - a file with that text; exits on failure */
void standin_write(const char *folder, const char *name, const void *data,
                   size_t n);

#endif
