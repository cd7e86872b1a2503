/*
 * import.h - a measurement from databases that HPCToolkit made
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_COUNTERS_HPCRUN_IMPORT_H
#define PERFEXPERT_MEASURE_COLLECT_COUNTERS_HPCRUN_IMPORT_H

struct err;
struct profile;
struct session;

/*
 * import_databases - one profile from databases of one program
 *
 * paths: ends with NULL. The session's machine, when there is one, says what
 *        the native events in them mean; the names that every release of
 *        HPCToolkit writes are known without.
 * Errors: ERR_SYSTEM, ERR_FORMAT
 */
struct profile *import_databases(const struct session *s,
                                 const char *const *paths, struct err *err);

#endif
