/*
 * hpctoolkit.h - HPCToolkit's databases as a profile
 *
 * Read: experiment.xml 2.0, 2.1 and 2.2 (with per-thread or summed metrics,
 * plain or gzip-compressed, metric-db files beside it) and database version 4
 * (meta.db with profile.db). Both become the same sections: call paths are
 * merged by static scope (module, procedure, nest of loops), inlined code
 * counts for the procedure that holds it, callees do not count for callers.
 * The other formats are refused by name: flat profiles, the experiment.xml 4.0
 * and the early layouts of meta.db that no release wrote.
 *
 * Several databases of one program, one for each counter set, become one
 * profile with one run each; profile/FORMAT.md says how events that several
 * runs have are put together.
 */
#ifndef PERFEXPERT_PROFILE_IMPORT_HPCTOOLKIT_H
#define PERFEXPERT_PROFILE_IMPORT_HPCTOOLKIT_H

#include <stdbool.h>
#include <stddef.h>

struct err;
struct profile;

/* The event that a native metric means. */
struct hpctoolkit_metric {
	const char *name; /* canonical event, outlives the call */
	double scale;     /* canonical value = native value x scale */
	double period;    /* native counts between two samples; 0: unknown */
};

struct hpctoolkit_options {
	/*
	 * translate - the machine file's word on a native metric, asked before
	 * the names that are known here (PAPI presets, cycles, instructions,
	 * clocks). m is filled in with what would hold without it; true when
	 * something was changed. May be NULL.
	 */
	bool (*translate)(void *ctx, const char *native,
	                  struct hpctoolkit_metric *m);
	void *ctx;
	double min_fraction; /* leave out sections below this share of the time
	                      */
	bool no_details;     /* leave out lines and statistics */
};

/*
 * profile_merge_hpctoolkit - one profile from n databases of one program
 *
 * paths:   database folders, or their experiment.xml or meta.db
 * options: may be NULL
 * Streams: memory follows the distinct sections (and, with per-thread metrics
 *          in XML, the threads that have samples in each), not the files' sizes
 * Errors:  ERR_SYSTEM, ERR_FORMAT; the message starts with the path
 * Source:  HPCToolkit's doc/FORMATS.md (version 4.0) and hpc-experiment.dtd
 */
struct profile *
profile_merge_hpctoolkit(const char *const *paths, size_t n,
                         const struct hpctoolkit_options *options,
                         struct err *err);

/* profile_is_hpctoolkit - path is a database as profile_merge_hpctoolkit
 * takes it (or one that it refuses by name), judged by names and magic */
bool profile_is_hpctoolkit(const char *path);

/* profile_read_experiment, profile_read_v4 - the same from memory: an
 * experiment.xml; the bytes of meta.db and of profile.db */
struct profile *
profile_read_experiment(const char *data, size_t n,
                        const struct hpctoolkit_options *options,
                        struct err *err);
struct profile *profile_read_v4(const void *meta, size_t meta_size,
                                const void *profile, size_t profile_size,
                                const struct hpctoolkit_options *options,
                                struct err *err);

#endif
