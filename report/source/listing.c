#include "listing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/banned.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "diagnose/check.h"
#include "profile/profile.h"
#include "profile/waits.h"
#include "source_files.h"

const char *const listing_wait_names[LISTING_WAITS] = {
	[LISTING_BARRIER] = "barrier",
	[LISTING_COMMUNICATION] = "communication",
	[LISTING_OTHER_WAIT] = "other waits",
};

const struct listing_count listing_counts[LISTING_COUNTS] = {
	{ "instr.", { "TOT_INS", NULL }, NULL },
	{ "L1 miss", { "L2_DCA", NULL }, "l1_misses" },
	{ "L2 miss", { "L2_DCM", "L3_DCA" }, "l2_misses" },
	{ "L3 miss", { "L3_DCM", NULL }, "l3_misses" },
	{ "TLB miss", { "TLB_DM", NULL }, "tlb_misses" },
	{ "mispred.", { "BR_MSP", NULL }, "mispredicted" },
};

/* The events of a profile that lines are asked for; -1: it has none. */
struct events {
	int time, cycles, instructions, wait_cycles, wait_instructions;
	int count[LISTING_COUNTS][2];
	int modelled, part[ACCOUNT_PARTS];
};

struct maker {
	struct listing *l;
	const char *path;
	struct events e;
};

static struct events find_events(const struct profile *p)
{
	struct events e = {
		.time = check_time_event(p),
		.cycles = profile_event(p, "TOT_CYC"),
		.instructions = profile_event(p, "TOT_INS"),
		.wait_cycles = profile_event(p, "WAIT_CYC"),
		.wait_instructions = profile_event(p, "WAIT_INS"),
		.modelled = profile_event(p, "MODEL_INS"),
	};

	for (size_t c = 0; c < LISTING_COUNTS; c++) {
		for (size_t i = 0; i < 2; i++) {
			const char *name = listing_counts[c].event[i];

			e.count[c][i] = name ? profile_event(p, name) : -1;
		}
	}
	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		e.part[i] = profile_event(p, account_parts[i].event);
	return e;
}

static double at(const struct profile_line *l, int event)
{
	return event < 0 ? NAN : l->sum[event];
}

/* What is no waiting */
static double work(const struct profile_line *l, int event, int wait)
{
	const double all = at(l, event), waiting = at(l, wait);

	return waiting > 0 ? fmax(0, all - waiting) : all;
}

static struct listing_line *next_line(struct maker *m, unsigned line)
{
	struct listing *l = m->l;
	struct listing_line *new;

	l->lines = mem_grow(l->lines, &l->cap, l->n + 1, sizeof(*l->lines));
	new = &l->lines[l->n++];
	*new = (struct listing_line){ .line = line,
		                      .time = NAN,
		                      .called = NAN,
		                      .cycles = NAN,
		                      .instructions = NAN,
		                      .modelled = NAN };
	for (size_t c = 0; c < LISTING_COUNTS; c++)
		new->count[c] = NAN;
	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		new->part[i] = NAN;
	return new;
}

static void add_line(struct maker *m, const struct profile_line *from)
{
	const struct events *e = &m->e;
	struct listing_line *to;

	if (strcmp(from->file, m->path) != 0)
		return;
	to = next_line(m, from->line);
	to->cycles = work(from, e->cycles, e->wait_cycles);
	to->time = e->time == e->cycles ? to->cycles : at(from, e->time);
	to->instructions = work(from, e->instructions, e->wait_instructions);
	for (size_t c = 0; c < LISTING_COUNTS; c++) {
		to->count[c] = at(from, e->count[c][0]);
		if (isnan(to->count[c]))
			to->count[c] = at(from, e->count[c][1]);
	}
	to->modelled = at(from, e->modelled);
	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		to->part[i] = at(from, e->part[i]);
}

static enum listing_wait wait_of(enum wait_kind kind)
{
	switch (kind) {
	case WAIT_BARRIER:
		return LISTING_BARRIER;
	case WAIT_MESSAGE:
	case WAIT_COLLECTIVE:
	case WAIT_START:
		return LISTING_COMMUNICATION;
	default:
		return LISTING_OTHER_WAIT;
	}
}

static void add_wait(struct maker *m, const struct profile_fact *f,
                     unsigned line)
{
	const enum wait_kind kind = wait_kind_of(profile_fact_attr(f, "kind"));
	const double cpu_s = profile_fact_number(f, "cpu_s");
	const double blocked_s = profile_fact_number(f, "blocked_s");

	if (kind != WAIT_NONE)
		next_line(m, line)->wait_s[wait_of(kind)] =
			fmax(0, cpu_s) + fmax(0, blocked_s);
}

/* Misses of the important references, where lines have no counts */
static void add_reference(struct maker *m, const struct profile_fact *f,
                          unsigned line)
{
	struct listing_line *to = next_line(m, line);

	for (size_t c = 0; c < LISTING_COUNTS; c++) {
		if (listing_counts[c].attr && m->e.count[c][0] < 0)
			to->count[c] =
				profile_fact_number(f, listing_counts[c].attr);
	}
}

static void add_fact(struct maker *m, const struct profile_fact *f)
{
	const char *file = profile_fact_attr(f, "file");
	const double line = profile_fact_number(f, "line");

	if (!file || strcmp(file, m->path) != 0 || !(line > 0) ||
	    line > PROFILE_MAX_LINE)
		return;
	if (strcmp(f->name, "caused") == 0)
		next_line(m, (unsigned)line)->called =
			profile_fact_number(f, "cycles");
	else if (strcmp(f->name, "wait") == 0)
		add_wait(m, f, (unsigned)line);
	else if (strcmp(f->name, "memref") == 0 ||
	         strcmp(f->name, "branch") == 0)
		add_reference(m, f, (unsigned)line);
}

static void gather(struct maker *m, const struct profile_section *s)
{
	for (size_t i = 0; i < s->nlines; i++)
		add_line(m, &s->lines[i]);
	for (size_t i = 0; i < s->nfacts; i++)
		add_fact(m, &s->facts[i]);
	for (s = s->child; s; s = s->next)
		gather(m, s);
}

static void add_to(double *sum, double v)
{
	if (!isnan(v))
		*sum = isnan(*sum) ? v : *sum + v;
}

static void join(struct listing_line *to, const struct listing_line *from)
{
	add_to(&to->time, from->time);
	add_to(&to->called, from->called);
	add_to(&to->cycles, from->cycles);
	add_to(&to->instructions, from->instructions);
	add_to(&to->modelled, from->modelled);
	for (size_t c = 0; c < LISTING_COUNTS; c++)
		add_to(&to->count[c], from->count[c]);
	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		add_to(&to->part[i], from->part[i]);
	for (size_t w = 0; w < LISTING_WAITS; w++)
		to->wait_s[w] += from->wait_s[w];
}

static int by_line(const void *one, const void *two)
{
	const struct listing_line *a = one, *b = two;

	return (a->line > b->line) - (a->line < b->line);
}

const char *listing_path(const struct profile_section *s)
{
	if (!s->file || *s->file == '/')
		return s->file;
	for (size_t i = 0; i < s->nlines; i++) {
		if (strcmp(io_basename(s->lines[i].file),
		           io_basename(s->file)) == 0)
			return s->lines[i].file;
	}
	return s->file;
}

void listing_make(struct listing *l, const struct profile *p,
                  const struct profile_section *s, const char *path)
{
	struct maker m = { l, path, find_events(p) };
	size_t n = 0;

	*l = (struct listing){ 0 };
	gather(&m, s);
	if (l->n == 0)
		return;
	qsort(l->lines, l->n, sizeof(*l->lines), by_line);
	for (size_t i = 1; i < l->n; i++) {
		if (l->lines[i].line == l->lines[n].line)
			join(&l->lines[n], &l->lines[i]);
		else
			l->lines[++n] = l->lines[i];
	}
	l->n = n + 1;
}

void listing_release(struct listing *l)
{
	free(l->lines);
	*l = (struct listing){ 0 };
}

/* The index of the first line from one on; l->n: none */
static size_t first_from(const struct listing *l, unsigned line)
{
	size_t low = 0, high = l->n;

	while (low < high) {
		const size_t mid = low + (high - low) / 2;

		if (l->lines[mid].line < line)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

const struct listing_line *listing_at(const struct listing *l, unsigned line)
{
	const size_t i = first_from(l, line);

	return i < l->n && l->lines[i].line == line ? &l->lines[i] : NULL;
}

bool listing_near(const struct listing *l, unsigned line, unsigned away)
{
	const size_t i = first_from(l, line > away ? line - away : 0);

	return i < l->n && l->lines[i].line <= line + away;
}

double listing_cpi(const struct listing_line *l)
{
	return l->instructions > 0 && l->cycles > 0
	               ? l->cycles / l->instructions
	               : NAN;
}

size_t listing_cause(const struct listing_line *l, double *share)
{
	size_t best = ACCOUNT_PARTS;
	double all = 0;

	*share = NAN;
	if (!(l->modelled > 0) || l->modelled < ACCOUNT_LEAST * l->instructions)
		return ACCOUNT_PARTS;
	for (size_t i = 0; i < ACCOUNT_PARTS; i++) {
		if (!(l->part[i] > 0))
			continue;
		all += l->part[i];
		if (best == ACCOUNT_PARTS || l->part[i] > l->part[best])
			best = i;
	}
	if (best < ACCOUNT_PARTS)
		*share = l->part[best] / all;
	return best;
}

/* "data TLB" of "data_tlb" */
static void add_words(struct strbuf *b, const char *id)
{
	static const char *const capital[][2] = {
		{ "l1", "L1" }, { "l2", "L2" },   { "l3", "L3" },
		{ "fp", "FP" }, { "tlb", "TLB" },
	};

	while (*id) {
		const size_t n = strcspn(id, "_");
		const char *word = id;

		for (size_t i = 0; i < sizeof(capital) / sizeof(*capital);
		     i++) {
			if (n == strlen(capital[i][0]) &&
			    strncmp(id, capital[i][0], n) == 0)
				word = capital[i][1];
		}
		strbuf_add(b, word, n);
		id += n;
		if (*id == '_') {
			strbuf_addc(b, ' ');
			id++;
		}
	}
}

/* The share of its cycles that the model of its instructions misses */
static double unexplained(const struct listing_line *l)
{
	double all = 0;

	for (size_t i = 0; i < ACCOUNT_PARTS; i++)
		all += l->part[i] > 0 ? l->part[i] : 0;
	return 1 - all / l->modelled / listing_cpi(l);
}

void listing_add_cause(struct strbuf *b, const struct listing_line *l)
{
	double share;
	const size_t cause = listing_cause(l, &share);
	const double rest = unexplained(l);

	if (cause == ACCOUNT_PARTS)
		return;
	if (rest > share * (1 - rest)) {
		strbuf_addf(b, "unexplained %.0f%%", 100 * rest);
		return;
	}
	add_words(b, account_parts[cause].id);
	strbuf_addf(b, " %.0f%%", 100 * share);
}

bool listing_changed(const struct profile *p, const struct source *s)
{
	struct tm tm = { 0 };

	if (!p->start || !strptime(p->start, "%Y-%m-%dT%H:%M:%S", &tm))
		return false;
	return source_changed(s) > timegm(&tm);
}
