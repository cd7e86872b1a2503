#include "slices.h"

#include <math.h>
#include <string.h>

#include "base/banned.h"
#include "base/mem.h"
#include "measure/collect/simulate/protocol/simout_keys.h"
#include "measure/collect/simulate/protocol/simout_words.h"

struct process {
	uint64_t pid;
	bool watched, ended;
	double cpu_s, native_s, fewest;
	uint64_t (*last)[SIM_NCOUNTERS]; /* by section */
};

struct slices_reader {
	size_t sections;
	double spent_s[SLICES_MODES];
	double light_native_s; /* of what was passed over */
	struct process *v;
	size_t n, cap;
	struct process *at; /* of the lines that follow, or NULL */
};

enum { MAX_PROCESSES = 4096 };

struct slices_reader *slices_new(size_t n)
{
	struct slices_reader *r = mem_alloc(1, sizeof(*r));

	r->sections = n;
	return r;
}

void slices_free(struct slices_reader *r)
{
	if (!r)
		return;
	for (size_t i = 0; i < r->n; i++)
		free(r->v[i].last);
	free(r->v);
	free(r);
}

static struct process *process_of(struct slices_reader *r, uint64_t pid)
{
	for (size_t i = r->n; i-- > 0;) {
		if (r->v[i].pid == pid)
			return &r->v[i];
	}
	if (r->n == MAX_PROCESSES)
		return NULL;
	r->v = mem_grow(r->v, &r->cap, r->n + 1, sizeof(*r->v));
	r->v[r->n] = (struct process){
		.pid = pid,
		.last = mem_alloc(r->sections + 1, sizeof(*r->v->last)),
	};
	return &r->v[r->n++];
}

/* After exec, the counts of a process begin again */
static void forget(const struct slices_reader *r, struct process *p)
{
	memset(p->last, 0, r->sections * sizeof(*p->last));
	p->cpu_s = p->native_s = p->fewest = 0;
}

static void read_slice(struct slices_reader *r, char *rest)
{
	uint64_t pid, number, ms, native_ms, fewest;
	const char *mode;

	r->at = NULL;
	if (!words_number(words_next(&rest), &pid) ||
	    !words_number(words_next(&rest), &number) ||
	    !words_number(words_next(&rest), &ms) ||
	    !words_number(words_next(&rest), &native_ms) ||
	    !words_number(words_next(&rest), &fewest))
		return;
	mode = words_next(&rest);
	if (!mode || rest || strlen(mode) != 1 || !strchr("gwl", *mode))
		return;
	r->at = process_of(r, pid);
	if (!r->at)
		return;
	if (number == 1)
		forget(r, r->at);
	r->at->watched = *mode == 'g';
	r->spent_s[*mode == 'g'   ? SLICES_WATCHED
	           : *mode == 'w' ? SLICES_WARMED_UP
	                          : SLICES_PASSED_OVER] +=
		(double)ms * 1e-3 - r->at->cpu_s;
	if (*mode == 'l')
		r->light_native_s += (double)native_ms * 1e-3 - r->at->native_s;
	r->at->cpu_s = (double)ms * 1e-3;
	r->at->native_s = (double)native_ms * 1e-3;
	r->at->fewest = (double)fewest;
}

static void read_ended(struct slices_reader *r, char *rest)
{
	uint64_t pid;

	if (!words_number(words_next(&rest), &pid))
		return;
	for (size_t i = 0; i < r->n; i++)
		r->v[i].ended |= r->v[i].pid == pid;
}

/* KEY=VALUE words */
static bool read_counts(char *rest, uint64_t n[SIM_NCOUNTERS])
{
	uint64_t v[N_KEYS] = { 0 };

	memset(n, 0, SIM_NCOUNTERS * sizeof(*n));
	for (char *word = words_next(&rest); word; word = words_next(&rest)) {
		char *value = strchr(word, '=');
		int key;

		if (!value)
			return false;
		*value++ = '\0';
		key = keys_find(word);
		if (key < 0 || !words_number(value, &v[key]))
			return false;
	}
	keys_counts(v, n);
	return true;
}

static bool read_fp(const char *s, uint64_t n[SIM_NCOUNTERS])
{
	static const enum sim_counter to[] = {
		SIM_FADD,   SIM_FMUL, SIM_FMA,       SIM_FDIV,  SIM_FSQRT,
		SIM_FOTHER, SIM_FP,   SIM_FP_PACKED, SIM_FLOPS,
	};
	char number[24];

	for (size_t i = 0; i < sizeof(to) / sizeof(*to); i++) {
		size_t len;

		if (*s++ != ':')
			return false;
		len = strcspn(s, ":");
		if (len >= sizeof(number))
			return false;
		memcpy(number, s, len);
		number[len] = '\0';
		if (!words_number(number, &n[to[i]]))
			return false;
		s += len;
	}
	return !*s;
}

static void read_section(struct slices_reader *r, char *rest, slices_take *take,
                         void *ctx)
{
	uint64_t section, n[SIM_NCOUNTERS], since[SIM_NCOUNTERS];
	char *fp = strstr(rest, " fp:");
	uint64_t *last;

	if (!r->at || !fp)
		return;
	*fp = '\0';
	if (!words_number(words_next(&rest), &section) || section < 1 ||
	    section > r->sections || !read_counts(rest, n) ||
	    !read_fp(fp + 3, n))
		return;
	last = r->at->last[section - 1];
	for (size_t k = 0; k < SIM_NCOUNTERS; k++) {
		since[k] = n[k] > last[k] ? n[k] - last[k] : 0;
		last[k] = n[k];
	}
	take(ctx, section - 1, since, r->at->watched);
}

size_t slices_read(struct slices_reader *r, char *text, size_t size,
                   slices_take *take, void *ctx)
{
	char *at = text, *end;

	while ((end = memchr(at, '\n', (size_t)(text + size - at)))) {
		*end = '\0';
		if (strncmp(at, "slice ", 6) == 0)
			read_slice(r, at + 6);
		else if (strncmp(at, "ended ", 6) == 0)
			read_ended(r, at + 6);
		else if (strncmp(at, "s ", 2) == 0)
			read_section(r, at + 2, take, ctx);
		at = end + 1;
	}
	return (size_t)(at - text);
}

double slices_cpu_s(const struct slices_reader *r)
{
	double sum = 0;

	for (size_t i = 0; i < r->n; i++)
		sum += r->v[i].cpu_s;
	return sum;
}

double slices_native_s(const struct slices_reader *r)
{
	double sum = 0;

	for (size_t i = 0; i < r->n; i++)
		sum += r->v[i].native_s;
	return sum;
}

size_t slices_processes(const struct slices_reader *r)
{
	return r->n;
}

size_t slices_ended(const struct slices_reader *r)
{
	size_t n = 0;

	for (size_t i = 0; i < r->n; i++)
		n += r->v[i].ended;
	return n;
}

double slices_pass_over(const struct slices_reader *r)
{
	static const double least_s = 0.1;

	const double light_s = r->spent_s[SLICES_PASSED_OVER];

	return r->light_native_s >= least_s && light_s > 0
	               ? light_s / r->light_native_s
	               : NAN;
}

double slices_spent(const struct slices_reader *r, enum slices_mode mode)
{
	return r->spent_s[mode];
}

double slices_fewest(const struct slices_reader *r)
{
	const struct process *most = NULL;

	for (size_t i = 0; i < r->n; i++) {
		if (!most || r->v[i].native_s > most->native_s)
			most = &r->v[i];
	}
	return most ? most->fewest : 0;
}
