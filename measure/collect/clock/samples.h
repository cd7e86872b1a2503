/*
 * samples.h - clock samples of one or more runs, by module, address and thread
 *
 * Weighted counts are kept, not the samples, so memory follows the number of
 * distinct places. Addresses are file offsets, as the kernel's mapping records
 * give them; attribution turns them into the file's virtual addresses.
 */
#ifndef PERFEXPERT_MEASURE_COLLECT_CLOCK_SAMPLES_H
#define PERFEXPERT_MEASURE_COLLECT_CLOCK_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mapped;
struct moments;
struct regions;
struct samples;
struct stacks;

struct sample_key {
	uint32_t module; /* index, see samples_module */
	uint32_t thread; /* 0, 1, ... in order of appearance, over processes */
	uint64_t offset; /* in the module's file */
	uint16_t run;
	uint16_t event; /* whose sample it is; of clock samples 0 */
	/* the function in which the thread waited (sample_waits.h), 0: none
	 * or not known; and where that was called, SAMPLES_NO_SITE: not known
	 */
	uint16_t call;
	uint32_t region; /* node of samples_regions, 0: outside */
	uint32_t site_module;
	uint64_t site; /* in that module's file */
};

#define SAMPLES_NO_SITE UINT32_MAX
#define SAMPLES_NO_PROCESS UINT32_MAX

struct sample_count {
	struct sample_key key;
	double user_s, system_s; /* CPU time of the samples */
	double samples, faults;  /* faults: page faults seen, scaled */
};

struct samples *samples_new(void);
void samples_free(struct samples *s);

/* samples_regions - the named regions that samples may lie in */
struct regions *samples_regions(const struct samples *s);

/* samples_stacks - the call paths of those that have one */
struct stacks *samples_stacks(const struct samples *s);

/* samples_moments - when the samples of the first run were taken; NULL: of any
 * other */
struct moments *samples_moments(struct samples *s, uint16_t run);

/* samples_module - the index of a mapped file, or of a "[name]" */
uint32_t samples_module(struct samples *s, const char *path);
size_t samples_modules(const struct samples *s); /* how many */

/* samples_keep - files that are mapped are kept there (borrowed) */
void samples_keep(struct samples *s, struct mapped *files);

/* samples_mapped - as samples_module, of a file that a process has mapped from
 * start to end */
uint32_t samples_mapped(struct samples *s, const char *path, uint32_t pid,
                        uint64_t start, uint64_t end);

/*
 * samples_made - the place of code in memory that is of no file: in the module
 * "[jit PID]", at its address; where it is of one, nothing changes. The path of
 * a dump that describes it follows, if one was mapped.
 *
 * known: key's module and offset are those of a mapping
 */
void samples_made(struct samples *s, bool known, uint32_t pid, uint64_t address,
                  struct sample_key *key);
const char *samples_module_path(const struct samples *s, uint32_t module);

/* samples_at - the counter of a place, made when it is new; valid until the
 * next call */
struct sample_count *samples_at(struct samples *s,
                                const struct sample_key *key);

/*
 * samples_restore - the next place of those that samples_all had
 *
 * There may be one with that key already: a dropped run leaves such. Order and
 * moments refer to places by number.
 */
void samples_restore(struct samples *s, const struct sample_count *c);

/* A thread of one run. */
struct sample_thread {
	uint16_t run;
	uint32_t index; /* sample_key.thread */
	uint32_t tid;   /* of the system */
	uint32_t pid;   /* of its process; 0: not known */
	int rank;       /* of a parallel program; -1: none */
	/* both may be those of one that has ended before it began */
	uint32_t process;      /* 0 is the first; SAMPLES_NO_PROCESS: only run,
	                          index and tid are known */
	uint32_t number;       /* of its process: 0 is the first one */
	uint32_t creator;      /* module that made it; or SAMPLES_NO_SITE */
	uint64_t creator_site; /* in that module's file */
	double begun_s, lived_s; /* of the system's clock; NAN: not known */
	/* of its elapsed time: it had a processor; it was blocked; it waited
	 * for a processor */
	double cpu_s, blocked_s, delay_s;
};

/* samples_thread_add, samples_threads - who the threads are, where known */
void samples_thread_add(struct samples *s, const struct sample_thread *t);
const struct sample_thread *samples_threads(const struct samples *s, size_t *n);

/* A process of one run, as the system numbers them: what it executed last. */
struct sample_process {
	uint16_t run;
	uint32_t pid, parent;
	uint32_t program; /* a module; SAMPLES_NO_SITE: not known */
	int status;       /* that it exited with; -1: not known, or none */
};

/* samples_process_add, samples_processes - those that were seen, in the order
 * in which they began */
void samples_process_add(struct samples *s, const struct sample_process *p);
const struct sample_process *samples_processes(const struct samples *s,
                                               size_t *n);

/* samples_blocked - elapsed time in which threads were blocked, as user_s, by
 * call and site; modules are those of s, which has it and frees it */
struct samples *samples_blocked(struct samples *s);

/*
 * samples_add_system - system time that samples could not see, in one run
 *
 * What page faults can explain is charged to the code that caused them, in
 * proportion to their number; the rest goes to the module "[kernel]".
 */
void samples_add_system(struct samples *s, uint16_t run, double time_s);

/*
 * samples_next - a clock sample of this place was taken, after all others
 *
 * samples_order - of each of them the index in samples_all, run by run as they
 * came; of very long runs only every second, or fourth ... one is kept
 */
void samples_next(struct samples *s, const struct sample_count *at);
const uint32_t *samples_order(const struct samples *s, size_t *n);

/*
 * samples_drop - forget a run, the last one, which is not the first
 *
 * Of its call paths (samples_stacks) the times stay.
 */
void samples_drop(struct samples *s, uint16_t run);

/* samples_index - its place among all */
uint32_t samples_index(const struct samples *s, const struct sample_count *of);

/* samples_user_s - processor time of the samples of the first runs, without
 * that in the system, which is system_s */
double samples_user_s(const struct samples *s, size_t runs, double *system_s);

/* samples_all - all counters, in the order in which they were made */
const struct sample_count *samples_all(const struct samples *s, size_t *n);

#endif
