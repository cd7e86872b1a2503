/*
 * job_script.h - a measurement as a batch script for a cluster's queue
 *
 * The script requests the maximum time of the runs, and continues an
 * interrupted job (--resume).
 */
#ifndef PERFEXPERT_MEASURE_PLAN_JOB_SCRIPT_H
#define PERFEXPERT_MEASURE_PLAN_JOB_SCRIPT_H

#include <stdio.h>

struct err;
struct session;
struct session_cost;

enum job_system { JOB_NONE, JOB_SLURM, JOB_PBS, JOB_PJM };

/* job_system_find - slurm, pbs or pjm; JOB_NONE: another name */
enum job_system job_system_find(const char *name);

struct job_script {
	enum job_system system;
	const struct session *s; /* with output and launcher */
	const struct session_cost *cost;
	const char *plan; /* what will be run, in lines, for people */
	/* perfexpert-run's own command line, NULL at its end; so many words of
	 * it are its name and its options */
	char *const *words;
	size_t own;
	const char *command; /* perfexpert-run's path */
};

/*
 * job_script_print - write the script
 *
 * Values are quoted as the system and the shell read them.
 * Errors: ERR_USAGE when neither --limit nor an earlier measurement says how
 *         long the program takes; for a name that a directive can't hold
 */
int job_script_print(FILE *f, const struct job_script *j, struct err *err);

#endif
