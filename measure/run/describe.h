/*
 * describe.h - where a measurement is from: what every collector writes
 */
#ifndef PERFEXPERT_MEASURE_RUN_DESCRIBE_H
#define PERFEXPERT_MEASURE_RUN_DESCRIBE_H

struct launch_result;
struct profile;
struct profile_run;
struct session;
struct strbuf;

/* describe_profile - program, host, start, collector, machine; before the
 * first section or after */
void describe_profile(struct profile *p, const struct session *s,
                      const char *collector, const char *version);

/* describe_machine - what the measurement says of the machine: its name, or
 * the path of a machine file of the user's own; in the profile's arena */
const char *describe_machine(struct profile *p, const struct session *s);

/* describe_run - command and how it ended; purpose outlives the profile */
void describe_run(struct profile *p, struct profile_run *run,
                  const char *purpose, char *const *command,
                  const struct launch_result *result);

/* describe_command - words as they would be typed in a shell, for people */
void describe_command(struct strbuf *b, char *const *words);

/* describe_path - a file as it would be typed there: never an option */
void describe_path(struct strbuf *b, const char *path);

#endif
