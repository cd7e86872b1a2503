/*
 * machine.h - what is known of a processor: parameters, geometry, counters
 *
 * Read from arch/<name>.lua. Everything that a function returns belongs to the
 * machine and lives until machine_free. Once loaded, a machine has the eleven
 * parameters of the paper, every number came with a source, and every formula
 * of its categories (lcpi.h) parses and knows its names.
 */
#ifndef PERFEXPERT_ARCH_MACHINE_H
#define PERFEXPERT_ARCH_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct err;
struct events;
struct machine;

/* One cache as a core sees it; size_bytes is 0 when there is none. */
struct machine_cache {
	uint64_t size_bytes; /* ways * line_bytes * a power of two */
	unsigned ways, line_bytes;
	unsigned shared_by; /* cores that share it, 1 when private */
	unsigned hashed;    /* upper bits of a set's number, each of which is
	                       the exclusive or of bits above */
};

/* entries is 0 when there is none; ways == entries: fully associative */
struct machine_tlb {
	unsigned entries, ways;
	uint64_t page_bytes;
};

struct machine_geometry {
	struct machine_cache l1d, l1i, l2, l3;
	struct machine_tlb dtlb1, dtlb2, itlb1, itlb2;
	bool tlb2_unified;       /* itlb2 is dtlb2 */
	unsigned fetch_bytes;    /* L1_ICA counts one per such block */
	unsigned branch_bits;    /* log2 of its entries */
	unsigned branch_history; /* outcomes that "tage" knows */
	unsigned target_history; /* of indirect jumps, the same */
	unsigned target_bits;    /* log2 of its entries, each */
};

/* What a core can do at most; NAN or 0 where it is not known. */
struct machine_peak {
	unsigned issue_width;      /* instructions per cycle, sustained */
	unsigned vector_bits;      /* widest SIMD register */
	unsigned compiled_bits;    /* as much of it as compilers use when they
	                              are told the machine; 0: not known */
	double scalar_flops;       /* double precision, per cycle and core */
	double vector_flops;       /* the same with SIMD */
	double core_bytes_per_s;   /* memory bandwidth that one core gets */
	double socket_bytes_per_s; /* and a whole socket */
	unsigned socket_cores;
};

struct machine_param {
	const char *name;
	double value;     /* in unit, as the file has it */
	const char *unit; /* "cycles", "ns", "Hz", "cycles/instruction" */
	const char *source;
	bool guess; /* an estimate: say so where it matters */
};

/* A hardware event as a collector asks for it. */
struct machine_native {
	const char *name; /* for hpcrun -e: libpfm4's or perf's name */
	const char *papi; /* PAPI preset that means the same, or NULL */
	const char *perf; /* generic perf_event name ("cycles"), or NULL */
	bool has_raw;
	uint64_t raw;      /* PERF_TYPE_RAW config */
	uint64_t counters; /* bit i: programmable counter i can count it */
	unsigned width;    /* programmable counters that it takes, 1 or 2 */
	bool fixed;        /* has a dedicated counter: takes no other */
};

/* A canonical event (events.h) made of native ones. */
struct machine_event {
	const char *name;
	const struct machine_native *const *natives;
	size_t nnatives;
	const char *formula; /* over n1, n2, ...; NULL: their sum */
	const char *note;    /* where it means something else, or NULL */
};

struct machine_counters {
	unsigned programmable; /* per core, with all hardware threads in use */
	bool watchdog;         /* Linux's NMI watchdog takes one of them */
	/* natives of one set can't be in the same run */
	const struct machine_native *const *const *exclusions;
	const size_t *nexclusion; /* natives in each set */
	size_t nexclusions;
};

/*
 * machine_load - read a machine file
 *
 * name_or_path: a name is looked up as arch/NAME.lua in the data folder; what
 *               holds a slash or ends in .lua is a path
 * Errors:       ERR_USAGE for an unknown name (the message lists those known),
 *               ERR_SYSTEM, ERR_FORMAT with file and key
 */
int machine_load(struct machine **m, const char *name_or_path, struct err *err);

/* machine_is_path - would machine_load take it for a path, not for a name? */
bool machine_is_path(const char *name_or_path);

/*
 * machine_host - the machine file for this processor
 *
 * cpuinfo_path: NULL for /proc/cpuinfo
 * An unknown processor is no error: the nearest or the generic file is taken,
 * and machine_note says so.
 */
int machine_host(struct machine **m, const char *cpuinfo_path, struct err *err);
void machine_free(struct machine *m);

/*
 * machine_share - the same machine with another clock
 *
 * It borrows all else from m, which is freed after it.
 */
struct machine *machine_share(const struct machine *m);

const char *machine_name(const struct machine *m);  /* "zen5" */
const char *machine_title(const struct machine *m); /* "AMD EPYC 9005 ..." */
const char *machine_isa(const struct machine *m);   /* as uname -m */
const char *machine_file(const struct machine *m);  /* path it was read from */
/* machine_note - how the host was recognised when not exactly, or NULL */
const char *machine_note(const struct machine *m);

/*
 * machine_set_clock - the clock that really ran, in Hz
 *
 * Turns nanoseconds into cycles from now on; default: the nominal CPU_freq.
 */
void machine_set_clock(struct machine *m, double hz);

/*
 * machine_param - in cycles, Hz or cycles/instruction; NAN when unknown
 *
 * A parameter in nanoseconds is converted with the clock; CPU_freq is it.
 */
double machine_param(const struct machine *m, const char *name);

/* machine_params - all of them, as in the files, sorted by name */
size_t machine_params(const struct machine *m,
                      const struct machine_param **list);

/* machine_param_find - one of them, or NULL */
const struct machine_param *machine_param_find(const struct machine *m,
                                               const char *name);

/* machine_param_description - what a parameter is, for people, or NULL */
const char *machine_param_description(const struct machine *m,
                                      const char *name);

/*
 * machine_constant - a number of the geometry or peak by its name in formulas
 *
 * L1_line, L2_line, L3_line (bytes), issue_width, vector_bits, scalar_flops,
 * vector_flops, core_bytes_per_s, socket_bytes_per_s, socket_cores; NAN when
 * the machine has none or its file lacks it
 */
double machine_constant(const struct machine *m, const char *name);

/* machine_is_constant - is there one of that name on some machine? */
bool machine_is_constant(const char *name);

/* machine_geometry, _peak, _counters - caches and TLBs, what a core can do at
 * most, its counters: the machine's, never NULL */
const struct machine_geometry *machine_geometry(const struct machine *m);
const struct machine_peak *machine_peak(const struct machine *m);
const struct machine_counters *machine_counters(const struct machine *m);

/* machine_catalogue - the canonical events, loaded with the machine */
const struct events *machine_catalogue(const struct machine *m);

/* machine_natives - the hardware events that it knows, by name */
size_t machine_natives(const struct machine *m,
                       const struct machine_native **list);

/* machine_events - the canonical events that its counters give, by name */
size_t machine_events(const struct machine *m,
                      const struct machine_event **list);
const struct machine_event *machine_event_find(const struct machine *m,
                                               const char *name);

/* machine_missing - why there is no such event, or NULL when nothing is said */
const char *machine_missing(const struct machine *m, const char *event);

/*
 * machine_event_count - a canonical count from those of its native events
 *
 * counts:  one for each of event->natives, NAN when not measured
 * Applies: the event's formula and its scale (nanoseconds to cycles, say, with
 *          the clock that is set)
 */
double machine_event_count(const struct machine *m,
                           const struct machine_event *event,
                           const double *counts);

/*
 * machine_list - names and titles of the files that come with perfexpert
 *
 * Both arrays hold *n strings in one allocation each; the caller frees each
 * string and the arrays with machine_list_free.
 */
int machine_list(char ***names, char ***titles, size_t *n, struct err *err);
void machine_list_free(char **names, char **titles, size_t n);

#endif
