/*
 * simout_text.h - the simulator's output, written by tests
 */
#ifndef PERFEXPERT_TESTS_SIMOUT_TEXT_H
#define PERFEXPERT_TESTS_SIMOUT_TEXT_H

#include <stdlib.h>
#include <string.h>

#include "base/err.h"
#include "base/mem.h"
#include "check.h"
#include "measure/collect/simulate/protocol/simout.h"

#define HEAD "perfexpert-sim 1\nprogram a\nprocess 1 2\n"
#define MODULE "module 1000 2000 0 400 - /a\n"
#define TAIL "threads 1\nend exit 0\n"

static inline struct simout *parse(const char *text, struct err *err)
{
	char *copy = mem_strdup(text);
	struct simout *out = simout_parse(copy, strlen(copy), err);

	free(copy);
	return out;
}

static inline const struct sim_work_op *op_of(const struct sim_work *w,
                                              const char *class)
{
	for (size_t i = 0; i < w->nops; i++) {
		if (!strcmp(w->op[i].class, class))
			return &w->op[i];
	}
	ck_abort_msg("no %s", class);
}

#endif
