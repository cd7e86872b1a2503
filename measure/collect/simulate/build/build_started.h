/*
 * build_started.h - how many threads and processes a program starts
 *
 * Starting one takes as long as tens of thousands of instructions: those that
 * live shortly are worth a fact.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_STARTED_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_BUILD_BUILD_STARTED_H

#include <stddef.h>

struct attribution;
struct samples;
struct threads;

/* started_facts - the facts "started" of the program's section; runs: how many
 * timed knows */
void started_facts(struct attribution *b, const struct threads *t,
                   const struct samples *timed, size_t runs);

#endif
