/*
 * ld_preload.h - a library of ours that ld.so loads into the program
 */
#ifndef PERFEXPERT_MEASURE_RUN_LD_PRELOAD_H
#define PERFEXPERT_MEASURE_RUN_LD_PRELOAD_H

#include "base/strbuf.h"

struct err;

struct preload {
	struct strbuf library;
	int fd; /* where its path can't be preloaded, or -1 */
};

/*
 * preload_open - find the library, see datadir_helper
 *
 * Errors: ERR_SYSTEM; nothing is to be released then
 */
int preload_open(struct preload *p, const char *name, struct err *err);
void preload_close(struct preload *p);

/* preload_env - the environment with it after what is preloaded already;
 * release with environment_free, while p is open */
char **preload_env(struct preload *p, char *const *envp);

#endif
