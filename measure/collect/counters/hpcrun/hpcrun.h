/*
 * hpcrun.h - the collector that drives HPCToolkit
 *
 * For each counter set one run under hpcrun into a separate folder and one
 * database of it by hpcprof, all below OUTPUT.hpctoolkit beside the measurement
 * file; a finished run leaves a note there, so that --resume can use it.
 *
 * Source of what differs from release to release: HPCToolkit's git history,
 * 2016.12 to 2025, and recorded runs of 2018.09, 2021.05 and 2024.01.99.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_COUNTERS_HPCRUN_HPCRUN_H
#define PERFEXPERT_MEASURE_COLLECT_COUNTERS_HPCRUN_HPCRUN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"
#include "measure/run/launch.h"
#include "measure/plan/plan.h"

struct err;
struct machine_native;
struct profile;
struct session;

enum { HPCRUN_MAX_RUNS = 512, HPCRUN_DEFAULT_RATE = 500 };

struct hpcrun_tools {
	char *hpcrun, *hpcstruct, *hpcprof; /* paths */
	char *probe;                        /* a program that ends at once */
	char version[64];                   /* "2021.05.15-master" */
	int year, month;                    /* 0: not known */
};

/* What became of a native event when hpcrun was asked for it. */
struct hpcrun_native {
	const struct machine_native *native;
	unsigned attempt; /* which of its names is asked for */
	char *words;      /* hpcrun's when it refused the first; or NULL */
	bool given_up;    /* it refused all */
};

struct hpcrun_run {
	size_t set; /* counter set, of the plan's runs */
	struct launch_result launch;
	double samples, lost; /* by the logs; NAN: they do not say */
	bool done;            /* there is something to make a database of */
	char *database;       /* folder, when it was made */
};

struct hpcrun {
	struct session *s;
	struct hpcrun_tools tools;
	struct plan *plan;
	struct hpcrun_native *natives;
	size_t nnatives, cap_natives;
	char *dir;        /* OUTPUT.hpctoolkit, absolute */
	bool ours;        /* we made dir, or an earlier call of ours did */
	bool keep;        /* dir is of use: an interrupted measurement */
	size_t nfinished; /* runs that a later call can use */
	struct hpcrun_run runs[HPCRUN_MAX_RUNS];
	size_t nruns;
	char **structures; /* files of hpcstruct */
	char **binaries;   /* of which */
	size_t nstructures;
	char *no_loops; /* why a binary has no structure, or NULL */
};

/* hpcrun_tools_find - ERR_UNSUPPORTED when there is no HPCToolkit; capture: a
 * file for what hpcrun says of its version */
int hpcrun_tools_find(struct hpcrun_tools *t, struct session *s,
                      const char *capture, struct err *err);
void hpcrun_tools_release(struct hpcrun_tools *t);

/* hpcrun_new_databases - hpcprof of this release makes version 4 and knows
 * the short options only; unknown releases count as new */
bool hpcrun_new_databases(const struct hpcrun_tools *t);

/* Words of a command line, each allocated. */
struct hpcrun_words {
	char **v;
	size_t n, cap;
};
void hpcrun_word(struct hpcrun_words *w, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void hpcrun_words_free(struct hpcrun_words *w);

/* hpcrun_command - "hpcrun -e NAME@PERIOD ... -o FOLDER" of a counter set */
void hpcrun_command(struct hpcrun *h, const struct plan_run *set,
                    const char *folder, struct hpcrun_words *w);

/* hpcrun_prof_command - the call of hpcprof for a measurement folder;
 * nfiles: of hpcrun in it; new_style: see hpcrun_new_databases */
void hpcrun_prof_command(const struct hpcrun *h, const char *folder,
                         const char *database, size_t nfiles, bool new_style,
                         struct hpcrun_words *w);

/* hpcrun_event - what hpcrun is asked for when it is to count this native */
const char *hpcrun_event(struct hpcrun *h, const struct machine_native *n);

/* hpcrun_make_plan - with what is known to be refused so far */
int hpcrun_make_plan(struct hpcrun *h, struct err *err);

/*
 * hpcrun_probe - try each counter set on a program that ends immediately
 *
 * If hpcrun refuses an event, its other name is tried, then the event is
 * dropped and the plan is made again. Errors: ERR_UNSUPPORTED, with hpcrun's
 * message, if it refuses TOT_CYC, or a set whose events it accepts one by one
 */
int hpcrun_probe(struct hpcrun *h, struct err *err);

/* hpcrun_measure - all runs, those of an earlier call reused with --resume */
int hpcrun_measure(struct hpcrun *h, struct err *err);

/* What a measurement folder holds. */
struct hpcrun_folder {
	size_t nfiles;        /* *.hpcrun */
	double samples, lost; /* by the logs; NAN: no summary */
	struct strbuf log;    /* the beginning of the logs */
};
void hpcrun_folder_read(struct hpcrun_folder *f, const char *path);
void hpcrun_folder_release(struct hpcrun_folder *f);

/* hpcrun_words_of - hpcrun's own words on what is wrong, or NULL; free it */
char *hpcrun_words_of(const char *text);

/* hpcrun_databases - hpcstruct and hpcprof for all runs that are done */
int hpcrun_databases(struct hpcrun *h, struct err *err);

/* hpcrun_structure - hpcstruct's file of a binary, from the cache or made */
void hpcrun_structure(struct hpcrun *h, const char *binary);

/* hpcrun_scratch - a file in the session's scratch folder; free it */
char *hpcrun_path(const char *dir, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
