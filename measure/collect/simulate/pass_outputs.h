/*
 * pass_outputs.h - the files that the processes of a pass leave
 *
 * Each process writes sim.PID (protocol/simout.h) and what Valgrind says into
 * valgrind.PID, in the scratch folder, or where aside.h says.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_SIMULATE_PASS_OUTPUTS_H
#define PERFEXPERT_MEASURE_COLLECT_SIMULATE_PASS_OUTPUTS_H

struct aside;
struct err;
struct session;
struct simulation;

/* What an earlier pass of this session left would be taken for this one's. */
void pass_drop_outputs(const struct session *s);

/* pass_read_outputs - adds them to sim; err: one that can't be read */
void pass_read_outputs(struct session *s, struct simulation *sim,
                       struct err *err);

/* pass_read_spare - the same of processes that could not open a file */
void pass_read_spare(struct simulation *sim, const struct aside *aside,
                     struct err *err);

/* pass_diagnose_log - why Valgrind could not go on, ours to free; or NULL */
char *pass_diagnose_log(const char *text);

#endif
