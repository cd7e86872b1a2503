/*
 * environment.h - copies of an environment with a variable changed
 *
 * Each function returns a new vector that shares nothing with the old one.
 * Release it with environment_free.
 */
#ifndef PERFEXPERT_MEASURE_RUN_ENVIRONMENT_H
#define PERFEXPERT_MEASURE_RUN_ENVIRONMENT_H

/* environment_set - name=value, replacing the old value */
char **environment_set(char *const *envp, const char *name, const char *value);

/* environment_append - name=OLD<separator>value, or name=value */
char **environment_append(char *const *envp, const char *name,
                          const char *separator, const char *value);

/* environment_copy - the same variables */
char **environment_copy(char *const *envp);

/* environment_get - the value of name, or NULL */
const char *environment_get(char *const *envp, const char *name);

void environment_free(char **envp);

#endif
