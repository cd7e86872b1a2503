/*
 * run.h - start a program and see what it prints and what it takes
 */
#ifndef PERFEXPERT_KNOWLEDGE_VERIFY_RUN_H
#define PERFEXPERT_KNOWLEDGE_VERIFY_RUN_H

#include <stddef.h>

struct err;
struct strbuf;

struct run_env {
	const char *const *v; /* "NAME=value", on top of ours */
	size_t n;
};

struct run_result {
	double cpu_s, wall_s; /* user + system time; elapsed */
	int status;           /* exit status, 128 + signal */
};

/*
 * run_program - argv ends with NULL; argv[0] is looked up in PATH
 *
 * env: may be NULL; out: gets standard output and error, may be NULL
 * Errors: ERR_SYSTEM when it can't be started, ERR_PROGRAM when it runs for
 *         longer than limit_s
 */
int run_program(const char *const *argv, const struct run_env *env,
                unsigned limit_s, struct strbuf *out, struct run_result *result,
                struct err *err);

#endif
