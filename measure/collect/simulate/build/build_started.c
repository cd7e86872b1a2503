#include "build_started.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/banned.h"
#include "base/err.h"
#include "base/io.h"
#include "base/mem.h"
#include "base/strbuf.h"
#include "build_threads.h"
#include "measure/attribute/attribution.h"
#include "measure/attribute/fact.h"
#include "measure/attribute/shell_line.h"
#include "measure/collect/clock/samples.h"
#include "measure/run/session.h"
#include "profile/profile.h"

enum what { THREADS, PROCESSES };

/* Fewer are not worth a word; but one process may write what another reads. */
static const double least[] = { [THREADS] = 16, [PROCESSES] = 1 };

/* A begin, or an end: +1, -1 */
struct turn {
	double at_s;
	int change;
};

struct maker {
	uint32_t module;
	uint64_t site;
	size_t n;
};

struct started {
	struct turn *turns;
	size_t nturns, n, nlives;
	double lives_s;
	struct maker *makers;
	size_t nmakers, cap_makers;
};

static int by_time(const void *a, const void *b)
{
	const struct turn *x = a, *y = b;

	if (x->at_s != y->at_s)
		return x->at_s < y->at_s ? -1 : 1;
	return x->change - y->change; /* ends first */
}

static void add_maker(struct started *s, const struct sample_thread *of)
{
	size_t i = 0;

	if (of->creator == SAMPLES_NO_SITE)
		return;
	while (i < s->nmakers && (s->makers[i].module != of->creator ||
	                          s->makers[i].site != of->creator_site))
		i++;
	if (i == s->nmakers) {
		s->makers = mem_grow(s->makers, &s->cap_makers, i + 1,
		                     sizeof(*s->makers));
		s->makers[s->nmakers++] =
			(struct maker){ of->creator, of->creator_site, 0 };
	}
	s->makers[i].n++;
}

static void add_one(struct started *s, const struct sample_thread *of)
{
	s->n++;
	add_maker(s, of);
	if (isnan(of->lived_s))
		return;
	s->nlives++;
	s->lives_s += of->lived_s;
	s->turns[s->nturns++] = (struct turn){ of->begun_s, 1 };
	s->turns[s->nturns++] = (struct turn){ of->begun_s + of->lived_s, -1 };
}

/* Runs follow each other, so all can be looked at as one. */
static int most_at_a_time(struct started *s)
{
	int now = 0, most = 1;

	if (s->nturns)
		qsort(s->turns, s->nturns, sizeof(*s->turns), by_time);
	for (size_t i = 0; i < s->nturns; i++) {
		now += s->turns[i].change;
		most = now > most ? now : most;
	}
	return most;
}

static void add_place(struct attribution *b, const struct samples *timed,
                      const struct started *s, struct fact *f)
{
	const struct maker *best = NULL;
	struct spot at;

	for (size_t i = 0; i < s->nmakers; i++) {
		if (!best || s->makers[i].n > best->n)
			best = &s->makers[i];
	}
	if (!best)
		return;
	at = attribution_spot_file(b, samples_module_path(timed, best->module),
	                           best->site);
	if (!at.file)
		return;
	fact_text(f, "file", at.file);
	fact_number(f, "line", at.line);
}

/* How many processes ended as that program, in the first run */
struct executed {
	const char *name;
	size_t n;
};

/* What is started most often, other than what the first process executes */
static struct executed most_started(const struct samples *timed)
{
	struct executed *all = NULL, most = { NULL, 0 };
	size_t n, nall = 0, cap = 0;
	const struct sample_process *of = samples_processes(timed, &n);

	for (size_t i = 1; i < n; i++) {
		const char *name;
		size_t k = 0;

		if (of[i].run != of[0].run ||
		    of[i].program == SAMPLES_NO_SITE ||
		    of[i].program == of[0].program)
			continue;
		name = io_basename(samples_module_path(timed, of[i].program));
		while (k < nall && strcmp(all[k].name, name) != 0)
			k++;
		if (k == nall) {
			all = mem_grow(all, &cap, nall + 1, sizeof(*all));
			all[nall++] = (struct executed){ name, 0 };
		}
		if (++all[k].n > most.n)
			most = all[k];
	}
	free(all);
	return most;
}

/* The line of a shell's script that starts it */
static void add_line(const struct session *s, const char *command,
                     struct fact *f, struct strbuf *text)
{
	enum { FILE_MOST = 1 << 20 };
	const char *path = s->program.script
	                           ? s->program.path
	                           : shell_script(s->program.path, s->argv);
	struct strbuf source = STRBUF_INIT;
	struct err ignored = { 0 };
	unsigned line;

	if (path && io_read_file(path, FILE_MOST, &source, &ignored) == 0 &&
	    (line = shell_line(source.s, command, text))) {
		fact_text(f, "file", path);
		fact_number(f, "line", line);
		fact_text(f, "text", text->s);
	}
	strbuf_release(&source);
}

static void add_program(const struct session *s, const struct samples *timed,
                        struct fact *f, struct strbuf *text)
{
	const struct executed most = most_started(timed);

	if (most.n < 2)
		return;
	fact_text(f, "program", most.name);
	fact_number(f, "of_program", (double)most.n);
	add_line(s, most.name, f, text);
}

static void one_fact(struct attribution *b, const struct threads *t,
                     const struct samples *timed, size_t runs, enum what what)
{
	size_t n;
	const struct sample_thread *of = samples_threads(timed, &n);
	struct started s = { .turns = mem_alloc(2 * n + 1, sizeof(*s.turns)) };
	struct strbuf text = STRBUF_INIT;
	struct fact f = { .n = 0 };

	for (size_t i = 0; i < n; i++) {
		const bool thread = of[i].number > 0;
		const bool process =
			!thread && of[i].rank < 0 && of[i].process > 0;

		if (threads_counts(t, timed, &of[i]) &&
		    (what == THREADS ? thread : process))
			add_one(&s, &of[i]);
	}
	if ((double)s.n >= least[what] * (double)runs && s.nlives) {
		fact_text(&f, "kind",
		          what == THREADS ? "threads" : "processes");
		fact_number(&f, "n", (double)s.n / (double)runs);
		fact_number(&f, "most", most_at_a_time(&s));
		fact_number(&f, "life_s", s.lives_s / (double)s.nlives);
		if (what == THREADS)
			add_place(b, timed, &s, &f);
		else
			add_program(b->s, timed, &f, &text);
		fact_add(b->p, profile_root(b->p), "started", &f);
	}
	strbuf_release(&text);
	free(s.turns);
	free(s.makers);
}

void started_facts(struct attribution *b, const struct threads *t,
                   const struct samples *timed, size_t runs)
{
	one_fact(b, t, timed, runs, THREADS);
	one_fact(b, t, timed, runs, PROCESSES);
}
