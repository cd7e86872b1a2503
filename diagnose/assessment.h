/*
 * assessment.h - what is said about one measurement, or two compared
 *
 * Everything that the reports, the knowledge base and the pages show is here:
 * the inputs with what is doubtful about them, and the sections, ranked, with
 * their values. Invariants: it lives in one arena until assessment_free and
 * borrows the profiles; index 0 or 1 is the input; a value that was not
 * measured is NAN; a section has at least one input.
 */
#ifndef PERFEXPERT_DIAGNOSE_ASSESSMENT_H
#define PERFEXPERT_DIAGNOSE_ASSESSMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "profile/profile.h"
#include "profile/waits.h"

struct arena;
struct err;
struct machine;
struct map;

enum { ASSESS_INPUTS = 2 };

/* The share of the runtime from which a section has values though it is not
 * shown: less is not worth a suggestion. */
#define ASSESS_WORTH 0.005

enum assess_check {
	ASSESS_NOTE,         /* to know, nothing is doubtful */
	ASSESS_TOO_SHORT,    /* too few samples, or too little time */
	ASSESS_VARIES,       /* differs too much between runs */
	ASSESS_INCONSISTENT, /* events contradict each other */
	ASSESS_INCOMPLETE,   /* time was measured, events were not */
	ASSESS_UNRELATED,    /* two inputs that have nothing in common */
	ASSESS_FEW_SAMPLES,  /* categories rest on few samples of an event */
	ASSESS_ENDED,        /* the program did not end well */
	ASSESS_OVERHEAD      /* measuring takes much of the time measured */
};

struct assess_warning {
	enum assess_check check;
	size_t input;         /* the one it is about */
	const char *text;     /* one sentence, not escaped, no full stop */
	const char *category; /* id of the uncertain category, or NULL */
};

struct assess_warnings {
	struct assess_warning *w;
	size_t n, cap;
};

/* A category of the machine files, or a part of one. */
struct assess_category {
	const char *id;    /* "data_accesses"; parts: "L1" */
	const char *label; /* "data accesses" */
	const char *unit;
	size_t index[ASSESS_INPUTS]; /* in the machine's, SIZE_MAX: none */
	size_t first_part, nparts;   /* in assessment.parts */
};

/* Where a value lies with a probability of 95 %; NAN: exact, or not known. */
struct assess_interval {
	double low, high;
};

/* What is waited for at one place, or of one kind in the whole program. */
struct assess_wait {
	enum wait_kind kind;
	const char *call; /* the function called, or words; or NULL */
	const char *file; /* where; of a kind, where most of it is; or NULL */
	unsigned line;
	/* over all threads and ranks: processor time; elapsed time in which
	 * the thread did not run */
	double cpu_s, blocked_s;
};

/* What the elapsed time of all threads, of one run, went to. */
struct assess_elapsed {
	bool known;
	double all_s, work_s, spin_s, blocked_s;
	double delay_s; /* they waited for a processor */
	/* of the time in which they had work, that in which they had a
	 * processor; 1: always */
	double undelayed;
	double path_s; /* what the run would take on a machine that is free */
	double unlocked_s; /* the same, if no thread or rank waited for another
	                    */
	double busiest_s; /* of work_s: of the thread that works most; or NAN */
	double own_s;     /* of work_s: neither the system's nor the linker's */
	/* that the thread which waited longest for a processor did */
	double most_delay_s;
	/* what that is longer than with the one that waited least for one */
	double late_s;
	/* by so much the others work less than the busiest one, in all; NAN:
	 * not known */
	double uneven_s;
};

/* A call that a line of a section makes of code that is not the program's. */
struct assess_call {
	const char *function; /* that is called, demangled */
	const char *module;   /* that has its code: a path; or NULL */
	const char *file;     /* of the calling line, or NULL */
	unsigned line;
	double calls;       /* how often, of one run; NAN: not counted */
	double fraction;    /* of the program's time: in it and below */
	double called_back; /* the program's own code that it calls back, too */
	/* of a mathematical function's calls, those with the arguments of the
	 * call before, and of an earlier one; NAN: not known */
	double same, known;
	const char *inner;   /* below it, what takes most of that; or NULL */
	const char *through; /* the inlined function of a system header that
	                        the line names, or NULL */
	const char *called_back_by; /* what runs the calling code, or NULL */
	const char *text;           /* the line of a script, or NULL */
	const char *loop; /* the header of the loop that executes it, or NULL */
};

/* A section in one input. */
struct assess_value {
	const struct profile_section *section; /* NULL: not in this input */
	/* its processor time, as the input's runtime_s, and what that is of
	 * the program's, 0 to 1; both without what it spends waiting */
	double runtime_s, fraction;
	/* what calls in it wait, wherever that is spent: of the program's time,
	 * and for what, most first */
	double waited;
	double blocked_s; /* elapsed, in which calls in it did not run */
	/* the share of the run's elapsed time that its work in the busiest
	 * thread takes; its share of the runtime where that is not known */
	double path;
	struct assess_wait *waits;
	size_t nwaits;
	/* the fraction, and what its calls spend in code that is not the
	 * program's: libraries, the kernel; and these calls, most first */
	double caused;
	struct assess_call *calls;
	size_t ncalls;
	double samples;   /* clock samples of its time, all runs */
	double imbalance; /* of its time over threads and ranks: max / mean */
	double impossible_ipc; /* was computed, not to be believed; or NAN */
	/* the rest where it is shown, or takes or causes ASSESS_WORTH, else
	 * NULL */
	double *lcpi;          /* [ncategories] */
	double *parts;         /* [nparts] */
	double *events;        /* [nevents] */
	double *event_samples; /* [nevents]; NAN: not sampled */
	struct assess_interval *event_interval; /* [nevents] */
	struct assess_interval *lcpi_interval;  /* [ncategories] */
};

struct assess_section {
	enum profile_kind kind; /* PROFILE_PROCEDURE, _LOOP or _REGION */
	const char *name;       /* demangled; loops: "loop at FILE:LINE";
	                           regions: with their number */
	const char *procedure;  /* the name of the procedure it is or is in */
	const char *inlined;    /* loops: the function that their code is from,
	                           when it was inlined into procedure, or NULL */
	const char *module;     /* path, as recorded */
	const char *file;       /* as recorded, or NULL */
	unsigned line, end_line;
	unsigned depth;   /* procedures 0, their loops 1, ... */
	unsigned ordinal; /* loops: 1 for the first of its parent */
	bool own;         /* code that the user can change: profile/own.h */
	bool shown;
	bool namesake; /* another shown procedure has the same name */
	struct assess_value in[ASSESS_INPUTS];
	struct assess_warnings warnings;
	struct assess_section *parent; /* NULL: a procedure */
	struct assess_section **child; /* ranked */
	size_t nchildren;
};

struct assess_input {
	const struct profile *profile;
	const char *file; /* as it was named to us */
	struct machine *machine;
	/* where the account is made over for another machine than the one that
	 * was simulated: that one, and the other with its own clock */
	struct machine *simulated, *other; /* ours */
	const char *machine_name;
	bool machine_guessed; /* the host's: the measurement names none */
	/* processor time of one run, over all threads and ranks; elapsed time
	 * where only that is known. NAN: unknown */
	double runtime_s;
	double elapsed_s;          /* of one run; NAN: unknown */
	double time;               /* of the program: cycles, or CPU seconds */
	double waiting;            /* the share of time that is spent waiting */
	struct assess_wait *waits; /* by kind, most first */
	struct assess_elapsed elapsed;
	size_t nwaits;
	/* what is kept of the cycles that calls are said to take: 1, or less
	 * where other runs had less of them */
	double caused_keep;
	double clock_hz;
	double good_cpi;                 /* what ten characters of a bar are */
	struct assess_warnings warnings; /* about the whole input */
};

struct assessment {
	struct arena *arena;
	double threshold;
	bool all;
	const char *region; /* the report is limited to it, or NULL */
	struct assess_input in[ASSESS_INPUTS];
	size_t n; /* inputs: 1 or 2 */
	struct assess_category *categories;
	size_t ncategories;
	struct assess_category *parts;
	size_t nparts;
	const char **events; /* names, of both inputs */
	size_t nevents;
	struct assess_section program;      /* as one section: its values */
	struct assess_section **procedures; /* ranked, shown or not */
	size_t nprocedures;
	struct assess_section **regions; /* ranked, shown or not */
	size_t nregions;
	/* in the order of the report: regions, then procedures and loops */
	struct assess_section **shown;
	size_t nshown, nshown_regions;
	size_t ndoubts; /* warnings that are more than notes, over all */
};

struct assess_options {
	double threshold; /* share of the runtime, above 0 and at most 1 */
	bool automatic;   /* the threshold is THRESHOLD_DEFAULT, or as much less
	                     as it takes to show most of the time: see rank.h */
	bool all;         /* show every section, whatever its share */
	const char *machine; /* name or path; NULL: the measurement's own */
	const char *region; /* only this region, and what runs in it; or NULL */
	/* by name, those that measurements named: read once and shared, they
	 * are freed after all assessments; NULL: each reads its own */
	struct map *machines;
};

/*
 * assessment_new - check, match, rank and evaluate one or two measurements
 *
 * files: their names for the report; borrowed, as the profiles are.
 * Shown: the sections that take at least the threshold of the total runtime in
 *        one of the inputs, those with the largest share first; a loop follows
 *        its procedure, and the loops within it follow the loop
 * Errors: ERR_FORMAT for a measurement that holds no time; ERR_SYSTEM or
 *         ERR_FORMAT when a machine file can't be used
 */
struct assessment *assessment_new(const struct profile *const *profiles,
                                  const char *const *files, size_t n,
                                  const struct assess_options *options,
                                  struct err *err);
void assessment_free(struct assessment *a);

/*
 * assess_elapsed_differs - is elapsed time another than processor time?
 *
 * By more than 5 % and 10 ms: threads and ranks make it less; waiting, and
 * other programs that had the processor, make it more.
 */
bool assess_elapsed_differs(const struct assess_input *in);

/* assess_largest - the largest share of the runtime in any input, with what it
 * waits, or NAN */
double assess_largest(const struct assess_section *s);

/* assess_most_caused - the largest share that it causes in any input, or NAN */
double assess_most_caused(const struct assess_section *s);

/* assess_only_waits - in that input, does a section's code hardly work, but
 * wait, or call what works? Then its bars and samples say nothing of it. */
bool assess_only_waits(const struct assessment *a,
                       const struct assess_section *s, size_t input);

/* assess_own_machine - is it assessed for the machine that it was measured on?
 * One that names none is. */
bool assess_own_machine(const struct assess_input *in);

/* assess_warn - add a sentence; the format makes it */
void assess_warn(struct assessment *a, struct assess_warnings *to,
                 const struct assess_warning *about, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

/* assess_check_name - "too_short", for JSON */
const char *assess_check_name(enum assess_check check);

#endif
