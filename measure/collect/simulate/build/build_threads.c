#include "build_threads.h"

#include <math.h>
#include <stdlib.h>

#include "base/banned.h"
#include "base/ids.h"
#include "base/mem.h"
#include "measure/attribute/fact.h"
#include "measure/collect/clock/samples.h"
#include "profile/profile.h"
#include "profile/waits.h"

/* A thread of the program, the same in all runs. */
struct one {
	int rank;
	uint32_t process, number;         /* process: 0 where it has a rank */
	double cpu_s, blocked_s, delay_s; /* over all runs */
};

struct threads {
	struct one *all; /* by rank, process, number */
	size_t n;
	/* run and index of the samples -> place in all; helpers have none */
	struct ids timed, clock;
	struct ids by_process;   /* run and process -> place in work_s */
	double *work_s, *life_s; /* processor time and elapsed time of each */
	double most_s;
	bool ranks, known;
};

static uint64_t key_of(uint16_t run, uint32_t index)
{
	return (uint64_t)run << 32 | index;
}

/* What a program starts and waits for, a shell for a pipe: its blocked time
 * says nothing, whether there is little of its work or much waiting. */
static bool is_bystander(const struct threads *t,
                         const struct sample_thread *of)
{
	static const double least = 0.05;
	uint32_t at = ids_get(&t->by_process, key_of(of->run, of->process));

	return of->process > 0 && of->rank < 0 &&
	       t->work_s[at] < least * fmax(t->most_s, t->life_s[at]);
}

static bool is_helper(const struct threads *t, const struct samples *s,
                      const struct sample_thread *of)
{
	enum wait_kind kind;

	if ((t->ranks && of->rank < 0) || is_bystander(t, of))
		return true;
	if (of->creator == SAMPLES_NO_SITE)
		return false;
	kind = wait_by_name(samples_module_path(s, of->creator), "");
	return kind == WAIT_MESSAGE || kind == WAIT_START;
}

bool threads_counts(const struct threads *t, const struct samples *s,
                    const struct sample_thread *of)
{
	return of->process != SAMPLES_NO_PROCESS && !is_helper(t, s, of);
}

static int by_rank(const void *a, const void *b)
{
	const struct one *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->process != y->process)
		return x->process < y->process ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static struct one one_of(const struct sample_thread *of)
{
	return (struct one){
		.rank = of->rank,
		.process = of->rank < 0 ? of->process : 0,
		.number = of->number,
	};
}

static uint32_t find(const struct threads *t, const struct sample_thread *of)
{
	const struct one wanted = one_of(of);
	const struct one *at =
		t->n ? bsearch(&wanted, t->all, t->n, sizeof(wanted), by_rank)
		     : NULL;

	return at ? (uint32_t)(at - t->all) : THREADS_NONE;
}

static void add_up_processes(struct threads *t, const struct samples *s)
{
	size_t n;
	const struct sample_thread *of = samples_threads(s, &n);
	uint32_t made = 0;

	t->work_s = mem_alloc(n + 1, sizeof(*t->work_s));
	t->life_s = mem_alloc(n + 1, sizeof(*t->life_s));
	for (size_t i = 0; i < n; i++) {
		uint32_t at;

		if (of[i].process == SAMPLES_NO_PROCESS)
			continue;
		at = ids_add(&t->by_process, key_of(of[i].run, of[i].process),
		             made);
		made += at == made;
		t->work_s[at] += of[i].cpu_s;
		t->life_s[at] += of[i].cpu_s + of[i].blocked_s;
		t->most_s = fmax(t->most_s, t->work_s[at]);
	}
}

/* All threads of the program (without helpers), each once, sorted. */
static void list(struct threads *t, const struct samples *s)
{
	size_t n, kept = 0;
	const struct sample_thread *of = samples_threads(s, &n);

	t->all = mem_alloc(n + 1, sizeof(*t->all));
	for (size_t i = 0; i < n; i++)
		t->ranks |= of[i].rank >= 0;
	for (size_t i = 0; i < n; i++) {
		if (of[i].process != SAMPLES_NO_PROCESS &&
		    !is_helper(t, s, &of[i]))
			t->all[t->n++] = one_of(&of[i]);
	}
	if (t->n)
		qsort(t->all, t->n, sizeof(*t->all), by_rank);
	for (size_t i = 0; i < t->n; i++) {
		if (!i || by_rank(&t->all[kept - 1], &t->all[i]) != 0)
			t->all[kept++] = t->all[i];
	}
	t->n = kept;
	t->known = kept > 0;
}

/* A process that executes another program keeps its number: the image with most
 * of the time is used. */
static void index_timed(struct threads *t, const struct samples *s,
                        struct ids *by_tid)
{
	size_t n;
	const struct sample_thread *of = samples_threads(s, &n);

	while (n-- > 0) {
		uint32_t at;

		if (of[n].process == SAMPLES_NO_PROCESS)
			continue;
		at = is_helper(t, s, &of[n]) ? THREADS_NONE - 1
		                             : find(t, &of[n]);
		ids_add(&t->timed, key_of(of[n].run, of[n].index), at);
		ids_add(by_tid, key_of(of[n].run, of[n].tid), at);
		if (at >= t->n)
			continue;
		t->all[at].cpu_s += of[n].cpu_s;
		t->all[at].blocked_s += of[n].blocked_s;
		t->all[at].delay_s += of[n].delay_s;
	}
}

/* Those of the clock by the system's number. */
static void index_clock(struct threads *t, const struct samples *clock,
                        const struct ids *by_tid)
{
	size_t n;
	const struct sample_thread *of = samples_threads(clock, &n);

	for (size_t i = 0; i < n; i++) {
		uint32_t at = ids_get(by_tid, key_of(of[i].run, of[i].tid));

		if (at != IDS_NONE)
			ids_add(&t->clock, key_of(of[i].run, of[i].index), at);
	}
}

struct threads *threads_new(const struct samples *timed,
                            const struct samples *clock)
{
	struct threads *t = mem_alloc(1, sizeof(*t));
	struct ids by_tid = { 0 };

	add_up_processes(t, timed);
	list(t, timed);
	index_timed(t, timed, &by_tid);
	index_clock(t, clock, &by_tid);
	ids_release(&by_tid);
	return t;
}

void threads_free(struct threads *t)
{
	if (!t)
		return;
	ids_release(&t->by_process);
	free(t->work_s);
	free(t->life_s);
	ids_release(&t->timed);
	ids_release(&t->clock);
	free(t->all);
	free(t);
}

/* If nothing is known about the threads, number them in the order of the
 * samples. */
static uint32_t get(const struct threads *t, const struct ids *ids,
                    uint16_t run, uint32_t index)
{
	uint32_t at;

	if (!t->known)
		return index;
	at = ids_get(ids, key_of(run, index));
	return at < t->n ? at : THREADS_NONE;
}

uint32_t threads_timed(const struct threads *t, uint16_t run, uint32_t index)
{
	return get(t, &t->timed, run, index);
}

uint32_t threads_clock(const struct threads *t, uint16_t run, uint32_t index)
{
	return get(t, &t->clock, run, index);
}

uint32_t threads_number(const struct threads *t, int rank, uint32_t number)
{
	uint32_t at = THREADS_NONE;

	for (uint32_t i = 0; i < t->n; i++) {
		const struct one *o = &t->all[i];

		if (o->process != t->all[0].process)
			return THREADS_NONE;
		if (o->rank == rank && o->number == number)
			at = i;
	}
	return at;
}

void threads_count(const struct threads *t, double *ranks, double *threads)
{
	double n = 0, of = 0;

	for (size_t i = 0; i < t->n; i++) {
		const struct one *o = &t->all[i];

		of += o->rank >= 0 && (!i || o->rank != o[-1].rank);
		n = i && o->rank == o[-1].rank && o->process == o[-1].process
		            ? n + 1
		            : 1;
		*threads = i ? fmax(*threads, n) : n;
		*ranks = fmax(1, of);
	}
}

void threads_elapsed(struct profile *p, const struct threads *t, size_t runs)
{
	const double n = (double)runs;
	struct one all = { 0 };
	struct fact f = { .n = 0 };
	bool processes = false;

	for (size_t i = 1; i < t->n; i++)
		processes |= t->all[i].process != t->all[0].process;
	for (size_t i = 0; i < t->n; i++) {
		const struct one *o = &t->all[i];

		profile_thread_add(p,
		                   &(struct profile_thread){
					   o->rank < 0 ? (double)NAN : o->rank,
					   processes ? o->process : (double)NAN,
					   o->number, o->cpu_s / n,
					   o->blocked_s / n, o->delay_s / n });
		all.cpu_s += o->cpu_s / n;
		all.blocked_s += o->blocked_s / n;
		all.delay_s += o->delay_s / n;
	}
	if (!t->n)
		return;
	fact_number(&f, "cpu_s", all.cpu_s);
	fact_number(&f, "blocked_s", all.blocked_s);
	fact_number(&f, "delay_s", all.delay_s);
	fact_number(&f, "main_delay_s", t->all[0].delay_s / n);
	fact_add(p, profile_root(p), "elapsed", &f);
}
