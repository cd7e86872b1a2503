/*
 * profile.h - one measurement in memory: what ran, which events, which sections
 *
 * Invariants: everything lives in the profile's arena until profile_free. A
 * value that was not measured is NAN, never 0. The counts of a section are its
 * own and those of the sections below it (a procedure's hold its loops', a
 * module's its procedures'), but not those of the procedures it calls; so the
 * children of a section never add up to more than the section, and the modules
 * add up to the program. profile/FORMAT.md describes the file.
 */
#ifndef PERFEXPERT_PROFILE_PROFILE_H
#define PERFEXPERT_PROFILE_PROFILE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/hash.h"

struct arena;
struct err;
struct profile_mpi;
struct profile_port;

enum { PROFILE_VERSION = 1 };

/*
 * What a measurement file may hold. The writer leaves out or cuts what is
 * beyond, the reader refuses it, so what was written can be read.
 */
enum {
	PROFILE_MAX_EVENTS = 256,
	PROFILE_MAX_RUNS = 4096,
	PROFILE_MAX_ARGS = 1 << 20,
	PROFILE_MAX_ATTRS = 64, /* of a fact */
	PROFILE_MAX_REGIONS = 1024,
	PROFILE_MAX_CALLS = 1 << 14, /* nodes of the call graph */
	PROFILE_MAX_DEPTH = 200,     /* of sections; libxml2 takes 256 */
	PROFILE_MAX_LINE = INT_MAX,  /* of a source file */
	PROFILE_MAX_TEXT = 1 << 20,  /* bytes; libxml2 takes 10 million */
	PROFILE_MAX_STATUS = 255,    /* exit status, signal */
	PROFILE_MAX_THREADS = 1 << 20,
};

enum {
	PROFILE_MAX_BINS = 4096,      /* of a time line */
	PROFILE_MAX_LANES = 1024,     /* threads in it */
	PROFILE_MAX_SERIES = 1 << 20, /* values of all series */
	PROFILE_MAX_FAULTS = 1 << 30, /* a value of a series */
};

enum profile_how {
	PROFILE_COUNTED,   /* a counter read at the ends */
	PROFILE_SAMPLED,   /* samples x period */
	PROFILE_SIMULATED, /* counted exactly by the simulator */
	PROFILE_DERIVED,   /* computed from other events */
	PROFILE_ESTIMATED  /* a model's value; the report says so */
};

enum profile_kind {
	PROFILE_PROGRAM, /* the root */
	PROFILE_MODULE,  /* executable or shared library */
	PROFILE_PROCEDURE,
	PROFILE_LOOP,
	PROFILE_REGION /* what the program names; beside the others */
};

struct profile_event {
	const char *name;   /* canonical, as in arch/events.lua: "TOT_CYC" */
	const char *native; /* what was asked of the collector, or NULL */
	enum profile_how how;
	const char *ranks; /* that counted it: "0, 3"; NULL: all */
};

/* Over threads and ranks; all NAN where only the sum is known. */
struct profile_stats {
	double n, min, max, mean, sd;
};

struct profile_run {
	const char *purpose; /* "native", "simulated", "counter set 2 of 5" */
	const char *command; /* as typed in a shell, for people */
	double wall_s, user_s, sys_s; /* NAN: unknown */
	double peak_bytes;            /* largest resident set, NAN: unknown */
	int exit_status;              /* -1: ended by signal */
	int signal;                   /* 0: none */
	bool limited;                 /* perfexpert-run ended it on purpose */
	double samples, lost; /* clock or counter samples; NAN: not sampled */
	double clock_hz;      /* core clock seen during the run, NAN: unknown */
	double *total;        /* [nevents] of this run; NAN: not in this run */
	double *period;       /* [nevents] sampling periods; NAN: not sampled */
};

/* One observation for the rules: a name and attributes, all text. */
struct profile_attr {
	const char *name, *value;
};
struct profile_fact {
	const char *name; /* "memref", "branch", "loop", "compiler", ... */
	const struct profile_attr *attrs;
	size_t nattrs;
};

/* A source line's share of a section, loops below it not included. */
struct profile_line {
	const char *file;
	unsigned line;
	double *sum; /* [nevents] */
};

/*
 * What only regions have. The counts of a region are those of all that its
 * threads did between its begin and end, procedures that it calls included;
 * regions may overlap, so they don't add up.
 */
struct profile_region {
	int number;       /* with the section's name: which one it is */
	double entries;   /* of one run, over threads and ranks; or NAN */
	double elapsed_s; /* likewise, summed over threads; or NAN */
	double pairs;     /* begins and ends within, and its own; or NAN */
	double pair_s;    /* what a begin and its end cost; or NAN */
	double *own;      /* [nevents] less what regions within it have */
};

/* A thread of the program, over all runs; of none of its helpers. */
struct profile_thread {
	double rank; /* of a parallel program; NAN: not one */
	/* of a program of several that are no ranks, from 0 on; else NAN */
	double process;
	double number; /* in its process, as they were made; 0: the first */
	/* means over the runs; NAN: not known. Elapsed: it had a processor, it
	 * was blocked, it waited for a processor */
	double cpu_s, blocked_s, delay_s;
};

/* What is kept of a section for each thread, where it matters. */
enum profile_spread {
	PROFILE_SPREAD_CYCLES, /* without those that it spent waiting */
	PROFILE_SPREAD_WAITED, /* seconds that calls in it spun and blocked */
	PROFILE_SPREAD_INSTRUCTIONS,
	PROFILE_NSPREADS
};

/*
 * What one thread did over time: the value of each bin from one on, as a share
 * of the bin; of page faults, how many.
 */
struct profile_series {
	const char *of;   /* PROFILE_OF_... or the name of a kind of waiting */
	unsigned thread;  /* in profile.thread, where that is known */
	unsigned from, n; /* bins */
	const float *value;
	struct profile_series *next;
};

#define PROFILE_OF_CPU "cpu"     /* it worked */
#define PROFILE_OF_DELAY "delay" /* it waited for a processor */
#define PROFILE_OF_FAULTS "page-faults"
/* 10^9 of them in a second of elapsed time */
#define PROFILE_OF_CYCLES "cycles"
#define PROFILE_OF_INS "instructions"

/* The first run, in equal parts. */
struct profile_timeline {
	double bin_s;
	unsigned bins; /* 0: there is none */
	struct profile_series *series, *last;
	size_t values; /* of all series, those of sections too */
};

struct profile_section {
	enum profile_kind kind;
	const char *name; /* demangled; loops: the function that their code was
	                 inlined from, or "" */
	const char *raw_name;    /* as in the symbol table, or NULL */
	const char *file;        /* as the compiler recorded it, or NULL */
	unsigned line, end_line; /* 0: unknown */
	struct profile_section *parent, *child, *next;
	double *sum;     /* [nevents] */
	double *samples; /* [nevents] of a sampled sum, or NULL */
	/* [nevents] of a sum that was extrapolated, or NULL: half-widths of
	 * 95 % intervals, relative; of TOT_INS, and of the others by it */
	double *errors;
	double *run_cycles;          /* [nruns] TOT_CYC in each run, or NULL */
	struct profile_stats *stats; /* [nevents], or NULL */
	double *spread[PROFILE_NSPREADS]; /* [nthread], or NULL */
	struct profile_fact *facts;
	size_t nfacts;
	struct profile_line *lines;
	size_t nlines;
	struct profile_region *region; /* of a region, else NULL */
	/* over time, without the sections below it */
	struct profile_series *series, *last_series;
	/* the builder's own */
	struct profile_section *last_child;
	size_t cap_facts, cap_lines;
};

/* A procedure on a call path: below the one that called it. */
struct profile_call {
	const char *name, *module;
	double own; /* cycles of its samples, not of those that it calls */
	struct profile_call *parent, *child, *next, *last;
};

/* Small ones together */
#define PROFILE_CALL_OTHER "<other>"

/* Who measured: profile.collector, and the names of perfexpert-run's */
#define PROFILE_BY_HPCRUN "hpcrun"
#define PROFILE_BY_PERF "perf"
#define PROFILE_BY_SIMULATE "simulate"
#define PROFILE_BY_HPCTOOLKIT "hpctoolkit" /* a database that was read */

struct profile {
	struct arena *arena;
	const char *path;        /* where it was read from, or NULL */
	const char *program;     /* as it was started */
	const char *const *args; /* [nargs], args[0] is the program */
	size_t nargs;
	const char *build_id;           /* of the program, hex, or NULL */
	const char *host, *cpu, *start; /* start: ISO 8601, UTC; or NULL */
	const char *collector, *collector_version;
	const char *machine; /* machine file used, or NULL (HPCToolkit) */
	bool estimated;      /* another machine than the host was simulated */
	double clock_hz; /* cycles of this clock; NAN: the machine's nominal */
	/* of the host's memory, as measured for the timing model; NAN: the
	 * machine file's figures were taken */
	double memory_latency_ns, memory_line_ns, l3_latency_ns, l3_line_ns;
	double memory_random_ns, l3_random_ns;
	double l3_others_ns, walk_ns, walk_large_ns, fresh_ns, fresh_large_ns;
	double memory_given_back; /* 1: free memory goes to the machine below */
	double runtime_s; /* of one run, for "total runtime"; NAN: unknown */
	double threads, ranks;  /* NAN: unknown */
	double processors;      /* that the program could use; NAN: unknown */
	double simulated_share; /* 1: whole; less: stopped by --limit; NAN */
	double simulated_error; /* of the share, relative; NAN: not known */
	double counter_set;     /* that this rank counted, from 1; NAN: all */
	double simulated_bars;  /* stopped when these were known to within so
	                         * many characters; NAN: not for that */
	const char **notes;     /* said while measuring, for the report */
	size_t nnotes;
	struct profile_event *events;
	size_t nevents;
	struct profile_run *runs;
	size_t nruns;
	struct profile_thread *thread; /* by rank and number; or NULL */
	size_t nthread;
	struct profile_section *root;
	struct profile_section *regions; /* the first, then by next */
	size_t nregions;
	size_t cap_thread;
	struct profile_port *ports; /* see ports.h */
	size_t nports, cap_ports;
	struct profile_timeline timeline;
	struct profile_mpi *mpi;    /* see mpi.h; NULL: not a program of MPI */
	struct profile_call *calls; /* what started the program; or NULL */
	size_t ncalls;
	/* the builder's own: finds the lines of all sections */
	struct hash by_line;
	struct profile_line_ref *line_refs;
	size_t nline_refs, cap_line_refs;
	bool have_sections; /* events and runs can't change any more */
};

/* profile_new - an empty measurement with a root section and no events */
struct profile *profile_new(void);
void profile_free(struct profile *p);

/* profile_arg_add - one more argument of the program; copied */
void profile_arg_add(struct profile *p, const char *arg);

/* profile_note - a sentence for the report; copied */
void profile_note(struct profile *p, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * profile_event_add - the index of the event, added if it is new
 *
 * Must precede the first section. native may be NULL.
 */
size_t profile_event_add(struct profile *p, const char *name,
                         const char *native, enum profile_how how);

/* profile_events_copy - add those of from that p has not, with their names */
void profile_events_copy(struct profile *p, const struct profile *from);

/* profile_event - the index of an event, or -1 */
int profile_event(const struct profile *p, const char *name);

/* profile_run_add - a run with everything unknown; before the first section */
struct profile_run *profile_run_add(struct profile *p);

/*
 * profile_section_add - a section below parent, all counts NAN; names copied
 *
 * Appended to its siblings; the first call fixes events and runs.
 */
struct profile_section *profile_section_add(struct profile *p,
                                            struct profile_section *parent,
                                            enum profile_kind kind,
                                            const char *name);

/*
 * profile_region_add - a region, everything unknown; the name is copied
 *
 * It is kept beside the sections (profile.regions): profile_next and sums pass
 * it over. Its parent is the root. At most PROFILE_MAX_REGIONS.
 */
struct profile_section *profile_region_add(struct profile *p, const char *name,
                                           const struct profile_region *of);

/* profile_calls - the root of the call graph, made when there is none */
struct profile_call *profile_calls(struct profile *p);

/* profile_call_add - a node after those that parent calls, names copied; NULL
 * when it is nested too deeply or there are PROFILE_MAX_CALLS */
struct profile_call *profile_call_add(struct profile *p,
                                      struct profile_call *parent,
                                      const char *name, const char *module);

/* profile_call_sum - a node's cycles with those of all below it */
double profile_call_sum(const struct profile_call *c);

/* profile_root - the program's section, its arrays ready (fixes the events) */
struct profile_section *profile_root(struct profile *p);

/* profile_add - section's sum += value, NAN counting as nothing so far */
void profile_add(struct profile_section *s, size_t event, double value);

/* profile_samples, profile_errors, profile_run_cycles, profile_stats - make the
 * array: NANs */
double *profile_samples(struct profile *p, struct profile_section *s);
double *profile_errors(struct profile *p, struct profile_section *s);
double *profile_run_cycles(struct profile *p, struct profile_section *s);
struct profile_stats *profile_stats(struct profile *p,
                                    struct profile_section *s);

/* profile_thread_add - one more thread, copied; before any spread */
void profile_thread_add(struct profile *p, const struct profile_thread *t);

/* profile_spread - make the array of one value per thread: zeros */
double *profile_spread(struct profile *p, struct profile_section *s,
                       enum profile_spread what);

/* profile_line_add - the section's line, added if it is new */
struct profile_line *profile_line_add(struct profile *p,
                                      struct profile_section *s,
                                      const char *file, unsigned line);

/*
 * profile_fact_add - a fact with n attributes, all copied
 */
void profile_fact_add(struct profile *p, struct profile_section *s,
                      const char *name, const struct profile_attr *attrs,
                      size_t n);

/* profile_fact_attr - an attribute's text, or NULL */
const char *profile_fact_attr(const struct profile_fact *f, const char *name);

/* profile_fact_number - an attribute as a number, NAN when it is none */
double profile_fact_number(const struct profile_fact *f, const char *name);

/* profile_value - a section's sum by event name, NAN when not measured */
double profile_value(const struct profile *p, const struct profile_section *s,
                     const char *event);

/* profile_sum_up - set the sums of modules and root from those below, for
 * builders that fill procedures and loops only */
void profile_sum_up(struct profile *p);

/* profile_next - walk all sections in preorder; NULL ends; start with root */
struct profile_section *profile_next(struct profile_section *s);

/* profile_kind_name, profile_how_name - the words of the file format */
const char *profile_kind_name(enum profile_kind kind);
const char *profile_how_name(enum profile_how how);

/* profile_stats_of - n, mean, min, max and population sd of n values */
struct profile_stats profile_stats_of(const double *values, size_t n);

#endif
