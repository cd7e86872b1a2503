/*
 * open.h - a measurement, whatever wrote it
 */
#ifndef PERFEXPERT_PROFILE_IMPORT_OPEN_H
#define PERFEXPERT_PROFILE_IMPORT_OPEN_H

struct err;
struct profile;
struct profile_read_options;

/*
 * profile_open - read a measurement file, or an HPCToolkit database
 *
 * path: app.db of perfexpert-run, plain or gzip-compressed; an HPCToolkit
 *       database folder (experiment.xml 2.0 to 2.2, or meta.db of version 4),
 *       or its experiment.xml or meta.db itself
 * options may be NULL.
 * Errors: ERR_SYSTEM, ERR_FORMAT; the message starts with the path
 */
struct profile *profile_open(const char *path,
                             const struct profile_read_options *options,
                             struct err *err);

#endif
